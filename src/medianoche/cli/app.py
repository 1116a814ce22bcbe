"""The commands of `medianoche`."""

from __future__ import annotations

import importlib
import inspect
import platform
from collections.abc import Callable, Iterator
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import medianoche
from medianoche import envs
from medianoche.cli import (
    affected,
    bench,
    check_learner,
    compiling,
    engine,
    exploit,
    export_engine,
    export_onnx,
    ladder,
    levels,
    mcp,
    metagame,
    new_game,
    play,
    playtest,
    puzzles,
    reference,
    results,
    rules,
    sizes,
    sweep,
    tournament,
    train,
    ui,
    unseen,
)
from medianoche.cli.common import Commands, new_console, options_from, progress_bar, write_text
from medianoche.cli.common import compiling as announced
from medianoche.cli.options import Name
from medianoche.cli.stopping import Stopped, stop_at_once
from medianoche.envs.core.errors import GameError, OptionError, PackError, choices
from medianoche.places import YARDSTICKS

if TYPE_CHECKING:
    from rich.console import Console

    from medianoche.agents.leaks import Leaks
    from medianoche.envs.core.game import Game

app = Commands(
    help="Night-themed tabletop games for reinforcement learning. Start with: medianoche demo",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
)


def _version(wanted: bool) -> None:
    if wanted:
        beside = ", ".join(f"{name} {metadata.version(name)}" for name in ("numba", "numpy"))
        typer.echo(f"medianoche {medianoche.__version__} (Python {platform.python_version()}, {beside})")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool,
        typer.Option(
            "--version",
            callback=_version,
            is_eager=True,
            help="Print the versions of the suite, Python, numba and NumPy.",
        ),
    ] = False,
) -> None:
    """Options before the command's name."""


def games() -> None:
    """List the games.

    Example: medianoche games
    """
    from rich.table import Table

    table = Table()
    for heading in ("name", "game", "players", ""):
        table.add_column(heading, overflow="fold")
    for entry in envs.entries():
        table.add_row(entry.name, entry.title, entry.players, entry.summary)
    console = new_console()
    console.print(table)
    console.print(f"small games with exact exploitability (medianoche exploit GAME --exact): {', '.join(YARDSTICKS)}")


def _instead(most: int, work: str) -> Any:
    """An option of `check`: how many times to do other work than the contract tests."""
    return typer.Option(min=1, max=most, help=f"Instead, {work}", show_default=False)


def check(
    name: Annotated[
        str, typer.Argument(metavar="GAME", help="A game, or with --leaks also openspiel:NAME.", show_default=False)
    ],
    tables: Annotated[
        bool,
        typer.Option("--tables", help="Print the tables of the game's page instead."),
    ] = False,
    games: Annotated[
        int | None,
        _instead(2**32, "play so many random games over all player counts, options and packs, and check every state."),
    ] = None,
    leaks: Annotated[
        int | None,
        _instead(10**6, "compare all that seats are given in so many pairs of positions that look alike to a seat."),
    ] = None,
    variants: Annotated[
        bool, typer.Option("--variants", help="Also with every value of the game's options, not the defaults alone.")
    ] = False,
) -> None:
    """Run the contract tests of a game, also of your own. Modules are found in the current folder too.

    Example: medianoche check misty
    """
    from rich.text import Text

    from medianoche.envs.core import contract

    stop_at_once()

    console = new_console()
    if leaks:
        if not show_leaks(console, name, leaks):
            raise typer.Exit(1)
        return
    if name.startswith(OPENSPIEL):
        raise GameError(f"{name}: a game of OpenSpiel is checked for leaks alone; accepted: --leaks N")
    game = envs.game(name)
    if tables:
        typer.echo(f"{game.actions.table()}\n\n{game.layout.table()}\n\n{game.content.state_table()}")
        return
    with announced(console, game):
        game.new()
    failed = False
    if games:
        failed = not play_at_scale(console, game, games)
    for promise, players, wrong in () if games else contract.run(game, variants):
        failed |= bool(wrong)
        mark = (f"no   {wrong}", "red") if wrong else ("yes", "green")
        console.print(Text.assemble(f"{players} players: {promise:60} ", mark), soft_wrap=True)
    if failed:
        raise typer.Exit(1)


OPENSPIEL = "openspiel:"


def show_leaks(console: Console, name: str, pairs: int) -> bool:
    """Compare pairs of positions that a seat cannot tell apart; returns whether nothing differs."""
    from rich.table import Table
    from rich.text import Text

    audits = list(audited(console, name, pairs))
    for title, leaks in audits:
        alike = f"{leaks.alike:,} of {leaks.pairs:,} pairs were dealt alike: nothing could differ in them"
        table = Table("what is given", "pairs", "differ", "the first difference", title=title, caption=alike)
        for place, compared, differ, first in leaks.lines():
            style = "red" if differ else "green"
            table.add_row(place, f"{compared:,}", Text(f"{differ:,}", style), Text(first))
        console.print(table)
    return not any(leaks.differ for _, leaks in audits)


