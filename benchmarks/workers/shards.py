"""Who plays the shards: this process, processes on this machine, or a Ray cluster.

All three take (start, stop) keys and give back shards, in any order; a shard that was lost with its worker is
played again. Workers only play: they write nothing and know nothing of each other.
"""

from __future__ import annotations

import os
import socket
from collections import Counter
from typing import Any, Protocol

from medianoche.benchmarks.tournament.play import Shard, play_shard
from medianoche.benchmarks.tournament.spec import Spec, TournamentError
from medianoche.benchmarks.workers.crew import THREADS, Crew, Task

Key = tuple[int, int]
LOSSES = 5
"""A shard whose worker dies so many times is the one that kills them."""
AHEAD = 2
"""Shards under way for each worker: one is played, one waits. Memory does not grow with the tournament."""

PATIENCE = 10.0
"""Seconds to wait for a cluster's address to answer."""


class Workers(Protocol):
    """Whoever plays shards."""

    slots: int
    """How many shards to have under way."""

    def submit(self, key: Key) -> None:
        """Start to play games key[0]..key[1]-1."""

    def finished(self) -> list[Shard]:
        """Wait for shards.

        Raises:
            AgentError: an agent failed.
            TournamentError: a shard was lost too often.
        """

    def close(self) -> None:
        """Stop at once; what is under way is given up."""


class Here:
    """This process; the threads of search agents are its only parallelism."""

    slots = 1

    def __init__(self, spec: Spec, record: bool) -> None:
        self.spec = spec
        self.record = record
        self.keys: list[Key] = []

    def submit(self, key: Key) -> None:
        """Keep it for `finished`."""
        self.keys.append(key)

    def finished(self) -> list[Shard]:
        """Play."""
        return [play_shard(self.spec, *self.keys.pop(0), self.record)]

    def close(self) -> None:
        """Nothing is under way."""


class Processes:
    """Processes on this machine, each with one thread."""

    def __init__(self, spec: Spec, record: bool, workers: int) -> None:
        self.spec = spec
        self.record = record
        self.slots = AHEAD * workers
        self.crew = Crew(workers)
        self.losses = Losses()

    def submit(self, key: Key) -> None:
        """Hand it to a process."""
        self.crew.submit(Task(play_shard, (self.spec, *key, self.record)))

    def finished(self) -> list[Shard]:
        """Wait for the first; what a process took with it starts again in a new one."""
        shards = [shard for _, shard in self.crew.finished()]
        if lost := self.crew.lost[:]:
            self.crew.lost.clear()
            self.losses.count([(start, stop) for _, (_, start, stop, _) in lost])
            for task in lost:
                self.crew.submit(task)
        return shards

    def close(self) -> None:
        """End the processes."""
        self.crew.close()


class Cluster:
    """A Ray cluster, one task a shard.

    Args:
        spec: the tournament.
        record: keep the actions.
        address: where the cluster is, as `ray.init` takes it; empty for the one that Ray finds, or one started here.
    """

    def __init__(self, spec: Spec, record: bool, address: str) -> None:
        self.ray, self.mine = connect(address)
        ray = self.ray
        self.spec = spec
        self.record = record
        self.slots = AHEAD * max(int(ray.cluster_resources().get("CPU", 1)), 1)
        self.task = ray.remote(num_cpus=1, max_retries=0)(_play_remotely)
        self.tasks: dict[Any, Key] = {}
        self.losses = Losses()

    def submit(self, key: Key) -> None:
        """Hand it to the cluster."""
        self.tasks[self.task.remote(self.spec, *key, self.record)] = key

    def finished(self) -> list[Shard]:
        """Wait for the first; what was lost with a worker or a node starts again."""
        done, _ = self.ray.wait(list(self.tasks), num_returns=1)
        key = self.tasks.pop(done[0])
        try:
            return [self.ray.get(done[0])]
        except self.ray.exceptions.RayTaskError as error:
            raise error.cause from None
        except self.ray.exceptions.RayError as error:
            self.losses.count([key], line_of(error))
            self.submit(key)
            return []

    def close(self) -> None:
        """Give up what is under way, and the cluster if it was started or joined here."""
        for task in self.tasks:
            self.ray.cancel(task, force=True)
        if self.mine:
            self.ray.shutdown()


def connect(address: str) -> tuple[Any, bool]:
    """Ray, joined to the cluster at `address` (empty: the one that it finds, or one that it starts here), and whether
    that was done now.

    Raises:
        TournamentError: there is no Ray, or no cluster.
    """
    try:
        import ray
    except ImportError:
        raise TournamentError("Ray is not installed; install it with: pip install 'medianoche[cluster]'") from None
    if ray.is_initialized():
        return ray, False
    try:
        _knock(address)
        ray.init(address or None, log_to_driver=False, logging_level="ERROR")
    except (ray.exceptions.RayError, OSError, ValueError) as error:
        raise TournamentError(f"no Ray cluster at {address or 'this machine'}: {line_of(error)}") from None
    return ray, True


def _knock(address: str) -> None:
    """Raise OSError if nobody answers at host:port; Ray itself would try for minutes."""
    host, colon, port = address.rpartition("://")[2].rpartition(":")
    if colon and port.isdecimal():
        socket.create_connection((host, int(port)), PATIENCE).close()


def _play_remotely(spec: Spec, start: int, stop: int, record: bool) -> Shard:
    os.environ[THREADS] = "1"
    return play_shard(spec, start, stop, record)


class Losses:
    """How often each shard was lost."""

    def __init__(self) -> None:
        self.times: Counter[Key] = Counter()

    def count(self, keys: list[Key], reason: str = "") -> None:
        """These were lost; raises TournamentError if one was too often."""
        self.times.update(keys)
        key, times = self.times.most_common(1)[0]
        if times >= LOSSES:
            why = reason or "out of memory, or a crash in an agent's own code?"
            raise TournamentError(f"workers died {times} times with games {key[0]} to {key[1] - 1} under way ({why})")


def line_of(error: Exception) -> str:
    """The first line of what an error says."""
    text = (isinstance(error, OSError) and error.strerror) or str(error)
    return text.strip().partition("\n")[0]
