"""Signals: the first one lets a command store its results and stop; the second one ends the process at once."""

from __future__ import annotations

import os
import signal
import stat
import sys
from collections.abc import Callable
from contextlib import suppress
from types import FrameType

from medianoche.envs.core.errors import HANGUP, SIGNALS

INTERRUPTED = 130
"""Exit code of a command that a signal stopped."""


class Stopped(BaseException):
    """A signal asked the command to stop; the text says what is kept. KeyboardInterrupt would be swallowed by typer."""


def answer_signals(handler: Callable[[int, FrameType | None], None] | signal.Handlers) -> None:
    """Call `handler` for each of SIGNALS from now on."""
    for number in SIGNALS:
        signal.signal(number, handler)


def stop(number: int, _frame: FrameType | None) -> None:
    """Raise Stopped; the next signal ends the process."""
    answer_signals(leave)
    if number == HANGUP:
        _mute()
    sys.unraisablehook = _dropped
    raise Stopped


def leave(_number: int, _frame: FrameType | None) -> None:
    """End the process at once."""
    os.write(2, b"stopped at once; the same command goes on\n")
    os._exit(INTERRUPTED)


def was_asked() -> bool:
    """Whether `stop` has handled a signal."""
    return sys.unraisablehook is _dropped


def look() -> None:
    """Stop the command if a signal came before and a library swallowed its exception (an import in C may do that).

    Raises:
        Stopped: there was such a signal.
    """
    if was_asked() and sys.exc_info()[0] is None:  # otherwise the command is storing its results
        raise Stopped


def _mute() -> None:
    """Drop what is written to a terminal that is gone; there each write is an error."""
    for stream in (1, 2):
        with suppress(OSError):  # it was closed before
            if stat.S_ISCHR(os.fstat(stream).st_mode) and not os.isatty(stream):
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream)


def _dropped(_raised: object) -> None:
    """End the process: Python ignores exceptions raised in callbacks such as __del__, so Stopped would be lost."""
    leave(signal.SIGINT, None)
