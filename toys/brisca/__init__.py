"""Brisca: the tutorial for adding a game with hidden cards."""

from enum import IntEnum

import numpy as np

from medianoche.envs.core.content.fields import shared_fields
from medianoche.envs.core.content.layout import Block, Layout
from medianoche.envs.core.kernels import Kernels
from medianoche.envs.core.show.view import View
from medianoche.toys.small import SmallGame

SUITS = ("coins", "cups", "swords", "clubs")
RANKS = ("2", "4", "5", "6", "7", "jack", "knight", "king", "3", "ace")  # from the weakest; card = 10 * suit + rank
NAMES = [f"{rank} of {suit}" for suit in SUITS for rank in RANKS]
CARDS = 40
HAND = 3
NONE = -1
UNKNOWN = -1
# places of cards that are in no hand; the hands are places 0 and 1
STOCK = 2
PLAYED = 3
STATE = np.dtype(
    [
        *shared_fields(2),  # scores: points won
        ("turned", np.int8),  # the card that lies face up under the stock: its suit is trump
        ("led", np.int8),  # the first card of the trick, or NONE
        ("answer", np.int8),  # the second one, or NONE
        ("held", np.int8, 2),  # cards in each hand
        ("place", np.int8, CARDS),  # a seat, whose hand it is in, STOCK or PLAYED; UNKNOWN in a concealed record
    ]
)
LAYOUT = Layout(
    Block("hand", CARDS, "1 for each card in the own hand"),
    Block("played", CARDS, "1 for each card that was played"),
    Block("turned", CARDS, "1 for the card that was turned up"),
    Block("led", CARDS, "1 for the card to be answered"),
    Block("points", 2, "won by the seat, by the other, / 120"),
)
ACTIONS = Layout(Block("card", CARDS, "play this card, which is in the hand"))
kernel = Kernels(state=STATE)

Phase = IntEnum("Phase", "PLAY END TRICK", start=0)
"""What the player to move is asked; TRICK is a step that asks nothing."""


class Brisca(SmallGame):
    """Brisca: tricks without a duty to follow suit; 61 of 120 points win."""

    name = "brisca"
    title = "Brisca"
    decisions = CARDS
    unknown = {"place": UNKNOWN}  # noqa: RUF012 - a constant of the class

    def action_words(self, view: View, action: int) -> str:
        """The action in words."""
        return f"play the {NAMES[action]}"

    def text(self, view: View) -> str:
        """Hands and table; "?" stands for a card that the seat does not know."""
        state = view.state
        lines = []
        for seat in view.seats:
            hand = [NAMES[card] for card in range(CARDS) if state.place[card] == seat]
            hidden = ["?"] * (state.held[seat] - len(hand))
            lines.append(f"{view.names[seat]} ({state.scores[seat]} points): {', '.join(hand + hidden)}")
        led = f"; to be answered: {NAMES[state.led]}" if state.led != NONE else ""
        return "\n".join([*lines, f"turned up: {NAMES[state.turned]}{led}"])
