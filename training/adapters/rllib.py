"""RLlib's multi-agent PPO on a game, through RLlib's wrapper of PettingZoo environments: a short, complete example.

Needs `pip install 'medianoche[rllib]' torch`, in an environment of its own: RLlib asks for an older gymnasium. Then

    from medianoche.training.adapters.rllib import ppo_config

    algorithm = ppo_config("misty", num_players=3).build_algo()
    for _ in range(10):
        print(algorithm.train()["env_runners"]["num_episodes"])

One network plays all seats; action masks exclude illegal actions.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo.utils import BaseWrapper
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.default_model_config import DefaultModelConfig
from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule

import medianoche

POLICY = "shared"


class Observations(BaseWrapper):  # type: ignore[type-arg]
    """The environment with the key and the mask type that RLlib's action masking expects."""

    def observation_space(self, agent: str) -> spaces.Dict:
        """A Dict of "observations" and "action_mask", both float32."""
        space: Any = self.env.observation_space(agent)
        mask = spaces.Box(0, 1, space["action_mask"].shape, np.float32)
        return spaces.Dict({"observations": space["observation"], "action_mask": mask})

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """The observation and the mask of `agent`."""
        observation: Any = self.env.observe(agent)
        return {
            "observations": observation["observation"],
            "action_mask": observation["action_mask"].astype(np.float32),
        }


def make_env(game: str, **arguments: Any) -> PettingZooEnv:
    """A game as a multi-agent environment of RLlib."""
    return PettingZooEnv(Observations(medianoche.make(game, **arguments)))


def ppo_config(game: str, hidden: tuple[int, ...] = (128, 64), **arguments: Any) -> PPOConfig:
    """PPO on `game` with one network for all seats; change it like any other RLlib configuration.

    Args:
        game: name of the game.
        hidden: widths of the hidden layers.
        **arguments: of the environment: num_players, pack and the game's options.
    """
    from ray.tune.registry import register_env

    register_env(f"medianoche/{game}", lambda _: make_env(game, **arguments))
    module = RLModuleSpec(
        module_class=ActionMaskingTorchRLModule, model_config=DefaultModelConfig(fcnet_hiddens=list(hidden))
    )
    return (
        PPOConfig()
        .environment(f"medianoche/{game}", disable_env_checking=True)  # the check plays without masks
        .multi_agent(policies={POLICY}, policy_mapping_fn=lambda *_, **__: POLICY)
        .rl_module(rl_module_spec=MultiRLModuleSpec(rl_module_specs={POLICY: module}))
        .env_runners(num_env_runners=0)
        .training(train_batch_size_per_learner=4000, minibatch_size=500, num_epochs=4, lr=3e-4, gamma=1.0)
    )
