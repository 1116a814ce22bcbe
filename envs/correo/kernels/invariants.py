"""Conditions that every position of Correo de Medianoche meets: tests check them in play, and `game.position` before it
accepts a position.

Each `check_...` returns 0, or the member of `Broken` that says what is wrong. Seats from `num_players` on are checked,
too: they must hold nothing.

Arguments: `seat` is 0 to 3, `row` and `col` 0 to 7. `piece` is 1 to 12 for the tile of that turn of the seat, 13 for a
patch. `orientation` is 0 to 7, `anchor` the cell 8 * row + column of a tile's first space. `tile` is a number of the
pack's tiles, from 0.
"""

import numpy as np

from medianoche.envs.core.kernels.bits import lowest_bit, popcount
from medianoche.envs.core.kernels.local import local_zeros
from medianoche.envs.core.kernels.reasons import Reasons
from medianoche.envs.correo.kernels import kernel
from medianoche.envs.correo.kernels.dealing import count_hidden, count_played
from medianoche.envs.correo.kernels.messages import has_pair, height_of, kind_on
from medianoche.envs.correo.kernels.placement import OFFSETS, ONE, SPACES, ZERO, cells_showing
from medianoche.envs.correo.numbers import HAND, ROUNDS
from medianoche.envs.correo.pack import PACK
from medianoche.envs.correo.state import KINDS, MARKET, NONE, NUM_PILES, PATCH_PIECE, WILD_HOUSE, Phase

TILE_FACES = PACK["tile_copies"].shape[0]


class Broken(Reasons):
    """Reasons why a position is inconsistent."""

    FRAME = "the turn, the first seat, the objectives option or the player to move do not fit together"
    OUTSIDE = "something lies outside the board"
    LEVEL_GAP = "a level gap: a cell has a level but no piece on top, or a piece but no level"
    ANIMAL = "an animal stands on a cell whose top is not a tile (missing tile)"
    HOUSE = "a house is printed on something that is not a tile"
    TILE = "a visible tile was never laid, or its cells, houses and levels are not those of a tile of its pile"
    PIECE_PILE = "piece_pile names a tile of a turn that has not come or a pile that does not exist"
    LEVELS = "the levels of a board are not those of its tiles and patches"
    ANIMALS = "animals on the boards and in the reserve do not add up to the supply"
    SPELLS = "spells held and in the reserve do not add up to the supply"
    PATCHES = "patches held, laid and in the reserve do not add up to the supply"
    CARDS = "a seat's cards in hand, deck and play are not its twelve cards"
    CARD_COUNT = "a seat has played or holds another number of cards than its turns say"
    TILES = "a tile in a pile or on the market is unknown, in the wrong place or there too often"
    SLOT = "a market slot is empty though its pile is not"
    TILE_COUNT = "the tiles of a pile, its market slots and the boards do not add up"
    TURN = "the fields of the turn do not fit the phase"
    PAIR = "two animals see each other on a board where no message can be pending"
    SCORES = "scores, utilities or objective points do not fit the rest"
    OBJECTIVES = "the objectives are not one of each type, or there are some in the basic game"


@kernel
def check_frame(state):
    """Check turn and seats."""
    players = state.num_players
    turn = state.turn
    over = turn == ROUNDS * players
    if state.advanced and players == 1:
        return Broken.FRAME
    if state.done != over or turn > ROUNDS * players or state.start >= players:
        return Broken.FRAME
    if state.start_option != NONE and state.start_option != state.start:
        return Broken.FRAME
    if state.to_move != (-1 if over else (state.start + turn) % players):
        return Broken.FRAME
    return 0


@kernel
def check_cell(pack, state, seat, row, col):
    """Check height, piece, house and animal of a cell."""
    height = state.height[seat, row, col]
    piece = state.piece[seat, row, col]
    house = state.house[seat, row, col]
    animal = state.animal[seat, row, col]
    if row >= pack.board_size or col >= pack.board_size:
        return Broken.OUTSIDE if height != 0 or piece != 0 or house != 0 or animal != 0 else 0
    is_tile = 0 < piece < PATCH_PIECE
    if animal > 0 and (height == 0 or not is_tile):
        return Broken.ANIMAL
    if (height == 0) != (piece == 0):
        return Broken.LEVEL_GAP
    if house > 0 and not is_tile:
        return Broken.HOUSE
    if is_tile and state.piece_pile[seat, piece] == NONE:
        return Broken.TILE
    return 0


