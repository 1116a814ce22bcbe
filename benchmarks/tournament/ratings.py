"""Ratings from finished games: Elo with intervals (Bradley-Terry), OpenSkill, alpha-Rank, maximal lottery, means.

They depend on the stored games alone, so interruptions of the tournament do not change them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from medianoche.benchmarks.tournament.alpha_rank import alpha_rank
from medianoche.benchmarks.tournament.elo import elo, imagined
from medianoche.benchmarks.tournament.intervals import Interval, share_interval
from medianoche.benchmarks.tournament.maximal_lottery import maximal_lottery
from medianoche.benchmarks.tournament.store import GameResults
from medianoche.benchmarks.tournament.summary import Summary

NORMAL_95 = 1.96
"""Standard errors on either side of a 95% interval."""

CELLS = 1_000_000
"""Points of pairs in memory at once; large fields have fewer replicates of the bootstrap at a time."""
CHOICES, CHOICE_CELLS, CHOICE_FLOOR = 300, 500_000, 10
"""Replicates for alpha-Rank and the maximal lottery: usually, times the pairs of agents at most, and at least."""


@dataclass(frozen=True, kw_only=True)
class RatingRow:
    """A row of a table of ratings."""

    agent: str  #: the agent's string
    elo: float  #: Bradley-Terry rating on the Elo scale (mean of the field 1500)
    low: float  #: lower end of its 95% interval; -inf if nothing bounds it
    high: float  #: upper end of its 95% interval; inf if nothing bounds it
    score: float  #: mean score in the game's own points
    win_rate: float  #: share of games won, a seat counting as its share of a team; a tie shares the win
    utility: float  #: mean utility, in [-1, 1]
    games: int  #: games in which the agent had a seat; in one role, a seat counts as its share of the team


@dataclass(frozen=True, kw_only=True)
class Standing(RatingRow):
    """A row of the final table."""

    mu: float  #: OpenSkill rating (Plackett-Luce)
    sigma: float  #: its uncertainty
    #: its stationary share (see `alpha_rank`), mean over bootstrap replicates; NaN if two agents never met
    alpha_rank: float
    lottery: float  #: its share of the maximal lottery (see `maximal_lottery`), a mean as well


@dataclass(frozen=True, kw_only=True)
class RoleStanding(RatingRow):
    """An agent in one role of a game whose seats differ; Elo over all agents in all roles, mean 1500."""

    role: str


def standings(summary: Summary) -> list[Standing]:
    """The final table, best rating first."""
    spec = summary.spec
    points = summary.agent_points
    rating = elo(points, summary.agent_deals)
    skill = openskill(summary.sample, spec.teams, len(spec.agents))
    evolved, drawn = mean_choices(points)
    weights = np.array(spec.seat_weights)
    seats = summary.seats @ weights
    table = [
        Standing(
            agent=name,
            elo=float(rating.rating[n]),
            low=float(rating.low[n]),
            high=float(rating.high[n]),
            mu=float(skill[n, 0]),
            sigma=float(skill[n, 1]),
            alpha_rank=float(evolved[n]),
            lottery=float(drawn[n]),
            score=float(summary.score[n] @ weights / seats[n]),
            win_rate=float(summary.wins[n] @ weights / seats[n]),
            utility=float(summary.utility[n] @ weights / seats[n]),
            games=int(summary.played[n]),
        )
        for n, name in enumerate(spec.agents)
        if summary.played[n]
    ]
    return sorted(table, key=lambda line: (-line.elo, line.agent))


def role_standings(summary: Summary) -> list[RoleStanding]:
    """Every agent in every role, role by role and best first; empty if the game's seats are all of one kind."""
    roles = summary.spec.roles
    if len(roles) == 1:
        return []
    rating = elo(summary.side_points, summary.side_deals)
    weights = np.array(summary.spec.seat_weights)
    seats, wins, utility, score = (
        summary.by_role(sums * weights) for sums in (summary.seats, summary.wins, summary.utility, summary.score)
    )
    table = [
        RoleStanding(
            role=role,
            agent=name,
            elo=float(rating.rating[n * len(roles) + r]),
            low=float(rating.low[n * len(roles) + r]),
            high=float(rating.high[n * len(roles) + r]),
            score=float(score[n, r] / seats[n, r]),
            win_rate=float(wins[n, r] / seats[n, r]),
            utility=float(utility[n, r] / seats[n, r]),
            games=round(float(seats[n, r])),
        )
        for r, role in enumerate(roles)
        for n, name in enumerate(summary.spec.agents)
        if seats[n, r]
    ]
    return sorted(table, key=lambda line: (roles.index(line.role), -line.elo, line.agent))


