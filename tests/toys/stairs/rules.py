"""The kernels of Stairs."""

from medianoche.envs.core.kernels.bits import clear_bits, set_bit
from medianoche.toys.shared import conceal, determinize, end_game, reset  # noqa: F401 - kernels of this game, too
from tests.toys.stairs import FALL, TOP, Phase, kernel

INCONSISTENCIES = ("there are too many steps",)


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
        end_game(state, Phase.END)


@kernel
def observe(pack, state, player, out):
    out[state.step] = 1


@kernel
def heuristic(pack, state, mask):
    return 0


@kernel
def inconsistency(pack, state):
    return state.step > TOP
