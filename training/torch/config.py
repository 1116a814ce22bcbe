"""What a training run is: one TOML file a game in `configs/`, checked, with defaults for everything."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Self

from pydantic import BaseModel, ConfigDict, Field, NonNegativeFloat, PositiveFloat, PositiveInt, ValidationError

from medianoche.agents.base import refuse_code
from medianoche.envs.core import files
from medianoche.envs.core.errors import MedianocheError
from medianoche.envs.core.files import PackName, Word

CONFIGS = Path(__file__).parent / "configs"
MOST, WIDTH = 3, 40
"""Of a line about what differs: keys, and characters of a value."""


class TrainingError(MedianocheError):
    """A configuration that is not accepted, or a folder that holds something else."""


class Settings(BaseModel):
    """Base of all tables: unknown keys are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class PPO(Settings):
    """How it learns. Rows and batches are large because a small network is quickest on many rows at once."""

    rows: PositiveInt = 256
    """Games played side by side."""
    steps: PositiveInt = 64
    """The learner's decisions in each row between two updates."""
    batch_size: PositiveInt = 4096
    epochs: PositiveInt = 4
    learning_rate: PositiveFloat = 3e-4
    """At the start; it falls in a straight line to zero at the end."""
    gamma: float = Field(default=0.997, gt=0, le=1)
    gae_lambda: float = Field(default=0.95, ge=0, le=1)
    clip: PositiveFloat = 0.2
    entropy: NonNegativeFloat = 0.01
    value: NonNegativeFloat = 0.5
    max_gradient: PositiveFloat = 0.5
    target_kl: PositiveFloat | None = None
    """Stop going over a batch when the policy has moved this far."""
    shaping: NonNegativeFloat = 0.0
    """Weight of the potential on the score margin; 0: rewards are the utility alone."""
    shaping_scale: PositiveFloat = 10.0
    """The margin that counts as a full one."""


class LeagueSettings(Settings):
    """Who sits in the other seats. Shares need not add up to 1."""

    latest: NonNegativeFloat = 0.5
    """Share of the network as it is now."""
    snapshots: NonNegativeFloat = 0.25
    """Share of its former selves; of the latest until there is one."""
    agents: dict[Word, NonNegativeFloat] = {"greedy": 0.2, "random": 0.05}
    """Shares of agents by their strings."""
    every: PositiveInt = 20
    """Updates from one snapshot to the next."""
    keep: PositiveInt = 8
    """Snapshots kept: the one that is beaten most surely makes room."""
    power: NonNegativeFloat = 2.0
    """Snapshots are drawn in proportion to (1 - win rate against them) ** power."""
    memory: PositiveFloat = 500.0
    """Games after which a result counts half in a win rate."""


class Imitation(Settings):
    """A start from the choices of another agent."""

    agent: Word | None = None
    """Whose: greedy, ismcts:200, ...; None starts from nothing."""
    chunks: PositiveInt = 20
    """How often it plays and is fitted."""
    games: PositiveInt = 128
    """Games of a chunk."""
    epochs: PositiveInt = 4
    """Passes over each chunk."""
    batch_size: PositiveInt = 512
    learning_rate: PositiveFloat = 1e-3
    """In the first chunk; it falls in a straight line to zero after the last."""
    student: float = Field(default=0.5, ge=0, le=1)
    """Share of the games that the network plays itself, from the second chunk on, asking the agent what it would do:
    so it also learns what to do after its own mistakes."""


class Evaluation(Settings):
    """How its strength is followed."""

    every: PositiveInt = 20
    """Updates from one evaluation, and checkpoint, to the next."""
    games: PositiveInt = 200
    """Games against each opponent."""
    final_games: PositiveInt = 1000
    """Games of the tournament at the end."""
    opponents: tuple[Word, ...] = ("random", "greedy")


