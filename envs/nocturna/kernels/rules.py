"""The rules of Camino a Nocturna: the kernels that core calls, and the order of the phases.

Arguments: `mask` is a set of actions, uint64[words]; `action` is a legal one, a number of ACTIONS.
"""

import numpy as np

from medianoche.envs.core.kernels.bits import clear_bits, count_bits, select_bit
from medianoche.envs.core.kernels.notes import note
from medianoche.envs.core.kernels.rng import draw
from medianoche.envs.nocturna import state as st
from medianoche.envs.nocturna.events import News
from medianoche.envs.nocturna.kernels import combat, kernel, legality, preparation, turns
from medianoche.envs.nocturna.kernels.decks import discard_active, draw_hand
from medianoche.envs.nocturna.kernels.presence import child_meant
from medianoche.envs.nocturna.numbers import HAND_START, REVIVED

# ---- the Conclusion Phase, and the end of a boss round


@kernel
def play_conclusion(pack, state, action):
    """The Master plays a Conclusion event, or the board is cleaned up."""
    if action == st.BASE.decline:
        state.phase = st.Phase.CLEAN_UP
    else:
        preparation.announce_event(pack, state, action - st.BASE.event)


@kernel
def clean_up(state):
    """Discard everything on the board, face-down nightmares included (R4); the next round begins."""
    note(state, News.ROUND_OVER, state.round_no)
    for place in range(st.LOCATIONS):
        state.loc_disc[state.loc_kind[place]] += 1
        state.loc_kind[place] = -1
        state.loc_up[place] = 0
    for spot in range(st.LOCATIONS * st.SLOTS):
        place = spot >> 2
        slot = spot & 3
        reward = state.loc_rw[place, slot]
        nightmare = state.loc_nm[place, slot]
        if reward >= 0:
            state.rw_disc[reward] += 1
        if nightmare >= 0:
            note(state, News.UNMET, nightmare)
            state.nm_disc[nightmare] += 1
        state.loc_rw[place, slot] = -1
        state.loc_nm[place, slot] = -1
    for child in range(st.CHILDREN):
        state.loc[child] = -1
    for child in range(state.num_players - 1):
        state.scores[1 + child] += 1
    state.round_no += 1
    state.phase = st.Phase.NEW_ROUND


@kernel
def play_resurrection(state, action):
    """One defeated child returns, or none (R41)."""
    if action != st.BASE.decline:
        note(state, News.INSOMNIA, 1 + child_meant(state, action), st.DEFEATED, REVIVED)
        state.insomnia[child_meant(state, action)] = REVIVED
        state.scores[0] -= 1
    state.phase = st.Phase.END_ZONE


@kernel
def end_zone(pack, state):
    """Discard permanent rewards; the next zone begins with a new round."""
    note(state, News.ROUND_OVER, state.round_no)
    discard_active(pack, state, st.Timing.PERMANENT)
    state.boss = -1
    state.round_no += 1
    state.phase = st.Phase.NEW_ROUND


# ---- what core calls


@kernel
def settle(pack, state):
    """Run the phases that need no decision until a player is asked or the game is over."""
    while state.phase > st.Phase.END:
        phase = state.phase
        if phase == st.Phase.REVEAL_CARDS:
            turns.reveal_cards(state)
        elif phase == st.Phase.NEXT_CARD:
            turns.next_card(state)
        elif phase == st.Phase.FIND_TARGET:
            turns.find_target(pack, state)
        elif phase == st.Phase.RESOLVE:
            turns.resolve(pack, state)
        elif phase == st.Phase.END_TURN:
            turns.end_turn(state)
        elif phase == st.Phase.END_COMBAT:
            combat.end_combat(pack, state)
        elif phase == st.Phase.NEXT_LOOT:
            combat.next_loot(pack, state)
        elif phase == st.Phase.NEXT_LOCATION:
            combat.next_location(pack, state)
        elif phase == st.Phase.START_COMBAT:
            combat.start_combat(pack, state)
        elif phase == st.Phase.CLEAN_UP:
            clean_up(state)
        elif phase == st.Phase.END_ZONE:
            end_zone(pack, state)
        elif phase == st.Phase.NEW_ROUND:
            preparation.new_round(pack, state)
        elif phase == st.Phase.START_USE:
            preparation.start_use(state)
        elif phase == st.Phase.NEXT_USE:
            preparation.next_use(state)
        elif phase == st.Phase.NEXT_MOVE:
            preparation.next_move(state)


