"""One step of magnetic mirror descent at the root, from values that rollouts of the network estimate.

Search by update equivalence (Sokota et al., "The Update-Equivalence Framework for Decision-Time Planning", 2024): a
search that plays what one more update of the learner would make of the policy. The update is that of magnetic mirror
descent (Sokota et al., 2023) with the network's policy as magnet and as the policy to improve:

    improved(a) is proportional to policy(a) * exp(step_size * value(a))

A value is the mean result of rollouts that begin with the action in sampled worlds and go on with the network's policy
in all seats. Unlike the best action of a determinized search, the improved policy stays mixed where values are close.

Worlds are a particle filter (Silver, Veness, "Monte-Carlo Planning in Large POMDPs", 2010): after each decision of the
game every world advances, other players choosing by the network's policy there, and the worlds stay in which the seat
sees what it really sees. So a world is as likely as the network finds the choices that lead to it.

Arguments: `i` is a row of the batch (in `Beliefs` one of the seats that follow the game), from 0; its worlds are
worlds[i * size] to worlds[i * size + size - 1]. `root.legal` lists the legal actions, numbers from 0; a place is an
index into this list, from 0. Results and values are in [-1, 1] for the player to move. `bits` are 64 random bits.
`guide` is a Guide, `memory` its Memory, `settings` a MirrorSettings, `decisions` a Decisions; `samples` is scratch
memory of one state. `step_size` is a weight from 0.
"""

from typing import Annotated, Any, NamedTuple

import numpy as np

from medianoche.agents.kernels.guided import evaluate_leaf, final_results, search_memory
from medianoche.agents.kernels.network import Size, sample_place
from medianoche.envs.core.kernels import conceal, inlined, inlined_arrays, legal_mask
from medianoche.envs.core.kernels.rng import STEP, below, mix
from medianoche.envs.core.kernels.steps import step

CANDIDATES = 16
"""Actions of the root whose values are estimated: those that the policy finds most probable."""
ERROR = np.uint64(63)
"""A player in a world errs, and plays a random action, where these bits of its random number are all 0."""
TRIES = 8
"""Most attempts to advance each world while too few fit; random events must turn out as they did."""
FITTING_SHARE = 4
"""With fewer fitting worlds than one in so many the worlds are advanced again."""


class Beliefs(NamedTuple):
    """The worlds of n seats, `size` of each, and what the seats see now."""

    worlds: Any  # states[n * size], before the decision
    after: Any  # states[n * size], receives those that fit
    known: Annotated[np.ndarray, "uint8[n, bytes]"]  # the positions now, without what the seats do not know
    viewers: Annotated[np.ndarray, "int64[n]"]  # the seats
    acted: Annotated[np.ndarray, "int64[n]"]  # the seat's own action, -1 if another player decided
    seeds: Annotated[np.ndarray, "uint64[n]"]
    fitting: Annotated[np.ndarray, "int64[n]"]  # receives the number of worlds that fit; the others are copies of them


class MirrorSettings(NamedTuple):
    """Settings of `mirror_descent_search`."""

    size: int  # worlds of a decision
    rollouts: int  # for each decision, shared by the candidates
    horizon: int  # decisions of a rollout, then the network evaluates the position
    step_size: float  # weight of the values, which are in [-1, 1]


class Root(NamedTuple):
    """Scratch memory for the actions of one decision."""

    legal: np.ndarray  # uint16[num_actions], the legal actions, at the front
    policy: np.ndarray  # float32[num_actions], the network's probability of legal[k], then the improved one
    candidates: np.ndarray  # int64[CANDIDATES], places in `legal`
    totals: np.ndarray  # float64[CANDIDATES], sums of the results


@inlined_arrays
def root_memory(actions):
    """Scratch memory for so many actions. `actions` is the number of actions of the game."""
    legal = np.empty(actions, np.uint16)
    policy = np.empty(actions, np.float32)
    return Root(legal, policy, np.empty(CANDIDATES, np.int64), np.empty(CANDIDATES, np.float64))


