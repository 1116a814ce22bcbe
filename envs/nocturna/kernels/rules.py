"""The rules of Camino a Nocturna: what core calls, and the way from phase to phase."""

import numpy as np

from medianoche.envs.core.kernels.bits import clear_bits, count_bits
from medianoche.envs.nocturna.kernels.combat import (
    end_combat,
    next_location,
    next_loot,
    start_combat,
    take_loot,
)
from medianoche.envs.nocturna.kernels.decks import discard_active
from medianoche.envs.nocturna.kernels.legality import combat_actions, event_actions, preparation_actions, table_actions
from medianoche.envs.nocturna.kernels.preparation import (
    announce_event,
    answer_offer,
    choose_sheet,
    deal_hand_and_sheets,
    move_child,
    new_round,
    next_move,
    next_use,
    pay_card,
    prepare_nightmares,
    start_use,
    use_step,
)
from medianoche.envs.nocturna.state import (
    ACTOR,
    BOSSES,
    CARD,
    CARRY,
    CHILD,
    CHILD_CARD,
    CHILDREN,
    CHOOSE_SHEET,
    CLEAN_UP,
    CONCLUSION_EVENTS,
    DEFEATED,
    DISCARD_CARD,
    END,
    END_COMBAT,
    END_TURN,
    END_ZONE,
    EVENT,
    FOES,
    KINDS,
    LOCATIONS,
    LOOT,
    MASTER_CARD,
    MOVE,
    NEW_ROUND,
    NEXT_CARD,
    NEXT_LOCATION,
    NEXT_LOOT,
    NEXT_MOVE,
    NEXT_USE,
    PASS,
    PAY,
    PERMANENT,
    PLACE,
    PLACES,
    PLAY_EFFECTS,
    RESOLVE,
    RESURRECT,
    RETURN,
    REVEAL_CARDS,
    REVIVED,
    REWARDS,
    SEATS,
    SHEET,
    SLOTS,
    START_COMBAT,
    START_USE,
    TARGET,
    USE,
    kernel,
)
from medianoche.envs.nocturna.kernels.turns import (
    choose_actor,
    choose_master_card,
    choose_target,
    end_turn,
    next_card,
    play_effects,
    resolve,
    reveal_cards,
)

# ---- the Conclusion Phase, and the end of a boss round


@kernel
def conclude(pack, state, action):
    """Conclusion events, then cleaning up."""
    if action == PASS:
        state.phase = CLEAN_UP
    else:
        announce_event(pack, state, action - EVENT)


@kernel
def clean_up(state):
    """Everything on the board is discarded, face-down nightmares too (R4); the next round."""
    for place in range(LOCATIONS):
        state.loc_disc[np.int64(state.loc_kind[place])] += 1
        state.loc_kind[place] = -1
        state.loc_up[place] = 0
    for spot in range(LOCATIONS * SLOTS):
        place, slot = spot >> 2, spot & 3
        reward, nightmare = np.int64(state.loc_rw[place, slot]), np.int64(state.loc_nm[place, slot])
        if reward >= 0:
            state.rw_disc[reward] += 1
        if nightmare >= 0:
            state.nm_disc[nightmare] += 1
        state.loc_rw[place, slot] = -1
        state.loc_nm[place, slot] = -1
    for child in range(CHILDREN):
        state.loc[child] = -1
    for child in range(np.int64(state.num_players) - 1):
        state.scores[1 + child] += 1
    state.round_no += 1
    state.phase = NEW_ROUND


@kernel
def resurrect(state, action):
    """One defeated child returns, or none (R41)."""
    if action != PASS:
        child = (np.int64(state.to_move) - 1 + action - CHILD) % (np.int64(state.num_players) - 1)
        state.insomnia[child] = REVIVED
        state.scores[0] -= 1
    state.phase = END_ZONE


@kernel
def end_zone(pack, state):
    """Permanent rewards leave the table; a new zone, a new round."""
    discard_active(pack, state, PERMANENT)
    state.boss = -1
    state.round_no += 1
    state.phase = NEW_ROUND


# ---- what core calls


@kernel
def settle(pack, state):
    """Let happen what needs no decision, until somebody is asked or the game is over."""
    while state.phase > END:
        phase = np.int64(state.phase)
        if phase == REVEAL_CARDS:
            reveal_cards(state)
        elif phase == NEXT_CARD:
            next_card(state)
        elif phase == PLAY_EFFECTS:
            play_effects(pack, state)
        elif phase == RESOLVE:
            resolve(pack, state)
        elif phase == END_TURN:
            end_turn(state)
        elif phase == END_COMBAT:
            end_combat(pack, state)
        elif phase == NEXT_LOOT:
            next_loot(pack, state)
        elif phase == NEXT_LOCATION:
            next_location(pack, state)
        elif phase == START_COMBAT:
            start_combat(pack, state)
        elif phase == CLEAN_UP:
            clean_up(state)
        elif phase == END_ZONE:
            end_zone(pack, state)
        elif phase == NEW_ROUND:
            new_round(pack, state)
        elif phase == START_USE:
            start_use(state)
        elif phase == NEXT_USE:
            next_use(state)
        elif phase == NEXT_MOVE:
            next_move(state)


