"""Dice, and current life, armour and characteristics of crew members, astralis and the boss.

Arguments: `member` is a crew member, 0 to 4; `code` a target, see Code: 0 to 4 a crew member, 5 to 24 an army slot, 25
the boss. A die is 1 to 10; armour and characteristics are compared with it. `stat` is one of Stat, `header` one of
Header.
"""

import numpy as np

from medianoche.envs.core.kernels.bits import ONE, ZERO, lowest_bit
from medianoche.envs.core.kernels.notes import note
from medianoche.envs.core.kernels.rng import draw
from medianoche.envs.medianokte.events import News
from medianoche.envs.medianokte.kernels import kernel
from medianoche.envs.medianokte.numbers import DIE
from medianoche.envs.medianokte.state import Astrali, Code, Header, Orient, Stat


@kernel
def crew_size(state):
    """Number of crew members in the game."""
    return state.num_players - 1


@kernel
def roll(state):
    """Roll the die, 1 to 10."""
    return 1 + draw(state, DIE)


@kernel
def throw(state):
    """Roll the die, 1 to 10, alone, for a test or a special attack."""
    die = roll(state)
    note(state, News.THREW, die)
    return die


@kernel
def magic(pack, state):
    """Roll the magic die (dado mágico): 0 to 3 damage."""
    face = pack.magic_die[draw(state, 6)]
    note(state, News.MAGIC_DIE, face)
    return face


@kernel
def bonus(pack, state, member, stat):
    """The sum of what the permanent objects of a crew member, 0 to 4, add to `stat`, one of Stat; each copy counts
    (R17)."""
    total = 0
    kinds = pack.mod_kinds[stat]
    while kinds != ZERO:
        kind = lowest_bit(kinds)
        total += state.items[member, kind] * pack.object_mod[kind, stat]
        kinds &= kinds - ONE
    return total


@kernel
def life(pack, state, member):
    """Life of a crew member, 0 to 4, in points: at this damage it falls."""
    printed = pack.char_stats[state.character[member], Stat.LIFE] + pack.life_bonus[crew_size(state) - 1]
    return printed + bonus(pack, state, member, Stat.LIFE)


@kernel
def boss_life(pack, state):
    """Life of the boss, in points: at this damage the crew wins."""
    return pack.boss_life + pack.boss_life_per_crew * crew_size(state)


@kernel
def armour(pack, state, code):
    """Armour of a crew member, astrali or boss: printed + objects - poison; it may be below 1 (R22)."""
    if code < Code.FOE:
        printed = pack.char_stats[state.character[code], Stat.ARMOUR]
        return printed + bonus(pack, state, code, Stat.ARMOUR) - state.poison[code]
    if code == Code.BOSS:
        return pack.boss_stats[state.boss, 0] - state.boss_poison
    slot = code - Code.FOE
    return pack.astrali[state.army_kind[slot], Astrali.ARMOUR] - state.army_poison[slot]


@kernel
def characteristic(pack, state, code, trait):
    """Characteristic `trait` (1 strength, 2 dexterity, 3 will) of a crew member, astrali or boss, `code`: a number to
    roll under or over with a die of ten faces."""
    stat = Stat.STRENGTH + trait - 1
    if code < Code.FOE:
        return pack.char_stats[state.character[code], stat] + bonus(pack, state, code, stat)
    if code == Code.BOSS:
        return pack.boss_stats[state.boss, stat - Stat.ARMOUR]
    return pack.astrali[state.army_kind[code - Code.FOE], Astrali.STRENGTH + trait - 1]


@kernel
def passes(state, die, value):
    """Whether a die, 1 to 10, rolls under a characteristic of `value` (R21); with option `ties` also if it equals
    it."""
    return die < value or (state.ties == 1 and die == value)


@kernel
def hits(state, dice, against):
    """Roll `dice` dice one by one; returns how many reach the armour `against` (R22)."""
    total = 0
    thrown = 0
    for _ in range(dice):
        die = roll(state)
        thrown = thrown << 4 | die
        total += die >= against
    note(state, News.THREW, thrown)
    return total


@kernel
def any_ready(state):
    """Whether an astrali is ready; it shields the other foes from melee."""
    for slot in range(state.army_size):
        if state.army_orient[slot] == Orient.READY:
            return True
    return False


@kernel
def has_target(state, header):
    """Whether a card with this header has a possible target (R10, R24)."""
    if header == Header.ASTRALI or header == Header.EACH_ASTRALI:
        return state.army_size > 0
    if header == Header.MATE:
        return state.num_players > 2
    return True


@kernel
def absolute(state, member, relative):
    """The crew member, 0 to 4, `relative` places clockwise from `member`."""
    return (member + relative) % crew_size(state)


@kernel
def mark_run(mask, first, count):
    """Mark `count` < 64 actions in a row from action `first` on in `mask`, uint64[words]."""
    bits = (ONE << np.uint64(count)) - ONE
    shift = np.uint64(first & 63)
    mask[first >> 6] |= bits << shift
    if (first & 63) + count > 64:
        mask[(first >> 6) + 1] |= bits >> (np.uint64(64) - shift)
