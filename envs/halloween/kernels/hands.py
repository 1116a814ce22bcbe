"""Hands of action cards. A set of cards is an int64 with one bit for each card.

Arguments: `card`, `one` and `other` are action cards, 0 to 16 (the printed number less 1); `cards` and `hand` are sets
of cards. `seat` is 0 to 4; `seats` and `both` are sets of seats, bit i for seat i. `place` is a seat or a member of
Place.
"""

import numpy as np

from medianoche.envs.core.kernels.bits import lowest_bit, popcount
from medianoche.envs.halloween.kernels import kernel
from medianoche.envs.halloween.state import BASE, CARDS, SEATS, Place

ALL_SEATS = (1 << SEATS) - 1


@kernel
def cards_at(state, place):
    """The set of cards in the hand of a seat, or at another place, without concealed ones."""
    cards = 0
    for card in range(CARDS):
        if state.card_at[card] == place:
            cards |= 1 << card
    return cards


@kernel
def cards_of(pack, state, seat, op):
    """The set of cards with this op (one of Op) in the hand of `seat`, bit i for card i."""
    cards = 0
    for card in range(CARDS):
        if state.card_at[card] == seat and pack.action_op[card] == op:
            cards |= 1 << card
    return cards


@kernel
def count_cards(cards):
    """Number of cards in the set."""
    return popcount(np.uint64(cards))


@kernel
def count_hand(state, seat):
    """Number of cards that `seat` holds, concealed ones included."""
    return count_cards(cards_at(state, seat)) + state.unseen[seat]


@kernel
def mark_cards(mask, cards):
    """Mark each of `cards`, a set, in `mask`, to play, discard, keep or give."""
    mask[BASE.card >> 6] |= np.uint64(cards) << np.uint64(BASE.card & 63)


@kernel
def use_card(state, card):
    """Put a card face up on the pile of used cards."""
    if state.mix[card]:
        leave_mix(state, card, ALL_SEATS)
    state.card_at[card] = Place.USED
    state.card_seen[card] = 0


# ---- mixes: hands known as a whole to a third seat, out of which one card went face down to another seat (R41)


@kernel
def leave_mix(state, card, seats):
    """Take `card` out of its mix for `seats` (bits), which have learned where it is.

    A mix is a hand that a seat knew as a whole before one card of it went face down to another seat. A seat for which
    one card of the mix is left knows the place of this card, too.
    """
    mix = state.mix[card]
    state.mix_seen[card] &= ~seats

    for seat in range(SEATS):
        unplaced = 0
        last_unplaced = 0
        for other in range(CARDS):
            if state.mix[other] == mix and state.mix_seen[other] >> seat & 1:
                unplaced += 1
                last_unplaced = other
        if unplaced == 1:
            state.card_seen[last_unplaced] |= 1 << seat
            state.mix_seen[last_unplaced] &= ~(1 << seat)

    for other in range(CARDS):
        if state.mix_seen[other] == 0:
            state.mix[other] = 0


@kernel
def mix_hand(state, hand, both):
    """A card of `hand` goes face down from one to the other of the seats `both` (bits). Seats that knew the whole hand
    know the cards of the new mix, but not which one went. Seats that knew a part of it, or another mix with cards of
    it, know nothing for certain."""
    # 1. The other seats that know the place of every card of the hand.
    seats = ALL_SEATS & ~both
    for card in range(CARDS):
        if hand >> card & 1:
            seats &= state.card_seen[card]
    for card in range(CARDS):
        if hand >> card & 1:
            # 2. An older mix with a card of this hand is dissolved.
            if state.mix[card]:
                mix = state.mix[card]
                for other in range(CARDS):
                    if state.mix[other] == mix:
                        state.mix[other] = 0
                        state.mix_seen[other] = 0
            # 3. Only the two know which card is where; `seats` know the mix, named by its lowest printed number.
            state.card_seen[card] &= both
            if seats:
                state.mix[card] = lowest_bit(np.uint64(hand)) + 1
                state.mix_seen[card] = seats


@kernel
def swap_places(state, one, other):
    """Swap two cards, with what seats know of their places."""
    place = state.card_at[one]
    seen = state.card_seen[one]
    mixed = state.mix_seen[one]
    state.card_at[one] = state.card_at[other]
    state.card_seen[one] = state.card_seen[other]
    state.mix_seen[one] = state.mix_seen[other]
    state.card_at[other] = place
    state.card_seen[other] = seen
    state.mix_seen[other] = mixed
