"""Information-set tree search guided by a network, which evaluates leaves in place of rollouts.

At the root simulations are allocated by sequential halving and actions are ranked by improved logits (Danihelka et al.,
"Policy improvement by planning with Gumbel", 2022; here without Gumbel noise, and in repeated rounds, so that a search
can stop at any time, as in Sagers et al., "Anytime sequential halving in Monte-Carlo tree search", 2024). Below the
root actions are selected by PUCT (Silver et al., "Mastering Chess and Shogi by Self-Play with a General Reinforcement
Learning Algorithm", 2017). Nodes are information sets, as in `tree.py`: each simulation samples what is hidden, so a
node counts how often it was available. The network sees what the player to move at the leaf sees in the sampled state;
what that player knows is part of the sample.

Where a turn has several decisions, a leaf inside the searching player's turn is hard to value: half of what the turn
does has not happened. With `Guide.turn_limit` the policy plays on to the end of the turn, where the network values the
position.

Only decisions in the phases of `Guide.searched` are searched. In the other phases the policy chooses, as without a
search. One of these is the phase of the second of two simultaneous choices. Samples draw the first, hidden choice
evenly, so the best action of a search is a reply to a player who chooses by chance. The policy learned how that player
chooses.

`Guide.priors` are the policy of another, slower network at the root. The network that guides the search may then be one
without the heuristic's advice, which takes nearly all time of a search where the heuristic is slow.

Arguments: `nodes` is BRANCH[capacity], the tree; nodes are numbered from 0, the root, so that 0 stands for "none" where
a child is named. `count` is the number of nodes in use. `mask` and `unknown` are sets of actions, uint64[words].
`player` and `seat` count from 0; results are for one seat, in [-1, 1]. `i` is a row of the batch, from 0; `number` a
simulation of it, from 0. `guide` is a Guide, `memory` its Memory, `tree` a SearchTree, `decisions` a Decisions; `sizes`
is that of the network, see Size.
"""

from typing import Annotated, Any, NamedTuple

import numpy as np
from numba.core import types

from medianoche.agents.kernels.network import (
    NOTHING,
    OWN,
    Layers,
    Size,
    Workspace,
    argmax,
    choose_place,
    final_values,
    layers_of,
    policy_of,
    value_head,
    workspace,
)
from medianoche.agents.kernels.tree import append_child, copy_root, determinize_root
from medianoche.envs.core.kernels import heuristic, inlined, inlined_arrays, observe, overload
from medianoche.envs.core.kernels.bits import clear_bit, count_bits, lowest_bit, test_bit
from medianoche.envs.core.kernels.sparse import Entries
from medianoche.envs.core.kernels.steps import step

ZERO = np.uint64(0)
ONE = np.uint64(1)

CANDIDATES = 16
"""Actions of the root at the start of a round of sequential halving, and simulations before each halving."""
HALVINGS = 4
"""Phases of a round, with 16, 8, 4 and 2 candidates."""
C_VISIT, C_SCALE = 50.0, 0.25
"""An improved logit is log(prior) + (C_VISIT + visits of the most visited action) * C_SCALE * mean result
(Danihelka et al., equation 8, for results in [-1, 1])."""
PHASE_WORDS = 2
"""Words of 64 bits that hold a set of phases; the field `phase` of a state is an int8."""
TURN_LIMIT = 16
"""Decisions that are played on from a leaf to the end of the turn, at most."""

BRANCH = np.dtype(
    [
        ("total", np.float64),  # results for `player`, summed over the visits
        ("first_child", np.int32),  # 0: the network has not evaluated this node
        ("sibling", np.int32),  # 0: none
        ("visits", np.int32),
        ("available", np.int32),  # in how many simulations it could have been selected
        ("action", np.int16),
        ("player", np.int8),  # whose action leads here
        ("prior", np.float32),  # probability of the action by the network's policy
        ("expected", np.float32),  # the network's value for the player to move here
    ]
)


