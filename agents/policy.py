"""Policies of the PPO learner as agents: `ppo` plays the policy that comes with the game, `ppo:PATH` that of a file.

A policy file is a safetensors file: `weight_0`, `bias_0`, ... of fully connected layers, and a header that names the
game. Loading it runs no code; playing it does not need torch.
"""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numba import float32
from pydantic import TypeAdapter

from medianoche.agents.base import AgentError
from medianoche.agents.network import Header, file_of_game, read_network, write_network
from medianoche.envs.core.kernels import Kernels
from medianoche.places import BASELINES

if TYPE_CHECKING:
    from medianoche.envs.core.game import Game
    from medianoche.envs.core.play.turn import Turn

FORMAT = "medianoche policy 1"

table = float32[:, ::1]
kernel = Kernels(inputs=table, weights=table, biases=float32[::1], outputs=table)


@kernel
def layer(
    inputs: np.ndarray, weights: np.ndarray, biases: np.ndarray, outputs: np.ndarray, rectified: int
) -> np.ndarray:
    """Write `inputs @ weights + biases` to `outputs` and return it; with `rectified`, negative numbers become 0.

    The last digits of NumPy's product depend on the number of rows, but an action must not depend on the other games of
    the batch. Most inputs are 0 and are skipped, so this is also faster.
    """
    for i in range(inputs.shape[0]):
        for j in range(outputs.shape[1]):
            outputs[i, j] = biases[j]
        for k in range(inputs.shape[1]):
            x = inputs[i, k]
            if x != 0:
                for j in range(outputs.shape[1]):
                    outputs[i, j] += x * weights[k, j]
        if rectified:
            for j in range(outputs.shape[1]):
                outputs[i, j] = max(outputs[i, j], np.float32(0))
    return outputs


class PolicyNetwork:
    """A policy head on fully connected layers with rectifiers between them.

    Args:
        weights: float32[inputs, outputs] of each layer.
        biases: float32[outputs] of each layer.
    """

    def __init__(self, weights: list[np.ndarray], biases: list[np.ndarray]) -> None:
        self.weights = [np.ascontiguousarray(matrix, np.float32) for matrix in weights]
        self.biases = [np.ascontiguousarray(vector, np.float32) for vector in biases]

    def logits(self, observations: np.ndarray) -> np.ndarray:
        """Logits, float32[n, num_actions], of observations, float32[n, observation_size]; each row is independent."""
        values = np.ascontiguousarray(observations, np.float32)
        last = len(self.weights) - 1
        for number, (weights, biases) in enumerate(zip(self.weights, self.biases, strict=True)):
            outputs = np.empty((len(values), len(biases)), np.float32)
            values = layer(values, weights, biases, outputs, int(number < last))
        return values

    def save(self, file: Path, header: Header, half: bool = False) -> None:
        """Write a policy file: as float32, or with `half` as rounded float16, which a wheel compresses well."""
        cut = halved if half else np.asarray
        tensors: dict[str, np.ndarray] = {}
        for number, (weights, biases) in enumerate(zip(self.weights, self.biases, strict=True)):
            tensors |= {f"weight_{number}": cut(weights), f"bias_{number}": cut(biases)}
        write_network(file, "policy", FORMAT, header, tensors)


def halved(numbers: np.ndarray) -> np.ndarray:
    """`numbers` as float16, rounded to 8 binary digits."""
    digits, exponents = np.frexp(numbers)
    rounded: np.ndarray = np.ldexp(np.round(digits * 256) / 256, exponents).astype(np.float16)
    return rounded


