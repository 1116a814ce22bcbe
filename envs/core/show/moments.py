"""What happens within one step: the rules run without the compiler, and every question on the way is written down."""

from __future__ import annotations

from collections.abc import Callable, Set
from typing import Any

import numpy as np

from medianoche.envs.core.compile import dispatch
from medianoche.envs.core.compile.plain import PlainRecord, uncompiled

Copier = Callable[[Any], Any]


class Watched(PlainRecord):
    """A record that is copied whenever one of some phases begins: those in which somebody may be asked, and others that
    a game names.

    A phase is set when all that belongs to the one before has happened. So each copy is a position that `conceal` is
    made for.
    """

    __slots__ = ("_copies", "_copy", "_phases")

    def __init__(self, record: Any, copy: Copier, phases: Set[int]) -> None:
        super().__init__(record)
        for name, value in (("_copy", copy), ("_phases", phases), ("_copies", [])):
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: Any) -> None:
        super().__setattr__(name, value)
        if name == "phase" and value in self._phases:
            self._copies.append(self._copy(self._of))

    @property
    def copies(self) -> list[Any]:
        """The copies, in order."""
        found: list[Any] = self._copies
        return found


def play_slowly(package: str, pack: Any, record: Any, action: int, copy: Copier, phases: Set[int]) -> list[Any]:
    """Apply a legal `action` in place; returns copies of the positions on the way, that at the end not included.

    Args:
        package: the game's.
        pack: its record.
        record: the state.
        action: what is played.
        copy: makes a copy of a record.
        phases: those at whose beginning a copy is made.
    """
    watched = Watched(record, copy, phases)
    uncompiled(dispatch.kernel_of(package, "apply"))(pack, watched, int(np.int64(action)))
    return watched.copies