class Guide(NamedTuple):
    """The network that guides a search, and the search's settings."""

    parameters: Annotated[np.ndarray, "float32[...]"]  # see `layers_of`
    sizes: Annotated[np.ndarray, "int64[...]"]  # see Size
    roles: Annotated[np.ndarray, "int64[seats]"]
    teams: Annotated[np.ndarray, "int64[seats]"]
    trained: Annotated[np.ndarray, "int64[roles]"]  # seats, the mover's first, whose values were trained
    c_puct: float  # weight of the policy's probabilities against the mean results, below the root
    heuristics: Any  # whether the network takes the heuristic's advice; None: no, and the heuristic is not compiled
    search_margin: np.float32  # weight of the margin in results, from 0 to 1; the utility has the rest
    scale: np.float32  # the margin that becomes 1
    turn_limit: int  # decisions played on from a leaf to the end of the turn, at most; 0: none
    searched: Annotated[np.ndarray, "uint64[...]"]  # PHASE_WORDS: a set of phases, as a mask is one of actions
    min_p: np.float32  # how the policy chooses in the other phases, see `choose_place`
    priors: Annotated[np.ndarray, "float32[n, num_actions]"]  # of the root's actions; [0, 0]: the network's own


class Memory(NamedTuple):
    """Scratch memory of a search."""

    net: Layers
    work: Workspace
    inputs: Entries
    results: np.ndarray  # float32[seats]: result of the simulation for each seat, in [-1, 1]
    mask: np.ndarray  # uint64[words]: legal actions of the simulated state
    unknown: np.ndarray  # uint64[words]: those without a child
    best: np.ndarray  # int64[num_actions]: nodes of the root's candidates, greatest improved logit first
    logits: np.ndarray  # float64[num_actions]: their improved logits


@inlined_arrays
def search_memory(guide, words):
    """Memory for the network of `guide` and masks of so many words. `words` is the number of words of 64 bits,
    num_actions / 64 rounded up."""
    sizes = guide.sizes
    length = sizes[Size.INPUTS] + 1
    inputs = Entries(np.empty(length, np.uint16), np.empty(length, np.float32), np.zeros(1, np.uint64))
    results = np.empty(len(guide.roles), np.float32)
    mask = np.empty(words, np.uint64)
    unknown = np.empty(words, np.uint64)
    best = np.empty(sizes[Size.ACTIONS], np.int64)
    logits = np.empty(sizes[Size.ACTIONS], np.float64)
    net = layers_of(guide.parameters, sizes)
    return Memory(net, workspace(sizes), inputs, results, mask, unknown, best, logits)


@inlined
def append_branch(nodes, place, parent, player, action, prior):
    """Make `nodes[place]` a child of `parent` with this prior. `player` is the seat, from 0, whose `action` leads
    there; `prior` is a probability."""
    append_child(nodes, place, parent, player, action)
    nodes[place].available = 0
    nodes[place].prior = prior


@inlined
def select_by_puct(nodes, count, parent, player, mask, unknown, c_puct):
    """The legal child of `parent` with the greatest PUCT score (a number of a node; 0: none), and the number of nodes
    then in use, which was `count`.

    `player` is to move and `mask` has its legal actions. The score is mean result + c_puct * prior * sqrt(available) /
    (1 + visits), with the results in [-1, 1]. Actions that were illegal in the sample in which the network evaluated
    `parent` get a child with a uniform prior. `unknown`, uint64[words], is scratch memory.
    """
    # Find the legal actions without a child.
    for w in range(len(mask)):
        unknown[w] = mask[w]
    child = nodes[parent].first_child
    while child != 0:
        if nodes[child].player == player and test_bit(mask, nodes[child].action):
            clear_bit(unknown, nodes[child].action)
        child = nodes[child].sibling
    # Append children for them, as long as there is room.
    if count_bits(unknown):
        uniform = np.float32(1) / np.float32(count_bits(mask))
        for w in range(len(mask)):
            while unknown[w] != ZERO and count < len(nodes):
                append_branch(nodes, count, parent, player, 64 * w + lowest_bit(unknown[w]), uniform)
                unknown[w] &= unknown[w] - ONE
                count += 1
    # Score: mean result, plus a bonus that grows with the prior and falls with the visits.
    best = 0
    best_score = -np.inf
    child = nodes[parent].first_child
    while child != 0:
        node = nodes[child]
        if node.player == player and test_bit(mask, node.action):
            node.available += 1
            score = node.total / node.visits if node.visits else np.float64(nodes[parent].expected)
            score += c_puct * np.float64(node.prior) * np.sqrt(np.float64(node.available)) / (1 + node.visits)
            if score > best_score:
                best = child
                best_score = score
        child = node.sibling
    return best, count


