"""`medianoche check-learner`: each mistake is named, and learners without one pass."""

from functools import partial

import numpy as np
import pytest

from medianoche import envs
from medianoche.agents import AgentError, agent
from medianoche.cli.check_learner import function_of
from medianoche.envs.core import contract
from medianoche.training import run
from medianoche.training.compiled.config import NetConfig
from medianoche.training.conformance.checking import LOCATION, MISTAKES, TOYS, check, examined, mistakes, shares
from tests.benchmarks.calls import Called
from tests.training import mistakes as loop
from tests.training.conftest import algorithm_of

DECISIONS = 5_000
SIZES = {"num_envs": 32, "num_steps": 16, "minibatch_size": 128, "learning_rate": 3e-3}
STAGE = {"kind": "self-play", "rounds": 40, "num_steps": 512, "minibatch_size": 128, "learning_rate": 3e-3}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_named_first(mistake):
    toys = [*TOYS, "Recall"] if mistake == "memory" else TOYS
    assert mistakes(check(partial(loop.train, mistake=mistake), DECISIONS, toys=toys))[0] == mistake


@pytest.mark.parametrize(("seed", "decisions"), [(0, DECISIONS), (1, DECISIONS // 4)])  # the second one is slow
def test_a_loop_without_a_mistake_passes(seed, decisions):
    assert mistakes(check(loop.train, decisions, seed)) == []


@pytest.mark.parametrize("toy", [*TOYS, "Recall"])
def test_the_hand_written_policy_is_right_where_it_can_know(toy):
    found = shares(agent("greedy"), toy)
    assert (found[~np.isnan(found)] == 1).all() or toy == "Recall"


@pytest.mark.larger
@pytest.mark.parametrize("toy", [*TOYS, "Recall"])
def test_a_toy_keeps_the_contract(toy):
    assert not [wrong for _, _, wrong in contract.run(envs.game(LOCATION + toy)) if wrong]


def test_the_command_names_what_is_wrong(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(
        "from tests.training import mistakes\n\n\ndef train(game, decisions, seed):\n"
        "    return mistakes.train(game, decisions, seed, 'last')\n"
    )
    called = Called(["check-learner", "mine.py:train", "--decisions", str(DECISIONS)])
    assert called.code == 1
    assert "last: the last reward is lost" in called.out
    assert "needs more --decisions" in called.out
    called = Called(["check-learner", "tests.training.mistakes:train", "--decisions", str(DECISIONS)])
    assert called.code == 0
    assert "no mistake was found" in called.out


@pytest.mark.parametrize("text", ["train", "nofile.py:train", "no.module:train", "tests.training.mistakes:nothing"])
def test_what_is_no_function_is_refused_in_one_line(text):
    with pytest.raises(AgentError) as error:
        function_of(text)
    assert "\n" not in str(error.value)


# ---- the suite's learners and recipes


def by_learner(name, folder, game, decisions, seed):
    """Train with one of the suite's three learners."""
    own = {"game": game, "seed": seed, "evaluation": {"every": 1.0, "simulations": 0}}
    if name == "net":
        config = NetConfig.of("toy", {**own, "hidden": [32], "stages": [STAGE]})
    elif name == "torch":
        from medianoche.training.torch.ppo_config import PPOConfig

        config = PPOConfig.of("toy", {**own, **SIZES, "hidden": [32], "total_decisions": decisions})
    else:
        from medianoche.training.torch.sb3_config import SB3Config

        league = {"agents": {"random": 0.2}, "snapshot_every": 5}
        config = SB3Config.of(
            "toy", {**own, "hidden": [32], "total_decisions": decisions, "ppo": SIZES, "league": league}
        )
    folder = folder / game.rpartition(":")[2]
    run.train(algorithm_of(config), folder, lambda file: {}, lambda new, best: True)
    return agent(f"net:{folder / 'policy.safetensors'}")


SMALL = {"num_envs": 32, "evaluate_games": 8, "evaluate_every": 10**9}
PPO = {"num_steps": 16, "minibatch_size": 128, "learning_rate": 3e-3}
DQN = {"buffer_size": 3000, "learning_starts": 300, "train_frequency": 1, "target_frequency": 25, "batch_size": 128}
RECIPES = {
    "ppo": PPO,
    "ppo_lstm": {"num_steps": 16, "learning_rate": 3e-3},
    "dqn": {**DQN, "learning_rate": 3e-3},
    "ppo_jax": PPO,
}


@pytest.mark.larger
@pytest.mark.parametrize("name", ["net", "torch", "ppo"])
def test_a_learner_of_the_suite_passes(name, tmp_path):
    if name != "net":
        pytest.importorskip("torch").set_num_threads(1)
    if name == "ppo":
        pytest.importorskip("sb3_contrib")
    assert mistakes(check(partial(by_learner, name, tmp_path), 3 * DECISIONS)) == []


@pytest.mark.larger
@pytest.mark.parametrize("name", RECIPES)
def test_a_recipe_passes(name, tmp_path):
    import importlib

    if name == "ppo_jax":
        pytest.importorskip("optax")
    else:
        pytest.importorskip("torch").set_num_threads(1)
    recipe = importlib.import_module(f"medianoche.training.recipes.{name}")
    train = partial(recipe.train, **SMALL, **RECIPES[name], out=str(tmp_path))
    assert mistakes(check(train, 3 * DECISIONS)) == []
    if name == "ppo_lstm":
        assert examined(train, "Recall", 3 * DECISIONS, 0).learned.all()
