"""An empirical game in a file that grows: who won which games, of every agent in one team against every one in the
other.

Sources: Wellman, "Methods for empirical game-theoretic analysis", 2006; Lanctot et al., "A unified game-theoretic
approach to multiagent reinforcement learning", 2017 (the meta-game of PSRO); Hu et al., "Other-play for zero-shot
coordination", 2020 (cross-play: teams of agents that were not trained together).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property, lru_cache
from itertools import combinations, product
from pathlib import Path
from typing import Annotated, Any

import numpy as np
from pydantic import Field, TypeAdapter

from medianoche.agents import Agent, agent, fingerprint
from medianoche.agents.base import known_agents, runs_code
from medianoche.benchmarks import Estimate, share_interval
from medianoche.benchmarks.exploit.setup import AttackSetup
from medianoche.benchmarks.exploit.starts import about, short_name
from medianoche.benchmarks.tournament.play import Playing
from medianoche.benchmarks.workers.fleet import Work, run_jobs
from medianoche.envs import MedianocheError
from medianoche.envs.core import files
from medianoche.envs.core.errors import choices
from medianoche.envs.core.kernels.rng import spread

FILE = "metagame.json"
TEAMS = 2
POINTS = 2
"""Of a win; a tie is 1, a loss 0."""
NAMED = re.compile(r"([\w.-]+)=(.+)")
"""NAME=AGENT."""

Cell = tuple[tuple[str, ...], tuple[str, ...]]
"""The names of the agents that share the seats of the first team, and of the second one."""


class MetaGameError(MedianocheError):
    """An empirical game that cannot be played: not two teams, another file, an agent that has changed."""


@dataclass
class Member:
    """An agent of an empirical game."""

    agent: str  #: its string
    fingerprint: str  #: what it was when it played
    team: Annotated[int, Field(ge=0, lt=TEAMS)] | None = (
        None  #: the only one that it plays, as an attacker does; None: both
    )


@dataclass
class Played:
    """What the file holds."""

    game: str
    version: int  #: of the game
    players: int
    pack: str
    options: dict[str, Any]
    seed: int
    code: str = ""  #: of a game that is not the suite's, see `GameContent.code`
    members: dict[str, Member] = field(default_factory=dict)  #: by name
    cells: dict[str, Annotated[str, Field(pattern=f"^[0-{POINTS}]*$")]] = field(default_factory=dict)
    """By the names of the teams' agents, the points of the first team in each deal, a digit each, see POINTS."""


