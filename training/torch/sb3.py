"""MaskablePPO of stable-baselines3 (sb3-contrib) whose policy is the suite's network, in one file.

`medianoche train GAME --learner ppo`: an update plays some decisions of the learner in many games (`SelfPlayVecEnv`),
against itself, its former networks and agents, and makes some passes of PPO over them. The result is a network file as
the other learners write it. After a kill the same call goes on with the same result, on the device "cpu".
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.logger import Logger
from stable_baselines3.common.vec_env import VecEnvWrapper
from torch import nn
from torch.nn.functional import one_hot

from medianoche import envs
from medianoche.agents.network import NetHeader, Network
from medianoche.training.league import League
from medianoche.training.run import SelfPlayAlgorithm
from medianoche.training.torch.network import DecisionTensors, TorchNetwork
from medianoche.training.torch.sb3_config import SB3Config
from medianoche.training.torch.selfplay import SelfPlayVecEnv

# ---- what stable-baselines3 sees of the network


class NetworkInputs(VecEnvWrapper):
    """Appends two numbers to each observation: the role of the learner's seat, and the action that the heuristic
    advises (0 if the network takes no advice).

    Args:
        env: the games.
        header: of the network.
        seed: of the heuristic's random choices.
    """

    def __init__(self, env: SelfPlayVecEnv, header: NetHeader, seed: int) -> None:
        size = header.observation_size + 2
        super().__init__(env, spaces.Box(-np.inf, np.inf, (size,), np.float32))
        self.games = env
        self.header = header
        self.roles = [np.array(part.game.roles(part.players)) for part in env.parts]
        self.chance = np.random.default_rng(seed)

    def reset(self) -> np.ndarray:
        """Deal new games: float32[num_envs, observation_size + 2]."""
        return self._completed(self.games.reset())

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        """See `SelfPlayVecEnv.step_wait`; terminal observations stay as they are, PPO does not look at them."""
        observed, rewards, dones, infos = self.games.step_wait()
        return self._completed(observed), rewards, dones, infos

    def state_dict(self) -> dict[str, Any]:
        """The state of the games and of the advice."""
        return {"games": self.games.state_dict(), "chance": self.chance.bit_generator.state}

    def load_state_dict(self, known: dict[str, Any]) -> None:
        """Restore what `state_dict` returned."""
        self.games.load_state_dict(known["games"])
        self.chance.bit_generator.state = known["chance"]

    def _completed(self, observed: np.ndarray) -> np.ndarray:
        columns = []
        for part, roles in zip(self.games.parts, self.roles, strict=True):
            rows = np.arange(part.num_envs)
            advised = np.zeros(part.num_envs)
            if self.header.advice:
                seeds = self.chance.integers(2**64, size=part.num_envs, dtype=np.uint64)
                advised = part.batch.turn(rows, seeds).heuristic_actions()
            columns.append(np.stack([roles[part.seat], advised], axis=1))
        return np.concatenate([observed, np.concatenate(columns)], axis=1, dtype=np.float32)


def decisions_of(header: NetHeader, rows: torch.Tensor) -> DecisionTensors:
    """Rows of `NetworkInputs`, float32[n, observation_size + 2], as a network takes them. All actions are legal:
    MaskablePPO masks the logits itself."""
    observed = rows[:, :-2]
    roles = rows[:, -2].long()
    advice = rows[:, -1].long()
    if header.advice:
        observed = torch.cat([observed, one_hot(advice, header.num_actions)], dim=1)
    nonzero = observed != 0
    lengths = nonzero.sum(dim=1, keepdim=True)
    filled = torch.arange(max(int(lengths.max()), 1), device=rows.device) < lengths  # row by row
    indices = torch.zeros(filled.shape, dtype=torch.int32, device=rows.device)
    indices = indices.masked_scatter(filled, nonzero.nonzero()[:, 1].int())
    entries = torch.zeros(filled.shape, device=rows.device).masked_scatter(filled, observed[nonzero])
    masks = torch.ones(len(rows), header.num_actions, dtype=torch.bool, device=rows.device)
    return DecisionTensors(indices, entries, masks, roles, advice)


class NetworkHeads(nn.Module):
    """A network in the place of the policy's `mlp_extractor`: its policy head, and the first output of its value head,
    the utility of the player to move."""

    def __init__(self, network: Network) -> None:
        super().__init__()
        self.network = TorchNetwork(network)

    def forward(self, rows: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Logits, float32[n, num_actions], and values, float32[n, 1]."""
        logits, values = self.network(*decisions_of(self.network.header, rows))
        return logits, values[:, :1]

    def forward_actor(self, rows: torch.Tensor) -> torch.Tensor:
        """The logits."""
        return self.forward(rows)[0]

    def forward_critic(self, rows: torch.Tensor) -> torch.Tensor:
        """The values."""
        return self.forward(rows)[1]


