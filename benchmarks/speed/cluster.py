"""Overhead of a large tournament on a local Ray cluster of which one node is killed during the games.

The agents are `random` and `greedy`. What processes take is read where Linux has it.
"""

from __future__ import annotations

import os
import pickle
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from medianoche import envs
from medianoche.benchmarks import Spec, Store, play_shard, run_tournament
from medianoche.benchmarks.tournament.database import FILE
from medianoche.benchmarks.workers.pool import Task, WorkerPool
from medianoche.envs.core import files
from medianoche.envs.core.play import threads

AGENTS = ["random", "greedy"]
NODES = 3
"""Any two of them have work for all cores of this machine."""
SAMPLE = 4096
"""Games that each core plays for the pure playing time, at most."""
MIB = 2**20
LENT = 100 * MIB
"""Memory of a node for results on their way."""


class ClusterRow(NamedTuple):
    """A line of the table."""

    game: str
    games: int
    decisions: int
    wall: float  # seconds of the tournament
    playing: float  # seconds that all cores need for the games alone, with nothing else to do
    spent: float  # CPU seconds of all processes, divided by `playing`; equal to `wall / playing` if no process waits
    rate: float  # games a second of a core that only plays
    driver: float  # CPU milliseconds a game of the process that hands out games and writes them down
    sent: float  # bytes of a game from a worker to the driver
    stored: float  # bytes of a game in the database
    driver_memory: tuple[float, float]  # MiB, the most in each half of the games
    worker_memory: tuple[float, float]  # the same, of the largest worker

    def __str__(self) -> str:
        memory = (f"{early:.0f}, {late:.0f}" for early, late in (self.driver_memory, self.worker_memory))
        cells = (
            self.game,
            f"{self.games:,} | {self.decisions:,} | {self.wall:.1f} | {self.playing:.1f}",
            f"{self.wall / self.playing:.2f} | {self.spent:.2f} | {self.rate:,.0f} | {self.driver:.3f}",
            f"{self.sent:.0f} | {self.stored:.0f}",
            *memory,
        )
        return f"| {' | '.join(cells)} |"


HEAD = (
    "| game | games | decisions | wall, s | playing, s | wall / playing | CPU / playing | games/s a core "
    "| driver, ms a game | bytes sent a game | stored | driver, MiB | largest worker, MiB |\n" + "|---" * 13 + "|"
)


def cpu_seconds(spec: Spec, start: int, stop: int) -> float:
    """CPU seconds of games start..stop-1 in a process that has played before."""
    play_shard(spec, start, start + 1)
    began = time.process_time()
    play_shard(spec, start, stop)
    return time.process_time() - began


