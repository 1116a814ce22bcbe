"""Starts a program and ends it: `python -IS keeper.py SOCKET COMMAND...`, for `link.py`. Imports nothing of the suite.

The program gets this process's input, output and errors. Two numbers go into the socket: the program's process id, or
-errno if it could not be started; and, when all is over, how it ended, as in `Popen.returncode`. The program is killed
as soon as the other end of the socket is closed, also if the process that held it was killed. When it has ended, so
have all processes that it started: its group, and on Linux also those that left the group, because processes whose
parent has gone become children of this one.
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
"""Bytes of a number."""
ADOPT = 36
"""PR_SET_CHILD_SUBREAPER of Linux."""


def keep(host: socket.socket, command: list[str]) -> None:
    """Start `command`, wait for its end, which may be that of `host`, and leave no process behind."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(ADOPT, 1, 0, 0, 0)
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
    ended, status, sources = 0, 0, [woken, host.fileno()]
    while ended != program:
        ready = select.select(sources, [], [])[0]
        if host.fileno() in ready:
            sources.remove(host.fileno())
            os.killpg(program, signal.SIGKILL)
        if woken in ready:
            os.read(woken, 1024)
        while ended != program and (found := os.waitpid(-1, os.WNOHANG))[0]:
            ended, status = found
    with suppress(ProcessLookupError, PermissionError):  # none of its group is left
        os.killpg(program, signal.SIGKILL)
    end_children()
    say(host, os.waitstatus_to_exitcode(status))


def end_children() -> None:
    """Kill the children of this process, and theirs as they become its own, until there are none."""
    with suppress(ChildProcessError):
        while True:
            for child in children():
                with suppress(ProcessLookupError, PermissionError):
                    os.kill(child, signal.SIGKILL)
            os.waitpid(-1, 0)


def children() -> list[int]:
    """Process ids of the children of this process, on Linux."""
    found = []
    for entry in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            parent = entry.read_bytes().rpartition(b")")[2].split()[1]
            if int(parent) == os.getpid():
                found.append(int(entry.parent.name))
    return found


def say(host: socket.socket, number: int) -> None:
    """Write `number`, unless the other end has gone."""
    with suppress(OSError):
        host.sendall(number.to_bytes(WORD, signed=True))


if __name__ == "__main__":
    keep(socket.socket(fileno=int(sys.argv[1])), sys.argv[2:])
