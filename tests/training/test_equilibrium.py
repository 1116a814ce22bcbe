"""Learning towards an equilibrium: the magnet, the critic that sees the whole state, the average policy."""

from copy import deepcopy
from types import SimpleNamespace

import numpy as np
import pytest

from medianoche import envs
from medianoche.agents import AgentError, agent, mixture
from medianoche.agents.mixture import MixtureAgent
from medianoche.agents.net import NetAgent
from medianoche.agents.network import NetHeader, Network, read_tensors, write_tensors
from medianoche.benchmarks.exploit.exact import Tree
from medianoche.training.checkpoint import POLICY
from medianoche.training.compiled import rollouts
from medianoche.training.compiled.config import NetConfig, SelfPlayStage
from medianoche.training.compiled.critic import Critic
from medianoche.training.compiled.kernels import critic as critic_kernels
from medianoche.training.compiled.kernels import learning
from medianoche.training.compiled.kernels.transitions import ALL_SEATS, MOVER_ALONE, RIVAL
from medianoche.training.compiled.rollouts import SelfPlayGames, critic_inputs, critic_seat
from medianoche.training.compiled.train import EXPLOITER_SETTINGS
from medianoche.training.run import AVERAGE, Run
from tests.benchmarks.calls import one_line
from tests.training.conftest import algorithm_of, train

KUHN = "medianoche.toys.poker:Kuhn"
LEDUC = "medianoche.toys.poker:Leduc"
NIM = "tests.toys.nim:Nim"


def network_of(game, seed=1):
    header = NetHeader.made_for(game, hidden=(16, 8))
    network = Network.new(header, seed)
    network.parameters += np.random.default_rng(seed).normal(size=len(network.parameters)).astype(np.float32) * 0.1
    return network


def collected(game, players, network):
    """Transitions of some games, with the observations of all seats."""
    games = SelfPlayGames(game, players, {}, 60, network, 1, heuristic=False, critic=True)
    deciders = np.zeros((60, game.rules.seats), np.int8)
    return games.play(network, network, np.arange(60, dtype=np.uint64), deciders, 0.9, 0.0, 0.0)[0]


def probabilities(network, transitions, count):
    """What the network plays in each transition: written where the policy targets are."""
    learning.write_magnet(network.parameters, network.header.sizes, transitions, 0, count)
    return transitions.policy_targets.copy()


def magnet_alone():
    """Settings of a loss that is the divergence from the magnet."""
    nothing = np.zeros((2, 3), np.float32)
    numbers = map(np.float32, (1, 0, 1))
    return learning.LossSettings(np.float32(0.2), nothing, *numbers, nothing, nothing, 2, False)


def critic_of(game):
    """A critic with random weights."""
    critic = Critic(game, NetHeader.made_for(game, hidden=(16, 8)), seed=2, threads=1)
    critic.parameters[:] = np.random.default_rng(2).normal(size=len(critic.parameters)).astype(np.float32) * 0.1
    return critic


def estimates(critic, game, transitions, k):
    """The critic's values of the legal actions of transition k, in numpy."""
    inputs, _, roles, actions, _, n1, n2 = critic.sizes.tolist()
    cuts = np.cumsum([inputs * n1, n1, n1 * n2, n2, roles * actions * n2, roles * actions])
    first, first_bias, second, second_bias, head, bias = np.split(critic.parameters, cuts)[:6]
    seen = np.zeros(inputs, np.float32)
    span = slice(transitions.state_starts[k], transitions.state_starts[k + 1])
    seen[transitions.state_indices[span]] = transitions.state_entries[span]
    hidden = np.maximum(seen @ first.reshape(inputs, n1) + first_bias, 0)
    hidden = np.maximum(hidden @ second.reshape(n1, n2) + second_bias, 0)
    values = (
        head.reshape(roles, actions, n2)[transitions.role[k]] @ hidden
        + bias.reshape(roles, actions)[transitions.role[k]]
    )
    return values[transitions.legal[transitions.legal_starts[k] : transitions.legal_starts[k + 1]]]


