"""The ways of messages, and what laying a tile gives: what pictures show before a choice is made."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from medianoche.envs.core.kernels import uncompiled
from medianoche.envs.core.show.view import View
from medianoche.envs.correo import state as st

Rows = Sequence[Sequence[int]]


class MessageWay(NamedTuple):
    """The way of a message.

    Attributes:
        cell: where the animal that walks stands, 8 * row + column.
        goal: the animal to which it walks.
        direction: 0 north, 1 east, 2 south, 3 west.
        levels: the levels of the cells that score, in the order of the walk (R31).
    """

    cell: int
    goal: int
    direction: int
    levels: tuple[int, ...]


def ways(animal: Rows, height: Rows, size: int, to_the_end: bool) -> Iterator[MessageWay]:
    """Both walks of every pair of animals of a kind that look at each other along a row or column (R28, R29).

    Args:
        animal, height: animals and levels of a board.
        size: its rows and columns.
        to_the_end: whether the cell of the animal that receives the message scores, too.
    """
    for row in range(size):
        for col in range(size):
            kind = animal[row][col]
            for direction, down, right in ((1, 0, 1), (2, 1, 0)) if kind else ():
                cells = _seen(animal, size, row, col, down, right)
                if not cells or animal[cells[-1] // 8][cells[-1] % 8] != kind:
                    continue
                here = 8 * row + col
                levels = [height[cell // 8][cell % 8] for cell in (here, *cells)]
                between = levels[1:-1]
                first = (*between, levels[-1]) if to_the_end else (*between,)
                back = (*reversed(between), levels[0]) if to_the_end else (*reversed(between),)
                yield MessageWay(here, cells[-1], direction, first)
                yield MessageWay(cells[-1], here, (direction + 2) % 4, back)


def _seen(animal: Rows, size: int, row: int, col: int, down: int, right: int) -> list[int]:
    """The cells from a cell on to the next animal, which is the last; empty if there is none."""
    cells = []
    while row + down < size and col + right < size:
        row, col = row + down, col + right
        cells.append(8 * row + col)
        if animal[row][col]:
            return cells
    return []


def gains(view: View, actions: Sequence[int]) -> list[tuple[int, int]]:
    """For each placement two numbers of points: those of the tokens that the player to move gains, and those of the
    best message that is then possible. Wild houses count as empty."""
    from medianoche.envs.correo.kernels.rules import play_placement

    seat = view.state.to_move
    size = int(view.pack.board_size)
    lay = uncompiled(play_placement)
    made = []
    for action in actions:
        after: Any = view.game.copy(view.record)
        lay(view.pack, after, seat, *divmod(action - st.BASE.place, 64))
        tokens = int(after.spells[seat] + after.patches[seat]) - view.state.spells[seat] - view.state.patches[seat]
        walks = ways(after.animal[seat].tolist(), after.height[seat].tolist(), size, bool(view.state.count_dest))
        made.append((tokens, max((sum(way.levels) for way in walks), default=0)))
    return made
