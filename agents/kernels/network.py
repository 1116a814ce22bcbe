"""The network's forward pass for one decision: observation in, probabilities of the legal actions and values out.

One or more hidden layers with rectifiers, then a policy head and a value head for every role: a player with other tasks
than the others (an Enemy, a Master) has its own heads. The first layer reads the observation as a list of its nonzero
entries, about a tenth of it; the policy head computes the logits of legal actions only. Every row is computed by
itself, so that an action does not depend on the other games of a batch.

A network can take advice: one more input says which action the game's heuristic plays (`heuristic`), and a number that
depends on the position is added to that action's logit. Training then begins at the heuristic and moves away from it
where that pays. Source: Silver et al., "Residual Policy Learning", 2018.

All parameters are one vector, which `layers_of` divides, so that gradients, moments and files are vectors too.

Arguments: `net` is a Layers, `work` a Workspace, `sizes` an int64[5 + hidden layers] numbered by Size. An observation
is the list of entries start..stop-1 of `indices`, uint16 (places in the input, from 0), and `values`, float32 (the
numbers there). `role` counts from 0. `mask` is a set of actions, uint64[words]. Probabilities and logits at place k are
those of action work.legal[k]. `bits` are 64 random bits.
"""

from enum import IntEnum
from typing import NamedTuple

import numpy as np

from medianoche.envs.core.kernels import inlined, inlined_arrays, inlined_fastmath
from medianoche.envs.core.kernels.bits import list_bits

NOTHING = np.float32(0)
OWN = 0
"""Index of the mover's own value. The values of the following seats come after it, then the margin of scores."""


class Size(IntEnum):
    """Places in a network's sizes, int64[6 or more], which end with the widths of the hidden layers."""

    INPUTS = 0  # of the input: the observation, followed by one entry for each action if the network takes advice
    OBSERVATION = 1
    ROLES = 2
    ACTIONS = 3
    OUTPUTS = 4  # values, see `value_head`
    HIDDEN = 5  # the width of the first hidden layer; those of the others follow


class Layers(NamedTuple):
    """Views of a parameter vector, or of a gradient of the same length; n1 to nk are the hidden layers' widths."""

    widths: np.ndarray  # int64[k]
    first: np.ndarray  # float32[inputs, n1]
    first_bias: np.ndarray  # float32[n1]
    deeper: np.ndarray  # float32[...]: of each other hidden layer float32[n1, n2] and the bias float32[n2], and so on
    policy: np.ndarray  # float32[roles, num_actions, nk]
    policy_bias: np.ndarray  # float32[roles, num_actions]
    value: np.ndarray  # float32[roles, outputs, nk]
    value_bias: np.ndarray  # float32[roles, outputs]
    advice_logit: np.ndarray  # float32[roles, nk]: what is added to the advised action's logit
    advice_logit_bias: np.ndarray  # float32[roles]


class Workspace(NamedTuple):
    """Activations and outputs for one decision."""

    hidden: np.ndarray  # float32[n1 + ... + nk], outputs of the hidden layers, after the rectifier
    last: np.ndarray  # float32[nk], those of the last hidden layer: a view of `hidden`
    legal: np.ndarray  # uint16[num_actions]: the legal actions, at the front
    probabilities: np.ndarray  # float32[num_actions]: of legal[k] at k
    values: np.ndarray  # float32[outputs]


@inlined_arrays
def layers_of(parameters, sizes):
    """Divide `parameters`, float32[n], into views of it: one for each field of `Layers`, in their order.

    `sizes`, int64[6 or more], are numbered by `Size`. A name that ends in `_end` is the place behind the last parameter
    of a field.
    """
    inputs = sizes[Size.INPUTS]
    roles = sizes[Size.ROLES]
    actions = sizes[Size.ACTIONS]
    outputs = sizes[Size.OUTPUTS]
    widths = sizes[Size.HIDDEN :]
    n1 = widths[0]
    last_width = widths[len(widths) - 1]

    first_end = inputs * n1
    first_bias_end = first_end + n1
    deeper_end = first_bias_end
    for k in range(1, len(widths)):
        deeper_end += (widths[k - 1] + 1) * widths[k]  # weights, and one bias for each unit
    policy_end = deeper_end + roles * actions * last_width
    policy_bias_end = policy_end + roles * actions
    value_end = policy_bias_end + roles * outputs * last_width
    value_bias_end = value_end + roles * outputs
    advice_end = value_bias_end + roles * last_width

    return Layers(
        widths,
        parameters[:first_end].reshape(inputs, n1),
        parameters[first_end:first_bias_end],
        parameters[first_bias_end:deeper_end],
        parameters[deeper_end:policy_end].reshape(roles, actions, last_width),
        parameters[policy_end:policy_bias_end].reshape(roles, actions),
        parameters[policy_bias_end:value_end].reshape(roles, outputs, last_width),
        parameters[value_end:value_bias_end].reshape(roles, outputs),
        parameters[value_bias_end:advice_end].reshape(roles, last_width),
        parameters[advice_end : advice_end + roles],
    )