@inlined
def sample_action(pack, state, guide, memory, bits):
    """An action of the player to move, from 0 to num_actions - 1: by the network's policy, or with probability 1/64
    (see ERROR) a random one. `memory.mask` has the legal actions; `bits` are 64 random bits."""
    count = evaluate_leaf(pack, state, memory.mask, guide, memory)
    work = memory.work
    place = below(mix(bits), count) if bits & ERROR == 0 else sample_place(work.probabilities, count, bits)
    return np.int64(work.legal[place])


@inlined
def same_bytes(one, other):
    """Whether two arrays of bytes are equal. Both are uint8[n]."""
    for k in range(len(one)):
        if one[k] != other[k]:
            return False
    return True


@inlined
def advance_row(packs, i, samples, scratch, beliefs, guide, memory, size):
    """Advance the worlds of seat i by one decision, and write how many fit to beliefs.fitting[i]; see
    `advance_worlds`."""
    kept = 0
    viewer = beliefs.viewers[i]
    seed = beliefs.seeds[i]
    for attempt in range(TRIES * size):
        if kept == size or (attempt >= size and attempt % size == 0 and kept * FITTING_SHARE >= size):
            break
        samples[0] = beliefs.worlds[i * size + attempt % size]
        world = samples[0]
        bits = mix(seed + np.uint64(attempt) * STEP)
        world.rng = mix(bits)
        pack = packs[world.pack]
        action = beliefs.acted[i]
        legal_mask(pack, world, memory.mask)
        if action < 0:
            action = sample_action(pack, world, guide, memory, bits)
        step(pack, world, action, memory.mask)
        beliefs.after[i * size + kept] = world
        conceal(pack, world, viewer)
        if same_bytes(scratch, beliefs.known[i]):
            kept += 1
    beliefs.fitting[i] = kept
    for k in range(kept, size):
        if kept:
            beliefs.after[i * size + k] = beliefs.after[i * size + k % kept]


def advance_worlds(packs, samples, scratch, masks, beliefs, guide, size, begin, end):
    """Advance the worlds of the seats with numbers begin..end-1 in `beliefs` by one decision: `size` worlds each, from
    `beliefs.worlds` to `beliefs.after`. `samples` is one state, `scratch`, uint8[bytes of a state], the same memory; of
    `masks`, uint64[n, words], only the number of words is read."""
    memory = search_memory(guide, masks.shape[1])
    for i in range(begin, end):
        advance_row(packs, i, samples, scratch, beliefs, guide, memory, size)


@inlined
def rollout(pack, state, guide, memory, horizon, player, phase, bits):
    """Play on by the network's policy for `horizon` decisions, to the end of the game, or until `player` is to move in
    `phase` (-1: never); the results, by seat, are in `memory.results`. `player` is a seat, from 0, `bits` 64 random
    bits; results are in [-1, 1]."""
    for _ in range(horizon):
        if state.done or (state.to_move == player and state.phase == phase):
            break
        bits = mix(bits + STEP)
        count = evaluate_leaf(pack, state, memory.mask, guide, memory)
        action = np.int64(memory.work.legal[sample_place(memory.work.probabilities, count, bits)])
        step(pack, state, action, memory.mask)
    if state.done:
        final_results(state, guide, memory)
    else:
        evaluate_leaf(pack, state, memory.mask, guide, memory)


@inlined
def choose_candidates(root, count):
    """Write the places of the most probable of `count` actions to `root.candidates`; returns how many. Places count
    from 0 in `root.legal`; at most CANDIDATES are written, the most probable first."""
    size = 0
    for k in range(count):
        place = min(size, CANDIDATES)
        while place > 0 and root.policy[k] > root.policy[root.candidates[place - 1]]:
            if place < CANDIDATES:
                root.candidates[place] = root.candidates[place - 1]
            place -= 1
        if place < CANDIDATES:
            root.candidates[place] = k
            size = min(size + 1, CANDIDATES)
    return size


