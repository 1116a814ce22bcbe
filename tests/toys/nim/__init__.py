"""Nim with one pile: take one to three stones; the player who takes the last one wins. Best play leaves 4, 8, 12."""

from enum import IntEnum

import numpy as np

from medianoche.envs.core.compile.jit import Kernels
from medianoche.envs.core.content.fields import shared_fields
from medianoche.envs.core.content.layout import Block, Layout
from medianoche.toys.small import SmallGame

STONE_LIMIT = 15
TAKE = 3

STATE = np.dtype(
    [*shared_fields(2), ("stones", np.int8)],
)  # fmt: skip
LAYOUT = Layout(Block("stones", STONE_LIMIT + 1))
ACTIONS = Layout(Block("take", TAKE))
kernel = Kernels(state=STATE)

Phase = IntEnum("Phase", "TAKE END", start=0)


class Nim(SmallGame):
    name = "nim"
    title = "Nim"
    decisions = STONE_LIMIT
    hidden_information = False

    def action_words(self, view, action):
        return f"take {action + 1}"

    def text(self, view):
        return f"{view.state.stones} stones"
