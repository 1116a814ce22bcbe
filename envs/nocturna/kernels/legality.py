"""The legal actions of each phase, as bits of a mask.

Arguments: `mask` is a set of actions, uint64[words], to which marked actions are added. `bits` is a set of children,
foes or locations, bit i for number i, 0 to 3. `child` is 0 to 3, `kind` a reward, 0 to 25.
"""

from medianoche.envs.core.kernels.bits import set_bit
from medianoche.envs.nocturna import state as st
from medianoche.envs.nocturna.kernels import kernel, presence
from medianoche.envs.nocturna.kernels.decks import hand_size
from medianoche.envs.nocturna.kernels.targets import candidates, choice, list_in_play, reward_choice
from medianoche.envs.nocturna.numbers import CAP
from medianoche.envs.nocturna.opcodes import Op, Scope


@kernel
def mark_children(state, mask, bits):
    """Mark the CHILD action of each child in `bits`; action i means the i-th child after the acting one."""
    n = state.num_players - 1
    first = max(state.to_move - 1, 0)
    for i in range(n):
        if bits >> (first + i) % n & 1:
            set_bit(mask, st.BASE.child + i)


@kernel
def mark_each(mask, first, bits):
    """Mark action first + i for each i in `bits`."""
    while bits:
        set_bit(mask, first + presence.lowest(bits))
        bits &= bits - 1


@kernel
def mark_events(pack, state, mask):
    """Mark the events of the phase (R11) that the rest of the hand can pay for (R10)."""
    label = st.Label.COMBAT
    cards = -1
    if state.phase != st.Phase.MASTER_CARD:
        label = st.Label.PREPARATION if state.phase == st.Phase.PLACE else st.Label.CONCLUSION
    for kind in range(st.KINDS):
        if state.mp_hand[kind] and pack.nm_label[kind] == label:
            if cards < 0:
                cards = hand_size(state)
            if cards > pack.nm_cost[kind]:
                set_bit(mask, st.BASE.event + kind)


# ---- combat


@kernel
def mark_targets(pack, state, mask):
    """Mark the targets that the card in play may choose."""
    scope = choice(pack, state)
    bits = candidates(state, scope)
    if scope == Scope.LOCATION:
        mark_each(mask, st.BASE.location, bits)
    elif scope == Scope.ENEMY and state.to_move > 0:
        mark_each(mask, st.BASE.foe, bits)
        row = list_in_play(pack, state)
        if pack.fx[row, 0, 0] == Op.MARK or pack.fx[row, 1, 0] == Op.MARK:
            set_bit(mask, st.BASE.decline)
    else:
        mark_children(state, mask, bits)


@kernel
def mark_combat(pack, state, mask):
    """Mark the actions of MASTER_CARD, CHILD_CARD, ACTOR and TARGET."""
    phase = state.phase
    if phase == st.Phase.MASTER_CARD or phase == st.Phase.CHILD_CARD:
        for card in range(3):
            set_bit(mask, st.BASE.card + card)
    elif phase == st.Phase.ACTOR:
        if state.todo == st.Todo.CHILD:
            mark_children(state, mask, presence.able_fighters(state))
        else:
            mark_each(mask, st.BASE.foe, presence.foes(state))
    else:
        mark_targets(pack, state, mask)


# ---- preparation


@kernel
def mark_placing(pack, state, mask):
    """Mark each creature at each location that is still open, and being done."""
    places = 0
    for place in range(state.place_cursor, st.LOCATIONS):
        kind = state.loc_kind[place]
        if presence.nightmares_at(state, place) < pack.loc_nightmares[kind]:
            places |= 1 << place
    for kind in range(st.KINDS):
        if state.mp_hand[kind] and pack.nm_label[kind] == st.Label.CREATURE:
            mark_each(mask, st.BASE.place + st.LOCATIONS * kind, places)
    set_bit(mask, st.BASE.decline)


@kernel
def takers(state, child, kind):
    """Bit set of relative children (bit i: i places after `child`, 1 to 3) who stand and hold a reward of another kind
    to give in return; `kind` is the reward on offer, 0 to 25."""
    children = 0
    n = state.num_players - 1
    present = presence.standing(state)
    for i in range(1, n):
        other = (child + i) % n
        if present >> other & 1 == 0:
            continue
        for gift in range(st.REWARDS):
            if gift != kind and state.hand[other, gift]:
                children |= 1 << i
                break
    return children


