"""Hands of action cards. A set of cards is an int64 with a bit for each card."""

import numpy as np

from medianoche.envs.core.kernels.bits import lowest_bit, popcount
from medianoche.envs.halloween.state import CARD_BASE, CARDS, USED, kernel


@kernel
def cards_at(state, place):
    """The cards in the hand of a seat, or used, or looked at."""
    cards = np.int64(0)
    for card in range(CARDS):
        if state.card_at[card] == place:
            cards |= np.int64(1) << card
    return cards


@kernel
def cards_of(pack, state, seat, op):
    """The cards with this op in the hand of `seat`."""
    cards = np.int64(0)
    for card in range(CARDS):
        if state.card_at[card] == seat and pack.action_op[card] == op:
            cards |= np.int64(1) << card
    return cards


@kernel
def count_cards(cards):
    """How many cards are in the set."""
    return popcount(np.uint64(cards))


@kernel
def first_card(cards):
    """The lowest card of a set that is not empty."""
    return lowest_bit(np.uint64(cards))


@kernel
def offer_cards(mask, cards):
    """Playing (discarding, keeping, giving) each of `cards` is legal."""
    mask[CARD_BASE >> 6] |= np.uint64(cards) << np.uint64(CARD_BASE & 63)


@kernel
def use_card(state, card):
    """Put a card face up on the pile of used cards."""
    state.card_at[card] = USED
    state.card_seen[card] = 0


@kernel
def discard_hand(state, seat):
    """All cards of `seat` are used."""
    for card in range(CARDS):
        if state.card_at[card] == seat:
            use_card(state, card)
