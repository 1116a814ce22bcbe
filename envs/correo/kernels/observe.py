"""What a player sees, and samples of what it cannot see. Order and sizes: LAYOUT in state.py."""

import numpy as np

from medianoche.envs.core.kernels.bits import lowest_bit
from medianoche.envs.correo.kernels.dealing import draw_card, shuffle_deck, shuffle_pile
from medianoche.envs.correo.kernels.messages import animal_cells
from medianoche.envs.correo.kernels.placement import ONE, ZERO
from medianoche.envs.correo.shapes import NUM_PILES
from medianoche.envs.correo.state import BASIC_SIZE, NONE, ROUNDS, Phase, kernel

SLOT_PLANES, SLOT_SIZE = 8 * 64, 14
SLOTS = 3 * 64  # the planes of the four slots follow those of the board
TURN_PLANES = SLOTS + 4 * SLOT_PLANES
VECTOR = TURN_PLANES + 5 * 64
VISIBLE, SLOT_TOKENS = VECTOR + 4 + 1 + 2 + 12 + 18 + 7, BASIC_SIZE - 4 * SLOT_SIZE
REGIONS = BASIC_SIZE
OBJECTIVE_PLANES = REGIONS + 3 * 64
OBJECTIVE_COLOUR = OBJECTIVE_PLANES + 4 * 3 * 64
OBJECTIVE_COUNTS = OBJECTIVE_COLOUR + 5
BYTE, EIGHT = np.uint64(255), np.uint64(8)


@kernel
def write_plane(out, at, cells):
    """1 on every cell of a set."""
    while cells != ZERO:
        out[at + lowest_bit(cells)] = 1
        cells &= cells - ONE


@kernel
def write_board(pack, state, seat, out, at):
    """A seat's eight planes: animals by kind, height, and where one tile goes on to the right and below."""
    rest = animal_cells(pack, state, seat)
    while rest != ZERO:
        cell = lowest_bit(rest)
        rest &= rest - ONE
        out[at + 64 * (np.int64(state.animal[seat, cell >> 3, cell & 7]) - 1) + cell] = 1
    size = np.int64(pack.board_size)
    for row in range(size):
        for col in range(size):
            height = np.int64(state.height[seat, row, col])
            if height == 0:
                continue
            cell = 8 * row + col
            out[at + 5 * 64 + cell] = np.float32(min(height, 8)) * np.float32(0.125)
            piece = np.int64(state.piece[seat, row, col])
            if piece == 0 or piece > ROUNDS:
                continue
            share = np.float32(np.int64(state.piece_pile[seat, piece]) + 1) * np.float32(0.125)
            if col + 1 < size and state.piece[seat, row, col + 1] == piece:
                out[at + 6 * 64 + cell] = share
            if row + 1 < size and state.piece[seat, row + 1, col] == piece:
                out[at + 7 * 64 + cell] = share


@kernel
def write_turn_planes(state, out):
    """Where the new tile lies while it may still be coloured or enchanted."""
    coloured = state.phase == Phase.WILD
    if coloured or (state.phase == Phase.RESOLVE and state.spell_open == 1):
        for space in range(4):
            if state.placed[space] != NONE:
                out[TURN_PLANES + 64 * space + np.int64(state.placed[space])] = 1
    if coloured:
        out[TURN_PLANES + 4 * 64 + np.int64(state.placed[np.int64(state.wild_idx)])] = 1


@kernel
def share_of(count, most):
    """`count / most`, at most 1."""
    return np.float32(min(count, most)) / np.float32(most)


