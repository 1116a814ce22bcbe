"""The squares that a child can reach.

A set of squares is a word of 64 bits. A set of last steps is four words (north, east, south, west): bit t of word k
says that a walk ends on square t and came from the neighbour of t on side k.

Arguments: `square` is 0 to 63, and a set of squares a uint64 with bit i for square i (`squares`, `foreign`, `north` and
so on). `side` is 0 north, 1 east, 2 south, 3 west. `child` and `hunter` are 0 to 7; a set of children has bit i for
child i. `seat` is 0 to 4. `roll` is a die, 1 to 8.
"""

import numpy as np

from medianoche.envs.core.kernels.bits import lowest_bit, popcount
from medianoche.envs.core.kernels.notes import note
from medianoche.envs.halloween.events import News
from medianoche.envs.halloween.kernels import ONE, ZERO, kernel
from medianoche.envs.halloween.state import CHILDREN, Onward, Phase, Walk

FAR = 255


@kernel
def has_square(squares, square):
    """Whether `square` is in `squares`."""
    return (squares >> np.uint64(square)) & ONE != ZERO


@kernel
def owner_at(pack, state, square):
    """The living owner of the house on `square`, a seat 0 to 4; -1 on grey squares (R6, R7), and if no living seat owns
    it."""
    kind = pack.kind[square]
    for seat in range(state.num_players):
        if state.alive[seat] and state.colour[seat] == kind:
            return seat
    return -1


@kernel
def houses_of(pack, state, seat):
    """The houses of a living seat, a set of squares; empty if the seat is out."""
    colour = state.colour[seat]
    if state.alive[seat] and colour >= 0:
        return pack.colour_squares[colour]
    return ZERO


@kernel
def houses_of_others(pack, state):
    """The houses of all living seats but the mover."""
    squares = ZERO
    for seat in range(state.num_players):
        if seat != state.mover:
            squares |= houses_of(pack, state, seat)
    return squares


# ---- walks


@kernel
def entered(pack, squares, square, side):
    """The bit of `square` (uint64) if its neighbour on that side, 0 north to 3 west, is in `squares`, else no bit."""
    before = pack.nbr[square, side]
    return ONE << np.uint64(square) if before >= 0 and has_square(squares, before) else ZERO


@kernel
def step_on(pack, north, east, south, west):
    """Last steps after one more step; a walk turns straight back only in a dead end. The four sets, uint64 each, are
    those of the side that the last step came from."""
    ends = (north, east, south, west)
    north = ZERO
    east = ZERO
    south = ZERO
    west = ZERO
    for side in range(4):
        rest = ends[side]
        while rest != ZERO:
            here = lowest_bit(rest)
            rest &= rest - ONE
            before = ONE << np.uint64(here)
            for way in range(4):
                square = pack.nbr[here, way]
                if square >= 0 and (way != side or popcount(pack.near[here]) == 1):
                    north |= entered(pack, before, square, 0)
                    east |= entered(pack, before, square, 1)
                    south |= entered(pack, before, square, 2)
                    west |= entered(pack, before, square, 3)
    return north, east, south, west


@kernel
def nearest_houses(pack, foreign, square):
    """The houses in `foreign` that are nearest to `square` by street. Both are sets of squares, uint64."""
    nearest = ZERO
    least = FAR
    rest = foreign
    while rest != ZERO:
        house = lowest_bit(rest)
        rest &= rest - ONE
        far = pack.dist[square, house]
        if far < least:
            nearest = ZERO
            least = far
        if far == least:
            nearest |= ONE << np.uint64(house)
    return nearest


