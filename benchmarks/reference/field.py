"""The file of a frozen field: for each game and player count its members, their ratings, and the conditions.

A file names neither code nor paths: its members are the suite's own agents, its games are found by the name that the
user gives, and its packs are the standard ones.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Collection
from dataclasses import asdict, dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Annotated, Any, ClassVar

import tomli_w
from pydantic import AfterValidator, ConfigDict, Field, FiniteFloat, JsonValue, TypeAdapter

from medianoche import envs
from medianoche.agents.fingerprints import fingerprint
from medianoche.agents.net import PLAIN
from medianoche.agents.network import layout_hash
from medianoche.benchmarks.tournament.intervals import Estimate
from medianoche.benchmarks.tournament.spec import SEEDS, Spec, TournamentError
from medianoche.envs.core import files
from medianoche.envs.core.errors import MedianocheError, choices, shown
from medianoche.envs.core.files import GameName, Word
from medianoche.envs.core.game import Game

HERE = Path(__file__).parent
MEMBER = re.compile(r"random|greedy|flat:\d{1,7}|ismcts:\d{1,7}(:greedy)?|ppo|net(:\d{1,7})?(:plain)?")
MEMBERS = (
    "random, greedy, flat:N, ismcts:N, ismcts:N:greedy, ppo, net, net:N, net:plain, net:N:plain (N: at most 7 digits)"
)
MEMBER_LIMIT = 100
TABLE_LIMIT = 1000
ALL = "all"
LONG = 1000
"""Members with so many simulations or more are opponents only on request, since a rating then takes hours."""
HASH_DIGITS = 16
"""Hexadecimal digits of the hash of a table, as of an agent's fingerprint."""


@cache
def played_here(game: str, agent: str, mark: str) -> str:
    """The agent that plays the policy with this fingerprint, which was called `agent` when a field was frozen. Fields 1
    to 3 are older than values of duels: their `net` is `net:plain` where such values come with the game now."""
    if not agent.startswith("net") or not mark:
        return agent
    plain = f"{agent}:{PLAIN}"
    try:
        marks = [fingerprint(name, envs.game(game)) for name in (agent, plain)]
    except MedianocheError:  # it fails where it is made to play
        return agent
    return plain if marks[0] != mark == marks[1] else agent


class FieldError(TournamentError):
    """A field that cannot be read, or whose ratings are not comparable with games played here."""


def frozen(agent: str) -> str:
    """`agent` if it plays alike on every machine: no file of a user, no program, no time limit; else a ValueError."""
    if not MEMBER.fullmatch(agent):
        raise ValueError(f"{shown(agent)} cannot be in a frozen field; accepted: {MEMBERS}")
    return agent


Elo = Annotated[FiniteFloat, Field(ge=-1e6, le=1e6)]
Low = Annotated[float, Field(le=1e6)]
"""The lower end of an interval; -inf if nothing bounds it."""
High = Annotated[float, Field(ge=-1e6)]
"""The upper end; inf if nothing bounds it."""


@dataclass(frozen=True)
class Rated:
    """A rating on the Elo scale and its 95% interval."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid")

    elo: Elo
    low: Low
    high: High

    @property
    def words(self) -> str:
        """The rating and its interval as text."""
        return Estimate(self.elo, self.low, self.high).words(".0f")


@dataclass(frozen=True)
class FieldMember:
    """An agent of a field."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid")

    agent: Annotated[Word, AfterValidator(frozen)]  # its string
    elo: Elo  # its rating (the table's mean is 1500) and the 95% interval
    low: Low
    high: High
    milliseconds: Annotated[FiniteFloat, Field(ge=0)]  # wall time of a decision, on the machine that froze it
    fingerprint: Word = ""  # the first 16 digits of the sha256 of a policy's file; empty for other agents
    # its rating in each role (the mean of all is 1500); empty in a game without roles
    roles: dict[Word, Rated] = field(default_factory=dict)

    @property
    def rating(self) -> Rated:
        """The rating with its interval."""
        return Rated(self.elo, self.low, self.high)

    @property
    def simulations(self) -> int:
        """Simulations of its search; 0 without a search."""
        return int("".join(re.findall(r":(\d+)", self.agent)) or 0)


