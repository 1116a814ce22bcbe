"""A session: one game on the page with its players, its positions and each viewer's account."""

from __future__ import annotations

import secrets
import time
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Annotated, Any

import numpy as np
from pydantic import ConfigDict, Field, TypeAdapter

from medianoche.envs.core.errors import ReplayError
from medianoche.envs.core.play.replay import FORMAT, Replay, state_hash
from medianoche.envs.core.show.catalogue import LANGUAGE, LANGUAGES
from medianoche.envs.core.show.events import PUBLIC
from medianoche.ui import catalog
from medianoche.ui.refusals import RefusedError

if TYPE_CHECKING:
    from medianoche.agents.following import Course
    from medianoche.agents.judging import Judgement
    from medianoche.envs.core.game import Game, State
    from medianoche.envs.core.play.turn import Turn
    from medianoche.envs.core.show.events import Event
    from medianoche.envs.core.show.moments import Moments

YOU, FRIEND, REPLAYED = "you", "friend", "replay"
"""Players of a seat besides agents: two kinds of persons, and the seats of a replay that is only shown."""
PERSONS = (YOU, FRIEND)
Viewer = int | None
"""A seat, None for a viewer who sees everything, or PUBLIC for a spectator, who sees what all seats know."""
STAND_IN = "greedy"
"""The agent that chooses for a person whose clock has run out."""
NAME_LENGTH, SAID_LENGTH, SAID_LIMIT, PLAYER_LENGTH = 30, 300, 200, 20_000
"""Most characters of a name and of a line of the chat, most lines of a chat, most characters of an agent's string."""

FILLERS = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and symbols that look like spaces."""
HIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn"}
"""Categories of Unicode for what has no form of its own: control and format characters, and what is not assigned."""


def plain(text: str, most: int) -> str:
    """What a person has written, as pages show it: one line of at most `most` characters in Unicode's form NFC,
    with single spaces, without what is not seen or turns the direction of text. Empty if nothing of it can be seen."""
    words = "".join(" " if each.isspace() or each in FILLERS else each for each in unicodedata.normalize("NFC", text))
    shown = " ".join("".join(each for each in words if unicodedata.category(each) not in HIDDEN).split())[:most].strip()
    return shown if any(unicodedata.category(each)[0] not in "MZ" for each in shown) else ""  # M: marks on letters


def same_name(name: str) -> str:
    """A text that is equal for names that look alike: in other cases, widths or spacing."""
    return unicodedata.normalize("NFKC", name).casefold().replace(" ", "")


@dataclass(frozen=True)
class Said:
    """A line of a table's chat."""

    seat: Annotated[int, Field(ge=0, lt=16)]
    text: Annotated[str, Field(max_length=SAID_LENGTH)]

    __pydantic_config__ = ConfigDict(extra="forbid")


@dataclass(frozen=True)
class TableState:
    """How far a session is, as all players know it; for the list of games, which opens none."""

    asked: Annotated[int, Field(ge=-1, lt=16)]  # the seat to move; -1 if the game is over
    scores: list[Annotated[int, Field(ge=-(2**31), lt=2**31)]]  # by seat
    stage: dict[str, Annotated[str, Field(max_length=300)]]  # in words, by language

    __pydantic_config__ = ConfigDict(extra="forbid")


@dataclass(frozen=True)
class SavedSession:
    """A session as it is stored in its file."""

    replay: Replay  # the game so far
    # the player of each seat: "you", "friend", an agent, or "replay"
    seats: list[Annotated[str, Field(max_length=PLAYER_LENGTH)]]
    # the token of each seat's page, empty for an agent; and last that of the page for all who watch: it shows
    # everything in a game of agents alone, else what all players know; empty in games of 0.2 between persons
    tokens: list[Annotated[str, Field(pattern=r"^[\w-]{0,64}$")]]
    hints: list[Annotated[str, Field(max_length=PLAYER_LENGTH)]]  # agents that give hints
    pace: Annotated[float, Field(ge=0, le=60)]  # seconds between two moves of agents
    made: Annotated[float, Field(ge=0, le=1e12)]  # when the game began, in seconds since 1970
    names: list[Annotated[str, Field(max_length=NAME_LENGTH)]] = field(default_factory=list)  # of persons, by seat
    talks: bool = True  # whether persons may write to each other
    chat: Annotated[list[Said], Field(max_length=SAID_LIMIT)] = field(default_factory=list)
    clock: Annotated[float, Field(ge=0, le=1e6)] = 0.0  # seconds that each person has for the game; 0: no clock
    used: list[Annotated[float, Field(ge=0, le=1e9)]] = field(default_factory=list)  # seconds used, by seat
    again: Annotated[str, Field(max_length=12)] = ""  # number of the rematch
    standing: TableState | None = None  # at the last change; None in games of older versions

    __pydantic_config__ = ConfigDict(extra="forbid")


