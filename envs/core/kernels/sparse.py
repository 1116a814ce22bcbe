"""Observations as lists of (index, value): `observe` writes them when `out` is `Entries` instead of a vector.

Observations are nine tenths zeros. What computes with them (a network's first layer) wants the rest alone, and writing
a list is quicker than clearing and filling thousands of numbers.
"""

import operator
from typing import NamedTuple

import numpy as np
from numba.core import types

from medianoche.envs.core.jit import chosen, inlined

ONE, ZERO = np.uint64(1), np.uint64(0)


class Entries(NamedTuple):
    """A row that is being written, after the rows before it. It takes what a vector takes in `observe`:
    `out[:] = 0` before all else, then each place at most once.

    Attributes:
        indices: uint16[capacity], places of the numbers that are not zero, in the order of writing.
        values: float32[capacity], the numbers.
        cursor: uint64[1], how many there are. There has to be room for one more than the longest row has.
    """

    indices: np.ndarray
    values: np.ndarray
    cursor: np.ndarray

    def __setitem__(self, at, value):
        if not isinstance(at, slice):
            append(self, at, value)


@inlined
def append(out, at, value):
    """Write `value` at place `at`; a zero is overwritten by the next."""
    n = out.cursor[0]
    out.indices[n] = at
    out.values[n] = value
    out.cursor[0] = n + ONE if value != 0 else n


@inlined
def raise_entry(out, start, at, amount):
    """`accumulate` for Entries."""
    k = out.cursor[0]
    while k > ZERO and out.indices[k - ONE] >= start:
        k -= ONE
        if out.indices[k] == at:
            out.values[k] = min(out.values[k] + np.float32(amount), np.float32(1))
            return
    append(out, at, amount)


@inlined
def raise_number(out, start, at, amount):
    """`accumulate` for a vector."""
    out[at] = min(out[at] + np.float32(amount), np.float32(1))


def accumulate(out, start, at, amount):
    """Add `amount` to place `at`, up to 1, where nothing below `start` was written since `start` could be."""
    (raise_entry if isinstance(out, Entries) else raise_number)(out, start, at, amount)


@chosen(accumulate)
def _accumulate(out, start, at, amount):
    written = raise_entry if is_entries(out) else raise_number
    return lambda out, start, at, amount: written(out, start, at, amount)


def is_entries(given):
    """Whether numba's type `given` is that of Entries."""
    return isinstance(given, types.NamedTuple) and given.instance_class is Entries


def _begin(out, at, value):
    """`out[:] = 0`: nothing is to be cleared."""


@chosen(operator.setitem)
def _write(out, at, value):
    if not is_entries(out):
        return None
    if isinstance(at, types.Integer):
        return lambda out, at, value: append(out, at, value)
    return _begin
