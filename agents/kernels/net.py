"""A small network for one decision: what a player sees in, a chance for each legal action and values of seats out.

Two hidden layers, then heads of their own for every role: a player who does something else than the others (an Enemy,
a Master) has another policy and another value. The first layer reads a list of what is not zero, a tenth of the
observation; the policy's rows are computed for legal actions alone. All of it is made for one row at a time: a choice
does not depend on whatever other games share the batch, and no table of inputs is ever written.

A network can be advised: what the game's heuristic would do is one more entry of what it sees, behind the observation,
and that action's logit grows by a trust that depends on the position. Training then begins where the heuristic is,
and moves away from it where that pays. Source: Silver et al., "Residual Policy Learning", 2018.

The parameters are one vector, which `network` divides, so that gradients, moments and files are vectors too.
"""

from typing import NamedTuple

import numpy as np

from medianoche.envs.core.kernels import inlined, making, summed
from medianoche.envs.core.kernels.bits import lowest_bit

ONE, ZERO = np.uint64(1), np.uint64(0)
NOTHING = np.float32(0)
OWN = 0
"""The first of the values: of the player who looks. Those of the seats after it follow, then the margin."""


class Net(NamedTuple):
    """The parts of the parameters."""

    first: np.ndarray  # float32[observation_size, wide]
    first_bias: np.ndarray
    second: np.ndarray  # float32[wide, narrow]
    second_bias: np.ndarray
    policy: np.ndarray  # float32[roles, num_actions, narrow]
    policy_bias: np.ndarray
    value: np.ndarray  # float32[roles, outputs, narrow]
    value_bias: np.ndarray
    trust: np.ndarray  # float32[roles, narrow], in advice
    trust_bias: np.ndarray


class Scratch(NamedTuple):
    """What is computed for one decision."""

    wide: np.ndarray  # float32[wide], after the rectifier
    narrow: np.ndarray  # float32[narrow], likewise
    legal: np.ndarray  # uint16[num_actions], the legal actions
    chances: np.ndarray  # float32[num_actions], logits or probabilities, at the same places
    value: np.ndarray  # float32[outputs]


@making
def network(parameters, sizes):
    """The parts of `parameters`; `sizes` are those of input, wide and narrow layer, roles, actions, outputs and
    observation: the input is the observation, and the actions behind it if the network is advised."""
    inputs, wide, narrow, roles, actions, outputs = sizes[0], sizes[1], sizes[2], sizes[3], sizes[4], sizes[5]
    a = inputs * wide
    b = a + wide
    c = b + wide * narrow
    d = c + narrow
    e = d + roles * actions * narrow
    f = e + roles * actions
    g = f + roles * outputs * narrow
    h = g + roles * outputs
    i = h + roles * narrow
    return Net(
        parameters[:a].reshape(inputs, wide),
        parameters[a:b],
        parameters[b:c].reshape(wide, narrow),
        parameters[c:d],
        parameters[d:e].reshape(roles, actions, narrow),
        parameters[e:f].reshape(roles, actions),
        parameters[f:g].reshape(roles, outputs, narrow),
        parameters[g:h].reshape(roles, outputs),
        parameters[h:i].reshape(roles, narrow),
        parameters[i : i + roles],
    )


@making
def scratch(sizes):
    """Room for one decision."""
    return Scratch(
        np.empty(sizes[1], np.float32),
        np.empty(sizes[2], np.float32),
        np.empty(sizes[4], np.uint16),
        np.empty(sizes[4], np.float32),
        np.empty(sizes[5], np.float32),
    )


@summed
def add_rows(table, indices, values, start, stop, total):
    """Add to `total` the rows `indices` of `table` times `values`, four at a time, which halves the reading of it."""
    k = start
    while k + 4 <= stop:
        i0, i1, i2, i3 = indices[k], indices[k + 1], indices[k + 2], indices[k + 3]
        x0, x1, x2, x3 = values[k], values[k + 1], values[k + 2], values[k + 3]
        for j in range(len(total)):
            total[j] += (x0 * table[i0, j] + x1 * table[i1, j]) + (x2 * table[i2, j] + x3 * table[i3, j])
        k += 4
    while k < stop:
        i0, x0 = indices[k], values[k]
        for j in range(len(total)):
            total[j] += x0 * table[i0, j]
        k += 1


