"""`medianoche sweep`: many trainings over ranges of settings, and their ratings against their cost."""

from __future__ import annotations

import importlib.util
import subprocess
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from medianoche import envs
from medianoche.cli import options
from medianoche.cli.common import PROCESS_LIMIT, compiling, new_console
from medianoche.cli.reference import Frozen, field_of
from medianoche.cli.seeds import LOOK_EVERY_S, check, end, start
from medianoche.cli.stopping import Stopped

if TYPE_CHECKING:
    from rich.console import Console

    from medianoche.benchmarks.studies.sweep import Sweep, TrialResult
    from medianoche.cli.bars import Bar


def sweep(
    name: options.Name,
    settings: Annotated[Path, typer.Argument(help="The sweep, a TOML file: trials and ranges.", show_default=False)],
    config: Annotated[
        Path | None, typer.Option(help="The configuration that the ranges change.", show_default="the game's")
    ] = None,
    out: Annotated[Path | None, typer.Option(help="Folder of the sweep.", show_default="runs/sweep/GAME")] = None,
    field: Frozen = None,
    at_once: Annotated[
        int | None,
        typer.Option(min=1, max=PROCESS_LIMIT, help="Trainings at the same time.", show_default="as cores allow"),
    ] = None,
    allow_programs: options.Programs = False,
) -> None:
    """Train with many settings, rate every network in a field that does not change, and draw Elo against cost.

    Optuna chooses the settings. After a stop the same command goes on; with more trials in the file it goes further.

    Example: medianoche sweep misty sweep.toml --out runs/sweep/misty
    """
    from medianoche.benchmarks.studies.sweep import BEST, PICTURE, TABLE, Sweep, SweepSettings
    from medianoche.envs.core.play.threads import cores
    from medianoche.training.compiled.config import NetConfig
    from medianoche.training.settings import TrainingError

    if importlib.util.find_spec("optuna") is None:
        raise TrainingError("a sweep needs optuna; install: pip install 'medianoche[sweep]'")
    console = new_console()
    base = NetConfig.of_game(name, config, allow_programs)
    folder = out or Path("runs/sweep") / envs.game(name).name
    wanted = SweepSettings.read(settings)
    game = envs.game(name)
    field = field or field_of(console, game, base.players[0] if base.players else None, folder)
    work = Sweep(folder, wanted, base, field)
    with compiling(console, game):
        game.batch(1)
    run(console, work, at_once or max(1, cores() // base.threads), allow_programs)
    if not work.results():
        raise TrainingError(f"no trial in {folder} has ended with a network")
    best = work.write()
    console.print(f"best: {described(best)}", soft_wrap=True)
    console.print(f"cost and Elo: {folder / PICTURE}, {folder / TABLE}", soft_wrap=True)
    console.print(f"train it for longer: medianoche train {name} --config {folder / BEST} --minutes 60", soft_wrap=True)


def run(console: Console, work: Sweep, at_once: int, programs: bool) -> None:
    """Carry out the trials, some at the same time, each in a process of its own.

    Raises:
        Stopped: a signal came; all trainings have kept their checkpoints.
    """
    from medianoche.cli.train import training_bar

    waiting = work.unfinished()
    running = dict[int, subprocess.Popen[bytes]]()
    try:
        with training_bar(console) as bar:
            show(bar, work, running)
            while waiting or running or work.begun() < work.settings.trials:
                while len(running) < at_once and (waiting or work.begun() < work.settings.trials):
                    number = waiting.pop(0) if waiting else work.ask()
                    running[number] = start(work.config(work.drawn(number)), work.trial_folder(number), programs)
                    show(bar, work, running)
                for number, process in list(running.items()):
                    if process.poll() is not None:
                        finish(console, work, number, process)
                        del running[number]
                        show(bar, work, running)
                time.sleep(LOOK_EVERY_S if running else 0)
    except (KeyboardInterrupt, Stopped):
        raise Stopped(f"the same command goes on with the trials in {work.folder}") from None
    finally:
        end(list(running.values()))


def finish(console: Console, work: Sweep, number: int, process: subprocess.Popen[bytes]) -> None:
    """Rate the network of a training that has ended, or say in a line why there is none."""
    from medianoche.training.settings import TrainingError

    try:
        check(process, work.trial_folder(number), f"trial {number}")
    except TrainingError as error:
        work.give_up(number)
        console.print(str(error), soft_wrap=True)
    else:
        console.print(described(work.rate(number)), soft_wrap=True)


def show(bar: Bar, work: Sweep, running: dict[int, subprocess.Popen[bytes]]) -> None:
    """Show the progress of a sweep on `bar`."""
    best = max((result.elo for result in work.results()), default=None)
    words = f"training {', '.join(map(str, running)) or 'none'}" + ("" if best is None else f", best Elo {best:.0f}")
    ended = work.begun() - len(work.unfinished())
    bar.show("trials", ended, max(work.settings.trials, work.begun()), words)


def described(result: TrialResult) -> str:
    """A line about a trial."""
    drawn = ", ".join(
        f"{key} {value:.4g}" if isinstance(value, float) else f"{key} {value}" for key, value in result.settings.items()
    )
    rating = f"Elo {result.elo:.0f} ({result.low:.0f} to {result.high:.0f})"
    return f"trial {result.number}: {rating}, {result.cpu_seconds:.0f} CPU seconds: {drawn}"
