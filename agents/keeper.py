"""Starts and kills a program for `link.py`: `python -IS keeper.py SOCKET COMMAND...`. Imports nothing of the suite.

The program inherits stdin, stdout and stderr. The keeper sends two numbers through the socket: the program's process
id, or -errno if it cannot be started; and at the end its exit code, as `Popen.returncode`. The keeper kills the program
when the other end of the socket is closed, also if its owner was killed. After the program's exit the keeper kills all
processes that the program started: its group and, on Linux, those that left the group, which become children of the
keeper when their parents exit.
"""

import ctypes
import os
import select
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

WORD = 8
"""Bytes of a number in the socket."""
SET_CHILD_SUBREAPER = 36
"""Linux's PR_SET_CHILD_SUBREAPER: orphaned descendants become children of this process."""


def keep(host: socket.socket, command: list[str]) -> None:
    """Run `command` until it exits or `host` is closed, then kill every process that it left."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    woken, bell = os.pipe()
    os.set_blocking(bell, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(bell)
    try:
        program = subprocess.Popen(command, start_new_session=True).pid
    except OSError as error:
        say(host, -(error.errno or 1))
        return
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)
    say(host, program)
    ended = 0
    status = 0
    sources = [woken, host.fileno()]
    while ended != program:
        ready = select.select(sources, [], [])[0]
        if host.fileno() in ready:
            sources.remove(host.fileno())
            os.killpg(program, signal.SIGKILL)
        if woken in ready:
            os.read(woken, 1024)
        while ended != program and (child := os.waitpid(-1, os.WNOHANG))[0]:
            ended, status = child
    with suppress(ProcessLookupError, PermissionError):  # the group has no process left
        os.killpg(program, signal.SIGKILL)
    end_children()
    say(host, os.waitstatus_to_exitcode(status))


def end_children() -> None:
    """Kill the children of this process until it has none; their children become its own."""
    with suppress(ChildProcessError):
        while True:
            for child in children():
                with suppress(ProcessLookupError, PermissionError):
                    os.kill(child, signal.SIGKILL)
            os.waitpid(-1, 0)


def children() -> list[int]:
    """Process ids of the children of this process (Linux; elsewhere empty)."""
    pids = []
    for entry in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            parent = entry.read_bytes().rpartition(b")")[2].split()[1]
            if int(parent) == os.getpid():
                pids.append(int(entry.parent.name))
    return pids


def say(host: socket.socket, number: int) -> None:
    """Send `number`, if the other end is still open."""
    with suppress(OSError):
        host.sendall(number.to_bytes(WORD, signed=True))


if __name__ == "__main__":
    keep(socket.socket(fileno=int(sys.argv[1])), sys.argv[2:])
