"""What is true of the fields of a turn while it is played."""

import numpy as np

from medianoche.envs.halloween.inconsistencies import (
    WRONG_BIDS,
    WRONG_CAME,
    WRONG_CHILD,
    WRONG_CLAIM,
    WRONG_DEMAND,
    WRONG_DRAWS,
    WRONG_FLAGS,
    WRONG_MOVED,
    WRONG_OWNER,
    WRONG_QUESTION,
    WRONG_REST,
    WRONG_ROLL,
    WRONG_STAKES,
    WRONG_TARGET,
    WRONG_TEAR,
    WRONG_THIRD,
)
from medianoche.envs.halloween.state import (
    ACCEPT,
    ADVICE,
    ANSWER,
    BID,
    CARD_PRICE,
    CHILD,
    CHILDREN,
    CLAIM,
    COLOUR,
    DEFEND,
    DEFENDS,
    DEMAND,
    DRAW,
    FEE,
    FORWARD,
    INSIST,
    KEEP,
    MOST_STEPS,
    MOVE,
    NEIGHBOUR,
    RESPOND,
    SEATS,
    TEAR,
    TREAT,
    VERDICT,
    ZERO,
    kernel,
)
from medianoche.envs.halloween.kernels.treat import role_asked, seat_of_role
from medianoche.envs.halloween.kernels.walking import has_square, owner_at


@kernel
def check_flags(state):
    """The switches of the turn."""
    phase, fwd = np.int64(state.phase), np.int64(state.fwd)
    if state.no_move > 1 or state.treat_only > 1 or state.force_die > 1 or state.rerolled > 1:
        return WRONG_FLAGS
    if state.stuck > 1 or state.attack > 1 or (state.stuck and phase != CHILD) or (state.attack and phase < TEAR):
        return WRONG_FLAGS
    if (state.no_move and phase != CHILD) or state.steps > MOST_STEPS:
        return WRONG_FLAGS
    if (phase == FORWARD) != (fwd != 0) or (fwd != 0 and fwd != 13 and fwd != 15):
        return WRONG_FLAGS
    return 0


@kernel
def check_moving(pack, state):
    """The moving child, its die and its way."""
    phase, child, roll = np.int64(state.phase), np.int64(state.child), np.int64(state.roll)
    if phase <= CHILD:
        if child != -1:
            return WRONG_CHILD
        if (roll > 0) != (state.stuck == 1) or roll > 8:
            return WRONG_ROLL
        return WRONG_CAME if state.came != ZERO else 0
    if child < 0 or child >= CHILDREN or state.pos[child] < 0 or state.frozen_left[child]:
        return WRONG_CHILD
    if roll < 1 or roll > 8:
        return WRONG_ROLL
    if phase == MOVE:
        return WRONG_CAME if state.came != ZERO else 0
    if np.int64(state.moved) >> child & 1 == 0:
        return WRONG_MOVED
    square = np.int64(state.pos[child])
    if state.came == ZERO or state.came & ~pack.near[square] != ZERO:
        return WRONG_CAME
    at_home = owner_at(pack, state, square) == state.mover
    if at_home != (state.attack == 1) and not (at_home and state.fwd == 13):
        return WRONG_REST
    return 0


@kernel
def check_door(pack, state):
    """Owner, third, and what they said."""
    phase, owner, third = np.int64(state.phase), np.int64(state.owner), np.int64(state.third)
    claim, roll, demand, advice = (
        np.int64(state.claim),
        np.int64(state.true_roll),
        np.int64(state.demand),
        np.int64(state.advice),
    )
    at_door = ANSWER <= phase <= TREAT
    if not at_door and owner != -1:
        return WRONG_OWNER
    if at_door and (owner < 0 or owner != owner_at(pack, state, np.int64(state.pos[state.child]))):
        return WRONG_OWNER
    consulting = phase == DEMAND or phase == ACCEPT or phase == ADVICE or phase == FEE
    if third < -1 or third >= np.int64(state.num_players) or (third < 0 and consulting):
        return WRONG_THIRD
    if third >= 0:
        if not (consulting or phase == VERDICT) or third == owner or third == state.mover or state.alive[third] == 0:
            return WRONG_THIRD
    if claim > 8 or roll > 8 or (claim > 0) != (RESPOND <= phase <= FEE) or (roll > 0) != (CLAIM <= phase <= FEE):
        return WRONG_CLAIM
    if demand > CARD_PRICE or (demand and (third < 0 or phase < ACCEPT)) or (demand == 0 and phase == ACCEPT):
        return WRONG_DEMAND
    said = third >= 0 and (phase == VERDICT or phase == FEE)
    if advice > 2 or (advice > 0) != said or (phase == FEE and demand != CARD_PRICE):
        return WRONG_DEMAND
    return 0


