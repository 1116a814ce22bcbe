"""Information-set Monte Carlo tree search (ISMCTS), and flat Monte Carlo as a simple reference.

Source: Cowling, Powley, Whitehouse, "Information Set Monte Carlo Tree Search", IEEE TCIAIG 4(2), 2012: the
single-observer variant, with UCB1 as in UCT. The nodes of the tree are the searching player's information sets. Each
simulation samples the hidden part of the state (`determinize_root`), selects among the actions that are legal in that
sample, adds one node, and ends with a rollout. A node counts how often it was available; this number takes the place of
its parent's visits in the upper confidence bound. There are no chance nodes: the same actions lead to the same node
whatever the dice show. The statistics of a node belong to the player whose action leads to it.

With perfect information and two players, nodes whose result is proven keep it (Winands, Bjornsson, Saito, "Monte-Carlo
Tree Search Solver", 2008).

Arguments: `nodes` is NODE[capacity], the tree; nodes are numbered from 0, the root, so that 0 stands for "none" where a
child is named. `mask` and `untried` are sets of actions, uint64[words]; `player` is a seat, from 0. Results are
utilities of one seat, in [-1, 1]. `i` is a row of the batch, from 0; `number` a simulation of it, from 0. `decisions`
is a Decisions, `method` a Method, `logs` its table. `greedily` is True for rollouts by the heuristic, None for random
ones.
"""

from typing import Annotated, Any, NamedTuple

import numpy as np
from numba.core import types

from medianoche.envs.core.kernels import apply, determinize, heuristic, inlined, legal_mask, overload
from medianoche.envs.core.kernels.bits import clear_bit, count_bits, nth_bit, test_bit
from medianoche.envs.core.kernels.rng import STEP, below, mix
from medianoche.envs.core.kernels.steps import step

NODE = np.dtype(
    [
        ("total", np.float64),  # utilities of `player`, summed over the visits
        ("first_child", np.int32),  # 0: none
        ("sibling", np.int32),  # 0: none
        ("visits", np.int32),
        ("available", np.int32),  # in how many simulations it could have been selected
        ("action", np.int16),
        ("player", np.int8),  # whose action leads here
        ("proven", np.int8),  # result for `player`: WIN, DRAW, LOSS, or UNKNOWN
        ("complete", np.bool_),  # every action that was legal here at the last visit has a child
    ]
)
UNKNOWN = 0
WIN = 1
DRAW = 2
LOSS = 3


class Decisions(NamedTuple):
    """Decisions to search, and the search's results."""

    masks: Annotated[np.ndarray, "uint64[n, words]"]  # the legal actions
    seeds: Annotated[np.ndarray, "uint64[n]"]
    actions: Annotated[np.ndarray, "int64[n]"]  # receives the best actions
    policy: Annotated[np.ndarray, "float32[n, num_actions]"]  # receives probabilities; [0, 0] if they are not wanted
    values: Annotated[np.ndarray, "float32[n]"]  # receives values; [0] if the search has none


class SearchTree(NamedTuple):
    """The memory of a search."""

    nodes: Any  # of NODE, or of another dtype with its first seven fields; the root is nodes[0]
    path: Annotated[np.ndarray, "int64[depth limit]"]  # the nodes of the simulation that runs
    used: Annotated[np.ndarray, "int64[n]"]  # nodes in use, by row


class Method(NamedTuple):
    """How an ISMCTS searches."""

    logs: Annotated[np.ndarray, "float64[simulations + 3]"]  # at n: log(n) * the square of UCB1's constant
    exact: bool  # prove results: perfect information and two players
    greedily: Any  # rollouts by the heuristic (True) or at random (None)


@inlined
def append_child(nodes, place, parent, player, action):
    """Make `nodes[place]` a child of `parent` without visits. `player` is the seat whose `action` leads there; `place`
    and `parent` are numbers of nodes."""
    node = nodes[place]
    node.total = 0.0
    node.first_child = 0
    node.sibling = nodes[parent].first_child
    node.visits = 0
    node.action = action
    node.player = player
    nodes[parent].first_child = place