class MetaGame:
    """An empirical game.

    Args:
        folder: of its file, from which it goes on.
        setup: the games; raises MetaGameError if the file holds others, or there are not two teams.

    Attributes:
        played: what the file holds.
        entered: the strings of the agents that were added now; only these may run a user's code.
    """

    def __init__(self, folder: Path, setup: AttackSetup) -> None:
        if len(set(setup.teams)) != TEAMS:
            raise MetaGameError(
                f"{setup.game.name} with {setup.num_players} players has {len(set(setup.teams))} teams; accepted: two"
            )
        self.file = folder / FILE
        self.setup = setup
        game = setup.game
        options = game.content.options(setup.options).model_dump(mode="json")
        numbers = game.version, setup.num_players, str(setup.pack)
        self.played = Played(game.content.location, *numbers, options, setup.seed, game.content.code)
        if stored := self._read():
            for name in ("game", "version", "players", "pack", "options", "seed", "code"):
                if getattr(stored, name) != getattr(self.played, name):
                    raise MetaGameError(
                        f"{self.file}: {name} {getattr(stored, name)} there, {getattr(self.played, name)} here; "
                        "choose another --out"
                    )
            self.played = stored
        self.entered: set[str] = set()

    @cached_property
    def roles(self) -> tuple[str, str]:
        """The name of each team: of its seats without their numbers."""
        first, second = (self.setup._replace(attackers=(team,)).attacking for team in sorted(set(self.setup.teams)))
        return first, second

    @property
    def symmetric(self) -> bool:
        """Whether the teams have the same role; then an agent plays in either, and its points are the mean."""
        return self.roles[0] == self.roles[1]

    def team_of_several(self) -> int:
        """The number of the team with the most seats; raises MetaGameError if both have one."""
        counts = np.unique(self.setup.teams, return_counts=True)[1]
        if counts.max() < 2:
            raise MetaGameError(
                f"{self.setup.game.name} with {self.setup.num_players} players has no team of several seats"
            )
        return int(counts.argmax())

    def add(self, entrant: str) -> list[str]:
        """Add `entrant`: an agent, a network's file, NAME= and one of these, or the networks of a folder; returns their
        names. The name of one that is there already is enough. A network that `medianoche exploit` kept plays in
        the team with which it attacked.

        Raises:
            MetaGameError: an agent of this name has played, and was another one.
            AgentError: there is no such agent, or it does not play the game.
        """
        if (member := self.played.members.get(entrant)) and member.agent != entrant:
            return [entrant]
        match = NAMED.fullmatch(entrant)
        name, text = match.groups() if match and not Path(entrant).exists() else ("", entrant)
        if Path(text).is_dir():
            return [
                member_name for file in sorted(Path(text).glob("*.safetensors")) for member_name in self.add(str(file))
            ]
        team = None
        if Path(text).suffix == ".safetensors" and text.partition(":")[0] not in known_agents():
            teams = about(Path(text)).get("teams", [])
            team = sorted(set(self.setup.teams)).index(teams[0]) if len(teams) == 1 else None
            name = name or short_name(text)
            text = f"net:{text}"
        self.entered.add(text)
        name = name or (short_name(text) if "/" in text else text)
        new = Member(text, fingerprint(text, self.setup.game), team)
        old = self.played.members.setdefault(name, new)
        if old.fingerprint != new.fingerprint or (not new.fingerprint and old.agent != new.agent):
            raise MetaGameError(f"{self.file}: another {name} has played there; give this one a name: NAME={entrant}")
        return [name]

    def sides(self, names: Sequence[str]) -> tuple[list[str], list[str]]:
        """Those of `names` that play in the first team, and in the second one."""
        teams = {name: self.played.members[name].team for name in names}
        first, second = ([name for name in names if teams[name] in (None, team)] for team in range(TEAMS))
        if not first or not second:
            raise MetaGameError(f"no agent plays as {self.roles[bool(first)]}; given: {choices(names) or 'none'}")
        return first, second

    def cells(self, names: Sequence[str]) -> list[Cell]:
        """The cells of the game of the agents `names`; where teams are alike, not those of an agent with itself."""
        first, second = self.sides(names)
        return [((one,), (other,)) for one, other in product(first, second) if not (self.symmetric and one == other)]

    def mixed_cells(self, names: Sequence[str], team: int, against: str) -> list[Cell]:
        """The cells of cross-play in `team`, against one agent: each agent alone, and each pair of them."""
        partners = self.sides(names)[team]
        groups = [*((name,) for name in partners), *combinations(partners, 2)]
        return [(group, (against,)) if team == 0 else ((against,), group) for group in groups]

    def play(self, cells: Sequence[Cell], deals: int, workers: int = 1) -> Iterator[tuple[int, int]]:
        """Play what is missing of `cells` on the first `deals` deals, and write the file after each cell; yields the
        games played and the games to play."""
        jobs = {}
        total = 0
        for cell in dict.fromkeys(cells):
            start = len(self.played.cells.get(key_of(cell), ""))
            if start < deals:
                strings = tuple(tuple(self._string(name) for name in side) for side in cell)
                jobs[key_of(cell)] = self.setup, strings, start, deals
                total += deals - start
        done = 0
        yield done, total
        for key, points in run_jobs(Work(play_cell, str, MetaGameError), jobs, workers):
            self.played.cells[key] = self.played.cells.get(key, "") + points
            self.save()
            done += len(points)
            yield done, total

    def _string(self, name: str) -> str:
        member = self.played.members[name]
        if runs_code(member.agent) and member.agent not in self.entered:
            raise MetaGameError(f"{self.file}: {name} runs code, {member.agent}; give it again to let it play")
        if fingerprint(member.agent, self.setup.game) != member.fingerprint:
            raise MetaGameError(f"{self.file}: {name} ({member.agent}) has changed since it played there")
        return member.agent

    def _read(self) -> Played | None:
        if not self.file.exists():
            return None
        return files.from_json(TypeAdapter(Played), files.read(self.file, MetaGameError), self.file, MetaGameError)

    def save(self) -> None:
        """Write the file, with what another command has added to it since it was read."""
        if stored := self._read():
            self.played.members = stored.members | self.played.members
            longer = {
                key: points for key, points in stored.cells.items() if len(points) > len(self.played.cells.get(key, ""))
            }
            self.played.cells |= longer
        self.file.parent.mkdir(parents=True, exist_ok=True)
        files.write(self.file, json.dumps(asdict(self.played), indent=1) + "\n")

    def points(self, cell: Cell, deals: int) -> np.ndarray:
        """float64[deals]: the share of the first team in each deal, of 1 for a win."""
        digits = self.played.cells[key_of(cell)][:deals]
        return np.array(list(digits), np.float64) / POINTS

    def payoffs(self, names: Sequence[str], deals: int) -> np.ndarray:
        """float64[deals, rows, columns]: the points of each agent in the first team against each in the second; where
        teams are alike, the mean of both seatings, and 1/2 of an agent against itself."""
        first, second = self.sides(names)
        payoffs = np.full((deals, len(first), len(second)), 0.5)
        for (row, one), (column, other) in product(enumerate(first), enumerate(second)):
            if not self.symmetric:
                payoffs[:, row, column] = self.points(((one,), (other,)), deals)
            elif one != other:
                forth = self.points(((one,), (other,)), deals)
                back = self.points(((other,), (one,)), deals)
                payoffs[:, row, column] = (forth + 1 - back) / 2
        return payoffs


