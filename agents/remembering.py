"""`RememberingAgent`: base of agents that a training wrote to a file, and that keep something for each game and seat.

A recurrent network keeps its state so, a mixture the network that it drew. A new agent writes `__init__`, which reads
its file, and `act`.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from medianoche.agents.base import AgentError
from medianoche.envs.core.copying import Copied

if TYPE_CHECKING:
    from medianoche.agents.network import NetHeader
    from medianoche.envs.core.base import BaseGame
    from medianoche.envs.core.play.turn import Turn


class RememberingAgent(Copied):
    """Keeps something for each game and seat, from the seat's first decision in the game to its end.

    Args:
        path: of its file.
        in_memory: whether it needs no file.

    Attributes:
        kept: by game and seat.
        header: of its file, if it is one that `write_network` writes; a file of another game is then refused.

    Raises:
        AgentError: there is no path; from `recall`: its file is for another game.

    Example:
        >>> class Counting(RememberingAgent):  # plays its first legal action, and counts its decisions in each game
        ...     name = "counting"
        ...
        ...     def act(self, turn):
        ...         self.keep(turn, [count + 1 for count in self.recall(turn, 0)])
        ...         return turn.action_mask.argmax(axis=1)
    """

    name: str
    header: NetHeader | None = None

    def __init__(self, path: str, in_memory: bool = False) -> None:
        if not path and not in_memory:
            raise AgentError(f"{self.name}: give the path of a file, {self.name}:PATH")
        self.path = path
        self.kept: dict[tuple[int, int], Any] = {}
        self._fits: set[str] = set()  # locations of games that its file is for

    def places(self, turn: Turn) -> list[tuple[int, int]]:
        """The key of each decision in `kept`: its game and seat."""
        return list(zip(turn.games.tolist(), turn.seats.tolist(), strict=True))

    def recall(self, turn: Turn, new: Any) -> list[Any]:
        """What is kept for each decision; `new` if it is the first one of its seat."""
        self.refuse_other(turn.game)
        return [self.kept.get(place, new) for place in self.places(turn)]

    def keep(self, turn: Turn, values: Sequence[Any]) -> None:
        """Keep a value for each decision."""
        self.kept.update(zip(self.places(turn), values, strict=True))

    def refuse_other(self, game: BaseGame) -> None:
        """Raise AgentError if the file is not for `game`."""
        if self.header is None or game.content.location in self._fits:
            return
        if difference := self.header.difference(game):
            raise AgentError(f"network {self.path or 'in memory'} does not play {game.name}: {difference}")
        self._fits.add(game.content.location)

    def over(self, games: np.ndarray, scores: np.ndarray, utilities: np.ndarray) -> None:
        """Games have ended; what was kept for them is forgotten."""
        ended = set(games.tolist())
        self.kept = {place: value for place, value in self.kept.items() if place[0] not in ended}

    def source(self, game: BaseGame) -> Path:
        """The file, whose hash is the agent's fingerprint."""
        return Path(self.path)
