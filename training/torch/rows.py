"""Games side by side, as tensors for a network: the processor plays them, or the device that the network is on."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

import numpy as np
import torch

from medianoche.agents.network import NetHeader, Network
from medianoche.envs.core.game import Game
from medianoche.envs.core.kernels.rng import mix
from medianoche.envs.core.play.batch import Batch
from medianoche.envs.core.play.device_batch import DeviceBatch
from medianoche.envs.core.play.driver import Driver
from medianoche.training.torch.network import WIDTH_STEP, DecisionTensors, moved


class Ended(NamedTuple):
    """What a step did in n rows."""

    dones: torch.Tensor  # bool[n], whether the row's game has ended; the next step writes to the same memory
    results: torch.Tensor  # float32[n, players, outputs], the values of the games that have ended, for each seat


class LearnerRows(Protocol):
    """Games that are stepped together; all tensors are on the network's device."""

    def look(self) -> tuple[DecisionTensors, torch.Tensor, torch.Tensor]:
        """The decision that each row asks for; whose it is, int64[n], the seat; and the game's phase, int64[n]."""

    def choose(self, actions: torch.Tensor) -> None:
        """Say what `step` will play: int64[n]. It does not wait for the device."""

    def step(self) -> Ended:
        """Play the actions; games that end are dealt anew."""

    def check(self) -> None:
        """Raises IllegalActionError if an action was not legal; `step` has raised it where it waits for the rows."""

    def position(self, row: int) -> tuple[np.ndarray, np.ndarray]:
        """Where the batch is in a row: the state, a record, and the mask, int8[num_actions], in host memory."""


class HostRows:
    """Rows of a batch in host memory.

    Args:
        batch: the games.
        network: with the header of the one that plays.
        device: of the network.
        seed: of the determinizations in which the heuristic gives advice.
    """

    def __init__(self, batch: Batch, network: Network, device: torch.device, seed: int) -> None:
        self.batch = batch
        self._network = network
        self._device = device
        self._roles, self._chance = np.array(batch.game.roles(batch.num_players)), np.random.default_rng(seed)
        self._teams = torch.tensor(batch.game.teams(batch.num_players), device=device)
        self._actions, self._copied = torch.zeros(0), torch.cuda.Event() if device.type == "cuda" else None

    def look(self) -> tuple[DecisionTensors, torch.Tensor, torch.Tensor]:
        """See `LearnerRows`."""
        batch = self.batch
        header = self._network.header
        seats = batch.to_move.astype(np.int64)
        inputs = batch.sparse_observation
        if header.advice:
            seeds = self._chance.integers(2**64, size=len(seats), dtype=np.uint64)
            inputs = self._network.inputs(batch.turn(np.arange(len(seats)), seeds))
        seen = DecisionTensors.from_columns(header, inputs, batch.action_mask, self._roles[seats], self._device)
        return seen, self._moved(seats), self._moved(batch.states["phase"].astype(np.int64))

    def choose(self, actions: torch.Tensor) -> None:
        """See `LearnerRows`."""
        pinned = self._copied is not None
        self._actions = torch.empty(actions.shape, dtype=actions.dtype, pin_memory=pinned)
        self._actions.copy_(actions, non_blocking=True)
        if self._copied is not None:
            self._copied.record()

    def step(self) -> Ended:
        """See `LearnerRows`."""
        if self._copied is not None:
            self._copied.synchronize()
        utility, dones = self.batch.step(self._actions.numpy())
        utilities = self._moved(utility)
        scores = self._moved(self.batch.scores)
        return Ended(self._moved(dones), final_values(utilities, scores, self._teams, self._network.header))

    def check(self) -> None:
        """See `LearnerRows`."""

    def position(self, row: int) -> tuple[np.ndarray, np.ndarray]:
        """See `LearnerRows`."""
        return np.array(self.batch.states[row : row + 1]), self.batch.action_mask[row].copy()

    def _moved(self, array: np.ndarray) -> torch.Tensor:
        return moved(torch.from_numpy(array), self._device)


