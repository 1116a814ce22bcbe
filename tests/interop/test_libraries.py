"""The environments in other libraries' hands, as their users would make them: `make test-interop` has them all."""

from unittest import mock

import numpy as np
import pytest

import medianoche
from tests.interop.quiet import quietly

GAME = "medianoche.toys.connect_four:ConnectFour"
SECRET = "tests.toys.duel:Duel"
GAMES = {"connect_four": GAME, "duel": SECRET}


@pytest.fixture(params=sorted(GAMES))
def location(request):
    """A game with nothing to hide, and one with something."""
    return GAMES[request.param]


@pytest.fixture
def named(location):
    """The game's names in PettingZoo and Gymnasium, as games of the suite have them."""
    import gymnasium
    from pettingzoo.env_registry.registration import aec_registry

    known = medianoche.envs.core.registry._entries
    with mock.patch.dict(known), mock.patch.dict(aec_registry), mock.patch.dict(gymnasium.registry):
        medianoche.envs.register("tried", location)
        yield "medianoche/tried-v0", "medianoche/Tried-v0"


def test_pettingzoo_checks(named):
    import pettingzoo
    from pettingzoo.test import api_test, render_test, seed_test
    from pettingzoo.test.state_test import test_state_space as state_space_test

    def made(**arguments):
        return pettingzoo.make("aec", named[0], **arguments)

    with quietly():
        api_test(made(), num_cycles=500)
        seed_test(made, num_cycles=100)
        render_test(made)
        state_space_test(made())


def test_pettingzoo_parallel_conversion(location):
    """Of what PettingZoo converts, turns are taken one after another: the others' actions are not looked at."""
    from pettingzoo.utils.conversions import turn_based_aec_to_parallel

    env = turn_based_aec_to_parallel(medianoche.make(location))
    observations, infos = env.reset(seed=3)
    assert env.state() in env.state_space
    rewards = {}
    steps = 0
    while env.agents:
        mover = env.aec_env.agent_selection
        actions = dict.fromkeys(env.agents) | {mover: int(observations[mover]["action_mask"].argmax())}
        observations, rewards, terminations, truncations, infos = env.step(actions)
        assert set(observations) == set(infos) == set(env.possible_agents)
        steps += 1
    assert steps > 1
    assert all(terminations.values())
    assert not any(truncations.values())
    assert sum(rewards.values()) <= 0


def test_pettingzoo_wrappers_go_around_it(location):
    from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper

    env = OrderEnforcingWrapper(AssertOutOfBoundsWrapper(medianoche.make(location)))
    with pytest.raises(AttributeError):
        env.agent_selection  # noqa: B018
    env.reset(seed=1)
    for _agent in env.agent_iter():
        observation, _, over, _, _ = env.last()
        env.step(None if over else int(observation["action_mask"].argmax()))
    assert not env.agents


def test_gymnasium_checks(named):
    import gymnasium
    from gymnasium.utils.env_checker import check_env

    with quietly():
        check_env(gymnasium.make(named[1], opponents=["random"]).unwrapped)
        vector = gymnasium.make_vec(named[1], num_envs=3, opponents=["random"])
        _, info = vector.reset(seed=1)
        assert vector.step(info["action_mask"].argmax(axis=1))[0] in vector.observation_space


def test_stable_baselines_checks(named):
    checker = pytest.importorskip("stable_baselines3.common.env_checker")
    import gymnasium

    with quietly():
        checker.check_env(gymnasium.make(named[1], opponents=["random"]))


def test_sb3_contrib_learns_behind_the_mask(named):
    contrib = pytest.importorskip("sb3_contrib")
    import gymnasium

    with quietly():
        env = gymnasium.make(named[1], opponents=["random"], illegal="error")
        learner = contrib.MaskablePPO("MlpPolicy", env, n_steps=64, batch_size=32, n_epochs=1, seed=0)
        learner.learn(128)


def test_torchrl_makes_it_by_name(named):
    envs = pytest.importorskip("torchrl.envs")
    with quietly():
        env = envs.GymEnv(named[1], opponents=["random"])
        assert env.rollout(5)["observation"].shape[-1] == env.observation_spec["observation"].shape[-1]
        envs.check_env_specs(env)


def test_torchrl_wraps_the_aec_environment(location):
    envs = pytest.importorskip("torchrl.envs")
    with quietly():
        how = {"use_mask": True, "categorical_actions": True, "return_state": True, "group_map": None}
        env = envs.PettingZooWrapper(medianoche.make(location), **how)
        rollout = env.rollout(4, break_when_any_done=False)
    assert rollout.batch_size[0] == 4
    assert rollout["state"].shape[-1] == env.state_space.shape[0]


def test_tianshou_wraps_the_aec_environment(location):
    module = pytest.importorskip("tianshou.env.pettingzoo_env")
    with quietly():
        env = module.PettingZooEnv(medianoche.make(location))
        observation, _ = env.reset(seed=2)
        over = False
        while not over:
            assert observation["agent_id"] in env.agents
            observation, rewards, over, truncated, _ = env.step(int(np.argmax(observation["mask"])))
            assert not truncated
    assert any(rewards)


def test_gymnasium_records_a_video(tmp_path):
    pytest.importorskip("moviepy")
    pytest.importorskip("resvg_py")
    import gymnasium

    seat = gymnasium.make("medianoche/Misty-v0", opponents=["random"], num_players=2, render_mode="rgb_array")
    env = gymnasium.wrappers.RecordVideo(seat, str(tmp_path / "videos"), episode_trigger=lambda number: number == 0)
    _, info = env.reset(seed=1)
    for _ in range(5):
        _, _, over, _, info = env.step(env.action_space.sample(mask=info["action_mask"]))
        assert not over
    env.close()
    (video,) = (tmp_path / "videos").glob("*.mp4")
    assert video.stat().st_size > 10_000
