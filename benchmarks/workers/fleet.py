"""Runs jobs in this process, in worker processes on this machine, or on a Ray cluster.

A tournament's jobs are ranges of games, a training's are parts of a round. Jobs finish in any order; a job that is lost
with its worker is run again. Workers only return results: they write no files and share no memory.
"""

from __future__ import annotations

import signal
import socket
import threading
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from typing import Any, NamedTuple, Protocol

from medianoche.benchmarks.workers.pool import Task, WorkerPool, use_one_thread
from medianoche.envs.core.errors import MedianocheError

LOSS_LIMIT = 5
"""Losses of the same job after which it is taken to be the cause."""
JOBS_PER_WORKER = 2
"""Jobs submitted for each worker: one runs, one waits, so memory does not grow with the number of jobs."""
CONNECT_LIMIT_S = 10.0
"""Seconds to wait for the address of a cluster to answer."""


class Work(NamedTuple):
    """What the jobs of a fleet do."""

    run: Callable[..., Any]  # called with a job's arguments; other processes import it by its name
    title: Callable[[Any], str]  # names a job, given its key, in an error message
    error: type[MedianocheError]  # class of the error raised where a job is lost too often or there is no cluster


class Fleet(Protocol):
    """Runs jobs."""

    size: int  #: Workers
    slots: int  #: Jobs that keep all workers busy

    def submit(self, key: Hashable, *arguments: Any) -> None:
        """Start job `key`."""

    def finished(self) -> list[tuple[Any, Any]]:
        """Wait for jobs; returns their keys and results, and may return none.

        Raises:
            Exception: what a job raised.
            MedianocheError: the same job was lost too often; of the class `Work.error`.
        """

    def close(self) -> None:
        """Cancel all jobs and end the workers."""


class InProcess:
    """Runs jobs one after another in this process."""

    size = slots = 1

    def __init__(self, work: Work) -> None:
        self.work = work
        self.jobs: list[tuple[Hashable, tuple[Any, ...]]] = []

    def submit(self, key: Hashable, *arguments: Any) -> None:
        """Keep the job until `finished` runs it."""
        self.jobs.append((key, arguments))

    def finished(self) -> list[tuple[Any, Any]]:
        """Run the job that was submitted first."""
        key, arguments = self.jobs.pop(0)
        return [(key, self.work.run(*arguments))]

    def close(self) -> None:
        """Do nothing: no job runs outside `finished`."""


class LocalFleet:
    """Runs jobs in processes on this machine, each with one thread."""

    def __init__(self, work: Work, size: int) -> None:
        self.size = size
        self.slots = JOBS_PER_WORKER * size
        self.work, self.lost_jobs = work, LostJobs(work)
        self.pool = WorkerPool(size)

    def submit(self, key: Hashable, *arguments: Any) -> None:
        """Send the job to a process."""
        self.pool.submit(Task(self.work.run, arguments, key))

    def finished(self) -> list[tuple[Any, Any]]:
        """Wait for the next results; submits the jobs of a process that died again."""
        results = [(task.key, result) for task, result in self.pool.finished()]
        if lost := self.pool.lost[:]:
            self.pool.lost.clear()
            self.lost_jobs.count([task.key for task in lost])
            for task in lost:
                self.pool.submit(task)
        return results

    def close(self) -> None:
        """End the processes."""
        self.pool.close()


