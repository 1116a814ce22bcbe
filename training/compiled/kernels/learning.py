"""Gradients of a network's loss over lessons, and the optimiser.

Source of the policy's loss: Schulman et al., "Proximal Policy Optimization Algorithms", 2017 (clipped objective);
of the optimiser: Kingma, Ba, "Adam", 2015.
"""

from typing import Any

import numpy as np
from numba import float32, float64, int64

from medianoche.agents.kernels.net import NOTHING, advised_action, encode, layers_of, policy_head, value_head, workspace
from medianoche.envs.core.kernels import Kernels, summed
from medianoche.training.compiled.kernels.lessons import Lessons

POLICY_LOSS, VALUE_LOSS, ENTROPY, DIVERGENCE, CLIPPED, AGREED, POLICIES, LOOKS = range(8)
"""What `learn` adds up: losses, entropy, divergence from the policy that played, clipped decisions, decisions where the
most probable action is the target's; of how many decisions, and looks."""
SUMS = 8
RATE_CLIP, RATE_ENTROPY, RATE_VALUE, RATE_ADVANTAGE, RATE_SHIFT, RATE_POLICY = range(6)
"""Settings of a loss: clip, weights of entropy and value, scale and mean of advantages, weight of the policy."""

vector, table = float32[::1], float32[:, ::1]


def _types() -> Any:
    from numba import int8, int16, types, uint16

    kinds = (uint16[::1], vector, int64[::1], uint16[::1], vector, int64[::1], int8[::1], int8[::1], int16[::1], vector)
    return types.NamedTuple([*kinds, table, table, vector, vector, int64[::1]], Lessons)


LESSONS = _types()
"""numba's type of Lessons."""

kernel = Kernels(
    parameters=vector,
    gradient=vector,
    gradients=table,
    sizes=int64[::1],
    lessons=LESSONS,
    order=int64[::1],
    rates=vector,
    sums=float64[::1],
    first_moment=vector,
    second_moment=vector,
    share=float32,
    rate=float32,
    decay_1=float32,
    decay_2=float32,
    scale=float32,
)


@summed
def add_scaled(row, x, other):
    """Add `x * other` to `row`."""
    for j in range(len(row)):
        row[j] += x * other[j]


@summed
def add_to_rows(table, indices, values, start, stop, x):
    """Add `x` times `values` to the rows `indices` of `table`, none twice, four at a time as `net.add_rows` reads."""
    e = start
    while e + 4 <= stop:
        row0, row1, row2, row3 = table[indices[e]], table[indices[e + 1]], table[indices[e + 2]], table[indices[e + 3]]
        x0, x1, x2, x3 = values[e], values[e + 1], values[e + 2], values[e + 3]
        for j in range(len(x)):
            row0[j] += x0 * x[j]
            row1[j] += x1 * x[j]
            row2[j] += x2 * x[j]
            row3[j] += x3 * x[j]
        e += 4
    while e < stop:
        add_scaled(table[indices[e]], values[e], x)
        e += 1


@summed
def dot_and_add(row, x, slope, weight):
    """The sum of products of `row` and `x`; adds `weight * x` to `slope` on the way."""
    total = NOTHING
    for j in range(len(x)):
        total += row[j] * x[j]
        slope[j] += weight * x[j]
    return total


@summed
def slope_of_clipped(lessons, k, count, rates, work, sums):
    """Turn chances into the slopes of the clipped objective, and of entropy, by the logits."""
    chances, place = work.probabilities, np.int64(lessons.place[k])
    change = np.log(max(chances[place], np.float32(1e-9))) - lessons.chance[k]
    ratio = np.exp(change)
    good = (lessons.advantage[k] - rates[RATE_SHIFT]) * rates[RATE_ADVANTAGE]
    clip = rates[RATE_CLIP]
    clipped = (good > 0 and ratio > 1 + clip) or (good < 0 and ratio < 1 - clip)
    push = NOTHING if clipped else good * ratio
    entropy = NOTHING
    for j in range(count):
        entropy -= chances[j] * np.log(max(chances[j], np.float32(1e-9)))
    for j in range(count):
        p = chances[j]
        slope = push * p + rates[RATE_ENTROPY] * p * (np.log(max(p, np.float32(1e-9))) + entropy)
        work.probabilities[j] = slope
    work.probabilities[place] -= push
    sums[POLICY_LOSS] -= np.float64(min(good * ratio, good * min(max(ratio, 1 - clip), 1 + clip)))
    sums[ENTROPY] += np.float64(entropy)
    sums[DIVERGENCE] += np.float64(ratio - 1 - change)
    sums[CLIPPED] += np.float64(clipped)


@summed
def slope_of_targets(lessons, at, count, rates, work, sums):
    """Turn chances into the slopes of the cross entropy to the targets, and of entropy, by the logits."""
    chances = work.probabilities
    entropy, loss = NOTHING, NOTHING
    best, wanted = 0, 0
    for j in range(count):
        logarithm = np.log(max(chances[j], np.float32(1e-9)))
        entropy -= chances[j] * logarithm
        loss -= lessons.targets[at + j] * logarithm
        if chances[j] > chances[best]:
            best = j
        if lessons.targets[at + j] > lessons.targets[at + wanted]:
            wanted = j
    for j in range(count):
        p = chances[j]
        work.probabilities[j] = (
            p - lessons.targets[at + j] + rates[RATE_ENTROPY] * p * (np.log(max(p, np.float32(1e-9))) + entropy)
        )
    sums[POLICY_LOSS] += np.float64(loss)
    sums[ENTROPY] += np.float64(entropy)
    sums[AGREED] += np.float64(best == wanted)