def advise(pack, state, mask, out, sizes, heuristics):
    """Append the heuristic's action in this sample to the network's input `out`, and return it; -1 without advice.
    `heuristics` is None or False for a network without advice. The action counts from 0; its input is at place
    observation size + action."""
    if not heuristics:
        return -1
    advice = heuristic(pack, state, mask)
    out[sizes[Size.OBSERVATION] + advice] = 1
    return advice


def _no_advice(pack, state, mask, out, sizes, heuristics):
    return -1


@overload(advise)
def _advise(pack, state, mask, out, sizes, heuristics):
    """Selected by the type of `heuristics`, so that a search without advice does not compile the heuristic."""
    return _no_advice if isinstance(heuristics, types.NoneType) else advise


@inlined
def write_expected(state, guide, values, trained, results):
    """Write the results that the network expects to `results`, float32[seats], by seat and in [-1, 1], from its
    `values`, float32[outputs], for the player to move; see `value_head` for their order.

    A network whose values for the last seats were never trained has played with fewer players only; what it says of
    single opponents does not hold here either. Then (not `trained`) only the mover's own value counts, and the other
    teams share its reverse evenly.
    """
    n = state.num_players
    player = state.to_move
    weight = guide.search_margin
    margin = values[len(values) - 1]
    others = 0
    for seat in range(n):
        others = max(others, guide.teams[seat])  # teams are numbered from 0
    share = values[OWN] / np.float32(max(others, 1))
    for seat in range(n):
        ally = guide.teams[seat] == guide.teams[player]
        sign = np.float32(1) if ally else np.float32(-1)
        value = values[(seat - player + n) % n]
        if not trained:
            value = values[OWN] if ally else -share
        results[seat] = (np.float32(1) - weight) * value + weight * sign * margin


@inlined
def evaluate_leaf(pack, state, mask, guide, memory):
    """Evaluate `state` by the network, as the player to move sees it; returns the number of legal actions.

    `memory.work` gets the legal actions, their probabilities and the values, `memory.results` the expected result of
    each seat. `mask` has the legal actions of `state`. A network that learned with the heuristic's advice gets this
    advice at every leaf, too.
    """
    n = state.num_players
    player = state.to_move
    role = guide.roles[player]
    work = memory.work
    inputs = memory.inputs
    inputs.cursor[0] = ZERO
    observe(pack, state, player, inputs)
    advice = advise(pack, state, mask, inputs, guide.sizes, guide.heuristics)

    stop = np.int64(inputs.cursor[0])
    legal_count = policy_of(memory.net, role, mask, inputs.indices, inputs.values, 0, stop, advice, work)
    value_head(memory.net, role, work)
    write_expected(state, guide, work.values, guide.trained[role] >= n, memory.results)
    return legal_count


@inlined
def expand(nodes, count, parent, player, legal_count, work):
    """Give `parent` a child for each of the `legal_count` actions of `work.legal`, if all have room in `nodes`; returns
    the number of nodes in use, which was `count`. `player` is to move at `parent`."""
    if count + legal_count <= len(nodes):
        for k in range(legal_count):
            append_branch(nodes, count + k, parent, player, work.legal[k], work.probabilities[k])
        count += legal_count
    return count


@inlined
def final_results(state, guide, memory):
    """Write the results of a finished game to `memory.results`, float32[seats], each in [-1, 1]: (1 - search_margin) *
    utility + search_margin * margin of points, see `final_values`."""
    values = memory.work.values
    weight = guide.search_margin
    for seat in range(state.num_players):
        final_values(state, guide.teams, seat, guide.scale, values)
        memory.results[seat] = (np.float32(1) - weight) * values[OWN] + weight * values[len(values) - 1]


@inlined
def finish_turn(pack, state, legal_count, guide, memory, searcher):
    """Play the most probable actions on to the end of the turn of `searcher`, and write the results that the network
    expects there to `memory.results`. `evaluate_leaf` has evaluated the state and found `legal_count` actions. If
    another player is to move, nothing changes. `searcher` is a seat, from 0."""
    work = memory.work
    mask = memory.mask
    for _ in range(guide.turn_limit):
        if state.to_move != searcher:
            break
        step(pack, state, np.int64(work.legal[argmax(work.probabilities, legal_count)]), mask)
        if state.done:
            final_results(state, guide, memory)
            break
        legal_count = evaluate_leaf(pack, state, mask, guide, memory)


