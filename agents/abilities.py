"""What an agent may tell besides its actions: its policy, a judgement, a network, its most probable twin.

Each is a method that an agent may have; the functions here call it, and say what holds for an agent without it. So a
search agent of another package gets true hints on the page, exact exploitability, and attackers that begin with its
weights, by methods of its own. `agents.base.Agent` lists the methods.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from medianoche.agents.base import Agent, ask

if TYPE_CHECKING:
    from medianoche.agents.network import Network
    from medianoche.envs.core.base import BaseGame
    from medianoche.envs.core.play.turn import Turn


def probabilities(agent: Agent, turn: Turn) -> np.ndarray | None:
    """float32[n, num_actions]: the probability with which `agent` chooses each action in each row of `turn`, 0 for
    illegal ones; None if the agent does not tell it (no method `probabilities(turn)`, or it returns None)."""
    tell = getattr(agent, "probabilities", None)
    return tell(turn) if tell else None


def certain_policy(agent: Agent, turn: Turn) -> np.ndarray:
    """float32[n, num_actions]: 1 for the action that `agent` chooses in each row; the policy of an agent that always
    chooses the same action in the same position."""
    policy = np.zeros((len(turn), turn.game.num_actions), np.float32)
    policy[np.arange(len(turn)), ask(agent, turn)] = 1
    return policy


def improves(agent: Agent) -> bool:
    """Whether `agent` improves a network's policy while it follows a game, and tells the policy that it drew from
    (`act_with_policy`)."""
    return hasattr(agent, "act_with_policy")


def starting_network(agent: Agent, game: BaseGame) -> Network | None:
    """The network of the compiled learner with which an attack on `agent` may begin; None if it has none."""
    tell = getattr(agent, "starting_network", None)
    return tell(game) if tell else None


def most_probable(agent: Agent, game: BaseGame) -> Agent | None:
    """The agent that plays the most probable action of the policy of `agent`; None if `agent` does so itself, or does
    not tell (no method `most_probable(game)`)."""
    tell = getattr(agent, "most_probable", None)
    return tell(game) if tell else None


def members_of(agent: Agent) -> list[Agent]:
    """The agents of which `agent` draws one for each game, all equally often; empty if it is no such mixture (no method
    `players()`)."""
    tell = getattr(agent, "players", None)
    return tell() if tell else []
