"""`medianoche warmup` and `medianoche bench compile`: compile ahead, and measure compiling."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from medianoche import envs
from medianoche.cli import options
from medianoche.cli.common import PROCESS_LIMIT, new_console, require_compiler


def warmup(
    names: options.Names = None,
    processes: Annotated[
        int, typer.Option(min=0, max=PROCESS_LIMIT, help="Processes that compile; 0: one for each core.")
    ] = 0,
) -> None:
    """Compile games now, on all cores, so that they start at once later: environments, batches, positions, and the
    agents random, greedy, flat and ismcts.

    Networks, their searches, training and exploit compile their own code when they are first used with a game. What has
    been compiled already is only loaded. The cache folder is NUMBA_CACHE_DIR if it is set.

    Example: medianoche warmup misty correo
    """
    from rich.progress import Progress

    from medianoche.benchmarks.speed.compiling import PARTS, warm_up
    from medianoche.envs.core.kernels import user_cache
    from medianoche.envs.core.play.threads import cores

    require_compiler()
    console = new_console()
    games = [envs.game(name) for name in dict.fromkeys(names or envs.names())]
    folder = user_cache()
    with Progress(console=console) as bar:
        tasks = {game.name: bar.add_task(game.name, total=len(PARTS)) for game in games}
        for name, _ in warm_up(games, processes or cores()):
            bar.advance(tasks[name])
    console.print(f"compiled code is in {folder}", markup=False, highlight=False)


def compile_command(
    names: options.Names = None,
    out: Annotated[
        Path | None, typer.Option(help="Write the figures to this file as JSON.", show_default=False)
    ] = None,
) -> None:
    """CPU and wall seconds of compiling each part of a game with an empty cache, and of loading it from a full one.

    Parts follow each other in one process: a part does not pay again for what an earlier one has compiled.

    Example: medianoche bench compile misty
    """
    from rich.table import Table

    from medianoche.benchmarks.speed.compiling import FULL_USE, cold_and_warm
    from medianoche.cli.bench import write

    console = new_console()
    table = Table(title="seconds of compiling: CPU (wall), with an empty cache, then with a full one")
    for heading in ("game", "cache", *FULL_USE, "all"):
        table.add_column(heading, justify="left" if heading in ("game", "cache") else "right")
    figures_by_name: dict[str, Any] = {}
    for name in names or envs.names():
        game = envs.game(name)
        with console.status(f"{name}: compiling in a new process"):
            figures = dict(zip(("empty", "full"), cold_and_warm(game.content.location), strict=True))
        figures_by_name[name] = figures
        for cache, parts in figures.items():
            total = tuple(sum(column) for column in zip(*parts.values(), strict=True))
            cells = [f"{cpu:.1f} ({wall:.1f})" for cpu, wall in [*parts.values(), total]]
            table.add_row(name, cache, *cells)
    console.print(table)
    write(console, out, figures_by_name)
