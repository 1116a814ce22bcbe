"""The content of La noche de Halloween: TOML tables -> PACK record."""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from functools import cached_property
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import Field, StrictInt, StringConstraints, model_validator

from medianoche.envs.core.pack import Meta, PackModel, Provenance
from medianoche.envs.halloween.state import (
    CARDS,
    CHILD_NAMES,
    GREY,
    TREATS,
    Condition,
    Op,
)
from medianoche.envs.halloween.streets import (
    COLOUR_LETTERS,
    NOWHERE,
    PUMPKIN_LETTER,
    START_LETTERS,
    Board,
    read_drawing,
)

Name = Annotated[str, StringConstraints(min_length=1)]
Square = Annotated[int, Field(strict=True, ge=0)]
Street = tuple[Square, Square]
OpName = Literal[
    "FREE_CHILD",
    "GROUND",
    "FREEZE",
    "FORCE_DIE",
    "SEND_HOME",
    "SHUT",
    "TOLL",
    "PASS_BY",
    "POT_GAIN",
    "ROLL_AGAIN",
    "LOSE",
    "GAIN",
    "LOSE_DIE",
    "GIVE_DIE",
]
ConditionName = Literal["FREE", "SHOW_RIVAL", "SHOW_ALL", "SET", "NOT_CALLER", "CALLER", "PAY", "DISCARD"]
MOVES = ("normal", "double", "half", "reroll", "nearest")
DRAWS = ("none", "two", "look", "home", "home_look")
ARGS: dict[Op, tuple[int, int]] = {
    Op.GROUND: (1, 9),
    Op.FREEZE: (1, 2),
    Op.SEND_HOME: (1, 255),
    Op.TOLL: (1, 9),
    Op.POT_GAIN: (1, 9),
    Op.LOSE: (1, 9),
    Op.GAIN: (1, 9),
}
"""Least and greatest argument of an action card's op; the other ops have none."""
CONDITION_ARGS = {Condition.SET: (1, 255), Condition.PAY: (1, 2)}
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
        """The common pot is not in debt."""
        for players, each in ((4, self.candies.four_players), (5, self.candies.five_players)):
            if players * each > self.total:
                raise ValueError(f"candies: {players} players have {each} each, more than the {self.total} there are")
        return self


class Streets(PackModel):
    """The `[board]` table: a drawing of the streets, its letters the squares."""

    rows: tuple[str, ...]
    edges_add: tuple[Street, ...] = ()
    edges_remove: tuple[Street, ...] = ()
    provenance: Provenance

    @cached_property
    def board(self) -> Board:
        """The drawing, read."""
        return read_drawing(self.rows, self.edges_add, self.edges_remove)

    @model_validator(mode="after")
    def streets_are_playable(self) -> Streets:
        """All squares are connected, every sort of square is there, and a walk can always start."""
        board = self.board
        for square in range(len(board.letters)):
            if board.distances[0, square] == NOWHERE:
                raise ValueError(f"rows: the streets are not connected: no way from square 0 to square {square}")
        for letter in COLOUR_LETTERS + "D":
            if not board.squares_of(letter):
                sort = "draw square" if letter == "D" else "house of this colour"
                raise ValueError(f"rows: no {letter}: at least one {sort} is needed")
        for letter, count in [(letter, 1) for letter in START_LETTERS] + [(PUMPKIN_LETTER, 2)]:
            found = len(board.squares_of(letter))
            if found != count:
                raise ValueError(f"rows: start square {letter} is drawn {found} times, needed: {count}")
        leave_every_square(board)
        warn_of_neighbours(board)
        return self


def leave_every_square(board: Board) -> None:
    """Raise ValueError unless a roll of 1 to 4 leads off every square to another colour than one's own (R12)."""
    kinds = np.array(board.kinds)
    for square in range(len(kinds)):
        ends = np.bitwise_or.reduce(board.walks[square, FIRST_ROLLS.start : FIRST_ROLLS.stop], axis=None)
        reached = kinds[np.flatnonzero(np.unpackbits(np.array([ends]).view(np.uint8), bitorder="little"))]
        for colour, letter in enumerate(COLOUR_LETTERS):
            if (reached == colour).all():
                raise ValueError(f"rows: with rolls of 1 to 4 square {square} leads to {letter} houses only")


def warn_of_neighbours(board: Board) -> None:
    """Warn of houses of one colour side by side: legal, but hardly meant."""
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

    id: StrictInt = Field(ge=1, le=CARDS)
    name: Name
    op: OpName
    arg: StrictInt = 0
    provenance: Provenance

    @model_validator(mode="after")
    def argument_fits(self) -> ActionEntry:
        """The op has an argument in its range, or none."""
        check_argument(f"card {self.id}", self.op, self.arg, ARGS.get(Op[self.op]))
        return self


class TreatEntry(PackModel):
    """A treat card with its two bonuses: when you are the child, when you are the owner of the house."""

    name: Name
    condition: ConditionName
    arg: StrictInt = 0
    child: StrictInt = Field(ge=0, le=12)
    owner: StrictInt = Field(ge=0, le=12)
    copies: StrictInt = Field(ge=1, le=TREATS)
    provenance: Provenance

    @model_validator(mode="after")
    def argument_fits(self) -> TreatEntry:
        """The condition has an argument in its range, or none."""
        check_argument(f"treat {self.name!r}", self.condition, self.arg, CONDITION_ARGS.get(Condition[self.condition]))
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
        if tuple(child.name for child in self.child) != CHILD_NAMES:
            raise ValueError(f"child: the eight entries must be, in this order: {', '.join(CHILD_NAMES)}")
        starts = "".join(sorted(child.start for child in self.child))
        if starts != "".join(sorted(START_LETTERS + 2 * PUMPKIN_LETTER)):
            raise ValueError(f"child.start: each of {START_LETTERS} is needed once and p twice, given: {starts}")
        if sorted(card.id for card in self.action) != list(range(1, CARDS + 1)):
            raise ValueError(f"action.id: each number from 1 to {CARDS} is needed once")
        if (treats := sum(card.copies for card in self.treat)) != TREATS:
            raise ValueError(f"treat.copies: {treats} cards in all, needed: {TREATS}")
        return self

    def fill(self, record: Any) -> None:
        """Write everything into a PACK record."""
        self._fill_board(record)
        self._fill_cards(record)
        rules = self.rules
        record.rounds, record.tear_round = rules.rounds, rules.tear_from_round
        record.candies0[4:] = rules.candies.four_players, rules.candies.five_players
        record.candy[1:] = rules.candy_table
        record.total, record.hand_limit, record.undefended = rules.total, rules.hand_limit, rules.undefended

    def _fill_board(self, record: Any) -> None:
        board = self.board.board
        count = len(board.letters)
        record.n_squares = count
        record.kind[:] = GREY
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
        record.child_move[:] = [MOVES.index(child.move) for child in self.child]
        record.child_draw[:] = [DRAWS.index(child.draw) for child in self.child]
        for action in self.action:
            record.action_op[action.id - 1] = Op[action.op]
            record.action_arg[action.id - 1] = action.arg
        treats = [treat for treat in self.treat for _ in range(treat.copies)]
        record.treat_cond[:] = [Condition[treat.condition] for treat in treats]
        record.treat_arg[:] = [treat.arg for treat in treats]
        record.treat_child[:] = [treat.child for treat in treats]
        record.treat_owner[:] = [treat.owner for treat in treats]


def word_of(squares: Iterable[int]) -> np.uint64:
    """The squares as bits of a word."""
    return np.uint64(sum(1 << square for square in squares))