@inlined
def upper_confidence_bound(node, logs):
    """UCB1 of a node for the player who may select it; `logs` as in Method. Proven nodes have no exploration term. It
    is mean utility + sqrt(c**2 * log(available) / visits) with the utility in [-1, 1]; 1e9 for a proven win, -1e9 for a
    proven loss, 0 for a draw."""
    if node.proven == UNKNOWN:
        share = 1.0 / np.float64(node.visits)
        return node.total * share + np.sqrt(logs[node.available] * share)
    return 1e9 if node.proven == WIN else -1e9 if node.proven == LOSS else 0.0


@inlined
def select_by_ucb(nodes, parent, player, mask, untried, logs):
    """The legal child of `parent` with the greatest bound, 0 if there is none. Counts every legal child as available
    and removes its action from `untried`. The child is a number of a node. `player` is to move; `mask` are its legal
    actions."""
    best = 0
    best_bound = -np.inf
    child = nodes[parent].first_child
    while child != 0:
        node = nodes[child]
        if node.player == player and test_bit(mask, node.action):
            clear_bit(untried, node.action)
            value = upper_confidence_bound(node, logs)
            node.available += 1
            if value > best_bound:
                best = child
                best_bound = value
        child = node.sibling
    return best


@inlined
def select_and_expand(pack, state, mask, untried, tree, count, method):
    """Play from the root down to a new node, which is `nodes[count]`, a proven node or the end of the game.

    Changes `state` and `mask`, the legal actions; `untried` is scratch memory of the same shape. Writes the numbers of
    the nodes to `tree.path` and returns how many there are.
    """
    nodes = tree.nodes
    path = tree.path
    node = 0
    depth = 0
    certain = method.exact
    while not state.done and nodes[node].proven == UNKNOWN:
        # Selection: the best child, unless a legal action was never tried here.
        player = state.to_move
        for w in range(len(mask)):
            untried[w] = mask[w]
        child = select_by_ucb(nodes, node, player, mask, untried, method.logs)
        left = count_bits(untried)
        nodes[node].complete = left == 0
        # Expansion: a random untried action, unless a child wins for certain.
        if left and (child == 0 or nodes[child].proven != WIN):
            state.rng += STEP
            child = count
            append_child(nodes, child, node, player, nth_bit(untried, below(mix(state.rng), left)))
            nodes[child].available = 1
            nodes[child].proven = UNKNOWN
        node = child
        path[depth] = node
        depth += 1
        if nodes[node].proven == UNKNOWN:
            before = state.rng
            step(pack, state, nodes[node].action, mask)
            certain = certain and state.rng == before  # after a chance event a node stands for several positions
            if certain and state.done:  # the end of a game is proven
                value = state.utility[player]
                nodes[node].proven = WIN if value > 0 else LOSS if value < 0 else DRAW
        if node == count:
            break
    return depth


@inlined
def prove_from_children(nodes, parent):
    """Prove `parent` if its children allow it: one of them wins for the player to move, or all are proven. The sides
    are two, so that a win of the one is a loss of the other."""
    best = LOSS
    mover = 0
    complete = bool(nodes[parent].complete)
    child = nodes[parent].first_child
    while child != 0:
        result = nodes[child].proven
        mover = nodes[child].player
        complete &= result != UNKNOWN
        if result == WIN or (result == DRAW and best == LOSS):
            best = result
        child = nodes[child].sibling
    if complete or best == WIN:
        if mover != nodes[parent].player and best != DRAW:
            best = LOSS if best == WIN else WIN
        nodes[parent].proven = best


@inlined
def backpropagate(state, nodes, path, depth):
    """Add the result of a simulation to the nodes path[:depth]: that of the last node if it is proven, else the
    utilities of the finished game. Utilities are in [-1, 1]; path[k] are numbers of nodes."""
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
    if proven:  # a proven child may prove its parent, and so on upwards
        for k in range(depth - 2, -1, -1):
            prove_from_children(nodes, path[k])
            if nodes[path[k]].proven == UNKNOWN:
                break


@inlined
def play_randomly(pack, state, mask):
    """Play uniformly random legal actions to the end of the game. `mask` has the legal actions of `state`; both
    change."""
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
    """Play the heuristic's actions to the end of the game. `mask` has the legal actions of `state`; both change."""
    while not state.done:
        apply(pack, state, heuristic(pack, state, mask) if count_bits(mask) > 1 else nth_bit(mask, 0))
        if not state.done:
            legal_mask(pack, state, mask)


