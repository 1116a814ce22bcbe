"""Ratings from finished games: Elo with intervals (Bradley-Terry), OpenSkill, and plain means.

All of it follows from the stored games alone, so it is the same however often the tournament was interrupted.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from medianoche.benchmarks.tournament.spec import Spec
from medianoche.benchmarks.tournament.store import Results

ELO_MEAN, ELO_SCALE = 1500.0, 400.0 / np.log(10.0)
REPLICATES = 1000
BLOCKS = 1000
"""The bootstrap draws deals; with more deals than this, neighbouring ones are drawn together."""
OPENSKILL_GAMES = 20_000
"""OpenSkill goes through games one by one in Python; of a longer tournament it sees about this many."""


@dataclass(frozen=True)
class Standing:
    """One line of the final table.

    Attributes:
        agent: the agent's string.
        elo, low, high: Bradley-Terry rating on the Elo scale (mean of the field 1500), its 95% interval.
        mu, sigma: OpenSkill rating (Plackett-Luce) and its uncertainty.
        score: mean score in the game's own points.
        win_rate: share of seats that won; seats in a tie share the win.
        utility: mean utility, in [-1, 1].
        games: games in which the agent had a seat.
    """

    agent: str
    elo: float
    low: float
    high: float
    mu: float
    sigma: float
    score: float
    win_rate: float
    utility: float
    games: int


class Elo(NamedTuple):
    """Ratings of all agents: three float64[agents]."""

    rating: np.ndarray
    low: np.ndarray
    high: np.ndarray


def standings(spec: Spec, results: Results) -> list[Standing]:
    """The final table, best rating first."""
    ratings = elo(results, spec.teams, len(spec.agents))
    skill = openskill(results, spec.teams, len(spec.agents))
    wins = win_shares(results.utilities, spec.teams)
    table = []
    for number, name in enumerate(spec.agents):
        mine = results.seats == number
        if mine.any():
            table.append(
                Standing(
                    agent=name,
                    elo=float(ratings.rating[number]),
                    low=float(ratings.low[number]),
                    high=float(ratings.high[number]),
                    mu=float(skill[number, 0]),
                    sigma=float(skill[number, 1]),
                    score=float(results.scores[mine].mean()),
                    win_rate=float(wins[mine].mean()),
                    utility=float(results.utilities[mine].mean()),
                    games=int(mine.any(axis=1).sum()),
                )
            )
    return sorted(table, key=lambda line: (-line.elo, line.agent))


def win_shares(utilities: np.ndarray, teams: tuple[int, ...]) -> np.ndarray:
    """float64[n, players]: 1 for the winning team's seats, shared by teams that tie for the first place."""
    firsts, team_of = np.unique(teams, return_index=True, return_inverse=True)[1:]
    results = utilities[:, firsts]
    best = results == results.max(axis=1, keepdims=True)
    share: np.ndarray = (best / best.sum(axis=1, keepdims=True))[:, team_of]
    return share


def comparisons(results: Results, teams: tuple[int, ...], agents: int, blocks: np.ndarray | None = None) -> np.ndarray:
    """float64[blocks, agents, agents]: points of one agent against another, over seats in different teams.

    A seat scores 1 against every opposing seat with a lower utility, and 1/2 with an equal one; an agent's
    seats are not compared with each other. `blocks` (int64[n], from 0) says which block each game counts for;
    one if None.
    """
    where = np.zeros(len(results.games), np.int64) if blocks is None else blocks
    count = int(where.max()) + 1
    points = np.zeros(count * agents * agents)
    for one in range(len(teams)):
        for other in range(len(teams)):
            if teams[one] == teams[other]:
                continue
            mine, its = results.seats[:, one], results.seats[:, other]
            difference = results.utilities[:, one] - results.utilities[:, other]
            value = np.where(mine == its, 0.0, (np.sign(difference) + 1) / 2)
            places = (where * agents + mine) * agents + its
            points += np.bincount(places, weights=value, minlength=len(points))
    return points.reshape(count, agents, agents)


