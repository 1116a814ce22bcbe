"""Which cards, tiles and powers an action is about: the names of the game's glossary in its words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from medianoche.envs.core.declaration import State
    from medianoche.envs.core.game import Game
    from medianoche.envs.core.play.turn import Turn

PUNCTUATION = ",;:()"


class Names:
    """Numbers of the kinds of actions (the blocks of `game.actions`), then of the names in the game's glossary.

    A name belongs to an action if its words stand in the action's description in their order, and no longer name that
    contains it does. A name that a kind of action has, too, is left out.

    Args:
        game: the game.
        state: a position with the pack.
    """

    def __init__(self, game: Game, state: State) -> None:
        self.kinds = [block.name for block in game.actions]
        alike = {kind.replace("_", " ") for kind in self.kinds}
        self.things = [name for name in game.glossary(game.view(state)) if name.casefold() not in alike]
        self.labels = [kind.replace("_", " ") for kind in self.kinds] + self.things
        self.kind_of = np.repeat(np.arange(len(self.kinds)), [block.size for block in game.actions])
        self._words = [[word.strip(PUNCTUATION) for word in name.split()] for name in self.things]
        self._known: dict[str, frozenset[int]] = {}

    def __len__(self) -> int:
        return len(self.labels)

    def is_kind(self, number: int) -> bool:
        """Whether it is a kind of action, not a name."""
        return number < len(self.kinds)

    def of(self, text: str) -> frozenset[int]:
        """Numbers of the names in the description of an action."""
        if text not in self._known:
            words = [word.strip(PUNCTUATION) for word in text.split()]
            found = [place for place, name in enumerate(self._words) if _in_order(name, words)]
            whole = {
                place
                for place in found
                if not any(place != other and _within(self._words[place], self._words[other]) for other in found)
            }
            self._known[text] = frozenset(place + len(self.kinds) for place in whole)
        return self._known[text]

    def in_action(self, game: Game, state: State, action: int) -> frozenset[int]:
        """Numbers of the names in an action, and of its kind."""
        return self.of(game.describe(state, action)) | {int(self.kind_of[action])}

    def offered(self, turn: Turn, actions: np.ndarray) -> tuple[Any, ...]:
        """The names on offer in each row, given the chosen actions: see `recording.Offers`, with rows as decisions."""
        states, found = turn.sample().states, []
        for row, (mask, chosen) in enumerate(zip(turn.action_mask, actions.tolist(), strict=True)):
            sets = {action: self.in_action(turn.game, states[row], action) for action in np.flatnonzero(mask).tolist()}
            shared = frozenset.intersection(*sets.values())
            found += [
                (row, name, name in sets[chosen], name not in shared) for name in frozenset().union(*sets.values())
            ]
        rows, names, taken, choice = np.array(found, np.int64).reshape(-1, 4).T
        return rows, names, taken.astype(bool), choice.astype(bool)


def _in_order(name: list[str], words: list[str]) -> bool:
    """Whether the words of `name` stand in `words` in their order."""
    left = iter(words)
    return all(word in left for word in name)


def _within(name: list[str], longer: list[str]) -> bool:
    """Whether `longer` has the words of `name` in a row, and more."""
    size = len(name)
    return size < len(longer) and any(longer[k : k + size] == name for k in range(len(longer) - size + 1))
