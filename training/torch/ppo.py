"""The learner `torch`: the PPO of `recipes/ppo.py` as a training in a folder, on one device, CPU or GPU.

The recipe says how an action is drawn, what advantages are, and what is minimised. This file has the rest: the games,
on the CPU or the GPU; former networks as opponents; the margin of scores in the advantages; weights of rare decisions.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import torch
from torch.optim.swa_utils import AveragedModel

from medianoche.envs.core.errors import IllegalActionError
from medianoche.training import run
from medianoche.training.checkpoint import tensors_of
from medianoche.training.recipes import ppo as recipe
from medianoche.training.recipes.ppo import Rollout, Step, gae, normalised, sampled
from medianoche.training.torch import illegal
from medianoche.training.torch.network import DecisionTensors, TorchNetwork, TorchSymmetries, joined
from medianoche.training.torch.ppo_config import PPOConfig
from medianoche.training.torch.rows import learner_rows

OF_THE_RECIPE = (
    "gae_lambda",
    "minibatch_size",
    "update_epochs",
    "clip_coef",
    "vf_coef",
    "max_grad_norm",
    "magnet",
)
"""Settings of a training that are options of the recipe, under the same names."""
NOT_YET = torch.zeros(0)
"""What followed a decision that has not been played."""


class Part:
    """A part of the environments: while the device computes its actions, the processor plays the other parts.

    Attributes:
        opponents: int64[snapshot_envs], the number of the former network in each environment, to the game's end.
        logits: float32[envs, num_actions], of the decision that each row asks for.
        learns: bool[envs, players], the seats for which the learner decides; the former network decides for the others.
    """

    def __init__(self, ppo: PPO, players: int, num_envs: int, seed: int) -> None:
        config = ppo.config
        device = ppo.device
        batch_options = ppo.batch_options(players, seed)
        arguments = ppo.env_device, ppo.game, num_envs, config.threads, ppo.network, device, batch_options
        self.rows = learner_rows(*arguments, checked=config.checked)
        self.ppo, self.players, self.envs = ppo, players, torch.arange(num_envs, device=device)
        self.snapshot_envs = slice(0, round(num_envs * config.snapshots))
        self.opponents = torch.zeros(self.snapshot_envs.stop, dtype=torch.int64, device=device)
        self.teams = torch.tensor(ppo.game.teams(players), device=device)
        self.learns = torch.ones((num_envs, players), dtype=torch.bool, device=device)
        self.steps: list[Step] = []
        self.phases: list[torch.Tensor] = []
        self.begin(torch.ones(num_envs, dtype=torch.bool, device=device))
        self.ask()

    def ask(self) -> None:
        """Let the device choose an action in every environment, without waiting for it."""
        ppo = self.ppo
        seen, seat, self.phase = self.rows.look()
        learns = self.learns[self.envs, seat]
        originals = None
        if ppo.symmetries:
            numbers = torch.randint(ppo.symmetries.count, seat.shape, device=ppo.device, generator=ppo.generator)
            seen, originals = ppo.symmetries.image(seen, numbers)
        with torch.no_grad():
            logits, value = ppo.model(*seen)
            former = self.snapshot_envs
            for number in ppo.playing:  # each in all of these: which of them are its own, only the device knows
                theirs = ppo.agent.with_weights(ppo.snapshots[number], *seen.part(former))[0]
                its = ~learns[former] & (self.opponents == number)
                logits[former] = torch.where(its[:, None], theirs, logits[former])
        self.logits = logits
        action, logprob = sampled(logits, seen.masks, ppo.generator)
        self.rows.choose(action if originals is None else originals.gather(1, action[:, None]).squeeze(1))
        value = value.masked_fill(~learns[:, None], torch.nan)
        self.next = Step(seen, action, logprob, value, seat, ended=NOT_YET, result=NOT_YET)

    def step(self) -> None:
        """Play the actions, remember what followed, and ask for the next ones."""
        try:
            ended, result = self.rows.step()
        except IllegalActionError as error:
            raise illegal.recorded(self, error, [self.next], len(self.steps)) from error
        self.steps.append(self.next._replace(ended=ended.clone(), result=result))
        self.phases.append(self.phase)
        self.begin(ended)
        self.ask()

    def begin(self, new: torch.Tensor) -> None:
        """Games begin in `new`, bool[envs]; in `snapshot_envs` the opponent plays all teams but one."""
        if self.ppo.opponent:
            teams = int(self.teams.max()) + 1
            snapshot_envs = self.snapshot_envs
            alone = torch.randint(teams, new.shape, device=self.ppo.device, generator=self.ppo.generator)
            begun = new[snapshot_envs]
            learns = self.teams == alone[snapshot_envs, None]
            self.opponents = torch.where(begun, self.ppo.opponent, self.opponents)
            self.learns[snapshot_envs] = torch.where(begun[:, None], learns, self.learns[snapshot_envs])

    def rollout(self) -> tuple[Rollout, torch.Tensor]:
        """The learner's decisions of the round whose advantages are known, and their phases; the advantages are of
        utility and margin, and not yet normalised."""
        steps = self.steps
        try:
            self.rows.check()
        except IllegalActionError as error:
            raise illegal.recorded(self, error, steps) from error
        phase = torch.cat(self.phases)
        self.steps = []
        self.phases = []
        config = self.ppo.config
        advantages = gae(steps, self.next.value, self.next.seat, config.gae_lambda)
        seen, action, logprob, value, *_ = zip(*steps, strict=True)
        target = torch.stack(value) + advantages  # float32[steps, envs, outputs]
        target[..., self.players : -1] = torch.nan  # of seats without a player
        utility = advantages[..., 0]
        gain = (utility + config.margin * (advantages[..., -1] - utility)).flatten()
        known = gain.isfinite().nonzero().squeeze(1)
        columns = torch.cat(action), torch.cat(logprob), gain, target.flatten(0, 1), torch.ones_like(gain)
        return Rollout(joined(seen), *columns).part(known), phase[known]


class PPO(run.SelfPlayAlgorithm):
    """PPO in self-play.

    Args:
        config, device: of the training, and of its network.
        env_device: where the games are played: "cpu", or a device for `DeviceBatch`; usually a GPU if `device` is one.

    Attributes:
        agent: the network that learns; `model` is the same, compiled if the configuration says so.
        snapshots: former networks by number, from 1: the latest ones, and those whose games go on.
        opponent: the number of the one that new games are against, drawn for each round; 0: none.
        playing: the numbers of this one and of all whose games go on.
        args: the options of the recipe.
        counts: float32[roles, phases], the decisions of each kind that the network has learned from.
        mean: the mean of the weights after the last rounds.
    """

    KEPT = ("agent", "optimizer", "magnet", "snapshots", "counts", "mean")
    goes_on_exactly = False
    config: PPOConfig

    def __init__(self, config: PPOConfig, device: str = "cpu", env_device: Any = None) -> None:
        super().__init__(config)
        self.device = torch.device(device)
        self.env_device = env_device or (device if self.device.type == "cuda" else "cpu")
        self.agent = TorchNetwork(self.network, config.bf16).to(self.device)
        self.model: Any = torch.compile(self.agent, dynamic=True) if config.compile else self.agent
        self.optimizer = torch.optim.Adam(self.agent.parameters(), config.learning_rate, eps=config.adam_eps)
        self.magnet = self.agent.weights() if config.magnet else None
        self.symmetries = TorchSymmetries(config.game_symmetries(), self.device) if config.symmetries else None
        self.snapshots: dict[int, dict[str, torch.Tensor]] = {}
        self.parts: list[Part] = []
        self.counts = torch.zeros(
            (self.network.header.roles, max(self.game.declaration.phases) + 1), device=self.device
        )
        self.mean = AveragedModel(self.agent)
        self.args = recipe.Args(**{name: getattr(config, name) for name in OF_THE_RECIPE})

    def deal(self) -> None:
        """Begin the games of all parts."""
        self.draw_opponent(self.state.rounds)
        seeds = np.random.SeedSequence([self.config.seed, self.state.rounds]).generate_state(64)
        self.generator = torch.Generator(self.device).manual_seed(int(seeds[0]))
        num_envs = -(-self.config.num_envs // (count := max(2, len(players := self.players))))
        self.parts = [Part(self, players[k % len(players)], num_envs, int(seeds[k + 1])) for k in range(count)]

    def round(self) -> tuple[int, dict[str, float]]:
        """Play a round, learn from it; losses: means over the last epoch; 0 without decisions, NaN if weights are."""
        if not self.parts:
            self.deal()
        for _ in range(self.config.num_steps):
            for part in self.parts:
                part.step()
        rollouts, phases = zip(*(part.rollout() for part in self.parts), strict=True)
        seen, *columns = zip(*rollouts, strict=True)
        b = Rollout(joined(seen), *map(torch.cat, columns))
        if n := len(b.action):
            losses = self.update(self.weighed(b, torch.cat(phases)))
        else:
            losses = {"policy_loss": 0 * float(part.next.logprob.sum())}
        rounds = self.state.rounds + 1
        if self.done >= 1 - self.config.average_last:
            self.mean.update_parameters(self.agent)
        if self.magnet is not None and rounds % self.config.magnet_every == 0:
            self.magnet = self.agent.weights()
        if rounds % self.config.snapshot_every == 0:
            self.snapshots[rounds // self.config.snapshot_every] = self.agent.weights()
        self.draw_opponent(rounds)
        return n, losses

    def weighed(self, b: Rollout, phase: torch.Tensor) -> Rollout:
        """The decisions with normalised advantages, and with weights by the rarity of their kinds: role and phase."""
        role = DecisionTensors(*b.seen).roles
        self.counts.index_put_((role, phase), torch.ones_like(b.advantage), accumulate=True)
        rarity = self.counts.amax(dim=1, keepdim=True) / self.counts.clamp(min=1)
        rarity = rarity.clamp(max=run.RARITY_LIMIT)[role, phase]
        gain = normalised(b.advantage) * rarity**self.config.rarity_adv
        return b._replace(advantage=gain, weight=rarity**self.config.rarity_ent)

    def update(self, b: Rollout) -> dict[str, float]:
        """The recipe's update, with the learning rate and the weight of the entropy of now."""
        config = self.config
        done = min(self.done, 1.0)
        self.optimizer.param_groups[0]["lr"] = run.annealed(config.learning_rate, config.anneal_lr, done)
        args = replace(self.args, ent_coef=run.annealed(config.ent_coef, config.anneal_ent, done))
        magnet = partial(self.agent.with_weights, self.magnet) if self.magnet else None
        return recipe.update(args, self.model, self.optimizer, b, magnet, self.generator)

    def draw_opponent(self, rounds: int) -> None:
        """Draw the opponent of the round after so many, and forget the former networks that are needed no more."""
        made = rounds // self.config.snapshot_every
        latest = range(max(0, made - self.config.snapshots_kept) + 1, made + 1)
        drawn = np.random.default_rng([self.config.seed, rounds]).integers(max(1, len(latest)))
        self.opponent = latest[drawn] if latest and self.config.snapshots else 0
        going_on = {number for part in self.parts for number in part.opponents.tolist()}
        self.playing = sorted({self.opponent, *going_on} - {0})
        self.snapshots = {number: self.snapshots[number] for number in sorted({*latest, *self.playing})}

    def trained(self) -> Any:
        """The network as `agents.network.Network`, to be measured."""
        return (self.mean.module if self.mean.n_averaged else self.agent).compiled(decisions=self.state.decisions)

    def from_checkpoint(self, name: str, value: Any) -> Any:
        """Arrays of a checkpoint as tensors: `magnet` and `snapshots` are dictionaries."""
        return tensors_of(value, self.device)
