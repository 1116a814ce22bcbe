"""Evaluations of a position by an agent, for hints and graphs: a weight and a value of each action."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from medianoche.agents.base import Agent
from medianoche.agents.net import NetAgent
from medianoche.agents.search import SearchAgent
from medianoche.agents.seating import ask_alone
from medianoche.envs.core.play.turn import Turn
from medianoche.envs.core.show.figures import Figures


class Judgement(NamedTuple):
    """An agent's evaluation of one decision, for the player to move."""

    #: by action, from 0 to 1: its share of a search's visits, or its probability in a network's policy
    weights: dict[int, float]
    #: by action, from -1 to 1: the mean result of the simulations that played it; only visited actions
    values: dict[int, float]
    value: float | None  #: value of the position, from -1 to 1; None if the agent gives none

    @property
    def best(self) -> int:
        """The action with the greatest weight, the lowest of equals: what the agent plays."""
        return min(self.weights, key=lambda action: (-self.weights[action], action))

    @property
    def figures(self) -> Figures:
        """What a hint says of each action."""
        return Figures(self.weights, self.values)

    @property
    def advised(self) -> int:
        """The action that a hint advises: the one with the best figure, which pages mark with a star."""
        found = self.figures.best
        return self.best if found is None else found


def judge(who: Agent, turn: Turn) -> Judgement:
    """The evaluation of the first decision of `turn` by `who`. Agents other than searches and networks only give their
    action the weight 1.

    Raises:
        AgentError: the agent failed.
    """
    one = turn.part(np.zeros(1, np.int64))
    if isinstance(who, SearchAgent):
        who.search(one)
        return _of_visits(who.nodes())
    if isinstance(who, NetAgent) and type(who).act is NetAgent.act:
        # without simulations it evaluates the root once
        searcher = who if who.searching else NetAgent(network=who.network(one.game), threads=1)
        _, probabilities, values = searcher.search(one, policy=True)
        legal = np.flatnonzero(one.action_mask[0])
        weights = {int(action): float(probabilities[0, action]) for action in legal}
        of_actions = _values(searcher.nodes()[1]) if searcher.has_tree else {}
        return Judgement(weights, of_actions, _bounded(values[0]))
    return Judgement({int(ask_alone(who, one)[0]): 1.0}, {}, None)


def _of_visits(tree: tuple[np.void, np.ndarray]) -> Judgement:
    _, children = tree
    total = max(float(children["visits"].sum()), 1e-9)
    weights = {int(node["action"]): float(node["visits"]) / total for node in children}
    return Judgement(weights, _values(children), _bounded(children["total"].sum() / total))


def _values(children: np.ndarray) -> dict[int, float]:
    visited = children[children["visits"] > 0]
    return {int(node["action"]): _bounded(node["total"] / node["visits"]) for node in visited}


def _bounded(value: float) -> float:
    return float(np.clip(value, -1, 1))
