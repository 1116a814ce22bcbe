"""Messages (mensajes): two animals of a kind in line with none between; one walks to the other and leaves."""

import numpy as np

from medianoche.envs.core.kernels.bits import lowest_bit, set_bit
from medianoche.envs.correo.kernels.placement import ONE, ZERO, free_cells
from medianoche.envs.correo.shapes import EAST, SOUTH
from medianoche.envs.correo.state import MESSAGE, kernel

STEPS = np.array([-8, 1, 8, -1], np.int64)
"""From a cell to the next one north, east, south, west."""


@kernel
def animal_cells(pack, state, seat):
    """Cells of the board with an animal."""
    return pack.board & ~free_cells(pack, state, seat)


@kernel
def kind_on(state, seat, cell):
    """Code of the animal on the cell, 0 if there is none."""
    return np.int64(state.animal[seat, cell >> 3, cell & 7])


@kernel
def height_of(state, seat, cell):
    """Level of the cell: what a step onto it is worth."""
    return np.int64(state.height[seat, cell >> 3, cell & 7])


@kernel
def mark_messages(pack, state, seat, mask):
    """RESOLVE: both walks of every pair (R28, R29); returns whether there is a pair."""
    animals = animal_cells(pack, state, seat)
    rest = animals
    found = False
    while rest != ZERO:
        cell = lowest_bit(rest)
        rest &= rest - ONE
        kind = kind_on(state, seat, cell)
        ahead = animals & EAST[cell]
        if ahead != ZERO:
            other = lowest_bit(ahead)
            if kind_on(state, seat, other) == kind:
                set_bit(mask, MESSAGE + 4 * cell + 1)
                set_bit(mask, MESSAGE + 4 * other + 3)
                found = True
        ahead = animals & SOUTH[cell]
        if ahead != ZERO:
            other = lowest_bit(ahead)
            if kind_on(state, seat, other) == kind:
                set_bit(mask, MESSAGE + 4 * cell + 2)
                set_bit(mask, MESSAGE + 4 * other)
                found = True
    return found


@kernel
def has_pair(pack, state, seat):
    """Whether two animals on the seat's board could exchange a message."""
    animals = animal_cells(pack, state, seat)
    rest = animals
    while rest != ZERO:
        cell = lowest_bit(rest)
        rest &= rest - ONE
        kind = kind_on(state, seat, cell)
        east, south = animals & EAST[cell], animals & SOUTH[cell]
        if east != ZERO and kind_on(state, seat, lowest_bit(east)) == kind:
            return True
        if south != ZERO and kind_on(state, seat, lowest_bit(south)) == kind:
            return True
    return False


@kernel
def deliver(state, cell, direction):
    """The animal on `cell` walks to the next one: points for every cell entered, and back to the reserve (R30-R32)."""
    seat, step = np.int64(state.to_move), STEPS[direction]
    kind = kind_on(state, seat, cell)
    at = cell + step
    walked = np.int64(0)
    while kind_on(state, seat, at) == 0:
        walked += height_of(state, seat, at)
        at += step
    if state.count_dest:
        walked += height_of(state, seat, at)
    state.animal[seat, cell >> 3, cell & 7] = 0
    state.reserve[kind] += 1
    state.track[seat] += walked
    state.msg_points += walked
    state.msgs += 1
    state.msg_colours |= np.uint8(1 << (kind - 1))