def audited(console: Console, name: str, pairs: int) -> Iterator[tuple[str, Leaks]]:
    """The audit of a game for each number of players, or that of a game of OpenSpiel, with a title."""
    if name.startswith(OPENSPIEL):
        try:
            from medianoche.training.adapters.openspiel_leaks import audit_openspiel
        except ModuleNotFoundError as error:
            raise GameError(f"{name} needs {error.name}: pip install open_spiel") from None
        yield name, audit_openspiel(name.removeprefix(OPENSPIEL), pairs)
        return
    from medianoche.agents.leaks import audit

    game = envs.game(name)
    with announced(console, game):
        game.new()
    for players in game.players:
        yield f"{game.title}, {players} players", audit(game, pairs, players)


def play_at_scale(console: Console, game: Game, games: int) -> bool:
    """Check the states of random games with a progress bar; returns whether all are sound."""
    from medianoche.envs.core import contract

    played = decisions = unsound = 0

    def summary() -> str:
        return f"{played:,} random games, {decisions:,} decisions: {unsound or 'nothing'} unsound"

    try:
        with progress_bar(console) as bar:
            task = bar.add_task(game.name, total=games)
            for part in contract.play_at_scale(game, games):
                played = played + part.games
                decisions = decisions + part.decisions
                unsound = unsound + bool(part.wrong)
                bar.update(task, completed=min(played, games))
                if part.wrong:
                    console.print(f"{part.kind}: {part.wrong}", style="red", soft_wrap=True)
    except (KeyboardInterrupt, Stopped):
        raise Stopped(f"{summary()}; the same command starts again") from None
    console.print(summary())
    return not unsound


def pack(
    name: Name,
    seed: Annotated[int, typer.Option(help="Seed of the pack.")] = 0,
    out: Annotated[Path | None, typer.Option(help="File to write.", show_default="print it")] = None,
    option: Annotated[
        list[str] | None, typer.Option(help="The generator's options, as key=value.", show_default=False)
    ] = None,
) -> None:
    """Generate a content pack as TOML.

    Example: medianoche pack misty --seed 3 --out night.toml
    """
    from medianoche.envs.core.content import pack as packs

    package = envs.game(name).content.package
    options = options_from(option)
    known = _generator_options(package)
    if out and out.is_file():
        raise PackError(f"{out} is there already; name another file")
    if unknown := set(options) - set(known):
        accepted = choices(known) or "none"
        raise OptionError(f"{name}'s pack generator has no option {min(unknown)!r}; options: {accepted}")
    text = packs.to_toml(packs.generate(package, seed, **options))
    if out is None:
        typer.echo(text, nl=False)
    else:
        write_text(out, text)
        new_console().print(f"written: {out}", soft_wrap=True)


def _generator_options(package: str) -> list[str]:
    """The options of a game's pack generator; empty if it has no generator."""
    try:
        module = importlib.import_module(f"{package}.packs.generate")
    except ModuleNotFoundError:
        return []
    return list(inspect.signature(module.generate).parameters)[1:]


PLAY = "Play and watch"
TRAIN = "Train"
COMPARE = "Compare and rate"
DESIGN = "Design a game"
FILES = "Files, exports and other programs"
GROUPS = (PLAY, TRAIN, COMPARE, DESIGN, FILES)
"""The groups of `medianoche --help`; the commands that most people need stand first in each."""


def _add(group: str, *commands: Callable[..., None]) -> None:
    """Add commands to a group of `medianoche --help`, in the order in which the group lists them."""
    for command in commands:
        app.command(rich_help_panel=group)(command)


_add(PLAY, tournament.demo, play.play, ui.ui, games, rules.rules, puzzles.puzzles, compiling.warmup)
_add(TRAIN, train.train, sweep.sweep, check_learner.check_learner, train.baselines)
_add(COMPARE, tournament.tournament, reference.rate, tournament.sprt, exploit.exploit, levels.levels)
_add(COMPARE, reference.leaderboard, reference.verify, reference.freeze, metagame.metagame)
_add(COMPARE, ladder.ladder, unseen.unseen)
_add(DESIGN, new_game.new_game, check, pack, playtest.playtest, sizes.sizes, affected.affected)
_add(FILES, results.table, results.export, results.replay, results.salvage)
_add(FILES, mcp.mcp, engine.engine, export_engine.export_engine, export_onnx.export_onnx)
bench.bench.command("compile")(compiling.compile_command)
app.add_typer(bench.bench, name="bench", rich_help_panel=COMPARE)
