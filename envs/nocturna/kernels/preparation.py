"""The Preparation Phase (Fase de Preparacion): locations, placing, events, use and exchange of rewards, movement."""

import numpy as np

from medianoche.envs.core.kernels.bits import lowest_bit, popcount
from medianoche.envs.core.kernels.rng import draw
from medianoche.envs.nocturna.kernels.decks import draw_boss, draw_hand, draw_location, draw_reward
from medianoche.envs.nocturna.kernels.effects import fallen, standing
from medianoche.envs.nocturna.state import (
    BOSS_BATTLE,
    BOSS_LIFE,
    CARRY,
    CHILDREN,
    EVENT,
    EVENT_SOURCE,
    HAND_START,
    INSTANT,
    KINDS,
    LEFT_BEHIND,
    LOCATION,
    LOCATIONS,
    MOVE,
    NEW_ROUND,
    NEXT_LOCATION,
    NEXT_MOVE,
    NEXT_USE,
    OFFER,
    PASS,
    PAY,
    PLACE,
    PLACE_CARD,
    PLAY_EFFECTS,
    RETURN,
    RETURN_REWARD,
    REWARD_SOURCE,
    SHEET,
    SHEETS,
    SLOTS,
    START_COMBAT,
    START_USE,
    USE,
    USE_FAMILY,
    USE_REWARD,
    ZONE,
    kernel,
)


@kernel
def lowest(bits):
    """The first of a set of children, foes or locations; -1 if it is empty."""
    return lowest_bit(np.uint64(bits)) if bits else np.int64(-1)


@kernel
def size(bits):
    """How many are in a set of children, foes or locations."""
    return popcount(np.uint64(bits))


# ---- setup


@kernel
def deal_hand_and_sheets(state):
    """The Master draws 5; sheets at random or in order, if the children do not choose them (R1)."""
    draw_hand(state, HAND_START)
    state.phase = NEW_ROUND
    n = np.int64(state.num_players) - 1
    if state.sheets_mode == 0:
        state.phase = SHEET
        state.to_move = 1
        return
    for child in range(n):
        state.sheet[child] = child
    if state.sheets_mode == 1:
        free = np.int64((1 << SHEETS) - 1)
        for child in range(n):
            k = draw(state, SHEETS - child)
            for sheet in range(SHEETS):
                if free >> sheet & 1:
                    if k == 0:
                        state.sheet[child] = sheet
                        free &= ~(1 << sheet)
                        break
                    k -= 1


@kernel
def choose_sheet(state, action):
    """A child takes a sheet; the next one, or the first round."""
    child = np.int64(state.to_move) - 1
    state.sheet[child] = action
    if child + 2 < np.int64(state.num_players):
        state.to_move = child + 2
    else:
        state.phase = NEW_ROUND


# ---- 1, 2: locations and rewards; or a boss


@kernel
def new_round(pack, state):
    """Deal locations and their rewards; in boss rounds turn up a boss and fix its life (R40)."""
    state.place_cursor = 0
    if np.int64(state.round_no) % ZONE == 0:
        state.boss = draw_boss(state)
        children = standing(state) if state.boss_mode else (1 << (np.int64(state.num_players) - 1)) - 1
        state.foe_kind[0] = KINDS + np.int64(state.boss)
        state.foe_life[0] = BOSS_LIFE * size(children)
        state.foe_max[0] = state.foe_life[0]
        state.phase = START_USE
        return
    for place in range(LOCATIONS):
        state.loc_kind[place] = draw_location(state)
    for place in range(LOCATIONS):
        for slot in range(np.int64(pack.loc_reward[np.int64(state.loc_kind[place])])):
            state.loc_rw[place, slot] = draw_reward(state)
    state.phase = PLACE
    state.to_move = 0


# ---- 3: nightmares face down, and events


@kernel
def nightmares_at(state, place):
    """How many nightmares lie at a location."""
    count = np.int64(0)
    for slot in range(SLOTS):
        count += state.loc_nm[place, slot] >= 0
    return count


@kernel
def place_nightmare(state, kind, place):
    """A creature face down; locations are filled from the left, never back (R9)."""
    state.loc_nm[place, nightmares_at(state, place)] = kind
    state.mp_hand[kind] -= 1
    state.place_cursor = place


@kernel
def announce_event(pack, state, kind):
    """An event goes to the discards; its cost is paid first (R10)."""
    state.mp_hand[kind] -= 1
    state.nm_disc[kind] += 1
    state.event_kind = kind
    state.event_cost = pack.nm_cost[kind]
    state.resume = state.phase
    state.source = EVENT_SOURCE
    state.phase = PAY if state.event_cost else PLAY_EFFECTS


