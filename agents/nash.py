"""Play by equilibria of learned values: `nash`, `nash:2`, `nash:0%`, `nash:PATH:2:0%` with the values of a file.

It plays duels as `net` does (`agents.valued`), by the values of any file. The mix expects that an opponent
makes a share of its choices without a thought, and uses these mistakes (`duels.answered`): without a word as many as
`net` expects. `nash:0%` expects none and draws from the equilibrium itself. `nash:2` plays two turns out, which takes
ten times as long. All other decisions are the network's that comes with the game.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

from medianoche.agents.base import AgentError
from medianoche.agents.duels import DuelValues, rules_of
from medianoche.agents.network import Network, shipped
from medianoche.agents.valued import FOLDER, InMemory, ValuedNetAgent
from medianoche.places import NETWORKS

if TYPE_CHECKING:
    from medianoche.envs.core.base import BaseGame

TURNS = ("1", "2")
SHARE = r"(\d{1,2})%"


def shipped_values(game: BaseGame) -> Path:
    """The file of values that comes with `game`; raises AgentError if there is none."""
    file = NETWORKS / FOLDER / f"{game.name}.safetensors"
    if not file.is_file():
        raise AgentError(f"no values of duels come with {game.name}; accepted: nash:PATH with a file of values")
    return file


class NashAgent(ValuedNetAgent):
    """Plays values where two sides choose at the same time, and a network elsewhere.

    Args:
        *words: the path of a file of values, without one those that come with the game; then optionally how many turns
            are played out, 1 or 2; then optionally the share of an opponent's choices that are expected to be
            uniformly random, from "0%" to "99%".
        threads: threads that share the decisions of the network.
        network: the network for all other decisions; None: the one that comes with the game.
        values: values in memory, instead of a file.

    Raises:
        AgentError: the file cannot be used; from `act`: it is for another game, or the game declares no duels.
    """

    name = "nash"
    has_tree = False

    def __init__(self, *words: str, **in_memory: Unpack[InMemory]) -> None:
        super().__init__(**in_memory)
        parts = list(words)
        if parts and (share := re.fullmatch(SHARE, parts[-1])):
            self.trembles = int(share[1]) / 100
            parts.pop()
        self.turns = int(parts.pop()) if parts and parts[-1] in TURNS else 1
        self.path = ":".join(parts)
        if self.path:
            self._values = DuelValues.load(Path(self.path))

    def values(self, game: BaseGame) -> DuelValues:
        """The values of `game`; raises AgentError if there are none, or the game declares no duels."""
        rules_of(game)
        if self._values is None:
            self._values = DuelValues.load(shipped_values(game))
        if difference := self._values.difference(game):
            raise AgentError(f"values {self.path or 'in memory'} are none for {game.name}: {difference}")
        return self._values

    def source(self, game: BaseGame) -> Path:
        """The file of the values for `game`; raises AgentError if there is none."""
        return Path(self.path) if self.path else shipped_values(game)

    def sources(self, game: BaseGame) -> list[Path]:
        """All files on which its play depends: that of the values, and that of the network."""
        return [self.source(game), shipped(game)]

    def network(self, game: BaseGame) -> Network:
        """The network for all other decisions."""
        if game.content.location not in self._loaded:
            network = self._given or Network.load(shipped(game))
            if difference := network.header.difference(game):
                raise AgentError(f"the network for {game.name} does not play it: {difference}")
            self._loaded[game.content.location] = network
        return self._loaded[game.content.location]
