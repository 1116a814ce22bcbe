"""The rating of a bot in a frozen field whose members' ratings stay fixed.

With the members' ratings fixed, the likelihood of Bradley and Terry (1952) has its maximum at the rating at which the
bot's expected share of the points equals its observed share. So an interval of the share gives an interval of the
rating. The interval is over deals (`intervals.share_interval`) after subtracting each deal's predicted share
(the regression estimator: Cochran, "Sampling techniques", 1977, chapter 7), since a stronger opponent is not chance.
Stopping when the interval is narrow keeps its 95% asymptotically (Chow and Robbins, "On the asymptotic theory of
fixed-width sequential confidence intervals for the mean", 1965); so there is no look before FIRST_LOOK_DEALS deals.
"""

from __future__ import annotations

from math import ceil, isfinite
from typing import NamedTuple

import numpy as np

from medianoche.benchmarks.reference.field import FieldError, FieldTable
from medianoche.benchmarks.tournament.elo import ELO_SCALE
from medianoche.benchmarks.tournament.intervals import share_interval
from medianoche.benchmarks.tournament.schedule import Schedule
from medianoche.benchmarks.tournament.spec import Spec
from medianoche.benchmarks.tournament.stopping import Rule
from medianoche.benchmarks.tournament.store import GameResults
from medianoche.benchmarks.tournament.summary import comparisons

FIRST_LOOK_DEALS = 100
"""Deals at the first look; each next look is after 5% more deals."""
WIDTH_MIN = 1.0
WIDTH_MAX = 1000.0
FAR = 4000.0
"""Elo beyond the members' ratings at which the bisection ends."""
HALVINGS = 60


class PlacedRating(NamedTuple):
    """A rating and its 95% interval on the Elo scale of a field.

    An end is infinite if the bot has lost, or won, too few points to bound it.
    """

    elo: float
    low: float
    high: float

    @property
    def words(self) -> str:
        """The rating and its interval as text."""
        match isfinite(self.low), isfinite(self.high):
            case True, True:
                interval = f"{self.low:.0f} to {self.high:.0f}"
            case True, False:
                interval = f"above {self.low:.0f}, no upper end known"
            case False, True:
                interval = f"below {self.high:.0f}, no lower end known"
            case _:
                interval = "no end known"
        return f"{self.elo:.0f} ({interval})"


class MemberResult(NamedTuple):
    """The result of a bot against one member."""

    role: str  # the bot's role; empty in a game without roles
    member: str  # the member's string
    share: float  # the bot's share of the points and the 95% interval; NaN without a comparison
    low: float
    high: float
    expected: float  # the share that the two ratings predict
    deals: int  # number of deals on which they met


def place(won: np.ndarray, lost: np.ndarray, ratings: np.ndarray) -> PlacedRating:
    """The rating of a bot that won and lost float64[deals, opponents] points against ratings float64[opponents].

    As in `share_interval`, two imaginary deals are added, one wholly won and one wholly lost. So a bot that never lost
    has a finite rating, and an interval with a lower end alone.
    """
    played = won + lost
    weights = played.sum(axis=0)
    all_points = played.sum(axis=1)
    size = weights.sum() / (all_points > 0).sum()
    share = (won.sum() + size) / (weights.sum() + 2 * size)
    elo = _at(share, weights, ratings)
    surprise = (won - played * expected(elo, ratings)).sum(axis=1)
    interval = share_interval(surprise + share * all_points, all_points)
    return PlacedRating(elo, _at(float(interval.low), weights, ratings), _at(float(interval.high), weights, ratings))


def expected(elo: float, ratings: np.ndarray) -> np.ndarray:
    """The expected share of the points of a bot with rating `elo` against each of `ratings` (Bradley, Terry 1952)."""
    return 1.0 / (1.0 + np.exp((ratings - elo) / ELO_SCALE))


def _at(share: float, weights: np.ndarray, ratings: np.ndarray) -> float:
    """The rating whose expected share of weights[opponents] points is `share`; infinite at 0 and 1."""
    if not 0 < share < 1:
        return np.inf if share > 0 else -np.inf
    low, high = ratings.min() - FAR, ratings.max() + FAR
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        above = expected(middle, ratings) @ weights > share * weights.sum()
        low, high = (low, middle) if above else (middle, high)
    return float((low + high) / 2)


