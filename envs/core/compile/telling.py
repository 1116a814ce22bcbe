"""Lines on stderr about compiled code."""

from __future__ import annotations

import os
import sys
from functools import cache


def say(line: str) -> None:
    """Write one line to stderr, unless MEDIANOCHE_QUIET is set to anything but "", 0, false or no."""
    if os.environ.get("MEDIANOCHE_QUIET", "").strip().lower() in ("", "0", "false", "no"):
        warn(line)


def warn(line: str) -> None:
    """Write one line to stderr."""
    sys.stderr.write(f"medianoche: {line}\n")


@cache
def ask_to_restart(change: str) -> None:
    """Say, once, that there was a `change` which compiled code does not follow."""
    say(f"{change}: this process keeps the code that it has; restart it (in a notebook, the kernel) for the new rules")
