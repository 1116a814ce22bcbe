"""docs/guides/loops.md: the learners in torch run, and learn to play Nim; JAX: tests/interop/test_recipes.py."""

import re
from pathlib import Path

import numpy as np
import pytest

from tests.training.conftest import NIM, choices_in_nim

torch = pytest.importorskip("torch")

GUIDE = (Path(__file__).parents[2] / "docs/guides/loops.md").read_text(encoding="utf-8")
PPO, AGENT, DQN, JAX = re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL)


def small(text, **numbers):
    """The code with other numbers in its lines of constants."""
    for name, value in numbers.items():
        names, values = re.search(rf"^([A-Z_, ]*\b{name}\b[A-Z_, ]*) = (.*)$", text, re.MULTILINE).groups()
        given = values.split(", ")
        given[names.split(", ").index(name)] = repr(value)
        text = text.replace(f"{names} = {values}", f"{names} = {', '.join(given)}")
    return text


@pytest.fixture(scope="module")
def learned(tmp_path_factory):
    """The names of the page after PPO has learned Nim."""
    monkeypatch = pytest.MonkeyPatch()
    monkeypatch.chdir(tmp_path_factory.mktemp("loops"))
    torch.set_num_threads(1)
    torch.manual_seed(0)
    names = {"__name__": "page"}
    numbers = {"GAME": NIM, "NUM_ENVS": 32, "NUM_STEPS": 32, "TOTAL_DECISIONS": 25_000, "MINIBATCH_SIZE": 256}
    exec(compile(small(PPO, **numbers) + AGENT, "loops.md", "exec"), names)
    yield names
    monkeypatch.undo()


def test_both_learn_to_leave_a_multiple_of_four(learned):
    taken, best = choices_in_nim(learned["Mine"]())
    assert (taken == best).mean() > 0.8
    learned["TOTAL_DECISIONS"] = 40_000
    numbers = {"SIZE": 4000, "START": 500, "EVERY": 1, "GREEDY_AFTER": 20_000, "COPY": 50}
    exec(compile(small(DQN, **numbers), "loops.md", "exec"), learned)

    class Greedy:
        def act(self, turn):
            seen, mask = torch.from_numpy(turn.observation), torch.from_numpy(turn.action_mask) != 0
            return learned["best"](learned["values"], seen, mask).numpy()

    taken, best = choices_in_nim(Greedy())
    assert (taken == best).mean() > 0.8


def test_advantages_follow_each_seat_and_leave_out_what_nothing_follows(learned):
    """By hand: one row, four decisions of seats 0 1 0 1; then a game ends after a decision of seat 1."""
    learned.update(NUM_ENVS=1, NUM_STEPS=4, GAE_LAMBDA=0.5)
    values = np.array([[0.1], [0.2], [0.3], [0.4]], np.float32)
    seats = [np.array([seat]) for seat in (0, 1, 0, 1)]
    utility = [np.zeros((1, 2), np.float32) for _ in range(4)]
    ended = [np.array([False])] * 4

    class Batch:
        to_move = np.array([0])
        observation = np.zeros((1, 1), np.float32)
        action_mask = np.ones((1, 1), np.int8)

    def network(seen, mask):
        return None, torch.tensor([0.5])

    found, counts = learned["advantages"](values, seats, utility, ended, Batch, network)
    assert counts.ravel().tolist() == [True, True, True, False]  # seat 1 is not asked after its last decision
    last = 0.5 - 0.3
    expected = [0.3 - 0.1 + 0.5 * last, 0.4 - 0.2, last, 0.0]
    assert found.ravel().tolist() == pytest.approx(expected)
    ended[1], utility[1] = np.array([True]), np.array([[-1.0, 1.0]], np.float32)
    found, counts = learned["advantages"](values, seats, utility, ended, Batch, network)
    assert counts.ravel().tolist() == [True, True, True, False]
    assert found.ravel().tolist() == pytest.approx([-1.1, 0.8, last, 0.0])


@pytest.mark.parametrize("text", [PPO, JAX], ids=["torch", "jax"])
def test_the_ppo_loops_stay_short(text):
    assert len([line for line in text.splitlines() if line.strip()]) <= 90
