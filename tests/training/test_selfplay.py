"""Matches as stable-baselines3 sees them."""

import numpy as np
import pytest

pytest.importorskip("stable_baselines3")
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning", "ignore::UserWarning")

from sb3_contrib import MaskablePPO  # noqa: E402
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported  # noqa: E402
from stable_baselines3.common.vec_env import VecMonitor  # noqa: E402

from medianoche.envs.core.errors import OptionError  # noqa: E402
from medianoche.training.torch.selfplay import make_sb3_vec_env  # noqa: E402
from tests.training.conftest import YARDSTICK  # noqa: E402


def test_masks_reach_sb3_as_one_array():
    env = make_sb3_vec_env("misty", 6, ["random"], seed=0)
    env.reset()
    assert is_masking_supported(env)
    masks = env.env_method("action_masks")
    assert masks.shape == (6, 53)
    np.testing.assert_array_equal(get_action_masks(env), masks)
    np.testing.assert_array_equal(env.env_method("action_masks", indices=[4, 1]), masks[[4, 1]])
    np.testing.assert_array_equal(env.get_attr("action_masks", 3)[0](), masks[3])
    with pytest.raises(AttributeError, match="methods: action_masks"):
        env.env_method("fly")


def test_one_step_serves_all_player_counts():
    env = make_sb3_vec_env("misty", 10, ["random"], players=(2, 3, 3), seed=0)
    assert [(part.players, part.num_envs) for part in env.parts] == [(2, 4), (3, 6)]
    seen = env.reset()
    (size,) = env.observation_space.shape
    for _ in range(40):
        seen, rewards, dones, infos = env.step(env.action_masks().argmax(axis=1))
        assert seen.shape == (10, size)
        assert rewards.shape == dones.shape == (10,)
        assert [bool(info) for info in infos] == dones.tolist()
        for row in np.flatnonzero(dones):
            assert infos[row]["terminal_observation"].shape == (size,)
            assert infos[row]["episode"]["l"] > 0
    with pytest.raises(OptionError, match="1 rows are too few for 2 player counts"):
        make_sb3_vec_env("misty", 1, ["random"], players=(2, 3), seed=0)


def test_observations_are_the_callers_to_keep():
    env = make_sb3_vec_env(YARDSTICK, 4, ["random"], seed=0)
    first = env.reset()
    kept = first.copy()
    env.step(env.action_masks().argmax(axis=1))
    np.testing.assert_array_equal(first, kept)


def test_maskable_ppo_learns_with_it_as_it_is():
    env = VecMonitor(make_sb3_vec_env(YARDSTICK, 16, ["random"], seed=0))
    learner = MaskablePPO("MlpPolicy", env, n_steps=16, batch_size=64, seed=1, device="cpu")
    learner.learn(1000)
    assert learner.num_timesteps >= 1000
    assert len(learner.ep_info_buffer) > 10