class DeviceRows:
    """Rows of a batch on the device of the network; nothing but one number a step is read by the host, and what a
    batch that is `checked` reads.

    Args:
        batch: the games.
        network: with the header of the one that plays.
        device: of both.
        seed: of the determinizations in which the heuristic gives advice.
    """

    def __init__(self, batch: DeviceBatch, network: Network, device: torch.device, seed: int) -> None:
        self.batch = batch
        self._header = network.header
        self._roles = torch.tensor(batch.game.roles(batch.num_players), device=device)
        self._teams = torch.tensor(batch.game.teams(batch.num_players), device=device)
        self._chance, self._actions = np.random.default_rng(seed), torch.zeros(0)
        self.check = batch.check

    def look(self) -> tuple[DecisionTensors, torch.Tensor, torch.Tensor]:
        """See `LearnerRows`."""
        places, values, counts = map(_tensor, self.batch.sparse_observation)
        seats = _tensor(self.batch.to_move).long()
        advised = self._header.advice
        width = -(-max(int(counts.max()) + advised, 1) // WIDTH_STEP) * WIDTH_STEP
        columns = torch.arange(width, device=seats.device)
        written = columns < counts[:, None]
        columns = columns.clamp(max=places.shape[1] - 1)
        indices = places.int()[:, columns].where(written, 0)  # torch picks no uint16 on a GPU
        entries = values[:, columns].where(written, 0.0)
        advice = torch.zeros_like(seats)
        if advised:
            seeds = self._chance.integers(2**64, size=len(seats), dtype=np.uint64)
            advice = _tensor(self.batch.heuristic(mix(seeds))).clone()  # mixed as by `Turn`
            indices.scatter_(1, counts[:, None], (advice + self._header.observation_size).int()[:, None])
            entries.scatter_(1, counts[:, None], 1.0)
        masks = _tensor(self.batch.action_mask) != 0
        phases = _tensor(self.batch.field("phase")).long()
        return DecisionTensors(indices, entries, masks, self._roles[seats], advice), seats, phases

    def choose(self, actions: torch.Tensor) -> None:
        """See `LearnerRows`."""
        self._actions = actions

    def step(self) -> Ended:
        """See `LearnerRows`."""
        self.batch.step(self._actions)
        dones, utility, scores = map(_tensor, (self.batch.ended, self.batch.utility, self.batch.scores))
        return Ended(dones, final_values(utility, scores, self._teams, self._header))

    def position(self, row: int) -> tuple[np.ndarray, np.ndarray]:
        """See `LearnerRows`."""
        return np.array(self.batch.host_states()[row : row + 1]), self.batch.action_mask.numpy()[row]


def learner_rows(
    games: str | Driver,
    game: Game,
    rows: int,
    threads: int,
    network: Network,
    device: torch.device,
    kinds: dict[str, Any],
    checked: bool = False,
) -> LearnerRows:
    """New games: `games` says where they are played, "cpu" or a device for `DeviceBatch`; `kinds` are other arguments
    of both batches, `seed` among them. `checked`: see `DeviceBatch`; on the CPU each step is."""
    if games == "cpu":
        return HostRows(game.batch(rows, threads=threads, **kinds), network, device, kinds["seed"])
    batch = DeviceBatch(game, rows, device=games, checked=checked, **kinds)
    return DeviceRows(batch, network, device, kinds["seed"])


def final_values(utility: torch.Tensor, scores: torch.Tensor, teams: torch.Tensor, header: NetHeader) -> torch.Tensor:
    """The values of finished games for each seat; see `compiled.rollouts.outcomes`, which computes them in NumPy."""
    players = len(teams)
    utility = utility[:, :players]
    scores = scores[:, :players].double()
    values = utility.new_zeros(len(utility), players, header.outputs)
    for seat in range(players):
        values[:, seat, :players] = utility.roll(-seat, dims=1)
        others = scores.masked_fill(teams == teams[seat], -torch.inf)
        values[:, seat, -1] = ((scores[:, seat] - others.amax(dim=1)) / header.scale).clamp(-1, 1)
    return values


def _tensor(array: Any) -> torch.Tensor:
    """The same memory as a tensor."""
    return torch.from_dlpack(array)
