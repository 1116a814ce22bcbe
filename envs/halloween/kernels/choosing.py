"""The beginning of a turn: cards played before moving, the choice of a child, the die, the walk.

Arguments: `mask` is a set of actions, uint64[words], to which marked actions are added; `action` is a number of
ACTIONS. A set of children has bit i for child i, 0 to 7; a set of squares is a uint64 with bit i for square i.
"""

import numpy as np

from medianoche.envs.core.kernels.bits import lowest_bit, set_bit
from medianoche.envs.core.kernels.notes import note
from medianoche.envs.halloween.events import News
from medianoche.envs.halloween.kernels import ZERO, kernel
from medianoche.envs.halloween.kernels.candies import pay, roll_die
from medianoche.envs.halloween.kernels.hands import cards_of, mark_cards, use_card
from medianoche.envs.halloween.kernels.walking import arrive, destinations, houses_of_others
from medianoche.envs.halloween.state import BASE, CHILDREN, POT, Op, Phase, Walk


@kernel
def mark_squares(mask, squares):
    """Mark going to each of `squares`. `squares` is a uint64, bit i for square i."""
    mask[0] |= squares << np.uint64(BASE.square)
    mask[1] |= squares >> np.uint64(64 - BASE.square)


# ---- CHILD


@kernel
def choosable_children(pack, state):
    """Bit set of the children that the mover may choose; after a roll with which the chosen child could not move, of
    those that can move with it (R12). Bit i is child i, 0 to 7."""
    children = 0
    if state.no_move:
        return 0
    for child in range(CHILDREN):
        if (
            state.pos[child] >= 0
            and state.frozen_left[child] == 0
            and (state.treat_only or not state.moved >> child & 1)
        ):
            if state.stuck == 0 or destinations(pack, state, child, state.roll) != ZERO:
                children |= 1 << child
    return children


@kernel
def mark_ground(state, mask):
    """Mark grounding each living player."""
    n = state.num_players
    for distance in range(1, n):
        if state.alive[(state.mover + distance) % n]:
            set_bit(mask, BASE.ground + distance - 1)


@kernel
def mark_child(pack, state, mask):
    """Mark the children to choose and the cards to play before (R16): cards 1 and 10 exclude each other (R45), card 2
    may always be played (R46)."""
    seat = state.mover
    children = choosable_children(pack, state)
    mask[0] |= np.uint64(children) << np.uint64(BASE.child)
    if children == 0:
        set_bit(mask, BASE.pass_turn)
    if state.stuck:
        return
    if cards_of(pack, state, seat, Op.GROUND):
        mark_ground(state, mask)
    if state.treat_only:
        return
    freezer = cards_of(pack, state, seat, Op.FREEZE)
    unfrozen = False
    for child in range(CHILDREN):
        if state.pos[child] >= 0:
            unfrozen |= state.frozen_left[child] == 0
            if freezer:
                set_bit(mask, BASE.freeze + child)
    if unfrozen and state.no_move == 0:
        mark_cards(mask, cards_of(pack, state, seat, Op.FREE_CHILD))


@kernel
def play_ground(pack, state, action):
    """Card 2: a player pays and will miss a turn."""
    victim = (state.mover + action - BASE.ground + 1) % state.num_players
    card = lowest_bit(np.uint64(cards_of(pack, state, state.mover, Op.GROUND)))
    use_card(state, card)
    note(state, News.PLAYED, state.mover, card)
    state.skip[victim] = 1
    note(state, News.GROUNDED, victim)
    pay(state, victim, POT, pack.action_arg[card])


@kernel
def play_child(pack, state, action):
    """Choose the child to move. With card 10 the child is frozen for some turns instead, and the mover moves none
    (R45)."""
    if action == BASE.pass_turn:
        state.phase = Phase.TURN_OVER
    elif action >= BASE.freeze:
        card = lowest_bit(np.uint64(cards_of(pack, state, state.mover, Op.FREEZE)))
        use_card(state, card)
        note(state, News.PLAYED, state.mover, card)
        state.frozen_by[action - BASE.freeze] = state.mover
        state.frozen_left[action - BASE.freeze] = pack.action_arg[card]
        note(state, News.FROZEN, state.mover, action - BASE.freeze, pack.action_arg[card])
        state.phase = Phase.TURN_OVER
    elif action >= BASE.ground:
        play_ground(pack, state, action)
    elif action >= BASE.card:
        use_card(state, action - BASE.card)
        state.treat_only = 1
        note(state, News.PLAYED, state.mover, action - BASE.card)
    else:
        state.child = action - BASE.child
        was_stuck = state.stuck
        state.stuck = 0
        note(state, News.CHOSE, state.mover, state.child)
        state.phase = Phase.MOVE if was_stuck else Phase.ROLL


@kernel
def roll_for_child(pack, state):
    """Roll until the child can move, or another child can with the same roll (R12)."""
    child = state.child
    state.to_move = state.mover
    while True:
        state.roll = roll_die(state)
        note(state, News.ROLLED, state.mover, state.roll, child)
        if destinations(pack, state, child, state.roll) != ZERO:
            state.phase = Phase.MOVE
            return
        if pack.child_move[child] == Walk.REROLL:
            state.rerolled = 1
            continue
        state.stuck = 1
        if choosable_children(pack, state):
            state.child = -1
            note(state, News.CHOSE, state.mover, -1)
            state.phase = Phase.CHILD
            return
        state.stuck = 0


# ---- MOVE


@kernel
def mark_move(pack, state, mask):
    """Mark the squares to go to, Lucía's reroll if it is left, and card 16 if there is a door to go to (R30)."""
    squares = destinations(pack, state, state.child, state.roll)
    mark_squares(mask, squares)
    if state.force_die == 0 and squares & houses_of_others(pack, state) != ZERO:
        mark_cards(mask, cards_of(pack, state, state.mover, Op.FORCE_DIE))
    if pack.child_move[state.child] == Walk.REROLL and state.rerolled == 0:
        set_bit(mask, BASE.reroll)


@kernel
def play_move(pack, state, action):
    """Move the child. It counts as moved in this lap wherever a card sends it later (R17)."""
    if action == BASE.reroll:
        state.rerolled = 1
        note(state, News.PUT_ASIDE, state.mover, state.roll)
        state.phase = Phase.ROLL
    elif action >= BASE.card:
        use_card(state, action - BASE.card)
        state.force_die = 1
        note(state, News.PLAYED, state.mover, action - BASE.card)
    else:
        arrive(pack, state, action - BASE.square)
        state.moved |= 1 << state.child
        state.phase = Phase.LAND
