"""The Preparation Phase (Fase de Preparacion): locations, placing, events, use and exchange of rewards, movement."""

from medianoche.envs.core.kernels.rng import draw_weighted
from medianoche.envs.nocturna.kernels import kernel
from medianoche.envs.nocturna.kernels.decks import draw_location, draw_reward
from medianoche.envs.nocturna.kernels.presence import lowest, nightmares_at, size, standing, to_carry
from medianoche.envs.nocturna.state import (
    BASE,
    BOSS_BATTLE,
    BOSS_LIFE,
    BOSSES,
    CHILDREN,
    KINDS,
    LEFT_BEHIND,
    LOCATIONS,
    ZONE,
    Phase,
    Source,
    Timing,
)


@kernel
def play_sheet(state, action):
    """A child takes a sheet (R1); the next child chooses, or the first round begins."""
    child = state.to_move - 1
    state.sheet[child] = action - BASE.sheet
    if child + 2 < state.num_players:
        state.to_move = child + 2
    else:
        state.phase = Phase.NEW_ROUND


# ---- 1, 2: locations and rewards; or a boss


@kernel
def new_round(pack, state):
    """Deal locations and their rewards; in a boss round (R42) turn up an unused boss and set its life (R40)."""
    state.place_cursor = 0
    if state.round_no % ZONE == 0:
        state.boss = draw_weighted(state, state.boss_left, BOSSES - (state.round_no - 1) // ZONE)
        state.boss_left[state.boss] = 0
        children = standing(state) if state.boss_mode else (1 << (state.num_players - 1)) - 1
        state.foe_kind[0] = KINDS + state.boss
        state.foe_life[0] = BOSS_LIFE * size(children)
        state.foe_max[0] = state.foe_life[0]
        state.phase = Phase.START_USE
        return
    for place in range(LOCATIONS):
        state.loc_kind[place] = draw_location(state)
    for place in range(LOCATIONS):
        for slot in range(pack.loc_reward[state.loc_kind[place]]):
            state.loc_rw[place, slot] = draw_reward(state)
    state.phase = Phase.PLACE
    state.to_move = 0


# ---- 3: nightmares face down, and events


@kernel
def announce_event(pack, state, kind):
    """The Master discards an event from his hand; its cost is paid before it takes effect (R10)."""
    state.mp_hand[kind] -= 1
    state.nm_disc[kind] += 1
    state.event_kind = kind
    state.event_cost = pack.nm_cost[kind]
    state.resume = state.phase
    state.source = Source.EVENT
    state.phase = Phase.PAY if state.event_cost else Phase.FIND_TARGET


@kernel
def play_payment(state, action):
    """The Master discards one card of the event's cost."""
    kind = action - BASE.discard
    state.mp_hand[kind] -= 1
    state.nm_disc[kind] += 1
    state.event_cost -= 1
    if state.event_cost == 0:
        state.phase = Phase.FIND_TARGET


@kernel
def play_placing(pack, state, action):
    """The Master places a creature face down (R8), plays an event, or is done."""
    if action == BASE.decline:
        state.phase = Phase.START_USE
    elif action >= BASE.place:
        kind, place = (action - BASE.place) // LOCATIONS, (action - BASE.place) % LOCATIONS
        state.loc_nm[place, nightmares_at(state, place)] = kind
        state.mp_hand[kind] -= 1
        state.place_cursor = place  # locations to the left are closed from now on (R9)
    else:
        announce_event(pack, state, action - BASE.event)


# ---- 4: use and exchange of rewards


@kernel
def start_use(state):
    """Reset the passes and offers of all children."""
    for child in range(CHILDREN):
        state.use_done[child] = 0
        state.offers[child] = 0
    state.phase = Phase.NEXT_USE


@kernel
def next_use(state):
    """Ask the first standing child that has not passed (R12); after the last one, movement or the boss fight begins."""
    present = standing(state)
    for child in range(CHILDREN):
        if present >> child & 1 and state.use_done[child] == 0:
            state.phase = Phase.USE
            state.to_move = 1 + child
            return
    if state.boss >= 0:
        state.battle = BOSS_BATTLE
        state.phase = Phase.START_COMBAT
    else:
        state.phase = Phase.NEXT_MOVE


@kernel
def use_reward(pack, state, child, kind, pair):
    """Discard and resolve an instant, with its mate if `pair`; put any other reward on the table."""
    state.hand[child, kind] -= 1
    if pack.rw_timing[kind] != Timing.INSTANT:
        state.active[child, kind] += 1
        state.phase = Phase.NEXT_USE
        return
    state.rw_disc[kind] += 1
    if pair:
        mate = pack.rw_mate[kind]
        state.hand[child, mate] -= 1
        state.rw_disc[mate] += 1
    state.reward_kind = kind
    state.reward_pair = pair
    state.source = Source.REWARD
    state.phase = Phase.FIND_TARGET


@kernel
def play_use(pack, state, action):
    """A child uses or offers a reward, or is done."""
    child = state.to_move - 1
    if action == BASE.decline:
        state.use_done[child] = 1
        state.phase = Phase.NEXT_USE
    elif action >= BASE.offer:
        state.offer_kind = (action - BASE.offer) // CHILDREN
        state.offer_from = child
        state.offer_to = (child + (action - BASE.offer) % CHILDREN) % (state.num_players - 1)
        state.offers[child] += 1
        state.phase = Phase.RETURN
        state.to_move = 1 + state.offer_to
    elif action >= BASE.use_family:
        use_reward(pack, state, child, action - BASE.use_family, 1)
    else:
        use_reward(pack, state, child, action - BASE.use, 0)


@kernel
def play_answer(state, action):
    """Exchange one card for another, or refuse (R13); a child that received a card may use rewards again (R12)."""
    giver, receiver = state.offer_from, state.offer_to
    if action != BASE.decline:
        given, returned = state.offer_kind, action - BASE.give
        state.hand[giver, given] -= 1
        state.hand[receiver, given] += 1
        state.hand[receiver, returned] -= 1
        state.hand[giver, returned] += 1
        state.use_done[receiver] = 0
    state.offer_kind = -1
    state.offer_from = -1
    state.offer_to = -1
    state.phase = Phase.NEXT_USE


# ---- 5: movement


@kernel
def next_move(state):
    """Ask each standing child to move, then ask for each defeated one (R18, R19); then combats begin."""
    present = standing(state)
    for child in range(CHILDREN):
        if present >> child & 1 and state.loc[child] == -1:
            state.phase = Phase.MOVE
            state.to_move = 1 + child
            return
    if to_carry(state):
        state.phase = Phase.CARRY
        state.to_move = 1 + lowest(present)
        return
    state.battle = -1
    state.phase = Phase.NEXT_LOCATION


@kernel
def play_move(state, action):
    """A child moves, or the next defeated child is carried or left behind."""
    place = LEFT_BEHIND if action == BASE.decline else action - BASE.location
    child = state.to_move - 1 if state.phase == Phase.MOVE else lowest(to_carry(state))
    state.loc[child] = place
    state.phase = Phase.NEXT_MOVE