@dataclass(frozen=True)
class FieldTable:
    """The members of a field in one game with one player count."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid")

    game: GameName  # its name, or `module:Class`
    # must be equal here for ratings to be comparable: the game's version, the hash of the observation's layout, the
    # hash of the standard pack
    game_version: int
    layout: Word
    pack_hash: Word
    players: int  # seats at a table
    seed: Annotated[int, Field(ge=0, lt=SEEDS)]  # seed of the deals
    games: Annotated[int, Field(ge=1)]  # numbers of games and deals behind the ratings
    deals: Annotated[int, Field(ge=1)]
    medianoche: Word  # version of the suite that played the games
    members: Annotated[tuple[FieldMember, ...], Field(min_length=2, max_length=MEMBER_LIMIT)]  # the agents
    options: dict[Word, JsonValue] = field(default_factory=dict)  # all options of the game
    game_code: Word = ""  # of a game that is not the suite's, see `GameContent.code`; must be equal, too

    @property
    def title(self) -> str:
        """The game and the players, in words."""
        return f"{self.game.rpartition(':')[2]}, {self.players} players"

    @property
    def hash(self) -> str:
        """The first 16 digits of the sha256 of the table's contents."""
        # fields that were frozen before `game_code` keep their hash
        known = {name: value for name, value in asdict(self).items() if name != "game_code" or value}
        return hashlib.sha256(json.dumps(known, sort_keys=True).encode()).hexdigest()[:HASH_DIGITS]

    def check(self, game: Game, name: str) -> None:
        """Check that games played here are comparable with the table; `name` is the field's. Raises FieldError if the
        game's version, layout, pack or code is different here."""
        versions = ("version", self.game_version, game.version)
        layouts = ("layout of the observation", self.layout, layout_hash(game))
        packs = ("standard pack", self.pack_hash, game.content.read_pack("standard").hash)
        codes = ("code", self.game_code or "none", game.content.code or "none")
        for what, frozen, here in (versions, layouts, packs, codes):
            if frozen != here:
                raise FieldError(
                    f"{self.title}: the game's {what} is {here} here, field {name} was frozen with {frozen} by "
                    f"medianoche {self.medianoche}; its ratings do not compare"
                )

    def played(self, member: FieldMember) -> str:
        """The agent that plays a member's policy here, see `played_here`."""
        return played_here(self.game, member.agent, member.fingerprint)

    @property
    def by_name(self) -> dict[str, FieldMember]:
        """The members by their strings, and by those of the agents that play their policies here."""
        return {self.played(member): member for member in self.members} | {
            member.agent: member for member in self.members
        }

    def others(self, bot: str) -> list[FieldMember]:
        """All members except `bot`."""
        return [member for member in self.members if self.played(member) != bot]

    def met(self, bot: str, name: str, against: Collection[str] = ()) -> list[FieldMember]:
        """The opponents of `bot`: the members in `against`, all for ["all"]; if empty, those without a long search.
        Raises FieldError, which calls the field `name`, if an agent in `against` is not a member."""
        others = self.others(bot)
        called = {name: member for name, member in self.by_name.items() if member in others}
        if unknown := set(against) - called.keys() - {ALL}:
            has = choices(member.agent for member in others)
            raise FieldError(f"{self.title}: {min(unknown)!r} is not in field {name} to play against; in it: {has}")
        if against:
            meant = [called[name] for name in against if name != ALL]
            return [member for member in others if member in meant or ALL in against]
        return [member for member in others if member.simulations < LONG] or others

    def spec(self, bot: str, name: str, seed: int = 0, forfeit: bool = False, against: Collection[str] = ()) -> Spec:
        """The tournament of `bot`, which plays in every game, and its opponents, see `met`. Raises MedianocheError if
        the bot cannot be used, or a policy of the field is different here."""
        others = self.met(bot, name, against)
        agents = [bot, *map(self.played, others)]
        spec = Spec.create(self.game, agents, self.players, seed, "standard", bot, False, forfeit, **self.options)
        for member, here in zip(others, spec.fingerprints[1:], strict=True):
            if member.fingerprint != here:
                raise FieldError(
                    f"{self.title}: {member.agent} is another policy here ({here or 'none'}) than in field {name} "
                    f"({member.fingerprint or 'none'}); its ratings do not compare"
                )
        return spec


@dataclass(frozen=True)
class Reference:
    """A frozen field, read from its file."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid")

    tables: Annotated[tuple[FieldTable, ...], Field(max_length=TABLE_LIMIT)] = ()  # one for each game and player count
    name: Word = ""  # the file's name without its ending, which is the field's version

    @classmethod
    def read(cls, file: Path) -> Reference:
        """Read a field. Raises FieldError, which names file, key and reason, if there is no file or it is damaged."""
        tables = files.from_toml(files.read(file, FieldError), file, FieldError)
        reference = files.tables_to_model(REFERENCE, tables, file, FieldError)
        if len({(table.game, table.players) for table in reference.tables}) < len(reference.tables):
            raise FieldError(f"{file}: the same game and player count twice")
        for table in reference.tables:
            agents = [member.agent for member in table.members]
            if len(set(agents)) < len(agents):
                raise FieldError(f"{file}: {table.title}: an agent twice; given: {choices(agents)}")
            if any(set(member.roles) != set(table.members[0].roles) for member in table.members):
                raise FieldError(f"{file}: {table.title}: not every member has a rating in every role")
        return replace(reference, name=file.stem)

    def table(self, game: Game, players: int | None) -> FieldTable:
        """The table of game `game` for so many players; None: the game's default number. Raises MedianocheError if the
        game does not allow the player count, or the field has no such table."""
        count = game.content.check_players(players)
        tables = [table for table in self.tables if table.game == game.content.location]
        for table in tables:
            if table.players == count:
                table.check(game, self.name)
                return table
        if tables:
            has = choices(table.players for table in tables)
            raise FieldError(f"field {self.name} has {game.name} for {has} players; given: {count}")
        games = choices(dict.fromkeys(table.game for table in self.tables)) or "none"
        advice = (
            f"; `medianoche freeze FILE {game.content.location}` makes one that has it" if game.content.code else ""
        )
        raise FieldError(f"field {self.name} has no {game.name}; games: {games}{advice}")

    def write(self, file: Path) -> None:
        """Write the whole file; raises OSError."""
        content = [asdict(table, dict_factory=_without_empty) for table in self.tables]
        files.write(file, HEADER + tomli_w.dumps({"tables": content}))


REFERENCE = TypeAdapter(Reference)
HEADER = """# A frozen field, made by `medianoche freeze`: benchmarks/reference/README.md says how and what for.
# It is not changed: what changes is another field, with the next number.

"""


def newest() -> Path:
    """The file of the newest field that comes with the suite."""
    return max(HERE.glob("[0-9]*.toml"), key=lambda file: int(file.stem), default=HERE / "1.toml")


def _without_empty(items: list[tuple[str, Any]]) -> dict[str, Any]:
    return {key: value for key, value in items if value not in ("", {})}
