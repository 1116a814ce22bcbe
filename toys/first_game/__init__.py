"""First game: three cards in each hand, and the highest card wins a round."""

from __future__ import annotations

from typing import Any

from medianoche.envs import Declaration
from medianoche.envs.core.content.pack import PackSource
from medianoche.envs.core.show.catalogue import LANGUAGE, Section
from medianoche.envs.core.show.events import Kind
from medianoche.envs.core.show.view import View
from medianoche.toys.first_game.state import ACTIONS, CARDS, HAND, LAYOUT, NONE, SEATS, News, Phase, State


class FirstGame(Declaration[State]):
    """Three cards in each hand; the highest card wins a round, and most rounds win."""

    name = "first_game"
    title = "First game"
    version = 0  # raise it when the rules, the actions or the observation change
    players = (2, *range(3, SEATS + 1))  # the first is the default
    # all of state.py
    record = State
    phases = Phase
    layout = LAYOUT
    actions = ACTIONS
    kinds = News

    def rules_card(self, lang: str = LANGUAGE, pack: PackSource = "standard") -> list[Section]:
        """The rules on one screen, for the terminal and the page."""
        goal = f"Who has won most of the {HAND} rounds wins."
        deal = f"Each player is dealt {HAND} of {CARDS} cards, which the others do not see."
        turn = "All play a card, one after the other. The highest card wins the round, and its player begins the next."
        return [Section("goal", "Goal", [goal]), Section("turn", "A round", [deal, turn])]

    def stage(self, view: View) -> str:
        """How far the game is, in a few words."""
        return f"round {min(sum(view.state.scores) + 1, HAND)} of {HAND}"

    def max_decisions(self, num_players: int, options: Any) -> int:
        """No game takes more decisions than this."""
        return HAND * num_players

    def action_words(self, view: View, action: int) -> str:
        """The action in words: for the terminal, the page's buttons and language models."""
        return f"play the {action + 1}"

    def text(self, view: View) -> str:
        """The position as text, for the terminal and the page. `view` knows what its seat knows, and no more."""
        state = view.state
        lines = [self.stage(view)]
        for seat in view.seats:
            hand = [str(card + 1) for card, place in enumerate(state.place) if place == seat]
            held = HAND - sum(state.scores) - (state.table[seat] != NONE)
            lines.append(f"{view.names[seat]}: {' '.join(hand + ['?'] * (held - len(hand)))}, won {state.scores[seat]}")
            if state.table[seat] != NONE:
                lines[-1] += f", plays the {state.table[seat] + 1}"
        return "\n".join(lines)

    def sentence(self, view: View, kind: Kind, fields: dict[str, Any]) -> str:
        """What has happened in words: a line of the page's account."""
        seat = self.seat_name(view, fields["seat"])
        card = fields["card"] + 1
        return f"{seat}: the {card}" if kind == News.PLAYED else f"The {card} wins the round for {seat}."
