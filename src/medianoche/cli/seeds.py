"""`medianoche train --seeds N`: one training with several seeds side by side, and the curves of mean and range."""

from __future__ import annotations

import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from medianoche.cli.stopping import Stopped

if TYPE_CHECKING:
    from rich.console import Console

    from medianoche.training.compiled.config import NetConfig

OUTPUT = "output.txt"
"""In the folder of a seed: what its training has written to the screen."""
LOOK_EVERY_S = 1.0
"""Seconds from one look at the trainings to the next."""


def train_seeds(
    console: Console,
    config: NetConfig,
    folder: Path,
    seeds: int,
    programs: bool,
    services: tuple[str, ...] = (),
) -> None:
    """Train with the seeds config.seed, config.seed + 1, ..., each in a process and a folder of its own, as many at the
    same time as there are cores; then draw the curves.

    Args:
        console: to print on.
        config: what is trained.
        folder: holds a folder `seed-K` for each seed, `curves.svg` and `curves.csv`.
        seeds: how many.
        programs: whether agents may run code.
        services: further logs of each training, see `--log`.

    Raises:
        Stopped: a signal came; every training has kept its checkpoint.
        TrainingError: a training failed; the line is its own.
    """
    from medianoche.cli.bars import Bar, TrainingRate
    from medianoche.envs.core.play.threads import cores
    from medianoche.training import seeds as curves

    folder.mkdir(parents=True, exist_ok=True)
    waiting = [config.model_copy(update={"seed": config.seed + k}) for k in range(seeds)]
    folders = [folder / f"seed-{point.seed}" for point in waiting]
    running: dict[int, subprocess.Popen[bytes]] = {}
    at_once = max(1, cores() // config.threads)
    ended = 0
    try:
        with Bar(console, TrainingRate()) as bar:
            while waiting or running:
                while waiting and len(running) < at_once:
                    seed = waiting.pop(0)
                    running[seed.seed] = start(seed, folder / f"seed-{seed.seed}", programs, services)
                for number, process in list(running.items()):
                    if process.poll() is not None:
                        del running[number]
                        ended += 1
                        check(process, folder / f"seed-{number}", f"seed {number}")
                decisions = sum(curves.decisions_of(seed_folder) for seed_folder in folders)
                bar.show("seeds", ended, seeds, f"{decisions / 1e6:.2f} M decisions, {len(running)} in training")
                if running:
                    time.sleep(LOOK_EVERY_S)
    except (KeyboardInterrupt, Stopped):
        raise Stopped(f"the same command goes on from the checkpoints in {folder}") from None
    finally:
        end(list(running.values()))
    points = curves.read(folders)
    curves.write(folder / "curves.csv", points)
    curves.draw(folder / "curves.svg", config.game.rpartition(":")[2], points)
    for line in curves.summary(points):
        console.print(line, highlight=False)
    console.print(f"curves: {folder / 'curves.svg'}, {folder / 'curves.csv'}", soft_wrap=True)


def start(config: NetConfig, folder: Path, programs: bool, services: tuple[str, ...] = ()) -> subprocess.Popen[bytes]:
    """Start the training of `config` in `folder`, or let it go on, in a process of its own."""
    from medianoche.envs.core import files

    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "given.toml"
    files.write(file, config.to_toml())
    words = [
        "train",
        config.game,
        "--config",
        str(file),
        "--out",
        str(folder),
        *(["--allow-programs"] if programs else []),
    ]
    command = [sys.executable, "-m", "medianoche", *words, *(["--log", *services] if services else [])]
    with (folder / OUTPUT).open("ab") as output:
        return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=output, start_new_session=True)


def check(process: subprocess.Popen[bytes], folder: Path, what: str) -> None:
    """Raise TrainingError if the training in `folder`, `what` in words, failed."""
    from medianoche.training.settings import TrainingError

    if process.returncode:
        said = (folder / OUTPUT).read_text(encoding="utf-8", errors="replace").strip().rpartition("\n")[2]
        raise TrainingError(f"{what} failed (exit code {process.returncode}): {said}")


def end(processes: list[subprocess.Popen[bytes]]) -> None:
    """Ask trainings to stop, as Ctrl-C does, and wait until they have written their checkpoints."""
    for process in processes:
        with suppress(ProcessLookupError):
            process.terminate()
    for process in processes:
        process.wait()
