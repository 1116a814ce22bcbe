"""Nim with one pile: take one to three stones; the player who takes the last one wins. Best play leaves 4, 8, 12."""

from enum import IntEnum

import numpy as np

from medianoche.envs.core.compile.jit import Kernels
from medianoche.envs.core.content.layout import Block, Layout
from medianoche.envs.core.game import Game

STONE_LIMIT, TAKE = 15, 3

STATE = np.dtype(
    [
        ("rng", np.uint64),
        ("utility", np.float32, 2),
        ("scores", np.int16, 2),
        ("pack", np.int16),
        ("num_players", np.int8),
        ("phase", np.int8),
        ("to_move", np.int8),
        ("done", np.int8),
        ("stones", np.int8),
    ]
)
PACK = np.dtype([("nothing", np.int8)])
kernel = Kernels(state=STATE, pack=PACK)

Phase = IntEnum("Phase", "TAKE END", start=0)


class Nim(Game):
    name = "nim"
    title = "Nim"
    players = (2,)
    state_dtype = STATE
    pack_dtype = PACK
    phases = Phase
    hidden_information = False
    layout = Layout(Block("stones", STONE_LIMIT + 1))
    actions = Layout(Block("take", TAKE))

    def max_decisions(self, num_players, options):
        return STONE_LIMIT

    def action_words(self, view, action):
        return f"take {action + 1}"

    def text(self, view):
        return f"{view.state.stones} stones"
