"""`medianoche new-game`: the files of a small game, to be changed into one of the user's own."""

from __future__ import annotations

import keyword
import re
import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from medianoche.cli.common import new_console
from medianoche.envs.core.errors import GameError, writing
from medianoche.envs.core.registry import is_known
from medianoche.places import FIRST_GAME

PACKAGE, MODULE, CLASS, TITLE = "medianoche.toys.first_game", "first_game", "FirstGame", "First game"
"""What the game is called in its files."""
NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")
STEPS = (
    "medianoche check {place}",
    "medianoche play {place} --against greedy",
    "medianoche tournament {place} --agents random greedy ismcts:100 --games 400 --out runs/{name}",
    "medianoche train {place} --minutes 2 --out runs/train/{name}",
    "medianoche ui {place} --agent net:runs/train/{name}/policy.safetensors",
    "python -m pytest {name}   # needs pytest",
)

SAMPLED = "net:PATH plays the likeliest action; where bluffs matter take net:PATH:sample, which draws one."


def new_game(
    name: Annotated[str, typer.Argument(help="Its name, as of a Python module: moon_deal.", show_default=False)],
    folder: Annotated[Path, typer.Option(help="The folder in which that of the game is made.")] = Path(),
) -> None:
    """Write the files of a small card game with hidden hands, to change them into a game of your own.

    It can be played, trained and measured as it is. Prints the commands for that.

    Example: medianoche new-game moon_deal
    """
    title = name.replace("_", " ").strip().capitalize()
    called = "".join(word.capitalize() for word in name.split("_"))
    home = folder / name
    if why := refusal(name, called, home):
        raise GameError(why)
    files = {file.name: file.read_text(encoding="utf-8") for file in sorted(FIRST_GAME.glob("*.py"))}
    for old, new in ((PACKAGE, name), (MODULE, name), (CLASS, called), (TITLE, title)):
        files = {file: text.replace(old, new) for file, text in files.items()}
    write(home, files)
    console = new_console()
    console.print(f"written: {home}: {', '.join(files)}", soft_wrap=True)
    console.print("What can be done with it, now and after every change:")
    for line in ([f"cd {folder}"] if folder != Path() else []) + list(STEPS):
        console.print(f"  {line.format(name=name, place=f'{name}:{called}')}", soft_wrap=True)
    console.print(SAMPLED, soft_wrap=True)


def refusal(name: str, called: str, home: Path) -> str:
    """Why no game of this name is written to `home`, with a class that is `called` so; empty if it can be."""
    if not NAME.fullmatch(name) or keyword.iskeyword(name):
        return f"{name!r} is no name of a game; accepted: small letters, digits and _, a letter first, as moon_deal"
    if is_known(name):
        return f"{name} is a game of the suite; choose another name"
    if home.exists():
        return f"{home} is there already; choose another name, or another --folder"
    if (spec := find_spec(name)) and spec.origin:  # a bare folder has none, and shadows nothing
        return f"{name} is the name of a module that can be imported here; choose another name"
    if re.search(rf"\b{called}\b", (FIRST_GAME / "__init__.py").read_text(encoding="utf-8")):
        return f"{name} gives the class {called}, a name that the files use already; choose another name"
    return ""


def write(home: Path, files: dict[str, str]) -> None:
    """Write all of a folder, or nothing of it. Raises OSError, which names the folder."""
    with writing(home):
        home.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=home.parent, prefix=f".{home.name}-") as draft:
            made = Path(draft) / home.name
            made.mkdir()
            for file, text in files.items():
                (made / file).write_text(text, encoding="utf-8")
            made.rename(home)
