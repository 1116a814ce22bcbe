"""The record of a game, its actions, and what a player observes."""

from enum import IntEnum

import numpy as np

from medianoche.envs.core.content.fields import Number, Numbers, Record, dtype_of, index, phase_of
from medianoche.envs.core.content.layout import Block, Layout
from medianoche.envs.core.kernels import Kernels
from medianoche.envs.core.show.events import Kind, Seat

SEATS = 4
NONE, UNKNOWN = -1, -2
"""No card; the code for a card that a seat does not know."""

Card = IntEnum("Card", "GUARD PRIEST BARON HANDMAID PRINCE KING COUNTESS PRINCESS", start=0)
KINDS = len(Card)
COPIES = np.array([5, 2, 2, 2, 2, 1, 1, 1])
CARDS = int(COPIES.sum())
OPEN = 3
"""Cards that lie open beside a game of two."""
AIMED = np.array([Card.PRIEST, Card.BARON, Card.PRINCE, Card.KING])
"""Cards that are aimed at a seat and name nothing."""

Phase = IntEnum("Phase", "PLAY END TURN", start=0)
"""PLAY asks for a card; in TURN the next player draws, by itself."""


class News(Kind):
    """What the rules tell."""

    PLAYED = Seat("seat"), "card", Seat("target"), "guess"
    OUT = Seat("seat"), "card"


class State(Record):
    """The record. A set of cards is a number with a bit for each rank."""

    rng = Number(np.uint64, "the generator")
    utility = Numbers(np.float32, SEATS, "1 for the winner, -1 for the others, 0 for several winners", low=-1, blank=0)
    scores = Numbers(np.int16, SEATS, "1 for each winner", high=1, blank=0)
    pack = Number(np.int16, "number of the pack")
    num_players = Number(np.int8, "players", low=2, high=SEATS)
    phase = phase_of(Phase)
    to_move = index(SEATS, "the seat that is asked")
    done = Number(np.int8, "1 at the end", high=1)
    hand = Numbers(np.int8, SEATS, "each seat's card", none=NONE, high=KINDS - 1, blank=NONE, unknown=UNKNOWN)
    drawn = Number(np.int8, "the second card of the seat to move", none=NONE, high=KINDS - 1, unknown=UNKNOWN)
    deck = Numbers(np.int8, KINDS, "cards in the deck and aside, by rank; concealed: all that are unknown", high=5)
    left = Number(np.int8, "cards to draw", high=CARDS)
    open = Numbers(np.int8, KINDS, "cards that lie open beside the game", high=5)
    played = Numbers(np.int8, (SEATS, KINDS), "cards that each seat has played or discarded", high=5)
    protected = Numbers(np.int8, SEATS, "1 after a Handmaid", high=1, blank=0)
    excluded = Numbers(np.int16, SEATS, "cards that all know the hand is not", high=255, blank=0)
    last = Number(np.int8, "the last action of any player; -1 at the beginning", low=-1, high=51)
    # what seat a has seen in the hand of seat b: a knows the hand as long as b has not played such a card since
    saw = Numbers(np.int8, (SEATS, SEATS), "the card", none=NONE, high=KINDS - 1, unknown=UNKNOWN)
    since = Numbers(np.int16, (SEATS, SEATS), "cards that b has played since", high=255)


ACTIONS = Layout(
    Block("card", KINDS, "play this card, without an aim"),
    Block("aimed", (len(AIMED), SEATS), "Priest, Baron, Prince, King: at the k-th seat to the left, 0 is the own one"),
    Block("guard", (SEATS, KINDS - 1), "the Guard at the k-th seat to the left; the card named, from the Priest on"),
)
LAYOUT = Layout(
    Block("hand", KINDS, "the own card"),
    Block("drawn", KINDS, "the second card, of the seat to move"),
    Block("seat", (SEATS, 3), "in the game, protected, knows the own hand; the own seat first, as in all blocks"),
    Block("seen", (SEATS, KINDS), "the card of a seat whose hand is known"),
    Block("excluded", (SEATS, KINDS), "1 for cards that all know the hand is not"),
    Block("played", (SEATS, KINDS), "cards that were played or discarded / 5"),
    Block("open", KINDS, "cards that lie open / 5"),
    Block("left", 1, "cards to draw / 16"),
)

STATE = dtype_of(State)
kernel = Kernels(state=STATE)
