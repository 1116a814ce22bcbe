"""The best chain of messages: the most points, combo included, over all orders of messages and choices of walkers.

Heights do not change while messages are delivered, so a position of the search is the set of animals that have left,
one 64-bit word. A breadth-first search finds all sets that can be reached, smaller sets first, and for each the most
points of any chain that leads to it. A set after which no pair is left ends a chain; only there the combo is counted.

Arguments: `seat` is 0 to 3. A cell is 8 * row + column, 0 to 63; a set of cells is a uint64 with bit i for cell i.
`chains` is the memory of a search, see Chains. Points are whole points of the game. An action is a number of ACTIONS.
"""

import numpy as np

from medianoche.envs.core.kernels.bits import lowest_bit, popcount
from medianoche.envs.correo.kernels import Chains, kernel
from medianoche.envs.correo.kernels.messages import EAST, SOUTH, STEPS, animal_cells, height_of, kind_on, partner
from medianoche.envs.correo.kernels.placement import ONE, ZERO
from medianoche.envs.correo.numbers import COMBO_FROM
from medianoche.envs.correo.state import BASE, STRIDE

FIRST_CAPACITY, CAPACITY_LIMIT = 256, 256 * 8**4
"""Number of sets for which `best_chain` allocates memory at first and at most."""
SETS_OF_A_STEP = 64
"""Bound on the sets found from one set: each removes one more of the at most 64 animals."""
SCRAMBLE, HIGH_HALF = np.uint64(0x9E3779B97F4A7C15), np.uint64(32)
"""Multiplier (2**64 over the golden ratio) and shift of the hash function, as in Knuth's multiplicative hashing."""


@kernel
def slot_of(cells, last):
    """The slot at which the search for a set begins, in a table of `last` + 1 slots. The slot is from 0 to `last`;
    `last` + 1 is a power of two. `cells` is a set of cells."""
    return np.int64((cells * SCRAMBLE) >> HIGH_HALF) & last  # uint64 with a signed number would be a float


@kernel
def reach(chains, count, cells, value, first):
    """Record a chain of `value` points that removes the animals on `cells` (a set) and begins with the action `first`.
    `count` sets were known before; returns the number of sets known now: `count`, or `count` + 1 if the set is new."""
    # Linear probing: the set is in the first slot that names it, or it is new and belongs in the first empty slot.
    last = len(chains.slots) - 1
    slot = slot_of(cells, last)
    while chains.slots[slot] != 0 and chains.cells[chains.slots[slot]] != cells:
        slot = (slot + 1) & last
    place = chains.slots[slot]
    if place == 0:
        chains.slots[slot] = count
        chains.cells[count] = cells
        chains.points[count] = value
        chains.firsts[count] = first
        return count + 1
    # Keep the better chain to a known set, on ties the one with the lower first action.
    if value > chains.points[place] or (value == chains.points[place] and first < chains.firsts[place]):
        chains.points[place] = value
        chains.firsts[place] = first
    return count


@kernel
def forget(chains, count):
    """Empty the slots of the sets 1 to `count` - 1, and with them the table."""
    last = len(chains.slots) - 1
    for i in range(1, count):
        slot = slot_of(chains.cells[i], last)
        while chains.slots[slot] != 0:
            chains.slots[slot] = 0
            slot = (slot + 1) & last


@kernel
def send_both_ways(state, seat, chains, count, i, cell, other, direction):
    """Extend set i by the two messages of a pair: the animal on `cell` walks in `direction` to `other`, or back.

    `direction` is 1 east or 2 south; `other` is the cell of the second animal. `count` sets were known before; returns
    the number of sets known now.
    """
    # Both walks enter the cells between the two animals; with count_dest each also enters the receiver's cell.
    step = STEPS[direction]
    between = 0
    for at in range(cell + step, other, step):
        between += height_of(state, seat, at)
    height_sum = chains.points[i] + between
    back = chains.points[i] + between
    if state.count_dest:
        height_sum += height_of(state, seat, other)
        back += height_of(state, seat, cell)
    # A chain keeps the action that began it; from the empty set, i = 0, the message itself begins it.
    first = chains.firsts[i]
    second = chains.firsts[i]
    if i == 0:
        first = BASE.message + STRIDE.message * cell + direction
        second = BASE.message + STRIDE.message * other + ((direction + 2) & 3)
    count = reach(chains, count, chains.cells[i] | (ONE << np.uint64(cell)), height_sum, first)
    return reach(chains, count, chains.cells[i] | (ONE << np.uint64(other)), back, second)


