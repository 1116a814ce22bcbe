"""The content of La noche de Halloween: from TOML tables and a drawing of the streets to the PACK record."""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import Field, StrictInt, StringConstraints, model_validator

from medianoche.envs.core.content.pack import Meta, PackModel, Provenance
from medianoche.envs.halloween import state as st

PACK = np.dtype(
    [
        (
            "walk",
            np.uint64,
            (st.SQUARES, st.WALK_LIMIT + 1, 4),
        ),  # [s, d, k] bit t: a walk of d steps s -> t over nbr[t, k]
        ("near", np.uint64, st.SQUARES),  # neighbours of a square
        ("colour_squares", np.uint64, st.COLOURS),
        ("draw_squares", np.uint64),
        ("start_squares", np.uint64),
        ("n_squares", np.int8),
        ("kind", np.int8, st.SQUARES),  # colour, or Kind
        ("nbr", np.int8, (st.SQUARES, 4)),  # N E S W, -1 none
        ("dist", np.int8, (st.SQUARES, st.SQUARES)),
        ("place", np.int8, (st.SQUARES, 2)),  # row and column in the drawing
        ("start", np.int8, st.CHILDREN),  # -1 for the two children of the pumpkins
        ("pumpkin", np.int8, 2),
        ("action_op", np.int8, st.CARDS),
        ("action_arg", np.int16, st.CARDS),
        ("treat_cond", np.int8, st.TREATS),
        ("treat_arg", np.int16, st.TREATS),
        ("treat_child", np.int8, st.TREATS),  # bonus of the mover
        ("treat_owner", np.int8, st.TREATS),  # bonus of the owner
        ("candy", np.int8, 9),  # candies of die result 1-8
        ("child_move", np.int8, st.CHILDREN),
        ("child_draw", np.int8, st.CHILDREN),
        ("rounds", np.int8),
        ("tear_round", np.int8),  # first lap, from 1, in which costumes are torn
        ("candies0", np.int8, st.SEATS + 1),  # at the start, by number of players
        ("total", np.int8),  # candies of all players and the pot
        ("hand_limit", np.int8),
        ("undefended", np.int8),  # price of a costume without defenders
    ]
)

# ---- streets

COLOUR_LETTERS = "RGYOB"
START_LETTERS = "mjdsrw"
PUMPKIN_LETTER = "p"
KINDS: dict[str, int] = {letter: colour for colour, letter in enumerate(COLOUR_LETTERS)}
KINDS |= {"D": st.Kind.DRAW} | dict.fromkeys("." + START_LETTERS + PUMPKIN_LETTER, st.Kind.GREY)
SIDES = ((-1, 0), (0, 1), (1, 0), (0, -1))  # N E S W
NOWHERE = 127


@dataclass(frozen=True)
class Board:
    """The squares and streets of a drawing; squares are numbered by their letters in reading order."""

    letters: str
    places: tuple[tuple[int, int], ...]
    """Row and column of each square."""
    neighbours: tuple[tuple[int, int, int, int], ...]
    """Of each square to the N E S W, -1 for none; streets that are not in the drawing take free sides."""

    @property
    def kinds(self) -> list[int]:
        """Kind of each square, as in the PACK record."""
        return [KINDS[letter] for letter in self.letters]

    def squares_of(self, letter: str) -> list[int]:
        """The squares drawn as `letter`."""
        return [square for square, drawn in enumerate(self.letters) if drawn == letter]

    def ways(self, square: int) -> list[int]:
        """The neighbours of a square."""
        return [other for other in self.neighbours[square] if other >= 0]

    @cached_property
    def distances(self) -> np.ndarray:
        """int8[squares, squares]: steps between two squares, 127 where no street connects them."""
        count = len(self.letters)
        steps = np.full((count, count), NOWHERE, np.int8)
        for start in range(count):
            steps[start, start] = 0
            reached = [start]
            for here in reached:
                for neighbour in self.ways(here):
                    if steps[start, neighbour] == NOWHERE:
                        steps[start, neighbour] = steps[start, here] + 1
                        reached.append(neighbour)
        return steps

    @cached_property
    def walks(self) -> np.ndarray:
        """uint64[squares, WALK_LIMIT + 1, 4]: bit t of [s, d, k] says that a walk of d steps leads from s to t over the
        k-th neighbour of t; no step goes straight back except in a dead end (R8)."""
        count = len(self.letters)
        table = np.zeros((count, st.WALK_LIMIT + 1, 4), np.uint64)
        for start in range(count):
            edges = {(start, neighbour) for neighbour in self.ways(start)}
            for steps in range(1, st.WALK_LIMIT + 1):
                for here, neighbour in edges:
                    table[start, steps, self.neighbours[neighbour].index(here)] |= np.uint64(1 << neighbour)
                edges = {(neighbour, onward) for here, neighbour in edges for onward in self.onward(here, neighbour)}
        return table

    def onward(self, here: int, reached: int) -> list[int]:
        """The squares to which a child that has stepped from `here` to `reached` may go on."""
        return [square for square in self.ways(reached) if square != here] or [here]


