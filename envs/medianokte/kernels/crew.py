"""A crew member's turn: gifts and single-use objects, then one activation of five kinds.

Arguments: `member` and `receiver` are crew members, 0 to 4. `weapon` is 0 or 1, from 2 on a revived astrali. `mask` is
a set of actions, uint64[words]; `action` a number of ACTIONS. `card` is a card number, see CARDS.
"""

from medianoche.envs.core.kernels.bits import set_bit
from medianoche.envs.core.kernels.notes import note
from medianoche.envs.medianokte.events import News
from medianoche.envs.medianokte.kernels import kernel
from medianoche.envs.medianokte.kernels.attacks import A_WEAPON, CHARACTER, play_attack, weapon_column
from medianoche.envs.medianokte.kernels.decks import draw_exploration, remove_card
from medianoche.envs.medianokte.kernels.effects import lay_card, rest_crew
from medianoche.envs.medianokte.kernels.stats import absolute, any_ready, bonus, crew_size, has_target, life, mark_run
from medianoche.envs.medianokte.state import BASE, CARD, LIMITS, PLACE, After, Orient, Phase, Slot, Stat, Type, Weapon

# ---- what is legal


@kernel
def mark_weapon(pack, state, member, weapon, shielded, mask):
    """Mark the attacks of one ready weapon, in each range it has (R17). `weapon` is 0 to 5.

    `shielded`: some astrali of the army is ready; melee can then reach ready astralis only.
    """
    first = BASE.attack + A_WEAPON * weapon
    if weapon_column(pack, state, member, weapon, Weapon.MELEE) > 0:
        if shielded:
            for slot in range(state.army_size):
                if state.army_orient[slot] == Orient.READY:
                    set_bit(mask, first + PLACE.melee + slot)
        else:
            mark_run(mask, first + PLACE.melee, state.army_size)
            set_bit(mask, first + PLACE.melee + LIMITS.army)
    if weapon_column(pack, state, member, weapon, Weapon.DISTANCE) > 0:
        mark_run(mask, first + PLACE.distance, state.army_size)
        set_bit(mask, first + PLACE.distance + LIMITS.army)
    if weapon_column(pack, state, member, weapon, Weapon.AREA) > 0:
        set_bit(mask, first + PLACE.area)


@kernel
def mark_objects(pack, state, member, mask):
    """Mark single-use objects to use, and objects to give; an object whose life the giver needs stays (R13)."""
    mates = crew_size(state) - 1
    for kind in range(LIMITS.objects):
        if state.items[member, kind] == 0:
            continue
        if pack.object_type[kind] == Type.SINGLE_USE and has_target(state, pack.target[CARD.object + kind]):
            set_bit(mask, BASE.use + kind)
        life_given = pack.object_mod[kind, Stat.LIFE]
        if life_given == 0 or state.damage[member] < life(pack, state, member) - life_given:
            mark_run(mask, BASE.give + LIMITS.members * kind + 1, mates)
    for slot in range(LIMITS.weapons):
        if state.found[member, slot] >= 0:
            mark_run(mask, BASE.give_weapon + LIMITS.members * slot + 1, mates)


@kernel
def mark_crew(pack, state, mask):
    """CREW: mark gifts, objects and activations; to end the turn is always legal (R13, R24)."""
    member = state.turn - 1
    set_bit(mask, BASE.end_turn)
    set_bit(mask, BASE.explore)
    shielded = any_ready(state)
    for weapon in range(LIMITS.weapons):
        if state.orient[member, weapon] == Orient.READY:
            mark_weapon(pack, state, member, weapon, shielded, mask)
    for place in range(LIMITS.extra):
        if state.extra_kind[member, place] >= 0 and state.extra_orient[member, place] == Orient.READY:
            mark_weapon(pack, state, member, LIMITS.weapons + place, shielded, mask)
    first = CARD.character + CHARACTER * state.character[member]
    if state.orient[member, Slot.ASSIST] == Orient.READY and has_target(state, pack.target[first + Slot.ASSIST]):
        set_bit(mask, BASE.assist)
    if state.charge[member] >= pack.final_cost and has_target(state, pack.target[first + Slot.FINAL]):
        set_bit(mask, BASE.final)
    mark_objects(pack, state, member, mask)


@kernel
def mark_drawn(state, mask):
    """DRAWN: mark to keep, give or discard an object, or to resolve or discard an event; each can be paid (R16)."""
    set_bit(mask, BASE.discard)
    if state.card >= CARD.object:
        mark_run(mask, BASE.take, crew_size(state))
    else:
        set_bit(mask, BASE.resolve)


# ---- weapons that are found or given


@kernel
def hand_over(state, card, receiver, orientation, after):
    """Give a found weapon to a crew member, who is asked which basic weapon it covers. `orientation` is 0 ready, 1
    tapped, 2 exhausted; `after` is one of After."""
    state.card = card
    state.receiver = receiver
    state.stack_orient = orientation
    state.after = after
    state.to_move = 1 + receiver
    state.phase = Phase.STACK


