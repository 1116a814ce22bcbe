"""Gradients of a network's loss over transitions.

Sources: Schulman et al., "Proximal Policy Optimization Algorithms", 2017 (the policy's clipped objective, equation 7,
and the sum of losses, equation 9); Sokota et al., "A Unified Approach to Reinforcement Learning, Quantal Response
Equilibria, and Two-Player Zero-Sum Games", 2023 (magnetic mirror descent: the divergence from a magnet).

Arguments: transition k, from 0, is a decision, or a view, of `transitions`; its `count` legal actions and their policy
targets begin at place `at`. `net` is a Layers; `gradient` the Layers of a gradient, or float32[parameters], which is
added to. `work` is a Workspace; `delta`, float32[units], is the gradient by the outputs of the last hidden layer.
`sums` are the numbers of POLICY_LOSS and those after it, float64[SUMS], of one kind of decision. `weight` is that of a
transition in the mean. `parameters` and `sizes` are those of a network, see `layers_of`; `settings` is a LossSettings;
`symmetries` a Symmetries.
"""

from typing import Annotated, NamedTuple

import numpy as np
from numba import float32, float64, int64

from medianoche.agents.kernels.network import (
    NOTHING,
    advised_action,
    encode,
    layers_of,
    policy_head,
    value_head,
    workspace,
)
from medianoche.envs.core.content.symmetries import Symmetries
from medianoche.envs.core.kernels import Kernels, inlined, inlined_arrays, inlined_fastmath
from medianoche.training.compiled.kernels.symmetries import write_image
from medianoche.training.compiled.kernels.transitions import PROBABILITY_FLOOR, Transitions

POLICY_LOSS, VALUE_LOSS, ENTROPY, APPROX_KL, CLIPFRAC, AGREED, LIKELIEST, POLICIES, TRANSITION_COUNT = range(9)
"""What `add_gradient` sums up: losses of policy and values, entropy, divergence from the policy that played, decisions
that are clipped, decisions whose most probable action is that of the targets, probabilities of the most probable
action; decisions, and transitions."""
SUMS = 9
MIRROR_FLOOR = np.float32(1e-3)
"""Mirror descent takes smaller probabilities for this, so that no action is ever out of reach."""


class LossSettings(NamedTuple):
    """Settings of the loss: vf_coef * value loss + policy_coef * (policy loss - ent_coef * entropy + magnet *
    divergence from the magnet). Tables have a number for each kind of decision."""

    clip_coef: np.float32
    ent_coef: Annotated[np.ndarray, "float32[roles, phases]"]
    magnet: np.float32
    vf_coef: np.float32
    policy_coef: np.float32
    # advantages are (advantage - advantage_mean) * advantage_scale
    advantage_scale: Annotated[np.ndarray, "float32[roles, phases]"]
    advantage_mean: Annotated[np.ndarray, "float32[roles, phases]"]
    num_players: int  # values of other seats are not in the loss
    supervised: bool  # the policy's loss: True is the distance to the policy targets, False the clipped objective
    mirror: bool = False  # this distance: True is that of logarithms, False cross entropy


vector = float32[::1]
table = float32[:, ::1]
kernel = Kernels(
    parameters=vector,
    gradient=vector,
    sizes=int64[::1],
    transitions=Transitions,
    order=int64[::1],
    settings=LossSettings,
    sums=float64[:, :, ::1],
    weight=float32,
    symmetries=Symmetries,
    numbers=int64[::1],
    step=float32,
)


@inlined_fastmath
def add_scaled(row, x, other):
    """Add `x * other` to `row`. Both are float32[n]."""
    for j in range(len(row)):
        row[j] += x * other[j]


@inlined_fastmath
def add_to_rows(table, indices, values, start, stop, x):
    """Add `x`, float32[m], times values[e] to row indices[e] of `table`, float32[n, m], for e in start..stop-1, no row
    twice; four at a time, as `network.add_rows`."""
    e = start
    while e + 4 <= stop:
        row0 = table[indices[e]]
        row1 = table[indices[e + 1]]
        row2 = table[indices[e + 2]]
        row3 = table[indices[e + 3]]
        x0 = values[e]
        x1 = values[e + 1]
        x2 = values[e + 2]
        x3 = values[e + 3]
        for j in range(len(x)):
            row0[j] += x0 * x[j]
            row1[j] += x1 * x[j]
            row2[j] += x2 * x[j]
            row3[j] += x3 * x[j]
        e += 4
    while e < stop:
        add_scaled(table[indices[e]], values[e], x)
        e += 1


