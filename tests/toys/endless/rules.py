"""The kernels of Endless."""

import numpy as np

from medianoche.envs.core.kernels.bits import clear_bits, set_bit
from tests.toys.endless import CHOICES, DISCS, Mistake, Phase, kernel

NO_CHANCE = np.uint64(0)
INCONSISTENCIES = ("the discs do not fit the end",)


@kernel
def reset(pack, state):
    pass


@kernel
def legal_mask(pack, state, mask):
    clear_bits(mask)
    count = 1 if state.mistake == Mistake.FORCED else min(CHOICES, DISCS - state.flipped)
    for action in range(count):
        set_bit(mask, action)
    return count


@kernel
def apply(pack, state, action):
    mover = state.to_move
    if state.mistake == Mistake.FRACTION:
        state.flipped += 0.5
    while state.mistake == Mistake.LOOP:
        state.flipped = 0
    if state.mistake == Mistake.NONE:
        state.flipped += action + 1
    state.to_move = 1 - mover
    if state.flipped == DISCS:
        state.scores[mover] = 1
        state.utility[mover] = 1
        state.utility[1 - mover] = -1
        state.done = 1
        state.phase = Phase.END
        state.to_move = -1


@kernel
def observe(pack, state, player, out):
    out[:] = 0
    out[state.flipped] = 1


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
    return (state.flipped == DISCS) != state.done
