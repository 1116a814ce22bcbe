"""Love Letter: one round of Seiji Kanai's game with sixteen cards, for two to four players.

Rules. Each player holds one card. One card is laid aside, and with two players three more, open. In turn a player draws
a card and plays one of the two:

| rank | card | copies | effect |
|---|---|---|---|
| 1 | Guard | 5 | name another rank: a player who holds it is out |
| 2 | Priest | 2 | look at another player's card |
| 3 | Baron | 2 | compare with another player: whose card is lower is out |
| 4 | Handmaid | 2 | no card is aimed at its player until that player's next turn |
| 5 | Prince | 2 | a player, perhaps oneself, discards the card and draws another |
| 6 | King | 1 | change cards with another player |
| 7 | Countess | 1 | has to be played by who also holds the Prince or the King |
| 8 | Princess | 1 | who plays or discards it is out |

A card that needs another player has no effect if all are protected. The last one in the round wins; if no card is left
to draw, the highest card does, then the higher sum of the ranks that were played.
"""

from __future__ import annotations

from typing import Any

from love_letter.state import ACTIONS, AIMED, CARDS, KINDS, LAYOUT, NONE, SEATS, UNKNOWN, Card, News, Phase, State
from medianoche.envs import DeclaredGame
from medianoche.envs.core.show.events import Kind
from medianoche.envs.core.show.view import View


def name_of(card: int) -> str:
    """A card in words."""
    return "?" if card == UNKNOWN else Card(card).name.capitalize()


class LoveLetter(DeclaredGame[State]):
    """Sixteen cards, one in each hand: find out who holds what, and be the last one or hold the highest."""

    name = "love_letter"
    title = "Love Letter"
    players = (2, *range(3, SEATS + 1))
    record, phases, layout, actions, kinds = State, Phase, LAYOUT, ACTIONS, News  # all of state.py
    unobserved = {  # noqa: RUF012
        "saw": "what is still known is in `seen` and `seat`",
        "since": "the same",
        "last": "what it did is seen",
    }

    def max_decisions(self, num_players: int, options: Any) -> int:
        """One for each card that is drawn."""
        return CARDS - 1 - num_players

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
        state, lines = view.state, [self.stage(view)]
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
        """A card that was played, or somebody who is out."""
        seat, card = self.seat_name(view, fields["seat"]), name_of(fields["card"])
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
