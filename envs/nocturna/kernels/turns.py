"""A turn of combat (Turno de Combate): two secret action cards are chosen, revealed and resolved."""

import numpy as np

from medianoche.envs.nocturna.kernels.effects import (
    add_insomnia,
    fighters,
    foes,
    play_list,
    redirect_to_william,
    standing,
)
from medianoche.envs.nocturna.kernels.preparation import announce_event
from medianoche.envs.nocturna.state import (
    ACTOR,
    ATTACK,
    CARD,
    CHILD,
    CHILD_CARD,
    CHILD_CARD_SOURCE,
    CHILD_TODO,
    CHILDREN,
    DEFEATED,
    END,
    END_COMBAT,
    END_TURN,
    EVENT,
    EVENT_SOURCE,
    FOE,
    FOE_CARD_SOURCE,
    FOES,
    INSOMNIA_MAX,
    LOCATION,
    MASTER_CARD,
    MASTER_TODO,
    NEXT_CARD,
    NEXT_USE,
    PLAY_EFFECTS,
    RESOLVE,
    REVEAL_CARDS,
    TARGET,
    kernel,
)
from medianoche.envs.nocturna.kernels.targets import candidates, choice, list_of, num_lists


@kernel
def finish(state, children_win):
    """The game is over; nothing is cleared."""
    for seat in range(np.int64(state.num_players)):
        state.utility[seat] = 1 if (seat > 0) == (children_win > 0) else -1
    state.phase = END
    state.done = 1
    state.to_move = -1


# ---- choosing


@kernel
def loses_turn(state):
    """Whether the child with the initiative is stunned or bottled (R30)."""
    child = np.int64(state.lead_child)
    return state.stun[child] > 0 or state.bottle[child] > 0


@kernel
def choose_master_card(pack, state, action):
    """The Master commits a card, or plays an event first."""
    if action >= EVENT:
        announce_event(pack, state, action - EVENT)
        return
    state.card_master = action - CARD
    if loses_turn(state):
        state.phase = REVEAL_CARDS
    else:
        state.phase = CHILD_CARD
        state.to_move = 1 + state.lead_child


@kernel
def able_fighters(state):
    """The children of the combat that may act, as bits."""
    able = fighters(state)
    for child in range(CHILDREN):
        if state.stun[child] or state.bottle[child]:
            able &= ~(1 << child)
    return able


@kernel
def reveal_cards(state):
    """Attack beats skill beats defence beats attack; equal cards are both resolved, a beaten one is not."""
    master, child = np.int64(state.card_master), np.int64(state.card_child)
    state.last_master = master
    state.last_child = child
    state.tie = master == child
    state.phase = NEXT_CARD
    if master == child:
        state.todo = CHILD_TODO | MASTER_TODO
    elif child > 0 and (child - master + 3) % 3 == 1:  # 1 beats 3, 3 beats 2, 2 beats 1
        state.todo = CHILD_TODO
    else:
        state.todo = MASTER_TODO
    if state.actor_mode and master != child:  # R22
        state.phase = ACTOR
        state.to_move = 1 + state.lead_child if np.int64(state.todo) == CHILD_TODO else 0
        return
    if np.int64(state.todo) & CHILD_TODO:
        state.actor_child = state.lead_child
    if np.int64(state.todo) & MASTER_TODO:
        state.actor_foe = state.lead_foe


@kernel
def choose_actor(state, action):
    """Who acts with the winning card, where that is free."""
    if action >= FOE:
        state.actor_foe = action - FOE
    else:
        children = np.int64(state.num_players) - 1
        state.actor_child = (np.int64(state.to_move) - 1 + action - CHILD) % children
    state.phase = NEXT_CARD


# ---- resolving


@kernel
def next_card(state):
    """The child's card first, then the foe's (R24)."""
    todo = np.int64(state.todo)
    state.phase = PLAY_EFFECTS
    if todo & CHILD_TODO:
        state.source = CHILD_CARD_SOURCE
    elif todo & MASTER_TODO:
        state.source = FOE_CARD_SOURCE
    else:
        state.phase = END_TURN


