"""Goofspiel with three prizes: in each round both seats bid a card in secret, and the higher bid takes the prize. The
smallest game in which choices at the same time follow each other, with nothing else between them."""

from enum import IntEnum

import numpy as np
from pydantic import Field

from medianoche.envs.core.compile.jit import Kernels
from medianoche.envs.core.content.fields import Number, Numbers, Record, dtype_of, index, phase_of
from medianoche.envs.core.content.layout import Block, Layout
from medianoche.envs.core.declaration import Options
from medianoche.envs.core.show.view import View
from medianoche.toys.small import SmallGame

SEATS = 2
CARDS = 3
LAYOUT = Layout(Block("hands", (SEATS, CARDS)), Block("round", CARDS + 1), Block("won", SEATS), Block("bid", CARDS))
ACTIONS = Layout(Block("bid", CARDS))
AT = LAYOUT.at
PER = LAYOUT.per
NONE = -1
UNKNOWN = -2

Phase = IntEnum("Phase", "BID END", start=0)


class State(Record):
    rng = Number(np.uint64, "the generator")
    utility = Numbers(np.float32, SEATS, "per seat", low=-1, blank=0)
    scores = Numbers(np.int16, SEATS, "the sum of the prizes won", high=6, blank=0)
    pack = Number(np.int16, "number of the pack")
    num_players = Number(np.int8, "players", low=2, high=SEATS)
    phase = phase_of(Phase)
    to_move = index(SEATS, "the seat that is asked")
    done = Number(np.int8, "1 at the end", high=1)
    open = Number(np.int8, "whether a bid is seen at once", option="open")
    rounds = Number(np.int8, "rounds that are over: the prize is one more", high=CARDS)
    played = Numbers(np.int8, (SEATS, CARDS), "1 for each card that is no longer in the hand", high=1)
    bid = Number(np.int8, "the card that seat 0 bids", none=NONE, unknown=UNKNOWN, high=CARDS - 1)


STATE = dtype_of(State)
kernel = Kernels(state=STATE)


class GoofspielOptions(Options):
    open: bool = Field(False, strict=True)


class Goofspiel(SmallGame[State]):
    name = "goofspiel"
    title = "Goofspiel"
    decisions = SEATS * CARDS
    record = State
    options_model = GoofspielOptions
    chance = False
    simultaneous = ((Phase.BID,),)

    def action_words(self, view: View, action: int) -> str:
        return f"bid {action + 1}"

    def text(self, view: View) -> str:
        state = view.state
        bid = {NONE: "no bid", UNKNOWN: "a bid"}.get(state.bid, f"the bid {state.bid + 1}")
        return f"round {state.rounds + 1}, {bid}, played {state.played}, won {state.scores}"
