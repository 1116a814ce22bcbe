"""Self-play that collects transitions: each of the learner's decisions with its advantage and its value targets.

Sources: Schulman et al., "High-Dimensional Continuous Control Using Generalized Advantage Estimation", 2016 (the
lambda-returns and advantages of `set_targets`); Sutton, Barto, "Reinforcement Learning", 2018, chapter 12 (TD(lambda)).

Arguments: transition k, from 0, is a place in the arrays of `transitions`. `player` is a seat, from 0; `decider` one of
LEARNER, RIVAL, HEURISTIC, RANDOM. `seed` are 64 random bits. An action counts from 0; a `choice` is a place in the list
of legal actions, from 0. Results and values are in [-1, 1] for the seat that decides. `collector` is a Collector,
`rules` a SelfPlayRules; `heuristics` is True, or None if the heuristic is not used. `mask` is the set of legal actions,
uint64[words]; `network` the Layers that decide.
"""

from typing import Annotated, Any, NamedTuple

import numpy as np
from numba import types

from medianoche.agents.kernels.network import (
    OWN,
    Layers,
    Size,
    Workspace,
    advised_action,
    encode,
    final_values,
    layers_of,
    policy_head,
    sample_place,
    value_head,
    workspace,
)
from medianoche.envs.core.kernels import determinize, heuristic, inlined, observe, overload
from medianoche.envs.core.kernels.bits import list_bits
from medianoche.envs.core.kernels.rng import STEP, below, mix
from medianoche.envs.core.kernels.sparse import Entries
from medianoche.envs.core.kernels.steps import deal, step
from medianoche.training.compiled.kernels.symmetries import draw_symmetry, original_of, write_image

LEARNER, RIVAL, HEURISTIC, RANDOM = 0, 1, 2, 3
"""Deciders of a seat: the network that learns, another network, the game's heuristic, uniform chance."""
NO_CRITIC, MOVER_ALONE, ALL_SEATS = -3, -2, -1
"""Values of `SelfPlayRules.critic` that are no seat: no critic; it sees the observation of the mover; those of all."""
ADVICE = np.uint64(1)
"""Added to a decision's seed for the sampled world in which the heuristic gives its advice."""
EXPLORES = np.uint64(2)
"""Added to a decision's seed for whether the learner explores, and which action."""
NO_CHOICE = -1
"""`Transitions.choice` of a view: an observation without a decision, which teaches values only."""
PROBABILITY_FLOOR = np.float32(1e-9)
"""Logarithms are taken of this or more."""


class Transitions(NamedTuple):
    """The learner's decisions, in the order in which they were made.

    Transition k has the observation entries starts[k]:starts[k + 1] of `indices` and `entries`, and the legal actions
    legal_starts[k]:legal_starts[k + 1] of `legal`; a view has none. What a critic sees (`record_state`)
    is state_starts[k]:state_starts[k + 1] of `state_indices` and `state_entries`.
    """

    indices: Annotated[np.ndarray, "uint16[...]"]  # places of the nonzero numbers of the observations
    entries: Annotated[np.ndarray, "float32[...]"]  # these numbers
    starts: Annotated[np.ndarray, "int64[capacity + 1]"]
    legal: Annotated[np.ndarray, "uint16[...]"]
    policy_targets: Annotated[np.ndarray, "float32[...]"]  # of the legal actions, where an agent or a search gave them
    legal_starts: Annotated[np.ndarray, "int64[capacity + 1]"]
    seat: Annotated[np.ndarray, "int8[capacity]"]
    role: Annotated[np.ndarray, "int8[capacity]"]
    phase: Annotated[np.ndarray, "int8[capacity]"]  # of the game; with the role, the kind of decision
    choice: Annotated[np.ndarray, "int16[capacity]"]  # index of the action played among the legal ones, or NO_CHOICE
    logprobs: Annotated[np.ndarray, "float32[capacity]"]  # of that action under the policy that played
    values: Annotated[np.ndarray, "float32[capacity, outputs]"]  # of the network that played
    returns: Annotated[np.ndarray, "float32[capacity, outputs]"]
    advantages: Annotated[np.ndarray, "float32[capacity]"]
    policy_weight: Annotated[np.ndarray, "float32[capacity]"]  # weight of the transition in the policy's loss
    state_indices: Annotated[np.ndarray, "uint16[...]"]  # what a critic sees; empty without one
    state_entries: Annotated[np.ndarray, "float32[...]"]
    state_starts: Annotated[np.ndarray, "int64[capacity + 1]"]
    game: Annotated[np.ndarray, "int32[capacity]"]  # number of the game
    results: Annotated[np.ndarray, "float64[seats, 2]"]  # by the learner's team: its points against RIVAL, games
    size: Annotated[np.ndarray, "int64[1]"]  # number of transitions


