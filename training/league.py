"""The learner's opponents: its current network, snapshots of former ones, and agents that do not learn."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import ArrayLike
from pydantic import NonNegativeFloat, PositiveFloat

from medianoche.agents import Agent, agent
from medianoche.agents.net import NetAgent
from medianoche.agents.network import Network
from medianoche.envs.core.errors import OptionError
from medianoche.envs.core.files import Word
from medianoche.training.settings import Count, Settings

LATEST, LATEST_NAME = 0, "latest"
"""Place and name of the current network among the members."""
DOUBT = 0.05
"""Added to the loss rate of a snapshot in its share of the games, so that no share is zero."""


def prioritized(win_rates: ArrayLike, power: float) -> np.ndarray:
    """The probabilities with which former networks are drawn, float64[n], in proportion to (1 - win rate) ** power.
    `win_rates` are the learner's shares of the points against them, from 0 to 1; with power 0 all are drawn alike.
    Source: prioritized fictitious self-play, Vinyals et al., "Grandmaster level in StarCraft II using multi-agent
    reinforcement learning", 2019."""
    wanted: np.ndarray = (1 - np.asarray(win_rates) + DOUBT) ** power
    return wanted / wanted.sum()


class Opponents(Protocol):
    """What `Matches` asks for the seats that are not the learner's."""

    @property
    def agents(self) -> Mapping[int, Agent]:
        """All opponents by number, which stands for the same player as long as games are played against it."""

    def draw(self, rng: np.random.Generator, count: int) -> np.ndarray:
        """Draw opponents, one for each other team: int64[count], numbers."""

    def partners(self, rng: np.random.Generator, count: int) -> np.ndarray:
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
        self.agents: Mapping[int, Agent] = dict(enumerate(map(agent, names)))

    def draw(self, rng: np.random.Generator, count: int) -> np.ndarray:
        """Draw opponents: int64[count]."""
        return rng.integers(len(self.agents), size=count)

    partners = draw

    def record(self, numbers: np.ndarray, points: np.ndarray) -> None:
        """Ignore the results."""


class LeagueSettings(Settings):
    """Opponents in the other seats. Shares need not add up to 1."""

    latest: NonNegativeFloat = 0.5  #: Share of the network as it is now
    snapshots: NonNegativeFloat = 0.25
    """Share of the snapshots, former networks; the share of the latest until there is one."""
    agents: dict[Word, NonNegativeFloat] = {"greedy": 0.2, "random": 0.05}  # noqa: RUF012 - Pydantic copies it
    """Shares of agents by their strings."""
    snapshot_every: Count = 20  #: Updates from one snapshot to the next
    snapshots_kept: Count = 8  #: Snapshots kept; a new one replaces the one that loses most to the learner
    power: NonNegativeFloat = 2.0  #: Snapshots are drawn in proportion to (1 - win rate against them) ** power
    memory: PositiveFloat = 500.0  #: Games after which a result counts half in a win rate


