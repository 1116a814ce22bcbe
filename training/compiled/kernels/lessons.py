"""Games played to learn from: every decision with what was seen, chosen, expected, and what came of it."""

from typing import NamedTuple

import numpy as np
from numba.core import types

from medianoche.agents.kernels.net import (
    OWN,
    encode,
    final_values,
    layers_of,
    list_legal,
    policy_head,
    sample_place,
    value_head,
    workspace,
)
from medianoche.envs.core.kernels import chosen, determinize, heuristic, inlined, observe
from medianoche.envs.core.kernels.loops import deal, step
from medianoche.envs.core.kernels.rng import STEP, below, mix
from medianoche.envs.core.kernels.sparse import Entries

LEARNER, RIVAL, HEURISTIC, RANDOM = 0, 1, 2, 3
"""Who decides for a seat: the network, another one, the game's heuristic, chance."""
ADVICE = np.uint64(1)
"""What a decision's seed is moved by for the sample on which the heuristic advises."""


class Lessons(NamedTuple):
    """Decisions, in the order in which they were made. Of the k-th:

    entries starts[k]..starts[k + 1]-1 are what was seen, legal_starts[k]..legal_starts[k + 1]-1 the legal actions
    (none: somebody looked who had nothing to decide).
    """

    indices: np.ndarray  # uint16[...]
    values: np.ndarray  # float32[...]
    starts: np.ndarray  # int64[capacity + 1]
    legal: np.ndarray  # uint16[...]
    targets: np.ndarray  # float32[...], what the policy should be, where a teacher says so
    legal_starts: np.ndarray  # int64[capacity + 1]
    seat: np.ndarray  # int8[capacity]
    role: np.ndarray  # int8[capacity]
    place: np.ndarray  # int16[capacity], which of the legal actions was played; -1 where that teaches nothing
    chance: np.ndarray  # float32[capacity], the logarithm of its chance when it was played
    expected: np.ndarray  # float32[capacity, outputs], values as the network saw them then
    goal: np.ndarray  # float32[capacity, outputs], what they should be
    advantage: np.ndarray  # float32[capacity], how much better it went than expected
    weight: np.ndarray  # float32[capacity], of the policy in the loss
    total: np.ndarray  # int64[1], how many decisions there are


@inlined
def settle_game(state, lessons, begin, end, teams, trust, greed, scale, ahead, seen):
    """Goals and advantages of the decisions begin..end-1 of a game that is over: from each to the same seat's next,
    trusting what was `expected` there by 1 - `trust` (TD(lambda))."""
    outputs = lessons.goal.shape[1]
    last = outputs - 1
    for player in range(state.num_players):
        final_values(state, teams, player, scale, ahead[player])
        for o in range(outputs):
            seen[player, o] = ahead[player, o]
    for k in range(end - 1, begin - 1, -1):
        player = lessons.seat[k]
        for o in range(outputs):
            lessons.goal[k, o] = trust * ahead[player, o] + (np.float32(1) - trust) * seen[player, o]
        if lessons.legal_starts[k] == lessons.legal_starts[k + 1]:
            continue
        gain, gap = lessons.goal[k, OWN] - lessons.expected[k, OWN], lessons.goal[k, last] - lessons.expected[k, last]
        lessons.advantage[k] = (np.float32(1) - greed) * gain + greed * gap
        for o in range(outputs):
            ahead[player, o] = lessons.goal[k, o]
            seen[player, o] = lessons.expected[k, o]


def play_heuristic(pack, state, samples, mask, seed, heuristics):
    """What the heuristic does in the place of the player to move, who does not know the whole state."""
    samples[0] = state
    sample = samples[0]
    sample.rng = seed
    determinize(pack, sample, sample.to_move)
    return heuristic(pack, sample, mask)


def _play_nothing(pack, state, samples, mask, seed, heuristics):
    return -1


@chosen(play_heuristic)
def _play_heuristic(pack, state, samples, mask, seed, heuristics):
    """By type, so that play without the heuristic compiles without it."""
    if isinstance(heuristics, types.NoneType):
        return _play_nothing
    return play_heuristic


