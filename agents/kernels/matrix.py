"""The equilibrium of two choices made at the same time, from a matrix of values that rollouts of the network estimate.

Where the next player chooses without seeing the choice of the player to move (`Game.simultaneous`), no action is best:
the next player has a good answer to each of them. Every pair of actions is played in sampled worlds, and then the
network's policy plays on until the player makes such a choice again. The mean results are the matrix of a zero-sum game
between the player and the next one; regret matching+ with alternating updates and linear averages (Tammelin, "Solving
large imperfect information games using CFR+", 2014) approximates its equilibrium, from which the player's action is
drawn.

Arguments: side 0 is the player to move, side 1 the next player. `i` is a row of the batch, from 0; states[i *
settings.worlds + w] is its world w. `root.legal` lists `count` legal actions; a place is an index into this list, from
0. Results and values are for the player to move, in [-1, 1]. `guide` is a Guide, `memory` its Memory, `root` a Root,
`duel` a Duel, `settings` a MatrixSettings, `decisions` a Decisions; `samples` is scratch memory of one state.
"""

from typing import NamedTuple

import numpy as np

from medianoche.agents.kernels.guided import evaluate_leaf, search_memory
from medianoche.agents.kernels.mmd import rollout, root_memory, write_policy
from medianoche.agents.kernels.network import Size, choose_place, sample_place
from medianoche.envs.core.kernels import inlined, inlined_arrays
from medianoche.envs.core.kernels.bits import list_bits, test_bit
from medianoche.envs.core.kernels.rng import STEP, mix
from medianoche.envs.core.kernels.steps import step

CHOICES = 16
"""Actions of a player in a matrix, at most; further ones are left out."""
ITERATIONS = 200
"""Updates of each side by regret matching+."""
DRAWING = np.uint64(0x5EEDED)
"""Sets the random number that draws an action apart from those of the rollouts."""


class MatrixSettings(NamedTuple):
    """Settings of `matrix_search`."""

    worlds: int  # for each pair of actions
    horizon: int  # decisions of a rollout, at most; then the network evaluates the position
    first: int  # the phase in which the player to move chooses
    second: int  # the phase in which the next player chooses without seeing it
    min_p: float  # how other decisions are chosen from the policy, see `choose_place`


class Duel(NamedTuple):
    """Scratch memory for one matrix. Side 0 is the player to move, side 1 the next one."""

    counts: np.ndarray  # int64[2], actions of each side
    actions: np.ndarray  # int64[2, CHOICES]: places in the legal actions of side 0; actions of side 1
    matrix: np.ndarray  # float64[CHOICES, CHOICES], results of side 0
    regrets: np.ndarray  # float64[2, CHOICES], positive ones
    mixes: np.ndarray  # float64[2, CHOICES], probabilities
    sums: np.ndarray  # float64[2, CHOICES], of the mixes so far, later ones with more weight
    values: np.ndarray  # float64[CHOICES], of the actions of one side against the other's mix
    drawn: np.ndarray  # float32[CHOICES], the mix of side 0


@inlined_arrays
def duel_memory():
    """Scratch memory for one matrix."""
    sides = np.empty((3, 2, CHOICES), np.float64)
    values = np.empty(CHOICES, np.float64)
    matrix = np.empty((CHOICES, CHOICES), np.float64)
    drawn = np.empty(CHOICES, np.float32)
    counts = np.zeros(2, np.int64)
    actions = np.empty((2, CHOICES), np.int64)
    return Duel(counts, actions, matrix, sides[0], sides[1], sides[2], values, drawn)


@inlined
def normalise(weights, shares, count):
    """Write to `shares` the probabilities in proportion to the first `count` weights; uniform ones if all are 0. Both
    are float64[count] or longer."""
    total = 0.0
    for k in range(count):
        total += weights[k]
    for k in range(count):
        shares[k] = weights[k] / total if total > 0 else 1.0 / count


@inlined
def find_equilibrium(duel):
    """Write the equilibrium of duel.matrix, which has duel.counts[side] actions of each side, to `duel.mixes`,
    probabilities float64[2, CHOICES]: regret matching+ (see the module), ITERATIONS updates of each side."""
    counts = duel.counts
    duel.regrets[:, :] = 0
    duel.sums[:, :] = 0
    for number in range(2 * ITERATIONS):
        side = number % 2  # the sides take turns, each against the other's newest mix
        other = 1 - side
        for team in range(2):
            normalise(duel.regrets[team], duel.mixes[team], counts[team])
        mean = 0.0
        for k in range(counts[side]):
            duel.values[k] = 0.0
            for j in range(counts[other]):
                result = duel.matrix[k, j] if side == 0 else -duel.matrix[j, k]
                duel.values[k] += duel.mixes[other, j] * result
            mean += duel.mixes[side, k] * duel.values[k]
        for k in range(counts[side]):
            duel.regrets[side, k] = max(duel.regrets[side, k] + duel.values[k] - mean, 0.0)
            duel.sums[side, k] += (number + 1) * duel.mixes[side, k]
    for team in range(2):
        normalise(duel.sums[team], duel.mixes[team], counts[team])