@dataclass
class LeagueMember:
    """A member of a league and the learner's results against it."""

    number: int  #: of this player: a network that takes the place of another one has another number
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
    """Opponents for a learner: its current network, which comes first, then the agents, then the snapshots.

    A game that began against a network is played to its end against it, and counts for it alone, also when another one
    has taken its place: it is one of the `former` then, until `retire`.

    Args:
        settings: shares and memory.
        network: the learner's network.
    """

    def __init__(self, settings: LeagueSettings, network: Network) -> None:
        self.settings = settings
        self.header = network.header
        self.fixed = len(settings.agents) + 1
        self.numbers = 0
        self.members = [self._sampling(LATEST_NAME, network)]
        self.members += [LeagueMember(self._number(), name, agent(name)) for name in settings.agents]
        self.former: list[LeagueMember] = []

    def _number(self) -> int:
        self.numbers += 1
        return self.numbers - 1

    def _sampling(self, name: str, network: Network, number: int | None = None) -> LeagueMember:
        """A member, new if it has no `number`, that samples from the policy of `network`."""
        number = self._number() if number is None else number
        return LeagueMember(number, name, NetAgent("sample", network=network), network)

    # ---- opponents

    @property
    def agents(self) -> Mapping[int, Agent]:
        """All members and former members, by their numbers."""
        return {member.number: member.agent for member in (*self.members, *self.former)}

    def draw(self, rng: np.random.Generator, count: int) -> np.ndarray:
        """Draw opponents: int64[count], numbers of members."""
        numbers = np.array([member.number for member in self.members])
        return numbers[rng.choice(len(numbers), size=count, p=self.shares())]

    def partners(self, rng: np.random.Generator, count: int) -> np.ndarray:
        """The learner's current network plays the other seats of its team."""
        return np.full(count, self.members[LATEST].number, np.int64)

    def record(self, numbers: np.ndarray, points: np.ndarray) -> None:
        """Record results against members: 1 for a win of the learner, 1/2 for a draw, 0 for a loss. Those against
        former members change nothing."""
        games = np.bincount(numbers, minlength=self.numbers)
        totals = np.bincount(numbers, weights=points, minlength=self.numbers)
        for member in self.members:
            if count := float(games[member.number]):
                fade = 0.5 ** (count / self.settings.memory)
                member.games = member.games * fade + count
                member.points = member.points * fade + float(totals[member.number])

    # ---- shares

    def shares(self) -> np.ndarray:
        """float64[members]: how often each member is drawn; the better a snapshot does, the more often."""
        snapshots = self.members[self.fixed :]
        shares = np.array([self.settings.latest, *self.settings.agents.values(), *(0.0 for _ in snapshots)])
        if snapshots:
            rates = [member.win_rate for member in snapshots]
            shares[self.fixed :] = self.settings.snapshots * prioritized(rates, self.settings.power)
        else:
            shares[LATEST] += self.settings.snapshots
        if shares.sum() == 0:
            shares[LATEST] = 1.0
        return shares / shares.sum()

    def win_rates(self) -> dict[str, float]:
        """The learner's share of the points against each agent it has met, playing as it does while it learns."""
        return {m.name: m.win_rate for m in self.members[1 : self.fixed] if m.games > 0}

    # ---- networks

    def update(self, network: Network) -> None:
        """Set the current network, for games that begin from now on."""
        self._replace(LATEST, self._sampling(LATEST_NAME, network))

    def add_snapshot(self, name: str, network: Network) -> None:
        """Keep `network`; if `snapshots_kept` are kept already, it replaces the one that loses most to the learner."""
        member = self._sampling(name, network)
        snapshots = self.members[self.fixed :]
        if len(snapshots) < self.settings.snapshots_kept:
            self.members.append(member)
        else:
            self._replace(self.fixed + int(np.argmax([known.win_rate for known in snapshots])), member)

    def _replace(self, place: int, member: LeagueMember) -> None:
        self.former.append(self.members[place])
        self.members[place] = member

    def retire(self, playing: Collection[int]) -> None:
        """Forget the former members that are not in `playing`, the numbers of those whose games go on."""
        self.former = [member for member in self.former if member.number in playing]

    # ---- checkpoints

    def state_dict(self) -> dict[str, Any]:
        """The state for `load_state_dict`: all members, those of `former` last."""
        members = [*self.members, *self.former]
        known = [{"number": m.number, "name": m.name, "games": m.games, "points": m.points} for m in members]
        networks = [member.network.parameters if member.network else None for member in members]
        return {"members": known, "networks": networks, "present": len(self.members), "numbers": self.numbers}

    def load_state_dict(self, known: dict[str, Any]) -> None:
        """Restore the state that `state_dict` returned."""
        members: list[LeagueMember] = []
        for member_state, parameters in zip(known["members"], known["networks"], strict=True):
            if parameters is None:  # an agent, which has its place
                member = self.members[len(members)]
            else:
                member = self._sampling(member_state["name"], Network(self.header, parameters), member_state["number"])
            member.games = member_state["games"]
            member.points = member_state["points"]
            members.append(member)
        self.members = members[: known["present"]]
        self.former = members[known["present"] :]
        self.numbers = known["numbers"]