def key_of(cell: Cell) -> str:
    """The key of a cell in the file."""
    return " v ".join(" + ".join(side) for side in cell)


def estimate(points: np.ndarray) -> Estimate:
    """The mean of float64[deals] points with its interval."""
    interval = share_interval(points[:, None], np.ones((len(points), 1)))
    return Estimate(*(float(end[0]) for end in interval))


@lru_cache(maxsize=64)
def _player(text: str, _place: int) -> Agent:
    """An agent of this process, one for each place: agents that follow games are no good in two places."""
    return agent(text)


def play_cell(setup: AttackSetup, sides: Cell, start: int, stop: int) -> str:
    """Play the deals start..stop-1; the same points in any process, and of each deal alone.

    Two agents share the seats of a team in all ways in which both have a seat, one deal after another.

    Args:
        setup: the games.
        sides: the agents' strings of each team.
        start: number of the first deal.
        stop: the number after the last one.

    Returns:
        A digit for each deal, see `Played.cells`.
    """
    deals = np.random.default_rng([setup.seed, 0]).integers(2**64, size=stop, dtype=np.uint64)[start:]
    teams = np.array(setup.teams)
    numbers = np.arange(start, stop)
    order = np.unique(teams)
    seats = np.zeros((len(deals), len(teams)), np.int64)
    players: list[Agent] = []
    for team, side in zip(order, sides, strict=True):
        team_seats = np.flatnonzero(teams == team)
        ways = np.array(list(product(range(len(side)), repeat=len(team_seats))))
        ways = ways[[len(set(way)) == len(side) for way in ways.tolist()]]
        if not len(ways):
            raise MetaGameError(f"{setup.game.name}: {len(side)} agents do not share {len(team_seats)} seats")
        seats[:, team_seats] = len(players) + ways[numbers % len(ways)]
        players += [_player(text, len(players) + place) for place, text in enumerate(side)]
    batch = setup.batch(len(deals), deals)
    Playing(batch, seats, spread(deals), start).play(players)
    first, second = (batch.states["utility"][:, int(np.argmax(teams == team))] for team in order)
    return "".join(map(str, (1 + np.sign(first - second)).astype(int).tolist()))
