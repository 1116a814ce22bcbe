"""Duel: each seat hides a card. In turn, guess a card of the next seat; a right guess wins. The smallest game
with hidden information, options, derived fields and many seats."""

from collections.abc import Mapping
from enum import IntEnum
from typing import Any, Literal

import numpy as np
from pydantic import Field

from medianoche.envs.core.compile.jit import Kernels
from medianoche.envs.core.content.layout import Block, Layout
from medianoche.envs.core.game import Game, Options
from medianoche.envs.core.show.view import View

SEATS, KINDS = 5, 4

STATE = np.dtype(
    [
        ("rng", np.uint64),
        ("utility", np.float32, SEATS),
        ("scores", np.int16, SEATS),
        ("pack", np.int16),
        ("num_players", np.int8),
        ("phase", np.int8),
        ("to_move", np.int8),
        ("done", np.int8),
        ("kinds", np.int8),  # option
        ("open", np.int8),  # option
        ("card", np.int8, SEATS),
        ("copies", np.int8, KINDS),  # cards of each kind that are out: follows from `card`
        ("guesses", np.int8),
    ]
)
PACK = np.dtype([("nothing", np.int8)])
kernel = Kernels(state=STATE, pack=PACK)
GUESS_LIMIT = 20
UNKNOWN = -1

Phase = IntEnum("Phase", "GUESS END", start=0)

Card = IntEnum("Card", "MOON OWL CAT BAT", start=0)


class DuelOptions(Options):
    kinds: Literal[2, 3, 4] = 4
    open: bool = Field(False, strict=True)


class Duel(Game):
    name = "duel"
    title = "Duel"
    players = (2, 3, 5)
    state_dtype = STATE
    pack_dtype = PACK
    phases = Phase
    options_model = DuelOptions
    variants = ({}, {"kinds": 2, "open": True})
    layout = Layout(Block("own", KINDS), Block("guesses", 1))
    actions = Layout(Block("guess", KINDS))

    def configure(self, state: Any, options: DuelOptions) -> None:
        state.kinds, state.open = options.kinds, options.open

    def options_of(self, state: Any) -> dict[str, Any]:
        return {"kinds": int(state.kinds), "open": bool(state.open)}

    def derive(self, state: Any) -> None:
        state.copies[:] = np.bincount(state.card[: state.num_players], minlength=KINDS)

    def value_names(self, pack: Any) -> dict[str, Mapping[str, int]]:
        return {"card": Card.__members__}

    def max_decisions(self, num_players: int, options: DuelOptions) -> int:
        return GUESS_LIMIT

    def action_words(self, view: View, action: int) -> str:
        return f"guess {Card(action).name.lower()}"

    def text(self, view: View) -> str:
        return f"after {view.state.guesses} guesses"

    def info(self, state: Any, player: int) -> dict[str, Any]:
        return {"score": int(state.scores[player]), "cards": [int(card) for card in state["card"]]}
