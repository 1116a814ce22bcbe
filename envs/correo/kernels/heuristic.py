"""A player that looks one turn ahead: the exact best chain of every placement, and what the board promises after it.

Values are in sixteenths of a point.
"""

import numpy as np

from medianoche.envs.core.kernels.bits import clear_bits, lowest_bit, nth_bit, test_bit
from medianoche.envs.correo.kernels.messages import animal_cells, kind_on
from medianoche.envs.correo.kernels.placement import ONE, ZERO, mark_placements
from medianoche.envs.correo.kernels.rules import can_cast, can_patch, covered_anew
from medianoche.envs.correo.shapes import DOMINO, EAST, OFFSETS, SOUTH, SPACES
from medianoche.envs.correo.kernels.solver import explore
from medianoche.envs.correo.state import (
    COLOUR,
    FACE_DOWN,
    NONE,
    PATCH,
    PLACE,
    RECOLOUR,
    RELOCATE,
    ROUNDS,
    SPECIAL_CARD,
    TAKE,
    TAKE_SPECIAL,
    WILD_HOUSE,
    Phase,
    kernel,
)

POINT = 16
NOTHING = -(2**40)
SETS = 1024
"""Room for sets of a chain; a longer search gives the value of some chain."""

BLOCKED_PAIR, ANIMAL, TOKEN, LEVEL = 24, 6, 28, 2


@kernel
def turns_left(state):
    """Own turns after this one."""
    return ROUNDS - 1 - np.int64(state.turn) // np.int64(state.num_players)


@kernel
def promise(state, seat, cells):
    """What the animals on `cells` may bring in later turns: each one, and each pair with one animal between."""
    value = np.int64(0)
    rest = cells
    while rest != ZERO:
        cell = lowest_bit(rest)
        rest &= rest - ONE
        value += ANIMAL
        kind = kind_on(state, seat, cell)
        ahead = cells & EAST[cell]
        ahead &= ahead - ONE
        if ahead != ZERO and kind_on(state, seat, lowest_bit(ahead)) == kind:
            value += BLOCKED_PAIR
        ahead = cells & SOUTH[cell]
        ahead &= ahead - ONE
        if ahead != ZERO and kind_on(state, seat, lowest_bit(ahead)) == kind:
            value += BLOCKED_PAIR
    return value


@kernel
def outlook(pack, state, seat, sets, points, firsts, slots):
    """Value of the board as it stands: the best chain, then the promise of what stays; and the chain's first action."""
    msgs, colours = np.int64(state.msgs), np.int64(state.msg_colours)
    best, first, leaving, _ = explore(pack, state, seat, msgs, colours, sets, points, firsts, slots)
    value = POINT * best
    if turns_left(state) > 0:
        value += promise(state, seat, animal_cells(pack, state, seat) & ~leaving)
    return value, first


@kernel
def token_value(state):
    """A token now: a point at the end, more while it can still be used."""
    return np.int64(TOKEN if turns_left(state) > 0 else POINT)


@kernel
def gains(pack, state, seat, cells):
    """Value of the tokens for a piece just laid on `cells`."""
    tokens = np.int64(0)
    for i in range(np.int64(pack.num_areas)):
        area = pack.areas[i]
        if area & cells != ZERO and covered_anew(state, seat, area, cells):
            left = state.spell_reserve if i < 4 else state.patch_reserve
            tokens += np.int64(left > 0)
    return tokens * token_value(state)


@kernel
def put_animal(state, seat, cell, code):
    """Take an animal from the reserve to a cell."""
    state.reserve[code] -= 1
    state.animal[seat, cell >> 3, cell & 7] = code


@kernel
def remove_animal(state, seat, cell):
    """Take the animal on a cell, if any, back to the reserve."""
    state.reserve[kind_on(state, seat, cell)] += 1
    state.animal[seat, cell >> 3, cell & 7] = 0


