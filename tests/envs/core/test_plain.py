"""Kernels without the compiler (NUMBA_DISABLE_JIT=1) compute with views of arrays."""

import numpy as np
import pytest

from medianoche.envs.core.compile.plain import uncompiled
from medianoche.envs.core.errors import GameError
from tests.benchmarks.calls import one_line
from tests.processes import printed

WORKSPACE = """
import numpy as np
from medianoche.agents.kernels.network import Size, workspace
from medianoche.envs.core.compile.plain import plain
sizes = np.full(Size.HIDDEN + 2, 2)
sizes[Size.HIDDEN :] = 3, 4
print(len(workspace(plain(sizes)).hidden))
"""


def test_a_network_has_a_workspace_without_the_compiler():
    assert printed("-c", WORKSPACE, NUMBA_DISABLE_JIT="1").split() == ["7"]


FIELDS = [("coins", np.int8, 3), ("turn", np.int16), ("board", np.uint64), ("share", np.float32, 2)]
RECORD = np.dtype([*FIELDS, ("purses", np.int16, (3, 2))])


def record():
    return np.zeros(1, RECORD).view(np.recarray)[0]


def writes_array(state, value):
    state.coins[1] += value


def writes_field(state, value):
    state.turn = value


def writes_board(state, value):
    state.board = value


@pytest.mark.parametrize("kernel", [writes_array, writes_field, writes_board])
@pytest.mark.parametrize("value", [0.5, np.float32(0.5), 2.0])
def test_a_float_in_an_integer_is_told_in_one_line(kernel, value):
    with one_line(GameError, f"{__name__}.{kernel.__name__} stores {value} in an integer", __file__, "value)"):
        uncompiled(kernel)(record(), value)


def test_integers_and_floats_are_stored_where_they_belong():
    state = record()

    def writes(state):
        state.coins[1] = np.int64(3)
        state.turn = True
        state.board = np.uint64(2**63)
        state.share[0] = 0.5
        state.coins[2] = state.coins.max() + len(state.coins)

    uncompiled(writes)(state)
    assert (state.coins.tolist(), state.turn, state.board, state.share[0]) == ([0, 3, 6], 1, 2**63, 0.5)


def test_methods_of_arrays_give_numbers_of_python():
    state = record()
    state.coins[:] = 100, 27, -1

    def asks(state):
        coins = state.coins
        return coins.max() + 100, coins.min(), coins.sum(), coins.argmax(), coins.size, coins.view(np.uint8)[2]

    assert uncompiled(asks)(state) == (200, -1, 126, 0, 3, 255)


def test_places_and_values_that_do_not_fit_are_told_as_numpy_tells_them():
    state = record()
    wrong = [
        (lambda state: state.coins[3], IndexError, "index 3 is out of bounds for axis 0 with size 3"),
        (lambda state: state.coins.__setitem__(1, 200), OverflowError, "200 out of bounds for int8"),
        (lambda state: state.purses[1, 2], IndexError, "index 2 is out of bounds for axis 1 with size 2"),
    ]
    for kernel, kind, words in wrong:
        with pytest.raises(kind, match=words):
            uncompiled(kernel)(state)
    locked = np.zeros(1, RECORD)
    locked.flags.writeable = False
    with pytest.raises(ValueError, match="read-only"):
        uncompiled(lambda states: states[0].coins.__setitem__(1, 2))(locked)


def test_an_array_that_was_looked_at_has_what_was_written_since():
    state = record()

    def writes(state):
        seen = [state.coins[1], state.purses[2, 1]]
        state.coins = 5
        state.purses[2] = 7, 8
        state.coins[0] = 6
        return seen, state.coins[1], state.coins[0], state.purses[2, 1], state.purses[2][0], sum(state.coins[1:])

    assert uncompiled(writes)(state) == ([0, 0], 5, 6, 8, 7, 10)
    assert (state.coins.tolist(), state.purses.tolist()) == ([6, 5, 5], [[0, 0], [0, 0], [7, 8]])
