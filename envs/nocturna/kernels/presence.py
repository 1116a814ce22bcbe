"""Who is where: sets of children, foes and locations, as bits."""

import numpy as np

from medianoche.envs.core.kernels.bits import lowest_bit, popcount
from medianoche.envs.nocturna.kernels import kernel
from medianoche.envs.nocturna.state import BASE, CAP, CHILDREN, FOES, SLOTS


@kernel
def lowest(bits):
    """The first of a set; -1 if it is empty."""
    return lowest_bit(np.uint64(bits)) if bits else -1


@kernel
def size(bits):
    """How many are in a set."""
    return popcount(np.uint64(bits))


@kernel
def standing(state):
    """All standing children; those who do not play have the insomnia of a defeated one."""
    found = 0
    for child in range(CHILDREN):
        if state.insomnia[child] <= CAP.insomnia:
            found |= 1 << child
    return found


@kernel
def fallen(state):
    """All defeated children."""
    return ((1 << (state.num_players - 1)) - 1) & ~standing(state)


@kernel
def fighters(state):
    """The standing children of the combat."""
    found = 0
    for child in range(CHILDREN):
        if state.in_battle[child] and state.insomnia[child] <= CAP.insomnia:
            found |= 1 << child
    return found


@kernel
def able_fighters(state):
    """The children of the combat that may act."""
    able = fighters(state)
    for child in range(CHILDREN):
        if state.stun[child] or state.bottle[child]:
            able &= ~(1 << child)
    return able


@kernel
def foes(state):
    """The foes of the combat that are not defeated."""
    found = 0
    for j in range(FOES):
        if state.foe_life[j]:
            found |= 1 << j
    return found


@kernel
def standing_at(state, place):
    """The standing children at a location."""
    found = 0
    for child in range(CHILDREN):
        if state.loc[child] == place and state.insomnia[child] <= CAP.insomnia:
            found |= 1 << child
    return found


@kernel
def children_at(state, place):
    """How many children, defeated ones included, are at a location."""
    count = 0
    for child in range(CHILDREN):
        count += state.loc[child] == place
    return count


@kernel
def nightmares_at(state, place):
    """How many nightmares lie at a location, known or not."""
    count = 0
    for slot in range(SLOTS):
        count += state.loc_nm[place, slot] != -1
    return count


@kernel
def to_carry(state):
    """The defeated children who have no place yet."""
    waiting = fallen(state)
    for child in range(CHILDREN):
        if state.loc[child] != -1:
            waiting &= ~(1 << child)
    return waiting


@kernel
def child_meant(state, action):
    """The child of a CHILD action, which counts from the child who acts."""
    return (max(state.to_move - 1, 0) + action - BASE.child) % (state.num_players - 1)


@kernel
def is_tired(state):
    """Whether the combat has lasted so long that both sides tire (R34)."""
    return state.turn > state.fatigue
