"""Random numbers of NumPy's stand-in: other ones than NumPy's of the same seed."""

from __future__ import annotations

import random
import secrets
from typing import Any


class Generator:
    """Draws numbers."""

    def __init__(self, seed: int | None = None) -> None:
        self._source = random.Random(seed)

    def integers(self, low: int, high: int | None = None, dtype: Any = int) -> Any:
        """A number from `low` to below `high`."""
        first, after = (0, low) if high is None else (low, high)
        return dtype(self._source.randrange(first, after))

    def shuffle(self, row: Any) -> None:
        """Put the items of an array in another order."""
        values = row.tolist()
        self._source.shuffle(values)
        row[...] = values


class SeedSequence:
    """A source of seeds."""

    def generate_state(self, count: int, kind: Any) -> Any:
        """`count` random words from the system, of the type `kind`."""
        import numpy as np

        return np.array([kind(secrets.randbits(64)) for _ in range(count)], kind)


default_rng = Generator
