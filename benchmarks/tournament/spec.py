"""The specification of a tournament: everything that determines its games, and nothing else."""

from __future__ import annotations

import dataclasses
import json
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from pydantic import ConfigDict, Field, JsonValue, TypeAdapter

import medianoche
from medianoche import envs
from medianoche.envs.core import files
from medianoche.envs.core.content.pack import PackSource
from medianoche.envs.core.content.stream import one_of
from medianoche.envs.core.errors import MedianocheError, choices
from medianoche.envs.core.files import GameName, PackName, Word

SEEDS = 2**31
"""Tournament seeds are below this, deals below 2**32, so that no two tournaments share the seed of a deal."""
AGENT_LIMIT = 10_000
PLAYER_LIMIT = 64


class TournamentError(MedianocheError):
    """A tournament cannot be played, or a folder holds another one."""


@dataclass(frozen=True)
class Spec:
    """A tournament without its length: with more games it is the same tournament, continued."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid")

    game: GameName  #: name of the game, or `module:Class`
    agents: Annotated[tuple[Word, ...], Field(max_length=AGENT_LIMIT)]  #: agent strings, all different
    #: one for each agent; it changes when the agent does, see `agents.fingerprint`
    fingerprints: Annotated[tuple[Word, ...], Field(max_length=AGENT_LIMIT)]
    players: int  #: seats at a table
    #: the game's name for each seat ("player_0", "enemy", ...)
    seat_names: Annotated[tuple[Word, ...], Field(max_length=PLAYER_LIMIT)]
    teams: Annotated[tuple[int, ...], Field(max_length=PLAYER_LIMIT)]  #: team of each seat
    pack: PackName  #: the pack as it was given
    pack_hash: Word  #: hash of the pack; for a stream, of its first pack
    options: Word  #: all options of the game as JSON, defaults included
    seed: int  #: seed of the deals and of the agents' chance
    medianoche: Word  #: version of the suite
    game_version: int  #: version of the game
    game_code: Word = ""  #: of a game that is not the suite's, see `GameContent.code`
    gauntlet: Word = ""  #: the agent that plays in every game; empty for a round robin
    mixed: bool = False  #: whether the seats of a team are given to agents one by one, not all to the same one
    #: whether an agent that chooses what cannot be played, or a program that fails, loses that game; else it stops the
    #: tournament
    forfeit: bool = False

    @classmethod
    def create(
        cls,
        game: str,
        agents: list[str],
        players: int | None = None,
        seed: int = 0,
        pack: PackSource = "standard",
        gauntlet: str = "",
        mixed: bool = False,
        forfeit: bool = False,
        **options: Any,
    ) -> Spec:
        """Check everything and fill in the defaults.

        Raises:
            MedianocheError: an unknown game, agent, option or pack, or a number that does not fit; one line.
        """
        from medianoche.agents.base import runs_code
        from medianoche.agents.fingerprints import fingerprint

        for name in (game, *agents, str(pack)):
            if not name.isprintable():
                raise TournamentError(f"{name!r} cannot be kept in a tournament's file; give a printable name")
        its_game = envs.game(game)
        seats = its_game.content.check_players(players)
        check_table(agents, seats, seed, gauntlet)
        pack_hash = its_game.content.with_packs([pack]).content.packs[0].hash
        checked = its_game.content.options(options).model_dump(mode="json")
        played = {"num_players": seats, "pack": pack, **checked}
        quick_first = sorted(agents, key=runs_code)
        marks = {name: fingerprint(name, its_game, **played) for name in quick_first}
        return cls(
            game=game,
            agents=tuple(agents),
            fingerprints=tuple(marks[name] for name in agents),
            players=seats,
            seat_names=tuple(its_game.declaration.agents(seats)),
            teams=tuple(its_game.declaration.teams(seats)),
            pack=pack if isinstance(pack, int) else str(pack),
            pack_hash=pack_hash,
            options=json.dumps(checked, sort_keys=True),
            seed=seed,
            medianoche=medianoche.__version__,
            game_version=its_game.version,
            game_code=its_game.content.code,
            gauntlet=gauntlet,
            mixed=mixed,
            forfeit=forfeit,
        )

    @property
    def roles(self) -> tuple[str, ...]:
        """The different kinds of seats: the names of seats without their numbers, one for most games."""
        return tuple(dict.fromkeys(map(_role, self.seat_names)))

    @property
    def seat_roles(self) -> tuple[int, ...]:
        """Index into `roles` for each seat."""
        return tuple(self.roles.index(_role(name)) for name in self.seat_names)

    @property
    def seat_weights(self) -> tuple[float, ...]:
        """Weight of each seat in an agent's means: one divided by the team's size."""
        return tuple(1 / self.teams.count(team) for team in self.teams)

    @property
    def chairs(self) -> tuple[int, ...]:
        """The number of the agent in each seat, of the agents at a table. A team has one agent, unless teams are
        mixed."""
        return chairs_of(tuple(range(self.players)) if self.mixed else self.teams)

    @property
    def name(self) -> str:
        """The game's name, short enough for titles and folders."""
        return self.game.rpartition(":")[2]

    def to_json(self) -> str:
        """One line of JSON, the same for equal specs."""
        return json.dumps(dataclasses.asdict(self), sort_keys=True)

    @classmethod
    def from_json(cls, text: str | bytes, source: object = "tournament") -> Spec:
        """Read the JSON of a spec and check it as far as possible without the game.

        Raises:
            TournamentError: the text is not a spec; the error names `source`.
        """
        spec = files.from_json(SPEC, text, source, TournamentError)
        files.from_json(OPTIONS, spec.options, f"{source}: options", TournamentError)
        if not len(spec.seat_names) == len(spec.teams) == spec.players:
            raise TournamentError(f"{source}: {spec.players} players, but {len(spec.seat_names)} seats")
        if len(spec.fingerprints) != len(spec.agents):
            raise TournamentError(f"{source}: {len(spec.agents)} agents, but {len(spec.fingerprints)} fingerprints")
        try:
            check_table(list(spec.agents), spec.players, spec.seed, spec.gauntlet)
        except TournamentError as error:
            raise TournamentError(f"{source}: {error}") from None
        if len(set(spec.teams)) < 2 and not spec.mixed:
            raise TournamentError(f"{source}: all seats are of one team")
        return spec

    def difference(self, other: Spec) -> str:
        """The first thing in which `other` is another tournament, in words; empty if it is the same."""
        for field in dataclasses.fields(self):
            mine = getattr(self, field.name)
            its = getattr(other, field.name)
            if mine != its:
                return f"{field.name}: {_words(mine)} there, {_words(its)} here"
        return ""

    def check(self) -> None:
        """Check that this machine would play the same tournament.

        Raises:
            MedianocheError: a version, the pack or a bot's file is different or missing here.
        """
        options = json.loads(self.options)
        names = list(self.agents)
        here = Spec.create(
            self.game, names, self.players, self.seed, self.pack, self.gauntlet, self.mixed, self.forfeit, **options
        )
        if difference := self.difference(here):
            raise TournamentError(f"this machine would play another tournament ({difference})")

    def deal_seed(self, deal: int) -> int:
        """The game seed of a deal: `envs.game(spec.game).new(spec.players, seed=...)` deals it again."""
        return first_deal(self.seed) + deal

    def pack_hash_of(self, seed: int) -> str:
        """The hash of the pack that the deal with this game seed is played with."""
        source = one_of(self.pack, seed)
        return self.pack_hash if source == self.pack else envs.game(self.game).content.read_pack(source).hash


