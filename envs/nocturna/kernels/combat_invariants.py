"""What is true of a combat, and of whatever is going on, in every position that play can reach."""

import numpy as np

from medianoche.envs.nocturna.inconsistencies import (
    COMMITTED,
    FIGHTERS,
    FOE_STATE,
    IN_COMBAT,
    OVERDUE,
    PENDING,
)
from medianoche.envs.nocturna.state import (
    ACTOR,
    BOSS_BATTLE,
    CHILD_CARD,
    CHILD_CARD_SOURCE,
    CHILDREN,
    EMPOWER_CAP,
    EVENT_SOURCE,
    FOE_CARD_SOURCE,
    FOES,
    INSOMNIA_MAX,
    KINDS,
    LOCATIONS,
    LOOT,
    MASTER_CARD,
    PAY,
    RESURRECT,
    RETURN,
    REWARD_SOURCE,
    REWARDS,
    SHIELD_CAP,
    SLOTS,
    TARGET,
    ZONE,
    kernel,
)


@kernel
def check_idle(state):
    """Fields of a combat outside one."""
    idle = state.covered == -1 and state.lead_child == -1 and state.lead_foe == -1 and state.marked == 0
    idle = idle and state.last_master == 0 and state.last_child == 0
    for child in range(CHILDREN):
        states = np.int64(state.shield[child]) + np.int64(state.stun[child]) + np.int64(state.bottle[child])
        idle = idle and states == 0 and state.in_battle[child] == 0
    boss_waits = state.boss >= 0 and np.int64(state.phase) != RESURRECT
    for j in range(FOES):
        extra = np.int64(state.foe_shield[j]) + np.int64(state.foe_emp[j])
        waits = j == 0 and boss_waits
        wanted = KINDS + np.int64(state.boss) if waits else np.int64(-1)
        idle = idle and extra == 0 and np.int64(state.foe_kind[j]) == wanted
        idle = idle and state.foe_life[j] == state.foe_max[j] and (state.foe_life[j] > 0) == waits
    place = np.int64(state.battle)
    looting = np.int64(state.phase) == LOOT
    idle = idle and (place >= 0) == looting and -1 <= place < LOCATIONS
    return 0 if idle else IN_COMBAT


@kernel
def check_fighters(state):
    """The children of a combat, and the initiative."""
    place, child, foe = np.int64(state.battle), np.int64(state.lead_child), np.int64(state.lead_foe)
    if place < 0 or place > BOSS_BATTLE or (place == BOSS_BATTLE) != (np.int64(state.round_no) % ZONE == 0):
        return FIGHTERS
    if not 0 <= child < np.int64(state.num_players) - 1 or not 0 <= foe < FOES:
        return FIGHTERS
    for other in range(CHILDREN):
        there = place == BOSS_BATTLE or np.int64(state.loc[other]) == place
        stands = state.insomnia[other] <= INSOMNIA_MAX
        if (state.in_battle[other] and not there) or (stands and there and state.in_battle[other] == 0):
            return FIGHTERS
    phase = np.int64(state.phase)
    ready = phase in (MASTER_CARD, CHILD_CARD, ACTOR)
    if state.in_battle[child] == 0 or (ready and state.insomnia[child] > INSOMNIA_MAX):
        return FIGHTERS
    if state.foe_kind[foe] < 0 or (ready and state.foe_life[foe] == 0):
        return FIGHTERS
    covered = np.int64(state.covered)
    if not -1 <= covered < CHILDREN or state.marked > 1:
        return FIGHTERS
    if covered >= 0 and (state.in_battle[covered] == 0 or state.insomnia[covered] > INSOMNIA_MAX):
        return FIGHTERS
    return 0


