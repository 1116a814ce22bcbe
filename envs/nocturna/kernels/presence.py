"""Sets of children, foes and locations as bits: bit i stands for number i.

Children, foes and locations are 0 to 3; `place` is a location from the left. `bits` is a set, from 0.
"""

import numpy as np

from medianoche.envs.core.kernels import inlined
from medianoche.envs.core.kernels.bits import lowest_bit, popcount
from medianoche.envs.core.kernels.counts import count_of
from medianoche.envs.nocturna.kernels import kernel
from medianoche.envs.nocturna.numbers import CAP
from medianoche.envs.nocturna.state import BASE, CHILDREN, FOES, SLOTS


@kernel
def lowest(bits):
    """The lowest member of a bit set, from 0; -1 if it is empty."""
    return lowest_bit(np.uint64(bits)) if bits else -1


@kernel
def size(bits):
    """Number of members of a bit set."""
    return popcount(np.uint64(bits))


@inlined
def standing_of(record):
    """Bit set of all standing children in a state or a fight: bit i for child i, 0 to 3. Absent children have the
    insomnia of a defeated one."""
    children = 0
    for child in range(CHILDREN):
        if record.insomnia[child] <= CAP.insomnia:
            children |= 1 << child
    return children


@kernel
def standing(state):
    """Bit set of all standing children."""
    return standing_of(state)


@kernel
def fallen(state):
    """Bit set of all defeated children."""
    return ((1 << (state.num_players - 1)) - 1) & ~standing(state)


@kernel
def fighters(state):
    """Bit set of the standing children in the combat."""
    children = 0
    for child in range(CHILDREN):
        if state.in_battle[child] and state.insomnia[child] <= CAP.insomnia:
            children |= 1 << child
    return children


@kernel
def able_fighters(state):
    """Bit set of the children in the combat that may act."""
    able = fighters(state)
    for child in range(CHILDREN):
        if state.stun[child] or state.bottle[child]:
            able &= ~(1 << child)
    return able


@kernel
def foes(state):
    """Bit set of the foes in the combat that are not defeated."""
    places = 0
    for j in range(FOES):
        if state.foe_life[j]:
            places |= 1 << j
    return places


@kernel
def standing_at(state, place):
    """Bit set of the standing children at a location."""
    children = 0
    for child in range(CHILDREN):
        if state.loc[child] == place and state.insomnia[child] <= CAP.insomnia:
            children |= 1 << child
    return children


@kernel
def children_at(state, place):
    """Number of children at a location, defeated ones included."""
    return count_of(state.loc, place)


@kernel
def nightmares_at(state, place):
    """Number of nightmares at a location, concealed ones included."""
    return SLOTS - count_of(state.loc_nm[place], -1)


@kernel
def to_carry(state):
    """Bit set of the defeated children that have no location yet."""
    waiting = fallen(state)
    for child in range(CHILDREN):
        if state.loc[child] != -1:
            waiting &= ~(1 << child)
    return waiting


@kernel
def child_meant(state, action):
    """The child that a CHILD action means; actions count from the child who acts. The result is a child, 0 to 3."""
    return (max(state.to_move - 1, 0) + action - BASE.child) % (state.num_players - 1)


@kernel
def is_tired(state):
    """Whether the combat is past its `fatigue` turns, so that both sides tire (R34)."""
    return state.turn > state.fatigue