def bradley_terry(points: np.ndarray) -> np.ndarray:
    """Maximum-likelihood strengths (natural logarithm, mean 0) from points[..., i, j] of i against j.

    Newton's method on the concave log-likelihood, for many matrices at once, with bounded steps. Every agent
    must have gained and lost something against the others, directly or through others; `elo` sees to that.
    """
    played = points + np.swapaxes(points, -1, -2)
    strength = np.zeros(points.shape[:-1])
    centre = np.full(points.shape[-2:], 1.0 / points.shape[-1])
    for _ in range(200):
        gain = 1.0 / (1.0 + np.exp(strength[..., None, :] - strength[..., :, None]))
        slope = (points - played * gain).sum(axis=-1)
        weight = played * gain * (1.0 - gain)
        curve = np.eye(points.shape[-1]) * weight.sum(axis=-1)[..., None] - weight + centre
        move = np.linalg.solve(curve, slope[..., None])[..., 0]
        move /= np.maximum(1.0, np.abs(move).max(axis=-1, keepdims=True))
        strength += move
        if np.abs(move).max() < 1e-9:
            break
    strength -= strength.mean(axis=-1, keepdims=True)
    return strength


def elo(results: Results, teams: tuple[int, ...], agents: int) -> Elo:
    """Ratings with 95% intervals by bootstrap over deals.

    Besides its games, each agent has one imaginary game against the field: drawn in the rating, and with a
    random result in each bootstrap replicate. So someone who never lost has a finite rating and an interval
    that says how little is known.
    """
    deals, ranks = np.unique(results.deals, return_inverse=True)
    blocks = ranks * min(BLOCKS, len(deals)) // len(deals)
    points = comparisons(results, teams, agents, blocks)
    imagined = (1.0 - np.eye(agents)) / max(agents - 1, 1)
    rating = bradley_terry(points.sum(axis=0) + imagined / 2)

    chance = np.random.default_rng(0)
    weights = chance.multinomial(len(points), np.full(len(points), 1.0 / len(points)), size=REPLICATES)
    upper = np.triu(chance.random((REPLICATES, agents, agents)), 1)
    results_imagined = upper + np.tril(1.0 - np.swapaxes(upper, 1, 2), -1)
    drawn = np.tensordot(weights.astype(np.float64), points, axes=1) + imagined * results_imagined
    low, high = np.percentile(bradley_terry(drawn), [2.5, 97.5], axis=0)
    return Elo(*(ELO_MEAN + ELO_SCALE * values for values in (rating, low, high)))


def sample_of_deals(results: Results, games: int) -> np.ndarray:
    """The places of about `games` games: whole deals, chosen at random but always the same."""
    if len(results.games) <= games:
        return np.arange(len(results.games))
    deals = np.unique(results.deals)
    number = max(len(deals) * games // len(results.games), 1)
    chosen = np.random.default_rng(0).choice(deals, number, replace=False)
    return np.flatnonzero(np.isin(results.deals, chosen))


def openskill(results: Results, teams: tuple[int, ...], agents: int) -> np.ndarray:
    """float64[agents, 2]: OpenSkill's mu and sigma (Plackett-Luce, teams and ties), games taken in order.

    An agent that sits in several seats of a game gets the mean of their updates.
    """
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    skill = [(model.mu, model.sigma)] * agents
    sides = [[p for p, team in enumerate(teams) if team == side] for side in dict.fromkeys(teams)]
    places = sample_of_deals(results, OPENSKILL_GAMES)
    games = zip(results.seats[places].tolist(), results.utilities[places].tolist(), strict=True)
    for seats, utilities in games:
        before = [[model.rating(*skill[seats[p]]) for p in side] for side in sides]
        after = model.rate(before, ranks=[-utilities[side[0]] for side in sides])
        updated: dict[int, list[tuple[float, float]]] = {}
        for side, ratings in zip(sides, after, strict=True):
            for p, rating in zip(side, ratings, strict=True):
                updated.setdefault(seats[p], []).append((rating.mu, rating.sigma))
        for agent, values in updated.items():
            skill[agent] = tuple(sum(column) / len(values) for column in zip(*values, strict=True))
    return np.array(skill)


def head_to_head(results: Results, teams: tuple[int, ...], agents: int) -> np.ndarray:
    """float64[agents, agents]: share of the points of row against column; NaN if the two never met."""
    points = comparisons(results, teams, agents)[0]
    played = points + points.T
    share: np.ndarray = np.full_like(points, np.nan)
    np.divide(points, played, out=share, where=played > 0)
    return share


def seat_utilities(results: Results, agents: int) -> np.ndarray:
    """float64[agents + 1, players]: mean utility of each agent in each seat; of all in the last row."""
    table = np.full((agents + 1, results.seats.shape[1]), np.nan)
    for seat, (who, utility) in enumerate(zip(results.seats.T, results.utilities.T, strict=True)):
        count = np.bincount(who, minlength=agents)
        total = np.bincount(who, weights=utility, minlength=agents)
        np.divide(total, count, out=table[:agents, seat], where=count > 0)
        table[agents, seat] = utility.mean()
    return table
