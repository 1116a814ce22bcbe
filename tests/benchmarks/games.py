"""Made-up results, and a game with roles."""

from functools import cache
from itertools import combinations
from math import comb

import numpy as np

from medianoche.benchmarks.tournament import GameResults, Spec, Summary
from medianoche.benchmarks.tournament.elo import ELO_MEAN, ELO_SCALE
from medianoche.benchmarks.tournament.elo import elo as elo_of
from medianoche.toys import connect_four


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


def coverage(elo, deals, alike, tournaments, first_seed=0):
    """How often the 95% intervals of made-up tournaments hold the true ratings `elo`, float64[n] by agent.

    Pair after pair meets on a deal of two games, which end alike with probability `alike`, else are independent. The
    tournaments have the seeds from `first_seed` on.
    """
    truth = elo - elo.mean() + ELO_MEAN
    one, other = np.array(list(combinations(range(len(elo)), 2)) * deals)[:deals].T
    odds = expected(elo[one] - elo[other])
    inside = []
    for number in range(tournaments):
        rng = np.random.default_rng(first_seed + number)
        points = np.zeros((deals, len(elo), len(elo)))
        first = rng.binomial(1, odds)
        second = rng.binomial(1, odds)
        won = first + np.where(rng.random(deals) < alike, first, second)
        points[np.arange(deals), one, other] = won
        points[np.arange(deals), other, one] = 2 - won
        ratings = elo_of(points)
        inside.append((ratings.low <= truth) & (truth <= ratings.high))
    return np.mean(inside, axis=0)


def expected(gap):
    """The share of the points of an agent that is `gap` Elo stronger."""
    return 1 / (1 + np.exp(-gap / ELO_SCALE))


def coverage_of_two(deals, gaps, shares_alike):
    """The same for two agents without chance: every result of `deals` deals, weighed by its probability; float64[gaps,
    shares_alike]."""
    odds = expected(np.array(gaps, float))[:, None]
    alike = np.array(shares_alike)
    both = alike * odds + (1 - alike) * odds**2
    none = alike * (1 - odds) + (1 - alike) * (1 - odds) ** 2
    truth = ELO_MEAN + np.array(gaps)[:, None] / 2
    held = np.zeros(both.shape)
    for won, lost in combinations_with_sum(deals):
        low, high = interval_of_two(deals, won, lost)
        ways = comb(deals, won) * comb(deals - won, lost)
        split = (1 - both - none).clip(0) ** (deals - won - lost)
        held += ways * both**won * none**lost * split * ((low <= truth) & (truth <= high))
    return held


def combinations_with_sum(most):
    """All pairs of numbers with a sum of at most `most`."""
    return [(one, other) for one in range(most + 1) for other in range(most + 1 - one)]


@cache
def interval_of_two(deals, won, lost):
    """The interval of an agent that won both games of `won` deals, none of `lost` deals, and one of each other deal."""
    if won < lost:
        low, high = interval_of_two(deals, lost, won)
        return 2 * ELO_MEAN - high, 2 * ELO_MEAN - low
    mine = np.repeat([2.0, 0.0, 1.0], [won, lost, deals - won - lost])
    points = np.zeros((deals, 2, 2))
    points[:, 0, 1] = mine
    points[:, 1, 0] = 2 - mine
    ratings = elo_of(points)
    return ratings.low[0], ratings.high[0]
