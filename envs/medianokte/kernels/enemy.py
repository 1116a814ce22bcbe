"""The Enemy's turn: one action card, or any number of summons, events and strikes, paid with energy.

Arguments: `mask` is a set of actions, uint64[words], to which marked actions are added; `action` is a number of
ACTIONS.
"""

from medianoche.envs.core.kernels.bits import set_bit
from medianoche.envs.core.kernels.notes import note
from medianoche.envs.medianokte.events import News
from medianoche.envs.medianokte.kernels import kernel
from medianoche.envs.medianokte.kernels.attacks import play_strike
from medianoche.envs.medianokte.kernels.decks import leave_hand
from medianoche.envs.medianokte.kernels.effects import enter_army, is_summonable, lay_card
from medianoche.envs.medianokte.kernels.stats import crew_size, has_target
from medianoche.envs.medianokte.numbers import EVENTS_A_TURN, STRIKE_COST
from medianoche.envs.medianokte.state import BASE, CARD, LIMITS, After, Astrali, Orient, Phase


@kernel
def mark_purchases(pack, state, mask):
    """Mark summons and events that the reserve can pay (R10, R60)."""
    for kind in range(LIMITS.astralis):
        if is_summonable(pack, state, kind, state.energy):
            set_bit(mask, BASE.summon + kind)
    if state.events < EVENTS_A_TURN:
        for kind in range(LIMITS.events):
            if state.hand_event[kind] > 0 and pack.event_cost[kind] <= state.energy:
                if has_target(state, pack.target[CARD.event + kind]):
                    set_bit(mask, BASE.event + kind)


@kernel
def mark_strikes(state, mask):
    """Mark strikes of ready astralis at all crew members but the one struck last (R9)."""
    if state.energy < STRIKE_COST:
        return
    for slot in range(state.army_size):
        if state.army_orient[slot] == Orient.READY:
            for member in range(crew_size(state)):
                if member != state.last_hit:
                    set_bit(mask, BASE.strike + LIMITS.members * slot + member)


@kernel
def mark_enemy(pack, state, mask):
    """ENEMY: mark all actions; action cards only before any energy is spent, or with option `combined` (R5, R8)."""
    set_bit(mask, BASE.end_turn)
    if state.spent == 0 or state.combined == 1:
        for card in range(LIMITS.action_cards):
            if state.boss_cards[card] == Orient.READY:
                set_bit(mask, BASE.card + card)
    mark_purchases(pack, state, mask)
    mark_strikes(state, mask)


@kernel
def play_enemy(pack, state, action):
    """ENEMY: end the turn, play an action card (it taps, takes effect and ends the turn, R6), summon, play an event (it
    is discarded, then takes effect, R10) or strike."""
    if action == BASE.end_turn:
        note(state, News.ENDED, 0)
        state.phase = Phase.TURN_OVER
    elif action < BASE.summon:
        card = action - BASE.card
        note(state, News.ACTED, 0, state.boss, card)
        state.boss_cards[card] = Orient.TAPPED
        lay_card(state, CARD.boss + LIMITS.action_cards * state.boss + card, -1, After.ACTION_CARD_ENDS)
    elif action < BASE.event:
        kind = action - BASE.summon
        note(state, News.SUMMONED, 0, kind)
        state.energy -= pack.astrali[kind, Astrali.COST]
        note(state, News.SPENT, 0, pack.astrali[kind, Astrali.COST], state.energy)
        state.spent = 1
        enter_army(state, kind)
    elif action < BASE.strike:
        kind = action - BASE.event
        note(state, News.HAPPENED, 0, kind)
        state.energy -= pack.event_cost[kind]
        note(state, News.SPENT, 0, pack.event_cost[kind], state.energy)
        state.spent = 1
        state.events += 1
        leave_hand(state, CARD.event + kind)
        state.discard_event[kind] += 1
        lay_card(state, CARD.event + kind, -1, After.ENEMY_GOES_ON)
    else:
        play_strike(pack, state, (action - BASE.strike) // LIMITS.members, (action - BASE.strike) % LIMITS.members)