@kernel
def clear_children(state):
    """Nobody has anything; children who do not play count as defeated."""
    for child in range(CHILDREN):
        state.sheet[child] = -1
        state.insomnia[child] = 0 if child < np.int64(state.num_players) - 1 else DEFEATED
        state.shield[child] = 0
        state.charge[child] = 0
        state.stun[child] = 0
        state.bottle[child] = 0
        state.use_done[child] = 0
        state.offers[child] = 0
        state.loc[child] = -1
        state.in_battle[child] = 0
        for kind in range(REWARDS):
            state.hand[child, kind] = 0
            state.active[child, kind] = 0


@kernel
def clear_board(pack, state):
    """All cards in their decks."""
    for place in range(LOCATIONS):
        state.loc_kind[place] = -1
        state.loc_up[place] = 0
        for slot in range(SLOTS):
            state.loc_rw[place, slot] = -1
            state.loc_nm[place, slot] = -1
    for kind in range(PLACES):
        state.loc_deck[kind] = pack.loc_count[kind]
        state.loc_disc[kind] = 0
    for kind in range(REWARDS):
        state.rw_deck[kind] = pack.rw_count[kind]
        state.rw_disc[kind] = 0
    for kind in range(KINDS):
        state.nm_deck[kind] = pack.nm_count[kind]
        state.nm_disc[kind] = 0
        state.mp_hand[kind] = 0
    for b in range(BOSSES):
        state.boss_left[b] = 1
    for j in range(FOES):
        state.foe_kind[j] = -1
        state.foe_life[j] = 0
        state.foe_max[j] = 0
        state.foe_shield[j] = 0
        state.foe_emp[j] = 0


@kernel
def clear_turn(state):
    """No combat, nothing pending, nobody has scored."""
    for seat in range(SEATS):
        state.scores[seat] = 0
        state.utility[seat] = 0
    state.done = 0
    state.round_no = 1
    state.covered = -1
    state.marked = 0
    state.place_cursor = 0
    state.boss = -1
    state.battle = -1
    state.lead_child = -1
    state.lead_foe = -1
    state.turn = 0
    state.card_master = 0
    state.card_child = 0
    state.last_master = 0
    state.last_child = 0
    state.tie = 0
    state.todo = 0
    state.actor_child = -1
    state.actor_foe = -1
    state.source = 0
    state.target = -1
    state.event_kind = -1
    state.event_cost = 0
    state.resume = 0
    state.reward_kind = -1
    state.reward_pair = 0
    state.offer_kind = -1
    state.offer_from = -1
    state.offer_to = -1
    state.loot_slot = -1
    state.loot_sum = 0


@kernel
def reset(pack, state):
    clear_children(state)
    clear_board(pack, state)
    clear_turn(state)
    deal_hand_and_sheets(state)
    settle(pack, state)


@kernel
def legal_mask(pack, state, mask):
    clear_bits(mask)
    phase = np.int64(state.phase)
    if phase >= MASTER_CARD and phase <= TARGET:
        combat_actions(pack, state, mask)
    elif phase <= RETURN:
        preparation_actions(pack, state, mask)
    elif phase != END:
        table_actions(state, mask)
    if phase == MASTER_CARD or phase == PLACE or phase == CONCLUSION_EVENTS:
        event_actions(pack, state, mask)
    return count_bits(mask)


@kernel
def apply(pack, state, action):
    phase = np.int64(state.phase)
    if phase == MASTER_CARD:
        choose_master_card(pack, state, action)
    elif phase == CHILD_CARD:
        state.card_child = action - CARD
        state.phase = REVEAL_CARDS
    elif phase == TARGET:
        choose_target(state, action)
    elif phase == ACTOR:
        choose_actor(state, action)
    elif phase == SHEET:
        choose_sheet(state, action - CHOOSE_SHEET)
    elif phase == PLACE:
        prepare_nightmares(pack, state, action)
    elif phase == PAY:
        pay_card(state, action - DISCARD_CARD)
    elif phase == USE:
        use_step(pack, state, action)
    elif phase == RETURN:
        answer_offer(state, action)
    elif phase == MOVE or phase == CARRY:
        move_child(state, action)
    elif phase == LOOT:
        take_loot(pack, state, action)
    elif phase == CONCLUSION_EVENTS:
        conclude(pack, state, action)
    elif phase == RESURRECT:
        resurrect(state, action)
    settle(pack, state)