@kernel
def write_turn_state(state, out):
    """Phase, progress, options and the turn fields; returns what comes next."""
    if state.phase != Phase.END:
        out[VECTOR + np.int64(state.phase)] = 1
    at = VECTOR + 4
    out[at] = share_of(np.int64(state.turn), ROUNDS * np.int64(state.num_players))
    out[at + 1], out[at + 2] = np.float32(state.flat_only), np.float32(state.count_dest)
    out[at + 3], out[at + 4] = np.float32(state.spell_open), np.float32(state.spell_used)
    out[at + 5] = np.float32(state.patch_used)
    out[at + 6], out[at + 7] = share_of(np.int64(state.spell_gain), 4), share_of(np.int64(state.patch_gain), 4)
    out[at + 8], out[at + 9] = share_of(np.int64(state.msgs), 8), share_of(np.int64(state.msg_points), 32)
    for colour in range(5):
        out[at + 10 + colour] = np.float32((np.int64(state.msg_colours) >> colour) & 1)
    return at + 15


@kernel
def write_cards(state, player, out, at):
    """The player's own cards and the common reserve; returns what comes next."""
    for kind in range(6):
        out[at + kind] = share_of(np.int64(state.hand[player, kind]), 2)
        out[at + 6 + kind] = share_of(np.int64(state.down[player, kind]), 2)
    for i in range(np.int64(state.deck_n[player])):
        out[at + 12 + np.int64(state.deck[player, i])] += np.float32(0.5)
    for kind in range(6):
        out[at + 12 + kind] = min(out[at + 12 + kind], np.float32(1))
    at += 18
    for code in range(1, 6):
        out[at + code - 1] = share_of(np.int64(state.reserve[code]), 16)
    out[at + 5] = share_of(np.int64(state.spell_reserve), 16)
    out[at + 6] = share_of(np.int64(state.patch_reserve), 16)
    return at + 7


@kernel
def write_houses(pack, tile, out, at):
    """The tile's houses: one-hot of six for each of four spaces."""
    for space in range(4):
        house = np.int64(pack.tile_house[tile, space])
        if house > 0:
            out[at + 6 * space + house - 1] = 1


@kernel
def write_market(pack, state, out, at):
    """The 13 visible tiles, how many lie under them, and what houses those have; returns what comes next."""
    for pile in range(NUM_PILES):
        for slot in range(2 if pile < 5 else 1):
            tile = np.int64(state.market[pile, slot])
            if tile != NONE:
                out[at] = 1
                write_houses(pack, tile, out, at + 1)
            at += 25
    for pile in range(NUM_PILES):
        n = np.int64(state.pile_n[pile])
        out[at + pile] = share_of(n, 16)
        houses = ZERO
        for i in range(n):
            houses += pack.tile_colours[np.int64(state.pile[pile, i])]
        for code in range(6):
            out[at + 8 + 6 * pile + code] = share_of(np.int64(houses & BYTE), 16)
            houses >>= EIGHT
    return at + 56


@kernel
def write_tokens(state, seat, out, at):
    """A seat's 14 public numbers."""
    hand, down = np.int64(0), np.int64(0)
    for kind in range(6):
        hand += np.int64(state.hand[seat, kind])
        down += np.int64(state.down[seat, kind])
        out[at + 8 + kind] = share_of(np.int64(state.up[seat, kind]), 2)
    out[at] = np.float32(state.to_move == seat)
    out[at + 1], out[at + 2] = share_of(np.int64(state.track[seat]), 128), share_of(np.int64(state.combo[seat]), 64)
    out[at + 3], out[at + 4] = share_of(np.int64(state.spells[seat]), 8), share_of(np.int64(state.patches[seat]), 8)
    out[at + 5], out[at + 6] = share_of(hand, 2), share_of(np.int64(state.deck_n[seat]), ROUNDS)
    out[at + 7] = share_of(down, ROUNDS)


