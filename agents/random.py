"""Uniformly random legal actions: the baseline that every agent is compared with."""

from __future__ import annotations

import numpy as np

from medianoche.envs.core.play.turn import Turn


class RandomAgent:
    """Plays uniformly random legal actions."""

    name = "random"
    is_uniform = True  #: its policy is the same for all legal actions, so symmetric choices are worth the same

    def act(self, turn: Turn) -> np.ndarray:
        """int64[len(turn)]."""
        return turn.random_actions()

    def probabilities(self, turn: Turn) -> np.ndarray:
        """float32[n, num_actions]: the same for each legal action."""
        legal = (turn.action_mask != 0).astype(np.float64)
        return (legal / legal.sum(axis=1, keepdims=True)).astype(np.float32)
