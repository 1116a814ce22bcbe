"""Bots in any language: `exec:./bot`, a program that reads and writes JSON lines; bots/README.md has the protocol."""

from __future__ import annotations

import hashlib
import secrets
import shlex
import shutil
import sys
import threading
import time
from collections import deque
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from medianoche.agents import messages
from medianoche.agents.base import AgentError, ForfeitError, agent
from medianoche.agents.fingerprints import DIGITS, hash_of
from medianoche.agents.link import GRACE, TIMED, Link, LinkError
from medianoche.envs.core import files
from medianoche.envs.core.errors import choices
from medianoche.envs.core.play.forfeit import Failure, Lapse

if TYPE_CHECKING:
    from medianoche.agents.messages import Action, Ready
    from medianoche.envs.core.play.turn import Turn
    from medianoche.envs.core.play.views import Views
    from medianoche.envs.core.show.events import Event

DEADLINE = 10.0
"""Default time limit for a decision in seconds."""
START = 60.0
"""Time limit in seconds for a program to send `ready` after its start."""

ISOLATED = ("python", "-m", "medianoche.agents.bots.isolated")
"""The first words of the command for a bot in Python in a process of its own. The interpreter is the one that runs
this, wherever it lies, so a bot has the same name on every machine."""
SEED_BITS = 53

_said: dict[str, str] = {}
"""The own fingerprints of programs, by command and files."""


class ProcessAgent:
    """A program that chooses actions. One process plays all games; it is started before its first decision.

    If the program fails at a decision (time limit exceeded, invalid answer, exit), `act` raises a ForfeitError, from
    which the caller takes the valid actions. The program is then ended, and started again for the next decision: it may
    keep data of a game (decisions name their `match`), but must also work after a restart.

    Attributes:
        thoughts: what the program said beside its last actions, by row.
        isolated: whether it is a bot in Python in a process of its own. The seeds of its decisions are drawn secretly:
            seeds that follow from the seed of a tournament would tell which deal is played.

    Args:
        text: the command; a time limit for each decision may come before it: `./bot`, `500ms:./bot --x`.

    Raises:
        AgentError: the time limit or the command is not accepted.
    """

    name = "exec"
    _program: _Program | None = None

    def __init__(self, text: str) -> None:
        parts = TIMED.fullmatch(text)
        try:
            self.command = shlex.split(parts["command"] if parts else "")
        except ValueError as error:
            raise AgentError(f"exec:{text} is not a command: {error}") from None
        if not self.command:
            raise AgentError(f"exec:{text} names no command; accepted: exec:[TIME:]COMMAND, like exec:2s:./bot --x 3")
        self.isolated = tuple(self.command[: len(ISOLATED)]) == ISOLATED
        if self.isolated:
            self.command[0] = sys.executable
        if shutil.which(self.command[0]) is None:
            raise AgentError(f"exec:{text}: there is no program {self.command[0]!r}")
        self.deadline = DEADLINE
        if parts and parts["number"]:
            self.deadline = int(parts["number"]) / (1000 if parts["unit"] == "ms" else 1)
        self.thoughts: dict[int, str] = {}
        self._last = 0
        self._matches: dict[int, int] = {}
        self._heard: dict[tuple[int, int], list[Event]] = {}
        self._lock = threading.Lock()

    def act(self, turn: Turn) -> np.ndarray:
        """int64[len(turn)]: the program's answers, legal or not.

        Raises:
            ForfeitError: the program failed at some decisions.
            AgentError: the program cannot be started or does not follow the protocol.
        """
        with self._lock:
            self.thoughts = {}
            actions, lapses = self._ask(turn)
        if not lapses:
            return actions
        row, lapse = min(lapses.items())
        raise ForfeitError(f"{self.name} {lapse.detail} (row {row})", actions, lapses)

    def over(self, games: np.ndarray, scores: np.ndarray, utilities: np.ndarray) -> None:
        """Send the results of ended games to the program, where it made a decision in them, and forget these games.

        Args:
            games: int64[n], as in `Turn.games`.
            scores: int[n, players].
            utilities: float[n, players].
        """
        with self._lock:
            for row, game in enumerate(games.tolist()):
                if (match := self._matches.pop(game, None)) is not None:
                    self._tell(messages.end(match, scores[row], utilities[row]))
            gone = set(games.tolist())
            self._heard = {place: events for place, events in self._heard.items() if place[0] not in gone}

    def watch(self, views: Views) -> None:
        """Keep what happens for the next decision of each seat, if the program wants to know it."""
        with self._lock:
            if {"news", "events"}.isdisjoint(self._running().ready.wants):
                return
            for game, seat, events in zip(views.games.tolist(), views.seats.tolist(), views.events(), strict=True):
                self._heard.setdefault((game, seat), []).extend(events)

    def close(self) -> None:
        """End the program; the next decision starts it again."""
        if self._program:
            self._program.close()
            self._program = None

    def fingerprint(self) -> str:
        """The fingerprint that the program's `ready` states; without one a hash of the files among the words of the
        command, including the program if it is given as a path. The program is started once for each state of these
        files."""
        digest = hashlib.sha256()
        for word in self.command:
            if (file := Path(word)).is_file():
                digest.update(f"{file.name}\0{hash_of(file)}".encode())
        mark = digest.hexdigest()[:DIGITS]
        key = f"{self.command} {mark}"
        if key not in _said:
            with self._lock:
                _said[key] = self._running().ready.fingerprint
        return _said[key] or mark

    def __del__(self) -> None:
        self.close()

    def __reduce__(self) -> tuple[Any, ...]:
        return agent, (self.name,)

    # ---- inner

    def _ask(self, turn: Turn) -> tuple[np.ndarray, dict[int, Lapse]]:
        """The answers, int64[len(turn)], -1 where there is none, and the failure for each missing answer by row."""
        states = turn.sample().states
        actions = np.full(len(turn), -1, np.int64)
        lapses: dict[int, Lapse] = {}
        left = deque(range(len(turn)))
        asked: dict[int, tuple[int, float]] = {}
        while left or asked:
            program = self._running()
            try:
                while left and len(asked) < program.ready.parallel:
                    self._last += 1
                    question = self._question(program, turn, row := left.popleft(), states[row])
                    until = time.monotonic() + self.deadline
                    asked[self._last] = row, until
                    program.link.send(question, until)
                until = min(until for _, until in asked.values())
                answer = program.answer(until)
                if answer.id not in asked:
                    raise LinkError(f"answered decision {answer.id}, which is not asked")
                row = asked.pop(answer.id)[0]
                actions[row] = answer.action
                if answer.thought:
                    self.thoughts[row] = answer.thought
            except LinkError as error:
                late = error.failure is Failure.TIME_LIMIT
                detail = f"took longer than {self.deadline:g} s" if late else str(error)
                lapses |= {row: Lapse(error.failure, detail) for row, _ in asked.values()}
                asked.clear()
                program.close(at_once=True)
        return actions, lapses

    def _question(self, program: _Program, turn: Turn, row: int, state: np.record) -> bytes:
        """The lines that ask for the decision in `row`: its message, after that of the game if it was not sent yet."""
        seat = int(turn.seats[row])
        wants = program.ready.wants
        view = turn.game.view(state, seat)
        number = int(turn.games[row])
        match = self._matches.setdefault(number, self._last)
        heard = self._heard.pop((number, seat), [])
        game, told = program.introduced(turn, view.record)
        seed = secrets.randbits(SEED_BITS) if self.isolated else None
        return told + messages.decision(turn, row, view, heard, wants, seed, id=self._last, game=game, match=match)

    def _tell(self, line: bytes) -> None:
        """Send a message that needs no answer, if the program runs."""
        if self._program and self._program.runs:
            try:
                self._program.link.send(line, time.monotonic() + self.deadline)
            except LinkError:
                self._program.close(at_once=True)

    def _running(self) -> _Program:
        """The running program; started if necessary."""
        if self._program is None or not self._program.runs:
            try:
                self._program = _Program(self.command, self.deadline)
            except LinkError as error:
                late = error.failure is Failure.TIME_LIMIT
                said = f"did not say in {START:g} s that it is ready" if late else str(error)
                raise AgentError(f"{self.name} {said}") from None
        return self._program


