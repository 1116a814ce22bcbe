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


def start(environment, *words):
    """Run the command as a process."""
    command = [sys.executable, "-m", "medianoche", *map(str, words)]
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=LONG, check=False)
