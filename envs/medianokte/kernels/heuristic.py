"""A hand-written policy for both sides: what each legal action is worth at once, by expected values."""

import numpy as np

from medianoche.envs.core.kernels.bits import ONE, ZERO, lowest_bit
from medianoche.envs.core.kernels.rng import draw
from medianoche.envs.medianokte.kernels.answers import asked_code, asking
from medianoche.envs.medianokte.kernels.attacks import weapon_column
from medianoche.envs.medianokte.kernels.judgement import (
    CARD_DRAWN,
    ENERGY,
    area_worth,
    astrali_strike_worth,
    astrali_worth,
    attack_worth,
    life_left,
    point,
    program_worth,
    rest_worth,
    weakest,
    weapon_worth,
)
from medianoche.envs.medianokte.kernels.setup import cards_wanted, copies_left, group_end, group_start
from medianoche.envs.medianokte.state import (
    ACTION_CARDS,
    AREA,
    AREA_AT,
    ARMY,
    ASTRALIS,
    BOSS,
    BOSS_CARD,
    BUILD_EVENT,
    BUILD_OBJECT,
    BUILD_POSITIVE,
    CHARACTER_CARD,
    CREW,
    DISTANCE,
    DISTANCE_AT,
    EVENT_CARD,
    FOE,
    MELEE,
    MOD_ARMOUR,
    MOD_LIFE,
    MODS,
    OBJECT_CARD,
    OBJECTS,
    PERMANENT,
    PLACES,
    POSITIVE_CARD,
    PROGRAM,
    SINGLE_USE,
    WEAPON,
    Act,
    Header,
    Phase,
    kernel,
)
from medianoche.envs.medianokte.kernels.stats import absolute, bonus, crew_size

NEVER = -1000.0
SUMMONED, USE_AT_ONCE, EXPLORED, SPARED = 0.35, 1.5, 1.4, 0.5


# ---- cards on whom they are best for


@kernel
def card_worth(pack, state, card, source):
    """A card of the Enemy (`source` -1) or of a crew member, on the best target its header allows."""
    header, enemy = np.int64(pack.target[card]), np.int64(source < 0)
    self_code = BOSS if source < 0 else source
    crew, army = crew_size(state), np.int64(state.army_size)
    each = header == Header.EACH_CREW or header == Header.EACH_ASTRALI or header == Header.EACH_FOE
    if header == Header.NONE or header == Header.SELF or header == Header.BOSS:
        target = -1 if header == Header.NONE else self_code if header == Header.SELF else BOSS
        return program_worth(pack, state, card, enemy, self_code, target, 0, PROGRAM)
    best, total = NEVER, 0.0
    for code in range(BOSS + 1):
        if header <= Header.EACH_CREW:
            aimed = code < crew and (header != Header.MATE or code != source)
        else:
            aimed = FOE <= code < FOE + army or (
                code == BOSS and header != Header.ASTRALI and header != Header.EACH_ASTRALI
            )
        if aimed:
            worth = program_worth(pack, state, card, enemy, self_code, code, 0, PROGRAM)
            best = max(best, worth)
            total += worth
    return total if each else best


@kernel
def aim_worth(pack, state, code):
    """TARGET: the card being resolved on `code`."""
    source, card = np.int64(state.source), np.int64(state.card)
    return program_worth(pack, state, card, np.int64(source < 0), np.int64(state.self_code), code, 0, PROGRAM)


@kernel
def branch_worth(pack, state, second):
    """OPTION: one of its branches."""
    pc, a, b = np.int64(state.pc), asking(pack, state, 2), asking(pack, state, 3)
    start, stop = (pc + 1 + a, pc + 1 + a + b) if second else (pc + 1, pc + 1 + a)
    return program_worth(
        pack,
        state,
        np.int64(state.card),
        np.int64(state.source < 0),
        np.int64(state.self_code),
        np.int64(state.target),
        start,
        stop,
    )


# ---- the Enemy


@kernel
def strike_now(pack, state):
    """What the ready astralis can do this turn, for the energy there is."""
    worth, energy = 0.0, np.int64(state.energy)
    member, struck = weakest(pack, state), np.int64(0)
    for slot in range(np.int64(state.army_size)):
        if state.army_orient[slot] == 0 and struck < energy and (crew_size(state) > 1 or struck == 0):
            worth += astrali_strike_worth(pack, state, np.int64(state.army_kind[slot]), FOE + slot, member) * 0.8
            struck += 1
    return worth


@kernel
def action_card_worth(pack, state, card):
    """An action card, with the rest and the cards it brings, against what the army could do instead."""
    hand = np.int64(0)
    for kind in range(ASTRALIS):
        hand += np.int64(state.hand_astrali[kind])
    for kind in range(16):
        hand += np.int64(state.hand_event[kind])
    worth = card_worth(pack, state, BOSS_CARD + ACTION_CARDS * np.int64(state.boss) + card, -1)
    worth += CARD_DRAWN * max(np.int64(pack.hand_size) - hand, 0)
    for slot in range(np.int64(state.army_size)):
        worth += 0.6 * rest_worth(state, FOE + slot)
    return worth - strike_now(pack, state)


