"""Checks of the numbers and arrays that users give, before any kernel is called.

Kernels do not check their arguments (see `jit.direct`): a wrong shape, type or row would read or write other memory. So
every public method checks its arguments with these functions and continues with a copy.
"""

from __future__ import annotations

import weakref
from collections.abc import Mapping
from itertools import islice
from typing import Any

import numpy as np

from medianoche.envs.core.errors import GameError, MedianocheError, shown
from medianoche.envs.core.kernels.loops import ascending

INT64 = np.dtype(np.int64)
UINT64 = np.dtype(np.uint64)
DEEPEST = 8
"""Limit of the nesting of sequences that are converted to an array."""
KNOWN = (str, bytes, bytearray, memoryview, range, np.ndarray, np.generic, Mapping)
"""Types that NumPy converts or refuses without reading items one by one."""
PROTOCOLS = ("__array__", "__array_interface__", "__array_struct__")


class _Memory:
    """Read-only access to the memory of an array."""

    def __init__(self, array: np.ndarray) -> None:
        address, _ = array.__array_interface__["data"]
        self.__array_interface__ = {"version": 3, "typestr": "|u1", "shape": (array.nbytes,), "data": (address, True)}
        weakref.finalize(self, id, array)  # keeps the array alive, but gives no access to it


def locked(array: np.ndarray) -> np.ndarray:
    """A read-only view of a contiguous `array` that, unlike NumPy's own, leads to no writable one: neither `base` nor
    `flags.writeable` does."""
    return np.asarray(_Memory(array)).view(array.dtype).reshape(array.shape).view(type(array))


def whole(records: np.ndarray) -> np.ndarray:
    """A view of contiguous `records` in which each item is one block of bytes (void[n]).

    NumPy copies records by index field by field, about 14 times slower than the same bytes as blocks.
    """
    return records.view(np.ndarray).view(f"V{records.dtype.itemsize}")


def integer(value: Any, what: str, error: type[MedianocheError] = GameError) -> int:
    """`value` if it is an integer (of Python or NumPy, no truth value), else an `error` that calls it `what`."""
    if isinstance(value, np.ndarray) and value.ndim == 0:
        value = value[()]
    if isinstance(value, bool) or not isinstance(value, int | np.integer):
        raise error(f"{what} {shown(value)} is not an integer")
    return int(value)


def flag(value: Any, what: str, error: type[MedianocheError] = GameError) -> bool:
    """`value` if it is a truth value (of Python or NumPy), else an `error` that calls it `what`."""
    if not isinstance(value, bool | np.bool_):
        raise error(f"{what} {shown(value)} is not accepted; accepted: True or False")
    return bool(value)


def array(value: Any, what: str, accepted: str, error: type[MedianocheError] = GameError) -> np.ndarray:
    """`value` as an array of any kind, else an `error` that says what is `accepted`."""
    try:
        return np.asarray(bounded(value))
    except Exception:  # noqa: BLE001 - the class of the value may raise anything
        raise error(f"{what}: {type(value).__name__} given; accepted: {accepted}") from None


def bounded(value: Any, depth: int = DEEPEST) -> Any:
    """`value` with every sequence in it as a list of its stated length: NumPy would read endless sequences forever."""
    if isinstance(value, KNOWN):
        return value
    if not isinstance(value, list | tuple):
        lists = hasattr(value, "__getitem__") and hasattr(value, "__len__")
        if not lists or any(hasattr(value, protocol) for protocol in PROTOCOLS):
            return value
        value = list(islice(value, len(value)))
    if not depth:
        raise ValueError("nested too deeply")
    return [item if type(item) is int else bounded(item, depth - 1) for item in value]


def integers(values: Any, what: str, count: int, dtype: np.dtype[Any] = INT64) -> np.ndarray:
    """`count` integers as an array of its own memory: int64[count] or uint64[count].

    Raises:
        GameError: `values`, called `what`, has another shape, holds no integers, or one that `dtype` does not hold.
    """
    if values.__class__ is np.ndarray and values.dtype == dtype and values.shape == (count,):
        return values.copy()
    accepted = f"{dtype}[{count}]"
    _check_length(values, what, range(count, count + 1), accepted)
    converted = array(values, what, accepted)
    if converted.dtype.kind not in "iu" and isinstance(values, list | tuple) and all(type(n) is int for n in values):
        try:  # no integers, or integers for which neither int64 nor uint64 is large enough
            converted = np.array(values, dtype)
        except OverflowError:
            raise GameError(f"{what}: a number of more than 64 bits given; accepted: {accepted}") from None
    if converted.shape != (count,) or converted.dtype.kind not in "iu":
        raise GameError(f"{what}: {converted.dtype.name}{list(converted.shape)} given; accepted: {accepted}")
    if dtype.kind != converted.dtype.kind and count:
        wrong = converted.min() if dtype.kind == "u" else converted.max()
        if not np.iinfo(dtype).min <= int(wrong) <= np.iinfo(dtype).max:
            raise GameError(f"{what}: {wrong} given; accepted: {accepted}")
    return converted.astype(dtype, "C")


