"""MaskablePPO of stable-baselines3 (sb3-contrib) whose policy is the suite's network, in one file.

`medianoche train GAME --learner ppo` calls `train`. An update plays some decisions of the learner in many games
(`SelfPlayVecEnv`), against itself, its former networks and agents, and makes some passes of PPO over them. The result
is a network file as the other learners write it. After a kill the same call goes on with the same result.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.logger import Logger
from stable_baselines3.common.vec_env import VecEnvWrapper
from torch.nn.functional import one_hot

from medianoche import envs
from medianoche.training import checkpoint, curve
from medianoche.training.compiled.train import Evaluate, Gauge, Promote, TrainingProgress, first_network, record
from medianoche.training.curve import EvaluationPoint
from medianoche.training.league import League
from medianoche.training.logs import Log
from medianoche.training.torch.network import DecisionTensors, TorchNetwork
from medianoche.training.torch.selfplay import SelfPlayVecEnv

if TYPE_CHECKING:
    from sb3_contrib.common.maskable.distributions import MaskableDistribution

    from medianoche.agents.network import NetHeader, Network
    from medianoche.training.torch.sb3_config import SB3Config


def train(
    config: SB3Config,
    folder: Path,
    evaluate: Evaluate,
    promote: Promote,
    report: Callable[[TrainingProgress], None] | None = None,
    gauge: Gauge | None = None,
    services: Sequence[str] = (),
    device: str = "cpu",
) -> None:
    """Train the network of `config` in `folder`, from the beginning or from its checkpoint. For arguments, errors and
    the folder see `training.compiled.train.train`; results repeat exactly on the device "cpu"."""
    run = SB3Run(config, folder, device, services)
    tell = report or (lambda _: None)
    tell(run.progress())
    with closing(run.log):
        while run.done < 1:
            run.update()
            if run.due():
                run.measure(evaluate, promote, gauge)
                run.save()
            elif checkpoint.due(run.saved):
                run.save()
            tell(run.progress())


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
        self.games, self.header = env, header
        self.roles = [np.array(part.game.declared.roles(part.players)) for part in env.parts]
        self.chance = np.random.default_rng(seed)

    def reset(self) -> np.ndarray:
        """Deal new games: float32[num_envs, observation_size + 2]."""
        return self._completed(self.games.reset())

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        """See `SelfPlayVecEnv.step_wait`; terminal observations stay as they are, PPO does not look at them."""
        observed, rewards, dones, infos = self.games.step_wait()
        return self._completed(observed), rewards, dones, infos

    def _completed(self, observed: np.ndarray) -> np.ndarray:
        columns = []
        for part, roles in zip(self.games.parts, self.roles, strict=True):
            rows, advised = np.arange(part.num_envs), np.zeros(part.num_envs)
            if self.header.advice:
                seeds = self.chance.integers(2**64, size=part.num_envs, dtype=np.uint64)
                advised = part.batch.turn(rows, seeds).heuristic_actions()
            columns.append(np.stack([roles[part.seat], advised], axis=1))
        return np.concatenate([observed, np.concatenate(columns)], axis=1, dtype=np.float32)


def tensors_of(header: NetHeader, rows: torch.Tensor) -> DecisionTensors:
    """Rows of `NetworkInputs`, float32[n, observation_size + 2], as a network takes them. All actions are legal:
    MaskablePPO masks the logits itself."""
    observed, roles, advice = rows[:, :-2], rows[:, -2].long(), rows[:, -1].long()
    if header.advice:
        observed = torch.cat([observed, one_hot(advice, header.num_actions)], dim=1)
    found = observed != 0
    lengths = found.sum(dim=1, keepdim=True)
    filled = torch.arange(max(int(lengths.max()), 1), device=rows.device) < lengths  # row by row
    indices = torch.zeros(filled.shape, dtype=torch.int32, device=rows.device)
    indices = indices.masked_scatter(filled, found.nonzero()[:, 1].int())
    entries = torch.zeros(filled.shape, device=rows.device).masked_scatter(filled, observed[found])
    masks = torch.ones(len(rows), header.num_actions, dtype=torch.bool, device=rows.device)
    return DecisionTensors(indices, entries, masks, roles, advice)


class NetworkPolicy(MaskableActorCriticPolicy):
    """A network as MaskablePPO's policy: its policy heads, and the first output of its value heads, the utility of the
    player to move.

    Args:
        *spaces, **options: see MaskableActorCriticPolicy.
        network: the first weights.
    """

    def __init__(self, *spaces: Any, network: Network, **options: Any) -> None:
        self.first = network
        super().__init__(*spaces, net_arch=[], **options)

    def _build(self, lr_schedule: Callable[[float], float]) -> None:
        self.network = TorchNetwork(self.first)
        self.optimizer = self.optimizer_class(
            self.network.parameters(),
            lr=lr_schedule(1),
            **self.optimizer_kwargs,
        )

    def forward(
        self, obs: torch.Tensor, deterministic: bool = False, action_masks: np.ndarray | None = None
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Actions, values and log probabilities."""
        shares, values = self._judged(obs, action_masks)
        actions = shares.get_actions(deterministic=deterministic)
        return actions, values, shares.log_prob(actions)

    def evaluate_actions(
        self, obs: torch.Tensor, actions: torch.Tensor, action_masks: torch.Tensor | None = None
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor | None]:
        """Values, log probabilities of `actions`, and entropies."""
        shares, values = self._judged(obs, action_masks)
        return values, shares.log_prob(actions), shares.entropy()

    def get_distribution(self, obs: Any, action_masks: np.ndarray | None = None) -> MaskableDistribution:
        """The distribution of actions."""
        return self._judged(obs, action_masks)[0]

    def predict_values(self, obs: Any) -> torch.Tensor:
        """The values, float32[n, 1]."""
        return self._judged(obs, None)[1]

    def _judged(self, obs: torch.Tensor, masks: Any) -> tuple[MaskableDistribution, torch.Tensor]:
        logits, values = self.network(tensors_of(self.network.header, obs))
        shares = self.action_dist.proba_distribution(action_logits=logits)
        if masks is not None:
            shares.apply_masking(masks)
        return shares, values[:, :1]


