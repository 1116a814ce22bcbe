"""Exact exploitability: against values known from elsewhere, equilibria, a brute force over all plans; its command."""

import functools
import re
from collections import Counter
from itertools import product
from types import SimpleNamespace

import numpy as np
import pytest

from medianoche import envs
from medianoche.agents import agent, mixture
from medianoche.agents.mixture import MixtureAgent
from medianoche.agents.net import NetAgent
from medianoche.agents.network import NetHeader, Network
from medianoche.benchmarks.exploit import exact
from medianoche.benchmarks.exploit.exact import Tree
from medianoche.benchmarks.exploit.measure import measure
from medianoche.envs.core.errors import GameError
from medianoche.envs.core.game import Game
from medianoche.places import NETWORKS
from medianoche.toys.poker import Kuhn
from tests.benchmarks.calls import done, refused

KUHN = "kuhn"
LEDUC = "leduc"
LIARS_DICE = "liars_dice"
JACK, QUEEN, KING = range(3)


@functools.cache
def tree_of(name):
    return Tree(envs.game(name))


def in_chips(tree, value):
    return value * tree.stake


def kuhn_policy(bets):
    """The policy that bets (or calls) with the chance bets[player, card, whether there was a bet, own choices]."""
    tree = tree_of(KUHN)
    policy = {}
    for key, info_set in tree.sets.items():
        player = info_set.player
        state = info_set.state
        chance = bets[player, int(state.card[player]), int(state.pot[1 - player] > state.pot[player])]
        policy[key] = np.array([1 - chance, chance])
    return policy


def equilibrium(alpha):
    """Kuhn's own equilibria, one for each alpha from 0 to 1/3: how often player 0 bluffs."""
    third = 1 / 3
    first = {(JACK, 0): alpha, (JACK, 1): 0, (QUEEN, 0): 0, (QUEEN, 1): alpha + third, (KING, 0): 3 * alpha}
    second = {(JACK, 0): third, (JACK, 1): 0, (QUEEN, 0): 0, (QUEEN, 1): third, (KING, 0): 1, (KING, 1): 1}
    bets = {(0, *key): chance for key, chance in first.items()} | {(0, KING, 1): 1}
    return kuhn_policy(bets | {(1, *key): chance for key, chance in second.items()})


@pytest.mark.parametrize(("name", "sets"), [(KUHN, 12), (LEDUC, 288), (LIARS_DICE, 12_288)])
def test_the_tree_is_that_of_the_literature(name, sets):
    """Leduc has 936 information sets where suits are told apart, 288 by ranks; liar's dice has 24,576, and in half of
    them, after the highest bid, there is no choice."""
    assert len(tree_of(name).sets) == sets
    assert tree_of(name).chances.sum() == pytest.approx(1)


class Counting:
    """Passes at its first decision in a game, and bets or calls at its second one."""

    name = "counting"

    def __init__(self):
        self.asked = Counter()

    def act(self, turn):
        keys = list(zip(turn.games.tolist(), turn.seats.tolist(), strict=True))
        self.asked.update(keys)
        places = [min(self.asked[key] - 1, 1) for key in keys]
        return np.array([np.flatnonzero(mask)[place] for mask, place in zip(turn.action_mask, places, strict=True)])

    def over(self, games, scores, utilities):
        for game in games.tolist():
            for seat in range(2):
                self.asked.pop((game, seat), None)


def test_an_agent_that_remembers_is_asked_after_the_past_of_each_position():
    tree = tree_of(KUHN)
    counting = Counting()
    policy = tree.policy_with_memory(counting)
    depths = {key: info_set.depth for key, info_set in tree.sets.items()}
    assert set(depths.values()) == {0, 1}
    assert {key: chances.tolist() for key, chances in policy.items()} == {
        key: [1 - depth, depth] for key, depth in depths.items()
    }
    assert not counting.asked  # it was told that these games are over


@pytest.mark.parametrize("name", [KUHN, LEDUC])
def test_for_an_agent_without_a_memory_the_past_changes_nothing(name):
    tree = tree_of(name)
    first = SimpleNamespace(name="first", act=lambda turn: turn.action_mask.argmax(axis=1))
    expected = tree.policy_of(first, asked=1)
    policy = tree.policy_with_memory(first)
    assert policy.keys() == expected.keys()
    assert all(np.array_equal(policy[key], expected[key]) for key in expected)


@pytest.mark.parametrize("alpha", [0, 0.1, 1 / 3])
def test_no_player_gains_against_kuhns_equilibria(alpha):
    tree = tree_of(KUHN)
    policy = equilibrium(alpha)
    assert in_chips(tree, tree.values(policy)) == pytest.approx([-1 / 18, 1 / 18], abs=1e-7)
    assert tree.gains(policy) == pytest.approx([0, 0], abs=1e-7)
    assert tree.exploitability(equilibrium(0.5)) > 0.01  # too much bluffing is punished


