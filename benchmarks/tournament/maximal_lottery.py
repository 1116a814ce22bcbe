"""Maximal lotteries: an optimal mixed choice of agents against a free choice of opponents.

Source: Fishburn, "Probabilistic social choice based on simple voting comparisons", 1984, and for agents Lanctot et al.,
"Evaluating Agents using Social Choice Theory", 2023. A lottery over the agents is maximal if no agent beats it on
average: it is an optimal strategy of the zero-sum game in which both sides choose an agent and the payoff is the
margin. An agent that beats all others has share 1; agents that beat each other in a cycle share the lottery.
"""

from __future__ import annotations

import numpy as np

REACH = 0.8
"""Share by which the barrier's weight falls in a step."""
PRECISION = 1e-10
"""The weight at which the method stops; margins are at most 1."""
STEPS = 200


def maximal_lottery(margins: np.ndarray) -> np.ndarray:
    """float64[n]: each agent's share of the maximal lottery of margins[i, j] = -margins[j, i] of i against j.

    If there are several, it is their analytic centre, so that equal agents have equal shares and the order of the
    agents does not matter. NaN if a margin is NaN.

    The game is its own dual, so its central path (a barrier of weight `weight` on both sides) has
    share * slack = weight for every agent, where slack is what the lottery gains from it on average plus n * weight,
    and the shares add up to 1 by themselves. Newton's method follows it to weight 0.
    """
    count = len(margins)
    if np.isnan(margins).any():
        return np.full(count, np.nan)
    share, slack, weight = np.full(count, 1.0 / count), np.full(count, float(count)), 1.0
    slack -= margins @ share
    for _ in range(STEPS):
        less = -REACH * weight
        rest = weight + less - share * (slack + count * less)
        move = np.linalg.solve(np.diag(slack) - share[:, None] * margins, rest)
        turn = count * less - margins @ move
        fastest = max(float((-move / share).max()), float((-turn / slack).max()))
        part = min(1.0, 0.9 / fastest) if fastest > 0 else 1.0
        share, slack, weight = share + part * move, slack + part * turn, weight + part * less
        if weight < PRECISION:
            break
    share /= share.sum()
    return share
