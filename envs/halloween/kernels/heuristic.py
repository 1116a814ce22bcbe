"""A hand-written policy: walk to paying doors and cards, claim mostly the truth, doubt dear claims, tear what hurts
the strongest, and mix wherever a habit could be read. Values are tenths of a candy.

Why it doubts: to disbelieve an honest child costs 2.25 on average, to catch a liar brings 2.75, so any claim worth 3
or more is dearer believed than doubted, and bluffs pay only among the small ones.
"""

import numpy as np

from medianoche.envs.core.kernels.bits import count_bits, nth_bit, test_bit
from medianoche.envs.core.kernels.rng import draw
from medianoche.envs.halloween.kernels.costume import count_defenders
from medianoche.envs.halloween.state import (
    ACCEPT,
    ACCEPT_PRICE,
    ADVICE,
    ANSWER,
    BELIEVE,
    BID,
    BID_BASE,
    CARD_BASE,
    CARDS,
    CHILD,
    CHILD_BASE,
    CHILDREN,
    CLAIM,
    CLAIM_BASE,
    CONSULT_BASE,
    DEFEND,
    DEMAND,
    DEMAND_BASE,
    DISBELIEVE,
    DRAW,
    DRAW_NO,
    DRAW_YES,
    FEE,
    FIRST_DOOR_OP,
    FIRST_INSTANT_OP,
    FORWARD,
    GO_ON,
    GROUND_BASE,
    INSIST,
    KEEP,
    LEFT,
    MOVE,
    NEIGHBOUR,
    NO_TEAR,
    PASS,
    PAY_DIE,
    REROLL,
    RESPOND,
    RIGHT,
    SAY_FALSE,
    SAY_TRUE,
    SAYS_TRUE,
    SQUARE_BASE,
    SQUARES,
    STAND_ASIDE,
    STAND_UP,
    TEAR,
    TEAR_BASE,
    TRATO,
    TREAT,
    TREAT_YES,
    TRUCO,
    VERDICT,
    kernel,
)
from medianoche.envs.halloween.kernels.worth import (
    DOOR,
    DREAD_OF_CARDS,
    FEW_CANDIES,
    NEW_CARD,
    WORST,
    best_target,
    card_value,
    chances,
    costume_value,
    leader,
    square_value,
)

CAUGHT, DOUBTED = 275, 225  # hundredths: what a liar pays, what doubting the honest costs
HELP = 200


@kernel
def offered_card(pack, mask, sign):
    """The best (sign 1) or worst (sign -1) of the cards that may be named, -1 if none."""
    best, most = np.int64(-1), np.int64(WORST)
    for card in range(CARDS):
        if test_bit(mask, CARD_BASE + card) and sign * card_value(pack, card) > most:
            best, most = np.int64(card), sign * card_value(pack, card)
    return best


# ---- where to go


@kernel
def choose_child(pack, state, mask):
    """Ground the leader, then take the child with the best chances."""
    seat, n = np.int64(state.to_move), np.int64(state.num_players)
    grounded = GROUND_BASE + (leader(state, seat) - seat + n) % n
    if test_bit(mask, grounded):
        return grounded
    best, most = np.int64(-1), np.int64(9 * WORST)
    for child in range(CHILDREN):
        if test_bit(mask, CHILD_BASE + child):
            value = chances(pack, state, child) + draw(state, 8)
            if value > most:
                best, most = CHILD_BASE + np.int64(child), value
    if best >= 0:
        return best
    card = offered_card(pack, mask, 1)
    return CARD_BASE + card if card >= 0 else np.int64(PASS)


