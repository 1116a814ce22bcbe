"""Stairs: seat 0 climbs a step or goes home, which is worth nothing; after each step seat 1 lets it pass or pushes it
down. The top wins, a fall loses half of that."""

from enum import IntEnum

import numpy as np

from medianoche.envs.core.compile.jit import Kernels
from medianoche.envs.core.content.fields import shared_fields
from medianoche.envs.core.content.layout import Block, Layout
from medianoche.envs.core.declaration import Declaration

TOP = 6
FALL = 0.5

STATE = np.dtype([*shared_fields(2), ("step", np.int8)])
LAYOUT = Layout(Block("step", TOP + 1))
ACTIONS = Layout(Block("go", 2))
kernel = Kernels(state=STATE)

Phase = IntEnum("Phase", "GO END", start=0)


class Stairs(Declaration):
    name = "stairs"
    title = "Stairs"
    players = (2,)
    hidden_information = False

    def max_decisions(self, num_players, options):
        return 2 * TOP

    def action_words(self, view, action):
        return ("on", "no")[action]

    def text(self, view):
        return f"step {view.state.step}"
