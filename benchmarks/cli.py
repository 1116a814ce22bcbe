"""The command line: `medianoche`."""

from __future__ import annotations

import importlib.util
import inspect
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

import medianoche
from medianoche.benchmarks.commands import bench, play, results, tournament, train
from medianoche.benchmarks.commands.common import ListOptions, compiling, new_console, options_from

EXIT_BAD_INPUT = 2
INTERRUPTED = 130
USAGE_ERROR: Any = next(base for base in typer.BadParameter.__mro__ if base.__name__ == "ClickException")
"""Base of typer's own complaints; where it lives depends on typer's version."""

app = typer.Typer(
    help="Night-themed tabletop games for reinforcement learning. Start with: medianoche demo",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
)
app.command(cls=ListOptions)(tournament.tournament)
app.command(cls=ListOptions)(tournament.sprt)
app.command()(tournament.demo)
app.command()(results.table)
app.command()(results.export)
app.command()(results.replay)
app.command(cls=ListOptions)(play.play)
app.command()(train.train)
app.command(cls=ListOptions)(train.baselines)
app.add_typer(bench.bench, name="bench")


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"medianoche {medianoche.__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Options of the command as a whole."""


@app.command()
def games() -> None:
    """List the games.

    Example: medianoche games
    """
    from rich.table import Table

    from medianoche import envs

    table = Table()
    for heading in ("name", "game", "players", ""):
        table.add_column(heading, overflow="fold")
    for entry in envs.entries():
        table.add_row(entry.name, entry.title, entry.players, entry.summary)
    new_console().print(table)


@app.command()
def check(
    game: Annotated[str, typer.Argument(help="Name of a game, or module:Class of your own.", show_default=False)],
) -> None:
    """Run the contract that every game keeps on a game, a third party's included.

    Example: medianoche check misty
    """
    from rich.markup import escape

    from medianoche import envs
    from medianoche.envs.core import contract

    console = new_console()
    room = envs.game(game)
    with compiling(console, room):
        room.new()
    failed = False
    for promise, players, wrong in contract.run(room):
        failed |= bool(wrong)
        mark = f"[red]no[/red]   {escape(wrong)}" if wrong else "[green]yes[/green]"
        console.print(f"{players} players: {promise:60} {mark}", highlight=False, soft_wrap=True)
    if failed:
        raise typer.Exit(1)


@app.command(cls=ListOptions)
def pack(
    game: Annotated[str, typer.Argument(help="Name of the game.", show_default=False)],
    seed: Annotated[int, typer.Option(help="Decides the pack.")] = 0,
    out: Annotated[Path | None, typer.Option(help="File to write.", show_default="print it")] = None,
    option: Annotated[
        list[str] | None, typer.Option(help="The generator's options, as key=value.", show_default=False)
    ] = None,
) -> None:
    """Generate a content pack as TOML, to play with or to change.

    Example: medianoche pack misty --seed 3 --out night.toml
    """
    from medianoche import envs
    from medianoche.envs.core import pack as packs
    from medianoche.envs.core.errors import OptionError, choices

    package, options = envs.game(game).package, options_from(option)
    known = _generator_options(package)
    if unknown := set(options) - set(known):
        accepted = choices(known) or "none"
        raise OptionError(f"{game}'s pack generator has no option {min(unknown)!r}; options: {accepted}")
    text = packs.to_toml(packs.generate(package, seed, **options))
    if out is None:
        typer.echo(text, nl=False)
    else:
        out.write_text(text, encoding="utf-8")
        typer.echo(f"written: {out}")


def _generator_options(package: str) -> list[str]:
    """The options of a game's pack generator; none if it has no generator."""
    module = f"{package}.packs.generate"
    if importlib.util.find_spec(module) is None:
        return []
    return list(inspect.signature(importlib.import_module(module).generate).parameters)[1:]


def main() -> None:
    """Run the command line; what a user gave wrong is answered with one red line and exit code 2."""
    try:
        code = app(standalone_mode=False)
    except USAGE_ERROR as error:
        code = complain(error.format_message())
    except (typer.Abort, KeyboardInterrupt):
        code = INTERRUPTED
    except BrokenPipeError:
        code = INTERRUPTED
    except OSError as error:  # a file that cannot be read or written
        code = complain(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    except ValueError as error:
        from medianoche.envs.core.errors import MedianocheError

        if not isinstance(error, MedianocheError):
            raise
        code = complain(str(error), *getattr(error, "__notes__", ()))
    sys.exit(code)


def complain(message: str, *notes: str) -> int:
    """Print one red line, after `notes` (a bot's part of a traceback); returns the exit code for bad input."""
    console = new_console(stderr=True)
    for note in notes:
        console.print(note, markup=False, highlight=False, soft_wrap=True)
    console.print(" ".join(message.split()), style="red", markup=False, highlight=False, soft_wrap=True)
    return EXIT_BAD_INPUT
