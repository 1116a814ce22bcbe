"""Gradients of networks of values, see `training/compiled/backups.py`."""

import numpy as np
from numba import float32, float64, int64, uint16

from medianoche.agents.kernels.duels import value_of
from medianoche.agents.kernels.network import NOTHING, layers_of, workspace
from medianoche.envs.core.kernels import Kernels
from medianoche.training.compiled.kernels.learning import add_hidden_gradient, add_scaled, deltas_of

vector = float32[::1]
kernel = Kernels(
    parameters=vector,
    gradient=vector,
    sizes=int64[::1],
    indices=uint16[::1],
    entries=vector,
    starts=int64[::1],
    targets=float64[::1],
    order=int64[::1],
)


@kernel
def add_value_gradients(parameters, gradient, sizes, indices, entries, starts, targets, order):
    """Add to `gradient` that of the mean loss of the positions in `order`; returns the sum of their squared errors.

    The loss is the cross entropy between the probabilities of winning, (1 + value) / 2: its gradient by the network's
    last sum is the error of the value itself, also where the value is near 1 or -1.

    `order` are numbers of positions, from 0. Position k has the entries starts[k]..starts[k + 1]-1 of `indices` and
    `entries` as inputs, and targets[k], float64 in [-1, 1], is its value for the first side. `gradient` is
    float32[parameters]. `parameters` and `sizes` are those of the network of values, see `layers_of`.
    """
    net = layers_of(parameters, sizes)
    total = layers_of(gradient, sizes)
    work = workspace(sizes)
    deltas, delta = deltas_of(work)
    weight = np.float32(1.0 / len(order))
    squares = 0.0
    for number in range(len(order)):
        k = order[number]
        start, stop = starts[k], starts[k + 1]
        error = value_of(net, indices, entries, start, stop, work) - targets[k]
        squares += error * error
        x = weight * np.float32(error)
        delta[:] = NOTHING
        total.value_bias[0, 0] += x
        add_scaled(total.value[0, 0], x, work.last)
        add_scaled(delta, x, net.value[0, 0])
        add_hidden_gradient(net, total, work, deltas, indices, entries, start, stop)
    return squares
