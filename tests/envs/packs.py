"""Changing a pack's tables, for tests of packs that are refused."""

from collections.abc import Sequence
from typing import Any


def change(tables: Any, path: Sequence[str | int], value: Any) -> None:
    """Set one entry of the tables, or delete it for None."""
    *parents, last = path
    for part in parents:
        tables = tables[part]
    if value is None:
        del tables[last]
    else:
        tables[last] = value
