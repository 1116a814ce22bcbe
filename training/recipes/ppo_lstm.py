"""PPO with a recurrent network (LSTM) in self-play with torch: read this file from top to bottom, copy it, change it.

    python -m medianoche.training.recipes.ppo_lstm --game nocturna --decisions 1000000 --out runs/recipes/ppo_lstm

For games in which an observation does not hold all that a player has seen. What a memory changes in a loop:

- Each seat of each row has a state of its own. A decision advances the state of the seat that decides, and no other.
- The states of a row are zero again when its game ends.
- An update follows each seat's own decisions in their order, from the state that it had when the rollout began. So the
  rollout is sorted into sequences, one for each seat of each row, and minibatches are whole sequences.
- An agent keeps a state for each game and seat (`turn.games`), and forgets it in `over`.

Advantages and the objective are those of `ppo.py`, which is to be read first. The network plays all seats of every row.
`medianoche tournament GAME --agents runs/recipes/ppo_lstm/bot.py:Bot greedy` plays the result.

The same command goes on after a stop, from the checkpoint that is written every minute: on a processor with the same
final weights as without the stop. In Python, `train(..., resume=True)` does so.

Sources: Schulman et al., "Proximal Policy Optimization Algorithms", 2017; CleanRL's `ppo_atari_lstm.py`.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from safetensors import safe_open
from safetensors.torch import save_file
from torch import nn

import medianoche
from medianoche import envs
from medianoche.agents import Agent
from medianoche.training import Checkpoint, Log, command_line, measure
from medianoche.training.recipes.ppo import (
    LOSSES,
    Rollout,
    Step,
    device_of,
    gae,
    normalised,
    objective,
    sampled,
)

BOT = """from pathlib import Path

import torch

from medianoche.training.recipes.ppo_lstm import LSTMAgent


class Bot(LSTMAgent):
    def __init__(self):
        torch.set_num_threads(1)  # of a few decisions; more threads wait for each other on busy cores
        super().__init__(Path(__file__).with_name("policy.safetensors"))
"""
"""The file beside the weights that `medianoche tournament` plays."""


@dataclass
class Args:
    """The options of the command line."""

    game: str = "nocturna"  # a game's name, or `module:Class` for one of your own
    decisions: int = 1_000_000  # in all
    seed: int = 1  # of all random choices
    players: int = 0  # their number; 0: the game's default
    out: str = "runs/recipes/ppo_lstm"  # the folder: policy.safetensors, bot.py, log.jsonl, log.csv, TensorBoard's logs
    gamma: float = 1.0  # the discount from a seat's decision to its next one; 1: none, since results come at the end
    cuda: bool = False  # the network on a GPU; the games stay on the processor
    track: bool = False  # write to Weights & Biases, too: WANDB_PROJECT, WANDB_ENTITY and WANDB_MODE say where
    num_envs: int = 128  # games at once, the rows
    num_steps: int = 64  # decisions in each row between two updates
    learning_rate: float = 1e-3  # of Adam, at the beginning; it falls to 0
    gae_lambda: float = 0.95  # 1: advantages by results, 0: by the value of the next decision
    num_minibatches: int = 4  # of an epoch
    update_epochs: int = 3  # of each rollout
    clip_coef: float = 0.2  # how far an action's probability moves in an update, as a share
    ent_coef: float = 0.02  # weight of the entropy
    vf_coef: float = 1.0  # weight of the values' loss, half the squared error
    max_grad_norm: float = 0.5  # longer gradients are scaled to this
    evaluate_every: int = 40  # updates between two evaluations
    evaluate_games: int = 100  # against each opponent


class Policy(nn.Module):
    """Logits of the legal actions and the value of the seat that sees the observations, with a memory.

    A state is float32[2, 1, n, hidden], the LSTM's hidden state and cell.
    """

    def __init__(self, game: medianoche.Game, hidden: int = 128) -> None:
        super().__init__()
        self.game = game
        self.hidden = hidden
        self.roles = game.rules.num_roles
        self.body = nn.Sequential(nn.Linear(game.observation_size, hidden), nn.ReLU())
        self.lstm = nn.LSTM(hidden, hidden)
        heads = self.roles * game.num_actions, self.roles
        self.policy, self.value = (nn.Linear(hidden, outputs) for outputs in heads)
        nn.init.zeros_(self.policy.weight)  # the first policy is uniform over the legal actions

    def forward(self, obs: torch.Tensor, mask: torch.Tensor, role: torch.Tensor, state: torch.Tensor) -> Any:
        """Logits and values of sequences, and the states after them. `obs`, `mask` and `role` are [steps, n, ...].
        Returns float32[steps, n, num_actions], float32[steps, n, 1] and float32[2, n, hidden]."""
        last, state = self.lstm(self.body(obs), tuple(state))
        shape = role.shape
        flat = role.flatten()
        rows = torch.arange(len(flat), device=flat.device)
        logits = self.policy(last).view(len(flat), self.roles, -1)[rows, flat].view(*shape, -1)
        value = torch.tanh(self.value(last).view(len(flat), self.roles)[rows, flat]).view(*shape, 1)
        return logits.masked_fill(~mask, -1e9), value, torch.cat(state)

    def of_some(self, *seen: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """The logits and values of the decisions in the last argument, bool[steps, n]; the others are `forward`'s."""
        *sequences, rows = seen
        logits, value, _ = self(*sequences)
        return logits[rows], value[rows]


