"""A critic in self-play: it sees what the seats know together and estimates the value of each action."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from medianoche.agents.network import NetHeader, Network, aligned, random_parameters
from medianoche.envs.core.game import Game
from medianoche.training.compiled.kernels import critic as kernels
from medianoche.training.compiled.kernels.transitions import Transitions
from medianoche.training.compiled.optimiser import Optimiser
from medianoche.training.compiled.rollouts import critic_inputs
from medianoche.training.settings import TrainingError

INPUT_LIMIT = 1 << 16
"""Places of an input, which are uint16."""


class Critic:
    """The critic and its optimiser; see `kernels.critic`.

    Args:
        game: the game.
        header: of the network that learns; the critic's hidden layers have the same sizes.
        seed: of the weights.
        threads: see Optimiser.

    Attributes:
        parameters: float32[n].

    Raises:
        TrainingError: what it sees is too long.
    """

    def __init__(self, game: Game, header: NetHeader, seed: int, threads: int) -> None:
        self.game = game
        inputs = critic_inputs(game)
        if inputs > INPUT_LIMIT:
            raise TrainingError(f"{game.name} has too long observations for a critic: {inputs:,} numbers together")
        self.sizes = np.array([inputs, inputs, header.roles, game.num_actions, 1, *header.hidden], np.int64)
        self.parameters = aligned(random_parameters(self.sizes, seed, policy=0.0, value=0.0))
        self.optimiser = Optimiser(self.parameters, threads)

    def state_dict(self) -> dict[str, Any]:
        """Parameters and the optimiser's state."""
        return self.optimiser.state_dict()

    def load_state_dict(self, known: dict[str, Any]) -> None:
        """Restore what `state_dict` returned."""
        self.optimiser.load_state_dict(known)

    def estimate(
        self,
        network: Network,
        transitions: Sequence[Transitions],
        players: int,
        gae_lambda: float,
        margin: float,
        epsilon: float = 0.0,
    ) -> list[np.ndarray]:
        """Write the advantages of the transitions; returns the critic's targets.

        Args:
            network: whose policy has played.
            transitions: whole games.
            players: seats with a player.
            gae_lambda: lambda.
            margin: weight of the margin, against the utility.
            epsilon: probability with which an action was drawn uniformly from the legal ones.
        """
        teams = np.array(self.game.teams(players), np.int64)
        shared = len(set(teams.tolist())) == 2
        opposed = teams if shared else np.arange(players)
        rules = kernels.CriticRules(opposed, shared, *map(np.float32, (gae_lambda, margin, epsilon)))
        targets = [np.zeros(int(columns.size[0]), np.float32) for columns in transitions]
        parts = len(self.optimiser.gradients)

        def estimate(part: int) -> None:
            for place in range(part, len(transitions), parts):
                count = len(targets[place])
                batch = (transitions[place], rules, targets[place], 0, count)
                kernels.estimate_advantages(
                    network.parameters, network.header.sizes, self.parameters, self.sizes, *batch
                )

        self.optimiser.for_all_parts(estimate)
        return targets

    def learn(
        self,
        transitions: Sequence[Transitions],
        targets: list[np.ndarray],
        rng: np.random.Generator,
        update_epochs: int,
        minibatch_size: int,
        learning_rate: float,
        adam_eps: float,
    ) -> float:
        """Learn the targets of `estimate`; returns the mean squared error of the last epoch."""
        counts = [len(part_targets) for part_targets in targets]
        batches = max(1, sum(counts) // minibatch_size)
        loss = 0.0
        for _ in range(update_epochs):
            sums = np.zeros((len(self.optimiser.gradients), 2))
            orders = [rng.permutation(count) for count in counts]
            for batch in range(batches):
                cuts = [(count * batch // batches, count * (batch + 1) // batches) for count in counts]
                self._add_gradients(transitions, targets, orders, cuts, sums)
                self.optimiser.step(learning_rate, 0.0, adam_eps)
            loss = float(sums[:, kernels.CRITIC_LOSS].sum() / max(sums[:, kernels.CRITIC_COUNT].sum(), 1))
        return loss

    def _add_gradients(
        self,
        transitions: Sequence[Transitions],
        targets: list[np.ndarray],
        orders: list[np.ndarray],
        cuts: list[tuple[int, int]],
        sums: np.ndarray,
    ) -> None:
        """Add the gradient of a batch, orders[i][begin:end] of each transitions[i], to the gradients of the threads."""
        weight = np.float32(1.0 / max(sum(end - begin for begin, end in cuts), 1))
        gradients = self.optimiser.gradients

        def add(part: int) -> None:
            for place in range(part, len(transitions), len(gradients)):
                batch = (transitions[place], orders[place], targets[place], weight, sums[part], *cuts[place])
                kernels.add_critic_gradient(self.parameters, gradients[part], self.sizes, *batch)

        self.optimiser.for_all_parts(add)
