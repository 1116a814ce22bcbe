"""The kernels of Endless."""

from medianoche.envs.core.kernels.bits import clear_bits, set_bit
from medianoche.toys.shared import conceal, determinize, end_game, pay_winner, reset  # noqa: F401 - kernels of this game, too
from tests.toys.endless import CHOICES, DISCS, Mistake, Phase, kernel

INCONSISTENCIES = ("the discs do not fit the end",)


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
        pay_winner(state, mover)
        end_game(state, Phase.END)


@kernel
def observe(pack, state, player, out):
    out[:] = 0
    out[state.flipped] = 1


@kernel
def heuristic(pack, state, mask):
    return 0


@kernel
def inconsistency(pack, state):
    return (state.flipped == DISCS) != state.done
