"""The code of docs/guides/loops.md in JAX: it runs, and learns to play Nim."""

import numpy as np
import pytest

pytest.importorskip("jax")
pytest.importorskip("optax")

from tests.training.conftest import NIM, choices_in_nim
from tests.training.test_loops import JAX, small


def test_the_loop_in_jax_learns_to_leave_a_multiple_of_four():
    names = {"__name__": "page"}
    numbers = {"GAME": NIM, "ROWS": 32, "STEPS": 32, "DECISIONS": 25_000, "BATCH": 256}
    exec(compile(small(JAX, **numbers), "loops.md", "exec"), names)

    class Mine:
        def act(self, turn):
            policy, _ = names["network"](names["weights"], turn.observation, turn.action_mask != 0)
            return np.asarray(policy.argmax(axis=1))

    taken, best = choices_in_nim(Mine())
    assert (taken == best).mean() > 0.8
