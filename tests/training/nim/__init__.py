"""Nim with one pile: take one to three stones; whoever takes the last wins. Best play leaves multiples of four."""

from enum import IntEnum

import numpy as np

from medianoche.envs.core.game import Block, Game
from medianoche.envs.core.jit import Kernels

MOST, TAKE = 15, 3

STATE = np.dtype(
    [
        ("rng", np.uint64),
        ("utility", np.float32, 2),
        ("scores", np.int16, 2),
        ("pack", np.uint16),
        ("num_players", np.uint8),
        ("phase", np.uint8),
        ("to_move", np.int8),
        ("done", np.uint8),
        ("stones", np.uint8),
    ]
)
PACK = np.dtype([("nothing", np.uint8)])
kernel = Kernels(state=STATE, pack=PACK)


class Phase(IntEnum):
    TAKE = 0
    END = 1


class Nim(Game):
    name = "nim"
    title = "Nim"
    players = (2,)
    state_dtype = STATE
    pack_dtype = PACK
    phases = Phase
    hidden_information = False
    num_actions = TAKE
    layout = (Block("stones", MOST + 1),)

    def max_decisions(self, num_players, options):
        return MOST

    def describe(self, state, action):
        return f"take {action + 1}"

    def render(self, state):
        return f"{state.stones} stones"
