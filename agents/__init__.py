"""Agents, the players of games. `agent("greedy")` makes one from its string; your own class needs only `act`."""

from medianoche.agents.base import Agent, AgentEntry, AgentError, ForfeitError, agent, ask, entries, tell
from medianoche.agents.fingerprints import fingerprint

__all__ = ["Agent", "AgentEntry", "AgentError", "ForfeitError", "agent", "ask", "entries", "fingerprint", "tell"]
