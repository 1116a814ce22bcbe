"""`medianoche check-learner`: each mistake is named, and learners without one pass."""

import sys
from functools import partial
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from medianoche import envs
from medianoche.agents import AgentError, agent
from medianoche.cli.check_learner import function_of
from medianoche.envs.core import contract
from medianoche.training import LEARNERS, run
from medianoche.training.conformance.checking import (
    LOCATION,
    MISTAKES,
    POLICIES,
    REMEMBERED,
    TOYS,
    check,
    covered,
    mistakes,
    shares,
)
from tests.benchmarks.calls import Called
from tests.training import mistakes as loop
from tests.training.conftest import algorithm_of, remembers, toy_config

DECISIONS = 5_000
OF_MEMORY = ("memory", "seats", "reset")


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_named_first(mistake):
    remembers = mistake in OF_MEMORY
    toys = [*TOYS, *REMEMBERED] if remembers else TOYS
    train = partial(loop.train, mistake=mistake, remembers=remembers)
    assert mistakes(check(train, DECISIONS, toys=toys))[0] == mistake


@pytest.mark.parametrize("seed", range(2))
def test_a_loop_with_a_memory_passes(seed):
    results = check(partial(loop.train, remembers=True), DECISIONS, seed, [*TOYS, *REMEMBERED])
    assert mistakes(results) == []
    assert [not np.isnan(result.played) for result in results[-2:]] == [True, True]


def test_what_was_tested_is_known():
    assert covered([*TOYS, *REMEMBERED]) == list(MISTAKES)
    assert set(MISTAKES) - set(covered(TOYS)) == set(OF_MEMORY)
    assert "loss" not in covered([toy for toy in TOYS if toy not in POLICIES])


@pytest.mark.parametrize(("seed", "decisions"), [(0, DECISIONS), (1, DECISIONS // 4)])  # the second one is slow
def test_a_loop_without_a_mistake_passes(seed, decisions):
    assert mistakes(check(loop.train, decisions, seed)) == []


@pytest.mark.parametrize("toy", [*TOYS, *REMEMBERED])
def test_the_hand_written_policy_is_right_where_it_can_know(toy):
    right = shares(agent("greedy"), toy)
    assert (right[~np.isnan(right)] == 1).all() or toy in REMEMBERED


@pytest.mark.larger
@pytest.mark.parametrize("toy", [*TOYS, *REMEMBERED])
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
    assert "no mistake was found; tested:" in called.out
    for name in set(MISTAKES) - set(OF_MEMORY):
        assert f"\n  {name}: {MISTAKES[name].partition(':')[0]}" in called.out
    assert "not tested: memory, seats, reset (--memory)" in called.out
    called = Called(["check-learner", "tests.training.mistakes:train", "--decisions", "64", "--values"])
    assert "not tested: loss (left out by --values), memory, seats, reset (--memory)" in called.out


@pytest.mark.parametrize("text", ["train", "nofile.py:train", "no.module:train", "tests.training.mistakes:nothing"])
def test_what_is_no_function_is_refused_in_one_line(text):
    with pytest.raises(AgentError) as error:
        function_of(text)
    assert "\n" not in str(error.value)


# ---- the suite's learners and recipes


def by_learner(name, folder, game, decisions, seed):
    """Train with a learner of the suite."""
    config = toy_config(name, decisions, game=game, seed=seed)
    folder = folder / game.rpartition(":")[2]
    run.train(algorithm_of(config), folder, lambda file: {}, lambda new, best: True)
    return agent(f"{config.agent}:{folder / 'policy.safetensors'}")


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
@pytest.mark.parametrize("name", LEARNERS)
def test_a_learner_of_the_suite_passes(name, tmp_path):
    if name != "net":
        pytest.importorskip("torch").set_num_threads(1)
    if name == "ppo":
        pytest.importorskip("sb3_contrib")
    toys = [*TOYS, *REMEMBERED * remembers(name)]
    assert mistakes(check(partial(by_learner, name, tmp_path), 3 * DECISIONS, toys=toys)) == []


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
    toys = [toy for toy in TOYS if name != "dqn" or toy not in POLICIES]
    toys += REMEMBERED * (name == "ppo_lstm")
    assert mistakes(check(train, 3 * DECISIONS, toys=toys)) == []


LSTM_MISTAKES = {
    "seats": ("state[:, rows, seat] = after.view(2, args.num_envs, -1)", "state[:] = after.view(2, -1, 1, 128)"),
    "reset": ("state[:, ended] = 0.0", ""),
}
"""A line of the recipe, and what stands there by mistake."""


@pytest.mark.larger
@pytest.mark.parametrize("mistake", LSTM_MISTAKES)
def test_a_mistake_in_the_recurrent_recipe_is_named(mistake, tmp_path, monkeypatch):
    pytest.importorskip("torch").set_num_threads(1)
    from medianoche.training.recipes import ppo_lstm

    right, wrong = LSTM_MISTAKES[mistake]
    source = Path(ppo_lstm.__file__).read_text(encoding="utf-8")
    assert source.count(right) == 1
    copy = ModuleType("medianoche_mistaken_recipe")
    monkeypatch.setitem(sys.modules, copy.__name__, copy)
    exec(source.replace(right, wrong), vars(copy))
    train = partial(copy.train, **SMALL, **RECIPES["ppo_lstm"], out=str(tmp_path))
    assert mistakes(check(train, 3 * DECISIONS, toys=[*TOYS, *REMEMBERED]))[0] == mistake
