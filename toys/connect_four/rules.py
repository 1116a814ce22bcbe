"""The kernels of Connect Four. The line test is that of John Tromp's Fhourstones bit boards."""

# mypy: allow-untyped-defs, allow-untyped-calls

import numpy as np

from medianoche.envs.core.kernels.bits import popcount, test_bit
from medianoche.toys.connect_four import COLUMNS, HEIGHT, LAYOUT, ROWS, Phase, kernel
from medianoche.toys.shared import conceal, determinize, end_game, pay_winner  # noqa: F401 - kernels of this game, too

AT = LAYOUT.at
ONE = np.uint64(1)
ZERO = np.uint64(0)
TOP = np.uint64(sum(1 << (HEIGHT * c + ROWS - 1) for c in range(COLUMNS)))
GATHERED = np.uint64(64 - COLUMNS)
GATHER = np.uint64(sum(1 << (64 - COLUMNS + c - (HEIGHT * c + ROWS - 1)) for c in range(COLUMNS)))
"""A multiplication by GATHER moves the top cells of all columns side by side into the highest bits."""
CELLS = ROWS * COLUMNS
PLACES = np.array([HEIGHT * (cell % COLUMNS) + cell // COLUMNS for cell in range(CELLS)], np.uint64)
ALONG = tuple((np.uint64(d), np.uint64(2 * d)) for d in (1, HEIGHT, HEIGHT - 1, HEIGHT + 1))
BOTTOM = np.uint64(sum(1 << HEIGHT * c for c in range(COLUMNS)))
INCONSISTENCIES = ("a disc floats", "a player has more discs than turns", "turn or result do not follow from the discs")


@kernel
def reset(pack, state):
    pass  # an empty board, and the first player to move: all zero


@kernel
def legal_mask(pack, state, mask):
    columns = ((~state.discs & TOP) * GATHER) >> GATHERED
    mask[0] = columns
    return popcount(columns)


@kernel
def has_line(discs):
    """Whether four of `discs` are in a line."""
    for one, two in ALONG:
        pairs = discs & (discs >> one)
        if pairs & (pairs >> two) != ZERO:
            return True
    return False


@kernel
def apply(pack, state, action):
    disc = (state.discs + (ONE << np.uint64(HEIGHT * action))) & ~state.discs & ~(TOP << ONE)
    mine = state.own | disc
    state.own = state.discs ^ state.own
    state.discs = state.discs | disc
    state.ply += 1
    won = has_line(mine)
    if won:
        state.scores[state.to_move] = 1
        pay_winner(state, state.to_move)
    if won or state.ply == ROWS * COLUMNS:
        end_game(state, Phase.END)
    else:
        state.to_move = 1 - state.to_move


@kernel
def observe(pack, state, player, out):
    other = np.uint64((player ^ state.ply) & 1)  # no branch: the processor cannot predict the viewer
    mine = state.own ^ (state.discs & (ZERO - other))
    theirs = mine ^ state.discs
    for cell in range(CELLS):  # 32-bit words: the loop becomes vector code
        place = PLACES[cell]
        out[AT.own_discs + cell] = np.int32(np.uint32(mine >> place) & np.uint32(1))
        out[AT.other_discs + cell] = np.int32(np.uint32(theirs >> place) & np.uint32(1))


@kernel
def heuristic(pack, state, mask):
    """Win; else stop a win of the other player in the next turn; else play the legal column nearest the middle."""
    theirs = state.own ^ state.discs
    best = -1
    rank = -1
    for column in range(COLUMNS):
        if test_bit(mask, column):
            disc = (state.discs + (ONE << np.uint64(HEIGHT * column))) & ~state.discs & ~(TOP << ONE)
            line = max(200 * has_line(state.own | disc), 100 * has_line(theirs | disc))
            value = line + 3 - abs(column - 3)
            if value > rank:
                best = column
                rank = value
    return best


@kernel
def inconsistency(pack, state):
    # Adding BOTTOM carries to the lowest empty cell of every column if no disc floats.
    if state.own & ~state.discs != ZERO or state.discs & (state.discs + BOTTOM | TOP << ONE) != ZERO:
        return 1
    if popcount(state.discs) != state.ply or popcount(state.own) != state.ply // 2:
        return 2
    last = (state.ply + 1) % 2  # the player who moved last; `own` are the discs of the other one
    won = has_line(state.own ^ state.discs)
    over = won or state.ply == CELLS
    ended = state.done == over and state.phase == over and (over or state.to_move == 1 - last)
    paid = state.scores[last] == won and state.utility[last] == won and state.utility[1 - last] == 0 - won
    return 0 if ended and paid and state.scores[1 - last] == 0 and not has_line(state.own) else 3
