"""`medianoche playtest`: what a design is like, from games of agents at several levels."""

from __future__ import annotations

import errno
import importlib.util
import os
import shlex
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from medianoche import envs
from medianoche.cli import options
from medianoche.cli.common import compiling, game_options, new_console, write_text
from medianoche.cli.stopping import Stopped
from medianoche.envs.core.content.source import pack_source
from medianoche.envs.core.errors import writing

if TYPE_CHECKING:
    from rich.console import Console

    from medianoche.benchmarks.studies.playtest.page import PageSection
    from medianoche.benchmarks.studies.playtest.report import Playtest, PlaytestPlan
    from medianoche.benchmarks.studies.playtest.tuning import Tuned


def playtest(
    name: options.Name,
    pack: options.Source = "standard",
    against: Annotated[
        str | None, typer.Option(metavar="PACK", help="A second pack, side by side.", show_default=False)
    ] = None,
    agents: Annotated[
        list[str] | None,
        typer.Option(help="Levels, the weakest first.", show_default="random greedy ismcts:16, and net net:64"),
    ] = None,
    games: Annotated[int, typer.Option(min=2, max=10**6, help="Games of each agent and of each comparison.")] = 200,
    players: options.Players = None,
    option: options.GameOptions = None,
    restricted: Annotated[
        int, typer.Option(min=0, max=1000, help="Restricted play without each of so many names, the most taken ones.")
    ] = 6,
    without: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME", help="Restricted play without this card, tile or action, too.", show_default=False
        ),
    ] = None,
    tune: Annotated[
        list[str] | None,
        typer.Option(metavar="PATH=LOW..HIGH", help="Search this number of the pack, instead.", show_default=False),
    ] = None,
    target: Annotated[
        str, typer.Option(metavar="MEASURE=VALUE", help="With --tune: what is to come out.")
    ] = "seat_advantage=0",
    trials: Annotated[int, typer.Option(min=1, max=10**6, help="With --tune: packs to try.")] = 30,
    seed: options.Seed = 0,
    out: Annotated[Path | None, typer.Option(help="Folder of the results.", show_default="runs/playtest/GAME")] = None,
) -> None:
    """Test a design: agents of several levels play it, and a report says how it plays.

    Writes OUT/playtest.html, playtest.md and playtest.json. docs/guides/playtest.md explains the numbers.

    Example: medianoche playtest misty --pack mine.toml --against standard
    """
    from medianoche.benchmarks.studies.playtest.report import PlaytestPlan
    from medianoche.benchmarks.tournament.spec import TournamentError

    console = new_console()
    game = envs.game(name)
    chosen_options = tuple(game_options(game, option).items())
    names = {"agents": tuple(agents or ()), "without": tuple(without or ())}
    plan = PlaytestPlan(
        name, pack_source(pack), players, chosen_options, games=games, restricted=restricted, seed=seed, **names
    )
    other = replace(plan, pack=pack_source(against)) if against else None
    folder = out or Path("runs/playtest") / game.name
    if tune and other:
        raise TournamentError("--tune searches one pack and compares none; leave --against out")
    make_folder(folder)
    with compiling(console, game):
        for one_plan in (plan, other) if other else (plan,):
            one_plan.check()
    if tune:
        search(console, plan, tune, target, trials, folder, option)
    else:
        measure(console, plan, other, option, folder)


def make_folder(folder: Path) -> None:
    """Make a folder for results; raises OSError if nothing can be written there."""
    folder.mkdir(parents=True, exist_ok=True)
    if not os.access(folder, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(folder))


def measure(
    console: Console, plan: PlaytestPlan, second: PlaytestPlan | None, option: list[str] | None, folder: Path
) -> None:
    """Carry out the playtests of one or two packs, print the tables, and write the files."""
    from medianoche.benchmarks.studies.playtest import page

    playtest_result = carried_out(console, plan)
    other = carried_out(console, second) if second else None
    for section in [*([page.differences(playtest_result, other)] if other else []), *page.sections(playtest_result)]:
        show(console, section)
    command = as_typed(plan, str(second.pack) if second else None, option)
    results = {
        "playtest.html": page.as_page(playtest_result, command, other),
        "playtest.md": page.as_markdown(playtest_result, command, other),
        "playtest.json": page.as_json(playtest_result),
        **({"against.json": page.as_json(other)} if other else {}),
    }
    for name, text in results.items():
        with writing(folder / name):
            write_text(folder / name, text)
    console.print(f"written: {', '.join(str(folder / name) for name in results)}", soft_wrap=True)


def carried_out(console: Console, plan: PlaytestPlan) -> Playtest:
    """Carry out a playtest with a progress bar."""
    from rich.progress import TextColumn

    from medianoche.benchmarks.studies.playtest.report import playtest as run
    from medianoche.cli.bars import Bar

    try:
        with Bar(console, TextColumn("{task.fields[rates]}", markup=False)) as bar:
            return run(plan, lambda words, done, total: bar.show(f"pack {plan.pack}", done - 1, total, words))
    except (KeyboardInterrupt, Stopped):
        raise Stopped("nothing is kept; the same command starts again") from None


def show(console: Console, section: PageSection) -> None:
    """Print a table."""
    from rich.table import Table

    table = Table(title=section.title, title_justify="left")
    for heading in section.headings:
        table.add_column(heading, overflow="fold")
    for row in section.rows:
        table.add_row(*row)
    console.print(table)
    console.print(section.words)


def search(
    console: Console,
    plan: PlaytestPlan,
    numbers: list[str],
    target: str,
    trials: int,
    folder: Path,
    option: list[str] | None,
) -> None:
    """Search the numbers of a pack, name the best one, and print the command that compares it with the first one."""
    from medianoche.benchmarks.studies.playtest.tuning import TuningTarget, read_numbers
    from medianoche.benchmarks.studies.playtest.tuning import tune as run
    from medianoche.benchmarks.tournament.spec import TournamentError

    if importlib.util.find_spec("optuna") is None:
        raise TournamentError("--tune needs optuna; install: pip install 'medianoche[sweep]'")

    def report(number: int, tried: Tuned) -> None:
        words = ", ".join(f"{path} {value:.6g}" for path, value in tried.numbers.items())
        console.print(f"trial {number}: {words}: {target.partition('=')[0]} {tried.found.words('.3f')}", soft_wrap=True)

    try:
        best, file = run(plan, read_numbers(numbers), TuningTarget.read(target), trials, folder, report)
    except (KeyboardInterrupt, Stopped):
        raise Stopped(f"the best pack so far is {folder / 'tuned.toml'}, if any trial has ended") from None
    words = ", ".join(f"{path} = {value:.6g}" for path, value in best.numbers.items())
    console.print(f"best: {words}: {best.found.words('.3f')}, wanted {target}; written: {file}", soft_wrap=True)
    again = as_typed(replace(plan, pack=str(file), seed=plan.seed + 1), str(plan.pack), option)
    console.print(f"test it on deals that the search has not seen: {again}", soft_wrap=True)


def as_typed(plan: PlaytestPlan, against: str | None, option: list[str] | None) -> str:
    """The command that does the same."""
    words = ["medianoche", "playtest", plan.game, "--pack", str(plan.pack)]
    words += ["--against", against] if against else []
    words += ["--agents", *plan.agents] if plan.agents else []
    words += ["--players", str(plan.players)] if plan.players else []
    words += ["--option", *option] if option else []
    words += ["--without", *plan.without] if plan.without else []
    return shlex.join(
        [*words, "--games", str(plan.games), "--restricted", str(plan.restricted), "--seed", str(plan.seed)]
    )
