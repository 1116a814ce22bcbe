"""Content packs of Correo de Medianoche: board, tiles, cards and objectives, from TOML to the PACK record.

Rows of a board have a stride of eight cells, whatever its size, so that a set of cells is one 64-bit word (bit board).
"""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from pydantic import Field, model_validator

from medianoche.envs.core.content.pack import Meta, PackModel, Provenance
from medianoche.envs.correo.numbers import ROUNDS
from medianoche.envs.correo.state import ANIMALS, KINDS, SHAPES

PACK = np.dtype(
    [
        ("board", np.uint64),  # all cells of the board
        ("highlighted", np.uint64),
        ("areas", np.uint64, 12),  # quadrants NW NE SW SE, then highlighted rows and columns
        ("fit", np.uint64, (8, 8)),  # [pile, orientation] anchors at which the shape is on the board
        ("objective_region", np.uint64, 16),
        ("tile_colours", np.uint64, 72),  # number of houses of each code, in byte code - 1 of the word
        ("solo_par", np.int16),
        ("tile_orientations", np.int16, 72),  # bit o: orientation o looks different from all lower ones (R10)
        ("board_size", np.int8),
        ("num_areas", np.int8),
        ("animals", np.int8),  # of each colour
        ("spells", np.int8),
        ("patches", np.int8),
        ("card_copies", np.int8, KINDS),
        ("num_tiles", np.int8),
        ("tile_pile", np.int8, 72),
        ("tile_copies", np.int8, 72),
        ("tile_house", np.int8, (72, 4)),  # house on each space
        ("num_objectives", np.int8),
        ("objective_type", np.int8, 16),  # 0 colour, 1 lines, 2 zone
        ("objective_colour", np.int8, 16),  # house code that counts; 0: every house
    ]
)

HOUSES = ".rgmcb*"
"""Letter of each house code: none, frog (rana), cat (gato), mouse (raton), crow (cuervo), owl (buho), wild."""

TYPES = ("colour", "lines", "zone")
QUADRANTS = ("NW", "NE", "SW", "SE")

Quadrant = Literal["NW", "NE", "SW", "SE"]

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
"""[pile] (row, col) of each space of the shape; a face lists its houses in this order."""


def oriented(pile: int, orientation: int) -> tuple[tuple[int, int], ...]:
    """(row, col) of the spaces of a shape, relative to the top left corner of their bounding box.

    Args:
        pile: index into SHAPES.
        orientation: 4 * flipped + quarter turns clockwise; the flip (left to right) comes first.
    """
    cells = [(r, -c) if orientation >= 4 else (r, c) for r, c in CANONICAL[pile]]
    for _ in range(orientation % 4):
        cells = [(c, -r) for r, c in cells]
    top = min(r for r, _ in cells)
    left = min(c for _, c in cells)
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
    """A set of (row, col) cells as a 64-bit word."""
    return sum(1 << (8 * r + c) for r, c in cells)


def fitting(pile: int, orientation: int, board_size: int) -> int:
    """Set of the anchors (corners of the bounding box) at which the shape is on a board of `board_size` rows."""
    cells = oriented(pile, orientation)
    rows = board_size - max(r for r, _ in cells)
    cols = board_size - max(c for _, c in cells)
    return bitboard([(r, c) for r in range(rows) for c in range(cols)])


class Board(PackModel):
    """The personal board: its size and its highlighted lines."""

    size: Literal[4, 6, 8]
    highlight_rows: list[int] = Field(max_length=4)
    highlight_cols: list[int] = Field(max_length=4)
    provenance: Provenance

    @model_validator(mode="after")
    def lines_are_on_the_board(self) -> Board:
        """Check that highlighted lines are on the board, each named once."""
        check_lines(self.highlight_rows, self.size, "highlight_rows")
        check_lines(self.highlight_cols, self.size, "highlight_cols")
        return self


class Supply(PackModel):
    """The common reserve: animals of each kind, spells and patches."""

    animals: int = Field(ge=1, le=40)
    spells: int = Field(ge=4, le=40)
    patches: int = Field(ge=4, le=40)
    provenance: Provenance


