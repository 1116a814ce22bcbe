"""Grab, for four or five: each in turn takes one to four sweets and a die decides whether they are kept (it must show
more than was taken). Whoever has the most wins; a game for tests of tables with many seats."""

from enum import IntEnum

import numpy as np

from medianoche.envs.core.compile.jit import Kernels
from medianoche.envs.core.content.layout import Block, Layout
from medianoche.envs.core.game import Game

SEATS, MOST = 5, 4

STATE = np.dtype(
    [
        ("rng", np.uint64),
        ("utility", np.float32, SEATS),
        ("scores", np.int16, SEATS),
        ("pack", np.int16),
        ("num_players", np.int8),
        ("phase", np.int8),
        ("to_move", np.int8),
        ("done", np.int8),
    ]
)
PACK = np.dtype([("nothing", np.int8)])
kernel = Kernels(state=STATE, pack=PACK)


class Phase(IntEnum):
    TAKE = 0
    END = 1


class Grab(Game):
    name = "grab"
    title = "Grab"
    players = (5, 4)
    state_dtype = STATE
    pack_dtype = PACK
    phases = Phase
    hidden_information = False
    layout = Layout(Block("scores", SEATS))
    actions = Layout(Block("take", MOST))

    def max_decisions(self, num_players, options):
        return num_players

    def describe(self, state, action):
        return f"take {action + 1}"

    def text(self, view):
        return f"{view.state.scores}"