def test_the_magnets_probabilities_are_those_of_its_network():
    game = envs.game(LEDUC)
    network = network_of(game)
    transitions = collected(game, 2, network)
    count = int(transitions.size[0])
    written = probabilities(network, transitions, count)
    places = transitions.legal_starts[:count] + transitions.choice[:count]
    np.testing.assert_allclose(np.log(written[places]), transitions.logprobs[:count], atol=1e-5)


def test_the_gradient_of_the_divergence_is_that_of_its_formula():
    game = envs.game(LEDUC)
    network = network_of(game)
    magnet = network_of(game, seed=5)
    transitions = collected(game, 2, network)
    count = 20
    settings = magnet_alone()
    targets = probabilities(magnet, transitions, count)[: transitions.legal_starts[count]]

    def divergence():
        policy = probabilities(network, transitions, count)[: len(targets)]
        return float((policy * np.log(policy / targets)).sum())

    gradient = np.zeros_like(network.parameters)
    sums = np.zeros((*settings.ent_coef.shape, learning.SUMS))
    transitions.policy_targets[: len(targets)] = targets
    order = np.arange(count)
    sizes = network.header.sizes
    weight = np.float32(1)
    learning.add_gradient(network.parameters, gradient, sizes, transitions, order, settings, weight, sums, 0, count)
    used = np.flatnonzero(np.abs(gradient) > 1e-2)
    for place in np.random.default_rng(3).choice(used, 30, replace=False):
        before = network.parameters[place]
        ends = []
        for step in (2e-3, -2e-3):
            network.parameters[place] = before + step
            ends.append(divergence())
        network.parameters[place] = before
        assert (ends[0] - ends[1]) / 4e-3 == pytest.approx(gradient[place], rel=0.05, abs=4e-3)


def test_a_learner_that_explores_plays_all_actions_alike():
    game = envs.game(LEDUC)
    network = network_of(game)
    network.layers()["policy_bias"][:] = -9 * np.arange(game.num_actions)  # plays the first legal action nearly always
    games = SelfPlayGames(game, 2, {}, 4000, network, 1, heuristic=False, critic=True)
    seeds = np.arange(4000, dtype=np.uint64)
    deciders = np.zeros((4000, game.rules.seats), np.int8)
    for epsilon, least, most in ((0.0, 0, 0.02), (0.4, 0.15, 0.25), (1.0, 0.45, 0.55)):
        played_games = games.play(network, network, seeds, deciders, 0.9, 0.0, 0.0, epsilon)[0]
        pairs = np.flatnonzero(np.diff(played_games.legal_starts[: int(played_games.size[0]) + 1]) == 2)
        learned = played_games.policy_weight[pairs] > 0
        assert least <= played_games.choice[pairs][learned].mean() <= most
        assert (learned == ((played_games.game[pairs] % 2 == played_games.seat[pairs]) | (epsilon == 0))).all()
        assert played_games.choice[pairs][played_games.game[pairs] % 2 != played_games.seat[pairs]].mean() <= 0.02
    deciders[:, 1] = RIVAL  # then the learner's team explores in every game
    played_games = games.play(network, network, seeds, deciders, 0.9, 0.0, 0.0, 0.4)[0]
    assert (played_games.policy_weight[: int(played_games.size[0])] > 0).all()