@kernel
def empty_board(state):
    """Write -1 into all fields in which 0 would be a card, a child, a foe or a location."""
    for child in range(st.CHILDREN):
        state.sheet[child] = -1
        state.loc[child] = -1
    for place in range(st.LOCATIONS):
        state.loc_kind[place] = -1
        for slot in range(st.SLOTS):
            state.loc_rw[place, slot] = -1
            state.loc_nm[place, slot] = -1
    for j in range(st.FOES):
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
    """Deal a new game into `state`, which is zero but for the generator, the pack, the players and the options."""
    n = state.num_players - 1
    state.round_no = 1
    empty_board(state)
    for child in range(n, st.CHILDREN):
        state.insomnia[child] = st.DEFEATED  # an absent child never counts as standing
    for kind in range(st.PLACES):
        state.loc_deck[kind] = pack.loc_count[kind]
    for kind in range(st.REWARDS):
        state.rw_deck[kind] = pack.rw_count[kind]
    for kind in range(st.KINDS):
        state.nm_deck[kind] = pack.nm_count[kind]
    for boss in range(st.BOSSES):
        state.boss_left[boss] = 1
    draw_hand(state, HAND_START)
    if state.sheets_mode == 0:  # the children choose (R1)
        state.phase = st.Phase.SHEET
        state.to_move = 1
        return
    free = (1 << st.SHEETS) - 1
    for child in range(n):
        chosen = child
        if state.sheets_mode == 1:
            chosen = select_bit(np.uint64(free), draw(state, st.SHEETS - child))
        state.sheet[child] = chosen
        free &= ~(1 << chosen)
    state.phase = st.Phase.NEW_ROUND
    settle(pack, state)


@kernel
def legal_mask(pack, state, mask):
    """Overwrite `mask`, uint64[words], by the legal actions of the seat to move; returns how many there are."""
    clear_bits(mask)
    if st.Phase.MASTER_CARD <= state.phase <= st.Phase.TARGET:
        legality.mark_combat(pack, state, mask)
    elif state.phase <= st.Phase.RETURN:
        legality.mark_preparation(pack, state, mask)
    else:
        legality.mark_table(state, mask)
    if state.phase == st.Phase.MASTER_CARD or state.phase == st.Phase.PLACE or state.phase == st.Phase.CONCLUSION:
        legality.mark_events(pack, state, mask)
    return count_bits(mask)


@kernel
def apply(pack, state, action):
    """Play `action`, a legal one, of the seat to move, up to the next question or the end of the game."""
    phase = state.phase
    if phase == st.Phase.MASTER_CARD:
        turns.play_master_card(pack, state, action)
    elif phase == st.Phase.CHILD_CARD:
        state.card_child = st.Card.ATTACK + action - st.BASE.card
        state.phase = st.Phase.REVEAL_CARDS
    elif phase == st.Phase.TARGET:
        turns.play_target(state, action)
    elif phase == st.Phase.ACTOR:
        turns.play_actor(state, action)
    elif phase == st.Phase.SHEET:
        preparation.play_sheet(state, action)
    elif phase == st.Phase.PLACE:
        preparation.play_placing(pack, state, action)
    elif phase == st.Phase.PAY:
        preparation.play_payment(state, action)
    elif phase == st.Phase.USE:
        preparation.play_use(pack, state, action)
    elif phase == st.Phase.RETURN:
        preparation.play_answer(state, action)
    elif phase == st.Phase.MOVE or phase == st.Phase.CARRY:
        preparation.play_move(state, action)
    elif phase == st.Phase.LOOT:
        combat.play_loot(pack, state, action)
    elif phase == st.Phase.CONCLUSION:
        play_conclusion(pack, state, action)
    elif phase == st.Phase.RESURRECT:
        play_resurrection(state, action)
    settle(pack, state)
