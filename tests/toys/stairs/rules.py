"""The kernels of Stairs."""

import numpy as np

from medianoche.envs.core.kernels.bits import clear_bits, set_bit
from tests.toys.stairs import FALL, TOP, kernel

NO_CHANCE = np.uint64(0)
INCONSISTENCIES = ("there are too many steps",)


@kernel
def reset(pack, state):
    pass


@kernel
def legal_mask(pack, state, mask):
    clear_bits(mask)
    set_bit(mask, 0)
    set_bit(mask, 1)
    return 2


@kernel
def apply(pack, state, action):
    mover = state.to_move
    worth = 0.0
    state.to_move = 1 - mover
    if action == 0 and mover == 0:
        return
    state.step = state.step + (action == 0)
    if action == 1 or state.step == TOP:
        if mover == 1:
            worth = -FALL if action == 1 else 1.0
        state.utility[0] = worth
        state.utility[1] = -worth
        state.done = 1
        state.phase = 1
        state.to_move = -1


@kernel
def observe(pack, state, player, out):
    out[state.step] = 1


@kernel
def conceal(pack, state, player):
    state.rng = NO_CHANCE


@kernel
def determinize(pack, state, player):
    pass


@kernel
def heuristic(pack, state, mask):
    return 0


@kernel
def inconsistency(pack, state):
    return state.step > TOP
