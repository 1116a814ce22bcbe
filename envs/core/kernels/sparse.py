"""Observations as lists of (index, value): `observe` writes them when `out` is `Entries` instead of a vector.

Nine tenths of an observation are zeros. A network's first layer needs only the other numbers, and writing a list is
quicker than clearing and filling a vector of thousands of numbers.

Arguments: `out` is an Entries. A place `at` is an index into the observation vector, from 0; an entry `k` is the k-th
number written, from 0, of all rows. `value` is the number written there; `amount`, from 0, is added to a number up to
the sum 1; `start` is the first place of the block, below which the search for `at` ends.
"""

import operator
from typing import NamedTuple

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.core.cgutils import create_struct_proxy
from numba.extending import intrinsic

from medianoche.envs.core.compile.jit import DISABLED, inlined, overload

ONE = np.uint64(1)


class Entries(NamedTuple):
    """The sparse observation being written, after those of the rows before it. `observe` writes to it as to a vector:
    `out[:] = 0` first, then each place at most once.

    Attributes:
        indices: uint16[capacity], places of the numbers that are not zero, in the order of writing.
        values: float32[capacity], the numbers.
        cursor: uint64[1], the number of entries. The capacity must exceed the number of entries by at least one.
    """

    indices: np.ndarray
    values: np.ndarray
    cursor: np.ndarray

    def __setitem__(self, at, value):
        if not isinstance(at, slice):
            append_in_python(self, at, value)


def append_in_python(out, at, value):
    """`append` without the compiler: `at` is a place in the observation, from 0."""
    n = out.cursor[0]
    out.indices[n] = at
    out.values[n] = value
    out.cursor[0] = n + ONE if value != 0 else n


def raise_in_python(out, start, at, amount):
    """`raise_entry` without the compiler."""
    for k in range(int(out.cursor[0]) - 1, -1, -1):
        if out.indices[k] < start:
            break
        if out.indices[k] == at:
            out.values[k] = min(out.values[k] + np.float32(amount), np.float32(1))
            return
    append_in_python(out, at, min(np.float32(amount), np.float32(1)))


if DISABLED:
    append = append_in_python
    raise_entry = raise_in_python

else:  # as LLVM instructions: reading the tuple's arrays in numba would count references, which takes much longer

    def pointers(context, builder, signature, arguments):
        """The addresses of indices, values and cursor."""
        for number, array in enumerate(signature.args[0]):
            value = builder.extract_value(arguments[0], number)
            yield create_struct_proxy(array)(context, builder, value).data

    @intrinsic
    def append(context, out, at, value):
        """Write `value` at place `at`; a zero is overwritten by the next."""

        def build(context, builder, signature, arguments):
            indices, values, cursor = pointers(context, builder, signature, arguments)
            place = context.cast(builder, arguments[1], at, types.uint16)
            number = context.cast(builder, arguments[2], value, types.float32)
            n = builder.load(cursor)
            builder.store(place, builder.gep(indices, [n]))
            builder.store(number, builder.gep(values, [n]))
            kept = builder.fcmp_unordered("!=", number, ir.Constant(number.type, 0.0))
            builder.store(builder.add(n, builder.zext(kept, n.type)), cursor)
            return context.get_dummy_value()

        return types.void(out, at, value), build

    @intrinsic
    def count_of(context, out):
        """How many entries there are, int64 from 0."""

        def build(context, builder, signature, arguments):
            _, _, cursor = pointers(context, builder, signature, arguments)
            return builder.load(cursor)

        return types.int64(out), build

    @intrinsic
    def place_of(context, out, k):
        """The place of entry `k`."""

        def build(context, builder, signature, arguments):
            indices, _, _ = pointers(context, builder, signature, arguments)
            return builder.zext(builder.load(builder.gep(indices, [arguments[1]])), ir.IntType(64))

        return types.int64(out, types.int64), build

    @intrinsic
    def exchange(context, out, k, value):
        """Write `value` to entry `k`; returns what was there."""

        def build(context, builder, signature, arguments):
            _, values, _ = pointers(context, builder, signature, arguments)
            here = builder.gep(values, [arguments[1]])
            before = builder.load(here)
            builder.store(arguments[2], here)
            return before

        return types.float32(out, types.int64, types.float32), build

    @inlined
    def raise_entry(out, start, at, amount):
        """`accumulate` for Entries."""
        k = count_of(out) - 1
        while k >= 0 and place_of(out, k) >= start:
            if place_of(out, k) == at:
                exchange(out, k, min(exchange(out, k, np.float32(0)) + np.float32(amount), np.float32(1)))
                return
            k -= 1
        append(out, at, min(np.float32(amount), np.float32(1)))


@inlined
def raise_number(out, start, at, amount):
    """`accumulate` for a vector."""
    out[at] = min(out[at] + np.float32(amount), np.float32(1))


def accumulate(out, start, at, amount):
    """Add `amount`, from 0, to place `at`, up to 1, where nothing below `start` was written since `start` could be.
    `at` and `start` are places in the observation, from 0; `out` is a vector, float32[observation_size], or an
    Entries."""
    (raise_entry if isinstance(out, Entries) else raise_number)(out, start, at, amount)


@overload(accumulate)
def _accumulate(out, start, at, amount):
    written = raise_entry if is_entries(out) else raise_number
    return lambda out, start, at, amount: written(out, start, at, amount)


def is_entries(argument_type):
    """Whether numba's type `argument_type` is that of Entries."""
    return isinstance(argument_type, types.NamedTuple) and argument_type.instance_class is Entries


def _begin(out, at, value):
    """`out[:] = 0`: nothing is to be cleared."""


@overload(operator.setitem)
def _write(out, at, value):
    if not is_entries(out):
        return None
    if isinstance(at, types.Integer):
        return lambda out, at, value: append(out, at, value)
    return _begin
