"""Expected worth of damage, conditions, cards and attacks for the heuristic.

The unit is the point; one damage on the boss or on a healthy crew member is worth about 4 points.

Arguments: `code` is a target, see Code: 0 to 4 a crew member, 5 to 24 an army slot, 25 the boss; `member` a crew
member, 0 to 4. `weapon` is 0 or 1, from 2 on a revived astrali; `reach` one of MELEE, DISTANCE, AREA (see Weapon).
`kind` is that of an astrali, 0 to 23. `op`, `a` and `b` are an instruction, see Step. `orientation` is 0 ready, 1
tapped, 2 exhausted. Probabilities are from 0 to 1; worths are in points, from the view that the function names, and
have no bounds.
"""

from medianoche.envs.medianokte.kernels import kernel
from medianoche.envs.medianokte.kernels.answers import count_slots
from medianoche.envs.medianokte.kernels.attacks import attack_dice, weapon_card, weapon_column
from medianoche.envs.medianokte.kernels.effects import count_action_cards, special_hits, tirable
from medianoche.envs.medianokte.kernels.stats import armour, boss_life, characteristic, crew_size, life
from medianoche.envs.medianokte.state import CARD, LIMITS, Astrali, Attack, Code, Op, Orient, Step, Test, Weapon

VICTORY = 60.0  # the boss or a crew member falls
# for a crew of one, struck once a turn, the army matters less
BOSS_POINT = 4.0
BOSS_POINT_ALONE = 6.0
COUNTER = 1.6  # a charge counter
ENERGY = 0.8  # one energy of the Enemy
CARD_DRAWN = 0.4
REVIVED = 4.0  # an astrali that a crew member revives
LOST = 2.0  # an object or found weapon
TIRED_SLOT = 1.2  # a card of a character that is tapped; half more if it is exhausted
TIRED_ACTION_CARD = 1.2
REST_SLOT = 0.7  # a card that rests by one step
POISONED = 1.2  # a point of poison
BLEEDING_TURNS = 1.6  # turns that a bleeding lasts
EUPHORIC = 2.0  # a step of euphoria


# ---- probabilities


@kernel
def hit_chance(against):
    """Probability that a die reaches the armour `against`. `against` is any integer, the die has faces 1 to 10."""
    return min(max(11 - against, 0), 10) / 10


@kernel
def under_chance(state, value):
    """Probability of rolling under a characteristic of `value` with a die of ten faces; with option `ties` also of
    rolling it exactly."""
    return min(max(value - 1 + state.ties, 0), 10) / 10


@kernel
def special_chance(pack, state, trait, attacker, code):
    """Probability that a special attack succeeds. `trait` is 1 strength, 2 dexterity, 3 will; `attacker` and `code` are
    codes, see Code."""
    hits = 0
    for die in range(1, 11):
        hits += special_hits(pack, state, die, trait, attacker, code)
    return hits / 10


@kernel
def at_least(dice, chance, wanted):
    """Probability of at least `wanted` successes among `dice` dice that each succeed with probability `chance`. It is a
    sum of the binomial distribution."""
    if wanted <= 0:
        return 1.0
    if chance >= 1.0:
        return 1.0 if dice >= wanted else 0.0
    # term: binomial probability of k successes
    term = 1.0
    total = 0.0
    for _ in range(dice):
        term *= 1.0 - chance
    for k in range(dice + 1):
        if k >= wanted:
            total += term
        term = term * (dice - k) / (k + 1) * chance / (1.0 - chance)
    return total


# ---- damage


@kernel
def life_left(pack, state, code):
    """The damage at which a crew member, astrali or the boss falls, less the damage that it has, in points. `code` is
    that of a crew member, an astrali or the boss, see Code."""
    if code < Code.FOE:
        return life(pack, state, code) - state.damage[code]
    if code == Code.BOSS:
        return boss_life(pack, state) - state.boss_damage
    slot = code - Code.FOE
    return pack.astrali[state.army_kind[slot], Astrali.LIFE] - state.army_damage[slot]


@kernel
def astrali_worth(pack, kind):
    """Worth of an astrali in play, kind 0 to 23, in points."""
    return 1.0 + 1.3 * pack.astrali[kind, Astrali.COST]


@kernel
def point(pack, state, code):
    """Worth, in points, of one more damage on `code` (a crew member, astrali or the boss, see Code), to the other
    side."""
    left = life_left(pack, state, code)
    if code < Code.FOE:
        return 27.0 / (left + 1)
    alone = state.num_players == 2
    if code == Code.BOSS:
        return BOSS_POINT_ALONE if alone else BOSS_POINT
    share = 0.4 if alone else 0.6
    return share * astrali_worth(pack, state.army_kind[code - Code.FOE]) / max(left, 1)


