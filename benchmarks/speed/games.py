"""Throughput of every game under random play: the AEC environment and the batch environment, from Python."""

from __future__ import annotations

import os
import platform
import statistics
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from medianoche.envs.core.game import Game

Loop = Callable[[], int]
"""Plays for a while; returns the decisions made."""

COLUMNS = (
    "AEC",
    "batch, 1 thread",
    "batch, 2 threads",
    "with observations, 1 thread",
    "with observations, 2 threads",
)
AEC_STEPS = 500


def loops(game: Game, rows: int) -> dict[str, Loop]:
    """One loop for each of COLUMNS, each called once so that everything is compiled."""
    found: dict[str, Loop] = {"AEC": aec_loop(game)}
    for threads, words in ((1, "1 thread"), (2, "2 threads")):
        found[f"batch, {words}"] = batch_loop(game, rows, threads, observe=False)
        found[f"with observations, {words}"] = batch_loop(game, rows, threads, observe=True)
    for loop in found.values():
        loop()
    return found


def measure(loops: dict[str, Loop], rounds: int, seconds: float) -> dict[str, float]:
    """Decisions per second of each loop: medians over rounds, so that a busy moment hits all alike.

    Loops of one thread are measured by CPU time, others by wall time.
    """
    found: dict[str, list[float]] = {name: [] for name in loops}
    for _ in range(rounds):
        for name, loop in loops.items():
            clock = time.perf_counter if "threads" in name else time.process_time
            decisions, began = 0, clock()
            while (spent := clock() - began) < seconds:
                decisions += loop()
            found[name].append(decisions / spent)
    return {name: statistics.median(values) for name, values in found.items()}


def machine() -> dict[str, object]:
    """What the figures were taken on."""
    return {
        "processor": platform.processor() or platform.machine(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
    }


def aec_loop(game: Game) -> Loop:
    """One game after another as PettingZoo plays them: `last`, choose, `step`."""
    env = game.aec()
    env.reset(seed=0)

    def play() -> int:
        for _ in range(AEC_STEPS):
            _, _, over, _, _ = env.last()
            if over:
                env.reset()
            else:
                env.step(env.sample_legal())
        return AEC_STEPS

    return play


def batch_loop(game: Game, rows: int, threads: int, observe: bool) -> Loop:
    """One step of every game of a batch, with what a learner would read if `observe`."""
    batch = game.batch(rows, threads=threads)
    total = np.zeros(1)

    def play() -> int:
        if observe:
            total[0] += batch.observation[0, 0] + batch.action_mask[0, 0]
        batch.step(batch.sample_legal())
        return rows

    return play
