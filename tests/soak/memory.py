"""Memory of a process that plays batches, environments, searches, programs, tournaments or trainings for minutes.

python -m tests.soak.memory [--quick] [--seed N]

Each part runs in a process of its own. The slope of its resident memory over the second half of its time is estimated
by least squares; a finding is a slope that is above the limit by more than three standard errors. Garbage is collected
before each measurement: Python collects old objects in cycles only every few minutes.
"""

import gc
import itertools
import math
import multiprocessing
import os
import random
import statistics
import sys
import tempfile
import time
from pathlib import Path

import medianoche
from medianoche import envs
from medianoche.agents import agent, ask, bots
from medianoche.benchmarks.tournament.run import run_tournament
from medianoche.benchmarks.tournament.spec import Spec
from medianoche.training.compiled.config import NetConfig
from medianoche.training.compiled.train import StagedAlgorithm
from medianoche.training.run import Run
from tests.soak.frame import finish, options_of
from tests.training.conftest import YARDSTICK

GAMES = envs.names()
SAMPLES = 200
"""Number of measurements of the resident memory for each part."""


def batches(draw):
    for number, name in enumerate(itertools.cycle(GAMES)):
        batch = medianoche.make_batch(name, 256, seed=draw.randrange(2**31), threads=2)
        for _ in range(100):
            batch.step(batch.sample_legal())
            batch.observation.sum()
            yield number


def episodes(draw):
    for number, name in enumerate(itertools.cycle(GAMES)):
        env = medianoche.make(name)
        env.reset(seed=draw.randrange(2**31))
        while env.agents:
            _, _, termination, truncation, _ = env.last()
            env.step(None if termination or truncation else env.sample_legal())
            yield number
        env.unwrapped.replay()
        env.copy()


def searches(draw):
    players = [agent("flat:10"), agent("ismcts:100"), agent("net:16")]
    for number, name in enumerate(itertools.cycle(GAMES)):
        batch = medianoche.make_batch(name, 8, seed=draw.randrange(2**31))
        for player in players:
            batch.step(ask(player, batch.turn(range(8), [draw.randrange(2**63) for _ in range(8)])))
            yield number


def programs(draw):
    for number in itertools.count():
        player = agent(f"exec:{sys.executable} -IS {Path(bots.__path__[0]) / 'bot.py'}")
        batch = medianoche.make_batch(GAMES[number % len(GAMES)], 8, seed=draw.randrange(2**31))
        for _ in range(20):
            batch.step(ask(player, batch.turn(range(8), range(8))))
            yield number
        player.close()


def tournaments(draw):
    """A tournament is continued ten times, a little further each time; its games are held, so another one follows."""
    for number in itertools.count(len(GAMES)):
        spec = Spec.create(YARDSTICK, ["random", "greedy", "flat:2"], seed=draw.randrange(2**31))
        with tempfile.TemporaryDirectory() as folder:
            for games in range(600, 6001, 600):
                run_tournament(spec, Path(folder), games)
                yield number


def trainings(draw):
    stage = {"kind": "self-play", "rounds": 10**6, "num_steps": 4000, "snapshot_every": 1}
    config = NetConfig.from_tables("soak", {"game": YARDSTICK, "seed": draw.randrange(2**31), "stages": [stage]})
    with tempfile.TemporaryDirectory() as folder:
        run = Run(StagedAlgorithm(config), Path(folder), 1.0)
        for number in itertools.count():
            run.round()
            yield number


# Each part yields the number of its game, tournament or round; from len(GAMES) on, all games are compiled.
PARTS = {part.__name__: part for part in (batches, episodes, searches, programs, tournaments, trainings)}


def resident():
    """Resident memory of this process in MiB."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def measured(part, minutes, seed):
    """Run a part for so many minutes after compiling; returns its number of units and its (minute, MiB) pairs."""
    began = 0.0
    samples = []
    units = 0
    for number in PARTS[part](random.Random(seed)):
        if number < len(GAMES):
            continue
        began = began or time.monotonic()
        units = units + 1
        now = (time.monotonic() - began) / 60
        if now >= minutes * len(samples) / SAMPLES:
            gc.collect()
            samples.append((now, resident()))
        if now >= minutes:
            break
    return units, samples


def slope(samples):
    """Slope in MiB per minute over the second half, and its standard error."""
    half = samples[len(samples) // 2 :]
    minutes, sizes = zip(*half, strict=True)
    rise, start = statistics.linear_regression(minutes, sizes)
    rest = sum((size - start - rise * minute) ** 2 for minute, size in half) / max(len(half) - 2, 1)
    return rise, math.sqrt(rest / (len(half) * statistics.pvariance(minutes)))


def main(minutes=10.0, limit=1.0, seed=0):
    """Run all parts, together so many minutes; returns the parts that grow by more than `limit` MiB a minute."""
    grown = []
    for part in PARTS:
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            units, samples = pool.apply(measured, (part, minutes / len(PARTS), seed))
        rise, error = slope(samples)
        bad = rise - 3 * error > limit
        grown += [f"{part} grows"] * bad
        first, middle, last = (samples[at][1] for at in (0, len(samples) // 2, -1))
        sizes = f"{first:.0f} MiB, in the middle {middle:.0f}, at the end {last:.0f}"
        print(f"{part}: {units} times, {sizes}; {rise:+.2f} +- {error:.2f} MiB a minute{' GROWS' * bad}", flush=True)
    return grown


if __name__ == "__main__":
    options = options_of(__doc__, "two minutes instead of ten")
    minutes = 2.0 if options.quick else 10.0
    finish(f"{len(PARTS)} parts for {minutes:g} minutes", main(minutes, seed=options.seed))