class NetworkPolicy(MaskableActorCriticPolicy):
    """A network as MaskablePPO's policy.

    Args:
        *spaces, **options: see MaskableActorCriticPolicy.
        network: the first weights.
    """

    mlp_extractor: Any
    action_net: Any
    value_net: Any

    def __init__(self, *spaces: Any, network: Network, **options: Any) -> None:
        self.first = network
        super().__init__(*spaces, **options)

    def _build(self, lr_schedule: Callable[[float], float]) -> None:
        self.mlp_extractor = NetworkHeads(self.first)
        self.action_net = self.value_net = nn.Identity()
        self.optimizer = self.optimizer_class(self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs)


class LeaguePPO(SelfPlayAlgorithm):
    """MaskablePPO against a league. It sets the random generators of torch, NumPy and Python.

    Attributes:
        ppo: the MaskablePPO.
        league: its opponents.
        env: its games.
    """

    KEPT = ("policy", "optimizer", "league", "env", "counters", "chance")
    config: SB3Config

    def __init__(self, config: SB3Config, device: str = "cpu") -> None:
        super().__init__(config)
        for name in ("value", "value_bias"):  # PPO learns those of the player to move; others must not look trained
            self.network.layers()[name][:, 1:] = 0
        self.league = League(config.league, self.network)
        settings = config.ppo
        where = {"pack": config.pack, **config.options}
        games = SelfPlayVecEnv(
            envs.game(config.game), settings.num_envs, self.league, players=config.players, seed=config.seed, **where
        )
        self.env = NetworkInputs(games, self.network.header, config.seed)
        self.ppo = MaskablePPO(
            NetworkPolicy,
            self.env,
            learning_rate=lambda left: settings.learning_rate * left,
            n_steps=settings.num_steps,
            batch_size=settings.minibatch_size,
            n_epochs=settings.update_epochs,
            gamma=settings.gamma,
            gae_lambda=settings.gae_lambda,
            clip_range=settings.clip_coef,
            ent_coef=settings.ent_coef,
            vf_coef=settings.vf_coef,
            max_grad_norm=settings.max_grad_norm,
            target_kl=settings.target_kl,
            policy_kwargs={"network": self.network},
            seed=config.seed,
            device=device,
        )
        self.policy: Any = self.ppo.policy
        self.optimizer = self.policy.optimizer
        self.ppo.set_logger(Logger(None, []))
        _, self.callback = self.ppo._setup_learn(config.total_decisions, reset_num_timesteps=False)

    def trained(self) -> Network:
        """A copy of the network as it is now."""
        return self.policy.mlp_extractor.network.compiled(decisions=self.state.first + int(self.ppo.num_timesteps))

    def round(self) -> tuple[int, dict[str, float]]:
        """Play `num_steps` decisions in every row and learn from them; where due, a snapshot joins the opponents."""
        before = self.ppo.num_timesteps
        ppo = self.ppo
        ppo._current_progress_remaining = 1.0 - min(self.done, 1.0)
        ppo.collect_rollouts(self.env, self.callback, ppo.rollout_buffer, ppo.n_steps)
        ppo.train()
        self.league.update(network := self.trained())
        if (self.state.rounds + 1) % self.config.league.snapshot_every == 0:
            self.league.add_snapshot(f"snapshot-{network.header.decisions}", network)
        self.league.retire(self.env.games.playing())
        figures = {name: float(value) for name, value in ppo.logger.name_to_value.items()}
        ppo.logger.dump()
        met = {f"games/against {name}": rate for name, rate in self.league.win_rates().items()}
        return int(ppo.num_timesteps - before), {**figures, **met}

    # ---- what a checkpoint holds

    @property
    def counters(self) -> dict[str, Any]:
        """What MaskablePPO knows of the games and of itself."""
        ppo = self.ppo
        seen = {"observation": np.asarray(ppo._last_obs), "started": np.asarray(ppo._last_episode_starts)}
        return {**seen, "decisions": ppo.num_timesteps, "updates": ppo._n_updates}

    @counters.setter
    def counters(self, known: dict[str, Any]) -> None:
        self.ppo._last_obs = known["observation"]
        self.ppo._last_episode_starts = known["started"]
        self.ppo.num_timesteps = known["decisions"]
        self.ppo._n_updates = known["updates"]

    @property
    def chance(self) -> list[Any]:
        """The states of the random generators of torch and NumPy, from which stable-baselines3 draws."""
        return [torch.get_rng_state(), *np.random.get_state()]  # noqa: NPY002

    @chance.setter
    def chance(self, known: list[Any]) -> None:
        torch.set_rng_state(known[0])
        np.random.set_state(tuple(known[1:]))  # noqa: NPY002
