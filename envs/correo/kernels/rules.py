"""Correo de Medianoche: twelve turns each of taking a tile, placing it, and resolving messages."""

import numpy as np

from medianoche.envs.core.kernels.bits import clear_bits, count_bits, lowest_bit, popcount, set_bit
from medianoche.envs.correo.kernels.dealing import clear_turn, draw_card, draw_tile, reset
from medianoche.envs.correo.kernels.messages import deliver, kind_on, mark_messages
from medianoche.envs.correo.kernels.placement import ONE, ZERO, fitting_piles, mark_placements
from medianoche.envs.correo.kernels.scoring import finish, refresh_score
from medianoche.envs.correo.shapes import DOMINO, NUM_PILES, OFFSETS, SPACES
from medianoche.envs.correo.state import (
    COLOUR,
    END_TURN,
    FACE_DOWN,
    MESSAGE,
    NONE,
    PATCH,
    PATCH_PIECE,
    PLACE,
    RECOLOUR,
    RELOCATE,
    RENEW,
    ROUNDS,
    SPECIAL_CARD,
    TAKE,
    TAKE_SPECIAL,
    WILD_HOUSE,
    Phase,
    kernel,
)

__all__ = ["apply", "legal_mask", "reset", "settle"]

PATCH_WORD, PATCH_SHIFT, PATCH_CARRY = PATCH >> 6, np.uint64(PATCH & 63), np.uint64(64 - (PATCH & 63))


# ---- what is legal


@kernel
def can_patch(state, seat):
    """One patch a turn, and not one received in this turn (R21, R25)."""
    return state.patch_used == 0 and state.patches[seat] > state.patch_gain


@kernel
def can_cast(state, seat):
    """One spell a turn, right after placing, and not one received in this turn (R21, R22)."""
    return state.spell_open == 1 and state.spell_used == 0 and state.spells[seat] > state.spell_gain


@kernel
def mark_patches(pack, mask):
    """A patch on any cell of the board (R13)."""
    mask[PATCH_WORD] |= pack.board << PATCH_SHIFT
    mask[PATCH_WORD + 1] |= pack.board >> PATCH_CARRY


@kernel
def mark_renewals(state, mask):
    """A patch may renew any filled slot whose pile is not empty (R9)."""
    for pile in range(5):
        for slot in range(2):
            if state.pile_n[pile] > 0 and state.market[pile, slot] != NONE:
                set_bit(mask, RENEW + 2 * pile + slot)


@kernel
def mark_takes(pack, state, seat, mask):
    """TAKE: a card face up with a tile of its shape, or any card face down with a domino (R4, R7, R8)."""
    offered = np.int64(0)
    for pile in range(NUM_PILES):
        visible = state.market[pile, 0] != NONE or state.market[pile, 1] != NONE
        if visible and (pile == DOMINO or state.hand[seat, min(pile, SPECIAL_CARD)] > 0):
            offered |= 1 << pile
    fitting = fitting_piles(pack, state, seat, offered)
    for pile in range(DOMINO):
        if (fitting >> pile) & 1 == 0:
            continue
        if pile >= SPECIAL_CARD:
            set_bit(mask, TAKE_SPECIAL + pile - SPECIAL_CARD)
        else:
            for slot in range(2):
                if state.market[pile, slot] != NONE:
                    set_bit(mask, TAKE + 2 * pile + slot)
    if fitting == 0 or (fitting >> DOMINO) & 1:
        for card in range(6):
            if state.hand[seat, card] > 0:
                set_bit(mask, FACE_DOWN + card)


@kernel
def mark_spells(state, seat, mask):
    """Recolour or move one animal of the tile just laid (R23)."""
    for space in range(4):
        cell = np.int64(state.placed[space])
        if cell == NONE:
            break
        kind = kind_on(state, seat, cell)
        if kind == 0:
            continue
        for code in range(1, 6):
            if code != kind and state.reserve[code] > 0:
                set_bit(mask, RECOLOUR + 5 * space + code - 1)
        for other in range(4):
            goal = np.int64(state.placed[other])
            if goal != NONE and kind_on(state, seat, goal) == 0:
                set_bit(mask, RELOCATE + 4 * space + other)


@kernel
def legal_mask(pack, state, mask):
    """Mark the legal actions of the player to move; returns how many there are."""
    clear_bits(mask)
    seat = np.int64(state.to_move)
    if state.phase == Phase.TAKE:
        mark_takes(pack, state, seat, mask)
        if can_patch(state, seat):
            mark_renewals(state, mask)
            mark_patches(pack, mask)
    elif state.phase == Phase.PLACE:
        mark_placements(pack, state, mask)
    elif state.phase == Phase.WILD:
        for code in range(1, 6):
            if state.reserve[code] > 0:
                set_bit(mask, COLOUR + code - 1)
    elif state.phase == Phase.RESOLVE:
        if not mark_messages(pack, state, seat, mask):
            set_bit(mask, END_TURN)
        if can_cast(state, seat):
            mark_spells(state, seat, mask)
        if can_patch(state, seat):
            mark_patches(pack, mask)
    return count_bits(mask)