def read_drawing(
    rows: Iterable[str], added: Iterable[tuple[int, int]] = (), removed: Iterable[tuple[int, int]] = ()
) -> Board:
    """Read the lines of a drawing, in which a blank is no square and letters that touch are joined by a street, but for
    pairs of squares in `removed` and with those in `added`.

    Raises:
        ValueError: a letter, a pair or a number of squares or streets that is not accepted.
    """
    places = [(y, x) for y, row in enumerate(rows) for x, letter in enumerate(row) if letter != " "]
    letters = "".join(letter for row in rows for letter in row if letter != " ")
    if wrong := sorted(set(letters) - set(KINDS)):
        raise ValueError(f"rows: unknown letter {wrong[0]!r}; accepted: {' '.join(KINDS)} and blanks")
    if not 1 <= len(letters) <= st.SQUARES:
        raise ValueError(f"rows: {len(letters)} squares, accepted: 1 to {st.SQUARES}")
    number = {place: square for square, place in enumerate(places)}
    sides = [[number.get((y + dy, x + dx), -1) for dy, dx in SIDES] for y, x in places]
    for one, two in removed:
        if not _joined(sides, one, two):
            raise ValueError(f"edges_remove: no street joins {one} and {two}")
        for here, neighbour in ((one, two), (two, one)):
            sides[here][sides[here].index(neighbour)] = -1
    for one, two in added:
        _check_new_street(sides, one, two)
        for here, neighbour in ((one, two), (two, one)):
            sides[here][sides[here].index(-1)] = neighbour
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


# ---- tables

Name = Annotated[str, StringConstraints(min_length=1)]
Square = Annotated[int, Field(strict=True, ge=0)]
Street = tuple[Square, Square]
OpName = Annotated[str, Field(pattern=f"^({'|'.join(st.Op.__members__)})$")]
ConditionName = Annotated[str, Field(pattern=f"^({'|'.join(st.Condition.__members__)})$")]
ARGS: dict[st.Op, tuple[int, int]] = {
    st.Op.GROUND: (1, 9),
    st.Op.FREEZE: (1, 2),
    st.Op.SEND_HOME: (1, 255),
    st.Op.TOLL: (1, 9),
    st.Op.POT_GAIN: (1, 9),
    st.Op.LOSE: (1, 9),
    st.Op.GAIN: (1, 9),
}
"""Least and greatest argument of an action card's op; the other ops have none."""
CONDITION_ARGS = {st.Condition.SET: (1, 255), st.Condition.PAY: (1, 2)}
FIRST_ROLLS = range(1, 5)
"""Rolls of which one must lead every child off every square (R12 ends)."""


class Candies(PackModel):
    """The `[rules.candies]` table: candies of each player at the start, by number of players."""

    four_players: StrictInt = Field(ge=1)
    five_players: StrictInt = Field(ge=1)


class Rules(PackModel):
    """The `[rules]` table: the numbers of the rulebook."""

    rounds: StrictInt = Field(ge=1, le=8)
    tear_from_round: StrictInt = Field(ge=1, le=9)
    candies: Candies
    total: StrictInt = Field(ge=1, le=100)
    candy_table: tuple[Annotated[int, Field(strict=True, ge=0, le=5)], ...] = Field(min_length=8, max_length=8)
    hand_limit: StrictInt = Field(ge=1, le=3)
    undefended: StrictInt = Field(ge=1, le=9)
    provenance: Provenance

    @model_validator(mode="after")
    def enough_candies(self) -> Rules:
        """All players' candies come out of the common pot, so they must not exceed it."""
        for players, candies_each in ((4, self.candies.four_players), (5, self.candies.five_players)):
            if players * candies_each > self.total:
                raise ValueError(
                    f"candies: {players} players have {candies_each} each, more than the {self.total} there are"
                )
        return self


