"""Arrays of constant size on the stack: no allocation, no counted references, and what a GPU can make."""

from math import prod

import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.core.errors import TypingError
from numba.core.typing.npydecl import parse_dtype
from numba.extending import intrinsic
from numba.np.arrayobj import make_array, populate_array

from medianoche.envs.core.compile.jit import DISABLED
from medianoche.envs.core.compile.plain import IN_PYTHON, plain

ALIGNMENT = 16
"""Bytes."""


def uncleared_in_python(shape, dtype):
    """`local_array` without the compiler: NumPy's array of this `shape` and `dtype`."""
    made = np.empty(shape, dtype)
    return plain(made) if made.dtype.names else made


def cleared_in_python(shape, dtype):
    """`local_zeros` without the compiler: NumPy's array of this `shape` and `dtype`, all zero."""
    return np.zeros(shape, dtype)


def placed_in_python(memory, at, shape, like):
    """`placed` without the compiler. Raises IndexError for a place outside of the memory."""
    dtype = like.dtype if isinstance(like, np.ndarray) else np.dtype(like)
    end = at + prod(shape) * dtype.itemsize
    if not 0 <= at <= end <= len(memory):
        raise IndexError(f"bytes {at} to {end} of {len(memory)}")
    held = memory[at:end].view(dtype).reshape(shape)
    return plain(held.view(np.recarray) if dtype.names else held)


def array_at(context, builder, made, place, sizes):
    """The array of type `made` that begins at the pointer `place` and has these lengths, LLVM's values. `sizes` are its
    lengths in numbers of `made.dtype`, one for each dimension."""
    kind = context.get_data_type(made.dtype)
    steps = [ir.IntType(64)(context.get_abi_sizeof(kind))]
    for size in sizes[:0:-1]:
        steps.insert(0, builder.mul(steps[0], size))
    array = make_array(made)(context, builder)
    data = builder.bitcast(place, kind.as_pointer())
    populate_array(array, data=data, shape=sizes, strides=steps, itemsize=steps[-1], meminfo=None)
    return array._getvalue()


def on_the_stack(shape, dtype, cleared):
    """numba's signature and builder of an array of `shape` numbers of type `dtype`."""
    lengths = tuple(shape) if isinstance(shape, types.BaseTuple) else (shape,)
    if not all(isinstance(length, types.IntegerLiteral) for length in lengths):
        raise TypingError(f"local array of shape {shape}: lengths must be constants of the module, not computed")
    sizes = tuple(length.literal_value for length in lengths)
    item = parse_dtype(dtype)
    made = types.Array(item, len(sizes), "C")

    def build(context, builder, signature, arguments):
        kind = context.get_data_type(item)
        width = context.get_abi_sizeof(kind)
        with builder.goto_entry_block():  # once a call of the function, not once an iteration of a loop
            memory = builder.alloca(ir.ArrayType(kind, prod(sizes)))
        memory.align = ALIGNMENT
        if cleared:
            cgutils.memset(builder, memory, ir.Constant(ir.IntType(64), width * prod(sizes)), 0)
        return array_at(context, builder, made, memory, [ir.IntType(64)(size) for size in sizes])

    return made(shape, dtype), build


if DISABLED:
    local_array = uncleared_in_python
    local_zeros = cleared_in_python
    placed = placed_in_python

else:

    @intrinsic(prefer_literal=True)
    def local_array(context, shape, dtype):
        """An uncleared array that lives until its function returns; `shape`: a constant number or tuple of them."""
        return on_the_stack(shape, dtype, False)

    @intrinsic(prefer_literal=True)
    def local_zeros(context, shape, dtype):
        """`local_array`, all zero."""
        return on_the_stack(shape, dtype, True)

    @intrinsic
    def placed(context, memory, at, shape, like):
        """An array of `shape`, a tuple, in the memory of the array `memory` from byte `at` on; its numbers are of the
        dtype `like`, or of that of the array `like`. No bounds are checked."""
        made = types.Array(like.dtype if isinstance(like, types.Array) else parse_dtype(like), len(shape), "C")

        def build(context, builder, signature, arguments):
            start = make_array(memory)(context, builder, arguments[0]).data
            place = builder.gep(builder.bitcast(start, ir.IntType(8).as_pointer()), [arguments[1]])
            return array_at(context, builder, made, place, cgutils.unpack_tuple(builder, arguments[2]))

        return made(memory, types.int64, types.UniTuple(types.int64, len(shape)), like), build


IN_PYTHON.extend([(local_array, uncleared_in_python), (local_zeros, cleared_in_python), (placed, placed_in_python)])
