"""The observation of each player, and the hidden part of a record: `conceal` removes it, `determinize` draws it.

Arguments: `out` is the observation, float32[observation_size], zero before; its numbers are from 0 to 1. `player` sees:
0 the Master, 1 to 4 the children. `child`, `j` (a foe) and `place` (a location) are 0 to 3. `at` is the place in `out`
at which a block begins.
"""

import numpy as np

from medianoche.envs.core.kernels.rng import draw, draw_weighted
from medianoche.envs.core.kernels.seats import around
from medianoche.envs.core.kernels.sparse import accumulate
from medianoche.envs.nocturna import state as st
from medianoche.envs.nocturna.kernels import kernel
from medianoche.envs.nocturna.kernels.decks import hand_size
from medianoche.envs.nocturna.kernels.effects import has_family
from medianoche.envs.nocturna.kernels.presence import is_tired, lowest, nightmares_at, to_carry
from medianoche.envs.nocturna.numbers import CAP, LAST_ROUND, ZONE
from medianoche.envs.nocturna.opcodes import NUMBERS_SHOWN, PASSIVES, Op, Scope
from medianoche.envs.nocturna.pack import EFFECTS, FAMILY_LISTS, REWARD_LISTS

IN_CHILD = st.CHILD_SHOWN.at
CHILD_SIZE = st.CHILD_SHOWN.size
IN_LOCATION = st.LOCATION_SHOWN.at
LOCATION_SIZE = st.LOCATION_SHOWN.size
IN_FOE = st.FOE_SHOWN.at
FOE_SIZE = st.FOE_SHOWN.size
FOE_CARD_SIZE = st.FOE_SHOWN.per.cards
TURN_SCALE = 128
LIFE_SCALE = 48
# divisors of small numbers; the quotient is clipped at 1
THREE = 3
FOUR = 4


@kernel
def slot_of(state, player, child):
    """The observation slot of `child`: relative to `player`'s own if that is a child, 0 to 3; the child's number if it
    is the Master (0)."""
    n = state.num_players - 1
    return child if player == 0 else around(child - player + 1 + n, n)


@kernel
def share(amount, most):
    """`amount`, from 0, divided by `most`, clipped at 1: float32 from 0 to 1."""
    return np.float32(min(amount, most)) / np.float32(most)  # 32 bits give the same result as 64 and are faster


@kernel
def write_table(state, player, out):
    """Write the player to move, the phase, the round and the options."""
    out[st.AT.is_master] = player == 0
    if state.to_move == 0:
        out[st.AT.acting] = 1
    elif state.to_move > 0:
        out[st.AT.acting + 1 + slot_of(state, player, state.to_move - 1)] = 1
    out[st.AT.phase + state.phase] = 1
    out[st.AT.progress] = share(state.num_players - 1, st.CHILDREN)
    out[st.AT.progress + 1] = share(state.round_no, LAST_ROUND)
    out[st.AT.progress + 2] = share(state.rounds_total, LAST_ROUND)
    out[st.AT.round_in_zone + (state.round_no - 1) % ZONE] = 1
    out[st.AT.options] = state.actor_mode
    out[st.AT.options + 1] = state.carry_mode
    out[st.AT.options + 2] = state.unguarded
    out[st.AT.options + 3] = share(state.fatigue, st.FATIGUE_LIMIT)


@kernel
def write_rewards(pack, state, child, at, out):
    """Write hand, active rewards and sums of passive effects of a child whose block begins at `at`."""
    sums = at + IN_CHILD.passives
    for kind in range(st.REWARDS):
        held = state.hand[child, kind]
        copies = state.active[child, kind]
        if held:
            out[at + IN_CHILD.hand + kind] = share(held, THREE)
        if copies == 0:
            continue
        out[at + IN_CHILD.active + kind] = share(copies, THREE)
        family = has_family(pack, state, child, kind)
        for slot in range(EFFECTS):
            op = pack.fx[REWARD_LISTS + kind, slot, 0] - Op.ATTACK_BONUS
            if op >= 0:
                accumulate(out, sums, sums + op, copies * pack.fx[REWARD_LISTS + kind, slot, 1] / PASSIVES)
            op = pack.fx[FAMILY_LISTS + kind, slot, 0] - Op.ATTACK_BONUS
            if family and op >= 0:
                accumulate(out, sums, sums + op, copies * pack.fx[FAMILY_LISTS + kind, slot, 1] / PASSIVES)


