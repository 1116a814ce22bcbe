"""Expert iteration in some phases: the policy of the others is held, and searches that disagree teach nothing."""

from types import SimpleNamespace

import numpy as np
import pytest

from medianoche import envs
from medianoche.agents.network import Network
from medianoche.toys.strong_wing import Phase
from medianoche.training.compiled import rollouts
from medianoche.training.compiled.actor import Actor, RoundPart
from medianoche.training.compiled.config import ExpertStage, NetConfig
from medianoche.training.compiled.kernels import learning
from medianoche.training.compiled.learner import weights_of
from medianoche.training.compiled.train import StagedAlgorithm
from medianoche.training.settings import TrainingError
from tests.training.conftest import NIM

QUICK = {"kind": "expert", "rounds": 1, "games": 16, "simulations": 16, "fast_simulations": 4, "minibatch_size": 64}
ATTACKS = {**QUICK, "policy_phases": ["attack"], "policy_target_share": 1.0}


def config_of(**stage):
    tables = {"game": "strong_wing", "hidden": (16,), "threads": 1, "stages": [stage]}
    return NetConfig.from_tables("small", {**tables, "evaluation": {"opponents": []}})


def sharp_network(config, seed):
    """A network whose policy is far from uniform."""
    network = Network.new(config.header(), seed)
    network.layers()["policy"][:] *= 200
    return network


def played(config, network, held=None):
    """The transitions of a round that `network` plays."""
    part = RoundPart(config, 0, 0, 0, 1, network.parameters, None, held=held and held.parameters)
    (transitions,) = Actor(config, 1).play_part(part)
    return transitions


def rows_of(transitions, *phases):
    return np.flatnonzero(np.isin(transitions.phase, phases))


def targets_at(transitions, rows):
    spans = zip(transitions.legal_starts[rows], transitions.legal_starts[rows + 1], strict=True)
    return np.concatenate([transitions.policy_targets[begin:end] for begin, end in spans])


def policy_at(network, transitions, rows):
    """The network's own probabilities."""
    magnet = transitions._replace(policy_targets=transitions.policy_targets.copy())
    learning.write_magnet(network.parameters, network.header.sizes, magnet, 0, int(magnet.size[0]))
    return targets_at(magnet, rows)


def policy_gradient(network, transitions, rows):
    """The gradient of the policy's loss in these rows."""
    ent_coef, scale, mean = weights_of([transitions], network.header.roles, None, 0.0)
    one = np.float32(1)
    zero = np.float32(0)
    settings = learning.LossSettings(zero, ent_coef, zero, zero, one, scale, mean, 2, supervised=True)
    gradient = np.zeros_like(network.parameters)
    sums = np.zeros((*ent_coef.shape, learning.SUMS))
    arguments = (network.header.sizes, transitions, rows, settings, one, sums, 0, len(rows))
    learning.add_gradient(network.parameters, gradient, *arguments)
    return gradient


def test_other_phases_give_no_policy_gradient_until_the_policy_moves():
    config = config_of(**ATTACKS)
    network = sharp_network(config, 0)
    transitions = played(config, network, held=network)
    others = rows_of(transitions, Phase.CHOICE, Phase.GUARD)
    attacks = rows_of(transitions, Phase.ATTACK)
    assert len(others) == 16 * 5
    assert len(attacks) == 16 * 4
    assert np.abs(policy_gradient(network, transitions, others)).max() < 1e-4
    assert np.abs(policy_gradient(network, transitions, attacks)).max() > 0.1

    everywhere = played(config_of(**{**ATTACKS, "policy_phases": []}), network)
    assert np.abs(policy_gradient(network, everywhere, rows_of(everywhere, Phase.GUARD))).max() > 0.1


def test_the_policy_that_is_held_is_that_from_which_the_stage_began():
    """Its network is another one than the network that plays now."""
    config = config_of(**ATTACKS)
    first, now = sharp_network(config, 0), sharp_network(config, 1)
    transitions = played(config, now, held=first)
    others = rows_of(transitions, Phase.CHOICE, Phase.GUARD)
    assert (transitions.policy_weight[others] == 1).all()
    assert targets_at(transitions, others) == pytest.approx(policy_at(first, transitions, others), abs=1e-5)
    assert np.abs(policy_at(now, transitions, others) - policy_at(first, transitions, others)).max() > 0.1


