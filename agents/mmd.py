"""Search that stays mixed: `mmd`, `mmd:PATH`, `mmd:PATH:256` improve the policy of a network by one update.

At each decision rollouts in sampled worlds estimate the values of the actions, and the action is sampled from the
network's policy after one step of magnetic mirror descent with these values; see `kernels.mmd`. The worlds are weighted
by how likely the network's policy finds the choices that were seen, if the caller shows the agent every decision
(`watch`), as tournaments, trainings, attacks and `medianoche play` do; elsewhere what is hidden is dealt uniformly.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from medianoche.agents.base import Agent, AgentError
from medianoche.agents.net import NetAgent
from medianoche.agents.network import Network
from medianoche.agents.search import empty_decisions
from medianoche.envs.core.arrays import whole
from medianoche.envs.core.play.turn import Turn
from medianoche.envs.core.play.views import Views, views_of

if TYPE_CHECKING:
    from medianoche.envs.core.base import BaseGame

ROLLOUTS = 256
"""Rollouts of a decision, where the string names no number."""
WORLDS = 32
"""Worlds of a belief."""
HORIZON = 16
"""Decisions of a rollout, then the network evaluates the position."""
STEP_SIZE = 2.0
"""Weight of the values, which are in [-1, 1], against the logarithms of the policy."""


class MmdAgent(NetAgent):
    """Samples actions from a network's policy after one step of magnetic mirror descent.

    Args:
        *words: the path of a file (without one: the network that comes with the game), then optionally the number of
            rollouts for each decision, ROLLOUTS without it.
        threads: threads that share the decisions of a turn.
        network: a network in memory, instead of a file.
        step_size: see STEP_SIZE.

    Raises:
        AgentError: the file cannot be used; from `act`: it is for another game.
    """

    name = "mmd"
    has_tree = False

    def __init__(
        self, *words: str, threads: int | None = None, network: Network | None = None, step_size: float = STEP_SIZE
    ) -> None:
        super().__init__(*words, threads=threads, network=network)
        if self.choice or self.seconds is not None:
            raise AgentError(f"mmd:{':'.join(words)}: accepted: a path, and a number of rollouts")
        self.simulations = self.simulations or ROLLOUTS
        self.searching = True
        self.step_size = step_size
        self._worlds: dict[tuple[int, int], np.ndarray] = {}  # by game and seat: void[WORLDS], records as blocks

    def watch(self, views: Views) -> None:
        """A decision was made, or a game begins: advance the worlds of each view's game and seat.

        Where no world fits, all are dealt anew, uniformly.
        """
        places = list(zip(views.games.tolist(), views.seats.tolist(), strict=True))
        held = np.array([place in self._worlds for place in places], bool)
        left = np.flatnonzero(~held)
        if held.any():
            rows = np.flatnonzero(held)
            worlds = np.concatenate([self._worlds[places[row]] for row in rows])
            after, fitting = self._advance(views, rows, worlds.view(views.game.declaration.state_dtype))
            for number in np.flatnonzero(fitting):
                self._worlds[places[rows[number]]] = whole(after).reshape(-1, WORLDS)[number].copy()
            left = np.concatenate([left, rows[fitting == 0]])
        if len(left):
            dealt = whole(views.worlds(WORLDS, left)).reshape(-1, WORLDS)
            for row, worlds in zip(left, dealt, strict=True):
                self._worlds[places[row]] = worlds.copy()

    def over(self, games: np.ndarray, scores: np.ndarray, utilities: np.ndarray) -> None:
        """Games have ended; their worlds are forgotten."""
        gone = set(games.tolist())
        self._worlds = {place: worlds for place, worlds in self._worlds.items() if place[0] not in gone}

    def most_probable(self, game: BaseGame) -> Agent:
        """The agent that plays the most probable actions of its network."""
        return NetAgent("best", network=self.network(game), threads=1)

    def act_with_policy(self, turn: Turn) -> tuple[np.ndarray, np.ndarray]:
        """int64[n] and float32[n, num_actions]: its actions, and the improved policies from which they were drawn."""
        actions, policies, _ = self.search(turn, policy=True)
        return actions, policies

    def search(self, turn: Turn, policy: bool = False) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Search every row; see `kernels.mmd.mirror_descent_search`.

        Returns:
            actions: int64[n], sampled from the improved policy.
            probabilities: float32[n, num_actions], the improved policy; float32[0, 0] unless `policy`.
            values: float32[n], expected result of the player to move under it.
        """
        from medianoche.agents.kernels.mmd import MirrorSettings, mirror_descent_search

        game = turn.game
        decisions = empty_decisions(turn, policy, values=True)
        worlds = self._worlds_of(turn)
        guide = self.guide(game, turn.num_players)
        settings = MirrorSettings(WORLDS, self.simulations, HORIZON, self.step_size)
        self.search_worlds(turn, mirror_descent_search, worlds, decisions, guide, settings)
        return decisions.actions, decisions.policy, decisions.values

    def _worlds_of(self, turn: Turn) -> np.ndarray:
        """The worlds of each row, records[n * WORLDS]."""
        worlds = np.zeros((len(turn), WORLDS), turn.game.declaration.state_dtype)
        places = list(zip(turn.games.tolist(), turn.seats.tolist(), strict=True))
        unknown = [row for row, place in enumerate(places) if place not in self._worlds]
        for row, place in enumerate(places):
            if place in self._worlds:
                whole(worlds)[row] = self._worlds[place]
        if unknown:
            whole(worlds)[unknown] = whole(views_of(turn).worlds(WORLDS, np.array(unknown))).reshape(-1, WORLDS)
        return worlds.reshape(-1).view(np.recarray)

    def _advance(self, views: Views, rows: np.ndarray, worlds: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The worlds of `rows` (int64[k]) after the last decision, records[k * WORLDS], and how many fit, int64[k]."""
        from medianoche.agents.kernels.mmd import Beliefs, advance_worlds

        guide = self.guide(views.game, views.num_players)
        game = views.game
        after = np.zeros_like(worlds)
        fitting = np.zeros(len(rows), np.int64)
        seen = views.known()[rows], views.seats[rows], views.acted[rows], views.seeds[rows]
        beliefs = Beliefs(worlds.view(np.recarray), after.view(np.recarray), *seen, fitting)
        masks = np.zeros((0, game.rules.mask_words), np.uint64)
        scratch = np.zeros(0, np.uint8)
        loop = self.compiled(game, advance_worlds, {"scratch": scratch, "beliefs": beliefs, "guide": guide})

        def work(_part: int, begin: int, end: int) -> None:
            samples = np.zeros(1, game.declaration.state_dtype).view(np.recarray)
            loop(game.content.records, samples, samples.view(np.uint8), masks, beliefs, guide, WORLDS, begin, end)

        self.threads.share(len(rows), work)
        return after, fitting

    def __getstate__(self) -> dict[str, Any]:
        return {**vars(self), "_worlds": {}}
