"""Actions drawn at random, many rows at once, outside of the kernels."""

from __future__ import annotations

import numpy as np

EQUILIBRIUM = np.uint64(0xD0E15)
"""Sets the random number that draws a choice of a duel apart from those of a network."""


def uniform(seeds: np.ndarray) -> np.ndarray:
    """float64[n]: numbers from 0 to below 1, made of the highest bits of `seeds`, uint64[n]."""
    return (seeds >> np.uint64(11)) * 2.0**-53


def draw_actions(weights: np.ndarray, numbers: np.ndarray) -> np.ndarray:
    """Draw an action for each row in proportion to its weights.

    Args:
        weights: [n, num_actions], 0 for illegal actions.
        numbers: float64[n], from 0 to below 1.

    Returns:
        int64[n].
    """
    reached = weights.cumsum(axis=1, dtype=np.float64)
    return (reached <= (numbers * reached[:, -1])[:, None]).sum(axis=1)
