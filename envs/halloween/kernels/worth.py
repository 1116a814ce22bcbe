"""Values of squares, cards and costumes in tenths of a candy, from what the mover can see.

Arguments: `seat` is 0 to 4, -1 none. `child` and `walker` are 0 to 7; a set of children has bit i for child i. `card`
is an action card, 0 to 16 (its printed number less 1). `square` is 0 to 63; a set of squares is a uint64 with bit i for
square i.
"""

import numpy as np

from medianoche.envs.core.kernels.bits import lowest_bit, popcount
from medianoche.envs.halloween.kernels import ONE, ZERO, kernel
from medianoche.envs.halloween.kernels.hands import cards_at, count_cards
from medianoche.envs.halloween.kernels.landing import count_draws
from medianoche.envs.halloween.kernels.walking import destinations, has_square, owner_at, prey
from medianoche.envs.halloween.state import CHILDREN, Op

VALUES = {
    Op.FREE_CHILD: 5,
    Op.GROUND: 27,
    Op.FREEZE: 3,
    Op.FORCE_DIE: 25,
    Op.SEND_HOME: 12,
    Op.SHUT: 16,
    Op.TOLL: 30,
    Op.PASS_BY: 10,
    Op.POT_GAIN: 32,
    Op.ROLL_AGAIN: 9,
    Op.LOSE: -15,
    Op.GAIN: 20,
    Op.LOSE_DIE: -25,
    Op.GIVE_DIE: -25,
}
CARD_VALUES = np.array([VALUES[op] for op in Op], np.int64)
DOOR = 13  # at the door of a rival's house
FORCED_DOOR = 25  # the same if the owner must give the candies of a die
DREAD_OF_CARDS = 4  # less for each card in the owner's hand
NEW_CARD = 11  # a card drawn
FULL_HANDED = 3  # a card drawn with a full hand
HARM = 40  # of tearing a rival's own child: it loses 15 points, shared by all others as a gain
TEAR_COST = 10
FEW_CANDIES = 6  # candies, not tenths: with fewer a seat does not tear
WORST = -1000


@kernel
def leader(state, seat):
    """The living rival with the most candies. It is -1 if there is none."""
    best = -1
    most = -1
    for rival in range(state.num_players):
        if rival != seat and state.alive[rival] and state.candies[rival] > most:
            best = rival
            most = state.candies[rival]
    return best


@kernel
def card_value(pack, card):
    """Value of a card in the hand, or when drawn. It is in tenths of a candy, negative for cards that cost candies."""
    return CARD_VALUES[pack.action_op[card]]


@kernel
def costume_value(state, seat, child):
    """Value to `seat` of tearing this child's costume if it is not defended. It is in tenths of a candy; WORST for the
    seat's own child."""
    if state.secret[seat] == child:
        return WORST
    value = -TEAR_COST
    first = leader(state, seat)
    for rival in range(state.num_players):
        children = state.know[seat, rival]
        if rival != seat and state.alive[rival] and children >> child & 1:
            harm = 2 * HARM if rival == first else HARM
            value += harm // popcount(np.uint64(children))
    return value


@kernel
def best_target(pack, state, walker, square):
    """The child beside `square` whose costume has the highest value to the mover, -1 if none; `walker` stands on
    `square`. `walker` is the child that moves; the result is 0 to 7."""
    best = -1
    most = 2 * WORST
    children = prey(pack, state, walker)
    for child in range(CHILDREN):
        if children >> child & 1 and has_square(pack.near[square], state.pos[child]):
            value = costume_value(state, state.mover, child)
            if value > most:
                best = child
                most = value
    return best


@kernel
def draw_value(pack, state, seat, child, square):
    """Value, in tenths of a candy, of the cards that may be drawn by `child` on a grey square."""
    full = count_cards(cards_at(state, seat)) >= pack.hand_limit
    return min(count_draws(pack, state, child, square), state.deck_n) * (FULL_HANDED if full else NEW_CARD)


@kernel
def square_value(pack, state, child, square):
    """Value to the mover of landing on the square with `child`. It is in tenths of a candy; WORST for the mover's own
    house without a costume to tear."""
    seat = state.mover
    owner = owner_at(pack, state, square)
    if owner >= 0 and owner != seat:
        value = FORCED_DOOR if state.force_die else DOOR
        value -= DREAD_OF_CARDS * count_cards(cards_at(state, owner))
        value -= 2 * max(5 - state.candies[owner], 0)
        return value + (2 if owner == leader(state, seat) else 0)
    value = draw_value(pack, state, seat, child, square) if owner < 0 else 0
    target = best_target(pack, state, child, square)
    if target >= 0 and state.candies[seat] >= FEW_CANDIES:
        worth = costume_value(state, seat, target)
        if owner < 0:
            worth = max(worth, 0)
        value += worth
    elif owner == seat:
        value = WORST
    return value


@kernel
def chances(pack, state, child):
    """Eight times the average value of moving `child`, over the eight results of the die. It is in tenths of a
    candy."""
    total = 0
    for roll in range(1, 9):
        squares = destinations(pack, state, child, roll)
        best = 0 if squares == ZERO else WORST
        while squares != ZERO:
            best = max(best, square_value(pack, state, child, lowest_bit(squares)))
            squares &= squares - ONE
        total += best
    return total