@kernel
def fall(pack, state, code):
    """Worth, in points, of the fall of `code` (a crew member, astrali or the boss, see Code), to the other side."""
    if code < Code.FOE or code == Code.BOSS:
        return VICTORY
    share = 0.8 if state.army_orient[code - Code.FOE] == Orient.READY else 0.5
    if state.num_players == 2:
        share -= 0.25
    return COUNTER + share * astrali_worth(pack, state.army_kind[code - Code.FOE])


@kernel
def damage_worth(pack, state, code, amount):
    """Worth, in points to the other side, of exactly `amount` damage on `code`, see Code."""
    left = life_left(pack, state, code)
    return min(amount, left) * point(pack, state, code) + (fall(pack, state, code) if amount >= left else 0.0)


@kernel
def dice_worth(pack, state, code, dice):
    """Expected worth, in points to the other side, of `dice` dice against the armour of `code`, see Code."""
    chance = hit_chance(armour(pack, state, code))
    left = life_left(pack, state, code)
    worth = min(dice * chance, 1.0 * left) * point(pack, state, code)
    return worth + at_least(dice, chance, left) * fall(pack, state, code)


@kernel
def magic_worth(pack, state, code):
    """Expected worth, in points to the other side, of a magic die against `code`, see Code."""
    worth = 0.0
    for face in range(6):
        worth += damage_worth(pack, state, code, pack.magic_die[face]) / 6
    return worth


# ---- cards


@kernel
def tire_worth(state, code, amount, orientation):
    """Worth, in points to the other side, of tiring `amount` cards of `code` (see Code) to `orientation`, 1 tapped or 2
    exhausted."""
    if code < Code.FOE:
        number = min(amount, count_slots(tirable(state, code, orientation)))
        return TIRED_SLOT * number * (0.5 + 0.5 * orientation)
    if code == Code.BOSS:
        return TIRED_ACTION_CARD * min(amount, count_action_cards(state, orientation))
    return 1.5 * max(orientation - state.army_orient[code - Code.FOE], 0)


@kernel
def rest_worth(state, code):
    """Worth, in points to its own side, of one step of rest for all cards of `code`, see Code."""
    tired = 0
    if code < Code.FOE:
        for slot in range(LIMITS.slots):
            tired += state.orient[code, slot] > Orient.READY
        for place in range(LIMITS.extra):
            tired += state.extra_orient[code, place] > Orient.READY
    elif code == Code.BOSS:
        for card in range(LIMITS.action_cards):
            tired += state.boss_cards[card] > Orient.READY
    else:
        tired = 3 * (state.army_orient[code - Code.FOE] > Orient.READY)
    return REST_SLOT * tired


@kernel
def condition_worth(pack, state, op, code, a):
    """Harm of BLEED, POISON, EUPHORIA or CHARGE with argument `a` to `code`, in points; negative if it helps. `op` is
    one of Op."""
    crew = code < Code.FOE
    boss = code == Code.BOSS
    slot = code - Code.FOE
    if op == Op.BLEED:
        bleeds = state.boss_bleed if boss else state.bleed[code] if crew else state.army_bleed[slot]
        return (a - bleeds) * BLEEDING_TURNS * min(point(pack, state, code), 6.0)
    if op == Op.POISON:
        poison = state.boss_poison if boss else state.poison[code] if crew else state.army_poison[slot]
        change = max(a, -poison)
        if change > 0 and armour(pack, state, code) <= 1:
            return 0.0
        return change * POISONED * (1.0 if crew or boss else 0.4)
    if not crew:
        return 0.0
    if op == Op.EUPHORIA:
        return -EUPHORIC * (a - state.euphoria[code])
    charge = state.charge[code]
    return -COUNTER * (min(max(charge + a, 0), pack.charge_cap) - charge)


@kernel
def harm(pack, state, op, code, a, b):
    """Expected harm of one instruction to `code`, in points; negative if it helps. `a` and `b` are its arguments, see
    Step."""
    if op == Op.DAMAGE:
        return damage_worth(pack, state, code, a)
    if op == Op.DICE:
        return dice_worth(pack, state, code, a)
    if op == Op.MAGIC:
        return magic_worth(pack, state, code) * a
    if op == Op.HEAL:
        if Code.FOE <= code < Code.BOSS:
            return -0.5 * min(a, state.army_damage[code - Code.FOE])
        damage = state.damage[code] if code < Code.FOE else state.boss_damage
        return -min(a, damage) * min(point(pack, state, code), 9.0) * 1.3
    if op == Op.TIRE:
        return tire_worth(state, code, a, b)
    if op == Op.REST:
        return -rest_worth(state, code)
    if op == Op.REVIVE:
        return -REVIVED if state.extra_kind[code, LIMITS.extra - 1] < 0 else 0.0
    if op == Op.LOSE:
        return LOST
    return condition_worth(pack, state, op, code, a)


