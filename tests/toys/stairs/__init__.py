"""Stairs: seat 0 climbs a step or goes home, which is worth nothing; after each step seat 1 lets it pass or pushes it
down. The top wins, a fall loses half of that."""

from enum import IntEnum

import numpy as np

from medianoche.envs.core.compile.jit import Kernels
from medianoche.envs.core.content.fields import shared_fields
from medianoche.envs.core.content.layout import Block, Layout
from medianoche.toys.small import SmallGame

TOP = 6
FALL = 0.5

STATE = np.dtype([*shared_fields(2), ("step", np.int8)])
LAYOUT = Layout(Block("step", TOP + 1))
ACTIONS = Layout(Block("go", 2))
kernel = Kernels(state=STATE)

Phase = IntEnum("Phase", "GO END", start=0)


class Stairs(SmallGame):
    name = "stairs"
    title = "Stairs"
    decisions = 2 * TOP
    hidden_information = False

    def action_words(self, view, action):
        return ("on", "no")[action]

    def text(self, view):
        return f"step {view.state.step}"
