"""The training loop's speed: this suite's batched environment beside the usual way, at equal settings.

    python -m medianoche.benchmarks.speed.training misty --rows 16

Both sides learn with MaskablePPO, same network, same batches, against `random`. The usual way is one PettingZoo
environment a row, stepped in Python under stable-baselines3's DummyVecEnv. Rounds alternate; medians of CPU time.
"""

from __future__ import annotations

import json
import statistics
import time
from typing import TYPE_CHECKING, Annotated, Any

import gymnasium
import numpy as np
import typer
from gymnasium import spaces

from medianoche import envs

if TYPE_CHECKING:
    from sb3_contrib import MaskablePPO


class SingleSeat(gymnasium.Env[np.ndarray, np.int64]):
    """One seat of a PettingZoo environment against random legal play, seats changing: the usual way."""

    def __init__(self, game: str, number: int) -> None:
        self.env = envs.game(game).aec()
        self.seat = number
        size, actions = self.env.game.observation_size, self.env.game.num_actions
        self.observation_space = spaces.Box(-1, 1, (size,), np.float32)
        self.action_space = spaces.Discrete(actions)
        self.mask = np.ones(actions, np.int8)

    def action_masks(self) -> np.ndarray:
        """int8[num_actions]."""
        return self.mask

    def reset(self, *, seed: int | None = None, options: Any = None) -> tuple[np.ndarray, dict[str, Any]]:
        """Deal a game, up to the first decision."""
        self.seat = (self.seat + 1) % self.env.num_players
        self.env.reset(seed)
        return self._advance()[0], {}

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


def learners(game: str, rows: int, steps: int, batch_size: int, epochs: int) -> dict[str, MaskablePPO]:
    """The same learner over both environments."""
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.vec_env import DummyVecEnv

    from medianoche.training.selfplay import make_sb3_vec_env

    sides = {
        "batched": make_sb3_vec_env(game, rows, ["random"]),
        "PettingZoo AEC, DummyVecEnv": DummyVecEnv([lambda n=n: SingleSeat(game, n) for n in range(rows)]),
    }
    settings = {"n_steps": steps, "batch_size": batch_size, "n_epochs": epochs, "seed": 0, "device": "cpu"}
    return {name: MaskablePPO("MlpPolicy", env, **settings) for name, env in sides.items()}


def rollout(learner: MaskablePPO) -> float:
    """CPU seconds of one rollout alone, without an update."""
    _, callback = learner._setup_learn(1, reset_num_timesteps=False)
    began = time.process_time()
    learner.collect_rollouts(learner.env, callback, learner.rollout_buffer, learner.n_steps)
    return time.process_time() - began


def environment(learner: MaskablePPO) -> float:
    """CPU seconds of the same steps of the environment alone, with its masks."""
    env = learner.env
    env.reset()
    began = time.process_time()
    for _ in range(learner.n_steps):
        masks = np.asarray(env.env_method("action_masks"))
        env.step(masks.argmax(axis=1))
    return time.process_time() - began


def main(
    game: Annotated[str, typer.Argument(help="Name of the game.")] = "misty",
    rows: Annotated[int, typer.Option(help="Games side by side.")] = 16,
    steps: Annotated[int, typer.Option(help="Steps between two updates.")] = 128,
    batch_size: Annotated[int, typer.Option(help="Of an update.")] = 1024,
    epochs: Annotated[int, typer.Option(help="Of an update.")] = 4,
    rounds: Annotated[int, typer.Option(help="Of which medians are taken.")] = 3,
) -> None:
    """Measure both sides and print JSON: decisions of the learner per CPU second."""
    import torch

    torch.set_num_threads(1)
    sides = learners(game, rows, steps, batch_size, epochs)
    found: dict[str, dict[str, list[float]]] = {name: {} for name in sides}
    decisions = rows * steps
    for round_number in range(rounds + 1):  # the first one compiles
        for name, learner in sides.items():
            took = {"environment": environment(learner), "rollout": rollout(learner)}
            began = time.process_time()
            learner.train()
            took["update"] = time.process_time() - began
            if round_number:
                took["all"] = took["rollout"] + took["update"]
                for part, seconds in took.items():
                    found[name].setdefault(part, []).append(seconds)
    speeds = {
        name: {part: round(decisions / statistics.median(values)) for part, values in parts.items()}
        for name, parts in found.items()
    }
    ours, usual = speeds.values()
    ratios = {part: round(ours[part] / usual[part], 2) for part in ours}
    typer.echo(json.dumps({"game": game, "rows": rows, "decisions_per_cpu_second": speeds, "ratio": ratios}, indent=2))


if __name__ == "__main__":
    typer.run(main)