@kernel
def play_effects(pack, state):
    """The player of a card chooses its target, if there is a choice to make."""
    source = np.int64(state.source)
    state.phase = RESOLVE
    if candidates(state, choice(pack, state)):
        state.phase = TARGET
        if source == CHILD_CARD_SOURCE:
            state.to_move = 1 + state.lead_child
        elif source == FOE_CARD_SOURCE or source == EVENT_SOURCE:
            state.to_move = 0


@kernel
def choose_target(state, action):
    """A child, a foe or a location; Mayla may keep her mark instead."""
    if action >= LOCATION:
        state.target = action - LOCATION
    elif action >= FOE:
        state.target = action - FOE
    elif action >= CHILD:
        seat = np.int64(state.to_move)
        state.target = action - CHILD
        if seat > 0:
            state.target = (seat - 1 + action - CHILD) % (np.int64(state.num_players) - 1)
    state.phase = RESOLVE


@kernel
def after(bits, one):
    """The next of a set after `one`, cyclically."""
    for step in range(1, FOES + 1):
        if bits >> (one + step) % FOES & 1:
            return (one + step) % FOES
    return one


@kernel
def finish_event(state):
    """Back to where the event was played; it may have ended the combat or taken the lead child (R25)."""
    state.event_kind = -1
    state.phase = state.resume
    state.to_move = 0
    state.resume = 0
    if state.turn == 0:
        return
    if fighters(state) == 0:
        state.phase = END_COMBAT
    elif state.insomnia[np.int64(state.lead_child)] > INSOMNIA_MAX:
        state.lead_child = after(fighters(state), np.int64(state.lead_child))


@kernel
def resolve(pack, state):
    """All lists of the card in play; then what follows."""
    for k in range(num_lists(state)):
        row = list_of(pack, state, k)
        if row >= 0:
            redirect_to_william(pack, state, row)
            play_list(pack, state, row)
    source = np.int64(state.source)
    if source == CHILD_CARD_SOURCE and np.int64(state.card_child) == ATTACK:
        state.charge[np.int64(state.actor_child)] = 0  # R29
    if standing(state) == 0:
        finish(state, 0)  # R6
        return
    state.source = 0
    state.target = -1
    if source <= FOE_CARD_SOURCE:
        state.todo = np.int64(state.todo) & ~source  # the bits of `todo` are the sources of the cards
        state.phase = NEXT_CARD
    elif source == EVENT_SOURCE:
        finish_event(state)
    else:
        state.reward_kind = -1
        state.reward_pair = 0
        state.phase = NEXT_USE


@kernel
def harm_past_shield(state, foe):
    """One life of a foe."""
    state.foe_life[foe] = max(np.int64(state.foe_life[foe]) - 1, 0)
    if state.foe_life[foe] == 0:
        state.foe_shield[foe] = 0


@kernel
def end_turn(state):
    """Lost turns are counted, both sides tire (R34), both markers move on (R23)."""
    child, foe = np.int64(state.lead_child), np.int64(state.lead_foe)
    if state.card_child == 0:
        state.stun[child] = max(np.int64(state.stun[child]) - 1, 0)
        state.bottle[child] = max(np.int64(state.bottle[child]) - 1, 0)
    if fighters(state) and foes(state) and np.int64(state.turn) > np.int64(state.fatigue):
        if state.insomnia[child] < DEFEATED:
            add_insomnia(state, child, 1)
        harm_past_shield(state, foe)
    if standing(state) == 0:
        finish(state, 0)
        return
    state.card_master = 0
    state.card_child = 0
    state.tie = 0
    state.actor_child = -1
    state.actor_foe = -1
    if fighters(state) == 0 or foes(state) == 0:
        state.phase = END_COMBAT
        return
    state.lead_child = after(fighters(state), child)
    state.lead_foe = after(foes(state), foe)
    state.turn += 1
    state.phase = MASTER_CARD
    state.to_move = 0
