"""What a network plays without a search, and what it thinks of positions."""

from numba import boolean, float32, int64, uint64

from medianoche.agents.kernels.net import (
    advice_in,
    best_of,
    drawn_from,
    judge,
    list_legal,
    network,
    scratch,
    see,
    weigh,
)
from medianoche.envs.core.kernels import Kernels

kernel = Kernels(
    parameters=float32[::1],
    sizes=int64[::1],
    roles=int64[::1],
    seeds=uint64[::1],
    sampling=boolean,
    chances=float32[:, ::1],
    worth=float32[:, ::1],
)


@kernel
def choose_rows(parameters, sizes, indices, values, starts, masks, roles, seeds, sampling, actions, a, b):
    """The likeliest legal action of rows a..b-1, or one drawn by its chance."""
    net, work = network(parameters, sizes), scratch(sizes)
    for i in range(a, b):
        count = list_legal(masks[i], work.legal)
        see(net, indices, values, starts[i], starts[i + 1], work)
        weigh(net, roles[i], work, count, advice_in(sizes, indices, starts[i], starts[i + 1]))
        place = drawn_from(work.chances, count, seeds[i]) if sampling else best_of(work.chances, count)
        actions[i] = work.legal[place]


@kernel
def think_rows(parameters, sizes, indices, values, starts, masks, roles, chances, worth, a, b):
    """The chances of all actions in rows a..b-1, zero where not legal, and the values."""
    net, work = network(parameters, sizes), scratch(sizes)
    for i in range(a, b):
        count = list_legal(masks[i], work.legal)
        see(net, indices, values, starts[i], starts[i + 1], work)
        weigh(net, roles[i], work, count, advice_in(sizes, indices, starts[i], starts[i + 1]))
        judge(net, roles[i], work)
        chances[i, :] = 0
        for k in range(count):
            chances[i, work.legal[k]] = work.chances[k]
        worth[i, :] = work.value
