"""The record of one game of Misty, its phases, actions and observation layout.

Cells of a window are numbered row by row: cell `4 * row + col`, row 0 on top. A cell holds a code: -1 nothing; a kind
(0-11) for a card alone; 16 + kind for a card alone that has moved; 64 + s for a stack of s >= 2 cards.
"""

from enum import IntEnum
from typing import Any

import numpy as np

from medianoche.envs.core.content.fields import Number, Numbers, Record, dtype_of, indices, phase_of
from medianoche.envs.core.content.layout import Block, Layout
from medianoche.envs.misty.numbers import DEALS, FRAME, HAND, SHORT_DEALS, SHORT_FRAME, SHORT_HAND

SEATS = 4
KINDS = 12
SIDE = 4
CELLS = SIDE * SIDE
CODE_SIDE = SIDE + 1  # placement codes: rows and columns -1 to 3 of the box
CODES = CODE_SIDE**2
MOVED = 16
STACK = 64
UNKNOWN = 127
"""In a concealed record: there is a pick or a place, but not which."""

Phase = IntEnum("Phase", "PICK PLACE ACT END REVEAL LAY PASS DEAL SCORE ROUND_END SHUFFLE", start=0)
"""The question to the seat to move. Phases after END need no decision: no state at a question is in one."""

Kind = IntEnum(
    "Kind", "STILL FLOWER SMILE MONSTER ARROW_N ARROW_NE ARROW_E ARROW_SE ARROW_S ARROW_SW ARROW_W ARROW_NW", start=0
)
"""The drawing on a card. From ARROW_N on an arrow: its direction is `kind - ARROW_N`, clockwise from north."""

ROW_STEP = np.array([-1, -1, 0, 1, 1, 1, 0, -1])
COL_STEP = np.array([0, 1, 1, 1, 0, -1, -1, -1])


def _kinds(pack: Any) -> dict[str, int]:
    """Names of the kinds, also by the pack's drawings."""
    return {**Kind.__members__, **{card.name: card.kind_id for card in pack.card}}


def _variant(standard: Any, introductory: Any) -> dict[str, Any]:
    return {"standard": standard, "introductory": introductory}


Plane = IntEnum("Plane", "NORTH EAST SOUTH WEST MOVED STACK", start=4)
"""Planes of a window in the observation; the first four are the kinds without an arrow."""

WINDOW, PAIRS = HAND * DEALS, 9
"""The most cards and the most horizontal pairs of smiles in a window."""