@kernel
def count_patches(state, seat):
    """Number of patches on the seat's board: its levels less the spaces of its tiles."""
    laid = 0
    for row in range(8):
        for col in range(8):
            laid += state.height[seat, row, col]
    for piece in range(1, PATCH_PIECE):
        if 0 <= state.piece_pile[seat, piece] < NUM_PILES:
            laid -= SPACES[state.piece_pile[seat, piece]]
    return laid


@kernel
def lies_there(state, seat, piece, below, level, orientation, anchor):
    """Whether a tile at `anchor` explains all cells that show `piece`.

    A cell of the tile shows the piece, at a height of at most `below` (the number of pieces laid before) + 1: of
    exactly `level` if tiles must lie on one level (R11). Or it shows a later piece, and is higher.
    """
    pile = state.piece_pile[seat, piece]
    seen = 0
    for space in range(SPACES[pile]):
        cell = anchor + OFFSETS[pile, orientation, space]
        height = state.height[seat, cell >> 3, cell & 7]
        if state.piece[seat, cell >> 3, cell & 7] == piece:
            seen += 1
            if height > below + 1 or (height != level and state.flat_only):
                return False
        elif state.piece[seat, cell >> 3, cell & 7] < piece or height <= (level if state.flat_only else 1):
            return False
    return seen == popcount(cells_showing(state, seat, piece))


@kernel
def shows_its_houses(pack, state, seat, piece, tile, orientation, anchor):
    """Whether the cells that show a piece have the houses of `tile` at `anchor`."""
    for space in range(SPACES[state.piece_pile[seat, piece]]):
        cell = anchor + OFFSETS[state.piece_pile[seat, piece], orientation, space]
        if state.piece[seat, cell >> 3, cell & 7] == piece:
            if state.house[seat, cell >> 3, cell & 7] != pack.tile_house[tile, space]:
                return False
    return True


@kernel
def is_tile_possible(pack, state, seat, piece, below):
    """Whether the cells that show `piece` are the visible part of some tile of its pile, at some anchor; `below` is the
    number of pieces that were laid before it."""
    pile = state.piece_pile[seat, piece]
    shown = cells_showing(state, seat, piece)
    if shown == ZERO:
        return True
    first = lowest_bit(shown)
    level = height_of(state, seat, first)
    for way in range(32):
        orientation = way >> 2
        anchor = first - OFFSETS[pile, way >> 2, way & 3]
        if anchor < 0 or not (pack.fit[pile, orientation] >> np.uint64(anchor)) & ONE:
            continue
        if lies_there(state, seat, piece, below, level, orientation, anchor):
            for tile in range(pack.num_tiles):
                if pack.tile_pile[tile] == pile and shows_its_houses(
                    pack, state, seat, piece, tile, orientation, anchor
                ):
                    return True
    return False


@kernel
def check_pieces(pack, state, seat):
    """Check that `piece_pile` names piles for turns that have come only, and that the visible part of each piece can be
    that of a tile of its pile."""
    latest_turn = 0
    if seat < state.num_players:
        latest_turn = count_played(state, seat) - (seat == state.to_move and state.phase == Phase.PLACE)

    below = count_patches(state, seat)  # any patch may lie under the first tile
    if below < 0:
        return Broken.LEVELS

    for piece in range(state.piece_pile.shape[1]):
        pile = state.piece_pile[seat, piece]
        if piece == PATCH_PIECE:
            if pile != NUM_PILES:
                return Broken.PIECE_PILE
        elif pile != NONE:
            if not 1 <= piece <= latest_turn or pile == NUM_PILES:
                return Broken.PIECE_PILE
            if not is_tile_possible(pack, state, seat, piece, below):
                return Broken.TILE
            below += 1
    return 0


