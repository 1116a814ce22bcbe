"""What a player sees, and what the rest might be."""

import numpy as np

from medianoche.envs.core.kernels.rng import draw
from medianoche.envs.nocturna.kernels.preparation import lowest, nightmares_at, to_carry
from medianoche.envs.nocturna.state import (
    ALLIES,
    ATTACK_BONUS,
    BOSSES,
    CARRY,
    CHARGE_CAP,
    CHILD_CARD,
    CHILDREN,
    CREATURE,
    DEFEATED,
    EFFECTS,
    EMPOWER_CAP,
    ENEMIES,
    FAMILY_LISTS,
    FOE_KINDS,
    FOES,
    HAND_CAP,
    INSOMNIA_MAX,
    KINDS,
    LAYOUT,
    LOCATIONS,
    NONE,
    NUMBERS_SHOWN,
    PASSIVES,
    PLACES,
    REWARD_LISTS,
    REWARDS,
    SHEETS,
    SHIELD_CAP,
    SLOTS,
    ZONE,
    kernel,
)

OFFSET = dict(zip((block.name for block in LAYOUT), np.cumsum([0, *(b.size for b in LAYOUT)]).tolist(), strict=False))
ACTING, PHASE_AT, PROGRESS, ROUND_AT = OFFSET["acting"], OFFSET["phase"], OFFSET["progress"], OFFSET["round_in_zone"]
OPTIONS_AT, HAND_SIZE_AT = OFFSET["options"], OFFSET["master_hand_size"]
CHILD_AT, CHILD_SIZE = OFFSET["child0"], OFFSET["child1"] - OFFSET["child0"]
PLACE_AT, PLACE_SIZE = OFFSET["location0"], OFFSET["location1"] - OFFSET["location0"]
COMBAT_AT, LAST_AT, OWN_CARD = OFFSET["combat"], OFFSET["last_cards"], OFFSET["own_card"]
FOE_AT, FOE_SIZE = OFFSET["foe0"], OFFSET["foe1"] - OFFSET["foe0"]
OWN_HAND, UNSEEN, DISCARDED = OFFSET["own_hand"], OFFSET["unseen_nightmares"], OFFSET["nightmare_discards"]
REWARD_DECK, REWARD_DISCARDS = OFFSET["reward_deck"], OFFSET["reward_discards"]
LOCATION_DECK, BOSSES_LEFT = OFFSET["location_deck"], OFFSET["bosses_left"]
SOURCE_AT, TIE_AT, ACTOR_CHILD, ACTOR_FOE = (OFFSET[b] for b in ("source", "tie", "actor_child", "actor_foe"))
EVENT_AT, COST_AT, REWARD_AT = OFFSET["event"], OFFSET["event_cost"], OFFSET["reward"]
OFFER_FROM, OFFER_TO, LOOT_SUM = OFFSET["offer_from"], OFFSET["offer_to"], OFFSET["loot_sum"]
TO_CARRY, CURSOR = OFFSET["child_to_carry"], OFFSET["place_cursor"]
MOST_TURNS, MOST_LIFE, MOST_FATIGUE, LAST_ROUND = 128, 48, 120, 12
COPIES, AMOUNT = 3, 4  # counts and amounts are divided by these and clipped


@kernel
def slot_of(state, player, child):
    """Where a child is shown: counted from a child who looks, in order for the Master; -1 for nobody."""
    n = np.int64(state.num_players) - 1
    if child < 0:
        return np.int64(-1)
    return child if player == 0 else (child - player + 1 + n) % n


@kernel
def share(amount, most):
    """`amount` as a part of `most`, clipped at 1."""
    return min(amount / most, 1.0)