class Streets(PackModel):
    """The `[board]` table: a drawing of the streets, its letters the squares."""

    rows: tuple[str, ...]
    edges_add: tuple[Street, ...] = ()
    edges_remove: tuple[Street, ...] = ()
    provenance: Provenance

    @cached_property
    def board(self) -> Board:
        """The streets of the drawing."""
        return read_drawing(self.rows, self.edges_add, self.edges_remove)

    @model_validator(mode="after")
    def streets_are_playable(self) -> Streets:
        """All squares are connected, every kind of square exists, and every walk can start."""
        board = self.board
        for square in range(len(board.letters)):
            if board.distances[0, square] == NOWHERE:
                raise ValueError(f"rows: the streets are not connected: no way from square 0 to square {square}")
        for letter in COLOUR_LETTERS + "D":
            if not board.squares_of(letter):
                sort = "draw square" if letter == "D" else "house of this colour"
                raise ValueError(f"rows: no {letter}: at least one {sort} is needed")
        for letter, count in [(letter, 1) for letter in START_LETTERS] + [(PUMPKIN_LETTER, 2)]:
            drawn = len(board.squares_of(letter))
            if drawn != count:
                raise ValueError(f"rows: start square {letter} is drawn {drawn} times, needed: {count}")
        leave_every_square(board)
        warn_of_neighbours(board)
        return self


def leave_every_square(board: Board) -> None:
    """Raise ValueError unless from every square a roll of 1 to 4 leads off the mover's own colour (R12)."""
    kinds = np.array(board.kinds)
    for square in range(len(kinds)):
        ends = np.bitwise_or.reduce(board.walks[square, FIRST_ROLLS.start : FIRST_ROLLS.stop], axis=None)
        reached = kinds[np.flatnonzero(np.unpackbits(np.array([ends]).view(np.uint8), bitorder="little"))]
        for colour, letter in enumerate(COLOUR_LETTERS):
            if (reached == colour).all():
                raise ValueError(f"rows: with rolls of 1 to 4 square {square} leads to {letter} houses only")


def warn_of_neighbours(board: Board) -> None:
    """Warn of houses of one colour side by side: legal, but probably a mistake."""
    kinds = board.kinds
    for square, kind in enumerate(kinds):
        for other in board.ways(square):
            if square < other and kind == kinds[other] < len(COLOUR_LETTERS):
                letter = COLOUR_LETTERS[kind]
                warnings.warn(f"board: {letter} houses {square} and {other} are neighbours", stacklevel=2)


class ChildEntry(PackModel):
    """One of the eight children."""

    name: Name
    move: Literal["normal", "double", "half", "reroll", "nearest"]
    draw: Literal["none", "two", "look", "home", "home_look"]
    start: Literal["m", "j", "d", "s", "r", "w", "p"]
    provenance: Provenance


class ActionEntry(PackModel):
    """One action card; SEND_HOME's argument is a sum of 1, 2, 4, ... for Montse, Simoncito, Jorgito, ..."""

    id: StrictInt = Field(ge=1, le=st.CARDS)
    name: Name
    op: OpName
    arg: StrictInt = 0
    provenance: Provenance

    @model_validator(mode="after")
    def argument_fits(self) -> ActionEntry:
        """The op has an argument in its range, or none."""
        check_argument(f"card {self.id}", self.op, self.arg, ARGS.get(st.Op[self.op]))
        return self


class TreatEntry(PackModel):
    """A treat card with its two bonuses: for the player of the child, and for the owner of the house."""

    name: Name
    condition: ConditionName
    arg: StrictInt = 0
    child: StrictInt = Field(ge=0, le=12)
    owner: StrictInt = Field(ge=0, le=12)
    copies: StrictInt = Field(ge=1, le=st.TREATS)
    provenance: Provenance

    @model_validator(mode="after")
    def argument_fits(self) -> TreatEntry:
        """The condition has an argument in its range, or none."""
        check_argument(
            f"treat {self.name!r}", self.condition, self.arg, CONDITION_ARGS.get(st.Condition[self.condition])
        )
        return self


