"""The kernels of Natural."""

import numpy as np

from medianoche.envs.core.kernels.rng import draw
from tests.toys.natural import CARDS, NATURAL, SEATS, UNKNOWN, Phase, kernel

ZERO = np.uint64(0)
BOTH = np.uint64(3)
ALL = 1
INCONSISTENCIES = ("a seat was dealt a natural, and the game goes on", "the seat to move is not the next one")


@kernel
def end(pack, state):
    state.done = 1
    state.phase = Phase.END
    state.to_move = -1
    for seat in range(SEATS):
        lead = state.card[seat] - state.card[1 - seat]
        state.utility[seat] = 1.0 if lead > 0 else -1.0 if lead < 0 else 0.0
        state.scores[seat] = lead > 0


@kernel
def reset(pack, state):
    natural = state.ends == ALL
    for seat in range(SEATS):
        state.card[seat] = draw(state, CARDS)
        natural |= state.card[seat] == NATURAL
    if natural:
        end(pack, state)


@kernel
def legal_mask(pack, state, mask):
    mask[0] = BOTH
    return 2


@kernel
def apply(pack, state, action):
    if action:
        state.card[state.to_move] = draw(state, NATURAL)
    state.kept += 1
    state.to_move = state.kept
    if state.kept == SEATS:
        end(pack, state)


@kernel
def observe(pack, state, player, out):
    for card in range(CARDS):
        out[card] = state.card[player] == card
    out[CARDS] = player


@kernel
def conceal(pack, state, player):
    state.rng = ZERO
    if not state.done:
        state.card[1 - player] = UNKNOWN


@kernel
def determinize(pack, state, player):
    if not state.done:
        state.card[1 - player] = draw(state, NATURAL)


@kernel
def heuristic(pack, state, mask):
    return 1 if state.card[state.to_move] == 0 else 0


@kernel
def inconsistency(pack, state):
    if not state.done:
        if max(state.card[0], state.card[1]) == NATURAL or state.ends == ALL:
            return 1
        if state.to_move != state.kept:
            return 2
    return 0