@kernel
def add_jumps(pack, state, north, east, south, west):
    """For Jorgito, add last steps of the shortest ways from grey ends to the nearest houses of others (R14, R15)."""
    # 1. Walks that ended on grey squares go on to each of the nearest houses of others.
    foreign = houses_of_others(pack, state)
    grey = (north | east | south | west) & ~(foreign | houses_of(pack, state, state.mover))
    while grey != ZERO:
        end = lowest_bit(grey)
        grey &= grey - ONE
        houses = nearest_houses(pack, foreign, end)
        while houses != ZERO:
            house = lowest_bit(houses)
            houses &= houses - ONE
            # 2. A last step comes from a neighbour of the house that is nearer to the grey end.
            nearer = ZERO
            for side in range(4):
                before = pack.nbr[house, side]
                if before >= 0 and pack.dist[end, before] < pack.dist[end, house]:
                    nearer |= ONE << np.uint64(before)
            north |= entered(pack, nearer, house, 0)
            east |= entered(pack, nearer, house, 1)
            south |= entered(pack, nearer, house, 2)
            west |= entered(pack, nearer, house, 3)
    return north, east, south, west


@kernel
def first_ends(pack, state, child, roll):
    """Last steps (four sets of squares, uint64) of the walks and jumps of a mover's own roll, 1 to 8 (R8, R9, R13)."""
    here = state.pos[child]
    ability = pack.child_move[child]
    length = (roll + 1) // 2 if ability == Walk.HALF else roll
    north = pack.walk[here, length, 0]
    east = pack.walk[here, length, 1]
    south = pack.walk[here, length, 2]
    west = pack.walk[here, length, 3]
    if ability == Walk.DOUBLE:
        north = north | pack.walk[here, 2 * length, 0]
        east = east | pack.walk[here, 2 * length, 1]
        south = south | pack.walk[here, 2 * length, 2]
        west = west | pack.walk[here, 2 * length, 3]
    if ability == Walk.NEAREST:
        return add_jumps(pack, state, north, east, south, west)
    return north, east, south, west


@kernel
def onward_ends(pack, state, child):
    """Last steps (four sets of squares, uint64) of the walks that go on from the child's square in the direction in
    which it came; after a new roll with jumps (R43, R44)."""
    here = state.pos[child]
    north = entered(pack, state.came, here, 0)
    east = entered(pack, state.came, here, 1)
    south = entered(pack, state.came, here, 2)
    west = entered(pack, state.came, here, 3)
    rolled = state.fwd == Onward.ROLL_AGAIN
    for _ in range(state.roll if rolled else 1):
        north, east, south, west = step_on(pack, north, east, south, west)
    if rolled and pack.child_move[child] == Walk.NEAREST:
        return add_jumps(pack, state, north, east, south, west)
    return north, east, south, west


# ---- where a walk may end


@kernel
def prey(pack, state, hunter):
    """Bit set of the children that `hunter` may attack once it stands beside them (R47-R49)."""
    mover = state.mover
    children = 0
    early = state.round_no + 1 < pack.tear_round
    if early or state.cool[mover] or state.candies[mover] < pack.undefended:
        return 0
    for child in range(CHILDREN):
        if child != hunter and state.pos[child] >= 0 and state.guard[child] < 0:
            children |= 1 << child
    return children


@kernel
def destinations(pack, state, child, roll):
    """Squares (uint64, bit i for square i) on which a mover's own roll, 1 to 8, may end; the mover's own colour only to
    attack from there (R8-R14)."""
    north, east, south, west = first_ends(pack, state, child, roll)
    ends = north | east | south | west
    own_houses = ends & houses_of(pack, state, state.mover)
    if own_houses == ZERO:
        return ends
    children = prey(pack, state, child)
    beside = ZERO
    for other in range(CHILDREN):
        if children >> other & 1:
            beside |= pack.near[state.pos[other]]
    return ends & ~(own_houses & ~beside)


@kernel
def forward_squares(pack, state):
    """Squares (uint64, bit i for square i) on which a child that is sent on may end (R43, R44)."""
    north, east, south, west = onward_ends(pack, state, state.child)
    return north | east | south | west


@kernel
def arrive(pack, state, square):
    """Put the moving child on `square`, a legal one, and note the squares that it may have come from (R15)."""
    child = state.child
    if state.phase == Phase.FORWARD:
        ends = onward_ends(pack, state, child)
    else:
        ends = first_ends(pack, state, child, state.roll)
    state.came = ZERO
    for side in range(4):
        if has_square(ends[side], square):
            state.came |= ONE << np.uint64(pack.nbr[square, side])
    note(state, News.WENT, child, state.pos[child], square)
    state.pos[child] = square
