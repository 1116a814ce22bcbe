"""What every learner of the suite keeps: the keys that all configurations share, and a stop in between.

A new learner has its configuration in `toy_config` (`conftest.py`); all tests here then run with it.
"""

import pytest
from safetensors.numpy import load_file

from medianoche import envs
from medianoche.envs.core.play.batch import Batch
from medianoche.training import checkpoint
from medianoche.training.learners import LEARNERS
from medianoche.training.run import Run, _check_numbers
from medianoche.training.settings import NetworkConfig, TrainingError
from tests.training.conftest import algorithm_of, toy_config

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


@pytest.fixture(params=LEARNERS)
def learner(request):
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


def learned(config, folder):
    """The weights after a round."""
    run = Run(algorithm_of(config), None, 1.0)
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


def test_a_training_goes_on_with_all_that_it_remembers_or_with_new_games(learner, tmp_path):
    """The weights two rounds after a stop say whether games, memory and optimiser were kept."""
    config = toy_config(learner, DECISIONS, game=GAME)
    straight = Run(algorithm_of(config), tmp_path / "run", 1.0)
    straight.round()
    straight.save()
    broken = Run(algorithm_of(config), tmp_path / "run", 1.0)
    assert weights(broken.algorithm, tmp_path) == weights(straight.algorithm, tmp_path)
    if not straight.algorithm.goes_on_exactly:
        kept = [getattr(broken.algorithm, name) for name in broken.algorithm.KEPT]
        assert not any(isinstance(value, Batch) for value in kept)
        return
    chance = checkpoint.load(tmp_path / "run")["algorithm"].get("chance")
    for run in (straight, broken):
        if chance:  # of the generators of the process, which both share
            run.algorithm.chance = chance
        run.round()
        run.round()
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


def test_an_optimiser_whose_numbers_are_text_is_refused():
    torch = pytest.importorskip("torch")
    weight = torch.nn.Parameter(torch.ones(1))
    adam = torch.optim.Adam([weight])
    weight.sum().backward()
    adam.step()
    state = adam.state_dict()
    _check_numbers("optimizer", state)
    with pytest.raises(TrainingError, match="from_checkpoint has to return tensors_of"):
        _check_numbers("optimizer", {**state, "state": {str(number): s for number, s in state["state"].items()}})
