"""At the door: landing, the question (¿truco o trato?) and the cards that answer it."""

import numpy as np

from medianoche.envs.core.kernels.bits import set_bit
from medianoche.envs.halloween.kernels.candies import pay, roll_die, roll_half_die
from medianoche.envs.halloween.kernels.choosing import offer_squares
from medianoche.envs.halloween.kernels.drawing import draws_here
from medianoche.envs.halloween.kernels.hands import offer_cards, use_card
from medianoche.envs.halloween.state import (
    ANSWER,
    CARD_BASE,
    CARDS,
    CHILDREN,
    CLAIM,
    DRAWING,
    FIRST_DOOR_OP,
    FIRST_INSTANT_OP,
    FORWARD,
    LANDED,
    MOST_STEPS,
    PASS_BY,
    PAY_DIE,
    POT,
    POT_GAIN,
    ROLL_AGAIN,
    SEND_HOME,
    SQUARE_BASE,
    TEAR,
    TOLL,
    TRATO,
    TREATING,
    TRUCO,
    TURN_OVER,
    kernel,
)
from medianoche.envs.halloween.kernels.treat import draw_treats
from medianoche.envs.halloween.kernels.walking import arrive, forward_squares, owner_at


@kernel
def land(pack, state):
    """The moving child stands still: a knock, a card, a costume (R18)."""
    owner = owner_at(pack, state, np.int64(state.pos[state.child]))
    state.fwd = 0
    if owner == state.mover:  # only to attack from there (R10)
        state.attack = 1
        state.phase = TEAR
        state.to_move = state.mover
    elif owner >= 0:
        state.owner = owner
        state.phase = ANSWER
        state.to_move = owner
    else:
        state.draws = draws_here(pack, state)
        state.phase = DRAWING


# ---- ANSWER


@kernel
def door_cards(pack, state):
    """The owner's cards for a child at the door (R32)."""
    cards = np.int64(0)
    for card in range(CARDS):
        op = np.int64(pack.action_op[card])
        if state.card_at[card] == state.owner and FIRST_DOOR_OP <= op < FIRST_INSTANT_OP:
            if op != SEND_HOME or np.int64(pack.action_arg[card]) >> np.int64(state.child) & 1:
                cards |= np.int64(1) << card
    return cards


@kernel
def legal_answer(pack, state, mask):
    """Card 16 takes the question away, card 1 the trick; cards may be played against both (R30, R31)."""
    if state.force_die:
        set_bit(mask, PAY_DIE)
    else:
        set_bit(mask, TRATO)
        if state.treat_only == 0:
            set_bit(mask, TRUCO)
    offer_cards(mask, door_cards(pack, state))


@kernel
def send_home(state, children):
    """Those of `children` that are on the board go to their start squares; abilities sleep (R24, R32)."""
    for child in range(CHILDREN):
        if children >> child & 1 and state.pos[child] >= 0:
            state.pos[child] = state.start[child]


@kernel
def send_on(state, fwd):
    """The child leaves the door: 13 for the next square, 15 for a new roll."""
    state.owner = -1
    state.fwd = fwd
    state.steps = 0
    state.phase = FORWARD
    state.to_move = state.mover


@kernel
def play_at_door(pack, state, card):
    """A card against the child at the door; most end the mover's turn (R42)."""
    op, arg = np.int64(pack.action_op[card]), np.int64(pack.action_arg[card])
    mover, owner = np.int64(state.mover), np.int64(state.owner)
    use_card(state, card)
    state.phase = TURN_OVER
    if op == SEND_HOME:
        send_home(state, arg)
    elif op == TOLL:
        pay(state, mover, owner, arg)
    elif op == POT_GAIN:
        pay(state, POT, owner, arg)
    elif op == PASS_BY:
        send_on(state, 13)
    elif op == ROLL_AGAIN:
        state.roll = roll_die(state)
        send_on(state, 15)


@kernel
def apply_answer(pack, state, action):
    if action == TRUCO:
        state.true_roll = roll_die(state)
        state.phase = CLAIM
        state.to_move = state.mover
    elif action == TRATO:
        draw_treats(state)
        state.phase = TREATING
    elif action == PAY_DIE:
        pay(state, np.int64(state.owner), np.int64(state.mover), roll_half_die(state))
        state.phase = TURN_OVER
    else:
        play_at_door(pack, state, action - CARD_BASE)


# ---- FORWARD


@kernel
def legal_forward(pack, state, mask):
    offer_squares(mask, forward_squares(pack, state, np.int64(state.child)))


@kernel
def apply_forward(pack, state, action):
    """Past one's own houses with PASS_BY (R43); with ROLL_AGAIN they end the turn (R44)."""
    square = action - SQUARE_BASE
    arrive(pack, state, square)
    if owner_at(pack, state, square) != state.mover:
        state.phase = LANDED
    elif state.fwd == 13 and state.steps + 1 < MOST_STEPS:
        state.steps += 1
    else:
        state.fwd = 0
        state.phase = TURN_OVER
