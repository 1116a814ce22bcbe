"""A hand-written policy that looks one turn ahead: it searches the best chain of every placement exactly, and adds
estimates of tokens, levels and the pairs of later turns.

Values are in sixteenths of a point.

Arguments: `seat` is the one to move, 0 to 3. A cell is 8 * row + column, 0 to 63; `cells` is a set of cells, uint64.
`chains` is scratch memory of the solver, see Chains. `mask` is a set of actions, uint64[words]. An action is a number
of ACTIONS, -1 if there is none.
"""

import numpy as np

from medianoche.envs.core.kernels.bits import clear_bits, lowest_bit, nth_bit, test_bit
from medianoche.envs.core.kernels.local import local_array, local_zeros
from medianoche.envs.correo.kernels import Chains, kernel
from medianoche.envs.correo.kernels.messages import EAST, SOUTH, animal_cells, kind_on, partner
from medianoche.envs.correo.kernels.placement import OFFSETS, ONE, SPACES, ZERO, mark_placements
from medianoche.envs.correo.kernels.rules import has_patch, has_spell, is_covered_anew, offer_of
from medianoche.envs.correo.kernels.solver import explore
from medianoche.envs.correo.numbers import ROUNDS
from medianoche.envs.correo.state import ACTIONS, BASE, CARD_OF, KINDS, NONE, STRIDE, WILD_HOUSE, Phase, Pile

POINT = 16
NOTHING = -(2**40)
CAPACITY = 1024
"""Number of sets in the search for chains; a longer search gives the value of some chain, maybe not the best."""
SLOTS = 2 * CAPACITY
WORDS = (ACTIONS.size + 63) // 64

BLOCKED_PAIR = 24  # two animals of a kind with one animal between them
ANIMAL = 6  # an animal on the board while turns are left
TOKEN = 28  # a spell or patch that can still be used
LEVEL = 2  # a level of the cells on which a new tile lies


@kernel
def turns_left(state):
    """Number of the player's turns after this one. It is 0 to 11."""
    return ROUNDS - 1 - state.turn // state.num_players


@kernel
def promise(state, seat, cells):
    """Value, in sixteenths of a point, of the animals on `cells` in later turns: each one, and each pair of a kind with
    one animal between."""
    value = 0
    rest = cells
    while rest != ZERO:
        cell = lowest_bit(rest)
        rest &= rest - ONE
        value += ANIMAL
        # x & (x - 1) drops the nearest animal
        east = cells & EAST[cell]
        south = cells & SOUTH[cell]
        if partner(state, seat, cell, east & (east - ONE)) >= 0:
            value += BLOCKED_PAIR
        if partner(state, seat, cell, south & (south - ONE)) >= 0:
            value += BLOCKED_PAIR
    return value


@kernel
def outlook(pack, state, seat, chains):
    """Value of the board, in sixteenths of a point, and the first action of its best chain of messages. The value is
    that of the chain and of the animals that it leaves."""
    msgs = state.msgs
    colours = state.msg_colours
    best, first, leaving, _ = explore(pack, state, seat, msgs, colours, chains)
    value = POINT * best
    if turns_left(state) > 0:
        value += promise(state, seat, animal_cells(pack, state, seat) & ~leaving)
    return value, first


@kernel
def token_value(state):
    """Value of a token, in sixteenths of a point: one point, more while it can still be used."""
    return TOKEN if turns_left(state) > 0 else POINT


@kernel
def gains(pack, state, seat, cells):
    """Value, in sixteenths of a point, of the tokens earned by a piece just laid on `cells`."""
    tokens = 0
    for i in range(pack.num_areas):
        area = pack.areas[i]
        if area & cells != ZERO and is_covered_anew(state, seat, area, cells):
            left = state.spell_reserve if i < 4 else state.patch_reserve
            tokens += left > 0
    return tokens * token_value(state)


@kernel
def put_animal(state, seat, cell, code):
    """Move an animal of code `code`, 1 to 5, from the reserve to a cell."""
    state.reserve[code] -= 1
    state.animal[seat, cell >> 3, cell & 7] = code


@kernel
def remove_animal(state, seat, cell):
    """Move the animal on a cell back to the reserve."""
    state.reserve[kind_on(state, seat, cell)] += 1
    state.animal[seat, cell >> 3, cell & 7] = 0