@kernel
def show_table(state, player, out):
    """Who acts, the phase, the round, options, the size of the Master's hand."""
    seat = np.int64(state.to_move)
    out[0] = player == 0
    if seat == 0:
        out[ACTING] = 1
    elif seat > 0:
        out[ACTING + 1 + slot_of(state, player, seat - 1)] = 1
    out[PHASE_AT + np.int64(state.phase)] = 1
    out[PROGRESS] = share(np.int64(state.num_players) - 1, CHILDREN)
    out[PROGRESS + 1] = share(np.int64(state.round_no), LAST_ROUND)
    out[PROGRESS + 2] = share(np.int64(state.rounds_total), LAST_ROUND)
    out[ROUND_AT + (np.int64(state.round_no) - 1) % ZONE] = 1
    out[OPTIONS_AT] = np.int64(state.actor_mode)
    out[OPTIONS_AT + 1] = np.int64(state.carry_mode)
    out[OPTIONS_AT + 2] = np.int64(state.unguarded)
    out[OPTIONS_AT + 3] = share(np.int64(state.fatigue), MOST_FATIGUE)


@kernel
def show_rewards(pack, state, child, at, out):
    """Sums of passive effects, hand and active rewards of a child, from offset `at`."""
    for kind in range(REWARDS):
        held, copies = np.int64(state.hand[child, kind]), np.int64(state.active[child, kind])
        if held:
            out[at + PASSIVES + kind] = share(held, COPIES)
        if copies == 0:
            continue
        out[at + PASSIVES + REWARDS + kind] = share(copies, COPIES)
        mate = np.int64(pack.rw_mate[kind])
        bonus = mate >= 0 and state.active[child, mate] > 0
        for slot in range(EFFECTS):
            op = np.int64(pack.fx[REWARD_LISTS + kind, slot, 0]) - ATTACK_BONUS
            if op >= 0:
                out[at + op] += copies * np.int64(pack.fx[REWARD_LISTS + kind, slot, 1]) / PASSIVES
            op = np.int64(pack.fx[FAMILY_LISTS + kind, slot, 0]) - ATTACK_BONUS
            if bonus and op >= 0:
                out[at + op] += copies * np.int64(pack.fx[FAMILY_LISTS + kind, slot, 1]) / PASSIVES
    for op in range(PASSIVES):
        out[at + op] = min(out[at + op], np.float32(1))


@kernel
def show_child(pack, state, child, slot, out):
    """Block of one child."""
    at = CHILD_AT + slot * CHILD_SIZE
    out[at] = 1
    if state.sheet[child] >= 0:
        out[at + 1 + np.int64(state.sheet[child])] = 1
    at += 1 + SHEETS
    out[at] = share(np.int64(state.insomnia[child]), DEFEATED)
    out[at + 1] = state.insomnia[child] > INSOMNIA_MAX
    out[at + 2] = share(np.int64(state.shield[child]), SHIELD_CAP)
    out[at + 3] = share(np.int64(state.charge[child]), CHARGE_CAP)
    out[at + 4] = share(np.int64(state.stun[child]), COPIES)
    out[at + 5] = share(np.int64(state.bottle[child]), COPIES)
    out[at + 6] = np.int64(state.covered) == child
    out[at + 7] = np.int64(state.in_battle[child])
    out[at + 8] = np.int64(state.lead_child) == child
    if state.loc[child] >= 0:
        out[at + 9 + np.int64(state.loc[child])] = 1
    at += 9 + LOCATIONS
    out[at] = np.int64(state.use_done[child])
    out[at + 1] = share(np.int64(state.offers[child]), AMOUNT)
    show_rewards(pack, state, child, at + 2, out)


@kernel
def show_location(pack, state, player, place, out):
    """Block of one location; nightmares only face up, but the Master knows them all."""
    at = PLACE_AT + place * PLACE_SIZE
    kind = np.int64(state.loc_kind[place])
    if kind < 0:
        return
    out[at] = share(np.int64(pack.loc_reward[kind]), AMOUNT)
    out[at + 1] = share(np.int64(pack.loc_nightmares[kind]), AMOUNT)
    out[at + 2] = share(nightmares_at(state, place), AMOUNT)
    out[at + 3] = np.int64(state.loc_up[place])
    out[at + 4] = np.int64(state.battle) == place
    at += 5
    seen = player == 0 or state.loc_up[place] > 0
    for slot in range(SLOTS):
        reward, nightmare = np.int64(state.loc_rw[place, slot]), np.int64(state.loc_nm[place, slot])
        if reward >= 0:
            out[at + reward] = min(out[at + reward] + np.float32(1 / COPIES), np.float32(1))
        if nightmare >= 0 and seen:
            spot = at + REWARDS + nightmare
            out[spot] = min(out[spot] + np.float32(1 / AMOUNT), np.float32(1))


