"""The Combat Phase (Fase de Combate): a combat at each location with children and nightmares, then its rewards."""

from medianoche.envs.core.kernels.notes import note
from medianoche.envs.nocturna.events import News
from medianoche.envs.nocturna.kernels import kernel, presence
from medianoche.envs.nocturna.kernels.decks import discard_active, draw_hand
from medianoche.envs.nocturna.kernels.effects import add_shield, calm, passive
from medianoche.envs.nocturna.kernels.turns import finish
from medianoche.envs.nocturna.opcodes import Op
from medianoche.envs.nocturna.state import BASE, BOSS_BATTLE, CHILDREN, FOES, LOCATIONS, SLOTS, Phase, Timing


@kernel
def next_location(pack, state):
    """Go to the next location from the left; start a combat where there are children and nightmares (R21)."""
    state.battle += 1
    place = state.battle
    note(state, News.WENT_ON)
    if place == LOCATIONS:
        discard_active(pack, state, Timing.AFTER_COMBAT)
        state.battle = -1
        note(state, News.CONCLUSION)
        state.phase = Phase.CONCLUSION
        state.to_move = 0
    elif presence.standing_at(state, place) == 0:
        return
    elif state.loc_nm[place, 0] != -1:
        state.phase = Phase.START_COMBAT
    elif state.unguarded:  # R37
        state.phase = Phase.NEXT_LOOT


@kernel
def turn_up_nightmares(pack, state, place):
    """The Master draws a card for each defeated child at `place` and turns up his nightmares there (R21). `place` is a
    location, 0 to 3 from the left."""
    asleep = presence.fallen(state)
    for child in range(CHILDREN):
        if state.loc[child] != place:
            asleep &= ~(1 << child)
    draw_hand(state, presence.size(asleep))
    if state.loc_up[place] == 0:
        note(state, News.TURNED_UP, place, state.loc_nm[place])
    state.loc_up[place] = 1
    for j in range(presence.nightmares_at(state, place)):
        kind = state.loc_nm[place, j]
        state.foe_kind[j] = kind
        state.foe_life[j] = pack.foe_life[kind]
        state.foe_max[j] = pack.foe_life[kind]


@kernel
def start_combat(pack, state):
    """Enter the nightmares, then the children; the first of each side gets the initiative."""
    place = state.battle
    note(state, News.COMBAT, place)
    present = presence.standing(state)
    if place != BOSS_BATTLE:
        turn_up_nightmares(pack, state, place)
        present = presence.standing_at(state, place)
    state.lead_child = presence.lowest(present)
    while present:
        child = presence.lowest(present)
        present &= present - 1
        state.in_battle[child] = 1
        add_shield(state, child, passive(pack, state, child, Op.OPENING_SHIELD))
        calm(state, child, passive(pack, state, child, Op.OPENING_RESTORE))
    state.lead_foe = 0
    state.turn = 1
    note(state, News.LEADERS, 1, 1 + state.lead_child, 0, state.foe_kind[0])
    state.phase = Phase.MASTER_CARD
    state.to_move = 0


@kernel
def end_combat(pack, state):
    """End a combat: a defeated boss ends the zone or the game; nightmares are discarded whichever side won (R36)."""
    note(state, News.COMBAT_ENDED, state.battle)
    if state.battle == BOSS_BATTLE:
        for child in range(state.num_players - 1):
            state.scores[1 + child] += 1
        if state.round_no == state.rounds_total:
            finish(state, 1)
            return
        discard_active(pack, state, Timing.AFTER_COMBAT)
        state.battle = -1
        state.phase = Phase.END_ZONE
        if presence.fallen(state):
            state.phase = Phase.RESURRECT
            state.to_move = 1 + presence.lowest(presence.standing(state))
    else:
        for slot in range(SLOTS):
            if state.loc_nm[state.battle, slot] != -1:
                state.nm_disc[state.loc_nm[state.battle, slot]] += 1
                state.loc_nm[state.battle, slot] = -1
        state.phase = Phase.NEXT_LOOT if presence.standing_at(state, state.battle) else Phase.NEXT_LOCATION
    state.turn = 0  # below, everything of the combat is cleared; children keep only their charges (R27)
    state.lead_child = -1
    state.lead_foe = -1
    state.last_master = 0
    state.last_child = 0
    state.covered = -1
    state.marked = 0
    for child in range(CHILDREN):
        state.in_battle[child] = 0
        state.shield[child] = 0
        state.stun[child] = 0
        state.bottle[child] = 0
    for j in range(FOES):
        state.foe_kind[j] = -1
        state.foe_life[j] = 0
        state.foe_max[j] = 0
        state.foe_shield[j] = 0
        state.foe_emp[j] = 0
    note(state, News.CLEARED)


# ---- rewards of a location


@kernel
def next_loot(pack, state):
    """Offer the next reward from the left; after the last one the Master draws their provision (R38)."""
    place = state.battle
    for slot in range(state.loot_slot + 1, SLOTS):
        if state.loc_rw[place, slot] >= 0:
            state.loot_slot = slot
            note(state, News.LOOT, state.loc_rw[place, slot])
            state.phase = Phase.LOOT
            state.to_move = 1 + presence.lowest(presence.standing_at(state, place))
            return
    if state.loot_slot >= 0:
        note(state, News.PROVISION_TAKEN, state.loot_sum)
    provision = state.loot_sum
    present = presence.standing_at(state, place)
    while present:
        provision -= passive(pack, state, presence.lowest(present), Op.HUSH)
        present &= present - 1
    draw_hand(state, provision)
    state.loot_slot = -1
    state.loot_sum = 0
    state.phase = Phase.NEXT_LOCATION


@kernel
def play_loot(pack, state, action):
    """A child at the location takes the reward, or the reward stays. `action` is a number of ACTIONS."""
    if action != BASE.decline:
        place = state.battle
        slot = state.loot_slot
        child = presence.child_meant(state, action)
        kind = state.loc_rw[place, slot]
        state.hand[child, kind] += 1
        state.loot_sum += pack.rw_provision[kind]
        state.loc_rw[place, slot] = -1
        note(state, News.TOOK, 1 + child, kind)
    else:
        note(state, News.LEFT, state.loc_rw[state.battle, state.loot_slot])
    state.phase = Phase.NEXT_LOOT
