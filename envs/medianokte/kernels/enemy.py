"""The Enemy's turn: one action card, or any number of summons, events and attacks paid with energy."""

import numpy as np

from medianoche.envs.core.kernels.bits import set_bit
from medianoche.envs.medianokte.kernels.attacks import strike
from medianoche.envs.medianokte.kernels.decks import leave_hand
from medianoche.envs.medianokte.kernels.effects import END_TURN, WAIT, enter_army, play_card
from medianoche.envs.medianokte.state import (
    ACTION_CARD_ENDS,
    ACTION_CARDS,
    ASTRALIS,
    BOSS_CARD,
    COST,
    CREW,
    ENEMY_GOES_ON,
    EVENT_CARD,
    EVENTS,
    TAPPED,
    Act,
    kernel,
)
from medianoche.envs.medianokte.kernels.stats import crew_size, has_target


@kernel
def mark_purchases(pack, state, mask):
    """Summons and events that the reserve can pay (R10)."""
    energy = np.int64(state.energy)
    for kind in range(ASTRALIS):
        if state.hand_astrali[kind] > 0 and pack.astrali[kind, COST] <= energy:
            set_bit(mask, Act.SUMMON + kind)
    for kind in range(EVENTS):
        if state.hand_event[kind] > 0 and pack.event_cost[kind] <= energy:
            if has_target(state, np.int64(pack.target[EVENT_CARD + kind])):
                set_bit(mask, Act.EVENT + kind)


@kernel
def mark_strikes(state, mask):
    """Any ready astrali at any crew member, but never the same one twice in a row (R9)."""
    if state.energy == 0:
        return
    for slot in range(np.int64(state.army_size)):
        if state.army_orient[slot] == 0:
            for member in range(crew_size(state)):
                if member != state.last_hit:
                    set_bit(mask, Act.STRIKE + CREW * slot + member)


@kernel
def mark_enemy(pack, state, mask):
    """ENEMY: what he may do now; an action card only if he has bought nothing (R5, R8)."""
    set_bit(mask, Act.PASS)
    if state.spent == 0 or state.combined == 1:
        for card in range(ACTION_CARDS):
            if state.boss_cards[card] == 0:
                set_bit(mask, Act.CARD + card)
    mark_purchases(pack, state, mask)
    mark_strikes(state, mask)


@kernel
def play_action_card(state, card):
    """An action card taps, then takes effect; it ends the turn (R6)."""
    state.boss_cards[card] = TAPPED
    return play_card(state, BOSS_CARD + ACTION_CARDS * np.int64(state.boss) + card, -1, ACTION_CARD_ENDS)


@kernel
def summon(pack, state, kind):
    """An astrali enters for its cost."""
    state.energy -= pack.astrali[kind, COST]
    state.spent = 1
    enter_army(state, kind)
    return WAIT


@kernel
def play_event(pack, state, kind):
    """An event goes to the discard, then takes effect (R10)."""
    state.energy -= pack.event_cost[kind]
    state.spent = 1
    leave_hand(state, EVENT_CARD + kind)
    state.discard_event[kind] += 1
    return play_card(state, EVENT_CARD + kind, -1, ENEMY_GOES_ON)


@kernel
def play_enemy(pack, state, action):
    """ENEMY: one thing."""
    if action == Act.PASS:
        return END_TURN
    if action < Act.SUMMON:
        return play_action_card(state, action - Act.CARD)
    if action < Act.EVENT:
        return summon(pack, state, action - Act.SUMMON)
    if action < Act.STRIKE:
        return play_event(pack, state, action - Act.EVENT)
    return strike(pack, state, (action - Act.STRIKE) // CREW, (action - Act.STRIKE) % CREW)
