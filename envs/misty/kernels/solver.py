"""The most points that a window can still score: an exact dynamic program over its arrows.

The result depends only on which arrows move, not on their order. A set of movers is possible exactly if every arrow
outside it is covered by one inside it, and it contains no complete cycle of arrows, each pointing at the next (R20: of
two arrows that face each other, one stays). Each arrow has one target, so the arrows form trees that lead out of the
window, to another card, or into a cycle. The points of a cell depend only on how many cards move into it (none, one,
more), apart from rows of smiles and the balance of flowers and monsters. So sums are passed along the trees from the
sources to the targets, then around each cycle, and smiles, flowers and monsters are combined at the end.

Arguments: a cell is 4 * row + column, 0 to 15; `arrows` is a set of cells, bit i for cell i. `cells` is int64[16], a
code for each cell (see `state.py`); `sums` is int64[7, 17], rows as in Sum. `height` and `width` are those of the
window, 1 to 4. `alone` are the points of an arrow that lies alone in a cell. Sums are whole points; IMPOSSIBLE or less
stands for what cannot be.
"""

from enum import IntEnum

import numpy as np

from medianoche.envs.core.kernels.bits import lowest_bit
from medianoche.envs.core.kernels.local import local_array
from medianoche.envs.misty.kernels import kernel
from medianoche.envs.misty.kernels.activation import activate, conflict_arrows, target_of
from medianoche.envs.misty.pack import Worth
from medianoche.envs.misty.state import ACTIONS, CELLS, MOVED, SIDE, STACK, Kind

BASE = ACTIONS.at
IMPOSSIBLE = -10_000


class Sum(IntEnum):
    """Rows of `sums`: an entry for each cell; in the last two an entry for each number of flowers or monsters."""

    NONE_IN = 0  # the best sum over the sources of the cell that are settled, if none of them moves into it
    ONE_IN = 1  # if exactly one does
    MORE_IN = 2  # if two or more do
    TARGET = 3  # of an arrow: the cell that it points at, or OUTSIDE
    SOURCES = 4  # number of arrows pointing at the cell that are not settled yet
    FLOWERS_LEFT = 5  # the best sum with that many flowers uncovered
    MONSTERS_LEFT = 6


OUTSIDE = CELLS
"""The target of an arrow that points out of the window."""
ROW = (1 << SIDE) - 1
"""The cells of the first row."""
SCRATCH = (len(Sum), CELLS + 1)


@kernel
def gain(sums, cell, entered, moves, alone):
    """The best sum of the tree behind the arrow on `cell` of a cycle, in points, given whether its predecessor in the
    cycle moves onto it (`entered`) and whether it `moves`, each 0 or 1. An arrow that stays must be covered."""
    none = sums[Sum.NONE_IN, cell]
    one = sums[Sum.ONE_IN, cell]
    more = sums[Sum.MORE_IN, cell]
    if moves:
        return max(none + alone, one, more) if entered else max(none, one + alone, more)
    return max(none, one, more) if entered else max(one, more)


@kernel
def solve_cycle(sums, start, alone):
    """The best sum of the cycle of arrows through the cell `start`, in points; at least one of them has to stay. It is
    a dynamic program once around the cycle, for each decision of the first arrow."""
    best = IMPOSSIBLE
    for first in range(2):  # whether the arrow on `start` moves
        # Best sums from `start` to the last arrow seen: it stays; it moves and another one stays; all of them move.
        stayed = IMPOSSIBLE if first else 0
        moved = IMPOSSIBLE
        all_moved = 0 if first else IMPOSSIBLE
        cell = sums[Sum.TARGET, start]
        while cell != start:
            still = gain(sums, cell, 0, 0, alone)
            go = gain(sums, cell, 0, 1, alone)
            entered_still = gain(sums, cell, 1, 0, alone)
            entered_go = gain(sums, cell, 1, 1, alone)
            last = max(moved, all_moved)
            moved = max(stayed + go, moved + entered_go)
            all_moved += entered_go
            stayed = max(stayed + still, last + entered_still)
            cell = sums[Sum.TARGET, cell]
        # Close the cycle: the last arrow moves onto `start` or stays. The sum in which all move is left out.
        best = max(best, stayed + gain(sums, start, 0, first, alone))
        best = max(best, moved + gain(sums, start, 1, first, alone))
    return best


@kernel
def aim_arrows(cells, sums, arrows, height, width):
    """Write the target of each arrow, and the number of sources of each target, to `sums`. Returns the set of the
    targets; OUTSIDE may be one of them."""
    aimed = 0
    while arrows:
        cell = lowest_bit(arrows)
        arrows &= arrows - 1
        target = target_of(cell, cells[cell], height, width)
        target = OUTSIDE if target < 0 else target
        sums[Sum.TARGET, cell] = target
        sums[Sum.SOURCES, target] += 1
        aimed |= 1 << target
    return aimed


