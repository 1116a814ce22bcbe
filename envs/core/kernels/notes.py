"""`note`: what happens in a step, told by the rules themselves where it happens.

    note(state, News.PAID, seat, payee, candies)

Such a statement is removed before a kernel is compiled (`compile/stripping.py`). Compiled code keeps it only for a
record to which `noting` has given an array: there it writes the note. When the rules run in plain Python on a `Watched`
record, the record keeps the note; see `show/events.py`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from medianoche.envs.core.compile import dispatch
from medianoche.envs.core.compile import noting as compiled
from medianoche.envs.core.compile.jit import DISABLED, inlined
from medianoche.envs.core.compile.plain import PlainRecord, PlainView
from medianoche.envs.core.kernels.bits import clear_bits, nth_bit
from medianoche.envs.core.kernels.local import local_array, local_zeros


def note(state: Any, kind: Any, *values: Any) -> None:
    """Note that an event of `kind` has happened; `values` are those of its fields, numbers or arrays."""
    if keep := getattr(state, "keep_note", None):
        keep(kind, values)


class NotedRecord(PlainRecord):
    """`noting` without the compiler."""

    __slots__ = ("_count", "_notes")

    def __init__(self, state: Any, notes: np.ndarray, count: np.ndarray) -> None:
        super().__init__(state._of)
        object.__setattr__(self, "_notes", notes)
        object.__setattr__(self, "_count", count)

    def keep_note(self, kind: Any, values: tuple[Any, ...]) -> None:
        """Write a note, if there is room for it and the mark of the end."""
        self._count[0] += 1
        if self._count[0] < len(self._notes):
            numbers = [int(kind)]
            for value in values:
                numbers += value._of.ravel().tolist() if isinstance(value, PlainView) else [int(value)]
            words = np.array([number & (1 << 64) - 1 for number in numbers], np.uint64).view(np.int64)
            row = self._notes[self._count[0] - 1]
            row[:] = 0
            row[: len(words)] = words[: len(row)]


LAST = compiled.LAST
UNKNOWN = np.int64(-(1 << 63))
"""A value of a note that a seat does not know, see `exported.conceal_notes`."""
noting: Any = compiled.noting
"""See `compile/noting.py`."""
if DISABLED:
    noting = NotedRecord
else:
    compiled.lower_note(note)


@inlined
def tell(packs, states, i, action, forced, mask, notes, fresh):
    """`steps.step` in row i, with the forced actions only if `forced`, that writes what happens to `notes`. `action` is
    a legal one, from 0; `mask`, uint64[words], gets the legal actions of the next choice.

    `notes` are int64[n, words]: the kind of an event and the values of its fields. Behind the last event all kinds
    become LAST. If the notes are `fresh` (their memory was never written), only the first kind behind it does, and the
    notes after it must not be read. Returns the number of actions that are legal now, or -1 if there are more than
    n - 1 events: then the game has not changed.
    """
    after = local_array(1, states.dtype)
    count = local_zeros(1, np.int64)
    after[0] = states[i]
    state = after[0]
    pack = packs[states[i].pack]
    legal = 1
    while legal == 1:
        dispatch.apply(pack, noting(state, notes, count), action)
        if state.done:
            clear_bits(mask)
            legal = 0
        else:
            legal = dispatch.legal_mask(pack, state, mask)
            if not forced:
                break
            action = nth_bit(mask, 0)
    if count[0] >= len(notes):
        dispatch.legal_mask(pack, states[i], mask)
        return -1
    states[i] = state
    for k in range(count[0], len(notes)):
        if not fresh and notes[k, 0] == LAST:
            break
        notes[k, 0] = LAST
        if fresh:
            break
    return legal


def tell_rows(packs, states, masks, rows, actions, results, notes, start, stop):
    """`loops.step_rows` that writes what happens in row i to notes[i], int64[n, words], see `tell`; it deals no game.

    Returns the first k for whose notes there is no room, where it has stopped; else `stop`. The arguments are those of
    `step_rows`.
    """
    ended, utility, scores = results
    for k in range(start, stop):
        i = rows[k]
        if tell(packs, states, i, actions[k], True, masks[i], notes[i], False) < 0:
            return k
        state = states[i]
        ended[i] = state.done
        if state.done:
            for p in range(utility.shape[1]):
                utility[i, p] = state.utility[p]
                scores[i, p] = state.scores[p]
    return stop
