"""Love Letter: one round of Seiji Kanai's game with sixteen cards, for two to four players.

What a Priest shows is known until that card is played, and samples take it that others still know what they may know.
"""

from __future__ import annotations

from typing import Any

from medianoche.envs.core.content.pack import PackSource
from medianoche.envs.core.show.catalogue import LANGUAGE, Section
from medianoche.envs.core.show.events import Kind
from medianoche.envs.core.show.view import View
from medianoche.toys.love_letter.state import (
    ACTIONS,
    AIMED,
    CARDS,
    COPIES,
    KINDS,
    NONE,
    SEATS,
    UNKNOWN,
    Card,
    News,
)
from medianoche.toys.love_letter.state import (
    LAYOUT as LAYOUT,
)
from medianoche.toys.love_letter.state import Phase as Phase  # `Declaration` takes it by its name
from medianoche.toys.love_letter.state import State as State
from medianoche.toys.small import SmallGame

EFFECTS = (
    "name a card that another player may hold, but no Guard: who holds it is out",
    "look at another player's card",
    "compare cards with another player: whose card is lower is out",
    "no card is aimed at you until your next turn",
    "a player, perhaps you, discards the card and takes another",
    "change cards with another player",
    "you have to play it if you also hold the Prince or the King",
    "you are out if you play or discard it",
)
"""What each card does."""
GOAL = [
    "Be the last one who is not out, or hold the highest card when no card is left to draw.",
    "If these are equal, the sum of the cards that were played decides.",
]
TURN = [
    "Each player holds one card. One is laid aside; with two players three more lie open.",
    "Draw a card and play one of the two.",
    "A card for which there is no player, since all others are protected, has no effect.",
]


def name_of(card: int) -> str:
    """A card in words."""
    return "?" if card == UNKNOWN else Card(card).name.capitalize()


class LoveLetter(SmallGame[State]):
    """Sixteen cards, one in each hand: find out who holds what, and be the last one or hold the highest."""

    name = "love_letter"
    title = "Love Letter"
    players = (2, *range(3, SEATS + 1))
    record = State
    kinds = News
    unobserved = {  # noqa: RUF012
        "saw": "what is still known is in `seen` and `seat`",
        "since": "the same",
        "last": "what it did is seen",
    }

    def max_decisions(self, num_players: int, options: Any) -> int:
        """One for each card that is drawn."""
        return CARDS - 1 - num_players

    def rules_card(self, lang: str = LANGUAGE, pack: PackSource = "standard") -> list[Section]:
        """The rules on one screen."""
        cards = [f"{card + 1} {name_of(card)} ({COPIES[card]}): {EFFECTS[card]}" for card in Card]
        return [Section("goal", "Goal", GOAL), Section("turn", "A turn", TURN), Section("end", "Cards", cards)]

    def glossary(self, view: View) -> dict[str, str]:
        """What each card does."""
        return {name_of(card): EFFECTS[card] for card in Card}

    def stage(self, view: View) -> str:
        """How far the game is."""
        return f"{view.state.left} cards to draw"

    def action_words(self, view: View, action: int) -> str:
        """The card, whom it is aimed at, and what is named."""
        if action < ACTIONS.at.aimed:
            return f"{name_of(action)}"
        guarding = action >= ACTIONS.at.guard
        row, step = divmod(action - ACTIONS.at.aimed, SEATS)
        if guarding:
            step, row = divmod(action - ACTIONS.at.guard, KINDS - 1)
        who = view.names[(max(view.state.to_move, 0) + step) % len(view.seats)]
        return f"Guard on {who}: the {name_of(row + 1)}?" if guarding else f"{name_of(AIMED[row])} on {who}"

    def text(self, view: View) -> str:
        """Hands and discards; "?" stands for a card that the seat does not know."""
        state = view.state
        lines = [self.stage(view)]
        if sum(state.open):
            lines[0] += f"; out of the game: {_several(state.open)}"
        for seat in view.seats:
            hand = [name_of(card) for card in (state.hand[seat],) if card != NONE]
            if seat == state.to_move and state.drawn != NONE:
                hand.append(name_of(state.drawn))
            line = f"{view.names[seat]}: {' and '.join(hand) or 'out'}{', protected' * state.protected[seat]}"
            lines.append(f"{line}; played: {_several(state.played[seat]) or 'nothing'}")
        return "\n".join(lines)

    def sentence(self, view: View, kind: Kind, fields: dict[str, Any]) -> str:
        """A card that was played, or a player who is out of the round."""
        seat = self.seat_name(view, fields["seat"])
        card = name_of(fields["card"])
        if kind == News.OUT:
            return f"{seat}: out, with the {card}"
        aimed = f" on {self.seat_name(view, fields['target'])}" if fields["target"] != NONE else ""
        return f"{seat}: the {card}{aimed}" + (
            f", named: {name_of(fields['guess'])}" if fields["guess"] != NONE else ""
        )


def _several(counts: list[int]) -> str:
    return ", ".join(
        f"{name_of(card)}{f' x{count}' if count > 1 else ''}" for card, count in enumerate(counts) if count
    )
