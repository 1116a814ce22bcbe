"""What an agent thinks of the choices in a position: shares of its search and what it expects, for hints and graphs."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from medianoche.agents.base import ask
from medianoche.agents.net import NetAgent
from medianoche.agents.search import SearchAgent

if TYPE_CHECKING:
    from medianoche.agents.base import Agent
    from medianoche.envs.core.turn import Turn


class Judgement(NamedTuple):
    """What is thought of one decision.

    Attributes:
        weights: what share of the search went to an action, or which chance a network gives it, from 0 to 1.
        values: what whoever is asked may expect after an action, from -1 to 1, as far as that was looked at.
        worth: what whoever is asked may expect, from -1 to 1; None where nothing says so.
    """

    weights: dict[int, float]
    values: dict[int, float]
    worth: float | None

    @property
    def best(self) -> int:
        """The action with the greatest weight, the lowest of equals."""
        return min(self.weights, key=lambda action: (-self.weights[action], action))


def judge(who: Agent, turn: Turn) -> Judgement:
    """What `who` thinks of the first decision of `turn`: visits and values of a search, chances and expectation of a
    network, of any other agent just its choice.

    Raises:
        AgentError: it failed.
    """
    one = turn.part(np.zeros(1, np.int64))
    if isinstance(who, SearchAgent):
        who.search(one)
        return _of_visits(who.nodes())
    if isinstance(who, NetAgent):
        if who.searching:
            who.search(one)
            return _of_visits(who.nodes())
        glance = NetAgent(network=who.network(one.game), threads=1)
        glance.simulations = 1  # the network is asked once, at the root
        glance.search(one)
        root, children = glance.nodes()
        return Judgement(_shares(children, "prior"), {}, _bounded(root["expected"]))
    return Judgement({int(ask(who, one)[0]): 1.0}, {}, None)


def _of_visits(tree: tuple[np.void, np.ndarray]) -> Judgement:
    _, children = tree
    seen = children[children["visits"] > 0]
    values = {int(node["action"]): _bounded(node["total"] / node["visits"]) for node in seen}
    worth = _bounded(seen["total"].sum() / seen["visits"].sum()) if len(seen) else None
    return Judgement(_shares(children, "visits"), values, worth)


def _shares(children: np.ndarray, field: str) -> dict[int, float]:
    total = max(float(children[field].sum()), 1e-9)
    return {int(node["action"]): float(node[field]) / total for node in children}


def _bounded(value: float) -> float:
    return float(np.clip(value, -1, 1))
