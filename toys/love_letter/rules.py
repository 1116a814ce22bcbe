"""The rules: the deal, the legal actions, what a card does, the next turn and the end."""

import numpy as np

from medianoche.envs.core.kernels.bits import clear_bits, count_bits, set_bit
from medianoche.envs.core.kernels.counts import total
from medianoche.envs.core.kernels.notes import note
from medianoche.envs.core.kernels.rng import draw
from medianoche.toys.love_letter.state import (
    ACTIONS,
    AIMED,
    COPIES,
    KINDS,
    NONE,
    OPEN,
    SEATS,
    Card,
    News,
    Phase,
    kernel,
)
from medianoche.toys.shared import end_game

BASE = ACTIONS.at
PER = ACTIONS.per
ROW = np.array([NONE, 0, 1, NONE, 2, 3, NONE, NONE])
"""The row of each card in the actions that are aimed."""


@kernel
def take(state):
    """Take a random card from the deck; at last that is the one that was laid aside."""
    card = -1
    rest = draw(state, total(state.deck))
    while rest >= 0:
        card += 1
        rest -= state.deck[card]
    state.deck[card] -= 1
    return card


@kernel
def reset(pack, state):
    for card in range(KINDS):
        state.deck[card] = COPIES[card]
    for _ in range(OPEN if state.num_players == 2 else 0):
        state.open[take(state)] += 1
    for seat in range(SEATS):
        state.hand[seat] = take(state) if seat < state.num_players else NONE
        for other in range(SEATS):
            state.saw[seat, other] = NONE
    state.drawn = take(state)
    state.last = NONE
    state.left = total(state.deck) - 1


# ---- the legal actions


@kernel
def mark_card(state, card, mask):
    """Set the bits of all ways to play a card: at each seat that it can be aimed at, else without an aim."""
    aimed = False
    for step in range(state.num_players):
        seat = (state.to_move + step) % state.num_players
        open_to = state.hand[seat] != NONE and not state.protected[seat] and step > 0
        if card == Card.GUARD and open_to:
            aimed = True
            for guess in range(KINDS - 1):
                set_bit(mask, BASE.guard + PER.guard * step + guess)
        elif ROW[card] != NONE and (open_to or (card == Card.PRINCE and step == 0)):
            aimed = True
            set_bit(mask, BASE.aimed + PER.aimed * ROW[card] + step)
    if not aimed:
        set_bit(mask, BASE.card + card)


@kernel
def legal_mask(pack, state, mask):
    clear_bits(mask)
    low = min(state.hand[state.to_move], state.drawn)
    high = max(state.hand[state.to_move], state.drawn)
    mark_card(state, high, mask)
    if high != Card.COUNTESS or low < Card.PRINCE:
        mark_card(state, low, mask)
    return count_bits(mask)


# ---- what players know of each other


@kernel
def learn(state, seat, other):
    """A seat sees the hand of another one."""
    state.saw[seat, other] = state.hand[other]
    state.since[seat, other] = 0


@kernel
def knows(state, seat, other):
    """Whether a seat still knows what it has seen in the hand of another one."""
    card = state.saw[seat, other]
    return card >= 0 and not state.since[seat, other] >> card & 1


@kernel
def forget(state, seat):
    """No other player knows the hand of a seat any more."""
    state.excluded[seat] = 0
    for other in range(SEATS):
        state.saw[other, seat] = NONE
        state.since[other, seat] = 0


# ---- what a card does


@kernel
def put_out(state, seat):
    """A seat discards its card and is out."""
    card = state.hand[seat]
    note(state, News.OUT, seat, card)
    state.played[seat, card] += 1
    state.hand[seat] = NONE
    state.protected[seat] = 0
    forget(state, seat)
    for other in range(SEATS):
        state.saw[seat, other] = NONE
        state.since[seat, other] = 0


@kernel
def compare(state, seat, target):
    """The Baron: the lower card is out; the others learn that the other one is higher."""
    mine = state.hand[seat]
    its = state.hand[target]
    if mine == its:
        learn(state, seat, target)
        learn(state, target, seat)
    else:
        put_out(state, seat if mine < its else target)
        state.excluded[target if mine < its else seat] |= (2 << min(mine, its)) - 1


