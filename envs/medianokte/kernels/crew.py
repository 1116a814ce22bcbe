"""A crew member's turn: gifts and single-use objects, then one activation of five kinds."""

import numpy as np

from medianoche.envs.core.kernels.bits import set_bit
from medianoche.envs.medianokte.kernels.attacks import attack, weapon_column
from medianoche.envs.medianokte.kernels.decks import draw_exploration, remove_card
from medianoche.envs.medianokte.kernels.effects import END_TURN, WAIT, play_card, rest_crew
from medianoche.envs.medianokte.state import (
    AREA,
    AREA_AT,
    ARMY,
    ASSIST,
    CHARACTER_CARD,
    CREW,
    DISTANCE,
    DISTANCE_AT,
    EXTRA,
    FINAL,
    GO_ON,
    MELEE,
    MELEE_AT,
    MOD_DISCOUNT,
    MOD_LIFE,
    OBJECT_CARD,
    OBJECTS,
    PLACES,
    POSITIVE_CARD,
    SINGLE_USE,
    TURN_ENDS,
    WEAPON,
    Act,
    Phase,
    kernel,
)
from medianoche.envs.medianokte.kernels.stats import absolute, any_ready, bonus, crew_size, has_target, life, mark_run

# ---- what is legal


@kernel
def mark_weapon(pack, state, member, weapon, shielded, mask):
    """The attacks of one ready weapon; melee only at ready astralis while there is one."""
    first, army = Act.ATTACK + PLACES * weapon, np.int64(state.army_size)
    if weapon_column(pack, state, member, weapon, MELEE) > 0:
        if shielded:
            for slot in range(army):
                if state.army_orient[slot] == 0:
                    set_bit(mask, first + MELEE_AT + slot)
        else:
            mark_run(mask, first + MELEE_AT, army)
            set_bit(mask, first + MELEE_AT + ARMY)
    if weapon_column(pack, state, member, weapon, DISTANCE) > 0:
        mark_run(mask, first + DISTANCE_AT, army)
        set_bit(mask, first + DISTANCE_AT + ARMY)
    if weapon_column(pack, state, member, weapon, AREA) > 0:
        set_bit(mask, first + AREA_AT)


@kernel
def may_give(pack, state, member, kind):
    """An object that gives life may not be given if the giver's damage would reach his life (R13)."""
    extra = np.int64(pack.object_mod[kind, MOD_LIFE])
    return extra == 0 or np.int64(state.damage[member]) < life(pack, state, member) - extra


@kernel
def mark_objects(pack, state, member, mask):
    """Single-use objects to use, and all to give."""
    mates = crew_size(state) - 1
    for kind in range(OBJECTS):
        if state.items[member, kind] == 0:
            continue
        if pack.object_type[kind] == SINGLE_USE and has_target(state, np.int64(pack.target[OBJECT_CARD + kind])):
            set_bit(mask, Act.USE + kind)
        if may_give(pack, state, member, kind):
            mark_run(mask, Act.GIVE + CREW * kind + 1, mates)
    for slot in range(2):
        if state.found[member, slot] >= 0:
            mark_run(mask, Act.GIVE_WEAPON + CREW * slot + 1, mates)


@kernel
def mark_crew(pack, state, mask):
    """CREW: gifts and objects, or an activation; passing is legal (R13, R24)."""
    member = np.int64(state.turn) - 1
    set_bit(mask, Act.PASS)
    set_bit(mask, Act.EXPLORE)
    shielded = any_ready(state)
    for weapon in range(2):
        if state.orient[member, weapon] == 0:
            mark_weapon(pack, state, member, weapon, shielded, mask)
    for place in range(EXTRA):
        if state.extra_kind[member, place] >= 0 and state.extra_orient[member, place] == 0:
            mark_weapon(pack, state, member, 2 + place, shielded, mask)
    first = CHARACTER_CARD + 4 * np.int64(state.character[member])
    if state.orient[member, ASSIST] == 0 and has_target(state, np.int64(pack.target[first + ASSIST])):
        set_bit(mask, Act.ASSIST)
    if state.charge[member] >= pack.final_cost and has_target(state, np.int64(pack.target[first + FINAL])):
        set_bit(mask, Act.FINAL)
    mark_objects(pack, state, member, mask)


@kernel
def mark_drawn(state, mask):
    """DRAWN: keep, give or discard an object; resolve or discard an event."""
    set_bit(mask, Act.DISCARD)
    if state.card >= OBJECT_CARD:
        mark_run(mask, np.int64(Act.TAKE), crew_size(state))
    else:
        set_bit(mask, Act.RESOLVE)


# ---- gifts and single-use objects


@kernel
def use_object(state, member, kind):
    """A single-use object leaves the game, then takes effect (R15)."""
    state.items[member, kind] -= 1
    state.removed_object[kind] += 1
    return play_card(state, OBJECT_CARD + kind, member, GO_ON)


@kernel
def give(state, member, kind, mate):
    """An object for a mate."""
    state.items[member, kind] -= 1
    state.items[mate, kind] += 1
    return WAIT


