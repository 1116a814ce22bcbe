"""Networks as agents: `net` plays the network that comes with the game, `net:PATH` that of a file.

`net:64` and `net:50ms` search with it, `net:64:sample` draws from the policy that the search improved. `net:256:tree`
searches with two networks: the second one takes no advice, so that a simulation is fast. It lies beside the network's
file, in the folder `tree` and under the same name. Where values of duels lie there, `net` plays by them, too:
`agents.valued`. `ppo` plays another network that comes with the game, trained by stable-baselines3.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from copy import copy
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from medianoche.agents.abilities import certain_policy
from medianoche.agents.base import Agent, AgentError
from medianoche.agents.judging import Judgement, bounded, mean_results
from medianoche.agents.network import Network, phase_numbers, shipped
from medianoche.agents.remembering import RememberingAgent
from medianoche.agents.sampling import draw_actions, uniform
from medianoche.agents.search import BUDGET, Searcher, empty_decisions, parse_budget, root_of
from medianoche.envs.core.kernels.rng import mix

if TYPE_CHECKING:
    from collections.abc import Sequence

    from medianoche.envs.core.base import BaseGame
    from medianoche.envs.core.play.turn import Turn

NODES_PER_SIMULATION = 64
"""Nodes of a search tree that are allocated for each simulation; a full tree grows no further."""
NODE_LIMIT = 1 << 22
"""Nodes of a search tree, at most."""
PLAIN = "plain"
ALONE = ("sample", "best", PLAIN)
TREE = "tree"
"""The word for two networks, and the folder of the second one, beside the first network's file."""
CHOICES = (*ALONE, TREE)
"""How an action is chosen: by its probability; the most probable one (of a search the best one); as without a word, but
by the network alone (`agents.valued`); by a search with two networks."""
DRAWING = np.uint64(0x5EEDED)
"""Sets the random number that draws an action apart from those of the search."""
DEPTH_LIMIT = 512
"""Actions of a simulation, at most; then the network evaluates the position."""


