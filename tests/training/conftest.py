"""A game small enough that its best play is known, and quick configurations."""

import numpy as np
import pytest

from medianoche import envs
from medianoche.training.settings import TrainingError
from medianoche.training.torch.sb3_config import SB3Config

YARDSTICK = "medianoche.benchmarks.speed.connect_four:ConnectFour"
NIM = "tests.toys.nim:Nim"


def choices_in_nim(agent):
    """What the agent takes from each pile that can be won, and what best play takes."""
    nim = envs.game(NIM)
    piles = np.array([stones for stones in range(5, 16) if stones % 4])
    batch = nim.batch(len(piles), autoreset=False, seed=0)
    batch.restore([nim.position(stones=stones) for stones in piles])
    turn = batch.turn(np.arange(len(piles)), np.zeros(len(piles), np.uint64))
    return agent.act(turn) + 1, piles % 4


WRONG_CONFIGURATIONS = [
    ("game = ", "not a TOML file"),
    ("game = 'misty'\nlayers = 3", "layers: Extra inputs are not permitted"),
    ("seed = 1", "game: Field required"),
]
"""Texts that neither learner accepts, and what they are answered."""


def refusal(read, text, folder):
    """The line with which `read` refuses a configuration of this text; it names the file."""
    file = folder / "wrong.toml"
    file.write_text(text)
    with pytest.raises(TrainingError) as error:
        read(file)
    line = str(error.value)
    assert str(file) in line
    assert "\n" not in line
    return line


@pytest.fixture
def small():
    """A training of Connect Four that takes a second."""
    tables = {
        "game": YARDSTICK,
        "total_decisions": 1000,
        "hidden": [16, 8],
        "ppo": {"num_envs": 16, "num_steps": 8, "minibatch_size": 64, "update_epochs": 2},
        "league": {"snapshot_every": 2, "snapshots_kept": 2},
        "evaluation": {"every": 0.4, "games": 10, "simulations": 0, "final_games": 12},
    }
    return lambda **changes: SB3Config.of("small", {**tables, **changes})
