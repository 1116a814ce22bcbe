"""All sessions of a server: begun, stored in a folder, opened again after a restart; agents play in the background."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import secrets
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from dataclasses import InitVar, dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from medianoche import envs
from medianoche.agents.base import AgentError, located, refuse_code
from medianoche.envs.core import files
from medianoche.envs.core.content.source import located_pack, pack_source
from medianoche.envs.core.errors import GameError, MedianocheError, OptionError, one_line, writing
from medianoche.envs.core.play.match import Replay, deal
from medianoche.envs.core.show.catalogue import LANGUAGE
from medianoche.envs.core.show.events import PUBLIC
from medianoche.ui import catalog, daily, review
from medianoche.ui.frames import words_of
from medianoche.ui.messages import NewSession
from medianoche.ui.polls import Polls
from medianoche.ui.progress import Progress, expected
from medianoche.ui.refusals import RefusedError
from medianoche.ui.session import STAND_IN, Session, Viewer, plain
from medianoche.ui.stored import (
    FRIEND,
    NAME_LENGTH,
    PERSONS,
    REPLAYED,
    YOU,
    AskedPuzzle,
    Point,
    SavedSession,
    new_tokens,
    persons_of,
    read,
    store,
    storing,
    write_private,
)
from medianoche.ui.thinking import AgentPool, Agents, in_thread

if TYPE_CHECKING:
    from medianoche.agents.puzzles import Puzzle

SESSION_LIMIT = 2000
PACE = 1.2
"""Seconds between two choices of agents in a game that goes on from a puzzle."""
BITS = 64
LATER = 5.0
"""Seconds until an agent plays again after its action could not be stored."""
NUMBER = re.compile(r"[0-9a-f]{12}")
LOCK = "lock"
"""An empty file in the folder, locked while a server runs there."""


@dataclass(eq=False)
class Sessions:
    """All sessions of a server.

    Raises:
        OSError: the folder cannot be used.
        GameError: the file of its token is damaged, or another server uses the folder.
    """

    folder: Path  # one file for each session; it is created if it does not exist
    complain: Callable[[str], None]  # called with one line for each problem, for the user who started the server
    # whether only this machine reaches the server: then the owner may name code (agents `exec:COMMAND` and
    # `file.py:Class`, games `module:Class`) in a new game
    local: bool = True
    programs: bool = False  # whether saved games, and owners from other machines, may name code too
    lang: str | None = None  # language of pages whose reader has chosen none; None: that of the browser
    level: str = "easy"  # the level that the page proposes for the other seats
    new_token: InitVar[bool] = False  # make a new token for the owner; the present one is no longer valid
    games: Sequence[str] = ()  # games that the page offers first; they, and agents in `further`, may be code
    further: Sequence[str] = ()  # agents that the page offers besides those of the suite
    agents: Agents = field(default_factory=AgentPool)  # who chooses for seats of agents

    def __post_init__(self, new_token: bool) -> None:
        self.closing = False
        self.saved: dict[str, SavedSession] = {}
        # by number of the session, if nothing else is said
        self._restored: dict[str, asyncio.Task[Session]] = {}  # sessions that are open, or being opened
        self._seats: dict[str, tuple[str, Viewer]] = {}  # by token: the session's number, and who looks
        self._barred: dict[str, str] = {}  # why the session cannot be opened
        self._changed: dict[str, asyncio.Event] = {}  # set at the session's next change, which polls wait for
        self.polls = Polls()
        self._driven: dict[str, asyncio.Task[None]] = {}  # agents that play on
        self._prepared: set[tuple[str, str]] = set()  # games and agents whose code was asked to be compiled
        self._preparing: set[asyncio.Task[None]] = set()
        self._timers: dict[str, asyncio.TimerHandle] = {}  # the end of a person's time
        self.progress = Progress()
        with writing(self.folder):
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            held = f"another server keeps its games in {self.folder}; stop it, or give another --folder"
            self._lock = files.lock(self.folder / LOCK, GameError(held))
        self.token = self._own_token(new_token)
        for file in sorted(self.folder.glob("*.json")):
            self._add_saved(file)

    def _own_token(self, new: bool) -> str:
        file = self.folder / "token"
        if file.exists() and not new:
            token = files.read(file, GameError).decode("ascii", "replace").strip()
            if not files.is_private(file):
                raise GameError(
                    f"{file} is not yours alone: others may know the token; remove it, and a new one is made"
                )
            if not re.fullmatch(r"[\w-]{16,64}", token):
                raise GameError(f"{file} holds no token; remove it, and a new one is made")
            return token
        token = secrets.token_urlsafe(16)
        with writing(file):
            write_private(file, token + "\n")
        return token

    def _add_saved(self, file: Path) -> None:
        """Add the session that `file` holds; a file without one is reported and stays as it is.

        A session that needs code which the server's command does not name is kept, but cannot be opened (`_barred`).
        """
        try:
            saved = read(file)
        except MedianocheError as error:
            self.complain(str(error))
            return
        tokens = [token for token in saved.tokens if token]
        seats = saved.replay.num_players
        if not NUMBER.fullmatch(file.stem) or (len(saved.seats), len(saved.tokens)) != (seats, seats + 1):
            self.complain(f"{file} is not a game of this folder")
            return
        if len(set(tokens)) < len(tokens) or not self._seats.keys().isdisjoint(tokens):
            self.complain(f"{file} has a token twice, or that of another game; is it a copy?")
            return
        self._admit(file.stem, saved)
        if not self.programs:
            try:
                self._refuse_code(saved.replay.game, [*saved.seats, *saved.hints], "this saved game")
            except GameError as error:
                self._barred[file.stem] = str(error)

    def _refuse_code(self, game: str, agents: list[str], source: str) -> None:
        """Check that neither the game nor an agent names code to run that the server's own command does not name.
        Raises GameError."""
        if ":" in game and game not in self.games:
            words = f"{source}: {files.short(repr(game))} is not accepted: it runs code"
            raise GameError(f"{words}; name it when you start the page, or --allow-programs lets it")
        refuse_code([who for who in agents if who not in self.further], source, GameError)

    def _admit(self, number: str, saved: SavedSession) -> None:
        self.saved[number] = saved
        self._changed[number] = asyncio.Event()
        watcher = PUBLIC if any(who in PERSONS for who in saved.seats) else None
        for seat, token in enumerate(saved.tokens):
            if token:
                self._seats[token] = (number, seat if seat < len(saved.seats) else watcher)

    # ---- sessions

    def seat(self, token: str) -> tuple[str, Viewer] | None:
        """The session's number and the viewer that a token stands for; None for an unknown token."""
        return self._seats.get(token)

    async def open(self, number: str) -> Session:
        """The session with this number, restored from its file if it is not open.

        Raises:
            MedianocheError: it cannot be restored, or it names code and was not begun by this server.
            RefusedError: it was removed in the meantime.
        """
        if why := self._barred.get(number):
            raise GameError(why)
        if number not in self._restored:
            self._restored[number] = asyncio.create_task(self._restore(number))
            self._restored[number].add_done_callback(lambda done: self._opened(number, done))
        session = await asyncio.shield(self._restored[number])
        if number not in self.saved:
            raise RefusedError(401, "error-removed")
        return session

    async def _restore(self, number: str) -> Session:
        saved = self.saved[number]
        async with self._compiling(number, saved.replay.game):
            return await self.agents.run(lambda: warm(Session.restore(saved)))

    @contextlib.asynccontextmanager
    async def _compiling(self, key: str, game: str, agent: str = "", what: str = "compile") -> AsyncIterator[None]:
        """Context of code that may compile a game, or an agent for it. Pages that ask for `key` are told the
        progress."""
        if not self.agents.compiles:
            yield
            return
        seconds = await in_thread(partial(expected, game, agent))
        with self.progress.compiling(key, game, seconds, agent, what):
            yield

    def _opened(self, number: str, done: asyncio.Task[Session]) -> None:
        if done.cancelled() or done.exception() or number not in self.saved:
            self._restored.pop(number, None)
            return
        self.drive(number, done.result())
        self._preparing.add(task := asyncio.create_task(self._prepare(number, done.result())))
        task.add_done_callback(self._preparing.discard)

    async def _prepare(self, number: str, session: Session) -> None:
        """Compile what the agents of a session need, while its first board is looked at: those that play, and the first
        that gives hints."""
        if session.puzzle:
            return
        for who in dict.fromkeys([*session.seats, *session.saved.hints[:1]]):
            if session.over:
                return
            await self._prepare_agent(number, session, who, who in session.saved.hints)

    async def prepare_judge(self, number: str, session: Session, who: str) -> None:
        """Compile what agent `who` needs before it evaluates a session that is over."""
        await self._prepare_agent(number, session, who, True, "judge")

    async def _prepare_agent(self, number: str, session: Session, who: str, judges: bool, what: str = "agent") -> None:
        """Compile what an agent needs to judge a position or to choose there, by the game's first decision. This is
        done once for a game; programs and classes of one's own are left alone. Pages are told `what` is prepared."""
        game = session.game.name
        compiled = self.agents.compiles and who.split(":", maxsplit=1)[0] in ("level", "net")
        if not compiled or (game, who) in self._prepared:
            return
        self._prepared.add((game, who))
        work = self.agents.judge if judges else self.agents.answer
        with contextlib.suppress(Exception):  # what fails is told when it plays
            async with self._compiling(number, game, who, what):
                match = await self.agents.run(session.saved.replay.match)
                await work(who, match.turn())

    async def add(self, asked: NewSession) -> str:
        """Begin a new game; returns its number. Raises MedianocheError if the request is not accepted."""
        self._room_for_one()
        if not self.local and not self.programs:  # before anything imports what it names
            self._refuse_code(asked.game, [*asked.seats, *asked.hints], "a page that other machines reach")
        async with self._compiling(asked.game, asked.game):
            saved = await self.agents.run(lambda: self._dealt(asked))
        return self._begin(saved)

    async def show(self, replay: Replay) -> str:
        """Begin a session that shows a replay; returns its number. Raises MedianocheError if the replay cannot be
        played."""
        self._room_for_one()
        await self.agents.run(lambda: replay.match(played=True))
        seats = [REPLAYED] * replay.num_players
        return self._begin(SavedSession(replay, seats, new_tokens(seats), [], 0.0, now()))

    async def puzzle(self, game: str, day: int) -> str:
        """The number of the session with a game's last puzzle on a day. The session begins if there is none yet. The
        session of the puzzle before is removed, unless a person has played on from it. Raises RefusedError if the
        game has no puzzles."""
        puzzle = daily.of_day(game, day)
        earlier = [number for number, saved in self.saved.items() if saved.puzzle and saved.replay.game == game]
        for number in earlier:
            if self.saved[number].replay == puzzle.replay:
                return number
        self._room_for_one()
        async with self._compiling(game, game):
            session = await self.agents.run(lambda: self._set_up(puzzle))
        for number in earlier:
            self.remove(number)
        return self._begin(session.save())

    def _set_up(self, puzzle: Puzzle) -> Session:
        """A session that shows a puzzle; if it is played on, agents of the proposed level have the other seats."""
        match = puzzle.match()
        levels = [level["agent"] for level in catalog.levels(match.game) if level["name"] == self.level]
        seats = [*levels, STAND_IN][:1] * match.num_players
        seats[puzzle.solution.seat] = YOU
        asked = AskedPuzzle(puzzle.solution)
        return Session(match, SavedSession(puzzle.replay, seats, new_tokens(seats), [], PACE, now(), puzzle=asked))

    async def move(self, saved: SavedSession) -> str:
        """Go on with a game that another page has saved (`stored.kept_elsewhere`); returns its number. It is changed to
        what can be done here, see `_fitted`. Raises MedianocheError if it cannot be played here."""
        self._room_for_one()
        replay = saved.replay
        if len(saved.seats) != replay.num_players:
            raise GameError(f"this saved game has {len(saved.seats)} seats; accepted: {replay.num_players}")
        if not self.programs:
            self._refuse_code(replay.game, [*saved.seats, *saved.hints], "this saved game")
        agents = dict.fromkeys(who for who in saved.seats if who not in (*PERSONS, REPLAYED))
        for who in agents:
            self.agents.make(who)
        here = self._fitted(saved)
        fresh = replace(here, tokens=new_tokens(here.seats), again="", made=now(), puzzle=None)
        async with self._compiling(replay.game, replay.game):
            session = await self.agents.run(lambda: Session.restore(fresh))
        if agents and not session.over:
            self._refuse_options(replay.game, replay.options)
        return self._begin(session.save())

    def _fitted(self, saved: SavedSession) -> SavedSession:
        """A saved game with the hints of those agents alone that play here. On a page where friends cannot come by a
        link, the person who opens the game gets the friends' seats, and the game goes on at once."""
        fits = catalog.offers().fits(envs.game(saved.replay.game), saved.replay.options)
        saved = replace(saved, hints=[who for who in saved.hints if fits and self._plays_here(who)])
        if catalog.offers().friends:
            return saved
        return replace(saved, seats=[YOU if who == FRIEND else who for who in saved.seats], awaited=[])

    def _refuse_options(self, name: str, options: Mapping[str, Any]) -> None:
        """Raise RefusedError unless agents play the game of this name with these options here."""
        if not catalog.offers().fits(envs.game(name), options):
            raise RefusedError(400, "error-options")

    def _plays_here(self, who: str) -> bool:
        """Whether the page offers an agent, and the agent can be made."""
        if not catalog.offers().has(who):
            return False
        try:
            self.agents.make(who)
        except AgentError:
            return False
        return True

    def _room_for_one(self) -> None:
        if len(self.saved) >= SESSION_LIMIT:
            raise RefusedError(400, "error-many", count=len(self.saved))

    def _begin(self, saved: SavedSession) -> str:
        number = secrets.token_hex(6)
        store(self._file(number), None, saved)
        self._admit(number, saved)
        return number

    def _dealt(self, asked: NewSession) -> SavedSession:
        agents = [*(who for who in asked.seats if who not in PERSONS), *asked.hints]
        if wrong := next((who for who in agents if who == REPLAYED or who in PERSONS), None):
            raise GameError(f"unknown agent {wrong!r}")
        paths = {who: located(who) for who in agents}  # the server may be started in another folder
        for who in dict.fromkeys(paths.values()):
            self.agents.make(who)
        if agents:
            self._refuse_options(asked.game, asked.options)
        seats = [paths.get(who, who) for who in asked.seats]
        hints = [paths[who] for who in asked.hints]
        seed = int(asked.seed) if asked.seed else secrets.randbits(BITS)
        if seed >= 2**BITS:
            raise OptionError(f"seed {seed} is not accepted; accepted: below 2**64")
        pack = located_pack(pack_source(asked.pack))
        match = deal(envs.game(asked.game), len(seats), seed, pack, asked.options)
        name = plain(asked.name, NAME_LENGTH)
        names = [name if seat == first(asked.seats) else "" for seat in range(len(asked.seats))]
        saved = SavedSession(match.replay(), seats, new_tokens(seats), hints, asked.pace, now(), names, asked.talks)
        return Session(match, replace(saved, clock=asked.clock, awaited=persons_of(seats))).save()

    async def again(self, number: str, session: Session) -> str:
        """The number of the rematch of a game that is over: the same players, each one seat further. It is begun if it
        does not exist yet."""
        if session.saved.again in self.saved:
            return session.saved.again
        self._room_for_one()
        played = session.save()
        replay = played.replay
        count = len(played.seats)
        seats = played.seats
        game = envs.game(replay.game)
        seed = secrets.randbits(BITS)
        match = await self.agents.run(lambda: deal(game, count, seed, replay.pack, replay.options))
        if session.saved.again in self.saved:  # another seat was quicker
            return session.saved.again
        turned = [seats[seat - 1] for seat in range(count)]
        names = [session.name(seat - 1) if seat else session.name(count - 1) for seat in range(count)]
        dealt = match.replay()
        tokens = new_tokens(turned)
        made = SavedSession(dealt, turned, tokens, played.hints, played.pace, now(), names, played.talks)
        following = self._begin(Session(match, replace(made, clock=played.clock, awaited=persons_of(turned))).save())
        with self.changing(number, session):
            session.keep(again=following)
        return following

    def remove(self, number: str) -> None:
        """Remove a session and its file. Raises RefusedError, and keeps the session, if the file cannot be removed."""
        with storing():
            self._file(number).unlink(missing_ok=True)
        saved = self.saved.pop(number)
        for token in filter(None, saved.tokens):
            del self._seats[token]
        for running in (self._driven.pop(number, None), self._timers.pop(number, None)):
            if running:
                running.cancel()
        self.agents.end(number)
        self._barred.pop(number, None)
        self._restored.pop(number, None)
        self._changed.pop(number).set()

    def board(self, number: str, lang: str = LANGUAGE) -> str:
        """The board of a session as all players know it, as a small picture; empty if the session is not open."""
        session = self._now_open(number)
        if session is None:
            return ""
        return session.game.draw(
            session.state, PUBLIC, actions=[], only="board", lang=catalog.spoken(session.game, lang)
        )

    def _now_open(self, number: str) -> Session | None:
        task = self._restored.get(number)
        return task.result() if task and task.done() and not task.cancelled() and not task.exception() else None

    def listed(self, lang: str = LANGUAGE) -> list[dict[str, Any]]:
        """All sessions but puzzles as JSON, the latest first: public facts and the tokens of the seats. None is opened
        for it."""
        rows = []
        titles = {entry.name: entry.title for entry in catalog.offered(self.games)}
        games = [item for item in self.saved.items() if not item[1].puzzle]
        for number, saved in sorted(games, key=lambda item: -item[1].made):
            session = self._now_open(number)
            standing = saved.standing or (session and session.standing())
            rows.append(
                {
                    "number": number,
                    "game": saved.replay.game,
                    "made": int(saved.made),
                    "seats": [words_of(who) for who in saved.seats],
                    "title": session.game.title if session else titles.get(saved.replay.game, saved.replay.game),
                    "names": [saved.names[seat] if seat < len(saved.names) else "" for seat in range(len(saved.seats))],
                    "choices": len(saved.replay.actions),
                    "scores": standing.scores if standing else [],
                    "stage": standing.stage[lang] if standing else "",
                    "tokens": saved.tokens,
                    "asked": standing.asked if standing else -1,
                    "over": standing.asked < 0 if standing else REPLAYED in saved.seats,
                    "won": standing.won if standing else [],
                    "open": session is not None,
                }
            )
        return rows

    # ---- changes

    @contextlib.contextmanager
    def changing(self, number: str, session: Session) -> Iterator[None]:
        """Context of every change of a session: stores it and goes on. If it cannot be stored, or was removed, the
        change is undone, and a RefusedError raised."""
        with session.whole():
            yield
            if number not in self.saved:
                raise RefusedError(401, "error-removed")
            if (saved := session.save()) != self.saved[number]:
                store(self._file(number), self.saved[number], saved)
            self.saved[number] = session.saved = saved
        self.go_on(number, session)

    def sit_down(self, number: str, session: Session, viewer: Viewer) -> None:
        """The page of a viewer was opened. Where that cannot be stored, the viewer is awaited until it asks again."""
        if viewer is not None and viewer in session.awaited:
            with contextlib.suppress(RefusedError), self.changing(number, session):
                session.sit_down(viewer)

    def keep_review(self, number: str, session: Session, who: str, points: list[Point]) -> None:
        """Keep what agent `who` expected at each decision with the game, and with its file once the game is over. The
        review is shown even where it cannot be stored."""
        if not session.over:
            review.keep(session, who, points)
            return
        with contextlib.suppress(RefusedError), self.changing(number, session):
            review.keep(session, who, points)

    def go_on(self, number: str, session: Session) -> None:
        """Wake waiting clients and let agents play, also one that has failed. Raises RefusedError if the session was
        removed."""
        if number not in self.saved:
            raise RefusedError(401, "error-removed")
        session.problem = None
        self.tell(number)
        self.drive(number, session)

    def tell(self, number: str) -> None:
        """Wake the clients that wait for a change of a session."""
        event = self._changed[number]
        self._changed[number] = asyncio.Event()
        event.set()

    async def wait(self, number: str, seconds: float, end: asyncio.Event) -> None:
        """Wait until a session changes or `end` is set, at most so many seconds."""
        waits = [asyncio.ensure_future(event.wait()) for event in (self._changed[number], end)]
        try:
            await asyncio.wait(waits, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for wait in waits:
                wait.cancel()

    def drive(self, number: str, session: Session) -> None:
        """Start the task that plays the agents' actions, if an agent is to move and no task is running."""
        running = self._driven.get(number)
        if session.ended:
            self.agents.end(number, session.match.copy(past=True))
        if timer := self._timers.pop(number, None):
            timer.cancel()
        timed = session.saved.clock and not session.awaited
        if timed and session.asked in session.persons and not session.agent:
            left = session.left(session.asked) + 0.05
            self._timers[number] = asyncio.get_running_loop().call_later(left, self._time_out, number, session)
        if session.agent and not session.paused and not session.problem and (running is None or running.done()):
            self._driven[number] = asyncio.create_task(self._play_on(number, session))

    def _time_out(self, number: str, session: Session) -> None:
        """The clock of the person to move has run out: an agent chooses."""
        if number in self.saved and not self.closing:
            self.drive(number, session)

    async def _play_on(self, number: str, session: Session) -> None:
        told = ""
        while session.agent and not session.paused and not session.problem:
            if session.saved.pace:
                await asyncio.sleep(session.saved.pace)
            if not session.agent or session.paused:
                continue
            try:
                await self.play_one(number, session)
            except RefusedError as error:  # not stored
                session.problem = error
                if str(error) != told:
                    self.complain(f"game {number}: {error}")
                told = str(error)
                self.tell(number)
                await asyncio.sleep(LATER)
                session.problem = None

    async def play_one(self, number: str, session: Session) -> None:
        """Ask the agent to move and play its action; the action is dropped if the session has changed in the meantime.
        An agent that fails is asked again at the next change. Raises RefusedError if the session cannot be stored."""
        who = session.agent
        match = session.match.copy(past=True)
        seats = [seat for seat, player in enumerate(session.seats) if player == who]
        try:
            choice = await self.agents.choose(who, match, seats, number)
        except Exception as error:  # noqa: BLE001 - a defect of an agent does not end the game either
            if session.actions == match.actions and number in self.saved:
                self.complain(f"game {number}, {who}: {one_line(str(error)) or type(error).__name__}")
                session.problem = RefusedError(500, "error-agent-failed", agent=who)
                self.tell(number)
        else:
            if session.actions == match.actions and number in self.saved:
                with self.changing(number, session):
                    session.choose(session.asked, choice.action, choice.thought)

    def wake(self) -> None:
        """Shut down: release waiting clients and stop the agents. All files are already up to date."""
        self.closing = True
        for event in self._changed.values():
            event.set()
        for task in self._driven.values():
            task.cancel()

    def close(self) -> None:
        """Let another server use the folder."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    # ---- files

    def _file(self, number: str) -> Path:
        return self.folder / f"{number}.json"


def now() -> float:
    """Seconds since 1970; a clock before that is taken for 1970."""
    return max(time.time(), 0.0)


def first(seats: list[str]) -> int:
    """The first seat of the person who begins the game; -1 if there is none."""
    return seats.index(YOU) if YOU in seats else -1


def warm(session: Session) -> Session:
    """Compile what the page needs, and make what it tells, before the first request for it; returns `session`."""
    game = session.game
    match = session.match
    for place in range(len(match.actions)):
        session.moments(place)
    if match.legal_actions:
        game.draw(match.state, match.to_move)
        game.show.tell(match.state, match.legal_actions[0], match.to_move)
        session.turn()
    return session