class SelfPlayRules(NamedTuple):
    """What all games of a call of `collect_transitions` share."""

    parameters: Annotated[np.ndarray, "float32[...]"]  # of the network that learns
    rival_parameters: Annotated[np.ndarray, "float32[...]"]  # of RIVAL
    sizes: Annotated[np.ndarray, "int64[...]"]  # see Size
    roles: Annotated[np.ndarray, "int64[seats]"]
    teams: Annotated[np.ndarray, "int64[seats]"]
    heuristics: Any  # None if the heuristic neither plays nor advises: then it is not compiled
    view_share: np.float32  # probability that a view is collected
    epsilon: np.float32  # probability that an action of the exploring team is drawn evenly from the legal ones
    gae_lambda: np.float32  # lambda
    margin_weight: np.float32  # of the margin, against the utility, in advantages
    margin_scale: np.float32  # score margin that counts as 1
    critic: np.int64  # a seat whose observation a critic sees beside the mover's; or NO_CRITIC, MOVER_ALONE, ALL_SEATS
    symmetries: Any  # Symmetries, or None: the learner sees everything as it is


@inlined
def fraction(seed):
    """A number in [0, 1), float32, a function of `seed`, 64 random bits."""
    return np.float32(mix(seed) >> np.uint64(40)) * np.float32(2.0**-24)


class Collector(NamedTuple):
    """What the functions of this module share while they play."""

    rules: SelfPlayRules
    learner: Layers
    rival: Layers
    work: Workspace
    transitions: Transitions
    out: Entries  # appends to the observations of `transitions`
    state_out: Entries  # appends to what the critic sees
    samples: np.ndarray  # one state, for the worlds in which the heuristic is asked
    mask: np.ndarray  # uint64, the legal actions of the state
    explorer: np.ndarray  # int64[1], the team that explores in this game


@inlined
def set_targets(state, transitions, begin, end, rules, next_targets, next_estimates):
    """Write the value targets and advantages of the transitions begin..end-1, one game, whose last state is `state`.

    The target of a decision is the lambda-return: lambda times the target of the same seat's next decision plus 1 -
    lambda times the value estimated there; the end of the game is the last "next decision" of every seat. Rewards
    before the end are zero and nothing is discounted. Scratch: float32[seats, outputs] twice.

    Targets and values are float32[outputs] in [-1, 1]: utilities, the deciding seat's first, and last the margin.
    """
    outputs = transitions.returns.shape[1]
    margin = outputs - 1
    for player in range(state.num_players):
        final_values(state, rules.teams, player, rules.margin_scale, next_targets[player])
        for o in range(outputs):
            next_estimates[player, o] = next_targets[player, o]
    for k in range(end - 1, begin - 1, -1):
        player = transitions.seat[k]
        targets = transitions.returns[k]
        estimates = transitions.values[k]
        for o in range(outputs):
            targets[o] = (
                rules.gae_lambda * next_targets[player, o]
                + (np.float32(1) - rules.gae_lambda) * next_estimates[player, o]
            )
        if transitions.legal_starts[k] == transitions.legal_starts[k + 1]:
            continue  # a view: no advantage, and not the "next decision" of the one before
        # GAE: the lambda-return minus the value estimated at the decision, for the utility and for the margin
        gain = targets[OWN] - estimates[OWN]
        lead = targets[margin] - estimates[margin]
        transitions.advantages[k] = (np.float32(1) - rules.margin_weight) * gain + rules.margin_weight * lead
        for o in range(outputs):
            next_targets[player, o] = targets[o]
            next_estimates[player, o] = estimates[o]


