"""The speed of training, all in: `medianoche bench training GAME`.

Three sides with the same network and the same batches and passes of the same policy gradient, on one thread: the
compiled learner; stable-baselines3's MaskablePPO over this suite's batched environment; and the usual way, MaskablePPO
over one PettingZoo environment a row, stepped in Python under DummyVecEnv. stable-baselines3 learns in one seat against
`random`, the compiled learner in every seat. Rounds alternate; medians of CPU time.

`by_size` compares the compiled learner with PPO in torch for several sizes of network.
"""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import gymnasium
import numpy as np
from gymnasium import spaces

from medianoche import envs

if TYPE_CHECKING:
    from sb3_contrib import MaskablePPO


class SingleSeat(gymnasium.Env[np.ndarray, np.int64]):
    """One seat of a PettingZoo environment against random legal play, seats changing: the usual way."""

    def __init__(self, game: str, number: int) -> None:
        self.env = envs.game(game).aec()
        self.seat = number
        size = self.env.game.observation_size
        actions = self.env.game.num_actions
        self.observation_space = spaces.Box(-1, 1, (size,), np.float32)
        self.action_space = spaces.Discrete(actions)
        self.mask = np.ones(actions, np.int8)

    def action_masks(self) -> np.ndarray:
        """int8[num_actions]."""
        return self.mask

    def reset(self, *, seed: int | None = None, options: Any = None) -> tuple[np.ndarray, dict[str, Any]]:
        """Deal games, up to the first in which the seat is asked, and there to its first decision."""
        self.seat = (self.seat + 1) % self.env.num_players
        self.env.reset(seed)
        observation, _, over = self._advance()
        while over:
            self.env.reset()
            observation, _, over = self._advance()
        return observation, {}

    def step(self, action: Any) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        """Play `action`, and random ones up to the next decision."""
        self.env.step(int(action))
        observation, reward, over = self._advance()
        return observation, reward, over, False, {}

    def _advance(self) -> tuple[np.ndarray, float, bool]:
        me = self.env.possible_agents[self.seat]
        while True:
            seen, _, over, _, _ = self.env.last()
            if over:
                return self.env.observe(me)["observation"], self.env.rewards[me], True
            if self.env.agent_selection == me and seen is not None:
                self.mask = seen["action_mask"]
                return seen["observation"], 0.0, False
            self.env.step(self.env.sample_legal())


class Side(NamedTuple):
    """A learner: `play` makes `decisions` to learn from, `update` learns from them."""

    play: Callable[[], Any]
    update: Callable[[], Any]
    decisions: Callable[[], int]


COMPILED = "compiled learner"
BATCHED = "MaskablePPO, batched"
USUAL = "MaskablePPO, PettingZoo AEC and DummyVecEnv"
HIDDEN = (128, 64)
PASSES = 3
BATCH = 1024
SIZES = ((128, 64), (512, 256), (1024, 512, 256))
"""Widths of the hidden layers that `by_size` compares."""
STEPS = 128
"""Of a round, in each row of stable-baselines3's environments."""


def compiled(name: str, decisions: int, hidden: tuple[int, ...] = HIDDEN) -> Side:
    """The learner of `medianoche train`."""
    from medianoche.agents import NetHeader, Network
    from medianoche.training import SelfPlayStage
    from medianoche.training.compiled.learner import Learner
    from medianoche.training.compiled.rollouts import SelfPlayGames

    game = envs.game(name)
    players = game.players[0]
    network = Network.new(NetHeader.made_for(game, hidden=hidden))
    games = SelfPlayGames(game, players, {}, decisions, network, 1, heuristic=False)
    learner = Learner(network, 1)
    rng = np.random.default_rng(0)
    opponents = np.zeros((decisions, game.rules.seats), np.int8)
    stage = SelfPlayStage(
        rounds=1, update_epochs=PASSES, minibatch_size=BATCH, learning_rate=3e-4, ent_coef=0.01, target_kl=0.0
    )

    def play() -> None:
        seeds = rng.integers(2**64, size=decisions, dtype=np.uint64)
        games.play(network, network, seeds, opponents, 0.95, 0.3, 0.0)

    def update() -> None:
        learner.learn(games.transitions, players, rng, stage)

    return Side(play, update, lambda: int(games.transitions[0].size[0]))