@kernel
def write_objectives(pack, state, player, out):
    """The advanced variant: regions of the three cards, and each seat's houses that could count or do."""
    if pack.objective_colour[np.int64(state.objectives[0])] > 0:
        out[OBJECTIVE_COLOUR + np.int64(pack.objective_colour[np.int64(state.objectives[0])]) - 1] = 1
    for j in range(3):
        card = np.int64(state.objectives[j])
        region, wanted = pack.objective_region[card], np.int64(pack.objective_colour[card])
        write_plane(out, REGIONS + 64 * j, region)
        for slot in range(np.int64(state.num_players)):
            seat = (player + slot) % np.int64(state.num_players)
            rest = region
            count = np.int64(0)
            while rest != ZERO:
                cell = lowest_bit(rest)
                rest &= rest - ONE
                house = np.int64(state.house[seat, cell >> 3, cell & 7])
                if house > 0 and (wanted == 0 or wanted == house):
                    out[OBJECTIVE_PLANES + 64 * (3 * slot + j) + cell] = 1
                    count += np.int64(state.animal[seat, cell >> 3, cell & 7] == 0)
            out[OBJECTIVE_COUNTS + 3 * slot + j] = share_of(count, 16)


@kernel
def observe(pack, state, player, out):
    out[:] = 0
    write_plane(out, 0, pack.board)
    write_plane(out, 64, pack.highlighted)
    write_plane(out, 128, pack.areas[0] | pack.areas[3])
    players = np.int64(state.num_players)
    for slot in range(players):
        seat = (player + slot) % players
        write_board(pack, state, seat, out, SLOTS + SLOT_PLANES * slot)
        write_tokens(state, seat, out, SLOT_TOKENS + SLOT_SIZE * slot)
    write_turn_planes(state, out)
    at = write_cards(state, player, out, write_turn_state(state, out))
    at = write_market(pack, state, out, at)
    if state.taken != NONE:
        tile = np.int64(state.taken)
        out[at + np.int64(pack.tile_pile[tile])] = 1
        write_houses(pack, tile, out, at + 8)
    if state.advanced:
        write_objectives(pack, state, player, out)


# ---- what it cannot see


@kernel
def hide_deck(state, seat):
    """The deck in order of kind: no trace of the true order is left."""
    for i in range(1, np.int64(state.deck_n[seat])):
        kind = state.deck[seat, i]
        j = i - 1
        while j >= 0 and state.deck[seat, j] > kind:
            state.deck[seat, j + 1] = state.deck[seat, j]
            j -= 1
        state.deck[seat, j + 1] = kind


@kernel
def gather_cards(state, seat):
    """The seat's hand and face-down cards join its deck."""
    n = np.int64(state.deck_n[seat])
    for kind in range(6):
        for _ in range(np.int64(state.hand[seat, kind]) + np.int64(state.down[seat, kind])):
            state.deck[seat, n] = kind
            n += 1
        state.hand[seat, kind] = 0
        state.down[seat, kind] = 0
    state.deck_n[seat] = n


@kernel
def hide_pile(state, pile):
    """The unseen tiles of the pile in order of id."""
    known = np.int64(state.pile_known[pile])
    for i in range(known + 1, np.int64(state.pile_n[pile])):
        tile = state.pile[pile, i]
        j = i - 1
        while j >= known and state.pile[pile, j] > tile:
            state.pile[pile, j + 1] = state.pile[pile, j]
            j -= 1
        state.pile[pile, j + 1] = tile


@kernel
def determinize(pack, state, player):
    for seat in range(np.int64(state.num_players)):
        hand, down = np.int64(0), np.int64(0)
        if seat != player:
            for kind in range(6):
                hand += np.int64(state.hand[seat, kind])
                down += np.int64(state.down[seat, kind])
            gather_cards(state, seat)
        hide_deck(state, seat)
        shuffle_deck(state, seat)
        for _ in range(down):
            draw_card(state, seat)
        for kind in range(6):
            if seat != player:
                state.down[seat, kind] = state.hand[seat, kind]
                state.hand[seat, kind] = 0
        for _ in range(hand):
            draw_card(state, seat)
    for pile in range(NUM_PILES):
        hide_pile(state, pile)
        shuffle_pile(state, pile)
