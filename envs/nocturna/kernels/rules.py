"""The rules of Camino a Nocturna: the kernels that core calls, and the order of the phases."""

import numpy as np

from medianoche.envs.core.kernels.bits import clear_bits, count_bits, select_bit
from medianoche.envs.core.kernels.rng import draw
from medianoche.envs.nocturna.kernels import combat, kernel, legality, preparation, turns
from medianoche.envs.nocturna.kernels.decks import discard_active, draw_hand
from medianoche.envs.nocturna.kernels.presence import child_meant
from medianoche.envs.nocturna.state import (
    BASE,
    BOSSES,
    CHILDREN,
    DEFEATED,
    FOES,
    HAND_START,
    KINDS,
    LOCATIONS,
    PLACES,
    REVIVED,
    REWARDS,
    SHEETS,
    SLOTS,
    Card,
    Phase,
    Timing,
)

# ---- the Conclusion Phase, and the end of a boss round


@kernel
def play_conclusion(pack, state, action):
    """The Master plays a Conclusion event, or the board is cleaned up."""
    if action == BASE.decline:
        state.phase = Phase.CLEAN_UP
    else:
        preparation.announce_event(pack, state, action - BASE.event)


@kernel
def clean_up(state):
    """Discard everything on the board, face-down nightmares included (R4); the next round begins."""
    for place in range(LOCATIONS):
        state.loc_disc[state.loc_kind[place]] += 1
        state.loc_kind[place] = -1
        state.loc_up[place] = 0
    for spot in range(LOCATIONS * SLOTS):
        place, slot = spot >> 2, spot & 3
        reward, nightmare = state.loc_rw[place, slot], state.loc_nm[place, slot]
        if reward >= 0:
            state.rw_disc[reward] += 1
        if nightmare >= 0:
            state.nm_disc[nightmare] += 1
        state.loc_rw[place, slot] = -1
        state.loc_nm[place, slot] = -1
    for child in range(CHILDREN):
        state.loc[child] = -1
    for child in range(state.num_players - 1):
        state.scores[1 + child] += 1
    state.round_no += 1
    state.phase = Phase.NEW_ROUND


@kernel
def play_resurrection(state, action):
    """One defeated child returns, or none (R41)."""
    if action != BASE.decline:
        state.insomnia[child_meant(state, action)] = REVIVED
        state.scores[0] -= 1
    state.phase = Phase.END_ZONE


@kernel
def end_zone(pack, state):
    """Discard permanent rewards; the next zone begins with a new round."""
    discard_active(pack, state, Timing.PERMANENT)
    state.boss = -1
    state.round_no += 1
    state.phase = Phase.NEW_ROUND


# ---- what core calls


@kernel
def settle(pack, state):
    """Run the phases that need no decision until a player is asked or the game is over."""
    while state.phase > Phase.END:
        phase = state.phase
        if phase == Phase.REVEAL_CARDS:
            turns.reveal_cards(state)
        elif phase == Phase.NEXT_CARD:
            turns.next_card(state)
        elif phase == Phase.FIND_TARGET:
            turns.find_target(pack, state)
        elif phase == Phase.RESOLVE:
            turns.resolve(pack, state)
        elif phase == Phase.END_TURN:
            turns.end_turn(state)
        elif phase == Phase.END_COMBAT:
            combat.end_combat(pack, state)
        elif phase == Phase.NEXT_LOOT:
            combat.next_loot(pack, state)
        elif phase == Phase.NEXT_LOCATION:
            combat.next_location(pack, state)
        elif phase == Phase.START_COMBAT:
            combat.start_combat(pack, state)
        elif phase == Phase.CLEAN_UP:
            clean_up(state)
        elif phase == Phase.END_ZONE:
            end_zone(pack, state)
        elif phase == Phase.NEW_ROUND:
            preparation.new_round(pack, state)
        elif phase == Phase.START_USE:
            preparation.start_use(state)
        elif phase == Phase.NEXT_USE:
            preparation.next_use(state)
        elif phase == Phase.NEXT_MOVE:
            preparation.next_move(state)


