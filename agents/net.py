"""Compiled networks as agents: `net` plays the network that comes with the game, `net:PATH` that of a file.

`net:64` and `net:50ms` search with it. A network file is a safetensors file: the layers by name as float16, and a
header that names the game. Loading it runs no code.
"""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from pydantic import TypeAdapter

from medianoche.agents.base import AgentError
from medianoche.agents.policy import Header, file_of_game, read_network, write_network
from medianoche.agents.search import BUDGET, Searcher, decisions_type, empty_decisions, parse_budget, root_of, tree_type
from medianoche.envs.core.kernels import direct
from medianoche.envs.core.play.turn import Sparse
from medianoche.places import NETWORKS

if TYPE_CHECKING:
    from medianoche.envs.core.game import Game
    from medianoche.envs.core.play.turn import Turn

FORMAT = "medianoche net 1"
CACHE_LINE = 64
"""Bytes."""
LAYER_SIZE_LIMIT = 4096
"""Units of a hidden layer, at most."""
NODES_PER_SIMULATION = 64
"""Nodes of a search tree that are allocated for each simulation; a full tree grows no further."""
NODE_LIMIT = 1 << 22
"""Nodes of a search tree, at most."""
DEPTH_LIMIT = 512
"""Actions of a simulation, at most; then the network evaluates the position."""
TRUST = 3.0
"""Initial trust in advice, a logit: the advised action is e^3 times as probable as any other."""
EXPLORATION = 1.5
"""PUCT's exploration constant: weight of the policy's probabilities against the mean results."""


@dataclass(frozen=True)
class NetHeader(Header):
    """The header of a network file. Its fields' names are keys in the file."""

    wide: int = 128  #: units of hidden layer 1, a multiple of 4
    narrow: int = 64  #: units of hidden layer 2
    roles: int = 1  #: how many roles have a policy head and a value head
    outputs: int = 3  #: of a value head: one for each seat, and the margin
    greed: float = 0.0  #: weight of the margin in search, from 0 to 1; the utility has the rest
    scale: float = 20.0  #: the margin of scores that becomes 1
    explore: float = EXPLORATION  #: see EXPLORATION
    advice: bool = False  #: whether the heuristic's action is an input

    @classmethod
    def made_for(cls, game: Game, **numbers: Any) -> NetHeader:
        """The header of a network for `game` and the first of its packs."""
        own = {"roles": game.num_roles, "outputs": game.seats + 1}
        return cls(**{**asdict(Header.of(game)), **own, **numbers})

    @property
    def sizes(self) -> np.ndarray:
        """int64[7], see `kernels.net.layers_of`."""
        seen, actions = self.observation_size, self.num_actions
        inputs = seen + (actions if self.advice else 0)
        return np.array([inputs, self.wide, self.narrow, self.roles, actions, self.outputs, seen], np.int64)

    def shapes(self) -> dict[str, tuple[int, ...]]:
        """The shapes of the layers, in the order of the parameter vector."""
        inputs, hidden_1, hidden_2, roles, actions, outputs, _ = self.sizes.tolist()
        return {
            "first": (inputs, hidden_1),
            "first_bias": (hidden_1,),
            "second": (hidden_1, hidden_2),
            "second_bias": (hidden_2,),
            "policy": (roles, actions, hidden_2),
            "policy_bias": (roles, actions),
            "value": (roles, outputs, hidden_2),
            "value_bias": (roles, outputs),
            "trust": (roles, hidden_2),
            "trust_bias": (roles,),
        }

    def difference(self, game: Game) -> str:
        """Why this network cannot play `game`, in words; "" if it can."""
        own = NetHeader.made_for(game)
        if found := super().difference(game):
            return found
        return "" if (self.roles, self.outputs) == (own.roles, own.outputs) else "its roles or seats are others"


def aligned(array: np.ndarray) -> np.ndarray:
    """`array`, copied if it does not begin at a cache line. Learning is a fifth slower with vectors that straddle cache
    lines."""
    if array.ctypes.data % CACHE_LINE == 0:
        return array
    memory = np.empty(array.nbytes + CACHE_LINE, np.uint8)
    start = -memory.ctypes.data % CACHE_LINE
    copy: np.ndarray = memory[start : start + array.nbytes].view(array.dtype).reshape(array.shape)
    copy[...] = array
    return copy


