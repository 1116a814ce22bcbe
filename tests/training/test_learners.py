"""What every learner of the suite keeps: the keys that all configurations share, and a stop in between.

A new learner has its configuration in `QUICK` (`conftest.py`); all tests here then run with it. They also run with the
recurrent learner of `recurrent.py`, which is no learner of the suite.
"""

import copy

import numpy as np
import pytest
from safetensors.numpy import load_file

from medianoche import envs
from medianoche.agents import AgentError, agent
from medianoche.agents.net import check_networks
from medianoche.envs.core.play.batch import Batch
from medianoche.training import checkpoint
from medianoche.training.learners import LEARNERS
from medianoche.training.run import Run
from medianoche.training.settings import NetworkConfig, TrainingError
from tests.toys.nim import Nim
from tests.training.conftest import NIM, algorithm_of, toy_config

GAME = "misty"
DECISIONS = 20_000
CHANGES = {
    "players": [3],
    "pack": 1,
    "options": {"variant": "introductory", "rounds_to_win": 1},
    "hidden": [24],
    "seed": 5,
    "advice": True,
}
"""Other values of the keys that all learners share and that decide what is learned."""


@pytest.fixture(params=[*LEARNERS, "lstm"])
def learner(request):
    if request.param not in LEARNERS:
        request.getfixturevalue("recurrent")
    if request.param != "net":
        pytest.importorskip("torch").set_num_threads(1)
    if request.param == "ppo":
        pytest.importorskip("sb3_contrib")
    return request.param


def weights(algorithm, folder):
    """The weights of the network as it is now."""
    file = folder / "weights.safetensors"
    algorithm.trained().save(file)
    return {name: (layer.shape, layer.tobytes()) for name, layer in load_file(file).items()}


def learned(config, folder, rounds=1):
    """The weights after so many rounds."""
    run = Run(algorithm_of(config), None, 1.0)
    for _ in range(rounds):
        run.round()
    return weights(run.algorithm, folder)


@pytest.fixture(scope="module")
def unchanged():
    """The weights after a round with no key changed, by learner."""
    return {}


@pytest.mark.parametrize("key", CHANGES)
def test_a_learner_obeys_a_key_or_refuses_it(key, learner, unchanged, tmp_path):
    changed = {"game": GAME, key: CHANGES[key]}
    if key in LEARNERS[learner].config.refused:
        with pytest.raises(TrainingError, match=f"{key}: the learner {learner} has no such setting"):
            toy_config(learner, DECISIONS, **changed)
        return
    if learner not in unchanged:
        unchanged[learner] = learned(toy_config(learner, DECISIONS, game=GAME), tmp_path)
    assert learned(toy_config(learner, DECISIONS, **changed), tmp_path) != unchanged[learner]


def test_a_learner_trains_several_player_counts_or_refuses_them(learner, tmp_path):
    try:
        several = toy_config(learner, DECISIONS, game=GAME, players=[2, 3])
    except TrainingError:
        return
    alone = toy_config(learner, DECISIONS, game=GAME, players=[2])
    assert learned(several, tmp_path, rounds=2) != learned(alone, tmp_path, rounds=2)


class Another(Nim):
    """A game whose networks have the sizes of those of Nim."""

    name = "another"


def test_the_agent_of_a_learner_refuses_a_file_of_another_game(learner, tmp_path):
    file = tmp_path / "policy.safetensors"
    algorithm_of(toy_config(learner, DECISIONS, game=NIM)).trained().save(file)
    who = agent(f"{LEARNERS[learner].config.agent}:{file}")
    other = envs.game(f"{Another.__module__}:{Another.__name__}")
    rows = np.arange(2)
    assert (who.act(envs.game(NIM).batch(2, seed=1).turn(rows, rows.astype(np.uint64))) >= 0).all()
    check_networks(envs.game(NIM), who)
    for refusal in (
        lambda: check_networks(other, who),
        lambda: who.act(other.batch(2, seed=1).turn(rows, rows.astype(np.uint64))),
    ):
        with pytest.raises(AgentError, match=r"does not play another: it was trained on game \S+:Nim, this is"):
            refusal()