@kernel
def choose_square(pack, state, mask):
    """The best square; Lucía rolls again if it is a poor one."""
    if state.phase == MOVE and offered_card(pack, mask, 1) >= 0:
        return CARD_BASE + offered_card(pack, mask, 1)
    child = np.int64(state.child)
    best, most = np.int64(-1), np.int64(9 * WORST)
    for square in range(SQUARES):
        if test_bit(mask, SQUARE_BASE + square):
            value = square_value(pack, state, child, square) * 4 + draw(state, 4)
            if value > most:
                best, most = SQUARE_BASE + np.int64(square), value
    if test_bit(mask, REROLL) and most < 4 * (DOOR - DREAD_OF_CARDS):
        return np.int64(REROLL)
    return best


# ---- at the door


@kernel
def choose_answer(pack, state, mask):
    """A card if there is one, else trick or treat by chance: neither is much better."""
    card = offered_card(pack, mask, 1)
    if card >= 0 and FIRST_DOOR_OP <= pack.action_op[card] < FIRST_INSTANT_OP:
        return CARD_BASE + card
    if test_bit(mask, PAY_DIE):
        return np.int64(PAY_DIE)
    if test_bit(mask, TRUCO) and draw(state, 2):
        return np.int64(TRUCO)
    return np.int64(TRATO)


@kernel
def choose_claim(pack, state):
    """The truth, but for small bluffs: a worthless die half of the time, a poor one now and then."""
    roll = np.int64(state.true_roll)
    worth = np.int64(pack.candy[roll])
    if (worth == 0 and draw(state, 2)) or (worth == 1 and draw(state, 6) == 0) or draw(state, 40) == 0:
        bluff = 2 + draw(state, 4)
        return CLAIM_BASE + (roll if bluff == roll and draw(state, 2) else bluff)
    return CLAIM_BASE + roll


@kernel
def likely_lie(pack, state):
    """Percent: how likely the claim is false, from the child's record."""
    mover, worth = np.int64(state.mover), np.int64(pack.candy[state.claim])
    percent = 100 * (2 * np.int64(state.n_lies[mover]) + 1) // (2 * np.int64(state.n_checked[mover]) + 4)
    return percent if worth > 1 else percent // 2


@kernel
def doubt(pack, state, helper_pay):
    """Whether disbelieving is cheaper than believing; a little chance keeps it unreadable."""
    lie = likely_lie(pack, state)
    caught = min(CAUGHT, 100 * np.int64(state.candies[state.mover]))
    disbelieve = (lie * caught - (100 - lie) * DOUBTED) // 100 - helper_pay
    believe = -100 * np.int64(pack.candy[state.claim])
    return disbelieve + draw(state, 60) > believe + draw(state, 60)


@kernel
def choose_response(pack, state, mask):
    """Believe or not; a witness costs more than it saves and is asked once in a while to keep the others honest."""
    if draw(state, 24) == 0:
        distance = 1 + draw(state, np.int64(state.num_players) - 1)
        if test_bit(mask, CONSULT_BASE + distance):
            return CONSULT_BASE + distance
    return np.int64(DISBELIEVE if doubt(pack, state, 0) else BELIEVE)


@kernel
def choose_demand(mask):
    """Two candies, else a card, else nothing."""
    if test_bit(mask, DEMAND_BASE + 2):
        return np.int64(DEMAND_BASE + 2)
    return np.int64(DEMAND_BASE + 3 if test_bit(mask, DEMAND_BASE + 3) else DEMAND_BASE)


@kernel
def choose_advice(state):
    """Honesty is paid; one time in twelve it lies."""
    honest = (state.claim == state.true_roll) != (draw(state, 12) == 0)
    return np.int64(SAY_TRUE if honest else SAY_FALSE)


@kernel
def choose_verdict(pack, state):
    """Follow the witness unless the claim costs more than doubting it."""
    if state.third < 0:
        return np.int64(DISBELIEVE if doubt(pack, state, 0) else BELIEVE)
    cheap = 100 * np.int64(pack.candy[state.claim]) <= DOUBTED + HELP
    return np.int64(BELIEVE if state.advice == SAYS_TRUE and cheap else DISBELIEVE)


# ---- cards