@kernel
def show_foe(pack, state, j, out):
    """Block of one foe: its state, and the amounts of its three actions."""
    kind = np.int64(state.foe_kind[j])
    if kind < 0:
        return
    at = FOE_AT + j * FOE_SIZE
    out[at] = state.foe_life[j] > 0
    out[at + 1 + kind] = 1
    at += 1 + FOE_KINDS
    out[at] = share(np.int64(state.foe_life[j]), MOST_LIFE)
    out[at + 1] = share(np.int64(state.foe_max[j]), MOST_LIFE)
    out[at + 2] = share(np.int64(state.foe_shield[j]), SHIELD_CAP)
    out[at + 3] = share(np.int64(state.foe_emp[j]), EMPOWER_CAP)
    out[at + 4] = np.int64(state.lead_foe) == j
    at += 5
    for card in range(3):
        for slot in range(EFFECTS):
            op, amount = np.int64(pack.fx[3 * kind + card, slot, 0]), np.int64(pack.fx[3 * kind + card, slot, 1])
            if op == NONE:
                continue
            scope = np.int64(pack.fx[3 * kind + card, slot, 2])
            shown = share(amount, AMOUNT) if amount else 1.0
            out[at + op - 1] = min(out[at + op - 1] + np.float32(shown), np.float32(1))
            if scope == ENEMIES or scope == ALLIES:
                out[at + NUMBERS_SHOWN] = 1
        at += NUMBERS_SHOWN + 1


@kernel
def show_combat(pack, state, player, out):
    """Block of the combat."""
    out[COMBAT_AT] = state.turn > 0
    out[COMBAT_AT + 1] = state.boss >= 0
    out[COMBAT_AT + 2] = share(np.int64(state.turn), MOST_TURNS)
    out[COMBAT_AT + 3] = np.int64(state.turn) > np.int64(state.fatigue)
    out[COMBAT_AT + 4] = np.int64(state.marked)
    if state.last_child:
        out[LAST_AT + np.int64(state.last_child) - 1] = 1
    if state.last_master:
        out[LAST_AT + 2 + np.int64(state.last_master)] = 1
    if player == 0 and np.int64(state.phase) == CHILD_CARD:
        out[OWN_CARD + np.int64(state.card_master) - 1] = 1
    for j in range(FOES):
        show_foe(pack, state, j, out)


@kernel
def show_unseen(state, player, out):
    """Nightmares out of sight: for the Master those in the deck, for children also hand and face-down ones."""
    for kind in range(KINDS):
        unseen = np.int64(state.nm_deck[kind])
        if player > 0:
            unseen += np.int64(state.mp_hand[kind])
        out[UNSEEN + kind] = unseen
    for place in range(LOCATIONS):
        if player > 0 and state.loc_up[place] == 0:
            for slot in range(nightmares_at(state, place)):
                out[UNSEEN + np.int64(state.loc_nm[place, slot])] += 1
    for kind in range(KINDS):
        out[UNSEEN + kind] = share(np.int64(out[UNSEEN + kind]), COPIES)


@kernel
def show_decks(state, player, out):
    """Hands, decks and discards."""
    total = np.int64(0)
    for kind in range(KINDS):
        held = np.int64(state.mp_hand[kind])
        total += held
        if player == 0:
            out[OWN_HAND + kind] = share(held, COPIES)
        out[DISCARDED + kind] = share(np.int64(state.nm_disc[kind]), COPIES)
    out[HAND_SIZE_AT] = share(total, HAND_CAP)
    for kind in range(REWARDS):
        out[REWARD_DECK + kind] = share(np.int64(state.rw_deck[kind]), COPIES)
        out[REWARD_DISCARDS + kind] = share(np.int64(state.rw_disc[kind]), COPIES)
    for kind in range(PLACES):
        out[LOCATION_DECK + kind] = share(np.int64(state.loc_deck[kind]), COPIES)
    for b in range(BOSSES):
        out[BOSSES_LEFT + b] = np.int64(state.boss_left[b])


