"""A hand-written policy for both sides: it plays the legal action with the highest expected worth, in points.

It does not look ahead: an action counts for what it changes at once.

Arguments: `member` is a crew member, 0 to 4; `kind` an astrali, 0 to 23, or an object, 0 to 31. `weapon` is 0 or 1,
from 2 on a revived astrali. `action` is a legal action, a number of ACTIONS. Worths are in points, to the side that
decides where nothing else is said. `mask` is a set of actions, uint64[words].
"""

from medianoche.envs.core.kernels.bits import ONE, ZERO, lowest_bit
from medianoche.envs.core.kernels.rng import draw
from medianoche.envs.medianokte import state as st
from medianoche.envs.medianokte.kernels import evaluation, kernel
from medianoche.envs.medianokte.kernels.attacks import A_WEAPON, CHARACTER, place_code, place_reach, weapon_column
from medianoche.envs.medianokte.kernels.decks import count_exploration, count_hand
from medianoche.envs.medianokte.kernels.effects import instruction
from medianoche.envs.medianokte.kernels.setup import copies_left, group_of
from medianoche.envs.medianokte.kernels.stats import absolute, bonus, crew_size

STATS = len(st.Stat)
NEVER = -1000.0
"""Worth of an action that is played only if there is no other."""
SUMMONED = 0.35  # share of the worth of an astrali in play that its summoning counts
USE_AT_ONCE = 1.5  # an object that is worth more is used before anything else
EXPLORED = 1.4  # an exploration card
SPARED = 0.5  # added to a summoning, whatever the astrali


# ---- cards


@kernel
def card_worth(pack, state, card, source):
    """Worth, in points, of a card of the Enemy (`source` -1) or of a crew member (0 to 4), on the best target that its
    header allows. `card` is a card number, see CARDS."""
    header = pack.target[card]
    enemy = source < 0
    self_code = st.Code.BOSS if source < 0 else source
    crew = crew_size(state)
    army = state.army_size
    for_each = header == st.Header.EACH_CREW or header == st.Header.EACH_ASTRALI or header == st.Header.EACH_FOE
    if header == st.Header.NONE or header == st.Header.SELF or header == st.Header.BOSS:
        target = -1 if header == st.Header.NONE else self_code if header == st.Header.SELF else st.Code.BOSS
        return evaluation.program_worth(pack, state, card, enemy, self_code, target, 0, st.LIMITS.steps)
    best = NEVER
    total = 0.0
    for code in range(st.Code.BOSS + 1):
        if header <= st.Header.EACH_CREW:
            aimed = code < crew and (header != st.Header.MATE or code != source)
        else:
            aimed = st.Code.FOE <= code < st.Code.FOE + army or (
                code == st.Code.BOSS and header != st.Header.ASTRALI and header != st.Header.EACH_ASTRALI
            )
        if aimed:
            worth = evaluation.program_worth(pack, state, card, enemy, self_code, code, 0, st.LIMITS.steps)
            best = max(best, worth)
            total += worth
    return total if for_each else best


# ---- the Enemy


@kernel
def strike_now(pack, state):
    """Worth, in points, of strikes with the ready astralis this turn, one for each energy."""
    worth = 0.0
    energy = state.energy
    member = evaluation.weakest(pack, state)
    struck = 0
    for slot in range(state.army_size):
        if state.army_orient[slot] == st.Orient.READY and struck < energy and (crew_size(state) > 1 or struck == 0):
            worth += (
                evaluation.astrali_strike_worth(pack, state, state.army_kind[slot], st.Code.FOE + slot, member) * 0.8
            )
            struck += 1
    return worth


@kernel
def action_card_worth(pack, state, card):
    """Worth, in points, of an action card (0 to 4) of the boss, with the cards that the Enemy draws after it and the
    rest of its army. The worth of the strikes that are given up for it is subtracted."""
    worth = card_worth(pack, state, st.CARD.boss + st.LIMITS.action_cards * state.boss + card, -1)
    worth += evaluation.CARD_DRAWN * max(pack.hand_size - count_hand(state), 0)
    for slot in range(state.army_size):
        worth += 0.6 * evaluation.rest_worth(state, st.Code.FOE + slot)
    return worth - strike_now(pack, state)


@kernel
def summon_worth(pack, state, kind):
    """Worth, in points, of summoning an astrali, kind 0 to 23: in play, and for a strike in this turn if energy is
    left."""
    worth = SUMMONED * evaluation.astrali_worth(pack, kind) + SPARED
    cost = pack.astrali[kind, st.Astrali.COST]
    ready = 0
    for slot in range(state.army_size):
        ready += state.army_orient[slot] == st.Orient.READY
    if state.energy > cost + ready and (crew_size(state) > 1 or ready == 0):
        worth += evaluation.astrali_strike_worth(pack, state, kind, -1, evaluation.weakest(pack, state)) * 0.6
    return worth - 0.35 * evaluation.ENERGY * cost


