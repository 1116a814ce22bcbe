"""Python in a process of its own, which finds what this one finds."""

import os
import subprocess
import sys

from tests.waiting import LONG


def environment(**more):
    """The environment of such a process."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path)), **more}


def printed(*words, **more):
    """What Python prints with these words (a file, or -c and a script), in an environment with `more`; it has to end
    well."""
    command = [sys.executable, *map(str, words)]
    ran = subprocess.run(command, env=environment(**more), capture_output=True, text=True, timeout=LONG, check=False)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout
