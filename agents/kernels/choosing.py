"""Playing and evaluating decisions with a network alone, without search."""

from numba import float32, int64, uint64

from medianoche.agents.kernels.network import choose_place, layers_of, policy_of_row, value_head, workspace
from medianoche.envs.core.kernels import Kernels
from medianoche.envs.core.play.turn import Sparse

kernel = Kernels(
    parameters=float32[::1],
    sizes=int64[::1],
    inputs=Sparse,
    roles=int64[::1],
    seeds=uint64[::1],
    min_p=float32,
    probabilities=float32[:, ::1],
    values=float32[:, ::1],
)


@kernel
def choose_rows(parameters, sizes, inputs, masks, roles, seeds, min_p, actions, begin, end):
    """Write the actions of rows begin..end-1 to `actions`: `choose_place` chooses them with `min_p` and the row's seed.
    `roles` are the movers'."""
    net = layers_of(parameters, sizes)
    work = workspace(sizes)
    for i in range(begin, end):
        count = policy_of_row(net, sizes, inputs, masks, roles, i, work)
        actions[i] = work.legal[choose_place(work.probabilities, count, min_p, seeds[i])]


@kernel
def evaluate_rows(parameters, sizes, inputs, masks, roles, probabilities, values, begin, end):
    """Write the probabilities of all actions in rows begin..end-1 (0 where illegal) and the values."""
    net = layers_of(parameters, sizes)
    work = workspace(sizes)
    for i in range(begin, end):
        count = policy_of_row(net, sizes, inputs, masks, roles, i, work)
        value_head(net, roles[i], work)
        probabilities[i, :] = 0
        for k in range(count):
            probabilities[i, work.legal[k]] = work.probabilities[k]
        values[i, :] = work.values
