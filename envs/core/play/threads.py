"""Threads that divide the rows of a call among them."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, NoReturn

from medianoche.envs.core.compile.jit import DISABLED, allow_overflow
from medianoche.envs.core.errors import GameError


def cores() -> int:
    """Number of cores that this process may use; on macOS and Windows the number of all cores."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Threads:
    """A pool of threads. It starts at its first use, and again in a forked process, which inherits no threads.

    In a block `with threads:` one thread of the program uses the arrays on which the pool works, and `busy` is True. If
    another one enters such a block meanwhile, it gets a GameError: waiting would let it continue on arrays that have
    changed since it looked at them. `busy` is asked and set without a call in between, where Python changes threads; a
    lock would cost a tenth of a batch's step.

    Args:
        count: number of threads, including the caller's own. Without compiled code the caller's own does all: others
            would wait for Python's lock, and could not be stopped.
    """

    def __init__(self, count: int) -> None:
        self.count = 1 if DISABLED else count
        self._pool: ThreadPoolExecutor | None = None
        self._process = 0
        self.busy = False

    def __enter__(self) -> None:
        if self.busy:
            self.refuse()
        self.busy = True

    def __exit__(self, *_: object) -> None:
        self.busy = False

    def refuse(self) -> NoReturn:
        """The error for a thread that meets another one."""
        raise GameError("two threads use one batch at the same time; give each thread a batch of its own")

    def share(self, rows: int, work: Callable[[int, int, int], Any], least: int = 1) -> None:
        """Divide `rows` rows into parts of at least `least` rows, call `work(part, begin, end)` for each, and wait:
        a part has the rows begin..end-1.

        Results must not depend on the division. Part 0 runs in the caller's own thread.
        """
        parts = min(self.count, rows // least)
        if parts <= 1:
            work(0, 0, rows)
            return
        cuts = [rows * part // parts for part in range(parts + 1)]
        try:
            others = [
                self._started().submit(work, part, begin, end)
                for part, (begin, end) in enumerate(pairwise(cuts[1:]), 1)
            ]
        except BaseException:  # a signal handler raised: end the pool, or Python would wait for its threads at exit
            if self._pool:
                self._pool.shutdown(wait=False)
                self._pool = None
            raise
        work(0, 0, cuts[1])
        for other in others:
            other.result()

    def _started(self) -> ThreadPoolExecutor:
        if self._pool is None or self._process != os.getpid():
            self._pool = ThreadPoolExecutor(self.count - 1, initializer=allow_overflow)
            self._process = os.getpid()
        return self._pool

    def __reduce__(self) -> tuple[Any, ...]:
        return Threads, (self.count,)
