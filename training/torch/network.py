"""The network of `agents.network` in torch: the same file, the same logits and values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple, Self

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from medianoche.agents import network as compiled
from medianoche.agents.network import NetHeader
from medianoche.envs.core.content.symmetries import Symmetries
from medianoche.envs.core.play.turn import Sparse

WIDTH_STEP = 16
"""Entries of a row are multiples of it, so that shapes seldom change."""
LOWEST = -1e9
"""Logit of an illegal action."""


class DecisionTensors(NamedTuple):
    """What n decisions look like to a network. `width` entries a row; rows with fewer have entries of value 0."""

    indices: torch.Tensor  # int32[n, width], places of the nonzero numbers of the observations
    entries: torch.Tensor  # float32[n, width], these numbers
    masks: torch.Tensor  # bool[n, num_actions], the legal actions
    roles: torch.Tensor  # int64[n]
    advice: torch.Tensor  # int64[n], the heuristic's action; 0 without advice

    @classmethod
    def from_columns(
        cls, header: NetHeader, inputs: Sparse, masks: np.ndarray, roles: np.ndarray, device: torch.device
    ) -> Self:
        """Decisions on `device`; nothing of the arguments is kept.

        Args:
            header: of the network.
            inputs: n rows, see `agents.network.Network.inputs`.
            masks: int8[n, num_actions], the legal actions.
            roles: int64[n], of the movers.
            device: of the tensors.
        """
        lengths = torch.from_numpy(np.diff(inputs.starts))
        advice = np.zeros(len(lengths), np.int64)
        if header.advice:  # the last entry of each row
            advice = inputs.indices[inputs.starts[1:] - 1].astype(np.int64) - header.observation_size
        width = -(-max(int(lengths.max()), 1) // WIDTH_STEP) * WIDTH_STEP
        columns = [inputs.indices.astype(np.int32), inputs.values, masks, roles, advice]
        moved_columns = [moved(torch.from_numpy(column), device) for column in columns]
        filled = torch.arange(width, device=device) < moved(lengths, device)[:, None]  # row by row
        indices = torch.zeros(filled.shape, dtype=torch.int32, device=device).masked_scatter(filled, moved_columns[0])
        entries = torch.zeros(filled.shape, device=device).masked_scatter(filled, moved_columns[1])
        return cls(indices, entries, moved_columns[2] != 0, *moved_columns[3:])

    def part(self, rows: torch.Tensor | slice) -> Self:
        """The decisions in `rows`, int64[k] or a slice."""
        return type(self)(*(column[rows] for column in self))


class TorchSymmetries:
    """Images of decisions under the symmetries of a game; see `compiled.kernels.symmetries`.

    Args:
        symmetries: of the game.
        device: of the decisions.
    """

    def __init__(self, symmetries: Symmetries, device: torch.device) -> None:
        self.count = len(symmetries.inverse)
        self._tables = [torch.from_numpy(table).long().to(device) for table in symmetries]

    def image(self, decisions: DecisionTensors, numbers: torch.Tensor) -> tuple[DecisionTensors, torch.Tensor]:
        """The image of each decision under the symmetry of its number, int64[n]; and of each action there the one
        whose image it is, int64[n, num_actions]."""
        observation, actions, inverse, key, classes = self._tables
        size = len(key)
        places = decisions.indices.long()
        seen = places.clamp(max=size - 1)
        advised = (places - size).clamp(min=0)
        keys = key[seen].masked_fill((places >= size) | (decisions.entries == 0), 0)
        kinds = classes[keys.sum(dim=1)]
        names = actions[numbers, kinds]
        indices = torch.where(places < size, observation[numbers[:, None], seen], size + names.gather(1, advised))
        masks = torch.zeros_like(decisions.masks).scatter(1, names, decisions.masks)
        advice = names.gather(1, decisions.advice[:, None]).squeeze(1)
        image = decisions._replace(indices=indices.int(), masks=masks, advice=advice)
        return image, actions[inverse[numbers], kinds]


def joined(parts: Sequence[Sequence[torch.Tensor]]) -> DecisionTensors:
    """All decisions of `parts`, each the columns of a `DecisionTensors`, in order."""
    width = max(part[0].shape[1] for part in parts)
    wide = [
        [functional.pad(column, (0, width - column.shape[1])) for column in part[:2]] + [*part[2:]] for part in parts
    ]
    return DecisionTensors(*(torch.cat(column) for column in zip(*wide, strict=True)))


def moved(tensor: torch.Tensor, device: torch.device) -> torch.Tensor:
    """`tensor` on `device`; it goes to a GPU through pinned memory, without waiting."""
    return tensor.pin_memory().to(device, non_blocking=True) if device.type == "cuda" else tensor


def generators_of(device: torch.device) -> list[torch.Generator]:
    """The random generators from which torch draws where it is given none, for a checkpoint."""
    if device.type != "cuda":
        return [torch.default_generator]
    return [torch.default_generator, torch.cuda.default_generators[device.index or 0]]


class TorchNetwork(nn.Module):
    """A network.

    Args:
        network: the compiled one; its weights are copied.
        bf16: whether products are computed in bfloat16.

    Attributes:
        header: its game and sizes.
        layers: by name, as in a network file.
    """

    def __init__(self, network: compiled.Network, bf16: bool = False) -> None:
        super().__init__()
        self.header = network.header
        self.bf16 = bf16
        self.layers = nn.ParameterDict({name: torch.tensor(layer) for name, layer in network.layers().items()})

    @classmethod
    def load(cls, file: Path) -> Self:
        """Read a network file; raises AgentError if it cannot be used."""
        return cls(compiled.Network.load(file))

    def save(self, file: Path) -> None:
        """Write a network file, layers as float16; raises AgentError if it cannot be written."""
        self.compiled().save(file)

    def compiled(self, **changes: Any) -> compiled.Network:
        """A copy for `NetAgent`; `changes` are of fields of the header."""
        flat = [self.layers[name].detach().cpu().numpy().ravel() for name in self.header.shapes()]
        return compiled.Network(replace(self.header, **changes), np.concatenate(flat))

    def weights(self) -> dict[str, torch.Tensor]:
        """A copy of the weights, for `with_weights`."""
        return {name: value.clone() for name, value in self.state_dict().items()}

    def with_weights(self, weights: dict[str, torch.Tensor], *decisions: torch.Tensor) -> Any:
        """The outputs of `forward` with other weights."""
        return torch.func.functional_call(self, weights, decisions)

    def forward(self, *columns: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Logits and values of n decisions; `columns` are those of `DecisionTensors`. Logits are float32[n,
        num_actions], LOWEST for illegal actions; values are float32[n, outputs], see `kernels.network.value_head`."""
        decisions = DecisionTensors(*columns)
        with torch.autocast(decisions.masks.device.type, torch.bfloat16, enabled=self.bf16):
            return self._outputs(decisions)

    def _outputs(self, decisions: DecisionTensors) -> tuple[torch.Tensor, torch.Tensor]:
        layers = self.layers
        rows = torch.arange(len(decisions.roles), device=decisions.roles.device)
        last = functional.relu(self._first(decisions, layers["hidden_1"]) + layers["hidden_1_bias"])
        for number in range(2, len(self.header.hidden) + 1):
            last = functional.relu(last @ layers[f"hidden_{number}"] + layers[f"hidden_{number}_bias"])
        logits = self._head("policy", last, rows, decisions.roles)
        if self.header.advice:
            weight, bias = (layers[name][decisions.roles] for name in ("advice_logit", "advice_logit_bias"))
            advised = functional.one_hot(decisions.advice, self.header.num_actions)
            raised = advised * ((last * weight).sum(dim=1) + bias)[:, None]
            logits = logits + raised
        values = torch.tanh(self._head("value", last, rows, decisions.roles).float())
        return logits.float().masked_fill(~decisions.masks, LOWEST), values

    def _first(self, decisions: DecisionTensors, weight: torch.Tensor) -> torch.Tensor:
        """The sum of the first layer's lines, float32 or bfloat16[n, hidden]."""
        if decisions.indices.is_cuda:  # a GPU multiplies matrices much faster than it adds gradients to chosen lines
            dense = decisions.entries.new_zeros(len(decisions.indices), len(weight))
            return dense.scatter_add_(1, decisions.indices.long(), decisions.entries) @ weight
        return functional.embedding_bag(decisions.indices, weight, per_sample_weights=decisions.entries, mode="sum")

    def _head(self, name: str, last: torch.Tensor, rows: torch.Tensor, roles: torch.Tensor) -> torch.Tensor:
        """The outputs of each row's own head: all heads are computed, one is chosen."""
        weight = self.layers[name]
        bias = self.layers[f"{name}_bias"]
        head_values = functional.linear(last, weight.flatten(0, 1), bias.flatten())
        return head_values if len(weight) == 1 else head_values.view(len(last), *bias.shape)[rows, roles]
