"""Liar's dice with one die each: a yardstick of equilibrium learning.

Players bid by turns how many of the two dice show a face at least; a six counts as every face. A bid is higher than the
one before in its number, or has the same number and a higher face. Instead of bidding a player can doubt the last bid;
then the bidder wins if it is true, and the doubter if it is not. The rules are those of OpenSpiel's `liars_dice`.

Source: Rudolph et al., "Reevaluating Policy Gradient Methods for Imperfect-Information Games", 2025, whose benchmark
of five games this is part of.
"""

from collections.abc import Iterator
from enum import IntEnum
from itertools import product

import numpy as np

from medianoche.envs.core.content.fields import shared_fields
from medianoche.envs.core.content.layout import Block, Layout
from medianoche.envs.core.declaration import State
from medianoche.envs.core.kernels import Kernels
from medianoche.envs.core.show.view import View
from medianoche.toys.small import SmallGame

FACES = 6
DICE = 2
WILD = 6
"""The face that counts as every face."""
BIDS = FACES * DICE
"""Bid number k: k // FACES + 1 dice show the face k % FACES + 1 at least."""
LIAR = BIDS
"""The action of who doubts the last bid."""
UNKNOWN = 0
"""A hidden die."""


class Phase(IntEnum):
    """What the player to move is asked."""

    BID = 0
    END = 1


STATE = np.dtype(
    [
        *shared_fields(DICE),  # scores: 1 for the winner, -1 for the loser
        ("dice", np.int8, DICE),  # the face of each player's die, from 1
        ("made", np.int8, BIDS),  # 1 for each bid that was made; bids only rise, so their order is known
    ]
)
LAYOUT = Layout(
    Block("seat", DICE, "whose view it is"),
    Block("die", FACES, "the own die"),
    Block("made", BIDS, "the bids so far"),
)
ACTIONS = Layout(
    Block("bid", BIDS, "one die of face 1 to 6, two dice of face 1 to 6; higher than the last bid"),
    Block("liar", 1, "doubt the last bid"),
)
kernel = Kernels(state=STATE)


def bid_name(bid: int) -> str:
    """The number of dice and the face of a bid."""
    return f"{bid // FACES + 1} x {bid % FACES + 1}"


class LiarsDice(SmallGame):
    """Liar's dice."""

    name = "liars_dice"
    title = "Liar's dice, one die each"
    decisions = BIDS  # after the highest bid there is no choice
    seats_differ = True
    perfect_recall = True
    zero_sum = True
    unknown = {"dice": UNKNOWN}  # noqa: RUF012 - a constant of the class, as in every game

    def deals(self) -> Iterator[State]:
        """Every throw of the two dice, all of them equally likely; nothing else is left to chance."""
        for dice in product(range(1, FACES + 1), repeat=DICE):
            yield self.game.position(dice=dice)

    def action_words(self, view: View, action: int) -> str:
        """The bid, or "liar"."""
        return "liar" if action == LIAR else bid_name(action)

    def text(self, view: View) -> str:
        """Dice and bids."""
        state = view.state
        dice = ["?" if die == UNKNOWN else str(die) for die in state.dice]
        bids = ", ".join(bid_name(bid) for bid in range(BIDS) if state.made[bid]) or "none"
        return "\n".join([*(f"{view.names[p]}: {dice[p]}" for p in view.seats), f"bids: {bids}"])