def resampled(points: np.ndarray, replicates: int) -> Iterator[np.ndarray]:
    """Bootstrap replicates of the sum of points[blocks, i, j]: float64[some, n, n] at a time, with the imaginary games
    of `elo`, whose results are random."""
    count = points.shape[-1]
    rng = np.random.default_rng(0)
    games = imagined(count)
    weights = rng.multinomial(len(points), np.full(len(points), 1.0 / len(points)), size=replicates)
    for some in np.array_split(weights, -(-replicates * count**2 // CELLS)):
        upper = np.triu(rng.random((len(some), count, count)), 1)
        results = upper + np.tril(1.0 - np.swapaxes(upper, 1, 2), -1)
        yield np.tensordot(some.astype(np.float64), points, axes=1) + games * results


def mean_choices(points: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Shares of alpha-Rank and of the maximal lottery: float64[n] each, the means over bootstrap replicates of
    points[blocks, i, j]; NaN if two agents never met.

    Both name one winner for the smallest difference, so the shares of one set of games would be sure where the games
    are not. In the mean over replicates, agents whose order is not resolved share.
    """
    count = points.shape[-1]
    total = points.sum(axis=0)
    if (total + total.T + np.eye(count) == 0).any():
        return np.full(count, np.nan), np.full(count, np.nan)
    drawn = np.concatenate([*resampled(points, max(min(CHOICES, CHOICE_CELLS // count**2), CHOICE_FLOOR))])
    payoffs = np.where(np.eye(count), 0.5, shares(drawn))
    lotteries = maximal_lottery(payoffs - np.swapaxes(payoffs, 1, 2))
    return np.mean([alpha_rank(payoff) for payoff in payoffs], axis=0), lotteries.mean(axis=0)


def openskill(games: GameResults, teams: tuple[int, ...], agents: int) -> np.ndarray:
    """float64[agents, 2]: OpenSkill's mu and sigma (Plackett-Luce, teams and ties), games taken in order.

    An agent that sits in several seats of a game gets the mean of their updates.
    """
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    skill = [(model.mu, model.sigma)] * agents
    sides = [[p for p, team in enumerate(teams) if team == side] for side in dict.fromkeys(teams)]
    for seats, utilities in zip(games.seats.tolist(), games.utilities.tolist(), strict=True):
        before = [[model.rating(*skill[seats[p]]) for p in side] for side in sides]
        after = model.rate(before, ranks=[-utilities[side[0]] for side in sides])
        updated: dict[int, list[tuple[float, float]]] = {}
        for side, ratings in zip(sides, after, strict=True):
            for p, rating in zip(side, ratings, strict=True):
                updated.setdefault(seats[p], []).append((rating.mu, rating.sigma))
        for agent, values in updated.items():
            skill[agent] = tuple(sum(column) / len(values) for column in zip(*values, strict=True))
    return np.array(skill)


def shares(points: np.ndarray) -> np.ndarray:
    """Share of the points of row against column from points[..., i, j]; NaN where the two never met."""
    played = points + np.swapaxes(points, -1, -2)
    share: np.ndarray = np.full_like(points, np.nan)
    np.divide(points, played, out=share, where=played > 0)
    return share


def head_to_head(summary: Summary) -> np.ndarray:
    """float64[agents, agents]: share of the points of row against column; NaN if the two never met."""
    return shares(summary.agent_points.sum(axis=0))


def duels(summary: Summary) -> Interval:
    """Head to head: float64[agents, agents] of row against column, with 95% intervals over deals."""
    points = summary.agent_points
    return share_interval(points, points + np.swapaxes(points, 1, 2))


def seat_utilities(summary: Summary) -> np.ndarray:
    """float64[agents + 1, players]: mean utility of each agent in each seat; of all in the last row."""
    count, total = (np.vstack([table, table.sum(axis=0)]) for table in (summary.seats, summary.utility))
    means: np.ndarray = np.full_like(total, np.nan)
    np.divide(total, count, out=means, where=count > 0)
    return means


def seat_reaches(summary: Summary) -> np.ndarray:
    """float64[agents + 1, players]: half the width of the 95% interval of each of `seat_utilities`, with games as the
    unit, by the normal distribution; NaN below two games."""
    count, squares = (np.vstack([table, table.sum(axis=0)]) for table in (summary.seats, summary.squares))
    means = seat_utilities(summary)
    with np.errstate(invalid="ignore", divide="ignore"):
        variance = np.maximum(squares / count - means**2, 0) / (count - 1)
    return np.where(count > 1, NORMAL_95 * np.sqrt(variance), np.nan)
