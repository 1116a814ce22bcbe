"""PPO in self-play with torch: read this file from top to bottom, copy it, change it.

    python -m medianoche.training.recipes.ppo --game misty --decisions 3000000 --out runs/recipes/ppo

In a part of the rows the network plays all seats. In the others it has the seats of one team, and a former network or
an agent of the suite has the rest. CleanRL's `ppo.py` learns with one player; what several players change:

- An advantage follows the decisions of one seat: what comes after a decision is the same seat's next one in that row.
- The result comes at the end of a game for all seats, also for those that did not move last.
- A seat that is not asked again before the rollout ends has no value to bootstrap from: its decision is left out.
- A value is never bootstrapped from the game that follows in the same row.

Sources: Schulman et al., "Proximal Policy Optimization Algorithms", 2017; Huang et al., "CleanRL", 2022.
"""

from __future__ import annotations

import copy
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

import medianoche
from medianoche.agents import Agent, Network, agent, ask
from medianoche.agents.network import NetHeader
from medianoche.agents.seating import show_rows, step_with
from medianoche.places import has_net
from medianoche.training import Log, command_line, points


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
    num_envs: int = 256  # games at once, the rows
    num_steps: int = 64  # decisions in each row between two updates
    learning_rate: float = 1e-3  # of Adam, at the beginning; it falls to 0
    gae_lambda: float = 0.95  # 1: advantages by results, 0: by the value of the next decision
    minibatch_size: int = 2048  # decisions of a step of the optimizer
    update_epochs: int = 3  # of each rollout
    clip_coef: float = 0.2  # how far an action's probability moves in an update, as a share
    ent_coef: float = 0.02  # weight of the entropy
    vf_coef: float = 0.5  # weight of the values' loss
    max_grad_norm: float = 0.5  # longer gradients are scaled to this
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

    def forward(self, obs: torch.Tensor, mask: torch.Tensor, role: torch.Tensor) -> Any:
        """Of float32[n, observation_size], bool[n, num_actions] and int64[n]: a distribution, and float32[n]."""
        last = self.body(obs)
        rows = torch.arange(len(obs))
        logits = self.policy(last).view(len(obs), self.roles, -1)[rows, role].masked_fill(~mask, -1e9)
        value = torch.tanh(self.value(last)[rows, role])
        return torch.distributions.Categorical(logits=logits, validate_args=False), value

    def save(self, file: Path, decisions: int) -> None:
        """Write a network file of the suite: `medianoche tournament GAME --agents net:FILE greedy` plays it."""
        header = NetHeader.made_for(self.game, hidden=self.hidden, decisions=decisions)
        network = Network(header, np.zeros_like(Network.new(header).parameters))
        layers = network.layers()
        state = {name: value.numpy() for name, value in self.state_dict().items()}
        for number in range(len(self.hidden)):
            layers[f"hidden_{number + 1}"][:] = state[f"body.{2 * number}.weight"].T
            layers[f"hidden_{number + 1}_bias"][:] = state[f"body.{2 * number}.bias"]
        layers["policy"][:] = state["policy.weight"].reshape(layers["policy"].shape)
        layers["policy_bias"][:] = state["policy.bias"].reshape(layers["policy_bias"].shape)
        layers["value"][:, 0], layers["value_bias"][:, 0] = state["value.weight"], state["value.bias"]
        network.save(file)


class Opponents:
    """Who plays which seat of which row.

    Attributes:
        team: int[num_envs], the learner's team; -1 where it plays all seats.
        former: int[num_envs], the number of the former network that plays the other teams; -1: the agent does.
        seats: bool[num_envs, seats], those of the agent, which `step_with` and `show_rows` show its games.
    """

    def __init__(self, args: Args, batch: medianoche.Batch, policy: Policy, chance: np.random.Generator) -> None:
        self.batch, self.policy, self.chance, self.agent = batch, policy, chance, agent(args.opponent)
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
        self.seats = (self.teams != self.team[:, None]) & (np.arange(len(new)) < self.first)[:, None]
        show_rows(self.agent, self.batch, rows, self.seats[rows], self.chance, self.batch.games[rows])

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
                action[rows] = self.snapshots[number](*part)[0].sample().numpy()
        return action


def gae(args: Args, value: np.ndarray, seat: np.ndarray, learns: np.ndarray, utility: np.ndarray, ended: np.ndarray,
        next_value: np.ndarray, next_seat: np.ndarray) -> tuple[np.ndarray, np.ndarray]:  # fmt: skip
    """Advantages, float32[steps, envs], and which of them are known, bool. No discount: all rewards are final.

    Args:
        args: the options.
        value, seat, learns, utility, ended: of each step, in the order of play; utility is float32[steps, envs, seats].
        next_value, next_seat: float32[envs] and int[envs], of the decisions after the last step.
    """
    rows = np.arange(value.shape[1])
    seats = utility.shape[2]
    after = np.zeros((len(rows), seats), np.float32)  # of each seat, the value of its next decision, or its utility
    lastgaelam = np.zeros_like(after)
    asked = np.zeros(after.shape, bool)
    after[rows, next_seat] = next_value
    asked[rows, next_seat] = True
    advantages = np.zeros_like(value)
    known = np.zeros(value.shape, bool)
    for t in reversed(range(len(value))):
        over = ended[t]
        mover = (rows, seat[t])
        after[over] = utility[t][over]
        lastgaelam[over] = 0.0
        asked[over] = True
        known[t] = asked[mover] & learns[t]
        delta = after[mover] - value[t]
        advantages[t] = np.where(known[t], delta + args.gae_lambda * lastgaelam[mover], 0.0)
        after[mover], lastgaelam[mover], asked[mover] = value[t], advantages[t], True
    return advantages, known


