"""The deck of action cards: drawing, looking at two, and the cards that are played when drawn."""

import numpy as np

from medianoche.envs.core.kernels.bits import set_bit
from medianoche.envs.halloween.kernels.candies import pay, roll_half_die
from medianoche.envs.halloween.kernels.choosing import ground, offer_grounding
from medianoche.envs.halloween.kernels.hands import cards_at, cards_of, count_cards, offer_cards, use_card
from medianoche.envs.halloween.state import (
    CARD_BASE,
    DRAW_NO,
    DRAW_SQUARE,
    DRAW_YES,
    DRAWING,
    FIRST_INSTANT_OP,
    GAIN,
    GROUND,
    GROUND_BASE,
    HOME_CARD,
    HOME_LOOK,
    IN_DECK,
    KEEP,
    LEFT,
    LOOK_AT_TWO,
    LOOKED_AT,
    LOSE,
    LOSE_DIE,
    NEIGHBOUR,
    POT,
    RIGHT,
    TAKING,
    TWO_CARDS,
    kernel,
)


@kernel
def draws_here(pack, state):
    """How many times the moving child may draw on the grey square where it has landed (R13, R24)."""
    child = np.int64(state.child)
    square, ability = np.int64(state.pos[child]), np.int64(pack.child_draw[child])
    if pack.kind[square] == DRAW_SQUARE:
        return np.int64(2 if ability == TWO_CARDS else 1)
    at_home = square == state.start[child]
    return np.int64(at_home and (ability == HOME_CARD or ability == HOME_LOOK))


@kernel
def looks_at_two(pack, state):
    """Whether the child's ability shows it two cards here (R21)."""
    child = np.int64(state.child)
    on_draw_square = pack.kind[state.pos[child]] == DRAW_SQUARE
    return pack.child_draw[child] == (LOOK_AT_TWO if on_draw_square else HOME_LOOK)


@kernel
def pop_card(state):
    """The top card of the deck."""
    state.deck_n -= 1
    top = np.int64(state.deck_n)
    card = np.int64(state.deck[top]) - 1
    state.deck[top] = 0
    return card


@kernel
def play_instant(pack, state, card):
    """A card that is played when drawn (R22)."""
    seat, op, arg = np.int64(state.mover), np.int64(pack.action_op[card]), np.int64(pack.action_arg[card])
    use_card(state, card)
    if op == LOSE:
        pay(state, seat, POT, arg)
    elif op == GAIN:
        pay(state, POT, seat, arg)
    elif op == LOSE_DIE:
        pay(state, seat, POT, roll_half_die(state))
    else:
        state.amount = roll_half_die(state)
        state.phase = NEIGHBOUR


@kernel
def receive_card(pack, state, card):
    """The mover has drawn `card`: it enters the hand or is played at once."""
    state.phase = DRAWING
    if pack.action_op[card] >= FIRST_INSTANT_OP:
        play_instant(pack, state, card)
        return
    seat = np.int64(state.mover)
    state.card_at[card] = seat
    state.card_seen[card] = np.int64(state.card_seen[card]) | np.int64(1) << seat


@kernel
def take_card(pack, state):
    """Draw a card, or look at two."""
    state.draws -= 1
    if looks_at_two(pack, state) and state.deck_n >= 2:
        for _ in range(2):
            state.card_at[pop_card(state)] = LOOKED_AT
        state.phase = KEEP
        return
    receive_card(pack, state, pop_card(state))


# ---- DRAW


@kernel
def legal_draw(pack, state, mask):
    """With a full hand a card must go, face up, before the new one is seen (R20)."""
    seat = np.int64(state.mover)
    hand = cards_at(state, seat)
    set_bit(mask, DRAW_NO)
    if count_cards(hand) < np.int64(pack.hand_limit):
        set_bit(mask, DRAW_YES)
        return
    offer_cards(mask, hand)
    if cards_of(pack, state, seat, GROUND):
        offer_grounding(state, mask)


@kernel
def apply_draw(pack, state, action):
    state.phase = TAKING
    if action == DRAW_NO:
        state.draws = 0
        state.phase = DRAWING
    elif action <= GROUND_BASE:
        use_card(state, action - CARD_BASE)
    elif action != DRAW_YES:
        ground(pack, state, action - GROUND_BASE)


# ---- KEEP


@kernel
def legal_keep(state, mask):
    offer_cards(mask, cards_at(state, LOOKED_AT))


@kernel
def apply_keep(pack, state, action):
    """One card is drawn, the other goes face down under the deck; only who looked knows them."""
    kept = action - CARD_BASE
    returned = np.int64(0)
    for card in range(len(state.card_at)):
        if state.card_at[card] == LOOKED_AT and card != kept:
            returned = np.int64(card)
    state.card_seen[kept] = 0
    state.card_seen[returned] = np.int64(1) << np.int64(state.mover)
    state.card_at[returned] = IN_DECK
    for i in range(np.int64(state.deck_n), 0, -1):
        state.deck[i] = state.deck[i - 1]
    state.deck[0] = returned + 1
    state.deck_n += 1
    receive_card(pack, state, kept)


# ---- NEIGHBOUR


@kernel
def neighbour(state, way):
    """The nearest living seat to the left (way 1) or right (way -1) of the mover (R22)."""
    n = np.int64(state.num_players)
    seat = (np.int64(state.mover) + way) % n
    while state.alive[seat] == 0:
        seat = (seat + way) % n
    return seat


@kernel
def legal_neighbour(state, mask):
    set_bit(mask, LEFT)
    if neighbour(state, 1) != neighbour(state, -1):
        set_bit(mask, RIGHT)


@kernel
def apply_neighbour(state, action):
    payee = neighbour(state, 1 if action == LEFT else -1)
    pay(state, np.int64(state.mover), payee, np.int64(state.amount))
    state.amount = 0
    state.phase = DRAWING
