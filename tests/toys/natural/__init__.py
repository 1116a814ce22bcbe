"""Natural: two seats hold a hidden card each, 0 to 3; a 3 ends the game in the deal. Else each seat in turn keeps its
card or changes it once, and the higher card wins. The smallest game that some deals end; with `all`, every deal."""

from enum import IntEnum
from typing import Any, Literal

import numpy as np

from medianoche.envs.core.compile.jit import Kernels
from medianoche.envs.core.content.fields import Number, Numbers, Record, dtype_of, index, phase_of
from medianoche.envs.core.content.layout import Block, Layout
from medianoche.envs.core.declaration import Declaration, Options
from medianoche.envs.core.show.view import View

SEATS = 2
CARDS = 4
NATURAL = CARDS - 1
UNKNOWN = -1

LAYOUT = Layout(Block("own", CARDS), Block("seat", 1))
ACTIONS = Layout(Block("keep", 1), Block("change", 1))

Phase = IntEnum("Phase", "CHOOSE END", start=0)


class State(Record):
    rng = Number(np.uint64, "the generator")
    utility = Numbers(np.float32, SEATS, "per seat", low=-1)
    scores = Numbers(np.int16, SEATS, "1 for the winner", high=1)
    pack = Number(np.int16, "number of the pack")
    num_players = Number(np.int8, "players", low=SEATS, high=SEATS)
    phase = phase_of(Phase)
    to_move = index(SEATS, "the seat that is asked")
    done = Number(np.int8, "1 at the end", high=1)
    ends = Number(np.int8, "which deals end the game", option="ends")
    card = Numbers(np.int8, SEATS, "the card of each seat", high=CARDS - 1, unknown=UNKNOWN)
    kept = Number(np.int8, "how many seats have chosen", high=SEATS)


STATE = dtype_of(State)
kernel = Kernels(state=STATE)


class NaturalOptions(Options):
    ends: Literal["some", "all"] = "some"


class Natural(Declaration[State]):
    name = "natural"
    title = "Natural"
    players = (SEATS,)
    record = State
    options_model = NaturalOptions
    unobserved = {"scores": "zero until the game is over"}  # noqa: RUF012

    def max_decisions(self, num_players: int, options: Any) -> int:
        return SEATS

    def action_words(self, view: View, action: int) -> str:
        return ("keep", "change")[action]

    def text(self, view: View) -> str:
        cards = ["?" if card == UNKNOWN else str(card) for card in view.state.card]
        return f"cards {' '.join(cards)}, {view.state.kept} chosen"