def play_heuristic(pack, state, samples, mask, seed, heuristics):
    """The heuristic's action for the player to move, in a world sampled from what that player knows. `samples` is
    STATE[1], scratch memory for this world; `seed` becomes its generator, `mask` are the legal actions. The result is
    an action, from 0."""
    samples[0] = state
    sample = samples[0]
    sample.rng = seed
    determinize(pack, sample, sample.to_move)
    return heuristic(pack, sample, mask)


def _play_nothing(pack, state, samples, mask, seed, heuristics):
    return -1


@overload(play_heuristic)
def _play_heuristic(pack, state, samples, mask, seed, heuristics):
    """Selected by the type of `heuristics`, so that play without the heuristic does not compile it."""
    if isinstance(heuristics, types.NoneType):
        return _play_nothing
    return play_heuristic


@inlined
def record_decision(transitions, k, state, role, count, choice, network, work):
    """Record a decision as transition k: its legal actions, the action played and the values estimated. Its observation
    has been written and encoded. `count` is the number of legal actions in `work.legal`, `choice` the place of the
    action played, from 0; `role` and the seat count from 0."""
    value_head(network, role, work)
    at = transitions.legal_starts[k]
    for j in range(count):
        transitions.legal[at + j] = work.legal[j]
    transitions.legal_starts[k + 1] = at + count
    transitions.seat[k] = state.to_move
    transitions.role[k] = role
    transitions.choice[k] = choice
    transitions.phase[k] = state.phase
    transitions.logprobs[k] = np.log(max(work.probabilities[choice], PROBABILITY_FLOOR))
    for o in range(len(work.values)):
        transitions.values[k, o] = work.values[o]
    transitions.policy_weight[k] = 1


@inlined
def record_state(pack, state, symmetry, k, collector):
    """Record what a critic sees at transition k, as images under `symmetry`.

    The critic sees up to one observation for each player: first the mover's, then that of the seat that sees
    everything, or those of all others in turn. The entries of observation number s have the places from s * observation
    size on. `symmetry` is the number of a symmetry, 0 the identity.
    """
    transitions = collector.transitions
    out = collector.state_out
    size = collector.rules.sizes[Size.OBSERVATION]
    transitions.state_starts[k] = out.cursor[0]
    seat = collector.rules.critic
    slots = state.num_players if seat == ALL_SEATS else 1 if seat == MOVER_ALONE or seat == state.to_move else 2
    for slot in range(slots):
        first = np.int64(out.cursor[0])
        other = slot > 0 and seat != ALL_SEATS
        observe(pack, state, seat if other else (state.to_move + slot) % state.num_players, out)
        stop = np.int64(out.cursor[0])
        write_image(collector.rules.symmetries, symmetry, out.indices, first, stop, collector.work.legal, 0, 0)
        for e in range(first, stop):
            out.indices[e] += slot * size
    transitions.state_starts[k + 1] = out.cursor[0]


@inlined
def record_view(pack, state, player, seed, k, collector):
    """Record as transition k what `player` sees when it has nothing to decide, or its image. `seed` are 64 random bits
    for its symmetry; without symmetries nothing changes."""
    transitions = collector.transitions
    out = collector.out
    symmetries = collector.rules.symmetries
    transitions.starts[k] = out.cursor[0]
    observe(pack, state, player, out)
    start = transitions.starts[k]
    stop = np.int64(out.cursor[0])
    symmetry = draw_symmetry(symmetries, seed)
    write_image(symmetries, symmetry, out.indices, start, stop, collector.work.legal, 0, 0)
    transitions.legal_starts[k + 1] = transitions.legal_starts[k]
    transitions.seat[k], transitions.role[k] = player, collector.rules.roles[player]
    transitions.phase[k] = state.phase
    transitions.choice[k] = NO_CHOICE
    transitions.policy_weight[k] = 0
    transitions.state_starts[k + 1] = transitions.state_starts[k]


