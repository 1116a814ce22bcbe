"""The observation of a player, concealed records, and samples of what a player does not know.

Arguments: `out` is the observation, float32[observation_size], zero before; its numbers are from 0 to 1. `at` is the
place in it at which a block begins. `player` sees, `seat` is seen, both 0 to 3. `pile` is a number of Pile, 0 to 7;
`tile` a number of the pack's tiles, from 0, or NONE.
"""

import numpy as np

from medianoche.envs.core.kernels.bits import lowest_bit, popcount, write_bits
from medianoche.envs.core.kernels.seats import around
from medianoche.envs.correo import state as st
from medianoche.envs.correo.kernels import kernel
from medianoche.envs.correo.kernels.dealing import count_hidden, draw_card, shuffle_deck, shuffle_pile
from medianoche.envs.correo.kernels.messages import animal_cells, kind_on
from medianoche.envs.correo.kernels.placement import ONE, ZERO, free_cells
from medianoche.envs.correo.kernels.scoring import houses_for
from medianoche.envs.correo.numbers import HAND, ROUNDS

AT = st.LAYOUT.at
PER = st.LAYOUT.per
PLANE = st.LAYOUT.blocks[0].size
SEAT, TOKENS = AT.slot1_frogs - AT.slot0_frogs, AT.slot1_tokens - AT.slot0_tokens
"""Distance between the planes, and between the tokens, of two slots."""
OBJECTIVES = AT.slot1_objective0 - AT.slot0_objective0
COUNTS = AT.slot1_objective_counts - AT.slot0_objective_counts
BYTE = np.uint64(255)
EIGHT = np.uint64(8)
MANY = 16
"""Number of animals, tokens, tiles or houses that is scaled to 1."""


@kernel
def share_of(count, most):
    """`count / most`, at most 1. `count` is from 0; the result is from 0 to 1."""
    return np.float32(min(count, most)) / np.float32(most)  # exact enough, and quicker than in 64 bits


@kernel
def write_board(pack, state, seat, out, at):
    """Write a seat's eight planes from `at` on: animals by kind, level, and where the same tile continues to the right
    and below. A plane is 64 numbers, one for each cell 8 * row + column, so that 512 are written."""
    rest = animal_cells(pack, state, seat)
    while rest != ZERO:
        cell = lowest_bit(rest)
        rest &= rest - ONE
        out[at + PLANE * (kind_on(state, seat, cell) - 1) + cell] = 1
    size = pack.board_size
    at -= AT.slot0_frogs
    level = at + AT.slot0_height
    right = at + AT.slot0_joined_right
    below = at + AT.slot0_joined_below
    for row in range(size):
        for col in range(size):
            height = state.height[seat, row, col]
            piece = state.piece[seat, row, col]
            if height == 0:
                continue
            cell = 8 * row + col
            out[level + cell] = min(height, 8) * 0.125
            if piece == 0 or piece == st.PATCH_PIECE:
                continue
            share = (state.piece_pile[seat, piece] + 1) * 0.125
            if col + 1 < size and state.piece[seat, row, col + 1] == piece:
                out[right + cell] = share
            if row + 1 < size and state.piece[seat, row + 1, col] == piece:
                out[below + cell] = share


@kernel
def write_turn(state, out):
    """Write phase, progress, options, the fields of the turn, and where the new tile lies while colours are chosen or a
    spell is possible. All numbers are from 0 to 1, see `state.LAYOUT`."""
    coloured = state.phase == st.Phase.WILD
    if coloured or (state.phase == st.Phase.RESOLVE and state.spell_open == 1):
        for space in range(4):
            if state.placed[space] != st.NONE:
                out[AT.placed_0 + PLANE * space + state.placed[space]] = 1
    if coloured:
        out[AT.wild_house + state.placed[state.wild_idx]] = 1
    if state.phase != st.Phase.END:
        out[AT.phase + state.phase] = 1
    out[AT.turn] = share_of(state.turn, ROUNDS * state.num_players)
    out[AT.options + st.OPTION_AT.flat_only] = state.flat_only
    out[AT.options + st.OPTION_AT.count_dest] = state.count_dest
    at = AT.turn_state
    out[at + st.TURN_AT.spell_open] = state.spell_open
    out[at + st.TURN_AT.spell_used] = state.spell_used
    out[at + st.TURN_AT.patch_used] = state.patch_used
    out[at + st.TURN_AT.spell_gain] = share_of(state.spell_gain, 4)
    out[at + st.TURN_AT.patch_gain] = share_of(state.patch_gain, 4)
    out[at + st.TURN_AT.msgs], out[at + st.TURN_AT.msg_points] = share_of(state.msgs, 8), share_of(state.msg_points, 32)
    for code in range(1, st.WILD_HOUSE):
        out[at + st.TURN_AT.msg_colours + code - 1] = (state.msg_colours >> code - 1) & 1


