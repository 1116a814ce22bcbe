"""Search for choices made at the same time: `matrix`, `matrix:PATH`, `matrix:PATH:8` draw them from an equilibrium.

Where a game declares that the next player chooses without seeing the choice, in a phase of its own
(`Game.simultaneous`), the action is drawn from the equilibrium of a matrix of values, see `kernels.matrix`: an opponent
who knows this agent's habits gains nothing. All other decisions are the network's own.
"""

from __future__ import annotations

import numpy as np

from medianoche.agents.base import AgentError
from medianoche.agents.net import NetAgent, simultaneous_pair
from medianoche.agents.network import Network
from medianoche.agents.search import empty_decisions
from medianoche.envs.core.play.turn import Turn
from medianoche.envs.core.play.views import views_of

WORLDS = 3
"""Worlds for each pair of actions, where the string names no number."""
HORIZON = 24
"""Decisions of a rollout, at most; then the network evaluates the position."""


class MatrixAgent(NetAgent):
    """Plays a network, and draws simultaneous choices from the equilibrium of their values.

    Args:
        *words: the path of a file (without one: the network that comes with the game), then optionally the number of
            worlds for each pair of actions, WORLDS without it.
        threads: threads that share the decisions of a turn.
        network: a network in memory, instead of a file.

    Raises:
        AgentError: the file cannot be used; from `act`: it is for another game, or the game declares no simultaneous
            choices.
    """

    name = "matrix"
    has_tree = False

    def __init__(self, *words: str, threads: int | None = None, network: Network | None = None) -> None:
        super().__init__(*words, threads=threads, network=network)
        if self.choice or self.seconds is not None:
            raise AgentError(f"matrix:{':'.join(words)}: accepted: a path, and a number of worlds")
        self.simulations = self.simulations or WORLDS
        self.searching = True

    def search(self, turn: Turn, policy: bool = False) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Search every row; see `kernels.matrix.matrix_search`.

        Returns:
            actions: int64[n].
            probabilities: float32[n, num_actions], of the actions; float32[0, 0] unless `policy`.
            values: float32[n], expected result of the player to move.
        """
        from medianoche.agents.kernels.matrix import MatrixSettings, matrix_search

        game = turn.game
        decisions = empty_decisions(turn, policy, values=True)
        size = self.simulations
        first, second = simultaneous_pair(game)
        if first < 0:
            raise AgentError(f"matrix: {game.name} declares no simultaneous choices in two phases; accepted: net")
        guide = self.guide(game, turn.num_players)
        settings = MatrixSettings(size, HORIZON, first, second, self.network(game).header.played_min_p)
        worlds = views_of(turn).worlds(size, np.arange(len(turn)))
        self.search_worlds(turn, matrix_search, worlds, decisions, guide, settings)
        return decisions.actions, decisions.policy, decisions.values
