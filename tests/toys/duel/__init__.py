"""Duel: each seat hides a card. In turn, guess a card of the next seat; a right guess wins. The smallest game
with hidden information, options, derived fields and many seats."""

from enum import IntEnum
from typing import Any, Literal

import numpy as np
from pydantic import Field

from medianoche.envs.core.compile.jit import Kernels
from medianoche.envs.core.content.fields import Number, Numbers, Record, dtype_of, index, indices, phase_of
from medianoche.envs.core.content.layout import Block, Layout
from medianoche.envs.core.declaration import Declaration, Options
from medianoche.envs.core.show.view import View

SEATS = 5
KINDS = 4

LAYOUT = Layout(Block("own", KINDS), Block("guesses", 1))
ACTIONS = Layout(Block("guess", KINDS))
GUESS_LIMIT = 20
UNKNOWN = -1

Phase = IntEnum("Phase", "GUESS END", start=0)

Card = IntEnum("Card", "MOON OWL CAT BAT", start=0)


class State(Record):
    rng = Number(np.uint64, "the generator")
    utility = Numbers(np.float32, SEATS, "per seat", low=-1, blank=0)
    scores = Numbers(np.int16, SEATS, "guesses that were right", high=1, blank=0)
    pack = Number(np.int16, "number of the pack")
    num_players = Number(np.int8, "players", low=2, high=SEATS)
    phase = phase_of(Phase)
    to_move = index(SEATS, "the seat that is asked")
    done = Number(np.int8, "1 at the end", high=1)
    kinds = Number(np.int8, "kinds of cards", option="kinds")
    open = Number(np.int8, "whether cards are open", option="open")
    card = indices(KINDS, SEATS, "the card of each seat", names=Card)
    copies = Numbers(np.int8, KINDS, "cards of each kind that are out: follows from `card`")
    guesses = Number(np.int8, "guesses so far", high=GUESS_LIMIT)


STATE = dtype_of(State)
kernel = Kernels(state=STATE)


class DuelOptions(Options):
    kinds: Literal[2, 3, 4] = 4
    open: bool = Field(False, strict=True)


class Duel(Declaration[State]):
    name = "duel"
    title = "Duel"
    players = (2, 3, 5)
    record = State
    options_model = DuelOptions
    variants = ({}, {"kinds": 2, "open": True})

    def derive(self, state: State) -> None:
        state.copies[:] = np.bincount(state.card[: state.num_players], minlength=KINDS)

    def max_decisions(self, num_players: int, options: DuelOptions) -> int:
        return GUESS_LIMIT

    def action_words(self, view: View, action: int) -> str:
        return f"guess {Card(action).name.lower()}"

    def text(self, view: View) -> str:
        return f"after {view.state.guesses} guesses"

    def info(self, state: State, player: int) -> dict[str, Any]:
        return {"score": int(state.scores[player]), "cards": [int(card) for card in state["card"]]}
