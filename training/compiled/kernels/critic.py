"""A critic estimates the value of each action and sees the whole state: its advantages have less variance.

In self-play the learner may see everything while it learns, since only the policy is played later. The critic's input
are the observations of all seats, so it knows each hand, or of the mover and one seat that sees everything; its output
is the value of each legal action for the mover. Advantages and the critic's targets follow Expected SARSA(lambda): the
value of a later decision is the mean over the policy's actions there, not the value of the one action that was sampled.

Sources: Fan, Farina, "GAE Falls Short in Imperfect-Information Self-Play Reinforcement Learning", 2026 (VRPO); Sutton,
Barto, "Reinforcement Learning", 2018, sections 6.6 and 12.7 (Expected SARSA and its traces).

Arguments: transition k, from 0, is a decision, or a view, of `transitions`. `critic` and `critic_sizes` are the
critic's parameters and sizes, see `layers_of`; its policy head gives the values of actions, in units of results (in
[-1, 1] at the end of a game). `parameters` and `sizes` are those of the network that plays; `net` is a Layers, `rules`
a CriticRules.
"""

from typing import Annotated, NamedTuple

import numpy as np
from numba import float32, float64, int64

from medianoche.agents.kernels.network import NOTHING, OWN, dot, encode, layers_of, workspace
from medianoche.envs.core.kernels import Kernels, inlined
from medianoche.training.compiled.kernels.learning import add_hidden_gradient, add_scaled, deltas_of, load_policy
from medianoche.training.compiled.kernels.transitions import Transitions

CRITIC_LOSS, CRITIC_COUNT = range(2)
"""What `add_critic_gradient` sums up: squared errors, and of how many decisions."""


class CriticRules(NamedTuple):
    """How results are credited.

    `opposed` is team[seat] in games of two teams, whose utilities are the negative of each other: then the trace runs
    through the decisions of all seats. Else it is the seat itself, and each seat has a trace of its own.
    """

    opposed: Annotated[np.ndarray, "int64[seats]"]
    shared: bool
    gae_lambda: np.float32  # lambda
    margin_weight: np.float32  # of the margin, against the utility
    epsilon: np.float32  # probability with which an action was drawn evenly from the legal ones


vector = float32[::1]
kernel = Kernels(
    parameters=vector,
    critic=vector,
    gradient=vector,
    sizes=int64[::1],
    critic_sizes=int64[::1],
    transitions=Transitions,
    order=int64[::1],
    rules=CriticRules,
    targets=vector,
    weight=float32,
    sums=float64[::1],
)


@inlined
def encode_state(net, transitions, k, work):
    """Compute the critic's hidden layers for transition k. They are written to `work.hidden`."""
    start, stop = transitions.state_starts[k], transitions.state_starts[k + 1]
    encode(net, transitions.state_indices, transitions.state_entries, start, stop, work)


@kernel
def estimate_advantages(parameters, sizes, critic, critic_sizes, transitions, rules, targets, begin, end):
    """Write, for the transitions begin..end-1, whole games: the advantages, the critic's targets for the actions played
    to `targets`, float32[transitions], and the values of all legal actions to the policy targets. All are in units of
    results, which are in [-1, 1].

    With V(s) = sum over a of policy(a | s) * Q(s, a), the target of a decision is G = V' + lambda * c' * (G' - Q'(a')),
    where a dash marks the next decision; at the last decision it is the result of the game. The advantage is G - V(s).
    c is policy(a | s) divided by the probability with which the exploring team draws a, at most 1 (Retrace; Munos et
    al., "Safe and Efficient Off-Policy Reinforcement Learning", 2016). The others' decisions have the same c, less than
    is needed, which shortens their trace and leaves its mean right.
    """
    net = layers_of(parameters, sizes)
    critic_layers = layers_of(critic, critic_sizes)
    work = workspace(sizes)
    critic_work = workspace(critic_sizes)

    # What the next decision of each trace has left: its team, V' and c' * (G' - Q'(a')).
    seats = len(rules.opposed)
    known = np.zeros(seats, np.bool_)
    team = np.zeros(seats, np.int64)
    value = np.zeros(seats, np.float32)
    correction = np.zeros(seats, np.float32)
    game = -1
    margin = transitions.returns.shape[1] - 1
    for k in range(end - 1, begin - 1, -1):
        if transitions.game[k] != game:
            game = transitions.game[k]
            known[:] = False
        if transitions.choice[k] < 0:  # a view
            continue
        seat = np.int64(transitions.seat[k])
        role = np.int64(transitions.role[k])
        choice = transitions.choice[k]
        # 1. the policy, the values of all legal actions, and their mean
        count = load_policy(net, sizes, transitions, k, work)
        at = transitions.legal_starts[k]
        encode_state(critic_layers, transitions, k, critic_work)
        mean = NOTHING
        chosen = NOTHING
        for j in range(count):
            action = np.int64(work.legal[j])
            estimate = critic_layers.policy_bias[role, action] + dot(
                critic_layers.policy[role, action], critic_work.last
            )
            transitions.policy_targets[at + j] = estimate
            mean += work.probabilities[j] * estimate
            if j == choice:
                chosen = estimate
        # 2. the target, from the next decision of the trace; at a seat's last decision its value target is the result
        trace = 0 if rules.shared else seat
        if known[trace]:
            target = value[trace] + rules.gae_lambda * correction[trace]
            if team[trace] != rules.opposed[seat]:
                target = -target
        else:
            utility = transitions.returns[k, OWN]
            lead = transitions.returns[k, margin]
            target = (np.float32(1) - rules.margin_weight) * utility + rules.margin_weight * lead
        targets[k] = target
        transitions.advantages[k] = target - mean
        # 3. for the decision before
        known[trace], team[trace] = True, rules.opposed[seat]
        chance = work.probabilities[choice]
        drawn = (np.float32(1) - rules.epsilon) * chance + rules.epsilon / np.float32(count)
        value[trace] = mean
        correction[trace] = min(np.float32(1), chance / drawn) * (target - chosen)


@kernel
def add_critic_gradient(critic, gradient, critic_sizes, transitions, order, targets, weight, sums, begin, end):
    """Accumulate into `gradient`, float32[parameters of the critic], that of the critic's loss, half the squared error
    of the actions played, over the transitions order[begin:end], each weighted by `weight`. `targets`,
    float32[transitions], are those of `estimate_advantages`. Add to `sums`, float64[2], see CRITIC_LOSS."""
    net = layers_of(critic, critic_sizes)
    total = layers_of(gradient, critic_sizes)
    work = workspace(critic_sizes)
    deltas, delta = deltas_of(work)
    for number in range(begin, end):
        k = order[number]
        if transitions.choice[k] < 0:
            continue
        role = np.int64(transitions.role[k])
        action = np.int64(transitions.legal[transitions.legal_starts[k] + transitions.choice[k]])
        encode_state(net, transitions, k, work)
        error = net.policy_bias[role, action] + dot(net.policy[role, action], work.last) - targets[k]
        sums[CRITIC_LOSS] += np.float64(error * error)
        sums[CRITIC_COUNT] += 1.0
        x = weight * error
        total.policy_bias[role, action] += x
        add_scaled(total.policy[role, action], x, work.last)
        delta[:] = NOTHING
        add_scaled(delta, x, net.policy[role, action])
        start, stop = transitions.state_starts[k], transitions.state_starts[k + 1]
        indices = transitions.state_indices
        entries = transitions.state_entries
        add_hidden_gradient(net, total, work, deltas, indices, entries, start, stop)