def test_a_copy_of_the_agent_of_a_learner_goes_on_alike(learner, tmp_path):
    file = tmp_path / "policy.safetensors"
    algorithm_of(toy_config(learner, DECISIONS, game=GAME)).trained().save(file)
    who = agent(f"{LEARNERS[learner].config.agent}:{file}")
    batch = envs.game(GAME).batch(4, seed=1)
    rows = np.arange(4)
    batch.step(who.act(batch.turn(rows, rows.astype(np.uint64))))
    other = copy.copy(who)
    turns = [batch.turn(rows, rows.astype(np.uint64)) for _ in range(2)]
    assert np.array_equal(other.act(turns[0]), who.act(turns[1]))


def test_a_training_goes_on_with_all_that_it_remembers_or_with_new_games(learner, tmp_path):
    """The weights two rounds after a stop say whether games, memory and optimiser were kept."""
    config = toy_config(learner, DECISIONS, game=GAME)
    straight = Run(algorithm_of(config), tmp_path / "run", 1.0)
    straight.round()
    straight.save()
    at_the_stop = weights(straight.algorithm, tmp_path)
    if straight.algorithm.goes_on_exactly:  # first, since both draw from the generators of the process
        straight.round()
        straight.round()
    broken = Run(algorithm_of(config), tmp_path / "run", 1.0)
    assert weights(broken.algorithm, tmp_path) == at_the_stop
    if not broken.algorithm.goes_on_exactly:
        kept = [getattr(broken.algorithm, name) for name in broken.algorithm.KEPT]
        batches = [value for kept_one in kept for value in (kept_one if isinstance(kept_one, list) else [kept_one])]
        assert not any(isinstance(value, Batch) for value in batches)
        return
    broken.round()
    broken.round()
    assert weights(broken.algorithm, tmp_path) == weights(straight.algorithm, tmp_path)


def test_a_learner_measures_the_pack_and_options_of_its_configuration(learner):
    config = toy_config(learner, DECISIONS, game=GAME, pack=1)
    assert algorithm_of(config).game.content.packs[0].hash == envs.game(GAME).content.read_pack(1).hash


def test_a_key_that_a_learner_lacks_is_refused():
    class Small(NetworkConfig):
        learner = "small"
        refused = ("advice", "players")

    assert Small.from_tables("here", {"game": GAME, "advice": False}).players == ()
    with pytest.raises(TrainingError, match="advice: the learner small has no such setting"):
        Small.from_tables("here", {"game": GAME, "advice": True})


def test_a_learner_whose_agent_is_not_net_refuses_keys_of_net(recurrent):
    made = toy_config(recurrent, DECISIONS, game=GAME, evaluation={"games": 7})
    assert (made.evaluation.games, made.evaluation.simulations) == (7, 0)
    assert LEARNERS[recurrent].config.from_tables("here", {"game": GAME}).evaluation.simulations == 0
    for changes, words in (
        ({"scale": 3.0}, "scale: the learner lstm has no such setting"),
        ({"evaluation": {"simulations": 8}}, "evaluation.simulations: the agent lstm does not search; accepted: 0"),
    ):
        with pytest.raises(TrainingError, match=words):
            toy_config(recurrent, DECISIONS, game=GAME, **changes)


def test_a_checkpoint_keeps_what_torch_and_numpy_have(tmp_path):
    """An optimiser whose parameters had text as numbers, as JSON keeps them, would begin with empty moments."""
    torch = pytest.importorskip("torch")

    def made():
        weight = torch.nn.Parameter(torch.ones(1))
        batches = [envs.game(GAME).batch(2, seed=seed) for seed in (1, 2)]
        parts = [torch.Generator().manual_seed(1), np.random.default_rng(1), torch.zeros(2)]
        return weight, [torch.optim.Adam([weight]), batches, *parts]

    def draws(parts):
        return float(torch.rand(1, generator=parts[2])), float(parts[3].random())

    weight, parts = made()
    weight.sum().backward()
    parts[0].step()
    parts[1][1].step(parts[1][1].action_mask.argmax(axis=1))
    parts[4] = parts[4] + 1
    draws(parts)
    checkpoint.save(tmp_path, {"parts": checkpoint.state_of(parts)})
    other = checkpoint.restored(made()[1], checkpoint.load(tmp_path)["parts"])
    moments = [one[0].state_dict()["state"][0]["exp_avg"] for one in (parts, other)]
    assert torch.equal(*moments)
    assert [batch.states.tobytes() for batch in other[1]] == [batch.states.tobytes() for batch in parts[1]]
    assert torch.equal(other[4], torch.ones(2))
    assert draws(other) == draws(parts)
