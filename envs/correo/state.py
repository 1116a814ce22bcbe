"""Correo de Medianoche as data: the record of one game, its phases, its actions and its observation."""

from __future__ import annotations

from enum import IntEnum

import numpy as np
from numba import types

from medianoche.envs.core.layout import Block, Layout
from medianoche.envs.core.jit import Kernels

NONE = 255
"""In a field of tiles, cells or seats: there is none."""

ANIMALS = ("frog", "cat", "mouse", "crow", "owl")
"""Animal codes 1-5: rana, gato, raton, cuervo, buho; house codes are the same."""

WILD_HOUSE = 6
"""House code of the wild house (casa comodin): an animal of any colour."""

PATCH_PIECE = 13
"""Piece id of every patch (parche); tiles have the number of the own turn they were laid in, 1-12."""

SPECIAL_CARD = 5
"""Card kind of the two special cards; kinds 0-4 are the tetrominoes of the same number."""

ROUNDS = 12


class Phase(IntEnum):
    """What the player to move is asked."""

    TAKE = 0  # a card and a tile, or a patch first
    PLACE = 1  # where to lay the tile
    WILD = 2  # the colour of the animal on a wild house
    RESOLVE = 3  # messages one at a time; a spell or a patch; the end of the turn
    END = 4


TAKE = 0  # + 2 * pile + slot: the card face up, the market tile
TAKE_SPECIAL = 10  # + pile - 5
FACE_DOWN = 12  # + card kind: a domino
RENEW = 18  # + 2 * pile + slot: a patch renews the slot
PLACE = 28  # + 64 * orientation + anchor cell
COLOUR = 540  # + colour - 1, for the wild house
RECOLOUR = 545  # + 5 * tile index + colour - 1
RELOCATE = 565  # + 4 * tile index + new tile index
MESSAGE = 581  # + 4 * cell + direction (0 N, 1 E, 2 S, 3 W)
PATCH = 837  # + cell
END_TURN = 901
NUM_ACTIONS = 902

STATE = np.dtype(
    [
        ("rng", np.uint64),
        ("utility", np.float32, 4),
        ("track", np.int16, 4),  # message points
        ("combo", np.int16, 4),  # combo points
        ("objective_points", np.int16, 4),  # 0 until END
        ("scores", np.int16, 4),  # track + combo + spells + patches + objective_points
        ("msg_points", np.int16),  # this turn
        ("pack", np.uint16),
        ("num_players", np.uint8),
        ("advanced", np.uint8),  # option: three objectives
        ("flat_only", np.uint8),  # option flat: a tile lies on one level (R11)
        ("count_dest", np.uint8),  # option: the receiver's cell counts (R30)
        ("start_option", np.uint8),  # option: fixed first seat, or NONE
        ("phase", np.uint8),
        ("to_move", np.int8),  # -1 at END
        ("done", np.uint8),
        ("start", np.uint8),  # first seat
        ("turn", np.uint8),  # completed turns of all players, 0..12 * num_players
        ("height", np.uint8, (4, 8, 8)),  # [seat, row, col] pieces on the cell
        ("piece", np.uint8, (4, 8, 8)),  # id of the top piece: 0 board, 1-12 tile, 13 patch
        ("house", np.uint8, (4, 8, 8)),  # house on the top piece: 0 none, 1-5 colour, 6 wild
        ("animal", np.uint8, (4, 8, 8)),  # 0 none, 1-5
        ("piece_pile", np.uint8, (4, 16)),  # pile of each piece id; NONE unused, index 13 always 8
        ("hand", np.uint8, (4, 6)),  # cards by kind; hidden from others
        ("up", np.uint8, (4, 6)),  # played face up
        ("down", np.uint8, (4, 6)),  # played face down; kinds hidden from others
        ("deck", np.uint8, (4, 12)),  # kinds, next draw last; hidden from all; 0 beyond deck_n
        ("deck_n", np.uint8, 4),
        ("pile", np.uint8, (8, 16)),  # tile ids, bottom first; hidden; 0 beyond pile_n
        ("pile_n", np.uint8, 8),
        ("pile_known", np.uint8, 8),  # tiles at the bottom that everyone has seen (R9)
        ("market", np.uint8, (8, 2)),  # visible tiles or NONE; piles 5-7 use slot 0
        ("reserve", np.uint8, 6),  # animals by code; index 0 unused
        ("spell_reserve", np.uint8),
        ("patch_reserve", np.uint8),
        ("spells", np.uint8, 4),  # tokens held
        ("patches", np.uint8, 4),
        ("objectives", np.uint8, 3),  # ids by type, or NONE
        ("taken", np.uint8),  # this turn's tile, or NONE; this and all below is of the turn
        ("placed", np.uint8, 4),  # cell of each space of that tile, or NONE
        ("wild_idx", np.uint8),  # space being coloured in WILD, else NONE
        ("spell_open", np.uint8),  # a spell may still be played
        ("spell_used", np.uint8),
        ("patch_used", np.uint8),
        ("spell_gain", np.uint8),  # tokens received this turn: not yet usable
        ("patch_gain", np.uint8),
        ("msgs", np.uint8),
        ("msg_colours", np.uint8),  # bit code - 1
    ]
)

