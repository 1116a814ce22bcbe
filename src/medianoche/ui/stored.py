"""Sessions as they are stored: a file each, one line of JSON for the whole, and one for what was played since then."""

from __future__ import annotations

import contextlib
import json
import secrets
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from pydantic import ConfigDict, Field, TypeAdapter

from medianoche.agents.puzzles import Solution
from medianoche.envs.core import files
from medianoche.envs.core.errors import GameError
from medianoche.envs.core.play.match import Replay
from medianoche.envs.core.play.positions import MatchPositions
from medianoche.envs.core.play.replay import Actions, Hash, Small, Thoughts
from medianoche.envs.core.play.thoughts import up_to
from medianoche.ui.refusals import RefusedError

YOU, FRIEND, REPLAYED = "you", "friend", "replay"
"""Players of a seat besides agents: two kinds of persons, and the seats of a replay that is only shown."""
PERSONS = (YOU, FRIEND)
NAME_LENGTH, SAID_LENGTH, SAID_LIMIT, PLAYER_LENGTH = 30, 300, 200, 20_000
"""Most characters of a name and of a line of the chat, most lines of a chat, most characters of an agent's string."""
REVIEW_FORMAT, REVIEW_LIMIT = 1, 2**16
"""The format of a review that this version reads and writes, and most decisions of one."""


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
    #: the seats that have won, all of them for a draw; none before the end, and in games that older versions ended
    won: list[Annotated[int, Field(ge=0, lt=16)]] = field(default_factory=list)

    __pydantic_config__ = ConfigDict(extra="forbid")


@dataclass(frozen=True)
class Early:
    """A choice that waits until the seat's turn comes (`Session.at`)."""

    seat: Annotated[int, Field(ge=0, lt=16)]
    position: Annotated[str, Field(max_length=32)]  # in which it was made; in another one it counts for nothing
    action: Small

    __pydantic_config__ = ConfigDict(extra="forbid")


@dataclass(frozen=True)
class AskedPuzzle:
    """A puzzle whose position a session shows."""

    solution: Solution
    chosen: Small | None = None  # what the person has chosen; None: nothing yet

    __pydantic_config__ = ConfigDict(extra="forbid")


class Point(NamedTuple):
    """An agent's judgement of a decision."""

    place: Small  #: number of the decision
    seat: Annotated[int, Field(ge=0, lt=16)]  #: the seat that chose
    value: Annotated[float, Field(ge=-1, le=1)]  #: expected utility of the seat
    best: Small  #: the action that the agent would have chosen


@dataclass(frozen=True)
class Review:
    """What an agent expected at the decisions of a game, when it looked at the game last."""

    format: Annotated[int, Field(ge=REVIEW_FORMAT, le=REVIEW_FORMAT)]
    agent: Annotated[str, Field(min_length=1, max_length=PLAYER_LENGTH)]
    points: Annotated[list[Point], Field(max_length=REVIEW_LIMIT)]

    __pydantic_config__ = ConfigDict(extra="forbid")

    def check(self, match: MatchPositions) -> None:
        """Check that it is about the decisions of `match`, the played game. Raises GameError if it is not."""
        states = match.states
        last = -1
        for point in self.points:
            fits = last < point.place < len(match.actions) and int(states[point.place].to_move) == point.seat
            if not fits or point.best not in match.game.legal_actions(states[point.place]):
                raise GameError(f"the review of this game does not fit decision {point.place}")
            last = point.place


@dataclass(frozen=True)
class SavedSession:
    """A session as it is stored in its file."""

    replay: Replay  # the game so far
    # the player of each seat: "you", "friend", an agent, or "replay"
    seats: list[Annotated[str, Field(max_length=PLAYER_LENGTH)]]
    # the token of each seat's page, empty for an agent; and last that of the page for all who watch: it shows
    # everything in a game of agents alone, else what all players know
    tokens: list[Annotated[str, Field(pattern=r"^[\w-]{0,64}$")]]
    hints: list[Annotated[str, Field(max_length=PLAYER_LENGTH)]]  # agents that give hints
    pace: Annotated[float, Field(ge=0, le=60)]  # seconds between two moves of agents
    made: Annotated[float, Field(ge=0, le=1e12)]  # when the game began, in seconds since 1970
    names: list[Annotated[str, Field(max_length=NAME_LENGTH)]] = field(default_factory=list)  # of persons, by seat
    talks: bool = True  # whether persons may write to each other
    chat: Annotated[list[Said], Field(max_length=SAID_LIMIT)] = field(default_factory=list)
    clock: Annotated[float, Field(ge=0, le=1e6)] = 0.0  # seconds that each person has for the game; 0: no clock
    used: list[Annotated[float, Field(ge=0, le=1e9)]] = field(default_factory=list)  # seconds used, by seat
    # seats of persons whose page was not opened yet; clocks run when there is none. Empty in games of older versions
    awaited: Annotated[list[Annotated[int, Field(ge=0, lt=16)]], Field(max_length=16)] = field(default_factory=list)
    again: Annotated[str, Field(max_length=12)] = ""  # number of the rematch
    early: Annotated[list[Early], Field(max_length=16)] = field(default_factory=list)
    standing: TableState | None = None  # at the last change; None in games of older versions
    puzzle: AskedPuzzle | None = None  # None: a game that is played
    review: Review | None = None  # of these actions; None: no agent has looked at them

    __pydantic_config__ = ConfigDict(extra="forbid", defer_build=True)


