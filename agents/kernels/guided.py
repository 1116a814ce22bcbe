"""Search guided by a network, which says what is worth trying and how it will end; nothing is played out.

At the root simulations are shared out by sequential halving (Danihelka et al., "Policy improvement by planning with
Gumbel", 2022; without the noise, and round after round, so that it can be stopped at any time as in Sagers et al.,
"Anytime sequential halving in Monte-Carlo tree search", 2024), below it by the rule of Silver et al., "Mastering Chess
and Shogi by Self-Play with a General Reinforcement Learning Algorithm", 2017. All of it over information sets as in
`tree.py`: each simulation deals what is hidden anew, so a node counts how often it could have been chosen. The network
is asked as the player to move at the leaf sees it, in the sampled world: what that player knows there is sampled too.
`heuristics` is None for a network that is not advised.
"""

import numpy as np
from numba.core import types

from medianoche.agents.kernels.net import (
    NOTHING,
    OWN,
    encode,
    final_values,
    layers_of,
    list_legal,
    policy_head,
    value_head,
    workspace,
)
from medianoche.agents.kernels.tree import deal
from medianoche.envs.core.kernels import chosen, heuristic, inlined, observe
from medianoche.envs.core.kernels.bits import clear_bit, count_bits, lowest_bit, test_bit
from medianoche.envs.core.kernels.loops import step
from medianoche.envs.core.kernels.sparse import Entries

ZERO, ONE = np.uint64(0), np.uint64(1)

CANDIDATES = 16
"""Actions of the root that a round begins with, and simulations until half of them are left out; the last two share
as many."""
HALVINGS = 4
WEIGHT, STANDING = 0.25, 50.0
"""What a visited action gains for each unit of its mean result, times STANDING and the visits of the most visited: in
the network's own terms, logits (Danihelka et al., equation 8, for results in [-1, 1])."""

BRANCH = np.dtype(
    [
        ("total", np.float64),  # results for `player` of the simulations that came through
        ("first_child", np.int32),  # 0: the network has not been asked here
        ("sibling", np.int32),  # 0: none
        ("visits", np.int32),
        ("available", np.int32),  # how often it could have been chosen
        ("prior", np.float32),  # chance that the network gives it
        ("expected", np.float32),  # what the player to move here may expect, by the network
        ("action", np.int16),
        ("player", np.int8),  # whose choice leads here
    ]
)


@inlined
def grow(nodes, count, parent, player, action, prior):
    """Append a child of `parent` at `count`."""
    node = nodes[count]
    node.total = 0.0
    node.first_child = 0
    node.sibling = nodes[parent].first_child
    node.visits = 0
    node.available = 0
    node.prior = prior
    node.action = action
    node.player = player
    nodes[parent].first_child = count


@inlined
def choose_branch(nodes, count, parent, player, mask, unknown, explore):
    """The child of `parent` to go to, and how many nodes there are then: actions that were not legal when the network
    was asked here (another deal) get a child with an even chance."""
    for w in range(len(mask)):
        unknown[w] = mask[w]
    child = nodes[parent].first_child
    while child != 0:
        if nodes[child].player == player and test_bit(mask, nodes[child].action):
            clear_bit(unknown, nodes[child].action)
        child = nodes[child].sibling
    left = count_bits(unknown)
    if left:
        even = np.float32(1) / np.float32(count_bits(mask))
        for w in range(len(mask)):
            while unknown[w] != ZERO and count < len(nodes):
                grow(nodes, count, parent, player, 64 * w + lowest_bit(unknown[w]), even)
                unknown[w] &= unknown[w] - ONE
                count += 1
    best, most = 0, -np.inf
    child = nodes[parent].first_child
    while child != 0:
        node = nodes[child]
        if node.player == player and test_bit(mask, node.action):
            node.available += 1
            hope = node.total / node.visits if node.visits else np.float64(nodes[parent].expected)
            hope += explore * np.float64(node.prior) * np.sqrt(np.float64(node.available)) / (1 + node.visits)
            if hope > most:
                best, most = child, hope
        child = node.sibling
    return best, count


