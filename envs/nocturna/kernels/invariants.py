"""What is true of every position of Camino a Nocturna that play can reach."""

import numpy as np

from medianoche.envs.nocturna.kernels.combat_invariants import check_combat, check_committed, check_pending
from medianoche.envs.nocturna.kernels.decks import hand_size
from medianoche.envs.nocturna.kernels.effects import fallen, standing
from medianoche.envs.nocturna.inconsistencies import (
    ABSENT,
    BOARD,
    CARDS_THERE,
    CHILD_STATE,
    ENDING,
    HAND,
    INCONSISTENCIES,
    LOCATION_CARDS,
    MOVER,
    NIGHTMARE_CARDS,
    OPTIONS,
    OVERDUE,
    REWARD_CARDS,
    ROUND,
    SCORES,
    SHEET_CARDS,
    TABLE,
    UTILITY,
    WHEREABOUTS,
)
from medianoche.envs.nocturna.kernels.legality import children_at
from medianoche.envs.nocturna.kernels.preparation import lowest, nightmares_at, size, to_carry
from medianoche.envs.nocturna.state import (
    ACTOR,
    BOSSES,
    BOTTLES,
    CARRY,
    CHARGE_CAP,
    CHILD_CARD,
    CHILD_CARD_SOURCE,
    CHILD_TODO,
    CHILDREN,
    CREATURE,
    DEFEATED,
    END,
    HAND_CAP,
    INSOMNIA_MAX,
    INSTANT,
    KINDS,
    LEFT_BEHIND,
    LOCATIONS,
    LOOT,
    MOVE,
    PAY,
    PLACE,
    PLACES,
    RESURRECT,
    RETURN,
    REWARD_SOURCE,
    REWARDS,
    SEATS,
    SHEET,
    SHEETS,
    SHIELD_CAP,
    SLOTS,
    TARGET,
    USE,
    ZONE,
    kernel,
)

__all__ = ["INCONSISTENCIES", "inconsistency"]


@kernel
def check_turn(state):
    """Options, phase, player to move and round."""
    modes = (state.actor_mode > 1) + (state.carry_mode > 1) + (state.unguarded > 1) + (state.boss_mode > 1)
    if state.rounds_total != 8 and state.rounds_total != 12:
        return OPTIONS
    if modes > 0 or state.sheets_mode > 2 or state.max_offers > 4 or not 10 <= state.fatigue <= 120:
        return OPTIONS
    over = np.int64(state.phase) == END
    if np.int64(state.phase) > END or np.int64(state.done) != over or (np.int64(state.to_move) == -1) != over:
        return ENDING
    if not -1 <= np.int64(state.to_move) < np.int64(state.num_players):
        return ENDING
    number = np.int64(state.round_no)
    if not 1 <= number <= np.int64(state.rounds_total):
        return ROUND
    boss, left = np.int64(state.boss), np.int64(0)
    if not -1 <= boss < BOSSES or (boss >= 0) != (number % ZONE == 0):
        return ROUND
    for b in range(BOSSES):
        if state.boss_left[b] > 1 or (b == boss and state.boss_left[b] == 1):
            return ROUND
        left += np.int64(state.boss_left[b])
    return 0 if left == BOSSES - number // ZONE else ROUND


