"""PPO in self-play on one device, CPU or GPU, in one file: read it from top to bottom, copy it, change it.

What CleanRL's `ppo.py` has not: an advantage follows the decisions of one seat; a value is `outputs` numbers (of each
seat, the mover's first, and the margin of scores); in some games former networks are the opponents; and the magnet.

Sources: Schulman et al., "Proximal Policy Optimization Algorithms", 2017; Schulman et al., "High-Dimensional Continuous
Control Using Generalized Advantage Estimation", 2016; Sokota et al., "A Unified Approach to Reinforcement Learning,
Quantal Response Equilibria, and Two-Player Zero-Sum Games", 2023 (the magnet); the form: Huang et al., "CleanRL", 2022.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import torch
from torch import nn
from torch.optim.swa_utils import AveragedModel

from medianoche.training import run
from medianoche.training.torch.network import DecisionTensors, TorchNetwork, TorchSymmetries, joined, tensors_of
from medianoche.training.torch.ppo_config import PPOConfig
from medianoche.training.torch.rows import learner_rows

LOSSES = ("policy_loss", "value_loss", "entropy", "approx_kl", "clipfrac", "magnet")


class RolloutStep(NamedTuple):
    """A decision in every environment of a part, and what followed."""

    obs: DecisionTensors  # [envs]
    actions: torch.Tensor  # int64[envs]
    logprobs: torch.Tensor  # float32[envs], of the actions
    values: torch.Tensor  # float32[envs, outputs], estimated; NaN where a former network decides
    seats: torch.Tensor  # int64[envs], the seats that decide
    phases: torch.Tensor  # int64[envs], of the games
    dones: torch.Tensor = torch.zeros(0)  # bool[envs]: has the game ended?
    results: torch.Tensor = torch.zeros(0)  # float32[envs, players, outputs], values of games that have ended


class RolloutBatch(NamedTuple):
    """The n decisions of a round from which the network learns."""

    obs: DecisionTensors  # [n]
    actions: torch.Tensor  # int64[n]
    logprobs: torch.Tensor  # float32[n]
    returns: torch.Tensor  # float32[n, outputs], the targets of the values; NaN for seats without a player
    advantages: torch.Tensor  # float32[n]
    phases: torch.Tensor  # int64[n]


def gae(steps: list[RolloutStep], following: RolloutStep, gae_lambda: float) -> torch.Tensor:
    """Advantages, backwards in time, for each seat along its own decisions. Rewards come at the end, without discount.

    Args:
        steps, following: in the order of play, and the decisions after the last step.
        gae_lambda: 1 takes the results of games alone.

    Returns:
        float32[steps, envs, outputs]; NaN where the seat has not been asked since, or a former network decided.
    """
    envs = torch.arange(len(following.seats), device=following.seats.device)
    nextvalues = torch.full_like(steps[0].results, torch.nan)  # float32[envs, players, outputs], at the next decision
    nextvalues[envs, following.seats] = following.values
    lastgaelam = torch.zeros_like(nextvalues)
    advantages = []
    for step in reversed(steps):
        dones = step.dones[:, None, None]
        mover = (envs, step.seats)
        nextvalues = torch.where(dones, step.results, nextvalues)
        lastgaelam = lastgaelam.masked_fill(dones, 0.0)
        delta = nextvalues[mover] - step.values
        advantages.append(delta + gae_lambda * lastgaelam[mover])
        nextvalues[mover], lastgaelam[mover] = step.values, advantages[-1].nan_to_num()
    return torch.stack(advantages[::-1])


class Part:
    """A part of the environments: while the device computes its actions, the processor plays the other parts.

    Attributes:
        opponents: int64[snapshot_envs], the number of the former network in each environment, to the game's end.
        learns: bool[envs, players], the seats for which the learner decides; the former network decides for the others.
    """

    def __init__(self, ppo: PPO, players: int, num_envs: int, seed: int) -> None:
        config = ppo.config
        device = ppo.device
        given = {"num_players": players, "seed": seed, "pack": config.pack, **config.options}
        self.rows = learner_rows(ppo.env_device, ppo.game, num_envs, config.threads, ppo.network, device, given)
        self.ppo, self.players, self.envs = ppo, players, torch.arange(num_envs, device=device)
        self.snapshot_envs = slice(0, round(num_envs * config.snapshots))
        self.opponents = torch.zeros(self.snapshot_envs.stop, dtype=torch.int64, device=device)
        self.teams = torch.tensor(ppo.game.teams(players), device=device)
        self.learns = torch.ones((num_envs, players), dtype=torch.bool, device=device)
        self.steps: list[RolloutStep] = []
        self.begin(torch.ones(num_envs, dtype=torch.bool, device=device))
        self.ask()

    def ask(self) -> None:
        """Let the device choose an action in every environment, without waiting for it."""
        ppo, snapshot_envs, (obs, seats, phases) = self.ppo, self.snapshot_envs, self.rows.look()
        learns = self.learns[self.envs, seats]
        originals = None
        if ppo.symmetries:
            count = ppo.symmetries.count
            generator = ppo.generator
            numbers = torch.randint(count, seats.shape, device=ppo.device, generator=generator)
            obs, originals = ppo.symmetries.image(obs, numbers)
        with torch.no_grad(), ppo.precision:
            logits, values = ppo.model(obs)  # float32[envs, num_actions], float32[envs, outputs]
            for number in ppo.playing:  # each in all of these: which of them are its own, only the device knows
                theirs = ppo.agent.with_weights(ppo.snapshots[number], obs.part(snapshot_envs))[0]
                its = ~learns[snapshot_envs] & (self.opponents == number)
                logits[snapshot_envs] = torch.where(its[:, None], theirs, logits[snapshot_envs])
        noise = torch.empty_like(logits).exponential_(generator=ppo.generator).log()
        actions = (logits - noise).argmax(dim=1)  # sampled by probability: the Gumbel-max trick
        logprobs = torch.log_softmax(logits, dim=1).gather(1, actions[:, None]).squeeze(1)
        self.rows.choose(actions if originals is None else originals.gather(1, actions[:, None]).squeeze(1))
        self.next = RolloutStep(obs, actions, logprobs, values.masked_fill(~learns[:, None], torch.nan), seats, phases)

    def step(self) -> None:
        """Play the actions, remember what followed, and ask for the next ones."""
        dones, results = self.rows.step()
        self.steps.append(self.next._replace(dones=dones.clone(), results=results))
        self.begin(dones)
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

    def rollout(self) -> RolloutBatch:
        """The learner's decisions of the round whose advantages are known."""
        self.rows.check()
        steps = self.steps
        self.steps = []
        margin = self.ppo.config.margin
        advantages = gae(steps, self.next, self.ppo.config.gae_lambda)
        returns = torch.stack([step.values for step in steps]) + advantages  # float32[steps, envs, outputs]
        returns[..., self.players : -1] = torch.nan
        weighted = advantages[..., 0] + margin * (advantages[..., -1] - advantages[..., 0])  # utility and margin
        obs, actions, logprobs, _, _, phases, *_ = zip(*steps, strict=True)
        columns = *map(torch.cat, (actions, logprobs)), returns.flatten(0, 1), weighted.flatten(), torch.cat(phases)
        rows = weighted.flatten().isfinite().nonzero().squeeze(1)
        return RolloutBatch(joined(obs).part(rows), *(column[rows] for column in columns))


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
        counts: float32[roles, phases], the decisions of each kind that the network has learned from.
        mean: the mean of the weights after the last rounds.
    """

    KEPT = ("agent", "optimizer", "magnet", "snapshots", "counts", "mean")
    config: PPOConfig

    def __init__(self, config: PPOConfig, device: str = "cpu", env_device: Any = None) -> None:
        super().__init__(config)
        self.device = torch.device(device)
        self.env_device = env_device or (device if self.device.type == "cuda" else "cpu")
        self.agent = TorchNetwork(self.network).to(self.device)
        self.model: Any = torch.compile(self.agent, dynamic=True) if config.compile else self.agent
        self.optimizer = torch.optim.Adam(self.agent.parameters(), config.learning_rate, eps=config.adam_eps)
        self.magnet = self.agent.weights() if config.magnet else None
        self.precision = torch.autocast(self.device.type, torch.bfloat16, enabled=config.bf16)
        self.symmetries = TorchSymmetries(config.game_symmetries(), self.device) if config.symmetries else None
        self.snapshots: dict[int, dict[str, torch.Tensor]] = {}
        self.parts: list[Part] = []
        self.counts = torch.zeros(
            (self.network.header.roles, max(self.game.declaration.phases) + 1), device=self.device
        )
        self.mean = AveragedModel(self.agent)

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
        obs, *columns = zip(*(part.rollout() for part in self.parts), strict=True)
        batch = RolloutBatch(joined(obs), *map(torch.cat, columns))
        losses = self.update(batch) if len(batch.actions) else {"policy_loss": 0 * float(part.next.logprobs.sum())}
        rounds = self.state.rounds + 1
        if self.done >= 1 - self.config.average_last:
            self.mean.update_parameters(self.agent)
        if self.magnet is not None and rounds % self.config.magnet_every == 0:
            self.magnet = self.agent.weights()
        if rounds % self.config.snapshot_every == 0:
            self.snapshots[rounds // self.config.snapshot_every] = self.agent.weights()
        self.draw_opponent(rounds)
        return len(batch.actions), losses

    def update(self, batch: RolloutBatch) -> dict[str, float]:
        """Some epochs of PPO's clipped objective over the decisions of a round, in random order."""
        config = self.config
        done = min(self.done, 1.0)
        n = len(batch.actions)
        self.optimizer.param_groups[0]["lr"] = run.annealed(config.learning_rate, config.anneal_lr, done)
        ent_coef = run.annealed(config.ent_coef, config.anneal_ent, done)
        std = batch.advantages.std(correction=min(1, n - 1))  # 0 of one decision
        advantages = (batch.advantages - batch.advantages.mean()) / (std + 1e-6)
        self.counts.index_put_((batch.obs.roles, batch.phases), torch.ones_like(advantages), accumulate=True)
        rarity = self.counts.amax(dim=1, keepdim=True) / self.counts.clamp(min=1)
        rarity = rarity.clamp(max=run.RARITY_LIMIT)[batch.obs.roles, batch.phases]
        advantages = advantages * rarity**config.rarity_adv
        ent_weights = rarity**config.rarity_ent
        for _ in range(config.update_epochs):
            losses = []
            b_inds = torch.randperm(n, device=self.device, generator=self.generator)
            for mb_inds in b_inds.tensor_split(max(1, n // config.minibatch_size)):
                obs = batch.obs.part(mb_inds)
                mb_advantages = advantages[mb_inds]
                with self.precision:
                    logits, values = self.model(obs)
                logprobs = torch.log_softmax(logits, dim=1)  # float32[minibatch, num_actions]
                logratio = logprobs.gather(1, batch.actions[mb_inds][:, None]).squeeze(1) - batch.logprobs[mb_inds]
                ratio = logratio.exp()
                clipped = ratio.clamp(1 - config.clip_coef, 1 + config.clip_coef)
                pg_loss = -torch.minimum(ratio * mb_advantages, clipped * mb_advantages).mean()
                entropies = -(logprobs.exp() * logprobs).sum(dim=1)
                entropy = entropies.mean()
                ent_loss = (ent_weights[mb_inds] * entropies).mean()
                v_loss = (values - batch.returns[mb_inds]).nan_to_num().square().sum(dim=1).mean()
                magnet_kl = pg_loss.new_zeros(())
                if self.magnet is not None:
                    with torch.no_grad(), self.precision:
                        magnet = torch.log_softmax(self.agent.with_weights(self.magnet, obs)[0], dim=1)
                    magnet_kl = (logprobs.exp() * (logprobs - magnet)).sum(dim=1).mean()
                loss = pg_loss - ent_coef * ent_loss + config.magnet * magnet_kl + config.vf_coef / 2 * v_loss
                self.optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(self.agent.parameters(), config.max_grad_norm)
                self.optimizer.step()
                approx_kl = (ratio - 1 - logratio).mean()
                clipfrac = ((ratio - 1).abs() > config.clip_coef).float().mean()
                losses.append(torch.stack([pg_loss, v_loss, entropy, approx_kl, clipfrac, magnet_kl]).detach())
        return dict(zip(LOSSES, torch.stack(losses).mean(dim=0).tolist(), strict=True))

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
        """Arrays of a checkpoint as tensors."""
        return tensors_of(value, self.device)
