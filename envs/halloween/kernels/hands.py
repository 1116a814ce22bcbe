"""Hands of action cards. A set of cards is an int64 with a bit for each card."""

import numpy as np

from medianoche.envs.core.kernels.bits import popcount
from medianoche.envs.halloween.kernels import kernel
from medianoche.envs.halloween.state import BASE, CARDS, Place


@kernel
def cards_at(state, place):
    """The cards in the hand of a seat, or at another place, as far as the record names them."""
    cards = 0
    for card in range(CARDS):
        if state.card_at[card] == place:
            cards |= 1 << card
    return cards


@kernel
def cards_of(pack, state, seat, op):
    """The cards with this op in the hand of `seat`."""
    cards = 0
    for card in range(CARDS):
        if state.card_at[card] == seat and pack.action_op[card] == op:
            cards |= 1 << card
    return cards


@kernel
def count_cards(cards):
    """How many cards are in the set."""
    return popcount(np.uint64(cards))


@kernel
def count_hand(state, seat):
    """How many cards `seat` holds, with those that a concealed record does not name."""
    return count_cards(cards_at(state, seat)) + state.unseen[seat]


@kernel
def mark_cards(mask, cards):
    """Playing (discarding, keeping, giving) each of `cards` is legal."""
    mask[BASE.card >> 6] |= np.uint64(cards) << np.uint64(BASE.card & 63)


@kernel
def use_card(state, card):
    """Put a card face up on the pile of used cards."""
    state.card_at[card] = Place.USED
    state.card_seen[card] = 0