@pytest.mark.parametrize(("name", "nash_conv"), [(KUHN, 11 / 12), (LEDUC, 4.747222222), (LIARS_DICE, 1.5614886464)])
def test_random_play_is_as_exploitable_as_openspiel_says(name, nash_conv):
    tree = tree_of(name)
    assert in_chips(tree, tree.nash_conv(tree.uniform)) == pytest.approx(nash_conv, abs=1e-6)
    assert tree.exploitability(tree.uniform) == pytest.approx(tree.nash_conv(tree.uniform) / 2)


def test_a_best_response_is_the_best_of_all_plans():
    """In Kuhn there are 64 plans for each player: none is better, and one is as good."""
    tree = tree_of(KUHN)
    rng = np.random.default_rng(3)
    policy = {key: rng.dirichlet(np.ones(2)) for key in tree.sets}
    for player in range(2):
        own_sets = [key for key, info_set in tree.sets.items() if info_set.player == player]
        worth = [
            tree.values(policy | {key: np.eye(2)[place] for key, place in zip(own_sets, plan, strict=True)})[player]
            for plan in product(range(2), repeat=len(own_sets))
        ]
        best, chosen = tree.best_response(policy, player)
        assert len(worth) == 64
        assert best == pytest.approx(max(worth))
        played = policy | {key: (tree.sets[key].actions == action) * 1.0 for key, action in chosen.items()}
        assert tree.values(played)[player] == pytest.approx(best)


def test_a_best_response_in_leduc_is_worth_what_it_says():
    tree = tree_of(LEDUC)
    best, chosen = tree.best_response(tree.uniform, 1)
    played = {**tree.uniform, **{key: (tree.sets[key].actions == action) * 1.0 for key, action in chosen.items()}}
    assert tree.values(played)[1] == pytest.approx(best)


class Silent:
    """Plays like another agent and tells no probabilities."""

    def __init__(self, who):
        self.name = who.name
        self.act = who.act


@pytest.mark.parametrize("name", [KUHN, LEDUC, LIARS_DICE])
def test_the_policy_of_an_agent_is_what_it_plays(name):
    tree = tree_of(name)
    greedy = tree.policy_of(agent("greedy"))
    for key, info_set in list(tree.sets.items())[::50]:
        assert greedy[key].tolist() == (info_set.actions == tree.game.heuristic(info_set.state)).tolist()
    assert tree.exploitability(greedy) > 0.05
    uniform = tree.policy_of(agent("random"))
    assert all(uniform[key] == pytest.approx(tree.uniform[key]) for key in uniform)


@pytest.mark.parametrize("name", [KUHN, LEDUC])
def test_an_agent_that_tells_no_probabilities_is_asked_often(name):
    tree = tree_of(name)
    greedy = tree.policy_of(agent("greedy"))
    asked = tree.policy_of(Silent(agent("greedy")), asked=3)
    assert all(asked[key].tolist() == greedy[key].tolist() for key in greedy)
    policy = tree.policy_of(Silent(agent("random")), asked=2000)
    assert max(np.abs(policy[key] - tree.uniform[key]).max() for key in policy) < 0.06
    assert tree.exploitability(policy) == pytest.approx(tree.exploitability(tree.uniform), rel=0.1)


def test_how_far_the_asking_is_told_and_changes_nothing(monkeypatch):
    tree = tree_of(LEDUC)
    who = Silent(agent("random"))
    told = []
    whole = tree.policy_of(who, asked=50)
    monkeypatch.setattr(exact, "SIDE_BY_SIDE", 2000)
    parts = tree.policy_of(who, asked=50, report=lambda *what: told.append(what))
    assert all(parts[key].tolist() == whole[key].tolist() for key in whole)
    assert told == [("information sets", done, 288) for done in (*range(0, 288, 40), 288)]


def test_a_network_that_samples_tells_its_probabilities():
    tree = tree_of(KUHN)
    network = Network.new(NetHeader.made_for(tree.game, hidden=(16, 8)), 5)
    network.layers()["policy"][:] *= 100
    sampling = NetAgent("sample", network=network)
    likeliest = NetAgent(network=network)
    told = tree.policy_of(sampling)
    asked = tree.policy_of(Silent(sampling), asked=4000)
    assert max(np.abs(told[key] - asked[key]).max() for key in told) < 0.04
    assert max(np.abs(told[key] - tree.uniform[key]).max() for key in told) > 0.2
    for key, probabilities in tree.policy_of(likeliest).items():
        assert probabilities.tolist() == (probabilities == probabilities.max()).tolist()
        assert probabilities.argmax() == told[key].argmax()


@pytest.mark.parametrize("name", [KUHN, LEDUC])
def test_a_mixture_expects_what_its_members_expect(name):
    """One player draws one of two networks for a game, the other plays uniformly."""
    tree = tree_of(name)
    networks = [Network.new(NetHeader.made_for(tree.game, hidden=(16, 8)), seed) for seed in (5, 6)]
    for network in networks:
        network.layers()["policy"][:] *= 100
    mixed = tree.policy_of(MixtureAgent(members=networks))
    alone = [tree.policy_of(NetAgent("sample", network=network)) for network in networks]
    assert all(sums == pytest.approx(1) for sums in map(np.sum, mixed.values()))
    for player in range(2):
        values = [
            tree.values(
                {k: (own_policy if info_set.player == player else tree.uniform)[k] for k, info_set in tree.sets.items()}
            )
            for own_policy in (mixed, *alone)
        ]
        assert values[0] == pytest.approx((values[1] + values[2]) / 2)
        assert abs(values[1] - values[2]).max() > 0.001


