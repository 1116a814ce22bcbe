"""The record of one game of Misty, its phases, actions and observation layout.

Cells of a window are numbered row by row: cell `4 * row + col`, row 0 on top. A cell holds a code: -1 nothing; a kind
(0-11) for a card alone; 16 + kind for a card alone that has moved; 64 + s for a stack of s >= 2 cards.
"""

from enum import IntEnum

import numpy as np

from medianoche.envs.core.content.layout import Block, Layout

SEATS, KINDS, SIDE = 4, 12, 4
CELLS = SIDE * SIDE
CODE_SIDE = SIDE + 1  # placement codes: rows and columns -1 to 3 of the box
CODES = CODE_SIDE**2
MOVED, STACK = 16, 64
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

Plane = IntEnum("Plane", "NORTH EAST SOUTH WEST MOVED STACK", start=4)
"""Planes of a window in the observation; the first four are the kinds without an arrow."""

STATE = np.dtype(
    [
        ("rng", np.uint64),
        ("utility", np.float32, SEATS),
        ("pack", np.int16),
        ("scores", np.int16, SEATS),  # rounds won
        ("round_points", np.int16, SEATS),  # of this round, 0 until act_done
        ("last_points", np.int16, SEATS),  # of the last round that was finished
        ("points_total", np.int16, SEATS),  # over all finished rounds
        ("num_players", np.int8),
        ("to_move", np.int8),  # -1 at the end
        ("phase", np.int8),
        ("done", np.int8),
        ("hand_size", np.int8),  # 6, introductory 3
        ("n_deals", np.int8),  # 2, introductory 3
        ("frame_h", np.int8, 2),  # heights of the two allowed windows: 3, 4
        ("frame_w", np.int8, 2),  # their widths: 4, 3
        ("rounds_to_win", np.int8),
        ("activation", np.int8),  # 0 play, 1 solve
        ("smile_mode", np.int8),  # 0 overlapping pairs, 1 disjoint pairs
        ("obs_memory", np.int8),
        ("round_no", np.int8),  # from 0
        ("deal", np.int8),  # 0..n_deals-1; n_deals in ACT and END
        ("step", np.int8),  # 0..hand_size-1
        ("deck", np.int8, KINDS),  # cards not dealt in this round
        ("hand", np.int8, (SEATS, KINDS)),  # in PICK a committed card is still inside
        ("pick", np.int8, SEATS),  # kind committed (PICK, secret) or revealed (PLACE), else -1
        ("cell", np.int8, SEATS),  # placement code committed, 0..24, else -1
        ("win", np.int8, (SEATS, SIDE, SIDE)),  # codes, the box of the placed cards at the top left
        ("bh", np.int8, SEATS),  # height of the box, 0 before the first card
        ("bw", np.int8, SEATS),  # its width
        ("gone", np.int8, SEATS),  # cards that left the window or were eaten in this round
        ("act_done", np.int8, SEATS),
    ]
)

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
