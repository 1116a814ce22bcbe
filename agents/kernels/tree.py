"""The kernels of search: information-set Monte Carlo tree search, and flat Monte Carlo as its simple reference.

Source: Cowling, Powley, Whitehouse, "Information Set Monte Carlo Tree Search", IEEE TCIAIG 4(2), 2012: the
single-observer variant. The tree is over what the searching player knows: each simulation deals what is hidden anew,
walks down among the actions that are legal then, adds one node and plays on at random. A node counts how often it
could have been chosen, which takes the place of its parent's visits. Chance needs no nodes of its own: the same
actions lead to the same node whatever the dice show. Statistics of a choice are for the player who makes it.

With perfect information and two players a result that is proven is never questioned again (Winands, Bjornsson, Saito,
"Monte-Carlo Tree Search Solver", 2008).
"""

import numpy as np
from numba.core import types

from medianoche.envs.core.kernels import apply, chosen, determinize, heuristic, inlined, legal_mask
from medianoche.envs.core.kernels.bits import clear_bit, count_bits, nth_bit, test_bit
from medianoche.envs.core.kernels.loops import step
from medianoche.envs.core.kernels.rng import STEP, below, mix

NODE = np.dtype(
    [
        ("total", np.float64),  # utilities of `player` in the simulations that came through
        ("first_child", np.int32),  # 0: none
        ("sibling", np.int32),  # 0: none
        ("visits", np.int32),
        ("available", np.int32),  # how often it could have been chosen
        ("action", np.int16),
        ("player", np.int8),  # whose choice leads here
        ("proven", np.int8),  # result for `player`: WIN, DRAW, LOSS, or UNKNOWN
        ("complete", np.bool_),  # every action legal here when it was left last has a child
    ]
)
UNKNOWN, WIN, DRAW, LOSS = 0, 1, 2, 3


@inlined
def plant(nodes):
    """Make `nodes[0]` a root without children."""
    nodes[0].first_child = 0
    nodes[0].player = -1
    nodes[0].proven = UNKNOWN


@inlined
def add_node(nodes, count, parent, player, action):
    """Append a child of `parent` at `count`."""
    node = nodes[count]
    node.total = 0.0
    node.first_child = 0
    node.sibling = nodes[parent].first_child
    node.visits = 0
    node.available = 1
    node.action = action
    node.player = player
    node.proven = UNKNOWN
    nodes[parent].first_child = count


@inlined
def bound(node, logs):
    """Upper confidence bound of a node for the player who may choose it; what is proven needs no exploring.

    `logs[n]` is the natural logarithm of n times the square of the exploration weight.
    """
    if node.proven == UNKNOWN:
        share = 1.0 / np.float64(node.visits)
        return node.total * share + np.sqrt(logs[node.available] * share)
    return 1e9 if node.proven == WIN else -1e9 if node.proven == LOSS else 0.0


@inlined
def choose_child(nodes, parent, player, mask, untried, logs):
    """The child of `parent` to go to; takes the actions of all children out of `untried`. 0 if none fits."""
    best, best_bound = 0, -np.inf
    child = nodes[parent].first_child
    while child != 0:
        node = nodes[child]
        if node.player == player and test_bit(mask, node.action):
            clear_bit(untried, node.action)
            value = bound(node, logs)
            node.available += 1
            if value > best_bound:
                best, best_bound = child, value
        child = node.sibling
    return best


@inlined
def descend(pack, state, mask, untried, nodes, count, path, logs, exact):
    """Walk from the root to a new node, a proven one or the end, changing `state`; returns the length of `path`.

    The new node is `nodes[count]`. With `exact`, a node that ends the game is proven.
    """
    node, depth = 0, 0
    while not state.done and nodes[node].proven == UNKNOWN:
        player = state.to_move
        for w in range(len(mask)):
            untried[w] = mask[w]
        child = choose_child(nodes, node, player, mask, untried, logs)
        left = count_bits(untried)
        nodes[node].complete = left == 0
        if left and (child == 0 or nodes[child].proven != WIN):
            state.rng += STEP
            child = count
            add_node(nodes, child, node, player, nth_bit(untried, below(mix(state.rng), left)))
        node = child
        path[depth] = node
        depth += 1
        if nodes[node].proven == UNKNOWN:
            step(pack, state, nodes[node].action, mask)
            if exact and state.done:
                value = state.utility[player]
                nodes[node].proven = WIN if value > 0 else LOSS if value < 0 else DRAW
        if node == count:
            break
    return depth


@inlined
def prove(nodes, parent):
    """Prove `parent` from its children if they allow it: its chooser takes the best of them."""
    best, chooser, complete = LOSS, 0, bool(nodes[parent].complete)
    child = nodes[parent].first_child
    while child != 0:
        result = nodes[child].proven
        chooser = nodes[child].player
        complete &= result != UNKNOWN
        if result == WIN or (result == DRAW and best == LOSS):
            best = result
        child = nodes[child].sibling
    if complete or best == WIN:
        if chooser != nodes[parent].player and best != DRAW:
            best = LOSS if best == WIN else WIN
        nodes[parent].proven = best