@kernel
def pay_card(state, kind):
    """One card of the event's cost."""
    state.mp_hand[kind] -= 1
    state.nm_disc[kind] += 1
    state.event_cost -= 1
    if state.event_cost == 0:
        state.phase = PLAY_EFFECTS


@kernel
def prepare_nightmares(pack, state, action):
    """The Master places a card, plays an event, or is done."""
    if action == PASS:
        state.phase = START_USE
    elif action >= PLACE_CARD:
        place_nightmare(state, (action - PLACE_CARD) >> 2, (action - PLACE_CARD) & 3)
    else:
        announce_event(pack, state, action - EVENT)


# ---- 4: use and exchange of rewards


@kernel
def start_use(state):
    """Everybody may use and exchange rewards anew."""
    for child in range(CHILDREN):
        state.use_done[child] = 0
        state.offers[child] = 0
    state.phase = NEXT_USE


@kernel
def next_use(state):
    """The first standing child that has not passed (R12); then movement, or the boss."""
    present = standing(state)
    for child in range(CHILDREN):
        if present >> child & 1 and state.use_done[child] == 0:
            state.phase = USE
            state.to_move = 1 + child
            return
    if state.boss >= 0:
        state.battle = BOSS_BATTLE
        state.phase = START_COMBAT
    else:
        state.phase = NEXT_MOVE


@kernel
def use_reward(pack, state, child, kind, pair):
    """An instant is discarded and played, together with its mate in a pair; another reward is put on the table."""
    state.hand[child, kind] -= 1
    if np.int64(pack.rw_timing[kind]) != INSTANT:
        state.active[child, kind] += 1
        state.phase = NEXT_USE
        return
    state.rw_disc[kind] += 1
    if pair:
        mate = np.int64(pack.rw_mate[kind])
        state.hand[child, mate] -= 1
        state.rw_disc[mate] += 1
    state.reward_kind = kind
    state.reward_pair = pair
    state.source = REWARD_SOURCE
    state.phase = PLAY_EFFECTS


@kernel
def use_step(pack, state, action):
    """A child uses or offers a reward, or is done."""
    child = np.int64(state.to_move) - 1
    if action == PASS:
        state.use_done[child] = 1
        state.phase = NEXT_USE
    elif action >= OFFER:
        children = np.int64(state.num_players) - 1
        state.offer_kind = (action - OFFER) >> 2
        state.offer_from = child
        state.offer_to = (child + ((action - OFFER) & 3)) % children
        state.offers[child] += 1
        state.phase = RETURN
        state.to_move = 1 + state.offer_to
    elif action >= USE_FAMILY:
        use_reward(pack, state, child, action - USE_FAMILY, 1)
    else:
        use_reward(pack, state, child, action - USE_REWARD, 0)


@kernel
def answer_offer(state, action):
    """One card for another, or a refusal (R13); who receives a card is asked again."""
    giver, receiver = np.int64(state.offer_from), np.int64(state.offer_to)
    if action != PASS:
        given, returned = np.int64(state.offer_kind), action - RETURN_REWARD
        state.hand[giver, given] -= 1
        state.hand[receiver, given] += 1
        state.hand[receiver, returned] -= 1
        state.hand[giver, returned] += 1
        state.use_done[receiver] = 0
    state.offer_kind = -1
    state.offer_from = -1
    state.offer_to = -1
    state.phase = NEXT_USE


# ---- 5: movement


@kernel
def to_carry(state):
    """The defeated children who have no place yet, as bits."""
    waiting = fallen(state)
    for child in range(CHILDREN):
        if state.loc[child] != -1:
            waiting &= ~(1 << child)
    return waiting


@kernel
def next_move(state):
    """Standing children move in order, then each defeated one is carried (R18, R19); then combats."""
    present = standing(state)
    for child in range(CHILDREN):
        if present >> child & 1 and state.loc[child] == -1:
            state.phase = MOVE
            state.to_move = 1 + child
            return
    if lowest(to_carry(state)) >= 0:
        state.phase = CARRY
        state.to_move = 1 + lowest(present)
        return
    state.battle = -1
    state.phase = NEXT_LOCATION


@kernel
def move_child(state, action):
    """A child moves, or the next defeated one is carried or left behind."""
    place = LEFT_BEHIND if action == PASS else action - LOCATION
    child = np.int64(state.to_move) - 1 if np.int64(state.phase) == MOVE else lowest(to_carry(state))
    state.loc[child] = place
    state.phase = NEXT_MOVE
