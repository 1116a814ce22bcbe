"""The activation of a full window: arrows move, monsters eat, the rest scores.

Arguments: `seat` is 0 to 3. A cell is 4 * row + column, 0 to 15; a set of cells has bit i for cell i. `height` and
`width` are those of the window, 1 to 4.
"""

from medianoche.envs.core.kernels.bits import lowest_bit
from medianoche.envs.core.kernels.notes import note
from medianoche.envs.misty.events import News
from medianoche.envs.misty.kernels import kernel
from medianoche.envs.misty.pack import Worth
from medianoche.envs.misty.state import CELLS, COL_STEP, MOVED, ROW_STEP, SIDE, STACK, Kind


@kernel
def target_of(cell, kind, height, width):
    """The cell, 0 to 15, that the arrow `kind` (4 to 11, see Kind) on `cell` points at; -1 if that is outside the
    window."""
    row = (cell >> 2) + ROW_STEP[kind - Kind.ARROW_N]
    col = (cell & 3) + COL_STEP[kind - Kind.ARROW_N]
    inside = (row >= 0) & (row < height) & (col >= 0) & (col < width)
    return SIDE * row + col if inside else -1


@kernel
def pending_arrows(state, seat):
    """Bits of the cells of `seat` with an arrow that is uncovered and not yet activated (R12, R13, R19)."""
    pending = 0
    for row in range(state.bh[seat]):
        for col in range(state.bw[seat]):
            if Kind.ARROW_N <= state.win[seat, row, col] < MOVED:
                pending |= 1 << (SIDE * row + col)
    return pending


@kernel
def conflict_arrows(state, seat):
    """Bits of the pending arrows of `seat` that another pending arrow points at, or that point at one (R27)."""
    pending = pending_arrows(state, seat)
    aimed = 0
    aiming = 0
    rest = pending
    while rest:
        cell = lowest_bit(rest)
        rest &= rest - 1
        target = target_of(cell, state.win[seat, cell >> 2, cell & 3], state.bh[seat], state.bw[seat])
        if target >= 0:
            aimed |= 1 << target
            if pending >> target & 1:
                aiming |= 1 << cell
    return pending & (aimed | aiming)


@kernel
def activate(state, seat, cell):
    """Move the arrow on `cell` of `seat` by one cell (R14-R18)."""
    kind = state.win[seat, cell >> 2, cell & 3]
    target = target_of(cell, kind, state.bh[seat], state.bw[seat])
    # 1. The cell that the arrow leaves is empty, even if other cards aim at it (R14-R17).
    state.win[seat, cell >> 2, cell & 3] = -1
    # 2. Beyond the edge of the window the card is gone (R18).
    if target < 0:
        note(state, News.MOVED, seat, kind, cell, target, -1)
        state.gone[seat] += 1
        return
    # 3. It lies alone on an empty cell, joins a stack, or covers a single card and makes a stack of two.
    occupant = state.win[seat, target >> 2, target & 3]
    note(state, News.MOVED, seat, kind, cell, target, occupant)
    if occupant < 0:
        occupant = MOVED + kind
    elif occupant >= STACK:
        occupant += 1
    else:
        occupant = STACK + 2
    state.win[seat, target >> 2, target & 3] = occupant


@kernel
def move_free_arrows(state, seat):
    """Activate all arrows without a conflict (R27) and return the bits of the others, whose order is a choice.

    An arrow that is free stays free: a free arrow lands on no pending arrow, so a move can only end conflicts of
    others. The arrows found free at the beginning of a sweep are therefore activated together, and the sweep is
    repeated for those that have become free.
    """
    while True:
        conflicts = conflict_arrows(state, seat)
        free = pending_arrows(state, seat) & ~conflicts
        if free == 0:
            return conflicts
        while free:
            activate(state, seat, lowest_bit(free))
            free &= free - 1


@kernel
def feed_monsters(state, seat):
    """Each uncovered monster eats one uncovered flower and takes its cell, both in row-major order (R21-R25)."""
    flower = 0
    for cell in range(CELLS):
        if state.win[seat, cell >> 2, cell & 3] != Kind.MONSTER:
            continue
        while flower < CELLS and state.win[seat, flower >> 2, flower & 3] != Kind.FLOWER:
            flower += 1
        if flower == CELLS:
            return
        state.win[seat, cell >> 2, cell & 3] = -1
        state.win[seat, flower >> 2, flower & 3] = MOVED + Kind.MONSTER
        state.gone[seat] += 1
        note(state, News.ATE, seat, cell, flower)


@kernel
def window_points(pack, state, seat):
    """Points of the finished window of `seat` (R28-R30)."""
    points = 0
    for row in range(state.bh[seat]):
        smiles = 0  # length of the run of smiles that ends here
        for col in range(state.bw[seat]):
            code = state.win[seat, row, col]
            if code != Kind.SMILE:
                smiles = 0
            if code < 0 or code >= STACK:
                continue
            kind = code % MOVED
            if kind >= Kind.ARROW_N:
                points += pack.pts[Worth.ARROW]
            elif kind == Kind.STILL:
                points += pack.pts[Worth.STILL]
            elif kind == Kind.FLOWER:
                points += pack.pts[Worth.FLOWER]
            elif kind == Kind.MONSTER:
                points += pack.pts[Worth.MONSTER]
            else:
                points += pack.pts[Worth.SMILE]
                smiles += 1
                # R29: a pair with the smile to its left; if pairs are disjoint, only at every second smile of a run
                if smiles > 1 and (state.smile_mode == 0 or smiles % 2 == 0):
                    points += pack.pts[Worth.PAIR]
    return points
