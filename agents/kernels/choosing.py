"""Playing and evaluating decisions with a network alone, without search.

Arguments: `parameters` and `sizes` are a network, see `layers_of`. `inputs` are the observations of all rows, `masks`
uint64[rows, words] their legal actions, `roles` int64[rows] the roles of the players to move, from 0. Rows count from
0.
"""

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
    """Write the actions of rows begin..end-1 to `actions`, int64[rows]: `choose_place` chooses them. `min_p` is from 0
    (sampled by the policy) to 1 (the most probable action); `seeds` are uint64[rows], 64 random bits for each row."""
    net = layers_of(parameters, sizes)
    work = workspace(sizes)
    for i in range(begin, end):
        count = policy_of_row(net, sizes, inputs, masks, roles, i, work)
        actions[i] = work.legal[choose_place(work.probabilities, count, min_p, seeds[i])]


@kernel
def evaluate_rows(parameters, sizes, inputs, masks, roles, probabilities, values, begin, end):
    """Write what the network finds in rows begin..end-1: to `probabilities`, float32[rows, num_actions], those of all
    actions (0 where illegal), and to `values`, float32[rows, outputs], the values in [-1, 1], see `value_head`."""
    net = layers_of(parameters, sizes)
    work = workspace(sizes)
    for i in range(begin, end):
        count = policy_of_row(net, sizes, inputs, masks, roles, i, work)
        value_head(net, roles[i], work)
        probabilities[i, :] = 0
        for k in range(count):
            probabilities[i, work.legal[k]] = work.probabilities[k]
        values[i, :] = work.values