@kernel
def solve_arrows(sums, arrows, aimed, alone):
    """Decide for all arrows (a set of cells), sources before targets, then cycles. Returns the sum of the arrows that
    point out of the window and of the cycles, in points; all other sums are passed on to the targets in `sums`. `aimed`
    is the set of the targets."""
    total = 0
    # 1. Trees: settle an arrow when all arrows that point at it are settled.
    ready = arrows & ~aimed
    while ready:
        cell = lowest_bit(ready)
        ready ^= 1 << cell
        arrows ^= 1 << cell
        none = sums[Sum.NONE_IN, cell]
        one = sums[Sum.ONE_IN, cell]
        more = sums[Sum.MORE_IN, cell]
        # If it moves, its cell is worth `alone` with one card in it. If it stays, at least one card must cover it.
        moves = max(none, one + alone, more)
        stays = max(one, more)
        target = sums[Sum.TARGET, cell]
        total += max(stays, moves) if target == OUTSIDE else 0
        # Its target has one source more.
        none = sums[Sum.NONE_IN, target]
        one = sums[Sum.ONE_IN, target]
        more = sums[Sum.MORE_IN, target]
        sums[Sum.MORE_IN, target] = max(more + max(stays, moves), one + moves)
        sums[Sum.ONE_IN, target] = max(one + stays, none + moves)
        sums[Sum.NONE_IN, target] = none + stays
        sums[Sum.SOURCES, target] -= 1
        ready |= (arrows & 1 << target) if sums[Sum.SOURCES, target] == 0 else 0
    # 2. The arrows that are left are cycles.
    while arrows:
        start = lowest_bit(arrows)
        total += solve_cycle(sums, start, alone)
        arrows ^= 1 << start
        cell = sums[Sum.TARGET, start]
        while cell != start:
            arrows ^= 1 << cell
            cell = sums[Sum.TARGET, cell]
    return total


@kernel
def solve_smiles(pack, smiles, sums, height, width, smile_mode):
    """The best sum of `smiles`, the set of cells with smiles, in points, row by row (R29): a dynamic program from left
    to right.
    `smile_mode` is 0 if a smile may be in two pairs, 1 if pairs are disjoint."""
    smile = pack.pts[Worth.SMILE]
    pair = pack.pts[Worth.PAIR]
    total = 0
    for row in range(height):
        if smiles >> SIDE * row & ROW == 0:
            continue
        # Best sums of the row so far: with a smile to the left that can make a pair, and without.
        open_left = IMPOSSIBLE
        closed_left = 0
        for cell in range(SIDE * row, SIDE * row + width):
            either = max(open_left, closed_left)
            if smiles >> cell & 1:
                alive = sums[Sum.NONE_IN, cell] + smile
                hit = max(sums[Sum.ONE_IN, cell], sums[Sum.MORE_IN, cell])
                if smile_mode:
                    closed_left = max(either + hit, open_left + alive + pair)
                    open_left = either + alive
                else:
                    open_left = max(open_left + alive + pair, closed_left + alive)
                    closed_left = either + hit
            else:
                open_left = IMPOSSIBLE
                closed_left = either
        total += max(open_left, closed_left)
    return total


@kernel
def solve_others(pack, cells, sums, others):
    """The best sum of `others`, a set of cells that are empty or hold cards that have moved, in points."""
    alone = pack.pts[Worth.ARROW]
    total = 0
    while others:
        cell = lowest_bit(others)
        others &= others - 1
        code = cells[cell]
        none = sums[Sum.NONE_IN, cell]
        one = sums[Sum.ONE_IN, cell]
        more = sums[Sum.MORE_IN, cell]
        if code < 0:
            total += max(none, one + alone, more)
        elif code == MOVED + Kind.MONSTER:
            total += pack.pts[Worth.MONSTER]
        elif code >= STACK:
            total += max(none, one, more)
        else:
            total += max(none + alone, one, more)
    return total


@kernel
def count_left(sums, cell, left, number):
    """Add a flower (or monster) on `cell`: sums[left, k] becomes the best sum with k of them left uncovered, k from 0
    to `number` + 1. `left` is Sum.FLOWERS_LEFT or MONSTERS_LEFT; `number` were added before."""
    alive = sums[Sum.NONE_IN, cell]
    hit = max(sums[Sum.ONE_IN, cell], sums[Sum.MORE_IN, cell])
    sums[left, number + 1] = sums[left, number] + alive
    for k in range(number, 0, -1):
        sums[left, k] = max(sums[left, k] + hit, sums[left, k - 1] + alive)
    sums[left, 0] += hit


