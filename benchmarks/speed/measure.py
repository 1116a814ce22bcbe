"""Speed measurement: short slices of all figures in turn, for several rounds, and medians.

On a shared machine other load then affects all figures alike, and their ratios little. One thread is measured by CPU
time, which other processes hardly change; several threads are measured by wall time.
"""

from __future__ import annotations

import os
import platform
import statistics
import time
from collections.abc import Callable, Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, NamedTuple

Loop = Callable[[], int]
"""Works for a while; returns how many decisions, or simulations, it made."""


class Slice(NamedTuple):
    """The result of one measurement."""

    done: int  #: Decisions or simulations
    wall: float  #: Seconds of wall time
    cpu: float  #: Seconds of processor time, of all threads of the process together

    def rate(self, threads: int) -> float:
        """Per second: of CPU time with one thread, else of wall time."""
        return self.done / max(self.cpu if threads == 1 else self.wall, 1e-9)


def run_slice(loop: Loop, seconds: float) -> Slice:
    """Call `loop` until so many seconds have passed."""
    wall = time.perf_counter()
    cpu = time.process_time()
    count = 0
    while True:
        count += loop()
        passed = time.perf_counter() - wall
        if passed >= seconds:
            return Slice(count, passed, time.process_time() - cpu)


def interleaved(
    figures: Mapping[str, Callable[[float], float]], rounds: int, seconds: float, advance: Callable[[], None]
) -> dict[str, list[float]]:
    """Take one slice of each figure in turn, `rounds` times; returns the rates of each."""
    rates: dict[str, list[float]] = {name: [] for name in figures}
    for _ in range(rounds):
        for name, figure in figures.items():
            rates[name].append(figure(seconds))
            advance()
    return rates


def median_ratio(ours: list[float], theirs: list[float]) -> float:
    """The median of the ratios inside each round."""
    return statistics.median(a / b for a, b in zip(ours, theirs, strict=True))


def spread(rates: list[float]) -> float:
    """Greatest less least, as a share of the median."""
    return (max(rates) - min(rates)) / statistics.median(rates)


def machine(*packages: str) -> dict[str, Any]:
    """The machine: processor, cores, load, versions of Python and of the installed ones of `packages`."""
    versions = {}
    for package in ("numpy", "numba", *packages):
        try:
            versions[package] = version(package)
        except PackageNotFoundError:
            continue
    from medianoche.envs.core.play.threads import cores

    return {
        "processor": processor(),
        "cores": cores(),
        "load": list(os.getloadavg()) if hasattr(os, "getloadavg") else [],
        "python": platform.python_version(),
        "versions": versions,
    }


def processor() -> str:
    """The processor's name, as far as the system tells."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        return next(line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()