@inlined_arrays
def workspace(sizes):
    """A Workspace for a network of these `sizes`, see Size."""
    widths = sizes[Size.HIDDEN :]
    hidden = np.empty(widths.sum(), np.float32)
    return Workspace(
        hidden,
        hidden[len(hidden) - widths[len(widths) - 1] :],
        np.empty(sizes[Size.ACTIONS], np.uint16),
        np.empty(sizes[Size.ACTIONS], np.float32),
        np.empty(sizes[Size.OUTPUTS], np.float32),
    )


@inlined_fastmath
def add_rows(table, indices, values, start, stop, total):
    """total += values[k] * table[indices[k]] for k in start..stop-1, four rows at a time, which halves the passes over
    `total`. `table` is float32[n, m], `total` float32[m]."""
    k = start
    while k + 4 <= stop:
        i0 = indices[k]
        i1 = indices[k + 1]
        i2 = indices[k + 2]
        i3 = indices[k + 3]
        x0 = values[k]
        x1 = values[k + 1]
        x2 = values[k + 2]
        x3 = values[k + 3]
        for j in range(len(total)):
            total[j] += (x0 * table[i0, j] + x1 * table[i1, j]) + (x2 * table[i2, j] + x3 * table[i3, j])
        k += 4
    while k < stop:
        i0 = indices[k]
        x0 = values[k]
        for j in range(len(total)):
            total[j] += x0 * table[i0, j]
        k += 1


@inlined_fastmath
def add_all(table, values, total):
    """total += values @ table, four rows at a time. `values` is float32[n], `table` float32[n, m], `total`
    float32[m]."""
    i = 0
    while i + 4 <= len(values):
        x0 = values[i]
        x1 = values[i + 1]
        x2 = values[i + 2]
        x3 = values[i + 3]
        row0 = table[i]
        row1 = table[i + 1]
        row2 = table[i + 2]
        row3 = table[i + 3]
        for j in range(len(total)):
            total[j] += (x0 * row0[j] + x1 * row1[j]) + (x2 * row2[j] + x3 * row3[j])
        i += 4
    while i < len(values):
        for j in range(len(total)):
            total[j] += values[i] * table[i, j]
        i += 1


@inlined_fastmath
def dot(x, y):
    """The inner product of two vectors of one length, float32[n]."""
    total = NOTHING
    for j in range(len(x)):
        total += x[j] * y[j]
    return total


@inlined_fastmath
def rectify(values):
    """Replace negative numbers in `values`, float32[n], by 0."""
    for j in range(len(values)):
        values[j] = max(values[j], NOTHING)


@inlined_fastmath
def encode(net, indices, values, start, stop, work):
    """Compute the hidden layers for one observation, entries start..stop-1 of `indices` and `values`, into
    `work.hidden`. `before` and `after` are the outputs of two layers that follow each other."""
    before = work.hidden[: net.widths[0]]
    for j in range(len(before)):
        before[j] = net.first_bias[j]
    add_rows(net.first, indices, values, start, stop, before)
    rectify(before)

    hidden_at = len(before)
    deeper_at = 0
    for k in range(1, len(net.widths)):
        width = net.widths[k]
        after = work.hidden[hidden_at : hidden_at + width]
        bias = net.deeper[deeper_at + len(before) * width :]
        for j in range(width):
            after[j] = bias[j]
        add_all(net.deeper[deeper_at : deeper_at + len(before) * width].reshape(len(before), width), before, after)
        rectify(after)
        deeper_at += (len(before) + 1) * width
        hidden_at += width
        before = after


@inlined
def advised_action(sizes, indices, start, stop):
    """The action that the advice in entries start..stop-1 names, always in the last entry; -1 without advice. The
    action counts from 0: it is the input's place less the size of the observation."""
    if stop > start and indices[stop - 1] >= sizes[Size.OBSERVATION]:
        return np.int64(indices[stop - 1]) - sizes[Size.OBSERVATION]
    return -1


