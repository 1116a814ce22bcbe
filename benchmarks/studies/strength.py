"""Strength of a trained policy, measured by tournaments with the game settings of its configuration."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from medianoche.benchmarks.reference.field import FieldTable
from medianoche.benchmarks.reference.place import WIDTH_MIN, PlacedRating, Placing
from medianoche.benchmarks.tournament.intervals import share_interval
from medianoche.benchmarks.tournament.play import Shard, play_shard
from medianoche.benchmarks.tournament.spec import Spec
from medianoche.benchmarks.tournament.sprt import Hypotheses, Sprt
from medianoche.benchmarks.tournament.store import GameResults
from medianoche.benchmarks.tournament.summary import comparisons
from medianoche.training.curve import Rate
from medianoche.training.settings import TrainingConfig

SHARD = 500
STEP = 64
"""Games between two evaluations of a sequential test."""
PROMOTED = 30.0
"""H1 of the promotion test: a new network is so many Elo above the best one."""


def spec_of(config: TrainingConfig, agents: list[str], seed: int, gauntlet: str = "") -> Spec:
    """A tournament with the configuration's game, pack, options and first player count."""
    players = config.players[0] if config.players else None
    return Spec.create(config.game, agents, players, seed, config.pack, gauntlet, **config.options)


def duel(config: TrainingConfig, agent: str, opponent: str, games: int) -> Rate:
    """The share of the points of `agent` against `opponent`, with all seatings of both on the same deals."""
    points = dealt(spec_of(config, [agent, opponent], seed=1), games)
    return rate(points[:, 0], points[:, 1], games)


def dealt(spec: Spec, games: int) -> np.ndarray:
    """float64[deals, 2]: the points that the first agent of `spec` wins and loses against the second on each deal."""
    shards = [play_shard(spec, start, min(start + SHARD, games)) for start in range(0, games, SHARD)]
    columns = zip(*((shard.seats, shard.utilities, shard.deals) for shard in shards), strict=True)
    seats, utilities, deals = map(np.concatenate, columns)
    points = comparisons(seats, utilities, spec.teams, (int(deals[-1]) + 1, 2, 2), deals)
    return np.stack([points[:, 0, 1], points[:, 1, 0]], axis=1)


def placed(table: FieldTable, field: str, agent: str, games: int, against: Collection[str] = ()) -> PlacedRating:
    """The rating of `agent` in a table of the frozen field named `field`, after so many games against those of its
    members that are in `against` (`FieldTable.met`), the last deal whole."""
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


def stronger(config: TrainingConfig, agent: str, opponent: str, most: int) -> bool:
    """Whether `agent` is stronger than `opponent`, by a sequential test on paired deals of at most `most` games.

    If the test stays undecided: whether `agent` has more than half of the points.
    """
    spec = spec_of(config, [agent, opponent], seed=4)
    test = Sprt(spec, Hypotheses(elo0=0.0, elo1=PROMOTED))
    cycle = test.schedule.cycle
    start = 0
    step = max(cycle, STEP // cycle * cycle)
    while not test.verdict and start < most:
        test.add(_finished(play_shard(spec, start, start + step)))
        start += step
    return test.verdict == "H1" or (not test.verdict and test.elo[0] > 0)
