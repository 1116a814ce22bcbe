"""Equilibria of two-player zero-sum games in matrix form."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from medianoche.benchmarks import maximal_lottery


class Equilibrium(NamedTuple):
    """Mixed strategies that are best responses to each other."""

    rows: np.ndarray  # float64[m], shares of the row player, who maximises the payoff
    columns: np.ndarray  # float64[n], shares of the column player
    value: float  # of the game to the row player


def equilibrium(payoffs: np.ndarray) -> Equilibrium:
    """The equilibrium of the zero-sum game payoffs[m, n]; if there are several, the centre of the optimal strategies.

    The game becomes a symmetric one with m + n + 1 strategies, whose optimal strategy (x, y, t) has both of its
    players' strategies as parts. Source: Gale, Kuhn, Tucker, "On symmetric games", 1950.
    """
    rows, columns = payoffs.shape
    positive = payoffs - payoffs.min() + 1.0
    margins = np.zeros((rows + columns + 1, rows + columns + 1))
    margins[:rows, rows:-1] = positive
    margins[:rows, -1] = -1.0
    margins[rows:-1, -1] = 1.0
    share = maximal_lottery(margins - margins.T)
    mine, its = (part / part.sum() for part in (share[:rows], share[rows:-1]))
    return Equilibrium(mine, its, float(mine @ payoffs @ its))