@summed
def add_all(table, values, total):
    """Add to `total` all rows of `table` (a multiple of four) times `values`."""
    for i in range(0, len(values), 4):
        x0, x1, x2, x3 = values[i], values[i + 1], values[i + 2], values[i + 3]
        for j in range(len(total)):
            total[j] += (x0 * table[i, j] + x1 * table[i + 1, j]) + (x2 * table[i + 2, j] + x3 * table[i + 3, j])


@summed
def dot(x, y):
    """The sum of products."""
    total = NOTHING
    for j in range(len(x)):
        total += x[j] * y[j]
    return total


@summed
def see(net, indices, values, start, stop, work):
    """The hidden layers for what is seen: entries start..stop-1."""
    wide, narrow = work.wide, work.narrow
    for j in range(len(wide)):
        wide[j] = net.first_bias[j]
    add_rows(net.first, indices, values, start, stop, wide)
    for j in range(len(wide)):
        wide[j] = max(wide[j], NOTHING)
    for j in range(len(narrow)):
        narrow[j] = net.second_bias[j]
    add_all(net.second, wide, narrow)
    for j in range(len(narrow)):
        narrow[j] = max(narrow[j], NOTHING)


@inlined
def list_legal(mask, legal):
    """The legal actions as numbers; returns how many."""
    n = 0
    for w in range(len(mask)):
        word = mask[w]
        while word != ZERO:
            legal[n] = 64 * w + lowest_bit(word)
            word &= word - ONE
            n += 1
    return n


@inlined
def advice_in(sizes, indices, start, stop):
    """The action advised in entries start..stop-1, of which it is the last; -1: none."""
    if stop > start and indices[stop - 1] >= sizes[6]:
        return np.int64(indices[stop - 1]) - sizes[6]
    return -1


@summed
def weigh(net, role, work, count, advice):
    """The chances of the `count` legal actions, of which `advice` is advised: a softmax of their logits."""
    table, bias, chances = net.policy[role], net.policy_bias[role], work.chances
    most = np.float32(-np.inf)
    for k in range(count):
        action = work.legal[k]
        chances[k] = bias[action] + dot(table[action], work.narrow)
        if action == advice:
            chances[k] += net.trust_bias[role] + dot(net.trust[role], work.narrow)
        most = max(most, chances[k])
    total = NOTHING
    for k in range(count):
        chances[k] = np.exp(chances[k] - most)
        total += chances[k]
    share = np.float32(1) / total
    for k in range(count):
        chances[k] *= share


@summed
def judge(net, role, work):
    """The values: of the player who looks, of the seats after it, and the margin; each in [-1, 1]."""
    for o in range(len(work.value)):
        work.value[o] = np.tanh(net.value_bias[role, o] + dot(net.value[role, o], work.narrow))


@inlined
def best_of(chances, count):
    """The place of the greatest."""
    best = 0
    for k in range(1, count):
        if chances[k] > chances[best]:
            best = k
    return best


@inlined
def drawn_from(chances, count, bits):
    """A place drawn by its chance with 64 random bits."""
    rest = np.float32(bits >> np.uint64(40)) * np.float32(2.0**-24)
    for k in range(count - 1):
        rest -= chances[k]
        if rest < NOTHING:
            return k
    return count - 1


@inlined
def outcome(state, teams, player, scale, result):
    """What the end of a game is to `player`: the utility of its seat and the seats after it, and its margin."""
    n = state.num_players
    for slot in range(n):
        result[slot] = state.utility[(player + slot) % n]
    other = np.int64(-(1 << 40))
    for seat in range(n):
        if teams[seat] != teams[player]:
            other = max(other, np.int64(state.scores[seat]))
    margin = np.float32(state.scores[player] - other) / scale
    result[len(result) - 1] = min(max(margin, np.float32(-1)), np.float32(1))