@kernel
def combo_value(state, seat, msgs, colours, cells):
    """Combo points once the animals on `cells` (a set) have left, after `msgs` messages of the colours in `colours`
    (R32): the number of messages times the number of colours, 0 for fewer than two messages. `colours` is a set: bit c
    - 1 for colour c, 1 to 5."""
    msgs += popcount(cells)
    if msgs < COMBO_FROM:
        return 0
    while cells != ZERO:
        colours |= 1 << (kind_on(state, seat, lowest_bit(cells)) - 1)
        cells &= cells - ONE
    return msgs * popcount(np.uint64(colours))


@kernel
def explore(pack, state, seat, msgs, colours, chains):
    """Search all chains on the seat's board.

    Args:
        msgs: messages delivered this turn before the search.
        colours: their colours, bit code - 1.
        chains: memory of the search.

    Returns:
        best: points of the best chain.
        first: its first action, the lowest on ties.
        leaving: the set of animals that it removes.
        complete: whether all sets fitted into `chains`; otherwise the chain may not be the best.
    """
    animals = animal_cells(pack, state, seat)
    chains.cells[0] = ZERO
    chains.points[0] = 0
    chains.firsts[0] = BASE.end_turn
    # sets found, and the one to extend next
    count = 1
    i = 0
    best = -1
    best_first = BASE.end_turn
    leaving = ZERO
    complete = True
    while i < count:
        present = animals & ~chains.cells[i]
        rest = present
        pairs = False
        fits = count + SETS_OF_A_STEP <= len(chains.cells)
        # Each pair is found once, from its western or northern animal.
        while rest != ZERO:
            cell = lowest_bit(rest)
            rest &= rest - ONE
            east = partner(state, seat, cell, present & EAST[cell])
            south = partner(state, seat, cell, present & SOUTH[cell])
            pairs |= east >= 0 or south >= 0
            if fits and east >= 0:
                count = send_both_ways(state, seat, chains, count, i, cell, east, 1)
            if fits and south >= 0:
                count = send_both_ways(state, seat, chains, count, i, cell, south, 2)
        # Messages are compulsory (R29): a chain ends only where no pair is left, or where memory is used up.
        if not (pairs and fits):
            value = chains.points[i] + combo_value(state, seat, msgs, colours, chains.cells[i])
            if value > best or (value == best and chains.firsts[i] < best_first):
                best = value
                best_first = chains.firsts[i]
                leaving = chains.cells[i]
            complete &= not pairs
        i += 1
    forget(chains, count)
    return best, best_first, leaving, complete


@kernel
def best_chain(pack, state, seat):
    """The best chain of messages that the seat's board allows this turn: a breadth-first search over sets of animals
    (see the module).

    Spells and patches are not considered.

    Returns:
        points: message and combo points still to come; messages already delivered count for the combo.
        action: the first action of the chain, the lowest on ties; the end of the turn if there is no pair.
        proven: whether all sets were searched; up to a million can be, far more than play leads to.
    """
    msgs = 0
    colours = 0
    if seat == state.to_move:
        msgs = state.msgs
        colours = state.msg_colours
    size = FIRST_CAPACITY
    while True:
        cells = np.zeros(size, np.uint64)
        points = np.zeros(size, np.int64)
        firsts = np.zeros(size, np.int64)
        slots = np.zeros(2 * size, np.int64)
        best, first, _, complete = explore(pack, state, seat, msgs, colours, Chains(cells, points, firsts, slots))
        if complete or size >= CAPACITY_LIMIT:
            return best, first, complete
        size *= 8
