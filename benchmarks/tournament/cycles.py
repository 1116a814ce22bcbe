"""Find significant cycles, in which each agent beats the next and the last beats the first.

"Beats" is a test over deals with a level divided among all pairs (Bonferroni). If the agents truly have an order, a
cycle needs at least one pair with the wrong result; so the probability of a false cycle is at most about `ERROR`,
for any number of agents.
"""

from __future__ import annotations

import numpy as np

from medianoche.benchmarks.tournament.intervals import share_interval

ERROR = 0.05


def beats(points: np.ndarray, error: float = ERROR) -> np.ndarray:
    """bool[n, n]: whether the row agent has significantly more than half of points[deals, row, column]."""
    pairs = max(points.shape[1] * (points.shape[1] - 1) // 2, 1)
    interval = share_interval(points, points + np.swapaxes(points, 1, 2), error / 2 / pairs)
    return interval.low > 0.5  # NaN, so False, for two that have not met


def find_cycles(better: np.ndarray) -> list[list[int]]:
    """One shortest cycle of every strongly connected component of the relation better[i, j]: i beats j."""
    reach = better.copy()
    for middle in range(len(reach)):
        reach |= reach[:, [middle]] & reach[middle]
    left = set(np.flatnonzero(np.diag(reach)).tolist())
    cycles = []
    while left:
        first = min(left)
        group = {other for other in left if reach[first, other] and reach[other, first]}
        cycles.append(min((_shortest(better, one) for one in sorted(group)), key=len))
        left -= group
    return cycles


def _shortest(better: np.ndarray, start: int) -> list[int]:
    """The shortest cycle through `start`, by breadth-first search."""
    ways = [[start]]
    seen = {start}
    for way in ways:
        if len(way) > 1 and better[way[-1], start]:
            return way
        for other in np.flatnonzero(better[way[-1]]).tolist():
            if other not in seen:
                seen.add(other)
                ways.append([*way, other])
    raise ValueError(f"{start} is on no cycle")
