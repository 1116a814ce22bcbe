"""Connect Four compared with other libraries and with C: the peers, the comparisons and their ratios."""

from __future__ import annotations

import importlib.util
import math
import statistics
from collections.abc import Callable, Mapping, Sequence
from fnmatch import fnmatchcase
from functools import partial
from typing import Any, NamedTuple

from medianoche.benchmarks.speed.measure import machine, median_ratio, spread
from medianoche.benchmarks.speed.peers.of_c import compiler
from medianoche.benchmarks.speed.peers.worker import PeerProcess
from medianoche.envs.core.play.threads import cores

HERE = "medianoche.benchmarks.speed.peers"
COMPILER = "a C compiler"


class Peer(NamedTuple):
    """A library or program to compare with."""

    module: str  #: The module whose `figures` a worker measures
    needs: tuple[str, ...] = ()  #: Packages that have to be importable, or COMPILER
    cores: tuple[int, ...] = (1,)  #: A worker for each number of cores


PEERS: dict[str, Peer] = {
    "ours": Peer(f"{HERE}.of_ours", cores=(1, 2)),
    "PettingZoo": Peer(f"{HERE}.of_pettingzoo", ("pygame",)),
    "pgx": Peer(f"{HERE}.of_pgx", ("jax", "pgx"), (1, 2)),
    "OpenSpiel": Peer(f"{HERE}.of_openspiel", ("pyspiel",)),
    "C": Peer(f"{HERE}.of_c", (COMPILER,)),
}


class Comparison(NamedTuple):
    """A question and who answers it. Figures are named `peer: figure`, `peer, 2 cores: figure` where it has two; of
    several that fit a pattern, the best counts."""

    question: str
    ours: str
    theirs: str
    wanted: float | None = None  #: The ratio that the suite aims at


COMPARISONS = (
    Comparison("AEC loop with masks", "ours: env()", "PettingZoo: env()", 15),
    Comparison("AEC loop, theirs without wrappers", "ours: env()", "PettingZoo: raw_env()"),
    Comparison("AEC loop, our own sampling", "ours: env(), own sampler", "PettingZoo: env()"),
    Comparison("random play with masks", "ours: fused", "C: rows with masks", 1.0),
    Comparison("random play, C without masks", "ours: fused", "C: boards in registers"),
    Comparison("random play, C with BMI2", "ours: fused", "C: rows with masks, BMI2", 0.6),
    Comparison("with observations", "ours: fused, observations", "C: rows with masks and observations"),
    *(
        Comparison(f"batch of {rows}, observations", f"ours: batch {rows}, observations", f"pgx: step, batch {rows}")
        for rows in (1, 1024, 8192)
    ),
    Comparison("observations, many steps in a call", "ours: fused, observations", "pgx: scan, *"),
    Comparison("observations, two cores, best of each", "ours, 2 cores: *", "pgx, 2 cores: *", 5),
    Comparison("one state: legal actions, step", "ours: Match", "OpenSpiel: Python loop", 1.0),
    Comparison("one state: legal actions, step, copy", "ours: Match, copies", "OpenSpiel: Python loop, copies", 1.0),
    *(Comparison(f"batch of {rows}", f"ours: batch {rows}", "OpenSpiel: Python loop") for rows in (1, 1024)),
    Comparison("batch of 1024, observations", "ours: batch 1024, observations", "OpenSpiel: Python loop, observations"),
    Comparison("search, simulations", "ours: search", "OpenSpiel: C++ MCTSBot*", 8),
)


class Ratio(NamedTuple):
    """The answer to a `Comparison`."""

    question: str
    ours: str
    theirs: str
    ratio: float  #: Median of the ratios inside each round
    wanted: float | None


def missing(peer: Peer) -> str:
    """The things that a peer needs and this machine has not; "" if it can be measured."""
    needs = {name: compiler() if name == COMPILER else importlib.util.find_spec(name) for name in peer.needs}
    return ", ".join(name for name, need in needs.items() if need is None)


def start(peers: Mapping[str, Peer], say: Callable[[str], None]) -> dict[str, PeerProcess]:
    """Workers of all peers that can be measured, one compiling after the other; `say` hears what happens."""
    processes: dict[str, PeerProcess] = {}
    for name, peer in peers.items():
        if lacking := missing(peer):
            say(f"{name}: not compared, missing: {lacking}")
            continue
        for count in peer.cores:
            words = name if count == 1 else f"{name}, {count} cores"
            if count > cores():
                say(f"{words}: not compared, this machine has {cores()}")
                continue
            say(f"{words}: starting")
            processes[words] = PeerProcess(peer.module, count)
    return processes


def figures(workers: Mapping[str, PeerProcess]) -> dict[str, Callable[[float], float]]:
    """Everything the workers measure, by name: functions of the seconds of a slice."""
    return {
        f"{name}: {figure}": partial(worker.measure, figure)
        for name, worker in workers.items()
        for figure in worker.figures
    }


def compare(rates: Mapping[str, list[float]], comparisons: Sequence[Comparison] = COMPARISONS) -> list[Ratio]:
    """The ratios from the rates of each round; comparisons with a missing peer are left out."""
    ratio_list = []
    for question, our, their, wanted in comparisons:
        ours = best(rates, our)
        theirs = best(rates, their)
        if ours and theirs:
            ratio_list.append(Ratio(question, ours, theirs, median_ratio(rates[ours], rates[theirs]), wanted))
    return ratio_list


def best(rates: Mapping[str, list[float]], pattern: str) -> str:
    """The figure with the best median of those that fit; empty if none does."""
    fitting = [name for name in rates if fnmatchcase(name, pattern)]
    return max(fitting, key=lambda name: statistics.median(rates[name]), default="")


def interval(wins: int, draws: int, losses: int) -> tuple[float, float]:
    """Score per game of a match, and the half width of its 95% interval."""
    games = wins + draws + losses
    score = (wins + draws / 2) / games
    variance = (wins + draws / 4) / games - score**2
    return score, 1.96 * math.sqrt(variance / games)


def result(rates: Mapping[str, list[float]], ratios: Sequence[Ratio], matches: Sequence[dict[str, Any]]) -> Any:
    """Everything found, for JSON."""
    table = {
        name: {"median": statistics.median(values), "spread": spread(values), "rounds": values}
        for name, values in rates.items()
    }
    return {
        "machine": machine("pettingzoo", "open_spiel", "pgx", "jax"),
        "per_second": table,
        "ratios": [ratio._asdict() for ratio in ratios],
        "matches": list(matches),
    }
