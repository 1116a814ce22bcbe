"""One game on the page: who sits where, what has been played, what each of them was told. Small to keep."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Annotated, Any

import numpy as np
from pydantic import ConfigDict, Field, TypeAdapter

from medianoche.envs.core.errors import GameError, ReplayError
from medianoche.envs.core.play.replay import FORMAT, Replay, state_hash

if TYPE_CHECKING:
    from medianoche.agents.judging import Judgement
    from medianoche.envs.core.game import Game, State
    from medianoche.envs.core.play.turn import Turn

YOU, FRIEND, REPLAYED = "you", "friend", "replay"
"""Who may sit in a seat besides agents: persons, and whoever played a game that is only looked at."""
PERSONS = (YOU, FRIEND)
Viewer = int | None
"""A seat, or None for somebody who sees everything."""


@dataclass(frozen=True)
class SavedSession:
    """A session in its file.

    Attributes:
        replay: the game so far.
        seats: who sits in each seat: "you", "friend", an agent, or "replay".
        tokens: what opens each seat's page, and last that of somebody who sees everything; empty where nobody may.
        hints: agents that persons may ask.
        pace: seconds between two moves of agents.
        made: when, in seconds since 1970.
    """

    replay: Replay
    seats: list[Annotated[str, Field(max_length=300)]]
    tokens: list[Annotated[str, Field(pattern=r"^[\w-]{0,64}$")]]
    hints: list[Annotated[str, Field(max_length=300)]]
    pace: Annotated[float, Field(ge=0, le=60)]
    made: Annotated[float, Field(ge=0, le=1e12)]

    __pydantic_config__ = ConfigDict(extra="forbid")


SAVED_SESSION: TypeAdapter[SavedSession] = TypeAdapter(SavedSession)


def new_tokens(seats: list[str]) -> list[str]:
    """A token for each person, and one for whoever watches agents play."""
    watched = not any(who in PERSONS for who in seats)
    return [secrets.token_urlsafe(16) if wanted else "" for wanted in [*(who in PERSONS for who in seats), watched]]


@dataclass
class Session:
    """A game being played.

    Attributes:
        room: the game with its one pack.
        saved: what it began from; `save()` is what it is now.
        states: the position at each decision, the present one last.
        actions: what was chosen.
        told: what each viewer was told of each choice.
        paused: whether agents wait.
        problem: why agents do not go on, for everybody.
        judged: by viewer, what was thought of which position.
    """

    room: Game
    saved: SavedSession
    states: list[State]
    actions: list[int] = field(default_factory=list)
    told: list[dict[Viewer, list[str]]] = field(default_factory=list)
    pace: float = 0.0
    paused: bool = False
    problem: str = ""
    judged: dict[Viewer, tuple[str, Judgement]] = field(default_factory=dict)
    steps: int = 0
    """How often anything has changed."""

    @classmethod
    def restore(cls, saved: SavedSession) -> Session:
        """Play a saved game up to where it was.

        Raises:
            MedianocheError: it cannot be played any more.
        """
        replay = saved.replay
        env = replay.env()
        room: Game = env.game
        state = room.new(replay.num_players, replay.seed, replay.pack, **replay.options)
        session = cls(room, saved, [state], pace=saved.pace)
        for action in replay.actions:
            session.step(action)
        if (now := state_hash(session.state)) != replay.final:
            raise ReplayError(f"the saved game ends in state {now}, not in {replay.final}: rules have changed")
        return session

    def save(self) -> SavedSession:
        """What its file holds."""
        final, actions = state_hash(self.state), [int(action) for action in self.actions]
        return SavedSession(
            Replay(**{**asdict(self.saved.replay), "actions": actions, "final": final}),
            self.saved.seats,
            self.saved.tokens,
            self.saved.hints,
            self.pace,
            self.saved.made,
        )

    def copied(self) -> dict[str, Any]:
        """What `vars(session).update` takes to make the session what it is now."""
        return {name: value.copy() if isinstance(value, list) else value for name, value in vars(self).items()}

    # ---- who

    @property
    def seats(self) -> list[str]:
        """Who sits in each seat."""
        return self.saved.seats

    @property
    def persons(self) -> list[int]:
        """Seats in which persons sit."""
        return [seat for seat, who in enumerate(self.seats) if who in PERSONS]

    @property
    def viewers(self) -> list[Viewer]:
        """Everybody to whom an account is given."""
        return [*self.persons] if self.persons else [*range(len(self.seats)), None]

    @property
    def alone(self) -> bool:
        """Whether all but one are agents, whose time and choices may be taken back."""
        return len(self.persons) <= 1

    # ---- playing

    @property
    def state(self) -> State:
        """The present position."""
        return self.states[-1]

    @property
    def over(self) -> bool:
        """Whether the game has ended, or is only looked at."""
        return bool(self.state.done) or REPLAYED in self.seats

    @property
    def asked(self) -> int:
        """The seat that is asked, -1 if none is."""
        return -1 if self.over else int(self.state.to_move)

    @property
    def agent(self) -> str:
        """The agent that is asked; empty if none is."""
        who = self.seats[self.asked] if self.asked >= 0 else ""
        return "" if who in PERSONS else who

    def step(self, action: int) -> None:
        """Play an action of the seat that is asked.

        Raises:
            IllegalActionError: nothing has changed.
        """
        moments = self.room.moments(self.state, action)
        self.told.append({viewer: self.room.account(moments, viewer) for viewer in self.viewers})
        self.states.append(moments[-1])
        self.actions.append(int(action))
        self.steps += 1

    def last_choice(self, seat: Viewer) -> int:
        """How many actions there were before `seat` chose last; -1 if it never has."""
        chosen = (k for k in reversed(range(len(self.actions))) if seat is None or self.states[k].to_move == seat)
        return next(chosen, -1)

    def take_back(self, seat: int) -> None:
        """Go back to the last choice of the only person.

        Raises:
            GameError: others than agents have played since, or there is nothing to take back.
        """
        if not self.alone:
            raise GameError("a choice cannot be taken back where others than agents play")
        if (length := self.last_choice(seat)) < 0:
            raise GameError("there is nothing to take back")
        del self.states[length + 1 :], self.actions[length:], self.told[length:]
        self.problem = ""
        self.steps += 1

    def turn(self, place: int = -1) -> Turn:
        """What the seat that is asked at the present decision, or at another one, may know."""
        from medianoche.envs.core.play.turn import Turn

        room, number = self.room, range(len(self.states))[place]
        rows = np.zeros(1, room.state_dtype).view(np.recarray)
        rows[0] = self.states[number]
        mask = np.zeros((1, room.mask_words), np.uint64)
        room.loops.legal_one(room.records, rows, 0, mask[0])
        chance = hashlib.sha256(f"{self.saved.replay.seed} {number}".encode()).digest()  # tells nothing of the deal
        seeds = np.frombuffer(chance[:8], np.uint64)
        return Turn(room, len(self.seats), room.records, rows, mask, np.zeros(1, np.int64), seeds)


def deal(name: str, num_players: int, pack: str | int, options: Mapping[str, Any], seed: int) -> tuple[Game, Replay]:
    """A game with its one pack, and its replay at the deal.

    Raises:
        MedianocheError: what was given is not accepted.
    """
    from medianoche import envs

    room = envs.game(name).with_packs([pack])
    given = room.options(dict(options))
    state = room.new(num_players, seed, pack, **options)
    replay = Replay(
        FORMAT,
        room.location,
        room.version,
        num_players,
        pack,
        room.packs[int(state.pack)].hash,
        given.model_dump(mode="json"),
        seed,
        [],
        state_hash(state),
    )
    return room, replay