@kernel
def hand_over(state, card, receiver, orientation, after):
    """A found weapon for a crew member, who chooses which weapon it covers."""
    state.card = card
    state.receiver = receiver
    state.stack_orient = orientation
    state.after = after
    state.phase = Phase.STACK
    state.to_move = 1 + receiver
    return WAIT


@kernel
def give_weapon(state, member, slot, mate):
    """A found weapon for a mate, with its tiredness; the basic one is uncovered (R14)."""
    card = OBJECT_CARD + np.int64(state.found[member, slot])
    state.found[member, slot] = -1
    return hand_over(state, card, mate, np.int64(state.orient[member, slot]), GO_ON)


@kernel
def stack(state, slot):
    """STACK: the weapon covers a basic one; one that lay there leaves the game (R14)."""
    member, after = np.int64(state.receiver), np.int64(state.after)
    if state.found[member, slot] >= 0:
        state.removed_object[state.found[member, slot]] += 1
    state.found[member, slot] = np.int64(state.card) - OBJECT_CARD
    state.orient[member, slot] = max(np.int64(state.orient[member, slot]), np.int64(state.stack_orient))
    state.card = 0
    state.receiver = -1
    state.stack_orient = 0
    state.after = 0
    if after == TURN_ENDS:
        return END_TURN
    state.phase = Phase.CREW
    state.to_move = state.turn
    return WAIT


# ---- explore


@kernel
def explore(pack, state, member):
    """Rest one step, for one energy a card to the Enemy, then draw a card (R15)."""
    rested = rest_crew(state, member)
    state.energy = np.int64(state.energy) + max(rested - bonus(pack, state, member, MOD_DISCOUNT), 0)
    card = draw_exploration(state)
    if card == 0:
        return END_TURN
    state.card = card
    state.phase = Phase.DRAWN
    return WAIT


@kernel
def discard_drawn(state):
    """DRAWN: out of the game, for free (R15)."""
    remove_card(state, np.int64(state.card))
    state.card = 0
    return END_TURN


@kernel
def resolve_event(pack, state, member):
    """DRAWN: the event takes effect on its finder, and its cost goes to the Enemy."""
    card = np.int64(state.card)
    state.energy = np.int64(state.energy) + np.int64(pack.positive_cost[card - POSITIVE_CARD])
    remove_card(state, card)
    return play_card(state, card, member, TURN_ENDS)


@kernel
def take_object(pack, state, member, receiver):
    """DRAWN: keep the object or give it away, and its cost goes to the Enemy (R16)."""
    kind = np.int64(state.card) - OBJECT_CARD
    state.energy = np.int64(state.energy) + np.int64(pack.object_cost[kind])
    if pack.object_type[kind] == WEAPON:
        return hand_over(state, OBJECT_CARD + kind, receiver, 0, TURN_ENDS)
    state.items[receiver, kind] += 1
    state.card = 0
    return END_TURN


@kernel
def decide_drawn(pack, state, action):
    """DRAWN: what to do with the card."""
    member = np.int64(state.turn) - 1
    if action == Act.DISCARD:
        return discard_drawn(state)
    if action == Act.RESOLVE:
        return resolve_event(pack, state, member)
    return take_object(pack, state, member, absolute(state, member, action - Act.TAKE))


# ---- the activation


@kernel
def assist(pack, state, member):
    """The assist (asistencia) taps or exhausts, then takes effect."""
    character = np.int64(state.character[member])
    state.orient[member, ASSIST] = pack.char_tire[character]
    return play_card(state, CHARACTER_CARD + 4 * character + ASSIST, member, TURN_ENDS)


@kernel
def final_action(pack, state, member):
    """The final action (acción final) for three of its counters (R24)."""
    state.charge[member] -= pack.final_cost
    return play_card(state, CHARACTER_CARD + 4 * np.int64(state.character[member]) + FINAL, member, TURN_ENDS)


@kernel
def play_crew(pack, state, action):
    """CREW: a gift, an object, or the activation."""
    member = np.int64(state.turn) - 1
    if action == Act.PASS:
        return END_TURN
    if action == Act.EXPLORE:
        return explore(pack, state, member)
    if action < Act.ASSIST:
        return attack(pack, state, member, (action - Act.ATTACK) // PLACES, (action - Act.ATTACK) % PLACES)
    if action == Act.ASSIST:
        return assist(pack, state, member)
    if action == Act.FINAL:
        return final_action(pack, state, member)
    if action < Act.GIVE:
        return use_object(state, member, action - Act.USE)
    if action < Act.GIVE_WEAPON:
        kind, relative = (action - Act.GIVE) // CREW, (action - Act.GIVE) % CREW
        return give(state, member, kind, absolute(state, member, relative))
    slot, relative = (action - Act.GIVE_WEAPON) // CREW, (action - Act.GIVE_WEAPON) % CREW
    return give_weapon(state, member, slot, absolute(state, member, relative))