@kernel
def learn(parameters, gradient, sizes, lessons, order, rates, sums, share, taught, players, a, b):
    """Add to `gradient` that of the loss of the decisions order[a..b-1], each with the weight `share`.

    With `taught` the policy follows the targets, else its own advantages. `players` values count; the others, of seats
    that nobody sits in, are left alone. `sums` are added to.
    """
    net, slope, work = layers_of(parameters, sizes), layers_of(gradient, sizes), workspace(sizes)
    outputs = sizes[5]
    narrow_slope, wide_slope = np.empty(sizes[2], np.float32), np.empty(sizes[1], np.float32)
    for number in range(a, b):
        k = order[number]
        start, stop, at = lessons.starts[k], lessons.starts[k + 1], lessons.legal_starts[k]
        count, role = lessons.legal_starts[k + 1] - at, np.int64(lessons.role[k])
        encode(net, lessons.indices, lessons.values, start, stop, work)
        narrow_slope[:] = NOTHING
        if count > 0 and lessons.weight[k] > 0 and rates[RATE_POLICY] > 0:
            for j in range(count):
                work.legal[j] = lessons.legal[at + j]
            advice = advised_action(sizes, lessons.indices, start, stop)
            policy_head(net, role, work, count, advice)
            if taught:
                slope_of_targets(lessons, at, count, rates, work, sums)
            else:
                slope_of_clipped(lessons, k, count, rates, work, sums)
            sums[POLICIES] += 1.0
            weight = share * lessons.weight[k] * rates[RATE_POLICY]
            for j in range(count):
                action, x = np.int64(work.legal[j]), work.probabilities[j] * weight
                slope.policy_bias[role, action] += x
                add_scaled(slope.policy[role, action], x, work.hidden_2)
                add_scaled(narrow_slope, x, net.policy[role, action])
                if action == advice:
                    slope.trust_bias[role] += x
                    add_scaled(slope.trust[role], x, work.hidden_2)
                    add_scaled(narrow_slope, x, net.trust[role])
        value_head(net, role, work)
        sums[LOOKS] += 1.0
        for o in range(outputs):
            if players <= o < outputs - 1:
                continue
            error = work.values[o] - lessons.goal[k, o]
            sums[VALUE_LOSS] += np.float64(error * error)
            x = rates[RATE_VALUE] * share * error * (np.float32(1) - work.values[o] * work.values[o])
            slope.value_bias[role, o] += x
            add_scaled(slope.value[role, o], x, work.hidden_2)
            add_scaled(narrow_slope, x, net.value[role, o])
        for j in range(len(narrow_slope)):
            if work.hidden_2[j] <= NOTHING:
                narrow_slope[j] = NOTHING
        add_scaled(slope.hidden_2_bias, np.float32(1), narrow_slope)
        for i in range(len(wide_slope)):
            wide_slope[i] = NOTHING
            if work.hidden_1[i] > NOTHING:
                wide_slope[i] = dot_and_add(net.hidden_2[i], narrow_slope, slope.hidden_2[i], work.hidden_1[i])
        add_scaled(slope.hidden_1_bias, np.float32(1), wide_slope)
        add_to_rows(slope.hidden_1, lessons.indices, lessons.values, start, stop, wide_slope)


@summed
def square(x):
    """The sum of squares."""
    total = NOTHING
    for j in range(len(x)):
        total += x[j] * x[j]
    return total


@kernel
def gather(gradients, sums, a, b):
    """Add the other rows of `gradients` to the first in places a..b-1, and the square of what comes out to sums[0]."""
    total = gradients[0, a:b]
    for part in range(1, len(gradients)):
        add_scaled(total, np.float32(1), gradients[part, a:b])
        gradients[part, a:b] = NOTHING
    sums[0] += np.float64(square(total))


@summed
def adam(parameters, gradient, first_moment, second_moment, rate, decay_1, decay_2, scale):
    """One step of the optimiser against `scale * gradient`, which becomes zero; the decays are powers of Adam's."""
    one, b1, b2 = np.float32(1), np.float32(0.9), np.float32(0.999)
    for i in range(len(parameters)):
        g = gradient[i] * scale
        first_moment[i] = b1 * first_moment[i] + (one - b1) * g
        second_moment[i] = b2 * second_moment[i] + (one - b2) * g * g
        parameters[i] -= (
            rate
            * (first_moment[i] / (one - decay_1))
            / (np.sqrt(second_moment[i] / (one - decay_2)) + np.float32(1e-7))
        )
        gradient[i] = NOTHING


@kernel
def improve(parameters, gradient, first_moment, second_moment, rate, decay_1, decay_2, scale, a, b):
    """`adam` for the parameters a..b-1."""
    adam(parameters[a:b], gradient[a:b], first_moment[a:b], second_moment[a:b], rate, decay_1, decay_2, scale)