def check_argument(card: str, name: str, arg: int, bounds: tuple[int, int] | None) -> None:
    """Raise ValueError unless `arg` is in `bounds`, or 0 where there are none."""
    least, most = bounds or (0, 0)
    if not least <= arg <= most:
        accepted = f"{least} to {most}" if bounds else "none"
        raise ValueError(f"arg: {card} of {name} has argument {arg}, accepted: {accepted}")


class HalloweenPack(PackModel):
    """A whole content pack."""

    meta: Meta
    rules: Rules
    board: Streets
    child: tuple[ChildEntry, ...]
    action: tuple[ActionEntry, ...]
    treat: tuple[TreatEntry, ...]

    @model_validator(mode="after")
    def counts_are_right(self) -> HalloweenPack:
        """Eight children in order, one at each start, 17 action and 18 treat cards."""
        if tuple(child.name for child in self.child) != st.CHILD_NAMES:
            raise ValueError(f"child: the eight entries must be, in this order: {', '.join(st.CHILD_NAMES)}")
        starts = "".join(sorted(child.start for child in self.child))
        if starts != "".join(sorted(START_LETTERS + 2 * PUMPKIN_LETTER)):
            raise ValueError(f"child.start: each of {START_LETTERS} is needed once and p twice, given: {starts}")
        if sorted(card.id for card in self.action) != list(range(1, st.CARDS + 1)):
            raise ValueError(f"action.id: each number from 1 to {st.CARDS} is needed once")
        if (treats := sum(card.copies for card in self.treat)) != st.TREATS:
            raise ValueError(f"treat.copies: {treats} cards in all, needed: {st.TREATS}")
        return self

    def fill(self, record: Any) -> None:
        """Write everything into a PACK record."""
        self._fill_board(record)
        self._fill_cards(record)
        rules = self.rules
        record.rounds = rules.rounds
        record.tear_round = rules.tear_from_round
        record.candies0[4:] = rules.candies.four_players, rules.candies.five_players
        record.candy[1:] = rules.candy_table
        record.total = rules.total
        record.hand_limit = rules.hand_limit
        record.undefended = rules.undefended

    def _fill_board(self, record: Any) -> None:
        board = self.board.board
        count = len(board.letters)
        record.n_squares = count
        record.kind[:] = st.Kind.GREY
        record.kind[:count] = board.kinds
        record.nbr[:] = -1
        record.nbr[:count] = board.neighbours
        record.dist[:count, :count] = board.distances
        record.walk[:count] = board.walks
        record.place[:count] = board.places
        record.near[:count] = [word_of(board.ways(square)) for square in range(count)]
        record.colour_squares[:] = [word_of(board.squares_of(letter)) for letter in COLOUR_LETTERS]
        record.draw_squares = word_of(board.squares_of("D"))
        starts = {letter: board.squares_of(letter) for letter in START_LETTERS + PUMPKIN_LETTER}
        record.start_squares = word_of(square for squares in starts.values() for square in squares)
        record.pumpkin[:] = starts.pop(PUMPKIN_LETTER)
        record.start[:] = [starts.get(child.start, [-1])[0] for child in self.child]

    def _fill_cards(self, record: Any) -> None:
        record.child_move[:] = [st.Walk[child.move.upper()] for child in self.child]
        record.child_draw[:] = [st.Look[child.draw.upper()] for child in self.child]
        for action in self.action:
            record.action_op[action.id - 1] = st.Op[action.op]
            record.action_arg[action.id - 1] = action.arg
        treats = [treat for treat in self.treat for _ in range(treat.copies)]
        record.treat_cond[:] = [st.Condition[treat.condition] for treat in treats]
        record.treat_arg[:] = [treat.arg for treat in treats]
        record.treat_child[:] = [treat.child for treat in treats]
        record.treat_owner[:] = [treat.owner for treat in treats]


def word_of(squares: Iterable[int]) -> np.uint64:
    """A set of squares as a word of 64 bits."""
    return np.uint64(sum(1 << square for square in squares))
