"""Tables of the MCP server and of the engine, used by many threads at the same time.

python -m tests.soak.tables [--quick] [--seed N]

Each client plays a table. It sends its actions one by one, or several at once; it looks and asks for explanations while
an action is played; it sends actions for positions that are past, and it may leave for ever in mid-game. No table may
be stuck, tell that a running game is over, or play anything but what was sent and legal: in the end the replay of each
table has exactly the actions that were answered without an error. Prints what was tried and found; the exit status
is 1 if there is a fault.
"""

import json
import random
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

from medianoche import envs
from medianoche.agents.engine import mcp_server
from medianoche.agents.engine.engine import Engine
from medianoche.agents.engine.messages import REQUEST
from medianoche.envs.core.errors import MedianocheError
from medianoche.envs.core.play.match import Replay
from tests.soak.frame import finish, options_of

GAMES = envs.names()
CLIENTS = 16
"""Clients at the same time."""
CALLS = 4
"""Calls of one client at the same time, at most."""
PATIENCE_S = 120.0
LEAVES = 0.2
"""The share of clients that leave in mid-game."""
KNOWN = ("not a legal action now", "it is not your turn", "the game is over", "not over", "there is no table")
"""What a call may be refused with."""


class Client:
    """Plays one table of `tools` with several calls at a time; `faults` are lines."""

    def __init__(self, tools, pool, number, seed):
        self.tools = tools
        self.pool = pool
        self.rng = random.Random(f"{seed} {number}")
        self.faults = []
        self.refusals = Counter()
        made = tools.new_game(self.rng.choice(GAMES), opponents=self.rng.choice(["random", "greedy"]))
        self.table = made["table"]
        self.seat = made["seat"]
        self.played = 0
        self.decisions = made["decisions"]
        self.done = made["done"]

    def call(self, name, *arguments):
        """The answer of a tool, or None if it is refused with a line that may be."""
        try:
            return getattr(self.tools, name)(self.table, *arguments)
        except MedianocheError as error:
            reason = next((words for words in KNOWN if words in str(error)), "")
            self.refusals[reason or str(error)] += 1
            if not reason:
                self.faults.append(f"{self.table}: {name}{arguments}: {error}")
            return None

    def play(self):
        """Play until the game is over; a client may leave before."""
        leaves = self.rng.randrange(1, 9) if self.rng.random() < LEAVES else 10**6
        past = 0
        while not self.done and self.played < leaves:
            legal = [row["action"] for row in self.call("legal_actions") or ()]
            if not legal:
                self.faults.append(f"{self.table}: nobody is asked, and the game is not over")
                return
            acts = [("act", self.rng.choice(legal)) for _ in range(self.rng.choice([1, 1, 1, 2, 3]))]
            asks = [(name,) for name in ("see", "legal_actions", "replay") if self.rng.random() < 0.3]
            asks += [("explain", legal[0])] * (self.rng.random() < 0.2) + [("act", past)] * (self.rng.random() < 0.1)
            past = legal[-1]
            calls = [*acts, *asks]
            self.rng.shuffle(calls)
            answers = list(self.pool.map(lambda call: (call, self.call(*call)), calls))
            for (name, *_), answer in answers:
                self._judge(name, answer)
        if self.done:
            self._look_back()

    def _judge(self, name, answer):
        if answer is None or name not in ("act", "see"):
            return
        self.played += name == "act"
        self.done |= answer["done"]
        if not answer["done"] and answer.get("to_move") != self.seat:
            self.faults.append(f"{self.table}: {name} was answered while seat {answer.get('to_move')} is to move")

    def _look_back(self):
        """Compare the replay with what was answered."""
        replay = Replay(**json.loads(self.call("replay") or "{}"))
        match = replay.match()
        own_moves = 0
        for action in replay.actions:
            own_moves += match.to_move == self.seat
            match.push(action)
        if own_moves != self.played:
            self.faults.append(f"{self.table}: {self.played} actions were answered, {own_moves} played")
        replay.match(played=True)
        self.call("act", replay.actions[-1])
        if not self.refusals["the game is over"]:
            self.faults.append(f"{self.table}: an action after the end is not refused as such")


def of_mcp(tables, seed=0, report=lambda line: None):
    """Play `tables` tables of one server; returns the faults as lines."""
    tools = mcp_server.TableTools(seed)
    faults = []
    refusals = Counter()
    over = left = 0
    with ThreadPoolExecutor(CLIENTS * CALLS) as calls, ThreadPoolExecutor(CLIENTS) as clients:

        def one(number):
            client = Client(tools, calls, number, seed)
            client.play()
            return client

        for client in clients.map(one, range(tables), timeout=PATIENCE_S * max(1, tables / CLIENTS)):
            faults += client.faults
            refusals += client.refusals
            over += client.done
            left += not client.done
    report(f"{tables} tables of MCP, {over} to the end, {left} left; refused: {dict(refusals)}")
    return faults


def expected(line):
    """Whether an engine that others ask, too, may refuse a request with this line."""
    return any(words in line for words in ("is not legal", "is over", "cannot be taken back"))


def of_engine(tables, seed=0, report=lambda line: None):
    """Ask `tables` engines from several threads each; returns the faults as lines."""
    faults = []
    for number in range(tables):
        rng = random.Random(f"{seed} engine {number}")
        engine = Engine(envs.game(rng.choice(GAMES)), lambda line: None)

        def ask(kind, engine=engine, **keys):
            return list(engine.handle(REQUEST.validate_python({"type": kind, **keys})))

        ask("new", seed=number)
        wrong = []

        def play(thread, ask=ask, wrong=wrong, number=number):
            rng = random.Random(f"{seed} {number} {thread}")
            for _ in range(12):
                (place,) = ask("position", wants=["words"])
                if place.done:
                    return
                answers = ask("apply", action=rng.choice(place.legal)) + ask("best", agent="random") + ask("undo")
                wrong += [answer.error for answer in answers if answer.type == "error" and not expected(answer.error)]

        threads = [threading.Thread(target=play, args=(thread,), daemon=True) for thread in range(CALLS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(PATIENCE_S)
        faults += [f"engine {number}: {line}" for line in wrong]
        faults += [f"engine {number} is stuck"] * any(thread.is_alive() for thread in threads)
        (kept,) = ask("replay")
        Replay(**kept.replay).match(played=True)
    report(f"{tables} engines, {CALLS} threads each")
    return faults


if __name__ == "__main__":
    options = options_of(__doc__, "a tenth of the tables")
    tables, engines = (20, 4) if options.quick else (200, 40)
    faults = of_mcp(tables, options.seed, print) + of_engine(engines, options.seed, print)
    finish(f"{tables} tables of MCP and {engines} engines, with {CALLS} calls at a time", faults)
