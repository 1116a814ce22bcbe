"""Action masks as words of 64 bits: action a is bit `a & 63` of word `a >> 6`."""

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

from medianoche.envs.core.jit import DISABLED, Kernels

kernel = Kernels()

ONE, SIX, LOW6 = np.uint64(1), np.uint64(6), np.uint64(63)
ZERO = np.uint64(0)

if DISABLED:

    def popcount(word):
        """How many bits of `word` are set."""
        return np.int64(int(word).bit_count())

    def lowest_bit(word):
        """Index of the lowest set bit of `word`; 64 if none is."""
        word = int(word)
        return np.int64((word & -word).bit_length() - 1 if word else 64)

else:

    @intrinsic
    def popcount(context, word):
        """How many bits of `word` are set."""

        def build(context, builder, signature, arguments):
            return builder.ctpop(arguments[0])

        return types.int64(types.uint64), build

    @intrinsic
    def lowest_bit(context, word):
        """Index of the lowest set bit of `word`; 64 if none is."""

        def build(context, builder, signature, arguments):
            return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 0))

        return types.int64(types.uint64), build


@kernel
def clear_bits(mask):
    """No action is legal."""
    for w in range(len(mask)):
        mask[w] = ZERO


@kernel
def set_bit(mask, action):
    """Action `action` is legal."""
    mask[action >> 6] |= ONE << np.uint64(action & 63)


@kernel
def clear_bit(mask, action):
    """Action `action` is not legal."""
    mask[action >> 6] &= ~(ONE << np.uint64(action & 63))


@kernel
def test_bit(mask, action):
    """Whether `action` is legal."""
    return (mask[action >> 6] >> np.uint64(action & 63)) & ONE != ZERO


@kernel
def count_bits(mask):
    """How many actions are legal."""
    total = np.int64(0)
    for w in range(len(mask)):
        total += popcount(mask[w])
    return total


@kernel
def nth_bit(mask, k):
    """The k-th legal action, k from 0; -1 if there are not that many."""
    for w in range(len(mask)):
        word = mask[w]
        n = popcount(word)
        if k < n:
            for _ in range(k):
                word &= word - ONE
            return np.int64(w * 64 + lowest_bit(word))
        k -= n
    return np.int64(-1)


@kernel
def expand_bits(mask, action_mask):
    """Write the mask as one int8 for each action: 1 legal, 0 not."""
    for a in range(len(action_mask)):
        action_mask[a] = np.int8((mask[a >> 6] >> np.uint64(a & 63)) & ONE)