class Placing(Rule):
    """Stops a tournament when the rating of its first agent, the bot, is precise enough.

    Args:
        spec: `table.spec(bot)`.
        table: the table of the field.
        width: width of the 95% interval in Elo at which to stop: 20 is "plus or minus 10".

    Attributes:
        deals: number of deals that count.
    """

    def __init__(self, spec: Spec, table: FieldTable, width: float) -> None:
        super().__init__(Schedule.from_spec(spec))
        self.spec = spec
        if not WIDTH_MIN <= width <= WIDTH_MAX:
            raise FieldError(f"width={width:g} is not accepted; give {WIDTH_MIN:g} to {WIDTH_MAX:g} Elo")
        members = table.by_name
        others = [members[agent] for agent in spec.agents[1:]]
        self.ratings = np.array([member.elo for member in others])
        roles = spec.roles if len(spec.roles) > 1 else ()
        if any(set(member.roles) != set(roles) for member in others):
            raise FieldError(f"{table.title}: the field has ratings for other roles than {' '.join(roles) or 'none'}")
        self.role_ratings = np.array([[member.roles[role].elo for role in roles] for member in others])
        self.width = width
        self.deals = 0
        self._games = 0
        self._look = FIRST_LOOK_DEALS
        shape = (0, len(spec.roles), len(others), len(spec.roles))
        self._won = np.zeros(shape)
        self._lost = np.zeros(shape)

    @property
    def state(self) -> str:
        """The rating so far."""
        return self.place.words if self.deals else "no deal finished"

    @property
    def expected_games(self) -> int | None:
        """Estimated from the interval so far, whose width falls with the root of the number of deals.

        None before the first look, and for an interval with one end.
        """
        if self.verdict or self.deals < FIRST_LOOK_DEALS or not isfinite(now := self.place.high - self.place.low):
            return None
        return ceil(self._games * (now / self.width) ** 2)

    @property
    def place(self) -> PlacedRating:
        """The rating over all deals that count. Raises FieldError if no deal is finished."""
        won, lost = self._counted()
        return place(won.sum(axis=(1, 3)), lost.sum(axis=(1, 3)), self.ratings)

    @property
    def roles(self) -> dict[str, PlacedRating]:
        """The rating in each role, against the members' in theirs; empty in a game without roles."""
        won, lost = (points.reshape(*points.shape[:2], -1) for points in self._counted())
        if not self.role_ratings.size:
            return {}
        return {role: place(won[:, n], lost[:, n], self.role_ratings.ravel()) for n, role in enumerate(self.spec.roles)}

    @property
    def results(self) -> list[MemberResult]:
        """The results against each member, role by role."""
        won, lost = self._counted()
        places = self.roles or {"": self.place}
        lines = []
        for n, (role, mine) in enumerate(places.items()):
            played = won[:, n] + lost[:, n]
            shares = share_interval(won[:, n].sum(axis=2), played.sum(axis=2))
            ratings = self.role_ratings if role else self.ratings[:, None]
            weights = played.sum(axis=0)
            with np.errstate(invalid="ignore"):
                means = (expected(mine.elo, ratings) * weights).sum(axis=1) / weights.sum(axis=1)
            met = (played.sum(axis=2) > 0).sum(axis=0)
            columns = (self.spec.agents[1:], *(values.tolist() for values in (*shares, means, met)))
            lines += [MemberResult(role, *line) for line in zip(*columns, strict=True)]
        return lines

    def _counted(self) -> tuple[np.ndarray, np.ndarray]:
        """float64[deals, roles, members, roles]: points won and lost on the deals that count."""
        if not self.deals:
            raise FieldError("no deal against the field is finished; ask for more games")
        return self._won, self._lost

    def _count(self, games: GameResults) -> None:
        sides = len(self.spec.agents) * len(self.spec.roles)
        roles = len(self.spec.roles)
        deals = games.deals - games.deals[0]
        shape = (int(deals[-1]) + 1, sides, sides)
        seats = games.seats * roles + np.array(self.spec.seat_roles)
        points = comparisons(seats, games.utilities, self.spec.teams, shape, deals)
        won = points[:, :roles, roles:]
        lost = points[:, roles:, :roles].swapaxes(1, 2)
        parts = (-1, roles, len(self.ratings), roles)
        self._won = np.concatenate([self._won, won.reshape(parts)])
        self._lost = np.concatenate([self._lost, lost.reshape(parts)])
        self.deals = len(self._won)
        self._games += len(games.games)
        while self._look <= self.deals and not self.verdict:
            self._stop_if_known()

    def _stop_if_known(self) -> None:
        """Set the verdict if the interval over the first `_look` deals is narrow enough; else plan the next look."""
        won, lost = (points[: self._look].sum(axis=(1, 3)) for points in (self._won, self._lost))
        placed = place(won, lost, self.ratings)
        if placed.high - placed.low <= self.width:
            self.verdict = "known"
            self._won = self._won[: self._look]
            self._lost = self._lost[: self._look]
            self.deals = self._look
        self._look += self._look // 20
