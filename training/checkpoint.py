"""Checkpoints: one file with all arrays of a state as safetensors and the rest as JSON in its header. No pickle."""

from __future__ import annotations

import hashlib
import json
import os
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
from pydantic import TypeAdapter

from medianoche.agents.network import read_tensors
from medianoche.envs.core import files
from medianoche.training.logs import locked
from medianoche.training.settings import TrainingConfig, TrainingError, tables_in

FILE = "checkpoint.safetensors"
CONFIG, POLICIES, POLICY = "config.toml", "policies", "policy.safetensors"
"""Other names in a run's folder: the configuration, the folder of measured networks, the best or latest network."""
SAVE_EVERY = 60.0
"""Seconds from one checkpoint to the next; the first follows the first round."""
CHECKPOINT_BYTES = 2**34
"""Size limit of a checkpoint."""
FORM = 2
"""Number of the form of checkpoints."""
ARRAY = "array"
"""The one key of what stands for an array in the header: its name."""
CHECKSUM_DIGITS = 64
"""Hexadecimal digits of the checksum before the state in the header."""


def save(folder: Path, state: dict[str, Any]) -> None:
    """Write the checkpoint of `folder` atomically: after a kill or on a full disk the previous one is left.

    Args:
        folder: of the training.
        state: numbers, strings, None, arrays, tensors of torch, and lists and dictionaries of these.

    Raises:
        TrainingError: it cannot be written.
    """
    from safetensors import SafetensorError
    from safetensors.numpy import save_file

    new = folder / f"{FILE}.new"
    arrays = dict[str, np.ndarray]()
    text = json.dumps({"form": FORM, "state": _split(state, "", arrays)})
    try:
        save_file(arrays, new, {"state": _sum(arrays, text) + text})  # several entries come in any order
        new.replace(folder / FILE)
    except (OSError, SafetensorError) as error:
        new.unlink(missing_ok=True)
        raise TrainingError(f"checkpoint {folder / FILE} cannot be written: {error}") from None


def _split(value: Any, name: str, arrays: dict[str, np.ndarray]) -> Any:
    """`value` as JSON; its arrays are added to `arrays`, each by its way from the root, `name`."""
    if hasattr(value, "detach"):  # a tensor of torch
        value = value.detach().cpu().numpy()
    if isinstance(value, np.ndarray):
        arrays[name] = value.copy(order="C")
        return {ARRAY: name}
    if isinstance(value, dict):
        return {str(key): _split(item, f"{name}/{key}".lstrip("/"), arrays) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_split(item, f"{name}/{number}", arrays) for number, item in enumerate(value)]
    return value


def _joined(value: Any, arrays: dict[str, np.ndarray]) -> Any:
    """The reverse of `_split`: dictionaries have strings as keys, tuples are lists, tensors are arrays."""
    if isinstance(value, list):
        return [_joined(item, arrays) for item in value]
    if not isinstance(value, dict):
        return value
    if value.keys() == {ARRAY}:
        return arrays[value[ARRAY]].copy()
    return {key: _joined(item, arrays) for key, item in value.items()}


def state_of(part: Any) -> Any:
    """All that decides how `part` goes on, to be saved: the state of a random generator of torch or NumPy, or of an
    object with `state_dict`; a list of the states of a list; any other value itself."""
    if isinstance(part, list):
        return [state_of(item) for item in part]
    if isinstance(part, np.random.Generator):
        return part.bit_generator.state
    if hasattr(part, "get_state"):
        return part.get_state()
    return part.state_dict() if hasattr(part, "state_dict") else part


def restored(part: Any, state: Any) -> Any:
    """`part` as it was when `state_of` returned `state`, which a checkpoint has kept. Objects go on themselves, other
    values are replaced. What belongs to torch gets tensors."""
    if isinstance(part, list) and isinstance(state, list) and len(part) == len(state):
        return [restored(item, its) for item, its in zip(part, state, strict=True)]
    if torch := sys.modules.get("torch"):  # if it is not imported, nothing belongs to it
        if isinstance(part, torch.Tensor):
            return torch.as_tensor(state).to(part.device)
        if isinstance(part, torch.nn.Module | torch.optim.Optimizer | torch.Generator):
            state = tensors_of(state, "cpu")
    if isinstance(part, np.random.Generator):
        part.bit_generator.state = state
    elif hasattr(part, "set_state"):
        part.set_state(state)
    elif hasattr(part, "load_state_dict"):
        part.load_state_dict(state)
    else:
        return state
    return part


