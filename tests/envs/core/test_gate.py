"""No array from outside reaches a kernel unchecked."""

import os
import subprocess
import sys

import pytest

from medianoche import envs
from tests.envs.repeats import larger
from tests.waiting import LONG

SMALL = {"duel": "tests.toys.duel:Duel", "four": "medianoche.benchmarks.speed.connect_four:ConnectFour"}
EXAMPLES = {"duel": 60, "four": 15}


@pytest.mark.parametrize("name", [*SMALL, *map(larger, envs.names())], ids="{}-anything".format)
def test_nothing_that_a_method_is_given_crashes_the_process(name):
    command = [sys.executable, "-m", "tests.envs.core.fuzz", SMALL.get(name, name), str(EXAMPLES.get(name, 5))]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([".", *sys.path])}
    ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=LONG)
    said = [*ran.stdout.splitlines()[-1:], *ran.stderr.splitlines()[-15:]]
    assert ran.returncode == 0, "\n".join(said)
