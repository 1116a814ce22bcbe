"""Code of docs/guides to copy: the loop in JAX learns to play Nim, and Tianshou learns behind the mask."""

import re
from pathlib import Path

import numpy as np
import pytest

from tests.training.conftest import NIM, choices_in_nim

LIBRARIES = (Path(__file__).parents[2] / "docs/guides/libraries.md").read_text(encoding="utf-8")
(TIANSHOU,) = re.findall(r"```python\n(.*?)```", LIBRARIES, re.DOTALL)


def small(text, **numbers):
    """The code with other numbers in its lines of constants."""
    for name, value in numbers.items():
        names, values = re.search(rf"^([A-Z_, ]*\b{name}\b[A-Z_, ]*) = (.*)$", text, re.MULTILINE).groups()
        entries = values.split(", ")
        entries[names.split(", ").index(name)] = repr(value)
        text = text.replace(f"{names} = {values}", f"{names} = {', '.join(entries)}")
    return text


def test_the_loop_in_jax_learns_to_leave_a_multiple_of_four(tmp_path):
    pytest.importorskip("jax")
    pytest.importorskip("optax")
    from medianoche.training.recipes import ppo_jax

    numbers = {"num_envs": 32, "num_steps": 32, "minibatch_size": 256, "evaluate_games": 8, "evaluate_every": 10**9}
    np.testing.assert_array_equal(*choices_in_nim(ppo_jax.train(NIM, 25_000, 1, out=str(tmp_path), **numbers)))


@pytest.mark.filterwarnings("ignore")
def test_tianshou_learns_behind_the_mask():
    """An illegal action is an error in this environment."""
    pytest.importorskip("tianshou")
    names = {"__name__": "page"}
    exec(compile(small(TIANSHOU, ROWS=4, EPOCHS=1, STEPS=80, BATCH=32), "libraries.md", "exec"), names)
    kept, _ = names["memory"].sample(0)  # all of it
    assert len(kept) >= 80
    assert kept.obs.mask[np.arange(len(kept)), kept.act].all()
