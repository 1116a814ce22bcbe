"""Double DQN in self-play with torch: read this file from top to bottom, copy it, change it.

    python -m medianoche.training.recipes.dqn --game misty --decisions 1000000 --out runs/recipes/dqn

The network plays all seats of every row. Off-policy learners need, for each decision, the same seat's next decision:
here a decision is a slot of a ring, and `after` names the slot of the next one, so that each observation is kept once.
A decision whose sequel is not known yet is not learned from; one that no decision followed has the seat's result.
In games in which a bluff has to be mixed (poker) the best play is no single action, and DQN cannot find it.

Sources: van Hasselt et al., "Deep Reinforcement Learning with Double Q-learning", 2016; Huang et al., "CleanRL", 2022.
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
from medianoche.agents import Agent, Network, agent
from medianoche.agents.network import NetHeader
from medianoche.envs.core.errors import MedianocheError
from medianoche.places import has_net
from medianoche.training import Log, command_line, points

# in `Memory.after`: not known yet; the game ended
OPEN = -1
OVER = -2


@dataclass
class Args:
    """The options of the command line."""

    game: str = "misty"  # a game's name, or `module:Class` for one of your own
    decisions: int = 1_000_000  # in all
    seed: int = 1  # of all random choices
    players: int = 0  # their number; 0: the game's default
    out: str = "runs/recipes/dqn"  # the folder: policy.safetensors, log.jsonl, log.csv, logs for TensorBoard
    num_envs: int = 64  # games at once, the rows
    buffer_size: int = 50_000  # decisions that are kept
    learning_starts: int = 5_000  # decisions before the first update
    train_frequency: int = 2  # steps of all rows between two updates
    target_frequency: int = 250  # steps of all rows between two copies of the network
    batch_size: int = 512  # decisions of an update
    learning_rate: float = 5e-4  # of Adam
    end_e: float = 0.05  # the share of random actions falls from 1 to this
    exploration_fraction: float = 0.3  # in this part of the decisions
    evaluate_every: int = 3_000  # steps of all rows between two evaluations
    evaluate_games: int = 200  # against each opponent


class QNetwork(nn.Module):
    """The expected result of each action for the seat that sees the observation; outputs of their own for each role."""

    def __init__(self, game: medianoche.Game, hidden: int = 256) -> None:
        super().__init__()
        self.game = game
        self.hidden = hidden
        self.roles = game.rules.num_roles
        self.body = nn.Sequential(nn.Linear(game.observation_size, hidden), nn.ReLU())
        self.q = nn.Linear(hidden, self.roles * game.num_actions)

    def forward(self, obs: torch.Tensor, mask: torch.Tensor, role: torch.Tensor) -> torch.Tensor:
        """Of observations, masks and roles, n each: float32[n, num_actions], -inf where illegal."""
        q_values = self.q(self.body(obs)).view(len(obs), self.roles, -1)[torch.arange(len(obs)), role]
        return q_values.masked_fill(~mask, -torch.inf)

    def save(self, file: Path, decisions: int) -> None:
        """Write a network file of the suite, whose most probable action is the best one: `net:FILE` plays it."""
        header = NetHeader.made_for(self.game, hidden=(self.hidden,), decisions=decisions)
        network = Network(header, np.zeros_like(Network.new(header).parameters))
        layers = network.layers()
        state = {name: value.numpy() for name, value in self.state_dict().items()}
        layers["hidden_1"][:], layers["hidden_1_bias"][:] = state["body.0.weight"].T, state["body.0.bias"]
        layers["policy"][:] = state["q.weight"].reshape(layers["policy"].shape)
        layers["policy_bias"][:] = state["q.bias"].reshape(layers["policy_bias"].shape)
        network.save(file)


class Memory:
    """The latest decisions: what was seen, might be and was done, the result, and the slot of what followed."""

    def __init__(self, size: int, rows: int, game: medianoche.Game) -> None:
        self.size = size
        self.written = 0
        self.obs = torch.zeros(size, game.observation_size)
        self.mask, self.role = (
            torch.zeros(size, game.num_actions, dtype=torch.bool),
            torch.zeros(size, dtype=torch.int64),
        )
        self.action = np.zeros(size, np.int64)
        self.after = np.full(size, OPEN)
        self.result = np.zeros(size, np.float32)
        self.last = np.full((rows, game.rules.seats), OPEN)  # each seat's latest slot in each row

    def decide(self, seat: np.ndarray, seen: tuple[torch.Tensor, ...], action: np.ndarray) -> None:
        """A decision in every row: it follows the latest one of the same seat."""
        rows = np.arange(len(seat))
        slots = (self.written + rows) % self.size
        self.last[np.isin(self.last, slots)] = OPEN  # overwritten now
        before = self.last[rows, seat]
        self.after[before[before >= 0]] = slots[before >= 0]
        self.obs[slots], self.mask[slots], self.role[slots] = seen
        self.action[slots] = action
        self.after[slots] = OPEN
        self.last[rows, seat] = slots
        self.written += len(seat)

    def end(self, rows: np.ndarray, utility: np.ndarray) -> None:
        """Games have ended in `rows`: the latest decision of every seat has the seat's own result."""
        slots = self.last[rows]
        self.after[slots[slots >= 0]], self.result[slots[slots >= 0]] = OVER, utility[rows][slots >= 0]
        self.last[rows] = OPEN

    def draw(self, count: int) -> np.ndarray:
        """At most so many slots whose sequel is known. (It is never overwritten before the slot itself is.)"""
        slots = torch.randint(min(self.written, self.size), (count,)).numpy()
        return slots[self.after[slots] != OPEN]


