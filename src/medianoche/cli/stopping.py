"""Signals: the first one stops a command in good order, the second one at once."""

from __future__ import annotations

import os
import signal
import sys
from types import FrameType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

INTERRUPTED = 130
"""The exit code of a command that was stopped."""
SIGNALS = (signal.SIGINT, signal.SIGTERM)


class Stopped(BaseException):
    """A signal asked to stop; may say what is kept. No KeyboardInterrupt, which typer would swallow."""


def answer_signals(handler: Callable[[int, FrameType | None], None] | signal.Handlers) -> None:
    """Call `handler` for each of SIGNALS from now on."""
    for number in SIGNALS:
        signal.signal(number, handler)


def stop(_number: int, _frame: FrameType | None) -> None:
    """Raise Stopped; the next signal ends the process."""
    answer_signals(leave)
    sys.unraisablehook = _dropped
    raise Stopped


def leave(_number: int, _frame: FrameType | None) -> None:
    """End the process at once."""
    os.write(2, b"stopped at once; the same command goes on\n")
    os._exit(INTERRUPTED)


def was_asked() -> bool:
    """Whether a signal has been answered by `stop`."""
    return signal.getsignal(signal.SIGTERM) is leave


def _dropped(_raised: object) -> None:
    """Python drops an exception that is raised in a callback of its own, where Stopped would be lost."""
    leave(signal.SIGINT, None)
