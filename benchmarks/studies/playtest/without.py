"""Restricted play: an agent that never takes a card, tile, power or action, against the same agent that may.

Source: Jaffe, Miller, Andersen, Liu, Karlin, Popović, "Evaluating Competitive Game Balance with Restricted Play", 2012.
Both play the same deals. The difference of the points is what the name is worth to who plays as this agent does; an
agent that learned to do without it may lose less.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from medianoche import Turn
from medianoche.agents import Agent, agent, ask
from medianoche.benchmarks import Estimate
from medianoche.benchmarks.studies.playtest.names import Names
from medianoche.benchmarks.studies.playtest.recording import PlaytestTable, pass_news
from medianoche.envs import Lapse


@dataclass
class Deprived:
    """Plays as `who`, but never an action with the name `number` where another is legal.

    Args:
        who: the agent.
        names: reads the names in actions.
        number: the name that it does without.
        kinds: bool[kinds], the kinds of actions that may have it.
    """

    who: Agent
    names: Names
    number: int
    kinds: np.ndarray
    name: str = "deprived"

    def __post_init__(self) -> None:
        pass_news(self, self.who)

    def act(self, turn: Turn) -> np.ndarray:
        """int64[len(turn)]."""
        allowed = turn.action_mask.astype(bool) & ~self._having(turn)
        rows = allowed.any(axis=1)
        masks = np.where(rows[:, None], _packed(allowed, turn.masks.shape[1]), turn.masks)
        limited = turn.part(np.arange(len(turn)))
        limited.masks = masks
        lost: dict[int, Lapse] = {}
        actions = ask(self.who, limited, lost)
        return np.where(actions < 0, limited.random_actions(), actions)

    def _having(self, turn: Turn) -> np.ndarray:
        """bool[n, num_actions]: the legal actions with the name."""
        if self.names.is_kind(self.number):
            return np.broadcast_to(self.names.kind_of == self.number, turn.action_mask.shape)
        offering = np.zeros(turn.action_mask.shape, bool)
        states = turn.sample().states
        for row, action in np.argwhere(turn.action_mask.astype(bool) & self.kinds[self.names.kind_of]).tolist():
            offering[row, action] = self.number in self.names.named_in(turn.game.describe(states[row], action))
        return offering


def worth(table: PlaytestTable, who: str, names: Names, number: int, kinds: np.ndarray, deals: int) -> Estimate:
    """The points, from 0 to 1, that a team loses if it never takes the name `number`; the teams take turns, deal by
    deal. `kinds`: see Deprived."""
    teams = np.array(table.game.teams(table.players))
    turns = np.unique(teams)[np.arange(deals) % len(np.unique(teams))]
    deprived = teams[None, :] == turns[:, None]  # bool[deals, players]
    agents: list[Agent] = [agent(who), Deprived(agent(who), names, number, kinds)]
    seats = (np.zeros_like(deprived, np.int64), deprived.astype(np.int64))
    points = [(table.play(agents, seating).utilities * deprived).sum(axis=1) for seating in seats]
    return Estimate.mean((points[0] - points[1]) / deprived.sum(axis=1) / 2)


def _packed(allowed: np.ndarray, words: int) -> np.ndarray:
    """uint64[n, words]: `allowed` as bits."""
    bits = np.zeros((len(allowed), 64 * words), bool)
    bits[:, : allowed.shape[1]] = allowed
    return np.packbits(bits, axis=1, bitorder="little").view(np.uint64)
