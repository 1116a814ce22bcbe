"""What the configurations of all learners share: tables of TOML, their checks and their differences."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, ClassVar, NamedTuple, Self

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    PositiveFloat,
    ValidationError,
    model_validator,
)
from pydantic_core import CoreSchema
from pydantic_core.core_schema import no_info_after_validator_function

from medianoche import envs
from medianoche.agents.base import AgentError, refuse_code
from medianoche.agents.network import CPuct, NetHeader, Network, Scale, Share, Widths, phase_numbers, shipped
from medianoche.agents.search import SIMULATION_LIMIT
from medianoche.envs.core import files
from medianoche.envs.core.content.symmetries import Symmetries
from medianoche.envs.core.errors import MedianocheError
from medianoche.envs.core.files import GameName, PackName, Word
from medianoche.envs.core.game import Game
from medianoche.envs.core.renamed import OldName


def _share(value: Any) -> Any:
    """The share of a number at the end that `true` (0, as in CleanRL) and `false` (1) stand for."""
    return float(not value) if isinstance(value, bool) else value


Anneal = Annotated[Share, BeforeValidator(_share)]
"""The share of a number that is left at the end, to which it falls linearly: `true` is 0, `false` is 1."""


class Bounds(NamedTuple):
    """Bounds of an integer of a configuration; an error names both."""

    least: int
    most: int

    def check(self, value: int) -> int:
        """`value` if it is within the bounds; else a ValueError."""
        if not self.least <= value <= self.most:
            raise ValueError(f"accepted: {self.least:,} to {self.most:,}")
        return value

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return no_info_after_validator_function(self.check, handler(source))


Count = Annotated[int, Bounds(1, 10**9)]
"""How many of something, one at least."""
CountOrNone = Annotated[int, Bounds(0, 10**9)]
"""How many of something; 0: none."""
Rows = Annotated[int, Bounds(1, 10**6)]
"""Games side by side."""
Decisions = Annotated[int, Bounds(1, 10**15)]
"""Decisions of a whole training."""
Simulations = Annotated[int, Bounds(1, SIMULATION_LIMIT)]
SimulationsOrNone = Annotated[int, Bounds(0, SIMULATION_LIMIT)]
ThreadCount = Annotated[int, Bounds(1, 1024)]
Seed = Annotated[int, Bounds(0, 2**31 - 1)]

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
    game: GameName  #: Name of the game, or `module:Class`
    players: tuple[Count, ...] = ()  #: Player counts, by turns; none: the game's default
    pack: PackName = "standard"
    options: dict[str, Any] = {}  #: The game's options

    @classmethod
    def read(cls, file: Path, trusted: bool = False, **changes: Any) -> Self:
        """Read a TOML file; for `changes` see `of`.

        Raises:
            TrainingError: no such file, no TOML, a key or value that is not accepted, or agents that run code in a file
                that is not `trusted` (see `tables_in`); one line.
        """
        return cls.from_tables(str(file), tables_in(file, trusted), **changes)

    of: ClassVar[Any] = OldName("from_tables")

    @classmethod
    def from_tables(cls, source: str, tables: dict[str, Any], **changes: Any) -> Self:
        """Check tables that came from `source`; `changes` replace keys of the first level, but for those that are None.
        Raises TrainingError if a key or value is not accepted."""
        changes_given = {key: value for key, value in changes.items() if value is not None}
        whole = {**tables, **changes_given}
        try:
            return cls(**whole)
        except ValidationError as error:
            raise TrainingError(f"{source}: {files.reason(error, whole)}") from None

    @classmethod
    def of_game(cls, game: str, file: Path | None = None, trusted: bool = False, **changes: Any) -> Self:
        """The configuration in the file `file` for a game; else the one that comes with the game, or the defaults.
        Raises MedianocheError, also for player counts, options and a pack that the game does not have."""
        shipped_file = cls.folder / f"{envs.game(game).name}.toml"
        if file:
            made = cls.read(file, trusted, game=game, **changes)
        else:
            made = (
                cls.read(shipped_file, **changes)
                if shipped_file.is_file()
                else cls.from_tables(game, {"game": game}, **changes)
            )
        made.game_with_pack()
        return made

    def game_with_pack(self) -> Game:
        """The game with the pack of this configuration. Raises GameError, OptionError or PackError: it has no such
        player counts, options or pack."""
        content = envs.game(self.game).content
        content.options(self.options)
        for count in self.players:
            content.check_players(count)
        return content.with_packs([self.pack])

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
    games: Rows = 100  #: Games against each opponent
    simulations: SimulationsOrNone = 64
    """Simulations of the searching player, which is measured too and decides which network is best; 0: the network
    alone is measured and decides."""
    opponents: tuple[Word, ...] = ("random", "greedy")
    final_games: CountOrNone = 1000  #: Games of the tournament at the end; 0: no tournament


NET_KEYS = ("search_margin", "sampling", "min_p", "c_puct", "whole_turns", "search_phases", "scale")
"""Keys that the agent `net` alone reads."""


class NetworkConfig(TrainingConfig):
    """What the configurations of all learners share that train a network of `agents.network`."""

    learner: ClassVar[str]  #: Its name in network files
    agent: ClassVar[str] = "net"  #: The agent that plays such a file, `net:FILE`
    shelf: ClassVar[str] = "net"  #: The agent that plays those of its networks that come with games
    refused: ClassVar[tuple[str, ...]] = ()
    """Keys that the learner does not obey: only their defaults are accepted. So are NET_KEYS if `agent` is another than
    `net`; `evaluation.simulations` is then 0."""
    start: Word = ""
    """The network to begin from: a file, or `shipped`, the one that comes with the game; empty: random weights."""
    seed: Seed = 0
    hidden: Widths = (128, 64)  #: Widths of the hidden layers
    search_margin: Share = 0.0  #: Weight of the margin of scores, against the utility, in search
    advice: bool = False
    """Whether the network takes the heuristic's action as an input; its policy then begins near the heuristic."""
    sampling: bool = False
    """Whether the agent `net` samples from the policy; else it plays the most probable action."""
    min_p: Share = 0.0  #: Actions less probable than this share of the most probable one are not sampled
    c_puct: CPuct = 1.5  #: Weight of the policy in search, against the results of simulations
    whole_turns: bool = False  #: Whether search plays leaves on to the end of the turn
    search_phases: tuple[Word, ...] = ()
    """Phases, such as `["take"]`, in which the agent `net:64` searches. In the other phases it plays as `net`.
    Empty: it searches in all."""
    scale: Scale = 20.0  #: Margin of scores that counts as 1
    evaluation: NetEvaluation = NetEvaluation()

    @model_validator(mode="before")
    @classmethod
    def _measured_alone(cls, tables: Any) -> Any:
        """Without the agent `net` there is no search, so measurements take none where the tables do not say."""
        if cls.agent == "net" or not isinstance(tables, dict):
            return tables
        evaluation = tables.get("evaluation", {})
        if isinstance(evaluation, dict):
            evaluation = {"simulations": 0, **evaluation}
        return {**tables, "evaluation": evaluation}

    @model_validator(mode="after")
    def _obeyed(self) -> Self:
        plays_net = self.agent == "net"
        for key in self.refused if plays_net else (*self.refused, *NET_KEYS):
            if getattr(self, key) != type(self).model_fields[key].default:
                raise ValueError(f"{key}: the learner {self.learner} has no such setting")
        if self.evaluation.simulations and not plays_net:
            raise ValueError(f"evaluation.simulations: the agent {self.agent} does not search; accepted: 0")
        return self

    def header(self) -> NetHeader:
        """The header of the network that this trains."""
        self.phases_named("search_phases", self.search_phases)
        settings = self.model_dump(include={"hidden", "advice", *NET_KEYS})
        return NetHeader.made_for(self.game_with_pack(), learner=self.learner, **settings)

    def phases_named(self, key: str, names: tuple[str, ...]) -> tuple[int, ...]:
        """The numbers of the phases with these names, which stand at `key`. Raises TrainingError if the game has no
        phase of such a name."""
        try:
            return phase_numbers(self.game_with_pack(), names)
        except AgentError as error:
            raise TrainingError(f"{key}: {error}") from None

    def first_network(self) -> Network:
        """The network from which the training begins. If the training gives no advice, that of the file is left out.

        Raises:
            MedianocheError: its file cannot be used, or is not of this game or size.
        """
        if not self.start:
            return Network.new(self.header(), self.seed)
        return self.network_like_this(self.start, leave_out=True)

    def leaves_advice_out(self) -> bool:
        """Whether the network of `start` takes advice, and the training gives none. Raises AgentError if its file
        cannot be used."""
        return bool(self.start) and not self.advice and Network.load(self._file_of(self.start)).header.advice

    def game_symmetries(self) -> Symmetries:
        """The symmetries of the game with its pack. Raises TrainingError if it has none but the identity."""
        game = self.game_with_pack()
        symmetries_found = None if game.content.stream else game.declaration.symmetries(game.content.records[0])
        if symmetries_found is None or len(symmetries_found.inverse) == 1:
            raise TrainingError(f"symmetries = true: {game.name} with the pack {self.pack} has none")
        return symmetries_found

    def network_like_this(self, name: str, leave_out: bool = False) -> Network:
        """The network in the file `name`, or the `shipped` one; with `leave_out` without advice if this training gives
        none. Raises MedianocheError if it cannot be used, or is not of this game or size."""
        header = self.header()
        game = self.game_with_pack()
        file = self._file_of(name)
        loaded = Network.load(file)
        if difference := loaded.header.difference(game):
            raise TrainingError(f"network {file} is none for {game.name}: {difference}")
        if leave_out and not header.advice:
            loaded = loaded.without_advice()
        for key in ("hidden", "advice"):
            its_value = getattr(loaded.header, key)
            here = getattr(header, key)
            if its_value != here:
                raise TrainingError(f"network {file} is none for this training: its {key} is {its_value}, here {here}")
        return Network(replace(header, decisions=loaded.header.decisions), loaded.parameters)

    def _file_of(self, name: str) -> Path:
        """The file `name`, or that of the `shipped` network."""
        return shipped(self.game_with_pack()) if name == "shipped" else Path(name)


