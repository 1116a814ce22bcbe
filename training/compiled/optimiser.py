"""The optimiser of the compiled learner: Adam, shared by threads."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from medianoche.agents.network import CACHE_LINE, aligned
from medianoche.envs.core.play.threads import Threads
from medianoche.training.compiled.kernels import adam


class Optimiser:
    """Adam on a parameter vector, whose gradients several threads add up.

    Args:
        parameters: float32[n], changed in place.
        threads: share each batch; sums of floats depend on their number in the last digits.

    Attributes:
        steps: since `reset`.
        first_moment, second_moment: float32[n], Adam's.
        gradients: float32[threads, n or more], to which each thread adds its own; zero after a step.
    """

    def __init__(self, parameters: np.ndarray, threads: int) -> None:
        self.parameters = parameters
        size = len(parameters)
        self.first_moment = aligned(np.zeros(size, np.float32))
        self.second_moment = aligned(np.zeros(size, np.float32))
        self.steps = 0
        line = CACHE_LINE // 4
        self.gradients = aligned(np.zeros((threads, -(-size // line) * line), np.float32))
        self._cuts = [size * part // threads for part in range(threads + 1)]
        self._threads = Threads(threads)

    def reset(self) -> None:
        """Set the moments and the number of steps to zero."""
        self.first_moment[:] = 0
        self.second_moment[:] = 0
        self.steps = 0

    def state_dict(self) -> dict[str, Any]:
        """Parameters and Adam's state."""
        moments = {"first_moment": self.first_moment, "second_moment": self.second_moment}
        return {"parameters": self.parameters, **moments, "steps": self.steps}

    def load_state_dict(self, known: dict[str, Any]) -> None:
        """Restore what `state_dict` returned."""
        self.parameters[:], self.steps = known["parameters"], known["steps"]
        self.first_moment[:], self.second_moment[:] = known["first_moment"], known["second_moment"]

    def step(self, learning_rate: float, max_grad_norm: float, adam_eps: float) -> None:
        """Sum the threads' gradients, cut the length of the sum to `max_grad_norm` (0: never), and take a step of Adam
        with the epsilon `adam_eps`."""
        squares = np.zeros((len(self.gradients), 1))
        cuts = self._cuts
        self.for_all_parts(lambda part: adam.sum_gradients(self.gradients, squares[part], cuts[part], cuts[part + 1]))
        length = float(np.sqrt(squares.sum()))
        scale = min(1.0, max_grad_norm / (length + 1e-9)) if max_grad_norm else 1.0
        self.steps += 1
        vectors = (self.parameters, self.gradients[0], self.first_moment, self.second_moment)
        decays = (adam.ADAM_BETA_1**self.steps, adam.ADAM_BETA_2**self.steps)
        settings = adam.AdamSettings(*map(np.float32, (learning_rate, *decays, scale, adam_eps)))
        self.for_all_parts(lambda part: adam.adam_step(*vectors, settings, cuts[part], cuts[part + 1]))

    def for_all_parts(self, work: Callable[[int], object]) -> None:
        """Call `work(part)` for the number of every thread."""
        self._threads.share(len(self.gradients), lambda _, begin, end: [work(part) for part in range(begin, end)])
