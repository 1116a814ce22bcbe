"""Our Connect Four, measured as the peers are."""

from __future__ import annotations

from typing import Any

import numpy as np

from medianoche import envs
from medianoche.benchmarks.speed.games import batch_loop, fused_loop, match_loop, own_aec_loop, search_loop
from medianoche.benchmarks.speed.measure import Loop
from medianoche.benchmarks.speed.peers.aec_loop import loop as aec_loop
from medianoche.benchmarks.speed.peers.fused import play_rows_seen

LOCATION = "medianoche.toys.connect_four:ConnectFour"
BATCHES = (1, 1024, 8192)
STEPS = 100


def figures(cores: int) -> dict[str, Loop]:
    """The loops that are compared, by the name of their figure: on one core all of them; on more cores batches with
    observations, on as many threads."""
    game = envs.game(LOCATION)
    if cores > 1:
        return {
            "batch 8192, observations": batch_loop(game, 8192, cores, observe=True),
            "batch 65536, observations": batch_loop(game, 65536, cores, observe=True),
            "fused, observations": seen_loop(game, 8192, cores),
        }
    loops_by_name = {"env()": aec_loop(game.aec()), "env(), own sampler": own_aec_loop(game)}
    loops_by_name["Match"], loops_by_name["Match, copies"] = match_loop(game), match_loop(game, copy=True)
    loops_by_name["fused"] = fused_loop(game, 1024)
    loops_by_name["fused, observations"] = seen_loop(game, 1024, 1)
    for rows in BATCHES:
        loops_by_name[f"batch {rows}"] = batch_loop(game, rows, 1, observe=False)
        loops_by_name[f"batch {rows}, observations"] = batch_loop(game, rows, 1, observe=True)
    loops_by_name["search"] = search_loop(game, 1000)
    return loops_by_name


def seen_loop(game: Any, rows: int, threads: int) -> Loop:
    """`STEPS` decisions in each row in one call a thread, every position observed."""
    from concurrent.futures import ThreadPoolExecutor

    batch = game.batch(rows, seed=0)
    seeds = np.arange(rows, dtype=np.uint64)
    kernel = game.rules.loops.compile(play_rows_seen)
    games = (batch.records, batch._states, batch._masks, batch.blank, seeds, batch.observation, batch.action_mask)
    pool = ThreadPoolExecutor(threads)
    cuts = [rows * t // threads for t in range(threads + 1)]

    def part(t: int) -> None:
        kernel(*games, STEPS, cuts[t], cuts[t + 1])

    def play() -> int:
        list(pool.map(part, range(threads)))
        return rows * STEPS

    return play