@kernel
def check_supplies(pack, state):
    """Check that reserve and boards together hold the supply of animals, spells and patches."""
    animals = local_zeros(WILD_HOUSE, np.int64)
    spells = state.spell_reserve + 0
    patches = state.patch_reserve + 0
    for seat in range(len(state.spells)):
        for row in range(8):
            for col in range(8):
                animals[state.animal[seat, row, col]] += 1
        spells += state.spells[seat]
        patches += state.patches[seat] + count_patches(state, seat)
    for code in range(1, WILD_HOUSE):
        if animals[code] + state.reserve[code] != pack.animals:
            return Broken.ANIMALS
    if state.reserve[0] != 0:
        return Broken.ANIMALS
    if spells != pack.spells:
        return Broken.SPELLS
    return Broken.PATCHES if patches != pack.patches else 0


@kernel
def check_cards(pack, state, seat):
    """Check a seat's cards: its copies of each kind, and their numbers in deck, hand and play."""
    held = 0
    face_down = 0
    deck_n = state.deck_n[seat]
    for i in range(deck_n, ROUNDS):
        if state.deck[seat, i]:
            return Broken.CARDS

    for kind in range(KINDS):
        cards = state.hand[seat, kind] + state.up[seat, kind] + state.down[seat, kind]
        for i in range(deck_n):
            cards += state.deck[seat, i] == kind
        if cards != (pack.card_copies[kind] if seat < state.num_players else 0):
            return Broken.CARDS
        held += state.hand[seat, kind]
        face_down += state.down[seat, kind]

    if seat < state.num_players:
        completed_turns = count_played(state, seat) - (seat == state.to_move and state.phase != Phase.TAKE)
        drawn = min(ROUNDS, completed_turns + HAND)  # R35
        if (held, face_down) != count_hidden(state, seat) or deck_n != ROUNDS - drawn:
            return Broken.CARD_COUNT
    return 0


@kernel
def check_tiles(pack, state):
    """Check that piles and market hold tiles of their shape, none more often than there are copies; none is missing."""
    broken = check_copies(pack, state)
    if broken:
        return broken
    return check_tile_counts(pack, state)


@kernel
def check_copies(pack, state):
    """Check that piles and market hold tiles of their shape, and none more often than there are copies."""
    copies = local_zeros(TILE_FACES, np.int64)
    if state.taken != NONE and state.phase != Phase.END:
        copies[state.taken] += 1
    for pile in range(NUM_PILES):
        n = state.pile_n[pile]
        if state.pile_known[pile] > n:
            return Broken.TILES
        for i in range(state.pile.shape[1]):
            tile = state.pile[pile, i]
            if i >= n:
                if tile != 0:
                    return Broken.TILES
            elif tile >= pack.num_tiles or pack.tile_pile[tile] != pile:
                return Broken.TILES
            else:
                copies[tile] += 1
        for slot in range(2):
            tile = state.market[pile, slot]
            if tile != NONE:
                if slot >= MARKET[pile] or tile >= pack.num_tiles or pack.tile_pile[tile] != pile:
                    return Broken.TILES
                copies[tile] += 1
    for tile in range(pack.num_tiles):
        if copies[tile] > pack.tile_copies[tile]:
            return Broken.TILES
    return 0


@kernel
def check_tile_counts(pack, state):
    """Check that no slot of the market is empty while its pile is not, and that no tile is missing."""
    for pile in range(NUM_PILES):
        tiles = state.pile_n[pile] + 0
        wanted = 0
        for slot in range(MARKET[pile]):
            if state.market[pile, slot] != NONE:
                tiles += 1
            elif state.pile_n[pile] > 0:
                return Broken.SLOT
        if state.phase == Phase.PLACE and pack.tile_pile[state.taken] == pile:
            tiles += 1
        for seat in range(len(state.spells)):
            for piece in range(1, PATCH_PIECE):
                tiles += state.piece_pile[seat, piece] == pile
        for tile in range(pack.num_tiles):
            if pack.tile_pile[tile] == pile:
                wanted += pack.tile_copies[tile]
        if tiles != wanted:
            return Broken.TILE_COUNT
    return 0


@kernel
def is_new_tile_there(pack, state, seat):
    """Whether the cells in `placed` are different and show the tile of this turn."""
    spaces = SPACES[pack.tile_pile[state.taken]]
    seen = ZERO
    for space in range(4):
        cell = state.placed[space]
        if space >= spaces:
            if cell != NONE:
                return False
        elif cell == NONE or state.piece[seat, cell >> 3, cell & 7] != count_played(state, seat):
            return False
        else:
            seen |= ONE << np.uint64(cell)
    return popcount(seen) == spaces