@kernel
def asked(state):
    """The seat that the phase asks, -1 if none fits."""
    phase, present = np.int64(state.phase), standing(state)
    seat = np.int64(0)
    if phase == SHEET:
        while seat < np.int64(state.num_players) - 1 and state.sheet[seat] >= 0:
            seat += 1
        seat += 1
    elif phase == USE:
        for child in range(CHILDREN):
            if state.use_done[child]:
                present &= ~(1 << child)
        seat = lowest(present) + 1
    elif phase == RETURN:
        seat = np.int64(state.offer_to) + 1
    elif phase == MOVE:
        for child in range(CHILDREN):
            if state.loc[child] != -1:
                present &= ~(1 << child)
        seat = lowest(present) + 1
    elif phase == CARRY or phase == RESURRECT:
        seat = lowest(present) + 1
    elif phase == LOOT:
        for child in range(CHILDREN):
            if state.loc[child] != state.battle:
                present &= ~(1 << child)
        seat = lowest(present) + 1
    elif phase == CHILD_CARD or (phase == ACTOR and np.int64(state.todo) == CHILD_TODO):
        seat = np.int64(state.lead_child) + 1
    elif phase == TARGET and np.int64(state.source) == CHILD_CARD_SOURCE:
        seat = np.int64(state.lead_child) + 1
    elif phase == TARGET and np.int64(state.source) == REWARD_SOURCE:
        for child in range(CHILDREN):
            if state.use_done[child]:
                present &= ~(1 << child)
        seat = lowest(present) + 1
    return seat


@kernel
def check_children(state):
    """What each child has."""
    n = np.int64(state.num_players) - 1
    bottled, sheets = np.int64(0), np.int64(0)
    for child in range(CHILDREN):
        states = np.int64(state.stun[child]) + np.int64(state.bottle[child])
        states += np.int64(state.charge[child]) + np.int64(state.shield[child])
        bottled += state.bottle[child] > 0
        if state.insomnia[child] > DEFEATED or state.shield[child] > SHIELD_CAP or state.charge[child] > CHARGE_CAP:
            return CHILD_STATE
        if state.insomnia[child] > INSOMNIA_MAX and states > 0:
            return CHILD_STATE
        if state.use_done[child] > 1 or state.offers[child] > state.max_offers or state.in_battle[child] > 1:
            return TABLE
        sheet = np.int64(state.sheet[child])
        if child >= n:
            blank = state.insomnia[child] == DEFEATED and sheet == -1 and state.loc[child] == -1
            others = np.int64(state.use_done[child]) + np.int64(state.offers[child]) + np.int64(state.in_battle[child])
            for kind in range(REWARDS):
                others += np.int64(state.hand[child, kind]) + np.int64(state.active[child, kind])
            if others > 0 or not blank:
                return ABSENT
        elif sheet < -1 or sheet >= SHEETS or (sheet == -1 and np.int64(state.phase) != SHEET):
            return SHEET_CARDS
        elif sheet >= 0:
            if sheets >> sheet & 1:
                return SHEET_CARDS
            sheets |= 1 << sheet
    return CHILD_STATE if bottled > BOTTLES else 0


@kernel
def check_cards(pack, state):
    """All cards are somewhere, once."""
    for kind in range(KINDS):
        cards = np.int64(state.nm_deck[kind]) + np.int64(state.nm_disc[kind]) + np.int64(state.mp_hand[kind])
        for place in range(LOCATIONS):
            for slot in range(SLOTS):
                cards += np.int64(state.loc_nm[place, slot]) == kind
        if cards != np.int64(pack.nm_count[kind]):
            return NIGHTMARE_CARDS
    for kind in range(REWARDS):
        cards = np.int64(state.rw_deck[kind]) + np.int64(state.rw_disc[kind])
        for child in range(CHILDREN):
            if state.active[child, kind] and np.int64(pack.rw_timing[kind]) == INSTANT:
                return TABLE
            cards += np.int64(state.hand[child, kind]) + np.int64(state.active[child, kind])
        for place in range(LOCATIONS):
            for slot in range(SLOTS):
                cards += np.int64(state.loc_rw[place, slot]) == kind
        if cards != np.int64(pack.rw_count[kind]):
            return REWARD_CARDS
    for kind in range(PLACES):
        cards = np.int64(state.loc_deck[kind]) + np.int64(state.loc_disc[kind])
        for place in range(LOCATIONS):
            cards += np.int64(state.loc_kind[place]) == kind
        if cards != np.int64(pack.loc_count[kind]):
            return LOCATION_CARDS
    return HAND if hand_size(state) > HAND_CAP else 0


