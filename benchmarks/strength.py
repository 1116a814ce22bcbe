"""How strong a trained policy is: by tournaments on what its configuration trains for."""

from __future__ import annotations

import numpy as np

from medianoche.benchmarks.tournament.play import play_shard
from medianoche.benchmarks.tournament.spec import Spec
from medianoche.benchmarks.tournament.summary import comparisons
from medianoche.training.config import Config
from medianoche.training.curve import Rate

SHARD = 500


def spec_of(config: Config, agents: list[str], seed: int, gauntlet: str = "") -> Spec:
    """A tournament on what the configuration trains for: its first player count."""
    players = config.players[0] if config.players else None
    return Spec.create(config.game, agents, players, seed, config.pack, gauntlet, **config.options)


def duel(config: Config, agent: str, opponent: str, games: int) -> Rate:
    """`agent`'s share of the points against `opponent`, with all seatings of both on the same deals."""
    spec = spec_of(config, [agent, opponent], seed=1)
    points = np.zeros((1, 2, 2))
    for start in range(0, games, SHARD):
        shard = play_shard(spec, start, min(start + SHARD, games))
        blocks = np.zeros(len(shard.seats), np.int64)
        points += comparisons(shard.seats, shard.utilities, spec.teams, points.shape, blocks)
    won, lost = points[0, 0, 1], points[0, 1, 0]
    return Rate.of(float(won / (won + lost)), games)


def markdown(headings: tuple[str, ...], rows: list[tuple[str, ...]]) -> list[str]:
    """A table as lines of markdown."""
    return ["| " + " | ".join(cells) + " |" for cells in (headings, ("---",) * len(headings), *rows)]
