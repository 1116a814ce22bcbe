"""The command line of a file with a training loop."""

from __future__ import annotations

import argparse
import inspect
import math
import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any, NoReturn

from medianoche.envs.core.errors import MedianocheError
from medianoche.training.checkpoint import FILE
from medianoche.training.logs import check

INTERRUPTED = 130
"""Exit code after Ctrl-C."""
SHARES = ("gae_lambda", "gamma", "end_e", "exploration_fraction")
"""Numbers from 0 to 1, besides those whose names end in `_share`."""
ALIASES = {"game": "--env-id", "decisions": "--total-timesteps"}
"""CleanRL's names of options, which are accepted, too."""
COMMENT = re.compile(r"^    (\w+): .*?  # (.*)$", re.MULTILINE)
"""A field of a dataclass with a comment behind it."""


class HelpFormatter(argparse.ArgumentDefaultsHelpFormatter, argparse.RawDescriptionHelpFormatter):
    """A description as it is written, and options with their defaults."""


class OptionParser(argparse.ArgumentParser):
    """A parser that complains in one line, without its usage."""

    def error(self, message: str) -> NoReturn:
        """End the program."""
        self.exit(2, f"{self.prog}: error: {message}\n")


def command_line(train: Callable[..., Any], options: type, description: str | None) -> None:
    """Call `train` with the options of the command line, each of which is a field of a dataclass.

    If `train` has a parameter `resume` and the folder `out` holds a `Checkpoint`, it is called with `resume=True`: the
    same command goes on after a stop.

    Bad options end the program with exit code 2 and one line, before anything is written: an unknown name, a number
    that `refusal` names, a folder `out` that holds another training or is none, a game or an agent that does not exist,
    `track` without wandb. Ctrl-C ends it with exit code 130 and a line with what the folder holds.

    Args:
        train: called with all fields by name.
        options: a dataclass of numbers, strings and truth values; the types and the values of its defaults are those of
            the options, and the comments behind its fields are their help. Its field `out` is the folder of the
            training. A truth value `track` has the options `--track` and `--no-track`.
        description: of `--help`; the docstring of the file.
    """
    parser = OptionParser(Path(sys.argv[0]).stem, description=description, formatter_class=HelpFormatter)
    meant = comments(options)
    defaults = {field.name: field.default for field in fields(options)}
    for name, default in defaults.items():
        words = meant.get(name, name.replace("_", " ")).replace("%", "%%")
        names = [option(name), *([ALIASES[name]] if name in ALIASES else [])]
        if isinstance(default, bool):
            parser.add_argument(*names, action=argparse.BooleanOptionalAction, default=default, help=words)
        else:
            parser.add_argument(*names, type=type(default), default=default, help=words)
    arguments = vars(parser.parse_args())
    if why := refusal(arguments, defaults):
        parser.error(why)
    out = Path(arguments["out"])
    if out.exists() and not out.is_dir():
        parser.error(f"{out} is no folder; choose another --out")
    resume = can_resume(train, out)
    if not resume and (out / "log.jsonl").exists():
        parser.error(f"{out} holds a training; choose another --out, or remove it: this one would begin anew")
    try:
        if arguments.get("track"):
            check(["wandb"])
        train(**arguments, **({"resume": True} if resume else {}))
    except KeyboardInterrupt:
        parser.exit(INTERRUPTED, f"{parser.prog}: stopped: {left(train, out)}\n")
    except MedianocheError as error:
        parser.error(str(error).replace("--log wandb", "--track"))
    except MemoryError as error:
        parser.error(f"not enough memory: {error}")
    except OSError as error:
        parser.error(f"{error.filename or out}: {error.strerror or error}")


def can_resume(train: Callable[..., Any], out: Path) -> bool:
    """Whether `train` goes on from a checkpoint in the folder `out`."""
    return "resume" in inspect.signature(train).parameters and (out / FILE).exists()


def comments(options: type) -> dict[str, str]:
    """The comments behind the fields of a dataclass, by name; none where its source is not at hand."""
    try:
        return dict(COMMENT.findall(inspect.getsource(options)))
    except (OSError, TypeError):
        return {}


def refusal(arguments: Mapping[str, Any], defaults: Mapping[str, Any]) -> str:
    """Why a number is not accepted, in words; empty if all are.

    A truth value is always accepted. A whole number is at least 1; the seed, and one whose default is 0, may be 0.
    Other numbers are at least 0; those of SHARES and those whose names end in `_share` are at most 1, and the latter
    together too.
    """
    for name, value in arguments.items():
        if isinstance(value, bool):
            continue
        if isinstance(value, int):
            least = 0 if name == "seed" or defaults[name] == 0 else 1
            if not least <= value < 2**63:
                return f"{option(name)}: give a whole number from {least} on, below 2**63"
        elif isinstance(value, float):
            if name in SHARES or name.endswith("_share"):
                if not 0 <= value <= 1:
                    return f"{option(name)}: give a share from 0 to 1"
            elif not 0 <= value < math.inf:
                return f"{option(name)}: give a number from 0 on"
    shares = {option(name): value for name, value in arguments.items() if name.endswith("_share")}
    if round(sum(shares.values()), 9) > 1:
        return f"{' and '.join(shares)} are together more than 1"
    return ""


def left(train: Callable[..., Any], out: Path) -> str:
    """The files that a training which was stopped leaves in its folder, in words."""
    if can_resume(train, out):
        return f"the same command goes on from {out / FILE}"
    if not (out / "log.jsonl").exists():
        return "the same command starts again"
    files = sorted(file.name for file in out.iterdir() if file.name != "lock")
    return f"{out} holds {', '.join(files)}; a training begins anew, in another --out"


def option(name: str) -> str:
    """The option of a field."""
    return f"--{name.replace('_', '-')}"
