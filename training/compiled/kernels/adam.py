"""Adam on a part of a parameter vector.

Source: Kingma, Ba, "Adam: A Method for Stochastic Optimization", 2015 (algorithm 1).

Vectors are float32[parameters]: the parameters of a network in one row, its gradient and Adam's moments of the same
length. `gradient` is the sum of the threads', `first_moment` and `second_moment` are Adam's averages of it and of its
square, `adam_settings` an AdamSettings.
"""

from typing import NamedTuple

import numpy as np
from numba import float32, float64

from medianoche.agents.kernels.network import NOTHING
from medianoche.envs.core.kernels import Kernels, inlined_fastmath
from medianoche.training.compiled.kernels.learning import add_scaled

ADAM_BETA_1 = 0.9
ADAM_BETA_2 = 0.999


class AdamSettings(NamedTuple):
    """The numbers that all parameters share in one step of Adam."""

    learning_rate: np.float32
    decay_1: np.float32  # ADAM_BETA_1 and ADAM_BETA_2 to the power of the number of steps
    decay_2: np.float32
    scale: np.float32  # of the gradient
    epsilon: np.float32


vector = float32[::1]
kernel = Kernels(
    parameters=vector,
    gradient=vector,
    gradients=float32[:, ::1],
    squares=float64[::1],
    first_moment=vector,
    second_moment=vector,
    adam_settings=AdamSettings,
)


@inlined_fastmath
def square(x):
    """The sum of the squares of `x`, float32[n]."""
    total = NOTHING
    for j in range(len(x)):
        total += x[j] * x[j]
    return total


@kernel
def sum_gradients(gradients, squares, begin, end):
    """Add the threads' gradients, rows of float32[threads, parameters], into the first row at places begin..end-1, set
    the others to zero there, and add the squared length of the result to squares[0]."""
    total = gradients[0, begin:end]
    for part in range(1, len(gradients)):
        add_scaled(total, np.float32(1), gradients[part, begin:end])
        gradients[part, begin:end] = NOTHING
    squares[0] += np.float64(square(total))


@inlined_fastmath
def adam(parameters, gradient, first_moment, second_moment, adam_settings):
    """One step of Adam along `scale * gradient`, which is set to zero; `parameters` and both moments, float32[n] each,
    change."""
    learning_rate, decay_1, decay_2, scale, epsilon = adam_settings
    one = np.float32(1)
    beta_1 = np.float32(ADAM_BETA_1)
    beta_2 = np.float32(ADAM_BETA_2)
    for i in range(len(parameters)):
        g = gradient[i] * scale
        # moving averages of the gradient and of its square
        first_moment[i] = beta_1 * first_moment[i] + (one - beta_1) * g
        second_moment[i] = beta_2 * second_moment[i] + (one - beta_2) * g * g
        # both without their bias towards zero
        parameters[i] -= (
            learning_rate
            * (first_moment[i] / (one - decay_1))
            / (np.sqrt(second_moment[i] / (one - decay_2)) + epsilon)
        )
        gradient[i] = NOTHING


@kernel
def adam_step(parameters, gradient, first_moment, second_moment, adam_settings, begin, end):
    """`adam` for the parameters begin..end-1 of vectors float32[parameters]."""
    adam(parameters[begin:end], gradient[begin:end], first_moment[begin:end], second_moment[begin:end], adam_settings)
