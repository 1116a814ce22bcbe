"""What every position of Correo de Medianoche keeps: checked in tests under play and before a position is accepted."""

import numpy as np

from medianoche.envs.core.kernels.bits import popcount
from medianoche.envs.correo.kernels.messages import has_pair
from medianoche.envs.correo.kernels.placement import ONE, ZERO
from medianoche.envs.correo.shapes import DOMINO, NUM_PILES, SPACES
from medianoche.envs.correo.state import NONE, PATCH_PIECE, ROUNDS, SPECIAL_CARD, WILD_HOUSE, Phase, kernel

INCONSISTENCIES = (
    "an option field, the phase, the turn, the first player or the player to move do not fit together",
    "something lies outside the board or before an empty seat",
    "a level gap: a cell has a level but no piece on top, or a piece but no level",
    "a piece, house or animal has an unknown code",
    "an animal stands on a cell whose top is not a tile (missing tile)",
    "a house is printed on something that is not a tile",
    "a visible tile was never laid, or shows more spaces than it has",
    "piece_pile names a tile of a turn that has not come or a pile that does not exist",
    "the levels of a board are not those of its tiles and patches",
    "animals on the boards and in the reserve do not add up to the supply",
    "spells held and in the reserve do not add up to the supply",
    "patches held, laid and in the reserve do not add up to the supply",
    "a seat's cards in hand, deck and play are not its twelve cards",
    "a seat has played or holds another number of cards than its turns say",
    "a tile in a pile or on the market is unknown, in the wrong place or there too often",
    "a market slot is empty though its pile is not",
    "the tiles of a pile, its market slots and the boards do not add up",
    "the fields of the turn do not fit the phase",
    "two animals see each other on a board where no message can be pending",
    "scores, utilities or objective points do not fit the rest",
    "the objectives are not one of each type, or there are some in the basic game",
)
"""Reasons, in the order in which they are looked for."""


@kernel
def turns_taken(state, seat):
    """Turns the seat has completed."""
    players = np.int64(state.num_players)
    after_start = (seat - np.int64(state.start) + players) % players
    return (np.int64(state.turn) + players - 1 - after_start) // players


@kernel
def tiles_laid_until(state, seat):
    """Number of the seat's latest turn in which a tile may have been laid."""
    laying = state.phase == Phase.WILD or state.phase == Phase.RESOLVE
    return turns_taken(state, seat) + np.int64(laying and seat == state.to_move)


@kernel
def frame_is_sound(state):
    """Options, phase, turn and seats."""
    players, turn = np.int64(state.num_players), np.int64(state.turn)
    over = turn == ROUNDS * players
    if state.advanced > 1 or state.flat_only > 1 or state.count_dest > 1 or (state.advanced == 1 and players == 1):
        return False
    if state.phase > Phase.END or (state.phase == Phase.END) != over or (state.done == 1) != over or state.done > 1:
        return False
    if turn > ROUNDS * players or state.start >= players:
        return False
    if state.start_option != NONE and state.start_option != state.start:
        return False
    return state.to_move == (-1 if over else (np.int64(state.start) + turn) % players)


@kernel
def fault_of_cell(pack, state, seat, row, col):
    """0, or the number of the first reason against what lies on a cell."""
    height, piece = np.int64(state.height[seat, row, col]), np.int64(state.piece[seat, row, col])
    house, animal = np.int64(state.house[seat, row, col]), np.int64(state.animal[seat, row, col])
    size = np.int64(pack.board_size)
    if seat >= np.int64(state.num_players) or row >= size or col >= size:
        return 2 if height + piece + house + animal > 0 else 0
    if piece > PATCH_PIECE or house > WILD_HOUSE or animal > 5:
        return 4
    if animal > 0 and (height == 0 or piece == 0 or piece == PATCH_PIECE):
        return 5
    if (height == 0) != (piece == 0):
        return 3
    if house > 0 and (piece == 0 or piece == PATCH_PIECE):
        return 6
    if 0 < piece < PATCH_PIECE and state.piece_pile[seat, piece] == NONE:
        return 7
    return 0


@kernel
def fault_of_boards(pack, state):
    """0, or the first reason against what lies on any board."""
    for seat in range(4):
        for row in range(8):
            for col in range(8):
                fault = fault_of_cell(pack, state, seat, row, col)
                if fault != 0:
                    return np.int64(fault)
    return np.int64(0)


@kernel
def tiles_are_whole(pack, state, seat):
    """No visible tile shows more spaces than it has."""
    size = np.int64(pack.board_size)
    for piece in range(1, PATCH_PIECE):
        pile = np.int64(state.piece_pile[seat, piece])
        if pile == NONE:
            continue
        shown = 0
        for row in range(size):
            for col in range(size):
                shown += np.int64(state.piece[seat, row, col] == piece)
        if shown > SPACES[pile]:
            return False
    return True


