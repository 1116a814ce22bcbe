"""The kernels of Duel."""

import numpy as np

from medianoche.envs.core.kernels.rng import draw
from tests.toys.duel import GUESS_LIMIT, KINDS, SEATS, UNKNOWN, Phase, kernel

ZERO = np.uint64(0)
ONE = np.uint64(1)
INCONSISTENCIES = (
    "a card is none of the kinds in play",
    "copies are not those of the cards that are out",
    "a seat beyond num_players is not blank",
    "guesses are out of range",
)


@kernel
def reset(pack, state):
    for seat in range(state.num_players):
        state.card[seat] = draw(state, state.kinds)
        state.copies[state.card[seat]] += 1


@kernel
def settle(pack, state):
    pass


@kernel
def legal_mask(pack, state, mask):
    mask[0] = (ONE << np.uint64(state.kinds)) - ONE
    return state.kinds


@kernel
def apply(pack, state, action):
    mover = state.to_move
    state.guesses += 1
    right = state.card[(mover + 1) % state.num_players] == action
    if right or state.guesses == GUESS_LIMIT:
        for seat in range(state.num_players):
            state.utility[seat] = 0.0 if not right else 1.0 if seat == mover else -1.0
        state.scores[mover] = right
        state.done = 1
        state.phase = Phase.END
        state.to_move = -1
    else:
        state.to_move = (mover + 1) % state.num_players


@kernel
def observe(pack, state, player, out):
    for kind in range(KINDS):
        out[kind] = state.card[player] == kind
    out[KINDS] = state.guesses / GUESS_LIMIT


@kernel
def conceal(pack, state, player):
    state.rng = ZERO
    for seat in range(state.num_players):
        if seat != player:
            state.card[seat] = UNKNOWN
    for kind in range(KINDS):
        state.copies[kind] = 0


@kernel
def determinize(pack, state, player):
    for seat in range(state.num_players):
        if seat != player:
            state.copies[state.card[seat]] -= 1
            state.card[seat] = draw(state, state.kinds)
            state.copies[state.card[seat]] += 1


@kernel
def heuristic(pack, state, mask):
    return state.card[(state.to_move + 1) % state.num_players]


@kernel
def inconsistency(pack, state):
    seen = np.zeros(KINDS, np.int64)
    for seat in range(SEATS):
        if seat < state.num_players:
            seen[state.card[seat]] += 1  # as careless as a game may be: the card is looked at afterwards
            if not 0 <= state.card[seat] < state.kinds:
                return 1
        elif state.card[seat] != 0:
            return 3
    for kind in range(KINDS):
        if state.copies[kind] != seen[kind]:
            return 2
    return 0 if 0 <= state.guesses <= GUESS_LIMIT else 4
