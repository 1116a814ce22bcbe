"""The best chain: the most points, combo included, over all orders of messages and all choices of who walks.

Heights do not change while messages are delivered, so a position is the set of animals that have left. All sets that
can be reached are found breadth first, each with the most points of any way to it; a set without a pair is an end.
"""

import numpy as np

from medianoche.envs.core.kernels.bits import lowest_bit, popcount
from medianoche.envs.correo.kernels import kernel
from medianoche.envs.correo.kernels.messages import EAST, SOUTH, STEPS, animal_cells, height_of, kind_on, partner
from medianoche.envs.correo.kernels.placement import ONE, ZERO
from medianoche.envs.correo.state import BASE, STRIDE

SMALL, LARGEST = 256, 256 * 8**4
"""Room for sets of a chain, at first and at most."""
SCRAMBLE, HIGH_HALF = np.uint64(0x9E3779B97F4A7C15), np.uint64(32)


@kernel
def slot_of(cells, last):
    """Where in a table of `last` + 1 slots the search for a set begins."""
    return np.int64((cells * SCRAMBLE) >> HIGH_HALF) & last  # uint64 with a signed number would be a float


@kernel
def reach(cells, value, first, count, sets, points, firsts, slots):
    """Note that the animals on `cells` can leave for `value` points; returns how many sets are known now."""
    last = len(slots) - 1
    slot = slot_of(cells, last)
    while slots[slot] != 0 and sets[slots[slot]] != cells:
        slot = (slot + 1) & last
    found = slots[slot]
    if found == 0:
        slots[slot] = count
        sets[count], points[count], firsts[count] = cells, value, first
        return count + 1
    if value > points[found] or (value == points[found] and first < firsts[found]):
        points[found], firsts[found] = value, first
    return count


@kernel
def forget(count, sets, slots):
    """Empty the table again."""
    last = len(slots) - 1
    for i in range(1, count):
        cells = sets[i]
        slot = slot_of(cells, last)
        while slots[slot] != 0:
            slots[slot] = 0
            slot = (slot + 1) & last


@kernel
def send_both_ways(state, seat, i, cell, other, direction, count, sets, points, firsts, slots):
    """From set i: the animal on `cell` walks to its pair on `other`, or the other way round."""
    step = STEPS[direction]
    between = 0
    for at in range(cell + step, other, step):
        between += height_of(state, seat, at)
    there, back = points[i] + between, points[i] + between
    if state.count_dest:
        there += height_of(state, seat, other)
        back += height_of(state, seat, cell)
    first, second = firsts[i], firsts[i]
    if i == 0:
        first = BASE.message + STRIDE.message * cell + direction
        second = BASE.message + STRIDE.message * other + ((direction + 2) & 3)
    count = reach(sets[i] | (ONE << np.uint64(cell)), there, first, count, sets, points, firsts, slots)
    return reach(sets[i] | (ONE << np.uint64(other)), back, second, count, sets, points, firsts, slots)


@kernel
def combo_value(state, seat, msgs, colours, cells):
    """Combo points once the animals on `cells` have left, after `msgs` messages of the colours in `colours` (R32)."""
    msgs += popcount(cells)
    if msgs < 2:
        return 0
    while cells != ZERO:
        colours |= 1 << (kind_on(state, seat, lowest_bit(cells)) - 1)
        cells &= cells - ONE
    return msgs * popcount(np.uint64(colours))


@kernel
def explore(pack, state, seat, msgs, colours, sets, points, firsts, slots):
    """The best chain: value, first action (lowest on ties), the animals that leave, whether all sets found room.

    `msgs` and `colours` are those already delivered this turn. `slots` has a power of two of entries, more than
    `sets`, all 0 before and after. Without room the value is that of some chain, maybe not the best.
    """
    animals = animal_cells(pack, state, seat)
    sets[0], points[0], firsts[0] = ZERO, 0, BASE.end_turn
    count, i = 1, 0
    best, best_first = -1, BASE.end_turn
    leaving, complete = ZERO, True
    while i < count:
        present = animals & ~sets[i]
        rest = present
        pairs = False
        room = count + 64 <= len(sets)
        while rest != ZERO:
            cell = lowest_bit(rest)
            rest &= rest - ONE
            east = partner(state, seat, cell, present & EAST[cell])
            south = partner(state, seat, cell, present & SOUTH[cell])
            pairs |= east >= 0 or south >= 0
            if room and east >= 0:
                count = send_both_ways(state, seat, i, cell, east, 1, count, sets, points, firsts, slots)
            if room and south >= 0:
                count = send_both_ways(state, seat, i, cell, south, 2, count, sets, points, firsts, slots)
        if not (pairs and room):
            value = points[i] + combo_value(state, seat, msgs, colours, sets[i])
            if value > best or (value == best and firsts[i] < best_first):
                best, best_first, leaving = value, firsts[i], sets[i]
            complete &= not pairs
        i += 1
    forget(count, sets, slots)
    return best, best_first, leaving, complete


@kernel
def best_chain(pack, state, seat):
    """The most points the seat's board still yields this turn, final combo included, and the first action to them.

    Points already on the track do not count, messages already delivered do for the combo. On ties the lowest
    action; the end of the turn if there is no pair. Spells and patches are not considered. The third number says
    whether this is proven: up to a million reachable sets, far more than play leads to.
    """
    msgs, colours = 0, 0
    if seat == state.to_move:
        msgs, colours = state.msgs, state.msg_colours
    size = SMALL
    while True:
        sets, points = np.zeros(size, np.uint64), np.zeros(size, np.int64)
        firsts, slots = np.zeros(size, np.int64), np.zeros(2 * size, np.int64)
        best, first, _, complete = explore(pack, state, seat, msgs, colours, sets, points, firsts, slots)
        if complete or size >= LARGEST:
            return best, first, complete
        size *= 8
