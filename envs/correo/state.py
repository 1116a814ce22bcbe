"""Data of Correo de Medianoche: the record of one game, its phases, actions and observation."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from medianoche.envs.core.content.layout import Block, Layout

NONE = 255
"""No tile, cell, pile, objective or seat."""

UNKNOWN = -1
"""In a concealed record: a card, or a number of cards, that the player does not know (R2)."""

ANIMALS = ("frog", "cat", "mouse", "crow", "owl")
"""Animal codes 1-5: rana, gato, raton, cuervo, buho; house codes are the same."""

WILD_HOUSE = 6
"""House code of the wild house (casa comodin), for an animal of any colour; codes 1-5 are colours, 0 is no house."""

ROUNDS, PATCH_PIECE = 12, 13
"""Turns of each player; piece id of every patch (parche). The piece id of a tile is the turn, 1-12, of its player."""

SPECIAL_CARD, KINDS = 5, 6
"""Card kind of the special cards, and the number of kinds; kinds 0-4 are the tetrominoes of the same number."""

Pile = IntEnum("Pile", "I O T S L I3 V3 D", start=0)
"""The piles of tiles, one for each shape: five of four spaces, two of three, and the domino."""

NUM_PILES, SHAPES = len(Pile), tuple(Pile.__members__)
CARD_OF = np.array([0, 1, 2, 3, 4, SPECIAL_CARD, SPECIAL_CARD], np.int64)
"""[pile] kind of the card that takes a tile of the pile when played face up; no card takes a domino so."""

MARKET = np.array([2, 2, 2, 2, 2, 1, 1, 1], np.int64)
"""[pile] number of tiles on offer (R6)."""


class Phase(IntEnum):
    """What the player to move is asked; phases after END are steps that `settle` takes without asking."""

    TAKE = 0  # a card and a tile, or a patch first
    PLACE = 1  # where to lay the tile
    WILD = 2  # the colour of the animal on a wild house
    RESOLVE = 3  # a message, a spell or a patch; the end of the turn
    END = 4
    HOUSES = 5  # find the next wild house, from space `wild_idx` on
    TURN_END = 6  # count the combo, draw a card, go to the next player
    SCORING = 7  # count objectives and totals, find the winners


STATE = np.dtype(
    [
        ("rng", np.uint64),
        ("utility", np.float32, 4),
        ("track", np.int16, 4),  # message points
        ("combo", np.int16, 4),  # combo points
        ("objective_points", np.int16, 4),  # 0 until END
        ("scores", np.int16, 4),  # track + combo + spells + patches + objective_points
        ("msg_points", np.int16),  # message points of this turn
        ("pack", np.int16),
        ("num_players", np.int8),
        ("advanced", np.int8),  # option: three objectives
        ("flat_only", np.int8),  # option flat: a tile lies on one level (R11)
        ("count_dest", np.int8),  # option: the receiver's cell counts (R30)
        ("start_option", np.int16),  # option: fixed first seat, or NONE
        ("phase", np.int8),
        ("to_move", np.int8),  # -1 at END
        ("done", np.int8),
        ("start", np.int8),  # first seat
        ("turn", np.int8),  # completed turns of all players, 0..12 * num_players
        ("spell_reserve", np.int8),
        ("height", np.int8, (4, 8, 8)),  # [seat, row, col] pieces on the cell
        ("piece", np.int8, (4, 8, 8)),  # id of the top piece: 0 board, 1-12 tile, 13 patch
        ("house", np.int8, (4, 8, 8)),  # house on the top piece: 0 none, 1-5 colour, 6 wild
        ("animal", np.int8, (4, 8, 8)),  # 0 none, 1-5
        ("piece_pile", np.int16, (4, 16)),  # pile of each piece id; NONE unused, index 13 always 8
        ("market", np.int16, (8, 2)),  # visible tiles or NONE; piles 5-7 use slot 0
        ("objectives", np.int16, 3),  # ids by type, or NONE
        ("hand", np.int8, (4, KINDS)),  # cards by kind; hidden from others
        ("up", np.int8, (4, KINDS)),  # played face up
        ("down", np.int8, (4, KINDS)),  # played face down; kinds hidden from others (R2)
        ("deck", np.int8, (4, ROUNDS)),  # kinds, next draw last; hidden from all; 0 beyond deck_n
        ("deck_n", np.int8, 4),
        ("pile", np.int8, (8, 16)),  # tile ids, bottom first; hidden; 0 beyond pile_n
        ("pile_n", np.int8, 8),
        ("pile_known", np.int8, 8),  # tiles at the bottom that everyone has seen (R9)
        ("reserve", np.int8, WILD_HOUSE),  # animals by code; index 0 unused
        ("patch_reserve", np.int8),
        ("spells", np.int8, 4),  # tokens held
        ("patches", np.int8, 4),
        ("spell_open", np.int8),  # a spell may still be played; this and all fields below are of the turn
        ("taken", np.int16),  # this turn's tile, or NONE
        ("placed", np.int16, 4),  # cell of each space of that tile, or NONE
        ("wild_idx", np.int16),  # space being coloured in WILD, else NONE
        ("spell_used", np.int8),
        ("patch_used", np.int8),
        ("spell_gain", np.int8),  # tokens received this turn: not yet usable (R21)
        ("patch_gain", np.int8),
        ("msgs", np.int8),
        ("msg_colours", np.int8),  # bit code - 1
    ]
)

ACTIONS = Layout(
    Block("take", (5, 2), "2 * shape + slot: card face up, that tile; the card is held, the tile fits somewhere (R7)"),
    Block("take_special", 2, "I3, V3: special card face up; the same"),
    Block("face_down", KINDS, "card kind: face down, for a domino; one fits, or nothing can be taken at all (R8)"),
    Block("renew", (5, 2), "2 * shape + slot: a patch renews the slot; patch usable, pile not empty, before the card"),
    Block(
        "place", (8, 64), "64 * orientation + corner of the bounding box; the tile may lie so, no lower one looks alike"
    ),
    Block("colour", 5, "colour - 1: animal on the wild house; one is in the reserve"),
    Block("recolour", (4, 5), "5 * space + colour - 1: spell on the animal there; spell usable, colour in the reserve"),
    Block("relocate", (4, 4), "4 * space + other: spell moves the animal there; spell usable, other space free"),
    Block("message", (64, 4), "4 * cell + direction: the animal walks; the first animal that way is of its kind"),
    Block("patch", 64, "cell: patch on the cell; patch usable, before the card or after placing"),
    Block("end_turn", 1, "end of the turn; no pair is left"),
)
BASE, STRIDE = ACTIONS.at, ACTIONS.per

BOARD = (8, 8)
SEEN = {"frogs": "", "cats": "", "mice": "", "crows": "", "owls": "", "height": ": level / 8"} | {
    "joined_right": ": (shape + 1) / 8 where the same tile goes on to the right",
    "joined_below": ": (shape + 1) / 8 where the same tile goes on below",
}
"""Planes of each slot, with the meaning of their numbers where these are not 0 or 1."""

PLACED = "where space {} of the new tile lies while colours are chosen or a spell is possible"
TOKENS = (
    "to move, track / 128, combo / 64, spells / 8, patches / 8, hand / 2, deck / 12, face-down cards / 12, face-up "
)
VISIBLE = "advanced: top houses that count for objective {}, under an animal or not"
TURN = (
    "spell possible, spell used, patch used, spells gained / 4, patches gained / 4, messages / 8, points / 32, colours "
)

_OPTION = Layout.of("flat_only count_dest")
_TURN = Layout.of("spell_open spell_used patch_used spell_gain patch_gain msgs msg_points", msg_colours=5)
_TOKEN = Layout.of("to_move track combo spells patches hand deck down", up=KINDS)
_TILE = Layout.of(present=1, houses=4 * WILD_HOUSE)
_TAKEN = Layout.of(shape=NUM_PILES, houses=4 * WILD_HOUSE)
OPTION_AT, TURN_AT, TOKEN_AT, TILE_AT, TAKEN_AT = (part.at for part in (_OPTION, _TURN, _TOKEN, _TILE, _TAKEN))
"""Offsets in the blocks of options, of the turn, of a slot's tokens, of a visible tile and of the tile taken."""

