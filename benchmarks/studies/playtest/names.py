"""The cards, tiles and powers that an action is about: the names of the game's glossary in its words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from medianoche import Turn
    from medianoche.envs import BaseGame

PUNCTUATION = ",;:()"
Span = tuple[int, int]
"""First word of a name in a description, and the word after its last one."""


class Names:
    """Numbers of the kinds of actions (the blocks of `game.actions`), then of the names in the game's glossary.

    A name belongs to an action if its words stand in the action's description in a row, and not only as a part of a
    longer name. Other words may stand before the bracket of a name: "card I face up: take the left one (crow and
    cat)" has "I (crow and cat)". Another name may stand inside one: "summon Larva for free" has "summon for free". A
    name that a kind of action has, too, is left out.

    Args:
        game: the game.
        state: a position with the pack.
    """

    def __init__(self, game: BaseGame, state: Any) -> None:
        self.kinds = [block.name for block in game.actions]
        alike = {kind.replace("_", " ") for kind in self.kinds}
        self.things = [name for name in game.declaration.glossary(game.view(state)) if name.casefold() not in alike]
        self.labels = [kind.replace("_", " ") for kind in self.kinds] + self.things
        self.kind_of = np.repeat(np.arange(len(self.kinds)), [block.size for block in game.actions])
        self._words = [_words(name) for name in self.things]
        self.carriers = np.zeros((len(self.labels), len(self.kinds)), bool)
        """Which kinds of actions have which names, in all legal actions that `offered` has read."""
        self._known: dict[str, frozenset[int]] = {}

    def __len__(self) -> int:
        return len(self.labels)

    def is_kind(self, number: int) -> bool:
        """Whether it is a kind of action, not a name."""
        return number < len(self.kinds)

    def named_in(self, text: str) -> frozenset[int]:
        """Numbers of the names in the description of an action."""
        if text not in self._known:
            spans = self._spans(text)
            whole = [place for place in spans if any(not self._covered(place, one, spans) for one in spans[place])]
            self._known[text] = frozenset(place + len(self.kinds) for place in whole)
        return self._known[text]

    def _spans(self, text: str) -> dict[int, list[Span]]:
        """The spans of each name in the words of a description, by the name's number; names that do not occur are left
        out."""
        words = _words(text)
        opens = [word.startswith("(") for word in text.split()]
        rows = [_rows(name, words) for name in self._words]
        other = {span for row_spans in rows for span in row_spans}
        for place, name in enumerate(self._words):
            if not rows[place]:
                bracket = next((k for k, word in enumerate(self.things[place].split()) if k and word[0] == "("), 0)
                rows[place] = [
                    (start, stop)
                    for k in ([bracket] if bracket else range(1, len(name)))
                    for start, left in _rows(name[:k], words)
                    for right, stop in _rows(name[k:], words)
                    if left < right and (opens[right] if bracket else (left, right) in other)
                ]
        return {place: row_spans for place, row_spans in enumerate(rows) if row_spans}

    def _covered(self, place: int, span: Span, spans: dict[int, list[Span]]) -> bool:
        """Whether a name at `span` is there a part of a longer name."""
        name = self._words[place]
        return any(
            start <= span[0] and span[1] <= stop and len(name) < len(self._words[longer])
            for longer, name_spans in spans.items()
            for start, stop in name_spans
            if _rows(name, self._words[longer])
        )

    def in_action(self, game: BaseGame, state: Any, action: int) -> frozenset[int]:
        """Numbers of the names in an action, and of its kind."""
        return self.named_in(game.describe(state, action)) | {int(self.kind_of[action])}

    def offered(self, turn: Turn, actions: np.ndarray) -> tuple[Any, ...]:
        """The names on offer in each row, given the actions: see `recording.NameOffers`, with rows as decisions."""
        states = turn.sample().states
        offers = []
        for row, (mask, chosen) in enumerate(zip(turn.action_mask, actions.tolist(), strict=True)):
            sets = {action: self.in_action(turn.game, states[row], action) for action in np.flatnonzero(mask).tolist()}
            for action, numbers in sets.items():
                self.carriers[list(numbers), self.kind_of[action]] = True
            shared = frozenset.intersection(*sets.values())
            offers += [
                (row, name, name in sets[chosen], name not in shared) for name in frozenset().union(*sets.values())
            ]
        rows, names, taken, choice = np.array(offers, np.int64).reshape(-1, 4).T
        return rows, names, taken.astype(bool), choice.astype(bool)


def _words(text: str) -> list[str]:
    return [word.strip(PUNCTUATION) for word in text.split()]


def _rows(name: list[str], words: list[str]) -> list[Span]:
    """The spans of `words` in which the words of `name` follow each other."""
    size = len(name)
    return [(k, k + size) for k in range(len(words) - size + 1) if size and words[k : k + size] == name]
