"""The learner's opponents: its current network, snapshots of former ones, and agents that do not learn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from medianoche.agents import Agent, agent
from medianoche.agents.net import NetAgent
from medianoche.agents.network import Network
from medianoche.envs.core.errors import OptionError
from medianoche.training.torch.sb3_config import LeagueSettings

LATEST = 0
"""Number of the current network."""
DOUBT = 0.05
"""Added to the loss rate of a snapshot in its share of the games, so that no share is zero."""


class Opponents(Protocol):
    """What `Matches` asks for the seats that are not the learner's."""

    @property
    def agents(self) -> Sequence[Agent]:
        """All opponents; `draw` returns indices of this list."""

    def draw(self, chance: np.random.Generator, count: int) -> np.ndarray:
        """Draw opponents, one for each other team: int64[count]."""

    def partners(self, chance: np.random.Generator, count: int) -> np.ndarray:
        """Draw the players of the other seats of the learner's team: int64[count]."""

    def record(self, numbers: np.ndarray, points: np.ndarray) -> None:
        """Record results against these opponents: 1 for a win of the learner, 1/2 for a draw, 0 for a loss."""


class FixedOpponents:
    """Some agents, drawn with equal probability for every seat.

    Args:
        names: agent strings.

    Raises:
        AgentError, OptionError: an agent does not exist, or none is given.
    """

    def __init__(self, names: Sequence[str]) -> None:
        if isinstance(names, str) or not names:
            raise OptionError(f"opponents={names!r} is not accepted; give a list of agents, e.g. ['greedy']")
        self.agents: list[Agent] = [agent(name) for name in names]

    def draw(self, chance: np.random.Generator, count: int) -> np.ndarray:
        """Draw opponents: int64[count]."""
        return chance.integers(len(self.agents), size=count)

    partners = draw

    def record(self, numbers: np.ndarray, points: np.ndarray) -> None:
        """Ignore the results."""


@dataclass
class LeagueMember:
    """A member of a league and the learner's results against it."""

    name: str
    agent: Agent
    network: Network | None = None  #: None: the agent does not learn
    games: float = 0.0  #: Games against it; old ones have less weight
    points: float = 0.0  #: The learner's points in them

    @property
    def win_rate(self) -> float:
        """The learner's share of the points, 1/2 if nothing is known."""
        return (self.points + 1) / (self.games + 2)


class League:
    """Opponents for a learner. Number 0 is the current network; the agents follow, then the snapshots.

    Args:
        settings: shares and memory.
        network: the learner's network.
    """

    def __init__(self, settings: LeagueSettings, network: Network) -> None:
        self.settings, self.header = settings, network.header
        self.fixed = len(settings.agents) + 1
        self.members = [_sampling("latest", network)]
        self.members += [LeagueMember(name, agent(name)) for name in settings.agents]

    # ---- opponents

    @property
    def agents(self) -> list[Agent]:
        """All members, by their numbers."""
        return [member.agent for member in self.members]

    def draw(self, chance: np.random.Generator, count: int) -> np.ndarray:
        """Draw opponents: int64[count], numbers of members."""
        return chance.choice(len(self.members), size=count, p=self.shares())

    def partners(self, chance: np.random.Generator, count: int) -> np.ndarray:
        """The learner's current network plays the other seats of its team."""
        return np.full(count, LATEST, np.int64)

    def record(self, numbers: np.ndarray, points: np.ndarray) -> None:
        """Record results against members: 1 for a win of the learner, 1/2 for a draw, 0 for a loss."""
        games = np.bincount(numbers, minlength=len(self.members))
        totals = np.bincount(numbers, weights=points, minlength=len(self.members))
        for number in np.flatnonzero(games):
            member = self.members[number]
            fade = 0.5 ** (float(games[number]) / self.settings.memory)
            member.games = member.games * fade + float(games[number])
            member.points = member.points * fade + float(totals[number])

    # ---- shares

    def shares(self) -> np.ndarray:
        """float64[members]: how often each member is drawn; the better a snapshot does, the more often."""
        snapshots = self.members[self.fixed :]
        shares = np.array([self.settings.latest, *self.settings.agents.values(), *(0.0 for _ in snapshots)])
        if snapshots:
            wanted = np.array([(1 - member.win_rate + DOUBT) ** self.settings.power for member in snapshots])
            shares[self.fixed :] = self.settings.snapshots * wanted / wanted.sum()
        else:
            shares[LATEST] += self.settings.snapshots
        if shares.sum() == 0:
            shares[LATEST] = 1.0
        normalised: np.ndarray = shares / shares.sum()
        return normalised

    def win_rates(self) -> dict[str, float]:
        """The learner's share of the points against each agent it has met, playing as it does while it learns."""
        return {m.name: m.win_rate for m in self.members[1 : self.fixed] if m.games > 0}

    # ---- networks

    def update(self, network: Network) -> None:
        """Set the current network."""
        self.members[LATEST].agent = NetAgent("sample", network=network)

    def add_snapshot(self, name: str, network: Network) -> None:
        """Keep `network`; if there are `keep` already, it replaces the snapshot that loses most to the learner."""
        member = _sampling(name, network)
        snapshots = self.members[self.fixed :]
        if len(snapshots) < self.settings.keep:
            self.members.append(member)
        else:
            weakest = int(np.argmax([known.win_rate for known in snapshots]))
            self.members[self.fixed + weakest] = member

    # ---- checkpoints

    def save(self) -> tuple[dict[str, np.ndarray], list[dict[str, Any]]]:
        """The state for `restore`, as arrays and as JSON."""
        networks = [member.network for member in self.members[self.fixed :]]
        arrays = {str(number): network.parameters for number, network in enumerate(networks) if network}
        return arrays, [{"name": m.name, "games": m.games, "points": m.points} for m in self.members]

    def restore(self, arrays: dict[str, np.ndarray], members: list[dict[str, Any]]) -> None:
        """Restore the state that `save` returned."""
        header = self.header
        self.members[self.fixed :] = [
            _sampling(known["name"], Network(header, arrays[str(number)]))
            for number, known in enumerate(members[self.fixed :])
        ]
        for member, known in zip(self.members, members, strict=True):
            member.games, member.points = known["games"], known["points"]


def _sampling(name: str, network: Network) -> LeagueMember:
    """A member that samples from the policy of `network`."""
    return LeagueMember(name, NetAgent("sample", network=network), network)
