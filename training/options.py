"""The command line of a file with a training loop."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from typing import Any

from medianoche.envs.core.errors import MedianocheError


def command_line(train: Callable[..., Any], options: type, description: str | None) -> None:
    """Call `train` with the options of the command line, each of which is a field of a dataclass.

    Bad options end the program with exit code 2 and one line: an unknown name, a negative number, a folder `out` that
    holds a training, a game or an agent that does not exist.

    Args:
        train: called with all fields by name.
        options: a dataclass of numbers and strings; the types and the values of its defaults are those of the options.
            Its field `out` is the folder of the training.
        description: of `--help`; the docstring of the file.
    """
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    for field in fields(options):
        parser.add_argument(f"--{field.name.replace('_', '-')}", type=type(field.default), default=field.default)
    given = vars(parser.parse_args())
    if negative := [name for name, value in given.items() if not isinstance(value, str) and not value >= 0]:
        parser.error(f"--{negative[0].replace('_', '-')}: give a number from 0 on")
    if (Path(given["out"]) / "log.jsonl").exists():
        parser.error(f"{given['out']} holds a training; choose another --out")
    try:
        train(**given)
    except MedianocheError as error:
        parser.error(str(error))
