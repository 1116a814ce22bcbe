"""Agents: who plays. `agent("greedy")` makes one from its string; a class of your own needs only `act`."""

from medianoche.agents.base import Agent, AgentEntry, AgentError, ForfeitError, agent, ask, entries, fingerprint, tell

__all__ = ["Agent", "AgentEntry", "AgentError", "ForfeitError", "agent", "ask", "entries", "fingerprint", "tell"]