class _Program:
    """A program that has sent `ready`, and the games that it knows.

    Raises:
        LinkError: the program cannot be started, or did not send `ready` in time.
    """

    def __init__(self, command: list[str], deadline: float) -> None:
        self.link = Link(command)
        self._closed = False
        self._games: dict[str, int] = {}
        until = time.monotonic() + START
        try:
            self.link.send(messages.hello(deadline), until)
            self.ready: Ready = self._read(messages.READY, until, "no message that it is ready")
            if self.ready.protocol not in messages.PROTOCOLS:
                accepted = choices(messages.PROTOCOLS)
                raise LinkError(f"speaks protocol {self.ready.protocol}; accepted: {accepted}")
            if self.ready.protocol == 1 and "events" in self.ready.wants:
                raise LinkError("wants events, which protocol 2 has, but speaks protocol 1")
        except BaseException:
            self.close(at_once=True)
            raise

    @property
    def runs(self) -> bool:
        """Whether this process can send it decisions."""
        return not self._closed and not self.link.lost

    def answer(self, until: float) -> Action:
        """Its next answer."""
        return self._read(messages.ACTION, until, "no answer")

    def introduced(self, turn: Turn, record: np.record) -> tuple[int, bytes]:
        """The number of the game with these settings, and the line that describes it; empty if it was sent before."""
        content = turn.game.content
        game = turn.game
        pack = content.packs[int(record["pack"])].hash
        options = content.options_of(record)
        kind = f"{content.location} {turn.num_players} {pack} {options}"
        if kind in self._games:
            return self._games[kind], b""
        number = self._games[kind] = len(self._games)
        return number, messages.game_of(number, game, record, self.ready.wants)

    def close(self, at_once: bool = False) -> None:
        """End the program."""
        self._closed = True
        self.link.close(0.0 if at_once else GRACE)

    def _read(self, model: Any, until: float, what: str) -> Any:
        line = self.link.receive(until)
        try:
            return files.from_json(model, line, f"wrote {files.short(repr(line)[1:])}, {what}", AgentError)
        except AgentError as error:
            raise LinkError(str(error)) from None
