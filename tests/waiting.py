"""Waiting for what happens in another thread or process."""

import time
from pathlib import Path

LONG = 600
"""Seconds after which a test gives up: much more than anything takes on a machine that does other work, too."""


def soon(true):
    """What `true()` returns as soon as that is true; what it returned last if that takes too long."""
    until = time.monotonic() + LONG
    while not (found := true()) and time.monotonic() < until:
        time.sleep(0.005)
    return found


def has_gone(pid):
    """Whether a process has ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True
