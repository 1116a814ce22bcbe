"""Actors of a training in worker processes or on a Ray cluster: they play, one learner learns.

All chance of a part of a round comes from the seed and the part's number, so a part that is lost with its worker and
played again gives the same transitions.
"""

from __future__ import annotations

from collections.abc import Sequence

from medianoche.benchmarks.workers.fleet import Fleet, LocalFleet, RayFleet, Work
from medianoche.training.compiled.actor import RoundPart, play_elsewhere
from medianoche.training.compiled.kernels.transitions import Transitions
from medianoche.training.compiled.rollouts import compact
from medianoche.training.settings import TrainingError


class FleetActors:
    """Actors in the workers of a fleet.

    Args:
        workers: processes on this machine; not used with `ray`.
        ray: or the address of a Ray cluster, which has one actor a core; empty for the one that Ray finds.

    Raises:
        TrainingError: there is no Ray or no cluster.
    """

    def __init__(self, workers: int, ray: str | None = None) -> None:
        work = Work(play_elsewhere, lambda key: f"part {key[2] + 1} of a round", TrainingError)
        self.fleet: Fleet = LocalFleet(work, workers) if ray is None else RayFleet(work, ray)
        self.count = self.fleet.size

    def play(self, parts: Sequence[RoundPart]) -> list[list[Transitions]]:
        """Play the parts in parallel; returns their transitions in the order of the parts."""
        keys = [(part.stage, part.round, part.part) for part in parts]
        for key, part in zip(keys, parts, strict=True):
            self.fleet.submit(key, part)
        transitions_by_part: dict[tuple[int, int, int], list[Transitions]] = {}
        while len(transitions_by_part) < len(parts):
            transitions_by_part.update(self.fleet.finished())
        return [[_writable(part_transitions) for part_transitions in transitions_by_part[key]] for key in keys]

    def close(self) -> None:
        """End the workers."""
        self.fleet.close()


def _writable(transitions: Transitions) -> Transitions:
    """Kernels are compiled for arrays that can be written to; those that come from Ray cannot."""
    return transitions if transitions.starts.flags.writeable else compact(transitions)
