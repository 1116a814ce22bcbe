"""Double DQN in self-play with torch: read this file from top to bottom, copy it, change it.

    python -m medianoche.training.recipes.dqn --game misty --decisions 1000000 --out runs/recipes/dqn

The network plays all seats of every row. Off-policy learners need, for each decision, the same seat's next decision:
here a decision is a slot of a ring, and `after` names the slot of the next one, so that each observation is kept once.
A decision whose sequel is not known yet is not learned from; one that no decision followed has the seat's result.
The same command goes on after a stop, from the checkpoint that is written every minute: on a processor with the same
final weights as without the stop. In Python, `train(..., resume=True)` does so.

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
from medianoche.training import Checkpoint, Log, command_line, measure

# in `Memory.after`: not known yet; the game ended
OPEN = -1
OVER = -2
COLUMNS = ("obs", "mask", "role", "action", "after", "result")
"""What `Memory` keeps of each decision."""


@dataclass
class Args:
    """The options of the command line."""

    game: str = "misty"  # a game's name, or `module:Class` for one of your own
    decisions: int = 1_000_000  # in all
    seed: int = 1  # of all random choices
    players: int = 0  # their number; 0: the game's default
    out: str = "runs/recipes/dqn"  # the folder: policy.safetensors, log.jsonl, log.csv, logs for TensorBoard
    gamma: float = 1.0  # the discount from a seat's decision to its next one; 1: none, since results come at the end
    cuda: bool = False  # the network on a GPU; the games stay on the processor
    track: bool = False  # write to Weights & Biases, too: WANDB_PROJECT, WANDB_ENTITY and WANDB_MODE say where
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
        """The values of n observations, masks and roles: float32[n, num_actions], -inf where illegal."""
        rows = torch.arange(len(obs), device=obs.device)
        q_values = self.q(self.body(obs)).view(len(obs), self.roles, -1)[rows, role]
        return q_values.masked_fill(~mask, -torch.inf)

    def save(self, file: Path, decisions: int) -> None:
        """Write a network file of the suite, whose most probable action is the best one: `net:FILE` plays it."""
        header = NetHeader.made_for(self.game, hidden=(self.hidden,), decisions=decisions)
        network = Network(header, np.zeros_like(Network.new(header).parameters))
        layers = network.layers()
        state = {name: value.cpu().numpy() for name, value in self.state_dict().items()}
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

    def state_dict(self) -> dict[str, Any]:
        """The state that `load_state_dict` restores: what was written so far."""
        filled = slice(0, min(self.written, self.size))
        columns = {name: getattr(self, name)[filled] for name in COLUMNS}
        return {"written": self.written, "last": self.last, **columns}

    def load_state_dict(self, kept: dict[str, Any]) -> None:
        """Go on as `state_dict` says."""
        self.written = kept["written"]
        self.last = kept["last"]
        for name in COLUMNS:
            column = getattr(self, name)
            column[: len(kept[name])] = kept[name]

    def draw(self, count: int) -> np.ndarray:
        """Draw `count` slots, and leave out those whose sequel is not known. (A sequel is never overwritten before its
        slot.)"""
        slots = torch.randint(min(self.written, self.size), (count,)).numpy()
        return slots[self.after[slots] != OPEN]


def update(args: Args, q: QNetwork, target: QNetwork, optimizer: Any, memory: Memory, device: torch.device) -> float:
    """A step of double DQN: the network chooses the next action, the target estimates it. Returns the loss."""
    slots = memory.draw(args.batch_size)
    after = np.maximum(memory.after[slots], 0)
    with torch.no_grad():
        following = [column[after].to(device) for column in (memory.obs, memory.mask, memory.role)]
        later = target(*following).gather(1, q(*following).argmax(dim=1, keepdim=True)).squeeze(1)
        over = torch.from_numpy(memory.after[slots] == OVER).to(device)
        wanted = torch.where(over, torch.from_numpy(memory.result[slots]).to(device), args.gamma * later)
    action = torch.from_numpy(memory.action[slots])[:, None].to(device)
    seen = [column[slots].to(device) for column in (memory.obs, memory.mask, memory.role)]
    estimate = q(*seen).gather(1, action).squeeze(1)
    loss = nn.functional.smooth_l1_loss(estimate, wanted)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return float(loss.detach())


def train(game: str, decisions: int, seed: int, resume: bool = False, **others: Any) -> Agent:
    """Learn, and return the agent. With `resume` the training goes on from the checkpoint in `out`. All other arguments
    are fields of `Args`."""
    args = Args(game, decisions, seed, **others)
    if args.buffer_size < args.num_envs:
        raise MedianocheError("buffer_size is less than num_envs: a step of all rows does not fit in")
    if args.cuda and not torch.cuda.is_available():
        raise MedianocheError("--cuda: torch finds no GPU here; leave it out")
    device = torch.device("cuda" if args.cuda else "cpu")
    torch.manual_seed(args.seed)
    rng = np.random.default_rng(args.seed)
    batch = medianoche.make_batch(args.game, args.num_envs, num_players=args.players or None, seed=args.seed)
    roles = torch.tensor(batch.game.roles(batch.num_players))
    q = QNetwork(batch.game).to(device)
    memory = Memory(args.buffer_size, args.num_envs, batch.game)
    target = copy.deepcopy(q)
    optimizer = torch.optim.Adam(q.parameters(), lr=args.learning_rate)
    file = Path(args.out) / "policy.safetensors"
    checkpoint = Checkpoint(file.parent, vars(args), batch.game, resume)
    parts = {"q": q, "target": target, "optimizer": optimizer, "memory": memory, "batch": batch}
    parts |= {"rng": rng, "torch": torch.default_generator}
    kept = checkpoint.restore(parts)
    step = kept.get("step", 0)
    losses = kept.get("losses", [0.0])
    first = step * args.num_envs
    log = Log(file.parent, first if kept else -1, ["wandb"] * args.track, vars(args))
    began = time.perf_counter()
    while True:
        done = step * args.num_envs
        over = done >= args.decisions
        if step != kept.get("step") and (step % args.evaluate_every == 0 or over):
            q.save(file, done)
            print(measure(args, log, done, f"net:{file}"))
        if over or checkpoint.due():
            checkpoint.save(parts, step=step, losses=losses)
        if over:
            log.close()
            return agent(f"net:{file}")
        seat = batch.to_move.astype(int)  # copies of all: the next step overwrites the views
        seen = torch.tensor(batch.observation), torch.tensor(batch.action_mask) != 0, roles[seat]
        with torch.no_grad():
            action = q(*(column.to(device) for column in seen)).argmax(dim=1).cpu().numpy()
        epsilon = max(args.end_e, 1 - done / max(1, args.exploration_fraction * args.decisions))
        action = np.where(rng.random(args.num_envs) < epsilon, batch.sample_legal(), action)
        memory.decide(seat, seen, action)
        utility, ended = batch.step(action)
        memory.end(np.flatnonzero(ended), utility)
        if memory.written >= args.learning_starts and step % args.train_frequency == 0:
            losses.append(update(args, q, target, optimizer, memory, device))
        step = step + 1
        done = done + args.num_envs
        if step % args.target_frequency == 0:
            target.load_state_dict(q.state_dict())
            rate = (done - first) / (time.perf_counter() - began)
            log.write(done, {"td_loss": float(np.mean(losses)), "decisions_per_second": rate, "epsilon": epsilon})
            print(f"{done} decisions, {rate:.0f} a second, td_loss {np.mean(losses):.4f}, epsilon {epsilon:.2f}")
            losses = losses[-1:]


if __name__ == "__main__":
    command_line(train, Args, __doc__)
