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
    """float64[..., n]: each agent's share of the maximal lottery of margins[..., i, j] = -margins[..., j, i] of i
    against j; each matrix has a lottery of its own.

    If there are several, it is their analytic centre, so that equal agents have equal shares and the order of the
    agents does not matter. NaN if a margin is NaN.

    The game is its own dual, so its central path (a barrier of weight `weight` on both sides) has
    share * slack = weight for every agent, where slack is what the lottery gains from it on average plus n * weight,
    and the shares add up to 1 by themselves. Newton's method follows it to weight 0.
    """
    count = margins.shape[-1]
    games = margins.reshape(-1, count, count)
    lotteries = np.full((margins.size // count**2, count), np.nan)
    going = np.flatnonzero(~np.isnan(games).any(axis=(1, 2)))  # those whose weight is not 0 yet
    games = games[going]
    share = np.full((len(going), count), 1.0 / count)
    weight = np.ones((len(going), 1))
    slack = count - (games @ share[..., None])[..., 0]
    for _ in range(STEPS):
        less = -REACH * weight
        rest = weight + less - share * (slack + count * less)
        curve = np.eye(count) * slack[:, None] - share[..., None] * games
        move = np.linalg.solve(curve, rest[..., None])[..., 0]
        turn = count * less - (games @ move[..., None])[..., 0]
        fastest = np.maximum(-move / share, -turn / slack).max(axis=1, keepdims=True)
        part = 0.9 / np.maximum(fastest, 0.9)
        share = share + part * move
        slack = slack + part * turn
        weight = weight + part * less
        lotteries[going] = share
        left = weight[:, 0] >= PRECISION
        games, going, share, slack, weight = (array[left] for array in (games, going, share, slack, weight))
        if not len(going):
            break
    lotteries /= lotteries.sum(axis=1, keepdims=True)
    return lotteries.reshape(margins.shape[:-1])
