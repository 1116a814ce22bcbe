"""Attacks of both sides, with their dice: three ranges (melee, distance, area), three types (basic, magic, special).

Arguments: `member` is a crew member, 0 to 4; `slot` an army slot, 0 to 19; `code` a target, see Code. `weapon` is 0 to
5, `reach` one of MELEE, DISTANCE, AREA (see Weapon), `place` a place in PLACES, 0 to 42. `value` is an attack value,
see Attack.
"""

from medianoche.envs.core.kernels.notes import note
from medianoche.envs.medianokte import state as st
from medianoche.envs.medianokte.events import News
from medianoche.envs.medianokte.kernels import kernel
from medianoche.envs.medianokte.kernels.effects import begin_sweep, lay_weapon, special_hits
from medianoche.envs.medianokte.kernels.stats import armour, bonus, hits, magic, roll, throw
from medianoche.envs.medianokte.kernels.wounds import hurt, kind_of
from medianoche.envs.medianokte.numbers import STRIKE_COST

CHARACTER, A_WEAPON = st.CARDS.per.character, st.PLACES.size
"""Number of cards of a character, and of places at which a weapon can attack."""


@kernel
def weapon_column(pack, state, member, weapon, column):
    """A column of Weapon of one weapon of a crew member.

    `weapon` 0 and 1 are the basic weapons or the found weapons that cover them, from 2 on revived astralis (R25). The
    result is an attack value for a range, an orientation for TIRES, a characteristic for TRAIT.
    """
    if weapon >= st.LIMITS.weapons:  # a revived astrali attacks at a distance and taps
        kind = state.extra_kind[member, weapon - st.LIMITS.weapons]
        if column == st.Weapon.DISTANCE:
            return pack.astrali[kind, st.Astrali.ATTACK]
        if column == st.Weapon.TRAIT:
            return pack.astrali[kind, st.Astrali.TRAIT]
        return st.Orient.TAPPED * (column == st.Weapon.TIRES)
    kind = state.found[member, weapon]
    if kind >= 0:
        return pack.object_weapon[kind, column]
    return pack.char_weapon[state.character[member], weapon, column]


@kernel
def weapon_card(state, member, weapon):
    """The card number of a weapon; the card's program runs after a special attack that succeeds."""
    if weapon >= st.LIMITS.weapons:
        return st.CARD.astrali + state.extra_kind[member, weapon - st.LIMITS.weapons]
    if state.found[member, weapon] >= 0:
        return st.CARD.object + state.found[member, weapon]
    return st.CARD.character + CHARACTER * state.character[member] + weapon


@kernel
def attack_dice(pack, state, member, reach, value):
    """Number of dice of a basic attack: those of the weapon (`value`), of euphoria and of objects (R18)."""
    dice = value + state.euphoria[member]
    if reach == st.Weapon.MELEE:
        dice += bonus(pack, state, member, st.Stat.MELEE)
    elif reach == st.Weapon.DISTANCE:
        dice += bonus(pack, state, member, st.Stat.DISTANCE)
    return dice


@kernel
def place_reach(place):
    """The range, a column of Weapon, of a place in PLACES."""
    if place == st.PLACE.area:
        return st.Weapon.AREA
    return st.Weapon.MELEE if place < st.PLACE.distance else st.Weapon.DISTANCE


@kernel
def place_code(place):
    """The code, 5 to 25, of the foe at a place in PLACES that is not for area."""
    slot = place - st.PLACE.melee if place < st.PLACE.distance else place - st.PLACE.distance
    return st.Code.BOSS if slot == st.LIMITS.army else st.Code.FOE + slot


@kernel
def attack_one(pack, state, member, weapon, reach, code):
    """Roll an attack of a crew member at one foe, and apply its damage or effect."""
    value = weapon_column(pack, state, member, weapon, reach)
    if value == st.Attack.SPECIAL:  # one die against a characteristic; if it succeeds, run the weapon's program
        trait = weapon_column(pack, state, member, weapon, st.Weapon.TRAIT)
        if special_hits(pack, state, throw(state), trait, member, code):
            lay_weapon(state, weapon_card(state, member, weapon), member, member, code, st.After.TURN_ENDS)
        else:
            note(state, News.UNHURT, code, kind_of(state, code))
        return
    if value == st.Attack.MAGIC:
        damage = magic(pack, state)
    else:
        damage = hits(state, attack_dice(pack, state, member, reach, value), armour(pack, state, code))
    hurt(pack, state, code, damage, member)


