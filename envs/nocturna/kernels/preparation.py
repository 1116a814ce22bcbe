"""The Preparation Phase (Fase de Preparacion): locations, placing, events, use and exchange of rewards, movement.

Arguments: `action` is a number of ACTIONS. `child` is 0 to 3. `kind` is a nightmare card, 0 to 44, or a reward, 0 to
25.
"""

from medianoche.envs.core.kernels.notes import note
from medianoche.envs.core.kernels.rng import draw_weighted
from medianoche.envs.nocturna import state as st
from medianoche.envs.nocturna.events import News
from medianoche.envs.nocturna.kernels import kernel
from medianoche.envs.nocturna.kernels.decks import draw_from, is_used_up
from medianoche.envs.nocturna.kernels.presence import lowest, nightmares_at, size, standing, to_carry
from medianoche.envs.nocturna.numbers import BOSS_LIFE, ZONE


@kernel
def play_sheet(state, action):
    """A child takes a sheet (R1); the next child chooses, or the first round begins. `action` is a number of
    ACTIONS."""
    child = state.to_move - 1
    state.sheet[child] = action - st.BASE.sheet
    note(state, News.SHEET_TAKEN, 1 + child, state.sheet[child])
    if child + 2 < state.num_players:
        state.to_move = child + 2
    else:
        state.phase = st.Phase.NEW_ROUND


# ---- 1, 2: locations and rewards; or a boss


