"""Messages (mensajes): of two animals of a kind in a line with no animal between, one walks to the other and leaves.

Arguments: `seat` is 0 to 3. A cell is 8 * row + column, 0 to 63; `animals` and `cells` are sets of cells, uint64 with
bit i for cell i. `direction` is 0 north, 1 east, 2 south, 3 west. `mask` is a set of actions, uint64[words], to which
marked actions are added.
"""

import numpy as np

from medianoche.envs.core.kernels.bits import lowest_bit, set_bit
from medianoche.envs.core.kernels.notes import note
from medianoche.envs.correo.events import News
from medianoche.envs.correo.kernels import kernel
from medianoche.envs.correo.kernels.placement import ONE, ZERO, free_cells
from medianoche.envs.correo.pack import bitboard
from medianoche.envs.correo.state import BASE, STRIDE

STEPS = np.array([-8, 1, 8, -1], np.int64)
"""[direction] difference between a cell and the next one north, east, south, west."""

EAST = np.array([bitboard([(cell // 8, c) for c in range(cell % 8 + 1, 8)]) for cell in range(64)], np.uint64)
"""[cell] set of the cells to the right of it, in its row."""

SOUTH = np.array([bitboard([(r, cell % 8) for r in range(cell // 8 + 1, 8)]) for cell in range(64)], np.uint64)
"""[cell] set of the cells below it, in its column."""


@kernel
def animal_cells(pack, state, seat):
    """Set of the cells of the board with an animal. It is a uint64, bit i for cell i."""
    return pack.board & ~free_cells(pack, state, seat)


@kernel
def kind_on(state, seat, cell):
    """Code of the animal on the cell, 1 to 5, 0 if there is none."""
    return state.animal[seat, cell >> 3, cell & 7]


@kernel
def height_of(state, seat, cell):
    """Level of the cell, 0 the bare board: the points of a step onto it."""
    return state.height[seat, cell >> 3, cell & 7]


@kernel
def partner(state, seat, cell, animals):
    """The cell of the animal with which the one on `cell` forms a pair, looking east or south; -1 if there is none.
    `animals` are the cells, as a set, with an animal to the right of `cell` in its row, or below it in its column."""
    # Line of sight: only animals block. Bits grow to the east and to the south, so the lowest one is the nearest.
    if animals == ZERO:
        return -1
    other = lowest_bit(animals)
    return other if kind_on(state, seat, other) == kind_on(state, seat, cell) else -1


@kernel
def mark_messages(pack, state, seat, mask):
    """RESOLVE: mark both walks of every pair (R28, R29); returns whether there is a pair."""
    # Each pair is found once, from its western or northern animal: that one walks east (1) or south (2), the other one
    # back, west (3) or north (0).
    animals = animal_cells(pack, state, seat)
    rest = animals
    may_message = False
    while rest != ZERO:
        cell = lowest_bit(rest)
        rest &= rest - ONE
        east = partner(state, seat, cell, animals & EAST[cell])
        south = partner(state, seat, cell, animals & SOUTH[cell])
        if east >= 0:
            set_bit(mask, BASE.message + STRIDE.message * cell + 1)
            set_bit(mask, BASE.message + STRIDE.message * east + 3)
            may_message = True
        if south >= 0:
            set_bit(mask, BASE.message + STRIDE.message * cell + 2)
            set_bit(mask, BASE.message + STRIDE.message * south)
            may_message = True
    return may_message


@kernel
def has_pair(pack, state, seat):
    """Whether two animals on the seat's board form a pair."""
    animals = animal_cells(pack, state, seat)
    rest = animals
    while rest != ZERO:
        cell = lowest_bit(rest)
        rest &= rest - ONE
        if partner(state, seat, cell, animals & EAST[cell]) >= 0:
            return True
        if partner(state, seat, cell, animals & SOUTH[cell]) >= 0:
            return True
    return False


@kernel
def play_message(state, cell, direction):
    """The animal on the cell walks to the next one, scores every cell entered, and leaves the board (R30-R32)."""
    seat = state.to_move
    step = STEPS[direction]
    kind = kind_on(state, seat, cell)
    # Cells up to the first animal score their level; the receiver's cell does if option count_destination is on.
    here = cell + step
    walked = 0
    while kind_on(state, seat, here) == 0:
        walked += height_of(state, seat, here)
        here += step
    if state.count_dest:
        walked += height_of(state, seat, here)
    # The walker goes back to the reserve, the receiver stays; the colour counts for the combo.
    state.animal[seat, cell >> 3, cell & 7] = 0
    state.reserve[kind] += 1
    state.track[seat] += walked
    note(state, News.DELIVERED, seat, kind, cell, here, direction, walked)
    state.msg_points += walked
    state.msgs += 1
    state.msg_colours |= 1 << (kind - 1)
    state.spell_open = 0
