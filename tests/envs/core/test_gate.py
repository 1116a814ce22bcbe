"""No array from outside reaches a kernel unchecked."""

import os
import subprocess
import sys

import pytest

from medianoche import envs
from tests.envs.repeats import larger
from tests.waiting import LONG

SMALL = {"duel": "tests.toys.duel:Duel", "four": "medianoche.benchmarks.speed.connect_four:ConnectFour"}
CASES = [
    ("duel", 25),
    ("four", 10),
    larger("duel", 60),
    larger("four", 15),
    *(larger(name, 5) for name in envs.names()),
]


@pytest.mark.parametrize(("name", "examples"), CASES)
def test_nothing_that_a_method_is_given_crashes_the_process(name, examples):
    command = [sys.executable, "-m", "tests.envs.core.fuzz", SMALL.get(name, name), str(examples)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([".", *sys.path])}
    ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=LONG)
    said = [*ran.stdout.splitlines()[-1:], *ran.stderr.splitlines()[-15:]]
    assert ran.returncode == 0, "\n".join(said)
