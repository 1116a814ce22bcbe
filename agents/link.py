"""A program of any kind, and the lines that go to it and come from it, each by a deadline."""

from __future__ import annotations

import atexit
import errno
import os
import select
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

from medianoche.agents import keeper

LONGEST = 2**16
"""Bytes of a line that a program may write."""
FLOOD = 2**20
"""Bytes that it may write before anybody reads them."""
GRACE = 1.0
"""Seconds that it may take to leave once its input has ended."""
PATIENCE = 5.0
"""Seconds that its keeper may take to end it."""
KEEPER = [sys.executable, "-IS", str(Path(keeper.__file__))]

_open: set[Link] = set()


class LinkError(Exception):
    """What a program did wrong, in words that follow its name."""


class Link:
    """A program that has been started. Its errors go where those of this process go.

    A process of its own keeps it (`keeper.py`), which ends it and what it started: on `close`, when this process ends,
    and when this process is killed. After a fork, the child has nothing to do with it any more (`lost`).

    Attributes:
        pid: its process id.
        lost: whether it is another process's.

    Args:
        command: its words.

    Raises:
        LinkError: it cannot be started.
    """

    def __init__(self, command: list[str]) -> None:
        if os.name != "posix":
            raise LinkError("programs as agents need Linux or macOS")
        self.lost = False
        self._unread = bytearray()
        self._life, other = socket.socketpair()
        words = [*KEEPER, str(other.fileno()), *command]
        how: dict[str, Any] = {"bufsize": 0, "start_new_session": True, "pass_fds": [other.fileno()]}
        try:
            with other:
                started = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, **how)
        except (OSError, ValueError) as error:
            raise LinkError(f"cannot be started: {getattr(error, 'strerror', None) or error}") from None
        self._keeper = cast("Any", started)  # whose streams are there
        self._code: int | None = None
        self.pid = self._told(None) or -errno.ESRCH
        if self.pid < 0:
            self._release()
            raise LinkError(f"cannot be started: {os.strerror(-self.pid)}")
        self._input, self._output = self._keeper.stdin.fileno(), self._keeper.stdout.fileno()
        os.set_blocking(self._input, False)
        os.set_blocking(self._output, False)
        self._poll = select.poll()
        self._poll.register(self._output, select.POLLIN)
        _open.add(self)

    def send(self, lines: bytes, until: float) -> None:
        """Write `lines`, each with its end; raises LinkError if that takes longer than `until` (`time.monotonic`)."""
        left = memoryview(lines)
        while left:
            try:
                left = left[os.write(self._input, left) :]
            except BlockingIOError:
                self._poll.register(self._input, select.POLLOUT)
                try:
                    self._wait(until)
                finally:
                    self._poll.unregister(self._input)
            except BrokenPipeError:
                raise LinkError(self._end()) from None

    def receive(self, until: float) -> bytes:
        """Its next line without the end; raises LinkError if there is none `until`, or none that is accepted."""
        seen = 0
        while (length := self._unread.find(b"\n", seen)) < 0 and len(self._unread) <= LONGEST:
            seen = len(self._unread)
            self._wait(until)
        if not 0 <= length <= LONGEST:
            raise LinkError(f"wrote a line of more than {LONGEST:,} bytes")
        line = bytes(self._unread[:length])
        del self._unread[: length + 1]
        return line

    def close(self, grace: float = GRACE) -> None:
        """End its input, wait for it to leave for `grace` seconds, and kill what is left of it."""
        if not _open or self not in _open:  # the set is gone already where Python itself ends
            return
        _open.discard(self)
        self._keeper.stdin.close()
        until = time.monotonic() + grace
        with suppress(LinkError):
            while grace:
                self._unread.clear()
                self._wait(until)
        with suppress(OSError):  # its keeper has gone
            self._life.shutdown(socket.SHUT_WR)
        if self._ended(PATIENCE) is None:  # its keeper was killed, or stopped
            self._keeper.kill()
            with suppress(ProcessLookupError, PermissionError):  # none of its group is left
                os.killpg(self.pid, signal.SIGKILL)
        self._release()

    # ---- inner

    def _wait(self, until: float) -> None:
        """Wait until something can be read, which is kept, or written."""
        left = until - time.monotonic()
        ready = self._poll.poll(max(0, 1000 * left) + 1) if left > 0 else []
        if not ready:
            raise LinkError("took too long")
        for stream, _ in ready:
            if stream == self._output:
                found = os.read(self._output, LONGEST)
                if not found:
                    raise LinkError(self._end())
                self._unread += found
                if len(self._unread) > FLOOD + LONGEST:
                    raise LinkError(f"wrote more than {FLOOD:,} bytes that nobody asked for")

    def _end(self) -> str:
        """How it ended, in words."""
        code = self._ended(GRACE)
        if code is None:
            return "closed its input or output"
        return f"ended with exit code {code}" if code >= 0 else f"was ended by {signal.Signals(-code).name}"

    def _ended(self, seconds: float) -> int | None:
        """How it ended, as in `Popen.returncode`; None if that is not known in so many seconds."""
        if self._code is None:
            self._code = self._told(seconds)
        return self._code

    def _told(self, seconds: float | None) -> int | None:
        """The next number from its keeper; None if that has gone, or says nothing for so many seconds."""
        self._life.settimeout(seconds)
        with suppress(OSError):
            word = self._life.recv(keeper.WORD)
            return int.from_bytes(word, signed=True) if word else None
        return None

    def _release(self) -> None:
        """Let go of its keeper, which has nothing left to do."""
        for stream in (self._life, self._keeper.stdin, self._keeper.stdout):
            stream.close()
        self._keeper.wait()

    def _lose(self) -> None:
        """In a forked process: it is the parent's."""
        self.lost = True
        self._keeper.returncode = 0  # not this process's to wait for
        for stream in (self._life, self._keeper.stdin, self._keeper.stdout):
            stream.close()


def _close_all() -> None:
    for link in list(_open):
        link.close()


def _lose_all() -> None:
    for link in _open:
        link._lose()
    _open.clear()


atexit.register(_close_all)
if hasattr(os, "register_at_fork"):  # not on Windows
    os.register_at_fork(after_in_child=_lose_all)