def rollout(pack, state, mask, greedily):
    """Play to the end of the game, by the heuristic (`greedily` True) or at random (None). `mask` has the legal actions
    of `state`; both change."""
    play = play_greedily if greedily else play_randomly
    play(pack, state, mask)


@overload(rollout)
def _rollout(pack, state, mask, greedily):
    """Selected by the type of `greedily`, so that a search with random rollouts does not compile the heuristic."""
    play = play_randomly if isinstance(greedily, types.NoneType) else play_greedily

    def rollout(pack, state, mask, greedily):
        play(pack, state, mask)

    return rollout


@inlined
def copy_root(states, i, samples, masks, mask):
    """Copy row i to samples[0] and its legal actions to `mask`."""
    samples[0] = states[i]
    for w in range(len(mask)):
        mask[w] = masks[i, w]


@inlined
def determinize_root(pack, states, i, samples, masks, mask, seeds, number):
    """Copy row i to samples[0] and its legal actions to `mask`, and sample what is hidden from the player to move with
    the randomness of simulation `number`. `number` counts from 0; seeds[i] are 64 random bits."""
    copy_root(states, i, samples, masks, mask)
    state = samples[0]
    state.rng = mix(seeds[i] + STEP * np.uint64(number + 1))
    determinize(pack, state, state.to_move)


@inlined
def write_most_visited(nodes, i, decisions):
    """Write the results of row i to `decisions`: the most visited action of the root (a proven win first, a proven loss
    last), and the shares of the visits, float32[num_actions] with the sum 1, as `policy` if that is wanted."""
    best = -1
    best_rank = -1
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
            best = node.action
            best_rank = rank
        total += node.visits
        child = node.sibling
    decisions.actions[i] = best
    policy = decisions.policy
    if len(policy):
        for a in range(policy.shape[1]):
            policy[i, a] = 0
        child = nodes[0].first_child
        while child != 0:
            policy[i, nodes[child].action] = np.float32(nodes[child].visits / total)
            child = nodes[child].sibling


def ismcts_search(packs, states, samples, decisions, tree, method, first, last, begin, end):
    """Run simulations first..last-1 of rows begin..end-1 and write the results to `decisions`.

    Where `first` > 0 it goes on with the tree of the last call, which was of the same row. `states` are samples: what
    is hidden from the player to move is not the truth. `samples` is scratch memory of one record; `tree` has nodes and
    path for the number of simulations + 2.
    """
    masks = decisions.masks
    nodes = tree.nodes
    mask = np.empty(masks.shape[1], np.uint64)
    untried = np.empty(masks.shape[1], np.uint64)
    for i in range(begin, end):
        pack = packs[states[i].pack]
        if first == 0:
            nodes[0].first_child = 0
            nodes[0].player = -1
            nodes[0].proven = UNKNOWN
            tree.used[i] = 1
        for number in range(first, last):
            determinize_root(pack, states, i, samples, masks, mask, decisions.seeds, number)
            state = samples[0]
            depth = select_and_expand(pack, state, mask, untried, tree, tree.used[i], method)
            leaf = tree.path[depth - 1]
            tree.used[i] += leaf == tree.used[i]
            if nodes[leaf].proven == UNKNOWN:
                rollout(pack, state, mask, method.greedily)
            backpropagate(state, nodes, tree.path, depth)
        write_most_visited(nodes, i, decisions)


def flat_monte_carlo(packs, states, samples, decisions, totals, simulations, first, last, begin, end):
    """Flat Monte Carlo for rows begin..end-1: as many random rollouts after each legal action, `simulations` in all.

    Adds the utilities, in [-1, 1] for the player to move, of the rollouts first..last-1 of all to totals[i, action],
    float64[rows, num_actions]. `states` and `samples` are as in `ismcts_search`.
    """
    masks = decisions.masks
    seeds = decisions.seeds
    mask = np.empty(masks.shape[1], np.uint64)
    for i in range(begin, end):
        pack = packs[states[i].pack]
        player = states[i].to_move
        legal = count_bits(masks[i])
        stop = last // legal if last < simulations else max(simulations // legal, 1)
        for k in range(legal):
            action = nth_bit(masks[i], k)
            for number in range(first // legal, stop):
                determinize_root(pack, states, i, samples, masks, mask, seeds, number)  # the same for every action
                step(pack, samples[0], action, mask)
                play_randomly(pack, samples[0], mask)
                totals[i, action] += np.float64(samples[0].utility[player])