@kernel
def best_colours(pack, state, seat, space, sets, points, firsts, slots):
    """Put the most promising colour on each wild house from `space` on, one after the other; value of the board."""
    tile = np.int64(state.taken)
    value, _ = outlook(pack, state, seat, sets, points, firsts, slots)
    for i in range(space, SPACES[pack.tile_pile[tile]]):
        if pack.tile_house[tile, i] != WILD_HOUSE:
            continue
        cell = np.int64(state.placed[i])
        best, colour = np.int64(NOTHING), np.int64(0)
        for code in range(1, 6):
            if state.reserve[code] > 0:
                put_animal(state, seat, cell, code)
                value, _ = outlook(pack, state, seat, sets, points, firsts, slots)
                remove_animal(state, seat, cell)
                if value > best:
                    best, colour = value, code
        if colour > 0:
            put_animal(state, seat, cell, colour)
            value = best
    return value


@kernel
def value_of_placement(pack, state, seat, orientation, anchor, sets, points, firsts, slots):
    """Value of laying the tile taken there; the board is left as it was."""
    tile = np.int64(state.taken)
    spaces = SPACES[pack.tile_pile[tile]]
    cells = ZERO
    levels = np.int64(0)
    for i in range(spaces):
        cell = anchor + np.int64(OFFSETS[pack.tile_pile[tile], orientation, i])
        state.placed[i] = cell
        state.height[seat, cell >> 3, cell & 7] += 1
        levels += np.int64(state.height[seat, cell >> 3, cell & 7])
        cells |= ONE << np.uint64(cell)
        house = np.int64(pack.tile_house[tile, i])
        if house > 0 and house != WILD_HOUSE and state.reserve[house] > 0:
            put_animal(state, seat, cell, house)
    value = gains(pack, state, seat, cells) + best_colours(pack, state, seat, 0, sets, points, firsts, slots)
    if turns_left(state) > 0:
        value += LEVEL * levels
    for i in range(spaces):
        cell = np.int64(state.placed[i])
        state.placed[i] = NONE
        state.height[seat, cell >> 3, cell & 7] -= 1
        if kind_on(state, seat, cell) > 0:
            remove_animal(state, seat, cell)
    return value


@kernel
def best_placement(pack, state, seat, mask, sets, points, firsts, slots):
    """Value and action of the best way to lay the tile taken; `mask` is used up."""
    clear_bits(mask)
    mark_placements(pack, state, mask)
    best, choice = np.int64(NOTHING), np.int64(-1)
    for w in range(len(mask)):
        word = mask[w]
        while word != ZERO:
            action = 64 * w + lowest_bit(word)
            word &= word - ONE
            spot = action - PLACE
            value = value_of_placement(pack, state, seat, spot >> 6, spot & 63, sets, points, firsts, slots)
            if value > best:
                best, choice = value, action
    return best, choice


@kernel
def value_of_tile(pack, state, seat, tile, mask, sets, points, firsts, slots):
    """Value of the best placement of a tile on offer."""
    if tile == NONE:
        return np.int64(NOTHING)
    state.taken = tile
    value, _ = best_placement(pack, state, seat, mask, sets, points, firsts, slots)
    state.taken = NONE
    return value


@kernel
def choose_tile(pack, state, seat, mask, sets, points, firsts, slots):
    """TAKE: the tile with the best placement; a card for a domino is the one that offers least itself."""
    spots = np.zeros(len(mask), np.uint64)
    best, choice = np.int64(NOTHING), nth_bit(mask, 0)
    worst, spare = np.int64(-NOTHING), np.int64(-1)
    for card in range(6):
        if state.hand[seat, card] == 0:
            continue
        offer = np.int64(NOTHING)
        for slot in range(2):
            action = TAKE_SPECIAL + slot if card == SPECIAL_CARD else TAKE + 2 * card + slot
            if test_bit(mask, action):
                tile = np.int64(state.market[card + slot, 0] if card == SPECIAL_CARD else state.market[card, slot])
                value = value_of_tile(pack, state, seat, tile, spots, sets, points, firsts, slots)
                offer = max(offer, value)
                if value > best:
                    best, choice = value, action
        if offer < worst:
            worst, spare = offer, card
    if spare >= 0 and test_bit(mask, FACE_DOWN + spare):
        tile = np.int64(state.market[DOMINO, 0])
        if value_of_tile(pack, state, seat, tile, spots, sets, points, firsts, slots) >= best:
            choice = FACE_DOWN + spare
    return choice