@kernel
def empty_board(state):
    """Write -1 into all fields in which 0 would be a card, a child, a foe or a location."""
    for child in range(CHILDREN):
        state.sheet[child] = -1
        state.loc[child] = -1
    for place in range(LOCATIONS):
        state.loc_kind[place] = -1
        for slot in range(SLOTS):
            state.loc_rw[place, slot] = -1
            state.loc_nm[place, slot] = -1
    for j in range(FOES):
        state.foe_kind[j] = -1
    state.covered = -1
    state.boss = -1
    state.battle = -1
    state.lead_child = -1
    state.lead_foe = -1
    state.actor_child = -1
    state.actor_foe = -1
    state.target = -1
    state.event_kind = -1
    state.reward_kind = -1
    state.offer_kind = -1
    state.offer_from = -1
    state.offer_to = -1
    state.loot_slot = -1


@kernel
def reset(pack, state):
    n = state.num_players - 1
    state.round_no = 1
    empty_board(state)
    for child in range(n, CHILDREN):
        state.insomnia[child] = DEFEATED  # an absent child never counts as standing
    for kind in range(PLACES):
        state.loc_deck[kind] = pack.loc_count[kind]
    for kind in range(REWARDS):
        state.rw_deck[kind] = pack.rw_count[kind]
    for kind in range(KINDS):
        state.nm_deck[kind] = pack.nm_count[kind]
    for boss in range(BOSSES):
        state.boss_left[boss] = 1
    draw_hand(state, HAND_START)
    if state.sheets_mode == 0:  # the children choose (R1)
        state.phase = Phase.SHEET
        state.to_move = 1
        return
    free = (1 << SHEETS) - 1
    for child in range(n):
        chosen = child
        if state.sheets_mode == 1:
            chosen = select_bit(np.uint64(free), draw(state, SHEETS - child))
        state.sheet[child] = chosen
        free &= ~(1 << chosen)
    state.phase = Phase.NEW_ROUND
    settle(pack, state)


@kernel
def legal_mask(pack, state, mask):
    clear_bits(mask)
    if Phase.MASTER_CARD <= state.phase <= Phase.TARGET:
        legality.mark_combat(pack, state, mask)
    elif state.phase <= Phase.RETURN:
        legality.mark_preparation(pack, state, mask)
    else:
        legality.mark_table(state, mask)
    if state.phase == Phase.MASTER_CARD or state.phase == Phase.PLACE or state.phase == Phase.CONCLUSION:
        legality.mark_events(pack, state, mask)
    return count_bits(mask)


@kernel
def apply(pack, state, action):
    phase = state.phase
    if phase == Phase.MASTER_CARD:
        turns.play_master_card(pack, state, action)
    elif phase == Phase.CHILD_CARD:
        state.card_child = Card.ATTACK + action - BASE.card
        state.phase = Phase.REVEAL_CARDS
    elif phase == Phase.TARGET:
        turns.play_target(state, action)
    elif phase == Phase.ACTOR:
        turns.play_actor(state, action)
    elif phase == Phase.SHEET:
        preparation.play_sheet(state, action)
    elif phase == Phase.PLACE:
        preparation.play_placing(pack, state, action)
    elif phase == Phase.PAY:
        preparation.play_payment(state, action)
    elif phase == Phase.USE:
        preparation.play_use(pack, state, action)
    elif phase == Phase.RETURN:
        preparation.play_answer(state, action)
    elif phase == Phase.MOVE or phase == Phase.CARRY:
        preparation.play_move(state, action)
    elif phase == Phase.LOOT:
        combat.play_loot(pack, state, action)
    elif phase == Phase.CONCLUSION:
        play_conclusion(pack, state, action)
    elif phase == Phase.RESURRECT:
        play_resurrection(state, action)
    settle(pack, state)
