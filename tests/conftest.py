"""Settings for every test."""

import os

import pytest
from hypothesis import HealthCheck, settings

from medianoche import envs

os.environ.setdefault("MPLBACKEND", "agg")  # no display
os.environ.pop("COLUMNS", None)  # tables are as wide as in a file; pytest-xdist narrows them

# Nothing depends on the clock: a first call may compile, a machine do other work. Derandomized: the same tests run
# everywhere, every time. `make test` takes the profile "quick".
settings.register_profile("all", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("quick", settings.get_profile("all"), max_examples=25)
settings.load_profile("all")


@pytest.fixture(scope="session")
def four():
    """Connect Four."""
    return envs.game("medianoche.benchmarks.speed.connect_four:ConnectFour")


@pytest.fixture(scope="session")
def misty():
    """A game of two to four with hidden information."""
    return envs.game("misty")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """Keep the tests of a game, and those of a file, in one process when several run: each kernel is compiled once."""
    from xdist.scheduler import LoadScopeScheduling

    class GroupScheduling(LoadScopeScheduling):
        def _split_scope(self, nodeid):
            games = (name for name in envs.names() if f"/{name}/" in nodeid or f"[{name}-" in nodeid)
            return next(games, nodeid.partition("::")[0])

    return GroupScheduling(config, log)
