"""What the tests of tournaments share."""

import contextlib
import sqlite3

import pytest

from medianoche import envs
from medianoche.benchmarks.tournament import Spec, run_tournament
from medianoche.benchmarks.tournament.store import FILE
from tests import processes
from tests.agents.conftest import FIRST

YARDSTICK = "medianoche.toys.connect_four:ConnectFour"
"""The quickest game there is."""

BOTS = f"""{FIRST}
import numpy as np

class Wrong:
    def act(self, turn):
        return np.full(len(turn), 10**6)

class Short:
    def act(self, turn):
        return np.zeros(len(turn) - 1)

class Broken:
    def act(self, turn):
        raise KeyError("no idea")
"""


def altered(folder, statement, *values):
    """Run a statement on a tournament's file."""
    with contextlib.closing(sqlite3.connect(folder / FILE)) as database, database:
        database.execute(statement, values)


@pytest.fixture
def bots(tmp_path):
    """A file of users' bots, one good and three bad."""
    file = tmp_path / "bots.py"
    file.write_text(BOTS)
    return file


@pytest.fixture
def environment():
    """The environment of a subprocess that finds the package as this process does."""
    return processes.environment()


@pytest.fixture
def rows():
    """All that a tournament's file holds but its times: a function of the folder."""

    def read(folder):
        with contextlib.closing(sqlite3.connect(folder / FILE)) as database:
            return [database.execute(f"SELECT * FROM {table}").fetchall() for table in ("tournament", "games")]

    return read


@pytest.fixture(scope="module")
def spec():
    return Spec.create(YARDSTICK, ["random", "greedy"], seed=3)


@pytest.fixture(scope="module")
def played(spec, tmp_path_factory):
    """The bytes of a tournament of some games."""
    folder = tmp_path_factory.mktemp("played")
    run_tournament(spec, folder, 12, shard=4, save_replays=True)
    with contextlib.closing(sqlite3.connect(folder / FILE)) as database:
        database.execute("PRAGMA journal_mode = DELETE")
    return (folder / FILE).read_bytes()


@pytest.fixture
def folder(played, tmp_path):
    folder = tmp_path / "games"
    folder.mkdir()
    (folder / FILE).write_bytes(played)
    return folder


@pytest.fixture(scope="module")
def replay():
    env = envs.game(YARDSTICK).aec()
    env.reset(9)
    while not env.terminations[env.agent_selection]:
        env.step(env.sample_legal())
    return env.replay()


@pytest.fixture
def quick(monkeypatch):
    """Without the pictures, and with few bootstraps: what reads the file is the same."""
    monkeypatch.setattr("medianoche.benchmarks.tournament.ratings.CHOICES", 3)
    monkeypatch.setattr("medianoche.benchmarks.tournament.page.write_page", lambda report: report.folder)
