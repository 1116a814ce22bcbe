"""Made-up results, and a game with roles."""

from itertools import combinations

import numpy as np

from medianoche.benchmarks.speed import connect_four
from medianoche.benchmarks.tournament import GameResults, Spec, Summary, ratings


class Chase(connect_four.ConnectFour):
    """Connect Four whose seats have names of their own."""

    name = "chase"

    def agents(self, num_players):
        return ["enemy", "crew_0"]


def results_of(seats, utilities, deals=None):
    """Finished games; the scores are ten times the utilities."""
    seats = np.array(seats)
    utilities = np.array(utilities, float)
    games = np.arange(len(seats))
    return GameResults(
        games=games,
        deals=games if deals is None else np.array(deals),
        seats=seats,
        scores=(utilities * 10).astype(int),
        utilities=utilities,
        decisions=np.full(len(seats), 5),
    )


def summary_of(*blocks, agents=2, teams=None, names=None):
    """The sum of blocks of results."""
    players = blocks[0].seats.shape[1]
    spec = Spec(
        game="none",
        agents=tuple(f"a{n}" for n in range(agents)),
        fingerprints=("",) * agents,
        players=players,
        seat_names=names or tuple(f"player_{p}" for p in range(players)),
        teams=teams or tuple(range(players)),
        pack="standard",
        pack_hash="",
        options="{}",
        seed=0,
        medianoche="",
        game_version=0,
    )
    games = sum(len(block.games) for block in blocks)
    summary = Summary(spec, games, int(blocks[-1].deals[-1]) + 1)
    for block in blocks:
        summary.add(block)
    return summary


def coverage(elo, deals, alike, tournaments):
    """How often the 95% intervals of made-up tournaments hold the true ratings `elo`, float[n].

    Pair after pair meets on a deal of two games, which end alike with probability `alike`, else are independent.
    """
    truth = elo - elo.mean() + ratings.ELO_MEAN
    one, other = np.array(list(combinations(range(len(elo)), 2)) * deals)[:deals].T
    odds = 1 / (1 + np.exp((elo[other] - elo[one]) / ratings.ELO_SCALE))
    inside = []
    for seed in range(tournaments):
        chance = np.random.default_rng(seed)
        points = np.zeros((deals, len(elo), len(elo)))
        first = chance.binomial(1, odds)
        second = chance.binomial(1, odds)
        won = first + np.where(chance.random(deals) < alike, first, second)
        points[np.arange(deals), one, other] = won
        points[np.arange(deals), other, one] = 2 - won
        found = ratings.elo(points)
        inside.append((found.low <= truth) & (truth <= found.high))
    return np.mean(inside)