class Network:
    """A compiled network.

    Attributes:
        header: its game and sizes.
        parameters: float32[n], all layers as one vector, `aligned`; see `kernels.net.layers_of`.
    """

    def __init__(self, header: NetHeader, parameters: np.ndarray) -> None:
        self.header = header
        self.parameters = aligned(parameters)

    def __reduce__(self) -> tuple[type[Network], tuple[NetHeader, np.ndarray]]:  # copies are aligned, too
        return Network, (self.header, self.parameters)

    @classmethod
    def new(cls, header: NetHeader, seed: int = 0) -> Network:
        """A new network: weights drawn from `seed`, biases 0. Its policy is nearly uniform but for advice, its values
        nearly 0."""
        chance = np.random.default_rng(seed)
        spread = {"first": 0.08, "second": np.sqrt(2 / header.wide), "policy": 0.01, "value": 0.05}
        layers = [
            (chance.standard_normal(shape) * spread.get(name, 0.0)).astype(np.float32).ravel()
            for name, shape in header.shapes().items()
        ]
        if header.advice:
            layers[-1][:] = TRUST
        return cls(header, np.concatenate(layers))

    def layers(self) -> dict[str, np.ndarray]:
        """The layers by name; views of the parameters."""
        found, start = {}, 0
        for name, shape in self.header.shapes().items():
            stop = start + int(np.prod(shape))
            found[name] = self.parameters[start:stop].reshape(shape)
            start = stop
        return found

    def trained_seats(self) -> np.ndarray:
        """int64[roles]: for how many seats, the mover's first, each role's values were trained. Learning moves the bias
        of each value that it trains away from 0."""
        biases = self.layers()["value_bias"][:, :-1]  # without the margin's
        return np.array([np.argmin(np.append(row != 0, False)) for row in biases], np.int64)

    def inputs(self, turn: Turn) -> Sparse:
        """The network's input of each row: the observation, followed by the heuristic's action if it takes advice."""
        observed = turn.sparse_observation
        if not self.header.advice:
            return observed
        rows, ends = np.arange(len(turn)), observed.starts[1:]
        advised = (self.header.observation_size + turn.heuristic_actions()).astype(np.uint16)
        indices = np.insert(observed.indices[: ends[-1]], ends, advised)
        values = np.insert(observed.values[: ends[-1]], ends, np.float32(1))
        return Sparse(indices, values, np.concatenate([[0], ends + rows + 1]))

    def evaluate(self, turn: Turn, inputs: Sparse) -> tuple[np.ndarray, np.ndarray]:
        """Evaluate each row, given its `inputs`.

        Returns:
            probabilities: float32[n, num_actions], 0 for illegal actions.
            values: float32[n, outputs], see `kernels.net.value_head`.
        """
        from medianoche.agents.kernels.choosing import evaluate_rows

        rows, header = len(turn), self.header
        probabilities = np.empty((rows, header.num_actions), np.float32)
        values = np.empty((rows, header.outputs), np.float32)
        roles = np.array(turn.game.roles(turn.num_players), np.int64)[turn.seats]
        direct(evaluate_rows)(self.parameters, header.sizes, inputs, turn.masks, roles, probabilities, values, 0, rows)
        return probabilities, values

    def save(self, file: Path) -> None:
        """Write a network file, layers as float16; raises AgentError if it cannot be written."""
        halves = {name: layer.astype(np.float16) for name, layer in self.layers().items()}
        write_network(file, "network", FORMAT, self.header, halves)

    @classmethod
    def load(cls, file: Path) -> Network:
        """Read a network file.

        Raises:
            AgentError: the file does not exist, is damaged, or is no network.
        """
        header, tensors = read_network(file, "network", FORMAT, TypeAdapter(NetHeader))
        return cls.of(header, tensors, f"network {file}")

    @classmethod
    def of(cls, header: NetHeader, tensors: dict[str, np.ndarray], source: str) -> Network:
        """A network of a file's header and layers. Raises AgentError, whose line begins with `source`, if they do not
        fit."""
        shapes = header.shapes()
        if header.wide % 4 or not 0 < header.wide <= LAYER_SIZE_LIMIT or not 0 < header.narrow <= LAYER_SIZE_LIMIT:
            raise AgentError(f"{source} is damaged: hidden layers of {header.wide} and {header.narrow} units")
        if {name: tensor.shape for name, tensor in tensors.items()} != shapes or any(
            tensor.dtype.kind != "f" for tensor in tensors.values()
        ):
            raise AgentError(f"{source} is damaged: its layers do not fit its header")
        with np.errstate(over="ignore"):  # too large numbers become infinite, and are refused below
            parameters = np.concatenate([tensors[name].astype(np.float32).ravel() for name in shapes])
        if not np.isfinite(parameters).all():
            raise AgentError(f"{source} is damaged: it holds infinite numbers or NaN")
        return cls(header, parameters)