@kernel
def write_cards(pack, state, player, out):
    """Write the player's cards and the common reserve; the deck is what is neither in hand nor played. The numbers are
    cards of each kind / 2, and animals of each colour / 16."""
    for kind in range(st.KINDS):
        hand = state.hand[player, kind]
        down = state.down[player, kind]
        out[AT.own_hand + kind] = share_of(hand, 2)
        out[AT.own_down + kind] = share_of(down, 2)
        out[AT.own_deck + kind] = share_of(pack.card_copies[kind] - state.up[player, kind] - hand - down, 2)
    for code in range(1, st.WILD_HOUSE):
        out[AT.reserve + code - 1] = share_of(state.reserve[code], MANY)
    out[AT.spell_reserve] = share_of(state.spell_reserve, MANY)
    out[AT.patch_reserve] = share_of(state.patch_reserve, MANY)


@kernel
def write_houses(pack, tile, out, at):
    """Write the tile's houses from place `at` on: for each of four spaces a one-hot vector of six, house codes 1 to
    6."""
    for space in range(4):
        house = pack.tile_house[tile, space]
        if house > 0:
            out[at + st.WILD_HOUSE * space + house - 1] = 1


@kernel
def write_tiles(pack, state, out):
    """Write the 13 visible tiles, the number of tiles under them and their houses, and the tile taken."""
    at = AT.visible_tiles
    for pile in range(st.NUM_PILES):
        for slot in range(st.MARKET[pile]):
            tile = state.market[pile, slot]
            if tile != st.NONE:
                out[at + st.TILE_AT.present] = 1
                write_houses(pack, tile, out, at + st.TILE_AT.houses)
            at += PER.visible_tiles
    for pile in range(st.NUM_PILES):
        n = state.pile_n[pile]
        out[AT.pile_n + pile] = share_of(n, MANY)
        houses = ZERO
        for i in range(n):
            houses += pack.tile_colours[state.pile[pile, i]]
        for code in range(PER.pile_houses):
            out[AT.pile_houses + PER.pile_houses * pile + code] = share_of(np.int64(houses & BYTE), MANY)  # from uint64
            houses >>= EIGHT
    if state.taken != st.NONE:
        out[AT.taken_tile + st.TAKEN_AT.shape + pack.tile_pile[state.taken]] = 1
        write_houses(pack, state.taken, out, AT.taken_tile + st.TAKEN_AT.houses)


@kernel
def write_tokens(state, seat, out, at):
    """Write a seat's public numbers from place `at` on, each at most 1."""
    hand, down = count_hidden(state, seat)
    out[at + st.TOKEN_AT.to_move] = state.to_move == seat
    out[at + st.TOKEN_AT.track] = share_of(state.track[seat], 128)
    out[at + st.TOKEN_AT.combo] = share_of(state.combo[seat], 64)
    out[at + st.TOKEN_AT.spells] = share_of(state.spells[seat], 8)
    out[at + st.TOKEN_AT.patches] = share_of(state.patches[seat], 8)
    out[at + st.TOKEN_AT.hand] = share_of(hand, HAND)
    out[at + st.TOKEN_AT.deck] = share_of(state.deck_n[seat], ROUNDS)
    out[at + st.TOKEN_AT.down] = share_of(down, ROUNDS)
    for kind in range(st.KINDS):
        out[at + st.TOKEN_AT.up + kind] = share_of(state.up[seat, kind], 2)