def advise(pack, state, mask, out, sizes, heuristics):
    """Append what the heuristic would do in this world to what is seen; returns it."""
    advice = heuristic(pack, state, mask)
    out[sizes[6] + advice] = 1
    return advice


def _no_advice(pack, state, mask, out, sizes, heuristics):
    return -1


@chosen(advise)
def _advise(pack, state, mask, out, sizes, heuristics):
    """By type, so that a search without the heuristic compiles without it."""
    return _no_advice if isinstance(heuristics, types.NoneType) else advise


@inlined
def ask(pack, state, net, sizes, role, mask, work, out, heuristics, at_root):
    """Show the state to its player to move; the chances of the legal actions and the values expected are in `work`.
    Returns how many are legal. Advice costs more than the network, so it is taken at the root alone."""
    out.cursor[0] = ZERO
    observe(pack, state, state.to_move, out)
    advice = -1
    if at_root:
        advice = advise(pack, state, mask, out, sizes, heuristics)
    count = list_legal(mask, work.legal)
    encode(net, out.indices, out.values, 0, np.int64(out.cursor[0]), work)
    policy_head(net, role, work, count, advice)
    value_head(net, role, work)
    return count


@inlined
def expand(nodes, count, parent, player, legal, work):
    """Give `parent` a child for each legal action if there is room; returns how many nodes there are then."""
    if count + legal <= len(nodes):
        for k in range(legal):
            grow(nodes, count + k, parent, player, work.legal[k], work.probabilities[k])
        count += legal
    return count


@inlined
def credit(nodes, path, depth, results):
    """Add the results of a simulation, by seat, to every choice on its way."""
    for k in range(depth):
        node = nodes[path[k]]
        node.visits += 1
        node.total += np.float64(results[node.player])


@inlined
def results_of_end(state, teams, greed, scale, work, results):
    """By seat, the results of a game that is over."""
    for seat in range(state.num_players):
        final_values(state, teams, seat, scale, work.values)
        results[seat] = (np.float32(1) - greed) * work.values[OWN] + greed * work.values[len(work.values) - 1]


@inlined
def results_expected(state, teams, greed, work, results):
    """By seat, what the network expects, which has been asked as the player to move."""
    n, player = state.num_players, state.to_move
    margin = work.values[len(work.values) - 1]
    for seat in range(n):
        sign = np.float32(1) if teams[seat] == teams[player] else np.float32(-1)
        results[seat] = (np.float32(1) - greed) * work.values[(seat - player + n) % n] + greed * sign * margin


@inlined
def simulate(
    pack,
    state,
    net,
    sizes,
    roles,
    teams,
    mask,
    unknown,
    nodes,
    count,
    path,
    explore,
    heuristics,
    greed,
    scale,
    work,
    out,
    results,
    candidate,
):
    """Walk from the root by way of `candidate` to a position that the network has not been asked about, or the end, and
    credit the result. Returns how many nodes there are."""
    node, depth = 0, 0
    while True:
        if state.done:
            results_of_end(state, teams, greed, scale, work, results)
            break
        player = state.to_move
        if nodes[node].first_child == 0:
            legal = ask(pack, state, net, sizes, roles[player], mask, work, out, heuristics, depth == 0)
            results_expected(state, teams, greed, work, results)
            nodes[node].expected = results[player]
            count = expand(nodes, count, node, player, legal, work)
            break
        if depth:
            node, count = choose_branch(nodes, count, node, player, mask, unknown, explore)
        else:
            node = candidate
        path[depth] = node
        depth += 1
        if node == 0 or depth == len(path):  # no room
            depth -= node == 0
            legal = ask(pack, state, net, sizes, roles[player], mask, work, out, heuristics, depth == 0)
            results_expected(state, teams, greed, work, results)
            break
        step(pack, state, nodes[node].action, mask)
    credit(nodes, path, depth, results)
    return count


@inlined
def visits_of_best(nodes):
    """The visits of the most visited action of the root."""
    most = 0
    child = nodes[0].first_child
    while child != 0:
        most = max(most, np.int64(nodes[child].visits))
        child = nodes[child].sibling
    return most