def rows(numbers: Any, limit: int, what: str = "rows") -> np.ndarray:
    """Numbers of rows (or of `what` else) below `limit`, each at most once, in any order: int64[k], k at most `limit`.

    Raises:
        GameError: `numbers` is anything else.
    """
    if (
        numbers.__class__ is np.ndarray
        and numbers.dtype == INT64
        and numbers.ndim == 1
        and ascending(copied := numbers.copy(), limit)
    ):
        return copied
    accepted = f"int64[k], each of 0 to {limit - 1} at most once"
    _check_length(numbers, what, range(limit + 1), accepted)
    converted = array(numbers, what, accepted)
    if converted.ndim != 1 or (converted.dtype.kind not in "iu" and converted.size):
        raise GameError(f"{what}: {converted.dtype.name}{list(converted.shape)} given; accepted: {accepted}")
    chosen = converted.astype(INT64, "C")
    if not ascending(chosen, limit):
        order = np.sort(converted)
        if order[0] < 0 or order[-1] >= limit:
            raise GameError(f"{what}: {order[0] if order[0] < 0 else order[-1]} given; accepted: {accepted}")
        if (again := order[1:][order[1:] == order[:-1]]).size:
            raise GameError(f"{what}: {again[0]} given twice; accepted: {accepted}")
    return chosen


def row(number: Any, limit: int) -> int:
    """The number of a row below `limit`; raises GameError for anything else."""
    chosen = integer(number, "row")
    if not 0 <= chosen < limit:
        raise GameError(f"row {chosen} given; accepted: 0 to {limit - 1}")
    return chosen


def _check_length(values: Any, what: str, accepted_lengths: range, accepted: str) -> None:
    """Check the length before the conversion to an array: `range(10**12)` would take all memory."""
    if isinstance(values, np.ndarray):
        return
    try:
        length = len(values)
    except Exception:  # noqa: BLE001 - a scalar, or a class that raises
        return
    if length not in accepted_lengths:
        raise GameError(f"{what}: {type(values).__name__}[{length}] given; accepted: {accepted}")


def system_seed() -> int:
    """A seed from the operating system, for an environment that was given none.

    Environments (AEC, batches, `Matches` and what is made of it for Gymnasium, TorchRL and SB3) deal other games each
    time unless they are given a seed; they tell the one that was drawn. Functions that make one state (`game.new`,
    `game.position`), agents, measurements and commands have the default seed 0, so that they repeat.
    """
    return int(np.random.SeedSequence().generate_state(1, np.uint64)[0] >> np.uint64(1))


def check_seed(seed: Any) -> int:
    """`seed` if it is an integer of 64 bits, not negative, else a GameError."""
    try:
        if 0 <= (number := integer(seed, "seed")) < 2**64:
            return number
    except GameError:
        pass
    raise GameError(f"seed {shown(seed)} is not accepted; give a non-negative integer below 2**64")


def numbers_of(states: np.ndarray) -> np.ndarray:
    """All numbers of one record, float64[n]. A word of 64 bits gives two numbers, the lower half first, so that float64
    is exact."""
    plain = states.view(np.ndarray)
    parts = (np.ascontiguousarray(plain[name]).ravel() for name in plain.dtype.names or ())
    halves = (part.astype("<u8").view("<u4") if part.dtype == np.uint64 else part for part in parts)
    return np.concatenate([part.astype(np.float64) for part in halves])


def filled(dtype: np.dtype[Any], end: str) -> np.ndarray:
    """A record with the smallest ("min") or largest ("max") value of its type in every place; utilities: -1 or 1."""
    states = np.zeros(1, dtype)
    for name in dtype.names or ():
        base = dtype[name].base
        states[name] = {"min": -1, "max": 1}[end] if base.kind == "f" else getattr(np.iinfo(base), end)
    return states