class Cards(PackModel):
    """Cards of each player by kind: five shapes, then the special card."""

    copies: list[int] = Field(min_length=KINDS, max_length=KINDS)
    provenance: Provenance

    @model_validator(mode="after")
    def twelve_cards(self) -> Cards:
        """Check that there are twelve cards, at least one of each kind."""
        if min(self.copies) < 1 or sum(self.copies) != ROUNDS:
            raise ValueError("copies must be at least 1 of each kind and 12 in all")
        return self


class Solo(PackModel):
    """The par of the one-player score attack."""

    par: int = Field(ge=1, le=10_000)
    provenance: Provenance


class Face(PackModel):
    """A tile: one letter of `.rgmcb*` for each space, in the order of its shape."""

    face: str
    copies: int = Field(default=1, ge=1, le=16)

    @property
    def houses(self) -> tuple[int, ...]:
        """House code of each space."""
        return tuple(HOUSES.index(letter) for letter in self.face)

    @model_validator(mode="after")
    def letters_are_houses(self) -> Face:
        """Check that all letters are known."""
        if not set(self.face) <= set(HOUSES):
            raise ValueError(f"face {self.face!r} has letters other than {HOUSES}")
        return self


class Pile(PackModel):
    """All tiles of one shape."""

    shape: Literal["I", "O", "T", "S", "L", "I3", "V3", "D"]
    faces: list[Face] = Field(min_length=1)
    provenance: Provenance

    @model_validator(mode="after")
    def faces_fill_the_pile(self) -> Pile:
        """Check the number of letters of each face and the number of tiles."""
        spaces = len(CANONICAL[SHAPES.index(self.shape)])
        for face in self.faces:
            if len(face.face) != spaces:
                raise ValueError(f"face {face.face!r} of shape {self.shape} must have {spaces} letters")
        wanted = 16 if self.shape == "D" else 8
        total = sum(face.copies for face in self.faces)
        if total != wanted:
            raise ValueError(f"pile {self.shape} has {total} tiles; it needs {wanted}")
        return self


class Objective(PackModel):
    """An objective card of the advanced variant: which visible houses count."""

    name: str = Field(min_length=1)
    type: Literal["colour", "lines", "zone"]
    colour: Literal["frog", "cat", "mouse", "crow", "owl"] | None = None
    rows: list[int] | None = None
    cols: list[int] | None = None
    quadrants: list[Quadrant] | None = None
    provenance: Provenance

    @model_validator(mode="after")
    def fields_fit_the_type(self) -> Objective:
        """Check that exactly the fields of the type are given."""
        keys_given = {key for key in ("colour", "rows", "cols", "quadrants") if getattr(self, key) is not None}
        accepted = {"colour": [{"colour"}], "lines": [{"rows"}, {"cols"}], "zone": [{"quadrants"}]}[self.type]
        if keys_given not in accepted:
            wanted = " or ".join(key for keys in accepted for key in keys)
            raise ValueError(f"objective {self.name!r} of type {self.type} needs {wanted} and nothing else")
        if (self.quadrants is not None and len(set(self.quadrants)) != len(self.quadrants)) or self.quadrants == []:
            raise ValueError(f"objective {self.name!r}: quadrants must be some of NW, NE, SW, SE, each once")
        return self

    def region(self, size: int) -> int:
        """Set of the cells in which houses count."""
        whole = range(size)
        if self.rows is not None:
            return bitboard([(r, c) for r in self.rows for c in whole])
        if self.cols is not None:
            return bitboard([(r, c) for c in self.cols for r in whole])
        if self.quadrants is not None:
            return sum(quadrant(QUADRANTS.index(name), size) for name in self.quadrants)
        return bitboard([(r, c) for r in whole for c in whole])


