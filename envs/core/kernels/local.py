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
from medianoche.envs.core.compile.plain import IN_PYTHON

ALIGNMENT = 16
"""Bytes."""


def uncleared_in_python(shape, dtype):
    """`local_array` without the compiler."""
    return np.empty(shape, dtype)


def cleared_in_python(shape, dtype):
    """`local_zeros` without the compiler."""
    return np.zeros(shape, dtype)


def on_the_stack(shape, dtype, cleared):
    """numba's signature and builder of an array of `shape` numbers of type `dtype`."""
    given = tuple(shape) if isinstance(shape, types.BaseTuple) else (shape,)
    if not all(isinstance(each, types.IntegerLiteral) for each in given):
        raise TypingError(f"local array of shape {shape}: lengths must be constants of the module, not computed")
    sizes = tuple(each.literal_value for each in given)
    item = parse_dtype(dtype)
    made = types.Array(item, len(sizes), "C")

    def build(context, builder, signature, arguments):
        kind = context.get_data_type(item)
        width = context.get_abi_sizeof(kind)
        with builder.goto_entry_block():  # once a call of the function, not once an iteration of a loop
            room = builder.alloca(ir.ArrayType(kind, prod(sizes)))
        room.align = ALIGNMENT
        if cleared:
            cgutils.memset(builder, room, ir.Constant(ir.IntType(64), width * prod(sizes)), 0)
        number = ir.IntType(64)
        steps = [width * prod(sizes[axis + 1 :]) for axis in range(len(sizes))]
        array = make_array(made)(context, builder)
        populate_array(
            array,
            data=builder.bitcast(room, kind.as_pointer()),
            shape=[number(size) for size in sizes],
            strides=[number(step) for step in steps],
            itemsize=number(width),
            meminfo=None,
        )
        return array._getvalue()

    return made(shape, dtype), build


if DISABLED:
    local_array, local_zeros = uncleared_in_python, cleared_in_python

else:

    @intrinsic(prefer_literal=True)
    def local_array(context, shape, dtype):
        """An uncleared array that lives until its function returns; `shape`: a constant number or tuple of them."""
        return on_the_stack(shape, dtype, False)

    @intrinsic(prefer_literal=True)
    def local_zeros(context, shape, dtype):
        """`local_array`, all zero."""
        return on_the_stack(shape, dtype, True)


IN_PYTHON.extend([(local_array, uncleared_in_python), (local_zeros, cleared_in_python)])