def test_the_targets_of_mirror_descent_follow_their_formula():
    game = envs.game(LEDUC)
    step = 0.5
    scale = 3.0
    network = network_of(game)
    critic = critic_of(game)
    transitions = collected(game, 2, network)
    count = int(transitions.size[0])
    policy = probabilities(network, transitions, count)
    critic.estimate(network, [transitions], 2, 0.7, 0.0)
    ent_coef = np.array([[0.1, 0.4, 0.2]] * 2, np.float32)
    settings = magnet_alone()._replace(ent_coef=ent_coef, advantage_scale=np.full((2, 3), scale, np.float32))
    learning.write_mirror_targets(network.parameters, network.header.sizes, transitions, settings, step, 0, count)
    for k in range(count):
        span = slice(transitions.legal_starts[k], transitions.legal_starts[k + 1])
        power = 1 / (1 + step * ent_coef[transitions.role[k], transitions.phase[k]])
        logits = np.log(np.maximum(policy[span], learning.MIRROR_FLOOR))
        target = np.exp(power * (logits + step * scale * estimates(critic, game, transitions, k)))
        np.testing.assert_allclose(transitions.policy_targets[span], target / target.sum(), atol=1e-5)


def test_mirror_descent_learns_the_logarithms_of_its_targets():
    """The loss of a decision whose policy is the target is 0; that of a rare action is as great as that of a frequent
    one: its gradient by the logits is the difference of the logarithms, less its mean."""
    game = envs.game(LEDUC)
    network = network_of(game)
    other = network_of(game, seed=5)
    transitions = collected(game, 2, network)
    settings = magnet_alone()._replace(supervised=True, mirror=True, magnet=np.float32(0), vf_coef=np.float32(0))
    policy = probabilities(network, transitions, 20)
    for target, change in ((policy, 0), (probabilities(other, transitions, 20), 1)):
        transitions.policy_targets[: len(target)] = target
        gradient = np.zeros_like(network.parameters)
        sums = np.zeros((*settings.ent_coef.shape, learning.SUMS))
        rest = network.header.sizes, transitions, np.arange(1), settings, np.float32(1), sums, 0, 1
        learning.add_gradient(network.parameters, gradient, *rest)
        span = slice(transitions.legal_starts[0], transitions.legal_starts[1])
        role = transitions.role[0]
        by_logits = Network(network.header, gradient).layers()["policy_bias"][role, transitions.legal[span]]
        ratio = np.log(policy[span] / target[span])
        np.testing.assert_allclose(by_logits, ratio - ratio.mean(), atol=1e-5)
        assert bool(np.abs(by_logits).max() > 1e-3) == change


@pytest.mark.parametrize(
    ("name", "players", "epsilon"), [(LEDUC, 2, 0.0), (LEDUC, 2, 0.3), ("tests.toys.duel:Duel", 3, 0.0)]
)
def test_advantages_and_targets_follow_expected_sarsa(name, players, epsilon):
    """Against a plain implementation, game by game from its end."""
    game = envs.game(name)
    network = network_of(game)
    trust = 0.7
    transitions = collected(game, players, network)
    count = int(transitions.size[0])
    results = transitions.returns[:count, 0].copy()
    policy = probabilities(network, transitions, count)
    critic = critic_of(game)
    (targets,) = critic.estimate(network, [transitions], players, trust, 0.0, epsilon)
    for number in np.unique(transitions.game[:count]):
        later = {}
        for k in np.flatnonzero(transitions.game[:count] == number)[::-1]:
            seat = int(transitions.seat[k])
            trace = 0 if players == 2 else seat
            values = estimates(critic, game, transitions, k)
            probabilities_here = policy[transitions.legal_starts[k] : transitions.legal_starts[k + 1]]
            mean = float(values @ probabilities_here)
            if trace in later:
                then, value, correction = later[trace]
                target = (value + trust * correction) * (1 if then == seat else -1)
            else:
                target = results[k]
            assert targets[k] == pytest.approx(target, abs=1e-4)
            assert transitions.advantages[k] == pytest.approx(target - mean, abs=1e-4)
            chance = probabilities_here[transitions.choice[k]]
            ratio = min(1, chance / ((1 - epsilon) * chance + epsilon / len(probabilities_here)))
            later[trace] = seat, mean, ratio * (target - values[transitions.choice[k]])


