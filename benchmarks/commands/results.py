"""`medianoche table`, `medianoche export` and `medianoche replay`: what is kept of games that were played."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from medianoche.benchmarks.commands.common import naming, new_console

if TYPE_CHECKING:
    from rich.console import Console

    from medianoche.envs.core.replay import Replay

Folder = Annotated[Path, typer.Argument(help="Folder of a tournament.", show_default=False)]


def table(folder: Folder) -> None:
    """Print the table of a tournament, finished or not, and write its report anew.

    Example: medianoche table runs/first
    """
    show(new_console(), folder)


def export(
    folder: Folder,
    kind: Annotated[str, typer.Option("--format", help="csv or parquet (needs polars: the extra `export`).")] = "csv",
    out: Annotated[Path | None, typer.Option(help="Folder of the files.", show_default="FOLDER/export")] = None,
) -> None:
    """Write a tournament as plain tables: games, ratings, head to head, seats, scores, pace.

    Example: medianoche export runs/first --format parquet
    """
    from medianoche.benchmarks.tournament.export import export as write

    console = new_console()
    out = out or folder / "export"
    with naming(out):
        files = write(folder, out, kind)
    for file in files:
        console.print(f"written: {file}", soft_wrap=True)


def replay(
    source: Annotated[Path, typer.Argument(help="A replay file, or the folder of a tournament.", show_default=False)],
    game: Annotated[
        int | None,
        typer.Option(min=0, max=2**63 - 1, help="Number of the game in a tournament's folder.", show_default=False),
    ] = None,
    save: Annotated[Path | None, typer.Option(help="Write the game's replay to this file.")] = None,
) -> None:
    """Play a saved game again, verify that it ends as it did, and print it.

    A tournament keeps its games if it was played with --save-replays.

    Example: medianoche replay runs/first --game 7
    """
    from medianoche.envs.core.errors import ReplayError
    from medianoche.envs.core.replay import Replay

    console = new_console()
    if source.is_dir() == (game is None):
        raise ReplayError(f"{source}: a tournament's folder needs --game NUMBER, and only that")
    if game is None:
        found, seats = Replay.load(source), ""
    else:
        found, seats = from_tournament(source, game)
    found.play()
    for line in found.transcript():
        console.print(line)
    if seats:
        console.print(seats)
    console.print("verified", style="green")
    if save:
        with naming(save):
            found.save(save)
        console.print(f"saved: medianoche replay {save}")


def from_tournament(folder: Path, game: int) -> tuple[Replay, str]:
    """A game that a tournament kept, and who sat where."""
    import numpy as np

    from medianoche.benchmarks.tournament.schedule import Schedule
    from medianoche.benchmarks.tournament.store import Store

    with Store.read(folder) as store:
        found = store.replay(game)
        who = Schedule.of(store.spec).at(np.array([game])).seats[0].tolist()
        seats = zip(store.spec.seat_names, who, strict=True)
        return found, ", ".join(f"{seat}: {store.spec.agents[number]}" for seat, number in seats)


def show(console: Console, folder: Path) -> None:
    """Print a tournament's table and write its report."""
    from medianoche.benchmarks.tournament.report import Report

    report = Report.of(folder)
    report.show(console)
    try:
        words = str(report.write())
    except OSError as error:  # a read-only or full disk: the table is what was asked for
        words = f"not written ({error.filename}: {error.strerror})"
    console.print(f"report: {words}", soft_wrap=True)
