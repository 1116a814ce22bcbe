"""Best replies in duels: what is known of a victim, what a reply gains, and gaps of single duels."""

import numpy as np
import pytest

from medianoche.agents import agent, ask
from medianoche.agents.nash import NashAgent
from medianoche.agents.net import NetAgent
from medianoche.benchmarks.exploit.reply import KnownPolicy, ReplyAgent, duel_gaps, reply
from medianoche.benchmarks.exploit.setup import ExploitError
from tests.agents.test_nash import NOCTURNA, RULES, fights, random_values, turn_of
from tests.agents.test_net import small
from tests.benchmarks.calls import one_line

PACKS = NOCTURNA.content.records
HELD = ("cards", "rewards", "attack_bonus", "defence_bonus", "steady")
"""What a template keeps of its own: hands and rewards."""


def met_in_games(count=300):
    """Positions in which the Master is asked for a card, and their states."""
    states = fights(3 * count)
    states = states[RULES.choices(states)[0] == 0][:count]
    return RULES.read(PACKS, states, np.arange(len(states)))[0], states


def test_a_position_is_written_into_a_game_as_it_was_read():
    positions, states = met_in_games()
    other = states[np.random.default_rng(1).permutation(len(states))]
    last = positions["left"] == RULES.read(PACKS, other, np.arange(len(other)))[0]["left"]
    again, asked = RULES.read(PACKS, RULES.written(other[last], positions[last]), np.arange(last.sum()))
    assert asked.all()
    assert last.sum() > 50
    for name in set(positions.dtype.names) - set(HELD):
        assert (again[name] == positions[last][name]).all(), name


@pytest.mark.parametrize("choice", ["sample", ""])
def test_the_probabilities_of_a_network_are_those_of_its_play(choice):
    network = small(NOCTURNA, advice=False, sampling=True, min_p=0.4)
    victim = NetAgent(*filter(None, [choice]), network=network, threads=1)
    positions, states = met_in_games(12)
    known = KnownPolicy(victim, NOCTURNA, random_values(), states)
    played = known.at(positions, states)
    for side in range(2):
        asked = RULES.asked(states, side)
        counts = np.zeros((len(states), 3))
        for seed in range(300):
            actions = ask(victim, turn_of(asked, seed))
            cards = np.flatnonzero((actions >= 1) & (actions <= 3))
            counts[cards, actions[cards] - 1] += 1
        for row in np.flatnonzero((counts.sum(axis=1) > 250) & (played.picks >= 0).all(axis=1)):
            assert counts[row] / counts[row].sum() == pytest.approx(played.mixes[row, side], abs=0.12)


def test_a_reply_gains_what_the_equilibrium_leaves():
    positions, states = met_in_games()
    values = random_values()
    known = KnownPolicy(NashAgent(values=random_values(2)), NOCTURNA, values, states)
    truth = values.solve(RULES, PACKS[0], positions)
    policy = known(positions)
    for side, sign in ((0, 1), (1, -1)):
        own_reply = reply(truth, RULES, values, side)  # gains nothing against the same values
        assert own_reply.values == pytest.approx(truth.values, abs=1e-9)
        against = reply(policy, RULES, values, side)
        assert ((against.mixes[:, side] == 1).sum(axis=1) == 1).all()
        uniform = np.einsum("ni,nij,nj->n", *parts(against, policy, side, positions))
        assert (sign * (against.values - uniform) > -1e-9).all()


def parts(against, policy, side, positions):
    """Mixes and cells in which the replying side chooses evenly."""
    present = (against.picks >= 0).reshape(len(positions), 3, 3).any(axis=1 + (side == 0))
    even = present / present.sum(axis=1, keepdims=True)
    mixes = [policy.mixes[:, 0], policy.mixes[:, 1]]
    mixes[side] = even
    return mixes[0], against.cells, mixes[1]


def test_gaps_are_those_of_the_policy():
    positions, states = met_in_games()
    values = random_values()
    gaps = [
        duel_gaps(KnownPolicy(NashAgent(share, values=values), NOCTURNA, values, states), values, positions, states, 10)
        for share in ("0%", "20%", "60%")
    ]
    assert np.abs(gaps[0].gaps).max() < 1e-9
    assert 0 < gaps[1].gaps.mean() < gaps[2].gaps.mean()  # the more mistakes are expected, the more a reply gains
    network = NetAgent(network=small(NOCTURNA, advice=False), threads=1)
    some = duel_gaps(KnownPolicy(network, NOCTURNA, values, states), values, positions, states, 10)
    assert some.gaps.min() > -1e-9
    assert some.gaps.mean() > 0.001
    lines = some.lines(1)
    assert len(lines) == 4
    assert lines[0].startswith(f"{some.gaps[:, 1].mean():.4f} a duel, {some.gaps[:, 1].sum() / 10:.2f} a game")
    assert {"william", "mayla", "timmy", "kate"} <= set(some.kinds["lead"])


def test_an_attacker_who_replies_plays_legal_actions_everywhere():
    victim = NashAgent(values=random_values(2), network=small(NOCTURNA, advice=False))
    states = fights(400)
    known = KnownPolicy(victim, NOCTURNA, random_values(), states)
    who = ReplyAgent(known, [random_values(), random_values(3)], small(NOCTURNA, advice=False))
    actions = ask(who, turn_of(states))
    assert len(set(actions.tolist())) > 4
    replies = {tuple(ask(who, turn_of(states, seed))) for seed in (1, 2)}
    assert len(replies) == 1 or sum(a != b for a, b in zip(*replies, strict=True)) < 40  # targets of samples may differ


def test_a_victim_whose_probabilities_are_unknown_is_refused_in_one_line():
    with one_line(ExploitError, "its probabilities are not known; accepted: nash, net without search"):
        KnownPolicy(agent("greedy"), NOCTURNA, random_values(), fights(2))
