"""A hand-written policy for both sides: it plays the legal action with the highest expected worth, in points.

It does not look ahead: an action counts for what it changes at once.
"""

from medianoche.envs.core.kernels.bits import ONE, ZERO, lowest_bit
from medianoche.envs.core.kernels.rng import draw
from medianoche.envs.medianokte.kernels import kernel
from medianoche.envs.medianokte.kernels.attacks import A_WEAPON, CHARACTER, place_code, place_reach, weapon_column
from medianoche.envs.medianokte.kernels.decks import count_exploration, count_hand
from medianoche.envs.medianokte.kernels.effects import instruction
from medianoche.envs.medianokte.kernels.evaluation import (
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
from medianoche.envs.medianokte.kernels.setup import copies_left, group_of
from medianoche.envs.medianokte.kernels.stats import absolute, bonus, crew_size
from medianoche.envs.medianokte.state import (
    BASE,
    CARD,
    FULL,
    GROUP,
    LIMITS,
    PLACE,
    STARTS,
    Astrali,
    Code,
    Header,
    Orient,
    Phase,
    Slot,
    Stat,
    Type,
    Weapon,
)

STATS = len(Stat)
NEVER = -1000.0
SUMMONED, USE_AT_ONCE, EXPLORED, SPARED = 0.35, 1.5, 1.4, 0.5


# ---- cards


@kernel
def card_worth(pack, state, card, source):
    """Worth of a card of the Enemy (`source` -1) or of a crew member, on the best target that its header allows."""
    header, enemy = pack.target[card], source < 0
    self_code = Code.BOSS if source < 0 else source
    crew, army = crew_size(state), state.army_size
    each = header == Header.EACH_CREW or header == Header.EACH_ASTRALI or header == Header.EACH_FOE
    if header == Header.NONE or header == Header.SELF or header == Header.BOSS:
        target = -1 if header == Header.NONE else self_code if header == Header.SELF else Code.BOSS
        return program_worth(pack, state, card, enemy, self_code, target, 0, LIMITS.steps)
    best, total = NEVER, 0.0
    for code in range(Code.BOSS + 1):
        if header <= Header.EACH_CREW:
            aimed = code < crew and (header != Header.MATE or code != source)
        else:
            aimed = Code.FOE <= code < Code.FOE + army or (
                code == Code.BOSS and header != Header.ASTRALI and header != Header.EACH_ASTRALI
            )
        if aimed:
            worth = program_worth(pack, state, card, enemy, self_code, code, 0, LIMITS.steps)
            best = max(best, worth)
            total += worth
    return total if each else best


# ---- the Enemy


@kernel
def strike_now(pack, state):
    """Worth of strikes with the ready astralis this turn, one for each energy."""
    worth, energy = 0.0, state.energy
    member, struck = weakest(pack, state), 0
    for slot in range(state.army_size):
        if state.army_orient[slot] == Orient.READY and struck < energy and (crew_size(state) > 1 or struck == 0):
            worth += astrali_strike_worth(pack, state, state.army_kind[slot], Code.FOE + slot, member) * 0.8
            struck += 1
    return worth


@kernel
def action_card_worth(pack, state, card):
    """Worth of an action card, with the cards drawn and the rest that follow it, less that of strikes instead."""
    worth = card_worth(pack, state, CARD.boss + LIMITS.action_cards * state.boss + card, -1)
    worth += CARD_DRAWN * max(pack.hand_size - count_hand(state), 0)
    for slot in range(state.army_size):
        worth += 0.6 * rest_worth(state, Code.FOE + slot)
    return worth - strike_now(pack, state)


@kernel
def summon_worth(pack, state, kind):
    """Worth of summoning an astrali: in play, and for a strike in this turn if energy is left."""
    worth = SUMMONED * astrali_worth(pack, kind) + SPARED
    cost = pack.astrali[kind, Astrali.COST]
    ready = 0
    for slot in range(state.army_size):
        ready += state.army_orient[slot] == Orient.READY
    if state.energy > cost + ready and (crew_size(state) > 1 or ready == 0):
        worth += astrali_strike_worth(pack, state, kind, -1, weakest(pack, state)) * 0.6
    return worth - 0.35 * ENERGY * cost


@kernel
def enemy_worth(pack, state, action):
    """ENEMY: worth of an action; to end the turn is worth 0, since the energy is kept."""
    if action == BASE.end_turn:
        return 0.0
    if action < BASE.summon:
        return action_card_worth(pack, state, action - BASE.card)
    if action < BASE.event:
        return summon_worth(pack, state, action - BASE.summon)
    if action < BASE.strike:
        kind = action - BASE.event
        return card_worth(pack, state, CARD.event + kind, -1) - ENERGY * pack.event_cost[kind]
    slot, member = (action - BASE.strike) // LIMITS.members, (action - BASE.strike) % LIMITS.members
    kind = state.army_kind[slot]
    return astrali_strike_worth(pack, state, kind, Code.FOE + slot, member) - 0.3 * ENERGY


# ---- the crew


@kernel
def explore_worth(pack, state, member):
    """Worth of exploring: rest, a card, and energy to the Enemy."""
    rested = rest_worth(state, member)
    cards = 0
    for slot in range(LIMITS.slots):
        cards += state.orient[member, slot] > Orient.READY
    return 1.6 * rested - 0.5 * ENERGY * cards + (EXPLORED if count_exploration(state) > 0 else 0.0)


@kernel
def printed_worth(pack, kind):
    """Worth of a kind of found weapon."""
    worth = 0.0
    for reach in range(LIMITS.ranges):
        worth = max(worth, weapon_worth(pack.object_weapon[kind, reach]) * (1.5 if reach == Weapon.AREA else 1.0))
    return worth - 0.8 * (pack.object_weapon[kind, Weapon.TIRES] - 1)


@kernel
def lying_worth(pack, state, member, weapon):
    """Worth of a weapon of a crew member, basic, covered or revived."""
    worth = 0.0
    for reach in range(LIMITS.ranges):
        value = weapon_column(pack, state, member, weapon, reach)
        worth = max(worth, weapon_worth(value) * (1.5 if reach == Weapon.AREA else 1.0))
    return worth - 0.8 * (weapon_column(pack, state, member, weapon, Weapon.TIRES) - 1)


@kernel
def poorest_weapon(pack, state, member):
    """Worth of the less useful of the two weapons."""
    return min(lying_worth(pack, state, member, 0), lying_worth(pack, state, member, 1))


@kernel
def object_worth(pack, state, member, kind):
    """Worth of an object to a crew member."""
    if pack.object_type[kind] == Type.SINGLE_USE:
        return 2.2
    if pack.object_type[kind] == Type.PERMANENT:
        worth = 0.0
        for stat in range(STATS):
            worth += 1.6 * pack.object_mod[kind, stat]
        careful = pack.object_mod[kind, Stat.LIFE] + pack.object_mod[kind, Stat.ARMOUR]
        return worth + careful * (0.4 * point(pack, state, member) - bonus(pack, state, member, Stat.ARMOUR))
    return printed_worth(pack, kind) - poorest_weapon(pack, state, member)


@kernel
def crew_worth(pack, state, action):
    """CREW: worth of an action; a useful object is used first, and gifts are made in DRAWN only."""
    member = state.turn - 1
    first = CARD.character + CHARACTER * state.character[member]
    if action == BASE.end_turn:
        return 0.0
    if action == BASE.explore:
        return explore_worth(pack, state, member)
    if action < BASE.assist:
        weapon, place = (action - BASE.attack) // A_WEAPON, (action - BASE.attack) % A_WEAPON
        if place == PLACE.area:
            return area_worth(pack, state, member, weapon)
        return attack_worth(pack, state, member, weapon, place_reach(place), place_code(place))
    if action == BASE.assist:
        return card_worth(pack, state, first + Slot.ASSIST, member)
    if action == BASE.final:
        return card_worth(pack, state, first + Slot.FINAL, member)
    if action < BASE.give:
        worth = card_worth(pack, state, CARD.object + action - BASE.use, member)
        return worth + 100.0 if worth > USE_AT_ONCE else NEVER
    return NEVER


@kernel
def drawn_worth(pack, state, action):
    """DRAWN: worth of an object to its receiver, or of the event, less its cost; 0 to discard."""
    member, card = state.turn - 1, state.card
    if action == BASE.discard:
        return 0.0
    if action == BASE.resolve:
        cost = pack.positive_cost[card - CARD.positive]
        return card_worth(pack, state, card, member) - 0.6 * ENERGY * cost
    receiver = absolute(state, member, action - BASE.take)
    kind = card - CARD.object
    return object_worth(pack, state, receiver, kind) - 0.6 * ENERGY * pack.object_cost[kind]


# ---- answers


@kernel
def lost_worth(pack, state, member, thing):
    """LOSE: worth, to the Enemy, of removing an object or found weapon of a crew member."""
    if thing >= LIMITS.objects:
        return 2.0 + lying_worth(pack, state, member, thing - LIMITS.objects)
    if life_left(pack, state, member) <= pack.object_mod[thing, Stat.LIFE]:
        return 100.0
    return object_worth(pack, state, member, thing)


@kernel
def tired_worth(pack, state, member, slots):
    """TIRE: worth, to the other side, of tiring the cards in `slots` (bits)."""
    worth = 0.0
    for slot in range(LIMITS.slots):
        if slots >> slot & 1:
            worth += 2.5 if slot == Slot.ASSIST else lying_worth(pack, state, member, slot)
    return worth


@kernel
def answer_worth(pack, state, phase, action):
    """Worth of an answer to the card being resolved."""
    _, code, a, b = instruction(pack, state)
    if phase == Phase.TARGET:
        code = action - BASE.target
        if code < Code.FOE and state.source >= 0:
            code = absolute(state, state.source, code)
        return program_worth(pack, state, state.card, state.source < 0, state.self_code, code, 0, LIMITS.steps)
    if phase == Phase.TIRE:
        return tired_worth(pack, state, code, action - BASE.tire + 1)
    if phase == Phase.CARD:
        card = CARD.boss + LIMITS.action_cards * state.boss + action - BASE.pick
        return card_worth(pack, state, card, -1) - 5.0 * state.boss_cards[action - BASE.pick]
    if phase == Phase.OPTION:
        start, count = (state.pc + 1, a) if action == BASE.option else (state.pc + 1 + a, b)
        enemy, self_code = state.source < 0, state.self_code
        return program_worth(pack, state, state.card, enemy, self_code, state.target, start, start + count)
    if phase == Phase.REVIVE:
        return weapon_worth(pack.astrali[action - BASE.revive, Astrali.ATTACK])
    if phase == Phase.SUMMON:
        return 0.0 if action == BASE.decline else astrali_worth(pack, action - BASE.summon_free)
    return lost_worth(pack, state, code, action - BASE.lose)


# ---- setting up


@kernel
def printed_card_worth(pack, card):
    """Worth of a card in a deck to build, numbered as in BUILD; it depends on the pack alone."""
    if card < GROUP.event:
        return astrali_worth(pack, card) - 0.25 * pack.astrali[card, Astrali.COST] ** 2
    if card < GROUP.object:
        return 5.0 - pack.event_cost[card - GROUP.event]
    if card >= GROUP.positive:
        return 5.0 - pack.positive_cost[card - GROUP.positive]
    kind = card - GROUP.object
    if pack.object_type[kind] == Type.WEAPON:
        return printed_worth(pack, kind) - pack.object_cost[kind]
    return 3.5 - pack.object_cost[kind]


@kernel
def build_worth(pack, state, card):
    """BUILD: 1000 if fewer better copies follow than picks are left in the group, less the number of the card."""
    better, group = 0, group_of(state)
    for other in range(card + 1, STARTS[group + 1]):
        if printed_card_worth(pack, other) > printed_card_worth(pack, card):
            better += copies_left(pack, state, other)
    return (1000.0 if better < FULL[group] - state.picks else 0.0) - card


@kernel
def action_worth(pack, state, action):
    """Worth of a legal action."""
    phase = state.phase
    if phase == Phase.ENEMY:
        return enemy_worth(pack, state, action)
    if phase == Phase.CREW:
        return crew_worth(pack, state, action)
    if phase == Phase.DRAWN:
        return drawn_worth(pack, state, action)
    if phase == Phase.STACK:
        return -lying_worth(pack, state, state.receiver, action - BASE.stack)
    if phase == Phase.CHOOSE:
        return 1.0 * draw(state, 1000)
    if phase == Phase.BUILD:
        return build_worth(pack, state, action - BASE.build)
    return answer_worth(pack, state, phase, action)


@kernel
def heuristic(pack, state, mask):
    best, chosen = -1.0e9, -1
    for w in range(len(mask)):
        word = mask[w]
        while word != ZERO:
            action = 64 * w + lowest_bit(word)
            word &= word - ONE
            worth = action_worth(pack, state, action)
            if worth > best:
                best, chosen = worth, action
    return chosen
