"""Soak tests, too long for pytest: runs the scripts of this folder one after another and prints a table of findings.

`python -m tests.soak [--quick] [--seed N] [--only NAME ...] [--list]`. A script NAME.py runs as `python -m
tests.soak.NAME [--quick] [--seed N]`. Its last line of output is `soak NAME: tried ..., found ...`; its exit status is
not 0 if it found a fault. Exit status of this command: 1 if a script found a fault or failed.
"""

import argparse
import os
import re
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

HERE = Path(__file__).parent
BESIDE = {"memory"}
"""Scripts that run at the same time as the others: they measure only a process of their own."""
LIMIT, QUICK = 3600, 600
"""Time limit of a script in seconds; a script that exceeds it is ended and counts as failed."""


class Part:
    """A running script; its output is printed line by line, with the script's name before it. After `wait`: what it
    `tried` and `found` or how it failed, its `minutes`, and whether it is `wrong`."""

    def __init__(self, name: str, command: list[str], limit: float) -> None:
        self.name = name
        self._ended = False
        self.minutes = limit / 60
        self._began = time.monotonic()
        self._last = ""
        self._limit = limit
        pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
        self._process = subprocess.Popen(command, text=True, errors="replace", start_new_session=True, **pipes)
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        with self._process.stdout as lines:
            for line in lines:
                self._last = line.strip() or self._last
                # text and newline in one call: lines of scripts that run side by side do not mix
                print(f"{self.name:>10} | {line.rstrip()}\n", end="", flush=True)
        self.minutes = (time.monotonic() - self._began) / 60

    def wait(self) -> None:
        """Wait until the script ends or exceeds its time limit, and read its last line."""
        try:
            self._process.wait(max(0.0, self._began + self._limit - time.monotonic()))
        except subprocess.TimeoutExpired:
            self._last = f"took longer than {self._limit:g} s"
        self.end()
        said = re.fullmatch(rf"soak {self.name}: tried (.*), found (.*)", self._last)
        self.tried, self.found = said.groups() if said else ("?", f"broke off: {self._last}")
        self.wrong = bool(self._process.returncode) or not said

    def end(self) -> None:
        """End the script and its child processes. Only once, since the process id may be used again later."""
        if not self._ended:
            self._ended = True
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            self._reader.join(10)


def scripts() -> list[str]:
    """Names of the scripts in the folder; files without a command line are modules of other scripts."""
    files = (file for file in HERE.glob("*.py") if file != Path(__file__))
    return sorted(file.stem for file in files if '__name__ == "__main__"' in file.read_text(encoding="utf-8"))


def run(names: list[str], words: list[str], limit: float) -> list[Part]:
    """Run the scripts `names` with the options `words`, those of BESIDE in parallel; returns them in that order."""
    parts: list[Part] = []
    try:
        for name in sorted(names, key=lambda name: name not in BESIDE):
            parts.append(Part(name, [sys.executable, "-m", f"tests.soak.{name}", *words], limit))
            if name not in BESIDE:
                parts[-1].wait()
        for part in parts:
            if part.name in BESIDE:
                part.wait()
    finally:
        for part in parts:
            part.end()
    return parts


def main() -> int:
    """The command; its exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--quick", action="store_true", help="a minute or two for each script")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", nargs="+", choices=scripts(), metavar="NAME", help="these scripts alone")
    parser.add_argument("--list", action="store_true", help="names of the scripts")
    arguments = parser.parse_args()
    if arguments.list:
        print(*scripts(), sep="\n")
        return 0
    words = ["--quick"] * arguments.quick + ["--seed", str(arguments.seed)]
    parts = run(arguments.only or scripts(), words, QUICK if arguments.quick else LIMIT)
    print(f"\n{'script':>10} | {'minutes':>7} | what was tried; what was found")
    for part in parts:
        print(f"{part.name:>10} | {part.minutes:7.1f} | {part.tried}; {part.found}{' <--' * part.wrong}")
    return int(any(part.wrong for part in parts))


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
