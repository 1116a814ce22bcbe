"""What the configurations of both learners share: tables of TOML, their checks and their differences."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, ClassVar, Self

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    NonNegativeInt,
    PositiveInt,
    ValidationError,
    model_validator,
)

from medianoche.agents.base import refuse_code
from medianoche.agents.network import Explore, Scale, Share, Widths
from medianoche.envs.core import files
from medianoche.envs.core.errors import MedianocheError
from medianoche.envs.core.files import PackName, Word

KEY_LIMIT, VALUE_WIDTH = 3, 40
"""Of a line about differences: keys that are named, and characters of a value."""


class TrainingError(MedianocheError):
    """A configuration that is not accepted, or a folder that holds another training."""


class Settings(BaseModel):
    """Base of all tables: unknown keys, NaN and infinite numbers are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)


class TrainingConfig(Settings):
    """What decides the games of a training, and how its file is read and written."""

    folder: ClassVar[Path]  #: The configurations that come with games, GAME.toml
    free: ClassVar[tuple[str, ...]] = ()  #: Keys that may change when a training goes on
    game: Word  #: Name of the game, or `module:Class`
    players: tuple[PositiveInt, ...] = ()  #: Player counts, by turns; none: the game's default
    pack: PackName = "standard"
    options: dict[str, Any] = {}  #: The game's options

    @classmethod
    def read(cls, file: Path, trusted: bool = False, **changes: Any) -> Self:
        """Read a TOML file; for `changes` see `of`.

        Raises:
            TrainingError: no such file, no TOML, a key or value that is not accepted, or agents that run code in a file
                that is not `trusted` (see `tables_in`); one line.
        """
        return cls.of(str(file), tables_in(file, trusted), **changes)

    @classmethod
    def of(cls, source: str, tables: dict[str, Any], **changes: Any) -> Self:
        """Check tables that came from `source`; `changes` replace keys of the first level, but for those that are None.
        Raises TrainingError if a key or value is not accepted."""
        given = {key: value for key, value in changes.items() if value is not None}
        try:
            return cls(**{**tables, **given})
        except ValidationError as error:
            raise TrainingError(f"{source}: {files.reason(error)}") from None

    @classmethod
    def of_game(cls, game: str, given: Path | None = None, trusted: bool = False, **changes: Any) -> Self:
        """The configuration in the file `given` for a game; else the one that comes with the game, or the defaults."""
        from medianoche import envs

        if given:
            return cls.read(given, trusted, game=game, **changes)
        file = cls.folder / f"{envs.game(game).name}.toml"
        return cls.read(file, **changes) if file.is_file() else cls.of(game, {"game": game}, **changes)

    def difference(self, other: Self) -> str:
        """How `other` differs, in words; empty if it does not."""
        return differing(self.model_dump(mode="json"), other.model_dump(mode="json"), self.free)

    def to_toml(self) -> str:
        """The text of a TOML file that `read` accepts."""
        import tomli_w

        return tomli_w.dumps(self.model_dump(mode="json", exclude_none=True))


class NetEvaluation(Settings):
    """Measurements during the training."""

    every: Annotated[float, Field(gt=0, le=1)] = 0.34  #: Share of a stage from one evaluation to the next
    games: PositiveInt = 100  #: Games against each opponent
    simulations: NonNegativeInt = 64
    """Simulations of the searching player, which is measured too and decides which network is best; 0: the network
    alone is measured and decides."""
    opponents: tuple[Word, ...] = ("random", "greedy")
    final_games: NonNegativeInt = 1000  #: Games of the tournament at the end; 0: no tournament


class NetworkConfig(TrainingConfig):
    """What the configurations of all learners share that train a network of `agents.network`."""

    learner: ClassVar[str]  #: Its name in network files
    start: Word = ""
    """The network to begin from: a file, or `shipped`, the one that comes with the game; empty: random weights."""
    seed: int = Field(default=0, ge=0, lt=2**31)
    hidden: Widths = (128, 64)  #: Widths of the hidden layers
    search_margin: Share = 0.0  #: The same in search
    advice: bool = False
    """Whether the network takes the heuristic's action as an input; its policy then begins near the heuristic."""
    sampling: bool = False
    """Whether the agent `net` samples from the policy; else it plays the most probable action."""
    explore: Explore = 1.5  #: Weight of the policy in search, against the results of simulations
    scale: Scale = 20.0  #: Margin of scores that counts as 1
    evaluation: NetEvaluation = NetEvaluation()

    @model_validator(mode="before")
    @classmethod
    def _with_hidden(cls, tables: Any) -> Any:
        """`hidden` for the former keys `wide` and `narrow`, which configurations of shipped networks have."""
        if not isinstance(tables, dict) or "hidden" in tables or not {"wide", "narrow"} & tables.keys():
            return tables
        sizes = [tables.get("wide", 128), tables.get("narrow", 64)]
        return {name: value for name, value in tables.items() if name not in ("wide", "narrow")} | {"hidden": sizes}


def tables_in(file: Path, trusted: bool = False) -> dict[str, Any]:
    """The tables of a configuration.

    Args:
        file: by any author.
        trusted: whether agents in it may be commands (`exec:`) and classes in files: the user allows it, or no agent
            will be made.

    Raises:
        TrainingError: no such file, no TOML, or it names such an agent and is not trusted.
    """
    tables = files.from_toml(files.read(file, TrainingError), f"configuration {file}", TrainingError)
    if not trusted:
        refuse_code(_words(tables), f"configuration {file}", TrainingError)
    return tables


def _words(value: Any) -> Iterator[str]:
    """All strings in a value of TOML, keys included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for part in value:
            yield from _words(part)
        for part in value.values() if isinstance(value, dict) else ():
            yield from _words(part)


def differing(here: dict[str, Any], there: dict[str, Any], free: tuple[str, ...]) -> str:
    """The first keys whose values differ, and the values, in words; keys in `free` may differ. Empty if none does."""
    mine, its = flat(here), flat(there)
    keys = [key for key in mine | its if key not in free and mine.get(key) != its.get(key)]
    words = [f"{key}: {_cut(mine.get(key))} there, {_cut(its.get(key))} here" for key in keys[:KEY_LIMIT]]
    return "; ".join(words + [f"{len(keys) - KEY_LIMIT} more"] * (len(keys) > KEY_LIMIT))


def _cut(value: Any) -> str:
    text = str(value)
    return text if len(text) <= VALUE_WIDTH else f"{text[:VALUE_WIDTH]}..."


def flat(tables: Any, prefix: str = "") -> dict[str, Any]:
    """Dotted keys of tables and their values; the key of a list of tables has their number."""
    found: dict[str, Any] = {}
    if isinstance(tables, list) and tables and isinstance(tables[0], dict):
        found[prefix] = len(tables)
        tables = dict(enumerate(tables))
    if not isinstance(tables, dict):
        return {prefix: tables}
    for key, value in tables.items():
        found |= flat(value, f"{prefix}.{key}" if prefix else str(key))
    return found
