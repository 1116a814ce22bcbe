"""Placing a tile (posicionar): where a shape may lie, computed for all 64 anchors of an orientation at once.

Arguments: `seat` is 0 to 3. `pile` is a number of Pile, 0 to 7, and so a shape. A cell is 8 * row + column, 0 to 63;
`cells` and other sets of cells are uint64 with bit i for cell i. `orientation` is 0 to 7: 4 if flipped, plus quarter
turns clockwise. An anchor is the cell of the shape's first space. `piece` is 1 to 12 for the tile of that turn, 13 for
a patch. `height` is a level, 0 the bare board. `mask` is a set of actions, uint64[words], to which marked actions are
added.
"""

import numpy as np

from medianoche.envs.core.kernels.bits import popcount
from medianoche.envs.correo.kernels import kernel
from medianoche.envs.correo.pack import CANONICAL, distinct, oriented
from medianoche.envs.correo.state import BASE, NUM_PILES, PATCH_PIECE

LOW_BITS = np.uint64(0x0101010101010101)
GATHER = np.uint64(0x0102040810204080)
SEVENS = np.uint64(0x7F7F7F7F7F7F7F7F)
ZERO = np.uint64(0)
ONE = np.uint64(1)
TWO = np.uint64(2)
SEVEN = np.uint64(7)
TOP_BYTE = np.uint64(56)
PLACE_SHIFT = np.uint64(BASE.place)
PLACE_CARRY = np.uint64(64 - BASE.place)

SPACES = np.array([len(cells) for cells in CANONICAL], np.int64)
"""[pile] number of spaces of the shape."""

OFFSETS = np.array(
    [[[8 * r + c for r, c in (oriented(k, o) * 4)[:4]] for o in range(8)] for k in range(NUM_PILES)], np.int64
)
"""[pile, orientation, space] cell of the space minus the anchor; shapes of fewer spaces repeat theirs."""

SHIFTS = OFFSETS.astype(np.uint64)
FOOTPRINTS = np.array([distinct(k, (1, 1, 1, 1)) for k in range(NUM_PILES)], np.int64)
"""[pile] bit o set: orientation o covers other cells than every lower-numbered one."""

# A row of eight cells, one byte each, is read as one 64-bit word; the bytes are below 128.


@kernel
def low_bits(word):
    """Bit 0 of each of the eight bytes of `word`, as eight bits: one multiplication moves them side by side. `word` is
    uint64; bit i of the result, uint64 from 0 to 255, is that of byte i."""
    return ((word & LOW_BITS) * GATHER) >> TOP_BYTE


@kernel
def bytes_equal(word, number):
    """A mask of eight bits: bit i is 1 if byte i of `word` (uint64) equals `number`. All bytes and `number` are from 0
    to 127; the mask is uint64, 0 to 255."""
    # A byte of `differences` is 0 where equal; adding 127 sets bit 7 of every other byte, without a carry.
    differences = word ^ (np.uint64(number) * LOW_BITS)
    return low_bits(~(differences + SEVENS) >> SEVEN)


@kernel
def free_cells(pack, state, seat):
    """Set of the cells of the board without an animal: only animals block (R14)."""
    rows = state.animal[seat].view(np.uint64)
    animals = ZERO
    for r in range(8):
        word = rows[r, 0]
        animals |= low_bits(word | (word >> ONE) | (word >> TWO)) << np.uint64(8 * r)
    return pack.board & ~animals


@kernel
def level_cells(state, seat, height, cells):
    """Subset of `cells` on which a tile can lie at `height`, 0 the bare board; no cell of `cells` is lower than
    `height` (R11).

    Without option flat all covered cells together can carry a tile.
    """
    if height > 0 and not state.flat_only:
        return cells
    rows = state.height[seat].view(np.uint64)
    level = ZERO
    for r in range(8):
        level |= bytes_equal(rows[r, 0], height) << np.uint64(8 * r)
    return cells & level


@kernel
def cells_showing(state, seat, piece):
    """Set of the cells whose top is this piece: 0 the board, 1 to 12 the tile of that turn, 13 a patch."""
    rows = state.piece[seat].view(np.uint64)
    cells = ZERO
    for r in range(8):
        cells |= bytes_equal(rows[r, 0], piece) << np.uint64(8 * r)
    return cells


@kernel
def whole_tile(state, seat, piece, pile):
    """Set of the cells of a tile of the pile if no part of it is covered, else the empty set.

    No tile of its shape may lie exactly on these cells (R12).
    """
    cells = cells_showing(state, seat, piece)
    return cells if popcount(cells) == SPACES[pile] else ZERO


@kernel
def spots(pack, pile, orientation, cells):
    """Set of the anchors at which all spaces of the shape lie in `cells`: bit i for an anchor on cell i.

    The set shifted right by the offset of a space holds the anchors that put this space into the set.
    """
    first = SHIFTS[pile, orientation, 0]
    second = SHIFTS[pile, orientation, 1]
    third = SHIFTS[pile, orientation, 2]
    fourth = SHIFTS[pile, orientation, 3]
    return pack.fit[pile, orientation] & (cells >> first) & (cells >> second) & (cells >> third) & (cells >> fourth)


@kernel
def fits_level(pack, state, seat, pile, height, cells):
    """Whether a tile of the pile can be laid on `cells`, all of them free and at level `height`."""
    for orientation in range(8):
        if (FOOTPRINTS[pile] >> orientation) & 1:
            bits = spots(pack, pile, orientation, cells)
            if bits != ZERO and height > 0:
                for piece in range(1, PATCH_PIECE):
                    if state.piece_pile[seat, piece] == pile:
                        bits &= ~spots(pack, pile, orientation, whole_tile(state, seat, piece, pile))
            if bits != ZERO:
                return True
    return False


@kernel
def fitting_piles(pack, state, seat, piles):
    """Subset of `piles` (bit k: pile k) of which a tile can be laid on the seat's board (R7). `piles` is an int of
    eight bits."""
    # Level by level from the bare board up, until all piles fit or no cells are left.
    fitting = 0
    height = 0
    cells = free_cells(pack, state, seat)
    while cells != ZERO and fitting != piles:
        level = level_cells(state, seat, height, cells)
        for pile in range(NUM_PILES):
            if ((piles & ~fitting) >> pile) & 1 and fits_level(pack, state, seat, pile, height, level):
                fitting |= 1 << pile
        cells &= ~level
        height += 1
    return fitting


@kernel
def mark_placements(pack, state, mask):
    """PLACE: mark every orientation and anchor at which the tile taken may be laid."""
    seat = state.to_move
    tile = state.taken
    pile = pack.tile_pile[tile]
    orientations = pack.tile_orientations[tile]
    cells = free_cells(pack, state, seat)
    height = 0
    while cells != ZERO:
        level = level_cells(state, seat, height, cells)
        for orientation in range(8):
            if (orientations >> orientation) & 1:
                bits = spots(pack, pile, orientation, level)
                mask[orientation] |= bits << PLACE_SHIFT
                mask[orientation + 1] |= bits >> PLACE_CARRY
        cells &= ~level
        height += 1
    # Take back the placements that lie exactly on one visible tile of the same shape (R12).
    for piece in range(1, PATCH_PIECE):
        if state.piece_pile[seat, piece] == pile:
            cells = whole_tile(state, seat, piece, pile)
            for orientation in range(8):
                bits = spots(pack, pile, orientation, cells)
                mask[orientation] &= ~(bits << PLACE_SHIFT)
                mask[orientation + 1] &= ~(bits >> PLACE_CARRY)
