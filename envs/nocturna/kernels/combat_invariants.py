"""What is true of a combat, and of whatever is going on, in every position that play can reach."""

from medianoche.envs.nocturna.kernels import kernel
from medianoche.envs.nocturna.kernels.broken import Broken
from medianoche.envs.nocturna.state import (
    BOSS_BATTLE,
    CAP,
    CHILDREN,
    FOES,
    KINDS,
    LOCATIONS,
    REWARDS,
    SLOTS,
    ZONE,
    Phase,
    Source,
)


@kernel
def check_idle(state):
    """Fields of a combat outside one."""
    idle = state.covered == -1 and state.lead_child == -1 and state.lead_foe == -1 and state.marked == 0
    idle = idle and state.last_master == 0 and state.last_child == 0
    for child in range(CHILDREN):
        states = state.shield[child] + state.stun[child] + state.bottle[child]
        idle = idle and states == 0 and state.in_battle[child] == 0
    boss_waits = state.boss >= 0 and state.phase != Phase.RESURRECT
    for j in range(FOES):
        extra = state.foe_shield[j] + state.foe_emp[j]
        waits = j == 0 and boss_waits
        wanted = KINDS + state.boss if waits else -1
        idle = idle and extra == 0 and state.foe_kind[j] == wanted
        idle = idle and state.foe_life[j] == state.foe_max[j] and (state.foe_life[j] > 0) == waits
    place = state.battle
    looting = state.phase == Phase.LOOT
    idle = idle and (place >= 0) == looting and -1 <= place < LOCATIONS
    return 0 if idle else Broken.IN_COMBAT


@kernel
def check_fighters(state):
    """The children of a combat, and the initiative."""
    place, child, foe = state.battle, state.lead_child, state.lead_foe
    if place < 0 or place > BOSS_BATTLE or (place == BOSS_BATTLE) != (state.round_no % ZONE == 0):
        return Broken.FIGHTERS
    if not 0 <= child < state.num_players - 1 or not 0 <= foe < FOES:
        return Broken.FIGHTERS
    for other in range(CHILDREN):
        there = place == BOSS_BATTLE or state.loc[other] == place
        stands = state.insomnia[other] <= CAP.insomnia
        if (state.in_battle[other] and not there) or (stands and there and state.in_battle[other] == 0):
            return Broken.FIGHTERS
    phase = state.phase
    ready = phase in (Phase.MASTER_CARD, Phase.CHILD_CARD, Phase.ACTOR)
    if state.in_battle[child] == 0 or (ready and state.insomnia[child] > CAP.insomnia):
        return Broken.FIGHTERS
    if state.foe_kind[foe] < 0 or (ready and state.foe_life[foe] == 0):
        return Broken.FIGHTERS
    covered = state.covered
    if not -1 <= covered < CHILDREN or not 0 <= state.marked <= 1 or state.turn < 0:
        return Broken.FIGHTERS
    if covered >= 0 and (state.in_battle[covered] == 0 or state.insomnia[covered] > CAP.insomnia):
        return Broken.FIGHTERS
    return 0


@kernel
def check_foes(pack, state):
    """The foes of a combat mirror the location or the boss."""
    place = state.battle
    alive = 0
    for j in range(FOES):
        wanted = -1
        if place != BOSS_BATTLE:
            wanted = state.loc_nm[place, j]
        elif j == 0:
            wanted = KINDS + state.boss
        life, most, shield = state.foe_life[j], state.foe_max[j], state.foe_shield[j]
        if state.foe_kind[j] != wanted or not 0 <= life <= most or (wanted == -1) != (most == 0):
            return Broken.FOE_STATE
        if 0 <= wanted < KINDS and most != pack.foe_life[wanted]:
            return Broken.FOE_STATE
        if not 0 <= shield <= CAP.shield or not 0 <= state.foe_emp[j] <= CAP.power or (life == 0 and shield):
            return Broken.FOE_STATE
        alive += life > 0
    if alive == 0 and not (state.tie and state.phase == Phase.TARGET):  # the foe's card is still to come
        return Broken.OVERDUE
    return 0


