"""Settings for every test, the order in which several processes run them, and what each of them took."""

import functools
import gc
import json
import os
import sys
from collections import Counter
from pathlib import Path

import pytest
import typer
from hypothesis import HealthCheck, settings

from medianoche import envs

os.environ.setdefault("MPLBACKEND", "agg")  # no display
os.environ.pop("COLUMNS", None)  # tables are as wide as in a file; pytest-xdist narrows them

# Python's own compiler runs once as well: workers and the many processes that tests start share its files.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# The tree of commands is built once in a process, not for each of the hundreds of calls in it.
typer.main.get_command = functools.cache(typer.main.get_command)

# Nothing depends on the clock: a first call may compile, a machine do other work. Derandomized: the same tests run
# everywhere, every time. `make test` takes the profile "quick".
settings.register_profile("all", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("quick", settings.get_profile("all"), max_examples=25)
settings.load_profile("all")

TAKEN = "medianoche/seconds"
"""Name in pytest's cache of the seconds that each test took when it last ran here."""
KNOWN = Path(__file__).parent / "seconds.json"
"""Seconds of files that take long, for a clone in which no test has run (`pytest --note-seconds`)."""
SLOW = 4
"""Seconds from which on a file takes long."""
UNKNOWN = 0.1
"""Seconds expected of a test of which nothing is known."""


@pytest.fixture(scope="session")
def four():
    """Connect Four."""
    return envs.game("medianoche.toys.connect_four:ConnectFour")


@pytest.fixture(scope="session")
def misty():
    """A game of two to four with hidden information."""
    return envs.game("misty")


def pytest_addoption(parser):
    parser.addoption("--seconds", type=float, help="of the files given, in their order, run tests that take so long")
    parser.addoption("--note-seconds", action="store_true", help="write tests/seconds.json")


def file_of(test):
    """The file of a test."""
    return test.partition("::")[0]


def expected(config, tests):
    """The seconds that each of `tests` is expected to take."""
    cache = getattr(config, "cache", None)
    taken = cache.get(TAKEN, {}) if cache else {}
    slow = json.loads(KNOWN.read_text(encoding="utf-8"))
    count = Counter(map(file_of, tests))
    return {test: taken.get(test, slow.get(file_of(test), 0) / count[file_of(test)] or UNKNOWN) for test in tests}


def affordable(tests, seconds, limit):
    """Of `tests`, those that together take `limit`: file by file in their order, and of a file the shortest first, as
    no file gets more than a third."""
    chosen = set()
    left = limit
    for file in dict.fromkeys(map(file_of, tests)):
        share = min(left, limit / 3)
        for test in sorted((one for one in tests if file_of(one) == file), key=seconds.get):
            if seconds[test] <= share:
                chosen.add(test)
                share -= seconds[test]
                left -= seconds[test]
    return chosen


def pytest_collection():
    gc.disable()  # nothing that is collected is garbage: looking for some would take seconds


def pytest_collection_modifyitems(config, items):
    gc.freeze()
    gc.enable()
    gc.set_threshold(100_000, 50, 100)  # processes of tests end soon, and hold little garbage
    if limit := config.getoption("--seconds"):
        tests = [item.nodeid for item in items]
        chosen = affordable(tests, expected(config, tests), limit)
        config.hook.pytest_deselected(items=[item for item in items if item.nodeid not in chosen])
        items[:] = [item for item in items if item.nodeid in chosen]


class Stopwatch:
    """Notes in pytest's cache what each test took; it is asked in the process that reports, not in its workers."""

    def __init__(self, config):
        self.config = config
        self.taken = Counter()

    def pytest_runtest_logreport(self, report):
        self.taken[report.nodeid] += report.duration

    def pytest_sessionfinish(self):
        before = self.config.cache.get(
            TAKEN, {}
        )  # at most twice as much: a first run compiles, or others run beside it
        taken = {test: min(seconds, 2 * before.get(test, seconds)) for test, seconds in self.taken.items()}
        self.config.cache.set(TAKEN, before | {test: round(seconds, 3) for test, seconds in taken.items()})
        if self.config.getoption("--note-seconds"):
            files = Counter()
            for test, seconds in sorted(taken.items()):
                files[file_of(test)] += seconds
            slow = {file: round(seconds) for file, seconds in files.items() if seconds >= SLOW}
            KNOWN.write_text(json.dumps(slow, indent=1) + "\n", encoding="utf-8")


def pytest_configure(config):
    if not hasattr(config, "workerinput") and hasattr(config, "cache"):
        config.pluginmanager.register(Stopwatch(config))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """Keep the tests of a game, and those of a file, in one process when several run, so that each kernel is compiled
    once. The games come first, as other tests need their kernels, too; of these and of the others, what takes longest
    comes first, so that all processes end at about the same time."""
    from xdist.scheduler import LoadScopeScheduling

    class GroupScheduling(LoadScopeScheduling):
        def _split_scope(self, nodeid):
            games = (name for name in envs.names() if f"/{name}/" in nodeid or f"[{name}-" in nodeid)
            return next(games, file_of(nodeid))

        def _assign_work_unit(self, node):
            if self.workqueue and not self.ordered:
                seconds = expected(config, self.collection)
                total = {group: sum(map(seconds.get, tests)) for group, tests in self.workqueue.items()}
                for group in sorted(total, key=lambda group: (group in envs.names(), total[group]), reverse=True):
                    self.workqueue.move_to_end(group)
                self.ordered = True
            super()._assign_work_unit(node)

        ordered = False

    return GroupScheduling(config, log)
