"""Evaluations of a position by an agent, for hints and graphs: a weight and a value of each action."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from medianoche.agents.base import Agent, blamed
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
        """The numbers of a hint: of each action its weight and value."""
        return Figures(self.weights, self.values)

    @property
    def advised(self) -> int:
        """The action that a hint advises: the one with the best figure, which pages mark with a star."""
        best = self.figures.best
        return self.best if best is None else best


def judge(who: Agent, turn: Turn) -> Judgement:
    """The evaluation of the first decision of `turn` by `who`: by its method `judge`; an agent without one only gives
    its action the weight 1.

    Raises:
        AgentError: the agent failed.
    """
    one = turn.part(np.zeros(1, np.int64))
    if tell := getattr(who, "judge", None):
        with blamed(getattr(who, "name", type(who).__name__)):
            return tell(one)
    return Judgement({int(ask_alone(who, one)[0]): 1.0}, {}, None)


def judgement_of_visits(children: np.ndarray) -> Judgement:
    """The judgement of a tree search: shares of the visits, and mean results.

    Args:
        children: of the root, with the fields `action`, `visits` and `total`, as the agent's `nodes` returns them.
    """
    total = max(float(children["visits"].sum()), 1e-9)
    weights = {int(node["action"]): float(node["visits"]) / total for node in children}
    return Judgement(weights, mean_results(children), bounded(children["total"].sum() / total))


def mean_results(children: np.ndarray) -> dict[int, float]:
    """The mean result of the simulations that played each visited action, from -1 to 1, by action. `children` are the
    nodes of the root's actions."""
    visited = children[children["visits"] > 0]
    return {int(node["action"]): bounded(node["total"] / node["visits"]) for node in visited}


def bounded(value: float) -> float:
    """A value from -1 to 1."""
    return float(np.clip(value, -1, 1))
