"""Endless: two seats flip discs in turn, and who flips the last one wins; with a mistake, the game never ends."""

from enum import IntEnum
from typing import Literal

import numpy as np

from medianoche.envs.core.compile.jit import Kernels
from medianoche.envs.core.content.fields import Number, Numbers, Record, dtype_of, index, phase_of
from medianoche.envs.core.content.layout import Block, Layout
from medianoche.envs.core.declaration import Options
from medianoche.envs.core.show.view import View
from medianoche.toys.small import SmallGame

SEATS = 2
DISCS = 6
CHOICES = 2
LAYOUT = Layout(Block("flipped", DISCS + 1))
ACTIONS = Layout(Block("flip", CHOICES))

Phase = IntEnum("Phase", "FLIP END", start=0)
Mistake = IntEnum("Mistake", "NONE FRACTION IDLE FORCED LOOP", start=0)
"""FRACTION: half a disc is stored in an integer. IDLE: nothing is flipped. FORCED: nothing is flipped, and there is one
action. LOOP: a kernel does not return."""


class State(Record):
    rng = Number(np.uint64, "the generator")
    utility = Numbers(np.float32, SEATS, "per seat", low=-1, blank=0)
    scores = Numbers(np.int16, SEATS, "1 for who has flipped the last one", high=1, blank=0)
    pack = Number(np.int16, "number of the pack")
    num_players = Number(np.int8, "players", low=2, high=SEATS)
    phase = phase_of(Phase)
    to_move = index(SEATS, "the seat that is asked")
    done = Number(np.int8, "1 at the end", high=1)
    mistake = Number(np.int8, "what the rules do wrong", option="mistake")
    flipped = Number(np.int8, "discs that were flipped", high=DISCS)


STATE = dtype_of(State)
kernel = Kernels(state=STATE)


class EndlessOptions(Options):
    mistake: Literal["none", "fraction", "idle", "forced", "loop"] = "none"


class Endless(SmallGame[State]):
    name = "endless"
    title = "Endless"
    decisions = DISCS
    record = State
    options_model = EndlessOptions
    hidden_information = False

    def action_words(self, view: View, action: int) -> str:
        return f"flip {action + 1}"

    def text(self, view: View) -> str:
        return f"{view.state.flipped} of {DISCS} flipped"


class Fraction(Endless, mistake=Mistake.FRACTION):
    name = "fraction"


class Forced(Endless, mistake=Mistake.FORCED):
    name = "forced"


class Loop(Endless, mistake=Mistake.LOOP):
    name = "loop"


class Namesake(Endless):
    name = "endless"