@inlined_fastmath
def dot_and_add(row, x, gradient, weight):
    """The inner product of `row` and `x`; adds `weight * x` to `gradient` in the same pass. All three are
    float32[n]."""
    total = NOTHING
    for j in range(len(x)):
        total += row[j] * x[j]
        gradient[j] += weight * x[j]
    return total


@inlined_fastmath
def clipped_gradient(transitions, k, at, count, settings, work, sums):
    """Replace the probabilities of transition k in `work`, float32[count], by the gradient of its PPO loss by the
    logits. With a magnet, the `count` policy targets from `at` on are the magnet's probabilities. Adds to `sums`,
    float64[SUMS]."""
    probabilities = work.probabilities
    choice = np.int64(transitions.choice[k])
    # 1. the ratio of the action's probability to that under the policy that played, and the normalised advantage
    logratio = np.log(max(probabilities[choice], PROBABILITY_FLOOR)) - transitions.logprobs[k]
    ratio = np.exp(logratio)
    kind = transitions.role[k], transitions.phase[k]
    advantage = (transitions.advantages[k] - settings.advantage_mean[kind]) * settings.advantage_scale[kind]
    ent_coef = settings.ent_coef[kind]
    # 2. no gradient where the ratio has left [1 - clip, 1 + clip] in the direction of the advantage
    clip = settings.clip_coef
    clipped = (advantage > 0 and ratio > 1 + clip) or (advantage < 0 and ratio < 1 - clip)
    push = NOTHING if clipped else advantage * ratio
    # 3. with p the softmax of the logits: d(-push * log p[choice]) = push * (p - 1[choice]), and
    #    d(-entropy) = p * (log p + entropy)
    entropy = NOTHING
    for j in range(count):
        entropy -= probabilities[j] * np.log(max(probabilities[j], PROBABILITY_FLOOR))
    # 4. with m the magnet's probabilities: d(KL(p || m)) = p * (log p - log m - KL(p || m))
    magnet_divergence = NOTHING
    if settings.magnet > 0:
        for j in range(count):
            log_m = np.log(max(transitions.policy_targets[at + j], PROBABILITY_FLOOR))
            magnet_divergence += probabilities[j] * (np.log(max(probabilities[j], PROBABILITY_FLOOR)) - log_m)
    for j in range(count):
        p = probabilities[j]
        log_p = np.log(max(p, PROBABILITY_FLOOR))
        gradient = push * p + ent_coef * p * (log_p + entropy)
        if settings.magnet > 0:
            log_m = np.log(max(transitions.policy_targets[at + j], PROBABILITY_FLOOR))
            gradient += settings.magnet * p * (log_p - log_m - magnet_divergence)
        work.probabilities[j] = gradient
    work.probabilities[choice] -= push
    sums[POLICY_LOSS] -= np.float64(min(advantage * ratio, advantage * min(max(ratio, 1 - clip), 1 + clip)))
    sums[ENTROPY] += np.float64(entropy)
    sums[APPROX_KL] += np.float64(ratio - 1 - logratio)  # an estimate of the Kullback-Leibler divergence
    sums[CLIPFRAC] += np.float64(clipped)


@inlined_fastmath
def log_ratio(p, target):
    """The logarithm of p / target, of both at least MIRROR_FLOOR."""
    return np.log(max(p, MIRROR_FLOOR)) - np.log(max(target, MIRROR_FLOOR))


@inlined_fastmath
def supervised_gradient(transitions, k, at, count, settings, work, sums):
    """Replace the probabilities in `work` by the gradient, by the logits, of the cross entropy to the `count` policy
    targets from `at` on, less the weighted entropy. In mirror descent it is that of half the squared distance between
    the logarithms, less its mean: it does not vanish where the probability does (Hennes et al., "Neural Replicator
    Dynamics", 2020)."""
    probabilities = work.probabilities
    ent_coef = settings.ent_coef[transitions.role[k], transitions.phase[k]]
    entropy = NOTHING
    loss = NOTHING
    best = 0
    wanted = 0
    for j in range(count):
        logarithm = np.log(max(probabilities[j], PROBABILITY_FLOOR))
        entropy -= probabilities[j] * logarithm
        loss -= transitions.policy_targets[at + j] * logarithm
        if probabilities[j] > probabilities[best]:
            best = j
        if transitions.policy_targets[at + j] > transitions.policy_targets[at + wanted]:
            wanted = j
    # with p the softmax of the logits: d(cross entropy) = p - target, d(-entropy) = p * (log p + entropy)
    mean = NOTHING
    for j in range(count):
        p = probabilities[j]
        target = transitions.policy_targets[at + j]
        if settings.mirror:
            work.probabilities[j] = log_ratio(p, target)
        else:
            work.probabilities[j] = p - target + ent_coef * p * (np.log(max(p, PROBABILITY_FLOOR)) + entropy)
        mean += work.probabilities[j] / np.float32(count)
    if settings.mirror:
        for j in range(count):
            work.probabilities[j] -= mean
    sums[POLICY_LOSS] += np.float64(loss)
    sums[ENTROPY] += np.float64(entropy)
    sums[AGREED] += np.float64(best == wanted)