@kernel
def change_card(state, seat):
    """The Prince: a seat discards its card and takes another."""
    if state.hand[seat] == Card.PRINCESS:
        put_out(state, seat)
    else:
        state.played[seat, state.hand[seat]] += 1
        forget(state, seat)
        state.hand[seat] = take(state)
        state.left = max(state.left - 1, 0)


@kernel
def swap(state, seat, target):
    """The King: two seats change cards, and who knew one of them knows where it is."""
    state.hand[seat], state.hand[target] = state.hand[target], state.hand[seat]
    state.excluded[seat], state.excluded[target] = state.excluded[target], state.excluded[seat]
    for other in range(SEATS):
        if seat != other != target:
            saw = state.saw[other, seat]
            since = state.since[other, seat]
            state.saw[other, seat], state.since[other, seat] = state.saw[other, target], state.since[other, target]
            state.saw[other, target] = saw
            state.since[other, target] = since
    learn(state, seat, target)
    learn(state, target, seat)


@kernel
def put_down(state, seat, card):
    """A seat plays one of its two cards and keeps the other."""
    if state.drawn != card:
        state.hand[seat] = state.drawn
    state.drawn = NONE
    state.played[seat, card] += 1
    for other in range(SEATS):
        if state.saw[other, seat] != NONE:
            state.since[other, seat] |= 1 << card
    state.excluded[seat] = 1 << Card.COUNTESS if card in (Card.PRINCE, Card.KING) else 0


@kernel
def apply(pack, state, action):
    seat = state.to_move
    card = action
    step = NONE
    guess = NONE
    if action >= BASE.guard:
        card = 0
        step = (action - BASE.guard) // PER.guard
        guess = (action - BASE.guard) % PER.guard + 1
    elif action >= BASE.aimed:
        card = AIMED[(action - BASE.aimed) // PER.aimed]
        step = (action - BASE.aimed) % PER.aimed
    target = NONE if step == NONE else (seat + step) % state.num_players
    note(state, News.PLAYED, seat, card, target, guess)
    state.last = action
    put_down(state, seat, card)
    if card == Card.PRINCESS:
        put_out(state, seat)
    elif card == Card.HANDMAID:
        state.protected[seat] = 1
    elif target != NONE:
        if card == Card.GUARD:
            if state.hand[target] == guess:
                put_out(state, target)
            else:
                state.excluded[target] |= 1 << guess
        elif card == Card.PRIEST:
            learn(state, seat, target)
        elif card == Card.BARON:
            compare(state, seat, target)
        elif card == Card.PRINCE:
            change_card(state, target)
        else:
            swap(state, seat, target)
    state.phase = Phase.TURN
    settle(pack, state)


# ---- the next turn and the end


@kernel
def settle(pack, state):
    if state.phase != Phase.TURN:
        return
    inside = 0
    for seat in range(SEATS):
        inside += state.hand[seat] != NONE
    if inside == 1 or state.left == 0:
        end(state)
        return
    state.to_move = (state.to_move + 1) % state.num_players
    while state.hand[state.to_move] == NONE:
        state.to_move = (state.to_move + 1) % state.num_players
    state.protected[state.to_move] = 0
    state.drawn = take(state)
    state.left -= 1
    state.phase = Phase.PLAY


@kernel
def rank(state, seat):
    """The number by which seats are compared at the end: 100 times the card in hand, plus the sum of the values of the
    cards played; NONE for a seat without a card."""
    played = 0
    for card in range(KINDS):
        played += (card + 1) * state.played[seat, card]
    return NONE if state.hand[seat] == NONE else 100 * state.hand[seat] + played


@kernel
def end(state):
    best = NONE
    winners = 0
    for seat in range(state.num_players):
        best = max(best, rank(state, seat))
    for seat in range(state.num_players):
        state.scores[seat] = rank(state, seat) == best
        winners += state.scores[seat]
    for seat in range(state.num_players):
        state.utility[seat] = -1 if not state.scores[seat] else winners == 1
    end_game(state, Phase.END)
