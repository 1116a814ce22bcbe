"""Data of Correo de Medianoche: the record of one game, its phases, actions and observation."""

from __future__ import annotations

from enum import IntEnum
from typing import Any, Unpack

import numpy as np

from medianoche.envs.core.content.fields import Details, Number, Numbers, Record, dtype_of, index, phase_of
from medianoche.envs.core.content.layout import Block, Layout
from medianoche.envs.core.content.pack import numbered
from medianoche.envs.correo.numbers import MARKET_TILES, ROUNDS

NONE = 255
"""No tile, cell, pile, objective or seat."""

UNKNOWN = -1
"""In a concealed record: a card, or a number of cards, that the player does not know (R2)."""

ANIMALS = ("frog", "cat", "mouse", "crow", "owl")
"""Animal codes 1-5: rana, gato, raton, cuervo, buho; house codes are the same."""

WILD_HOUSE = 6
"""House code of the wild house (casa comodin), for an animal of any colour; codes 1-5 are colours, 0 is no house."""

PATCH_PIECE = ROUNDS + 1
"""Piece id of every patch (parche). The piece id of a tile is the turn, 1-12, of its player."""

SPECIAL_CARD, KINDS = 5, 6
"""Card kind of the special cards, and the number of kinds; kinds 0-4 are the tetrominoes of the same number."""

Pile = IntEnum("Pile", "I O T S L I3 V3 D", start=0)
"""The piles of tiles, one for each shape: five of four spaces, two of three, and the domino."""

NUM_PILES = len(Pile)
SHAPES = tuple(Pile.__members__)
CARD_OF = np.array([0, 1, 2, 3, 4, SPECIAL_CARD, SPECIAL_CARD], np.int64)
"""[pile] kind of the card that takes a tile of the pile when played face up; no card takes a domino so."""

MARKET = np.array([MARKET_TILES] * 5 + [1, 1, 1], np.int64)
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


SEATS = 4
BOARD = (8, 8)
ANIMAL_CODES = numbered(ANIMALS, 1)
HOUSE_CODES = ANIMAL_CODES | {"wild": WILD_HOUSE}


def _tiles(pack: Any) -> dict[str, int]:
    """Names of the pack's tiles, as "L r.m*"."""
    return numbered(f"{SHAPES[pile]} {face.face}" for pile, face in pack.faces())


def _cells(meaning: str, **about: Unpack[Details]) -> Numbers[np.int8]:
    """A field of a number for each cell of each seat's board."""
    details: Details = {"blank": 0, **about}
    return Numbers(np.int8, (SEATS, *BOARD), f"`[seat, row, col]`: {meaning}", **details)


def _codes(shape: int | tuple[int, ...], meaning: str, **about: Unpack[Details]) -> Numbers[np.int16]:
    """A field of numbers that stand for tiles, cells, piles or objectives, or NONE."""
    details: Details = {"none": NONE, **about}
    return Numbers(np.int16, shape, meaning, **details)