def tables_in(file: Path, trusted: bool = False) -> dict[str, Any]:
    """The tables of a configuration.

    Args:
        file: written by anybody.
        trusted: whether agents in it may be commands (`exec:`) and classes in files: the user allows it, or none of
            them will be made.

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


class Config(Settings):
    """Everything that decides a training run."""

    game: Word
    """Name of the game, or `module:Class`."""
    players: tuple[PositiveInt, ...] = ()
    """Player counts, dealt to the rows in turn; none: the game's default."""
    pack: PackName = "standard"
    options: dict[str, Any] = {}
    """The game's options."""
    seed: int = Field(default=0, ge=0, lt=2**31)
    decisions: PositiveInt = 2_000_000
    """Decisions of the learner in all."""
    hidden: tuple[PositiveInt, ...] = (256, 128)
    """Widths of the hidden layers that policy and value share."""
    ppo: PPO = PPO()
    league: LeagueSettings = LeagueSettings()
    imitation: Imitation = Imitation()
    evaluation: Evaluation = Evaluation()

    @classmethod
    def read(cls, file: Path, trusted: bool = False, **changes: Any) -> Self:
        """Read a TOML file; `changes` come on top, `imitation_agent` and keys of the first level.

        Raises:
            TrainingError: no such file, no TOML, a key or value that is not accepted, or agents that run code in a file
                that is not `trusted` (see `tables_in`); one line.
        """
        return cls.of(str(file), tables_in(file, trusted), **changes)

    @classmethod
    def of(cls, source: str, tables: dict[str, Any], **changes: Any) -> Self:
        """Check tables that came from `source`; changes whose value is None change nothing."""
        given = {key: value for key, value in changes.items() if value is not None}
        if agent := given.pop("imitation_agent", None):
            given["imitation"] = {**tables.get("imitation", {}), "agent": agent}
        try:
            return cls(**{**tables, **given})
        except ValidationError as error:
            raise TrainingError(f"{source}: {files.reason(error)}") from None

    @classmethod
    def of_game(cls, game: str, **changes: Any) -> Self:
        """The configuration that comes with a game, or the defaults."""
        from medianoche import envs

        file = CONFIGS / f"{envs.game(game).name}.toml"
        return cls.read(file, **changes) if file.is_file() else cls.of(game, {"game": game}, **changes)

    def to_toml(self) -> str:
        """The text of a TOML file that `read` accepts."""
        import tomli_w

        return tomli_w.dumps(self.model_dump(mode="json", exclude_none=True))

    def difference(self, other: Config) -> str:
        """In what, but for the length, `other` is another training, in words; empty if in nothing."""
        free = ("decisions", "evaluation.final_games")
        return differing(self.model_dump(mode="json"), other.model_dump(mode="json"), free)


def differing(here: dict[str, Any], there: dict[str, Any], free: tuple[str, ...]) -> str:
    """The keys, but for the `free` ones, whose values differ, in words: the first few; empty if none."""
    mine, its = _flat(here), _flat(there)
    keys = [key for key in mine | its if key not in free and mine.get(key) != its.get(key)]
    words = [f"{key}: {_cut(mine.get(key))} there, {_cut(its.get(key))} here" for key in keys[:MOST]]
    return "; ".join(words + [f"{len(keys) - MOST} more"] * (len(keys) > MOST))


def _cut(value: Any) -> str:
    text = str(value)
    return text if len(text) <= WIDTH else f"{text[:WIDTH]}..."


def _flat(tables: Any, prefix: str = "") -> dict[str, Any]:
    """Keys with dots and their values; of a list of tables also how many there are."""
    flat: dict[str, Any] = {}
    if isinstance(tables, list) and tables and isinstance(tables[0], dict):
        flat[prefix] = len(tables)
        tables = dict(enumerate(tables))
    if not isinstance(tables, dict):
        return {prefix: tables}
    for key, value in tables.items():
        flat |= _flat(value, f"{prefix}.{key}" if prefix else str(key))
    return flat