@inlined
def choose_by_network(pack, state, decider, seed, k, collector):
    """The action of the learner or its rival, from 0 to num_actions - 1, sampled from its policy; the learner's
    decision is recorded as transition k, with symmetries as the image in which the learner has seen it. `seed` are the
    64 random bits that decide everything.

    With exploration the policy learns the decisions of the exploring team alone, which it makes against the others'
    policy, as in external sampling (Lanctot et al., "Monte Carlo Sampling for Regret Minimization in Extensive Games",
    2009).
    """
    rules = collector.rules
    work = collector.work
    out = collector.out
    transitions = collector.transitions
    mask = collector.mask
    sizes = rules.sizes
    symmetries = rules.symmetries
    player = state.to_move
    role = rules.roles[player]
    # 1. the observation, and behind it the advice for a network that takes any
    observe(pack, state, player, out)
    if sizes[Size.INPUTS] > sizes[Size.OBSERVATION]:
        advice = play_heuristic(pack, state, collector.samples, mask, mix(seed + ADVICE), rules.heuristics)
        out[sizes[Size.OBSERVATION] + advice] = 1
    start = transitions.starts[k]
    stop = np.int64(out.cursor[0])
    count = list_bits(mask, work.legal)
    # 2. the image of both
    symmetry = draw_symmetry(symmetries, seed) if decider == LEARNER else 0
    kind = write_image(symmetries, symmetry, transitions.indices, start, stop, work.legal, 0, count)
    # 3. the policy
    network = collector.learner if decider == LEARNER else collector.rival
    encode(network, transitions.indices, transitions.entries, start, stop, work)
    policy_head(network, role, work, count, advised_action(sizes, transitions.indices, start, stop))
    # 4. the action
    choice = sample_place(work.probabilities, count, mix(seed))
    if decider == LEARNER:
        explores = rules.teams[player] == collector.explorer[0]
        chance = fraction(seed + EXPLORES)
        if explores and chance < rules.epsilon:  # then it is itself evenly distributed in [0, epsilon)
            choice = min(np.int64(chance / rules.epsilon * np.float32(count)), count - 1)
        record_decision(transitions, k, state, role, count, choice, network, work)
        if rules.epsilon > 0 and not explores:
            transitions.policy_weight[k] = 0
        if rules.critic != NO_CRITIC:
            record_state(pack, state, symmetry, k, collector)
    return original_of(symmetries, symmetry, kind, np.int64(work.legal[choice]))


@inlined
def choose_action(pack, state, decider, seed, k, collector):
    """The action of the player to move, from 0 to num_actions - 1, by its `decider`; see `choose_by_network`."""
    mask = collector.mask
    work = collector.work
    if decider == HEURISTIC:
        return np.int64(play_heuristic(pack, state, collector.samples, mask, mix(seed), collector.rules.heuristics))
    if decider == RANDOM:
        return np.int64(work.legal[below(mix(seed), list_bits(mask, work.legal))])
    return choose_by_network(pack, state, decider, seed, k, collector)