class State(Record):
    """The record of one game."""

    rng = Number(np.uint64, "the generator; 0 when concealed")
    utility = Numbers(np.float32, SEATS, "per seat; set at the end", low=-1, blank=0)
    pack = Number(np.int16, "number of the pack")
    scores = Numbers(np.int16, SEATS, "rounds won", high=3, blank=0)
    round_points = Numbers(np.int16, SEATS, "points of this round; 0 until `act_done`", blank=0)
    last_points = Numbers(np.int16, SEATS, "points of the last finished round", blank=0)
    points_total = Numbers(np.int16, SEATS, "points of all finished rounds", blank=0)
    num_players = Number(np.int8, "players", low=2, high=SEATS)
    to_move = Number(np.int8, "the seat that is asked; -1 at the end", low=-1, high=SEATS - 1)
    phase = phase_of(Phase)
    done = Number(np.int8, "1 at the end", high=1)
    hand_size = Number(np.int8, "cards of a hand", option="variant", codes=_variant(HAND, SHORT_HAND))
    n_deals = Number(np.int8, "deals of a round", option="variant", codes=_variant(DEALS, SHORT_DEALS))
    frame_h = Numbers(
        np.int8,
        2,
        "heights of the two frames that a window may fill",
        option="variant",
        codes=_variant(FRAME, SHORT_FRAME),
    )
    frame_w = Numbers(np.int8, 2, "their widths", option="variant", codes=_variant(FRAME[::-1], SHORT_FRAME))
    rounds_to_win = Number(np.int8, "rounds that win the match", option="rounds_to_win")
    activation = Number(np.int8, "how windows are activated", option="activation")
    smile_mode = Number(np.int8, "how pairs of smiles are counted", option="smile_pairs")
    obs_memory = Number(np.int8, "whether the observation has hands held before", option="obs_memory")
    round_no = Number(np.int8, "round, from 0")
    deal = Number(np.int8, "deal of the round, from 0; `n_deals` in ACT and at the end", high=SHORT_DEALS)
    step = Number(np.int8, "pick of the deal, from 0", high=HAND - 1)
    deck = Numbers(
        np.int8,
        KINDS,
        "cards not dealt in this round, by kind; when concealed also those of hands that the seat has not held",
    )
    hand = Numbers(np.int8, (SEATS, KINDS), "`[seat, kind]`: cards; in PICK a chosen card is still inside", blank=0)
    pick = indices(
        KINDS,
        SEATS,
        "kind chosen by each seat (PICK: in secret; PLACE: shown), or -1",
        blank=-1,
        unknown=UNKNOWN,
        names=_kinds,
    )
    cell = indices(
        CODES,
        SEATS,
        "place chosen by each seat in secret: row and column from -1 on, row by row, or -1",
        blank=-1,
        unknown=UNKNOWN,
    )
    win = Numbers(
        np.int8,
        (SEATS, SIDE, SIDE),
        "`[seat, row, col]` with the box of the laid cards at the top left: -1 nothing; a kind; 16 + kind for a card "
        "that has moved; 64 + n for a stack of n cards",
        none=-1,
        high=STACK + WINDOW,
        blank=-1,
        names=_kinds,
    )
    bh = Numbers(np.int8, SEATS, "height of that box; 0 before the first card", high=SIDE, blank=0)
    bw = Numbers(np.int8, SEATS, "width of that box", high=SIDE, blank=0)
    gone = Numbers(np.int8, SEATS, "cards that left the window, or were eaten, in this round", high=WINDOW, blank=0)
    act_done = Numbers(np.int8, SEATS, "1 if the seat has activated its window", high=1, blank=0)


STATE = dtype_of(State)

ACTIONS = Layout(
    Block("pick", KINDS, "pick a card of this kind, one choice for all alike (R35); the hand holds one"),
    Block(
        "place",
        (CODE_SIDE, CODE_SIDE),
        "place the card at this row and column, -1 to 3, of the box around one's cards; row -1 is above it, column -1 "
        "left of it; the place is free, next to a card, and the box still fits an allowed window",
    ),
    Block(
        "activate",
        (SIDE, SIDE),
        "activate the arrow at this row and column, 0 to 3; it is in conflict with another one; never asked if solved",
    ),
)

LAYOUT = Layout(
    Block(
        "windows",
        (SEATS, Plane.STACK + 1, SIDE, SIDE),
        "per slot 10 planes of 4x4: still, flower, smile, monster, arrow with a north, east, south, west part, has "
        "moved, stack",
    ),
    Block("boxes", (SEATS, 5), "per slot: height / 4, width / 4, filled cells / 12, 3x4 still possible, 4x3 possible"),
    Block("own_hand", KINDS, "cards of each kind / hand size"),
    Block(
        "known_hands",
        (SEATS - 1, 1 + KINDS),
        "slots 1-3: p has held this hand, cards of each kind / hand size (picks not yet revealed included)",
    ),
    Block("unseen_pool", KINDS, "cards that may be anywhere: deck and unknown hands, / 16"),
    Block("revealed_picks", (SEATS, KINDS), "per slot, the card being placed (PLACE)"),
    Block("own_pick", KINDS, "one's own secret pick (PICK)"),
    Block("to_move", SEATS, "slot asked"),
    Block("phase", Phase.END + 1, "PICK, PLACE, ACT, END"),
    Block("committed", SEATS, "per slot: has picked, has placed, or has finished activation"),
    Block("deal", 5, "which deal (3), step / (hand size - 1), direction +1 left, -1 right; zero after construction"),
    Block("seats", SEATS, "slot is taken"),
    Block("scores", SEATS + 1, "per slot rounds won / rounds to win; round / the last possible one"),
    Block("round_points", SEATS, "per slot points of this round / 24 (ACT, END)"),
    Block("options", 3, "introductory, disjoint pairs, solved activation"),
    Block("deck", KINDS, "copies of each kind in the pack / 16"),
    Block("points", 6, "still, arrow, monster, flower, smile, pair, / 9"),
)