@kernel
def enemy_worth(pack, state, action):
    """ENEMY: worth, in points, of an action; to end the turn is worth 0, since the energy is kept."""
    if action == st.BASE.end_turn:
        return 0.0
    if action < st.BASE.summon:
        return action_card_worth(pack, state, action - st.BASE.card)
    if action < st.BASE.event:
        return summon_worth(pack, state, action - st.BASE.summon)
    if action < st.BASE.strike:
        kind = action - st.BASE.event
        return card_worth(pack, state, st.CARD.event + kind, -1) - evaluation.ENERGY * pack.event_cost[kind]
    slot = (action - st.BASE.strike) // st.LIMITS.members
    member = (action - st.BASE.strike) % st.LIMITS.members
    kind = state.army_kind[slot]
    return evaluation.astrali_strike_worth(pack, state, kind, st.Code.FOE + slot, member) - 0.3 * evaluation.ENERGY


# ---- the crew


@kernel
def explore_worth(pack, state, member):
    """Worth, in points, of exploring: rest, a card, and energy to the Enemy."""
    rested = evaluation.rest_worth(state, member)
    cards = 0
    for slot in range(st.LIMITS.slots):
        cards += state.orient[member, slot] > st.Orient.READY
    return 1.6 * rested - 0.5 * evaluation.ENERGY * cards + (EXPLORED if count_exploration(state) > 0 else 0.0)


@kernel
def printed_worth(pack, kind):
    """Worth, in points, of a kind of found weapon, an object 0 to 31."""
    worth = 0.0
    for reach in range(st.LIMITS.ranges):
        worth = max(
            worth, evaluation.weapon_worth(pack.object_weapon[kind, reach]) * (1.5 if reach == st.Weapon.AREA else 1.0)
        )
    return worth - 0.8 * (pack.object_weapon[kind, st.Weapon.TIRES] - 1)


@kernel
def lying_worth(pack, state, member, weapon):
    """Worth, in points, of a weapon of a crew member, 0 or 1, from 2 on a revived astrali."""
    worth = 0.0
    for reach in range(st.LIMITS.ranges):
        value = weapon_column(pack, state, member, weapon, reach)
        worth = max(worth, evaluation.weapon_worth(value) * (1.5 if reach == st.Weapon.AREA else 1.0))
    return worth - 0.8 * (weapon_column(pack, state, member, weapon, st.Weapon.TIRES) - 1)


@kernel
def poorest_weapon(pack, state, member):
    """Worth, in points, of the less useful of the two weapons."""
    return min(lying_worth(pack, state, member, 0), lying_worth(pack, state, member, 1))


@kernel
def object_worth(pack, state, member, kind):
    """Worth, in points, of an object, kind 0 to 31, to a crew member."""
    if pack.object_type[kind] == st.Type.SINGLE_USE:
        return 2.2
    if pack.object_type[kind] == st.Type.PERMANENT:
        worth = 0.0
        for stat in range(STATS):
            worth += 1.6 * pack.object_mod[kind, stat]
        careful = pack.object_mod[kind, st.Stat.LIFE] + pack.object_mod[kind, st.Stat.ARMOUR]
        return worth + careful * (
            0.4 * evaluation.point(pack, state, member) - bonus(pack, state, member, st.Stat.ARMOUR)
        )
    return printed_worth(pack, kind) - poorest_weapon(pack, state, member)


@kernel
def crew_worth(pack, state, action):
    """CREW: worth of an action, in points, to the crew member whose turn it is.

    A useful object is used before anything else (100 points are added). The policy makes gifts in DRAWN only.
    """
    member = state.turn - 1
    first_card = st.CARD.character + CHARACTER * state.character[member]
    if action == st.BASE.end_turn:
        return 0.0
    if action == st.BASE.explore:
        return explore_worth(pack, state, member)
    if action < st.BASE.assist:
        weapon = (action - st.BASE.attack) // A_WEAPON
        place = (action - st.BASE.attack) % A_WEAPON
        if place == st.PLACE.area:
            return evaluation.area_worth(pack, state, member, weapon)
        return evaluation.attack_worth(pack, state, member, weapon, place_reach(place), place_code(place))
    if action == st.BASE.assist:
        return card_worth(pack, state, first_card + st.Slot.ASSIST, member)
    if action == st.BASE.final:
        return card_worth(pack, state, first_card + st.Slot.FINAL, member)
    if action < st.BASE.give:
        worth = card_worth(pack, state, st.CARD.object + action - st.BASE.use, member)
        return worth + 100.0 if worth > USE_AT_ONCE else NEVER
    return NEVER


@kernel
def drawn_worth(pack, state, action):
    """DRAWN: worth, in points, of an object to its receiver, or of the event, less its cost; 0 to discard."""
    member = state.turn - 1
    card = state.card
    if action == st.BASE.discard:
        return 0.0
    if action == st.BASE.resolve:
        cost = pack.positive_cost[card - st.CARD.positive]
        return card_worth(pack, state, card, member) - 0.6 * evaluation.ENERGY * cost
    receiver = absolute(state, member, action - st.BASE.take)
    kind = card - st.CARD.object
    return object_worth(pack, state, receiver, kind) - 0.6 * evaluation.ENERGY * pack.object_cost[kind]