@inlined
def play_game(pack, state, seed, deciders, begin, collector):
    """Play a game that is dealt to its end. Its transitions are begin..k-1; returns k, or -1 where the observations
    have no room left, and the game must be left out. `deciders` is int8[seats], see LEARNER; `seed` are 64 random
    bits."""
    rules = collector.rules
    transitions = collector.transitions
    cursor = collector.out.cursor
    k = begin
    seen = np.int64(2) if rules.view_share > 0 else np.int64(1)  # observations that a decision records, at most
    limit = np.uint64(len(transitions.indices) - seen * rules.sizes[Size.INPUTS])
    state_limit = np.int64(len(transitions.state_indices) - state.num_players * rules.sizes[Size.OBSERVATION] - 1)
    while not state.done:
        if cursor[0] > limit or (rules.critic != NO_CRITIC and np.int64(collector.state_out.cursor[0]) > state_limit):
            return -1
        player = state.to_move
        decider = deciders[player]
        seed += STEP
        transitions.starts[k] = cursor[0]
        action = choose_action(pack, state, decider, seed, k, collector)
        if decider == LEARNER:
            k += 1
        else:  # forget the observation
            cursor[0] = transitions.starts[k]
        step(pack, state, action, collector.mask)
        # sometimes also record what the learner sees after its action, when another player is to move
        if rules.view_share > 0 and not state.done and state.to_move != player and decider == LEARNER:
            seed += STEP
            if fraction(seed) < rules.view_share:
                record_view(pack, state, player, seed, k, collector)
                k += 1
    transitions.starts[k] = cursor[0]
    return k


@inlined
def add_result(state, deciders, teams, results):
    """Add a finished game to `Transitions.results` if one team of the learner has played against RIVAL: 1 point for a
    win, 1/2 for a draw. `deciders` and `teams` are by seat; `results` is float64[seats, 2], by team: points and
    games."""
    learner = -1
    rivals = 0
    for player in range(state.num_players):
        if deciders[player] == LEARNER:
            learner = player
        elif deciders[player] == RIVAL:
            rivals += 1
    if learner >= 0 and rivals > 0:
        utility = state.utility[learner]
        results[teams[learner], 0] += 1.0 if utility > 0 else 0.5 if utility == 0 else 0.0
        results[teams[learner], 1] += 1


@inlined
def exploring_team(deciders, teams, turn):
    """The number of the team that explores in a game, from 0: the team `turn`, but of the learner's alone; -1 if the
    learner has none. `deciders` and `teams` are by seat."""
    learning = np.int64(-1)
    for player in range(len(teams)):
        if deciders[player] == LEARNER and learning != turn:
            learning = teams[player]
    return learning


def collect_transitions(packs, states, samples, masks, blank, seeds, deciders, rules, transitions, last):
    """Play whole games until `last` or more transitions are written or the seeds are used up.

    Args:
        packs: of the game.
        states, samples, masks, blank: one row each: scratch, scratch, scratch, and the state before a deal.
        seeds: uint64[games], decide everything.
        deciders: int8[games, seats], who decides.
        rules: SelfPlayRules.
        transitions: Transitions, overwritten; `size` is set.
        last: transitions after which no other game is begun.

    Returns:
        The number of games played.
    """
    sizes = rules.sizes
    mask = masks[0]
    out = Entries(transitions.indices, transitions.entries, np.zeros(1, np.uint64))
    state_out = Entries(transitions.state_indices, transitions.state_entries, np.zeros(1, np.uint64))
    learner = layers_of(rules.parameters, sizes)
    rival = layers_of(rules.rival_parameters, sizes)
    scratch = workspace(sizes)
    explorer = np.zeros(1, np.int64)
    teams = rules.teams.max() + 1
    collector = Collector(rules, learner, rival, scratch, transitions, out, state_out, samples, mask, explorer)
    next_targets = np.empty((states[0].utility.shape[0], sizes[Size.OUTPUTS]), np.float32)
    next_estimates = np.empty_like(next_targets)
    transitions.results[:] = 0
    k = 0
    games = 0
    while games < len(seeds) and k < last:
        seed = seeds[games]
        states[0].rng = mix(seed)
        states[0].pack = below(mix(~seed), len(packs))  # no number that a decision of the game uses, too
        deal(packs, states, 0, blank, mask)
        explorer[0] = exploring_team(deciders[games], rules.teams, np.int64(games) % teams)
        state = states[0]
        begin = k
        k = play_game(packs[state.pack], state, seed, deciders[games], begin, collector)
        if k < 0:
            k = begin
            break
        set_targets(state, transitions, begin, k, rules, next_targets, next_estimates)
        add_result(state, deciders[games], rules.teams, transitions.results)
        transitions.game[begin:k] = games
        games += 1
    transitions.size[0] = k
    return games
