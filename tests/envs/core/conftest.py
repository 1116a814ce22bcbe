import pytest

from medianoche import envs


@pytest.fixture(scope="session")
def four():
    """Connect Four: small, without hidden information."""
    return envs.game("medianoche.benchmarks.speed.connect_four:ConnectFour")
