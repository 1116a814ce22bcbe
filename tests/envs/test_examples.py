"""Rows of worked examples: what does not hold is found."""

import numpy as np
import pytest

from tests.envs.examples import Examples, at, then


def position(**fields):
    state = np.zeros(1, [("pos", "i1", 3), ("know", "i1", (2, 2)), ("done", "i1")]).view(np.recarray)[0]
    for name, value in fields.items():
        state[name] = value
    return state


def put(state, action):
    state.pos[0] = action
    return state


RUN = Examples(position, put, legal=lambda state: [1, 2], hand=lambda state, seat: [seat, int(state.pos[0])])
RIGHT = then(pos=[5, 0], pos_0=5, know_1_0=7, hand_1=[1, 5], has=[1, 2], lacks=range(3, 9), legal=[1, 2], done=0)


def test_a_row_is_played():
    seen = []
    RUN.run(("a row", at(know=[[0, 0], [7, 0]]), 5, RIGHT, seen.append, lambda state: put(state, 6), then(pos_0=6)))
    RUN.run(("another", position, then(pos=[0, 0, 0])))
    assert len(seen) == 1


@pytest.mark.parametrize("wrong", [
    {"pos": [5, 1]}, {"pos": []}, {"pos_0": 4}, {"know_1_0": 0}, {"hand_1": []}, {"has": 3}, {"has": [1, 3]},
    {"lacks": 2}, {"lacks": range(3)}, {"legal": [1]}, {"done": 1},
], ids=str)  # fmt: skip
def test_what_does_not_hold_is_found(wrong):
    with pytest.raises(AssertionError):
        RUN.run(("a row", at(know=[[0, 0], [7, 0]]), 5, wrong))
