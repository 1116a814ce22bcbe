"""Connect Four on the core: the tutorial for adding a game, and the yardstick, since every suite has it.

A game is one STATE record, a class that names its parts, and the kernels in `rules.py`. It has no hidden
information, so `conceal` hides the generator alone and `determinize` does nothing, and no content, so it has no pack.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np

from medianoche.envs.core.game import Game, State
from medianoche.envs.core.jit import Kernels
from medianoche.envs.core.layout import Block, Layout
from medianoche.envs.core.view import View

COLUMNS, ROWS = 7, 6
HEIGHT = ROWS + 1
"""Bits of a column: its cells from the bottom, and one that stays empty, so that lines do not wrap around."""

STATE = np.dtype(
    [
        ("rng", np.uint64),
        ("own", np.uint64),  # discs of the player to move, bit = HEIGHT * column + row
        ("discs", np.uint64),  # discs of both
        ("utility", np.float32, 2),
        ("scores", np.int16, 2),  # 1 for the winner
        ("pack", np.int16),
        ("num_players", np.int8),
        ("phase", np.int8),
        ("to_move", np.int8),
        ("done", np.int8),
        ("ply", np.int8),
    ]
)
PACK = np.dtype([("nothing", np.int8)])
LAYOUT = Layout(
    Block("own_discs", (COLUMNS, ROWS), "1 where the seat has a disc, columns from the left, each from below"),
    Block("other_discs", (COLUMNS, ROWS), "the same of the other seat"),
)
ACTIONS = Layout(Block("column", COLUMNS, "drop a disc into this column, which is not full"))
kernel = Kernels(state=STATE, pack=PACK, discs=np.uint64)


class Phase(IntEnum):
    """What the player to move is asked."""

    DROP = 0
    END = 1


class ConnectFour(Game):
    """Connect Four: drop discs into seven columns; four in a line win."""

    name = "connect_four"
    title = "Connect Four"
    players = (2,)
    state_dtype = STATE
    pack_dtype = PACK
    phases = Phase
    hidden_information = False
    layout = LAYOUT
    actions = ACTIONS

    def max_decisions(self, num_players: int, options: Any) -> int:
        """One for each cell."""
        return ROWS * COLUMNS

    def describe(self, state: State, action: int) -> str:
        """The action in words."""
        return f"drop into column {action + 1}"

    def text(self, view: View) -> str:
        """The board, X first."""
        state = view.record
        mover = int(state.ply) % 2
        own, everything = int(state["own"]), int(state["discs"])
        signs = {(0, 0): ".", (1, 1): "XO"[mover], (0, 1): "OX"[mover]}
        lines = [
            " ".join(signs[own >> (HEIGHT * c + r) & 1, everything >> (HEIGHT * c + r) & 1] for c in range(COLUMNS))
            for r in reversed(range(ROWS))
        ]
        return "\n".join([*lines, "1 2 3 4 5 6 7"])
