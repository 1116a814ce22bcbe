"""Geometry that no pack can change: the eight tile shapes in their eight orientations, and the lines of the board.

A cell is `8 * row + col` whatever the board's size, so that a set of cells is one 64-bit word (a bitboard).
"""

from __future__ import annotations

import numpy as np

SHAPES = ("I", "O", "T", "S", "L", "I3", "V3", "D")
"""Names of the piles, one for each shape: five of four spaces, two of three, the domino."""

CANONICAL = (
    ((0, 0), (0, 1), (0, 2), (0, 3)),
    ((0, 0), (0, 1), (1, 0), (1, 1)),
    ((0, 0), (0, 1), (0, 2), (1, 1)),
    ((0, 1), (0, 2), (1, 0), (1, 1)),
    ((0, 0), (1, 0), (2, 0), (2, 1)),
    ((0, 0), (0, 1), (0, 2)),
    ((0, 0), (1, 0), (1, 1)),
    ((0, 0), (0, 1)),
)
"""(row, col) of each space of a shape; a face names its houses in this order."""

NUM_PILES, DOMINO = 8, 7


def oriented(pile: int, orientation: int) -> tuple[tuple[int, int], ...]:
    """(row, col) of the spaces of a shape, from the corner of their bounding box.

    Args:
        pile: index into SHAPES.
        orientation: 4 * flipped + quarter turns clockwise; the flip (left to right) comes first.
    """
    cells = [(r, -c) if orientation >= 4 else (r, c) for r, c in CANONICAL[pile]]
    for _ in range(orientation % 4):
        cells = [(c, -r) for r, c in cells]
    top, left = min(r for r, _ in cells), min(c for _, c in cells)
    return tuple((r - top, c - left) for r, c in cells)


def distinct(pile: int, houses: tuple[int, ...]) -> int:
    """Bit o set: orientation o puts these houses on other cells than every lower-numbered one (R10)."""
    seen: set[frozenset[tuple[tuple[int, int], int]]] = set()
    bits = 0
    for orientation in range(8):
        picture = frozenset(zip(oriented(pile, orientation), houses, strict=False))
        if picture not in seen:
            bits |= 1 << orientation
            seen.add(picture)
    return bits


def bitboard(cells: list[tuple[int, int]]) -> int:
    """The set of (row, col) cells as a word."""
    return sum(1 << (8 * r + c) for r, c in cells)


def fitting(pile: int, orientation: int, board_size: int) -> int:
    """Anchors (corners of the bounding box) that keep the shape on a board of `board_size` rows, as a word."""
    cells = oriented(pile, orientation)
    rows = board_size - max(r for r, _ in cells)
    cols = board_size - max(c for _, c in cells)
    return bitboard([(r, c) for r in range(rows) for c in range(cols)])


SPACES = np.array([len(cells) for cells in CANONICAL], np.int64)
"""Spaces of each shape."""

OFFSETS = np.array(
    [[[8 * r + c for r, c in (oriented(k, o) * 4)[:4]] for o in range(8)] for k in range(NUM_PILES)], np.uint64
)
"""[pile, orientation, space]: cell of the space minus the anchor; beyond the last space its spaces come again."""

FOOTPRINTS = np.array([distinct(k, (1, 1, 1, 1)) for k in range(NUM_PILES)], np.int64)
"""Bit o set: orientation o covers other cells than every lower-numbered one."""

EAST = np.array([bitboard([(cell // 8, c) for c in range(cell % 8 + 1, 8)]) for cell in range(64)], np.uint64)
"""Cells to the right of a cell, in its row."""

SOUTH = np.array([bitboard([(r, cell % 8) for r in range(cell // 8 + 1, 8)]) for cell in range(64)], np.uint64)
"""Cells below a cell, in its column."""
