"""A subprocess that reads and writes lines, each by a deadline."""

from __future__ import annotations

import atexit
import errno
import os
import re
import select
import shlex
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

from medianoche.agents import keeper
from medianoche.envs.core.play.forfeit import Failure

LINE_BYTES = 2**16
"""Length of a line of a program, at most."""
UNREAD_BYTES = 2**20
"""Output of a program that is not read yet, at most."""
GRACE = 1.0
"""Seconds that a program has to exit after the end of its input."""
KILL_WAIT_S = 5.0
"""Seconds that the keeper has to kill a program."""
KEEPER = [sys.executable, "-IS", str(Path(keeper.__file__))]

_open: set[Link] = set()

TIMED = re.compile(r"(?:(?P<number>[1-9]\d{0,5})(?P<unit>ms|s):)?(?P<command>.*)", re.DOTALL)


def located_command(text: str) -> str:
    """The parameter of `exec:` with absolute paths instead of the files among its words."""
    parts = TIMED.fullmatch(text)
    command = parts["command"] if parts else text
    words = shlex.split(command)
    located = [
        os.path.abspath(word) if os.path.isfile(word) and (number or os.sep in word) else word  # noqa: PTH100, PTH113
        for number, word in enumerate(words)
    ]
    return text if located == words else text[: len(text) - len(command)] + shlex.join(located)


class LinkError(Exception):
    """A failure of a program; the message follows the program's name.

    Args:
        message: what happened.
        failure: which kind of failure it is.
    """

    def __init__(self, message: str, failure: Failure = Failure.NO_ANSWER) -> None:
        super().__init__(message)
        self.failure = failure


class Link:
    """A running program. Its stderr is that of this process.

    A separate process, the keeper (`keeper.py`), kills the program and the processes that it started: on `close`, when
    this process ends, and when this process is killed. A child of a fork cannot use its parent's links (`lost`).

    Attributes:
        pid: process id of the program.
        lost: whether the link belongs to the parent process.

    Args:
        command: the program and its arguments.

    Raises:
        LinkError: the program cannot be started.
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
            reason = getattr(error, "strerror", None) or error
            raise LinkError(f"cannot be started: {reason}", Failure.CRASH) from None
        self._keeper = cast("Any", started)  # its stdin and stdout are pipes
        self._code: int | None = None
        self.pid = self._told(None) or -errno.ESRCH
        if self.pid < 0:
            self._release()
            raise LinkError(f"cannot be started: {os.strerror(-self.pid)}", Failure.CRASH)
        self._input, self._output = self._keeper.stdin.fileno(), self._keeper.stdout.fileno()
        os.set_blocking(self._input, False)
        os.set_blocking(self._output, False)
        self._poll = select.poll()
        self._poll.register(self._output, select.POLLIN)
        _open.add(self)

    def send(self, lines: bytes, until: float) -> None:
        """Write `lines`, which end with newlines; raises LinkError if it is not done `until` (`time.monotonic`)."""
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
                raise LinkError(self._end(), Failure.CRASH) from None

    def receive(self, until: float) -> bytes:
        """The next line without its newline; raises LinkError if none comes before `until`, or if it is too long."""
        seen = 0
        while (length := self._unread.find(b"\n", seen)) < 0 and len(self._unread) <= LINE_BYTES:
            seen = len(self._unread)
            self._wait(until)
        if not 0 <= length <= LINE_BYTES:
            raise LinkError(f"wrote a line of more than {LINE_BYTES:,} bytes")
        line = bytes(self._unread[:length])
        del self._unread[: length + 1]
        return line

    def close(self, grace: float = GRACE) -> None:
        """Close the program's input, wait `grace` seconds for its exit, then kill it and all that it started."""
        if not _open or self not in _open:  # at the exit of Python the set may be gone
            return
        _open.discard(self)
        self._keeper.stdin.close()
        until = time.monotonic() + grace
        with suppress(LinkError):
            while grace:
                self._unread.clear()
                self._wait(until)
        with suppress(OSError):  # the keeper has exited
            self._life.shutdown(socket.SHUT_WR)
        if self._ended(KILL_WAIT_S) is None:  # the keeper was killed or stopped
            self._keeper.kill()
            with suppress(ProcessLookupError, PermissionError):  # the group has no process left
                os.killpg(self.pid, signal.SIGKILL)
        self._release()

    # ---- inner

    def _wait(self, until: float) -> None:
        """Wait until the program can be written to or has written; keep what it wrote. Raises LinkError at `until`."""
        left = until - time.monotonic()
        ready = self._poll.poll(max(0, 1000 * left) + 1) if left > 0 else []
        if not ready:
            raise LinkError("took too long", Failure.TIME_LIMIT)
        for stream, _ in ready:
            if stream == self._output:
                chunk = os.read(self._output, LINE_BYTES)
                if not chunk:
                    raise LinkError(self._end(), Failure.CRASH)
                self._unread += chunk
                if len(self._unread) > UNREAD_BYTES + LINE_BYTES:
                    raise LinkError(f"wrote more than {UNREAD_BYTES:,} bytes that were not asked for")

    def _end(self) -> str:
        """How the program ended, in words."""
        code = self._ended(GRACE)
        if code is None:
            return "closed its input or output"
        return f"ended with exit code {code}" if code >= 0 else f"was ended by {signal.Signals(-code).name}"

    def _ended(self, seconds: float) -> int | None:
        """The program's exit code, as `Popen.returncode`; None if it is still unknown after `seconds`."""
        if self._code is None:
            self._code = self._told(seconds)
        return self._code

    def _told(self, seconds: float | None) -> int | None:
        """The next number from the keeper; None if the keeper has exited or sends none within `seconds`."""
        self._life.settimeout(seconds)
        with suppress(OSError):
            word = self._life.recv(keeper.WORD)
            return int.from_bytes(word, signed=True) if word else None
        return None

    def _release(self) -> None:
        """Close the pipes to the keeper and wait for its exit."""
        for stream in (self._life, self._keeper.stdin, self._keeper.stdout):
            stream.close()
        self._keeper.wait()

    def _lose(self) -> None:
        """Give up the link in a forked child: it belongs to the parent."""
        self.lost = True
        self._keeper.returncode = 0  # only the parent waits for it
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