class LSTMAgent:
    """Plays the most probable actions, with a state for each game and seat.

    Args:
        file: the weights, as `train` saves them.
    """

    def __init__(self, file: Path) -> None:
        with safe_open(file, "pt") as kept:
            self.policy = Policy(envs.game(kept.metadata()["game"]))
            self.policy.load_state_dict({name: kept.get_tensor(name) for name in self.policy.state_dict()})
        self.states: dict[tuple[int, int], torch.Tensor] = {}  # by game and seat

    @torch.no_grad()
    def act(self, turn: medianoche.Turn) -> np.ndarray:
        """int64[n]: an action for each decision."""
        keys = list(zip(turn.games.tolist(), turn.seats.tolist(), strict=True))
        new = torch.zeros(2, self.policy.hidden)
        state = torch.stack([self.states.get(key, new) for key in keys], dim=1)
        mask = torch.from_numpy(turn.action_mask) != 0
        seen = torch.from_numpy(turn.observation), mask, torch.from_numpy(turn.roles)
        logits, _, state = self.policy(*(column[None] for column in seen), state[:, None])
        self.states |= {key: state[:, number] for number, key in enumerate(keys)}
        return logits[0].argmax(dim=1).numpy()

    def over(self, games: np.ndarray, _scores: np.ndarray, _utilities: np.ndarray) -> None:
        """Forget games that have ended."""
        ended = set(games.tolist())
        self.states = {key: state for key, state in self.states.items() if key[0] not in ended}


