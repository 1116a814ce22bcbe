"""Code of docs/guides to copy: the loop in JAX learns to play Nim, and Tianshou learns behind the mask."""

import re
from pathlib import Path

import numpy as np
import pytest

from tests.training.conftest import NIM, choices_in_nim
from tests.training.test_loops import JAX, small

LIBRARIES = (Path(__file__).parents[2] / "docs/guides/libraries.md").read_text(encoding="utf-8")
(TIANSHOU,) = re.findall(r"```python\n(.*?)```", LIBRARIES, re.DOTALL)


def test_the_loop_in_jax_learns_to_leave_a_multiple_of_four():
    pytest.importorskip("jax")
    pytest.importorskip("optax")
    names = {"__name__": "page"}
    numbers = {"GAME": NIM, "NUM_ENVS": 32, "NUM_STEPS": 32, "TOTAL_DECISIONS": 25_000, "MINIBATCH_SIZE": 256}
    exec(compile(small(JAX, **numbers), "loops.md", "exec"), names)

    class Mine:
        def act(self, turn):
            policy, _ = names["network"](names["weights"], turn.observation, turn.action_mask != 0)
            return np.asarray(policy.argmax(axis=1))

    taken, best = choices_in_nim(Mine())
    assert (taken == best).mean() > 0.8


@pytest.mark.filterwarnings("ignore")
def test_tianshou_learns_behind_the_mask():
    """An illegal action is an error in this environment."""
    pytest.importorskip("tianshou")
    names = {"__name__": "page"}
    exec(compile(small(TIANSHOU, ROWS=4, EPOCHS=1, STEPS=80, BATCH=32), "libraries.md", "exec"), names)
    kept, _ = names["memory"].sample(0)  # all of it
    assert len(kept) >= 80
    assert kept.obs.mask[np.arange(len(kept)), kept.act].all()