def with_stable_baselines3(game: str, rows: int) -> dict[str, Side]:
    """MaskablePPO over both kinds of environments."""
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.vec_env import DummyVecEnv

    from medianoche.training import make_sb3_vec_env

    vector = {
        BATCHED: make_sb3_vec_env(game, rows, ["random"], seed=0),
        USUAL: DummyVecEnv([lambda n=n: SingleSeat(game, n) for n in range(rows)]),
    }
    shape = {"net_arch": list(HIDDEN)}
    settings = {"n_steps": STEPS, "batch_size": BATCH, "n_epochs": PASSES, "seed": 0, "device": "cpu"}
    sides = {}
    for name, env in vector.items():
        learner = MaskablePPO("MlpPolicy", env, policy_kwargs=shape, **settings)
        sides[name] = Side(partial(rollout, learner), learner.train, lambda: rows * STEPS)
    return sides


def rollout(learner: MaskablePPO) -> None:
    """Play one round, without an update."""
    _, callback = learner._setup_learn(1, reset_num_timesteps=False)
    learner.collect_rollouts(learner.env, callback, learner.rollout_buffer, learner.n_steps)


def measure(game: str, rows: int, rounds: int, advance: Callable[[], None]) -> dict[str, dict[str, float]]:
    """Decisions per CPU second of each side: playing, learning, and both."""
    import torch

    torch.set_num_threads(1)
    sides = {COMPILED: compiled(game, rows * STEPS), **with_stable_baselines3(game, rows)}
    rates: dict[str, dict[str, list[float]]] = {name: {"playing": [], "learning": [], "all in": []} for name in sides}
    for number in range(rounds + 1):  # the first one compiles
        for name, side in sides.items():
            began = time.process_time()
            side.play()
            played = time.process_time()
            side.update()
            ended = time.process_time()
            if number:
                parts = {"playing": played - began, "learning": ended - played, "all in": ended - began}
                for part, seconds in parts.items():
                    rates[name][part].append(side.decisions() / seconds)
            advance()
    return {name: {part: statistics.median(values) for part, values in parts.items()} for name, parts in rates.items()}


def devices() -> list[str]:
    """The devices on which `by_size` measures: the processor, and a GPU if torch finds one."""
    import torch

    return ["cpu", "cuda"] if torch.cuda.is_available() else ["cpu"]


def by_size(game: str, rounds: int, device: str, advance: Callable[[], None]) -> dict[str, dict[str, float]]:
    """Decisions a second, playing and learning, of the compiled learner and of PPO in torch on `device`, by size.

    Medians; of CPU time, on a GPU of wall time.
    """
    import torch

    torch.set_num_threads(1)
    clock = time.process_time if device == "cpu" else time.perf_counter
    medians: dict[str, dict[str, float]] = {}
    for hidden in SIZES:
        sides = {COMPILED: compiled(game, 8192, hidden), f"torch, {device}": in_torch(game, hidden, device)}
        rates: dict[str, list[float]] = {name: [] for name in sides}
        for number in range(rounds + 1):  # the first one compiles
            for name, side in sides.items():
                began = clock()
                side.play()
                side.update()
                if number:
                    rates[name].append(side.decisions() / (clock() - began))
                advance()
        medians["-".join(map(str, hidden))] = {
            name: statistics.median(side_rates) for name, side_rates in rates.items()
        }
    return medians


def in_torch(game: str, hidden: tuple[int, ...], device: str) -> Side:
    """PPO in torch: a round of 8,192 decisions on the processor, of 524,288 on a GPU."""
    from medianoche.training.torch.ppo import PPO
    from medianoche.training.torch.ppo_config import PPOConfig

    large = {"num_envs": 8192, "minibatch_size": 32768, "bf16": True, "compile": True, "threads": os.cpu_count() or 1}
    row_settings: dict[str, Any] = {"num_envs": 128, "minibatch_size": BATCH} if device == "cpu" else large
    tables = {
        "game": game,
        "hidden": hidden,
        "num_steps": 64,
        "update_epochs": PASSES,
        "learning_rate": 3e-4,
        **row_settings,
    }
    ppo = PPO(PPOConfig.from_tables("bench", tables), device, "cpu")
    decisions = [0]

    def update() -> None:
        decisions[:] = [ppo.round()[0]]

    return Side(lambda: None, update, lambda: decisions[0])