class PolicyAgent:
    """Plays a policy.

    Args:
        *words: the path of a policy file (without one: the policy that comes with the game), then optionally "sample"
            to sample actions by their probabilities instead of playing the most probable one.

    Raises:
        AgentError: the file cannot be used; from `act`: it is for another game.
    """

    name = "ppo"

    def __init__(self, *words: str) -> None:
        parts = list(words)
        self.sampling = parts[-1:] == ["sample"]
        self.path = ":".join(parts[: len(parts) - self.sampling])
        self._loaded: dict[str, PolicyNetwork] = {}
        if self.path:
            self._opened = load(Path(self.path))

    def act(self, turn: Turn) -> np.ndarray:
        """int64[len(turn)]."""
        logits = self.network(turn.game).logits(turn.observation)
        return choose(logits, turn.action_mask, turn.seeds if self.sampling else None)

    def source(self, game: Game) -> Path:
        """The file of the policy for `game`; raises AgentError if there is none."""
        return Path(self.path) if self.path else baseline(game)

    def network(self, game: Game) -> PolicyNetwork:
        """The network that plays `game`; raises AgentError if there is none."""
        if game.location not in self._loaded:
            header, network = self._opened if self.path else load(baseline(game))
            if difference := header.difference(game):
                raise AgentError(f"policy {self.source(game)} does not play {game.name}: {difference}")
            self._loaded[game.location] = network
        return self._loaded[game.location]


class NetworkAgent:
    """Plays a network in memory and samples actions by their probabilities: a member of a league."""

    def __init__(self, name: str, network: PolicyNetwork) -> None:
        self.name = name
        self.network = network

    def act(self, turn: Turn) -> np.ndarray:
        """int64[len(turn)]."""
        return choose(self.network.logits(turn.observation), turn.action_mask, turn.seeds)


def choose(logits: np.ndarray, masks: np.ndarray, seeds: np.ndarray | None) -> np.ndarray:
    """The most probable legal action of each row, int64[n]; with `seeds` one sampled by its probability."""
    legal = np.where(masks != 0, logits.astype(np.float64), -np.inf)
    if seeds is None:
        best: np.ndarray = legal.argmax(axis=1).astype(np.int64)
        return best
    weights = np.exp(legal - legal.max(axis=1, keepdims=True))
    reached = np.cumsum(weights, axis=1)
    drawn = (seeds >> np.uint64(11)).astype(np.float64) * 2.0**-53 * reached[:, -1]
    chosen: np.ndarray = (reached <= drawn[:, None]).sum(axis=1)
    return chosen


def baseline(game: Game) -> Path:
    """The policy file that comes with `game`; raises AgentError if no policy does."""
    return file_of_game(BASELINES, game, "trained policy", "ppo")


def trained(game: Game) -> bool:
    """Whether a trained policy comes with `game`."""
    return (BASELINES / f"{game.name}.safetensors").is_file()


def load(file: Path) -> tuple[Header, PolicyNetwork]:
    """Read a policy file. Raises AgentError if the file does not exist, is damaged, or is no policy."""
    header, tensors = read_network(file, "policy", FORMAT, TypeAdapter(Header))
    layers = range(len(tensors) // 2)
    names = {f"{kind}_{n}" for kind in ("weight", "bias") for n in layers}
    if set(tensors) != names or any(tensor.dtype.kind != "f" for tensor in tensors.values()):
        raise AgentError(f"policy {file} is damaged: accepted are weight_0, bias_0, ... of floating-point numbers")
    with np.errstate(over="ignore"):  # too large numbers become infinite, and are refused below
        network = PolicyNetwork([tensors[f"weight_{n}"] for n in layers], [tensors[f"bias_{n}"] for n in layers])
    if not _fits(network, header):
        raise AgentError(f"policy {file} is damaged: its layers do not fit its header, or hold infinite numbers or NaN")
    return header, network


def _fits(network: PolicyNetwork, header: Header) -> bool:
    if any(vector.ndim != 1 for vector in network.biases):
        return False
    sizes = [header.observation_size, *(len(vector) for vector in network.biases)]
    shapes = [matrix.shape for matrix in network.weights]
    values: list[Any] = [*network.weights, *network.biases]
    expected = list(pairwise(sizes))
    return (
        len(sizes) > 1
        and sizes[-1] == header.num_actions
        and shapes == expected
        and all(bool(np.isfinite(value).all()) for value in values)
    )
