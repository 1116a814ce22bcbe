"""Where a child can go. A set of squares is a word of 64 bits; a set of last steps is four words: bit t of the k-th
says that a walk ends on t, coming from the neighbour of t on side k."""

import numpy as np

from medianoche.envs.core.kernels.bits import lowest_bit, popcount
from medianoche.envs.halloween.state import (
    CHILDREN,
    DOUBLE,
    FORWARD,
    HALF,
    NEAREST,
    ONE,
    ZERO,
    kernel,
)

FAR = 255


@kernel
def has_square(squares, square):
    """Whether `square` is one of `squares`."""
    return (squares >> np.uint64(square)) & ONE != ZERO


@kernel
def owner_at(pack, state, square):
    """The living owner of the house on `square`, -1 where it is grey (R6)."""
    kind = np.int64(pack.kind[square])
    for seat in range(np.int64(state.num_players)):
        if state.alive[seat] and state.colour[seat] == kind:
            return np.int64(seat)
    return np.int64(-1)


@kernel
def houses_of(pack, state, seat):
    """The houses of a living seat."""
    colour = np.int64(state.colour[seat])
    if state.alive[seat] and colour >= 0:
        return pack.colour_squares[colour]
    return ZERO


@kernel
def houses_of_others(pack, state):
    """The houses of everybody but the mover."""
    squares = ZERO
    for seat in range(np.int64(state.num_players)):
        if seat != state.mover:
            squares |= houses_of(pack, state, seat)
    return squares


# ---- walks


@kernel
def first_ends(pack, state, child, roll):
    """Last steps of the walks of a mover's own roll (R8, R13)."""
    here, ability = np.int64(state.pos[child]), np.int64(pack.child_move[child])
    length = (roll + 1) // 2 if ability == HALF else roll
    north, east = pack.walk[here, length, 0], pack.walk[here, length, 1]
    south, west = pack.walk[here, length, 2], pack.walk[here, length, 3]
    if ability == DOUBLE:
        north, east = north | pack.walk[here, 2 * length, 0], east | pack.walk[here, 2 * length, 1]
        south, west = south | pack.walk[here, 2 * length, 2], west | pack.walk[here, 2 * length, 3]
    return north, east, south, west


@kernel
def side_of(pack, here, there):
    """On which side of `here` its neighbour `there` lies."""
    for side in range(4):
        if pack.nbr[here, side] == there:
            return np.int64(side)
    return np.int64(-1)


@kernel
def step_on(pack, north, east, south, west):
    """Last steps after one step more, straight back only out of dead ends."""
    ends = (north, east, south, west)
    north, east, south, west = ZERO, ZERO, ZERO, ZERO
    for side in range(4):
        rest = ends[side]
        while rest != ZERO:
            here = lowest_bit(rest)
            rest &= rest - ONE
            for way in range(4):
                there = np.int64(pack.nbr[here, way])
                if there < 0 or (way == side and popcount(pack.near[here]) > 1):
                    continue
                back = side_of(pack, there, here)
                bit = ONE << np.uint64(there)
                if back == 0:
                    north |= bit
                elif back == 1:
                    east |= bit
                elif back == 2:
                    south |= bit
                else:
                    west |= bit
    return north, east, south, west


@kernel
def onward_ends(pack, state, child, length):
    """Last steps of the walks that go on from where the child is, in the direction it came (R43, R44)."""
    here = np.int64(state.pos[child])
    bit = ONE << np.uint64(here)
    north, east, south, west = ZERO, ZERO, ZERO, ZERO
    for side in range(4):
        before = np.int64(pack.nbr[here, side])
        if before >= 0 and has_square(state.came, before):
            if side == 0:
                north = bit
            elif side == 1:
                east = bit
            elif side == 2:
                south = bit
            else:
                west = bit
    for _ in range(length):
        north, east, south, west = step_on(pack, north, east, south, west)
    return north, east, south, west