@kernel
def check_combat(pack, state):
    """Everything about a combat, if there is one."""
    phase = state.phase
    if state.turn == 0:
        if phase in (Phase.MASTER_CARD, Phase.CHILD_CARD, Phase.ACTOR):
            return Broken.IN_COMBAT
        return check_idle(state)
    ours = phase == Phase.TARGET and state.source != Source.REWARD
    if not (ours or phase in (Phase.PAY, Phase.MASTER_CARD, Phase.CHILD_CARD, Phase.ACTOR)):
        return Broken.IN_COMBAT
    found = check_fighters(state)
    return found or check_foes(pack, state)


@kernel
def check_committed(state):
    """Cards of this turn, and who acts."""
    phase, source = state.phase, state.source
    master, child, todo = state.card_master, state.card_child, state.todo
    revealed = phase == Phase.ACTOR or (phase == Phase.TARGET and 0 < source <= Source.FOE_CARD)
    last, known = state.last_master, state.last_child
    if min(master, child, last, known, todo) < 0 or max(master, child, last, known, todo) > 3:
        return Broken.COMMITTED
    if (master > 0) != (phase == Phase.CHILD_CARD or revealed) or (child > 0 and not revealed):
        return Broken.COMMITTED
    if revealed != (todo > 0) or state.tie != (revealed and master == child):
        return Broken.COMMITTED
    if state.actor_child != -1 and not (revealed and 0 <= state.actor_child < CHILDREN):
        return Broken.COMMITTED
    if state.actor_foe != -1 and not (revealed and 0 <= state.actor_foe < FOES):
        return Broken.COMMITTED
    if phase == Phase.TARGET and source == Source.CHILD_CARD and (state.actor_child < 0 or child == 0):
        return Broken.COMMITTED
    if phase == Phase.TARGET and source == Source.FOE_CARD and state.actor_foe < 0:
        return Broken.COMMITTED
    return 0


@kernel
def check_pending(state):
    """What is being played, paid, offered or taken."""
    phase, source = state.phase, state.source
    event = state.event_kind
    if state.target != -1 or not 0 <= source <= Source.REWARD:
        return Broken.PENDING
    if (phase == Phase.TARGET and source == 0) or (source > 0 and phase != Phase.TARGET and phase != Phase.PAY):
        return Broken.PENDING
    if (event >= 0) != (source == Source.EVENT) or event < -1 or event >= KINDS:
        return Broken.PENDING
    if (state.event_cost != 0) != (phase == Phase.PAY) or (state.resume > 0) != (event >= 0) or state.event_cost < 0:
        return Broken.PENDING
    reward, offer = state.reward_kind, state.offer_kind
    if (
        (reward >= 0) != (source == Source.REWARD)
        or reward < -1
        or reward >= REWARDS
        or not 0 <= state.reward_pair <= 1
    ):
        return Broken.PENDING
    giver, receiver = state.offer_from, state.offer_to
    offered = phase == Phase.RETURN
    if (offer >= 0) != offered or (giver >= 0) != offered or (receiver >= 0) != offered:
        return Broken.PENDING
    if offered and (offer >= REWARDS or giver == receiver or max(giver, receiver) + 1 >= state.num_players):
        return Broken.PENDING
    if offered and state.hand[giver, offer] == 0:
        return Broken.PENDING
    slot = state.loot_slot
    if (
        (slot >= 0) != (phase == Phase.LOOT)
        or (state.loot_sum != 0 and phase != Phase.LOOT)
        or slot < -1
        or slot >= SLOTS
    ):
        return Broken.PENDING
    if phase == Phase.LOOT and state.loc_rw[state.battle, slot] < 0:
        return Broken.PENDING
    return 0