@inlined
def add_policy_gradient(net, gradient, work, delta, transitions, k, sizes, settings, weight, sums):
    """Add the gradient of transition k's policy loss to the policy head's (`gradient`, a Layers), and to `delta`, that
    by the last hidden layer. `weight` is that of the transition."""
    at = transitions.legal_starts[k]
    role = np.int64(transitions.role[k])
    count = transitions.legal_starts[k + 1] - at
    for j in range(count):
        work.legal[j] = transitions.legal[at + j]
    advice = advised_action(sizes, transitions.indices, transitions.starts[k], transitions.starts[k + 1])
    policy_head(net, role, work, count, advice)
    likeliest = NOTHING
    for j in range(count):
        likeliest = max(likeliest, work.probabilities[j])
    sums[LIKELIEST] += np.float64(likeliest)
    if settings.supervised:
        supervised_gradient(transitions, k, at, count, settings, work, sums)
    else:
        clipped_gradient(transitions, k, at, count, settings, work, sums)
    sums[POLICIES] += 1.0
    share = weight * transitions.policy_weight[k] * settings.policy_coef
    for j in range(count):
        action = np.int64(work.legal[j])
        x = work.probabilities[j] * share
        gradient.policy_bias[role, action] += x
        add_scaled(gradient.policy[role, action], x, work.last)
        add_scaled(delta, x, net.policy[role, action])
        if action == advice:  # its logit is also raised by the advice logit
            gradient.advice_logit_bias[role] += x
            add_scaled(gradient.advice_logit[role], x, work.last)
            add_scaled(delta, x, net.advice_logit[role])


@inlined
def add_value_gradient(net, gradient, work, delta, transitions, k, settings, weight, sums):
    """Add the gradient of transition k's value loss, half the squared error, to the value head's, and to
    `delta`, that by the last hidden layer."""
    role = np.int64(transitions.role[k])
    outputs = len(work.values)
    value_head(net, role, work)
    sums[TRANSITION_COUNT] += 1.0
    for o in range(outputs):
        if settings.num_players <= o < outputs - 1:  # a seat without a player
            continue
        error = work.values[o] - transitions.returns[k, o]
        sums[VALUE_LOSS] += np.float64(error * error)
        # the derivative of tanh is 1 - tanh^2
        x = settings.vf_coef * weight * error * (np.float32(1) - work.values[o] * work.values[o])
        gradient.value_bias[role, o] += x
        add_scaled(gradient.value[role, o], x, work.last)
        add_scaled(delta, x, net.value[role, o])


@inlined_arrays
def deltas_of(work):
    """Memory for the gradients by the outputs of all hidden layers, and its part for the last hidden layer. Both are
    float32, the memory of all units of the hidden layers, and a view of its end."""
    deltas = np.empty(len(work.hidden), np.float32)
    return deltas, deltas[len(deltas) - len(work.last) :]


@inlined
def add_hidden_gradient(net, gradient, work, deltas, indices, entries, start, stop):
    """Add the gradients of the hidden layers' weights. The end of `deltas` holds that by the outputs of the last hidden
    layer; the rest is overwritten. The input is entries start..stop-1 of `indices` and `entries`."""
    end = len(deltas)
    at = len(net.deeper)
    last = deltas[end - len(work.last) :]
    for j in range(len(last)):  # a rectifier passes no gradient where its output is zero
        if work.last[j] <= NOTHING:
            last[j] = NOTHING
    for k in range(len(net.widths) - 1, 0, -1):
        width = net.widths[k]
        inputs = net.widths[k - 1]
        delta = deltas[end - width : end]
        end = end - width
        add_scaled(gradient.deeper[at - width : at], np.float32(1), delta)
        bias = at - width
        at = at - (inputs + 1) * width
        weights = net.deeper[at:bias].reshape(inputs, width)
        total = gradient.deeper[at:bias].reshape(inputs, width)
        # of the layer before
        outputs = work.hidden[end - inputs : end]
        before = deltas[end - inputs : end]
        for i in range(inputs):
            before[i] = NOTHING
            if outputs[i] > NOTHING:
                before[i] = dot_and_add(weights[i], delta, total[i], outputs[i])
    add_scaled(gradient.first_bias, np.float32(1), deltas[:end])
    add_to_rows(gradient.first, indices, entries, start, stop, deltas[:end])


