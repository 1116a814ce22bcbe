"""The records of one game of La noche de Halloween and of its content, its phases, actions and observation layout.

Words: the mover (el niño) is the player whose turn it is, the owner (el dueño de la casa) the one who is asked, the
third (el tercer jugador) the one who is consulted. Squares are numbered as in the board's drawing. A card is its
printed number less one wherever it is an index (`card_at[card]`), and its printed number in `deck`.
"""

from enum import IntEnum

import numba
import numpy as np

from medianoche.envs.core.layout import Block, Layout
from medianoche.envs.core.jit import Kernels

SEATS, CHILDREN, COLOURS, SQUARES, CARDS, TREATS = 5, 8, 5, 64, 17, 18
LONGEST = 16  # steps of a walk: an eight, doubled
QUEUE = 16  # dice that can be laid out in advance
LOST_PLAYERS = 3  # players without candies that end the game
MOST_STEPS = 64  # squares that a child is sent on by one PASS_BY (R43)

CHILD_NAMES = ("Montse", "Simoncito", "Jorgito", "David", "Rosa", "Miguelín", "Lucía", "Eduardito")
COLOUR_NAMES = ("red", "green", "yellow", "orange", "blue")


class Phase(IntEnum):
    """What the seat to move is asked."""

    COLOUR = 0
    CHILD = 1
    MOVE = 2
    FORWARD = 3
    ANSWER = 4
    CLAIM = 5
    RESPOND = 6
    DEMAND = 7
    ACCEPT = 8
    ADVICE = 9
    VERDICT = 10
    FEE = 11
    TREAT = 12
    DRAW = 13
    KEEP = 14
    NEIGHBOUR = 15
    TEAR = 16
    DEFEND = 17
    INSIST = 18
    BID = 19
    END = 20


COLOUR, CHILD, MOVE, FORWARD, ANSWER, CLAIM, RESPOND, DEMAND, ACCEPT, ADVICE, VERDICT = range(11)
FEE, TREAT, DRAW, KEEP, NEIGHBOUR, TEAR, DEFEND, INSIST, BID, END = range(11, 21)
# What `settle` does before anybody is asked again; no state at a question is in one of these.
ROLLING, LANDED, TREATING, TAKING, DRAWING, DEFENDING, BIDDING, TURN_OVER = range(21, 29)

# Kinds of squares beside the colours 0 to 4.
GREY, DRAW_SQUARE = 5, 6

# How a child moves and draws (las habilidades de los niños).
NORMAL, DOUBLE, HALF, REROLLER, NEAREST = range(5)
PLAIN, TWO_CARDS, LOOK_AT_TWO, HOME_CARD, HOME_LOOK = range(5)


class Op(IntEnum):
    """What an action card does. Order: played in one's turn, while moving, at the door, when drawn."""

    FREE_CHILD = 0
    GROUND = 1
    FREEZE = 2
    FORCE_DIE = 3
    SEND_HOME = 4
    SHUT = 5
    TOLL = 6
    PASS_BY = 7
    POT_GAIN = 8
    ROLL_AGAIN = 9
    LOSE = 10
    GAIN = 11
    LOSE_DIE = 12
    GIVE_DIE = 13


FREE_CHILD, GROUND, FREEZE, FORCE_DIE, SEND_HOME, SHUT, TOLL, PASS_BY, POT_GAIN, ROLL_AGAIN = range(10)
LOSE, GAIN, LOSE_DIE, GIVE_DIE = range(10, 14)
FIRST_DOOR_OP, FIRST_INSTANT_OP = SEND_HOME, LOSE


class Condition(IntEnum):
    """What a treat card asks for in return for its bonus."""

    FREE = 0
    SHOW_RIVAL = 1
    SHOW_ALL = 2
    SET = 3
    NOT_CALLER = 4
    CALLER = 5
    PAY = 6
    DISCARD = 7


FREE, SHOW_RIVAL, SHOW_ALL, SET, NOT_CALLER, CALLER, PAY, DISCARD = range(8)

