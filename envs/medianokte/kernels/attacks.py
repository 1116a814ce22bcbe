"""Attacks of both sides: three ranges, three types (basic, magic die, special), with all their dice."""

import numpy as np

from medianoche.envs.medianokte.kernels.effects import END_TURN, WAIT, begin_sweep, begin_weapon, special_hits
from medianoche.envs.medianokte.state import (
    AREA,
    AREA_AT,
    ARMY,
    ASTRALI_CARD,
    ASTRALI_TRAIT,
    ATTACK,
    BOSS,
    CHARACTER_CARD,
    DIE,
    DISTANCE,
    DISTANCE_AT,
    EACH_FOE,
    ENEMY_GOES_ON,
    FOE,
    MAGIC,
    MELEE,
    MOD_DISTANCE,
    MOD_MELEE,
    OBJECT_CARD,
    SPECIAL,
    TAPPED,
    TIRES,
    TRAIT,
    TURN_ENDS,
    kernel,
)
from medianoche.envs.medianokte.kernels.stats import armour, bonus, hits, magic, roll
from medianoche.envs.medianokte.kernels.wounds import hurt


@kernel
def weapon_column(pack, state, member, weapon, column):
    """What is printed on a weapon: 0 and 1 the basic ones or what covers them, from 2 on revived astralis (R25)."""
    if weapon >= 2:
        if column == DISTANCE:
            return np.int64(pack.astrali[state.extra_kind[member, weapon - 2], ATTACK])
        if column == TRAIT:
            return np.int64(pack.astrali[state.extra_kind[member, weapon - 2], ASTRALI_TRAIT])
        return TAPPED if column == TIRES else 0
    kind = np.int64(state.found[member, weapon])
    if kind >= 0:
        return np.int64(pack.object_weapon[kind, column])
    return np.int64(pack.char_weapon[state.character[member], weapon, column])


@kernel
def weapon_card(state, member, weapon):
    """The card number of a weapon, whose program runs after a special attack."""
    if weapon >= 2:
        return ASTRALI_CARD + np.int64(state.extra_kind[member, weapon - 2])
    kind = np.int64(state.found[member, weapon])
    if kind >= 0:
        return OBJECT_CARD + kind
    return CHARACTER_CARD + 4 * np.int64(state.character[member]) + weapon


@kernel
def attack_dice(pack, state, member, reach, value):
    """Dice of a basic attack: euphoria and objects add to those of the weapon (R18)."""
    dice = value + np.int64(state.euphoria[member])
    if reach == MELEE:
        dice += bonus(pack, state, member, MOD_MELEE)
    elif reach == DISTANCE:
        dice += bonus(pack, state, member, MOD_DISTANCE)
    return dice


@kernel
def attack_one(pack, state, member, weapon, reach, code):
    """An attack at one foe."""
    value = weapon_column(pack, state, member, weapon, reach)
    if value == SPECIAL:
        trait = weapon_column(pack, state, member, weapon, TRAIT)
        if special_hits(pack, state, roll(state, DIE), trait, member, code):
            return begin_weapon(state, weapon_card(state, member, weapon), member, member, code, TURN_ENDS)
        return END_TURN
    if value == MAGIC:
        damage = magic(pack, state)
    else:
        dice = attack_dice(pack, state, member, reach, value)
        damage = hits(state, dice, armour(pack, state, code))
    hurt(pack, state, code, damage, member)
    return WAIT if state.done else END_TURN


@kernel
def count_hits(thrown, against):
    """How many of the dice in `thrown` (four bits each) reach an armour."""
    total = np.int64(0)
    while thrown > 0:
        total += np.int64(thrown & 15 >= against)
        thrown >>= 4
    return total


@kernel
def attack_area(pack, state, member, weapon):
    """An attack at every foe with the same dice, from the last slot to the boss (R19)."""
    value = weapon_column(pack, state, member, weapon, AREA)
    if value == SPECIAL:
        state.roll = roll(state, DIE)
        state.roll_stat = weapon_column(pack, state, member, weapon, TRAIT)
        begin_weapon(state, weapon_card(state, member, weapon), member, member, -1, TURN_ENDS)
        return begin_sweep(state, EACH_FOE)
    thrown, damage = np.int64(0), np.int64(0)
    if value == MAGIC:
        damage = magic(pack, state)
    else:
        for _ in range(attack_dice(pack, state, member, AREA, value)):
            thrown = thrown << 4 | roll(state, DIE)
    for slot in range(np.int64(state.army_size) - 1, -2, -1):
        code = FOE + slot if slot >= 0 else BOSS
        if value != MAGIC:
            damage = count_hits(thrown, armour(pack, state, code))
        hurt(pack, state, code, damage, member)
    return WAIT if state.done else END_TURN


@kernel
def attack(pack, state, member, weapon, place):
    """A crew member attacks with a ready weapon, which tires before the dice (R17)."""
    tires = weapon_column(pack, state, member, weapon, TIRES)
    if weapon >= 2:
        state.extra_orient[member, weapon - 2] = tires
    else:
        state.orient[member, weapon] = tires
    if place == AREA_AT:
        return attack_area(pack, state, member, weapon)
    reach = MELEE if place < DISTANCE_AT else DISTANCE
    slot = place if place < DISTANCE_AT else place - DISTANCE_AT
    return attack_one(pack, state, member, weapon, reach, BOSS if slot == ARMY else FOE + slot)


@kernel
def strike(pack, state, slot, member):
    """An astrali attacks a crew member: one energy, and it taps (R9)."""
    state.energy -= 1
    state.spent = 1
    state.army_orient[slot] = TAPPED
    state.last_hit = member
    kind = np.int64(state.army_kind[slot])
    value = np.int64(pack.astrali[kind, ATTACK])
    if value == SPECIAL:
        trait = np.int64(pack.astrali[kind, ASTRALI_TRAIT])
        if special_hits(pack, state, roll(state, DIE), trait, FOE + slot, member):
            return begin_weapon(state, ASTRALI_CARD + kind, -1, FOE + slot, member, ENEMY_GOES_ON)
    elif value == MAGIC:
        hurt(pack, state, member, magic(pack, state), -1)
    else:
        hurt(pack, state, member, hits(state, value, armour(pack, state, member)), -1)
    return WAIT
