"""The hand-written policy of each game (`kernels/heuristic.py`), applied to a sample of the hidden information."""

from __future__ import annotations

import numpy as np

from medianoche.agents.abilities import certain_policy
from medianoche.envs.core.play.turn import Turn


class GreedyAgent:
    """Plays the game's heuristic on one determinized copy of each position."""

    name = "greedy"

    def act(self, turn: Turn) -> np.ndarray:
        """int64[len(turn)]."""
        return turn.heuristic_actions()

    def probabilities(self, turn: Turn) -> np.ndarray:
        """float32[n, num_actions]: 1 for the action that it chooses."""
        return certain_policy(self, turn)