@kernel
def check_draws(state):
    """Draws left and the candies of card 8."""
    phase, draws, amount = np.int64(state.phase), np.int64(state.draws), np.int64(state.amount)
    if draws > 2 or (draws and phase != DRAW and phase != KEEP and phase != NEIGHBOUR):
        return WRONG_DRAWS
    if phase == DRAW and (draws == 0 or state.deck_n == 0):
        return WRONG_DRAWS
    if amount > 4 or (amount > 0) != (phase == NEIGHBOUR):
        return WRONG_DRAWS
    return 0


@kernel
def check_attack(pack, state):
    """The target, and whether the mover may tear."""
    phase, target, mover = np.int64(state.phase), np.int64(state.target), np.int64(state.mover)
    fighting = phase >= DEFEND
    if not fighting and target != -1:
        return WRONG_TARGET
    if phase < TEAR:
        return 0
    cool = np.int64(state.tear_cooldown) + 1 if fighting else np.int64(0)
    if np.int64(state.round_no) + 1 < np.int64(pack.tear_round) or state.cool[mover] != cool:
        return WRONG_TEAR
    if fighting:
        if target < 0 or target >= CHILDREN or target == state.child or state.pos[target] < 0:
            return WRONG_TARGET
        if state.guard[target] != mover or not has_square(
            pack.near[state.pos[state.child]], np.int64(state.pos[target])
        ):
            return WRONG_TARGET
    return 0


@kernel
def check_table(state):
    """Stakes and bids."""
    phase, mover, n = np.int64(state.phase), np.int64(state.mover), np.int64(state.num_players)
    fighting = phase >= DEFEND
    laid, defenders = np.int64(0), np.int64(0)
    for seat in range(SEATS):
        stake, stand, bid = (
            np.int64(state.stake[seat]),
            np.int64(state.defend[seat]),
            np.int64(state.bid[seat]),
        )
        if not fighting or seat >= n:
            if stake or stand:
                return WRONG_STAKES
        elif stand > DEFENDS or stake > n or (seat == mover and (stake != 1 or stand)):
            return WRONG_STAKES
        elif seat != mover and (stake > 1) != (stand == DEFENDS):
            return WRONG_STAKES
        if stand == DEFENDS:
            laid |= np.int64(1) << stake
            defenders += 1
        party = seat == mover or stand == DEFENDS
        if bid < -1 or (bid >= 0 and (phase != BID or not party or bid > np.int64(state.candies[seat]))):
            return WRONG_BIDS
    if laid != ((np.int64(1) << defenders) - 1) << 2 or (defenders == 0 and phase >= INSIST):
        return WRONG_STAKES
    return 0


@kernel
def who_is_asked(state):
    """The seat whose question this phase is, -1 if that depends on more."""
    phase = np.int64(state.phase)
    if phase == ANSWER or phase == RESPOND or phase == ACCEPT or phase == VERDICT or phase == FEE:
        return np.int64(state.owner)
    if phase == DEMAND or phase == ADVICE:
        return np.int64(state.third)
    if phase == TREAT:
        return seat_of_role(state, role_asked(state))
    if phase == COLOUR or phase == DEFEND or phase == BID:
        return np.int64(-1)
    return np.int64(state.mover)


@kernel
def check_question(state):
    """The seat to move is the one to answer."""
    phase, seat, asked = np.int64(state.phase), np.int64(state.to_move), who_is_asked(state)
    if asked >= 0 and asked != seat:
        return WRONG_QUESTION
    if phase != COLOUR and phase != FEE and state.alive[state.mover] == 0:
        return WRONG_QUESTION
    defenders = np.int64(0)
    for other in range(np.int64(state.num_players)):
        defenders += state.defend[other] == DEFENDS
    if phase == DEFEND and (seat == state.mover or state.defend[seat] or np.int64(state.candies[seat]) < 2 + defenders):
        return WRONG_QUESTION
    if phase == BID and (state.bid[seat] >= 0 or (seat != state.mover and state.defend[seat] != DEFENDS)):
        return WRONG_QUESTION
    return 0


@kernel
def check_turn(pack, state):
    """All of the turn, while the game goes on."""
    found = check_flags(state)
    if found == 0:
        found = check_moving(pack, state)
    if found == 0:
        found = check_door(pack, state)
    if found == 0:
        found = check_draws(state)
    if found == 0:
        found = check_attack(pack, state)
    if found == 0:
        found = check_table(state)
    if found == 0:
        found = check_question(state)
    return found
