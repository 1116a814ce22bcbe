"""Connect Four: the tutorial for adding a game, and the game of the speed comparison, since every suite has it."""

from enum import IntEnum

import numpy as np

from medianoche.envs.core.content.fields import shared_fields
from medianoche.envs.core.content.layout import Block, Layout
from medianoche.envs.core.kernels import Kernels
from medianoche.envs.core.show.view import View
from medianoche.toys.small import SmallGame

COLUMNS = 7
ROWS = 6
HEIGHT = ROWS + 1  # bits of a column: its cells from below, and an empty one, so that no line wraps around
STATE = np.dtype(
    [
        ("rng", np.uint64),
        ("own", np.uint64),  # discs of the player to move, bit = HEIGHT * column + row
        ("discs", np.uint64),  # discs of both
        *shared_fields(2)[1:],  # scores: 1 for the winner
        ("ply", np.int8),
    ]
)
LAYOUT = Layout(
    Block("own_discs", (ROWS, COLUMNS), "1 where the seat has a disc, rows from below, each from the left"),
    Block("other_discs", (ROWS, COLUMNS), "the same of the other seat"),
)
ACTIONS = Layout(Block("column", COLUMNS, "drop a disc into this column, which is not full"))
kernel = Kernels(state=STATE, discs=np.uint64)

Phase = IntEnum("Phase", "DROP END", start=0)
"""What the player to move is asked."""


class ConnectFour(SmallGame):
    """Connect Four: drop discs into seven columns; four in a line win."""

    name = "connect_four"
    title = "Connect Four"
    decisions = ROWS * COLUMNS
    hidden_information = False
    chance = False
    zero_sum = True

    def action_words(self, view: View, action: int) -> str:
        """The action in words."""
        return f"drop into column {action + 1}"

    def text(self, view: View) -> str:
        """The board, X first."""
        first, second = self.game.observe(view.record, 0).reshape(2, ROWS, COLUMNS)[:, ::-1]
        signs = np.where(first, "X", np.where(second, "O", "."))
        return "\n".join([*map(" ".join, signs), "1 2 3 4 5 6 7"])