@pytest.mark.parametrize(("name", "seat", "blocks"), [("nocturna", 0, 2), (NIM, MOVER_ALONE, 1), (LEDUC, ALL_SEATS, 2)])
def test_a_critic_needs_the_mover_and_one_seat_from_which_nothing_is_hidden(name, seat, blocks):
    game = envs.game(name)
    assert critic_seat(game) == seat
    assert critic_inputs(game) == game.observation_size * blocks


def test_a_critic_sees_the_observations_of_the_mover_and_of_that_seat(monkeypatch):
    game = envs.game(LEDUC)
    monkeypatch.setattr(rollouts, "critic_seat", lambda _: 0)
    transitions = collected(game, 2, network_of(game))
    size = game.observation_size
    monkeypatch.undo()
    all_seats = collected(game, 2, network_of(game))
    for k in range(int(transitions.size[0])):
        seen, whole = (
            all_seat.state_indices[slice(*all_seat.state_starts[k : k + 2])].tolist()
            for all_seat in (transitions, all_seats)
        )
        assert seen == ([place for place in whole if place < size] if transitions.seat[k] == 0 else whole)


def test_the_critic_sees_the_hands_of_all_seats():
    game = envs.game(KUHN)
    transitions = collected(game, 2, network_of(game))
    size = game.observation_size
    block = game.layout.at.card
    for k in range(int(transitions.size[0])):
        seen = transitions.state_indices[transitions.state_starts[k] : transitions.state_starts[k + 1]].astype(int)
        hands = [set(range(slot * size + block, slot * size + block + 3)) & set(seen) for slot in range(2)]
        assert [len(hand) for hand in hands] == [1, 1]
        own_places = set(transitions.indices[transitions.starts[k] : transitions.starts[k + 1]].tolist())
        assert own_places == {place for place in seen if place < size}


def test_the_critics_gradient_is_that_of_its_loss():
    game = envs.game(LEDUC)
    transitions = collected(game, 2, network_of(game))
    critic = critic_of(game)
    order = np.arange(20)
    targets = np.linspace(-1, 1, int(transitions.size[0])).astype(np.float32)

    def loss():
        gradient = np.zeros_like(critic.parameters)
        sums = np.zeros(2)
        weight = np.float32(1)
        critic_kernels.add_critic_gradient(
            critic.parameters, gradient, critic.sizes, transitions, order, targets, weight, sums, 0, 20
        )
        return sums[critic_kernels.CRITIC_LOSS] / 2, gradient

    found_loss, gradient = loss()
    errors = [estimates(critic, game, transitions, k)[transitions.choice[k]] - targets[k] for k in order]
    assert found_loss == pytest.approx(sum(error**2 for error in errors) / 2, rel=1e-4)
    places = np.random.default_rng(3).choice(np.flatnonzero(np.abs(gradient) > 1e-2), 30, replace=False)
    near = []
    for place in places:
        before = critic.parameters[place]
        ends = []
        for step in (2e-3, -2e-3):
            critic.parameters[place] = before + step
            ends.append(loss()[0])
        critic.parameters[place] = before
        near.append((ends[0] - ends[1]) / 4e-3 == pytest.approx(gradient[place], rel=0.05, abs=4e-3))
    assert sum(near) >= 28  # where a unit is at its rectifier's edge, the two slopes differ


STAGE = {"kind": "self-play", "rounds": 60, "num_steps": 2000, "minibatch_size": 500, "update_epochs": 4, "members": 6}
STAGE |= {"magnet": 1.0, "magnet_every": 5, "ent_coef": 0.05, "critic": True, "gae_lambda": 0.8, "snapshots": 0.0}


def config_of(evaluation=None, **changes):
    tables = {"game": KUHN, "hidden": (32, 16), "margin": 0.0, "threads": 1, "stages": [{**STAGE, **changes}]}
    return NetConfig.from_tables("small", {**tables, "evaluation": evaluation or {}})


