"""What a player sees, what it does not know, and samples of that."""

import numpy as np

from medianoche.toys.love_letter.rules import knows, take
from medianoche.toys.love_letter.state import CARDS, KINDS, LAYOUT, NONE, SEATS, UNKNOWN, kernel

AT = LAYOUT.at
PER = LAYOUT.per


@kernel
def observe(pack, state, player, out):
    out[:] = 0
    if state.hand[player] != NONE:
        out[AT.hand + state.hand[player]] = 1
    if state.to_move == player:
        out[AT.drawn + state.drawn] = 1
    out[AT.left] = state.left / CARDS
    for card in range(KINDS):
        out[AT.open + card] = state.open[card] / 5
    for step in range(state.num_players):
        seat = (player + step) % state.num_players
        at = AT.seat + PER.seat * step
        out[at] = state.hand[seat] != NONE
        out[at + 1] = state.protected[seat]
        out[at + 2] = knows(state, seat, player)
        if knows(state, player, seat):
            out[AT.seen + PER.seen * step + state.saw[player, seat]] = 1
        for card in range(KINDS):
            out[AT.excluded + PER.excluded * step + card] = state.excluded[seat] >> card & 1
            out[AT.played + PER.played * step + card] = state.played[seat, card] / 5


@kernel
def hide(state, player):
    """Write UNKNOWN where `player` does not know the card, and count all these cards in the deck; at the end all know
    the hands."""
    for seat in range(state.num_players if not state.done else 0):
        if seat != player and state.hand[seat] >= 0 and not knows(state, player, seat):
            state.deck[state.hand[seat]] += 1
            state.hand[seat] = UNKNOWN
        for other in range(state.num_players):
            if seat != player != other and state.saw[seat, other] != NONE:
                state.saw[seat, other] = UNKNOWN
    if state.drawn >= 0 and state.to_move != player:
        state.deck[state.drawn] += 1
        state.drawn = UNKNOWN


@kernel
def conceal(pack, state, player):
    state.rng = np.uint64(0)
    hide(state, player)


@kernel
def determinize(pack, state, player):
    """Deal until no hand is excluded; of what others have seen, take it that they know it if that can be."""
    hide(state, player)
    hidden = 0
    for seat in range(SEATS):
        hidden |= (state.hand[seat] == UNKNOWN) << seat
    fits = False
    while not fits:
        fits = True
        for seat in range(SEATS):
            if hidden >> seat & 1:
                if state.hand[seat] != UNKNOWN:
                    state.deck[state.hand[seat]] += 1
                state.hand[seat] = UNKNOWN
        for seat in range(SEATS):
            if hidden >> seat & 1:
                state.hand[seat] = take(state)
                fits = fits and not state.excluded[seat] >> state.hand[seat] & 1
    if state.drawn == UNKNOWN:
        state.drawn = take(state)
    for seat in range(SEATS):
        for other in range(SEATS):
            if state.saw[seat, other] == UNKNOWN:
                card = state.hand[other]
                if state.since[seat, other] >> card & 1:
                    card = 0
                    while not state.since[seat, other] >> card & 1:
                        card += 1
                state.saw[seat, other] = card
