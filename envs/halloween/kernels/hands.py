"""Hands of action cards. A set of cards is an int64 with a bit for each card."""

import numpy as np

from medianoche.envs.core.kernels.bits import lowest_bit, popcount
from medianoche.envs.halloween.kernels import kernel
from medianoche.envs.halloween.state import BASE, CARDS, SEATS, Place

ALL_SEATS = (1 << SEATS) - 1


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
    if state.mix[card]:
        leave_mix(state, card, ALL_SEATS)
    state.card_at[card] = Place.USED
    state.card_seen[card] = 0


# ---- mixes: a third seat knew a whole hand, of which a card was given away (R41)


@kernel
def leave_mix(state, card, seats):
    """`seats` (bits) have seen where this card of a mix is; who wondered about two now knows the other's place too."""
    mix = state.mix[card]
    state.mix_seen[card] &= ~seats
    for seat in range(SEATS):
        count, last = 0, 0
        for other in range(CARDS):
            if state.mix[other] == mix and state.mix_seen[other] >> seat & 1:
                count += 1
                last = other
        if count == 1:
            state.card_seen[last] |= 1 << seat
            state.mix_seen[last] &= ~(1 << seat)
    for other in range(CARDS):
        if state.mix_seen[other] == 0:
            state.mix[other] = 0


@kernel
def mix_hand(state, hand, both):
    """A card of `hand` goes from one to the other of the seats `both` (bits) face down: others who knew all of it know
    which cards these are, and others who knew some of it, or mixed it with another hand, nothing for certain."""
    seats = ALL_SEATS & ~both
    for card in range(CARDS):
        if hand >> card & 1:
            seats &= state.card_seen[card]
    for card in range(CARDS):
        if hand >> card & 1:
            if state.mix[card]:
                mix = state.mix[card]
                for other in range(CARDS):
                    if state.mix[other] == mix:
                        state.mix[other] = 0
                        state.mix_seen[other] = 0
            state.card_seen[card] &= both
            if seats:
                state.mix[card] = lowest_bit(np.uint64(hand)) + 1
                state.mix_seen[card] = seats


@kernel
def swap_places(state, one, other):
    """Two cards change places, and what seats know of these places."""
    place, seen, mixed = state.card_at[one], state.card_seen[one], state.mix_seen[one]
    state.card_at[one] = state.card_at[other]
    state.card_seen[one] = state.card_seen[other]
    state.mix_seen[one] = state.mix_seen[other]
    state.card_at[other] = place
    state.card_seen[other] = seen
    state.mix_seen[other] = mixed
