"""A game small enough that its best play is known, and quick configurations."""

import numpy as np
import pytest

from medianoche import envs
from medianoche.training.torch.config import Config

YARDSTICK = "medianoche.benchmarks.speed.connect_four:ConnectFour"
NIM = "tests.toys.nim:Nim"


def choices_in_nim(agent):
    """What the agent takes from each pile that can be won, and what best play takes."""
    nim = envs.game(NIM)
    piles = np.array([stones for stones in range(5, 16) if stones % 4])
    batch = nim.batch(len(piles), autoreset=False)
    batch.restore([nim.position(stones=stones) for stones in piles])
    turn = batch.turn(np.arange(len(piles)), np.zeros(len(piles), np.uint64))
    return agent.act(turn) + 1, piles % 4


@pytest.fixture(scope="session")
def four():
    """Connect Four."""
    return envs.game(YARDSTICK)


@pytest.fixture(scope="session")
def misty():
    """A game of two to four with hidden information."""
    return envs.game("misty")


@pytest.fixture
def small():
    """A training of Connect Four that takes a second."""
    tables = {
        "game": YARDSTICK,
        "decisions": 1000,
        "hidden": [16, 8],
        "ppo": {"rows": 16, "steps": 8, "batch_size": 64, "epochs": 2},
        "league": {"every": 2, "keep": 2},
        "evaluation": {"every": 3, "games": 10, "final_games": 12},
    }
    return lambda **changes: Config.of("small", {**tables, **changes})
