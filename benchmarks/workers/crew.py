"""Processes on this machine, of which any may die at any moment.

Each has a pipe of its own, so one that is killed in the middle of a word silences nobody else: with the shared queues
of `concurrent.futures` the others would wait for ever.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from queue import SimpleQueue
from typing import Any, NamedTuple

THREADS = "MEDIANOCHE_THREADS"
SIGNALS = (signal.SIGINT, signal.SIGTERM)
SPAWN = multiprocessing.get_context("spawn")  # a forked copy of threads and compiled code may hang


class Task(NamedTuple):
    """Something to be done in a process."""

    work: Callable[..., Any]
    arguments: tuple[Any, ...]


@dataclass
class Worker:
    """A process and what it has been given and not done yet, in order."""

    process: multiprocessing.process.BaseProcess
    pipe: Connection
    tasks: list[Task] = field(default_factory=list)


class Crew:
    """Up to `size` processes, started when there is something to do, which end with this one however it ends.

    Attributes:
        lost: tasks whose process died; the caller may submit them again.
    """

    def __init__(self, size: int) -> None:
        self.size = size
        self.workers: list[Worker] = []
        self.lost: list[Task] = []

    def submit(self, task: Task) -> None:
        """Give it to the process that has least to do."""
        worker = min(self.workers, key=lambda one: len(one.tasks), default=None)
        if worker is None or (worker.tasks and len(self.workers) < self.size):
            with _undisturbed():
                worker = _start()
                self.workers.append(worker)
        worker.tasks.append(task)
        with suppress(OSError):  # it is dead, as `finished` will see
            worker.pipe.send(task)

    def finished(self) -> list[tuple[Task, Any]]:
        """Wait for something to happen: what is done, with results; a task whose process died is in `lost` then.

        Raises:
            Exception: what a task raised.
        """
        found = []
        for pipe in wait([worker.pipe for worker in self.workers]):
            worker = next(one for one in self.workers if one.pipe is pipe)
            try:
                result = worker.pipe.recv()
            except (EOFError, OSError):
                self.lost += worker.tasks
                self.workers.remove(worker)
                _end(worker)
                continue
            if isinstance(result, Exception):
                raise result
            found.append((worker.tasks.pop(0), result))
        return found

    def close(self) -> None:
        """End all processes at once."""
        for worker in self.workers:
            worker.process.kill()
        for worker in self.workers:
            _end(worker)
        self.workers.clear()


def _start() -> Worker:
    mine, its = SPAWN.Pipe()
    process = SPAWN.Process(target=_work, args=(its,))
    process.start()
    its.close()
    return Worker(process, mine)


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Signals wait until this is over: a process that is half born would complain. What is born in here has them
    blocked, until it has decided what to do about them."""
    if threading.current_thread() is not threading.main_thread():  # where Python handles no signals
        yield
        return
    if os.name == "posix":  # or the first start of a process would start it, which lets signals through again
        resource_tracker.ensure_running()
    came: list[int] = []
    handlers = {number: signal.signal(number, lambda which, _: came.append(which)) for number in SIGNALS}
    mask = _mask(SIGNALS, "BLOCK")
    try:
        yield
    finally:
        _mask(mask, "SETMASK")
        for number, handler in handlers.items():
            signal.signal(number, handler or signal.SIG_DFL)
        for late in came:
            signal.raise_signal(late)


def _mask(signals: Iterable[int], how: str) -> Iterable[int]:
    """Block signals, or let them through (Windows cannot); returns those that were blocked before."""
    if not hasattr(signal, "pthread_sigmask"):
        return ()
    return signal.pthread_sigmask(getattr(signal, f"SIG_{how}"), signals)


def _end(worker: Worker) -> None:
    worker.pipe.close()
    worker.process.join()


def _work(pipe: Connection) -> None:
    """What a process does: one thread, Ctrl-C is the driver's, and no life without the driver."""
    os.environ[THREADS] = "1"
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    _mask(SIGNALS, "UNBLOCK")
    tasks: SimpleQueue[Task] = SimpleQueue()

    def listen() -> None:
        try:
            while True:
                tasks.put(pipe.recv())
        finally:  # the driver has gone
            os._exit(1)

    threading.Thread(target=listen, daemon=True).start()
    while True:
        task = tasks.get()
        try:
            result = task.work(*task.arguments)
        except Exception as error:  # noqa: BLE001 - it goes to the driver, which raises it
            result = error
        with suppress(OSError):  # the driver has gone, and so will this process
            pipe.send(result)