@kernel
def summon_worth(pack, state, kind):
    """An astrali that enters: what it is worth in play and as a striker now."""
    worth = SUMMONED * astrali_worth(pack, kind) + SPARED
    cost = np.int64(pack.astrali[kind, 0])
    ready = np.int64(0)
    for slot in range(np.int64(state.army_size)):
        ready += np.int64(state.army_orient[slot] == 0)
    if np.int64(state.energy) > cost + ready and (crew_size(state) > 1 or ready == 0):
        worth += astrali_strike_worth(pack, state, kind, -1, weakest(pack, state)) * 0.6
    return worth - 0.35 * ENERGY * cost


@kernel
def enemy_worth(pack, state, action):
    """ENEMY: one thing he may do; passing keeps the energy."""
    if action == Act.PASS:
        return 0.0
    if action < Act.SUMMON:
        return action_card_worth(pack, state, action - Act.CARD)
    if action < Act.EVENT:
        return summon_worth(pack, state, action - Act.SUMMON)
    if action < Act.STRIKE:
        kind = action - Act.EVENT
        return card_worth(pack, state, EVENT_CARD + kind, -1) - ENERGY * np.int64(pack.event_cost[kind])
    slot, member = (action - Act.STRIKE) // CREW, (action - Act.STRIKE) % CREW
    kind = np.int64(state.army_kind[slot])
    return astrali_strike_worth(pack, state, kind, FOE + slot, member) - 0.3 * ENERGY


# ---- the crew


@kernel
def attack_place_worth(pack, state, member, weapon, place):
    """ATTACK with a weapon at a place."""
    if place == AREA_AT:
        return area_worth(pack, state, member, weapon)
    reach = MELEE if place < DISTANCE_AT else DISTANCE
    slot = place if place < DISTANCE_AT else place - DISTANCE_AT
    return attack_worth(pack, state, member, weapon, reach, BOSS if slot == ARMY else FOE + slot)


@kernel
def explore_worth(pack, state, member):
    """Rest, for energy to the Enemy, and a card."""
    rested = rest_worth(state, member)
    cards = np.int64(0)
    for slot in range(3):
        cards += np.int64(state.orient[member, slot] > 0)
    left = np.int64(0)
    for kind in range(OBJECTS):
        left += np.int64(state.explore_object[kind])
    return 1.6 * rested - 0.5 * ENERGY * cards + (EXPLORED if left > 0 else 0.0)


@kernel
def printed_worth(pack, kind):
    """A found weapon."""
    worth = 0.0
    for reach in range(3):
        worth = max(worth, weapon_worth(np.int64(pack.object_weapon[kind, reach])) * (1.5 if reach == AREA else 1.0))
    return worth - 0.8 * (np.int64(pack.object_weapon[kind, 3]) - 1)


@kernel
def lying_worth(pack, state, member, weapon):
    """A weapon as it lies."""
    worth = 0.0
    for reach in range(3):
        value = weapon_column(pack, state, member, weapon, reach)
        worth = max(worth, weapon_worth(value) * (1.5 if reach == AREA else 1.0))
    return worth - 0.8 * (weapon_column(pack, state, member, weapon, 3) - 1)


@kernel
def poorest_weapon(pack, state, member):
    """The less useful of the two weapons."""
    return min(lying_worth(pack, state, member, 0), lying_worth(pack, state, member, 1))


@kernel
def object_worth(pack, state, member, kind):
    """An object in the hands of a crew member."""
    if pack.object_type[kind] == SINGLE_USE:
        return 2.2
    if pack.object_type[kind] == PERMANENT:
        worth = 0.0
        for mod in range(MODS):
            worth += 1.6 * np.int64(pack.object_mod[kind, mod])
        careful = np.int64(pack.object_mod[kind, MOD_LIFE]) + np.int64(pack.object_mod[kind, MOD_ARMOUR])
        return worth + careful * (0.4 * point(pack, state, member) - bonus(pack, state, member, MOD_ARMOUR))
    return printed_worth(pack, kind) - poorest_weapon(pack, state, member)


