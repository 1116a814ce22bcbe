"""Trato: two treat cards with a condition each, then two dice."""

import numpy as np

from medianoche.envs.core.kernels.bits import set_bit
from medianoche.envs.core.kernels.rng import draw
from medianoche.envs.halloween.kernels.candies import pay, roll_die
from medianoche.envs.halloween.kernels.hands import cards_at, offer_cards, use_card
from medianoche.envs.halloween.state import (
    CALLER,
    CARD_BASE,
    DISCARD,
    FREE,
    NOT_CALLER,
    PAY,
    POT,
    SET,
    SHOW_ALL,
    SHOW_RIVAL,
    TREAT,
    TREAT_NO,
    TREAT_YES,
    TREATING,
    TREATS,
    TURN_OVER,
    kernel,
)


@kernel
def shuffle_treats(state):
    """All treat cards in random order."""
    for i in range(TREATS):
        state.treat_deck[i] = i
    for i in range(TREATS - 1, 0, -1):
        j = draw(state, i + 1)
        other = state.treat_deck[j]
        state.treat_deck[j] = state.treat_deck[i]
        state.treat_deck[i] = other
    state.treat_n = TREATS


@kernel
def draw_treats(state):
    """A card for the mover, then one for the owner; when all are used they are shuffled again (R23)."""
    for role in range(2):
        if state.treat_n == 0:
            shuffle_treats(state)
        state.treat_n -= 1
        top = np.int64(state.treat_n)
        state.treat_card[role] = state.treat_deck[top]
        state.treat_deck[top] = 0


@kernel
def seat_of_role(state, role):
    """The mover for role 0, the owner for role 1."""
    return np.int64(state.mover) if role == 0 else np.int64(state.owner)


@kernel
def role_asked(state):
    """Whose condition is open: 0 the mover's, 1 the owner's, 2 none."""
    if state.treat_apply[0] < 0:
        return np.int64(0)
    return np.int64(1) if state.treat_apply[1] < 0 else np.int64(2)


@kernel
def can_meet(pack, state, seat, card):
    """Whether `seat` is able to do what the treat card asks for (R60)."""
    condition, arg = np.int64(pack.treat_cond[card]), np.int64(pack.treat_arg[card])
    child = np.int64(state.secret[seat])
    if condition == SET:
        return arg >> child & 1 == 1
    if condition == NOT_CALLER:
        return child != state.child
    if condition == CALLER:
        return child == state.child
    if condition == PAY:
        return np.int64(state.candies[seat]) > arg
    if condition == DISCARD:
        return cards_at(state, seat) != 0
    return True


@kernel
def settle_treat(pack, state):
    """Both roll, add their bonuses, and the lower total pays the difference (R60)."""
    mover, owner = np.int64(state.mover), np.int64(state.owner)
    ahead = roll_die(state)
    ahead -= roll_die(state)
    if state.treat_apply[0] == 1:
        ahead += np.int64(pack.treat_child[state.treat_card[0]])
    if state.treat_apply[1] == 1:
        ahead -= np.int64(pack.treat_owner[state.treat_card[1]])
    if ahead > 0:
        pay(state, owner, mover, ahead)
    else:
        pay(state, mover, owner, -ahead)
    state.phase = TURN_OVER


@kernel
def go_on_with_treat(pack, state):
    """Ask for the next condition that is a choice, or roll."""
    while role_asked(state) < 2:
        role = role_asked(state)
        seat, card = seat_of_role(state, role), np.int64(state.treat_card[role])
        if pack.treat_cond[card] == FREE:
            state.treat_apply[role] = 1
        elif not can_meet(pack, state, seat, card):
            state.treat_apply[role] = 0
        else:
            state.phase = TREAT
            state.to_move = seat
            return
    settle_treat(pack, state)


@kernel
def legal_treat(pack, state, mask):
    seat = np.int64(state.to_move)
    set_bit(mask, TREAT_NO)
    if pack.treat_cond[state.treat_card[role_asked(state)]] == DISCARD:
        offer_cards(mask, cards_at(state, seat))
    else:
        set_bit(mask, TREAT_YES)


@kernel
def announce(state, seat, children):
    """Everybody learns that the child card of `seat` is one of `children`."""
    for other in range(np.int64(state.num_players)):
        state.know[other, seat] = np.int64(state.know[other, seat]) & children


@kernel
def meet(pack, state, role):
    """Do what the treat card asks for."""
    seat, rival, card = (
        seat_of_role(state, role),
        seat_of_role(state, 1 - role),
        np.int64(state.treat_card[role]),
    )
    condition = np.int64(pack.treat_cond[card])
    own, caller = np.int64(1) << np.int64(state.secret[seat]), np.int64(1) << np.int64(state.child)
    if condition == SHOW_RIVAL:
        state.know[rival, seat] = own
    elif condition == SHOW_ALL or condition == CALLER:
        announce(state, seat, own)
    elif condition == SET:
        announce(state, seat, np.int64(pack.treat_arg[card]))
    elif condition == NOT_CALLER:
        announce(state, seat, ~caller)
    elif condition == PAY:
        pay(state, seat, POT, np.int64(pack.treat_arg[card]))


@kernel
def apply_treat(pack, state, action):
    role = role_asked(state)
    state.treat_apply[role] = action != TREAT_NO
    if action == TREAT_YES:
        meet(pack, state, role)
    elif action != TREAT_NO:
        use_card(state, action - CARD_BASE)
    state.phase = TREATING