def update(args: Args, policy: Policy, optimizer: Any, b: dict[str, torch.Tensor]) -> dict[str, float]:
    """Some epochs of PPO's clipped objective over the decisions of a rollout; returns the last losses."""
    advantage = (b["advantage"] - b["advantage"].mean()) / (b["advantage"].std() + 1e-8)
    for _ in range(args.update_epochs):
        for mb in torch.randperm(len(advantage)).split(args.minibatch_size):
            distribution, value = policy(b["obs"][mb], b["mask"][mb], b["role"][mb])
            logratio = distribution.log_prob(b["action"][mb]) - b["logprob"][mb]
            ratio = logratio.exp()
            clipped = ratio.clamp(1 - args.clip_coef, 1 + args.clip_coef)
            pg_loss = -torch.minimum(ratio * advantage[mb], clipped * advantage[mb]).mean()
            v_loss = (value - b["return"][mb]).square().mean()
            entropy = distribution.entropy().mean()
            optimizer.zero_grad()
            (pg_loss + args.vf_coef * v_loss - args.ent_coef * entropy).backward()
            nn.utils.clip_grad_norm_(policy.parameters(), args.max_grad_norm)
            optimizer.step()
    losses = {"policy_loss": pg_loss, "value_loss": v_loss, "entropy": entropy, "kl": (ratio - 1 - logratio).mean()}
    return {name: float(loss.detach()) for name, loss in losses.items()}


def train(game: str, decisions: int, seed: int, **others: Any) -> Agent:
    """Learn, and return the agent; `others` are further fields of `Args`."""
    args = Args(game, decisions, seed, **others)
    torch.manual_seed(args.seed)
    chance = np.random.default_rng(args.seed)
    batch = medianoche.make_batch(args.game, args.num_envs, num_players=args.players or None, seed=args.seed)
    roles = torch.tensor(batch.game.roles(batch.num_players))
    policy = Policy(batch.game)
    optimizer = torch.optim.Adam(policy.parameters(), lr=args.learning_rate, eps=1e-5)
    opponents = Opponents(args, batch, policy, chance)
    file = Path(args.out) / "policy.safetensors"
    log = Log(file.parent, -1, facts=vars(args))
    done = 0
    number = 0
    began = time.perf_counter()
    against = ["greedy", "net"] if has_net(args.game) else ["greedy"]

    def look() -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:  # copies: the next step overwrites the views
        return torch.tensor(batch.observation), torch.tensor(batch.action_mask) != 0, roles[batch.to_move.astype(int)]

    while True:
        if number % args.evaluate_every == 0 or done >= args.decisions:
            policy.save(file, done)
            rates = {who: points(f"net:{file}", who, args.game, args.evaluate_games) for who in against}
            log.write(done, {f"points/{who}": rate for who, rate in rates.items()})
            print(f"{done} decisions:", *(f"{rate:.1%} of the points against {who}" for who, rate in rates.items()))
        if done >= args.decisions:
            return agent(f"net:{file}:sample")
        optimizer.param_groups[0]["lr"] = args.learning_rate * (1 - done / args.decisions)
        steps = []
        for _ in range(args.num_steps):
            seat = batch.to_move.astype(int)
            seen = look()
            with torch.no_grad():
                distribution, value = policy(*seen)
                action = distribution.sample()
            learns = opponents.learns(seat)
            answers = opponents.answer(action.numpy(), learns, *seen)
            utility, ended = step_with(opponents.agent, batch, answers, opponents.seats, chance)
            opponents.deal(ended)
            steps.append((*seen, action, distribution.log_prob(action), value, seat, learns, utility, ended))
        *columns, value, seat, learns, utility, ended = zip(*steps, strict=True)
        next_value = policy(*look())[1].detach().numpy()
        value = torch.stack(value).numpy()
        advantage, known = gae(args, value, *map(np.stack, (seat, learns, utility, ended)), next_value, batch.to_move)
        columns = [*map(torch.stack, columns), *map(torch.from_numpy, (advantage, value + advantage))]
        names = ("obs", "mask", "role", "action", "logprob", "advantage", "return")
        b = {name: column[torch.from_numpy(known)] for name, column in zip(names, columns, strict=True)}
        losses = update(args, policy, optimizer, b)
        number = number + 1
        done = done + len(b["action"])
        opponents.draw(keep=number % args.snapshot_every == 0)
        rate = done / (time.perf_counter() - began)
        log.write(done, {**losses, "decisions_per_second": rate})
        print(f"{done} decisions, {rate:.0f} a second,", *(f"{name} {value:.3f}" for name, value in losses.items()))


if __name__ == "__main__":
    command_line(train, Args, __doc__)