@kernel
def write_child(pack, state, child, slot, out):
    """Write the block of one child, 0 to 3, as that of observation slot `slot`, 0 to 3."""
    at = st.AT.child0 + slot * CHILD_SIZE
    out[at + IN_CHILD.plays] = 1
    if state.sheet[child] >= 0:
        out[at + IN_CHILD.sheet + state.sheet[child]] = 1
    out[at + IN_CHILD.insomnia] = share(state.insomnia[child], st.DEFEATED)
    out[at + IN_CHILD.defeated] = state.insomnia[child] > CAP.insomnia
    out[at + IN_CHILD.shield] = share(state.shield[child], CAP.shield)
    out[at + IN_CHILD.charge] = share(state.charge[child], CAP.charge)
    out[at + IN_CHILD.stun] = share(state.stun[child], THREE)
    out[at + IN_CHILD.bottle] = share(state.bottle[child], THREE)
    out[at + IN_CHILD.covered] = state.covered == child
    out[at + IN_CHILD.in_combat] = state.in_battle[child]
    out[at + IN_CHILD.lead] = state.lead_child == child
    if state.loc[child] >= 0:
        out[at + IN_CHILD.location + state.loc[child]] = 1
    out[at + IN_CHILD.use_done] = state.use_done[child]
    out[at + IN_CHILD.offers] = share(state.offers[child], FOUR)
    write_rewards(pack, state, child, at, out)


@kernel
def write_location(pack, state, player, place, out):
    """Write the blocks of one location; children see nightmares only face up, the Master sees all (R43)."""
    at = st.AT.location0 + place * LOCATION_SIZE
    kind = state.loc_kind[place]
    if kind < 0:
        return
    out[at + IN_LOCATION.reward] = share(pack.loc_reward[kind], FOUR)
    out[at + IN_LOCATION.nightmare] = share(pack.loc_nightmares[kind], FOUR)
    out[at + IN_LOCATION.count] = share(nightmares_at(state, place), FOUR)
    out[at + IN_LOCATION.up] = state.loc_up[place]
    out[at + IN_LOCATION.battle] = state.battle == place
    seen = player == 0 or state.loc_up[place] > 0
    rewards = at + IN_LOCATION.rewards
    for slot in range(st.SLOTS):
        reward = state.loc_rw[place, slot]
        nightmare = state.loc_nm[place, slot]
        if reward >= 0:
            accumulate(out, rewards, rewards + reward, 1 / THREE)
            out[st.AT.rewards_from_left + st.SLOTS * place + slot] = share(1 + reward, st.REWARDS)
        if nightmare >= 0 and seen:
            accumulate(out, rewards, at + IN_LOCATION.nightmares + nightmare, 1 / FOUR)
            out[st.AT.nightmares_from_left + st.SLOTS * place + slot] = share(1 + nightmare, st.KINDS)


@kernel
def write_foe(pack, state, j, out):
    """Write the block of foe j, 0 to 3: its tokens and the amounts of its three action cards, as shares from 0 to 1."""
    kind = state.foe_kind[j]
    if kind < 0:
        return
    at = st.AT.foe0 + j * FOE_SIZE
    out[at + IN_FOE.alive] = state.foe_life[j] > 0
    out[at + IN_FOE.kind + kind] = 1
    out[at + IN_FOE.life] = share(state.foe_life[j], LIFE_SCALE)
    out[at + IN_FOE.most] = share(state.foe_max[j], LIFE_SCALE)
    out[at + IN_FOE.shield] = share(state.foe_shield[j], CAP.shield)
    out[at + IN_FOE.power] = share(state.foe_emp[j], CAP.power)
    out[at + IN_FOE.lead] = state.lead_foe == j
    at += IN_FOE.cards
    for card in range(3):
        for slot in range(EFFECTS):
            op = pack.fx[3 * kind + card, slot, 0]
            amount = pack.fx[3 * kind + card, slot, 1]
            if op == Op.NONE:
                continue
            scope = pack.fx[3 * kind + card, slot, 2]
            accumulate(out, at, at + op - Op.HIT, share(amount, FOUR) if amount else 1.0)
            if scope == Scope.ENEMIES or scope == Scope.ALLIES:
                accumulate(out, at, at + NUMBERS_SHOWN, 1.0)
        at += FOE_CARD_SIZE


@kernel
def write_combat(pack, state, player, out):
    """Write the state of the combat and the blocks of its foes."""
    out[st.AT.combat] = state.turn > 0
    out[st.AT.combat + 1] = state.boss >= 0
    out[st.AT.combat + 2] = share(state.turn, TURN_SCALE)
    out[st.AT.combat + 3] = is_tired(state)
    out[st.AT.combat + 4] = state.marked
    if state.last_child:
        out[st.AT.last_cards + state.last_child - 1] = 1
    if state.last_master:
        out[st.AT.last_cards + st.PER.last_cards + state.last_master - 1] = 1
    if player == 0 and state.phase == st.Phase.CHILD_CARD:  # R35
        out[st.AT.own_card + state.card_master - 1] = 1
    for j in range(st.FOES):
        write_foe(pack, state, j, out)


@kernel
def write_nightmares(state, player, out):
    """Write the Master's hand, the unseen nightmares (for children with hand and face-down cards) and the discards
    (R4)."""
    out[st.AT.master_hand_size] = share(hand_size(state), CAP.hand)
    for kind in range(st.KINDS):
        out[st.AT.nightmare_discards + kind] = share(state.nm_disc[kind], THREE)
    unseen = st.AT.unseen_nightmares
    if player == 0:
        for kind in range(st.KINDS):
            out[st.AT.own_hand + kind] = share(state.mp_hand[kind], THREE)
            out[unseen + kind] = share(state.nm_deck[kind], THREE)
    else:
        for kind in range(st.KINDS):
            out[unseen + kind] = share(state.nm_deck[kind] + state.mp_hand[kind], THREE)
    for place in range(st.LOCATIONS):
        if player > 0 and state.loc_up[place] == 0:
            for slot in range(st.SLOTS):
                if state.loc_nm[place, slot] >= 0:
                    accumulate(out, unseen, unseen + state.loc_nm[place, slot], 1 / THREE)


