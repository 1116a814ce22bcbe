"""numba's types of NamedTuples follow from their annotations."""

from typing import Annotated, Any, NamedTuple

import numpy as np
from numba import boolean, float32, float64, int64, none, typeof

from medianoche.envs.core.kernels import tuple_type


class Mixed(NamedTuple):
    table: Annotated[np.ndarray, "float32[rows, seats]"]
    row: Annotated[np.ndarray, "int64[3]"]
    flag: bool
    count: int
    share: float
    small: np.float32
    extra: Any


def test_the_types_are_those_that_numba_finds_in_values():
    example = Mixed(np.zeros((2, 3), np.float32), np.zeros(3, np.int64), True, 1, 0.5, np.float32(1), None)
    assert tuple_type(Mixed, extra=none) == typeof(example)
    kinds = tuple_type(Mixed, extra=boolean).types
    assert tuple(kinds) == (float32[:, ::1], int64[::1], boolean, int64, float64, float32, boolean)
