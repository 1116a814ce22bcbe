"""The streets of a board: its drawing -> squares, neighbours, distances and walks."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from medianoche.envs.halloween.state import DRAW_SQUARE, GREY, LONGEST, SQUARES

COLOUR_LETTERS = "RGYOB"
START_LETTERS = "mjdsrw"
PUMPKIN_LETTER = "p"
KINDS = {letter: colour for colour, letter in enumerate(COLOUR_LETTERS)}
KINDS |= {".": GREY, "D": DRAW_SQUARE} | dict.fromkeys(START_LETTERS + PUMPKIN_LETTER, GREY)
SIDES = ((-1, 0), (0, 1), (1, 0), (0, -1))  # N E S W
NOWHERE = 255


@dataclass(frozen=True)
class Board:
    """A drawing read: squares are its letters in reading order.

    Attributes:
        letters: the letter of each square.
        places: row and column of each square.
        neighbours: of each square to the N E S W, -1 for none; streets that are not in the drawing take free sides.
    """

    letters: str
    places: tuple[tuple[int, int], ...]
    neighbours: tuple[tuple[int, int, int, int], ...]

    @property
    def kinds(self) -> list[int]:
        """Kind of each square as the PACK record knows it."""
        return [KINDS[letter] for letter in self.letters]

    def squares_of(self, letter: str) -> list[int]:
        """The squares drawn as `letter`."""
        return [square for square, drawn in enumerate(self.letters) if drawn == letter]

    def ways(self, square: int) -> list[int]:
        """The neighbours of a square."""
        return [other for other in self.neighbours[square] if other >= 0]

    @cached_property
    def distances(self) -> np.ndarray:
        """uint8[squares, squares]: steps between two squares, 255 where no street leads."""
        count = len(self.letters)
        steps = np.full((count, count), NOWHERE, np.uint8)
        for start in range(count):
            steps[start, start] = 0
            reached = [start]
            for here in reached:
                for there in self.ways(here):
                    if steps[start, there] == NOWHERE:
                        steps[start, there] = steps[start, here] + 1
                        reached.append(there)
        return steps

    @cached_property
    def walks(self) -> np.ndarray:
        """uint64[squares, LONGEST + 1, 4]: bit t of [s, d, k] says that a walk of d steps leads from s to t over the
        k-th neighbour of t; no step goes straight back except in a dead end (R8)."""
        count = len(self.letters)
        table = np.zeros((count, LONGEST + 1, 4), np.uint64)
        for start in range(count):
            edges = {(start, there) for there in self.ways(start)}
            for steps in range(1, LONGEST + 1):
                for here, there in edges:
                    table[start, steps, self.neighbours[there].index(here)] |= np.uint64(1 << there)
                edges = {(there, onward) for here, there in edges for onward in self.onward(here, there)}
        return table

    def onward(self, here: int, there: int) -> list[int]:
        """Where a child that has just stepped from `here` to `there` may go on to."""
        return [square for square in self.ways(there) if square != here] or [here]


def read_drawing(
    rows: Iterable[str], added: Iterable[tuple[int, int]] = (), removed: Iterable[tuple[int, int]] = ()
) -> Board:
    """Read a drawing; letters that touch are joined by a street.

    Args:
        rows: the lines of the drawing; a blank is no square.
        added: pairs of squares with a street that is not in the drawing.
        removed: pairs of neighbouring squares without one.

    Raises:
        ValueError: a letter, a pair or a number of squares or streets that is not accepted.
    """
    places = [(y, x) for y, row in enumerate(rows) for x, letter in enumerate(row) if letter != " "]
    letters = "".join(letter for row in rows for letter in row if letter != " ")
    if wrong := sorted(set(letters) - set(KINDS)):
        raise ValueError(f"rows: unknown letter {wrong[0]!r}; accepted: {' '.join(KINDS)} and blanks")
    if not 1 <= len(letters) <= SQUARES:
        raise ValueError(f"rows: {len(letters)} squares, accepted: 1 to {SQUARES}")
    number = {place: square for square, place in enumerate(places)}
    sides = [[number.get((y + dy, x + dx), -1) for dy, dx in SIDES] for y, x in places]
    for one, two in removed:
        if not _joined(sides, one, two):
            raise ValueError(f"edges_remove: no street joins {one} and {two}")
        for here, there in ((one, two), (two, one)):
            sides[here][sides[here].index(there)] = -1
    for one, two in added:
        _check_new_street(sides, one, two)
        for here, there in ((one, two), (two, one)):
            sides[here][sides[here].index(-1)] = there
    north_to_west = tuple((side[0], side[1], side[2], side[3]) for side in sides)
    return Board(letters, tuple(places), north_to_west)


def _joined(sides: list[list[int]], one: int, two: int) -> bool:
    return 0 <= one < len(sides) and 0 <= two < len(sides) and two in sides[one]


def _check_new_street(sides: list[list[int]], one: int, two: int) -> None:
    if not (0 <= one < len(sides) and 0 <= two < len(sides)) or one == two:
        raise ValueError(f"edges_add: {one} and {two} are not two squares of the drawing")
    if two in sides[one]:
        raise ValueError(f"edges_add: a street joins {one} and {two} already")
    for square in (one, two):
        if -1 not in sides[square]:
            raise ValueError(f"edges_add: square {square} has four streets already")
