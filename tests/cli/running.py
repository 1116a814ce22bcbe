"""Run the command line in this process and in a process of its own."""

import subprocess
import sys

from typer.testing import CliRunner

from medianoche.cli.app import app
from tests.waiting import LONG


def invoke(*words, **arguments):
    result = CliRunner().invoke(app, [str(word) for word in words], **arguments)
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == 0, result.output
    return result.output


def start(environment, *words, **how):
    """Run Python in a process of its own until it ends: `-m medianoche games`, or `-c` and a script."""
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | how
    command = [sys.executable, *map(str, words)]
    return subprocess.run(command, env=environment, text=True, timeout=LONG, check=False, **streams)