@inlined
def backpropagate(nodes, path, depth, results):
    """Add the results of a simulation, by seat, to the nodes path[:depth]. `results` are float32[seats], in [-1, 1];
    path[k] are numbers of nodes."""
    for k in range(depth):
        node = nodes[path[k]]
        node.visits += 1
        node.total += np.float64(results[node.player])


@inlined
def simulate(pack, state, guide, memory, tree, count, candidate):
    """Run one simulation that plays the root's child `candidate` first; returns the number of nodes in use.

    Changes `state` and its legal actions, `memory.mask`. `candidate` is a number of a node, 0 only in the simulation
    that evaluates the root.
    """
    nodes = tree.nodes
    path = tree.path
    mask = memory.mask
    node = 0
    depth = 0
    searcher = state.to_move
    while True:
        if state.done:
            final_results(state, guide, memory)
            break
        player = state.to_move
        if nodes[node].first_child == 0:  # a leaf: the network evaluates it, and it gets children
            legal_count = evaluate_leaf(pack, state, mask, guide, memory)
            count = expand(nodes, count, node, player, legal_count, memory.work)
            finish_turn(pack, state, legal_count, guide, memory, searcher)
            nodes[node].expected = memory.results[player]
            break
        if depth:
            node, count = select_by_puct(nodes, count, node, player, mask, memory.unknown, guide.c_puct)
        else:
            node = candidate
        path[depth] = node
        depth += 1
        if node == 0 or depth == len(path):  # the tree or the path is full: evaluate without a new node
            depth -= node == 0
            evaluate_leaf(pack, state, mask, guide, memory)
            break
        step(pack, state, nodes[node].action, mask)
    backpropagate(nodes, path, depth, memory.results)
    return count


@inlined
def highest_visits(nodes):
    """The visits of the most visited action of the root, a number from 0."""
    highest = 0
    child = nodes[0].first_child
    while child != 0:
        highest = max(highest, np.int64(nodes[child].visits))
        child = nodes[child].sibling
    return highest


@inlined
def mean_result(nodes, child):
    """The mean result of an action of the root, in [-1, 1] for the player to move there; `child` is the number of its
    node. Without visits it is the network's value of the root."""
    node = nodes[child]
    return node.total / node.visits if node.visits else np.float64(nodes[0].expected)


@inlined
def improved_logit(nodes, child, visits):
    """The improved logit of an action of the root, see C_VISIT; `visits` are those of the most visited action. `child`
    is the number of its node. The result has no bounds; differences of logits are logarithms of ratios of
    probabilities."""
    return np.log(max(np.float64(nodes[child].prior), 1e-9)) + (C_VISIT + visits) * C_SCALE * mean_result(nodes, child)


@inlined
def rank_actions(nodes, size, best, logits):
    """Rank the actions of the root by their improved logits: an insertion sort that keeps the first `size`.

    `best`, int64[num_actions], gets the numbers of their nodes, greatest logit first (of equals the lowest action),
    `logits`, float64[num_actions], their improved logits; both only at the first `size` places. Returns how many there
    are: `size`, or the number of the root's actions if that is less.
    """
    visits = highest_visits(nodes)
    count = 0
    child = nodes[0].first_child
    while child != 0:
        logit = improved_logit(nodes, child, visits)
        rank = min(count, size)
        while rank > 0 and (
            logit > logits[rank - 1]
            or (logit == logits[rank - 1] and nodes[child].action < nodes[best[rank - 1]].action)
        ):
            if rank < size:
                best[rank], logits[rank] = best[rank - 1], logits[rank - 1]
            rank -= 1
        if rank < size:
            best[rank] = child
            logits[rank] = logit
        count += 1
        child = nodes[child].sibling
    return min(count, size)


@inlined
def write_improved_policy(nodes, i, best, logits, decisions):
    """Write the results of row i to `decisions`: the best action of the root, the improved policy (a softmax of the
    improved logits, probabilities of all actions) if it is wanted, and as the value the mean result under that policy,
    in [-1, 1] for the player to move. `best` and `logits` are scratch memory of one place or more."""
    rank_actions(nodes, 1, best, logits)
    decisions.actions[i] = nodes[best[0]].action
    policy = decisions.policy
    if len(policy):
        policy[i, :] = NOTHING
    visits = highest_visits(nodes)
    value = 0.0
    total = 0.0
    child = nodes[0].first_child
    while child != 0:
        weight = np.exp(improved_logit(nodes, child, visits) - logits[0])
        if len(policy):
            policy[i, nodes[child].action] = np.float32(weight)
        value += weight * mean_result(nodes, child)
        total += weight
        child = nodes[child].sibling
    decisions.values[i] = np.float32(value / total)
    if len(policy):
        for action in range(policy.shape[1]):
            policy[i, action] /= np.float32(total)


@inlined
def begin_tree(tree, i, first):
    """Give the tree of row i its root before simulation 0; it goes on with the tree it has at later ones. `first` is
    the first simulation of this call."""
    if first == 0:
        tree.nodes[0].first_child = 0
        tree.nodes[0].player = -1
        tree.used[i] = 1


@inlined
def replace_priors(nodes, i, priors):
    """Give the actions of the root the priors of row i, of `Guide.priors`."""
    child = nodes[0].first_child
    while child != 0:
        nodes[child].prior = priors[i, nodes[child].action]
        child = nodes[child].sibling


@inlined
def halve(nodes, memory, number, count):
    """Sequential halving: every CANDIDATES simulations half of the `count` candidates stay; they take turns. `number`
    is that of the simulation, from 0. Returns how many candidates there are now; `memory.best` has their nodes."""
    if number % CANDIDATES == 0:
        halving = number // CANDIDATES % HALVINGS
        count = rank_actions(nodes, CANDIDATES >> halving, memory.best, memory.logits)
    return count


@inlined
def choose_by_policy(nodes, i, work, min_p, decisions):
    """Choose the action of row i by the network's policy at the root, as the network does without a search. `min_p` is
    from 0 (sampled by the policy) to 1 (the most probable action)."""
    count = 0
    child = nodes[0].first_child
    while child != 0:
        count = count + 1
        child = nodes[child].sibling
    place = count
    child = nodes[0].first_child
    while child != 0:  # the last legal action comes first
        place -= 1
        work.legal[place], work.probabilities[place] = nodes[child].action, nodes[child].prior
        child = nodes[child].sibling
    decisions.actions[i] = work.legal[choose_place(work.probabilities, count, min_p, decisions.seeds[i])]


@inlined
def search_row(pack, states, i, samples, decisions, guide, memory, tree, first, last):
    """Run simulations first..last-1 of row i, and write its results to `decisions`. A function of its own because it is
    compiled without reference counts.

    `states` are the rows' records, `samples` is scratch memory of one record. `first` is 0 for a new tree.
    """
    begin_tree(tree, i, first)
    count = 0
    candidate = 0
    searched = test_bit(guide.searched, states[i].phase)
    for number in range(first - (first == 0), last if searched else first):  # number -1: the network evaluates the root
        if number >= 0:
            count = halve(tree.nodes, memory, number, count)
            candidate = memory.best[number % CANDIDATES % count]
        if searched:
            determinize_root(pack, states, i, samples, decisions.masks, memory.mask, decisions.seeds, number + 1)
        else:  # the sample in which the network gets its advice without a search
            copy_root(states, i, samples, decisions.masks, memory.mask)
        tree.used[i] = simulate(pack, samples[0], guide, memory, tree, tree.used[i], candidate)
        if number < 0 and len(guide.priors):
            replace_priors(tree.nodes, i, guide.priors)
    write_improved_policy(tree.nodes, i, memory.best, memory.logits, decisions)
    if not searched:
        choose_by_policy(tree.nodes, i, memory.work, guide.min_p, decisions)


def sequential_halving_puct_search(packs, states, samples, decisions, guide, tree, first, last, begin, end):
    """Run simulations first..last-1 of rows begin..end-1 and write the results to `decisions`.

    Where `first` > 0 it goes on with the tree of the last call, which was of the same row. `states` are samples: what
    is hidden from the player to move is not the truth. `samples` is scratch memory of one record.
    """
    memory = search_memory(guide, decisions.masks.shape[1])
    for i in range(begin, end):
        search_row(packs[states[i].pack], states, i, samples, decisions, guide, memory, tree, first, last)