class NetAgent(Searcher):
    """Plays a network: its policy alone, or a search that the network guides.

    Args:
        *words: the path of a file (without one: the network that comes with the game), then optionally the simulations
            for each decision ("64") or their time ("50ms"; such play is not reproducible), then optionally "sample" to
            sample actions by all probabilities, or "best" to play the most probable one. Without a choice, or with
            "plain", a search plays the best action, and a network alone what its header says. "tree" is for a search:
            the network gives the priors of the root, and a second one, without advice, evaluates the tree.
        threads: threads that share the decisions of a turn.
        network: a network in memory, instead of a file.

    Raises:
        AgentError: the file cannot be used, or "tree" stands without a number of simulations or a time; from `act`: it
            is for another game, or there is no second network that can be used.
    """

    name = learner = "net"
    has_tree = True  #: whether a search leaves `nodes`

    def __init__(self, *words: str, threads: int | None = None, network: Network | None = None) -> None:
        super().__init__(threads)
        parts = list(words)
        self.choice = parts.pop() if parts and parts[-1] in CHOICES else ""
        budget = parts.pop() if parts and re.fullmatch(BUDGET, parts[-1]) else ""
        if self.choice == TREE and not budget:
            raise AgentError(f"{self.name}:{':'.join(words)}: {TREE} needs simulations or a time: net:256:{TREE}")
        self.searching = bool(budget)
        self.simulations, self.seconds = parse_budget(budget) if budget else (0, None)
        self.path = ":".join(parts)
        self._given = Network.load(Path(self.path)) if self.path else network
        self._loaded: dict[str, Network] = {}
        self._second: dict[str, Network] = {}
        self._trees: list[np.ndarray] = []

    def act(self, turn: Turn) -> np.ndarray:
        """int64[len(turn)]."""
        network = self.network(turn.game)
        if not self.searching:
            return network.choose_actions(turn, self._min_p(network), self.threads)

        draws = self.choice == "sample"
        actions, policy, _ = self.search(turn, policy=draws)
        return draw_actions(policy, uniform(mix(turn.seeds ^ DRAWING))) if draws else actions

    def probabilities(self, turn: Turn) -> np.ndarray | None:
        """float32[n, num_actions]: the probabilities of its choices; None if it searches."""
        if self.searching:
            return None
        min_p = self.min_p(turn.game)
        if min_p >= 1:
            return certain_policy(self, turn)
        network = self.network(turn.game)
        policy, _ = network.evaluate(turn, network.inputs(turn))
        policy[policy < min_p * policy.max(axis=1, keepdims=True)] = 0
        policy /= policy.sum(axis=1, keepdims=True)
        return policy

    def judge(self, turn: Turn) -> Judgement:
        """The judgement of the only row of `turn`: the policy, or the one that its search has improved; mean results;
        the value of the position."""
        # without simulations a search evaluates the root once
        searcher = self if self.searching else NetAgent(network=self.network(turn.game), threads=1)
        _, policy, values = searcher.search(turn, policy=True)
        if not self.searching:  # by these probabilities it plays; a search takes none below 1e-9
            network = self.network(turn.game)
            policy, _ = network.evaluate(turn, network.inputs(turn))
        legal = np.flatnonzero(turn.action_mask[0])
        weights = {int(action): float(policy[0, action]) for action in legal}
        results = mean_results(searcher.nodes()[1]) if searcher.has_tree else {}
        return Judgement(weights, results, bounded(values[0]))

    def starting_network(self, game: BaseGame) -> Network:
        """Its network: an attack on it may begin with it."""
        return self.network(game)

    def most_probable(self, game: BaseGame) -> Agent | None:
        """The agent that plays the most probable actions; None if it does so itself."""
        draws = self.choice == "sample" if self.searching else self.min_p(game) < 1
        if not draws:
            return None
        certain = copy(self)
        certain.choice = "best"
        return certain

    def source(self, game: BaseGame) -> Path:
        """The file of the network for `game`; raises AgentError if there is none."""
        return Path(self.path) if self.path else shipped(game, self.learner)

    def sources(self, game: BaseGame) -> list[Path]:
        """All files on which its play depends; raises AgentError if one is missing."""
        return [self.source(game), *([self._second_file(game)] if self.choice == TREE else [])]

    def network(self, game: BaseGame) -> Network:
        """The network that plays `game`; raises AgentError if there is none."""
        if game.content.location not in self._loaded:
            network = self._given or Network.load(shipped(game, self.learner))
            if difference := network.header.difference(game):
                source = self.path or ("in memory" if self._given else shipped(game, self.learner))
                raise AgentError(f"network {source} does not play {game.name}: {difference}")
            self._loaded[game.content.location] = network
        return self._loaded[game.content.location]

    def guiding_network(self, game: BaseGame) -> Network:
        """The network that evaluates the tree of a search: `network`, or with "tree" the second one. Raises AgentError
        if it does not play `game` or takes advice."""
        first = self.network(game)
        if self.choice != TREE:
            return first
        if game.content.location not in self._second:
            second = Network.load(file := self._second_file(game))
            if difference := second.header.difference(game):
                raise AgentError(f"network {file} does not play {game.name}: {difference}")
            if second.header.advice:
                raise AgentError(f"network {file} takes the heuristic's advice; the one for {TREE} takes none")
            self._second[game.content.location] = second
        return self._second[game.content.location]

    def _second_file(self, game: BaseGame) -> Path:
        """The file of the second network, which evaluates the tree."""
        if self._given and not self.path:
            raise AgentError(f"{TREE} needs a network in a file; this one is in memory")
        file = self.source(game)
        second = file.parent / TREE / file.name
        if not second.is_file():
            raise AgentError(f"{TREE} needs a network without advice in {second}; there is no such file")
        return second

    def min_p(self, game: BaseGame) -> float:
        """The threshold by which the agent chooses its actions in `game` without a search, see
        `kernels.network.choose_place`: 0 samples from the policy, 1 plays the most probable action."""
        return self._min_p(self.network(game))

    def _min_p(self, network: Network) -> float:
        return {"sample": 0.0, "best": 1.0}.get(self.choice, network.header.played_min_p)

    def search(self, turn: Turn, policy: bool = False) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Search every row; see `kernels.guided.sequential_halving_puct_search`.

        Returns:
            actions: int64[n], the best action.
            probabilities: float32[n, num_actions], the policy improved by the search; float32[0, 0] unless `policy`.
            values: float32[n], expected result of the player to move under that policy.
        """
        from medianoche.agents.kernels import guided
        from medianoche.agents.kernels.tree import SearchTree

        game = turn.game
        rows = len(turn)
        guide = self.guide(game, turn.num_players)
        if self.choice == TREE:
            first = self.network(game)
            guide = guide._replace(priors=first.evaluate(turn, first.inputs(turn))[0])
        packs, states = turn.sample()
        phases = states["phase"].astype(np.uint64)
        searched = guide.searched[phases // 64] >> phases % 64 & 1 != 0
        decisions = empty_decisions(turn, policy, values=True)
        used = np.zeros(rows, np.int64)

        def tree(part: int) -> SearchTree:
            while len(self._trees) <= part:
                size = min(self.simulations * NODES_PER_SIMULATION + 1024, NODE_LIMIT)
                self._trees.append(np.zeros(size, guided.BRANCH).view(np.recarray))
            return SearchTree(self._trees[part], np.zeros(DEPTH_LIMIT, np.int64), used)

        example_arguments = {"decisions": decisions, "guide": guide, "tree": tree(0)}
        kernel = self.compiled(game, guided.sequential_halving_puct_search, example_arguments)

        def prepare(part: int) -> Any:
            samples = np.zeros(1, game.declaration.state_dtype).view(np.recarray)
            return partial(kernel, packs, states, samples, decisions, guide, tree(part))

        self.spend(rows, prepare, searched)
        return decisions.actions, decisions.policy, decisions.values

    def nodes(self) -> tuple[np.void, np.ndarray]:
        """The root of the last search and its children, as `kernels.guided.BRANCH`; of many rows only one row's."""
        return root_of(self._trees[0])

    def guide(self, game: BaseGame, num_players: int) -> Any:
        """The network that evaluates trees of `game` as `kernels.guided.Guide`."""
        from medianoche.agents.kernels.guided import TURN_LIMIT, Guide

        network = self.guiding_network(game)
        min_p = np.float32(self.min_p(game))
        header = network.header
        return Guide(
            network.parameters,
            header.sizes,
            np.array(game.declaration.roles(num_players), np.int64),
            np.array(game.declaration.teams(num_players), np.int64),
            network.trained_seats(),
            header.c_puct,
            True if header.advice else None,
            np.float32(header.search_margin),
            np.float32(header.scale),
            TURN_LIMIT if header.whole_turns else 0,
            searched_phases(game, header.search_phases),
            min_p,
            np.zeros((0, 0), np.float32),
        )

    def search_worlds(
        self, turn: Turn, kernel: Any, worlds: np.ndarray, decisions: Any, guide: Any, settings: Any
    ) -> None:
        """Search every row with `kernel`, which writes to `decisions`.

        Args:
            turn: the rows.
            kernel: a loop with the arguments of `mirror_descent_search`.
            worlds: records[rows * worlds of a row].
            decisions, guide, settings: arguments of the kernel.
        """
        game = turn.game
        loop = self.compiled(game, kernel, {"decisions": decisions, "guide": guide, "settings": settings})

        def prepare(_part: int) -> Callable[[int, int, int, int], None]:
            samples = np.zeros(1, game.declaration.state_dtype).view(np.recarray)

            def search(first: int, _last: int, begin: int, end: int) -> None:
                if first == 0:  # the simulations of a decision are not divided
                    loop(game.content.records, worlds, samples, decisions, guide, settings, begin, end)

            return search

        self.spend(len(turn), prepare)


