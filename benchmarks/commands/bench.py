"""`medianoche bench`: how fast the games are on this machine."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from medianoche.benchmarks.commands.common import ListOptions, compiling, new_console

bench = typer.Typer(
    help="Measure throughput. Example: medianoche bench games misty --out speed.json",
    invoke_without_command=True,
)


@bench.callback()
def default(context: typer.Context) -> None:
    """Measure throughput; `games` if no other yardstick is named."""
    if context.invoked_subcommand is None:
        games([])


@bench.command("games", cls=ListOptions)
def games(
    game: Annotated[list[str] | None, typer.Argument(help="Names of games.", show_default="all")] = None,
    rounds: Annotated[int, typer.Option(min=1, help="Measurements of each figure; the median is shown.")] = 5,
    seconds: Annotated[float, typer.Option(min=0.001, help="Length of one measurement.")] = 0.3,
    rows: Annotated[int, typer.Option(min=1, help="Games in a batch.")] = 4096,
    out: Annotated[Path | None, typer.Option(help="Write the figures to this file as JSON.")] = None,
) -> None:
    """Decisions per second of random play: the AEC environment, and batches with and without observations.

    One thread by CPU time, several by wall time.

    Example: medianoche bench games misty --out speed.json
    """
    import json

    from rich.table import Table

    from medianoche import envs
    from medianoche.benchmarks.speed import games as speed

    console = new_console()
    figures: dict[str, dict[str, float]] = {}
    for name in game or [entry.name for entry in envs.entries()]:
        room = envs.game(name)
        with compiling(console, room):
            loops = speed.loops(room, rows)
        with console.status(f"{name}: measuring"):
            figures[name] = speed.measure(loops, rounds, seconds)
    table = Table(title="Random play, decisions/s", caption=f"medians of {rounds}; {rows:,} games in a batch")
    table.add_column("game")
    for column in speed.COLUMNS:
        table.add_column(column, justify="right")
    for name, values in figures.items():
        table.add_row(name, *(f"{values[column]:,.0f}" for column in speed.COLUMNS))
    console.print(table)
    if out:
        result = {"machine": speed.machine(), "rounds": rounds, "rows": rows, "decisions_per_second": figures}
        out.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")
        console.print(f"written: {out}", highlight=False)
