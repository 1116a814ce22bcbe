"""What squares, cards and costumes are worth, in tenths of a candy, to one who sees what the mover sees."""

import numpy as np

from medianoche.envs.core.kernels.bits import popcount
from medianoche.envs.halloween.kernels.hands import cards_at, count_cards
from medianoche.envs.halloween.state import (
    CHILDREN,
    DRAW_SQUARE,
    FORCE_DIE,
    FREE_CHILD,
    FREEZE,
    GAIN,
    GIVE_DIE,
    GROUND,
    HOME_CARD,
    HOME_LOOK,
    LOSE,
    LOSE_DIE,
    PASS_BY,
    POT_GAIN,
    ROLL_AGAIN,
    SEND_HOME,
    SHUT,
    TOLL,
    TWO_CARDS,
    ZERO,
    kernel,
)
from medianoche.envs.halloween.kernels.walking import destinations, has_square, may_tear, owner_at

CARD_VALUES = np.zeros(14, np.int64)
for op, value in (
    (TOLL, 30),
    (POT_GAIN, 32),
    (FORCE_DIE, 25),
    (GROUND, 27),
    (SHUT, 16),
    (SEND_HOME, 12),
    (PASS_BY, 10),
    (ROLL_AGAIN, 9),
    (FREE_CHILD, 5),
    (FREEZE, 3),
    (GAIN, 20),
    (LOSE, -15),
    (LOSE_DIE, -25),
    (GIVE_DIE, -25),
):
    CARD_VALUES[op] = value
DOOR, FORCED_DOOR, DREAD_OF_CARDS, NEW_CARD, FULL_HANDED = 13, 25, 4, 11, 3
HARM = 40  # of another's lost costume: 15 points spread over the rivals
TEAR_COST, FEW_CANDIES = 10, 6
WORST = -1000


@kernel
def leader(state, seat):
    """The living rival with the most candies."""
    best, most = np.int64(-1), np.int64(-1)
    for rival in range(np.int64(state.num_players)):
        if rival != seat and state.alive[rival] and np.int64(state.candies[rival]) > most:
            best, most = np.int64(rival), np.int64(state.candies[rival])
    return best


@kernel
def card_value(pack, card):
    """What a card is worth in the hand, or when drawn."""
    return CARD_VALUES[pack.action_op[card]]


@kernel
def costume_value(state, seat, child):
    """What tearing this child's costume is worth to `seat` if nobody defends it."""
    if state.secret[seat] == child:
        return np.int64(WORST)
    value, first = np.int64(-TEAR_COST), leader(state, seat)
    for rival in range(np.int64(state.num_players)):
        children = np.int64(state.know[seat, rival])
        if rival != seat and state.alive[rival] and children >> child & 1:
            harm = 2 * HARM if rival == first else HARM
            value += harm // popcount(np.uint64(children))
    return value


@kernel
def best_target(pack, state, seat, walker, square):
    """The dearest costume beside `square`, -1 if none; `walker` is the child that would stand there."""
    best, most = np.int64(-1), np.int64(2 * WORST)
    if may_tear(pack, state):
        for child in range(CHILDREN):
            there = np.int64(state.pos[child])
            if child != walker and there >= 0 and state.guard[child] < 0 and has_square(pack.near[square], there):
                value = costume_value(state, seat, child)
                if value > most:
                    best, most = np.int64(child), value
    return best


@kernel
def draw_value(pack, state, seat, child, square):
    """Cards to be had on a grey square."""
    ability, draws = np.int64(pack.child_draw[child]), np.int64(0)
    if pack.kind[square] == DRAW_SQUARE:
        draws = np.int64(2 if ability == TWO_CARDS else 1)
    elif square == np.int64(state.start[child]) and (ability == HOME_CARD or ability == HOME_LOOK):
        draws = np.int64(1)
    full = count_cards(cards_at(state, seat)) >= np.int64(pack.hand_limit)
    return min(draws, np.int64(state.deck_n)) * (FULL_HANDED if full else NEW_CARD)


@kernel
def square_value(pack, state, child, square):
    """What landing there with `child` is worth to the mover."""
    seat = np.int64(state.mover)
    owner = owner_at(pack, state, square)
    if owner >= 0 and owner != seat:
        value = np.int64(FORCED_DOOR if state.force_die else DOOR)
        value -= DREAD_OF_CARDS * count_cards(cards_at(state, owner))
        value -= 2 * max(5 - np.int64(state.candies[owner]), 0)
        return value + (2 if owner == leader(state, seat) else 0)
    value = draw_value(pack, state, seat, child, square) if owner < 0 else np.int64(0)
    target = best_target(pack, state, seat, child, square)
    if target >= 0 and state.candies[seat] >= FEW_CANDIES:
        worth = costume_value(state, seat, target)
        if owner < 0:
            worth = max(worth, 0)
        value += worth
    elif owner == seat:
        value = np.int64(WORST)
    return value


@kernel
def chances(pack, state, child):
    """Eight times what moving `child` is worth on average."""
    total = np.int64(0)
    for roll in range(1, 9):
        squares = destinations(pack, state, child, roll)
        best = np.int64(0 if squares == ZERO else WORST)
        for square in range(np.int64(pack.n_squares)):
            if has_square(squares, square):
                best = max(best, square_value(pack, state, child, square))
        total += best
    return total