@kernel
def ends_now(pack, state, child):
    """Last steps of the walks that the mover chooses from, in MOVE or FORWARD."""
    if state.phase != FORWARD:
        return first_ends(pack, state, child, np.int64(state.roll))
    return onward_ends(pack, state, child, np.int64(state.roll) if state.fwd == 15 else np.int64(1))


# ---- where a walk may end


@kernel
def may_tear(pack, state):
    """Whether the mover may attack at all now (R47, R49)."""
    seat = np.int64(state.mover)
    return (
        np.int64(state.round_no) + 1 >= np.int64(pack.tear_round)
        and state.cool[seat] == 0
        and state.candies[seat] >= pack.undefended
    )


@kernel
def attack_squares(pack, state, child):
    """Squares from which `child` could tear a costume (R47)."""
    squares = ZERO
    if may_tear(pack, state):
        for other in range(CHILDREN):
            if other != child and state.pos[other] >= 0 and state.guard[other] < 0:
                squares |= pack.near[state.pos[other]]
    return squares


@kernel
def nearest_houses(pack, foreign, square):
    """Those of the houses `foreign` that are nearest to `square` by street."""
    nearest, least = ZERO, np.int64(FAR)
    rest = foreign
    while rest != ZERO:
        house = lowest_bit(rest)
        rest &= rest - ONE
        far = np.int64(pack.dist[square, house])
        if far < least:
            nearest, least = ZERO, far
        if far == least:
            nearest |= ONE << np.uint64(house)
    return nearest


@kernel
def jumps(pack, state, squares):
    """The houses next to those of `squares` that are grey, for Jorgito (R14)."""
    foreign = houses_of_others(pack, state)
    grey = squares & ~(foreign | houses_of(pack, state, np.int64(state.mover)))
    houses = ZERO
    while grey != ZERO:
        houses |= nearest_houses(pack, foreign, lowest_bit(grey))
        grey &= grey - ONE
    return houses


@kernel
def destinations(pack, state, child, roll):
    """Squares on which a mover's own roll may end (R8-R14)."""
    north, east, south, west = first_ends(pack, state, child, roll)
    ends = north | east | south | west
    own = ends & houses_of(pack, state, np.int64(state.mover))
    squares = ends ^ own
    if own != ZERO:
        squares |= own & attack_squares(pack, state, child)
    if pack.child_move[child] == NEAREST:
        squares |= jumps(pack, state, ends)
    return squares


@kernel
def forward_squares(pack, state, child):
    """Squares on which a child that is sent on may end (R43, R44)."""
    north, east, south, west = ends_now(pack, state, child)
    ends = north | east | south | west
    if state.fwd == 15 and pack.child_move[child] == NEAREST:
        ends |= jumps(pack, state, ends)
    return ends


# ---- arriving


@kernel
def came_by_jump(pack, state, square, squares):
    """The squares before the house `square` on Jorgito's shortest ways to it from grey ends of `squares` (R15)."""
    foreign = houses_of_others(pack, state)
    grey = squares & ~(foreign | houses_of(pack, state, np.int64(state.mover)))
    came = ZERO
    while grey != ZERO:
        end = lowest_bit(grey)
        grey &= grey - ONE
        if not has_square(nearest_houses(pack, foreign, end), square):
            continue
        for side in range(4):
            before = np.int64(pack.nbr[square, side])
            if before >= 0 and np.int64(pack.dist[end, before]) + 1 == np.int64(pack.dist[end, square]):
                came |= ONE << np.uint64(before)
    return came


@kernel
def arrive(pack, state, square):
    """Put the moving child on `square`, one of those offered, and note where it may have come from (R15)."""
    child = np.int64(state.child)
    ends = ends_now(pack, state, child)
    came = ZERO
    for side in range(4):
        if has_square(ends[side], square):
            came |= ONE << np.uint64(pack.nbr[square, side])
    if pack.child_move[child] == NEAREST and (state.phase != FORWARD or state.fwd == 15):
        came |= came_by_jump(pack, state, square, ends[0] | ends[1] | ends[2] | ends[3])
    state.came = came
    state.pos[child] = square
