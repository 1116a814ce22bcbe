"""Actors of a training in other processes, or on a Ray cluster: they play and search, one learner learns.

A part of a round whose process or node died is played again: it costs what was under way and nothing else, and since
its chance is its own, the round is the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from medianoche.benchmarks.workers.crew import Crew, Task
from medianoche.benchmarks.workers.shards import LOSSES, connect, line_of
from medianoche.training.compiled.actor import Part, play_elsewhere
from medianoche.training.compiled.rollouts import compact
from medianoche.training.torch.config import TrainingError

if TYPE_CHECKING:
    from medianoche.training.compiled.kernels.lessons import Lessons


class Losses:
    """How often each part was lost."""

    def __init__(self) -> None:
        self.times: Counter[int] = Counter()

    def count(self, number: int, why: str) -> None:
        """It was lost; raises TrainingError if that was too often."""
        self.times[number] += 1
        if self.times[number] >= LOSSES:
            raise TrainingError(f"actors died {LOSSES} times with the same part of a round under way ({why})")


class Processes:
    """Actors on this machine, each with one thread.

    Args:
        count: how many.
    """

    def __init__(self, count: int) -> None:
        self.count = count
        self.crew = Crew(count)

    def play(self, parts: Sequence[Part]) -> list[list[Lessons]]:
        """Play them side by side."""
        found: dict[int, list[Lessons]] = {}
        losses = Losses()
        for part in parts:
            self.crew.submit(Task(play_elsewhere, (part,)))
        while len(found) < len(parts):
            for task, result in self.crew.finished():
                found[task.arguments[0].number] = result
            lost, self.crew.lost = self.crew.lost, []
            for task in lost:
                losses.count(task.arguments[0].number, "out of memory?")
                self.crew.submit(task)
        return [found[part.number] for part in parts]

    def close(self) -> None:
        """End the processes."""
        self.crew.close()


class Cluster:
    """Actors on a Ray cluster, one a core.

    Args:
        address: where it is; empty for the one that Ray finds, or one started here.
    """

    def __init__(self, address: str) -> None:
        self.ray, self.mine = connect(address)
        self.count = max(int(self.ray.cluster_resources().get("CPU", 1)), 1)
        self.task = self.ray.remote(num_cpus=1, max_retries=0)(play_elsewhere)

    def play(self, parts: Sequence[Part]) -> list[list[Lessons]]:
        """Play them side by side."""
        found: dict[int, list[Lessons]] = {}
        losses = Losses()
        tasks = {self.task.remote(part): part for part in parts}
        while tasks:
            (done, *_), _ = self.ray.wait(list(tasks), num_returns=1)
            part = tasks.pop(done)
            try:
                found[part.number] = [compact(each) for each in self.ray.get(done)]  # Ray's own cannot be written to
            except self.ray.exceptions.RayTaskError as error:
                raise error.cause from None
            except self.ray.exceptions.RayError as error:
                losses.count(part.number, line_of(error))
                tasks[self.task.remote(part)] = part
        return [found[part.number] for part in parts]

    def close(self) -> None:
        """Leave the cluster if it was started or joined here."""
        if self.mine:
            self.ray.shutdown()