@inlined
def mean_result(nodes, child):
    """Of the simulations that took an action of the root; without any, what the network expects of the root."""
    node = nodes[child]
    return node.total / node.visits if node.visits else np.float64(nodes[0].expected)


@inlined
def standing(nodes, child, most):
    """How an action of the root stands, as a logit: likely by the network, and with good results."""
    return np.log(max(np.float64(nodes[child].prior), 1e-9)) + WEIGHT * (STANDING + most) * mean_result(nodes, child)


@inlined
def list_best(nodes, size, best, standings):
    """The `size` best actions of the root to `best`, how they stand to `standings`; returns how many there are."""
    most, count = visits_of_best(nodes), 0
    child = nodes[0].first_child
    while child != 0:
        own = standing(nodes, child, most)
        k = min(count, size)
        while k > 0 and (
            own > standings[k - 1] or (own == standings[k - 1] and nodes[child].action < nodes[best[k - 1]].action)
        ):
            if k < size:
                best[k], standings[k] = best[k - 1], standings[k - 1]
            k -= 1
        if k < size:
            best[k], standings[k] = child, own
        count += 1
        child = nodes[child].sibling
    return min(count, size)


@inlined
def tell_best(nodes, i, best, standings, actions, shares, worth):
    """The best action of the root; the network's chances as the search corrects them to `shares`, if it has room, and
    what may be expected by them to `worth`."""
    list_best(nodes, 1, best, standings)
    actions[i] = nodes[best[0]].action
    if len(shares):
        shares[i, :] = NOTHING
    most, gained, total = visits_of_best(nodes), 0.0, 0.0
    child = nodes[0].first_child
    while child != 0:
        chance = np.exp(standing(nodes, child, most) - standings[0])
        if len(shares):
            shares[i, nodes[child].action] = np.float32(chance)
        gained += chance * mean_result(nodes, child)
        total += chance
        child = nodes[child].sibling
    worth[i] = np.float32(gained / total)
    if len(shares):
        for action in range(shares.shape[1]):
            shares[i, action] /= np.float32(total)


def guided_rows(
    packs,
    states,
    masks,
    seeds,
    parameters,
    sizes,
    roles,
    teams,
    samples,
    nodes,
    path,
    used,
    explore,
    heuristics,
    greed,
    scale,
    actions,
    shares,
    worth,
    first,
    last,
    a,
    b,
):
    """Simulations first..last-1 of rows a..b-1; the rest of a tree from before is used where `first` > 0.

    `states` are samples themselves: nothing here has ever seen the truth. `used[i]` nodes are in use. Scratch:
    `samples` of one record, `nodes`, and `path` of the longest way that is followed.
    """
    mask, unknown = np.empty(masks.shape[1], np.uint64), np.empty(masks.shape[1], np.uint64)
    net, work = layers_of(parameters, sizes), workspace(sizes)
    out = Entries(np.empty(sizes[0] + 1, np.uint16), np.empty(sizes[0] + 1, np.float32), np.zeros(1, np.uint64))
    results = np.empty(len(roles), np.float32)
    best, standings = np.empty(sizes[4], np.int64), np.empty(sizes[4], np.float64)
    for i in range(a, b):
        pack = packs[states[i].pack]
        if first == 0:
            nodes[0].first_child = 0
            nodes[0].player = -1
            used[i] = 1
        count, candidate = 0, 0
        for number in range(first - (first == 0), last):  # before the first the network is asked at the root
            if number >= 0:
                if number % CANDIDATES == 0:
                    halving = number // CANDIDATES % HALVINGS
                    count = list_best(nodes, CANDIDATES >> halving, best, standings)
                candidate = best[number % CANDIDATES % count]
            deal(pack, states, i, samples, 0, masks, mask, seeds, number + 1)
            used[i] = simulate(
                pack,
                samples[0],
                net,
                sizes,
                roles,
                teams,
                mask,
                unknown,
                nodes,
                used[i],
                path,
                explore,
                heuristics,
                greed,
                scale,
                work,
                out,
                results,
                candidate,
            )
        tell_best(nodes, i, best, standings, actions, shares, worth)