class Forgetful(Kuhn):
    """Kuhn poker in which `conceal` maps different histories to one information set."""


def test_a_game_whose_players_forget_and_one_that_does_not_list_its_deals_are_refused():
    game = Game(Forgetful)
    loops = ("begin_one", "legal_one", "step_rows")
    game.content.package = envs.game(KUHN).content.package
    game.rules.loops = SimpleNamespace(**{name: getattr(envs.game(KUHN).rules.loops, name) for name in loops})
    game.rules.loops.conceal_one = lambda records, states, row, player: states[row : row + 1].view(np.uint8).fill(0)
    with pytest.raises(GameError, match="kuhn: player 0 forgets a choice; exact values need perfect recall"):
        Tree(game)
    with pytest.raises(GameError, match="misty does not list its deals"):
        Tree(envs.game("misty"))


def run(*words):
    return done(["exploit", *words])


def test_the_command_shows_values_gains_and_nash_conv():
    text = run("leduc", "--exact")
    assert "Leduc poker: exact values in utility a game, where all seats play random" in text
    assert re.findall(r"player_(\d): value ([+-]\S+), with a best response \+(\S+), gain (\S+)", text) == [
        ("0", "-0.006010", "0.160577", "0.166587"),
        ("1", "+0.006010", "0.204594", "0.198584"),
    ]
    assert "NashConv 0.365171 (4.747222 chips), exploitability 0.182585 (2.373611 chips)" in text
    assert re.search(r"^288 information sets, \d+\.\d s", text, re.MULTILINE)


def test_the_hand_written_policy_of_liars_dice_and_an_agent_that_is_asked_often():
    assert "NashConv 0.888889, exploitability 0.444444" in run("liars_dice", "--exact", "--agent", "greedy")
    assert "where all seats play flat:2 (estimated from its answers)" in run("kuhn", "--exact", "--agent", "flat:2")


def test_a_networks_file_is_sampled(tmp_path):
    file = tmp_path / "policy.safetensors"
    Network.new(NetHeader.made_for(envs.game("kuhn")), 5).save(file)
    sampled = measure(envs.game("kuhn"), agent(f"net:{file}:sample"))
    assert f"NashConv {sampled.nash_conv:.6f} (" in run("kuhn", "--exact", "--agent", str(file))
    assert f"NashConv {sampled.nash_conv:.6f} (" not in run("kuhn", "--exact", "--agent", f"net:{file}")


def test_a_file_with_several_networks_is_their_mixture(tmp_path):
    file = tmp_path / "average.safetensors"
    game = envs.game("kuhn")
    mixture.save(file, [Network.new(NetHeader.made_for(game), seed) for seed in (5, 6)])
    tree = Tree(game)
    members = [tree.policy_of(NetAgent("sample", network=network)) for network in mixture.load(file)]
    line = f"NashConv {tree.nash_conv(tree.mixture(members, [0.5, 0.5])):.6f}"
    assert line in run("kuhn", "--exact", "--agent", str(file))
    assert line in run("kuhn", "--exact", "--agent", f"mixture:{file}")


def test_a_board_game_shows_both_seats():
    text = run("dark_hex", "--exact", "--agent", "greedy", "--threads", "2")
    assert "  player_0: value -1.000000, with a best response +1.000000, gain 2.000000\n" in text
    assert "  player_1: value +1.000000, with a best response +1.000000, gain 0.000000\n" in text
    assert "6,072,917 information sets" in text


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["kuhm", "--exact"], "unknown game 'kuhm' (did you mean kuhn?)"),
        (["misty", "--exact"], "misty has no exact answer; games with one: kuhn, leduc, liars_dice, phantom_tic"),
        (["kuhn", "--exact", "--agent", "nobody"], "unknown agent 'nobody'"),
        (["kuhn", "--exact", "--agent", "net"], "no network comes with kuhn"),
        (["kuhn", "--exact", "--agent", NETWORKS / "misty.safetensors"], "does not play kuhn: it was trained on"),
        (["kuhn", "--exact", "--agent", "nowhere.safetensors"], "network nowhere.safetensors does not exist"),
        (["kuhn", "--exact", "--budget", "3"], "--exact does not use --budget; accepted beside it: --agent, --threads"),
        (["dark_hex", "--exact", "--agent", "ismcts:5"], "ismcts:5 does not tell its probabilities; dark_hex needs"),
        (["kuhn"], "--victim is missing: the agent to exploit; --exact does without it"),
    ],
)
def test_what_has_no_exact_value_is_answered_with_one_line(words, line):
    refused(["exploit", *words], line)