@kernel
def pieces_are_known(state, seat):
    """piece_pile names piles that exist, for turns that have come."""
    latest = tiles_laid_until(state, seat) if seat < np.int64(state.num_players) else np.int64(0)
    for piece in range(16):
        pile = np.int64(state.piece_pile[seat, piece])
        if piece == PATCH_PIECE:
            if pile != NUM_PILES:
                return False
        elif pile != NONE and (piece == 0 or piece > latest or pile >= NUM_PILES):
            return False
    return True


@kernel
def patches_laid(state, seat):
    """Levels of the seat's board that its tiles do not account for."""
    levels = np.int64(0)
    for row in range(8):
        for col in range(8):
            levels += np.int64(state.height[seat, row, col])
    for piece in range(1, PATCH_PIECE):
        if state.piece_pile[seat, piece] != NONE:
            levels -= SPACES[np.int64(state.piece_pile[seat, piece])]
    return levels


@kernel
def animals_add_up(pack, state):
    """Reserve and boards hold the whole supply of every colour."""
    for code in range(1, 6):
        total = np.int64(state.reserve[code])
        for seat in range(4):
            for row in range(8):
                for col in range(8):
                    total += np.int64(state.animal[seat, row, col] == code)
        if total != np.int64(pack.animals):
            return False
    return state.reserve[0] == 0


@kernel
def fault_of_tokens(pack, state):
    """0, or what is wrong with spells and patches."""
    spells, patches = np.int64(state.spell_reserve), np.int64(state.patch_reserve)
    for seat in range(4):
        laid = patches_laid(state, seat)
        if laid < 0:
            return np.int64(9)
        spells += np.int64(state.spells[seat])
        patches += np.int64(state.patches[seat]) + laid
    if spells != np.int64(pack.spells):
        return np.int64(11)
    return np.int64(12) if patches != np.int64(pack.patches) else np.int64(0)


@kernel
def fault_of_cards(pack, state, seat):
    """0, or what is wrong with a seat's cards."""
    absent = seat >= np.int64(state.num_players)
    deck_n = np.int64(state.deck_n[seat])
    hand, played = np.int64(0), np.int64(0)
    if deck_n > ROUNDS:
        return np.int64(13)
    for i in range(ROUNDS):
        if state.deck[seat, i] > SPECIAL_CARD or (i >= deck_n and state.deck[seat, i] > 0):
            return np.int64(13)
    for kind in range(6):
        hand += np.int64(state.hand[seat, kind])
        played += np.int64(state.up[seat, kind]) + np.int64(state.down[seat, kind])
        cards = np.int64(state.hand[seat, kind]) + np.int64(state.up[seat, kind]) + np.int64(state.down[seat, kind])
        for i in range(deck_n):
            cards += np.int64(state.deck[seat, i] == kind)
        if cards != (0 if absent else np.int64(pack.card_copies[kind])):
            return np.int64(13)
    if absent:
        return np.int64(0)
    turns = turns_taken(state, seat)
    playing = np.int64(seat == state.to_move and state.phase != Phase.TAKE)
    if played != turns + playing or deck_n != max(np.int64(0), 10 - turns):
        return np.int64(14)
    return np.int64(0)


@kernel
def tiles_are_known(pack, state):
    """Piles and market hold existing tiles of their shape, none more often than there are copies."""
    for pile in range(NUM_PILES):
        n = np.int64(state.pile_n[pile])
        if n > 16 or np.int64(state.pile_known[pile]) > n or (pile >= 5 and state.market[pile, 1] != NONE):
            return False
        for i in range(16):
            tile = np.int64(state.pile[pile, i])
            if i >= n and tile > 0:
                return False
            if i < n and (tile >= np.int64(pack.num_tiles) or pack.tile_pile[tile] != pile):
                return False
        for slot in range(2):
            tile = np.int64(state.market[pile, slot])
            if tile != NONE and (tile >= np.int64(pack.num_tiles) or pack.tile_pile[tile] != pile):
                return False
    for tile in range(np.int64(pack.num_tiles)):
        pile = np.int64(pack.tile_pile[tile])
        copies = np.int64(state.taken == tile) if state.phase != Phase.END else np.int64(0)
        for i in range(np.int64(state.pile_n[pile])):
            copies += np.int64(state.pile[pile, i] == tile)
        for slot in range(2):
            copies += np.int64(state.market[pile, slot] == tile)
        if copies > np.int64(pack.tile_copies[tile]):
            return False
    return True


@kernel
def fault_of_piles(pack, state):
    """0, or what is wrong with the number of tiles."""
    for pile in range(NUM_PILES):
        tiles = np.int64(state.pile_n[pile])
        for slot in range(2 if pile < 5 else 1):
            if state.market[pile, slot] != NONE:
                tiles += 1
            elif state.pile_n[pile] > 0:
                return np.int64(16)
        if state.phase == Phase.PLACE and pack.tile_pile[np.int64(state.taken)] == pile:
            tiles += 1
        for seat in range(4):
            for piece in range(1, PATCH_PIECE):
                tiles += np.int64(state.piece_pile[seat, piece] == pile)
        if tiles != (16 if pile == DOMINO else 8):
            return np.int64(17)
    return np.int64(0)


