"""The tables on the pages of the games: `python docs/tables.py` writes those of actions and observation; the site has
those of fields and numbers, too."""

from __future__ import annotations

import inspect
import re
from importlib import import_module
from pathlib import Path

from medianoche import envs
from medianoche.envs.core.content.layout import Layout
from medianoche.envs.core.game import Game

TABLE = re.compile(r"(?:^\|.*\n)+", re.MULTILINE)
CONSTANT = re.compile(r"^ *(\w+)(?:: int)? = .*  # (.*)$", re.MULTILINE)


def page(game: Game) -> Path:
    """The page of `game`."""
    return game.content.folder / "README.md"


def numbers(game: Game) -> str:
    """The constants of `numbers.py` as a table: name, value, and the comment behind it."""
    module = import_module(f"{game.content.package}.numbers")
    rows = ["| number | value | meaning |", "|---|---|---|"]
    values = {name: value for name, value in vars(module).items() if name.isupper()}
    for group in [value for value in values.values() if hasattr(value, "_asdict")]:
        values |= group._asdict()
    for name, meaning in CONSTANT.findall(inspect.getsource(module)):
        value = values[name]
        rows.append(f"| `{name}` | {' x '.join(map(str, value)) if isinstance(value, tuple) else value} | {meaning} |")
    return "\n".join(rows)


def blocks(layout: Layout) -> str:
    """The table of a layout; blocks that repeat with other numbers in their names are one row after the first."""
    head, ruler, *rows = layout.table().splitlines()
    names = [block.name for block in layout]
    shown = [head, ruler]
    place = 0
    while place < len(rows):
        length, times = repeats([(re.sub(r"\d+", "#", block.name), block.size) for block in layout][place:])
        shown += rows[place : place + length]
        first = place + length
        place = place + length * times
        if times > 1:
            size = sum(block.size for block in layout.blocks[first:place])
            same = "the same" if times == 2 else f"the same, {times - 1} times"
            shown.append(f"| {layout.at[first]} | {size} | `{names[first]}` to `{names[place - 1]}` | {same} |")
    return "\n".join(shown)


def repeats(kinds: list[tuple[str, int]]) -> tuple[int, int]:
    """How long the group of numbered blocks at the beginning is, and how often it stands there."""
    for length in range(1, len(kinds) // 2 + 1):
        group = kinds[:length]
        times = 1
        if all("#" in name for name, _ in group):
            while kinds[times * length : (times + 1) * length] == group:
                times += 1
        if times > 1:
            return length, times
    return 1, 1


def text(game: Game) -> str:
    """The page with its tables from the code: the first table of each of these chapters is replaced."""
    page_text = page(game).read_text(encoding="utf-8")
    for chapter, table in {"Actions": game.actions.table(), "Observation": blocks(game.layout)}.items():
        before, title, rest = page_text.partition(f"\n## {chapter}\n")
        page_text = before + title + TABLE.sub(lambda _, table=table: table + "\n", rest, count=1)  # type: ignore[misc]
    return page_text


def main() -> None:
    """Write the tables into the pages."""
    for name in envs.names():
        game = envs.game(name)
        page(game).write_text(text(game), encoding="utf-8")


if __name__ == "__main__":
    main()
