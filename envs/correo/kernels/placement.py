"""Placing a tile (posicionar): where a shape may lie, all 64 anchors of an orientation at once."""

import numpy as np

from medianoche.envs.core.kernels.bits import popcount
from medianoche.envs.correo.shapes import FOOTPRINTS, NUM_PILES, OFFSETS, SPACES
from medianoche.envs.correo.state import PLACE, kernel

LOW_BITS, GATHER, SEVENS = np.uint64(0x0101010101010101), np.uint64(0x0102040810204080), np.uint64(0x7F7F7F7F7F7F7F7F)
ZERO, ONE, TWO, SEVEN, TOP_BYTE = np.uint64(0), np.uint64(1), np.uint64(2), np.uint64(7), np.uint64(56)
PLACE_SHIFT, PLACE_CARRY = np.uint64(PLACE), np.uint64(64 - PLACE)

# A row of eight cells, one byte each, is read as one word; numbers in them are below 128.


@kernel
def low_bits(word):
    """Bit 0 of each of the eight bytes of `word`, as eight bits."""
    return ((word & LOW_BITS) * GATHER) >> TOP_BYTE


@kernel
def bytes_equal(word, number):
    """Which of the eight bytes of `word` are `number`, as eight bits."""
    differences = word ^ (np.uint64(number) * LOW_BITS)
    return low_bits(~(differences + SEVENS) >> SEVEN)


@kernel
def free_cells(pack, state, seat):
    """Cells of the board without an animal."""
    rows = state.animal[seat].view(np.uint64)
    animals = ZERO
    for r in range(8):
        word = rows[r, 0]
        animals |= low_bits(word | (word >> ONE) | (word >> TWO)) << np.uint64(8 * r)
    return pack.board & ~animals


@kernel
def cells_at(state, seat, height):
    """Cells of exactly this height."""
    rows = state.height[seat].view(np.uint64)
    cells = ZERO
    for r in range(8):
        cells |= bytes_equal(rows[r, 0], height) << np.uint64(8 * r)
    return cells


@kernel
def cells_showing(state, seat, piece):
    """Cells whose top is this piece."""
    rows = state.piece[seat].view(np.uint64)
    cells = ZERO
    for r in range(8):
        cells |= bytes_equal(rows[r, 0], piece) << np.uint64(8 * r)
    return cells


@kernel
def supporting(state, seat, height, cells):
    """Those of `cells`, none of them lower, that can carry a tile together, `height` pieces up (R11)."""
    if state.flat_only or height == 0:
        return cells & cells_at(state, seat, height)
    return cells


@kernel
def spots(pack, pile, orientation, cells):
    """Anchors at which all spaces of the shape lie in `cells`."""
    first, second = OFFSETS[pile, orientation, 0], OFFSETS[pile, orientation, 1]
    third, fourth = OFFSETS[pile, orientation, 2], OFFSETS[pile, orientation, 3]
    return pack.fit[pile, orientation] & (cells >> first) & (cells >> second) & (cells >> third) & (cells >> fourth)


@kernel
def own_shape_spots(pack, state, seat, pile, orientation):
    """Anchors wholly over one visible tile of the same pile (R12)."""
    found = ZERO
    for piece in range(1, 13):
        if state.piece_pile[seat, piece] == pile:
            cells = cells_showing(state, seat, piece)
            if popcount(cells) == SPACES[pile]:
                found |= spots(pack, pile, orientation, cells)
    return found


@kernel
def fits_level(pack, state, seat, pile, height, cells):
    """Whether a tile of the pile can be laid on `cells`, all of them free and of one level."""
    for orientation in range(8):
        if (FOOTPRINTS[pile] >> orientation) & 1:
            found = spots(pack, pile, orientation, cells)
            if found != ZERO and height > 0:
                found &= ~own_shape_spots(pack, state, seat, pile, orientation)
            if found != ZERO:
                return True
    return False


@kernel
def fitting_piles(pack, state, seat, piles):
    """Those of the piles (bit k: pile k) of which a tile can be laid on the seat's board (R7)."""
    fitting, height = np.int64(0), np.int64(0)
    cells = free_cells(pack, state, seat)
    while cells != ZERO and fitting != piles:
        level = supporting(state, seat, height, cells)
        for pile in range(NUM_PILES):
            if ((piles & ~fitting) >> pile) & 1 and fits_level(pack, state, seat, pile, height, level):
                fitting |= 1 << pile
        cells &= ~level
        height += 1
    return fitting


@kernel
def unmark_own_shapes(pack, state, seat, pile, mask):
    """No longer mark any placement wholly over one visible tile of the same pile (R12)."""
    for piece in range(1, 13):
        if state.piece_pile[seat, piece] == pile:
            cells = cells_showing(state, seat, piece)
            if popcount(cells) == SPACES[pile]:
                for orientation in range(8):
                    found = spots(pack, pile, orientation, cells)
                    mask[orientation] &= ~(found << PLACE_SHIFT)
                    mask[orientation + 1] &= ~(found >> PLACE_CARRY)


@kernel
def mark_placements(pack, state, mask):
    """PLACE: every orientation and anchor of the tile taken."""
    seat, tile = np.int64(state.to_move), np.int64(state.taken)
    pile, orientations = np.int64(pack.tile_pile[tile]), np.int64(pack.tile_orientations[tile])
    cells = free_cells(pack, state, seat)
    height = np.int64(0)
    while cells != ZERO:
        level = supporting(state, seat, height, cells)
        for orientation in range(8):
            if (orientations >> orientation) & 1:
                found = spots(pack, pile, orientation, level)
                mask[orientation] |= found << PLACE_SHIFT
                mask[orientation + 1] |= found >> PLACE_CARRY
        cells &= ~level
        height += 1
    unmark_own_shapes(pack, state, seat, pile, mask)