@kernel
def choose_draw(pack, state, mask):
    """With a full hand something poor must go, or card 2 be played."""
    if test_bit(mask, DRAW_YES):
        return np.int64(DRAW_YES)
    seat, n = np.int64(state.to_move), np.int64(state.num_players)
    grounded = GROUND_BASE + (leader(state, seat) - seat + n) % n
    if test_bit(mask, grounded):
        return grounded
    card = offered_card(pack, mask, -1)
    return CARD_BASE + card if card_value(pack, card) < NEW_CARD else np.int64(DRAW_NO)


@kernel
def choose_neighbour(state, mask):
    """The poorer of the two."""
    if not test_bit(mask, RIGHT):
        return np.int64(LEFT)
    seat, n = np.int64(state.mover), np.int64(state.num_players)
    left, right = (seat + 1) % n, (seat - 1 + n) % n
    while state.alive[left] == 0:
        left = (left + 1) % n
    while state.alive[right] == 0:
        right = (right - 1 + n) % n
    return np.int64(LEFT if state.candies[left] <= state.candies[right] else RIGHT)


# ---- tearing


@kernel
def choose_target(pack, state, mask):
    """The dearest costume, if it is worth its price."""
    seat, child = np.int64(state.mover), np.int64(state.child)
    target = best_target(pack, state, seat, child, np.int64(state.pos[child]))
    rich = state.candies[seat] >= FEW_CANDIES
    if test_bit(mask, NO_TEAR) and (not rich or costume_value(state, seat, target) <= 0):
        return np.int64(NO_TEAR)
    return TEAR_BASE + target


@kernel
def choose_defence(state):
    """One's own child, and rarely another's, so that a defence does not tell all."""
    seat = np.int64(state.to_move)
    left = np.int64(state.candies[seat]) - 2 - count_defenders(state)
    if left > 0 and (state.secret[seat] == state.target or draw(state, 40) == 0):
        return np.int64(STAND_UP)
    return np.int64(STAND_ASIDE)


@kernel
def choose_bid(state):
    """Losing bids come back, so bid; the owner of the child bids most; keep one candy to stay in the game."""
    seat = np.int64(state.to_move)
    spare = max(np.int64(state.candies[seat]) - 1, 0)
    wish = draw(state, 2)
    if seat == state.mover:
        wish = 1 + draw(state, 4)
    elif state.secret[seat] == state.target:
        wish = 3 + draw(state, 5)
    return BID_BASE + min(wish, spare)


# ---- what core calls


@kernel
def heuristic(pack, state, mask):
    phase = np.int64(state.phase)
    if phase == ANSWER:
        return choose_answer(pack, state, mask)
    if phase == CLAIM:
        return choose_claim(pack, state)
    if phase == RESPOND:
        return choose_response(pack, state, mask)
    if phase == DEMAND:
        return choose_demand(mask)
    if phase == ACCEPT:
        return np.int64(ACCEPT_PRICE)
    if phase == ADVICE:
        return choose_advice(state)
    if phase == VERDICT:
        return choose_verdict(pack, state)
    if phase == TREAT:
        if test_bit(mask, TREAT_YES):
            return np.int64(TREAT_YES)
        return CARD_BASE + offered_card(pack, mask, -1)
    if phase == CHILD:
        return choose_child(pack, state, mask)
    if phase == MOVE or phase == FORWARD:
        return choose_square(pack, state, mask)
    if phase == DRAW:
        return choose_draw(pack, state, mask)
    if phase == KEEP:
        return CARD_BASE + offered_card(pack, mask, 1)
    if phase == FEE:
        return CARD_BASE + offered_card(pack, mask, -1)
    if phase == NEIGHBOUR:
        return choose_neighbour(state, mask)
    if phase == TEAR:
        return choose_target(pack, state, mask)
    if phase == DEFEND:
        return choose_defence(state)
    if phase == BID:
        return choose_bid(state)
    if phase == INSIST:
        return np.int64(GO_ON)
    return nth_bit(mask, draw(state, count_bits(mask)))
