"""Servers of `medianoche ui` that are ended by signals during games and started again with the same folder."""

import http.client
import random
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from functools import partial
from pathlib import Path

from medianoche.ui import stored
from tests.ui.pages import YARDSTICK, Client, offered
from tests.waiting import answers, soon

PLAYED = {"game": YARDSTICK, "seats": ["you", "random"]}
SLOW = "ismcts:3000ms"
ENDS = [(signal.SIGKILL,), (signal.SIGTERM,), (signal.SIGINT,), (signal.SIGINT, signal.SIGINT)]
PATIENCE = 60
"""Time limit in seconds for a server to end."""


class Ended:
    """A server in a process of its own, with a folder that stays after its end."""

    def __init__(self, home):
        words = ["ui", "--no-open", "--port", "0", "--allow-programs", "--folder", home / "games"]
        self.said = home / "stderr"
        with self.said.open("w") as errors:
            pipes = {"stdout": subprocess.PIPE, "stderr": errors, "stdin": subprocess.DEVNULL, "text": True}
            self.process = subprocess.Popen([sys.executable, "-m", "medianoche", *map(str, words)], **pipes)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def begin(self):
        """Wait until the server has installed its signal handlers."""
        soon(lambda: answers(self.process.pid))

    def client(self):
        """A client of the server; waits until the server listens."""
        self.process.stdout.readline()  # says that the page starts
        match = re.search(r":(\d+)/#([\w-]+)", self.process.stdout.readline())
        assert match, self.said.read_text()
        return Client(int(match[1]), match[2])

    def end(self, rng, how):
        """End the server by signals; returns the faults of its end as lines."""
        for number in how:
            if self.process.poll() is None:
                self.process.send_signal(number)
            time.sleep(rng.random() / 3 if len(how) > 1 else 0)
        try:
            code = self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            return [f"{names_of(how)}: does not end"]
        said = self.said.read_text()
        due = -signal.SIGKILL if signal.SIGKILL in how else 130
        faults = [] if code == due else [f"{names_of(how)}: exit status {code}, not {due}"]
        told = self.process.stdout.read()  # a defect's traceback is printed there
        faults += [f"{names_of(how)}: {told}"] if "Traceback" in told else []
        return faults + ([f"{names_of(how)}: {said}"] if said.count("\n") > 1 or "Traceback" in said else [])


class Games:
    """Games in a folder that several servers serve one after another: `tokens` of the played seats and choices that
    their files must contain (`stored`) by number of the game, the last page of a game in which only a person who never
    chooses is asked (`shown`) by token, and the faults (`found`)."""

    def __init__(self, folder, seed):
        self.folder = folder
        self.seed = seed
        self.tokens = {}
        self.stored = {}
        self.shown = {}
        self.found = []
        self.owner = ""

    def check(self, client):
        """Compare all games with what was stored and shown, and replace finished games by new ones."""
        if self.owner not in ("", client.owner):
            self.found.append("the owner's token is another one")
        self.owner = client.owner
        stored = dict(self.stored)  # a copy: other threads still play
        numbers = {row["number"] for row in client.get("/api/tables", client.owner)["tables"]}
        self.found += [f"game {number} is gone" for number in set(stored) - numbers]
        for number, choices in stored.items():
            if (now := self.choices(number))[: len(choices)] != choices:
                self.found.append(f"game {number} has the choices {now}, not {choices}")
        for token, page in self.shown.items():
            if (now := seen(client, token)) != page:
                self.found.append(f"a page is another one: {now} instead of {page}")
        for number, token in list(self.tokens.items()):
            if client.get("/api/frame", token)["over"]:
                del self.tokens[number]
        while len(self.tokens) < 3:
            number, (token, *_) = client.new(**PLAYED)
            self.tokens[number] = token
        if not self.shown:
            token = client.new(game="misty", seats=["you", "greedy"], hints=[SLOW])[1][0]
            client.until("asked", token)
            self.shown[token] = seen(client, token)

    def choices(self, number):
        return stored.read(self.folder / f"{number}.json").replay.actions

    def go_on(self, client, round_number):
        """Play in threads until the server is gone; returns the threads."""
        ((quiet, page),) = self.shown.items()  # a game in which nothing happens: wait for it, and for a slow hint
        work = [
            lambda: self.deal(client),
            lambda: client.get(f"/api/frame?known={page['key']}&wait=20", quiet),
            lambda: client.post("/api/hint", quiet, {"key": page["position"], "agent": SLOW}),
        ]
        for number, token in self.tokens.items():
            rng = random.Random(f"{self.seed} {round_number} {number}")
            work.append(partial(self.play, client, rng, number, token))
        threads = [threading.Thread(target=self.until_gone, args=[game]) for game in work]
        for thread in threads:
            thread.start()
        return lambda: [thread.join() for thread in threads]

    def until_gone(self, work):
        try:
            while work():
                time.sleep(0.02)
        except (OSError, http.client.HTTPException):
            return
        except AssertionError as error:
            if "the server is stopping" not in str(error):
                self.found.append(f"an answer while the server ended: {error}")

    def play(self, client, rng, number, token):
        """Make one choice; returns whether the game goes on."""
        frame = client.get("/api/frame", token)
        if frame["asked"]:
            before = len(self.choices(number))
            client.post("/api/act", token, {"key": frame["position"], "action": rng.choice(offered(frame["svg"]))})
            self.stored[number] = self.choices(number)
            if len(self.stored[number]) <= before:
                self.found.append(f"a choice in game {number} was answered and not stored")
        return not frame["over"]

    def deal(self, client):
        """Deal a game, which every later server must know."""
        self.stored[client.new(**PLAYED)[0]] = []
        return len(self.stored) < 1000


def seen(client, token):
    """A page, but for the seconds for which its seat has been asked."""
    return {field: value for field, value in client.get("/api/frame", token).items() if field != "thinking"}


def names_of(how):
    return " and ".join(signal.Signals(number).name for number in how)


def restarts(rounds, seed=0, report=lambda line: None):
    """Start a server, play, end it and start it again, `rounds` times; returns the faults as lines."""
    rng = random.Random(seed)
    tried = Counter()
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        games = Games(home / "games", seed)
        for number in range(rounds):
            how = ENDS[number % len(ENDS)]
            if rng.random() < 0.3:
                with Ended(home) as server:
                    server.begin()
                    time.sleep(1.5 * rng.random())
                    games.found += server.end(rng, how)
                tried[f"{names_of(how)} while it starts"] += 1
            with Ended(home) as server:
                client = server.client()
                games.check(client)
                gone = games.go_on(client, number)
                time.sleep(rng.random())
                if stop := rng.random() < 0.4:
                    server.process.send_signal(signal.SIGSTOP)
                    time.sleep(rng.random())
                    server.process.send_signal(signal.SIGCONT)
                    games.check(client)
                games.found += server.end(rng, how)
                gone()
            tried["SIGSTOP, SIGCONT and then " * stop + names_of(how)] += 1
        with Ended(home) as server:
            games.check(server.client())
            games.found += server.end(rng, (signal.SIGTERM,))
    report(f"{rounds} restarts, seed {seed}; {len(games.stored)} games; ended by {dict(sorted(tried.items()))}")
    return games.found