@kernel
def new_round(pack, state):
    """Deal locations and their rewards; in a boss round (R42) turn up an unused boss and set its life (R40)."""
    state.place_cursor = 0
    if state.round_no % ZONE == 0:
        state.boss = draw_weighted(state, state.boss_left, st.BOSSES - (state.round_no - 1) // ZONE)
        state.boss_left[state.boss] = 0
        children = standing(state) if state.boss_mode else (1 << (state.num_players - 1)) - 1
        state.foe_kind[0] = st.KINDS + state.boss
        state.foe_life[0] = BOSS_LIFE * size(children)
        state.foe_max[0] = state.foe_life[0]
        note(state, News.BOSS_ROUND, state.round_no, state.foe_kind[0], state.foe_life[0])
        state.phase = st.Phase.START_USE
        return
    note(state, News.ROUND, state.round_no)
    for place in range(st.LOCATIONS):
        if is_used_up(state.loc_deck, state.loc_disc):
            note(state, News.LOCATIONS_SHUFFLED)
        state.loc_kind[place] = draw_from(state, state.loc_deck, state.loc_disc)  # a pack has more than the board
    for place in range(st.LOCATIONS):
        for slot in range(pack.loc_reward[state.loc_kind[place]]):
            if is_used_up(state.rw_deck, state.rw_disc):
                note(state, News.REWARDS_SHUFFLED)
            state.loc_rw[place, slot] = draw_from(state, state.rw_deck, state.rw_disc)
        note(state, News.LOCATION_DEALT, place, state.loc_rw[place])
    state.phase = st.Phase.PLACE
    state.to_move = 0


# ---- 3: nightmares face down, and events


@kernel
def announce_event(pack, state, kind):
    """The Master discards an event from his hand; its cost is paid before it takes effect (R10). `kind` is 0 to 44."""
    state.mp_hand[kind] -= 1
    state.nm_disc[kind] += 1
    state.event_kind = kind
    state.event_cost = pack.nm_cost[kind]
    state.resume = state.phase
    state.source = st.Source.EVENT
    note(state, News.ANNOUNCED, 0, kind)
    state.phase = st.Phase.PAY if state.event_cost else st.Phase.FIND_TARGET


@kernel
def play_payment(state, action):
    """The Master discards one card of the event's cost."""
    kind = action - st.BASE.discard
    state.mp_hand[kind] -= 1
    state.nm_disc[kind] += 1
    state.event_cost -= 1
    note(state, News.PAID, 0, kind)
    if state.event_cost == 0:
        state.phase = st.Phase.FIND_TARGET


@kernel
def play_placing(pack, state, action):
    """The Master places a creature face down (R8), plays an event, or is done."""
    if action == st.BASE.decline:
        note(state, News.PLACED_ALL, 0)
        state.phase = st.Phase.START_USE
    elif action >= st.BASE.place:
        kind = (action - st.BASE.place) // st.LOCATIONS
        place = (action - st.BASE.place) % st.LOCATIONS
        state.loc_nm[place, nightmares_at(state, place)] = kind
        state.mp_hand[kind] -= 1
        state.place_cursor = place  # locations to the left are closed from now on (R9)
        note(state, News.PLACED, 0, place, kind)
    else:
        announce_event(pack, state, action - st.BASE.event)


# ---- 4: use and exchange of rewards


@kernel
def start_use(state):
    """Reset the passes and offers of all children."""
    for child in range(st.CHILDREN):
        state.use_done[child] = 0
        state.offers[child] = 0
    note(state, News.USE_BEGINS)
    state.phase = st.Phase.NEXT_USE


@kernel
def next_use(state):
    """Ask the first standing child that has not passed (R12); after the last one, movement or the boss fight begins."""
    present = standing(state)
    for child in range(st.CHILDREN):
        if present >> child & 1 and state.use_done[child] == 0:
            state.phase = st.Phase.USE
            state.to_move = 1 + child
            return
    if state.boss >= 0:
        state.battle = st.BOSS_BATTLE
        state.phase = st.Phase.START_COMBAT
    else:
        state.phase = st.Phase.NEXT_MOVE


@kernel
def use_reward(pack, state, child, kind, pair):
    """Discard and resolve an instant, a reward of kind 0 to 25, with its mate if `pair` (1, else 0); put any other
    reward on the table."""
    state.hand[child, kind] -= 1
    note(state, News.REWARD_USED, 1 + child, kind, pair)
    if pack.rw_timing[kind] != st.Timing.INSTANT:
        state.active[child, kind] += 1
        state.phase = st.Phase.NEXT_USE
        return
    state.rw_disc[kind] += 1
    if pair:
        mate = pack.rw_mate[kind]
        state.hand[child, mate] -= 1
        state.rw_disc[mate] += 1
    state.reward_kind = kind
    state.reward_pair = pair
    state.source = st.Source.REWARD
    state.phase = st.Phase.FIND_TARGET


@kernel
def play_use(pack, state, action):
    """A child uses or offers a reward, or is done."""
    child = state.to_move - 1
    if action == st.BASE.decline:
        state.use_done[child] = 1
        note(state, News.USE_ENDED, 1 + child)
        state.phase = st.Phase.NEXT_USE
    elif action >= st.BASE.offer:
        state.offer_kind = (action - st.BASE.offer) // st.CHILDREN
        state.offer_from = child
        state.offer_to = (child + (action - st.BASE.offer) % st.CHILDREN) % (state.num_players - 1)
        state.offers[child] += 1
        note(state, News.REWARD_OFFERED, 1 + child, 1 + state.offer_to, state.offer_kind)
        state.phase = st.Phase.RETURN
        state.to_move = 1 + state.offer_to
    elif action >= st.BASE.use_family:
        use_reward(pack, state, child, action - st.BASE.use_family, 1)
    else:
        use_reward(pack, state, child, action - st.BASE.use, 0)


@kernel
def play_answer(state, action):
    """Exchange one card for another, or refuse (R13); a child that received a card may use rewards again (R12)."""
    giver = state.offer_from
    receiver = state.offer_to
    if action != st.BASE.decline:
        offered = state.offer_kind
        returned = action - st.BASE.give
        note(state, News.EXCHANGED, 1 + receiver, offered, returned)
        state.hand[giver, offered] -= 1
        state.hand[receiver, offered] += 1
        state.hand[receiver, returned] -= 1
        state.hand[giver, returned] += 1
        state.use_done[receiver] = 0
    else:
        note(state, News.REFUSED, 1 + receiver, state.offer_kind)
    state.offer_kind = -1
    state.offer_from = -1
    state.offer_to = -1
    state.phase = st.Phase.NEXT_USE


# ---- 5: movement


@kernel
def next_move(state):
    """Ask each standing child to move, then ask for each defeated one (R18, R19); then combats begin."""
    present = standing(state)
    for child in range(st.CHILDREN):
        if present >> child & 1 and state.loc[child] == -1:
            state.phase = st.Phase.MOVE
            state.to_move = 1 + child
            return
    if to_carry(state):
        state.phase = st.Phase.CARRY
        state.to_move = 1 + lowest(present)
        return
    state.battle = -1
    note(state, News.WENT_ON)
    state.phase = st.Phase.NEXT_LOCATION


@kernel
def play_move(state, action):
    """A child moves, or the next defeated child is carried or left behind."""
    place = st.LEFT_BEHIND if action == st.BASE.decline else action - st.BASE.location
    child = state.to_move - 1 if state.phase == st.Phase.MOVE else lowest(to_carry(state))
    state.loc[child] = place
    note(state, News.MOVED, 1 + child, place, state.phase == st.Phase.CARRY)
    state.phase = st.Phase.NEXT_MOVE
