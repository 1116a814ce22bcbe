"""Attacks of both sides: three ranges, three types (basic, magic die, special), with all their dice."""

from medianoche.envs.medianokte.kernels import kernel
from medianoche.envs.medianokte.kernels.effects import begin_sweep, lay_weapon, special_hits
from medianoche.envs.medianokte.kernels.stats import armour, bonus, hits, magic, roll
from medianoche.envs.medianokte.kernels.wounds import hurt
from medianoche.envs.medianokte.state import (
    CARD,
    CARDS,
    DIE,
    MOST,
    PLACE,
    After,
    Astrali,
    Attack,
    Code,
    Orient,
    Phase,
    Stat,
    Sweep,
    Weapon,
)

CHARACTER = CARDS.per.character


@kernel
def weapon_column(pack, state, member, weapon, column):
    """What is printed on a weapon: 0 and 1 the basic ones or what covers them, from 2 on revived astralis (R25)."""
    if weapon >= MOST.weapons:
        kind = state.extra_kind[member, weapon - MOST.weapons]
        if column == Weapon.DISTANCE:
            return pack.astrali[kind, Astrali.ATTACK]
        if column == Weapon.TRAIT:
            return pack.astrali[kind, Astrali.TRAIT]
        return Orient.TAPPED * (column == Weapon.TIRES)
    kind = state.found[member, weapon]
    if kind >= 0:
        return pack.object_weapon[kind, column]
    return pack.char_weapon[state.character[member], weapon, column]


@kernel
def weapon_card(state, member, weapon):
    """The card number of a weapon, whose program runs after a special attack."""
    if weapon >= MOST.weapons:
        return CARD.astrali + state.extra_kind[member, weapon - MOST.weapons]
    if state.found[member, weapon] >= 0:
        return CARD.object + state.found[member, weapon]
    return CARD.character + CHARACTER * state.character[member] + weapon


@kernel
def attack_dice(pack, state, member, reach, value):
    """Dice of a basic attack: euphoria and objects add to those of the weapon (R18)."""
    dice = value + state.euphoria[member]
    if reach == Weapon.MELEE:
        dice += bonus(pack, state, member, Stat.MELEE)
    elif reach == Weapon.DISTANCE:
        dice += bonus(pack, state, member, Stat.DISTANCE)
    return dice


@kernel
def place_reach(place):
    """The range of a place of ATTACK."""
    if place == PLACE.area:
        return Weapon.AREA
    return Weapon.MELEE if place < PLACE.distance else Weapon.DISTANCE


@kernel
def place_code(place):
    """Whom a place of ATTACK names: an army slot, or after the last the boss."""
    slot = place - PLACE.melee if place < PLACE.distance else place - PLACE.distance
    return Code.BOSS if slot == MOST.army else Code.FOE + slot


@kernel
def attack_one(pack, state, member, weapon, reach, code):
    """An attack at one foe."""
    value = weapon_column(pack, state, member, weapon, reach)
    if value == Attack.SPECIAL:
        trait = weapon_column(pack, state, member, weapon, Weapon.TRAIT)
        if special_hits(pack, state, roll(state, DIE), trait, member, code):
            lay_weapon(state, weapon_card(state, member, weapon), member, member, code, After.TURN_ENDS)
        return
    if value == Attack.MAGIC:
        damage = magic(pack, state)
    else:
        damage = hits(state, attack_dice(pack, state, member, reach, value), armour(pack, state, code))
    hurt(pack, state, code, damage, member)


@kernel
def count_hits(thrown, against):
    """How many of the dice in `thrown` (four bits each) reach an armour."""
    total = 0
    while thrown > 0:
        total += thrown & 15 >= against
        thrown >>= 4
    return total


@kernel
def attack_area(pack, state, member, weapon):
    """An attack at every foe with the same dice, from the last slot to the boss (R19)."""
    value = weapon_column(pack, state, member, weapon, Weapon.AREA)
    if value == Attack.SPECIAL:
        lay_weapon(state, weapon_card(state, member, weapon), member, member, -1, After.TURN_ENDS)
        state.roll = roll(state, DIE)
        state.roll_stat = weapon_column(pack, state, member, weapon, Weapon.TRAIT)
        begin_sweep(state, Sweep.EACH_FOE)
        return
    thrown, damage = 0, 0
    if value == Attack.MAGIC:
        damage = magic(pack, state)
    else:
        for _ in range(attack_dice(pack, state, member, Weapon.AREA, value)):
            thrown = thrown << 4 | roll(state, DIE)
    for slot in range(state.army_size - 1, -2, -1):
        code = Code.FOE + slot if slot >= 0 else Code.BOSS
        if value != Attack.MAGIC:
            damage = count_hits(thrown, armour(pack, state, code))
        hurt(pack, state, code, damage, member)


@kernel
def play_attack(pack, state, member, weapon, place):
    """A crew member attacks with a ready weapon, which tires before the dice (R17)."""
    tires = weapon_column(pack, state, member, weapon, Weapon.TIRES)
    if weapon >= MOST.weapons:
        state.extra_orient[member, weapon - MOST.weapons] = tires
    else:
        state.orient[member, weapon] = tires
    state.target = Code.NOBODY if place == PLACE.area else place_code(place)
    state.after = After.TURN_ENDS
    state.phase = Phase.CREW  # a moment of its own, in which an account sees the attack before its dice
    state.target = Code.NOBODY
    state.after = After.CREW_GOES_ON
    state.phase = Phase.TURN_OVER
    if place == PLACE.area:
        attack_area(pack, state, member, weapon)
    else:
        attack_one(pack, state, member, weapon, place_reach(place), place_code(place))


@kernel
def play_strike(pack, state, slot, member):
    """An astrali attacks a crew member: one energy, and it taps (R9)."""
    state.energy -= 1
    state.spent = 1
    state.army_orient[slot] = Orient.TAPPED
    state.last_hit = member
    kind = state.army_kind[slot]
    value = pack.astrali[kind, Astrali.ATTACK]
    if value == Attack.SPECIAL:
        trait, code = pack.astrali[kind, Astrali.TRAIT], Code.FOE + slot
        if special_hits(pack, state, roll(state, DIE), trait, code, member):
            lay_weapon(state, CARD.astrali + kind, -1, code, member, After.ENEMY_GOES_ON)
    elif value == Attack.MAGIC:
        hurt(pack, state, member, magic(pack, state), -1)
    else:
        hurt(pack, state, member, hits(state, value, armour(pack, state, member)), -1)