@kernel
def check_turn(pack, state):
    """Check the fields of the turn, while the game goes on."""
    seat = state.to_move
    tile = state.taken
    phase = state.phase
    if state.spell_open + state.spell_used > 1 or state.spell_gain > state.spells[seat]:
        return Broken.TURN
    if state.patch_gain > state.patches[seat] or state.msg_points > state.track[seat]:
        return Broken.TURN
    colours = popcount(np.uint64(state.msg_colours))
    if colours > state.msgs or (state.msgs > 0 and colours == 0):
        return Broken.TURN
    if phase != Phase.RESOLVE and (state.spell_open or state.spell_used or state.msgs > 0):
        return Broken.TURN
    if tile == NONE and phase == Phase.RESOLVE:  # a card face down without a tile (R8)
        return Broken.TURN if state.spell_open or state.spell_used else 0
    if (tile == NONE) != (phase == Phase.TAKE):
        return Broken.TURN
    if phase == Phase.TAKE or phase == Phase.PLACE:
        return Broken.TURN if state.placed[0] != NONE or state.wild_idx != NONE else 0
    if phase == Phase.WILD:
        if state.wild_idx == NONE or not is_new_tile_there(pack, state, seat):
            return Broken.TURN
        empty = kind_on(state, seat, state.placed[state.wild_idx]) == 0
        return 0 if empty and pack.tile_house[tile, state.wild_idx] == WILD_HOUSE else Broken.TURN
    if state.wild_idx != NONE or (state.spell_open and not is_new_tile_there(pack, state, seat)):
        return Broken.TURN
    return 0


@kernel
def check_pairs(pack, state):
    """Check that only the board of the player to move holds pairs, and only after a piece was laid this turn (R27)."""
    for seat in range(state.num_players):
        resting = state.phase <= Phase.PLACE and state.patch_used == 0
        if (seat != state.to_move or resting) and has_pair(pack, state, seat):
            return Broken.PAIR
    return 0


@kernel
def check_scores(state):
    """Check that scores are sums, and that objective points and utilities are 0 before the end."""
    for seat in range(len(state.scores)):
        tokens = state.spells[seat] + state.patches[seat]
        track = state.track[seat]
        combo = state.combo[seat]
        extra = state.objective_points[seat]
        share = state.utility[seat]
        if state.scores[seat] != track + combo + tokens + extra:
            return Broken.SCORES
        if not state.done and (extra != 0 or share != 0):
            return Broken.SCORES
    return 0


@kernel
def check_objectives(pack, state):
    """Check that there is one objective card of each type in the advanced variant, otherwise none."""
    for kind in range(len(state.objectives)):
        card = state.objectives[kind]
        if not state.advanced:
            if card != NONE:
                return Broken.OBJECTIVES
        elif card >= pack.num_objectives or pack.objective_type[card] != kind:
            return Broken.OBJECTIVES
    return 0


@kernel
def check_boards(pack, state):
    """Check all cells and pieces of all boards."""
    for seat in range(len(state.spells)):
        for row in range(8):
            for col in range(8):
                broken = check_cell(pack, state, seat, row, col)
                if broken != 0:
                    return broken
    for seat in range(len(state.spells)):
        broken = check_pieces(pack, state, seat)
        if broken != 0:
            return broken
    return 0


@kernel
def inconsistency(pack, state):
    """The number, from 1, of the first broken sentence of Broken; 0 if the position is sound."""
    broken = check_frame(state)
    if broken == 0 and state.taken != NONE and state.taken >= pack.num_tiles:
        broken = Broken.TURN
    broken = broken or check_boards(pack, state) or check_supplies(pack, state)
    for seat in range(len(state.spells)):
        broken = broken or check_cards(pack, state, seat)
    broken = broken or check_tiles(pack, state)
    if broken == 0 and state.phase != Phase.END:
        broken = check_turn(pack, state)
    return broken or check_pairs(pack, state) or check_scores(state) or check_objectives(pack, state)
