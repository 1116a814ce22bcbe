"""Average policies as agents: `mixture:PATH` draws one of the networks in a file for each game and samples from it.

A training leaves such a file as `average.safetensors`: copies of its network at equal distances. In self-play for two
the last policy circles around an equilibrium; the mean of the policies on the way comes closer to it, and a player who
draws one of them for a whole game plays their mean. Sources: Brown, "Iterative Solution of Games by Fictitious Play",
1951; Heinrich, Silver, "Deep Reinforcement Learning from Self-Play in Imperfect-Information Games", 2016.

The file is a safetensors file: each layer of a network with one more axis in front, the member, as float16, and the
networks' header.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from medianoche.agents.base import Agent, AgentError
from medianoche.agents.net import NetAgent
from medianoche.agents.network import Network, read_network, write_network
from medianoche.agents.remembering import RememberingAgent
from medianoche.envs.core.kernels.rng import below, mix

if TYPE_CHECKING:
    from medianoche.envs.core.base import BaseGame
    from medianoche.envs.core.play.turn import Turn

FORMAT = "medianoche mixture 2"


def save(file: Path, members: Sequence[Network]) -> None:
    """Write a mixture file; raises AgentError if it cannot be written.

    Args:
        file: to write.
        members: networks of one game and size, at least one; each is drawn as often.
    """
    layers = [member.layers() for member in members]
    with np.errstate(over="ignore"):  # what becomes infinite is refused below
        halves = {name: np.stack([network[name] for network in layers]).astype(np.float16) for name in layers[0]}
    write_network(file, members[-1].header, halves, "mixture", FORMAT)


def load(file: Path) -> list[Network]:
    """The networks in a mixture file.

    Raises:
        AgentError: the file does not exist, is damaged, or is no mixture.
    """
    header, tensors = read_network(file, "mixture", FORMAT)
    counts = {len(tensor) if tensor.ndim else 0 for tensor in tensors.values()}
    if len(counts) != 1 or 0 in counts:
        raise AgentError(f"mixture {file} is damaged: its layers have other numbers of members")
    rows = [{name: tensor[member] for name, tensor in tensors.items()} for member in range(counts.pop())]
    return [Network.from_tensors(header, tensors, f"mixture {file}") for tensors in rows]


class MixtureAgent(RememberingAgent):
    """Draws a network for each game and team, at its first decision there, and samples actions from its policy.

    The seats of a team play the same network: only so the mixture of the networks is the mean of the teams' policies.

    Args:
        path: of a mixture file.
        members: networks in memory, instead of a file.
        choice: "sample", or "best" to play the most probable action of the drawn network.

    Attributes:
        members: the networks.

    Raises:
        AgentError: the file cannot be used; from `act`: it is for another game.
    """

    name = "mixture"

    def __init__(self, path: str = "", *, members: Sequence[Network] | None = None, choice: str = "sample") -> None:
        super().__init__(path, in_memory=bool(members))
        self.members = list(members or load(Path(path)))
        self.header = self.members[-1].header
        self._players = [NetAgent(choice, network=member) for member in self.members]

    def act(self, turn: Turn) -> np.ndarray:
        """int64[len(turn)]."""
        chosen = self.draw(turn)
        actions = np.zeros(len(turn), np.int64)
        for member in np.unique(chosen):
            rows = np.flatnonzero(chosen == member)
            actions[rows] = self._players[member].act(turn.part(rows))
        return actions

    def players(self) -> list[Agent]:
        """The agents of which it draws one for each game: each samples from the policy of its network."""
        return [NetAgent("sample", network=member) for member in self.members]

    def starting_network(self, game: BaseGame) -> Network:
        """The last network: an attack on the mixture may begin with it."""
        return self.members[-1]

    def most_probable(self, game: BaseGame) -> Agent:
        """The mixture that plays the most probable actions of the drawn networks."""
        return MixtureAgent(members=self.members, choice="best")

    def draw(self, turn: Turn) -> np.ndarray:
        """int64[len(turn)]: the member that decides in each row, drawn with the seed of the team's first decision."""
        fresh: np.ndarray = below(mix(turn.seeds), len(self.members))  # the seed itself draws the action
        drawn = [
            self.kept.setdefault(place, number) for place, number in zip(self.places(turn), fresh.tolist(), strict=True)
        ]
        return np.array(drawn, np.int64)

    def places(self, turn: Turn) -> list[tuple[int, int]]:
        """The game and the team of each decision."""
        teams = np.array(turn.game.teams(turn.num_players))[turn.seats]
        return list(zip(turn.games.tolist(), teams.tolist(), strict=True))

    def __getstate__(self) -> dict[str, Any]:
        return {**vars(self), "kept": {}}
