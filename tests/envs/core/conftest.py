import pytest

from medianoche import envs


@pytest.fixture(scope="session")
def duel():
    """A small game with hidden information, options and two player counts."""
    return envs.game("tests.toys.duel:Duel")