@kernel
def best_colours(pack, state, seat, space, chains):
    """Put the animal with the best outlook on each wild house from `space` (0 to 3, a space of the tile taken) on, in
    turn; returns the board's value, in sixteenths of a point."""
    tile = state.taken
    value, _ = outlook(pack, state, seat, chains)
    for i in range(space, SPACES[pack.tile_pile[tile]]):
        if pack.tile_house[tile, i] != WILD_HOUSE:
            continue
        cell = state.placed[i]
        best = NOTHING
        colour = 0
        for code in range(1, WILD_HOUSE):
            if state.reserve[code] > 0:
                put_animal(state, seat, cell, code)
                value, _ = outlook(pack, state, seat, chains)
                remove_animal(state, seat, cell)
                if value > best:
                    best = value
                    colour = code
        if colour > 0:
            put_animal(state, seat, cell, colour)
            value = best
    return value


@kernel
def value_of_placement(pack, state, seat, orientation, anchor, chains):
    """Value, in sixteenths of a point, of laying the tile taken at the cell `anchor` in `orientation`, 0 to 7; the
    board is unchanged afterwards."""
    tile = state.taken
    spaces = SPACES[pack.tile_pile[tile]]
    cells = ZERO
    levels = 0
    for i in range(spaces):
        cell = anchor + OFFSETS[pack.tile_pile[tile], orientation, i]
        state.placed[i] = cell
        state.height[seat, cell >> 3, cell & 7] += 1
        levels += state.height[seat, cell >> 3, cell & 7]
        cells |= ONE << np.uint64(cell)
        house = pack.tile_house[tile, i]
        if 0 < house < WILD_HOUSE and state.reserve[house] > 0:
            put_animal(state, seat, cell, house)
    value = gains(pack, state, seat, cells) + best_colours(pack, state, seat, 0, chains)
    if turns_left(state) > 0:
        value += LEVEL * levels
    for i in range(spaces):
        cell = state.placed[i]
        state.placed[i] = NONE
        state.height[seat, cell >> 3, cell & 7] -= 1
        if kind_on(state, seat, cell) > 0:
            remove_animal(state, seat, cell)
    return value


@kernel
def best_placement(pack, state, seat, mask, chains):
    """Value, in sixteenths of a point, and action of the best way to lay the tile taken; `mask` is overwritten."""
    clear_bits(mask)
    mark_placements(pack, state, mask)
    best = NOTHING
    choice = -1
    for w in range(len(mask)):
        word = mask[w]
        while word != ZERO:
            action = 64 * w + lowest_bit(word)
            word &= word - ONE
            spot = action - BASE.place
            value = value_of_placement(pack, state, seat, spot >> 6, spot & 63, chains)
            if value > best:
                best = value
                choice = action
    return best, choice


@kernel
def value_of_tile(pack, state, seat, tile, mask, chains):
    """Value, in sixteenths of a point, of the best placement of a tile on offer; NOTHING if `tile`, a number of the
    pack's tiles, is NONE. `mask` is overwritten."""
    if tile == NONE:
        return NOTHING
    state.taken = tile
    value, _ = best_placement(pack, state, seat, mask, chains)
    state.taken = NONE
    return value


@kernel
def choose_tile(pack, state, seat, mask, chains):
    """TAKE: the action that takes the tile with the best placement by a card face up.

    If a domino is at least as good: the action that plays a card face down, the one whose own tiles are worth least.
    Scratch memory: `chains`, and `spots` for the places of a tile.
    """
    spots = local_zeros(WORDS, np.uint64)
    best = NOTHING
    choice = nth_bit(mask, 0)
    worst_value = -NOTHING
    worst_card = -1
    for card in range(KINDS):
        if state.hand[seat, card] == 0:
            continue
        card_value = NOTHING
        for action in range(BASE.face_down):
            pile, slot = offer_of(action)
            if CARD_OF[pile] == card and test_bit(mask, action):
                tile = state.market[pile, slot]
                value = value_of_tile(pack, state, seat, tile, spots, chains)
                card_value = max(card_value, value)
                if value > best:
                    best = value
                    choice = action
        if card_value < worst_value:
            worst_value = card_value
            worst_card = card

    if worst_card >= 0 and test_bit(mask, BASE.face_down + worst_card):
        tile = state.market[Pile.D, 0]
        if value_of_tile(pack, state, seat, tile, spots, chains) >= best:
            choice = BASE.face_down + worst_card
    return choice