@inlined
def estimate_values(packs, worlds, i, samples, decisions, guide, memory, root, count, settings):
    """Add the results of rollouts to `root.totals`, the same worlds for each candidate; returns rollouts of each.
    `count` is the number of candidates; a result is the player to move's, in [-1, 1]."""
    rollouts = max(settings.rollouts // count, 1)
    for k in range(count):
        root.totals[k] = 0.0
    for number in range(rollouts):
        bits = mix(decisions.seeds[i] + np.uint64(number) * STEP)
        for k in range(count):
            samples[0] = worlds[i * settings.size + number % settings.size]
            world = samples[0]
            player = world.to_move
            pack = packs[world.pack]
            world.rng = mix(bits)  # the rollout's own choices follow from `bits`
            for w in range(len(memory.mask)):
                memory.mask[w] = decisions.masks[i, w]
            step(pack, world, np.int64(root.legal[root.candidates[k]]), memory.mask)
            rollout(pack, world, guide, memory, settings.horizon, player, -1, bits)
            root.totals[k] += np.float64(memory.results[player])
    return rollouts


@inlined
def improve_policy(root, legal, count, rollouts, step_size):
    """Turn `root.policy`, the probabilities of `legal` actions, into the improved policy; returns the mean result under
    it, in [-1, 1].

    `count` is the number of candidates, `rollouts` that of each one's rollouts. An action that is no candidate counts
    as if its value were the mean of the candidates', weighted by the policy.
    """
    reached = 0.0
    mean = 0.0
    for k in range(count):
        share = np.float64(root.policy[root.candidates[k]])
        reached += share
        mean += share * root.totals[k] / rollouts
    mean /= max(reached, 1e-12)
    value = 0.0
    for k in range(count):
        place = root.candidates[k]
        mean_result = root.totals[k] / rollouts
        improved = np.float64(root.policy[place]) * np.exp(step_size * (mean_result - mean))
        root.policy[place] = np.float32(improved)
        value += improved * (mean_result - mean)
    total = 0.0
    for place in range(legal):
        total += np.float64(root.policy[place])
    for place in range(legal):
        root.policy[place] = np.float32(np.float64(root.policy[place]) / total)
    return mean + value / total


@inlined
def write_policy(decisions, i, root, count):
    """Write the probabilities of the `count` legal actions of a root to the policy of row i, if it is wanted."""
    if len(decisions.policy):
        decisions.policy[i, :] = 0
        for k in range(count):
            decisions.policy[i, root.legal[k]] = root.policy[k]


@inlined
def search_row(packs, worlds, i, samples, decisions, guide, memory, root, settings):
    """Sample the action of row i from the improved policy, and write it, the policy and the value to `decisions`; see
    `mirror_descent_search`."""
    for w in range(len(memory.mask)):
        memory.mask[w] = decisions.masks[i, w]
    samples[0] = worlds[i * settings.size]
    world = samples[0]
    legal = evaluate_leaf(packs[world.pack], world, memory.mask, guide, memory)
    for place in range(legal):
        root.legal[place] = memory.work.legal[place]
        root.policy[place] = memory.work.probabilities[place]
    count = choose_candidates(root, legal)
    rollouts = estimate_values(packs, worlds, i, samples, decisions, guide, memory, root, count, settings)
    decisions.values[i] = np.float32(improve_policy(root, legal, count, rollouts, settings.step_size))
    decisions.actions[i] = root.legal[sample_place(root.policy, legal, decisions.seeds[i])]
    write_policy(decisions, i, root, legal)


def mirror_descent_search(packs, states, samples, decisions, guide, settings, begin, end):
    """Sample the actions of rows begin..end-1 from the improved policy, and write it and its values, in [-1, 1], to
    `decisions`.

    `states` are the worlds, STATE[rows * settings.size]; `samples` is scratch memory of one state.
    """
    memory = search_memory(guide, decisions.masks.shape[1])
    root = root_memory(guide.sizes[Size.ACTIONS])
    for i in range(begin, end):
        search_row(packs, states, i, samples, decisions, guide, memory, root, settings)
