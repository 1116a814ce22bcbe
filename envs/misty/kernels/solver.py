"""What arrows do in a window, and the most points that can still be got out of it.

The solver rests on one observation: the outcome depends only on WHICH arrows move. A set of movers can be had in some
order exactly if every arrow outside it is covered by one inside it and no complete cycle of arrows, each on the target
of the one before, is inside it. Except for rows of smiles and the balance of flowers and monsters, what a cell is worth
then depends only on how many cards move into it (none, one, more), which is a small sum along trees and cycles.
"""

import numpy as np

from medianoche.envs.core.kernels.bits import lowest_bit
from medianoche.envs.misty.state import (
    ACT_BASE,
    ARROW,
    CELLS,
    COL_STEP,
    FLOWER,
    MONSTER,
    MOVED,
    PTS_ARROW,
    PTS_FLOWER,
    PTS_MONSTER,
    PTS_PAIR,
    PTS_SMILE,
    PTS_STILL,
    ROW_STEP,
    SIDE,
    SMILE,
    STACK,
    STILL,
    kernel,
)

IMPOSSIBLE = -10_000
# Rows of `sums`. For a cell: the best sum over the sources seen so far when 0, 1 or more of them move into it.
NONE_IN, ONE_IN, MORE_IN = 0, 1, 2
TARGET, SOURCES = 3, 4  # of an arrow: where it points (-1 outside), how many arrows point at it
FLOWERS_LEFT, MONSTERS_LEFT = 5, 6  # by number: the best sum with that many left uncovered


@kernel
def target_of(cell, kind, height, width):
    """The cell that the arrow `kind` on `cell` points at; -1 if that is outside the window."""
    row = (cell >> 2) + ROW_STEP[kind - ARROW]
    col = (cell & 3) + COL_STEP[kind - ARROW]
    if row < 0 or row >= height or col < 0 or col >= width:
        return np.int64(-1)
    return np.int64(SIDE * row + col)


@kernel
def pending_arrows(state, seat):
    """Bits of the cells of `seat` that hold an arrow which is uncovered and not yet activated."""
    found = np.int64(0)
    for row in range(np.int64(state.bh[seat])):
        for col in range(np.int64(state.bw[seat])):
            if ARROW <= state.win[seat, row, col] < MOVED:
                found |= 1 << (SIDE * row + col)
    return found


@kernel
def activate(state, seat, cell):
    """Move the arrow on `cell` of `seat` one space (R14-R18)."""
    kind = np.int64(state.win[seat, cell >> 2, cell & 3])
    target = target_of(cell, kind, np.int64(state.bh[seat]), np.int64(state.bw[seat]))
    state.win[seat, cell >> 2, cell & 3] = -1
    if target < 0:
        state.gone[seat] += 1
        return
    there = np.int64(state.win[seat, target >> 2, target & 3])
    if there < 0:
        there = MOVED + kind
    elif there >= STACK:
        there += 1
    else:
        there = STACK + 2
    state.win[seat, target >> 2, target & 3] = there


@kernel
def find_sources(cells, sums, height, width):
    """Fill `sums` for a window before anything moves; returns bits of its pending arrows."""
    arrows = np.int64(0)
    for cell in range(CELLS):
        sums[NONE_IN, cell] = 0
        sums[ONE_IN, cell] = IMPOSSIBLE
        sums[MORE_IN, cell] = IMPOSSIBLE
        sums[SOURCES, cell] = 0
    for cell in range(SIDE * height):
        if ARROW <= cells[cell] < MOVED:
            arrows |= 1 << cell
            target = target_of(cell, cells[cell], height, width)
            sums[TARGET, cell] = target
            if target >= 0:
                sums[SOURCES, target] += 1
    return arrows


@kernel
def merge(sums, cell, stays, moves):
    """One more source of `cell`: `stays` and `moves` are the best sums behind it in either case."""
    none, one, more = sums[NONE_IN, cell], sums[ONE_IN, cell], sums[MORE_IN, cell]
    sums[MORE_IN, cell] = max(more + max(stays, moves), one + moves)
    sums[ONE_IN, cell] = max(one + stays, none + moves)
    sums[NONE_IN, cell] = none + stays