class State(Record):
    """The record of one game."""

    rng = Number(np.uint64, "the generator; 0 when concealed")
    utility = Numbers(np.float32, 4, "per seat; set at the end", low=-1, blank=0)
    track = Numbers(np.int16, 4, "points of messages", blank=0)
    combo = Numbers(np.int16, 4, "points of combos", blank=0)
    objective_points = Numbers(np.int16, 4, "points of objectives, 0 until END", blank=0)
    scores = Numbers(np.int16, 4, "`track`, `combo`, `objective_points`, `spells` and `patches` together", blank=0)
    msg_points = Number(np.int16, "points of this turn's messages")
    pack = Number(np.int16, "number of the pack")
    num_players = Number(np.int8, "players", low=1, high=SEATS)
    advanced = Number(np.int8, "whether there are objectives", option="advanced")
    flat_only = Number(np.int8, "whether a tile lies on one level (R11)", option="flat")
    count_dest = Number(np.int8, "whether the receiver's cell counts (R30)", option="count_destination")
    start_option = Number(np.int16, "fixed first seat, or none", option="start_player", codes={"random": NONE})
    phase = phase_of(Phase)
    to_move = index(SEATS, "the seat that is asked; -1 at the end")
    done = Number(np.int8, "1 at the end", high=1)
    start = Number(np.int8, "the first seat", high=SEATS - 1)
    turn = Number(np.int8, "completed turns of all players together", high=ROUNDS * SEATS)
    spell_reserve = Number(np.int8, "spells that are left")
    height = _cells("pieces on the cell")
    piece = _cells("the top one: 0 the board, 1 to 12 the tile of that turn of the seat, 13 a patch", high=PATCH_PIECE)
    house = _cells("house on the top piece: 0 none, 1 to 5 a colour, 6 wild", high=WILD_HOUSE, names=HOUSE_CODES)
    animal = _cells("0 none, 1 to 5 an animal", high=len(ANIMALS), names=ANIMAL_CODES)
    piece_pile = _codes(
        (4, 16),
        "`[seat, piece]`: the pile from which the piece is; none if there is no such piece; 13 always 8",
        high=NUM_PILES,
        names=Pile,
    )
    market = _codes(
        (8, 2), "`[pile, place]`: the tiles on offer, or none; piles 5 to 7 use the first place alone", names=_tiles
    )
    objectives = _codes(3, "by type, or none", names=lambda pack: numbered(card.name for card in pack.objective))
    hand = Numbers(np.int8, (4, KINDS), "`[seat, kind]`: cards; of others unknown", blank=0, unknown=UNKNOWN)
    up = Numbers(np.int8, (4, KINDS), "`[seat, kind]`: cards played face up", blank=0)
    down = Numbers(
        np.int8, (4, KINDS), "`[seat, kind]`: cards played face down; of others unknown (R2)", blank=0, unknown=UNKNOWN
    )
    deck = Numbers(
        np.int8,
        (4, ROUNDS),
        "`[seat, place]`: kinds, the next one last, 0 beyond `deck_n`; unknown to all",
        high=KINDS - 1,
        blank=0,
        unknown=UNKNOWN,
        names=numbered((*SHAPES[:SPECIAL_CARD], "special")),
    )
    deck_n = Numbers(np.int8, 4, "cards in each deck", high=ROUNDS, blank=0)
    pile = Numbers(
        np.int8,
        (8, 16),
        "`[pile, place]`: tiles, the bottom one first, 0 beyond `pile_n`; when concealed those that were not seen "
        "are in order of their numbers",
        names=_tiles,
    )
    pile_n = Numbers(np.int8, 8, "tiles in each pile", high=16)
    pile_known = Numbers(np.int8, 8, "tiles at the bottom of each pile that all players have seen (R9)", high=16)
    reserve = Numbers(np.int8, WILD_HOUSE, "animals that are left, by number; 0 is not used")
    patch_reserve = Number(np.int8, "patches that are left")
    spells = Numbers(np.int8, 4, "spells that each seat has", blank=0)
    patches = Numbers(np.int8, 4, "patches that each seat has", blank=0)
    spell_open = Number(
        np.int8, "1 if a spell may still be played; this and all following fields are of the turn", high=1
    )
    taken = Number(np.int16, "the tile taken, or none", none=NONE, names=_tiles)
    placed = _codes(4, "the cell of each space of that tile, or none", high=63)
    wild_idx = Number(np.int16, "the space whose animal is chosen (WILD), else none", none=NONE, high=3)
    spell_used = Number(np.int8, "1 once a spell was played", high=1)
    patch_used = Number(np.int8, "1 once a patch was played", high=1)
    spell_gain = Number(np.int8, "spells received, which cannot be used yet (R21)")
    patch_gain = Number(np.int8, "patches received, which cannot be used yet")
    msgs = Number(np.int8, "messages sent")
    msg_colours = Number(np.int8, "their colours: bit number - 1", high=2 ** len(ANIMALS) - 1)


STATE = dtype_of(State)

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
BASE = ACTIONS.at
STRIDE = ACTIONS.per

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

_OPTION = Layout.named("flat_only count_dest")
_TURN = Layout.named("spell_open spell_used patch_used spell_gain patch_gain msgs msg_points", msg_colours=5)
_TOKEN = Layout.named("to_move track combo spells patches hand deck down", up=KINDS)
_TILE = Layout.named(present=1, houses=4 * WILD_HOUSE)
_TAKEN = Layout.named(shape=NUM_PILES, houses=4 * WILD_HOUSE)
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
