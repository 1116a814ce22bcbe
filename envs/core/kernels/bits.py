"""Action masks as words of 64 bits: action a is bit `a & 63` of word `a >> 6`.

Arguments: `mask` is uint64[words], words = the number of actions / 64, rounded up; the bits behind the last action are
0. `word` is one uint64. Actions, bits and `k` count from 0.
"""

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.core.registry import cpu_target
from numba.extending import intrinsic

from medianoche.envs.core.compile.jit import DISABLED, Kernels, inlined
from medianoche.envs.core.compile.plain import IN_PYTHON

kernel = Kernels()

ZERO = np.uint64(0)
ONE = np.uint64(1)
TWO, THREE, FOUR, SEVEN, EIGHT, LOW8 = (np.uint64(n) for n in (2, 3, 4, 7, 8, 255))
ONES, HIGHS, SEVENS = (np.uint64(0x0101010101010101 * byte) for byte in (0x01, 0x80, 0x7F))
FIVES, THREES, LOW_NIBBLES = (np.uint64(0x0101010101010101 * byte) for byte in (0x55, 0x33, 0x0F))
DIAGONAL = np.uint64(0x8040201008040201)
SLOW_DEPOSIT = ("bdver4", "znver1", "znver2")
"""Processors whose instruction PDEP takes up to hundreds of cycles."""


def deposits():
    """Whether the processor that is compiled for has the instruction PDEP, of BMI2, and is quick at it."""
    _, processor, features = cpu_target.target_context.codegen().magic_tuple()
    return "+bmi2" in features.split(",") and processor not in SLOW_DEPOSIT


def count_in_python(word):
    """`popcount` without the compiler: 0 to 64."""
    return np.int64(int(word).bit_count())


def lowest_in_python(word):
    """`lowest_bit` without the compiler: 0 to 63; 64 if no bit is set."""
    word = int(word)
    return np.int64((word & -word).bit_length() - 1 if word else 64)


def select_in_python(word, k):
    """`select_bit` without the compiler: the k-th set bit, k from 0."""
    word = int(word)
    for _ in range(k):
        word &= word - 1
    return lowest_in_python(word)


if DISABLED:
    popcount = count_in_python
    lowest_bit = lowest_in_python
    select_bit = select_in_python

else:

    @intrinsic
    def popcount(context, word):
        """The number of bits of `word`, uint64, that are set: 0 to 64."""

        def build(context, builder, signature, arguments):
            return builder.ctpop(arguments[0])

        return types.int64(types.uint64), build

    @intrinsic
    def lowest_bit(context, word):
        """Index of the lowest set bit of `word`, uint64: 0 to 63; 64 if none is."""

        def build(context, builder, signature, arguments):
            return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 0))

        return types.int64(types.uint64), build

    @intrinsic
    def deposit(context, bit, word):
        """The set bits of `word`, of which those that `bit` has, from the lowest on: x86's PDEP. Both and the result
        are uint64."""

        def build(context, builder, signature, arguments):
            kind = ir.FunctionType(arguments[0].type, [argument.type for argument in arguments])
            return builder.call(builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", (), kind), arguments)

        return types.uint64(types.uint64, types.uint64), build

    @inlined
    def select_by_deposit(word, k):
        """Index of the k-th set bit of `word`, k from 0; there are more than k."""
        return lowest_bit(deposit(ONE << np.uint64(k), word))

    @inlined
    def select_by_counts(word, k):
        """Index of the k-th set bit of `word`, k from 0; there are more than k.

        Without a branch, since a random one is mispredicted: the counts of all eight bytes at once, then of the
        eight bits of the byte found. Source: Vigna, "Broadword Implementation of Rank/Select Queries", WEA 2008.
        """
        pairs = word - ((word >> ONE) & FIVES)
        nibbles = (pairs & THREES) + ((pairs >> TWO) & THREES)
        upto = ((nibbles + (nibbles >> FOUR)) & LOW_NIBBLES) * ONES  # byte b: bits set in bytes 0..b
        rank = np.uint64(k)
        place = np.uint64(popcount(((rank * ONES | HIGHS) - upto) & HIGHS)) << THREE
        rank -= ((upto << EIGHT) >> place) & LOW8
        spread = (((word >> place) & LOW8) * ONES) & DIAGONAL  # byte b: bit b, at its place
        upto = (((spread + SEVENS) >> SEVEN) & ONES) * ONES
        return np.int64(place) + popcount(((rank * ONES | HIGHS) - upto) & HIGHS)

    select_bit = select_by_deposit if deposits() else select_by_counts


IN_PYTHON.extend([(popcount, count_in_python), (lowest_bit, lowest_in_python), (select_bit, select_in_python)])


@kernel
def clear_bits(mask):
    """No action is legal: all words of `mask`, uint64[words], become 0."""
    for w in range(len(mask)):
        mask[w] = ZERO


@kernel
def set_bit(mask, action):
    """Action `action`, from 0, is legal: sets its bit in `mask`, uint64[words]."""
    mask[action >> 6] |= ONE << np.uint64(action & 63)


@kernel
def clear_bit(mask, action):
    """Action `action`, from 0, is not legal: clears its bit in `mask`, uint64[words]."""
    mask[action >> 6] &= ~(ONE << np.uint64(action & 63))


@kernel
def test_bit(mask, action):
    """Whether `action`, from 0, is legal in `mask`, uint64[words]. No bounds are checked."""
    return (mask[action >> 6] >> np.uint64(action & 63)) & ONE != ZERO


@kernel.entry
def find_illegal(masks, rows, actions, count):
    """The first place k at which actions[k] is not legal in row rows[k] (there are `count` actions); -1 if none.
    `masks` is uint64[n, words]."""
    for k in range(len(rows)):
        if actions[k] < 0 or actions[k] >= count or not test_bit(masks[rows[k]], actions[k]):
            return k
    return -1


@kernel
def count_bits(mask):
    """The number of bits of `mask`, uint64[words], that are set: that of the legal actions."""
    total = np.int64(0)
    for w in range(len(mask)):
        total += popcount(mask[w])
    return total


@kernel
def nth_bit(mask, k):
    """The k-th legal action of `mask`, uint64[words], k from 0; -1 if there are not that many."""
    for w in range(len(mask)):
        word = mask[w]
        n = popcount(word)
        if k < n:
            return np.int64(w * 64 + select_bit(word, k))
        k -= n
    return np.int64(-1)


@inlined
def list_bits(mask, actions):
    """Write the legal actions to `actions`, integers of any type, ascending; returns how many. An action counts from 0;
    `actions` has room for as many."""
    count = 0
    for w in range(len(mask)):
        word = mask[w]
        while word != ZERO:
            actions[count] = 64 * w + lowest_bit(word)
            count += 1
            word &= word - ONE
    return count


@kernel
def write_bits(out, at, word):
    """Write 1 to out[at + b] for each bit b, 0 to 63, of `word`, uint64, that is set."""
    while word != ZERO:
        out[at + lowest_bit(word)] = 1
        word &= word - ONE


@kernel
def expand_bits(mask, action_mask):
    """Write the mask, uint64[words], to `action_mask`, int8[num_actions], one number for each action: 1 legal, 0
    not."""
    for w in range(len(mask)):
        word = mask[w]
        first = 64 * w
        for b in range(min(64, len(action_mask) - first)):  # a choice, not a shift: it becomes vector code
            action_mask[first + b] = np.int8(1) if word & (ONE << np.uint64(b)) else np.int8(0)