@dataclass(frozen=True)
class SavedMoves:
    """Actions that were played since the lines before it in the file of a session: a line of its own."""

    at: Small  # number of the first of them
    actions: Actions
    final: Hash  # as in `Replay`; this and the rest after the last of them
    used: list[Annotated[float, Field(ge=0, le=1e9)]]
    standing: TableState
    thoughts: Thoughts = field(default_factory=dict)  # of these actions

    __pydantic_config__ = ConfigDict(extra="forbid", defer_build=True)


SAVED_SESSION: TypeAdapter[SavedSession] = TypeAdapter(SavedSession)
SAVED_MOVES: TypeAdapter[SavedMoves] = TypeAdapter(SavedMoves)


def persons_of(seats: list[str]) -> list[int]:
    """The seats of persons."""
    return [seat for seat, who in enumerate(seats) if who in PERSONS]


def new_tokens(seats: list[str]) -> list[str]:
    """A token for each person, and one for the page of all who watch."""
    return [secrets.token_urlsafe(16) if wanted else "" for wanted in [*(who in PERSONS for who in seats), True]]


def read(file: Path) -> SavedSession:
    """The session in a file; a line that was cut off counts for nothing. Raises GameError if the file is damaged."""
    first, *lines = list(filter(None, files.read(file, GameError).split(b"\n"))) or [b""]
    saved = files.from_json(SAVED_SESSION, first, file, GameError)
    actions = saved.replay.actions
    thoughts = dict(saved.replay.thoughts or {})
    moves = None
    for line in lines:
        try:
            json.loads(line)
        except RecursionError:
            pass  # a whole line that is nested too deep: refused below
        except ValueError:
            continue
        moves = files.from_json(SAVED_MOVES, line, file, GameError)
        if moves.at > len(actions):
            raise GameError(f"{file}: the actions before number {moves.at} are missing")
        actions[moves.at :] = moves.actions
        thoughts = (up_to(thoughts, moves.at) or {}) | moves.thoughts
    if moves is None:
        return saved
    kept = up_to(thoughts, len(actions))
    replay = replace(saved.replay, actions=actions, final=moves.final, thoughts=kept)
    return replace(saved, replay=replay, used=moves.used, standing=moves.standing)


def store(file: Path, before: SavedSession | None, now: SavedSession) -> None:
    """Append to the file of a session what was played since `before`, which it holds; write it anew, as one line, where
    something else has changed or the game has ended. The folder is created if it was removed. Raises RefusedError if
    that fails."""
    standing = now.standing
    at = len(before.replay.actions) if before else 0
    replay = now.replay
    with storing():
        if (
            before
            and standing
            and standing.asked >= 0
            and replay.actions[:at] == before.replay.actions
            and now == replace(before, replay=replay, used=now.used, standing=standing)
            and file.exists()
        ):
            new = {place: text for place, text in (replay.thoughts or {}).items() if place >= at}
            moves = SavedMoves(at, replay.actions[at:], replay.final, now.used, standing, new)
            with file.open("a", encoding="utf-8") as stream:
                stream.write("\n" + json.dumps(asdict(moves)))  # a line that a full disk has cut off ends here
            return
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_private(file, json.dumps({**asdict(now), "replay": {**replay.fields(), "pack": replay.pack}}) + "\n")


def kept_elsewhere(saved: SavedSession) -> dict[str, Any]:
    """A session for another page, as JSON, without the tokens of this one."""
    replay = {**asdict(saved.replay), "pack": saved.replay.pack}
    return {**asdict(saved), "replay": replay, "tokens": [], "again": ""}


def write_private(file: Path, content: str) -> None:
    """`files.write` of a file that holds tokens: no other user of the machine may read it."""
    new = file.with_name(f"{file.name}.new")  # `files.write` goes on with it
    new.unlink(missing_ok=True)
    new.touch(0o600)
    files.write(file, content)


@contextlib.contextmanager
def storing() -> Iterator[None]:
    """Turn an OSError into a RefusedError with one line for the page."""
    try:
        yield
    except OSError as error:
        why = error.strerror or type(error).__name__
        raise RefusedError(507, "error-not-stored", why=why) from None
