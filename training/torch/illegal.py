"""An illegal action in the games of PPO: one file holds what may explain it."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import numpy as np
import torch

from medianoche.envs.core import files
from medianoche.envs.core.errors import IllegalActionError
from medianoche.training.recipes.ppo import Step
from medianoche.training.torch.network import DecisionTensors

FILE = "illegal-action.npz"
"""The record, in the training's folder, or where Python was started if nothing of the training is kept."""
UNKNOWN = -1
"""Number of a step that was not found."""


def recorded(part: Any, error: IllegalActionError, played: list[Step], first: int = 0) -> IllegalActionError:
    """Write the record of an illegal action; returns the error, with update, step and the name of the file.

    `numpy.load` reads the record. Its entries, of the row:

    - `message`, `game`, `players`, `part`, `row`, `seat`, and `update` and `step`, from 1 and from 0;
    - `state`, a record, and `mask`, int8[num_actions]: what the batch holds now, which has not changed since;
    - `mask_seen`, `indices`, `entries`: what the network saw. In a training with symmetries they are those of the
      image, and so are `logits` and `action`;
    - `logits`: those of the last decision that was asked for in the row, which is the refused one if games are checked
      at each step, else another one of the same position;
    - `logits_again`: the network's, computed now. If they differ from `logits` by more than rounding, one of them
      was read before it was written, or changed later;
    - `action`, and `former`: the number of the former network that chose it, 0 if the learner did.

    Args:
        part: a `training.torch.ppo.Part` of the environments; that module imports this one.
        error: what the rows raised.
        played: the decisions of which one was refused, in order.
        first: the number of the first of them.
    """
    row = error.row
    assert row is not None
    refused = [number for number, step in enumerate(played) if not _saw_it_legal(step, row)]
    place = refused[0] if refused else len(played) - 1
    decision = played[place]
    step = first + place if refused or len(played) == 1 else UNKNOWN
    update = part.ppo.state.rounds + 1
    seen = DecisionTensors(*decision.seen).part(slice(row, row + 1))
    is_former = row < len(part.opponents) and bool(decision.value[row].isnan().all())
    former = int(part.opponents[row]) if is_former else 0
    weights = part.ppo.snapshots.get(former)
    with torch.no_grad():
        logits_again, _ = part.ppo.agent.with_weights(weights, *seen) if weights else part.ppo.model(*seen)
    state, mask = part.rows.position(row)
    entries: dict[str, Any] = {
        "message": str(error),
        "game": part.ppo.game.name,
        "players": part.players,
        "part": part.ppo.parts.index(part),
        "update": update,
        "step": step,
        "row": row,
        "seat": int(decision.seat[row]),
        "state": state,
        "mask": mask,
        "mask_seen": _host(seen.masks[0]),
        "indices": _host(seen.indices[0]),
        "entries": _host(seen.entries[0]),
        "logits": _host(part.logits[row]),
        "logits_again": _host(logits_again[0]),
        "action": int(decision.action[row]),
        "former": former,
    }
    file = (part.ppo.folder or Path()) / FILE
    file.parent.mkdir(parents=True, exist_ok=True)
    written = io.BytesIO()
    np.savez(written, allow_pickle=False, **entries)
    files.write(file, written.getvalue())
    where = f"step {step}" if step != UNKNOWN else "a step that saw the action as legal"
    told = IllegalActionError(f"update {update}, {where}: {error}; state, mask and logits are in {file}")
    told.row = error.row
    return told


def _saw_it_legal(step: Step, row: int) -> bool:
    """Whether the network's mask has the action that it chose in a row."""
    return bool(DecisionTensors(*step.seen).masks[row, step.action[row]])


def _host(tensor: torch.Tensor) -> np.ndarray:
    """A copy in host memory."""
    array: np.ndarray = tensor.detach().cpu().numpy()
    return array
