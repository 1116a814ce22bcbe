"""The kernels of Grab."""

import numpy as np

from medianoche.envs.core.kernels.bits import clear_bits, set_bit
from medianoche.envs.core.kernels.rng import draw
from tests.benchmarks.grab import MOST, SEATS, kernel

NO_CHANCE = np.uint64(0)
INCONSISTENCIES = ("a score is negative",)


@kernel
def reset(pack, state):
    pass


@kernel
def settle(pack, state):
    pass


@kernel
def legal_mask(pack, state, mask):
    clear_bits(mask)
    for action in range(MOST):
        set_bit(mask, action)
    return MOST


@kernel
def apply(pack, state, action):
    if draw(state, 6) > action:
        state.scores[state.to_move] = action + 1
    state.to_move = state.to_move + 1
    if state.to_move == state.num_players:
        most, winners = 0, 0
        for p in range(state.num_players):
            if state.scores[p] > most:
                most, winners = state.scores[p], 0
            winners += state.scores[p] == most
        for p in range(state.num_players):
            won = state.scores[p] == most
            state.utility[p] = ((state.num_players - winners) if won else -winners) / state.num_players
        state.done = 1
        state.phase = 1
        state.to_move = -1


@kernel
def observe(pack, state, player, out):
    for p in range(SEATS):
        out[p] = state.scores[p] / MOST


@kernel
def conceal(pack, state, player):
    state.rng = NO_CHANCE


@kernel
def determinize(pack, state, player):
    pass


@kernel
def heuristic(pack, state, mask):
    return 2


@kernel
def inconsistency(pack, state):
    return 0
