"""`medianoche tournament`, `medianoche table` and `medianoche demo`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from medianoche.benchmarks.commands.common import (
    compile_agents,
    new_console,
    options_from,
    pack_source,
    progress_bar,
)

if TYPE_CHECKING:
    from rich.console import Console

    from medianoche.benchmarks.tournament.spec import Spec

DEMO_FOLDER = Path("runs/demo")


def tournament(
    game: Annotated[str, typer.Argument(help="Name of the game; `medianoche games` lists them.", show_default=False)],
    agents: Annotated[
        list[str] | None,
        typer.Option(help="Two or more of: random, greedy, path/to/my_bot.py:MyBot.", show_default="random greedy"),
    ] = None,
    games: Annotated[int, typer.Option(help="Games in all; ask for more later to play on.")] = 1000,
    players: Annotated[int | None, typer.Option(help="Players at a table.", show_default="the game's default")] = None,
    out: Annotated[Path | None, typer.Option(help="Folder of the results.", show_default="runs/GAME")] = None,
    seed: Annotated[int, typer.Option(help="Decides the deals and all chance.")] = 0,
    pack: Annotated[str, typer.Option(help="Content pack: a name, a TOML file, or a generator's seed.")] = "standard",
    option: Annotated[
        list[str] | None, typer.Option(help="The game's options, as key=value.", show_default=False)
    ] = None,
    shard: Annotated[
        int | None,
        typer.Option(help="Games to a transaction; changes no result.", show_default="a few seconds' worth"),
    ] = None,
) -> None:
    """Play agents against each other over all seatings, each deal with the seats turned.

    Every finished game is a row in OUT/tournament.sqlite. Stopped at any moment, the same command goes on.

    Example: medianoche tournament misty --agents random greedy --games 2000 --out runs/first
    """
    from medianoche.benchmarks.tournament.spec import Spec

    console = new_console()
    spec = Spec.create(game, agents or ["random", "greedy"], players, seed, pack_source(pack), **options_from(option))
    folder = out or Path("runs") / spec.name
    play(console, spec, folder, games, shard)
    show(console, folder)


def table(
    folder: Annotated[Path, typer.Argument(help="Folder of a tournament.", show_default=False)],
) -> None:
    """Print the table of a tournament, finished or not, and write its report anew.

    Example: medianoche table runs/first
    """
    show(new_console(), folder)


def demo(
    games: Annotated[int, typer.Option(help="Games of each tournament.")] = 400,
    out: Annotated[Path, typer.Option(help="Folder for one folder a game.")] = DEMO_FOLDER,
) -> None:
    """Play a small tournament of all agents on every game. A finished one is played afresh.

    Example: medianoche demo
    """
    from medianoche import agents, envs
    from medianoche.benchmarks.tournament.spec import Spec

    console = new_console()
    for entry in envs.entries():
        spec = Spec.create(entry.name, [known.example for known in agents.entries()])
        folder = out / entry.name
        clear(folder, spec, games)
        play(console, spec, folder, games)
        show(console, folder)


def play(console: Console, spec: Spec, folder: Path, games: int, shard: int | None = None) -> None:
    """Play a tournament to its end under a progress bar; Ctrl-C leaves it to be continued."""
    from medianoche.benchmarks.tournament.run import run_tournament
    from medianoche.benchmarks.tournament.store import Store

    Store.open(
        folder, spec, games
    ).database.close()  # a folder that does not fit is refused before anything is compiled
    compile_agents(console, spec)
    kept = 0
    with progress_bar(console) as bar:
        task = bar.add_task(spec.name, total=games)

        def report(played: int, asked: int) -> None:
            nonlocal kept
            kept = played
            bar.update(task, completed=played, total=asked)

        try:
            run_tournament(spec, folder, games, shard, report)
        except KeyboardInterrupt:
            bar.stop()
            console.print(f"stopped: {kept:,} of {games:,} games are kept in {folder}; the same command goes on")
            raise typer.Exit(130) from None


def show(console: Console, folder: Path) -> None:
    """Print a tournament's table and write its report."""
    from medianoche.benchmarks.tournament.report import Report

    report = Report.of(folder)
    report.show(console)
    console.print(f"report: {report.write()}", soft_wrap=True, highlight=False)


def clear(folder: Path, spec: Spec, games: int) -> None:
    """Remove a tournament that is finished or another one; what was interrupted stays."""
    from medianoche.benchmarks.tournament.spec import TournamentError
    from medianoche.benchmarks.tournament.store import FILE, Store

    try:
        with Store.read(folder) as store:
            unfinished = not store.spec.difference(spec) and store.played < games
    except TournamentError:
        unfinished = False
    if not unfinished:
        for file in folder.glob(f"{FILE}*"):
            file.unlink()