def sequences(seat: np.ndarray, ended: np.ndarray, seats: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The decisions of a rollout as sequences, one for each seat of each row and each of its games.

    Args:
        seat: int[steps, envs], the movers.
        ended: bool[steps, envs], whether the game ended after the step.
        seats: how many there are.

    Returns:
        steps, rows: int[longest, n], where each decision of the n sequences is in the rollout; -1 behind the end.
        begins: bool[n], whether the sequence goes on from before the rollout.
    """
    # number of each row's game, from 0
    envs_ = np.arange(seat.shape[1])
    games = np.cumsum(ended, axis=0) - ended
    keys = (games * len(envs_) + envs_) * seats + seat
    order = np.argsort(keys, axis=None, kind="stable")  # by game, row and seat; then in the order of play
    _, first, counts = np.unique(keys.flatten()[order], return_index=True, return_counts=True)
    places = np.full((counts.max(), len(counts)), -1)
    number = np.repeat(np.arange(len(counts)), counts)
    places[np.arange(len(order)) - first[number], number] = order
    steps = np.where(places >= 0, places // len(envs_), -1)
    rows = np.where(places >= 0, places % len(envs_), -1)
    return steps, rows, games[steps[0], rows[0]] == 0


def as_sequences(
    args: Args, steps: list[Step], next_value: torch.Tensor, next_seat: torch.Tensor, state: torch.Tensor
) -> tuple[Rollout, torch.Tensor, torch.Tensor]:
    """The rollout as the sequences from which `update` learns. `state`, float32[2, envs, seats, hidden], is that before
    the rollout; for the other arguments see `gae`."""
    advantage = gae(steps, next_value, next_seat, args.gae_lambda, args.gamma)
    seen, action, logprob, value, seats, ended, _ = zip(*steps, strict=True)
    target = torch.stack(value) + advantage
    known = advantage[..., 0].isfinite()  # bool[steps, envs]
    gain = torch.zeros(known.shape, device=known.device)
    gain[known] = normalised(advantage[known][:, 0])
    seat = torch.stack(seats).cpu().numpy()
    t, row, goes_on = sequences(seat, torch.stack(ended).cpu().numpy(), state.shape[2])
    columns = [torch.stack(column)[t, row] for column in (*zip(*seen, strict=True), action, logprob)]
    b = Rollout(columns[:-2], *columns[-2:], gain[t, row], target[t, row], torch.ones_like(gain[t, row]))
    learned = known[t, row] & torch.from_numpy(t >= 0).to(known.device)
    first = state[:, row[0], seat[t[0], row[0]]] * torch.from_numpy(goes_on).to(state.device)[:, None]
    return b, learned, first[:, None]


def rollout(
    args: Args, policy: Policy, batch: medianoche.Batch, state: torch.Tensor
) -> tuple[Rollout, torch.Tensor, torch.Tensor]:
    """Play `num_steps` decisions in each row, and sort them into sequences; returns what `as_sequences` does. `state`,
    float32[2, envs, seats, hidden], is that of each seat of each row; it changes as they decide."""
    device = state.device
    roles = np.array(batch.game.roles(batch.num_players))
    rows = np.arange(args.num_envs)

    def look() -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:  # copies: the next step overwrites the views
        columns = batch.observation, batch.action_mask != 0, roles[batch.to_move.astype(int)]
        return tuple(torch.tensor(column, device=device) for column in columns)

    @torch.no_grad()
    def think(seat: np.ndarray, seen: tuple[torch.Tensor, ...]) -> Any:
        return policy(*(column[None] for column in seen), state[:, rows, seat][:, None])

    steps = []
    before = state.clone()
    for _ in range(args.num_steps):
        seat = batch.to_move.astype(int)
        seen = look()
        logits, value, after = think(seat, seen)
        action, logprob = sampled(logits[0], seen[1])
        state[:, rows, seat] = after.view(2, args.num_envs, -1)
        utility, ended = batch.step(action.cpu().numpy())
        state[:, ended] = 0.0
        followed = (torch.from_numpy(column).to(device) for column in (seat, ended, utility[..., None]))
        steps.append(Step(seen, action, logprob, value[0], *followed))
    now = batch.to_move.astype(int)
    next_value = think(now, look())[1][0]
    return as_sequences(args, steps, next_value, torch.from_numpy(now).to(device), before)


def update(
    args: Args, policy: Policy, optimizer: Any, b: Rollout, known: torch.Tensor, state: torch.Tensor
) -> dict[str, float]:
    """Some epochs of PPO's clipped objective over n sequences; returns the last losses.

    Args:
        args, policy, optimizer: of the training.
        b: the decisions; each column is [steps, n, ...].
        known: bool[steps, n], the decisions to learn from.
        state: float32[2, 1, n, hidden], at the beginnings of the sequences.
    """
    for _ in range(args.update_epochs):
        for mb in torch.randperm(known.shape[1]).chunk(args.num_minibatches):
            learned = known[:, mb]
            seen = [*(column[:, mb] for column in b.seen), state[:, :, mb], learned]
            loss, losses = objective(args, policy.of_some, Rollout(seen, *(column[:, mb][learned] for column in b[1:])))
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(policy.parameters(), args.max_grad_norm)
            optimizer.step()
    return dict(zip(LOSSES, losses.tolist(), strict=True))


def train(game: str, decisions: int, seed: int, resume: bool = False, **others: Any) -> Agent:
    """Learn, and return the agent. With `resume` the training goes on from the checkpoint in `out`. All other arguments
    are fields of `Args`."""
    args = Args(game, decisions, seed, **others)
    device = device_of(args)
    torch.manual_seed(args.seed)
    batch = medianoche.make_batch(args.game, args.num_envs, num_players=args.players or None, seed=args.seed)
    policy = Policy(batch.game).to(device)
    optimizer = torch.optim.Adam(policy.parameters(), lr=args.learning_rate, eps=1e-5)
    state = torch.zeros(2, args.num_envs, batch.num_players, policy.hidden, device=device)  # of each seat of each row
    file = Path(args.out) / "policy.safetensors"
    checkpoint = Checkpoint(file.parent, vars(args), batch.game, resume)
    parts = {"policy": policy, "optimizer": optimizer, "batch": batch, "torch": torch.default_generator}
    if args.cuda:
        parts["cuda"] = torch.cuda.default_generators[0]
    kept = checkpoint.restore(parts)
    log = Log(file.parent, kept.get("done", -1), ["wandb"] * args.track, vars(args))
    file.with_name("bot.py").write_text(BOT, encoding="utf-8")
    state = kept["state"].to(device) if kept else state
    done = first = kept.get("done", 0)
    number = kept.get("number", 0)
    began = time.perf_counter()
    while True:
        over = done >= args.decisions
        if number != kept.get("number") and (number % args.evaluate_every == 0 or over):
            save_file(policy.state_dict(), file, {"game": args.game})
            print(measure(args, log, done, LSTMAgent(file)))
        if over or checkpoint.due():
            checkpoint.save(parts, done=done, number=number, state=state)
        if over:
            log.close()
            return LSTMAgent(file)
        optimizer.param_groups[0]["lr"] = args.learning_rate * (1 - done / args.decisions)
        b, known, beginnings = rollout(args, policy, batch, state)
        losses = update(args, policy, optimizer, b, known, beginnings)
        number = number + 1
        done = done + int(known.sum())
        rate = (done - first) / (time.perf_counter() - began)
        log.write(done, {**losses, "decisions_per_second": rate})
        print(f"{done} decisions, {rate:.0f} a second,", *(f"{name} {value:.3f}" for name, value in losses.items()))


if __name__ == "__main__":
    command_line(train, Args, __doc__)
