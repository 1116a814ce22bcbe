"""The compiled learner: gradients of transitions, shared by threads, and Adam."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from medianoche.agents.net import CACHE_LINE, Network, aligned
from medianoche.envs.core.play.threads import Threads
from medianoche.training.compiled.config import SelfPlayStage, Stage
from medianoche.training.compiled.kernels import learning

if TYPE_CHECKING:
    from medianoche.training.compiled.kernels.transitions import Transitions


class LossMeans(NamedTuple):
    """Means over the last pass of an update."""

    policy: float
    value: float
    entropy: float
    divergence: float  #: From the policy that played (an estimate of the Kullback-Leibler divergence)
    clipped: float  #: Share of the decisions that the clipped objective holds back
    agreed: float  #: Share of the decisions whose most probable action is that of the policy targets
    passes: int

    @classmethod
    def of(cls, sums: np.ndarray, passes: int) -> LossMeans:
        """From the sums of `learning.add_gradient`."""
        decisions, transitions = max(sums[learning.POLICIES], 1.0), max(sums[learning.TRANSITION_COUNT], 1.0)
        means = sums / decisions
        return cls(
            float(means[learning.POLICY_LOSS]),
            float(sums[learning.VALUE_LOSS] / transitions),
            float(means[learning.ENTROPY]),
            float(means[learning.DIVERGENCE]),
            float(means[learning.CLIPPED]),
            float(means[learning.AGREED]),
            passes,
        )


class Learner:
    """A network and the state of its optimiser, Adam.

    Args:
        network: changed in place.
        threads: share each batch; sums of floats depend on their number in the last digits.

    Attributes:
        steps: of the optimiser since `reset_optimiser`.
        first_moment, second_moment: float32[parameters], Adam's.
    """

    def __init__(self, network: Network, threads: int) -> None:
        self.network = network
        size = len(network.parameters)
        self.first_moment = aligned(np.zeros(size, np.float32))
        self.second_moment = aligned(np.zeros(size, np.float32))
        self.steps = 0
        line = CACHE_LINE // 4
        self._gradients = aligned(np.zeros((threads, -(-size // line) * line), np.float32))
        self._cuts = [size * part // threads for part in range(threads + 1)]
        self._threads = Threads(threads)

    def reset_optimiser(self) -> None:
        """Set the moments and the number of steps to zero."""
        self.first_moment[:] = 0
        self.second_moment[:] = 0
        self.steps = 0

    def learn(
        self,
        transitions: Sequence[Transitions],
        players: int,
        chance: np.random.Generator,
        stage: Stage,
        left: float = 1.0,
    ) -> LossMeans:
        """Update the network with `transitions` in random order and with the settings of `stage`.

        Args:
            transitions: at least one for each thread, which share them.
            players: seats with a player.
            chance: shuffles the transitions.
            stage: in self-play the policy learns by PPO's clipped objective, else it learns the policy targets.
            left: share of the learning rate, and of the entropy's weight, that is left at this point of the stage.
        """
        ppo = stage if isinstance(stage, SelfPlayStage) else None
        counts = [int(each.size[0]) for each in transitions]
        advantages = np.concatenate(
            [each.advantage[:count][each.choice[:count] >= 0] for each, count in zip(transitions, counts, strict=True)]
        )
        scale = 1.0 / (float(advantages.std()) + 1e-6)
        settings = learning.LossSettings(
            clip=np.float32(ppo.clip if ppo else 0.0),
            entropy_weight=np.float32(ppo.entropy * left if ppo else 0.0),
            value_weight=np.float32(stage.value),
            policy_weight=np.float32(stage.policy),
            advantage_scale=np.float32(scale),
            advantage_mean=np.float32(advantages.mean()),
            num_players=players,
            supervised=ppo is None,
        )
        batches = max(1, sum(counts) // stage.batch_size)
        means = LossMeans.of(np.zeros(learning.SUMS), 0)
        for number in range(1, stage.passes + 1):
            sums = np.zeros((len(self._gradients), learning.SUMS))
            orders = [chance.permutation(count) for count in counts]
            for batch in range(batches):
                cuts = [(count * batch // batches, count * (batch + 1) // batches) for count in counts]
                self._add_gradients(transitions, orders, cuts, settings, sums)
                self._step(stage.learning_rate * left, stage.max_gradient)
            means = LossMeans.of(sums.sum(axis=0), number)
            if ppo and 0 < ppo.target_kl < means.divergence:
                break
        return means

    def _add_gradients(
        self,
        transitions: Sequence[Transitions],
        orders: list[np.ndarray],
        cuts: list[tuple[int, int]],
        settings: learning.LossSettings,
        sums: np.ndarray,
    ) -> None:
        """Add the gradient of a batch, orders[i][a:b] of each transitions[i], to the gradients of the threads."""
        weight = np.float32(1.0 / max(sum(b - a for a, b in cuts), 1))
        parts, network = len(self._gradients), self.network

        def add(part: int) -> None:
            for own in range(part, len(transitions), parts):
                batch = (transitions[own], orders[own], settings, weight, sums[part], *cuts[own])
                learning.add_gradient(network.parameters, self._gradients[part], network.header.sizes, *batch)

        self._each(add)

    def _step(self, learning_rate: float, max_gradient: float) -> None:
        """Sum the threads' gradients, cut the length of the sum to `max_gradient`, and take a step of Adam."""
        parts = len(self._gradients)
        squares = np.zeros((parts, 1))
        self._each(
            lambda part: learning.sum_gradients(self._gradients, squares[part], self._cuts[part], self._cuts[part + 1])
        )
        length = float(np.sqrt(squares.sum()))
        scale = min(1.0, max_gradient / (length + 1e-9)) if max_gradient else 1.0
        self.steps += 1
        vectors = (self.network.parameters, self._gradients[0], self.first_moment, self.second_moment)
        decays = (learning.ADAM_BETA_1**self.steps, learning.ADAM_BETA_2**self.steps)
        numbers = [np.float32(number) for number in (learning_rate, *decays, scale)]
        self._each(lambda part: learning.adam_step(*vectors, *numbers, self._cuts[part], self._cuts[part + 1]))

    def _each(self, work: object) -> None:
        """Call `work(part)` for the number of every thread."""
        self._threads.share(len(self._gradients), lambda _, a, b: [work(part) for part in range(a, b)])  # type: ignore[operator]