def test_kuhn_poker_comes_near_its_equilibrium(tmp_path):
    config = config_of()
    train(config, tmp_path, lambda _: {}, lambda *_: True)
    game = envs.game(KUHN)
    tree = Tree(game)
    members = mixture.load(tmp_path / AVERAGE)
    assert len(members) == STAGE["members"] // 2
    average = tree.policy_of(MixtureAgent(members=members))
    assert tree.nash_conv(average) < 0.5 * tree.nash_conv(tree.uniform)
    last = tree.policy_of(NetAgent(str(tmp_path / POLICY), "sample"))
    assert tree.nash_conv(last) < 0.5 * tree.nash_conv(tree.uniform)


KEPT_BY_EXPLOITERS = (
    "adam_eps anneal_lr average_last clip_coef critic critic_learning_rate exploiter_ent_coef exploiter_every "
    "exploiter_restart exploiter_rounds gae_lambda heuristic kind learning_rate magnet_every magnet_pace max_grad_norm "
    "members members_from minibatch_size minutes norm_adv_per_role num_steps policy_coef power random rarity_adv "
    "rarity_ent rounds snapshot_every snapshots snapshots_kept symmetries target_kl total_decisions update_epochs "
    "value_only_share vf_coef"
)
"""Settings that are the same for an exploiter, or that do not concern it."""


def test_each_setting_is_kept_or_reset_by_exploiters():
    """A new setting of self-play belongs to KEPT_BY_EXPLOITERS, or to EXPLOITER_SETTINGS with its neutral value."""
    kept = set(KEPT_BY_EXPLOITERS.split())
    reset = {*EXPLOITER_SETTINGS, "ent_coef"}
    assert not kept & reset
    assert kept | reset == set(SelfPlayStage.model_fields)


