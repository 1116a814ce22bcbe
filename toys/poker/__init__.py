"""Kuhn's and Leduc's poker: three ranks, two players with a card each, chips in a pot.

Kuhn poker is the smallest game with bluffs; its value is known: player 0 loses 1/18 of a chip a game. Leduc poker has
six cards and two rounds of betting, with a card on the table between them.

Sources: Kuhn, "A simplified two-person poker", Contributions to the Theory of Games 1, 1950; Southey et al., "Bayes'
Bluff: Opponent Modelling in Poker", UAI 2005.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import IntEnum
from itertools import permutations
from typing import Any

import numpy as np

from medianoche.envs.core.content.fields import shared_fields
from medianoche.envs.core.content.layout import Block, Layout
from medianoche.envs.core.declaration import State
from medianoche.envs.core.kernels import Kernels
from medianoche.envs.core.show.view import View
from medianoche.toys.small import SmallGame

UNKNOWN = -1
"""A hidden card."""

Kind = IntEnum("Kind", "KUHN LEDUC", start=0)
"""The kind of poker; index of the tables below."""

Card = IntEnum("Card", "JACK QUEEN KING", start=0)
"""The ranks."""

Act = IntEnum("Act", "FOLD CALL RAISE", start=0)
"""What a player may do."""

Phase = IntEnum("Phase", "FIRST SECOND END", start=0)
"""What the player to move is asked."""

COPIES = np.array([1, 2])
"""Cards of each rank."""
LAST = np.array([Phase.FIRST, Phase.SECOND])
"""The last round of betting, by kind."""
RAISES = np.array([1, 2])
"""Most raises in a round, by kind."""
RAISE_BY = np.array([[1, 0], [2, 4]])
"""Chips of a raise, by kind and round."""
STAKE = 1 + RAISES * RAISE_BY.sum(axis=1)
"""Chips that a player loses at most; a utility is a number of chips divided by this."""
PLIES = (LAST + 1) * (RAISES + 2)
"""Choices of a game at most: check, all raises and a call, in each round."""

STATE = np.dtype(
    [
        *shared_fields(2),  # scores: chips won
        ("kind", np.int8),
        ("ply", np.int8),
        ("card", np.int8, 2),  # each player's
        ("board", np.int8),  # drawn with the hands, seen from the second round on
        ("shown", np.int8),  # whether it is seen
        ("pot", np.int8, 2),  # chips that each has put in
        ("raises", np.int8),  # of this round
        ("calls", np.int8),  # of this round, checks included
        ("played", np.int8, int(PLIES.max())),  # all choices so far, Act + 1; players forget nothing
    ]
)
LAYOUT = Layout(
    Block("seat", 2, "whose view it is"),
    Block("card", len(Card), "the own card"),
    Block("board", len(Card), "the card on the table; zero in the first round"),
    Block("played", (int(PLIES.max()), len(Act)), "the choices so far, in order"),
)
ACTIONS = Layout(Block("act", len(Act), "fold, where the other has raised; call (or check); raise (or bet)"))
kernel = Kernels(state=STATE)


class Poker(SmallGame):
    """Either poker."""

    seats_differ = True
    perfect_recall = True
    zero_sum = True
    unknown = {"card": UNKNOWN, "board": UNKNOWN}  # noqa: RUF012 - a constant of the class, as in every game

    def deals(self) -> Iterator[State]:
        """Every deal of the cards, all of them equally likely; nothing else is left to chance."""
        copies = COPIES[self.constants["kind"]]
        for first, second, board in permutations([card for card in Card for _ in range(copies)], 3):
            yield self.game.position(card=[first, second], board=board)

    def value_names(self, pack: Any) -> dict[str, Mapping[str, int]]:
        """Names of the cards."""
        return dict.fromkeys(self.unknown, Card.__members__)

    def action_words(self, view: View, action: int) -> str:
        """The action in words."""
        raised = view.state.pot[0] != view.state.pot[1]
        return {Act.FOLD: "fold", Act.CALL: "call" if raised else "check", Act.RAISE: "raise" if raised else "bet"}[
            Act(action)
        ]

    def text(self, view: View) -> str:
        """Cards and chips."""
        state = view.state
        cards = ["?" if card == UNKNOWN else Card(card).name.lower() for card in state.card]
        lines = [f"{view.names[p]}: {cards[p]}, {state.pot[p]} in the pot" for p in view.seats]
        return "\n".join([*lines, *([f"on the table: {Card(state.board).name.lower()}"] if state.shown else [])])


class Kuhn(Poker, kind=Kind.KUHN):
    """Kuhn poker: a card each of three, a chip each in the pot, one bet of a chip. The third card is never seen."""

    name = "kuhn"
    title = "Kuhn poker"
    decisions = int(PLIES[Kind.KUHN])
    stake = int(STAKE[Kind.KUHN])


class Leduc(Poker, kind=Kind.LEDUC):
    """Leduc poker: a card each, a round of betting, a card on the table, another round; a pair wins."""

    name = "leduc"
    title = "Leduc poker"
    decisions = int(PLIES[Kind.LEDUC])
    stake = int(STAKE[Kind.LEDUC])
