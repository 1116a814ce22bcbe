"""Whose turn it is: how a turn starts and ends, and what follows a card."""

import numpy as np

from medianoche.envs.medianokte.kernels.decks import draw_cards, hand_count
from medianoche.envs.medianokte.kernels.effects import END_TURN, WAIT, rest_action_cards
from medianoche.envs.medianokte.state import (
    ACTION_CARD_ENDS,
    ACTION_CARDS,
    BLEEDING_DIE,
    BOSS,
    FOE,
    GO_ON,
    NOBODY_WINS,
    TURN_ENDS,
    Phase,
    kernel,
)
from medianoche.envs.medianokte.kernels.stats import crew_size, roll
from medianoche.envs.medianokte.kernels.wounds import clear_pending, end_game, hurt


@kernel
def refresh_action_cards(state):
    """Whenever none of the action cards is ready, all rest one step, again until one is (R7)."""
    while True:
        for card in range(ACTION_CARDS):
            if state.boss_cards[card] == 0:
                return
        rest_action_cards(state)


@kernel
def close_action_card(pack, state):
    """After an action card: draw up to the hand size, astralis rest, the turn is over (R6)."""
    draw_cards(state, np.int64(pack.hand_size) - hand_count(state))
    for slot in range(np.int64(state.army_size)):
        if state.army_orient[slot] > 0:
            state.army_orient[slot] -= 1
    refresh_action_cards(state)


@kernel
def finish_card(pack, state):
    """A card has done all it does: what follows it."""
    after = np.int64(state.after)
    clear_pending(state)
    if after == TURN_ENDS:
        return END_TURN
    if after == ACTION_CARD_ENDS:
        close_action_card(pack, state)
        return END_TURN
    state.phase = Phase.CREW if after == GO_ON else Phase.ENEMY
    state.to_move = state.turn
    return WAIT


@kernel
def stops_bleeding(pack, state, code):
    """Bleeding (desangramiento) of one card: 1-3 a damage, 4-5 nothing, 6 it ends (R27)."""
    die = roll(state, BLEEDING_DIE)
    if die <= 3:
        hurt(pack, state, code, 1, -1)
    return die == 6


@kernel
def bleed_enemy(pack, state):
    """The boss first, then the astralis from the last slot to the first."""
    if state.boss_bleed and stops_bleeding(pack, state, BOSS):
        state.boss_bleed = 0
    if state.done:
        return
    for slot in range(np.int64(state.army_size) - 1, -1, -1):
        if state.army_bleed[slot] and stops_bleeding(pack, state, FOE + slot):
            state.army_bleed[slot] = 0


@kernel
def start_enemy_turn(state):
    """The Enemy's turn: his action cards, his purchases and whom he may strike start anew (R7, R9)."""
    refresh_action_cards(state)
    state.spent = 0
    if state.num_players == 2 or state.repeat_mode == 1:
        state.last_hit = -1
    state.phase = Phase.ENEMY


@kernel
def end_turn(pack, state):
    """Bleeding, then the next seat; after the last crew member a round is complete (R27, R28)."""
    seat = np.int64(state.turn)
    if seat == 0:
        bleed_enemy(pack, state)
    elif state.bleed[seat - 1] and stops_bleeding(pack, state, seat - 1):
        state.bleed[seat - 1] = 0
    if state.done:
        return WAIT
    seat = seat + 1 if seat < crew_size(state) else np.int64(0)
    state.turn = seat
    state.to_move = seat
    state.phase = Phase.CREW
    if seat == 0:
        state.round_no += 1
        if state.round_no == state.max_rounds:
            end_game(state, NOBODY_WINS)
        else:
            start_enemy_turn(state)
    return WAIT