@kernel
def write_decks(state, out):
    """Write the decks and discards of rewards and locations, and the bosses left."""
    for kind in range(st.REWARDS):
        out[st.AT.reward_deck + kind] = share(state.rw_deck[kind], THREE)
        out[st.AT.reward_discards + kind] = share(state.rw_disc[kind], THREE)
    for kind in range(st.PLACES):
        out[st.AT.location_deck + kind] = share(state.loc_deck[kind], THREE)
    for boss in range(st.BOSSES):
        out[st.AT.bosses_left + boss] = state.boss_left[boss]


@kernel
def write_pending(state, player, out):
    """Write the card being played, paid, offered or shared out, and the child being carried."""
    out[st.AT.source + state.source] = 1
    out[st.AT.tie] = state.tie
    if state.actor_child >= 0:
        out[st.AT.actor_child + slot_of(state, player, state.actor_child)] = 1
    if state.actor_foe >= 0:
        out[st.AT.actor_foe + state.actor_foe] = 1
    if state.event_kind >= 0:
        out[st.AT.event + state.event_kind] = 1
    out[st.AT.event_cost] = share(state.event_cost, FOUR)
    reward = max(state.reward_kind, state.offer_kind)
    if state.loot_slot >= 0:
        reward = state.loc_rw[state.battle, state.loot_slot]
        out[st.AT.loot_slot + state.loot_slot] = 1
    if reward >= 0:
        out[st.AT.reward + reward] = 1
    if state.offer_from >= 0:
        out[st.AT.offer_from + slot_of(state, player, state.offer_from)] = 1
        out[st.AT.offer_to + slot_of(state, player, state.offer_to)] = 1
    out[st.AT.loot_sum] = share(state.loot_sum, CAP.hand)
    if state.phase == st.Phase.CARRY:
        out[st.AT.child_to_carry + slot_of(state, player, lowest(to_carry(state)))] = 1
    out[st.AT.place_cursor] = share(state.place_cursor, st.LOCATIONS - 1)


@kernel
def observe(pack, state, player, out):
    """Write the observation of `player`, a seat from 0, to `out`, float32[observation_size]; it is set to zero
    first."""
    out[:] = 0
    write_table(state, player, out)
    for child in range(state.num_players - 1):
        write_child(pack, state, child, slot_of(state, player, child), out)
    for place in range(st.LOCATIONS):
        write_location(pack, state, player, place, out)
    write_combat(pack, state, player, out)
    write_nightmares(state, player, out)
    write_decks(state, out)
    write_pending(state, player, out)


# ---- hidden information


@kernel
def conceal_cards(state):
    """Move all nightmares that the children have not seen (R43) into the deck; keep their numbers."""
    held = 0
    for kind in range(st.KINDS):
        held += state.mp_hand[kind]
        state.nm_deck[kind] += state.mp_hand[kind]
        state.mp_hand[kind] = 0
    state.mp_unseen += held
    for place in range(st.LOCATIONS):
        if state.loc_up[place] == 0:
            for slot in range(st.SLOTS):
                kind = state.loc_nm[place, slot]
                if kind >= 0:
                    state.nm_deck[kind] += 1
                    state.loc_nm[place, slot] = st.UNKNOWN
    if state.phase == st.Phase.CHILD_CARD:
        state.card_master = st.UNKNOWN


@kernel
def conceal(pack, state, player):
    """Overwrite all fields of `state` that `player`, a seat from 0, does not know."""
    state.rng = np.uint64(0)
    if player > 0:
        conceal_cards(state)


@kernel
def determinize(pack, state, player):
    """Deal everything hidden from `player`, a seat from 0, again; `state.rng` holds a fresh seed."""
    if player == 0:
        return  # nothing that lies on the table or in a hand is hidden from the Master
    conceal_cards(state)
    creatures = 0
    total = 0
    for kind in range(st.KINDS):
        total += state.nm_deck[kind]
        if pack.nm_label[kind] == st.Label.CREATURE:
            creatures += state.nm_deck[kind]
    for place in range(st.LOCATIONS):
        if state.loc_up[place] == 0:
            for slot in range(nightmares_at(state, place)):
                kind = draw_weighted(state, state.nm_deck, creatures)  # creatures have the lowest kinds
                creatures -= 1
                total -= 1
                state.nm_deck[kind] -= 1
                state.loc_nm[place, slot] = kind
    for left in range(total, total - state.mp_unseen, -1):
        kind = draw_weighted(state, state.nm_deck, left)
        state.nm_deck[kind] -= 1
        state.mp_hand[kind] += 1
    state.mp_unseen = 0
    if state.phase == st.Phase.CHILD_CARD:
        state.card_master = st.Card.ATTACK + draw(state, 3)
