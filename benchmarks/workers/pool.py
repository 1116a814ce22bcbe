"""Worker processes on this machine, any of which may die at any moment.

Each has a pipe of its own, so a process that is killed while it writes blocks no other: with the shared queues of
`concurrent.futures` the others would wait for ever.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.reduction import ForkingPickler
from queue import SimpleQueue
from typing import Any, NamedTuple

from medianoche.envs.core.errors import HANGUP, SIGNALS, MedianocheError

THREADS = "MEDIANOCHE_THREADS"
NOT_STARTED = (
    "a worker process failed while it imported the script that started it; a script that starts workers does so below "
    "`if __name__ == '__main__':`, since each worker imports it"
)
SPAWN = multiprocessing.get_context("spawn")  # a forked copy of threads and compiled code may hang


class StartError(MedianocheError):
    """A worker process failed before its first task."""


class Started(NamedTuple):
    """A worker process's first message."""


class Task(NamedTuple):
    """A call of a function in a process."""

    work: Callable[..., Any]  # the function, which the process imports by its name
    arguments: tuple[Any, ...]  # of the call
    key: Hashable = None  # names the task for its submitter


@dataclass
class WorkerProcess:
    """A process, its pipe, and its tasks that are not finished, in the order in which they were submitted."""

    process: multiprocessing.process.BaseProcess
    pipe: Connection
    tasks: list[Task] = field(default_factory=list)
    started: bool = False  # whether it has reached its main function


class WorkerPool:
    """Up to `size` processes, started when tasks need them; they end when this process ends, killed or not.

    Attributes:
        lost: tasks whose process died; the caller may submit them again.
    """

    def __init__(self, size: int) -> None:
        self.size = size
        self.workers: list[WorkerProcess] = []
        self.lost: list[Task] = []

    def submit(self, task: Task) -> None:
        """Send the task to the process with the fewest tasks."""
        worker = min(self.workers, key=lambda one: len(one.tasks), default=None)
        if worker is None or (worker.tasks and len(self.workers) < self.size):
            with _signals_held():
                worker = _start()
                self.workers.append(worker)
        worker.tasks.append(task)
        with suppress(OSError):  # the process has died; `finished` will notice
            worker.pipe.send(task)

    def finished(self) -> list[tuple[Task, Any]]:
        """Wait until tasks finish or a process dies; returns finished tasks with their results, and adds the tasks of a
        process that died to `lost`.

        Raises:
            Exception: what a task raised.
            StartError: a process failed while it imported the script that started it.
        """
        results: list[tuple[Task, Any]] = []
        lost = len(self.lost)
        while self.workers and not results and len(self.lost) == lost:
            for pipe in wait([worker.pipe for worker in self.workers]):
                worker = next(one for one in self.workers if one.pipe is pipe)
                try:
                    result = worker.pipe.recv()
                except (EOFError, OSError):
                    self._lose(worker)
                    continue
                if isinstance(result, Exception):
                    raise result
                if isinstance(result, Started):
                    worker.started = True
                else:
                    results.append((worker.tasks.pop(0), result))
        return results

    def _lose(self, worker: WorkerProcess) -> None:
        self.lost += worker.tasks
        self.workers.remove(worker)
        _end(worker)
        if not worker.started and worker.process.exitcode == 1:
            raise StartError(NOT_STARTED) from None

    def close(self) -> None:
        """Kill all processes."""
        for worker in self.workers:
            worker.process.kill()
        for worker in self.workers:
            _end(worker)
        self.workers.clear()


def _start() -> WorkerProcess:
    mine, its = SPAWN.Pipe()
    process = SPAWN.Process(target=_work, args=(its,))
    process.start()
    its.close()
    return WorkerProcess(process, mine)


@contextmanager
def _signals_held() -> Iterator[None]:
    """Hold SIGNALS back while a process starts: one interrupted halfway would print an error. The new
    process inherits the blocked signals and unblocks them when it has set its handlers."""
    if threading.current_thread() is not threading.main_thread():  # where Python handles no signals
        yield
        return
    if os.name == "posix" and HANGUP:  # else the first start of a process would start it and unblock signals
        before = _mask([HANGUP], "BLOCK")  # Python's tracker inherits it: a closed terminal does not end it
        try:
            resource_tracker.ensure_running()
        finally:
            _mask(before, "SETMASK")
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
    """Block or unblock signals, where the system can (not Windows); returns those that were blocked before."""
    if not hasattr(signal, "pthread_sigmask"):
        return ()
    return signal.pthread_sigmask(getattr(signal, f"SIG_{how}"), signals)


def _end(worker: WorkerProcess) -> None:
    worker.pipe.close()
    worker.process.join()


def use_one_thread() -> None:
    """Let compiled code in this process take one thread from now on, and libraries that a bot imports (torch), too: on
    busy cores their threads would wait for each other."""
    os.environ[THREADS] = "1"
    os.environ.setdefault("OMP_NUM_THREADS", "1")


def _work(pipe: Connection) -> None:
    """Main function of a worker process: it uses one thread, ignores Ctrl-C and exits when its parent does."""
    use_one_thread()
    for number in SIGNALS:  # the terminal sends them to all processes; the main process ends its workers
        signal.signal(number, signal.SIG_DFL if number == signal.SIGTERM else signal.SIG_IGN)
    _mask(SIGNALS, "UNBLOCK")
    tasks: SimpleQueue[Task] = SimpleQueue()

    def listen() -> None:
        try:
            while True:
                tasks.put(pipe.recv())
        finally:  # the parent process has ended
            os._exit(1)

    with suppress(OSError):  # the parent process has ended; `listen` ends this one
        pipe.send(Started())
    threading.Thread(target=listen, daemon=True).start()
    while True:
        task = tasks.get()
        try:
            result = task.work(*task.arguments)
        except Exception as error:  # noqa: BLE001 - sent to the parent process, which raises it
            result = error
        with suppress(OSError):
            pipe.send_bytes(_packed(result))


def _packed(result: Any) -> memoryview:
    """A result or exception as bytes for the pipe. If the parent process could not read it, a RuntimeError with its
    words takes its place."""
    try:
        packed: memoryview = ForkingPickler.dumps(result)
        if isinstance(result, Exception):
            ForkingPickler.loads(packed)  # a class of exceptions may not take its own arguments back
    except Exception as problem:  # noqa: BLE001 - the class may raise anything
        error = result if isinstance(result, Exception) else problem
        packed = ForkingPickler.dumps(RuntimeError(f"{type(error).__name__}: {error}"))
    return packed
