"""Nim with one pile: take one to three stones; the player who takes the last one wins. Best play leaves 4, 8, 12."""

from enum import IntEnum

import numpy as np

from medianoche.envs.core.compile.jit import Kernels
from medianoche.envs.core.content.fields import shared_fields
from medianoche.envs.core.content.layout import Block, Layout
from medianoche.envs.core.declaration import Declaration

STONE_LIMIT = 15
TAKE = 3

STATE = np.dtype(
    [*shared_fields(2), ("stones", np.int8)],
)  # fmt: skip
LAYOUT = Layout(Block("stones", STONE_LIMIT + 1))
ACTIONS = Layout(Block("take", TAKE))
kernel = Kernels(state=STATE)

Phase = IntEnum("Phase", "TAKE END", start=0)


class Nim(Declaration):
    name = "nim"
    title = "Nim"
    players = (2,)
    hidden_information = False

    def max_decisions(self, num_players, options):
        return STONE_LIMIT

    def action_words(self, view, action):
        return f"take {action + 1}"

    def text(self, view):
        return f"{view.state.stones} stones"