@kernel
def write_objectives(pack, state, player, out):
    """Write, in the advanced variant, the regions of the three cards and each seat's houses in them."""
    colour = pack.objective_colour[state.objectives[0]]
    if colour > 0:
        out[AT.objective_colour + colour - 1] = 1
    for j in range(3):
        write_bits(out, AT.objective0_region + PLANE * j, pack.objective_region[state.objectives[j]])
    for slot in range(state.num_players):
        seat = around(player + slot, state.num_players)
        free = free_cells(pack, state, seat)
        for j in range(3):
            houses = houses_for(pack, state, seat, state.objectives[j])
            write_bits(out, AT.slot0_objective0 + OBJECTIVES * slot + PLANE * j, houses)
            out[AT.slot0_objective_counts + COUNTS * slot + j] = share_of(popcount(houses & free), MANY)  # R38


@kernel
def observe(pack, state, player, out):
    """Write the observation of `player`, a seat from 0, to `out`, float32[observation_size]; it is set to zero
    first."""
    out[:] = 0
    write_bits(out, AT.on_board, pack.board)
    write_bits(out, AT.highlighted, pack.highlighted)
    write_bits(out, AT.main_diagonal_quadrants, pack.areas[0] | pack.areas[3])
    for slot in range(state.num_players):
        seat = around(player + slot, state.num_players)
        write_board(pack, state, seat, out, AT.slot0_frogs + SEAT * slot)
        write_tokens(state, seat, out, AT.slot0_tokens + TOKENS * slot)
    write_turn(state, out)
    write_cards(pack, state, player, out)
    write_tiles(pack, state, out)
    if state.advanced:
        write_objectives(pack, state, player, out)


# ---- what a player does not see


@kernel
def conceal_pile(state, pile):
    """Sort the unseen tiles of the pile by id: players know which they are, but not their order."""
    known = state.pile_known[pile]
    for i in range(known + 1, state.pile_n[pile]):
        tile = state.pile[pile, i]
        j = i - 1
        while j >= known and state.pile[pile, j] > tile:
            state.pile[pile, j + 1] = state.pile[pile, j]
            j -= 1
        state.pile[pile, j + 1] = tile


@kernel
def conceal(pack, state, player):
    """Overwrite all fields of `state` that `player`, a seat from 0, does not know."""
    state.rng = ZERO
    for seat in range(state.num_players):
        if seat != player:
            state.hand[seat, :] = st.UNKNOWN  # how many there are follows from the turn: count_hidden (R2)
            state.down[seat, :] = st.UNKNOWN
        for i in range(state.deck_n[seat]):
            state.deck[seat, i] = st.UNKNOWN
    for pile in range(st.NUM_PILES):
        conceal_pile(state, pile)


@kernel
def redeal_cards(pack, state, seat, player):
    """Shuffle the seat's deck; if the seat is not the player's, deal its face-down cards and hand from it, too.
    `player` is the one who knows its own cards."""
    n = 0
    hand = 0
    down = 0
    if seat != player:
        hand, down = count_hidden(state, seat)
    for kind in range(st.KINDS):
        unseen = pack.card_copies[kind] - state.up[seat, kind]
        if seat == player:
            unseen -= state.hand[seat, kind] + state.down[seat, kind]
        for _ in range(min(unseen, ROUNDS - n)):
            state.deck[seat, n] = kind
            n += 1
    state.deck_n[seat] = n
    shuffle_deck(state, seat)
    if seat != player:
        state.hand[seat, :] = 0
        state.down[seat, :] = 0
        for _ in range(min(down, state.deck_n[seat])):
            state.down[seat, draw_card(state, seat)] += 1
        for _ in range(min(hand, state.deck_n[seat])):
            state.hand[seat, draw_card(state, seat)] += 1


@kernel
def determinize(pack, state, player):
    """Deal everything hidden from `player`, a seat from 0, again; `state.rng` holds a fresh seed."""
    for seat in range(state.num_players):
        redeal_cards(pack, state, seat, player)
    for pile in range(st.NUM_PILES):
        conceal_pile(state, pile)
        shuffle_pile(state, pile)
