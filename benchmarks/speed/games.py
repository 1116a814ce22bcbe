"""Throughput of every game under random play, and of search; memory."""

from __future__ import annotations

import random
import statistics
import tracemalloc
from collections.abc import Callable, Mapping
from functools import partial

import numpy as np

from medianoche import Game, Match
from medianoche.benchmarks.speed.measure import Loop, interleaved, run_slice

AEC_STEPS = 500
FUSED_STEPS = 50
SIMULATIONS = 200
SCALE = (1, 16, 256, 4096)
"""Games in a batch, for the table of scaling."""


def loops(game: Game, rows: int, threads: int) -> dict[str, tuple[Loop, int]]:
    """Each figure's loop and its threads, called once so that everything is compiled; figures are decisions per second.

    Args:
        game: the game.
        rows: games in a batch.
        threads: the most threads of a batch.
    """
    loops_by_name: dict[str, tuple[Loop, int]] = {
        "AEC": (own_aec_loop(game), 1),
        "Match": (match_loop(game), 1),
        "Match, copies": (match_loop(game, copy=True), 1),
        "masks alone": (fused_loop(game, rows), 1),
    }
    for count in range(1, threads + 1):
        words = "1 thread" if count == 1 else f"{count} threads"
        loops_by_name[f"batch, {words}"] = batch_loop(game, rows, count, observe=False), count
        loops_by_name[f"with observations, {words}"] = batch_loop(game, rows, count, observe=True), count
    for loop, _ in loops_by_name.values():
        loop()
    return loops_by_name


def scaling_loops(game: Game) -> dict[str, tuple[Loop, int]]:
    """The same for batches of each size in SCALE, on one thread."""
    loops_by_name: dict[str, tuple[Loop, int]] = {}
    for rows in SCALE:
        loops_by_name[f"{rows} rows"] = batch_loop(game, rows, 1, observe=False), 1
        loops_by_name[f"{rows} rows, observations"] = batch_loop(game, rows, 1, observe=True), 1
    return loops_by_name


def measure(
    loops: Mapping[str, tuple[Loop, int]], rounds: int, seconds: float, advance: Callable[[], None]
) -> dict[str, float]:
    """The median rate of each loop; `advance` is called after every slice."""

    def figure(loop: Loop, threads: int, seconds: float) -> float:
        return run_slice(loop, seconds).rate(threads)

    figures = {name: partial(figure, *loop) for name, loop in loops.items()}
    return {name: statistics.median(rates) for name, rates in interleaved(figures, rounds, seconds, advance).items()}


def own_aec_loop(game: Game) -> Loop:
    """One game after another as PettingZoo plays them (`last`, choose, `step`), with the environment's own sampling."""
    env = game.aec()
    env.reset(seed=0)

    def play() -> int:
        decisions = 0
        while decisions < AEC_STEPS:
            for _ in env.agent_iter():
                _, _, terminated, _, _ = env.last()
                env.step(None if terminated else env.sample_legal())
                decisions += not terminated
            env.reset()
        return decisions

    return play


def match_loop(game: Game, copy: bool = False) -> Loop:
    """One random game after another by `Match`, with a copy of each position if `copy`."""
    choose = random.Random(0).random
    match = Match(game)

    def play() -> int:
        decisions = 0
        while decisions < AEC_STEPS:
            match.reset((match.seed or 0) + 1)
            while legal := match.legal_actions:
                if copy:
                    match.copy()
                match.push(legal[int(choose() * len(legal))])
            decisions += len(match.actions)
        return decisions

    return play


def fused_loop(game: Game, rows: int) -> Loop:
    """Many decisions in each row in one call: the rules and the masks alone."""
    batch = game.batch(rows, seed=0)
    seeds = np.arange(rows, dtype=np.uint64)

    def play() -> int:
        game.rules.loops.play_rows(batch.records, batch._states, batch._masks, batch.blank, seeds, FUSED_STEPS, 0, rows)
        return rows * FUSED_STEPS

    return play


def batch_loop(game: Game, rows: int, threads: int, observe: bool) -> Loop:
    """One step of every game of a batch, from Python, with what a learner would read if `observe`."""
    batch = game.batch(rows, seed=0, threads=threads)
    total = np.zeros(1)

    def play() -> int:
        if observe:
            total[0] += batch.observation[0, 0] + batch.action_mask[0, 0]
        batch.step(batch.sample_legal())
        return rows

    return play


def search_loop(game: Game, simulations: int) -> Loop:
    """One decision after another of games that the search plays against itself; counts simulations."""
    from medianoche.agents import SearchAgent

    searcher = SearchAgent(str(simulations), threads=1)
    env = game.aec()
    env.reset(seed=0)

    def play() -> int:
        env.step(int(searcher.act(env.turn())[0]))
        if env.terminations[env.agent_selection]:
            env.reset()
        return simulations

    play()
    return play


def kilobytes_per_1000(game: Game) -> float:
    """Peak memory of a batch of 1,000 games with observations and masks, stepped once."""
    batch = game.batch(1)
    batch.step(batch.sample_legal())  # compiled, packs read
    tracemalloc.start()
    try:
        batch = game.batch(1000, seed=0)
        batch.observation.max()
        batch.action_mask.max()
        batch.step(batch.sample_legal())
        return tracemalloc.get_traced_memory()[1] / 1000
    finally:
        tracemalloc.stop()
