"""The kernels of Nim."""

import numpy as np

from medianoche.envs.core.kernels.bits import clear_bits, set_bit
from medianoche.envs.core.kernels.rng import draw
from tests.toys.nim import STONE_LIMIT, TAKE, kernel

NO_CHANCE = np.uint64(0)
INCONSISTENCIES = ("there are too many stones", "there is a score or a utility before the end")


@kernel
def reset(pack, state):
    state.stones = 4 + draw(state, STONE_LIMIT - 3)


@kernel
def legal_mask(pack, state, mask):
    clear_bits(mask)
    count = min(state.stones, TAKE)
    for action in range(count):
        set_bit(mask, action)
    return count


@kernel
def apply(pack, state, action):
    state.stones = state.stones - action - 1
    mover = state.to_move
    state.to_move = 1 - mover
    if state.stones == 0:
        state.scores[mover] = 1
        state.utility[mover] = 1
        state.utility[1 - mover] = -1
        state.done = 1
        state.phase = 1
        state.to_move = -1


@kernel
def observe(pack, state, player, out):
    for stones in range(STONE_LIMIT + 1):
        out[stones] = 0
    out[state.stones] = 1


@kernel
def conceal(pack, state, player):
    state.rng = NO_CHANCE


@kernel
def determinize(pack, state, player):
    pass


@kernel
def heuristic(pack, state, mask):
    return max(state.stones % 4 - 1, 0)


@kernel
def inconsistency(pack, state):
    if state.stones > STONE_LIMIT:
        return 1
    for seat in range(2):
        if not state.done and (state.scores[seat] != 0 or state.utility[seat] != 0):
            return 2
    return 0