def test_an_exploiter_gains_against_the_network_and_joins_its_opponents(tmp_path):
    changes = {"snapshots": 0.5, "exploiter_every": 2, "exploiter_rounds": 25, "critic": False, "snapshots_kept": 2}
    run = Run(algorithm := algorithm_of(config_of(rounds=8, **changes)), None, 1.0)
    tree = Tree(envs.game(KUHN))
    before = []
    for number in range(1, 6):
        run.round()
        assert len(algorithm.snapshots) == min(number // 2, changes["snapshots_kept"])
        before.append(deepcopy(algorithm.network))
    learned = Network(algorithm.network.header, algorithm.snapshots[-1])
    network, exploiter = (
        tree.policy_of(NetAgent("sample", network=network_trained)) for network_trained in (before[3], learned)
    )
    assert tree.found(exploiter, network).sum() > 0.3 * tree.nash_conv(network)


def test_entropy_and_rate_fall_each_by_its_own_schedule(tmp_path, monkeypatch):
    config = config_of(rounds=4, anneal_lr=0.5, anneal_ent=0.0, update_epochs=1, critic=False)
    run = Run(algorithm := algorithm_of(config), None, 1.0)
    rates = []
    entropies = []
    step = algorithm.optimiser.step
    monkeypatch.setattr(algorithm.optimiser, "step", lambda rate, *others: rates.append(rate) or step(rate, *others))
    settings = learning.LossSettings
    monkeypatch.setattr(
        learning,
        "LossSettings",
        lambda **arguments: entropies.append(arguments["ent_coef"][0, 0]) or settings(**arguments),
    )
    for _ in range(4):
        run.round()
    assert sorted(set(rates), reverse=True) == pytest.approx([1e-3, 8.75e-4, 7.5e-4, 6.25e-4])
    assert entropies == pytest.approx([0.05, 0.0375, 0.025, 0.0125])


@pytest.mark.parametrize(
    ("rounds", "every", "after"),
    [
        (40, 0.05, range(2, 41, 2)),
        (10, 0.25, (3, 5, 8, 10)),
        (101, 0.25, (26, 51, 76, 101)),  # not also after 100
        (10, 0.3, (3, 6, 9, 10)),
        (3, 0.1, (1, 2, 3)),
    ],
)
def test_the_network_is_measured_after_each_share_of_the_rounds(tmp_path, rounds, every, after):
    run = Run(algorithm := algorithm_of(config_of(rounds=rounds)), None, every)
    measured = []
    for run.state.rounds in range(1, rounds + 1):
        if run.due((run.state.rounds - 1) / rounds):
            measured.append(run.state.rounds)
    assert measured == list(after)
    assert run.over()
    assert algorithm.done == 1


@pytest.mark.parametrize("pace", [1.0, 0.25])
def test_the_magnet_moves_to_the_weights_when_it_is_due(tmp_path, pace):
    algorithm = algorithm_of(config_of(rounds=4, magnet_every=2, magnet_pace=pace, critic=False))
    run = Run(algorithm, None, 1.0)
    first = algorithm.magnet.copy()
    run.round()
    assert np.array_equal(algorithm.magnet, first)
    run.round()
    np.testing.assert_allclose(algorithm.magnet, first + pace * (algorithm.network.parameters - first), atol=1e-6)
    assert not np.array_equal(algorithm.magnet, first)


@pytest.fixture(scope="module")
def members():
    return [network_of(envs.game(KUHN), seed) for seed in range(3)]


def turn_of(game, count, games):
    batch = game.batch(count, seeds=np.arange(count, dtype=np.uint64), autoreset=False)
    return batch, lambda number: batch.turn(np.arange(count), np.arange(count, dtype=np.uint64) + number * 1000, games)


def test_a_member_is_drawn_once_for_each_game_and_seat(members):
    who = MixtureAgent(members=members)
    _, asked = turn_of(envs.game(KUHN), 300, np.arange(300))
    first = who.draw(asked(1))
    assert np.array_equal(who.draw(asked(2)), first)
    assert np.bincount(first, minlength=3).min() > 70
    assert np.array_equal(MixtureAgent(members=members).draw(asked(1)), first)
    who.over(np.arange(150), np.zeros((150, 2)), np.zeros((150, 2)))
    second = who.draw(asked(3))
    assert np.array_equal(second[150:], first[150:])
    assert not np.array_equal(second[:150], first[:150])


def test_the_seats_of_a_team_play_one_member(members):
    def turn(seat):
        seeds = np.random.default_rng(seat).integers(2**64, size=100, dtype=np.uint64)
        seats = np.full(100, seat)
        numbers = np.arange(100)
        return SimpleNamespace(game=envs.game("nocturna"), num_players=4, seats=seats, seeds=seeds, games=numbers)

    who = MixtureAgent(members=members)
    master, *children = (who.draw(turn(seat)) for seat in range(4))
    assert np.array_equal(children[0], children[1])
    assert np.array_equal(children[0], children[2])
    assert not np.array_equal(children[0], master)


def test_it_samples_from_the_member_drawn(members):
    game = envs.game(KUHN)
    who = MixtureAgent(members=members)
    _, asked = turn_of(game, 3000, np.arange(3000))
    turn = asked(1)
    actions = who.act(turn)
    drawn = who.draw(turn)
    for number, member in enumerate(members):
        rows = np.flatnonzero(drawn == number)
        expected = MixtureAgent(members=[member]).act(turn.part(rows))
        assert np.array_equal(actions[rows], expected)
        shares = member.evaluate(turn.part(rows), member.inputs(turn.part(rows)))[0].mean(axis=0)
        played = np.bincount(actions[rows], minlength=game.num_actions) / len(rows)
        np.testing.assert_allclose(played, shares, atol=0.05)  # the draw of the member does not decide the action


def test_imitation_of_a_mixture_learns_its_mean_policy(members, tmp_path):
    """The mean over whole games weighs a member in each set by how likely its own actions lead there."""
    file = tmp_path / "mixture.safetensors"
    tree = Tree(envs.game(KUHN))
    networks = [Network(member.header, member.parameters * 3) for member in members[:2]]
    mixture.save(file, networks)
    stage = {"kind": "imitation", "agent": f"mixture:{file}", "games": 2000, "student_share": 0.0, "rounds": 40}
    stage |= {"learning_rate": 5e-3, "minibatch_size": 500, "vf_coef": 0.0}
    tables = {"game": KUHN, "hidden": (32, 16), "margin": 0.0, "threads": 1, "stages": [stage]}
    train(NetConfig.from_tables("small", tables), tmp_path / "run", lambda _: {}, lambda *_: True)
    learned = tree.policy_of(NetAgent(str(tmp_path / "run" / POLICY), "sample"))
    policies = [tree.policy_of(NetAgent("sample", network=network)) for network in networks]
    mean = tree.mixture(policies, [1.0, 1.0])
    plain = {key: (policies[0][key] + policies[1][key]) / 2 for key in learned}

    def distance(policy):
        return max(np.abs(policy[key] - mean[key]).max() for key in policy)

    assert distance(learned) < 0.7 * distance(plain)


def test_a_file_holds_the_members(members, tmp_path):
    file = tmp_path / "average.safetensors"
    mixture.save(file, members)
    loaded = mixture.load(file)
    assert len(loaded) == 3
    for one, other in zip(loaded, members, strict=True):
        np.testing.assert_allclose(one.parameters, other.parameters, atol=1e-3)
    assert agent(f"mixture:{file}").act(turn_of(envs.game(KUHN), 4, None)[1](0)).shape == (4,)


@pytest.mark.parametrize("damage", ["missing", "network", "cut"])
def test_what_is_no_mixture_is_refused_in_one_line(members, tmp_path, damage):
    file = tmp_path / "average.safetensors"
    if damage == "network":
        members[0].save(file)
    elif damage == "cut":
        mixture.save(file, members)
        file.write_bytes(file.read_bytes()[:-50])
    with one_line(AgentError, str(file)):
        agent(f"mixture:{file}")


def test_a_mixture_needs_a_file_of_its_game_whose_layers_have_all_members(members, tmp_path):
    file = tmp_path / "mixture.safetensors"
    mixture.save(file, members)
    metadata, tensors = read_tensors(file, "mixture")
    name = next(iter(tensors))
    write_tensors(file, tensors | {name: np.zeros((), np.float16)}, metadata, "mixture")
    with pytest.raises(AgentError, match="is damaged: its layers have other numbers of members"):
        mixture.load(file)
    with pytest.raises(AgentError, match="mixture:PATH"):
        agent("mixture")
    with pytest.raises(AgentError, match="does not play leduc"):
        MixtureAgent(members=members).act(turn_of(envs.game(LEDUC), 2, None)[1](0))


@pytest.mark.parametrize("game", ["kuhn", "leduc", "liars_dice", "phantom_tic_tac_toe"])
def test_nashpg_is_ppo_with_a_magnet_that_is_replaced(game):
    """Its configuration moves the magnet to the network's weights after every 40 rounds, and not before."""
    file = NetConfig.folder / "nashpg" / f"{game}.toml"
    config = NetConfig.read(file)
    (stage,) = config.stages
    assert config.game == game
    assert (stage.magnet, stage.magnet_every, stage.mirror_step, stage.critic) == (0.2, 40, 0.0, False)
    small = stage.model_copy(update={"rounds": 41, "num_steps": 64, "minibatch_size": 64, "update_epochs": 1})
    algorithm = algorithm_of(config.model_copy(update={"stages": (small,), "hidden": (8,)}))
    first = algorithm.network.parameters.copy()
    run = Run(algorithm, None, 1.0)
    for _ in range(39):
        run.round()
    assert np.array_equal(algorithm.magnet, first)
    run.round()
    np.testing.assert_allclose(algorithm.magnet, algorithm.network.parameters, atol=1e-6)
    assert not np.array_equal(algorithm.magnet, first)
