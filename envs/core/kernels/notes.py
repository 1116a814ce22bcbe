"""`note`: what happens in a step, told by the rules themselves where it happens.

    note(state, News.PAID, seat, payee, candies)

Such a statement is removed before a kernel is compiled (`compile/jit.py`). When the rules run in plain Python on a
`Watched` record, the record keeps the note; see `show/events.py`.
"""

from __future__ import annotations

from typing import Any


def note(state: Any, kind: Any, *values: Any) -> None:
    """Note that an event of `kind` has happened; `values` are those of its fields, numbers or arrays."""
    if keep := getattr(state, "keep_note", None):
        keep(kind, values)
