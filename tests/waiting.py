"""Waiting for a condition that another thread or process makes true."""

import re
import signal
import time
from pathlib import Path

LONG = 600
"""Seconds after which a test gives up, on a loaded machine, too."""


def soon(true, every=0.005):
    """Call `true` every so many seconds until its result is true, for `LONG` seconds at most; returns the last
    result."""
    until = time.monotonic() + LONG
    while not (outcome := true()) and time.monotonic() < until:
        time.sleep(every)
    return outcome


def answers(pid):
    """Whether a process has a handler of its own for SIGTERM."""
    try:
        caught = re.search(r"SigCgt:\s*(\w+)", Path(f"/proc/{pid}/status").read_text(encoding="utf-8"))
    except OSError:
        return False
    return bool(caught) and bool(int(caught[1], 16) >> (signal.SIGTERM - 1) & 1)


def has_gone(pid):
    """Whether a process has ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True