class NetAgent(Searcher):
    """Plays a network: its policy alone, or a search that the network guides.

    Args:
        *words: the path of a file (without one: the network that comes with the game), then optionally the simulations
            for each decision ("64"), their time ("50ms"; such play is not reproducible), or "sample" to sample actions
            by their probabilities instead of playing the most probable one.
        threads: threads that share the decisions of a turn.
        network: a network in memory, instead of a file.

    Raises:
        AgentError: the file cannot be used; from `act`: it is for another game.
    """

    name = "net"

    def __init__(self, *words: str, threads: int | None = None, network: Network | None = None) -> None:
        super().__init__(threads)
        parts = list(words)
        self.sampling = parts[-1:] == ["sample"]
        last = parts.pop() if parts and (self.sampling or re.fullmatch(BUDGET, parts[-1])) else ""
        self.searching = bool(last) and not self.sampling
        self.simulations, self.seconds = parse_budget(last) if self.searching else (0, None)
        self.path = ":".join(parts)
        self._given = Network.load(Path(self.path)) if self.path else network
        self._loaded: dict[str, Network] = {}
        self._trees: list[np.ndarray] = []

    def act(self, turn: Turn) -> np.ndarray:
        """int64[len(turn)]."""
        return self.search(turn)[0] if self.searching else self._choose(turn)

    def source(self, game: Game) -> Path:
        """The file of the network for `game`; raises AgentError if there is none."""
        return Path(self.path) if self.path else shipped(game)

    def network(self, game: Game) -> Network:
        """The network that plays `game`; raises AgentError if there is none."""
        if game.location not in self._loaded:
            network = self._given or Network.load(shipped(game))
            if difference := network.header.difference(game):
                source = self.path or ("in memory" if self._given else shipped(game))
                raise AgentError(f"network {source} does not play {game.name}: {difference}")
            self._loaded[game.location] = network
        return self._loaded[game.location]

    def search(self, turn: Turn, policy: bool = False) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Search every row; see `kernels.guided.sequential_halving_puct_search`.

        Returns:
            actions: int64[n], the best action.
            probabilities: float32[n, num_actions], the policy improved by the search; float32[0, 0] unless `policy`.
            values: float32[n], expected result of the player to move under that policy.
        """
        from medianoche.agents.kernels.tree import SearchTree

        game, rows = turn.game, len(turn)
        packs, states = turn.sample()
        decisions, guide = empty_decisions(turn, policy, values=True), self._guide(game, turn.num_players)
        kernel, used = self._kernel(game, bool(guide.heuristics)), np.zeros(rows, np.int64)

        def prepare(part: int) -> Any:
            samples = np.zeros(1, game.state_dtype).view(np.recarray)
            tree = SearchTree(self._tree(part), np.zeros(DEPTH_LIMIT, np.int64), used)
            return partial(kernel, packs, states, samples, decisions, guide, tree)

        self.spend(rows, prepare)
        return decisions.actions, decisions.policy, decisions.values

    def nodes(self) -> tuple[np.void, np.ndarray]:
        """The root of the last search and its children, as `kernels.guided.BRANCH`; of many rows only one row's."""
        return root_of(self._trees[0])

    def _choose(self, turn: Turn) -> np.ndarray:
        from medianoche.agents.kernels.choosing import choose_rows

        network, choose = self.network(turn.game), direct(choose_rows)
        roles = np.array(turn.game.roles(turn.num_players), np.int64)[turn.seats]
        actions = np.zeros(len(turn), np.int64)
        asked = (network.inputs(turn), turn.masks, roles, turn.seeds, self.sampling, actions)
        self.threads.share(len(turn), lambda _, a, b: choose(network.parameters, network.header.sizes, *asked, a, b))
        return actions

    def _guide(self, game: Game, num_players: int) -> Any:
        """The network of `game` as `kernels.guided.Guide`."""
        from medianoche.agents.kernels.guided import Guide

        network = self.network(game)
        header = network.header
        return Guide(
            network.parameters,
            header.sizes,
            np.array(game.roles(num_players), np.int64),
            np.array(game.teams(num_players), np.int64),
            network.trained_seats(),
            header.explore,
            True if header.advice else None,
            np.float32(header.greed),
            np.float32(header.scale),
        )

    def _guide_type(self, advice: bool) -> Any:
        """numba's type of a Guide, of a network with or without advice."""
        from numba import boolean, float32, float64, int64, none, types

        from medianoche.agents.kernels.guided import Guide

        vector, integers, heuristics = float32[::1], int64[::1], boolean if advice else none
        kinds = (vector, integers, integers, integers, integers, float64, heuristics, float32, float32)
        return types.NamedTuple(kinds, Guide)

    def _kernel(self, game: Game, advice: bool) -> Any:
        from medianoche.agents.kernels import guided

        return self.compiled(
            game,
            guided.sequential_halving_puct_search,
            decisions=decisions_type(),
            guide=self._guide_type(advice),
            tree=tree_type(guided.BRANCH),
        )

    def _tree(self, part: int) -> np.ndarray:
        from medianoche.agents.kernels.guided import BRANCH

        while len(self._trees) <= part:
            size = min(self.simulations * NODES_PER_SIMULATION + 1024, NODE_LIMIT)
            self._trees.append(np.zeros(size, BRANCH).view(np.recarray))
        return self._trees[part]


def shipped(game: Game) -> Path:
    """The file of the network that comes with `game`; raises AgentError if there is none."""
    return file_of_game(NETWORKS, game, "network", "net")
