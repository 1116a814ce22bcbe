"""One choice and one die: action 0 wins nine times of ten, each other one once; nothing is hidden."""

from enum import IntEnum

import numpy as np

from medianoche.envs.core.compile.jit import Kernels
from medianoche.envs.core.content.fields import shared_fields
from medianoche.envs.core.content.layout import Block, Layout
from medianoche.toys.small import SmallGame

BETS = 4

STATE = np.dtype([*shared_fields(2)])
LAYOUT = Layout(Block("constant", 1))
ACTIONS = Layout(Block("bet", BETS))
kernel = Kernels(state=STATE)

Phase = IntEnum("Phase", "BET END", start=0)


class Coin(SmallGame):
    name = "coin"
    title = "Coin"
    decisions = 1
    hidden_information = False

    def action_words(self, view, action):
        return f"bet {action}"

    def text(self, view):
        return "bet"