@inlined_fastmath
def policy_head(net, role, work, count, advice):
    """Write the probabilities of the `count` legal actions to `work`: a softmax of their logits, that of the action
    `advice` (-1: none) raised by the advice logit. `encode` comes first. `advice` is an action, from 0. Probabilities
    are float32 at the first `count` places, with the sum 1."""
    weights = net.policy[role]
    bias = net.policy_bias[role]
    probabilities = work.probabilities
    highest = np.float32(-np.inf)
    for k in range(count):
        action = work.legal[k]
        probabilities[k] = bias[action] + dot(weights[action], work.last)
        if action == advice:
            probabilities[k] += net.advice_logit_bias[role] + dot(net.advice_logit[role], work.last)
        highest = max(highest, probabilities[k])
    total = NOTHING
    for k in range(count):  # subtracting the highest logit keeps exp from overflowing
        probabilities[k] = np.exp(probabilities[k] - highest)
        total += probabilities[k]
    scale = np.float32(1) / total
    for k in range(count):
        probabilities[k] *= scale


@inlined
def policy_of(net, role, mask, indices, values, start, stop, advice, work):
    """Encode the observation in entries start..stop-1 and write the probabilities of the legal actions to `work`, see
    `policy_head`; returns how many there are. `advice` is the action that the heuristic plays, -1 without advice."""
    count = list_bits(mask, work.legal)
    encode(net, indices, values, start, stop, work)
    policy_head(net, role, work, count, advice)
    return count


@inlined
def policy_of_row(net, sizes, inputs, masks, roles, i, work):
    """`policy_of` row i, from 0, of a turn's `inputs` and `masks`, uint64[rows, words]; `roles`, int64[rows], are the
    movers'. Returns the number of legal actions."""
    start, stop = inputs.starts[i], inputs.starts[i + 1]
    advice = advised_action(sizes, inputs.indices, start, stop)
    return policy_of(net, roles[i], masks[i], inputs.indices, inputs.values, start, stop, advice, work)


@inlined_fastmath
def value_head(net, role, work):
    """Write the values to `work.values`, float32[outputs], each in [-1, 1]: the mover's expected utility, those of the
    following seats, and last the margin of points, see `final_values`. `encode` comes first."""
    for o in range(len(work.values)):
        work.values[o] = np.tanh(net.value_bias[role, o] + dot(net.value[role, o], work.last))


@inlined
def argmax(probabilities, count):
    """The index of the largest of the first `count` probabilities; of equal ones the lowest index. The index counts
    from 0."""
    best = 0
    for k in range(1, count):
        if probabilities[k] > probabilities[best]:
            best = k
    return best


@inlined
def sample_place(probabilities, count, bits):
    """An index from 0 to count - 1, sampled by its probability with `bits`, 64 random bits. The first `count`
    probabilities have the sum 1."""
    rest = np.float32(bits >> np.uint64(40)) * np.float32(2.0**-24)
    for k in range(count - 1):
        rest -= probabilities[k]
        if rest < NOTHING:
            return k
    return count - 1


@inlined
def choose_place(probabilities, count, min_p, bits):
    """An index below `count`. With `min_p` 1 the most probable one. Otherwise sampled by its probability with 64 random
    bits, among those that have at least `min_p` times the largest probability. `min_p` is from 0 to 1; at 0 no index is
    left out.

    That is min-p sampling of language models (Nguyen et al., arXiv:2407.01082), and the purpose of the thresholds of
    DeepNash (Perolat et al. 2022): a mixed policy stays mixed, and its rare mistakes are not played.
    """
    if min_p <= np.float32(0):
        return sample_place(probabilities, count, bits)
    best = argmax(probabilities, count)
    total = np.float32(0)
    if min_p >= np.float32(1):
        return best
    least = min_p * probabilities[best]
    for k in range(count):
        total += probabilities[k] if probabilities[k] >= least else np.float32(0)
    rest = total * np.float32(bits >> np.uint64(40)) * np.float32(2.0**-24)
    for k in range(count):
        if probabilities[k] >= least:
            rest -= probabilities[k]
            if rest < NOTHING:
                return k
    return best


@inlined
def final_values(state, teams, player, scale, values):
    """Write the targets of `value_head` for `player` at the end of a game to `values`, float32[outputs].

    First come the utilities, in [-1, 1], of its own seat and of the seats after it. The last value is the margin: its
    score minus that of the best other team, in points, divided by `scale` (points) and clipped to [-1, 1]. `teams` is
    int64[seats].
    """
    n = state.num_players
    for distance in range(n):
        values[distance] = state.utility[(player + distance) % n]

    best_other = np.int64(-(1 << 40))  # below every score
    for seat in range(n):
        if teams[seat] != teams[player]:
            best_other = max(best_other, np.int64(state.scores[seat]))
    margin = np.float32(state.scores[player] - best_other) / scale
    values[len(values) - 1] = min(max(margin, np.float32(-1)), np.float32(1))
