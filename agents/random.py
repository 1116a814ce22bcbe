"""Uniformly random legal actions: the baseline that every agent is compared with."""

from __future__ import annotations

import numpy as np

from medianoche.envs.core.play.turn import Turn


class RandomAgent:
    """Plays uniformly random legal actions."""

    name = "random"

    def act(self, turn: Turn) -> np.ndarray:
        """int64[len(turn)]."""
        return turn.random_actions()
