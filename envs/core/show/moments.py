"""Positions within one step: the rules run without the compiler, and the state is copied at the start of phases."""

from __future__ import annotations

from collections.abc import Callable, Set
from typing import Any

import numpy as np

from medianoche.envs.core.compile import dispatch
from medianoche.envs.core.compile.plain import PlainRecord, uncompiled

Copier = Callable[[Any], Any]


class Watched(PlainRecord):
    """A record that is copied when one of the given phases begins: phases in which a player may be asked, and further
    ones that the game names.

    The rules set a phase after everything of the previous phase is done, so `conceal` can be applied to each copy.
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
        return list(self._copies)


def play_slowly(package: str, pack: Any, record: Any, action: int, copy: Copier, phases: Set[int]) -> list[Any]:
    """Apply a legal `action` in place; returns copies of the positions on the way, without the final one.

    Args:
        package: import name of the game's folder.
        pack: record of the pack.
        record: the state.
        action: the action.
        copy: makes a copy of a record.
        phases: a copy is made at the start of each of these phases.
    """
    watched = Watched(record, copy, phases)
    uncompiled(dispatch.kernel_of(package, "apply"))(pack, watched, int(np.int64(action)))
    return watched.copies
