"""A game small enough that its best play is known, and quick configurations."""

import pytest

from medianoche import envs
from medianoche.training.torch.config import Config

YARDSTICK = "medianoche.benchmarks.speed.connect_four:ConnectFour"


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
