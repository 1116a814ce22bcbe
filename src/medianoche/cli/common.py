"""What the commands share: the console, list options, values in text, progress, compiling."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, get_args, get_type_hints

import typer
from typer.core import TyperCommand

from medianoche.envs.core.errors import shown, writing

if TYPE_CHECKING:
    from rich.console import Console

    from medianoche.benchmarks.tournament.spec import Spec
    from medianoche.benchmarks.workers.pool import WorkerPool
    from medianoche.cli.bars import Bar
    from medianoche.envs.core.game import Game

Command = TypeVar("Command", bound=Callable[..., Any])

PLAIN_WIDTH = 140
"""Columns when the output is no terminal: tables in a file are not folded."""
PROCESS_LIMIT = 1024


class ListOptions(TyperCommand):
    """A command whose repeatable options take several values: `--agents a b` for `--agents a --agents b`.

    An option whose metavar is in brackets may stand without its value, which is then empty. What is to be an integer is
    written as one: some versions of typer take 2.0 for 2.
    """

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Rewrite such options before the usual parsing."""
        many = {name for option in self.params if getattr(option, "multiple", False) for name in option.opts}
        bare = {name for option in self.params if str(option.metavar).startswith("[") for name in option.opts}
        words = fill_bare(split_lists(args, many), bare)
        hints = get_type_hints(self.callback)
        whole = {name for option in self.params if is_whole(hints.get(str(option.name))) for name in option.opts}
        check_integers(words, whole)
        return list(super().parse_args(ctx, words))


class Commands(typer.Typer):
    """Commands, each with `ListOptions`."""

    def command(self, name: str | None = None, **settings: Any) -> Callable[[Command], Command]:
        """Add a command."""
        return super().command(name, cls=ListOptions, **settings)


def is_whole(hint: Any) -> bool:
    """Whether a type is int, int | None or list[int]."""
    return hint is int or any(map(is_whole, get_args(hint)))


def check_integers(args: list[str], whole: set[str]) -> None:
    """Raise typer.BadParameter if the value of an option of `whole` is not an integer."""
    for word, after in pairwise([*args, ""]):
        name, given, text = word.partition("=")
        if name in whole and (value := text if given else after):
            try:
                int(value)
            except ValueError:
                raise typer.BadParameter(f"{shown(value)} is not a valid integer", param_hint=f"'{name}'") from None


def fill_bare(args: list[str], bare: set[str]) -> list[str]:
    """`args` with an empty value after every option of `bare` that has none."""
    words: list[str] = []
    for word, after in pairwise([*args, "-"]):
        words += [word, ""] if word in bare and after.startswith("-") else [word]
    return words


def split_lists(args: Iterable[str], many: set[str]) -> list[str]:
    """`args` with every option of `many` repeated before each of its values."""
    words: list[str] = []
    option, values = "", 0
    for word in args:
        if word.startswith("-"):
            words += [option] if option and not values else []
            option, values = (word, 0) if word in many else ("", 0)
            words += [] if option else [word]
        elif option:
            words += [option, word]
            values += 1
        else:
            words.append(word)
    return words + ([option] if option and not values else [])


def new_console(stderr: bool = False) -> Console:
    """A console as wide as the terminal, or wide enough for a table in a file. What it prints is text: names that
    users give may look like markup."""
    from rich.console import Console

    found = Console(stderr=stderr, markup=False, emoji=False, highlight=False)
    if found.width < 1 or (not found.is_terminal and "COLUMNS" not in os.environ):
        found.width = PLAIN_WIDTH
    return found


def game_options(game: Game, texts: Iterable[str] | None) -> dict[str, Any]:
    """Options of a game, given as `key=value`.

    Raises:
        OptionError: not of that form, or the game does not have or accept them.
    """
    given = options_from(texts)
    game.options(given)
    return given


def options_from(texts: Iterable[str] | None) -> dict[str, Any]:
    """Options given as `key=value`; values are read as TOML (`true`, `3`), else as plain text.

    Raises:
        OptionError: not of that form.
    """
    from medianoche.envs.core.errors import OptionError

    options: dict[str, Any] = {}
    for text in texts or ():
        key, equals, value = text.partition("=")
        if not key or not equals:
            raise OptionError(f"option {text!r} is not accepted; write key=value")
        options[key] = toml_value(value)
    return options


def toml_value(text: str) -> Any:
    """The value that `text` is in TOML; `text` itself if it is none."""
    try:
        read = tomllib.loads(f"value = {text}")
    except (ValueError, RecursionError):  # also numbers of thousands of digits
        return text
    return read["value"] if len(read) == 1 else text


def write_text(file: Path, text: str) -> None:
    """Write a file; an error names it, on a full disk too."""
    with writing(file):
        file.write_text(text, encoding="utf-8", errors="backslashreplace")


def progress_bar(console: Console) -> Bar:
    """A bar with games per second and the time left."""
    from medianoche.cli.bars import Bar, GameRate

    return Bar(console, GameRate())


def compiling(console: Console, game: Game) -> AbstractContextManager[object]:
    """Say that a game is being compiled, if it has not been on this machine."""
    from medianoche.envs.core.kernels import cache_folder

    if cache_folder(game.folder).is_dir():
        return nullcontext()
    console.print(f"{game.name}: compiling (once; it starts at once from now on)")
    return console.status("compiling")


def as_compiled(console: Console, specs: list[Spec], pool: WorkerPool) -> Iterator[Spec]:
    """The tournaments as they can be played: at once where the game has been compiled on this machine, the others when
    `pool` has done so behind those that are played: the quickest first, so that there is something to see."""
    from medianoche import envs
    from medianoche.benchmarks.tournament.play import compile_shard
    from medianoche.benchmarks.workers.pool import Task
    from medianoche.envs.core.kernels import cache_folder, kernel_sources

    folders = {spec: envs.game(spec.game).folder for spec in specs}
    new = [spec for spec, folder in folders.items() if not cache_folder(folder).is_dir()]
    new.sort(key=lambda spec: sum(file.stat().st_size for file in kernel_sources(folders[spec])))
    if new:
        console.print(f"compiling {len(new)} games (once; all starts at once from now on)")
    for spec in new[:1] + new[:0:-1]:  # then the longest first
        pool.submit(Task(compile_shard, (spec,)))
    yield from (spec for spec in specs if spec not in new)
    left = len(new)
    while left:
        with console.status("compiling"):
            ready = [task for task, _ in pool.finished()] + pool.lost  # what is lost is compiled before its tournament
        pool.lost.clear()
        left -= len(ready)
        yield from (task.arguments[0] for task in ready)


def compile_agents(console: Console, spec: Spec) -> None:
    """Compile what a tournament needs before its clock starts."""
    from medianoche import envs
    from medianoche.benchmarks.tournament.play import compile_shard

    with compiling(console, envs.game(spec.game)):
        compile_shard(spec)
