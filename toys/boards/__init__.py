"""Phantom tic-tac-toe and dark hex on a board of 3 x 3, each classical and abrupt: yardsticks of equilibrium learning.

A player sees only the own stones, and learns that a cell is taken by trying it. In the classical game the player then
tries another cell; in the abrupt one the turn is lost. Players remember all of their tries in order. The rules are
those of OpenSpiel's `phantom_ttt` and `dark_hex(board_size=3)` with `obstype=reveal-nothing`.

Source: Rudolph et al., "Reevaluating Policy Gradient Methods for Imperfect-Information Games", 2025, whose benchmark
of five games these four are part of.
"""

from enum import IntEnum

import numpy as np

from medianoche.envs.core.content.fields import shared_fields
from medianoche.envs.core.content.layout import Block, Layout
from medianoche.envs.core.kernels import Kernels
from medianoche.envs.core.show.view import View
from medianoche.toys.small import SmallGame

SIDE = 3
CELLS = 9
EMPTY, UNKNOWN = -1, -2
"""What a cell of the board holds besides a seat, and in a view what the player does not know."""
NO_TRY = -1
"""In the list of tries: no further one."""

Rules = IntEnum("Rules", "PHANTOM_TIC_TAC_TOE ABRUPT_PHANTOM_TIC_TAC_TOE DARK_HEX ABRUPT_DARK_HEX", start=0)
"""Which of the games a state belongs to."""

Phase = IntEnum("Phase", "PLACE END", start=0)
"""What the player to move is asked."""

STATE = np.dtype(
    [
        *shared_fields(2),  # scores: 1 for the winner, -1 for the loser
        ("rules", np.int8),
        ("board", np.int8, CELLS),  # the seat whose stone lies there, or EMPTY; UNKNOWN in a view
        ("tries", np.int8, (2, CELLS)),  # the cells that each seat has tried, in order, then NO_TRY; UNKNOWN in a view
    ]
)
LAYOUT = Layout(
    Block("seat", 2, "whose view it is"),
    Block("own", CELLS, "1 for each own stone"),
    Block("found", CELLS, "1 for each stone of the other that a try has found"),
    Block("tries", (CELLS, CELLS), "the cells tried so far, in order"),
)
ACTIONS = Layout(Block("cell", CELLS, "place a stone on this cell, row by row, if it is empty"))
kernel = Kernels(state=STATE)


class Boards(SmallGame):
    """Any of the four games."""

    decisions = 2 * CELLS - 1  # nine stones, and eight tries of taken cells: the last stone leaves none to try
    seats_differ = True
    chance = False
    perfect_recall = True
    zero_sum = True
    unknown = {"board": UNKNOWN, "tries": UNKNOWN}  # noqa: RUF012 - a constant of the class, as in every game

    def action_words(self, view: View, action: int) -> str:
        """The cell by its row and column, from 1."""
        row, column = divmod(action, SIDE)
        return f"row {row + 1}, column {column + 1}"

    def text(self, view: View) -> str:
        """The board; a "?" is a cell that the viewer has not tried."""
        signs = {0: "x", 1: "o", EMPTY: ".", UNKNOWN: "?"}
        board = np.array(view.state.board).reshape(SIDE, SIDE)
        hex_board = view.state.rules >= Rules.DARK_HEX
        return "\n".join(
            " " * (row * hex_board) + " ".join(signs[int(cell)] for cell in board[row]) for row in range(SIDE)
        )


class PhantomTicTacToe(Boards, rules=Rules.PHANTOM_TIC_TAC_TOE):
    """Classical phantom tic-tac-toe."""

    name = "phantom_tic_tac_toe"
    title = "Phantom tic-tac-toe"


class AbruptPhantomTicTacToe(Boards, rules=Rules.ABRUPT_PHANTOM_TIC_TAC_TOE):
    """Phantom tic-tac-toe in which a try of a taken cell ends the turn."""

    name = "abrupt_phantom_tic_tac_toe"
    title = "Abrupt phantom tic-tac-toe"


class DarkHex(Boards, rules=Rules.DARK_HEX):
    """Classical dark hex on 3 x 3: seat 0 joins the upper and the lower edge, seat 1 the left and the right one."""

    name = "dark_hex"
    title = "Dark hex, 3 x 3"


class AbruptDarkHex(Boards, rules=Rules.ABRUPT_DARK_HEX):
    """Dark hex in which a try of a taken cell ends the turn."""

    name = "abrupt_dark_hex"
    title = "Abrupt dark hex, 3 x 3"