def simultaneous_pair(game: BaseGame) -> tuple[int, int]:
    """The phases of the two simultaneous choices (`Game.simultaneous`) of `game`; -1 twice if it has none."""
    first, second = next((phases for phases in game.declaration.simultaneous if len(phases) == 2), (-1, -1))
    return int(first), int(second)


def searched_phases(game: BaseGame, names: Sequence[str]) -> np.ndarray:
    """The phases of `game` that a search searches, as `Guide.searched`: those with these names, without names all. The
    second of two simultaneous choices is none of them."""
    from medianoche.agents.kernels.guided import PHASE_WORDS

    numbers = set(phase_numbers(game, names) or map(int, game.declaration.phases)) - {simultaneous_pair(game)[1]}
    bits = sum(1 << number for number in numbers)
    return np.array([bits >> 64 * word & (1 << 64) - 1 for word in range(PHASE_WORDS)], np.uint64)


def check_networks(game: BaseGame, *agents: object) -> None:
    """Raise AgentError if the network of one of the agents does not play `game`."""
    for who in agents:
        if isinstance(who, NetAgent):
            who.guiding_network(game)
        elif isinstance(who, RememberingAgent):
            who.refuse_other(game)


class PPOAgent(NetAgent):
    """Plays the network that comes with the game for `ppo`; a path and the other words are as for `net`."""

    name = learner = "ppo"