class SelfPlayConfig(NetworkConfig):
    """Settings of a learner that does nothing but self-play. The length is `minutes` if given, else
    `total_decisions`."""

    minutes: PositiveFloat | None = None  #: Of playing and learning
    total_decisions: Decisions = 10_000_000
    threads: ThreadCount = 1

    def games(self) -> tuple[int, dict[str, float]]:
        """The number of games that are played side by side, and the share of each opponent, named in words."""
        raise NotImplementedError


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


def differing(here: dict[str, Any], stored: dict[str, Any], free: tuple[str, ...]) -> str:
    """The first keys whose values differ, and the values, in words; keys in `free` may differ. Empty if none does."""
    mine = dotted_keys(here)
    its = dotted_keys(stored)
    keys = [key for key in mine | its if key not in free and mine.get(key) != its.get(key)]
    words = [f"{key}: {_cut(mine.get(key))} there, {_cut(its.get(key))} here" for key in keys[:KEY_LIMIT]]
    return "; ".join(words + [f"{len(keys) - KEY_LIMIT} more"] * (len(keys) > KEY_LIMIT))


def _cut(value: Any) -> str:
    text = str(value)
    return text if len(text) <= VALUE_WIDTH else f"{text[:VALUE_WIDTH]}..."


def dotted_keys(tables: Any, prefix: str = "") -> dict[str, Any]:
    """Dotted keys of tables and their values; the key of a list of tables has their number."""
    flattened: dict[str, Any] = {}
    if isinstance(tables, list) and tables and isinstance(tables[0], dict):
        flattened[prefix] = len(tables)
        tables = dict(enumerate(tables))
    if not isinstance(tables, dict):
        return {prefix: tables}
    for key, value in tables.items():
        flattened |= dotted_keys(value, f"{prefix}.{key}" if prefix else str(key))
    return flattened
