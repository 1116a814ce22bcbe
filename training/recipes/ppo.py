"""PPO in self-play with torch: read this file from top to bottom, copy it, change it.

    python -m medianoche.training.recipes.ppo --game misty --decisions 3000000 --out runs/recipes/ppo

In a part of the rows the network plays all seats. In the others it has the seats of one team, and a former network or
an agent of the suite has the rest. CleanRL's `ppo.py` learns with one player; what several players change:

- An advantage follows the decisions of one seat: what comes after a decision is the same seat's next one in that row.
- The result comes at the end of a game for all seats, also for those that did not move last.
- A seat that is not asked again before the rollout ends has no value to bootstrap from: its decision is left out.
- A value is never bootstrapped from the game that follows in the same row.

The same command goes on after a stop, from the checkpoint that is written every minute: on a processor with the same
final weights as without the stop, unless `opponent` is an agent that remembers its games. In Python,
`train(..., resume=True)` does so.

`medianoche train GAME --learner torch` calls the same `sampled`, `gae`, `normalised` and `update`, on CPU and GPU. It
adds what a long training needs: a configuration, checkpoints, games on the GPU (`training/torch/ppo.py`).

Sources: Schulman et al., "Proximal Policy Optimization Algorithms", 2017; Schulman et al., "High-Dimensional Continuous
Control Using Generalized Advantage Estimation", 2016; Sokota et al., "A Unified Approach to Reinforcement Learning,
Quantal Response Equilibria, and Two-Player Zero-Sum Games", 2023 (the magnet); the form: Huang et al., "CleanRL", 2022.
"""

from __future__ import annotations

import copy
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, Self

import numpy as np
import torch
from torch import nn

import medianoche
from medianoche.agents import Agent, Network, agent, ask
from medianoche.agents.network import NetHeader
from medianoche.agents.seating import show_rows, step_with
from medianoche.envs.core.errors import MedianocheError
from medianoche.training import Checkpoint, Log, command_line, measure

Evaluate = Callable[..., tuple[torch.Tensor, torch.Tensor]]
"""A policy: of what n decisions see, the logits, float32[n, num_actions], and the values, float32[n, outputs]."""


@dataclass
class Args:
    """The options of the command line."""

    game: str = "misty"  # a game's name, or `module:Class` for one of your own
    decisions: int = 3_000_000  # the learner's, in all
    seed: int = 1  # of all random choices
    players: int = 0  # their number; 0: the game's default
    out: str = "runs/recipes/ppo"  # the folder: policy.safetensors, log.jsonl, log.csv, logs for TensorBoard
    opponent: str = "greedy"  # any agent's string
    opponent_share: float = 0.1  # of the rows, against `opponent`
    former_share: float = 0.2  # of the rows, against former networks; in the others the network plays itself
    snapshot_every: int = 10  # updates between two former networks
    gamma: float = 1.0  # the discount from a seat's decision to its next one; 1: none, since results come at the end
    cuda: bool = False  # the network on a GPU; the games stay on the processor
    track: bool = False  # write to Weights & Biases, too: WANDB_PROJECT, WANDB_ENTITY and WANDB_MODE say where
    num_envs: int = 256  # games at once, the rows
    num_steps: int = 64  # decisions in each row between two updates
    learning_rate: float = 1e-3  # of Adam, at the beginning; it falls to 0
    gae_lambda: float = 0.95  # 1: advantages by results, 0: by the value of the next decision
    minibatch_size: int = 2048  # decisions of a step of the optimizer, at least
    update_epochs: int = 3  # of each rollout
    clip_coef: float = 0.2  # how far an action's probability moves in an update, as a share
    ent_coef: float = 0.02  # weight of the entropy
    vf_coef: float = 1.0  # weight of the values' loss, half the squared error
    max_grad_norm: float = 0.5  # longer gradients are scaled to this
    magnet: float = 0.0  # weight of the divergence from the magnet, a copy of former weights
    magnet_every: int = 20  # updates from one copy to the next
    evaluate_every: int = 40  # updates between two evaluations
    evaluate_games: int = 200  # against each opponent


