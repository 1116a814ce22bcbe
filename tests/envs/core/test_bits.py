import numba
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from medianoche.envs.core.compile import jit
from medianoche.envs.core.kernels import bits, uncompiled

WORDS = st.lists(st.integers(0, 2**64 - 1), min_size=1, max_size=4).map(lambda words: np.array(words, np.uint64))


def as_set(mask):
    return {64 * w + b for w in range(len(mask)) for b in range(64) if int(mask[w]) >> b & 1}


@given(WORDS)
def test_count_and_nth_agree_with_sets(mask):
    actions = sorted(as_set(mask))
    assert bits.count_bits(mask) == len(actions)
    assert [bits.nth_bit(mask, k) for k in range(len(actions))] == actions
    assert bits.nth_bit(mask, len(actions)) == -1
    assert [uncompiled(bits.nth_bit)(mask, k) for k in range(len(actions))] == actions


@pytest.mark.skipif(jit.DISABLED, reason="nothing is compiled")
def test_both_ways_to_select_a_bit_agree():
    ways = [bits.select_by_counts, *([bits.select_by_deposit] if bits.deposits() else [])]

    for way in ways:
        compiled = numba.njit("int64(uint64, int64)")(way)
        for word in (
            1,
            2**63,
            2**64 - 1,
            0x8040201008040201,
            *np.random.default_rng(1).integers(1, 2**64, 200, np.uint64),
        ):
            places = [b for b in range(64) if int(word) >> b & 1]
            assert [compiled(np.uint64(word), k) for k in range(len(places))] == places


@given(WORDS, st.data())
def test_set_and_test(mask, data):
    action = data.draw(st.integers(0, 64 * len(mask) - 1))
    before = as_set(mask)
    assert bits.test_bit(mask, action) == (action in before)
    bits.set_bit(mask, action)
    assert as_set(mask) == before | {action}
    bits.clear_bit(mask, action)
    assert as_set(mask) == before - {action}


@given(WORDS)
def test_expand_writes_every_action(mask):
    out = np.full(64 * len(mask) - 3, 7, np.int8)
    bits.expand_bits(mask, out)
    assert set(np.flatnonzero(out)) == {a for a in as_set(mask) if a < len(out)}
    assert set(out) <= {0, 1}


@given(WORDS)
def test_clear(mask):
    bits.clear_bits(mask)
    assert not mask.any()
