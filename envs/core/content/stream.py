"""Streams of generated packs, `pack="random:SEED"`: another one for every deal, read when it is first dealt."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from medianoche.envs.core.arrays import locked
from medianoche.envs.core.content.pack import STREAM, Pack, PackModel, PackSource, is_stream, read
from medianoche.envs.core.errors import PackError

PACK_LIMIT = 2**15
"""Packs of a stream at most: as many as `state.pack` can number."""
USUAL = 1000
"""Packs of a stream that does not say how many."""
FORM = re.compile(STREAM + r"(\d{1,14})(?::(\d{1,5}))?", re.ASCII)


class Stream(Sequence[Pack]):
    """The packs of `random:SEED:COUNT`. Its pack k is the generated pack SEED * 32,768 + k, so different streams have
    no pack in common; a game with seed s is dealt pack s % COUNT.

    Attributes:
        source: what was asked for.
        records: the packs as kernels read them; blank until they are first looked at, by `stream[k]` or `deal`.
    """

    def __init__(self, source: str, generated: Callable[[int], Pack], dtype: np.dtype[Any]) -> None:
        self.source = source
        self._first, count = numbers_of(source)
        self._generated = generated
        self._records = np.zeros(count, dtype)
        self._known: dict[int, Pack] = {}
        self.records = locked(self._records.view(np.recarray))
        self.read([0])  # a game without a generator says so now

    def __len__(self) -> int:
        return len(self._records)

    def __getitem__(self, number: Any) -> Any:
        if isinstance(number, slice):
            return [self[k] for k in range(*number.indices(len(self)))]
        if not 0 <= number < len(self):
            raise IndexError(number)
        if number not in self._known:
            pack = self._generated(self._first + int(number))
            self._records[number] = pack.records[0]
            self._known[number] = pack
        return self._known[number]

    def deal(self, seeds: np.ndarray) -> np.ndarray:
        """The numbers of the packs that games with `seeds` (uint64[k]) are dealt, int64[k]; they are read."""
        numbers = (seeds % np.uint64(len(self))).astype(np.int64)
        self.read(np.unique(numbers).tolist())
        return numbers

    def read(self, numbers: Iterable[int] | None = None) -> None:
        """Read packs, or all of them, for kernels that choose among them."""
        for number in range(len(self)) if numbers is None else numbers:
            self[number]

    def known(self) -> list[tuple[int, str]]:
        """Numbers and hashes of the packs read so far."""
        return [(number, self._known[number].hash) for number in sorted(self._known)]


def numbers_of(source: str) -> tuple[int, int]:
    """The generator's seed of the stream's first pack, and how many packs there are.

    Raises:
        PackError: not of the form.
    """
    match = FORM.fullmatch(source)
    count = int(match[2] or USUAL) if match else 0
    if not match or not 1 <= count <= PACK_LIMIT:
        raise PackError(
            f"pack {source!r} is not accepted; accepted: {STREAM}SEED or {STREAM}SEED:COUNT, SEED below 10**14, "
            f"COUNT from 1 to {PACK_LIMIT}"
        )
    return int(match[1]) * PACK_LIMIT, count


@lru_cache(maxsize=8)
def opened(package: str, model: type[PackModel], dtype: np.dtype[Any], source: str) -> Stream:
    """The stream `source` of a game: the same object in the whole process, so that no pack is read twice.

    Raises:
        PackError: not of the form, or the game has no generator.
    """
    return Stream(source, lambda seed: read(package, model, dtype, seed), dtype)


def one_of(source: PackSource, seed: int) -> PackSource:
    """The pack that a game with `seed` is dealt: one of a stream's, else `source` itself; raises PackError."""
    if not is_stream(source):
        return source
    first, count = numbers_of(str(source))
    return first + seed % count
