"""Checkpoints: one file with arrays as safetensors and everything else as JSON in its header. No pickle."""

from __future__ import annotations

import hashlib
import json
import os
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from pydantic import TypeAdapter

from medianoche.agents.network import read_tensors
from medianoche.envs.core import files
from medianoche.training.logs import locked
from medianoche.training.settings import TrainingConfig, TrainingError, tables_in

if TYPE_CHECKING:
    from medianoche.envs.core.game import Game

FILE = "checkpoint.safetensors"
CONFIG, POLICIES, POLICY = "config.toml", "policies", "policy.safetensors"
"""Other names in a run's folder: the configuration, the folder of measured networks, the best or latest network."""
SAVE_EVERY = 60.0
"""Seconds from one checkpoint to the next; the first follows the first round."""
CHECKPOINT_BYTES = 2**34
"""Size limit of a checkpoint."""
CHECKSUM_DIGITS = 64
"""Hexadecimal digits of the checksum before the state in the header."""


def save(folder: Path, arrays: dict[str, np.ndarray], state: dict[str, Any]) -> None:
    """Write the checkpoint of `folder` atomically: after a kill or on a full disk the previous one is left. Raises
    TrainingError if it cannot be written."""
    from safetensors import SafetensorError
    from safetensors.numpy import save_file

    new = folder / f"{FILE}.new"
    contiguous = {name: value.copy(order="C") for name, value in arrays.items()}
    text = json.dumps(state)
    try:
        save_file(contiguous, new, {"state": _sum(contiguous, text) + text})  # several entries come in any order
        new.replace(folder / FILE)
    except (OSError, SafetensorError) as error:
        new.unlink(missing_ok=True)
        raise TrainingError(f"checkpoint {folder / FILE} cannot be written: {error}") from None


def due(saved: float | None) -> bool:
    """Whether a checkpoint is written now; `saved` says when (`time.monotonic`) the last one was, None: never."""
    return saved is None or time.monotonic() - saved > SAVE_EVERY


def open_run(folder: Path, config: TrainingConfig, game: Game) -> tuple[dict[str, np.ndarray], dict[str, Any]] | None:
    """Prepare the folder for the training of `config`; returns its checkpoint if there is one. Raises TrainingError if
    the folder holds another training, or trains another version of `game`, or another process trains there."""
    if not str(folder).isprintable():  # a tournament, which writes it down, measures what is learned
        raise TrainingError(f"{str(folder)!r} is not accepted as a training's folder; give a name that can be printed")
    require_same(folder, config)
    (folder / POLICIES).mkdir(parents=True, exist_ok=True)
    if (lock := locked(folder)) is not None:
        os.close(lock)  # `Log` holds it during the training
    found = load(folder)
    if found and (version := found[1]["version"]) != game.version:
        raise TrainingError(f"{folder} trains version {version} of {game.name}, this is {game.version}")
    known, text = folder / CONFIG, config.to_toml()
    if not known.is_file() or known.read_text(encoding="utf-8") != text:
        files.write(known, text)
    return found


def require_same(folder: Path, config: TrainingConfig) -> None:
    """Raise TrainingError if `folder` holds another training than that of `config`."""
    known = folder / CONFIG
    if not known.is_file():
        return
    there = type(config).of(str(known), tables_in(known, trusted=True))
    if difference := there.difference(config):
        policy = folder / POLICY
        can_begin = policy.is_file() and "start" in type(config).model_fields
        on = f"; it may begin with --from {policy}" if can_begin else ""
        raise TrainingError(f"{folder} holds another training ({difference}); choose another --out{on}")


def load(folder: Path) -> tuple[dict[str, np.ndarray], dict[str, Any]] | None:
    """Read the checkpoint of `folder`; None if there is none. Raises TrainingError if it does not hold the bytes that
    `save` wrote."""
    file = folder / FILE
    if not file.exists():
        return None
    metadata, arrays = read_tensors(file, "checkpoint", TrainingError, CHECKPOINT_BYTES)
    header = metadata.get("state", "")
    known, text = header[:CHECKSUM_DIGITS], header[CHECKSUM_DIGITS:]
    if known != _sum(arrays, text):
        raise TrainingError(f"checkpoint {file} is damaged: it does not hold what was written")
    source = f"checkpoint {file} is damaged: its state"
    return arrays, files.from_json(TypeAdapter(dict[str, Any]), text, source, TrainingError)


def _sum(arrays: dict[str, np.ndarray], state: str) -> str:
    """Checksum of a checkpoint's arrays and state."""
    digest = hashlib.sha256(state.encode())
    for name in sorted(arrays):
        digest.update(f"{name} {arrays[name].dtype} {arrays[name].shape} ".encode() + arrays[name].tobytes())
    return digest.hexdigest()


def part(arrays: dict[str, np.ndarray], prefix: str) -> dict[str, np.ndarray]:
    """The arrays whose names start with `prefix` and a slash, without it."""
    start = f"{prefix}/"
    return {name.removeprefix(start): value for name, value in arrays.items() if name.startswith(start)}


def prefixed(prefix: str, arrays: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """The reverse of `part`."""
    return {f"{prefix}/{name}": value for name, value in arrays.items()}
