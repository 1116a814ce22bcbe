"""Parts of the slow reference of Correo de Medianoche: shapes, letters, boards as stacks of pieces."""

from __future__ import annotations

from dataclasses import dataclass, field

TAKE, PLACE, WILD, RESOLVE, END = range(5)
SHAPES = {
    "I": [(0, 0), (0, 1), (0, 2), (0, 3)], "O": [(0, 0), (0, 1), (1, 0), (1, 1)], "T": [(0, 0), (0, 1), (0, 2), (1, 1)],
    "S": [(0, 1), (0, 2), (1, 0), (1, 1)], "L": [(0, 0), (1, 0), (2, 0), (2, 1)], "I3": [(0, 0), (0, 1), (0, 2)],
    "V3": [(0, 0), (1, 0), (1, 1)], "D": [(0, 0), (0, 1)],
}  # fmt: skip
NAMES = list(SHAPES)
LETTERS = {".": 0, "r": 1, "g": 2, "m": 3, "c": 4, "b": 5, "*": 6}
COLOURS = {"frog": 1, "cat": 2, "mouse": 3, "crow": 4, "owl": 5}
STEPS_NESW = [(-1, 0), (0, 1), (1, 0), (0, -1)]
PATCH_PILE = 8

Cell = tuple[int, int]


@dataclass(frozen=True)
class Piece:
    """The part of a tile or patch on one cell."""

    number: int
    pile: int
    house: int


@dataclass
class Seat:
    stacks: dict[Cell, list[Piece]]
    animals: dict[Cell, int] = field(default_factory=dict)
    hand: list[int] = field(default_factory=lambda: [0] * 6)
    deck: list[int] = field(default_factory=list)
    up: list[int] = field(default_factory=lambda: [0] * 6)
    down: list[int] = field(default_factory=lambda: [0] * 6)
    spells: int = 1
    patches: int = 1
    track: int = 0
    combo: int = 0
    objective_points: int = 0
    laid: dict[int, int] = field(default_factory=dict)

    def height(self, cell: Cell) -> int:
        return len(self.stacks[cell])

    def top(self, cell: Cell) -> Piece | None:
        return self.stacks[cell][-1] if self.stacks[cell] else None


def turned(cells: list[Cell], orientation: int) -> list[Cell]:
    """Flip left to right if the orientation is 4 or more, then quarter turns clockwise, then to the corner."""
    if orientation >= 4:
        cells = [(r, -c) for r, c in cells]
    for _ in range(orientation % 4):
        cells = [(c, -r) for r, c in cells]
    top = min(r for r, _ in cells)
    left = min(c for _, c in cells)
    return [(r - top, c - left) for r, c in cells]


def number_of(cell: Cell) -> int:
    return 8 * cell[0] + cell[1]
