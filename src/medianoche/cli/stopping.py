"""Signals: the first one lets a command store its results and stop; the second one ends the process at once.

Python answers signals between its own statements. Compiled code that does not return, as rules that loop for ever,
keeps it from doing so; then a thread ends the process (`watching`).
"""

from __future__ import annotations

import os
import signal
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import TYPE_CHECKING

from medianoche.envs.core.errors import HANGUP, SIGNALS

if TYPE_CHECKING:
    from socket import socket

INTERRUPTED = 130
"""Exit code of a command that a signal stopped."""
PATIENCE_S = 2.0
"""Seconds that Python has to answer a signal before the process is ended."""


class Command:
    """What the command of this process does.

    Attributes:
        stores: whether it stores something when it is stopped.
    """

    stores = True


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


def stop_at_once() -> None:
    """Say that this command has nothing to store: already the first signal ends it if Python does not answer."""
    Command.stores = False


@contextmanager
def watching() -> Iterator[None]:
    """A context in which a thread ends the process if Python does not answer the second signal (after `stop_at_once`
    the first one) within PATIENCE_S."""
    import socket
    import threading

    Command.stores = True
    inbox, outbox = socket.socketpair()
    outbox.setblocking(False)
    former = signal.set_wakeup_fd(outbox.fileno(), warn_on_full_buffer=False)
    watcher = threading.Thread(target=_watch, args=(inbox,), daemon=True)
    watcher.start()
    try:
        yield
    finally:
        signal.set_wakeup_fd(former)
        outbox.close()
        watcher.join()
        inbox.close()


def _watch(inbox: socket) -> None:
    """End the process when a signal, whose number comes through `inbox`, is not answered; return when the other end is
    closed."""
    count = 0
    while numbers := inbox.recv(64):
        count += sum(number in SIGNALS for number in numbers)
        if count < 1 + Command.stores:
            continue
        inbox.settimeout(PATIENCE_S)
        try:
            ended = not inbox.recv(64)
        except TimeoutError:
            ended = count == 1 and was_asked()
        inbox.settimeout(None)
        if not ended:
            leave(signal.SIGTERM, None)


def was_asked() -> bool:
    """Whether `stop` has handled a signal."""
    return sys.unraisablehook is _dropped


def stop_if_asked() -> None:
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


def _dropped(_unraisable: object) -> None:
    """Answer a Stopped that was raised in a callback such as __del__, where Python ignores exceptions.

    A command that stores its results stops at its next progress (`stop_if_asked`). Another one ends at once.
    """
    if not Command.stores:
        leave(signal.SIGINT, None)