@kernel
def choose_colour(pack, state, seat, sets, points, firsts, slots):
    """WILD: the colour with the best outlook, the wild houses after it included."""
    space = np.int64(state.wild_idx)
    cell = np.int64(state.placed[space])
    best, choice = np.int64(NOTHING), np.int64(-1)
    for code in range(1, 6):
        if state.reserve[code] > 0:
            put_animal(state, seat, cell, code)
            value = best_colours(pack, state, seat, space + 1, sets, points, firsts, slots)
            for later in range(space + 1, 4):
                goal = np.int64(state.placed[later])
                if goal != NONE and pack.tile_house[np.int64(state.taken), later] == WILD_HOUSE:
                    if kind_on(state, seat, goal) > 0:
                        remove_animal(state, seat, goal)
            remove_animal(state, seat, cell)
            if value > best:
                best, choice = value, COLOUR + code - 1
    return choice


@kernel
def best_spell(pack, state, seat, mask, sets, points, firsts, slots):
    """Value and action of the best spell."""
    best, choice = np.int64(NOTHING), np.int64(-1)
    for action in range(RECOLOUR, RELOCATE + 16):
        if not test_bit(mask, action):
            continue
        if action < RELOCATE:
            cell = np.int64(state.placed[(action - RECOLOUR) // 5])
            goal, code = cell, (action - RECOLOUR) % 5 + 1
        else:
            cell = np.int64(state.placed[(action - RELOCATE) >> 2])
            goal, code = np.int64(state.placed[(action - RELOCATE) & 3]), kind_on(state, seat, cell)
        kind = kind_on(state, seat, cell)
        remove_animal(state, seat, cell)
        put_animal(state, seat, goal, code)
        value, _ = outlook(pack, state, seat, sets, points, firsts, slots)
        remove_animal(state, seat, goal)
        put_animal(state, seat, cell, kind)
        if value > best:
            best, choice = value, action
    return best, choice


@kernel
def best_patch(pack, state, seat, sets, points, firsts, slots):
    """Value and action of the best cell for a patch."""
    best, choice = np.int64(NOTHING), np.int64(-1)
    rest = pack.board
    while rest != ZERO:
        cell = lowest_bit(rest)
        rest &= rest - ONE
        kind = kind_on(state, seat, cell)
        state.height[seat, cell >> 3, cell & 7] += 1
        state.animal[seat, cell >> 3, cell & 7] = 0
        value, _ = outlook(pack, state, seat, sets, points, firsts, slots)
        value += gains(pack, state, seat, ONE << np.uint64(cell))
        state.height[seat, cell >> 3, cell & 7] -= 1
        state.animal[seat, cell >> 3, cell & 7] = kind
        if value > best:
            best, choice = value, PATCH + cell
    return best, choice


@kernel
def choose_message(pack, state, seat, mask, sets, points, firsts, slots):
    """RESOLVE: the best chain, after a spell or a patch if that is worth the token."""
    best, choice = outlook(pack, state, seat, sets, points, firsts, slots)
    best += token_value(state)
    if can_cast(state, seat):
        value, action = best_spell(pack, state, seat, mask, sets, points, firsts, slots)
        if value > best:
            best, choice = value, action
    if can_patch(state, seat):
        value, action = best_patch(pack, state, seat, sets, points, firsts, slots)
        if value > best:
            best, choice = value, action
    return choice


@kernel
def heuristic(pack, state, mask):
    seat = np.int64(state.to_move)
    sets, points = np.empty(SETS, np.uint64), np.empty(SETS, np.int64)
    firsts, slots = np.empty(SETS, np.int64), np.zeros(2 * SETS, np.int64)
    if state.phase == Phase.TAKE:
        return choose_tile(pack, state, seat, mask, sets, points, firsts, slots)
    if state.phase == Phase.PLACE:
        spots = np.zeros(len(mask), np.uint64)
        _, action = best_placement(pack, state, seat, spots, sets, points, firsts, slots)
        return action
    if state.phase == Phase.WILD:
        return choose_colour(pack, state, seat, sets, points, firsts, slots)
    return choose_message(pack, state, seat, mask, sets, points, firsts, slots)