@kernel
def check_location(pack, state, place):
    """One location and its cards."""
    kind, normal = np.int64(state.loc_kind[place]), np.int64(state.round_no) % ZONE != 0
    if (kind >= 0) != (normal and np.int64(state.phase) != SHEET) or kind < -1 or kind >= PLACES:
        return BOARD
    most_nightmares, most_rewards = np.int64(0), np.int64(0)
    if kind >= 0:
        most_nightmares, most_rewards = np.int64(pack.loc_nightmares[kind]), np.int64(pack.loc_reward[kind])
    if np.int64(state.phase) == PLACE and place > np.int64(state.place_cursor):
        most_nightmares = 0
    count = nightmares_at(state, place)
    if count > most_nightmares or state.loc_up[place] > 1:
        return CARDS_THERE
    for slot in range(SLOTS):
        nightmare, reward = np.int64(state.loc_nm[place, slot]), np.int64(state.loc_rw[place, slot])
        if nightmare < -1 or nightmare >= KINDS or (nightmare >= 0) != (slot < count):
            return CARDS_THERE
        if nightmare >= 0 and np.int64(pack.nm_label[nightmare]) != CREATURE:
            return CARDS_THERE
        if reward < -1 or reward >= REWARDS or (reward >= 0 and slot >= most_rewards):
            return CARDS_THERE
    company = np.int64(0)
    for child in range(CHILDREN):
        company += np.int64(state.loc[child]) == place and state.insomnia[child] <= INSOMNIA_MAX
    crowded = children_at(state, place) > 2 and (state.carry_mode or company > 2)
    return WHEREABOUTS if crowded else 0


@kernel
def check_whereabouts(state):
    """Where children may be in each phase."""
    phase = np.int64(state.phase)
    still = phase < MOVE or np.int64(state.round_no) % ZONE == 0
    if phase == PAY or phase == TARGET or phase == END:  # of an event, perhaps before moving
        still = False
    for child in range(CHILDREN):
        place = np.int64(state.loc[child])
        if place < LEFT_BEHIND or place >= LOCATIONS or (still and place != -1):
            return WHEREABOUTS
        if place == LEFT_BEHIND and (state.carry_mode == 0 or state.insomnia[child] <= INSOMNIA_MAX):
            return WHEREABOUTS
        if phase > CARRY and not still and phase < TARGET and place == -1 and child + 1 < np.int64(state.num_players):
            return WHEREABOUTS
    if phase == CARRY and to_carry(state) == 0:
        return WHEREABOUTS
    return 0


@kernel
def check_scores(state):
    """Scores and utilities."""
    n, defeated = np.int64(state.num_players) - 1, size(fallen(state))
    completed = np.int64(state.round_no) - 1
    over, won = np.int64(state.phase) == END, np.int64(0)
    if over and defeated < n:
        won = 1
    if np.int64(state.phase) == RESURRECT or won:
        completed += 1
    if np.int64(state.scores[0]) != defeated:
        return SCORES
    for seat in range(1, SEATS):
        if np.int64(state.scores[seat]) != (completed if seat <= n else 0):
            return SCORES
    for seat in range(SEATS):
        prize = 0
        if over and seat <= n:
            prize = 1 if (seat > 0) == (won > 0) else -1
        if state.utility[seat] != prize:
            return UTILITY
    if defeated == n and not over:
        return OVERDUE
    return 0


@kernel
def inconsistency(pack, state):
    found = check_turn(state)
    if found == 0:
        found = check_children(state)
    if found == 0:
        found = check_cards(pack, state)
    for place in range(LOCATIONS):
        if found == 0:
            found = check_location(pack, state, place)
    if found == 0:
        found = check_whereabouts(state)
    if found == 0:
        found = check_scores(state)
    if found or np.int64(state.phase) == END:  # at the end nothing is cleared
        return np.int64(found)
    found = check_combat(pack, state)
    if found == 0:
        found = check_committed(state)
    if found == 0:
        found = check_pending(state)
    if found == 0 and asked(state) != np.int64(state.to_move):
        found = MOVER
    return np.int64(found)