def chairs_of(teams: tuple[int, ...]) -> tuple[int, ...]:
    """The number of each seat's team, in the order in which the teams have their first seats."""
    numbers = {team: number for number, team in enumerate(dict.fromkeys(teams))}
    return tuple(numbers[team] for team in teams)


def first_deal(seed: int) -> int:
    """The game seed of the first deal of a tournament with this seed; the others follow."""
    return seed * 2**32


SPEC = TypeAdapter(Spec)
OPTIONS = TypeAdapter(dict[str, JsonValue])


def _role(seat: str) -> str:
    return seat.rstrip("0123456789").rstrip("_") or seat


def check_table(agents: list[str], players: int, seed: int, gauntlet: str) -> None:
    """Raise TournamentError if so many players and these agents make no tournament."""
    if players < 2:
        raise TournamentError(f"a tournament needs at least 2 players; given: {players}")
    if len(agents) < 2 or len(set(agents)) < len(agents):
        listed = choices(agents) or "none"
        twice = next((name for name in agents if agents.count(name) > 1), "")
        hint = f"; one agent twice: {twice}#1 {twice}#2" if twice else ""
        raise TournamentError(f"a tournament needs at least 2 agents, all different; given: {listed}{hint}")
    if gauntlet and gauntlet not in agents:
        raise TournamentError(f"the gauntlet's {gauntlet} is none of the agents; given: {choices(agents)}")
    if not 0 <= seed < SEEDS:
        raise TournamentError(f"seed {seed} is not accepted; give an integer from 0 to {SEEDS - 1}")


def _words(value: object) -> str:
    return " ".join(str(item) for item in value) if isinstance(value, tuple) else str(value)