# ---- answers


@kernel
def lost_worth(pack, state, member, thing):
    """LOSE: worth, in points to the Enemy, of removing an object (`thing` 0 to 31, its kind) or found weapon (32, 33)
    of a crew member."""
    if thing >= st.LIMITS.objects:
        return 2.0 + lying_worth(pack, state, member, thing - st.LIMITS.objects)
    if evaluation.life_left(pack, state, member) <= pack.object_mod[thing, st.Stat.LIFE]:
        return 100.0
    return object_worth(pack, state, member, thing)


@kernel
def tired_worth(pack, state, member, slots):
    """TIRE: worth, in points to the other side, of tiring the cards in `slots` (bits 0 and 1 the weapons, 2 the
    assist)."""
    worth = 0.0
    for slot in range(st.LIMITS.slots):
        if slots >> slot & 1:
            worth += 2.5 if slot == st.Slot.ASSIST else lying_worth(pack, state, member, slot)
    return worth


@kernel
def answer_worth(pack, state, phase, action):
    """Worth, in points, of an answer (a number of ACTIONS) to the card being resolved, in `phase`."""
    _, code, a, b = instruction(pack, state)
    if phase == st.Phase.TARGET:
        code = action - st.BASE.target
        if code < st.Code.FOE and state.source >= 0:
            code = absolute(state, state.source, code)
        return evaluation.program_worth(
            pack, state, state.card, state.source < 0, state.self_code, code, 0, st.LIMITS.steps
        )
    if phase == st.Phase.TIRE:
        return tired_worth(pack, state, code, action - st.BASE.tire + 1)
    if phase == st.Phase.CARD:
        card = st.CARD.boss + st.LIMITS.action_cards * state.boss + action - st.BASE.pick
        return card_worth(pack, state, card, -1) - 5.0 * state.boss_cards[action - st.BASE.pick]
    if phase == st.Phase.OPTION:
        start, count = (state.pc + 1, a) if action == st.BASE.option else (state.pc + 1 + a, b)
        enemy = state.source < 0
        self_code = state.self_code
        return evaluation.program_worth(pack, state, state.card, enemy, self_code, state.target, start, start + count)
    if phase == st.Phase.REVIVE:
        return evaluation.weapon_worth(pack.astrali[action - st.BASE.revive, st.Astrali.ATTACK])
    if phase == st.Phase.SUMMON:
        return 0.0 if action == st.BASE.decline else evaluation.astrali_worth(pack, action - st.BASE.summon_free)
    return lost_worth(pack, state, code, action - st.BASE.lose)


# ---- setting up


@kernel
def printed_card_worth(pack, card):
    """Worth, in points, of a card in a deck to build, numbered 0 to 87 as in BUILD; it depends on the pack alone."""
    if card < st.GROUP.event:
        return evaluation.astrali_worth(pack, card) - 0.25 * pack.astrali[card, st.Astrali.COST] ** 2
    if card < st.GROUP.object:
        return 5.0 - pack.event_cost[card - st.GROUP.event]
    if card >= st.GROUP.positive:
        return 5.0 - pack.positive_cost[card - st.GROUP.positive]
    kind = card - st.GROUP.object
    if pack.object_type[kind] == st.Type.WEAPON:
        return printed_worth(pack, kind) - pack.object_cost[kind]
    return 3.5 - pack.object_cost[kind]


@kernel
def build_worth(pack, state, card):
    """BUILD: 1000 if fewer better copies follow than picks are left in the group, less the number of the card, 0 to
    87."""
    better = 0
    group = group_of(state)
    for other in range(card + 1, st.STARTS[group + 1]):
        if printed_card_worth(pack, other) > printed_card_worth(pack, card):
            better += copies_left(pack, state, other)
    return (1000.0 if better < st.FULL[group] - state.picks else 0.0) - card


@kernel
def action_worth(pack, state, action):
    """Worth of a legal action, in points; only differences count."""
    phase = state.phase
    if phase == st.Phase.ENEMY:
        return enemy_worth(pack, state, action)
    if phase == st.Phase.CREW:
        return crew_worth(pack, state, action)
    if phase == st.Phase.DRAWN:
        return drawn_worth(pack, state, action)
    if phase == st.Phase.STACK:
        return -lying_worth(pack, state, state.receiver, action - st.BASE.stack)
    if phase == st.Phase.CHOOSE:
        return 1.0 * draw(state, 1000)
    if phase == st.Phase.BUILD:
        return build_worth(pack, state, action - st.BASE.build)
    return answer_worth(pack, state, phase, action)


@kernel
def heuristic(pack, state, mask):
    """The action of the hand-written policy, a number of ACTIONS; `mask` has the legal ones. `state` is a determinized
    copy and may change."""
    best = -1.0e9
    chosen = -1
    for w in range(len(mask)):
        word = mask[w]
        while word != ZERO:
            action = 64 * w + lowest_bit(word)
            word &= word - ONE
            worth = action_worth(pack, state, action)
            if worth > best:
                best = worth
                chosen = action
    return chosen
