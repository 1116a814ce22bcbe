"""Shared by the commands: the console, list options, option values, progress, compiling."""

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

from medianoche import envs
from medianoche.envs.core.errors import OptionError, shown

if TYPE_CHECKING:
    from rich.console import Console

    from medianoche.benchmarks.tournament.spec import Spec
    from medianoche.benchmarks.workers.pool import WorkerPool
    from medianoche.cli.bars import Bar
    from medianoche.envs.core.game import Game

Command = TypeVar("Command", bound=Callable[..., Any])

PLAIN_WIDTH = 140
"""Width of the output in columns when it is not a terminal, so that tables in a file are not folded."""
PROCESS_LIMIT = 1024
"""Processes or threads that a command may start."""


class ListOptions(TyperCommand):
    """A command whose repeatable options take several values: `--agents a b` for `--agents a --agents b`.

    An option whose metavar is in brackets may have no value, which is then empty. Values of integer options are
    checked here, since some versions of typer accept 2.0 for 2.
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
    """A typer application whose commands are `ListOptions`."""

    def command(self, name: str | None = None, **settings: Any) -> Callable[[Command], Command]:
        """Add a command."""
        return super().command(name, cls=ListOptions, **settings)


def is_whole(hint: Any) -> bool:
    """Whether an annotation contains int: int, int | None or list[int]."""
    return hint is int or any(map(is_whole, get_args(hint)))


def check_integers(args: list[str], whole: set[str]) -> None:
    """Raise typer.BadParameter if the value of an option of `whole` is not an integer."""
    for word, after in pairwise([*args, ""]):
        name, sign, text = word.partition("=")
        if name in whole and (value := text if sign else after):
            try:
                int(value)
            except ValueError:
                raise typer.BadParameter(f"{shown(value)} is not a valid integer", param_hint=f"'{name}'") from None


def fill_bare(args: list[str], bare: set[str]) -> list[str]:
    """`args` with an empty value inserted after every option of `bare` that has no value."""
    words: list[str] = []
    for word, after in pairwise([*args, "-"]):
        words += [word, ""] if word in bare and after.startswith("-") else [word]
    return words


def split_lists(args: Iterable[str], many: set[str]) -> list[str]:
    """`args` with every option of `many` repeated before each of its values."""
    words: list[str] = []
    option = ""
    values = 0
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
    """A console as wide as the terminal, or PLAIN_WIDTH wide. Markup is off: names that users give may look like it."""
    from rich.console import Console

    console = Console(stderr=stderr, markup=False, emoji=False, highlight=False)
    if console.width < 1 or (not console.is_terminal and "COLUMNS" not in os.environ):
        console.width = PLAIN_WIDTH
    return console


def game_options(game: Game, texts: Iterable[str] | None) -> dict[str, Any]:
    """Parse options of a game, given as `key=value`. Raises OptionError if a text has another form, or the game does
    not accept the option."""
    options = options_from(texts)
    game.content.options(options)
    return options


def options_from(texts: Iterable[str] | None) -> dict[str, Any]:
    """Parse options given as `key=value`; a value is read as TOML (`true`, `3`), else as plain text. Raises OptionError
    if a text has another form."""
    options: dict[str, Any] = {}
    for text in texts or ():
        key, equals, value = text.partition("=")
        if not key or not equals:
            raise OptionError(f"option {text!r} is not accepted; write key=value")
        options[key] = toml_value(value)
    return options


def toml_value(text: str) -> Any:
    """The value of `text` read as TOML; `text` itself if it is not TOML."""
    try:
        read = tomllib.loads(f"value = {text}")
    except (ValueError, RecursionError):  # also numbers of thousands of digits
        return text
    return read["value"] if len(read) == 1 else text


def write_text(file: Path, text: str) -> None:
    """Write a text file; an OSError names the file, also on a full disk."""
    from medianoche.envs.core import files

    files.write(file, text.encode("utf-8", "backslashreplace"))


def publish(console: Console, page: Path, text: str, picture: Path, draw: Callable[[Path], None]) -> None:
    """Write a page and its picture, and name both files; an OSError names the file."""
    from medianoche.envs.core import files

    with files.replacing(picture) as new:
        draw(new)
    write_text(page, text)
    console.print(f"written: {picture}, {page}", soft_wrap=True)


def progress_bar(console: Console) -> Bar:
    """A bar with games per second and the time left."""
    from medianoche.cli.bars import Bar, GameRate

    return Bar(console, GameRate())


def compiling(console: Console, game: Game, words: str = "") -> AbstractContextManager[object]:
    """A context that tells the user that the game is being compiled, if this machine has no compiled code of it, with
    `words` in the user's language."""
    from medianoche.envs.core.kernels import cache_folder

    if cache_folder(game.rules.home).is_dir():
        return nullcontext()
    console.print(words or f"{game.name}: compiling for the first time")
    return console.status("compiling")


def require_compiler() -> None:
    """Raise OptionError if NUMBA_DISABLE_JIT turns the compiler off, for commands about compiled code."""
    from medianoche.envs.core.kernels import DISABLED

    if DISABLED:
        raise OptionError("NUMBA_DISABLE_JIT turns the compiler off, and this command is about compiled code; unset it")


def making(console: Console, game: Game, agents: Iterable[str]) -> AbstractContextManager[object]:
    """A context for `Spec.create`, which asks bots for a decision: `compiling` if one of `agents` is a bot."""
    from medianoche.agents.base import bot_of, provider

    return compiling(console, game) if any(bot_of(name) or provider(name) for name in agents) else nullcontext()


def as_compiled(console: Console, specs: list[Spec], pool: WorkerPool) -> Iterator[Spec]:
    """Yield the tournaments in the order in which their games are ready to play.

    First come the games that are compiled already. `pool` compiles the others in the background, the smallest game
    first, so that the first of them begins early.
    """
    from medianoche.benchmarks.tournament.play import compile_shard
    from medianoche.benchmarks.workers.pool import Task
    from medianoche.envs.core.kernels import cache_folder, sources

    homes = {spec: envs.game(spec.game).rules.home for spec in specs}
    new = [spec for spec, home in homes.items() if not cache_folder(home).is_dir()]
    new.sort(key=lambda spec: sum(file.stat().st_size for file in sources(homes[spec])))
    if new:
        console.print(f"compiling {len(new)} games for the first time")
    for spec in new[:1] + new[:0:-1]:  # after the smallest, the largest first
        pool.submit(Task(compile_shard, (spec,)))
    yield from (spec for spec in specs if spec not in new)
    left = len(new)
    while left:
        with console.status("compiling"):
            ready = [task for task, _ in pool.finished()] + pool.lost  # a lost game is compiled when it is played
        pool.lost.clear()
        left -= len(ready)
        yield from (task.arguments[0] for task in ready)


def compile_agents(console: Console, spec: Spec) -> None:
    """Compile the code of a tournament's games and agents before the time is measured."""
    from medianoche.benchmarks.tournament.play import compile_shard

    with compiling(console, envs.game(spec.game)):
        compile_shard(spec)
