"""Strength of a trained policy, measured by tournaments with the game settings of its configuration."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

import numpy as np

from medianoche import envs
from medianoche.agents import agent
from medianoche.benchmarks.exploit.gauge import NashConvGauge
from medianoche.benchmarks.reference.field import FieldTable
from medianoche.benchmarks.reference.place import WIDTH_MIN, PlacedRating, Placing
from medianoche.benchmarks.tournament.intervals import share_interval
from medianoche.benchmarks.tournament.play import Arena, Shard, arena, play_shard
from medianoche.benchmarks.tournament.schedule import Schedule
from medianoche.benchmarks.tournament.spec import Spec, chairs_of, check_table
from medianoche.benchmarks.tournament.sprt import Hypotheses, Sprt
from medianoche.benchmarks.tournament.store import GameResults
from medianoche.benchmarks.tournament.summary import comparisons
from medianoche.toys import lists_deals
from medianoche.training.curve import Rate
from medianoche.training.settings import NetworkConfig, TrainingConfig

SHARD = 500
STEP = 64
"""Games between two evaluations of a sequential test."""
PROMOTED = 30.0
"""H1 of the promotion test: a new network is so many Elo above the best one."""
RATE_SEED = 1
PROMOTION_SEED = 4
TOURNAMENT_SEED = 2
"""Seeds of the deals of measurements, of promotion tests, and of the tournament at the end."""


class Evaluator:
    """Measures the networks of a training, in its game, with its pack, options and first player count.

    It is made once. The games are those of a tournament with the same agents and seed, but nothing is kept of them, so
    the agents need no fingerprints.

    Args:
        config: of the training.

    Raises:
        MedianocheError: there is no such game, or it has no such player count.
    """

    def __init__(self, config: NetworkConfig) -> None:
        self.config = config
        self.game = envs.game(config.game)
        self.players = self.game.content.check_players(config.players[0] if config.players else None)
        chairs = chairs_of(tuple(self.game.teams(self.players)))
        self.schedule = Schedule(2, len(set(chairs)), chairs=chairs)

    def measure(self, file: Path) -> dict[str, Rate]:
        """The rates of the network in a file against each opponent, alone and, if the configuration says so, with a
        search."""
        settings = self.config.evaluation
        players = {"": self.alone(file)}
        if settings.simulations:
            players[f" with {settings.simulations} simulations"] = self.searching(file)
        return {
            f"{opponent}{how}": self.rate(player, opponent, settings.games)
            for opponent in settings.opponents
            for how, player in players.items()
        }

    def is_better(self, file: Path, best: Path) -> bool:
        """Whether the network in `file` shall replace the `best` so far; both search, if the configuration says so."""
        return self.stronger(self.searching(file), self.searching(best), self.config.evaluation.games)

    def alone(self, file: Path) -> str:
        """The agent that plays the network in `file`."""
        return f"{self.config.agent}:{file}"

    def searching(self, file: Path) -> str:
        """The same with the simulations of the configuration, if there are any."""
        simulations = self.config.evaluation.simulations
        return f"{self.alone(file)}:{simulations}" if simulations else self.alone(file)

    def gauge(self) -> NashConvGauge | None:
        """Exact figures of a network, where the game is small enough."""
        return NashConvGauge(self.game) if lists_deals(self.game) else None

    def tournament(self, file: Path) -> Spec:
        """The tournament at the end: the network in `file`, alone and with a search, and the opponents."""
        agents = [self.alone(file), self.searching(file), *self.config.evaluation.opponents]
        return spec_of(self.config, list(dict.fromkeys(agents)), TOURNAMENT_SEED)

    def rate(self, who: str, opponent: str, games: int) -> Rate:
        """The share of the points of `who` against `opponent`, with all seatings of both on the same deals."""
        won, lost = points(self.arena(who, opponent, RATE_SEED), games).T
        return rate(won, lost, games)

    def stronger(self, who: str, opponent: str, most: int) -> bool:
        """Whether `who` is stronger than `opponent`, by a sequential test on paired deals of at most `most` games.

        If the test stays undecided: whether `who` has more than half of the points.
        """
        arena = self.arena(who, opponent, PROMOTION_SEED)
        hypotheses = Hypotheses(elo0=0.0, elo1=PROMOTED)
        test = Sprt(arena.schedule, arena.teams, (who, opponent), hypotheses)
        cycle = arena.schedule.cycle
        start = 0
        step = max(cycle, STEP // cycle * cycle)
        while not test.verdict and start < most:
            test.add(_finished(arena.play(start, start + step)))
            start += step
        return test.verdict == "H1" or (not test.verdict and test.elo[0] > 0)

    def arena(self, who: str, opponent: str, seed: int) -> Arena:
        """A table for these two. Raises MedianocheError if they are the same, or there is no such agent."""
        check_table([who, opponent], self.players, seed, "")
        table = {"pack": self.config.pack, **self.config.options}
        agents = [agent(who), agent(opponent)]
        return Arena(self.game, agents, self.schedule, self.players, table, seed)


def spec_of(config: TrainingConfig, agents: list[str], seed: int, gauntlet: str = "") -> Spec:
    """A tournament with the configuration's game, pack, options and first player count."""
    players = config.players[0] if config.players else None
    return Spec.create(config.game, agents, players, seed, config.pack, gauntlet, **config.options)


def duel(config: NetworkConfig, agent: str, opponent: str, games: int) -> Rate:
    """The share of the points of `agent` against `opponent`; see `Evaluator.rate`."""
    return Evaluator(config).rate(agent, opponent, games)


def dealt(spec: Spec, games: int) -> np.ndarray:
    """float64[deals, 2]: the points that the first agent of `spec` wins and loses against the second on each deal."""
    return points(arena(spec), games)


def points(arena: Arena, games: int) -> np.ndarray:
    """float64[deals, 2]: the points that the first agent of two wins and loses on each deal of so many games."""
    shards = [arena.play(start, min(start + SHARD, games)) for start in range(0, games, SHARD)]
    columns = zip(*((shard.seats, shard.utilities, shard.deals) for shard in shards), strict=True)
    seats, utilities, deals = map(np.concatenate, columns)
    points = comparisons(seats, utilities, arena.teams, (int(deals[-1]) + 1, 2, 2), deals)
    return np.stack([points[:, 0, 1], points[:, 1, 0]], axis=1)


def placed(table: FieldTable, field: str, agent: str, games: int, against: Collection[str] = ()) -> PlacedRating:
    """Play `agent` against members of a frozen field, and rate it on the field's scale.

    Args:
        table: the table of a game in the field.
        field: name of the field.
        agent: agent string.
        games: number of games, rounded up to whole deals.
        against: the members to play against, see `FieldTable.met`.
    """
    spec = table.spec(agent, field, seed=1, against=against)
    placing = Placing(spec, table, WIDTH_MIN)
    start = 0
    while start < games:
        stop = placing.schedule.whole(min(start + SHARD, games))
        placing.add(_finished(play_shard(spec, start, stop)))
        start = stop
    return placing.place


def rate(won: np.ndarray, lost: np.ndarray, games: int) -> Rate:
    """The share of the points won, with its interval over deals; `won` and `lost` are float64[deals]."""
    interval = share_interval(won, won + lost)
    return Rate(float(interval.share), float(interval.low), float(interval.high), games)


def _finished(shard: Shard) -> GameResults:
    numbers = np.arange(shard.start, shard.stop)
    return GameResults(numbers, shard.deals, shard.seats, shard.scores, shard.utilities, shard.decisions)