PACK = np.dtype(
    [
        ("board", np.uint64),  # all cells of the board
        ("highlighted", np.uint64),
        ("areas", np.uint64, 12),  # quadrants NW NE SW SE, then highlighted rows and columns
        ("fit", np.uint64, (8, 8)),  # [pile, orientation] anchors that keep the shape on the board
        ("objective_region", np.uint64, 16),
        ("tile_colours", np.uint64, 72),  # houses of each code: byte code - 1 of the word
        ("solo_par", np.int16),
        ("board_size", np.uint8),
        ("num_areas", np.uint8),
        ("animals", np.uint8),  # of each colour
        ("spells", np.uint8),
        ("patches", np.uint8),
        ("card_copies", np.uint8, 6),
        ("num_tiles", np.uint8),
        ("tile_pile", np.uint8, 72),
        ("tile_copies", np.uint8, 72),
        ("tile_house", np.uint8, (72, 4)),  # house on each space
        ("tile_orientations", np.uint8, 72),  # bit o: not the picture of a lower orientation (R10)
        ("num_objectives", np.uint8),
        ("objective_type", np.uint8, 16),  # 0 colour, 1 lines, 2 zone
        ("objective_colour", np.uint8, 16),  # house code that counts; 0: every house
    ]
)

PLANE = 64


def _basic_layout() -> list[Block]:
    planes = [Block(name, PLANE) for name in ("on_board", "highlighted", "main_diagonal_quadrants")]
    for slot in range(4):
        planes += [Block(f"slot{slot}_{name}", PLANE) for name in ("frogs", "cats", "mice", "crows", "owls")]
        planes += [Block(f"slot{slot}_{name}", PLANE) for name in ("height", "joined_right", "joined_below")]
    planes += [Block(f"placed_{space}", PLANE) for space in range(4)]
    planes += [Block("wild_house", PLANE)]
    vector = [Block("phase", 4), Block("turn", 1), Block("options", 2), Block("turn_state", 12)]
    vector += [Block("own_hand", 6), Block("own_down", 6), Block("own_deck", 6)]
    vector += [Block("reserve", 5), Block("spell_reserve", 1), Block("patch_reserve", 1)]
    vector += [Block("visible_tiles", 325), Block("pile_n", 8), Block("pile_houses", 48), Block("taken_tile", 32)]
    return planes + vector + [Block(f"slot{slot}_tokens", 14) for slot in range(4)]


def _advanced_layout() -> list[Block]:
    planes = [Block(f"objective{j}_region", PLANE) for j in range(3)]
    planes += [Block(f"slot{slot}_objective{j}", PLANE) for slot in range(4) for j in range(3)]
    return [*planes, Block("objective_colour", 5), *(Block(f"slot{slot}_objective_counts", 3) for slot in range(4))]


BASIC_SIZE = sum(block.size for block in _basic_layout())
LAYOUT = Layout(*_basic_layout(), *_advanced_layout())
"""Blocks of the observation; those after the first BASIC_SIZE numbers are zero without objectives."""

kernel = Kernels(
    state=STATE,
    pack=PACK,
    cells=types.uint64,  # a set of cells, bit 8 * row + col
    sets=types.uint64[::1],  # scratch of the solver
    points=types.int64[::1],
    firsts=types.int64[::1],
    slots=types.int64[::1],
)