def play_lessons(
    packs,
    states,
    samples,
    masks,
    blank,
    seeds,
    parameters,
    rivals,
    sizes,
    roles,
    teams,
    deciders,
    lessons,
    heuristics,
    views,
    trust,
    greed,
    scale,
    first,
    last,
):
    """Play whole games, one after another, until decision `last` of `lessons` is written or the seeds are used up.

    `deciders[g, seat]` says who decides in game g. Returns how many games were played; decisions first.. are written,
    `lessons.total[0]` says where they end. `heuristics` is None where it never decides or advises. `views` is the
    chance that the mover's look at what its action led to, where it has nothing to decide, teaches values.
    """
    net, rival, work = layers_of(parameters, sizes), layers_of(rivals, sizes), workspace(sizes)
    cursor = np.empty(1, np.uint64)
    cursor[0] = lessons.starts[first]
    out = Entries(lessons.indices, lessons.values, cursor)
    ahead = np.empty((states[0].utility.shape[0], sizes[5]), np.float32)
    seen = np.empty_like(ahead)
    mask = masks[0]
    room = np.uint64(len(lessons.indices) - sizes[0])
    k, games, full = first, 0, False
    while games < len(seeds) and k < last and not full:
        seed = seeds[games]
        states[0].rng = mix(seed)
        states[0].pack = below(mix(seed + STEP), len(packs))
        deal(packs, states, 0, blank, mask)
        state = states[0]
        pack = packs[state.pack]
        begin = k
        while not state.done:
            if cursor[0] > room:  # this game is left out
                full, k = True, begin
                break
            player = state.to_move
            role, decider = roles[player], deciders[games, player]
            seed += STEP
            lessons.starts[k] = cursor[0]
            at = lessons.legal_starts[k]
            if decider == HEURISTIC:
                action = play_heuristic(pack, state, samples, mask, mix(seed), heuristics)
            elif decider == RANDOM:
                action = np.int64(work.legal[below(mix(seed), list_legal(mask, work.legal))])
            else:
                observe(pack, state, player, out)
                advice = -1
                if sizes[0] > sizes[6]:
                    advice = play_heuristic(pack, state, samples, mask, mix(seed + ADVICE), heuristics)
                    out[sizes[6] + advice] = 1
                count = list_legal(mask, work.legal)
                playing = net if decider == LEARNER else rival
                encode(playing, lessons.indices, lessons.values, lessons.starts[k], np.int64(cursor[0]), work)
                policy_head(playing, role, work, count, advice)
                place = sample_place(work.probabilities, count, mix(seed))
                action = np.int64(work.legal[place])
            if decider == LEARNER:
                value_head(net, role, work)
                for j in range(count):
                    lessons.legal[at + j] = work.legal[j]
                lessons.legal_starts[k + 1] = at + count
                lessons.seat[k], lessons.role[k], lessons.place[k] = player, role, place
                lessons.chance[k] = np.log(max(work.probabilities[place], np.float32(1e-9)))
                lessons.expected[k, :] = work.values
                lessons.weight[k] = 1
                k += 1
            else:
                cursor[0] = lessons.starts[k]
            step(pack, state, action, mask)
            if views > 0 and not state.done and state.to_move != player and decider == LEARNER:
                seed += STEP
                if np.float32(mix(seed) >> np.uint64(40)) * np.float32(2.0**-24) < views:
                    lessons.starts[k] = cursor[0]
                    observe(pack, state, player, out)
                    lessons.legal_starts[k + 1] = lessons.legal_starts[k]
                    lessons.seat[k], lessons.role[k], lessons.place[k] = player, role, -1
                    lessons.weight[k] = 0
                    k += 1
        if full:
            break
        lessons.starts[k] = cursor[0]
        settle_game(state, lessons, begin, k, teams, trust, greed, scale, ahead, seen)
        games += 1
    lessons.total[0] = k
    return games
