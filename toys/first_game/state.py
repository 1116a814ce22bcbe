"""The record of a game, its actions, and what a player observes."""

from enum import IntEnum

import numpy as np

from medianoche.envs.core.content.fields import Number, Numbers, Record, dtype_of, index, phase_of
from medianoche.envs.core.content.layout import Block, Layout
from medianoche.envs.core.kernels import Kernels
from medianoche.envs.core.show.events import Kind, Seat

SEATS = 4
CARDS = 16
HAND = 3
DECK, PLAYED = SEATS, SEATS + 1
"""Places of cards that are in no hand; the hands are places 0 to SEATS - 1."""
NONE, UNKNOWN = -1, -1
"""No card; the code for what a seat does not know."""


class Phase(IntEnum):
    """What happens now. Numbers before END ask the player to move; those after it stand for what happens by itself."""

    PLAY = 0
    END = 1
    ROUND = 2


class News(Kind):
    """What the rules tell when it happens (`note`), each with its fields; `sentence` has the words."""

    PLAYED = Seat("seat"), "card"
    WON = Seat("seat"), "card"


class State(Record):
    """The record: integers alone, each with its meaning and the values that it may have. The first eight fields are in
    every game; the others are yours."""

    rng = Number(np.uint64, "the generator, the source of all chance")
    utility = Numbers(np.float32, SEATS, "the result of each seat, from -1 to 1", low=-1, blank=0)
    scores = Numbers(np.int16, SEATS, "rounds won", high=HAND, blank=0)
    pack = Number(np.int16, "number of the pack")
    num_players = Number(np.int8, "players", low=2, high=SEATS)
    phase = phase_of(Phase)
    to_move = index(SEATS, "the seat that is asked")
    done = Number(np.int8, "1 at the end", high=1)
    place = Numbers(np.int8, CARDS, "where each card is: a seat, DECK or PLAYED", high=PLAYED, unknown=UNKNOWN)
    table = Numbers(np.int8, SEATS, "what a seat has played in this round", none=NONE, high=CARDS - 1, blank=NONE)


ACTIONS = Layout(Block("card", CARDS, "play this card of the hand"))
LAYOUT = Layout(
    Block("hand", CARDS, "1 for each card in the own hand"),
    Block("played", CARDS, "1 for each card that was played"),
    Block("table", (SEATS, CARDS), "1 for the card that each seat has played in this round, the own seat first"),
    Block("won", SEATS, "rounds won / 3, the own seat first"),
)

STATE = dtype_of(State)
kernel = Kernels(state=STATE)
"""The decorator that compiles the rules. The name of a parameter says its type: `state` is the record, `mask` the legal
actions as bits, `out` the observation; every other one is an integer."""
