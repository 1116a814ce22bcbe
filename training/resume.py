"""A loop of one's own goes on after a stop: its checkpoint."""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from medianoche.envs.core.game import Game
from medianoche.training import checkpoint
from medianoche.training.settings import TrainingError, differing

FREE = ("out", "track", "cuda")
"""Options that may change from one start to the next."""
TENSOR = "tensor"
"""The one key of what stands for a tensor of torch: its array."""


class Checkpoint:
    """The checkpoint in the folder of a loop.

    Each part of the loop is an object with `state_dict` and `load_state_dict` (a network, an optimizer, a `Batch`), a
    `torch.Generator`, or a `numpy.random.Generator`.

    Example:
        >>> from tempfile import mkdtemp
        >>> from medianoche import envs
        >>> game = envs.game("kuhn")
        >>> folder = Path(mkdtemp())
        >>> parts = {"batch": game.batch(4, seed=1)}
        >>> Checkpoint(folder, {"seed": 1}, game).save(parts, count=3)
        >>> Checkpoint(folder, {"seed": 1}, game, resume=True).restore(parts)
        {'count': 3}

    Args:
        folder: of the loop.
        options: of the loop, by name: a checkpoint of others is refused, but for FREE.
        game: that it learns.
        resume: whether to go on from the checkpoint in the folder; otherwise the loop begins, and the first `save`
            replaces what is there.

    Raises:
        TrainingError: the checkpoint is damaged, or of another training.
    """

    def __init__(self, folder: Path, options: Mapping[str, Any], game: Game, resume: bool = False) -> None:
        self.folder = folder
        self._about = {"options": dict(options), "version": game.version, "code": game.content.code}
        self._saved: float | None = None  # when this process wrote the last checkpoint
        self._stored = checkpoint.load(folder) if resume else None
        if self._stored is None:
            return
        if "options" not in self._stored:
            raise TrainingError(f"{folder} holds another training (of `medianoche train`); choose another --out")
        about = {name: self._stored[name] for name in self._about}
        if difference := differing(about, self._about, tuple(f"options.{name}" for name in FREE)):
            words = difference.replace("options.", "")
            raise TrainingError(f"{folder} holds another training ({words}); choose another --out")

    def restore(self, parts: Mapping[str, Any]) -> dict[str, Any]:
        """Let the parts go on as they were when the checkpoint was written.

        Returns:
            The values that `save` was given; empty if the loop begins.
        """
        if self._stored is None:
            return {}
        kept = _loaded(self._stored["parts"])
        for name, part in parts.items():
            if name in kept:
                checkpoint.restored(part, kept[name])
        values: dict[str, Any] = _loaded(self._stored["values"])
        return values

    def due(self) -> bool:
        """Whether a checkpoint is to be written: the first one now, the others a minute after the one before."""
        return checkpoint.due(self._saved)

    def save(self, parts: Mapping[str, Any], **values: Any) -> None:
        """Write the checkpoint. After a kill or on a full disk the previous one is left.

        Args:
            parts: see the class; None is left out.
            values: numbers, strings, arrays, tensors, and lists and dictionaries of these.

        Raises:
            TrainingError: it cannot be written.
        """
        states = {name: checkpoint.state_of(part) for name, part in parts.items() if part is not None}
        self.folder.mkdir(parents=True, exist_ok=True)
        checkpoint.save(self.folder, {**self._about, "parts": _marked(states), "values": _marked(values)})
        self._saved = time.monotonic()


def _marked(value: Any) -> Any:
    """`value` with its tensors as arrays that are marked."""
    if hasattr(value, "detach"):
        return {TENSOR: value.detach().cpu().numpy()}
    if isinstance(value, Mapping):
        return {key: _marked(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_marked(item) for item in value]
    return value


def _loaded(value: Any) -> Any:
    """The reverse of `_marked`, with lists for tuples; keys that are numbers in text become numbers."""
    if isinstance(value, list):
        return [_loaded(item) for item in value]
    if not isinstance(value, dict):
        return value
    if value.keys() == {TENSOR}:
        import torch

        return torch.from_numpy(value[TENSOR])
    return {int(key) if key.isdecimal() else key: _loaded(item) for key, item in value.items()}