@kernel
def program_worth(pack, state, card, enemy, self_code, target, start, stop):
    """Expected worth, in points, of instructions `start` to `stop` - 1 (0 to 5) of a card, to the side that plays it on
    `target`.

    Args:
        card: a card number, see CARDS.
        enemy: 1 if the Enemy plays the card, else 0.
        self_code: code of the source of the card, see Code.
        target: code of the target, -1 none.
    """
    # Instructions that a TEST may skip, those before `until`, count with the probability that the test fails.
    worth = 0.0
    weight = 1.0
    until = 0
    # An OPTION at pc has branches pc + 1 .. branch - 1 and branch .. branch_end - 1, of which the better one counts.
    # `worth` is summed over the first branch, then put aside in `first` while the second one is summed.
    first = 0.0
    branch = -1
    branch_end = -1
    for pc in range(start, stop):
        if pc == until:
            weight = 1.0
        if pc == branch:
            first, worth = worth, first
        if pc == branch_end:
            worth = max(worth, first)
            branch_end = -1
        step = pack.program[card, pc]
        op = step[Step.OP]
        a = step[Step.A]
        b = step[Step.B]
        if op == Op.END:
            break
        code = target if step[Step.WHO] == 0 else self_code
        if op == Op.ENERGY:
            change = max(a, 0 - state.energy)
            worth += weight * ENERGY * change * (1 if enemy else -1)
        elif op == Op.DRAW:
            worth += weight * CARD_DRAWN * a
        elif op == Op.SUMMON:
            worth += weight * (1.0 + a)
        elif op == Op.OPTION:
            first = worth
            branch = pc + 1 + a
            branch_end = pc + 1 + a + b
        elif code < 0:
            continue
        elif op == Op.TEST:
            weight = 1.0 - under_chance(state, characteristic(pack, state, code, a))
            until = pc + 1 + b
        else:
            worth += weight * harm(pack, state, op, code, a, b) * (1 if (code < Code.FOE) == (enemy == 1) else -1)
    return max(worth, first) if branch_end == stop else worth


@kernel
def astrali_strike_worth(pack, state, kind, self_code, member):
    """Expected worth, in points to the Enemy, of a strike of an astrali (kind 0 to 23) at a crew member, 0 to 4;
    `self_code` is its code, -1 if not in play."""
    value = pack.astrali[kind, Astrali.ATTACK]
    if value == Attack.SPECIAL:
        trait = pack.astrali[kind, Astrali.TRAIT]
        if self_code < 0 and state.test_mode != Test.TARGET:
            strength = pack.astrali[kind, Astrali.STRENGTH + trait - 1]
            chance = min(10 - strength, 10) / 10 if state.test_mode == Test.ATTACKER else under_chance(state, strength)
        else:
            chance = special_chance(pack, state, trait, self_code, member)
        return chance * program_worth(pack, state, CARD.astrali + kind, 1, self_code, member, 0, LIMITS.steps)
    if value == Attack.MAGIC:
        return magic_worth(pack, state, member)
    return dice_worth(pack, state, member, value)


@kernel
def attack_worth(pack, state, member, weapon, reach, code):
    """Expected worth, in points to the crew, of an attack of a crew member at one foe, `code`. `weapon` is 0 to 5,
    `reach` one of MELEE, DISTANCE, AREA."""
    value = weapon_column(pack, state, member, weapon, reach)
    if value == Attack.SPECIAL:
        chance = special_chance(pack, state, weapon_column(pack, state, member, weapon, Weapon.TRAIT), member, code)
        card = weapon_card(state, member, weapon)
        return chance * program_worth(pack, state, card, 0, member, code, 0, LIMITS.steps)
    if value == Attack.MAGIC:
        return magic_worth(pack, state, code)
    return dice_worth(pack, state, code, attack_dice(pack, state, member, reach, value))


@kernel
def area_worth(pack, state, member, weapon):
    """Expected worth, in points to the crew, of an attack of a crew member with `weapon`, 0 to 5, at every foe."""
    worth = attack_worth(pack, state, member, weapon, Weapon.AREA, Code.BOSS)
    for slot in range(state.army_size):
        worth += attack_worth(pack, state, member, weapon, Weapon.AREA, Code.FOE + slot)
    return worth


@kernel
def weapon_worth(value):
    """Worth, in points, of a printed attack value (see Attack: dice, MAGIC or SPECIAL) over the rest of the game."""
    if value == Attack.SPECIAL:
        return 4.2
    return 4.0 if value == Attack.MAGIC else 1.5 * value


@kernel
def weakest(pack, state):
    """The crew member, 0 to 4, with the least life left; of equals the first one."""
    best = 0
    least = 1000
    for member in range(crew_size(state)):
        if life_left(pack, state, member) < least:
            best = member
            least = life_left(pack, state, member)
    return best