@kernel
def choose_colour(pack, state, seat, chains):
    """WILD: the colour with the best outlook, with the best colours on the wild houses after it."""
    space = state.wild_idx
    cell = state.placed[space]
    best = NOTHING
    choice = -1
    for code in range(1, WILD_HOUSE):
        if state.reserve[code] > 0:
            put_animal(state, seat, cell, code)
            value = best_colours(pack, state, seat, space + 1, chains)
            for later in range(space + 1, 4):
                goal = state.placed[later]
                if goal != NONE and pack.tile_house[state.taken, later] == WILD_HOUSE:
                    if kind_on(state, seat, goal) > 0:
                        remove_animal(state, seat, goal)
            remove_animal(state, seat, cell)
            if value > best:
                best = value
                choice = BASE.colour + code - 1
    return choice


@kernel
def best_spell(pack, state, seat, mask, chains):
    """Value, in sixteenths of a point, and action of the best spell in `mask`; -1 if there is none."""
    best = NOTHING
    choice = -1
    for action in range(BASE.recolour, BASE.message):
        if not test_bit(mask, action):
            continue
        if action < BASE.relocate:
            cell = state.placed[(action - BASE.recolour) // STRIDE.recolour]
            goal = cell
            code = (action - BASE.recolour) % STRIDE.recolour + 1
        else:
            space, other = divmod(action - BASE.relocate, STRIDE.relocate)
            cell = state.placed[space]
            goal = state.placed[other]
            code = kind_on(state, seat, cell)
        kind = kind_on(state, seat, cell)
        remove_animal(state, seat, cell)
        put_animal(state, seat, goal, code)
        value, _ = outlook(pack, state, seat, chains)
        remove_animal(state, seat, goal)
        put_animal(state, seat, cell, kind)
        if value > best:
            best = value
            choice = action
    return best, choice


@kernel
def best_patch(pack, state, seat, chains):
    """Value, in sixteenths of a point, and action of the best cell for a patch."""
    best = NOTHING
    choice = -1
    rest = pack.board
    while rest != ZERO:
        cell = lowest_bit(rest)
        rest &= rest - ONE
        kind = kind_on(state, seat, cell)
        state.height[seat, cell >> 3, cell & 7] += 1
        state.animal[seat, cell >> 3, cell & 7] = 0
        value, _ = outlook(pack, state, seat, chains)
        value += gains(pack, state, seat, ONE << np.uint64(cell))
        state.height[seat, cell >> 3, cell & 7] -= 1
        state.animal[seat, cell >> 3, cell & 7] = kind
        if value > best:
            best = value
            choice = BASE.patch + cell
    return best, choice


@kernel
def choose_message(pack, state, seat, mask, chains):
    """RESOLVE: the first action of the best chain, or a spell or patch that gains more than the value of a token."""
    best, choice = outlook(pack, state, seat, chains)
    best += token_value(state)
    if has_spell(state, seat):
        value, action = best_spell(pack, state, seat, mask, chains)
        if value > best:
            best = value
            choice = action
    if has_patch(state, seat):
        value, action = best_patch(pack, state, seat, chains)
        if value > best:
            best = value
            choice = action
    return choice


@kernel
def heuristic(pack, state, mask):
    """The action of the hand-written policy, a number of ACTIONS; `mask` has the legal ones. `state` is a determinized
    copy and may change."""
    seat = state.to_move
    sets = local_array(CAPACITY, np.uint64)
    points = local_array(CAPACITY, np.int64)
    firsts = local_array(CAPACITY, np.int64)
    slots = local_zeros(SLOTS, np.int64)
    chains = Chains(sets, points, firsts, slots)
    if state.phase == Phase.TAKE:
        return choose_tile(pack, state, seat, mask, chains)
    if state.phase == Phase.PLACE:
        spots = local_zeros(WORDS, np.uint64)
        _, action = best_placement(pack, state, seat, spots, chains)
        return action
    if state.phase == Phase.WILD:
        return choose_colour(pack, state, seat, chains)
    return choose_message(pack, state, seat, mask, chains)
