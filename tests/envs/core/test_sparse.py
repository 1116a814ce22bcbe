"""Observations as lists of entries: what single writes do. That lists are the vectors is a promise of the contract."""

import numpy as np
import pytest
from numba import njit

from medianoche.envs.core.kernels.sparse import Entries, accumulate


@njit
def add(out, amounts):
    for amount in amounts:
        accumulate(out, 0, 3, amount)


@pytest.mark.parametrize(
    ("amounts", "sum_"), [([0.5, 0.25], 0.75), ([4 / 3], 1.0), ([4 / 3, 0.25], 1.0), ([0.5, 2], 1.0)]
)
def test_what_is_added_up_ends_at_1_from_the_first_amount_on(amounts, sum_):
    """With a pack of small numbers Nocturna has a first amount above 1."""
    entries = Entries(np.zeros(4, np.uint16), np.zeros(4, np.float32), np.zeros(1, np.uint64))
    dense = np.zeros(4, np.float32)
    for out in (entries, dense):
        add(out, np.array(amounts))
    assert (entries.indices[0], entries.values[0], entries.cursor[0]) == (3, sum_, 1)
    assert dense.tolist() == [0, 0, 0, sum_]