SAVED_SESSION: TypeAdapter[SavedSession] = TypeAdapter(SavedSession)


def new_tokens(seats: list[str]) -> list[str]:
    """A token for each person, and one for the page of all who watch."""
    return [secrets.token_urlsafe(16) if wanted else "" for wanted in [*(who in PERSONS for who in seats), True]]


@dataclass
class Session:
    """A game being played."""

    room: Game  # the game with its one pack
    saved: SavedSession  # the file that it was opened from; `save()` returns the present one
    states: list[State]  # the position at each decision, the present one last
    actions: list[int] = field(default_factory=list)  # the actions played
    moments: list[Moments] = field(default_factory=list)  # what happened in each action
    pace: float = 0.0
    paused: bool = False  # whether agents wait
    problem: RefusedError | None = None  # why agents do not go on, for all viewers
    # for each viewer, the key of a position and its last hint there
    judged: dict[Viewer, tuple[str, Judgement]] = field(default_factory=dict)
    steps: int = 0  #: Number of changes so far
    since: float = field(default_factory=time.monotonic)  # when the present position was reached
    _looks: dict[tuple[int, Viewer], bytes] = field(default_factory=dict)
    _events: dict[tuple[int, Viewer, str], list[Event]] = field(default_factory=dict)

    @classmethod
    def restore(cls, saved: SavedSession) -> Session:
        """Play a saved game up to its last action. Raises MedianocheError if the game cannot be played with the present
        version."""
        replay = saved.replay
        env = replay.env()
        room: Game = env.game
        state = room.new(replay.num_players, replay.seed, replay.pack, **replay.options)
        session = cls(room, saved, [state], pace=saved.pace)
        for action in replay.actions:
            session._play(action)
        if (now := state_hash(session.state)) != replay.final:
            raise ReplayError(f"the saved game ends in state {now}, not in {replay.final}: rules have changed")
        return session

    def save(self) -> SavedSession:
        """The session as it is to be stored."""
        final, actions = state_hash(self.state), [int(action) for action in self.actions]
        replay = replace(self.saved.replay, actions=actions, final=final)
        return replace(self.saved, replay=replay, pace=self.pace, standing=self.standing())

    def standing(self) -> TableState:
        """How far the session is."""
        views = {lang: self.room.view(self.state, PUBLIC, catalog.spoken(self.room, lang)) for lang in LANGUAGES}
        scores = [int(score) for score in self.scores(views[LANGUAGE].record)]
        return TableState(self.asked, scores, {lang: self.room.declared.stage(view) for lang, view in views.items()})

    def copied(self) -> dict[str, Any]:
        """What `vars(session).update` takes to make the session what it is now."""
        return {name: value.copy() if isinstance(value, list | dict) else value for name, value in vars(self).items()}

    def keep(self, **changed: Any) -> None:
        """Change fields of what is saved."""
        self.saved = replace(self.saved, **changed)

    # ---- players

    @property
    def seats(self) -> list[str]:
        """The player of each seat."""
        return self.saved.seats

    @property
    def persons(self) -> list[int]:
        """Seats of persons."""
        return [seat for seat, who in enumerate(self.seats) if who in PERSONS]

    @property
    def watcher(self) -> Viewer:
        """The viewer who has no seat: PUBLIC where persons play, else None, who sees everything."""
        return PUBLIC if self.persons else None

    def name(self, seat: int) -> str:
        """The name that a person has given; empty if there is none."""
        return self.saved.names[seat] if seat < len(self.saved.names) else ""

    def rename(self, seat: int, name: str) -> None:
        """Give a person a name; see `plain`. Raises RefusedError if another person at the table has it."""
        names = [self.name(each) for each in range(len(self.seats))]
        names[seat] = name = plain(name, NAME_LENGTH)
        if name and same_name(name) in (same_name(each) for each in [*names[:seat], *names[seat + 1 :]]):
            raise RefusedError(400, "error-name-taken", name=name)
        self.keep(names=names)

    @property
    def alone(self) -> bool:
        """Whether at most one person plays; then choices may be undone and the pace changed."""
        return len(self.persons) <= 1

    def scores(self, record: State) -> list[int]:
        """The score of each seat in a view's record; before the end of a game that counts points then, what it counts
        until then (candies in Halloween)."""
        infos = [self.room.declared.info(record, seat) for seat in range(len(self.seats))]
        return [info["score"] if self.state.done else info.get("candies", info["score"]) for info in infos]

    # ---- playing

    @property
    def state(self) -> State:
        """The present position."""
        return self.states[-1]

    @property
    def over(self) -> bool:
        """Whether the game has ended or is a replay."""
        return bool(self.state.done) or REPLAYED in self.seats

    @property
    def asked(self) -> int:
        """The seat to move; -1 if the game is over."""
        return -1 if self.over else int(self.state.to_move)

    @property
    def agent(self) -> str:
        """The agent to move, or that moves for a person without time; empty if a person is to move or the game is
        over."""
        who = self.seats[self.asked] if self.asked >= 0 else ""
        return who if who not in PERSONS else STAND_IN if self.saved.clock and self.left(self.asked) <= 0 else ""

    @property
    def thinking(self) -> float:
        """Seconds since the present position was reached."""
        return time.monotonic() - self.since

    def left(self, seat: int) -> float:
        """Seconds that a person's clock has left, where there is a clock."""
        return self.saved.clock - self.used[seat] - (self.thinking if seat == self.asked else 0)

    @property
    def used(self) -> list[float]:
        """Seconds that each seat has used in its choices so far."""
        return self.saved.used or [0.0] * len(self.seats)

    def step(self, action: int) -> None:
        """Play an action of the seat to move. Raises IllegalActionError, and changes nothing, if it is not legal."""
        used = list(self.used)
        if self.saved.clock:
            used[self.asked] = round(used[self.asked] + self.thinking, 2)
        self._play(action)
        self.keep(used=used)

    def _play(self, action: int) -> None:
        moments = self.room.show.moments(self.state, action)
        self.moments.append(moments)
        self.states.append(moments[-1])
        self.actions.append(int(action))
        self._moved()

    def _moved(self) -> None:
        self.steps += 1
        self.since = time.monotonic()

    def events(self, place: int, viewer: Viewer, lang: str = LANGUAGE) -> list[Event]:
        """What happened in action number `place`, as `viewer` knows it."""
        if (place, viewer, lang) not in self._events:
            self._events[place, viewer, lang] = self.moments[place].events(viewer, lang)
        return self._events[place, viewer, lang]

    def look(self, place: int, viewer: Viewer) -> bytes:
        """The record of position number `place` as `viewer` knows it."""
        if (place, viewer) not in self._looks:
            self._looks[place, viewer] = self.room.view(self.states[place], viewer).record.tobytes()
        return self._looks[place, viewer]

    def last_choice(self, seat: Viewer) -> int:
        """Index of the last action that `seat` chose (None: any seat); -1 if there is none."""
        watches = seat is None or seat == PUBLIC
        chosen = (k for k in reversed(range(len(self.actions))) if watches or self.states[k].to_move == seat)
        return next(chosen, -1)

    def take_back(self, seat: int) -> None:
        """Return to the position of the last choice of the only person. Raises RefusedError if several persons play,
        or there is no choice to undo."""
        if not self.alone:
            raise RefusedError(400, "error-not-alone")
        if (length := self.last_choice(seat)) < 0:
            raise RefusedError(400, "error-nothing-back")
        del self.states[length + 1 :], self.actions[length:], self.moments[length:]
        self._looks = {where: look for where, look in self._looks.items() if where[0] <= length}
        self._events = {where: found for where, found in self._events.items() if where[0] < length}
        self._moved()

    def course(self) -> Course:
        """The game so far, for agents that follow it."""
        from medianoche.agents.following import Course

        return Course(self.room, self.seats, self.saved.replay.seed, list(self.states), list(self.actions))

    def turn(self, place: int = -1) -> Turn:
        """The turn of one decision for the seat to move at decision number `place`; -1 is the present one."""
        from medianoche.envs.core.play.match import chance_of
        from medianoche.envs.core.play.turn import Turn

        room, number = self.room, range(len(self.states))[place]
        rows = np.zeros(1, room.declared.state_dtype).view(np.recarray)
        rows[0] = self.states[number]
        mask = np.zeros((1, room.rules.mask_words), np.uint64)
        room.rules.loops.legal_one(room.content.records, rows, 0, mask[0])
        seeds = np.array([chance_of(self.saved.replay.seed, number)], np.uint64)
        return Turn(room, len(self.seats), room.content.records, rows, mask, np.zeros(1, np.int64), seeds)


def deal(name: str, num_players: int, pack: str | int, options: Mapping[str, Any], seed: int) -> Replay:
    """Deal a game; returns the replay without actions. Raises MedianocheError if an argument is not accepted."""
    from medianoche import envs

    room = envs.game(name).content.with_packs([pack])
    given = room.content.options(dict(options)).model_dump(mode="json")
    state = room.new(num_players, seed, pack, **options)
    used = room.content.packs[int(state.pack)].hash
    final = state_hash(state)
    return Replay(FORMAT, room.content.location, room.version, num_players, pack, used, given, seed, [], final)
