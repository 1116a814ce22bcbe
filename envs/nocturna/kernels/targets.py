"""Which lists of effects a card plays, and whom its player may choose as the target."""

import numpy as np

from medianoche.envs.nocturna.kernels.effects import fallen, fighters, foes, standing
from medianoche.envs.nocturna.state import (
    ALLY,
    CHILD_CARD_SOURCE,
    CHILD_LISTS,
    EFFECTS,
    ENEMY,
    EVENT_SOURCE,
    FALLEN,
    FAMILY_LISTS,
    FOE_CARD_SOURCE,
    INSTANT,
    LOCATIONS,
    MARK,
    NONE,
    ON_CHILD,
    ON_LOCATION,
    REWARD_LISTS,
    REWARD_SOURCE,
    kernel,
)

MOST_LISTS = 4  # of two instants played together, each with its bonus


@kernel
def num_lists(state):
    """How many lists the card in play may have: only rewards have several."""
    return np.int64(MOST_LISTS if np.int64(state.source) == REWARD_SOURCE else 1)


@kernel
def bonus_of_instant(pack, state, child, kind):
    """Whether an instant played by `child` has its Familia bonus from a mate on the table (R17)."""
    mate = np.int64(pack.rw_mate[kind])
    return mate >= 0 and np.int64(pack.rw_timing[mate]) != INSTANT and state.active[child, mate] > 0


@kernel
def reward_list(pack, state, child, kind, pair, k):
    """The k-th list of an instant: card, its bonus, mate, the mate's bonus; -1 where there is none."""
    mate = np.int64(pack.rw_mate[kind])
    if k == 0:
        return REWARD_LISTS + kind
    if k == 1:
        return FAMILY_LISTS + kind if pair or bonus_of_instant(pack, state, child, kind) else np.int64(-1)
    if pair == 0:
        return np.int64(-1)
    if k == 2:
        return REWARD_LISTS + mate
    returned = np.int64(pack.rw_mate[mate]) == kind or bonus_of_instant(pack, state, child, mate)
    return FAMILY_LISTS + mate if returned else np.int64(-1)


@kernel
def list_of(pack, state, k):
    """The k-th list of the card in play, -1 where there is none."""
    source = np.int64(state.source)
    if source == REWARD_SOURCE:
        child, kind = np.int64(state.to_move) - 1, np.int64(state.reward_kind)
        return reward_list(pack, state, child, kind, np.int64(state.reward_pair), k)
    if source == EVENT_SOURCE:
        return 3 * np.int64(state.event_kind)
    if source == FOE_CARD_SOURCE:
        return 3 * np.int64(state.foe_kind[np.int64(state.actor_foe)]) + np.int64(state.card_master) - 1
    sheet = np.int64(state.sheet[np.int64(state.actor_child)])
    return CHILD_LISTS + 3 * sheet + np.int64(state.card_child) - 1


@kernel
def choice_in(pack, state, row):
    """The scope that is chosen in a list, 0 if none is; a mark asks only when it may be struck (R32)."""
    for slot in range(EFFECTS):
        op, scope = np.int64(pack.fx[row, slot, 0]), np.int64(pack.fx[row, slot, 2])
        if op == NONE or (op == MARK and state.marked == 0):
            continue
        if scope == ENEMY or scope == ALLY or scope == ON_LOCATION or scope == FALLEN or scope == ON_CHILD:
            return scope
    return np.int64(0)


@kernel
def choice(pack, state):
    """The scope that is chosen for the card in play, 0 if none is."""
    for k in range(num_lists(state)):
        row = list_of(pack, state, k)
        if row >= 0:
            scope = choice_in(pack, state, row)
            if scope:
                return scope
    return np.int64(0)


@kernel
def reward_choice(pack, state, child, kind, pair):
    """The same for a reward that `child` might use."""
    for k in range(MOST_LISTS if pair else 2):
        row = reward_list(pack, state, child, kind, pair, k)
        if row >= 0:
            scope = choice_in(pack, state, row)
            if scope:
                return scope
    return np.int64(0)


@kernel
def revealable(state):
    """Locations with face-down nightmares, as bits."""
    found = np.int64(0)
    for place in range(LOCATIONS):
        if state.loc_up[place] == 0 and state.loc_nm[place, 0] >= 0:
            found |= 1 << place
    return found


@kernel
def candidates(state, scope):
    """The children, foes or locations that may be chosen, as bits; in a tie only who has the initiative."""
    if scope == ENEMY:
        if np.int64(state.source) == CHILD_CARD_SOURCE:
            return np.int64(1) << np.int64(state.lead_foe) if state.tie else foes(state)
        return np.int64(1) << np.int64(state.lead_child) if state.tie else fighters(state)
    if scope == ALLY:
        return fighters(state) & ~(np.int64(1) << np.int64(state.actor_child))
    if scope == ON_CHILD:
        return standing(state)
    if scope == FALLEN:
        return fallen(state)
    if scope == ON_LOCATION:
        return revealable(state)
    return np.int64(0)
