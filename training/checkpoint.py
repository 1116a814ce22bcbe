"""One file that a training goes on from: arrays as safetensors, everything else as JSON in its header. No pickle."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from medianoche.training.config import TrainingError

FILE = "checkpoint.safetensors"


def save(folder: Path, arrays: dict[str, np.ndarray], state: dict[str, Any]) -> None:
    """Write the checkpoint of `folder`; a process killed meanwhile leaves the one before."""
    from safetensors.numpy import save_file

    new = folder / f"{FILE}.new"
    contiguous = {name: value.copy(order="C") for name, value in arrays.items()}
    save_file(contiguous, new, {"state": json.dumps(state)})
    new.replace(folder / FILE)


def load(folder: Path) -> tuple[dict[str, np.ndarray], dict[str, Any]] | None:
    """Read the checkpoint of `folder`; None if there is none.

    Raises:
        TrainingError: it is damaged.
    """
    from safetensors import SafetensorError, safe_open

    file = folder / FILE
    if not file.is_file():
        return None
    try:
        with safe_open(file, framework="np") as opened:
            state = json.loads((opened.metadata() or {})["state"])
            arrays = {name: opened.get_tensor(name) for name in opened.keys()}  # noqa: SIM118 (no iterator)
    except (OSError, SafetensorError, ValueError, KeyError) as error:
        raise TrainingError(f"checkpoint {file} is damaged: {' '.join(str(error).split())}") from None
    return arrays, state


def part(arrays: dict[str, np.ndarray], prefix: str) -> dict[str, np.ndarray]:
    """The arrays whose names start with `prefix` and a slash, without it."""
    start = f"{prefix}/"
    return {name.removeprefix(start): value for name, value in arrays.items() if name.startswith(start)}


def prefixed(prefix: str, arrays: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """The reverse of `part`."""
    return {f"{prefix}/{name}": value for name, value in arrays.items()}