@kernel
def count_hits(thrown, against):
    """Number of dice in `thrown` (four bits each, 1 to 10) that reach the armour `against`."""
    total = 0
    while thrown > 0:
        total += thrown & 15 >= against
        thrown >>= 4
    return total


@kernel
def attack_area(pack, state, member, weapon):
    """Roll an attack once, and apply it to every foe, from the last slot of the army to the boss (R19)."""
    value = weapon_column(pack, state, member, weapon, st.Weapon.AREA)
    if value == st.Attack.SPECIAL:  # keep the die; `next_target` compares it with each foe and runs the program
        lay_weapon(state, weapon_card(state, member, weapon), member, member, -1, st.After.TURN_ENDS)
        state.roll = throw(state)
        state.roll_stat = weapon_column(pack, state, member, weapon, st.Weapon.TRAIT)
        begin_sweep(state, st.Sweep.EACH_FOE)
        return
    # Dice of a basic attack are kept, four bits each, since every foe has its own armour.
    thrown = 0
    damage = 0
    if value == st.Attack.MAGIC:
        damage = magic(pack, state)
    else:
        for _ in range(attack_dice(pack, state, member, st.Weapon.AREA, value)):
            thrown = thrown << 4 | roll(state)
        note(state, News.THREW, thrown)
    # From the last slot down: an astrali that falls moves only slots that were already hit. Slot -1 is the boss.
    for slot in range(state.army_size - 1, -2, -1):
        code = st.Code.FOE + slot if slot >= 0 else st.Code.BOSS
        if value != st.Attack.MAGIC:
            damage = count_hits(thrown, armour(pack, state, code))
        hurt(pack, state, code, damage, member)


@kernel
def play_attack(pack, state, member, weapon, place):
    """A crew member attacks with a ready weapon at a place in PLACES; the weapon tires before the dice (R17)."""
    tires = weapon_column(pack, state, member, weapon, st.Weapon.TIRES)
    if weapon >= st.LIMITS.weapons:
        state.extra_orient[member, weapon - st.LIMITS.weapons] = tires
    else:
        state.orient[member, weapon] = tires
    # A write of `phase` is a moment on the way: in it all seats see the attack, before its dice.
    state.target = st.Code.NOBODY if place == st.PLACE.area else place_code(place)
    state.after = st.After.TURN_ENDS
    if place == st.PLACE.area:
        note(state, News.ATTACKED_ALL, 1 + member, weapon)
    else:
        note(
            state,
            News.ATTACKED,
            1 + member,
            weapon,
            state.target,
            kind_of(state, state.target),
            armour(pack, state, state.target),
        )
    state.phase = st.Phase.CREW
    state.target = st.Code.NOBODY
    state.after = st.After.CREW_GOES_ON
    note(state, News.RESOLVED)
    state.phase = st.Phase.TURN_OVER
    if place == st.PLACE.area:
        attack_area(pack, state, member, weapon)
    else:
        attack_one(pack, state, member, weapon, place_reach(place), place_code(place))


@kernel
def play_strike(pack, state, slot, member):
    """The astrali in `slot` attacks a crew member: the Enemy pays one energy, and the astrali taps (R9)."""
    note(state, News.STRUCK, 0, state.army_kind[slot], armour(pack, state, member), slot, 1 + member)
    state.energy -= STRIKE_COST
    note(state, News.SPENT, 0, STRIKE_COST, state.energy)
    state.spent = 1
    state.army_orient[slot] = st.Orient.TAPPED
    state.last_hit = member
    kind = state.army_kind[slot]
    value = pack.astrali[kind, st.Astrali.ATTACK]
    if value == st.Attack.SPECIAL:
        trait = pack.astrali[kind, st.Astrali.TRAIT]
        code = st.Code.FOE + slot
        if special_hits(pack, state, throw(state), trait, code, member):
            lay_weapon(state, st.CARD.astrali + kind, -1, code, member, st.After.ENEMY_GOES_ON)
        else:
            note(state, News.UNHURT, member, -1)
    elif value == st.Attack.MAGIC:
        hurt(pack, state, member, magic(pack, state), -1)
    else:
        hurt(pack, state, member, hits(state, value, armour(pack, state, member)), -1)
