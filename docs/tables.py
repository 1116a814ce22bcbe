"""The tables of actions, observation, state and numbers on the pages of the games; `python docs/tables.py` writes
them."""

from __future__ import annotations

import inspect
import re
from importlib import import_module
from pathlib import Path

from medianoche import envs
from medianoche.envs.core.game import Game

TABLE = re.compile(r"(?:^\|.*\n)+", re.MULTILINE)
CONSTANT = re.compile(r"^ *(\w+)(?:: int)? = .*  # (.*)$", re.MULTILINE)


def page(game: Game) -> Path:
    """The page of `game`."""
    return game.folder / "README.md"


def numbers(game: Game) -> str:
    """The constants of `numbers.py` as a table: name, value, and the comment behind it."""
    module, rows = import_module(f"{game.package}.numbers"), ["| number | value | meaning |", "|---|---|---|"]
    values = {name: value for name, value in vars(module).items() if name.isupper()}
    for group in [value for value in values.values() if hasattr(value, "_asdict")]:
        values |= group._asdict()
    for name, meaning in CONSTANT.findall(inspect.getsource(module)):
        value = values[name]
        rows.append(f"| `{name}` | {' x '.join(map(str, value)) if isinstance(value, tuple) else value} | {meaning} |")
    return "\n".join(rows)


def text(game: Game) -> str:
    """The page with its tables from the code: the first table of each of these chapters is replaced."""
    found = page(game).read_text(encoding="utf-8")
    tables = {"Actions": game.actions.table(), "Observation": game.layout.table(), "State": game.state_table()}
    tables["Numbers"] = numbers(game)
    for chapter, table in tables.items():
        before, title, rest = found.partition(f"\n## {chapter}\n")
        found = before + title + TABLE.sub(lambda _, table=table: table + "\n", rest, count=1)  # type: ignore[misc]
    return found


def main() -> None:
    """Write the tables into the pages."""
    for name in envs.names():
        game = envs.game(name)
        page(game).write_text(text(game), encoding="utf-8")


if __name__ == "__main__":
    main()