# Places of a card beside the hands of seats 0 to 4.
IN_DECK, USED, LOOKED_AT = -1, 5, 6
POT = -1  # the common pot as a payer or payee
CARD_PRICE = 3  # `demand` of an action card; 0 to 2 are candies
SAYS_TRUE, SAYS_FALSE = 1, 2
ASIDE, DEFENDS = 1, 2

PACK = np.dtype(
    [
        (
            "walk",
            np.uint64,
            (SQUARES, LONGEST + 1, 4),
        ),  # [s, d, k] bit t: a walk of d steps s -> t over nbr[t, k]
        ("near", np.uint64, SQUARES),  # neighbours of a square
        ("colour_squares", np.uint64, COLOURS),
        ("draw_squares", np.uint64),
        ("start_squares", np.uint64),
        ("n_squares", np.uint8),
        ("kind", np.uint8, SQUARES),  # 0-4 colour, 5 grey, 6 grey with a card to draw
        ("nbr", np.int8, (SQUARES, 4)),  # N E S W, -1 none
        ("dist", np.uint8, (SQUARES, SQUARES)),
        ("place", np.uint8, (SQUARES, 2)),  # row and column in the drawing
        ("start", np.int8, CHILDREN),  # -1 for the two children of the pumpkins
        ("pumpkin", np.int8, 2),
        ("action_op", np.uint8, CARDS),
        ("action_arg", np.uint8, CARDS),
        ("treat_cond", np.uint8, TREATS),
        ("treat_arg", np.uint8, TREATS),
        ("treat_child", np.uint8, TREATS),  # bonus of the mover
        ("treat_owner", np.uint8, TREATS),  # bonus of the owner
        ("candy", np.uint8, 9),  # candies of die result 1-8
        ("child_move", np.uint8, CHILDREN),
        ("child_draw", np.uint8, CHILDREN),
        ("rounds", np.uint8),
        ("tear_round", np.uint8),  # first lap, from 1, in which costumes are torn
        ("candies0", np.uint8, SEATS + 1),  # at the start, by number of players
        ("total", np.uint8),  # candies of all players and the pot
        ("hand_limit", np.uint8),
        ("undefended", np.uint8),  # price of a costume nobody defends
    ]
)

STATE = np.dtype(
    [
        ("rng", np.uint64),
        ("came", np.uint64),  # squares the moving child may have come from
        ("utility", np.float32, SEATS),
        ("pack", np.uint16),
        ("scores", np.int16, SEATS),
        ("num_players", np.uint8),
        ("opt_colours", np.uint8),  # 1 random
        ("opt_candies", np.uint8),  # 1 secret
        ("tear_cooldown", np.uint8),
        ("dice_queue", np.uint8, QUEUE),  # dice to come, 0 from the first that is left to chance
        ("phase", np.uint8),
        ("to_move", np.int8),  # -1 at the end
        ("done", np.uint8),
        ("round_no", np.uint8),  # lap, from 0
        ("starter", np.int8),  # seat that started the lap
        ("slot", np.uint8),  # turn of the lap, 0..n-1
        ("mover", np.int8),  # -1 in COLOUR
        ("alive", np.uint8, SEATS),
        ("candies", np.uint8, SEATS),  # without stakes
        ("pot", np.uint8),
        ("colour", np.int8, SEATS),  # -1 not chosen
        ("secret", np.int8, SEATS),  # child card
        ("know", np.uint8, (SEATS, SEATS)),  # [a, b] children that b's card can be, from what a was shown
        ("pos", np.int8, CHILDREN),  # square, -1 torn
        ("start", np.int8, CHILDREN),
        ("moved", np.uint8),  # children moved in this lap
        ("guard", np.int8, CHILDREN),  # last attacker until his next turn, else -1
        ("frozen_by", np.int8, CHILDREN),
        ("frozen_left", np.uint8, CHILDREN),  # turns of that seat still to begin
        ("skip", np.uint8, SEATS),  # grounded in the next turn
        ("cool", np.uint8, SEATS),  # turns until tearing is legal
        ("torn", np.uint8, SEATS),  # costumes torn
        ("card_at", np.int8, CARDS),  # -1 deck, 0-4 hand, 5 used, 6 looked at
        ("deck", np.uint8, CARDS),  # printed numbers, top last; 0 from deck_n on
        ("deck_n", np.uint8),
        ("card_seen", np.uint8, CARDS),  # seats that know where an unused card is
        ("treat_deck", np.uint8, TREATS),  # top last; 0 from treat_n on
        ("treat_n", np.uint8),
        # fields of one turn, cleared when the next begins
        ("child", np.int8),
        ("roll", np.uint8),
        ("no_move", np.uint8),
        ("treat_only", np.uint8),
        ("force_die", np.uint8),
        ("rerolled", np.uint8),
        ("stuck", np.uint8),
        ("attack", np.uint8),
        ("fwd", np.uint8),  # 13, 15 while a child goes on past a house or with a new die, else 0
        ("steps", np.uint8),  # squares a child was sent on by the last PASS_BY
        ("draws", np.uint8),
        ("amount", np.uint8),
        ("owner", np.int8),
        ("third", np.int8),
        ("claim", np.uint8),
        ("true_roll", np.uint8),
        ("demand", np.uint8),
        ("advice", np.uint8),
        ("treat_card", np.int8, 2),  # of mover and owner
        ("treat_apply", np.int8, 2),  # -1 open
        ("target", np.int8),
        ("stake", np.uint8, SEATS),
        ("defend", np.uint8, SEATS),  # 0 not asked
        ("bid", np.int8, SEATS),  # -1 none
        # public record of each seat
        ("n_claims", np.uint8, SEATS),
        ("n_checked", np.uint8, SEATS),  # claims of which the die was shown
        ("n_lies", np.uint8, SEATS),
        ("n_advice", np.uint8, SEATS),
        ("n_false", np.uint8, SEATS),
    ]
)

