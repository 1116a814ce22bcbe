"""No array from outside reaches a kernel unchecked."""

import os
import subprocess
import sys

import pytest

from medianoche import envs
from tests.envs.repeats import larger
from tests.waiting import LONG

DUEL = "tests.toys.duel:Duel"
FOUR = "medianoche.toys.connect_four:ConnectFour"
CASES = [(DUEL, 25), larger((DUEL, 60, FOUR, 15)), *(larger((name, 5)) for name in envs.names())]


@pytest.mark.parametrize("games", CASES, ids=lambda games: str(games[0]))
def test_nothing_that_a_method_is_given_crashes_the_process(games):
    """Each game is followed by the number of examples; all are tried in one process."""
    command = [sys.executable, "-m", "tests.envs.core.fuzz", *map(str, games)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([".", *sys.path])}
    ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=LONG)
    said = [*ran.stdout.splitlines()[-1:], *ran.stderr.splitlines()[-15:]]
    assert ran.returncode == 0, "\n".join(said)