def update(q: QNetwork, target: QNetwork, optimizer: Any, memory: Memory, count: int) -> float:
    """A step of double DQN: the network chooses the next action, the target estimates it. Returns the loss."""
    slots = memory.draw(count)
    after = np.maximum(memory.after[slots], 0)
    with torch.no_grad():
        following = memory.obs[after], memory.mask[after], memory.role[after]
        later = target(*following).gather(1, q(*following).argmax(dim=1, keepdim=True)).squeeze(1)
        over = torch.from_numpy(memory.after[slots] == OVER)
        wanted = torch.where(over, torch.from_numpy(memory.result[slots]), later)
    action = torch.from_numpy(memory.action[slots])[:, None]
    estimate = q(memory.obs[slots], memory.mask[slots], memory.role[slots]).gather(1, action).squeeze(1)
    loss = nn.functional.smooth_l1_loss(estimate, wanted)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return float(loss.detach())


def train(game: str, decisions: int, seed: int, **others: Any) -> Agent:
    """Learn, and return the agent; `others` are further fields of `Args`."""
    args = Args(game, decisions, seed, **others)
    if args.buffer_size < args.num_envs:
        raise MedianocheError("buffer_size is less than num_envs: a step of all rows does not fit in")
    torch.manual_seed(args.seed)
    rng = np.random.default_rng(args.seed)
    batch = medianoche.make_batch(args.game, args.num_envs, num_players=args.players or None, seed=args.seed)
    roles = torch.tensor(batch.game.roles(batch.num_players))
    q = QNetwork(batch.game)
    memory = Memory(args.buffer_size, args.num_envs, batch.game)
    target = copy.deepcopy(q)
    optimizer = torch.optim.Adam(q.parameters(), lr=args.learning_rate)
    file = Path(args.out) / "policy.safetensors"
    log = Log(file.parent, -1, facts=vars(args))
    step = 0
    began = time.perf_counter()
    losses = [0.0]
    against = ["greedy", "net"] if has_net(args.game) else ["greedy"]
    while True:
        done = step * args.num_envs
        if step % args.evaluate_every == 0 or done >= args.decisions:
            q.save(file, done)
            rates = {who: points(f"net:{file}", who, args.game, args.evaluate_games) for who in against}
            log.write(done, {f"points/{who}": rate for who, rate in rates.items()})
            print(f"{done} decisions:", *(f"{rate:.1%} of the points against {who}" for who, rate in rates.items()))
        if done >= args.decisions:
            return agent(f"net:{file}")
        seat = batch.to_move.astype(int)  # copies of all: the next step overwrites the views
        seen = torch.tensor(batch.observation), torch.tensor(batch.action_mask) != 0, roles[seat]
        with torch.no_grad():
            action = q(*seen).argmax(dim=1).numpy()
        epsilon = max(args.end_e, 1 - done / max(1, args.exploration_fraction * args.decisions))
        action = np.where(rng.random(args.num_envs) < epsilon, batch.sample_legal(), action)
        memory.decide(seat, seen, action)
        utility, ended = batch.step(action)
        memory.end(np.flatnonzero(ended), utility)
        if memory.written >= args.learning_starts and step % args.train_frequency == 0:
            losses.append(update(q, target, optimizer, memory, args.batch_size))
        step = step + 1
        done = done + args.num_envs
        if step % args.target_frequency == 0:
            target.load_state_dict(q.state_dict())
            rate = done / (time.perf_counter() - began)
            log.write(done, {"td_loss": float(np.mean(losses)), "decisions_per_second": rate, "epsilon": epsilon})
            print(f"{done} decisions, {rate:.0f} a second, td_loss {np.mean(losses):.4f}, epsilon {epsilon:.2f}")
            losses = losses[-1:]


if __name__ == "__main__":
    command_line(train, Args, __doc__)