def test_a_training_holds_the_policy_of_other_phases():
    """After 40 rounds that move the attacks. Without the key the same rounds move the guards, too."""
    moved = {}
    for phases in ([], ["attack"]):
        config = config_of(**{**ATTACKS, "policy_phases": phases, "rounds": 40, "learning_rate": 3e-3})
        algorithm = StagedAlgorithm(config)
        algorithm.network.parameters[:] = sharp_network(config, 0).parameters
        algorithm.begin()
        first = Network(config.header(), algorithm.network.parameters.copy())
        for number in range(40):
            algorithm.state.rounds = number
            algorithm.round()
        transitions = played(config, first, held=first)
        for phase in (Phase.ATTACK, Phase.GUARD):
            rows = rows_of(transitions, phase)
            change = policy_at(algorithm.network, transitions, rows) - policy_at(first, transitions, rows)
            moved[len(phases), phase] = np.abs(change).mean()
    assert moved[1, Phase.GUARD] < 0.02
    assert moved[1, Phase.ATTACK] > 5 * moved[1, Phase.GUARD]
    assert moved[0, Phase.GUARD] > 5 * moved[1, Phase.GUARD]


def test_values_of_phases_without_a_search_come_from_results():
    config = config_of(**ATTACKS, search_value_weight=1.0)
    network = sharp_network(config, 0)
    transitions = played(config, network, held=network)
    results = {-1.0, -0.5, 0.0, 0.5, 1.0}  # of 0 to 4 hits
    others = rows_of(transitions, Phase.CHOICE, Phase.GUARD)
    assert set(transitions.returns[others, 0].tolist()) <= results
    assert not set(transitions.returns[rows_of(transitions, Phase.ATTACK), 0].tolist()) <= results


def searched_twice(turn):
    """What a supervisor says that searches twice, and the seeds of all its searches. A search of one seed chooses the
    lowest or the highest legal action."""
    seeds = []

    def search(asked, policy):
        seeds.append(asked.seeds)
        legal = asked.action_mask.astype(bool)
        highest = legal.shape[1] - 1 - np.argmax(legal[:, ::-1], axis=1)
        best = np.where(asked.seeds % np.uint64(2), np.argmax(legal, axis=1), highest)
        return best, rollouts.one_hot(asked, best), (asked.seeds % np.uint64(5)).astype(np.float32)

    searcher = SimpleNamespace(search=search)
    supervise = rollouts.learn_from_search(searcher, searcher, 1.0, agreeing=True)
    return supervise(turn, np.zeros(len(turn)), np.random.default_rng(0)), seeds


def test_a_target_counts_only_if_two_searches_agree():
    nim = envs.game(NIM)
    batch = nim.batch(64, autoreset=False, seed=0)
    turn = batch.turn(np.arange(64), np.arange(64, dtype=np.uint64))
    (played_actions, targets, weights, found_values), (first, second) = searched_twice(turn)
    assert (first != second).all()
    agree = first % np.uint64(2) == second % np.uint64(2)
    assert 10 < agree.sum() < 54
    assert weights.tolist() == agree.astype(float).tolist()
    assert (targets.max(axis=1) == np.where(agree, 1.0, 0.5)).all()  # the mean of both searches
    assert found_values.tolist() == ((first % np.uint64(5) + second % np.uint64(5)) / 2).tolist()
    assert (targets[np.arange(64), played_actions] > 0).all()


def test_a_disagreement_leaves_the_target_out_of_the_loss():
    """By the log, whose decisions are those with a weight. A guard does not know the attack, so its searches differ."""
    counts = {}
    for agreeing in (False, True):
        config = config_of(**{**ATTACKS, "policy_phases": ["guard"]}, agreeing=agreeing)
        _, figures = StagedAlgorithm(config).round()
        counts[agreeing] = {name.split("/")[2]: int(figures[name]) for name in figures if name.startswith("decisions/")}
    assert counts[False] == {"choice": 16, "attack": 64, "guard": 64}
    assert counts[True]["attack"] == 64
    assert 0 < counts[True]["guard"] < 64


def test_a_phase_that_the_game_does_not_have_is_refused_in_one_line():
    config = config_of(**{**ATTACKS, "policy_phases": ["attack", "retreat"]})
    with pytest.raises(TrainingError) as error:
        StagedAlgorithm(config)
    line = "strong_wing has no phase 'retreat'; phases: choice, attack, guard, end"
    assert str(error.value) == f"policy_phases: {line}"
    assert config.phases(ExpertStage(rounds=1, policy_phases=("guard", "choice"))) == (Phase.GUARD, Phase.CHOICE)
    tables = {"game": "strong_wing", "search_phases": ["attack"]}
    assert NetConfig.from_tables("small", tables).header().search_phases == ("attack",)
    with pytest.raises(TrainingError) as error:
        NetConfig.from_tables("small", {**tables, "search_phases": ["retreat"]}).first_network()
    assert str(error.value) == f"search_phases: {line}"
