"""Play by equilibria of learned values: `nash`, `nash:2`, `nash:0%`, `nash:PATH:2:0%` with the values of a file.

Where two sides choose at the same time (`Declaration.duels`), each pair of choices is played out, and the values of the
positions behind them are a matrix game. The choice is drawn from a mix that is nearly its equilibrium; a target after
it is the one with the best value. The mix expects that an opponent makes a share of its choices without a thought, and
uses these mistakes (`answered`); `nash:0%` expects none and draws from the equilibrium itself. `nash:2` plays two turns
out, which takes ten times as long. All other decisions are the network's that comes with the game. The agent reads what
everybody knows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from medianoche.agents.base import Agent, AgentError
from medianoche.agents.duels import DuelRules, DuelValues, Solved, answered, draw, rules_of
from medianoche.agents.judging import Judgement
from medianoche.agents.net import NetAgent
from medianoche.agents.network import Network, shipped
from medianoche.agents.sampling import uniform
from medianoche.envs.core.kernels.rng import mix
from medianoche.places import NETWORKS

if TYPE_CHECKING:
    from medianoche.envs.core.base import BaseGame
    from medianoche.envs.core.play.turn import Turn

TURNS = ("1", "2")
SHARE = r"(\d{1,2})%"
TREMBLES = 0.2
"""The share of an opponent's choices that are expected to be made evenly, without a word of the agent's name."""
NONE = np.zeros(0, np.int64)
EQUILIBRIUM = np.uint64(0xD0E15)
"""Sets the random number that draws a choice apart from those of the network."""


def shipped_values(game: BaseGame) -> Path:
    """The file of values that comes with `game`; raises AgentError if there is none."""
    file = NETWORKS / "nash" / f"{game.name}.safetensors"
    if not file.is_file():
        raise AgentError(f"no values of duels come with {game.name}; accepted: nash:PATH with a file of values")
    return file


class Duels(NamedTuple):
    """Rows of a turn that are inside duels: either choices are to be drawn or targets are chosen."""

    rows: np.ndarray  #: int64[n]
    choices: np.ndarray  #: the actions; empty where targets are chosen
    mixes: np.ndarray  #: float64[n, choices], their probabilities
    aims: np.ndarray  #: int64[n], the actions that choose targets


class NashAgent(NetAgent):
    """Plays equilibria of values where two sides choose at the same time, and a network elsewhere.

    Args:
        *words: the path of a file of values, without one those that come with the game; then optionally how many turns
            are played out, 1 or 2; then optionally the share of an opponent's choices that are expected to be made
            evenly, from "0%" to "99%".
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
        shared = re.fullmatch(SHARE, parts[-1]) if parts else None
        self.trembles = int(parts.pop()[:-1]) / 100 if shared else TREMBLES
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

    def solve(self, values: DuelValues, rules: DuelRules, pack: Any, positions: np.ndarray) -> Solved:
        """What it plays at positions, as either side."""
        return answered(values.solve(rules, pack, positions, self.turns), self.trembles)

    def source(self, game: BaseGame) -> Path:
        """The file of the values for `game`; raises AgentError if there is none."""
        return Path(self.path) if self.path else shipped_values(game)

    def network(self, game: BaseGame) -> Network:
        """The network for all other decisions."""
        if game.content.location not in self._loaded:
            network = self._given or Network.load(shipped(game))
            if difference := network.header.difference(game):
                raise AgentError(f"the network for {game.name} does not play it: {difference}")
            self._loaded[game.content.location] = network
        return self._loaded[game.content.location]

    def act(self, turn: Turn) -> np.ndarray:
        """int64[len(turn)]."""
        actions = np.array(super().act(turn))
        for duel in self._duels(turn, actions):
            numbers = uniform(mix(turn.seeds[duel.rows] ^ EQUILIBRIUM))
            actions[duel.rows] = duel.choices[draw(duel.mixes, numbers)] if duel.choices.size else duel.aims
        return actions

    def probabilities(self, turn: Turn) -> np.ndarray | None:
        """float32[n, num_actions]: the probabilities of its choices."""
        policy = super().probabilities(turn)
        assert policy is not None
        for duel in self._duels(turn):
            if not duel.choices.size:
                policy[duel.rows] = 0
                policy[duel.rows, duel.aims] = 1
                continue
            places = np.ix_(duel.rows, duel.choices)
            policy[places] = policy[places].sum(axis=1, keepdims=True) * duel.mixes[:, : len(duel.choices)]
        return policy

    def judge(self, turn: Turn) -> Judgement:
        """The judgement of the only row of `turn`: its probabilities, and the network's value of the position."""
        policy = self.probabilities(turn)
        assert policy is not None
        weights = {int(action): float(policy[0, action]) for action in np.flatnonzero(turn.action_mask[0])}
        return super().judge(turn)._replace(weights=weights)

    def most_probable(self, game: BaseGame) -> Agent | None:
        """None: what an equilibrium plays most often is no agent that an attack could begin with."""
        return None

    def _duels(self, turn: Turn, actions: np.ndarray | None = None) -> Iterator[Duels]:
        """The rows in which two sides choose at the same time, and those in which a target is chosen; of the former,
        with `actions`, those in which the network wants one of the choices."""
        rules = rules_of(turn.game)
        values = self.values(turn.game)
        states = turn._states
        positions, asked = rules.read(turn._packs, states, turn._rows)
        side, choices = rules.choices(states[turn._rows])
        wanted = asked if actions is None else asked & ((side < 0) | np.isin(actions, choices))
        for number in np.unique(states["pack"][turn._rows[wanted]]):
            rows = np.flatnonzero(wanted & (states["pack"][turn._rows] == number))
            pack = turn._packs[number]
            solved = self.solve(values, rules, pack, positions[rows])
            cards = np.flatnonzero(side[rows] >= 0)
            yield Duels(rows[cards], choices, solved.mixes[cards, side[rows[cards]]], NONE)
            aiming = np.flatnonzero(side[rows] < 0)
            pairs, aims = rules.aims(pack, positions[rows[aiming]], states[turn._rows[rows[aiming]]])
            found_actions = [aim_of(solved, *duel) for duel in zip(aiming.tolist(), pairs, aims, strict=True)]
            kept = [k for k, action in enumerate(found_actions) if action >= 0]
            yield Duels(rows[aiming[kept]], NONE, np.zeros((len(kept), 0)), np.array(found_actions, np.int64)[kept])


def aim_of(solved: Solved, place: int, pair: int, aims: np.ndarray) -> int:
    """The action of `aims` that leads to the position picked after a pair of choices; -1 if none is to be chosen."""
    number = solved.picks[place, pair] - solved.firsts[place, pair]
    return int(aims[number]) if number < len(aims) else -1