LAYOUT = Layout(
    Block("on_board", BOARD, "cells of the board"),
    Block("highlighted", BOARD, "cells of highlighted rows and columns"),
    Block("main_diagonal_quadrants", BOARD, "cells of the NW and SE quadrants"),
    *(Block(f"slot{i}_{name}", BOARD, f"{name} of slot {i}{more}") for i in range(4) for name, more in SEEN.items()),
    *(Block(f"placed_{i}", BOARD, PLACED.format(i)) for i in range(4)),
    Block("wild_house", BOARD, "the house asked for"),
    Block("phase", 4, "take, place, wild, resolve"),
    Block("turn", 1, "completed turns / all turns"),
    Block("options", _OPTION.size, "flat, count_destination"),
    Block("turn_state", _TURN.size, TURN + "delivered (5)"),
    Block("own_hand", KINDS, "cards of each kind / 2"),
    Block("own_down", KINDS, "cards of each kind / 2"),
    Block("own_deck", KINDS, "cards of each kind / 2"),
    Block("reserve", 5, "animals of each colour / 16"),
    Block("spell_reserve", 1, "spells / 16"),
    Block("patch_reserve", 1, "patches / 16"),
    Block(
        "visible_tiles",
        (int(MARKET.sum()), _TILE.size),
        "13 market places, shape by shape: present, then per space one of six houses",
    ),
    Block("pile_n", NUM_PILES, "tiles in each pile / 16"),
    Block(
        "pile_houses",
        (NUM_PILES, WILD_HOUSE),
        "per pile the houses of each colour and wild ones / 16: the pack less what was seen",
    ),
    Block("taken_tile", _TAKEN.size, "shape, then per space one of six houses"),
    *(Block(f"slot{i}_tokens", _TOKEN.size, TOKENS + "cards of each kind / 2") for i in range(4)),
    *(Block(f"objective{j}_region", BOARD, f"advanced: cells that objective {j} is about") for j in range(3)),
    *(Block(f"slot{i}_objective{j}", BOARD, VISIBLE.format(j)) for i in range(4) for j in range(3)),
    Block("objective_colour", 5, "advanced: colour of the colour objective"),
    *(Block(f"slot{i}_objective_counts", 3, "advanced: visible houses that count / 16") for i in range(4)),
)
"""Blocks of the observation; blocks whose meaning begins with "advanced" are zero without objectives."""