class CorreoPack(PackModel):
    """All content of the game."""

    meta: Meta
    board: Board
    supply: Supply
    cards: Cards
    solo: Solo
    pile: list[Pile]
    objective: list[Objective]

    @model_validator(mode="after")
    def one_pile_for_each_shape(self) -> CorreoPack:
        """Check that each shape is there once, with at most 72 faces, of which one of four spaces has a house."""
        shapes = [pile.shape for pile in self.pile]
        if sorted(shapes) != sorted(SHAPES):
            raise ValueError(f"pile: shapes must be {', '.join(SHAPES)}, each once; given {', '.join(shapes)}")
        faces = sum(len(pile.faces) for pile in self.pile)
        if faces > 72:
            raise ValueError(f"pile: {faces} different faces; at most 72")
        large = [face for pile in self.pile if pile.shape in SHAPES[:5] for face in pile.faces]
        if not any(any(face.houses) for face in large):
            raise ValueError("pile: at least one face of four spaces needs a house")
        return self

    @model_validator(mode="after")
    def objectives_of_every_type(self) -> CorreoPack:
        """Check that there are one to six cards of each type, with lines on the board."""
        for kind in TYPES:
            count = sum(card.type == kind for card in self.objective)
            if not 1 <= count <= 6:
                raise ValueError(f"objective: {count} of type {kind}; accepted: 1 to 6")
        if len(self.objective) > 16:
            raise ValueError(f"objective: {len(self.objective)} cards; at most 16")
        for card in self.objective:
            for key, lines in (("rows", card.rows), ("cols", card.cols)):
                if lines is not None:
                    check_lines(lines, self.board.size, f"objective {card.name!r}: {key}")
                    if not lines:
                        raise ValueError(f"objective {card.name!r}: {key} must not be empty")
        return self

    def faces(self) -> list[tuple[int, Face]]:
        """(pile, face) of every tile id, in the order of SHAPES."""
        piles: dict[str, Pile] = {pile.shape: pile for pile in self.pile}
        return [(k, face) for k, shape in enumerate(SHAPES) for face in piles[shape].faces]

    def areas(self) -> list[int]:
        """Sets of the cells of the four quadrants, then of the highlighted rows and columns."""
        size = self.board.size
        rows = [bitboard([(r, c) for c in range(size)]) for r in self.board.highlight_rows]
        cols = [bitboard([(r, c) for r in range(size)]) for c in self.board.highlight_cols]
        return [*(quadrant(q, size) for q in range(4)), *rows, *cols]

    def fill(self, record: Any) -> None:
        """Write the pack into a zeroed PACK record."""
        size = self.board.size
        areas = self.areas()
        record.board_size = size
        record.num_areas = len(areas)
        record.solo_par = self.solo.par
        record.board = bitboard([(r, c) for r in range(size) for c in range(size)])
        record.areas[: len(areas)] = areas
        for line in areas[4:]:
            record.highlighted |= line
        record.fit[:] = [[fitting(k, o, size) for o in range(8)] for k in range(len(SHAPES))]
        record.animals = self.supply.animals
        record.spells = self.supply.spells
        record.patches = self.supply.patches
        record.card_copies[:] = self.cards.copies
        self.fill_tiles(record)
        self.fill_objectives(record)

    def fill_tiles(self, record: Any) -> None:
        """Write the tables of tiles."""
        faces = self.faces()
        record.num_tiles = len(faces)
        for tile, (pile, face) in enumerate(faces):
            record.tile_pile[tile] = pile
            record.tile_copies[tile] = face.copies
            record.tile_house[tile, : len(face.houses)] = face.houses
            record.tile_orientations[tile] = distinct(pile, face.houses)
            record.tile_colours[tile] = sum(1 << 8 * (house - 1) for house in face.houses if house)

    def fill_objectives(self, record: Any) -> None:
        """Write the tables of objective cards."""
        record.num_objectives = len(self.objective)
        for number, card in enumerate(self.objective):
            record.objective_type[number] = TYPES.index(card.type)
            record.objective_colour[number] = ANIMALS.index(card.colour) + 1 if card.colour else 0
            record.objective_region[number] = card.region(self.board.size)


def quadrant(index: int, size: int) -> int:
    """Set of the cells of the quadrant NW, NE, SW or SE."""
    half = size // 2
    top = half * (index // 2)
    left = half * (index % 2)
    return bitboard([(top + r, left + c) for r in range(half) for c in range(half)])


def check_lines(lines: list[int], size: int, what: str) -> None:
    """Raise ValueError unless all lines are on the board and none is named twice."""
    if len(set(lines)) != len(lines) or any(not 0 <= line < size for line in lines):
        raise ValueError(f"{what} must be different numbers from 0 to {size - 1}, given {lines}")