@kernel
def add_gradient(parameters, gradient, sizes, transitions, order, settings, weight, sums, begin, end):
    """Accumulate into `gradient` the loss gradient of the transitions order[begin:end], each weighted by `weight`; add
    to `sums` (float64[roles, phases, SUMS])."""
    net = layers_of(parameters, sizes)
    total = layers_of(gradient, sizes)
    work = workspace(sizes)
    deltas, delta = deltas_of(work)
    for number in range(begin, end):
        k = order[number]
        own_sums = sums[transitions.role[k], transitions.phase[k]]  # of its kind of decision
        indices = transitions.indices
        entries = transitions.entries
        start, stop = transitions.starts[k], transitions.starts[k + 1]
        # forward through the hidden layers; the heads follow with their gradients
        encode(net, indices, entries, start, stop, work)
        delta[:] = NOTHING
        decision = transitions.legal_starts[k + 1] > transitions.legal_starts[k]
        if decision and transitions.policy_weight[k] > 0 and settings.policy_coef > 0:
            add_policy_gradient(net, total, work, delta, transitions, k, sizes, settings, weight, own_sums)
        add_value_gradient(net, total, work, delta, transitions, k, settings, weight, own_sums)
        # back through the hidden layers
        add_hidden_gradient(net, total, work, deltas, indices, entries, start, stop)


@inlined
def load_policy(net, sizes, transitions, k, work):
    """Write the legal actions of transition k and the policy there, probabilities, to `work`; returns how many there
    are, 0 in a view."""
    at = transitions.legal_starts[k]
    start = transitions.starts[k]
    stop = transitions.starts[k + 1]
    count = transitions.legal_starts[k + 1] - at
    if count == 0:
        return count
    for j in range(count):
        work.legal[j] = transitions.legal[at + j]
    encode(net, transitions.indices, transitions.entries, start, stop, work)
    advice = advised_action(sizes, transitions.indices, start, stop)
    policy_head(net, np.int64(transitions.role[k]), work, count, advice)
    return count


@kernel
def write_magnet(parameters, sizes, transitions, begin, end):
    """Write the probabilities of the network `parameters`, the magnet, for the legal actions of the transitions
    begin..end-1 to their policy targets. They are float32, with the sum 1 in each transition."""
    net = layers_of(parameters, sizes)
    work = workspace(sizes)
    for k in range(begin, end):
        at = transitions.legal_starts[k]
        for j in range(load_policy(net, sizes, transitions, k, work)):
            transitions.policy_targets[at + j] = work.probabilities[j]


@kernel
def write_mirror_targets(parameters, sizes, transitions, settings, step, begin, end):
    """Replace the values in the policy targets of the transitions begin..end-1 (`critic.estimate_advantages`) by the
    policy after a step of mirror descent, probabilities. Source: Sokota et al., "A Unified Approach to Reinforcement
    Learning, Quantal Response Equilibria, and Two-Player Zero-Sum Games", 2023.

    They are in proportion to (policy(a) * exp(step * value(a))) ** (1 / (1 + step * ent_coef)), values in standard
    deviations of the advantages; a probability below MIRROR_FLOOR counts as MIRROR_FLOOR. `step` is positive, the size
    of the step.
    """
    net = layers_of(parameters, sizes)
    work = workspace(sizes)
    for k in range(begin, end):
        at = transitions.legal_starts[k]
        kind = (np.int64(transitions.role[k]), np.int64(transitions.phase[k]))
        count = load_policy(net, sizes, transitions, k, work)
        power = np.float32(1) / (np.float32(1) + step * settings.ent_coef[kind])
        most = np.float32(-np.inf)
        total = NOTHING
        for j in range(count):
            value = settings.advantage_scale[kind] * transitions.policy_targets[at + j]
            logit = power * (np.log(max(work.probabilities[j], MIRROR_FLOOR)) + step * value)
            transitions.policy_targets[at + j] = logit
            most = max(most, logit)
        for j in range(count):
            share = np.exp(transitions.policy_targets[at + j] - most)
            transitions.policy_targets[at + j] = share
            total += share
        for j in range(count):
            transitions.policy_targets[at + j] /= total


@kernel
def write_images(symmetries, numbers, transitions):
    """Replace each transition k by its image under the symmetry numbers[k], int64[transitions]; symmetry 0 is the
    identity."""
    for k in range(len(numbers)):
        start, stop = transitions.starts[k], transitions.starts[k + 1]
        first, last = transitions.legal_starts[k], transitions.legal_starts[k + 1]
        write_image(symmetries, numbers[k], transitions.indices, start, stop, transitions.legal, first, last)
