"""A game as an object: rules on one state at a time, texts and pictures, environments and batches."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from medianoche.envs.core.base import BaseGame
from medianoche.envs.core.content.pack import PackSource
from medianoche.envs.core.declaration import S
from medianoche.envs.core.errors import PackError
from medianoche.envs.core.play.aec import AEC
from medianoche.envs.core.play.batch import Batch
from medianoche.envs.core.registry import find
from medianoche.places import later


class Game(BaseGame[S]):
    """A game as an object: its rules on one state at a time, texts and pictures, environments and batches of it.

    `medianoche.envs.game("misty")` returns one, the same at every call. A state is a record whose fields are read by
    name (`state.to_move`); `step`, `conceal` and `determinize` change it in place. What few users need is in the parts
    `rules`, `content` and `show`. A game of your own is a class derived from `Declaration`; the `Game` made of it has
    the class's object as `declaration`.

    Args:
        declaration: the class that declares the game.

    Example:
        >>> from medianoche.envs import game
        >>> misty = game("misty")
        >>> state = misty.new(num_players=2, seed=1)
        >>> misty.legal_actions(state).dtype, misty.observe(state, player=0).shape
        (dtype('int64'), (834,))
        >>> action = misty.heuristic(state)
        >>> misty.step(state, action)
        >>> misty.teams(2), misty.rules.seats, misty.content.options_of(state)["variant"]
        ([0, 1], 4, 'standard')
    """

    def batch(self, num_envs: int, **arguments: Any) -> Batch:
        """Many games at once; see `Batch`."""
        return Batch(self, num_envs, **arguments)

    def aec(self, **arguments: Any) -> AEC:
        """A PettingZoo environment; see `AEC`."""
        return AEC(self, **arguments)

    def __copy__(self) -> Self:
        return self  # a game does not change as it is played

    def __reduce__(self) -> tuple[Any, ...]:
        content = self.content
        if find(content.location) is self and len(content.packs) == 1:
            return find, (content.location,)
        if content.stream:
            return _reopen, (content.location, [content.stream.source], content.stream.known())
        packs = [(number, pack.hash) for number, pack in enumerate(content.packs)]
        return _reopen, (content.location, [pack.source for pack in content.packs], packs)


def _reopen(location: str, sources: list[PackSource], packs: list[tuple[int, str]]) -> Game:
    """A game and its packs, unpickled, of a stream those that were read; raises PackError where they are others now."""
    game: Game = find(location).content.with_packs(sources)
    for number, known in packs:
        name = f"{number} of {sources[0]}" if game.content.stream else sources[number]
        now = game.content.packs[number].hash
        if now != known:
            raise PackError(f"pack {name} has changed: {now} here, {known} when it was pickled")
    return game


if not TYPE_CHECKING:  # type checkers refuse the old names
    _homes = dict.fromkeys(("Declaration", "Options", "State"), "envs.core.declaration")
    __getattr__ = later(__name__, _homes, {"DeclaredGame": "Declaration"})
