"""A program of any kind, and the lines that go to it and come from it, each by a deadline."""

from __future__ import annotations

import atexit
import os
import select
import signal
import subprocess
import time
from contextlib import suppress

LONGEST = 2**16
"""Bytes of a line that a program may write."""
FLOOD = 2**20
"""Bytes that it may write before anybody reads them."""
GRACE = 1.0
"""Seconds that it may take to leave once its input has ended."""
GUARD = 'read -r _; kill -s KILL -- "-$0"'
"""Ends a group of processes as soon as whoever holds the other end of its input has gone, however it went."""

_open: set[Link] = set()


class LinkError(Exception):
    """What a program did wrong, in words that follow its name."""


class Link:
    """A program that has been started. Its errors go where those of this process go.

    It leads a group of processes, which is ended with it: on `close`, when this process ends, and when it is killed.
    After a fork, the child has nothing to do with it any more (`lost`).

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
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "bufsize": 0}
        try:
            self._program = subprocess.Popen(command, start_new_session=True, **pipes)  # type: ignore[call-overload]
        except (OSError, ValueError) as error:
            raise LinkError(f"cannot be started: {getattr(error, 'strerror', None) or error}") from None
        end, self._life = os.pipe()
        self._guard = subprocess.Popen(
            ["/bin/sh", "-c", GUARD, str(self._program.pid)],
            stdin=end,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        os.close(end)
        self._input, self._output = self._program.stdin.fileno(), self._program.stdout.fileno()
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
        """End its input, wait for it to leave for `grace` seconds, and kill what is left of its group."""
        if not _open or self not in _open:  # the set is gone already where Python itself ends
            return
        _open.discard(self)
        self._program.stdin.close()
        until = time.monotonic() + grace
        with suppress(LinkError):
            while grace:
                self._unread.clear()
                self._wait(until)
        self._guard.kill()
        self._guard.wait()
        os.close(self._life)
        with suppress(ProcessLookupError, PermissionError):  # nobody is left
            os.killpg(self._program.pid, signal.SIGKILL)
        self._program.stdout.close()
        self._program.wait()

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
        try:
            code = self._program.wait(GRACE)
        except subprocess.TimeoutExpired:
            return "closed its input or output"
        return f"ended with exit code {code}" if code >= 0 else f"was ended by {signal.Signals(-code).name}"

    def _lose(self) -> None:
        """In a forked process: it is the parent's."""
        self.lost = True
        os.close(self._life)
        for process in (self._program, self._guard):
            process.returncode = 0  # nobody's to wait for
            for stream in (process.stdin, process.stdout):
                if stream:
                    stream.close()


def _close_all() -> None:
    for link in list(_open):
        link.close()


def _lose_all() -> None:
    for link in _open:
        link._lose()
    _open.clear()


atexit.register(_close_all)
os.register_at_fork(after_in_child=_lose_all)
