"""The symmetries of the boards: four rotations, and four of the mirror image, the same for the boards of all seats.

A symmetry has the number of the orientation that it gives to a tile: 4 * mirrored + quarter turns clockwise; the mirror
(left to right) comes first. With the standard pack all eight are exact. With others those are that map quadrants
and highlighted lines to quadrants and highlighted lines.

Where a tile looks the same in two orientations, the higher one is not legal (R10). The image of the tile is laid in the
lower one, but in the image of a later question of the same turn the spaces of the tile keep their numbers, which are
then those of the higher one.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from medianoche.envs.core.content.symmetries import Symmetries
from medianoche.envs.correo.pack import CANONICAL, oriented
from medianoche.envs.correo.state import ACTIONS, BASE, BOARD, LAYOUT, STRIDE, TAKEN_AT, WILD_HOUSE

AT = LAYOUT.at
CONSTANT = ("on_board", "highlighted", "main_diagonal_quadrants")
"""Planes that belong to the board itself."""
EAST, SOUTH = 1, 2
"""Directions in which `joined_right` and `joined_below` look."""
SHAPE_CODES = len(CANONICAL) + 1
HOUSE_CODES = WILD_HOUSE + 1


def image_of(symmetry: int, row: Any, col: Any, size: int) -> tuple[Any, Any]:
    """(row, col) of the image of a cell; both may be arrays."""
    if symmetry >= 4:
        col = size - 1 - col
    for _ in range(symmetry % 4):
        row, col = col, size - 1 - row
    return row, col


def turned(symmetry: int, turns: int) -> int:
    """The image of a direction, or of the quarter turns of an orientation."""
    return (symmetry + (-turns if symmetry >= 4 else turns)) % 4


def composed(symmetry: int, orientation: int) -> int:
    """The orientation of the image of a tile."""
    return 4 * ((symmetry ^ orientation) >> 2) + turned(symmetry, orientation % 4)


def cells_of(symmetry: int, size: int) -> np.ndarray:
    """int64[64]: the image of each cell; cells off the board stay."""
    cells = np.arange(64)
    row, col = image_of(symmetry, cells >> 3, cells & 7, size)
    return np.where((cells >> 3 < size) & (cells & 7 < size), 8 * row + col, cells)


def observed(symmetry: int, size: int) -> np.ndarray:
    """int32[observation_size]: see Symmetries."""
    cells = cells_of(symmetry, size)
    places = np.arange(LAYOUT.size, dtype=np.int32)
    for block in LAYOUT:
        if block.shape == BOARD and block.name not in CONSTANT:
            at = getattr(AT, block.name)
            places[at : at + 64] = at + cells
    row, col = np.divmod(np.arange(size * size), size)
    for slot in range(4):
        right = getattr(AT, f"slot{slot}_joined_right")
        below = getattr(AT, f"slot{slot}_joined_below")
        for plane, direction in ((right, EAST), (below, SOUTH)):
            # a joint is noted at its left or upper cell; those that lead off the board, always 0, go round it
            image = turned(symmetry, direction)
            ahead = (row + (direction == SOUTH)) % size, (col + (direction == EAST)) % size
            first = cells[8 * row + col if image in (EAST, SOUTH) else 8 * ahead[0] + ahead[1]]
            places[plane + 8 * row + col] = (right if image % 2 else below) + first
    return places


def alike(pile: int, houses: tuple[int, ...]) -> tuple[int, ...]:
    """For each of the eight orientations of a tile, the lowest orientation that looks the same."""
    pictures = [frozenset(zip(oriented(pile, o), houses, strict=False)) for o in range(8)]
    return tuple(map(pictures.index, pictures))


def placed(symmetry: int, size: int, pile: int, lowest: tuple[int, ...]) -> np.ndarray:
    """int32[512]: the image of each placement of a tile for which `alike` has found `lowest`. Anchors at which the tile
    would leave the board go round it; what is never legal stays."""
    places = np.arange(8 * 64, dtype=np.int32)
    row, col = np.divmod(np.arange(size * size), size)
    for orientation in set(lowest):
        high, wide = np.max(oriented(pile, orientation), axis=0)
        rows, cols = zip(*(image_of(symmetry, row + r, col + c, size) for r, c in ((0, 0), (high, wide))), strict=True)
        anchors = 8 * (np.minimum(*rows) % size) + np.minimum(*cols) % size
        places[64 * orientation + 8 * row + col] = 64 * lowest[composed(symmetry, orientation)] + anchors
    return places


def renamed(symmetry: int, size: int, pile: int, lowest: tuple[int, ...]) -> np.ndarray:
    """int32[num_actions]: see Symmetries; the tile is that of `placed`."""
    cells = cells_of(symmetry, size)
    renumbered = np.arange(ACTIONS.size, dtype=np.int32)
    renumbered[ACTIONS["place"]] = BASE.place + placed(symmetry, size, pile, lowest)
    renumbered[ACTIONS["patch"]] = BASE.patch + cells
    images = np.array([turned(symmetry, direction) for direction in range(4)])
    renumbered[ACTIONS["message"]] = (BASE.message + STRIDE.message * cells[:, None] + images).ravel()
    return renumbered


def is_exact(symmetry: int, pack: Any) -> bool:
    """Whether the image of every quadrant and highlighted line of the pack is one of these again."""
    cells = cells_of(symmetry, int(pack.board_size))
    areas = [frozenset(c for c in range(64) if int(area) >> c & 1) for area in pack.areas[: pack.num_areas]]
    return {frozenset(cells[list(area)].tolist()) for area in areas} == set(areas)


def symmetries(pack: Any) -> Symmetries:
    """The exact symmetries with a pack (its record); a class is what orientations of a tile look the same."""
    size = int(pack.board_size)
    held = [s for s in range(8) if is_exact(s, pack)]
    products = [[held.index(composed(s, t)) for t in held] for s in held]
    key = np.zeros(LAYOUT.size, np.int32)
    shape = AT.taken_tile + TAKEN_AT.shape
    houses = AT.taken_tile + TAKEN_AT.houses
    key[shape : shape + len(CANONICAL)] = np.arange(1, SHAPE_CODES)
    weights = SHAPE_CODES * HOUSE_CODES ** np.arange(4)
    key[houses : houses + 4 * WILD_HOUSE] = np.outer(weights, np.arange(1, HOUSE_CODES)).ravel()
    kinds: dict[tuple[int, tuple[int, ...]], int] = {}
    classes = np.zeros(SHAPE_CODES * HOUSE_CODES**4, np.int32)
    for tile in range(pack.num_tiles):
        pile = int(pack.tile_pile[tile])
        face = pack.tile_house[tile]
        kind = pile, alike(pile, tuple(face.tolist()))
        classes[pile + 1 + int(weights @ face)] = kinds.setdefault(kind, len(kinds))
    return Symmetries(
        np.stack([observed(s, size) for s in held]),
        np.stack([[renamed(s, size, *kind) for kind in kinds] for s in held]),
        np.array([row.index(0) for row in products], np.int32),
        key,
        classes,
    )
