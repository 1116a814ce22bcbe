"""Perft: counts of the sequences of choices from a position, and of the distinct positions that they lead to.

A game keeps its positions and their counts in `perft.json`. `counts` holds [sequences, distinct positions] after 1, 2,
... choices. The counts come from the game's slow reference, and the tests compare the game's own with them.
"""

import json
import sys
from collections.abc import Callable, Hashable, Iterable
from pathlib import Path
from typing import Any

import pytest

Key = Callable[[Any], Hashable]


def read(folder: Path) -> Any:
    """What `perft.json` of a folder of tests holds: positions by name, or a list of positions that have a `name`."""
    return json.loads((folder / "perft.json").read_text(encoding="utf-8"))


QUICK = 2_000
"""Sequences that a quick test plays at most, but for those of the first choice."""


def counted(positions: Any) -> Any:
    """The arguments `name` and `depth` of a test: all depths of a position, in a larger test if those are many."""
    rows = []
    for name, position in positions.items():
        counts = position["counts"]
        quick = max(1, sum(sequences <= QUICK for sequences, _ in counts))
        rows.append(pytest.param(name, quick, id=name))
        if quick < len(counts):
            rows.append(pytest.param(name, len(counts), id=f"{name}, to the end", marks=pytest.mark.larger))
    return pytest.mark.parametrize(("name", "depth"), rows)


def count_merged(
    start: Any, depth: int, children: Callable[[Any], Iterable[Any]], key: Key, distinct: Key | None = None
) -> list[list[int]]:
    """The counts by a reference. Positions of the same `key` are followed once, with the number of ways to them.

    Args:
        start: a position of the reference.
        depth: how many choices.
        children: a position's successors, one for each legal action.
        key: all that decides how the game goes on.
        distinct: what makes a position distinct; `key` if it is not given.
    """
    layer = [(start, 1)]
    counts = []
    for _ in range(depth):
        reached: dict[Hashable, tuple[Any, int]] = {}
        for parent, ways in layer:
            for child in children(parent):
                known = key(child)
                reached[known] = child, ways + (reached[known][1] if known in reached else 0)
        layer = list(reached.values())
        positions = len({distinct(child) for child, _ in layer}) if distinct else len(layer)
        counts.append([sum(ways for _, ways in layer), positions])
    return counts


def count_all(
    game: Any, state: Any, depth: int, key: Key, ends: Callable[[Any], bool] = lambda child: False
) -> list[list[int]]:
    """The counts by the game itself, which plays every sequence; none goes on from a state that `ends`."""
    layer = [state]
    counts = []
    for _ in range(depth):
        children = []
        for parent in layer:
            for action in game.legal_actions(parent):
                child = game.copy(parent)
                game.step(child, int(action))
                children.append(child)
        counts.append([len(children), len({key(child) for child in children})])
        layer = [child for child in children if not ends(child)]
    return counts


def write(folder: Path, positions: Any, count: Callable[[Any], list[list[int]]]) -> None:
    """Count every position again and write `perft.json`."""
    named = isinstance(positions, dict)
    for name, position in positions.items() if named else ((row["name"], row) for row in positions):
        position["counts"] = count(position)
        sys.stderr.write(f"{name}: {position['counts']}\n")
    heads = [f"{json.dumps(name)}: " for name in positions] if named else [""] * len(positions)
    values = positions.values() if named else positions
    lines = [f"  {head}{json.dumps(position)}" for head, position in zip(heads, values, strict=True)]
    first, last = "{}" if named else "[]"
    (folder / "perft.json").write_text(f"{first}\n" + ",\n".join(lines) + f"\n{last}\n", encoding="utf-8")
