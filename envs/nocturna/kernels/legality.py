"""Which actions are legal in each phase."""

import numpy as np

from medianoche.envs.core.kernels.bits import lowest_bit, set_bit
from medianoche.envs.nocturna.kernels.decks import hand_size
from medianoche.envs.nocturna.kernels.effects import fallen, foes, standing, standing_at
from medianoche.envs.nocturna.kernels.preparation import nightmares_at, size
from medianoche.envs.nocturna.state import (
    ACTOR,
    CARD,
    CARRY,
    CHILD,
    CHILD_CARD,
    CHILD_TODO,
    CHILDREN,
    CHOOSE_SHEET,
    COMBAT,
    CONCLUSION,
    CREATURE,
    DISCARD_CARD,
    ENEMY,
    EVENT,
    FOE,
    INSTANT,
    KINDS,
    LOCATION,
    LOCATIONS,
    LOOT,
    MARK,
    MASTER_CARD,
    MOVE,
    OFFER,
    ON_LOCATION,
    PASS,
    PAY,
    PLACE,
    PLACE_CARD,
    PREPARATION,
    RESURRECT,
    RETURN_REWARD,
    REWARDS,
    SHEET,
    SHEETS,
    USE,
    USE_FAMILY,
    USE_REWARD,
    kernel,
)
from medianoche.envs.nocturna.kernels.targets import candidates, choice, list_of, reward_choice
from medianoche.envs.nocturna.kernels.turns import able_fighters


@kernel
def offer_children(state, mask, bits):
    """A CHILD action for each of a set of children, counted from the one who acts."""
    n = np.int64(state.num_players) - 1
    first = max(np.int64(state.to_move) - 1, 0)
    for i in range(n):
        if bits >> (first + i) % n & 1:
            set_bit(mask, CHILD + i)


@kernel
def offer_each(mask, first, bits):
    """An action for each of a set of foes or locations."""
    while bits:
        set_bit(mask, first + lowest_bit(np.uint64(bits)))
        bits &= bits - 1


@kernel
def event_actions(pack, state, mask):
    """Events of the phase (R11) whose cost the rest of the hand can pay (R10)."""
    phase, cards = np.int64(state.phase), np.int64(-1)
    label = COMBAT
    if phase != MASTER_CARD:
        label = PREPARATION if phase == PLACE else CONCLUSION
    for kind in range(KINDS):
        if state.mp_hand[kind] and np.int64(pack.nm_label[kind]) == label:
            if cards < 0:
                cards = hand_size(state)
            if cards > np.int64(pack.nm_cost[kind]):
                set_bit(mask, EVENT + kind)


# ---- combat


@kernel
def target_actions(pack, state, mask):
    """Whom a card may choose."""
    scope = choice(pack, state)
    bits = candidates(state, scope)
    if scope == ON_LOCATION:
        offer_each(mask, LOCATION, bits)
    elif scope == ENEMY and state.to_move > 0:
        offer_each(mask, FOE, bits)
        row = list_of(pack, state, 0)
        if np.int64(pack.fx[row, 0, 0]) == MARK or np.int64(pack.fx[row, 1, 0]) == MARK:
            set_bit(mask, PASS)
    else:
        offer_children(state, mask, bits)


@kernel
def combat_actions(pack, state, mask):
    """MASTER_CARD, CHILD_CARD, ACTOR, TARGET."""
    phase = np.int64(state.phase)
    if phase == MASTER_CARD or phase == CHILD_CARD:
        for card in range(1, 4):
            set_bit(mask, CARD + card)
    elif phase == ACTOR:
        if np.int64(state.todo) == CHILD_TODO:
            offer_children(state, mask, able_fighters(state))
        else:
            offer_each(mask, FOE, foes(state))
    else:
        target_actions(pack, state, mask)


# ---- preparation


@kernel
def place_actions(pack, state, mask):
    """A creature at a location that is still open, events, or done."""
    room = np.int64(0)
    for place in range(np.int64(state.place_cursor), LOCATIONS):
        kind = np.int64(state.loc_kind[place])
        if nightmares_at(state, place) < np.int64(pack.loc_nightmares[kind]):
            room |= 1 << place
    for kind in range(KINDS):
        if state.mp_hand[kind] and np.int64(pack.nm_label[kind]) == CREATURE:
            offer_each(mask, PLACE_CARD + 4 * kind, room)
    set_bit(mask, PASS)


