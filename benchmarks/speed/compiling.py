"""Measure compiling, and compile ahead: a game in parts, each in a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from medianoche import Game


def _loops(*names: str) -> Callable[[Game], None]:
    def make(game: Game) -> None:
        for name in names:
            getattr(game.rules.loops, name)

    return make


def _agent(text: str) -> Callable[[Game], None]:
    def make(game: Game) -> None:
        from medianoche.agents import agent

        agent(text).act(game.batch(2).turn(np.arange(2), np.arange(2, dtype=np.uint64)))

    return make


PARTS: dict[str, Callable[[Game], None]] = {
    "batch": _loops("step_rows"),
    "observations": _loops("observe_rows"),
    "AEC": _loops("deal_one", "step_one", "observe_one"),
    "greedy": _loops("sample_rows", "heuristic_rows"),
    "search": _agent("ismcts:1"),
    "random play": _loops("play_rows"),
    "positions": _loops(
        "apply_one", "advance_one", "legal_one", "determinize_one", "conceal_one", "find_inconsistency"
    ),
    "matches": _loops("begin_one", "list_one", "play_one", "push_one"),
    "flat search": _agent("flat:1"),
}
"""Uses of a game, in the order in which a user needs them."""
FIRST = ("batch", "observations", "greedy")
"""Parts that share little code: compiled side by side. The others are quicker once these are in the cache."""
FULL_USE = ("batch", "observations", "AEC", "greedy", "search", "random play")
"""Parts that together are a game's full use, for the figures."""
FIRST_SCRIPT = ("observations", "AEC", "matches")
"""Parts that a first script uses, and a tournament does not."""
MEASURE = """
import sys, json, time
from medianoche.benchmarks.speed import compiling
print(json.dumps(compiling.measure(sys.argv[1])))
"""


def compile_part(location: str, part: str) -> tuple[float, float]:
    """Compile one part of the game at `location`, or load it; (CPU seconds, wall seconds)."""
    from medianoche.envs import game as find

    os.environ["MEDIANOCHE_QUIET"] = "1"
    game = find(location)
    cpu = time.process_time()
    wall = time.perf_counter()
    PARTS[part](game)
    return time.process_time() - cpu, time.perf_counter() - wall


def compile_first_script(location: str) -> None:
    """Compile what a first script with the game at `location` uses, or load it."""
    for part in FIRST_SCRIPT:
        compile_part(location, part)


def measure(location: str) -> dict[str, tuple[float, float]]:
    """(CPU seconds, wall seconds) of each part of FULL_USE, one after the other in this process."""
    return {part: compile_part(location, part) for part in FULL_USE}


def cold_and_warm(location: str) -> tuple[dict[str, tuple[float, float]], dict[str, tuple[float, float]]]:
    """`measure` in a new process with an empty cache, then in another that finds it filled."""
    with tempfile.TemporaryDirectory() as folder:
        return _measured(location, folder), _measured(location, folder)


def _measured(location: str, folder: str) -> dict[str, tuple[float, float]]:
    environment = {**os.environ, "NUMBA_CACHE_DIR": folder, "PYTHONPATH": os.pathsep.join(sys.path)}
    ran = subprocess.run(
        [sys.executable, "-c", MEASURE, location], env=environment, capture_output=True, text=True, check=True
    )
    return json.loads(ran.stdout)


def warm_up(games: list[Game], processes: int) -> Iterator[tuple[str, str]]:
    """Compile all parts of `games` in so many processes; yields (game, part) as each is done.

    Two that run at once do the same work and leave the same files.
    """
    from medianoche.benchmarks.workers.pool import Task, WorkerPool
    from medianoche.envs import MedianocheError

    todo = [(game.content.location, part) for part in FIRST for game in games]  # every game's longest part first
    names = {game.content.location: game.name for game in games}
    ahead = Counter(location for location, _ in todo)
    under_way = 0
    with closing(WorkerPool(processes)) as pool:
        while todo or under_way:
            while todo and under_way < processes:
                pool.submit(Task(compile_part, todo.pop(0)))
                under_way += 1
            for task, _ in pool.finished():
                under_way -= 1
                location, part = task.arguments
                if part in FIRST:
                    ahead[location] -= 1
                    if ahead[location] == 0:
                        todo += [(location, later) for later in PARTS if later not in FIRST]
                yield names[location], part
            if pool.lost:
                location, part = pool.lost[0].arguments
                raise MedianocheError(f"the process that compiled {names[location]}, {part}, died: out of memory?")