def playing_rate(spec: Spec, games: int, cores: int) -> float:
    """Games a CPU second, from a sample that all cores play at the same time."""
    share = min(SAMPLE, games // cores)
    pool = WorkerPool(cores)
    for core in range(cores):
        pool.submit(Task(cpu_seconds, (spec, core * share, (core + 1) * share)))
    taken: list[float] = []
    while len(taken) < cores:
        taken += [seconds for _, seconds in pool.finished()]
    pool.close()
    return cores * share / sum(taken)


class Family:
    """This process and its descendants, read from Linux's /proc.

    Attributes:
        seconds: CPU seconds of each process at the last look, by its number; processes that have ended stay.
    """

    def __init__(self) -> None:
        self.seconds: dict[int, float] = {}

    def memory(self) -> tuple[float, float]:
        """MiB of this process, and of the largest of Ray's workers (0 without one); brings `seconds` up to date."""
        processes: dict[int, tuple[str, list[str]]] = {}
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                name, _, rest = (folder / "stat").read_text().rpartition(")")
            except OSError:  # it has ended
                continue
            processes[int(folder.name)] = name, rest.split()

        # Numbers of fields in /proc/PID/stat, counted from 0 behind the name: 1 is the parent, 11 and 12 are the clock
        # ticks spent in the program and in the kernel, 21 is the pages in memory (proc(5)).
        ourselves = os.getpid()
        sizes = {}
        workers = [0.0]
        for number, (name, fields) in processes.items():
            ancestor = number
            while ancestor != ourselves and ancestor in processes:
                ancestor = int(processes[ancestor][1][1])
            if ancestor == ourselves:
                self.seconds[number] = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
                sizes[number] = int(fields[21]) * os.sysconf("SC_PAGE_SIZE") / MIB
                if "(ray::" in name:
                    workers.append(sizes[number])
        return sizes.get(ourselves, 0.0), max(workers)

    def spent(self) -> float:
        """CPU seconds of all so far."""
        self.memory()
        return sum(self.seconds.values())


class Rehearsal:
    """The tournaments, one after another; `kill` is called when half of all games are played."""

    def __init__(self, folder: Path, games: int, names: list[str], cores: int, kill: Callable[[], None]) -> None:
        self.folder = folder
        self.games = games
        self.names = names
        self.cores = cores
        self.kill = kill
        self.before, self.killed, self.family = 0, False, Family()

    def play(self, name: str) -> ClusterRow:
        """The tournament of a game. Raises SystemExit if not all games are there."""
        spec = Spec.create(name, AGENTS)
        folder = self.folder / name
        rate = playing_rate(spec, self.games, self.cores)
        halves: tuple[list[tuple[float, float]], ...] = ([], [])
        looked = 0.0

        def watch(played: int, _: int) -> None:
            nonlocal looked
            if not self.killed and 2 * (self.before + played) >= self.games * len(self.names):
                self.kill()
                self.killed = True
            if time.monotonic() > looked + 1 or played == self.games:
                halves[2 * played > self.games].append(self.family.memory())
                looked = time.monotonic()

        spent = self.family.spent()
        began = time.perf_counter()
        driver = time.process_time()
        run_tournament(spec, folder, self.games, report=watch, ray="")
        wall = time.perf_counter() - began
        driver = time.process_time() - driver
        spent = self.family.spent() - spent
        self.before += self.games
        with Store.read(folder) as store:
            if store.played != self.games or store.missing():
                raise SystemExit(f"{name}: {store.played} games of {self.games} are there")
            decisions = store.speed().decisions
        (early, worker), (late, later) = (tuple(map(max, zip(*looks, strict=True))) for looks in halves)
        shard = play_shard(spec, 0, min(1024, self.games))
        return ClusterRow(
            name,
            self.games,
            decisions,
            wall,
            self.games / rate / self.cores,
            spent * rate / self.games,
            rate,
            1000 * driver / self.games,
            len(pickle.dumps(shard)) / (shard.stop - shard.start),
            (folder / FILE).stat().st_size / self.games,
            (early, late),
            (worker, later),
        )


def total(lines: list[ClusterRow]) -> str:
    """What all games took together."""
    wall = sum(line.wall for line in lines)
    playing = sum(line.playing for line in lines)
    spent = sum(line.spent * line.playing for line in lines) / playing
    games = sum(line.games for line in lines)
    seconds = f"{games:,} games: wall {wall:.1f} s, playing {playing:.1f} s"
    return f"{seconds}; wall / playing {wall / playing:.2f}, CPU / playing {spent:.2f}"


def main(
    folder: Annotated[Path, typer.Argument(help="Folder of the tournaments and of the table, table.md.")],
    games: Annotated[int, typer.Argument(min=1, help="Games of each tournament.")],
    names: Annotated[list[str] | None, typer.Argument(help="Names of games.", show_default="all")] = None,
) -> None:
    """Play a tournament of each game, and write and print the table; fails if a game is lost.

    Example: python -m medianoche.benchmarks.speed.cluster runs/rehearsal 200000 misty
    """
    import ray
    from ray.cluster_utils import Cluster

    cores = threads.cores()
    node = {"num_cpus": -(-cores // (NODES - 1)), "object_store_memory": LENT, "include_dashboard": False}
    cluster = Cluster(initialize_head=True, head_node_args=node)
    try:
        *_, mortal = [cluster.add_node(**node) for _ in range(NODES - 1)]
        ray.init(cluster.address, log_to_driver=False, logging_level="ERROR")
        kill = partial(cluster.remove_node, mortal, allow_graceful=False)
        rehearsal = Rehearsal(folder, games, names or envs.names(), cores, kill)
        lines: list[ClusterRow] = []
        for name in rehearsal.names:
            lines.append(rehearsal.play(name))
            table = "\n".join([HEAD, *map(str, lines), "", total(lines), ""])
            files.write(folder / "table.md", table)
    finally:
        ray.shutdown()
        cluster.shutdown()
    typer.echo(table, nl=False)


if __name__ == "__main__":
    typer.run(main)