class RayFleet:
    """Runs each job as a task of a Ray cluster, on one core with one thread.

    Args:
        work: what jobs do.
        address: of the cluster, as `ray.init` takes it; empty for the one that Ray finds, or one started here.
    """

    def __init__(self, work: Work, address: str) -> None:
        self.ray, self.connected_here = connect(address, work.error)
        self.size = max(int(self.ray.cluster_resources().get("CPU", 1)), 1)
        self.slots = JOBS_PER_WORKER * self.size
        self.work, self.lost_jobs = work, LostJobs(work)
        name = getattr(work.run, "__name__", "run")
        self.remote = self.ray.remote(num_cpus=1, max_retries=0)(run_in_one_thread).options(name=name)
        self.jobs: dict[Any, tuple[Hashable, tuple[Any, ...]]] = {}

    def submit(self, key: Hashable, *arguments: Any) -> None:
        """Send the job to the cluster."""
        self.jobs[self.remote.remote(self.work.run, *arguments)] = key, arguments

    def finished(self) -> list[tuple[Any, Any]]:
        """Wait for one result; submits a job that was lost with its process or node again."""
        with handlers_errors():
            (done, *_), _ = self.ray.wait(list(self.jobs), num_returns=1)
        key, arguments = self.jobs.pop(done)
        try:
            with handlers_errors():
                return [(key, self.ray.get(done))]
        except self.ray.exceptions.RayTaskError as error:
            raise error.cause from None
        except self.ray.exceptions.RayError as error:
            self.lost_jobs.count([key], line_of(error))
            self.submit(key, *arguments)
            return []

    def close(self) -> None:
        """Cancel the jobs; leave the cluster if it was started or joined here."""
        for job in self.jobs:
            self.ray.cancel(job, force=True)
        if self.connected_here:
            self.ray.shutdown()


def run_jobs(work: Work, jobs: Mapping[Any, tuple[Any, ...]], workers: int) -> Iterator[tuple[Any, Any]]:
    """Run jobs, each given by its arguments, in so many processes of this machine; yields the key and the result of
    each as soon as it is finished."""
    fleet: Fleet = InProcess(work) if workers == 1 else LocalFleet(work, workers)
    waiting = list(jobs.items())
    running = 0
    with closing(fleet):
        while waiting or running:
            while waiting and running < fleet.size:
                key, arguments = waiting.pop(0)
                fleet.submit(key, *arguments)
                running += 1
            for result in fleet.finished():
                running -= 1
                yield result


@contextmanager
def handlers_errors() -> Iterator[None]:
    """Raise what the handler of a signal raised while Ray waited; Ray's compiled code makes a SystemError of it."""
    try:
        yield
    except SystemError as error:
        raise (error.__cause__ or error) from None


def run_in_one_thread(run: Callable[..., Any], *arguments: Any) -> Any:
    """Run a job in a process of the cluster."""
    use_one_thread()
    return run(*arguments)


class LostJobs:
    """Counts how often each job was lost with its worker."""

    def __init__(self, work: Work) -> None:
        self.work = work
        self.times: Counter[Any] = Counter()

    def count(self, keys: Iterable[Hashable], reason: str = "") -> None:
        """Count a loss of the jobs `keys`; raises an error of the class `Work.error` at the loss limit."""
        self.times.update(keys)
        key, times = self.times.most_common(1)[0]
        if times >= LOSS_LIMIT:
            why = reason or "out of memory, or a crash in an agent's own code?"
            raise self.work.error(f"workers died {times} times with {self.work.title(key)} under way ({why})")


def connect(address: str, error_class: type[MedianocheError]) -> tuple[Any, bool]:
    """Connect to a Ray cluster.

    Args:
        address: of the cluster; empty for the one that Ray finds, or one that it starts here.
        error_class: class of the errors raised.

    Returns:
        The module `ray`, and whether this call connected it.

    Raises:
        MedianocheError: Ray is not installed, or there is no cluster; of the class `error_class`.
    """
    try:
        import ray
    except ImportError:
        raise error_class("Ray is not installed; install it with: pip install 'medianoche[cluster]'") from None
    if ray.is_initialized():
        return ray, False
    asked_to_end = signal.getsignal(signal.SIGTERM)
    try:
        _check_port(address)
        ray.init(address or None, log_to_driver=False, logging_level="ERROR")
    except (ray.exceptions.RayError, OSError, ValueError) as error:
        raise error_class(f"no Ray cluster at {address or 'this machine'}: {line_of(error)}") from None
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, asked_to_end)  # Ray's own ends a command before it has stored its results
    return ray, True


def _check_port(address: str) -> None:
    """Raise OSError if nothing answers at host:port; Ray itself would try for minutes."""
    host, colon, port = address.rpartition("://")[2].rpartition(":")
    if colon and port.isdecimal():
        socket.create_connection((host, int(port)), CONNECT_LIMIT_S).close()


def line_of(error: Exception) -> str:
    """The first line of an error's message."""
    text = (isinstance(error, OSError) and error.strerror) or str(error)
    return text.strip().partition("\n")[0]