@kernel
def new_tile_lies(pack, state, seat):
    """The cells in `placed` are different ones that show the tile of this turn."""
    tile = np.int64(state.taken)
    seen = ZERO
    for space in range(4):
        cell = np.int64(state.placed[space])
        if space >= SPACES[pack.tile_pile[tile]]:
            if cell != NONE:
                return False
        elif cell >= 64 or state.piece[seat, cell >> 3, cell & 7] != turns_taken(state, seat) + 1:
            return False
        else:
            seen |= ONE << np.uint64(cell)
    return popcount(seen) == SPACES[pack.tile_pile[tile]]


@kernel
def wild_house_waits(pack, state, seat):
    """The house asked for is wild and empty."""
    space = np.int64(state.wild_idx)
    if space >= 4 or pack.tile_house[np.int64(state.taken), space] != WILD_HOUSE:
        return False
    cell = np.int64(state.placed[space])
    return state.animal[seat, cell >> 3, cell & 7] == 0


@kernel
def turn_is_sound(pack, state):
    """The fields of the turn, while the game goes on."""
    seat, tile = np.int64(state.to_move), np.int64(state.taken)
    if tile != NONE and tile >= np.int64(pack.num_tiles):
        return False
    if state.spell_open + state.spell_used > 1 or state.patch_used > 1 or state.spell_gain > state.spells[seat]:
        return False
    if state.patch_gain > state.patches[seat] or state.msg_points > state.track[seat] or state.msg_points < 0:
        return False
    colours = popcount(np.uint64(state.msg_colours))
    if state.msg_colours > 31 or colours > np.int64(state.msgs) or (state.msgs > 0 and colours == 0):
        return False
    if state.phase != Phase.RESOLVE and (state.spell_open or state.spell_used or state.msgs > 0):
        return False
    if (state.phase == Phase.TAKE and tile != NONE) or (state.phase != Phase.TAKE and tile == NONE):
        return tile == NONE and state.phase == Phase.RESOLVE and not (state.spell_open or state.spell_used)
    if state.phase == Phase.TAKE or state.phase == Phase.PLACE:
        return state.placed[0] == NONE and state.wild_idx == NONE
    if state.phase == Phase.WILD:
        return new_tile_lies(pack, state, seat) and wild_house_waits(pack, state, seat)
    return state.wild_idx == NONE and (not state.spell_open or new_tile_lies(pack, state, seat))


@kernel
def boards_are_settled(pack, state):
    """Only in its own turn, once a piece is laid, may a player's board hold a pair."""
    for seat in range(np.int64(state.num_players)):
        resting = state.phase == Phase.TAKE or state.phase == Phase.PLACE
        if (seat != state.to_move or (resting and state.patch_used == 0)) and has_pair(pack, state, seat):
            return False
    return True


@kernel
def scores_are_sums(state):
    """Scores, and nothing before the end that comes at the end."""
    for seat in range(4):
        tokens = np.int64(state.spells[seat]) + np.int64(state.patches[seat])
        track, combo = np.int64(state.track[seat]), np.int64(state.combo[seat])
        extra, share = np.int64(state.objective_points[seat]), state.utility[seat]
        if np.int64(state.scores[seat]) != track + combo + tokens + extra or min(track, combo, extra) < 0:
            return False
        if not state.done and (extra != 0 or share != 0):
            return False
        if seat >= np.int64(state.num_players) and (track + combo + tokens + extra != 0 or share != 0):
            return False
        if share < -1 or share > 1:
            return False
    return True


@kernel
def objectives_are_dealt(pack, state):
    """One card of each type in the advanced variant, else none."""
    for kind in range(3):
        card = np.int64(state.objectives[kind])
        if not state.advanced and card != NONE:
            return False
        if state.advanced and (card >= np.int64(pack.num_objectives) or pack.objective_type[card] != kind):
            return False
    return True


@kernel
def fault_of_things(pack, state):
    """0, or the first reason against boards, supplies, cards and tiles."""
    fault = fault_of_boards(pack, state)
    if fault != 0:
        return fault
    for seat in range(4):
        if not pieces_are_known(state, seat):
            return np.int64(8)
        if not tiles_are_whole(pack, state, seat):
            return np.int64(7)
    if not animals_add_up(pack, state):
        return np.int64(10)
    fault = fault_of_tokens(pack, state)
    for seat in range(4):
        if fault == 0:
            fault = fault_of_cards(pack, state, seat)
    if fault != 0:
        return fault
    if not tiles_are_known(pack, state):
        return np.int64(15)
    return fault_of_piles(pack, state)


@kernel
def inconsistency(pack, state):
    if not frame_is_sound(state):
        return np.int64(1)
    if state.taken != NONE and state.taken >= pack.num_tiles:
        return np.int64(18)
    fault = fault_of_things(pack, state)
    if fault != 0:
        return fault
    if state.phase != Phase.END and not turn_is_sound(pack, state):
        return np.int64(18)
    if not boards_are_settled(pack, state):
        return np.int64(19)
    if not scores_are_sums(state):
        return np.int64(20)
    return np.int64(0) if objectives_are_dealt(pack, state) else np.int64(21)