# ---- 1 a card and a tile


@kernel
def take(state, seat, pile, slot):
    """A card face up and the tile it gives; the market is refilled at once (R5)."""
    card = min(pile, SPECIAL_CARD)
    state.hand[seat, card] -= 1
    state.up[seat, card] += 1
    state.taken = state.market[pile, slot]
    state.market[pile, slot] = draw_tile(state, pile)
    state.phase = Phase.PLACE


@kernel
def play_face_down(pack, state, seat, card):
    """Any card face down gives a domino (R3), or nothing where nothing can be laid (R8)."""
    state.hand[seat, card] -= 1
    state.down[seat, card] += 1
    if state.market[DOMINO, 0] != NONE and fitting_piles(pack, state, seat, 1 << DOMINO):
        state.taken = state.market[DOMINO, 0]
        state.market[DOMINO, 0] = draw_tile(state, DOMINO)
        state.phase = Phase.PLACE
    else:
        state.phase = Phase.RESOLVE


@kernel
def renew(state, seat, pile, slot):
    """A patch sends a market tile to the bottom of its pile, seen by all (R9)."""
    n = np.int64(state.pile_n[pile])
    for i in range(n, 0, -1):
        state.pile[pile, i] = state.pile[pile, i - 1]
    state.pile[pile, 0] = state.market[pile, slot]
    state.pile_n[pile] = n + 1
    state.pile_known[pile] += 1
    state.market[pile, slot] = draw_tile(state, pile)
    state.patches[seat] -= 1
    state.patch_reserve += 1
    state.patch_used = 1


# ---- 2 placing it


@kernel
def covered_anew(state, seat, area, cells):
    """Whether laying a piece on `cells` has raised the lowest level of the area (R18)."""
    lowest = np.int64(255)
    rest = area & cells
    while rest != ZERO:
        cell = lowest_bit(rest)
        rest &= rest - ONE
        lowest = min(lowest, np.int64(state.height[seat, cell >> 3, cell & 7]))
    rest = area & ~cells
    while rest != ZERO:
        cell = lowest_bit(rest)
        rest &= rest - ONE
        if state.height[seat, cell >> 3, cell & 7] < lowest:
            return False
    return True


@kernel
def gain_tokens(pack, state, seat, cells):
    """A spell for every quadrant and a patch for every highlighted line covered anew (R18-R20)."""
    for i in range(np.int64(pack.num_areas)):
        area = pack.areas[i]
        if area & cells != ZERO and covered_anew(state, seat, area, cells):
            if i < 4 and state.spell_reserve > 0:
                state.spell_reserve -= 1
                state.spells[seat] += 1
                state.spell_gain += 1
            elif i >= 4 and state.patch_reserve > 0:
                state.patch_reserve -= 1
                state.patches[seat] += 1
                state.patch_gain += 1


@kernel
def house_animal(state, seat, cell, code):
    """An animal from the reserve on the cell, if one is left (R16)."""
    if state.reserve[code] > 0:
        state.reserve[code] -= 1
        state.animal[seat, cell >> 3, cell & 7] = code


@kernel
def ask_wild(pack, state, space):
    """Ask for the next wild house from `space` on, or go on to messages with a spell possible (R15, R16)."""
    tile = np.int64(state.taken)
    left = False
    for code in range(1, 6):
        left |= state.reserve[code] > 0
    for i in range(space, SPACES[pack.tile_pile[tile]]):
        if left and pack.tile_house[tile, i] == WILD_HOUSE:
            state.wild_idx = i
            state.phase = Phase.WILD
            return
    state.wild_idx = NONE
    state.spell_open = 1
    state.phase = Phase.RESOLVE


@kernel
def place(pack, state, seat, orientation, anchor):
    """Lay the tile: levels, animals on coloured houses, tokens, then the wild houses (R15)."""
    tile = np.int64(state.taken)
    pile = np.int64(pack.tile_pile[tile])
    piece = np.int64(state.turn) // np.int64(state.num_players) + 1
    state.piece_pile[seat, piece] = pile
    cells = ZERO
    for i in range(SPACES[pile]):
        cell = anchor + np.int64(OFFSETS[pile, orientation, i])
        row, col = cell >> 3, cell & 7
        state.placed[i] = cell
        state.height[seat, row, col] += 1
        state.piece[seat, row, col] = piece
        house = np.int64(pack.tile_house[tile, i])
        state.house[seat, row, col] = house
        if house > 0 and house != WILD_HOUSE:
            house_animal(state, seat, cell, house)
        cells |= ONE << np.uint64(cell)
    gain_tokens(pack, state, seat, cells)
    ask_wild(pack, state, 0)