def tensors_of(value: Any, device: Any) -> Any:
    """The arrays in lists and dictionaries as tensors of torch on `device`; keys that are numbers in text become
    numbers."""
    if isinstance(value, np.ndarray):
        import torch

        return torch.from_numpy(value).to(device)
    if isinstance(value, list):
        return [tensors_of(item, device) for item in value]
    if isinstance(value, dict):
        return {int(key) if str(key).isdecimal() else key: tensors_of(item, device) for key, item in value.items()}
    return value


def due(saved: float | None) -> bool:
    """Whether a checkpoint is written now; `saved` says when (`time.monotonic`) the last one was, None: never."""
    return saved is None or time.monotonic() - saved > SAVE_EVERY


def open_folder(folder: Path, config: TrainingConfig) -> None:
    """Prepare the folder for the training of `config`, which `require_same` accepts. Raises TrainingError if another
    process trains there."""
    if not str(folder).isprintable():  # a tournament, which writes it down, measures what is learned
        raise TrainingError(f"{str(folder)!r} is not accepted as a training's folder; give a name that can be printed")
    (folder / POLICIES).mkdir(parents=True, exist_ok=True)
    if (lock := locked(folder)) is not None:
        os.close(lock)  # `Log` holds it during the training
    known = folder / CONFIG
    text = config.to_toml()
    if not known.is_file() or known.read_text(encoding="utf-8") != text:
        files.write(known, text)


def require_same(folder: Path, config: TrainingConfig) -> None:
    """Raise TrainingError if `folder` holds another training than that of `config`."""
    known = folder / CONFIG
    if not known.is_file():
        return
    try:
        stored = type(config).from_tables(str(known), tables_in(known, trusted=True))
    except TrainingError as error:  # as of another learner
        words = f"{folder} holds another training (of another --learner? {error}); choose another --out"
        raise TrainingError(words) from None
    if difference := stored.difference(config):
        policy = folder / POLICY
        can_begin = policy.is_file() and "start" in type(config).model_fields.keys() - {*getattr(config, "refused", ())}
        on = f"; it may begin with --from {policy}" if can_begin else ""
        raise TrainingError(f"{folder} holds another training ({difference}); choose another --out{on}")


def load(folder: Path) -> dict[str, Any] | None:
    """The state in the checkpoint of `folder`; None if there is none.

    Raises:
        TrainingError: it does not hold the bytes that `save` wrote, or an older version has written it.
    """
    file = folder / FILE
    if not file.exists():
        return None
    metadata, arrays = read_tensors(file, "checkpoint", TrainingError, CHECKPOINT_BYTES)
    header = metadata.get("state", "")
    known = header[:CHECKSUM_DIGITS]
    text = header[CHECKSUM_DIGITS:]
    if known != _sum(arrays, text):
        raise TrainingError(f"checkpoint {file} is damaged: it does not hold what was written")
    source = f"checkpoint {file} is damaged: its state"
    content = files.from_json(TypeAdapter(dict[str, Any]), text, source, TrainingError)
    if content.get("form") != FORM:
        on = f"begin in another --out with --from {folder / POLICY}"
        raise TrainingError(f"checkpoint {file} is of an older version, whose trainings do not go on here; {on}")
    return _joined(content["state"], arrays)


def _sum(arrays: dict[str, np.ndarray], state: str) -> str:
    """Checksum of a checkpoint's arrays and state."""
    digest = hashlib.sha256(state.encode())
    for name in sorted(arrays):
        digest.update(f"{name} {arrays[name].dtype} {arrays[name].shape} ".encode() + arrays[name].tobytes())
    return digest.hexdigest()
