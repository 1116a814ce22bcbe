import pytest

from medianoche import envs


@pytest.fixture(scope="session")
def four():
    """Connect Four: small, without hidden information."""
    return envs.game("medianoche.benchmarks.speed.connect_four:ConnectFour")


@pytest.fixture(scope="session")
def duel():
    """A small game with hidden information, options and two player counts."""
    return envs.game("tests.toys.duel:Duel")