@kernel
def show_pending(state, player, out):
    """What is being played, paid, offered, taken or carried."""
    out[SOURCE_AT + np.int64(state.source)] = 1
    out[TIE_AT] = np.int64(state.tie)
    if state.actor_child >= 0:
        out[ACTOR_CHILD + slot_of(state, player, np.int64(state.actor_child))] = 1
    if state.actor_foe >= 0:
        out[ACTOR_FOE + np.int64(state.actor_foe)] = 1
    if state.event_kind >= 0:
        out[EVENT_AT + np.int64(state.event_kind)] = 1
    out[COST_AT] = share(np.int64(state.event_cost), AMOUNT)
    reward = max(np.int64(state.reward_kind), np.int64(state.offer_kind))
    if state.loot_slot >= 0:
        reward = np.int64(state.loc_rw[np.int64(state.battle), np.int64(state.loot_slot)])
    if reward >= 0:
        out[REWARD_AT + reward] = 1
    if state.offer_from >= 0:
        out[OFFER_FROM + slot_of(state, player, np.int64(state.offer_from))] = 1
        out[OFFER_TO + slot_of(state, player, np.int64(state.offer_to))] = 1
    out[LOOT_SUM] = share(np.int64(state.loot_sum), HAND_CAP)
    if np.int64(state.phase) == CARRY:
        out[TO_CARRY + slot_of(state, player, lowest(to_carry(state)))] = 1
    out[CURSOR] = share(np.int64(state.place_cursor), LOCATIONS - 1)


@kernel
def observe(pack, state, player, out):
    for k in range(len(out)):
        out[k] = 0
    show_table(state, player, out)
    for child in range(np.int64(state.num_players) - 1):
        show_child(pack, state, child, slot_of(state, player, child), out)
    for place in range(LOCATIONS):
        show_location(pack, state, player, place, out)
    show_combat(pack, state, player, out)
    show_unseen(state, player, out)
    show_decks(state, player, out)
    show_pending(state, player, out)


# ---- determinize


@kernel
def pool_unseen(state):
    """Everything the children have not seen goes back to the deck: hand and face-down nightmares."""
    for kind in range(KINDS):
        state.nm_deck[kind] += state.mp_hand[kind]
        state.mp_hand[kind] = 0
    for place in range(LOCATIONS):
        for slot in range(SLOTS):
            if state.loc_up[place] == 0 and state.loc_nm[place, slot] >= 0:
                state.nm_deck[np.int64(state.loc_nm[place, slot])] += 1


@kernel
def draw_unseen(pack, state, creatures):
    """A uniformly random card of the deck (with `creatures`, one that may be placed)."""
    total = np.int64(0)
    for kind in range(KINDS):
        if creatures == 0 or np.int64(pack.nm_label[kind]) == CREATURE:
            total += np.int64(state.nm_deck[kind])
    k = draw(state, total)
    for kind in range(KINDS):
        if creatures == 0 or np.int64(pack.nm_label[kind]) == CREATURE:
            k -= np.int64(state.nm_deck[kind])
            if k < 0:
                state.nm_deck[kind] -= 1
                return np.int64(kind)
    return np.int64(-1)


@kernel
def determinize(pack, state, player):
    if player == 0:
        return  # the Master knows everything but the future
    cards = np.int64(0)
    for kind in range(KINDS):
        cards += np.int64(state.mp_hand[kind])
    pool_unseen(state)
    for place in range(LOCATIONS):
        for slot in range(SLOTS):
            if state.loc_up[place] == 0 and state.loc_nm[place, slot] >= 0:
                state.loc_nm[place, slot] = draw_unseen(pack, state, 1)
    for _ in range(cards):
        state.mp_hand[draw_unseen(pack, state, 0)] += 1
    if np.int64(state.phase) == CHILD_CARD:
        state.card_master = 1 + draw(state, 3)