@inlined
def back_up(state, nodes, path, depth):
    """Credit the result of a simulation to every choice on its way, from a proven last node or from the game's end."""
    last = nodes[path[depth - 1]]
    proven = last.proven != UNKNOWN
    result = 1.0 if last.proven == WIN else -1.0 if last.proven == LOSS else 0.0
    for k in range(depth - 1, -1, -1):
        node = nodes[path[k]]
        node.visits += 1
        if proven:
            node.total += result if node.player == last.player else -result
        else:
            node.total += np.float64(state.utility[node.player])
    if proven:
        for k in range(depth - 2, -1, -1):
            prove(nodes, path[k])
            if nodes[path[k]].proven == UNKNOWN:
                break


@inlined
def play_randomly(pack, state, mask):
    """Random legal actions to the end."""
    if state.done:
        return
    legal = count_bits(mask)
    while True:
        state.rng += STEP
        apply(pack, state, nth_bit(mask, below(mix(state.rng), legal)))
        if state.done:
            return
        legal = legal_mask(pack, state, mask)


@inlined
def play_greedily(pack, state, mask):
    """The heuristic's actions to the end."""
    while not state.done:
        apply(pack, state, heuristic(pack, state, mask) if count_bits(mask) > 1 else nth_bit(mask, 0))
        if not state.done:
            legal_mask(pack, state, mask)


def play_on(pack, state, mask, greedily):
    """Play to the end below the tree."""
    play = play_greedily if greedily else play_randomly
    play(pack, state, mask)


@chosen(play_on)
def _play_on(pack, state, mask, greedily):
    """By type, so that a search without the heuristic compiles without it."""
    play = play_randomly if isinstance(greedily, types.NoneType) else play_greedily

    def play_on(pack, state, mask, greedily):
        play(pack, state, mask)

    return play_on


@inlined
def deal(pack, states, i, samples, slot, masks, mask, seeds, number):
    """Make samples[slot] the start of simulation `number` for row i: what is hidden from its player is dealt anew."""
    samples[slot] = states[i]
    state = samples[slot]
    state.rng = mix(seeds[i] + STEP * np.uint64(number + 1))
    determinize(pack, state, state.to_move)
    for w in range(len(mask)):
        mask[w] = masks[i, w]


@inlined
def report(nodes, i, actions, policy):
    """The most visited action of the root, a proven win first and a proven loss last; visit shares to `policy`."""
    best, best_rank = -1, -1
    total = 0
    child = nodes[0].first_child
    while child != 0:
        node = nodes[child]
        rank = node.visits + 1
        if node.proven == WIN:
            rank += 1 << 40
        elif node.proven == LOSS:
            rank -= 1 << 40
        if best < 0 or rank > best_rank:
            best, best_rank = node.action, rank
        total += node.visits
        child = node.sibling
    actions[i] = best
    if len(policy):
        for a in range(policy.shape[1]):
            policy[i, a] = 0
        child = nodes[0].first_child
        while child != 0:
            policy[i, nodes[child].action] = np.float32(nodes[child].visits / total)
            child = nodes[child].sibling


def search_rows(
    packs, states, masks, seeds, actions, policy, samples, nodes, path, counts, logs, exact, greedily, first, last, a, b
):
    """Simulations first..last-1 of rows a..b-1; the rest of a tree from before is used where `first` > 0.

    `states` are samples themselves: nothing here has ever seen the truth. `counts[i]` nodes are in use. Simulations go
    on at random below the tree (`greedily` None) or by the heuristic (True). Scratch: `samples` of one record, `nodes`
    and `path` of the number of simulations + 2.
    """
    mask, untried = np.empty(masks.shape[1], np.uint64), np.empty(masks.shape[1], np.uint64)
    for i in range(a, b):
        pack = packs[states[i].pack]
        if first == 0:
            plant(nodes)
            counts[i] = 1
        for number in range(first, last):
            deal(pack, states, i, samples, 0, masks, mask, seeds, number)
            state = samples[0]
            depth = descend(pack, state, mask, untried, nodes, counts[i], path, logs, exact)
            counts[i] += path[depth - 1] == counts[i]
            if nodes[path[depth - 1]].proven == UNKNOWN:
                play_on(pack, state, mask, greedily)
            back_up(state, nodes, path, depth)
        report(nodes, i, actions, policy)


def flat_rows(packs, states, masks, seeds, actions, samples, simulations, a, b):
    """Flat Monte Carlo for rows a..b-1: the same number of simulations for each action, the best mean wins."""
    mask = np.empty(masks.shape[1], np.uint64)
    for i in range(a, b):
        pack = packs[states[i].pack]
        player = states[i].to_move
        legal = count_bits(masks[i])
        each = max(simulations // legal, 1)
        best = -np.inf
        for k in range(legal):
            action = nth_bit(masks[i], k)
            total = 0.0
            for number in range(each):
                deal(pack, states, i, samples, 0, masks, mask, seeds, number)  # the same deals for every action
                step(pack, samples[0], action, mask)
                play_randomly(pack, samples[0], mask)
                total += np.float64(samples[0].utility[player])
            if total > best:
                best = total
                actions[i] = action