@kernel
def choose_colour(pack, state, seat, code):
    """An animal of the chosen colour on the wild house asked for."""
    space = np.int64(state.wild_idx)
    house_animal(state, seat, np.int64(state.placed[space]), code)
    ask_wild(pack, state, space + 1)


# ---- 3 messages, spells and patches


@kernel
def spend_spell(state, seat):
    """The spell goes back to the reserve."""
    state.spells[seat] -= 1
    state.spell_reserve += 1
    state.spell_used = 1
    state.spell_open = 0


@kernel
def recolour(state, seat, space, code):
    """A spell swaps an animal of the new tile for one of another colour."""
    cell = np.int64(state.placed[space])
    state.reserve[kind_on(state, seat, cell)] += 1
    house_animal(state, seat, cell, code)
    spend_spell(state, seat)


@kernel
def relocate(state, seat, space, other):
    """A spell moves an animal of the new tile to another of its spaces."""
    cell, goal = np.int64(state.placed[space]), np.int64(state.placed[other])
    state.animal[seat, goal >> 3, goal & 7] = state.animal[seat, cell >> 3, cell & 7]
    state.animal[seat, cell >> 3, cell & 7] = 0
    spend_spell(state, seat)


@kernel
def lay_patch(pack, state, seat, cell):
    """A patch on a cell of the own board; an animal there goes home without a message (R13, R26)."""
    row, col = cell >> 3, cell & 7
    kind = kind_on(state, seat, cell)
    if kind > 0:
        state.reserve[kind] += 1
        state.animal[seat, row, col] = 0
    state.height[seat, row, col] += 1
    state.piece[seat, row, col] = PATCH_PIECE
    state.house[seat, row, col] = 0
    state.patches[seat] -= 1
    state.patch_used = 1
    state.spell_open = 0
    gain_tokens(pack, state, seat, ONE << np.uint64(cell))


# ---- 4 a new card


@kernel
def end_turn(pack, state, seat):
    """The combo (R32, R33), a new card, the next player."""
    if state.msgs >= 2:
        state.combo[seat] += np.int64(state.msgs) * popcount(np.uint64(state.msg_colours))
    draw_card(state, seat)
    turn, players = np.int64(state.turn) + 1, np.int64(state.num_players)
    state.turn = turn
    if turn == ROUNDS * players:
        finish(pack, state)
    else:
        state.to_move = (np.int64(state.start) + turn) % players
        state.phase = Phase.TAKE
        clear_turn(state)


@kernel
def resolve(pack, state, seat, action):
    """RESOLVE: one message, spell or patch, or the end of the turn."""
    if action == END_TURN:
        end_turn(pack, state, seat)
    elif action >= PATCH:
        lay_patch(pack, state, seat, action - PATCH)
    elif action >= MESSAGE:
        state.spell_open = 0
        deliver(state, (action - MESSAGE) >> 2, (action - MESSAGE) & 3)
    elif action >= RELOCATE:
        relocate(state, seat, (action - RELOCATE) >> 2, (action - RELOCATE) & 3)
    else:
        recolour(state, seat, (action - RECOLOUR) // 5, (action - RECOLOUR) % 5 + 1)


@kernel
def choose_card(pack, state, seat, action):
    """TAKE: a card and its tile, or first a patch."""
    if action >= PATCH:
        lay_patch(pack, state, seat, action - PATCH)
    elif action >= RENEW:
        renew(state, seat, (action - RENEW) >> 1, (action - RENEW) & 1)
    elif action >= FACE_DOWN:
        play_face_down(pack, state, seat, action - FACE_DOWN)
    elif action >= TAKE_SPECIAL:
        take(state, seat, SPECIAL_CARD + action - TAKE_SPECIAL, 0)
    else:
        take(state, seat, (action - TAKE) >> 1, (action - TAKE) & 1)


@kernel
def settle(pack, state):
    """Nothing happens by itself in this game."""


@kernel
def apply(pack, state, action):
    """Play one legal action."""
    seat = np.int64(state.to_move)
    if state.phase == Phase.TAKE:
        choose_card(pack, state, seat, action)
    elif state.phase == Phase.PLACE:
        place(pack, state, seat, (action - PLACE) >> 6, (action - PLACE) & 63)
    elif state.phase == Phase.WILD:
        choose_colour(pack, state, seat, action - COLOUR + 1)
    elif state.phase == Phase.RESOLVE:
        resolve(pack, state, seat, action)
    refresh_score(state, seat)
