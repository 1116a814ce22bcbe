"""The record of one game of Misty, its phases, actions and observation layout.

Cells of a window are numbered row by row: cell `4 * row + col`, row 0 on top. A cell holds a code: -1 nothing; a kind
(0-11) for a card alone; 16 + kind for a card alone that has moved; 64 + s for a stack of s >= 2 cards.
"""

from enum import IntEnum

import numba
import numpy as np

from medianoche.envs.core.layout import Block, Layout
from medianoche.envs.core.jit import Kernels

SEATS, KINDS, SIDE = 4, 12, 4
CELLS = SIDE * SIDE


class Kind(IntEnum):
    """What is drawn on a card. From ARROW_N on, an arrow: its direction is `kind - ARROW_N`, clockwise from north."""

    STILL = 0
    FLOWER = 1
    SMILE = 2
    MONSTER = 3
    ARROW_N = 4
    ARROW_NE = 5
    ARROW_E = 6
    ARROW_SE = 7
    ARROW_S = 8
    ARROW_SW = 9
    ARROW_W = 10
    ARROW_NW = 11


STILL, FLOWER, SMILE, MONSTER, ARROW = range(5)
MOVED, STACK = 16, 64
ROW_STEP = np.array([-1, -1, 0, 1, 1, 1, 0, -1])
COL_STEP = np.array([0, 1, 1, 1, 0, -1, -1, -1])


class Phase(IntEnum):
    """What the seat to move is asked."""

    PICK = 0
    PLACE = 1
    ACT = 2
    END = 3


PICK, PLACE, ACT, END = range(4)

PACK = np.dtype(
    [
        ("deck0", np.uint8, KINDS),  # copies of each kind
        ("pts", np.uint8, 6),  # points of a still, arrow, monster, flower, smile, and of a pair of smiles
    ]
)
PTS_STILL, PTS_ARROW, PTS_MONSTER, PTS_FLOWER, PTS_SMILE, PTS_PAIR = range(6)

STATE = np.dtype(
    [
        ("rng", np.uint64),
        ("utility", np.float32, SEATS),
        ("pack", np.uint16),
        ("scores", np.int16, SEATS),  # rounds won
        ("round_points", np.int16, SEATS),  # of this round, 0 until act_done
        ("last_points", np.int16, SEATS),  # of the last round that was finished
        ("points_total", np.int16, SEATS),  # over all finished rounds
        ("num_players", np.uint8),
        ("to_move", np.int8),  # -1 at the end
        ("phase", np.uint8),
        ("done", np.uint8),
        ("hand_size", np.uint8),  # 6, introductory 3
        ("n_deals", np.uint8),  # 2, introductory 3
        ("frame_h", np.uint8, 2),  # heights of the two allowed windows: 3, 4
        ("frame_w", np.uint8, 2),  # their widths: 4, 3
        ("rounds_to_win", np.uint8),
        ("activation", np.uint8),  # 0 play, 1 solve
        ("smile_mode", np.uint8),  # 0 overlapping pairs, 1 disjoint pairs
        ("obs_memory", np.uint8),
        ("round_no", np.uint8),  # from 0
        ("deal", np.uint8),  # 0..n_deals-1; n_deals in ACT and END
        ("step", np.uint8),  # 0..hand_size-1
        ("deck", np.uint8, KINDS),  # cards not dealt in this round
        ("hand", np.uint8, (SEATS, KINDS)),  # in PICK a committed card is still inside
        ("pick", np.int8, SEATS),  # kind committed (PICK, secret) or revealed (PLACE), else -1
        ("cell", np.int8, SEATS),  # placement code committed, 0..24, else -1
        ("win", np.int8, (SEATS, SIDE, SIDE)),  # codes, the box of the placed cards at the top left
        ("bh", np.uint8, SEATS),  # height of the box, 0 before the first card
        ("bw", np.uint8, SEATS),  # its width
        ("gone", np.uint8, SEATS),  # cards that left the window or were eaten in this round
        ("act_done", np.uint8, SEATS),
    ]
)

line, table = numba.int64[::1], numba.int64[:, ::1]
kernel = Kernels(state=STATE, pack=PACK, cells=line, sums=table, free=line, cards=line, pool=line)

# Actions: a kind to pick (0-11), a placement code, a cell to activate.
CODES, CODE_SIDE = 25, 5
PLACE_BASE, ACT_BASE = KINDS, KINDS + CODES
NUM_ACTIONS = ACT_BASE + CELLS

PLANES = 10
LAYOUT = Layout(
    Block("windows", SEATS * PLANES * CELLS),
    Block("boxes", SEATS * 5),
    Block("own_hand", KINDS),
    Block("known_hands", (SEATS - 1) * (1 + KINDS)),
    Block("unseen_pool", KINDS),
    Block("revealed_picks", SEATS * KINDS),
    Block("own_pick", KINDS),
    Block("to_move", SEATS),
    Block("phase", len(Phase)),
    Block("committed", SEATS),
    Block("deal", 5),
    Block("seats", SEATS),
    Block("scores", SEATS + 1),
    Block("round_points", SEATS),
    Block("options", 3),
    Block("deck", KINDS),
    Block("points", 6),
)
