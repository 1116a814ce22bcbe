"""What the table shows of whom: life, armour, characteristics, with objects and poison; and the dice."""

import numpy as np

from medianoche.envs.core.kernels.bits import ONE, ZERO, lowest_bit
from medianoche.envs.core.kernels.rng import draw
from medianoche.envs.medianokte.state import (
    ARMOUR,
    BOSS,
    CREW,
    DIE,
    FOE,
    MOD_ARMOUR,
    MOD_LIFE,
    MOD_TRAITS,
    TRAITS,
    Header,
    kernel,
)


@kernel
def crew_size(state):
    """How many crew members play."""
    return np.int64(state.num_players) - 1


@kernel
def roll(state, faces):
    """One die: 1 to `faces`."""
    return 1 + draw(state, faces)


@kernel
def magic(pack, state):
    """The magic die (dado mágico): 1, 2, 3 or nothing."""
    return np.int64(pack.magic_die[draw(state, 6)])


@kernel
def bonus(pack, state, member, mod):
    """Sum of one modifier over the permanent objects of a crew member (R17)."""
    total = np.int64(0)
    kinds = pack.mod_kinds[mod]
    while kinds != ZERO:
        kind = lowest_bit(kinds)
        total += np.int64(state.items[member, kind]) * np.int64(pack.object_mod[kind, mod])
        kinds &= kinds - ONE
    return total


@kernel
def life(pack, state, member):
    """Damage that brings a crew member down."""
    basic = np.int64(pack.char_stats[state.character[member], 0])
    return basic + np.int64(pack.life_bonus[crew_size(state) - 1]) + bonus(pack, state, member, MOD_LIFE)


@kernel
def boss_life(pack, state):
    """Damage that brings the boss down."""
    return np.int64(pack.boss_life) + np.int64(pack.boss_life_per_crew) * crew_size(state)


@kernel
def armour(pack, state, code):
    """Armour of a crew member, astrali or boss: base + objects - poison (R22)."""
    if code < CREW:
        basic = np.int64(pack.char_stats[state.character[code], 1])
        return basic + bonus(pack, state, code, MOD_ARMOUR) - np.int64(state.poison[code])
    if code == BOSS:
        return np.int64(pack.boss_stats[state.boss, 0]) - np.int64(state.boss_poison)
    slot = code - FOE
    return np.int64(pack.astrali[state.army_kind[slot], ARMOUR]) - np.int64(state.army_poison[slot])


@kernel
def characteristic(pack, state, code, trait):
    """Characteristic 1 strength, 2 dexterity or 3 will of a crew member, astrali or boss."""
    if code < CREW:
        basic = np.int64(pack.char_stats[state.character[code], 1 + trait])
        return basic + bonus(pack, state, code, MOD_TRAITS + trait)
    if code == BOSS:
        return np.int64(pack.boss_stats[state.boss, trait])
    return np.int64(pack.astrali[state.army_kind[code - FOE], TRAITS + trait])


@kernel
def passes(state, die, value):
    """Whether a die rolls under a characteristic (R21)."""
    return die < value or (state.ties == 1 and die == value)


@kernel
def hits(state, dice, against):
    """Roll dice one by one: how many reach an armour (R22)."""
    total = np.int64(0)
    for _ in range(dice):
        total += np.int64(roll(state, DIE) >= against)
    return total


@kernel
def any_ready(state):
    """Whether a ready astrali shields the others and the boss from melee."""
    for slot in range(np.int64(state.army_size)):
        if state.army_orient[slot] == 0:
            return True
    return False


@kernel
def has_target(state, header):
    """Whether a card with this header can be for anybody (R10, R24)."""
    if header == Header.ASTRALI or header == Header.EACH_ASTRALI:
        return state.army_size > 0
    if header == Header.MATE:
        return state.num_players > 2
    return True


@kernel
def mark_run(mask, first, count):
    """`count` < 64 actions in a row from `first` on."""
    bits = (ONE << np.uint64(count)) - ONE
    shift = np.uint64(first & 63)
    mask[first >> 6] |= bits << shift
    if (first & 63) + count > 64:
        mask[(first >> 6) + 1] |= bits >> (np.uint64(64) - shift)


@kernel
def absolute(state, member, relative):
    """Crew member number `relative` clockwise from `member`, who is 0."""
    return (member + relative) % crew_size(state)
