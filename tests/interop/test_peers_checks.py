"""The checks for environments of PettingZoo, Gymnasium, Stable-Baselines3 and TorchRL, on each game of the suite."""

import gymnasium
import numpy as np
import pettingzoo
import pytest

import medianoche
from tests.interop.quiet import quietly

GAMES = ["correo", "halloween", "medianokte", "misty", "nocturna"]

pytestmark = pytest.mark.parametrize("name", GAMES)


@pytest.fixture(autouse=True)
def quiet():
    """Libraries print, and warn of what is theirs."""
    with quietly():
        yield


# ---- PettingZoo


def maker(name):
    """A function that makes the game's environment, as PettingZoo's checks take it."""

    def make(**arguments):
        return pettingzoo.make("aec", f"medianoche/{name}-v{version(name)}", **arguments)

    return make


def version(name):
    return medianoche.envs.game(name).declaration.version


def test_pettingzoo_api(name):
    from pettingzoo.test import api_test

    api_test(maker(name)(), num_cycles=1000)


def test_pettingzoo_api_behind_its_wrappers(name):
    from pettingzoo.test import api_test
    from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper, TerminateIllegalWrapper

    env = TerminateIllegalWrapper(AssertOutOfBoundsWrapper(maker(name)()), illegal_reward=-1)
    api_test(OrderEnforcingWrapper(env), num_cycles=500)


def test_pettingzoo_seeds(name):
    from pettingzoo.test import seed_test

    seed_test(maker(name), num_cycles=200)


def test_pettingzoo_renders(name):
    from pettingzoo.test import render_test

    render_test(maker(name))


def test_pettingzoo_state_space(name):
    from pettingzoo.test.state_test import test_state_space

    test_state_space(maker(name)())


def test_pettingzoo_parallel(name):
    from pettingzoo.test import parallel_api_test
    from pettingzoo.utils.conversions import turn_based_aec_to_parallel

    parallel_api_test(turn_based_aec_to_parallel(maker(name)(illegal="terminate")), num_cycles=200)


# ---- Gymnasium and Stable-Baselines3


def seat(name, **arguments):
    """One seat of the game, as Gymnasium makes it: behind its passive checker."""
    return gymnasium.make(f"medianoche/{name.capitalize()}-v{version(name)}", opponents=["random"], **arguments)


def vector(name):
    """The functions of two seats for Gymnasium's vectors."""
    return [lambda: seat(name), lambda: seat(name)]


def play_vector(env):
    """A few steps of all rows, by their masks."""
    _, info = env.reset(seed=3)
    for _ in range(20):
        observation, reward, _, _, info = env.step(info["action_mask"].argmax(axis=1))
        assert observation in env.observation_space
        assert reward.shape == (2,)
    env.close()


def test_gymnasium_checks(name):
    from gymnasium.utils.env_checker import check_env

    check_env(seat(name).unwrapped)


def test_gymnasium_checks_pictures(name):
    from gymnasium.utils.env_checker import check_env

    check_env(seat(name, render_mode="ansi").unwrapped)


def test_gymnasium_watches_a_game(name):
    """The passive checker looks at every step of a whole game."""
    env = seat(name)
    _, info = env.reset(seed=5)
    over = False
    while not over:
        _, reward, over, truncated, info = env.step(env.action_space.sample(mask=info["action_mask"]))
        assert not truncated
    assert -1 <= reward <= 1


def test_gymnasium_sync_vector(name):
    play_vector(gymnasium.vector.SyncVectorEnv(vector(name)))


def test_gymnasium_async_vector(name):
    play_vector(gymnasium.vector.AsyncVectorEnv(vector(name)))


def test_stable_baselines_checks(name):
    checker = pytest.importorskip("stable_baselines3.common.env_checker")

    checker.check_env(seat(name))


def test_stable_baselines_learns_behind_the_mask(name):
    contrib = pytest.importorskip("sb3_contrib")

    env = seat(name, illegal="error")
    learner = contrib.MaskablePPO("MlpPolicy", env, n_steps=32, batch_size=16, n_epochs=1, seed=0)
    learner.learn(64)


# ---- TorchRL


def test_torchrl_gym_env(name):
    envs = pytest.importorskip("torchrl.envs")

    env = envs.GymEnv(f"medianoche/{name.capitalize()}-v{version(name)}", opponents=["random"])
    envs.check_env_specs(env)


def test_torchrl_seats(name):
    envs = pytest.importorskip("torchrl.envs")
    from medianoche.training.adapters.torchrl import SeatsEnv

    env = SeatsEnv(name, 3, ["random"], seed=0)
    envs.check_env_specs(env)
    envs.check_env_specs(env, break_when_any_done="both")


def test_torchrl_wraps_the_aec_environment(name):
    envs = pytest.importorskip("torchrl.envs")

    arguments = {"use_mask": True, "categorical_actions": True, "return_state": True, "group_map": None}
    env = envs.PettingZooWrapper(medianoche.make(name), **arguments)
    envs.check_env_specs(env)


def test_torchrl_collects(name):
    collectors = pytest.importorskip("torchrl.collectors")
    from medianoche.training.adapters.torchrl import SeatsEnv

    env = SeatsEnv(name, 2, ["random"], seed=1)  # an illegal action would raise: `rand_action` obeys the mask
    kind = getattr(collectors, "Collector", None) or collectors.SyncDataCollector
    collector = kind(env, env.rand_action, frames_per_batch=20, total_frames=40)
    batches = [batch["next", "reward"].numpy() for batch in collector]
    collector.shutdown()
    assert sum(batch.size for batch in batches) == 40
    assert np.isfinite(batches).all()
