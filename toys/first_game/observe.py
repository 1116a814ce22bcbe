"""What a player sees, what it does not know, and samples of that."""

import numpy as np

from medianoche.toys.first_game.rules import count_held, deal
from medianoche.toys.first_game.state import CARDS, DECK, HAND, LAYOUT, NONE, PLAYED, UNKNOWN, kernel

# where each block begins, and how long a part of it is
AT = LAYOUT.at
PER = LAYOUT.per


@kernel
def observe(pack, state, player, out):
    """Write what `player` sees, numbers from -1 to 1, which a network gets."""
    out[:] = 0
    for card in range(CARDS):
        out[AT.hand + card] = state.place[card] == player
        out[AT.played + card] = state.place[card] == PLAYED
    for k in range(state.num_players):
        seat = (player + k) % state.num_players
        if state.table[seat] != NONE:
            out[AT.table + PER.table * k + state.table[seat]] = 1
        out[AT.won + k] = state.scores[seat] / HAND


@kernel
def hide(state, player):
    """Write UNKNOWN as the place of each card that `player` has not seen."""
    for card in range(CARDS):
        if state.place[card] != player and state.place[card] != PLAYED:
            state.place[card] = UNKNOWN


@kernel
def conceal(pack, state, player):
    """Reduce the record to what `player` knows: texts and pages are made of the result."""
    state.rng = np.uint64(0)
    hide(state, player)


@kernel
def determinize(pack, state, player):
    """Deal anew what `player` does not know: search and the hand-written policy play from such samples."""
    hide(state, player)
    for seat in range(state.num_players):
        if seat != player:
            for _ in range(count_held(state, seat)):
                deal(state, UNKNOWN, seat)
    for card in range(CARDS):
        if state.place[card] == UNKNOWN:
            state.place[card] = DECK