@kernel
def gain(sums, cell, entered, moves, alone):
    """The best sum behind an arrow of a cycle, given whether the arrow before it moves in and whether it moves."""
    none, one, more = sums[NONE_IN, cell], sums[ONE_IN, cell], sums[MORE_IN, cell]
    if moves:
        return max(none + alone, one, more) if entered else max(none, one + alone, more)
    return max(none, one, more) if entered else max(one, more)


@kernel
def solve_cycle(sums, start, alone):
    """The best sum of the cycle of arrows through `start`; at least one of them has to stay."""
    best = np.int64(IMPOSSIBLE)
    for first in range(2):
        # best sums so far: the last arrow stays; it moves and some other stays; all of them move
        stayed = np.int64(IMPOSSIBLE if first else 0)
        moved = np.int64(IMPOSSIBLE)
        all_moved = np.int64(0 if first else IMPOSSIBLE)
        cell = sums[TARGET, start]
        while cell != start:
            still = gain(sums, cell, 0, 0, alone)
            go = gain(sums, cell, 0, 1, alone)
            entered_still = gain(sums, cell, 1, 0, alone)
            entered_go = gain(sums, cell, 1, 1, alone)
            last = max(moved, all_moved)
            moved = max(stayed + go, moved + entered_go)
            all_moved += entered_go
            stayed = max(stayed + still, last + entered_still)
            cell = sums[TARGET, cell]
        best = max(best, stayed + gain(sums, start, 0, first, alone))
        best = max(best, moved + gain(sums, start, 1, first, alone))
    return best


@kernel
def move_arrows(sums, arrows, alone):
    """Settle all arrows (bits `arrows`), sources before targets, then cycles; returns the sum that left the window."""
    total = np.int64(0)
    ready = np.int64(0)
    for cell in range(CELLS):
        if arrows >> cell & 1 and sums[SOURCES, cell] == 0:
            ready |= 1 << cell
    while ready:
        cell = lowest_bit(np.uint64(ready))
        ready ^= 1 << cell
        arrows ^= 1 << cell
        none, one, more = sums[NONE_IN, cell], sums[ONE_IN, cell], sums[MORE_IN, cell]
        moves = max(none, one + alone, more)
        stays = max(one, more)
        target = sums[TARGET, cell]
        if target < 0:
            total += max(stays, moves)
        else:
            merge(sums, target, stays, moves)
            sums[SOURCES, target] -= 1
            if sums[SOURCES, target] == 0 and arrows >> target & 1:
                ready |= 1 << target
    while arrows:
        start = lowest_bit(np.uint64(arrows))
        total += solve_cycle(sums, start, alone)
        arrows ^= 1 << start
        cell = sums[TARGET, start]
        while cell != start:
            arrows ^= 1 << cell
            cell = sums[TARGET, cell]
    return total


@kernel
def settle_smiles(pack, cells, sums, height, width, smile_mode):
    """The best sum of all cells with smiles, row by row."""
    smile, pair = np.int64(pack.pts[PTS_SMILE]), np.int64(pack.pts[PTS_PAIR])
    total = np.int64(0)
    for row in range(height):
        # best sums: a smile to the left that can make a pair, or none
        open_left, closed_left = np.int64(IMPOSSIBLE), np.int64(0)
        for cell in range(SIDE * row, SIDE * row + width):
            either = max(open_left, closed_left)
            if cells[cell] == SMILE:
                alive = sums[NONE_IN, cell] + smile
                hit = max(sums[ONE_IN, cell], sums[MORE_IN, cell])
                if smile_mode:
                    closed_left, open_left = max(either + hit, open_left + alive + pair), either + alive
                else:
                    open_left = max(open_left + alive + pair, closed_left + alive)
                    closed_left = either + hit
            else:
                open_left, closed_left = np.int64(IMPOSSIBLE), either
        total += max(open_left, closed_left)
    return total


