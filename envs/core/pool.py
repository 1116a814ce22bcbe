"""Threads that outlive neither a fork nor a pickle."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from medianoche.envs.core.jit import allow_overflow


class Pool:
    """A pool of threads for compiled loops, started when first used, in each process that uses it.

    Args:
        threads: the most that run at once.
    """

    def __init__(self, threads: int) -> None:
        self.threads = threads
        self._process = 0
        self._executor: ThreadPoolExecutor | None = None

    def submit(self, work: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """Call `work(*arguments)` in a thread."""
        if self._executor is None or self._process != os.getpid():  # after a fork the parent's threads are not here
            self._executor = ThreadPoolExecutor(self.threads, initializer=allow_overflow)
            self._process = os.getpid()
        return self._executor.submit(work, *arguments)

    def __reduce__(self) -> tuple[Any, ...]:
        return Pool, (self.threads,)
