"""The compiled learner: gradients of lessons by threads, and Adam."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from medianoche.agents.net import CACHE_LINE, Network, aligned
from medianoche.envs.core.play.threads import Threads
from medianoche.training.compiled.kernels import learning

if TYPE_CHECKING:
    from medianoche.training.compiled.kernels.lessons import Lessons


class Losses(NamedTuple):
    """Means of the last pass over some lessons."""

    policy: float
    value: float
    entropy: float
    divergence: float
    """From the policy that played (an estimate of the Kullback-Leibler divergence)."""
    clipped: float
    """Share of the decisions whose policy has moved as far as it may."""
    agreed: float
    """Share of the decisions in which the likeliest action is the one that should be chosen."""
    passes: int

    @classmethod
    def of(cls, sums: np.ndarray, passes: int) -> Losses:
        """From what `learning.learn` added up."""
        decisions, looks = max(sums[learning.POLICIES], 1.0), max(sums[learning.LOOKS], 1.0)
        means = sums / decisions
        return cls(
            float(means[learning.POLICY_LOSS]),
            float(sums[learning.VALUE_LOSS] / looks),
            float(means[learning.ENTROPY]),
            float(means[learning.DIVERGENCE]),
            float(means[learning.CLIPPED]),
            float(means[learning.AGREED]),
            passes,
        )


class Learner:
    """A network and what its optimiser remembers.

    Args:
        network: changed in place.
        threads: how many share a batch; sums depend on it in their last digits.

    Attributes:
        steps: of the optimiser, since it began anew.
        first, second: float32, its moments.
    """

    def __init__(self, network: Network, threads: int) -> None:
        self.network = network
        size = len(network.parameters)
        self.first, self.second = aligned(np.zeros(size, np.float32)), aligned(np.zeros(size, np.float32))
        self.steps = 0
        line = CACHE_LINE // 4
        self._gradients = aligned(np.zeros((threads, -(-size // line) * line), np.float32))
        self._cuts = [size * part // threads for part in range(threads + 1)]
        self._threads = Threads(threads)

    def forget(self) -> None:
        """Begin the optimiser anew."""
        self.first[:] = 0
        self.second[:] = 0
        self.steps = 0

    def learn(
        self,
        lessons: Sequence[Lessons],
        players: int,
        chance: np.random.Generator,
        *,
        taught: bool,
        passes: int,
        batch_size: int,
        rate: float,
        value: float,
        max_gradient: float,
        policy: float = 1.0,
        clip: float = 0.2,
        entropy: float = 0.0,
        target_kl: float = 0.0,
    ) -> Losses:
        """Go over `lessons` (shared by the threads, so at least one for each) in random order, `passes` times.

        Args:
            lessons: what is learned from.
            players: how many seats there are.
            chance: decides the order.
            taught: the policy follows targets; else its own advantages.
            passes: over all lessons.
            batch_size: decisions of a step.
            rate: of learning.
            policy, value: weights in the loss.
            max_gradient: see `net_config.Stage`.
            clip, entropy, target_kl: see `net_config.SelfPlay`.
        """
        counts = [int(each.total[0]) for each in lessons]
        gains = np.concatenate(
            [each.advantage[:count][each.place[:count] >= 0] for each, count in zip(lessons, counts, strict=True)]
        )
        spread = 1.0 / (float(gains.std()) + 1e-6)
        rates = np.array([clip, entropy, value, spread, gains.mean(), policy], np.float32)
        batches = max(1, sum(counts) // batch_size)
        parts = len(self._gradients)
        losses = Losses.of(np.zeros(learning.SUMS), 0)
        for number in range(1, passes + 1):
            sums = np.zeros((parts, learning.SUMS))
            orders = [chance.permutation(count) for count in counts]
            for batch in range(batches):
                cuts = [(count * batch // batches, count * (batch + 1) // batches) for count in counts]
                share = np.float32(1.0 / max(sum(b - a for a, b in cuts), 1))

                def add(part: int, cuts: list[tuple[int, int]] = cuts, share: np.float32 = share) -> None:
                    for own in range(part, len(lessons), parts):
                        learning.learn(
                            self.network.parameters,
                            self._gradients[part],
                            self.network.header.sizes,
                            lessons[own],
                            orders[own],  # noqa: B023 - called before the next pass
                            rates,
                            sums[part],  # noqa: B023
                            share,
                            int(taught),
                            players,
                            *cuts[own],
                        )

                self._each(add)
                self._step(rate, max_gradient)
            losses = Losses.of(sums.sum(axis=0), number)
            if 0 < target_kl < losses.divergence:
                break
        return losses

    def _step(self, rate: float, max_gradient: float) -> None:
        """Gather the threads' gradients and take a step against them."""
        parts = len(self._gradients)
        squares = np.zeros((parts, 1))
        self._each(lambda part: learning.gather(self._gradients, squares[part], self._cuts[part], self._cuts[part + 1]))
        length = float(np.sqrt(squares.sum()))
        scale = min(1.0, max_gradient / (length + 1e-9)) if max_gradient else 1.0
        self.steps += 1
        self._each(
            lambda part: learning.improve(
                self.network.parameters,
                self._gradients[0],
                self.first,
                self.second,
                np.float32(rate),
                np.float32(0.9**self.steps),
                np.float32(0.999**self.steps),
                np.float32(scale),
                self._cuts[part],
                self._cuts[part + 1],
            )
        )

    def _each(self, work: object) -> None:
        """Call `work(part)` for every thread's part."""
        self._threads.share(len(self._gradients), lambda _, a, b: [work(part) for part in range(a, b)])  # type: ignore[operator]