kernel = Kernels(
    state=STATE,
    pack=PACK,
    squares=numba.uint64,
    foreign=numba.uint64,
    north=numba.uint64,
    east=numba.uint64,
    south=numba.uint64,
    west=numba.uint64,
)
ONE, ZERO = np.uint64(1), np.uint64(0)

# Actions. A base with a number: base + 0, base + 1, ...; GROUND_BASE and CONSULT_BASE count seats from the left of
# the seat to move (+1 to +4), CLAIM_BASE die results 1 to 8.
COLOUR_BASE, CHILD_BASE, SQUARE_BASE, REROLL, PASS, CARD_BASE, GROUND_BASE = 0, 5, 13, 77, 78, 79, 95
FREEZE_BASE, TRUCO, TRATO, PAY_DIE, CLAIM_BASE, BELIEVE, DISBELIEVE, CONSULT_BASE = (
    100,
    108,
    109,
    110,
    110,
    119,
    120,
    120,
)
DEMAND_BASE, REFUSE_PRICE, ACCEPT_PRICE, SAY_TRUE, SAY_FALSE, TREAT_NO, TREAT_YES = (
    125,
    129,
    130,
    131,
    132,
    133,
    134,
)
DRAW_NO, DRAW_YES, LEFT, RIGHT, NO_TEAR, TEAR_BASE, STAND_ASIDE, STAND_UP = (
    135,
    136,
    137,
    138,
    139,
    140,
    148,
    149,
)
WITHDRAW, GO_ON, BID_BASE = 150, 151, 152
MOST_BID = 100
NUM_ACTIONS = BID_BASE + MOST_BID + 1

LAYOUT = Layout(
    Block("phase", len(Phase)),
    Block("seats", 5 * SEATS),
    Block("round", 9),
    Block("players", 15 * SEATS),
    Block("colours", COLOURS * SEATS),
    Block("children_of_players", CHILDREN * SEATS),
    Block("children", 6 * CHILDREN),
    Block("positions", SQUARES * CHILDREN),
    Block("pumpkins", 1),
    Block("board", 8 * SQUARES),
    Block("turn", 18),
    Block("came", SQUARES),
    Block("trick", 23),
    Block("treat", 40),
    Block("treat_deck", TREATS),
    Block("own_hand_and_used", 2 * CARDS),
    Block("known_hands", (SEATS - 1) * CARDS),
    Block("known_deck_and_pair", 2 * CARDS),
    Block("deck_pot_bids", 3 + SEATS),
    Block("frozen_and_guarded", 2 * SEATS * CHILDREN + 1),
)