@inlined
def find_actions(packs, states, i, samples, memory, root, count, duel, settings):
    """Write the actions of both sides in row i to `duel.actions`: of the player to move those of the `count` legal ones
    after which the other side chooses; how many each side has goes to `duel.counts`. `count` is the number of the legal
    actions in `root.legal`; each side has at most CHOICES actions."""
    rows, columns = 0, 0
    for k in range(count):
        samples[0] = states[i * settings.worlds]
        world = samples[0]
        step(packs[world.pack], world, np.int64(root.legal[k]), memory.mask)
        if not world.done and world.phase == settings.second and rows < CHOICES:
            if rows == 0:
                columns = min(list_bits(memory.mask, memory.work.legal), CHOICES)
                for j in range(columns):
                    duel.actions[1, j] = memory.work.legal[j]
            duel.actions[0, rows] = k
            rows += 1
    duel.counts[0] = rows
    duel.counts[1] = columns


@inlined
def fill_matrix(packs, states, i, samples, decisions, guide, memory, root, duel, settings):
    """Estimate `duel.matrix` in row i, every pair of actions in the same worlds: mean results for the player to move,
    in [-1, 1]."""
    for k in range(duel.counts[0]):
        for j in range(duel.counts[1]):
            total = 0.0
            for number in range(settings.worlds):
                samples[0] = states[i * settings.worlds + number]
                world = samples[0]
                pack = packs[world.pack]
                player = world.to_move
                bits = mix(decisions.seeds[i] + np.uint64(number) * STEP)
                world.rng = mix(bits)
                step(pack, world, np.int64(root.legal[duel.actions[0, k]]), memory.mask)
                if not world.done and world.phase == settings.second and test_bit(memory.mask, duel.actions[1, j]):
                    step(pack, world, duel.actions[1, j], memory.mask)
                rollout(pack, world, guide, memory, settings.horizon, player, settings.first, bits)
                total += np.float64(memory.results[player])
            duel.matrix[k, j] = total / settings.worlds


@inlined
def mix_policy(root, duel):
    """Divide the policy's probability of the actions of the duel among them by the equilibrium; returns its value. The
    value is the player to move's, in [-1, 1]; `root.policy` keeps its sum."""
    share = np.float32(0)
    value = 0.0
    counts = duel.counts
    for k in range(counts[0]):
        share += root.policy[duel.actions[0, k]]
        for j in range(counts[1]):
            value += duel.mixes[0, k] * duel.mixes[1, j] * duel.matrix[k, j]
    for k in range(counts[0]):
        root.policy[duel.actions[0, k]] = share * np.float32(duel.mixes[0, k])
    return value


@inlined
def search_row(packs, states, i, samples, decisions, guide, memory, root, duel, settings):
    """Choose the action of row i, and write it, the policy and the value to `decisions`; see `matrix_search`."""
    for w in range(len(memory.mask)):
        memory.mask[w] = decisions.masks[i, w]
    samples[0] = states[i * settings.worlds]
    world = samples[0]
    seed = decisions.seeds[i]
    at_first = world.phase == settings.first
    player = world.to_move
    count = evaluate_leaf(packs[world.pack], world, memory.mask, guide, memory)
    decisions.values[i] = memory.results[player]
    for k in range(count):
        root.legal[k], root.policy[k] = memory.work.legal[k], memory.work.probabilities[k]
    place = choose_place(root.policy, count, np.float32(settings.min_p), seed)
    if at_first:
        find_actions(packs, states, i, samples, memory, root, count, duel, settings)
        # whether the policy wants one of the actions of the duel
        counts = duel.counts
        wanted = False
        for k in range(counts[0]):
            wanted |= duel.actions[0, k] == place
        if wanted:
            fill_matrix(packs, states, i, samples, decisions, guide, memory, root, duel, settings)
            find_equilibrium(duel)
            decisions.values[i] = np.float32(mix_policy(root, duel))
            for k in range(counts[0]):
                duel.drawn[k] = np.float32(duel.mixes[0, k])
            place = duel.actions[0, sample_place(duel.drawn, counts[0], mix(seed ^ DRAWING))]
    decisions.actions[i] = root.legal[place]
    write_policy(decisions, i, root, count)


def matrix_search(packs, states, samples, decisions, guide, settings, begin, end):
    """Choose the actions of rows begin..end-1: two simultaneous choices by the equilibrium, all others by the policy.
    Actions, probabilities and values in [-1, 1] go to `decisions`.

    `states` are the worlds, STATE[rows * settings.worlds]; `samples` is scratch memory of one state.
    """
    memory = search_memory(guide, decisions.masks.shape[1])
    duel = duel_memory()
    root = root_memory(guide.sizes[Size.ACTIONS])
    for i in range(begin, end):
        search_row(packs, states, i, samples, decisions, guide, memory, root, duel, settings)
