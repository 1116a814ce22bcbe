"""Intervals of shares of points, with the deal as the unit: seats of a game and games of a deal are not independent.

Source: the linearised variance of a ratio (Cochran, "Sampling techniques", 1977, section 2.11), Student's t, and two
imaginary deals, one wholly won and one wholly lost: what Agresti and Coull ("Approximate is better than exact", 1998)
do for single games, so that a few deals with the same result have no interval of width 0.
"""

from __future__ import annotations

from functools import lru_cache
from math import inf, isfinite
from typing import NamedTuple

import numpy as np

TAIL = 0.025
"""Probability outside either end of a 95% interval."""
ANGLES = 20_001


class Interval(NamedTuple):
    """Shares with their intervals: float64[...] each, NaN where nothing was played."""

    share: np.ndarray
    low: np.ndarray
    high: np.ndarray


class Estimate(NamedTuple):
    """A value with the ends of its 95% interval; an end that nothing bounds is infinite."""

    value: float
    low: float
    high: float

    @classmethod
    def around(cls, value: float, reach: float) -> Estimate:
        """A value with half the width of its interval."""
        return cls(value, value - reach, value + reach)

    @classmethod
    def mean(cls, values: np.ndarray) -> Estimate:
        """The mean of float64[n] independent values, with the interval of Student's t."""
        half = student(len(values) - 1, TAIL) * float(values.std(ddof=1)) / float(np.sqrt(len(values)))
        return cls.around(float(values.mean()), half)

    @property
    def reach(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2

    def words(self, form: str) -> str:
        """Value and interval as text; `form` is the format of each number."""
        return f"{self.value:{form}} ({self.low:{form}} to {self.high:{form}})"


def known_ends(low: float, high: float) -> tuple[float | None, float | None]:
    """The ends of an interval for JSON, which has no infinity: None where nothing bounds it."""
    return (low if isfinite(low) else None), (high if isfinite(high) else None)


def stored_ends(low: float | None, high: float | None) -> tuple[float, float]:
    """The ends of an interval from JSON, see `known_ends`."""
    return (-inf if low is None else low), (inf if high is None else high)


def share_interval(won: np.ndarray, played: np.ndarray, tail: float = TAIL) -> Interval:
    """Share of the points from won[deals, ...] of played[deals, ...], with `tail` outside on either side."""
    deals = (played > 0).sum(axis=0)
    total = played.sum(axis=0)
    with np.errstate(invalid="ignore", divide="ignore"):
        share = won.sum(axis=0) / total
        size = total / deals
        middle = (won.sum(axis=0) + size) / (total + 2 * size)
        spread = size**2 * (middle**2 + (1 - middle) ** 2)
        for mine, all_points in zip(won, played, strict=True):
            spread += (mine - middle * all_points) ** 2
        error = np.sqrt(spread * (deals + 2) / (deals + 1)) / (total + 2 * size)
    freedoms, where = np.unique(deals + 1, return_inverse=True)
    reach = np.array([student(int(freedom), tail) for freedom in freedoms])[where].reshape(deals.shape) * error
    return Interval(share, np.maximum(middle - reach, 0.0), np.minimum(middle + reach, 1.0))


@lru_cache(maxsize=4096)
def student(freedom: int, tail: float) -> float:
    """The value that Student's t with `freedom` degrees of freedom exceeds with probability `tail` (below 1/2).

    With t = sqrt(freedom) * tan(angle) the density is cos(angle) to the power freedom - 1; the angles are summed up.
    """
    end = min(np.pi / 2, 40.0 / np.sqrt(freedom))
    angles = np.linspace(0.0, end, ANGLES)
    density = np.cos(angles) ** (freedom - 1)
    below = np.concatenate([[0.0], np.cumsum((density[1:] + density[:-1]) / 2)])
    return float(np.sqrt(freedom) * np.tan(np.interp((1 - 2 * tail) * below[-1], below, angles)))