class Policy(nn.Module):
    """Logits of the legal actions and the value of the seat that sees the observation; heads for each role."""

    def __init__(self, game: medianoche.Game, hidden: tuple[int, int] = (256, 128)) -> None:
        super().__init__()
        self.game = game
        self.hidden = hidden
        self.roles = game.rules.num_roles
        layers = [nn.Linear(game.observation_size, hidden[0]), nn.Linear(*hidden)]
        self.body = nn.Sequential(*(part for layer in layers for part in (layer, nn.ReLU())))
        heads = self.roles * game.num_actions, self.roles
        self.policy, self.value = (nn.Linear(hidden[-1], outputs) for outputs in heads)
        for layer, scale in [(layer, 2**0.5) for layer in layers] + [(self.policy, 0.01), (self.value, 1.0)]:
            nn.init.orthogonal_(layer.weight, scale)
            nn.init.zeros_(layer.bias)

    def forward(self, obs: torch.Tensor, mask: torch.Tensor, role: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Logits and values of n decisions, see `Evaluate`, with one output. `obs`: float32[n, observation_size],
        `mask`: bool[n, num_actions], `role`: int64[n]."""
        last = self.body(obs)
        rows = torch.arange(len(obs), device=obs.device)
        logits = self.policy(last).view(len(obs), self.roles, -1)[rows, role].masked_fill(~mask, -1e9)
        value = torch.tanh(self.value(last)[rows, role])
        return logits, value[:, None]

    def save(self, file: Path, decisions: int) -> None:
        """Write a network file of the suite: `medianoche tournament GAME --agents net:FILE greedy` plays it."""
        header = NetHeader.made_for(self.game, hidden=self.hidden, decisions=decisions)
        network = Network(header, np.zeros_like(Network.new(header).parameters))
        layers = network.layers()
        state = {name: value.cpu().numpy() for name, value in self.state_dict().items()}
        for number in range(len(self.hidden)):
            layers[f"hidden_{number + 1}"][:] = state[f"body.{2 * number}.weight"].T
            layers[f"hidden_{number + 1}_bias"][:] = state[f"body.{2 * number}.bias"]
        layers["policy"][:] = state["policy.weight"].reshape(layers["policy"].shape)
        layers["policy_bias"][:] = state["policy.bias"].reshape(layers["policy_bias"].shape)
        layers["value"][:, 0], layers["value_bias"][:, 0] = state["value.weight"], state["value.bias"]
        network.save(file)


class Opponents:
    """The players of all seats: the learner's network, former networks, and an agent.

    Attributes:
        team: int[num_envs], the learner's team; -1 where it plays all seats.
        former: int[num_envs], the number of the former network that plays the other teams; -1: the agent does.
        seats: bool[num_envs, seats], those of the agent, which `step_with` and `show_rows` show its games.
    """

    def __init__(self, args: Args, batch: medianoche.Batch, policy: Policy, rng: np.random.Generator) -> None:
        self.batch, self.policy, self.chance, self.agent = batch, policy, rng, agent(args.opponent)
        self.teams = np.array(batch.game.teams(batch.num_players))
        shares = round(args.opponent_share * args.num_envs), round(args.former_share * args.num_envs)
        # first the agent's rows, then former networks'
        self.first = shares[0]
        self.mixed = sum(shares)
        self.drawn = 0
        (self.team, self.former), self.snapshots = np.full((2, args.num_envs), -1), [copy.deepcopy(policy)]
        self.deal(np.ones(args.num_envs, bool))

    def draw(self, keep: bool) -> None:
        """Draw the former network that new games are against; `keep` the network of now as another one."""
        self.snapshots += [copy.deepcopy(self.policy)] if keep else []
        self.drawn = self.chance.integers(len(self.snapshots))

    def deal(self, new: np.ndarray) -> None:
        """New games begin in the rows where `new`, bool[num_envs]."""
        rows = np.flatnonzero(new[: self.mixed])
        self.team[rows] = self.chance.integers(self.teams.max() + 1, size=len(rows))
        self.former[rows[rows >= self.first]] = self.drawn
        self.show(rows)

    def show(self, rows: np.ndarray) -> None:
        """Show the agent, if it remembers games, those that begin in `rows`."""
        self.seats = (self.teams != self.team[:, None]) & (np.arange(len(self.team)) < self.first)[:, None]
        show_rows(self.agent, self.batch, rows, self.seats[rows], self.chance, self.batch.games[rows])

    def state_dict(self) -> dict[str, Any]:
        """The state that `load_state_dict` restores."""
        snapshots = [former.state_dict() for former in self.snapshots]
        return {"team": self.team, "former": self.former, "drawn": int(self.drawn), "snapshots": snapshots}

    def load_state_dict(self, kept: dict[str, Any]) -> None:
        """Go on as `state_dict` says. To an agent that remembers, the games of now begin here."""
        self.team = kept["team"]
        self.former = kept["former"]
        self.drawn = kept["drawn"]
        self.snapshots = [copy.deepcopy(self.policy) for _ in kept["snapshots"]]
        for former, weights in zip(self.snapshots, kept["snapshots"], strict=True):
            former.load_state_dict(weights)
        self.show(np.arange(self.mixed))

    def learns(self, seat: np.ndarray) -> np.ndarray:
        """bool[num_envs]: whether the learner decides for `seat`, int[num_envs]."""
        return np.logical_or(self.team < 0, self.teams[seat] == self.team)

    @torch.no_grad()
    def answer(self, action: np.ndarray, learns: np.ndarray, *seen: torch.Tensor) -> np.ndarray:
        """The actions of all rows: the learner's where it decides, elsewhere the opponents'. `seen` as in `Policy`."""
        theirs = np.flatnonzero(~learns)
        action = action.copy()
        for number in np.unique(self.former[theirs]):
            rows = theirs[self.former[theirs] == number]
            if number < 0:
                seeds = self.chance.integers(2**64, size=len(rows), dtype=np.uint64)
                action[rows] = ask(self.agent, self.batch.turn(rows, seeds))
            else:
                part = tuple(column[torch.from_numpy(rows)] for column in seen)
                action[rows] = sampled(self.snapshots[number](*part)[0], part[1])[0].cpu().numpy()
        return action


def sampled(
    logits: torch.Tensor, mask: torch.Tensor, generator: torch.Generator | None = None
) -> tuple[torch.Tensor, torch.Tensor]:
    """A legal action of each row, drawn by its probability, int64[n], and the logarithm of this probability,
    float32[n]. `mask`, bool[n, num_actions], decides what is legal, also where logits are no numbers or infinite."""
    noise = torch.empty_like(logits).exponential_(generator=generator).log()
    scores = (logits - noise).nan_to_num()  # the Gumbel-max trick; all are finite, so each is above -inf
    action = scores.masked_fill(~mask, -torch.inf).argmax(dim=1)
    return action, logprob_of(logits.log_softmax(dim=1), action)


def logprob_of(logprobs: torch.Tensor, action: torch.Tensor) -> torch.Tensor:
    """float32[n]: the entry of each row's action, int64[n], in float32[n, num_actions]."""
    return logprobs.gather(1, action[:, None]).squeeze(1)


class Step(NamedTuple):
    """A decision in every row, and what followed."""

    seen: Sequence[torch.Tensor]  # each [envs, ...], the arguments of the policy
    action: torch.Tensor  # int64[envs]
    logprob: torch.Tensor  # float32[envs], of the action
    value: torch.Tensor  # float32[envs, outputs], estimated; NaN where an opponent decides
    seat: torch.Tensor  # int64[envs], the seat that decides
    ended: torch.Tensor  # bool[envs], whether the game has ended
    result: torch.Tensor  # float32[envs, seats, outputs], the values of games that have ended


def gae(
    steps: list[Step], next_value: torch.Tensor, next_seat: torch.Tensor, gae_lambda: float, gamma: float = 1.0
) -> torch.Tensor:
    """Advantages, backwards in time, for each seat along its own decisions. All rewards are final.

    Args:
        steps: in the order of play.
        next_value, next_seat: float32[envs, outputs] and int64[envs], of the decisions after the last step.
        gae_lambda: 1: by results, 0: by the value of the next decision.
        gamma: the discount from a seat's decision to its next one; the result counts in full for its last one.

    Returns:
        float32[steps, envs, outputs]; NaN where the seat is not asked again, or an opponent decides.
    """
    envs = torch.arange(len(next_seat), device=next_seat.device)
    after = torch.full_like(steps[0].result, torch.nan)  # of each seat, the value at its next decision, or its result
    after[envs, next_seat] = gamma * next_value
    lastgaelam = torch.zeros_like(after)
    advantages = []
    for step in reversed(steps):
        over = step.ended[:, None, None]
        mover = (envs, step.seat)
        after = torch.where(over, step.result, after)
        lastgaelam = lastgaelam.masked_fill(over, 0.0)
        advantage = after[mover] - step.value + gamma * gae_lambda * lastgaelam[mover]
        advantages.append(advantage)
        after[mover] = gamma * step.value
        lastgaelam[mover] = advantage.nan_to_num()
    return torch.stack(advantages[::-1])


class Rollout(NamedTuple):
    """The n decisions from which the policy learns, or some of them."""

    seen: Sequence[torch.Tensor]  # each [n, ...], the arguments of the policy
    action: torch.Tensor  # int64[n]
    logprob: torch.Tensor  # float32[n], of the action when it was played
    advantage: torch.Tensor  # float32[n], normalised
    target: torch.Tensor  # float32[n, outputs], of the values; NaN: none
    weight: torch.Tensor  # float32[n], of its entropy, among the others

    def part(self, rows: torch.Tensor) -> Self:
        """The decisions in `rows`, int64[k] or bool[n]."""
        seen, *columns = self
        return type(self)([column[rows] for column in seen], *(column[rows] for column in columns))


def normalised(advantage: torch.Tensor) -> torch.Tensor:
    """float32[n] with mean 0 and standard deviation 1."""
    spread = advantage.std(correction=min(1, len(advantage) - 1))  # 0 of one decision
    return (advantage - advantage.mean()) / (spread + 1e-6)


def learned_from(
    steps: list[Step], next_value: torch.Tensor, next_seat: torch.Tensor, gae_lambda: float, gamma: float = 1.0
) -> Rollout:
    """The decisions of a rollout whose advantages are known; for the arguments see `gae`."""
    advantage = gae(steps, next_value, next_seat, gae_lambda, gamma)
    known = advantage[..., 0].isfinite()  # bool[steps, envs]
    seen, action, logprob, value, *_ = zip(*steps, strict=True)
    target = torch.stack(value) + advantage
    gain = normalised(advantage[known][:, 0])
    columns = [torch.stack(column)[known] for column in (*zip(*seen, strict=True), action, logprob)]
    return Rollout(columns[:-2], *columns[-2:], gain, target[known], torch.ones_like(gain))


LOSSES = ("policy_loss", "value_loss", "entropy", "approx_kl", "clipfrac", "magnet")


def objective(
    args: Args, policy: Evaluate, b: Rollout, magnet: Evaluate | None = None
) -> tuple[torch.Tensor, torch.Tensor]:
    """PPO's clipped objective for the decisions `b`, to be minimised, and the LOSSES."""
    logits, value = policy(*b.seen)
    logprobs = logits.log_softmax(dim=1)
    logratio = logprob_of(logprobs, b.action) - b.logprob
    ratio = logratio.exp()
    clipped = ratio.clamp(1 - args.clip_coef, 1 + args.clip_coef)
    pg_loss = -torch.minimum(ratio * b.advantage, clipped * b.advantage).mean()
    v_loss = (value - b.target).nan_to_num().square().sum(dim=1).mean()
    entropy = -(logprobs.exp() * logprobs).sum(dim=1)
    loss = pg_loss - args.ent_coef * (b.weight * entropy).mean()
    divergence = torch.zeros_like(pg_loss)
    if magnet:
        with torch.no_grad():
            theirs = magnet(*b.seen)[0].log_softmax(dim=1)
        divergence = (logprobs.exp() * (logprobs - theirs)).sum(dim=1).mean()
        loss = loss + args.magnet * divergence
    approx_kl = (ratio - 1 - logratio).mean()
    clipfrac = ((ratio - 1).abs() > args.clip_coef).float().mean()
    losses = torch.stack([pg_loss, v_loss, entropy.mean(), approx_kl, clipfrac, divergence])
    return loss + args.vf_coef / 2 * v_loss, losses.detach()


def update(
    args: Args,
    policy: Evaluate,
    optimizer: torch.optim.Optimizer,
    b: Rollout,
    magnet: Evaluate | None = None,
    generator: torch.Generator | None = None,
) -> dict[str, float]:
    """Some epochs over the decisions of a rollout, in random order; returns the mean LOSSES of the last epoch.

    Nothing changes without decisions, and nothing is returned."""
    weights = optimizer.param_groups[0]["params"]
    if not (n := len(b.action)):
        return {}
    for _ in range(args.update_epochs):
        losses = []
        order = torch.randperm(n, device=b.action.device, generator=generator)
        for mb in order.tensor_split(max(1, n // args.minibatch_size)):
            loss, figures = objective(args, policy, b.part(mb), magnet)
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(weights, args.max_grad_norm)
            optimizer.step()
            losses.append(figures)
    return dict(zip(LOSSES, torch.stack(losses).mean(dim=0).tolist(), strict=True))


def device_of(args: Any) -> torch.device:
    """The device of the network. Raises MedianocheError if there is no GPU, but one is wanted."""
    if args.cuda and not torch.cuda.is_available():
        raise MedianocheError("--cuda: torch finds no GPU here; leave it out")
    return torch.device("cuda" if args.cuda else "cpu")


def train(game: str, decisions: int, seed: int, resume: bool = False, **others: Any) -> Agent:
    """Learn, and return the agent. With `resume` the training goes on from the checkpoint in `out`. All other arguments
    are fields of `Args`."""
    args = Args(game, decisions, seed, **others)
    device = device_of(args)
    torch.manual_seed(args.seed)
    rng = np.random.default_rng(args.seed)
    batch = medianoche.make_batch(args.game, args.num_envs, num_players=args.players or None, seed=args.seed)
    roles = np.array(batch.game.roles(batch.num_players))
    policy = Policy(batch.game).to(device)
    optimizer = torch.optim.Adam(policy.parameters(), lr=args.learning_rate, eps=1e-5)
    magnet = copy.deepcopy(policy) if args.magnet else None
    opponents = Opponents(args, batch, policy, rng)
    file = Path(args.out) / "policy.safetensors"
    checkpoint = Checkpoint(file.parent, vars(args), batch.game, resume)
    parts = {"policy": policy, "optimizer": optimizer, "magnet": magnet, "batch": batch, "opponents": opponents}
    parts |= {"rng": rng, "torch": torch.default_generator}
    if args.cuda:
        parts["cuda"] = torch.cuda.default_generators[0]
    kept = checkpoint.restore(parts)
    log = Log(file.parent, kept.get("done", -1), ["wandb"] * args.track, vars(args))
    done = first = kept.get("done", 0)
    number = kept.get("number", 0)
    began = time.perf_counter()

    def look() -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:  # copies: the next step overwrites the views
        columns = batch.observation, batch.action_mask != 0, roles[batch.to_move.astype(int)]
        return tuple(torch.tensor(column, device=device) for column in columns)

    while True:
        over = done >= args.decisions
        if number != kept.get("number") and (number % args.evaluate_every == 0 or over):
            policy.save(file, done)
            print(measure(args, log, done, f"net:{file}"))
        if over or checkpoint.due():
            checkpoint.save(parts, done=done, number=number)
        if over:
            log.close()
            return agent(f"net:{file}:sample")
        optimizer.param_groups[0]["lr"] = args.learning_rate * (1 - done / args.decisions)
        steps: list[Step] = []
        for _ in range(args.num_steps):
            seat = batch.to_move.astype(int)
            seen = look()
            with torch.no_grad():
                logits, value = policy(*seen)
            action, logprob = sampled(logits, seen[1])
            learns = opponents.learns(seat)
            answers = opponents.answer(action.cpu().numpy(), learns, *seen)
            utility, ended = step_with(opponents.agent, batch, answers, opponents.seats, rng)
            opponents.deal(ended)
            value[torch.from_numpy(~learns)] = torch.nan
            followed = (torch.from_numpy(column).to(device) for column in (seat, ended, utility[..., None]))
            steps.append(Step(seen, action, logprob, value, *followed))
        with torch.no_grad():
            next_value = policy(*look())[1]
        next_seat = torch.from_numpy(batch.to_move.astype(int)).to(device)
        b = learned_from(steps, next_value, next_seat, args.gae_lambda, args.gamma)
        losses = update(args, policy, optimizer, b, magnet)
        number = number + 1
        done = done + len(b.action)
        opponents.draw(keep=number % args.snapshot_every == 0)
        if magnet and number % args.magnet_every == 0:
            magnet.load_state_dict(policy.state_dict())
        rate = (done - first) / (time.perf_counter() - began)
        log.write(done, {**losses, "decisions_per_second": rate})
        print(f"{done} decisions, {rate:.0f} a second,", *(f"{name} {value:.3f}" for name, value in losses.items()))


if __name__ == "__main__":
    command_line(train, Args, __doc__)