@kernel
def check_foes(pack, state):
    """The foes of a combat mirror the location or the boss."""
    place = np.int64(state.battle)
    alive = np.int64(0)
    for j in range(FOES):
        wanted = np.int64(-1)
        if place != BOSS_BATTLE:
            wanted = np.int64(state.loc_nm[place, j])
        elif j == 0:
            wanted = KINDS + np.int64(state.boss)
        life, most = np.int64(state.foe_life[j]), np.int64(state.foe_max[j])
        if np.int64(state.foe_kind[j]) != wanted or life > most or (wanted == -1) != (most == 0):
            return FOE_STATE
        if 0 <= wanted < KINDS and most != np.int64(pack.foe_life[wanted]):
            return FOE_STATE
        if state.foe_shield[j] > SHIELD_CAP or state.foe_emp[j] > EMPOWER_CAP or (life == 0 and state.foe_shield[j]):
            return FOE_STATE
        alive += life > 0
    if alive == 0 and not (state.tie and np.int64(state.phase) == TARGET):  # the foe's card is still to come
        return OVERDUE
    return 0


@kernel
def check_combat(pack, state):
    """Everything about a combat, if there is one."""
    phase = np.int64(state.phase)
    if state.turn == 0:
        if phase in (MASTER_CARD, CHILD_CARD, ACTOR):
            return IN_COMBAT
        return check_idle(state)
    ours = phase == TARGET and np.int64(state.source) != REWARD_SOURCE
    if not (ours or phase in (PAY, MASTER_CARD, CHILD_CARD, ACTOR)):
        return IN_COMBAT
    found = check_fighters(state)
    return found or check_foes(pack, state)


@kernel
def check_committed(state):
    """Cards of this turn, and who acts."""
    phase, source = np.int64(state.phase), np.int64(state.source)
    master, child, todo = np.int64(state.card_master), np.int64(state.card_child), np.int64(state.todo)
    revealed = phase == ACTOR or (phase == TARGET and 0 < source <= FOE_CARD_SOURCE)
    if max(master, child) > 3 or max(np.int64(state.last_master), np.int64(state.last_child)) > 3 or todo > 3:
        return COMMITTED
    if (master > 0) != (phase == CHILD_CARD or revealed) or (child > 0 and not revealed):
        return COMMITTED
    if revealed != (todo > 0) or np.int64(state.tie) != (revealed and master == child):
        return COMMITTED
    if np.int64(state.actor_child) != -1 and not (revealed and 0 <= np.int64(state.actor_child) < CHILDREN):
        return COMMITTED
    if np.int64(state.actor_foe) != -1 and not (revealed and 0 <= np.int64(state.actor_foe) < FOES):
        return COMMITTED
    if phase == TARGET and source == CHILD_CARD_SOURCE and (state.actor_child < 0 or child == 0):
        return COMMITTED
    if phase == TARGET and source == FOE_CARD_SOURCE and state.actor_foe < 0:
        return COMMITTED
    return 0


@kernel
def check_pending(state):
    """What is being played, paid, offered or taken."""
    phase, source = np.int64(state.phase), np.int64(state.source)
    event = np.int64(state.event_kind)
    if np.int64(state.target) != -1 or source > REWARD_SOURCE:
        return PENDING
    if (phase == TARGET and source == 0) or (source > 0 and phase != TARGET and phase != PAY):
        return PENDING
    if (event >= 0) != (source == EVENT_SOURCE) or event < -1 or event >= KINDS:
        return PENDING
    if (state.event_cost > 0) != (phase == PAY) or (state.resume > 0) != (event >= 0):
        return PENDING
    reward, offer = np.int64(state.reward_kind), np.int64(state.offer_kind)
    if (reward >= 0) != (source == REWARD_SOURCE) or reward < -1 or reward >= REWARDS or state.reward_pair > 1:
        return PENDING
    giver, receiver = np.int64(state.offer_from), np.int64(state.offer_to)
    offered = phase == RETURN
    if (offer >= 0) != offered or (giver >= 0) != offered or (receiver >= 0) != offered:
        return PENDING
    if offered and (offer >= REWARDS or giver == receiver or max(giver, receiver) + 1 >= np.int64(state.num_players)):
        return PENDING
    if offered and state.hand[giver, offer] == 0:
        return PENDING
    slot = np.int64(state.loot_slot)
    if (slot >= 0) != (phase == LOOT) or (state.loot_sum > 0 and phase != LOOT) or slot < -1 or slot >= SLOTS:
        return PENDING
    if phase == LOOT and state.loc_rw[np.int64(state.battle), slot] < 0:
        return PENDING
    return 0
