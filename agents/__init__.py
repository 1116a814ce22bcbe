"""Agents, the players of games. `agent("greedy")` makes one from its string; your own class needs only `act`."""

from typing import TYPE_CHECKING

from medianoche.agents.base import Agent, AgentEntry, AgentError, ForfeitError, agent, ask, entries, tell
from medianoche.agents.fingerprints import fingerprint
from medianoche.places import later

if TYPE_CHECKING:
    from medianoche.agents.abilities import members_of, probabilities
    from medianoche.agents.duels import DuelValues
    from medianoche.agents.nash import NashAgent
    from medianoche.agents.net import NetAgent
    from medianoche.agents.network import NetHeader, Network, shipped
    from medianoche.agents.search import SearchAgent
    from medianoche.agents.seating import ask_alone

LATER = {
    "DuelValues": "agents.duels",
    "NashAgent": "agents.nash",
    "NetAgent": "agents.net",
    "NetHeader": "agents.network",
    "Network": "agents.network",
    "SearchAgent": "agents.search",
    "ask_alone": "agents.seating",
    "members_of": "agents.abilities",
    "probabilities": "agents.abilities",
    "shipped": "agents.network",
}
"""Names that are imported when they are first asked for, and their modules."""
__getattr__ = later(__name__, LATER)

__all__ = [
    "Agent",
    "AgentEntry",
    "AgentError",
    "DuelValues",
    "ForfeitError",
    "NashAgent",
    "NetAgent",
    "NetHeader",
    "Network",
    "SearchAgent",
    "agent",
    "ask",
    "ask_alone",
    "entries",
    "fingerprint",
    "members_of",
    "probabilities",
    "shipped",
    "tell",
]
