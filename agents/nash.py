"""Play by equilibria of learned values: `nash`, `nash:2`, `nash:PATH:2` with the values of a file.

Where two sides choose at the same time (`Declaration.duels`), each pair of choices is played out, the values of the
positions behind them are a matrix game, and the choice is drawn from its equilibrium; a target after it is the one with
the best value. `nash:2` plays two turns out, which takes ten times as long. All other decisions are the network's that
comes with the game. The agent reads what everybody knows.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from medianoche.agents.base import AgentError
from medianoche.agents.duels import DuelValues, Solved, draw, rules_of
from medianoche.agents.net import NetAgent
from medianoche.agents.network import Network, shipped
from medianoche.agents.sampling import uniform
from medianoche.envs.core.kernels.rng import mix
from medianoche.places import NETWORKS

if TYPE_CHECKING:
    from medianoche.envs.core.base import BaseGame
    from medianoche.envs.core.play.turn import Turn

TURNS = ("1", "2")
EQUILIBRIUM = np.uint64(0xD0E15)
"""Sets the random number that draws a choice apart from those of the network."""


def shipped_values(game: BaseGame) -> Path:
    """The file of values that comes with `game`; raises AgentError if there is none."""
    file = NETWORKS / "nash" / f"{game.name}.safetensors"
    if not file.is_file():
        raise AgentError(f"no values of duels come with {game.name}; accepted: nash:PATH with a file of values")
    return file


class NashAgent(NetAgent):
    """Plays equilibria of values where two sides choose at the same time, and a network elsewhere.

    Args:
        *words: the path of a file of values, without one those that come with the game; then optionally how many turns
            are played out, 1 or 2.
        threads: threads that share the decisions of the network.
        network: the network for all other decisions; None: the one that comes with the game.
        values: values in memory, instead of a file.

    Raises:
        AgentError: the file cannot be used; from `act`: it is for another game, or the game declares no duels.
    """

    name = "nash"
    has_tree = False

    def __init__(
        self,
        *words: str,
        threads: int | None = None,
        network: Network | None = None,
        values: DuelValues | None = None,
    ) -> None:
        super().__init__(threads=threads, network=network)
        parts = list(words)
        self.turns = int(parts.pop()) if parts and parts[-1] in TURNS else 1
        self.path = ":".join(parts)
        self._values = DuelValues.load(Path(self.path)) if self.path else values

    def values(self, game: BaseGame) -> DuelValues:
        """The values of `game`; raises AgentError if there are none."""
        if self._values is None:
            self._values = DuelValues.load(shipped_values(game))
        if difference := self._values.difference(game):
            raise AgentError(f"values {self.path or 'in memory'} are none for {game.name}: {difference}")
        return self._values

    def source(self, game: BaseGame) -> Path:
        """The file of the values for `game`; raises AgentError if there is none."""
        return Path(self.path) if self.path else shipped_values(game)

    def network(self, game: BaseGame) -> Network:
        """The network for all other decisions."""
        if game.content.location not in self._loaded:
            found = self._given or Network.load(shipped(game))
            if difference := found.header.difference(game):
                raise AgentError(f"the network for {game.name} does not play it: {difference}")
            self._loaded[game.content.location] = found
        return self._loaded[game.content.location]

    def act(self, turn: Turn) -> np.ndarray:
        """int64[len(turn)]."""
        rules = rules_of(turn.game)
        values = self.values(turn.game)
        actions = np.array(super().act(turn))
        states = turn._states
        positions, asked = rules.read(turn._packs, states, turn._rows)
        side, choices = rules.choices(states[turn._rows])
        wanted = asked & ((side < 0) | np.isin(actions, choices))
        for number in np.unique(states["pack"][turn._rows[wanted]]):
            rows = np.flatnonzero(wanted & (states["pack"][turn._rows] == number))
            pack = turn._packs[number]
            solved = values.solve(rules, pack, positions[rows], self.turns)
            cards = np.flatnonzero(side[rows] >= 0)
            mixes = solved.mixes[cards, side[rows[cards]]]
            actions[rows[cards]] = choices[draw(mixes, uniform(mix(turn.seeds[rows[cards]] ^ EQUILIBRIUM)))]
            aiming = np.flatnonzero(side[rows] < 0)
            if aiming.size:
                pairs, aims = rules.aims(pack, positions[rows[aiming]], states[turn._rows[rows[aiming]]])
                for place, pair, own in zip(aiming.tolist(), pairs, aims, strict=True):
                    actions[rows[place]] = aim_of(solved, place, pair, own, int(actions[rows[place]]))
        return actions


def aim_of(solved: Solved, place: int, pair: int, aims: np.ndarray, otherwise: int) -> int:
    """The action of `aims` that leads to the position picked after a pair of choices; `otherwise` if none is to be
    chosen there."""
    number = solved.picks[place, pair] - solved.firsts[place, pair]
    return int(aims[number]) if number < len(aims) else otherwise