@kernel
def count_left(sums, cell, left, number):
    """One more flower (or monster) on `cell`: row `left` holds the best sums with 0 to `number` left before it."""
    alive = sums[NONE_IN, cell]
    hit = max(sums[ONE_IN, cell], sums[MORE_IN, cell])
    sums[left, number + 1] = sums[left, number] + alive
    for k in range(number, 0, -1):
        sums[left, k] = max(sums[left, k] + hit, sums[left, k - 1] + alive)
    sums[left, 0] += hit


@kernel
def solve_cells(pack, cells, sums, height, width, smile_mode):
    """The most points of the window `cells` (16 codes) of `height` rows and `width` columns; scratch `sums` [7, 16]."""
    alone = np.int64(pack.pts[PTS_ARROW])
    arrows = find_sources(cells, sums, height, width)
    total = move_arrows(sums, arrows, alone)
    flowers, monsters, smiles = np.int64(0), np.int64(0), np.int64(0)
    sums[FLOWERS_LEFT, 0] = 0
    sums[MONSTERS_LEFT, 0] = 0
    for cell in range(SIDE * height):
        code = cells[cell]
        none, one, more = sums[NONE_IN, cell], sums[ONE_IN, cell], sums[MORE_IN, cell]
        if code < 0:
            total += max(none, one + alone, more)
        elif code == STILL:
            total += max(none + np.int64(pack.pts[PTS_STILL]), one, more)
        elif code == FLOWER:
            count_left(sums, cell, FLOWERS_LEFT, flowers)
            flowers += 1
        elif code == SMILE:
            smiles += 1
        elif code == MONSTER:
            count_left(sums, cell, MONSTERS_LEFT, monsters)
            monsters += 1
        elif code == MOVED + MONSTER:
            total += np.int64(pack.pts[PTS_MONSTER])
        elif code >= STACK:
            total += max(none, one, more)
        elif code >= MOVED:
            total += max(none + alone, one, more)
    if smiles:
        total += settle_smiles(pack, cells, sums, height, width, smile_mode)
    best = np.int64(IMPOSSIBLE)
    for x in range(flowers + 1):
        for y in range(monsters + 1):
            points = np.int64(pack.pts[PTS_FLOWER]) * max(x - y, 0) + np.int64(pack.pts[PTS_MONSTER]) * y
            best = max(best, sums[FLOWERS_LEFT, x] + sums[MONSTERS_LEFT, y] + points)
    return total + best


@kernel
def solve_with(pack, state, seat, cells, sums):
    """`solve` with the scratch arrays of the caller."""
    for cell in range(CELLS):
        cells[cell] = np.int64(state.win[seat, cell >> 2, cell & 3])
    height, width = np.int64(state.bh[seat]), np.int64(state.bw[seat])
    return solve_cells(pack, cells, sums, height, width, np.int64(state.smile_mode))


@kernel
def solve(pack, state, seat):
    """The most points `seat` can still get out of its window, whatever of it has been activated already."""
    return solve_with(pack, state, seat, np.empty(CELLS, np.int64), np.empty((7, CELLS), np.int64))


@kernel
def best_act(pack, state):
    """The lowest ACTIVATE action of the seat to move that leads to the most points."""
    cells, sums = np.empty(CELLS, np.int64), np.empty((7, CELLS), np.int64)
    seat = np.int64(state.to_move)
    arrows = pending_arrows(state, seat)
    best, best_cell = np.int64(IMPOSSIBLE), np.int64(0)
    while arrows:
        cell = lowest_bit(np.uint64(arrows))
        arrows &= arrows - 1
        kind, gone = np.int64(state.win[seat, cell >> 2, cell & 3]), np.int64(state.gone[seat])
        target = target_of(cell, kind, np.int64(state.bh[seat]), np.int64(state.bw[seat]))
        there = np.int64(-1)
        if target >= 0:
            there = np.int64(state.win[seat, target >> 2, target & 3])
        activate(state, seat, cell)
        points = solve_with(pack, state, seat, cells, sums)
        if target >= 0:
            state.win[seat, target >> 2, target & 3] = there
        state.win[seat, cell >> 2, cell & 3] = kind
        state.gone[seat] = gone
        if points > best:
            best, best_cell = points, cell
    return ACT_BASE + best_cell