def make_learner(config: SB3Config, env: NetworkInputs, network: Network, device: str = "cpu") -> MaskablePPO:
    """A new learner for `env` that begins with `network`. Sets the random generators of torch, NumPy and Python."""
    own = config.ppo
    return MaskablePPO(
        NetworkPolicy,
        env,
        learning_rate=lambda left: own.learning_rate * left,
        n_steps=own.steps,
        batch_size=own.batch_size,
        n_epochs=own.epochs,
        gamma=own.gamma,
        gae_lambda=own.gae_lambda,
        clip_range=own.clip,
        ent_coef=own.entropy,
        vf_coef=own.value,
        max_grad_norm=own.max_gradient,
        target_kl=own.target_kl,
        policy_kwargs={"network": network},
        seed=config.seed,
        device=device,
    )


# ---- the training


class SB3Run:
    """A training in progress.

    Attributes:
        learner: the MaskablePPO.
        league: its opponents.
        env: its games.
        updates: number of updates made.
        history: evaluations so far.
        saved: when the last checkpoint was written by this process.
    """

    def __init__(self, config: SB3Config, folder: Path, device: str = "cpu", services: Sequence[str] = ()) -> None:
        self.config, self.folder = config, folder
        self.game = envs.game(config.game).content.with_packs([config.pack])
        self.updates, self.seconds = 0, 0.0
        self.history: list[EvaluationPoint] = []
        self.saved: float | None = None
        network = first_network(config)
        for name in ("value", "value_bias"):
            network.layers()[name][:, 1:] = (
                0  # PPO learns the values of the player to move; others must not look trained
            )
        self.first = network.header.decisions
        self.league = League(config.league, network)
        games = SelfPlayVecEnv(
            envs.game(config.game),
            config.ppo.rows,
            self.league,
            players=config.players,
            seed=config.seed,
            pack=config.pack,
            **config.options,
        )
        found = checkpoint.open_run(folder, config, self.game)
        self.env = NetworkInputs(games, network.header, config.seed)
        self.learner = make_learner(config, self.env, network, device)
        self.learner.set_logger(Logger(None, []))
        _, self.silent = self.learner._setup_learn(config.decisions, reset_num_timesteps=False)
        if found:
            self._restore(*found)
        self.log = Log(folder, self.decisions, services, config.model_dump(mode="json"))

    @property
    def decisions(self) -> int:
        """Decisions that the network has learned from."""
        return self.first + int(self.learner.num_timesteps)

    @property
    def done(self) -> float:
        """Share of the training that is done."""
        return float(self.learner.num_timesteps / self.config.decisions)

    @property
    def network(self) -> Network:
        """A copy of the network as it is now."""
        found: Network = self.learner.policy.network.compiled(decisions=self.decisions)
        return found

    def update(self) -> None:
        """Play `steps` decisions in every row and learn from them; where due, a snapshot joins the opponents."""
        learner, began = self.learner, time.perf_counter()
        learner._update_current_progress_remaining(learner.num_timesteps, self.config.decisions)
        learner.collect_rollouts(self.env, self.silent, learner.rollout_buffer, learner.n_steps)
        learner.train()
        self.updates += 1
        self.league.update(network := self.network)
        if self.updates % self.config.league.every == 0:
            self.league.add_snapshot(f"snapshot-{self.decisions}", network)
        self.league.retire(self.env.games.playing())
        self.seconds += time.perf_counter() - began
        numbers = {name: float(value) for name, value in learner.logger.name_to_value.items()}
        met = {f"games/against {name}": rate for name, rate in self.league.win_rates().items()}
        self.log.write(self.decisions, {**numbers, **met, "decisions_per_second": self.speed})
        learner.logger.dump()

    @property
    def speed(self) -> float:
        """Decisions a second so far, playing and learning."""
        return float(self.learner.num_timesteps / self.seconds) if self.seconds else 0.0

    def due(self) -> bool:
        """Whether the network is measured now: at the first update after each multiple of `every`, and at the end."""
        measured = self.history[-1].decisions - self.first if self.history else 0  # `decisions` may have grown since
        before, every = measured / self.config.decisions, self.config.evaluation.every
        return self.done >= 1 or int(self.done / every) > int(before / every)

    def measure(self, evaluate: Evaluate, promote: Promote, gauge: Gauge | None = None) -> None:
        """Write the network, measure it, make it the best if `promote` says so, and draw the curve."""
        network = self.network
        self.history.append(record(self.folder, network, evaluate, promote))
        figures = {f"against {name}": rate.mean for name, rate in self.history[-1].rates.items()}
        self.log.write(self.decisions, {**figures, **(gauge(network, []) if gauge else {})})
        curve.draw(self.folder / curve.FILE, self.game.title, self.history)

    def progress(self) -> TrainingProgress:
        """How far this training is."""
        measured = self.history[-1].rates if self.history else {}
        left = self.seconds / 60 * (1 / self.done - 1) if self.seconds and self.done else None
        done = min(round(1000 * self.done), 1000)
        return TrainingProgress("self-play", done, 1000, self.decisions, self.speed, measured, minutes_left=left)

    # ---- checkpoints

    def save(self) -> None:
        """Write the checkpoint: weights, optimiser, opponents, games, and all random generators."""
        policy, (kind, keys, *rest) = self.learner.policy, np.random.get_state()  # noqa: NPY002 (SB3 draws from it)
        weights = {name: value.detach().cpu().numpy() for name, value in policy.state_dict().items()}
        moments = {
            f"{number}/{name}": value.cpu().numpy()
            for number, found in policy.optimizer.state_dict()["state"].items()
            for name, value in found.items()
        }
        snapshots, members = self.league.save()
        games, chances = self.env.games.save()
        arrays = {
            **checkpoint.prefixed("policy", weights),
            **checkpoint.prefixed("optimizer", moments),
            **checkpoint.prefixed("league", snapshots),
            **checkpoint.prefixed("games", games),
            "observation": np.asarray(self.learner._last_obs),
            "started": np.asarray(self.learner._last_episode_starts),
            "torch": torch.get_rng_state().numpy(),
            "numpy": np.asarray(keys),
        }
        state = {
            "version": self.game.version,
            "updates": self.updates,
            "seconds": self.seconds,
            "decisions": self.learner.num_timesteps,
            "passes": self.learner._n_updates,
            "numpy": [kind, *rest],
            "advice": self.env.chance.bit_generator.state,
            "league": members,
            "games": chances,
            "history": [point.to_json() for point in self.history],
        }
        checkpoint.save(self.folder, arrays, state)
        self.saved = time.monotonic()

    def _restore(self, arrays: dict[str, np.ndarray], state: dict[str, Any]) -> None:
        learner, policy = self.learner, self.learner.policy
        weights = checkpoint.part(arrays, "policy")
        policy.load_state_dict({name: torch.from_numpy(value.copy()) for name, value in weights.items()})
        moments: dict[int, dict[str, torch.Tensor]] = {}
        for name, value in checkpoint.part(arrays, "optimizer").items():
            number, moment = name.split("/")
            moments.setdefault(int(number), {})[moment] = torch.from_numpy(value.copy())
        policy.optimizer.load_state_dict(policy.optimizer.state_dict() | {"state": moments})
        self.league.restore(checkpoint.part(arrays, "league"), state["league"], self.network)
        self.env.games.restore(checkpoint.part(arrays, "games"), state["games"])
        self.env.chance.bit_generator.state = state["advice"]
        learner._last_obs, learner._last_episode_starts = arrays["observation"], arrays["started"]
        learner.num_timesteps, learner._n_updates = state["decisions"], state["passes"]
        self.updates, self.seconds = state["updates"], state["seconds"]
        self.history = [EvaluationPoint.from_json(known) for known in state["history"]]
        torch.set_rng_state(torch.from_numpy(arrays["torch"].copy()))
        kind, *rest = state["numpy"]
        np.random.set_state((kind, arrays["numpy"], *rest))  # noqa: NPY002 (see above)