@kernel
def solve_cells(pack, cells, sums, height, width, smile_mode):
    """The most points of the window `cells`, int64[16], of `height` rows and `width` columns; scratch space `sums`,
    int64[7, 17]. `smile_mode` is that of the state."""
    alone = pack.pts[Worth.ARROW]
    arrows = 0
    stills = 0
    flowers = 0
    smiles = 0
    monsters = 0
    empty = 0
    moved = 0
    for cell in range(CELLS):
        sums[Sum.NONE_IN, cell] = 0
        sums[Sum.ONE_IN, cell] = IMPOSSIBLE
        sums[Sum.MORE_IN, cell] = IMPOSSIBLE
        sums[Sum.SOURCES, cell] = 0
    for kind in (Sum.NONE_IN, Sum.ONE_IN, Sum.MORE_IN, Sum.SOURCES):
        sums[kind, OUTSIDE] = 0  # arrows that point out of the window write here; no result is read from it
    # 1. Make a set of the cells of each kind. Branches would cost more: a processor cannot foresee the next card.
    for cell in range(SIDE * height):
        code = cells[cell]
        bit = 1 << cell
        arrows |= bit if (code >= Kind.ARROW_N) & (code < MOVED) else 0
        stills |= bit if code == Kind.STILL else 0
        flowers |= bit if code == Kind.FLOWER else 0
        smiles |= bit if code == Kind.SMILE else 0
        monsters |= bit if code == Kind.MONSTER else 0
        empty |= bit if code < 0 else 0
        moved |= bit if code >= MOVED else 0
    # 2. Decide the arrows; the cells of other cards then have their sums for none, one or more cards moving in.
    aimed = aim_arrows(cells, sums, arrows, height, width)
    total = solve_arrows(sums, arrows, aimed, alone)
    # 3. Add the best sum of each cell that does not depend on others. An empty cell has one if an arrow points at it.
    while stills:
        cell = lowest_bit(stills)
        stills &= stills - 1
        total += max(sums[Sum.NONE_IN, cell] + pack.pts[Worth.STILL], sums[Sum.ONE_IN, cell], sums[Sum.MORE_IN, cell])
    total += solve_others(pack, cells, sums, moved | (empty & aimed))
    sums[Sum.FLOWERS_LEFT, 0] = sums[Sum.MONSTERS_LEFT, 0] = 0
    flower_count = 0
    while flowers:
        count_left(sums, lowest_bit(flowers), Sum.FLOWERS_LEFT, flower_count)
        flowers &= flowers - 1
        flower_count += 1
    monster_count = 0
    while monsters:
        count_left(sums, lowest_bit(monsters), Sum.MONSTERS_LEFT, monster_count)
        monsters &= monsters - 1
        monster_count += 1
    # 4. Smiles score by rows; each uncovered monster eats an uncovered flower.
    if smiles:
        total += solve_smiles(pack, smiles, sums, height, width, smile_mode)
    best = IMPOSSIBLE
    for x in range(flower_count + 1):
        for y in range(monster_count + 1):
            points = pack.pts[Worth.FLOWER] * max(x - y, 0) + pack.pts[Worth.MONSTER] * y
            best = max(best, sums[Sum.FLOWERS_LEFT, x] + sums[Sum.MONSTERS_LEFT, y] + points)
    return total + best


@kernel
def solve(pack, state, seat):
    """The most points that `seat` can still get out of its window, which may be partly activated."""
    cells = local_array(CELLS, np.int64)
    sums = local_array(SCRATCH, np.int64)
    for cell in range(CELLS):
        cells[cell] = state.win[seat, cell >> 2, cell & 3]
    return solve_cells(pack, cells, sums, state.bh[seat], state.bw[seat], state.smile_mode)


@kernel
def best_act(pack, state):
    """The lowest ACTIVATE action of the seat to move that leads to the most points."""
    seat = state.to_move
    arrows = conflict_arrows(state, seat)
    best = IMPOSSIBLE
    best_cell = 0
    while arrows:
        cell = lowest_bit(arrows)
        arrows &= arrows - 1
        kind = state.win[seat, cell >> 2, cell & 3]
        gone = state.gone[seat]
        target = max(target_of(cell, kind, state.bh[seat], state.bw[seat]), 0)  # outside: any cell
        occupant = state.win[seat, target >> 2, target & 3]
        activate(state, seat, cell)
        points = solve(pack, state, seat)
        state.win[seat, target >> 2, target & 3] = occupant
        state.win[seat, cell >> 2, cell & 3] = kind
        state.gone[seat] = gone
        if points > best:
            best = points
            best_cell = cell
    return BASE.activate + best_cell
