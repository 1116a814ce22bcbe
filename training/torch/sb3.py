"""`medianoche train`: from a configuration to a trained policy, by imitation and self-play against a league.

Start reading at `train`. Each update plays a few decisions of the learner in many games at once (`SelfPlayVecEnv`) and
makes some passes of PPO over them (sb3-contrib). At intervals the policy joins the league as a snapshot, the caller's
`evaluate` measures it, and one checkpoint is written. After a kill the same call continues from there, with the same
result.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from stable_baselines3.common.logger import Logger, configure

from medianoche import envs
from medianoche.agents.network import Header
from medianoche.envs.core import files
from medianoche.training import checkpoint, curve
from medianoche.training.curve import EvaluationPoint, Rate
from medianoche.training.league import League
from medianoche.training.matches import Shaping
from medianoche.training.torch import maskable as networks
from medianoche.training.torch.config import Config
from medianoche.training.torch.imitation import Teacher, imitate
from medianoche.training.torch.selfplay import SelfPlayVecEnv

LOGS = "logs"

Evaluate = Callable[[Path], dict[str, Rate]]
"""Plays the policy in a file against each of some opponents."""


class PPOProgress(NamedTuple):
    """Progress of a training."""

    stage: str  #: "imitation" or "self-play"
    done: int  #: chunks, or decisions of the learner
    total: int  #: chunks or decisions in all
    speed: float  #: decisions a second of self-play, 0 before there are any
    win_rates: dict[str, float]  #: against agents, in the games it learns from, where it samples its actions
    measured: dict[str, Rate]  #: win rates of the last evaluation


class Shares(NamedTuple):
    """Seconds of this run in self-play, by kind of work."""

    total: float
    environment: float  #: All of `step`, opponents included
    opponents: float  #: The opponents' choices
    update: float
    decisions: int


def train(
    config: Config,
    folder: Path,
    evaluate: Evaluate,
    report: Callable[[PPOProgress], None] | None = None,
    device: str = "cpu",
) -> Shares:
    """Train the policy of `config` in `folder`, from the beginning or from its checkpoint.

    Leaves there `policy.safetensors`, the policies of all evaluations, `curve.svg` and TensorBoard logs.

    Args:
        config: the configuration.
        folder: folder of the training; created if necessary.
        evaluate: measures a policy.
        report: called with the progress at the start and after every update.
        device: torch's device; results repeat exactly on "cpu".

    Raises:
        MedianocheError: the configuration is not accepted, or the folder holds another training.
    """
    run = PPORun(config, folder, device)
    tell = report or (lambda _: None)
    tell(run.progress())
    while run.chunk < run.chunks:
        run.imitate()
        tell(run.progress())
        run.save()
    if not run.history:
        run.measure(evaluate)
        run.save()
    tell(run.progress())
    while run.learner.num_timesteps < config.decisions:
        run.update()
        last = run.learner.num_timesteps >= config.decisions
        if run.updates % config.league.every == 0:
            run.join_league()
        if run.updates % config.evaluation.every == 0 or last:
            run.measure(evaluate)
            run.save()
        tell(run.progress())
    return run.shares


class PPORun:
    """A training in progress.

    Attributes:
        learner: the MaskablePPO.
        league: its opponents.
        env: its games.
        updates: number of updates made.
        chunk: number of chunks of imitation done, of `chunks`.
        history: evaluations so far.
    """

    def __init__(self, config: Config, folder: Path, device: str) -> None:
        self.config, self.folder = config, folder
        self.game = envs.game(config.game).with_packs([config.pack])
        self.teacher = Teacher(config.imitation.agent) if config.imitation.agent else None
        self.chunks = config.imitation.chunks if self.teacher else 0
        self.updates = self.chunk = 0
        self.history: list[EvaluationPoint] = []
        self.shares = Shares(0.0, 0.0, 0.0, 0.0, 0)
        found = checkpoint.open_run(folder, config, self.game)
        self.league = League(config.league)
        self.env = self._make_env()
        self.learner = networks.make_learner(config, self.env, device)
        self.league.update(networks.network_of(self.learner))
        if found:
            self._restore(*found)
        self.logger: Logger = configure(str(folder / LOGS), ["tensorboard"])
        self.learner.set_logger(self.logger)
        _, self.silent = self.learner._setup_learn(config.decisions, reset_num_timesteps=False)

    def imitate(self) -> None:
        """Do one chunk of imitation; after the last one reset the optimiser and add the network to the league."""
        assert self.teacher
        losses = imitate(self.learner, self.game, self.config, self.teacher, self.chunk)
        for name, value in losses.items():
            self.logger.record(f"imitation/{name}", value)
        self.logger.dump(self.chunk)
        self.chunk += 1
        if self.chunk == self.chunks:
            self.learner.policy.optimizer.state.clear()
            self.league.update(networks.network_of(self.learner))
            self.join_league()
            self.learner._last_obs = self.env.reset()

    def update(self) -> None:
        """Play `steps` decisions in every row and learn from them."""
        learner, env = self.learner, self.env
        began, before, thought = time.perf_counter(), env.seconds, env.thinking
        learner._update_current_progress_remaining(learner.num_timesteps, self.config.decisions)
        learner.collect_rollouts(env, self.silent, learner.rollout_buffer, learner.n_steps)
        played = time.perf_counter()
        learner.train()
        self.league.update(networks.network_of(learner))
        ended = time.perf_counter()
        self.updates += 1
        self.shares = Shares(
            self.shares.total + ended - began,
            self.shares.environment + env.seconds - before,
            self.shares.opponents + env.thinking - thought,
            self.shares.update + ended - played,
            self.shares.decisions + learner.n_steps * env.num_envs,
        )
        self._log(ended - began)

    def join_league(self) -> None:
        """Add a snapshot of the current network to the opponents."""
        self.league.add_snapshot(f"snapshot-{self.learner.num_timesteps}", networks.network_of(self.learner))

    def measure(self, evaluate: Evaluate) -> None:
        """Write the policy, let `evaluate` play it, and draw the learning curve."""
        file = self.folder / checkpoint.POLICIES / f"{self.learner.num_timesteps:010}.safetensors"
        header = Header.of(self.game, self.learner.num_timesteps)
        networks.network_of(self.learner).save(file, header, half=True)
        files.write(self.folder / checkpoint.POLICY, file.read_bytes())
        point = EvaluationPoint(self.learner.num_timesteps, evaluate(file))
        self.history.append(point)
        for opponent, rate in point.rates.items():
            self.logger.record(f"evaluation/{opponent}", rate.mean)
        self.logger.dump(self.learner.num_timesteps)
        curve.draw(self.folder / curve.FILE, self.game.title, self.history)

    def progress(self) -> PPOProgress:
        """The progress of this training."""
        measured = self.history[-1].rates if self.history else {}
        if self.chunk < self.chunks:
            return PPOProgress("imitation", self.chunk, self.chunks, 0.0, {}, measured)
        done, total = self.learner.num_timesteps, self.config.decisions
        speed = self.shares.decisions / self.shares.total if self.shares.decisions else 0.0
        return PPOProgress("self-play", min(done, total), total, speed, self.league.win_rates(), measured)

    def save(self) -> None:
        """Write the checkpoint."""
        weights, counters = networks.save(self.learner)
        snapshots, members = self.league.save()
        games, chances = self.env.save()
        arrays = {
            **checkpoint.prefixed("learner", weights),
            **checkpoint.prefixed("league", snapshots),
            **checkpoint.prefixed("games", games),
            "started": np.asarray(self.learner._last_episode_starts),
        }
        state = {
            "version": self.game.version,
            "learner": counters,
            "league": members,
            "games": chances,
            "updates": self.updates,
            "chunk": self.chunk,
            "history": [point.to_json() for point in self.history],
        }
        checkpoint.save(self.folder, arrays, state)

    # ---- inner

    def _make_env(self) -> SelfPlayVecEnv:
        config, ppo = self.config, self.config.ppo
        return SelfPlayVecEnv(
            envs.game(config.game),
            ppo.rows,
            self.league,
            players=config.players,
            seed=config.seed,
            pack=config.pack,
            shaping=Shaping(ppo.shaping, ppo.shaping_scale, ppo.gamma),
            **config.options,
        )

    def _restore(self, arrays: dict[str, np.ndarray], state: dict[str, Any]) -> None:
        networks.restore(self.learner, checkpoint.part(arrays, "learner"), state["learner"])
        self.league.restore(checkpoint.part(arrays, "league"), state["league"])
        self.league.update(networks.network_of(self.learner))
        self.env.restore(checkpoint.part(arrays, "games"), state["games"])
        self.learner._last_obs = self.env.observation
        self.learner._last_episode_starts = arrays["started"]
        self.updates, self.chunk = state["updates"], state["chunk"]
        self.history = [EvaluationPoint.from_json(known) for known in state["history"]]

    def _log(self, seconds: float) -> None:
        """Write the numbers of an update to the log; stable-baselines3 has recorded those of PPO."""
        ended = list(self.learner.ep_info_buffer or ())
        if ended:
            self.logger.record("games/return", float(np.mean([info["r"] for info in ended])))
            self.logger.record("games/decisions", float(np.mean([info["l"] for info in ended])))
        for opponent, rate in self.league.win_rates().items():
            self.logger.record(f"games/against {opponent}", rate)
        self.logger.record("speed/decisions_per_second", self.learner.n_steps * self.env.num_envs / seconds)
        self.logger.dump(self.learner.num_timesteps)