@kernel
def takers(state, child, kind):
    """Relative children who stand and could give another kind for a reward, as bits."""
    found = np.int64(0)
    n = np.int64(state.num_players) - 1
    present = standing(state)
    for i in range(1, n):
        other = (child + i) % n
        if present >> other & 1 == 0:
            continue
        for given in range(REWARDS):
            if given != kind and state.hand[other, given]:
                found |= 1 << i
                break
    return found


@kernel
def use_actions(pack, state, mask):
    """Rewards to use, to use with their mate, or to offer; or done."""
    child = np.int64(state.to_move) - 1
    may_offer = np.int64(state.offers[child]) < np.int64(state.max_offers)
    set_bit(mask, PASS)
    for kind in range(REWARDS):
        if state.hand[child, kind] == 0:
            continue
        if may_offer:
            offer_each(mask, OFFER + 4 * kind, takers(state, child, kind))
        if np.int64(pack.rw_timing[kind]) != INSTANT:
            set_bit(mask, USE_REWARD + kind)
            continue
        mate = np.int64(pack.rw_mate[kind])
        paired = mate >= 0 and np.int64(pack.rw_timing[mate]) == INSTANT and state.hand[child, mate] > 0
        for pair in range(2 if paired else 1):
            scope = reward_choice(pack, state, child, kind, pair)
            if scope == 0 or candidates(state, scope):  # a choice needs somebody or something to choose (R15)
                set_bit(mask, (USE_FAMILY if pair else USE_REWARD) + kind)


@kernel
def preparation_actions(pack, state, mask):
    """SHEET, PLACE, PAY, USE, RETURN."""
    phase = np.int64(state.phase)
    if phase == SHEET:
        for sheet in range(SHEETS):
            taken = False
            for child in range(CHILDREN):
                taken = taken or np.int64(state.sheet[child]) == sheet
            if not taken:
                set_bit(mask, CHOOSE_SHEET + sheet)
    elif phase == PLACE:
        place_actions(pack, state, mask)
    elif phase == PAY:
        for kind in range(KINDS):
            if state.mp_hand[kind]:
                set_bit(mask, DISCARD_CARD + kind)
    elif phase == USE:
        use_actions(pack, state, mask)
    else:
        set_bit(mask, PASS)
        child = np.int64(state.to_move) - 1
        for kind in range(REWARDS):
            if state.hand[child, kind] and kind != np.int64(state.offer_kind):
                set_bit(mask, RETURN_REWARD + kind)


# ---- the rest


@kernel
def children_at(state, place):
    """How many children, defeated ones included, are at a location."""
    count = np.int64(0)
    for child in range(CHILDREN):
        count += np.int64(state.loc[child]) == place
    return count


@kernel
def move_actions(state, mask):
    """Locations with fewer than two children, from which everybody can still get a place (R20)."""
    n = np.int64(state.num_players) - 1
    present = standing(state)
    must_split = state.carry_mode == 0 and 2 * size(present) >= n
    occupied, waiting = np.int64(0), np.int64(-1)
    for place in range(LOCATIONS):
        occupied += children_at(state, place) > 0
    for child in range(CHILDREN):
        waiting += present >> child & 1 and state.loc[child] == -1
    for place in range(LOCATIONS):
        there = children_at(state, place)
        if there < 2 and (not must_split or 2 * (occupied + (there == 0) + waiting) >= n):
            set_bit(mask, LOCATION + place)


@kernel
def carry_actions(state, mask):
    """Where a standing child is and room is left; without any room, where a standing child is (R19)."""
    company, room = np.int64(0), np.int64(0)
    for place in range(LOCATIONS):
        if standing_at(state, place):
            company |= 1 << place
            if children_at(state, place) < 2:
                room |= 1 << place
    if state.carry_mode:
        set_bit(mask, PASS)
    elif room == 0:
        room = company
    offer_each(mask, LOCATION, room)


@kernel
def table_actions(state, mask):
    """MOVE, CARRY, LOOT, CONCLUSION, RESURRECT."""
    phase = np.int64(state.phase)
    if phase == MOVE:
        move_actions(state, mask)
    elif phase == CARRY:
        carry_actions(state, mask)
    else:
        set_bit(mask, PASS)
        if phase == LOOT:
            offer_children(state, mask, standing_at(state, np.int64(state.battle)))
        elif phase == RESURRECT:
            offer_children(state, mask, fallen(state))
