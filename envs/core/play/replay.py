"""The file of a game: its seed and its actions. Playing it again must give the same bytes in the final state."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass, replace
from os import PathLike
from pathlib import Path
from typing import Annotated, ClassVar, Self

from pydantic import ConfigDict, FailFast, Field, JsonValue, TypeAdapter

from medianoche.envs.core import files
from medianoche.envs.core.content.pack import PackSource, is_file
from medianoche.envs.core.declaration import State
from medianoche.envs.core.errors import ReplayError, choices, shown
from medianoche.envs.core.play.forfeit import Forfeit
from medianoche.envs.core.play.positions import MatchPositions
from medianoche.envs.core.play.thoughts import LENGTH, thought, up_to
from medianoche.envs.core.registry import is_known, names, now_called

FORMAT = 1
RARE = ("forfeit", "thoughts")
"""Fields that a file has only where there is something to say."""

Word = Annotated[str, Field(min_length=1, max_length=1000)]
Hash = Annotated[str, Field(pattern="^[0-9a-f]{16}$")]
Small = Annotated[int, Field(ge=0, lt=2**31)]
Seed = Annotated[int, Field(ge=0, lt=2**63)]
Actions = Annotated[list[Small], FailFast()]
"""Actions of a game. The first wrong one ends the reading: a million errors take a gigabyte."""
Thoughts = Annotated[dict[Small, Annotated[str, Field(max_length=LENGTH)]], Field(max_length=2**20)]
"""Thoughts of a game, by number of the action to which they belong, from 0."""


def state_hash(state: State) -> str:
    """16 hexadecimal digits of a state's bytes."""
    return hashlib.sha256(bytes(state.tobytes())).hexdigest()[:16]


@dataclass(frozen=True)
class GameRecord:
    """A game as its seed and its actions, and its file; `Replay` has the fields in words, and plays it."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid")

    format: Small
    game: files.GameName
    version: Small
    num_players: Small
    pack: Word | Seed
    pack_hash: Hash
    options: Annotated[dict[Word, JsonValue], Field(max_length=50)]
    seed: Annotated[int, Field(ge=0, lt=2**64)]
    actions: Actions
    final: Hash
    forfeit: Forfeit | None = None
    thoughts: Thoughts | None = None

    def save(self, path: str | Path) -> None:
        """Write the replay as JSON; raises OSError, which names the path."""
        files.write(_path(path), json.dumps(self.fields()) + "\n")

    def fields(self) -> dict[str, JsonValue]:
        """What the file holds; `forfeit` only if the game was forfeited, `thoughts` only if there are any."""
        fields = asdict(self)
        return {name: value for name, value in fields.items() if name not in RARE or value is not None}

    @classmethod
    def load(cls, path: str | Path, game: str = "", pack: PackSource | None = None) -> Self:
        """Read a replay, which may be untrusted.

        Args:
            path: the file.
            game: location of its game, `module:Class`, if that is not a registered one; the module is imported.
            pack: its pack, if the replay was played with a file; its content must be the same.

        Raises:
            ReplayError: the file is missing, damaged or of another format, or names a module or file that the caller
                did not name.
        """
        text = files.read(_path(path), ReplayError)
        replay = files.from_json(TypeAdapter(cls), text, f"{path} is not a replay", ReplayError)
        if replay.format != FORMAT:
            raise ReplayError(f"{path} has format {replay.format}; accepted: {FORMAT}")
        return replay.admitted(path, game, pack)

    def admitted(self, source: object, game: str = "", pack: PackSource | None = None) -> Self:
        """This replay from the file `source`, if it needs only registered games, their packs, and the `game` and `pack`
        that the user named.

        Raises:
            ReplayError: it names a module or a path, or another game than the user.
        """
        if not isinstance(game, str):
            raise ReplayError(f"game {shown(game)} is not accepted; accepted: module:Class")
        if game and now_called(game) != self.game:
            raise ReplayError(f"{source} is of the game {self.game!r}, not of {game}")
        if not game and not is_known(self.game):
            known = f"games: {choices(names())}; name one of your own yourself, as module:Class (--game)"
            raise ReplayError(f"{source}: unknown game {self.game!r}; {known}")
        if pack is None and is_file(self.pack):
            raise ReplayError(f"{source} was played with the pack {self.pack!r}; name that file yourself (--pack)")
        if pack is None:
            return self
        return replace(self, pack=pack if isinstance(pack, int) else str(pack))

    def shown_thoughts(self, match: MatchPositions, seat: int | None = None) -> dict[int, str]:
        """The thoughts that may be shown, by number of the action. `seat` reads its own; the view of everything reads
        all, but only after the game: while it goes on, no other seat and no spectator reads them.

        Args:
            match: the game, played to its last action.
            seat: who looks; None: the view of everything.

        Raises:
            ReplayError: one of them is of another kind.
        """
        if not isinstance(match, MatchPositions):
            raise ReplayError(f"match {shown(match)} is not accepted; accepted: the game, `replay.match()`")
        if seat is not None and not isinstance(seat, int):
            raise ReplayError(f"seat {shown(seat)} is not accepted; accepted: an int or None")
        over = match.to_move < 0 or self.forfeit is not None
        movers = match.states["to_move"].tolist()
        kept = up_to(self.thoughts, len(self.actions)) or {}
        readable = {place: thought(kept[place]) for place in kept if (over and seat is None) or movers[place] == seat}
        return {place: text for place, text in readable.items() if text}

    def match(self, played: bool = False) -> MatchPositions:
        """The positions of the game; see `Replay.match`."""
        raise NotImplementedError


def _path(path: object) -> Path:
    """`path` as a Path; raises ReplayError if it is no path."""
    if not isinstance(path, str | PathLike):
        raise ReplayError(f"path {shown(path)} is not accepted; accepted: a str or a pathlib.Path")
    return Path(path)