@kernel
def crew_worth(pack, state, action):
    """CREW: an activation, or first an object; gifts only help as objects are found."""
    member = np.int64(state.turn) - 1
    first = CHARACTER_CARD + 4 * np.int64(state.character[member])
    if action == Act.PASS:
        return 0.0
    if action == Act.EXPLORE:
        return explore_worth(pack, state, member)
    if action < Act.ASSIST:
        return attack_place_worth(pack, state, member, (action - Act.ATTACK) // PLACES, (action - Act.ATTACK) % PLACES)
    if action == Act.ASSIST:
        return card_worth(pack, state, first + 2, member)
    if action == Act.FINAL:
        return card_worth(pack, state, first + 3, member)
    if action < Act.GIVE:
        worth = card_worth(pack, state, OBJECT_CARD + action - Act.USE, member)
        return worth + 100.0 if worth > USE_AT_ONCE else NEVER
    return NEVER


@kernel
def drawn_worth(pack, state, action):
    """DRAWN: who can use the object best, if anybody; the event if it is worth its cost."""
    member, card = np.int64(state.turn) - 1, np.int64(state.card)
    if action == Act.DISCARD:
        return 0.0
    if action == Act.RESOLVE:
        cost = np.int64(pack.positive_cost[card - POSITIVE_CARD])
        return card_worth(pack, state, card, member) - 0.6 * ENERGY * cost
    receiver = absolute(state, member, action - Act.TAKE)
    kind = card - OBJECT_CARD
    return object_worth(pack, state, receiver, kind) - 0.6 * ENERGY * np.int64(pack.object_cost[kind])


# ---- answers


@kernel
def tired_worth(pack, state, slots):
    """TIRE: the most useful cards of the crew member."""
    member, worth = asked_code(pack, state), 0.0
    for slot in range(3):
        if slots >> slot & 1:
            worth += 2.5 if slot == 2 else lying_worth(pack, state, member, slot)
    return worth


@kernel
def lost_worth(pack, state, thing):
    """LOSE: the most useful thing of the crew member."""
    member = asked_code(pack, state)
    if thing >= OBJECTS:
        return 2.0 + lying_worth(pack, state, member, thing - OBJECTS)
    if life_left(pack, state, member) <= np.int64(pack.object_mod[thing, MOD_LIFE]):
        return 100.0
    return object_worth(pack, state, member, thing)


@kernel
def answer_worth(pack, state, phase, action):
    """An answer to what a card asks."""
    if phase == Phase.TARGET:
        code = action - Act.TARGET
        if code < CREW and state.source >= 0:
            code = absolute(state, np.int64(state.source), code)
        return aim_worth(pack, state, code)
    if phase == Phase.TIRE:
        return tired_worth(pack, state, action - Act.TIRE)
    if phase == Phase.CARD:
        card = BOSS_CARD + ACTION_CARDS * np.int64(state.boss) + action - Act.PICK
        return card_worth(pack, state, card, -1) - 5.0 * np.int64(state.boss_cards[action - Act.PICK])
    if phase == Phase.OPTION:
        return branch_worth(pack, state, action - Act.OPTION)
    if phase == Phase.REVIVE:
        kind = action - Act.REVIVE
        return weapon_worth(np.int64(pack.astrali[kind, 3]))
    if phase == Phase.SUMMON:
        return 0.0 if action == Act.DECLINE else astrali_worth(pack, action - Act.SUMMON_FREE)
    return lost_worth(pack, state, action - Act.LOSE)


# ---- setting up


@kernel
def printed_card_worth(pack, card):
    """A card of a deck to build, numbered as in BUILD, without a look at the table."""
    if card < BUILD_EVENT:
        return astrali_worth(pack, card) - 0.25 * np.int64(pack.astrali[card, 0]) ** 2
    if card < BUILD_OBJECT:
        return 5.0 - np.int64(pack.event_cost[card - BUILD_EVENT])
    if card >= BUILD_POSITIVE:
        return 5.0 - np.int64(pack.positive_cost[card - BUILD_POSITIVE])
    kind = card - BUILD_OBJECT
    if pack.object_type[kind] == WEAPON:
        return printed_worth(pack, kind) - np.int64(pack.object_cost[kind])
    return 3.5 - np.int64(pack.object_cost[kind])


@kernel
def build_worth(pack, state, card):
    """BUILD: the first kind that is among the best of those still to come."""
    better = np.int64(0)
    first = group_start(state)
    for other in range(card + 1, group_end(first)):
        if printed_card_worth(pack, other) > printed_card_worth(pack, card):
            better += copies_left(pack, state, other)
    return (1000.0 if better < cards_wanted(state, first) else 0.0) - card


@kernel
def action_worth(pack, state, action):
    """One legal action, in points."""
    phase = np.int64(state.phase)
    if phase == Phase.ENEMY:
        return enemy_worth(pack, state, action)
    if phase == Phase.CREW:
        return crew_worth(pack, state, action)
    if phase == Phase.DRAWN:
        return drawn_worth(pack, state, action)
    if phase == Phase.STACK:
        return -lying_worth(pack, state, np.int64(state.receiver), action - Act.STACK)
    if phase == Phase.CHOOSE:
        return 1.0 * draw(state, 1000)
    if phase == Phase.BUILD:
        return build_worth(pack, state, action - Act.BUILD)
    return answer_worth(pack, state, phase, action)


@kernel
def heuristic(pack, state, mask):
    best, chosen = -1.0e9, np.int64(-1)
    for w in range(len(mask)):
        word = mask[w]
        while word != ZERO:
            action = 64 * w + lowest_bit(word)
            word &= word - ONE
            worth = action_worth(pack, state, action)
            if worth > best:
                best, chosen = worth, np.int64(action)
    return chosen
