"""What an agent thinks of the choices in a position: shares of its search and what it expects, for hints and graphs."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from medianoche.agents.base import ask
from medianoche.agents.net import NetAgent
from medianoche.agents.search import SearchAgent

if TYPE_CHECKING:
    from medianoche.agents.base import Agent
    from medianoche.envs.core.play.turn import Turn


class Judgement(NamedTuple):
    """What is thought of one decision.

    Attributes:
        weights: what share of the search went to an action, or which chance a network gives it, searching or not, from
            0 to 1.
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
        # without simulations the network is asked once, at the root
        searcher = who if who.searching else NetAgent(network=who.network(one.game), threads=1)
        _, chances, worth = searcher.search(one, policy=True)
        legal = np.flatnonzero(one.action_mask[0])
        weights = {int(action): float(chances[0, action]) for action in legal}
        return Judgement(weights, _values(searcher.nodes()[1]), _bounded(worth[0]))
    return Judgement({int(ask(who, one)[0]): 1.0}, {}, None)


def _of_visits(tree: tuple[np.void, np.ndarray]) -> Judgement:
    _, children = tree
    total = max(float(children["visits"].sum()), 1e-9)
    weights = {int(node["action"]): float(node["visits"]) / total for node in children}
    return Judgement(weights, _values(children), _bounded(children["total"].sum() / total))


def _values(children: np.ndarray) -> dict[int, float]:
    seen = children[children["visits"] > 0]
    return {int(node["action"]): _bounded(node["total"] / node["visits"]) for node in seen}


def _bounded(value: float) -> float:
    return float(np.clip(value, -1, 1))
