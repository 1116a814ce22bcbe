"""`SmallGame`, the base of all toys: a game without packs and pictures, of two players unless it says otherwise."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from medianoche.envs.core.declaration import Declaration, S, State

if TYPE_CHECKING:
    from medianoche.envs.core.game import Game


class SmallGame(Declaration[S]):
    """A game without packs and pictures.

    A toy gives its name, its title, `decisions`, and the words of actions and positions. Its record, its actions and
    its observation are constants of its module, and its rules are kernels in `rules.py` beside it.
    """

    players: ClassVar[tuple[int, ...]] = (2,)
    decisions: ClassVar[int]
    """No game takes more decisions than this."""
    constants: ClassVar[Mapping[str, int]] = {}
    """The fields that say which of several games with one record a state belongs to: `class Kuhn(Poker, kind=KUHN)`."""
    seats_differ: ClassVar[bool] = False
    """Whether each seat decides in positions of its own, as in poker, where seat 0 begins; it has a role of its own."""
    zero_sum: ClassVar[bool] = False
    """Whether what one player gains the others lose."""
    stake: ClassVar[int] = 1
    """Units of the game, such as chips, that are a utility of 1."""

    def __init_subclass__(cls, **constants: int) -> None:
        super().__init_subclass__()
        cls.constants = {**cls.constants, **constants}
        cls.unobserved = {**dict.fromkeys(cls.constants, "which of the games it is"), **cls.unobserved}

    def deals(self) -> Iterator[State]:
        """Every deal, all of them equally likely; nothing else is left to chance. In a game with this method
        exploitability is computed exactly; a game may do without it."""
        raise NotImplementedError

    def blank(self, num_players: int, options: Any) -> np.ndarray:
        """One state before the deal, with the `constants`."""
        states = super().blank(num_players, options)
        for name, value in self.constants.items():
            states[name] = value
        return states

    def utility_sum(self, num_players: int) -> float | None:
        """See `zero_sum`."""
        return 0.0 if self.zero_sum else None

    def max_decisions(self, num_players: int, options: Any) -> int:
        """See `decisions`."""
        return self.decisions

    def roles(self, num_players: int) -> list[int]:
        """See `seats_differ`."""
        return list(range(num_players)) if self.seats_differ else super().roles(num_players)


def lists_deals(game: Game) -> bool:
    """Whether a game is small and lists its deals (`SmallGame.deals`), so that all of its tree can be held."""
    declared = type(game.declaration)
    return issubclass(declared, SmallGame) and declared.deals is not SmallGame.deals