@kernel
def play_stack(state, slot):
    """STACK: the found weapon covers the basic one in `slot`; a weapon that covered it before leaves the game (R14).
    `slot` is 0 or 1."""
    member = state.receiver
    note(state, News.STACKED, 1 + member, slot, state.found[member, slot], state.card)
    if state.found[member, slot] >= 0:
        state.removed_object[state.found[member, slot]] += 1
    state.found[member, slot] = state.card - CARD.object
    state.orient[member, slot] = max(state.orient[member, slot], state.stack_orient)
    state.phase = Phase.CARD_OVER


# ---- explore


@kernel
def play_explore(pack, state, member):
    """Explore: all cards rest one step, the Enemy gets one energy for each, then a card is drawn (R15)."""
    rested = rest_crew(state, member)
    gained = max(rested - bonus(pack, state, member, Stat.DISCOUNT), 0)
    state.energy += gained
    state.card = draw_exploration(state)
    note(state, News.EXPLORED, 1 + member, rested, state.card)
    if gained:
        note(state, News.ENERGY, 0, gained, state.energy)
    state.phase = Phase.TURN_OVER if state.card == 0 else Phase.DRAWN


@kernel
def play_drawn(pack, state, action):
    """DRAWN: discard the card for free (R15), resolve the event on its finder, or keep or give the object."""
    member = state.turn - 1
    card = state.card
    if action == BASE.discard:
        note(state, News.DISCARDED, state.turn, card)
        remove_card(state, card)
        state.phase = Phase.CARD_OVER
        state.after = After.TURN_ENDS
    elif action == BASE.resolve:
        cost = pack.positive_cost[card - CARD.positive]
        state.energy += cost
        note(state, News.USED, state.turn, card)
        if cost:
            note(state, News.ENERGY, 0, cost, state.energy)
        remove_card(state, card)
        lay_card(state, card, member, After.TURN_ENDS)
    else:
        receiver = absolute(state, member, action - BASE.take)
        kind = card - CARD.object
        cost = pack.object_cost[kind]
        state.energy += cost
        note(state, News.KEPT, state.turn, 1 + receiver, 0, card)
        if cost:
            note(state, News.ENERGY, 0, cost, state.energy)
        if pack.object_type[kind] == Type.WEAPON:
            hand_over(state, card, receiver, Orient.READY, After.TURN_ENDS)
        else:
            state.items[receiver, kind] += 1
            state.phase = Phase.CARD_OVER
            state.after = After.TURN_ENDS


# ---- gifts, objects and the activation


@kernel
def play_crew(pack, state, action):
    """CREW: give an object, use an object, or play the activation."""
    member = state.turn - 1
    first = CARD.character + CHARACTER * state.character[member]
    if action == BASE.end_turn:
        note(state, News.ENDED, state.turn)
        state.phase = Phase.TURN_OVER
    elif action == BASE.explore:
        play_explore(pack, state, member)
    elif action < BASE.assist:
        play_attack(pack, state, member, (action - BASE.attack) // A_WEAPON, (action - BASE.attack) % A_WEAPON)
    elif action == BASE.assist:
        state.orient[member, Slot.ASSIST] = pack.char_tire[state.character[member]]
        note(state, News.USED, state.turn, first + Slot.ASSIST)
        lay_card(state, first + Slot.ASSIST, member, After.TURN_ENDS)
    elif action == BASE.final:
        state.charge[member] -= pack.final_cost  # further counters stay (R24)
        note(state, News.USED, state.turn, first + Slot.FINAL)
        note(state, News.GOT_COUNTERS, state.turn, state.charge[member] + pack.final_cost, state.charge[member])
        lay_card(state, first + Slot.FINAL, member, After.TURN_ENDS)
    elif action < BASE.give:
        kind = action - BASE.use
        state.items[member, kind] -= 1
        state.removed_object[kind] += 1  # before its effect (R15)
        note(state, News.USED, state.turn, CARD.object + kind)
        lay_card(state, CARD.object + kind, member, After.CREW_GOES_ON)
    elif action < BASE.give_weapon:
        kind = (action - BASE.give) // LIMITS.members
        relative = (action - BASE.give) % LIMITS.members
        state.items[member, kind] -= 1
        state.items[absolute(state, member, relative), kind] += 1
        note(state, News.GAVE, state.turn, 1 + absolute(state, member, relative), kind)
    else:  # a found weapon is given with its orientation; the basic weapon is uncovered (R14)
        slot = (action - BASE.give_weapon) // LIMITS.members
        relative = (action - BASE.give_weapon) % LIMITS.members
        card = CARD.object + state.found[member, slot]
        mate = absolute(state, member, relative)
        note(state, News.GAVE, state.turn, 1 + mate, state.found[member, slot])
        state.found[member, slot] = -1
        hand_over(state, card, mate, state.orient[member, slot], After.CREW_GOES_ON)
