"""Agents, the players of games. `agent("greedy")` makes one from its string; your own class needs only `act`."""

from typing import TYPE_CHECKING

from medianoche.agents.base import Agent, AgentEntry, AgentError, ForfeitError, agent, ask, entries, tell
from medianoche.agents.fingerprints import fingerprint
from medianoche.places import later

if TYPE_CHECKING:
    from medianoche.agents.net import NetAgent
    from medianoche.agents.network import Network
    from medianoche.agents.search import SearchAgent

LATER = {"NetAgent": "agents.net", "Network": "agents.network", "SearchAgent": "agents.search"}
"""Classes that are imported when they are first asked for, and their modules."""
__getattr__ = later(__name__, LATER)

__all__ = [
    "Agent",
    "AgentEntry",
    "AgentError",
    "ForfeitError",
    "NetAgent",
    "Network",
    "SearchAgent",
    "agent",
    "ask",
    "entries",
    "fingerprint",
    "tell",
]
