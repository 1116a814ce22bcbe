"""The events of a batch: what happened in the last step of each row."""

from __future__ import annotations

import numba
import numpy as np

from medianoche.envs.core import arrays
from medianoche.envs.core.base import BaseGame
from medianoche.envs.core.errors import OptionError
from medianoche.envs.core.kernels.loops import Loops, Results
from medianoche.envs.core.kernels.notes import LAST, tell_rows
from medianoche.envs.core.play.threads import Threads
from medianoche.envs.core.show.events import note_dtype

CAPACITY = 16
"""Notes for which each row has room at first, with the mark of the end."""


def asked(game: BaseGame, events: bool) -> bool:
    """Whether `events` are asked for; raises OptionError if it is no bool, or the rules note none."""
    told = arrays.flag(events, "events =", OptionError)
    if told and not game.declaration.kinds:
        raise OptionError(f"{game.name}: events=True is not accepted, its rules note no events")
    return told


class EventLog:
    """The notes of the last step of each row, and the loop that writes them.

    Args:
        game: the game.
        rows: how many rows there are.
    """

    def __init__(self, game: BaseGame, rows: int) -> None:
        self._dtype = note_dtype(game.declaration.kinds)
        self._notes = np.zeros((rows, 0, 0), np.int64)
        self._grow(CAPACITY)

    def play(
        self,
        loops: Loops,
        threads: Threads,
        packs: np.ndarray,
        states: np.ndarray,
        masks: np.ndarray,
        rows: np.ndarray,
        actions: np.ndarray,
        results: Results,
    ) -> None:
        """Play as `loops.step_rows` and keep what happens; no game is dealt."""
        play = loops.compile(tell_rows, notes=numba.int64[:, :, ::1])
        parts: list[tuple[int, int]] = []

        def part(start: int, stop: int) -> tuple[int, int]:
            return play(packs, states, masks, rows, actions, results, self._notes, start, stop), stop

        threads.share(len(rows), lambda _, start, stop: parts.append(part(start, stop)), least=2)
        while parts := [(start, stop) for start, stop in parts if start < stop]:
            self._grow(2 * self._notes.shape[1])
            parts = [part(*part_arguments) for part_arguments in parts]

    def forget(self, rows: np.ndarray) -> None:
        """Leave no events in `rows`."""
        self._notes[rows, :, 0] = LAST

    @property
    def records(self) -> np.ndarray:
        """The notes, read-only: records[rows, n], see `Batch.events`."""
        return arrays.locked(self._notes.view(self._dtype)[..., 0])

    def _grow(self, most: int) -> None:
        """Make room for `most` - 1 notes a row and the mark of the end."""
        before = self._notes
        self._notes = np.zeros((len(before), most, self._dtype.itemsize // 8), np.int64)
        self._notes[:, :, 0] = LAST
        self._notes[:, : before.shape[1], : before.shape[2]] = before
