"""Playing and evaluating decisions with a network alone, without search."""

from numba import boolean, float32, int64, uint64

from medianoche.agents.kernels.network import argmax, layers_of, policy_of_row, sample_place, value_head, workspace
from medianoche.envs.core.kernels import Kernels
from medianoche.envs.core.play.turn import Sparse

kernel = Kernels(
    parameters=float32[::1],
    sizes=int64[::1],
    inputs=Sparse,
    roles=int64[::1],
    seeds=uint64[::1],
    sampling=boolean,
    probabilities=float32[:, ::1],
    values=float32[:, ::1],
)


@kernel
def choose_rows(parameters, sizes, inputs, masks, roles, seeds, sampling, actions, a, b):
    """Write the most probable legal action of rows a..b-1 to `actions`, or if `sampling` one sampled by its
    probability with the row's seed. `roles` are the movers'."""
    net, work = layers_of(parameters, sizes), workspace(sizes)
    for i in range(a, b):
        count = policy_of_row(net, sizes, inputs, masks, roles, i, work)
        place = sample_place(work.probabilities, count, seeds[i]) if sampling else argmax(work.probabilities, count)
        actions[i] = work.legal[place]


@kernel
def evaluate_rows(parameters, sizes, inputs, masks, roles, probabilities, values, a, b):
    """Write the probabilities of all actions in rows a..b-1 (0 where illegal) and the values."""
    net, work = layers_of(parameters, sizes), workspace(sizes)
    for i in range(a, b):
        count = policy_of_row(net, sizes, inputs, masks, roles, i, work)
        value_head(net, roles[i], work)
        probabilities[i, :] = 0
        for k in range(count):
            probabilities[i, work.legal[k]] = work.probabilities[k]
        values[i, :] = work.values
