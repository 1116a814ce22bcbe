"""Choices by the heuristic, a network and its search for programs without Python; see `core/kernels/exported.py`.

A network is one block of bytes: HEADER, the sizes (int64, see Size), for how many seats the values of each role were
trained (int64[roles]), and the parameters (float32). Values of duels may follow, see `valued.py`; without these bytes
it is the same network alone.

Arguments: `packs` are all packs of the game, `states` is one record, STATE[1]. `numbers` is the table int64[20] whose
places are Fact. parties[n, 0] and parties[n, 1], int64[seats], are role and team of each seat in a game of n players.
`network` are uint8[n], its bytes; `sizes` int64[5 + layers], see Size. `work` is scratch memory, uint8[n]. `word` and
`seed` are 64 random bits. Offsets (`at`) and sizes of memory are in bytes, from 0. A result below 0 is a Refusal.
`scratch` is `work` divided, see Scratch. `blanks` are the states before a deal, STATE[presets].
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np
from numba.core import types

from medianoche.agents.kernels.guided import BRANCH, PHASE_WORDS, Guide, Memory, search_row
from medianoche.agents.kernels.network import Size, Workspace, choose_place, layers_of, policy_of
from medianoche.agents.kernels.tree import Decisions, SearchTree
from medianoche.agents.kernels.valued import (
    DuelMemory,
    chosen_by_values,
    duel_memory_in,
    is_choice,
    network_is_asked,
    solved_duel,
    value_parameters,
    values_fault,
    weigh_by_values,
)
from medianoche.envs.core.kernels import determinize, heuristic, inlined, inlined_arrays, legal_mask, observe
from medianoche.envs.core.kernels.bits import count_bits
from medianoche.envs.core.kernels.exported import Fact, Refusal
from medianoche.envs.core.kernels.local import placed
from medianoche.envs.core.kernels.rng import mix
from medianoche.envs.core.kernels.sparse import Entries

MAGIC = int.from_bytes(b"MNnet\0\0\3", "little")
"""The first bytes of a network; the last of them is the version of this format."""
HEADER = np.dtype(
    [
        ("magic", np.int64),
        ("identity", np.int64),  # of game, version and layout: Fact.IDENTITY
        ("count", np.int64),  # of parameters
        ("layers", np.int64),  # hidden ones
        ("c_puct", np.float64),
        ("searched", np.uint64, (PHASE_WORDS,)),  # phases, see `Guide.searched`
        ("turn_limit", np.int64),
        ("search_margin", np.float32),
        ("scale", np.float32),
        ("advice", np.int32),
        ("min_p", np.float32),  # see `choose_place`; 1 plays the most probable action
    ]
)
HEADER_BYTES = HEADER.itemsize
SEARCHED_AT = HEADER.fields["searched"][1]  # type: ignore[index]
"""Offset in bytes."""
BRANCH_BYTES = BRANCH.itemsize
LAYERS, WIDTH = 8, 4096
"""Hidden layers, and units of one, at most."""
NODES = 64
"""Nodes of a search tree for each simulation; besides these ROOT_NODES."""
ROOT_NODES = 1024
PATH = 512
"""Actions of a simulation, at most."""
LAST = 1 << 20
"""Simulations of a search, at most."""
HALVING = 16
"""Simulations of a call that goes on with a search begin at a multiple of this."""


class Way(IntEnum):
    """How `choose` chooses."""

    HEURISTIC = 0  # the hand-written policy
    BEST = 1  # the network's most probable action
    SAMPLE = 2  # an action by the network's probabilities
    SEARCH = 3  # a search guided by the network
    POLICY = 4  # an action of the network as its header says; in duels, as in a search, by values that follow it


class Scratch(NamedTuple):
    """Scratch memory of a choice."""

    roots: Any
    samples: Any
    decisions: Decisions
    memory: Memory
    path: Any
    used: Any
    duel: DuelMemory
    end: int  # of the memory before the nodes of the tree


@inlined
def after(at, size):
    """The place behind `size` bytes at `at`, a multiple of eight. All in bytes."""
    return at + (size + 7) // 8 * 8


@inlined_arrays
def divided(work, states, network, sizes, numbers):
    """`work` as the Scratch of a choice with a network of these sizes."""
    parameters = parameters_of(network, sizes)
    record = numbers[Fact.STATE_BYTES]
    words = numbers[Fact.MASK_WORDS]
    actions = numbers[Fact.ACTIONS]
    samples = after(0, record)
    masks = after(samples, record)
    mask = after(masks, 8 * words)
    unknown = after(mask, 8 * words)
    small = after(unknown, 8 * words)  # seed, action, number of nodes, value
    path = after(small, 4 * 8)
    best = after(path, 8 * PATH)
    logits = after(best, 8 * actions)
    results = after(logits, 8 * actions)
    inputs = after(results, 4 * numbers[Fact.SEATS])
    entries = sizes[Size.INPUTS] + 1
    evaluated = after(inputs, 8 + 4 * entries + 2 * entries)
    memory = Memory(
        layers_of(parameters, sizes),
        workspace_in(work, evaluated, sizes),
        Entries(
            placed(work, inputs + 8 + 4 * entries, (entries,), np.uint16),
            placed(work, inputs + 8, (entries,), np.float32),
            placed(work, inputs, (1,), np.uint64),
        ),
        placed(work, results, (numbers[Fact.SEATS],), np.float32),
        placed(work, mask, (words,), np.uint64),
        placed(work, unknown, (words,), np.uint64),
        placed(work, best, (actions,), np.int64),
        placed(work, logits, (actions,), np.float64),
    )
    decisions = Decisions(
        placed(work, masks, (1, words), np.uint64),
        placed(work, small, (1,), np.uint64),
        placed(work, small + 8, (1,), np.int64),
        placed(work, 0, (0, 0), np.float32),
        placed(work, small + 24, (1,), np.float32),
    )
    roots = placed(work, 0, (1,), states)
    sampled = placed(work, samples, (1,), states)
    line = placed(work, path, (PATH,), np.int64)
    used = placed(work, small + 16, (1,), np.int64)
    duel = duel_memory_in(work, evaluated + workspace_bytes(sizes), network, values_at(network, sizes), numbers)
    return Scratch(roots, sampled, decisions, memory, line, used, duel, duel.end)


@inlined
def units_of(sizes):
    """The units of all hidden layers."""
    units = 0
    for k in range(Size.HIDDEN, len(sizes)):
        units += sizes[k]
    return units


@inlined
def workspace_bytes(sizes):
    """The number of bytes of `workspace_in`, a multiple of eight."""
    return after(0, 4 * (units_of(sizes) + sizes[Size.ACTIONS] + sizes[Size.OUTPUTS]) + 2 * sizes[Size.ACTIONS])


@inlined_arrays
def workspace_in(work, at, sizes):
    """The Workspace of a network of these sizes, in `work` from `at` on. `at` is an offset in bytes."""
    units = units_of(sizes)
    last = sizes[len(sizes) - 1]
    actions = sizes[Size.ACTIONS]
    outputs = sizes[Size.OUTPUTS]
    return Workspace(
        placed(work, at, (units,), np.float32),
        placed(work, at + 4 * (units - last), (last,), np.float32),
        placed(work, at + 4 * (units + actions + outputs), (actions,), np.uint16),
        placed(work, at + 4 * units, (actions,), np.float32),
        placed(work, at + 4 * (units + actions), (outputs,), np.float32),
    )


@inlined_arrays
def sizes_of(network):
    """The sizes in a network that `fault` accepts."""
    return placed(network, HEADER_BYTES, (Size.HIDDEN + placed(network, 0, (1,), HEADER)[0].layers,), np.int64)


@inlined_arrays
def parameters_of(network, sizes):
    """The parameters in a network that `fault` accepts."""
    at = HEADER_BYTES + 8 * (len(sizes) + sizes[Size.ROLES])
    return placed(network, at, (placed(network, 0, (1,), HEADER)[0].count,), np.float32)


@inlined
def values_at(network, sizes):
    """Offset in bytes of the values of duels in a network that `fault` accepts; 0 if it has none."""
    header = placed(network, 0, (1,), HEADER)[0]
    alone = HEADER_BYTES + 8 * (len(sizes) + sizes[Size.ROLES]) + 4 * header.count
    return 0 if len(network) == alone else after(0, alone)


@inlined
def fault(network, numbers):
    """Why these bytes are no network of this game, 0 if they are one; reads nothing outside them. The answer is 0 or a
    Refusal, which is below 0."""
    if len(network) < HEADER_BYTES:
        return np.int64(Refusal.DAMAGED)
    header = placed(network, 0, (1,), HEADER)[0]
    if header.magic != MAGIC:
        return np.int64(Refusal.DAMAGED)
    if header.identity != numbers[Fact.IDENTITY]:
        return np.int64(Refusal.OTHER_GAME)
    if header.layers < 1 or header.layers > LAYERS or len(network) < HEADER_BYTES + 8 * (Size.HIDDEN + header.layers):
        return np.int64(Refusal.DAMAGED)
    sizes = sizes_of(network)
    roles = sizes[Size.ROLES]
    actions = sizes[Size.ACTIONS]
    outputs = sizes[Size.OUTPUTS]
    fits = sizes[Size.OBSERVATION] == numbers[Fact.OBSERVATION] and actions == numbers[Fact.ACTIONS]
    fits = fits and roles == numbers[Fact.ROLES] and outputs == numbers[Fact.OUTPUTS]
    fits = fits and sizes[Size.INPUTS] == numbers[Fact.OBSERVATION] + actions * (header.advice != 0)
    count = 0
    before = sizes[Size.INPUTS]
    for k in range(Size.HIDDEN, len(sizes)):
        fits = fits and 0 < sizes[k] <= WIDTH
        count += (before + 1) * sizes[k]
        before = sizes[k]
    count += roles * (actions + outputs + 1) * (before + 1)
    bytes_there = HEADER_BYTES + 8 * (len(sizes) + roles) + 4 * count
    if not fits or header.count != count or len(network) < bytes_there:
        return np.int64(Refusal.DAMAGED)
    return 0 if len(network) == bytes_there else values_fault(network, after(0, bytes_there), numbers)


@inlined
def is_finite(parameters):
    """Whether all numbers of `parameters`, float32[n], are finite."""
    for k in range(len(parameters)):
        if not abs(parameters[k]) < np.inf:
            return False
    return True


def network(blanks, numbers, network, simulations):
    """The bytes of work memory for a choice with the network `network` and so many simulations.

    Negative if it is none of this game, or holds numbers that are not finite.
    """
    wrong = fault(network, numbers)
    if wrong:
        return wrong
    if simulations < 0 or simulations > LAST:
        return np.int64(Refusal.NO_NUMBER)
    sizes = sizes_of(network)
    at = values_at(network, sizes)
    if not is_finite(parameters_of(network, sizes)) or (at and not is_finite(value_parameters(network, at))):
        return np.int64(Refusal.DAMAGED)
    end = divided(network, blanks, network, sizes, numbers).end
    size = end + (simulations * NODES + ROOT_NODES) * BRANCH_BYTES if simulations else end
    return size if size < 1 << 31 else np.int64(Refusal.NO_NUMBER)  # a caller has 32 bits for it


@inlined
def sample(packs, states, samples, word):
    """Copy the state to samples[0], with what is hidden from the player to move dealt again. `samples` is STATE[1];
    `word`, 64 random bits, becomes its generator."""
    samples[0] = states[0]
    sampled = samples[0]
    sampled.rng = word
    determinize(packs[sampled.pack], sampled, sampled.to_move)


@inlined
def advised(packs, states, samples, mask, word):
    """The heuristic's action in a sample, which is written to samples[0]; `mask` are the legal actions. `mask` is a bit
    set of actions, uint64[words]; the result is a number of an action, from 0."""
    sample(packs, states, samples, word)
    return heuristic(packs[states[0].pack], samples[0], mask)


@inlined
def chosen_by_policy(packs, parties, states, network, sizes, scratch, min_p, word):
    """The action that `choose_place` finds with `min_p`. The result is a number of an action, from 0. `min_p` is from 0
    (sampled by the policy) to 1 (the most probable action), `word` the random bits for it."""
    state = states[0]
    memory = scratch.memory
    inputs = memory.inputs
    evaluated = memory.work
    advice = -1
    inputs.cursor[0] = np.uint64(0)
    observe(packs[state.pack], state, state.to_move, inputs)
    if placed(network, 0, (1,), HEADER)[0].advice:
        advice = np.int64(advised(packs, states, scratch.samples, memory.mask, word))
        inputs[sizes[Size.OBSERVATION] + advice] = 1
    role = parties[state.num_players, 0, state.to_move]
    stop = np.int64(inputs.cursor[0])
    count = policy_of(memory.net, role, memory.mask, inputs.indices, inputs.values, 0, stop, advice, evaluated)
    return np.int64(evaluated.legal[choose_place(evaluated.probabilities, count, min_p, word)])


@inlined
def found_by_search(packs, parties, states, network, sizes, scratch, decisions, tree, first, last, word):
    """The best action after simulations first..last-1 of the search of `NetAgent`, which writes to `decisions`. `first`
    is 0 for a new search; the result is a number of an action, from 0."""
    header = placed(network, 0, (1,), HEADER)[0]
    n = states[0].num_players
    sample(packs, states, scratch.roots, word)
    decisions.seeds[0] = word
    for w in range(decisions.masks.shape[1]):
        decisions.masks[0, w] = scratch.memory.mask[w]
    guide = Guide(
        parameters_of(network, sizes),
        sizes,
        parties[n, 0],
        parties[n, 1],
        placed(network, HEADER_BYTES + 8 * len(sizes), (sizes[Size.ROLES],), np.int64),
        header.c_puct,
        header.advice != 0,
        header.search_margin,
        header.scale,
        header.turn_limit,
        placed(network, SEARCHED_AT, (PHASE_WORDS,), np.uint64),
        header.min_p,
        placed(network, 0, (0, 0), np.float32),
    )
    pack = packs[states[0].pack]
    search_row(pack, scratch.roots, 0, scratch.samples, decisions, guide, scratch.memory, tree, first, last)
    return np.int64(decisions.actions[0])


def choose(packs, numbers, parties, states, network, work, way, first, last, seed):
    """The action that a policy plays, from 0 to num_actions - 1; a Refusal, below 0, if an argument is refused.

    Args:
        packs, numbers, parties: of the game; parties[n] are roles and teams of the seats of n players.
        states: the record; it does not change.
        network: not read by the heuristic.
        work: scratch memory; the heuristic needs that of a record.
        way: see Way.
        first, last: of a search, the simulations first..last-1; where `first` is not 0, it goes on in `work`.
        seed: of the random choices; the same one for all calls of a search.
    """
    state = states[0]
    word = mix(seed)
    pack = packs[state.pack]
    words = numbers[Fact.MASK_WORDS]
    if state.num_players == 0:  # no game was dealt
        return np.int64(Refusal.NO_PRESET_FITS)
    if state.done:
        return np.int64(Refusal.OVER)
    if way < Way.HEURISTIC or way > Way.POLICY:
        return np.int64(Refusal.NO_NUMBER)
    if way == Way.SEARCH and (first < 0 or first % HALVING or last <= first or last > LAST):
        return np.int64(Refusal.NO_NUMBER)
    if way == Way.HEURISTIC:
        if len(work) < numbers[Fact.WORK_BYTES]:
            return np.int64(Refusal.SMALL_WORK)
        mask = placed(work, numbers[Fact.WORK_BYTES] - 8 * words, (words,), np.uint64)
        legal_mask(pack, state, mask)
        return np.int64(advised(packs, states, placed(work, 0, (1,), states), mask, word))
    wrong = fault(network, numbers)
    if wrong:
        return wrong
    sizes = sizes_of(network)
    scratch = divided(work, states, network, sizes, numbers)
    nodes = (len(work) - scratch.end) // BRANCH_BYTES
    if len(work) < scratch.end or (way == Way.SEARCH and nodes < ROOT_NODES):
        return np.int64(Refusal.SMALL_WORK)
    legal_mask(pack, state, scratch.memory.mask)
    at = values_at(network, sizes) if way == Way.SEARCH or way == Way.POLICY else 0
    solved = solved_duel(packs, state, network, at, scratch.duel)
    drawn = np.int64(chosen_by_values(scratch.duel, word)) if solved else np.int64(-1)
    if drawn >= 0 and not network_is_asked(scratch.duel, scratch.memory.mask):
        return drawn
    if way != Way.SEARCH:
        min_p = placed(network, 0, (1,), HEADER)[0].min_p if way == Way.POLICY else np.float32(way == Way.BEST)
        action = chosen_by_policy(packs, parties, states, network, sizes, scratch, min_p, word)
    elif first and not 0 < scratch.used[0] <= nodes:  # this is not the memory of a search
        return np.int64(Refusal.NO_NUMBER)
    else:
        tree = SearchTree(placed(work, scratch.end, (nodes,), BRANCH), scratch.path, scratch.used)
        action = found_by_search(
            packs, parties, states, network, sizes, scratch, scratch.decisions, tree, first, last, word
        )
    return drawn if solved and is_choice(scratch.duel, action) else action


@inlined
def write_policy(evaluated, mask, policy):
    """Write the probabilities in `evaluated`, a Workspace, to `policy`, float32[num_actions]. `mask` are the legal
    actions, uint64[words], for which `policy_of` evaluated them."""
    for k in range(count_bits(mask)):
        policy[evaluated.legal[k]] = evaluated.probabilities[k]


@inlined
def write_values(nodes, values, actions):
    """Write the mean result of each action that simulations have played to `values`, float32[num_actions], from -1 to 1
    for the player to move; NaN for the others. `actions` is the number of actions. `nodes` is the tree,
    BRANCH[capacity]."""
    for action in range(actions):
        values[action] = np.float32(np.nan)
    child = nodes[0].first_child
    while child != 0:
        if nodes[child].visits:
            mean = nodes[child].total / nodes[child].visits
            values[nodes[child].action] = np.float32(min(max(mean, -1.0), 1.0))
        child = nodes[child].sibling


def judge(packs, numbers, parties, states, network, work, first, last, seed, judged):
    """What the network expects, alone or after a search, see `agents.judging`; returns the best action, from 0, or a
    Refusal, below 0.

    Args:
        packs, numbers, parties, states, network, seed: see `choose`.
        work: that of a search, also where `last` is 0.
        first, last: the simulations first..last-1; 0, 0: the network alone.
        judged: float32[2 * num_actions + 1], receives the weight of each action (0 if it is not legal), the value of
            each action (NaN where no simulation played it), and the value of the position; values are those of the
            player to move, from -1 to 1.
    """
    state = states[0]
    word = mix(seed)
    actions = numbers[Fact.ACTIONS]
    if state.num_players == 0:  # no game was dealt
        return np.int64(Refusal.NO_PRESET_FITS)
    if state.done:
        return np.int64(Refusal.OVER)
    if first < 0 or first % HALVING or last < first or (first and last == first) or last > LAST:
        return np.int64(Refusal.NO_NUMBER)
    wrong = fault(network, numbers)
    if wrong:
        return wrong
    sizes = sizes_of(network)
    scratch = divided(work, states, network, sizes, numbers)
    nodes = (len(work) - scratch.end) // BRANCH_BYTES
    if len(work) < scratch.end or nodes < ROOT_NODES:
        return np.int64(Refusal.SMALL_WORK)
    if first and not 0 < scratch.used[0] <= nodes:  # this is not the memory of a search
        return np.int64(Refusal.NO_NUMBER)
    legal_mask(packs[state.pack], state, scratch.memory.mask)
    tree = SearchTree(placed(work, scratch.end, (nodes,), BRANCH), scratch.path, scratch.used)
    masks, seeds, chosen, _, values = scratch.decisions
    policy = placed(judged, 0, (1, actions), np.float32)
    decisions = Decisions(masks, seeds, chosen, policy, values)
    best = found_by_search(packs, parties, states, network, sizes, scratch, decisions, tree, first, last, word)
    if last == 0:  # by these probabilities the network plays; a search takes none below 1e-9
        legal_mask(packs[state.pack], state, scratch.memory.mask)  # the search wrote that of another position
        best = chosen_by_policy(packs, parties, states, network, sizes, scratch, np.float32(1), word)
        write_policy(scratch.memory.work, scratch.memory.mask, policy[0])
    write_values(tree.nodes, placed(judged, 4 * actions, (actions,), np.float32), actions)
    if solved_duel(packs, state, network, values_at(network, sizes), scratch.duel):
        weigh_by_values(scratch.duel, policy[0])
    judged[2 * actions] = min(max(values[0], np.float32(-1)), np.float32(1))
    return best


FUNCTIONS = {"network": network, "choose": choose, "judge": judge}
"""By name."""
NAMED: dict[str, Any] = {
    "network": types.uint8[::1],
    "work": types.uint8[::1],
    "parties": types.int64[:, :, ::1],
    "judged": types.float32[::1],
}
"""Types of parameters, besides those of `core/kernels/exported.py`."""
