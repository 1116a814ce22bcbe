"""A game as an object: rules on one state at a time, texts and pictures, environments and batches."""

from __future__ import annotations

import sys
import warnings
from typing import TYPE_CHECKING, Any, Self

from medianoche.envs.core.base import BaseGame
from medianoche.envs.core.content.pack import PackSource
from medianoche.envs.core.declaration import Declaration, Options, S, State
from medianoche.envs.core.doors import moved
from medianoche.envs.core.errors import GameError, PackError, choices
from medianoche.envs.core.guards import guard
from medianoche.envs.core.play.aec import AEC
from medianoche.envs.core.play.batch import Batch
from medianoche.envs.core.registry import find
from medianoche.envs.core.show.view import Words

__all__ = ["DeclaredGame", "Game", "Options", "State"]


PART_NAMES = {"rules", "content", "show", "declared"}
"""Attributes that no class of a game may have."""
NAMED = {"state_dtype": "STATE", "phases": "Phase", "layout": "LAYOUT", "actions": "ACTIONS"}
"""What a game takes by name from the module of its class."""


class Game(BaseGame[S]):
    """A game as an object: its rules on one state at a time, texts and pictures, environments and batches of it.

    `medianoche.envs.game("misty")` returns one, the same at every call. A state is a record whose fields are read by
    name (`state.to_move`); `step`, `conceal` and `determinize` change it in place. What few users need is in the parts
    `rules`, `content`, `show` and `declared`. A game of your own is a class derived from `DeclaredGame`, or from
    `PackagedGame`.

    Example:
        >>> from medianoche.envs import game
        >>> misty = game("misty")
        >>> state = misty.new(num_players=2, seed=1)
        >>> misty.legal_actions(state).dtype, misty.observe(state, player=0).shape
        (dtype('int64'), (834,))
        >>> action = misty.heuristic(state)
        >>> misty.step(state, action)
        >>> misty.rules.seats, misty.content.options_of(state)["variant"], misty.declared.teams(2)
        (4, 'standard', [0, 1])
    """

    def __init_subclass__(cls) -> None:
        if not issubclass(cls, Declaration):
            line = f"{cls.__name__}: the base of a game of your own is DeclaredGame now; Game as its base goes with 0.5"
            warnings.warn(line, DeprecationWarning, 2)
            cls.__bases__ = tuple(DeclaredGame if base is Game else base for base in cls.__bases__)
            DeclaredGame.__init_subclass__.__func__(cls)  # type: ignore[attr-defined]
        else:
            super().__init_subclass__()

    if not TYPE_CHECKING:  # type checkers refuse the old names

        def __getattr__(self, name: str) -> Any:
            return moved(self, name)

    def batch(self, num_envs: int, **arguments: Any) -> Batch:
        """Many games at once; see `Batch`."""
        return Batch(self, num_envs, **arguments)

    def aec(self, **arguments: Any) -> AEC:
        """A PettingZoo environment; see `AEC`."""
        return AEC(self, **arguments)

    def __copy__(self) -> Self:
        return self  # a game does not change as it is played

    def __reduce__(self) -> tuple[Any, ...]:
        if find(self.content.location) is self and len(self.content.packs) == 1:
            return find, (self.content.location,)
        if self.content.stream:
            return _reopen, (self.content.location, [self.content.stream.source], self.content.stream.known())
        packs = [(number, pack.hash) for number, pack in enumerate(self.content.packs)]
        return _reopen, (self.content.location, [pack.source for pack in self.content.packs], packs)


class DeclaredGame(Words[S], Game[S]):
    """Base of a game of your own: what `Declaration` lists, declared by the class and by the module around it. STATE,
    Phase, LAYOUT and ACTIONS of the module of the class are taken by their names, unless the class gives others.
    """

    def __init_subclass__(cls) -> None:
        if taken := vars(cls).keys() & PART_NAMES:
            raise GameError(f"{cls.__name__}: {choices(sorted(taken))} is a part of every game; choose another name")
        module = sys.modules.get(cls.__module__)
        for field, name in NAMED.items():
            if not hasattr(cls, field) and hasattr(module, name):
                setattr(cls, field, getattr(module, name))
        super().__init_subclass__()
        guard(cls)


def _reopen(location: str, sources: list[PackSource], packs: list[tuple[int, str]]) -> Game:
    """A game and its packs, unpickled, of a stream those that were read; raises PackError where they are others now."""
    found: Game = find(location).content.with_packs(sources)
    for number, known in packs:
        name = f"{number} of {sources[0]}" if found.content.stream else sources[number]
        if (now := found.content.packs[number].hash) != known:
            raise PackError(f"pack {name} has changed: {now} here, {known} when it was pickled")
    return found