@kernel
def mark_uses(pack, state, mask):
    """Mark rewards of the hand to use, to use with their mate and to offer (R13), and being done. Rewards on the table
    cannot be used again (R14)."""
    child = state.to_move - 1
    may_offer = state.offers[child] < state.max_offers
    set_bit(mask, st.BASE.decline)
    for kind in range(st.REWARDS):
        if state.hand[child, kind] == 0:
            continue
        if may_offer:
            mark_each(mask, st.BASE.offer + st.CHILDREN * kind, takers(state, child, kind))
        if pack.rw_timing[kind] != st.Timing.INSTANT:
            set_bit(mask, st.BASE.use + kind)
            continue
        mate = pack.rw_mate[kind]
        paired = mate >= 0 and pack.rw_timing[mate] == st.Timing.INSTANT and state.hand[child, mate] > 0
        for pair in range(2 if paired else 1):
            scope = reward_choice(pack, state, child, kind, pair)
            if scope == 0 or candidates(state, scope):  # an instant that chooses needs a target (R15)
                set_bit(mask, (st.BASE.use_family if pair else st.BASE.use) + kind)


@kernel
def mark_preparation(pack, state, mask):
    """Mark the actions of SHEET, PLACE, PAY, USE and RETURN."""
    phase = state.phase
    if phase == st.Phase.SHEET:
        for sheet in range(st.SHEETS):
            taken = False
            for child in range(st.CHILDREN):
                taken = taken or state.sheet[child] == sheet
            if not taken:
                set_bit(mask, st.BASE.sheet + sheet)
    elif phase == st.Phase.PLACE:
        mark_placing(pack, state, mask)
    elif phase == st.Phase.PAY:
        for kind in range(st.KINDS):
            if state.mp_hand[kind]:
                set_bit(mask, st.BASE.discard + kind)
    elif phase == st.Phase.USE:
        mark_uses(pack, state, mask)
    else:
        set_bit(mask, st.BASE.decline)
        child = state.to_move - 1
        for kind in range(st.REWARDS):
            if state.hand[child, kind] and kind != state.offer_kind:
                set_bit(mask, st.BASE.give + kind)


# ---- movement, rewards of a location, the end of a round


@kernel
def mark_moves(state, mask):
    """Mark locations with fewer than two children, if the other children can still get a place afterwards (R20)."""
    n = state.num_players - 1
    present = presence.standing(state)
    must_split = state.carry_mode == 0 and 2 * presence.size(present) >= n
    occupied = 0
    waiting = -1
    for place in range(st.LOCATIONS):
        occupied += presence.children_at(state, place) > 0
    for child in range(st.CHILDREN):
        waiting += present >> child & 1 and state.loc[child] == -1
    for place in range(st.LOCATIONS):
        company = presence.children_at(state, place)
        if company < CAP.crowd and (not must_split or 2 * (occupied + (company == 0) + waiting) >= n):
            set_bit(mask, st.BASE.location + place)


@kernel
def mark_carrying(state, mask):
    """Mark locations with a standing child and room; if none has room, all locations with a standing child (R19)."""
    company = 0
    places = 0
    for place in range(st.LOCATIONS):
        if presence.standing_at(state, place):
            company |= 1 << place
            if presence.children_at(state, place) < CAP.crowd:
                places |= 1 << place
    if state.carry_mode:
        set_bit(mask, st.BASE.decline)
    elif places == 0:
        places = company
    mark_each(mask, st.BASE.location, places)


@kernel
def mark_table(state, mask):
    """Mark the actions of MOVE, CARRY, LOOT, CONCLUSION and RESURRECT."""
    phase = state.phase
    if phase == st.Phase.MOVE:
        mark_moves(state, mask)
    elif phase == st.Phase.CARRY:
        mark_carrying(state, mask)
    else:
        set_bit(mask, st.BASE.decline)
        if phase == st.Phase.LOOT:
            mark_children(state, mask, presence.standing_at(state, state.battle))  # R38
        elif phase == st.Phase.RESURRECT:
            mark_children(state, mask, presence.fallen(state))
