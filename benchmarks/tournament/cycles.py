"""Do agents beat each other in find_cycles? A says yes only to what noise would hardly do.

"Beats" is a test over deals at a level that is shared out among all pairs (Bonferroni). If the agents have an order in
truth, a circle needs at least one pair the wrong way round; so a circle is named falsely with a probability of about
`ERROR` at most, however many agents there are.
"""

from __future__ import annotations

import numpy as np

from medianoche.benchmarks.tournament.intervals import share_interval

ERROR = 0.05


def beats(points: np.ndarray, error: float = ERROR) -> np.ndarray:
    """bool[n, n]: whether row has significantly more than half of the points[deals, row, column] against column."""
    pairs = max(points.shape[1] * (points.shape[1] - 1) // 2, 1)
    found = share_interval(points, points + np.swapaxes(points, 1, 2), error / 2 / pairs)
    better: np.ndarray = found.low > 0.5  # never where two have not met
    return better


def find_cycles(better: np.ndarray) -> list[list[int]]:
    """One shortest circle, each beating the next and the last the first, of every group within which everybody beats
    everybody through others."""
    reach = better.copy()
    for middle in range(len(reach)):
        reach |= reach[:, [middle]] & reach[middle]
    left = set(np.flatnonzero(np.diag(reach)).tolist())
    found = []
    while left:
        first = min(left)
        group = {other for other in left if reach[first, other] and reach[other, first]}
        found.append(min((_shortest(better, one) for one in sorted(group)), key=len))
        left -= group
    return found


def _shortest(better: np.ndarray, start: int) -> list[int]:
    """The shortest circle through `start`, which is on one: breadth first."""
    ways, seen = [[start]], {start}
    for way in ways:
        if len(way) > 1 and better[way[-1], start]:
            return way
        for other in np.flatnonzero(better[way[-1]]).tolist():
            if other not in seen:
                seen.add(other)
                ways.append([*way, other])
    raise ValueError(f"{start} is on no circle")
