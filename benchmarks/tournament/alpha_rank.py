"""Alpha-Rank: rank agents by an evolutionary process; it also works where A beats B, B beats C and C beats A.

Source: Omidshafiei et al., "Alpha-Rank: Multi-Agent Evaluation by Evolution", Scientific Reports 9, 2019, for one
population and games between two of it. A population of one agent's kind meets a single mutant of another; how
likely the mutant's kind takes over gives a Markov chain over the agents. Its stationary distribution is the ranking.
"""

from __future__ import annotations

import numpy as np

ALPHA, POPULATION = 10.0, 50
"""Selection intensity and population size; for payoffs in [0, 1] a difference of 0.01 is significant."""


def alpha_rank(payoffs: np.ndarray, alpha: float = ALPHA, population: int = POPULATION) -> np.ndarray:
    """float64[n]: the stationary share of each agent, from payoffs[i, j] of i against j; NaN if a payoff is NaN."""
    if np.isnan(payoffs).any():
        return np.full(len(payoffs), np.nan)
    takes_over = fixation(payoffs, alpha, population)
    return stationary(takes_over / max(len(payoffs) - 1, 1))


def fixation(payoffs: np.ndarray, alpha: float, population: int) -> np.ndarray:
    """float64[n, n]: probability that one mutant of kind j takes over a population of kind i."""
    mutants = np.arange(1, population)
    others = population - mutants
    self_play = np.diag(payoffs)
    against = payoffs[..., None]
    resident = self_play[:, None, None]
    mutant = self_play[None, :, None]
    fitness_of_mutant = (mutants - 1) * mutant + others * np.swapaxes(against, 0, 1)
    fitness_of_resident = mutants * against + (others - 1) * resident
    edge = alpha * (fitness_of_mutant - fitness_of_resident) / (population - 1)
    against_the_odds: np.ndarray = np.exp(-np.cumsum(edge, axis=-1)).sum(axis=-1)
    return 1.0 / (1.0 + against_the_odds)


def stationary(chain: np.ndarray) -> np.ndarray:
    """The stationary distribution of a Markov chain; only what is off the diagonal counts.

    Source: Grassmann, Taksar, Heyman, "Regenerative analysis and steady state distributions for Markov chains",
    1985: elimination without subtractions, exact even where moves are as rare as 1e-100.
    """
    left = chain.copy()
    for k in range(len(left) - 1, 0, -1):
        left[:k, k] /= left[k, :k].sum()
        left[:k, :k] += np.outer(left[:k, k], left[k, :k])
    weights = np.ones(len(left))
    for k in range(1, len(left)):
        weights[k] = weights[:k] @ left[:k, k]
    return weights / weights.sum()
