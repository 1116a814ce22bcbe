"""The beginning of a turn: cards played before moving, the choice of a child, the die, the walk."""

import numpy as np

from medianoche.envs.core.kernels.bits import popcount, set_bit
from medianoche.envs.halloween.kernels.candies import pay, roll_die
from medianoche.envs.halloween.kernels.hands import cards_of, first_card, offer_cards, use_card
from medianoche.envs.halloween.state import (
    CARD_BASE,
    CHILD,
    CHILD_BASE,
    CHILDREN,
    FORCE_DIE,
    FREE_CHILD,
    FREEZE,
    FREEZE_BASE,
    GROUND,
    GROUND_BASE,
    LANDED,
    MOVE,
    PASS,
    POT,
    REROLL,
    REROLLER,
    ROLLING,
    SQUARE_BASE,
    TURN_OVER,
    ZERO,
    kernel,
)
from medianoche.envs.halloween.kernels.walking import arrive, destinations, houses_of_others

MAY_FREE, MAY_GROUND, MAY_FREEZE = 1, 2, 4


@kernel
def offer_squares(mask, squares):
    """Going to each of `squares` is legal."""
    mask[0] |= squares << np.uint64(SQUARE_BASE)
    mask[1] |= squares >> np.uint64(64 - SQUARE_BASE)


# ---- CHILD


@kernel
def movable_children(state):
    """Bits of the children that the mover may choose, whatever the die will say."""
    children = np.int64(0)
    for child in range(CHILDREN):
        free = state.pos[child] >= 0 and state.frozen_left[child] == 0 and state.no_move == 0
        if free and (state.treat_only or np.int64(state.moved) >> child & 1 == 0):
            children |= np.int64(1) << child
    return children


@kernel
def choosable_children(pack, state):
    """Those of the movable children that, while a roll is stuck, have somewhere to go with it (R12)."""
    children = movable_children(state)
    if state.stuck:
        for child in range(CHILDREN):
            if children >> child & 1 and destinations(pack, state, child, np.int64(state.roll)) == ZERO:
                children &= ~(np.int64(1) << child)
    return children


@kernel
def turn_cards(pack, state):
    """Which cards the mover may play before choosing a child: MAY_FREE, MAY_GROUND, MAY_FREEZE."""
    seat = np.int64(state.mover)
    if state.stuck:
        return np.int64(0)
    on_board, unfrozen = False, False
    for child in range(CHILDREN):
        if state.pos[child] >= 0:
            on_board = True
            unfrozen |= state.frozen_left[child] == 0
    may = np.int64(0)
    if unfrozen and state.no_move == 0 and state.treat_only == 0 and cards_of(pack, state, seat, FREE_CHILD):
        may |= MAY_FREE
    if cards_of(pack, state, seat, GROUND):
        may |= MAY_GROUND
    if on_board and state.treat_only == 0 and cards_of(pack, state, seat, FREEZE):
        may |= MAY_FREEZE
    return may


@kernel
def offer_grounding(state, mask):
    """Grounding each living player is legal."""
    n, seat = np.int64(state.num_players), np.int64(state.mover)
    for distance in range(1, n):
        if state.alive[(seat + distance) % n]:
            set_bit(mask, GROUND_BASE + distance)


@kernel
def legal_child(pack, state, mask):
    seat = np.int64(state.mover)
    children = choosable_children(pack, state)
    mask[0] |= np.uint64(children) << np.uint64(CHILD_BASE)
    if children == 0:
        set_bit(mask, PASS)
    may = turn_cards(pack, state)
    if may & MAY_FREE:
        offer_cards(mask, cards_of(pack, state, seat, FREE_CHILD))
    if may & MAY_GROUND:
        offer_grounding(state, mask)
    if may & MAY_FREEZE:
        for child in range(CHILDREN):
            if state.pos[child] >= 0:
                set_bit(mask, FREEZE_BASE + child)


@kernel
def ground(pack, state, distance):
    """Card 2: a player pays and will sit out a turn."""
    seat = np.int64(state.mover)
    victim = (seat + distance) % np.int64(state.num_players)
    card = first_card(cards_of(pack, state, seat, GROUND))
    use_card(state, card)
    state.skip[victim] = 1
    pay(state, victim, POT, np.int64(pack.action_arg[card]))


@kernel
def freeze(pack, state, child):
    """Card 10: nobody moves that child for some turns, and the mover none now (R45)."""
    seat = np.int64(state.mover)
    card = first_card(cards_of(pack, state, seat, FREEZE))
    use_card(state, card)
    state.frozen_by[child] = seat
    state.frozen_left[child] = pack.action_arg[card]
    state.phase = TURN_OVER


@kernel
def apply_child(pack, state, action):
    if action == PASS:
        state.phase = TURN_OVER
    elif action >= FREEZE_BASE:
        freeze(pack, state, action - FREEZE_BASE)
    elif action > GROUND_BASE:
        ground(pack, state, action - GROUND_BASE)
    elif action >= CARD_BASE:
        use_card(state, action - CARD_BASE)
        state.treat_only = 1
    else:
        state.child = action - CHILD_BASE
        state.phase = MOVE if state.stuck else ROLLING
        state.stuck = 0


# ---- the die


@kernel
def roll_for_child(pack, state):
    """Roll until the child can move, or another one could with the same roll (R12)."""
    child = np.int64(state.child)
    state.to_move = state.mover
    while True:
        state.roll = roll_die(state)
        if destinations(pack, state, child, np.int64(state.roll)) != ZERO:
            state.phase = MOVE
            return
        if pack.child_move[child] == REROLLER:
            state.rerolled = 1
            continue
        state.stuck = 1
        if choosable_children(pack, state):
            state.child = -1
            state.phase = CHILD
            return
        state.stuck = 0


# ---- MOVE


@kernel
def may_reroll(pack, state):
    """Whether Lucía's reroll is left."""
    return pack.child_move[state.child] == REROLLER and state.rerolled == 0


@kernel
def force_cards(pack, state, squares):
    """The mover's cards that take the choice at the door, if `squares` has a door."""
    if state.force_die or squares & houses_of_others(pack, state) == ZERO:
        return np.int64(0)
    return cards_of(pack, state, np.int64(state.mover), FORCE_DIE)


@kernel
def count_moves(pack, state):
    """How many actions are legal in MOVE."""
    squares = destinations(pack, state, np.int64(state.child), np.int64(state.roll))
    cards = force_cards(pack, state, squares)
    return popcount(squares) + popcount(np.uint64(cards)) + np.int64(may_reroll(pack, state))


@kernel
def legal_move(pack, state, mask):
    squares = destinations(pack, state, np.int64(state.child), np.int64(state.roll))
    offer_squares(mask, squares)
    offer_cards(mask, force_cards(pack, state, squares))
    if may_reroll(pack, state):
        set_bit(mask, REROLL)


@kernel
def apply_move(pack, state, action):
    if action == REROLL:
        state.rerolled = 1
        state.phase = ROLLING
    elif action >= CARD_BASE:
        use_card(state, action - CARD_BASE)
        state.force_die = 1
    else:
        arrive(pack, state, action - SQUARE_BASE)
        state.moved = np.int64(state.moved) | np.int64(1) << np.int64(state.child)
        state.phase = LANDED
