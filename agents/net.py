"""Networks inside the kernels as agents: `net` plays the one that comes with the game, `net:PATH` a file.

`net:64` and `net:50ms` search with it. A policy file is a safetensors file: the parts of the network by name, in
numbers of 16 bits, and a header that says what it is for. It runs no code when it is loaded.
"""

from __future__ import annotations

import json
import re
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from pydantic import TypeAdapter

from medianoche.agents.base import AgentError
from medianoche.agents.policy import Header, read_tensors, write_tensors
from medianoche.agents.search import BUDGET, Searcher, parse_budget, root_of
from medianoche.envs.core import files
from medianoche.envs.core.errors import choices
from medianoche.envs.core.kernels import direct
from medianoche.envs.core.play.turn import Sparse
from medianoche.places import NETWORKS

if TYPE_CHECKING:
    from medianoche.envs.core.game import Game
    from medianoche.envs.core.play.turn import Turn

FORMAT = "medianoche net 1"
CACHE_LINE = 64
"""Bytes."""
WIDEST = 4096
"""Numbers of a hidden layer, at most."""
CHILDREN = 64
"""Nodes of a search tree for each simulation; beyond them nothing grows."""
MOST_NODES = 1 << 22
LONGEST_WAY = 512
"""Choices of a simulation, at most; then the network is asked."""
TRUST = 3.0
"""In advice, before anything is learned: what is advised is e^3 times as likely as any other action."""
EXPLORATION = 1.5
"""Weight of the network's policy against what the search has found."""
PART_NAMES = (
    "first",
    "first_bias",
    "second",
    "second_bias",
    "policy",
    "policy_bias",
    "value",
    "value_bias",
    "trust",
    "trust_bias",
)


@dataclass(frozen=True)
class NetHeader(Header):
    """What a file says of a network.

    Attributes:
        wide, narrow: numbers of the hidden layers.
        roles: how many roles have heads of their own.
        outputs: values: of each seat, then the margin.
        greed: weight of the margin beside the utility, in search.
        scale: the margin of scores that counts as a full one.
        explore: see EXPLORATION.
        advice: whether it sees what the game's heuristic would do.
    """

    wide: int = 128
    narrow: int = 64
    roles: int = 1
    outputs: int = 3
    greed: float = 0.0
    scale: float = 20.0
    explore: float = EXPLORATION
    advice: bool = False

    @classmethod
    def made_for(cls, game: Game, **numbers: Any) -> NetHeader:
        """The header of a network for `game` and the first of its packs."""
        own = {"roles": game.num_roles, "outputs": game.seats + 1}
        return cls(**{**asdict(Header.of(game)), **own, **numbers})

    @property
    def sizes(self) -> np.ndarray:
        """int64[7], as kernels read them (`kernels.net.network`)."""
        seen, actions = self.observation_size, self.num_actions
        inputs = seen + (actions if self.advice else 0)
        return np.array([inputs, self.wide, self.narrow, self.roles, actions, self.outputs, seen], np.int64)

    def shapes(self) -> dict[str, tuple[int, ...]]:
        """The parts of the network, in their order."""
        wide, narrow = self.wide, self.narrow
        shapes = (
            (int(self.sizes[0]), wide),
            (wide,),
            (wide, narrow),
            (narrow,),
            (self.roles, self.num_actions, narrow),
            (self.roles, self.num_actions),
            (self.roles, self.outputs, narrow),
            (self.roles, self.outputs),
            (self.roles, narrow),
            (self.roles,),
        )
        return dict(zip(PART_NAMES, shapes, strict=True))

    def difference(self, game: Game) -> str:
        """Why a network with this header cannot play `game`, in words; empty if it can."""
        own = NetHeader.made_for(game)
        if found := super().difference(game):
            return found
        return "" if (self.roles, self.outputs) == (own.roles, own.outputs) else "its roles or seats are others"


def aligned(array: np.ndarray) -> np.ndarray:
    """`array`, or a copy that begins where a line of the cache does: learning takes a fifth less time than with vectors
    that lie across two lines."""
    if array.ctypes.data % CACHE_LINE == 0:
        return array
    room = np.empty(array.nbytes + CACHE_LINE, np.uint8)
    start = -room.ctypes.data % CACHE_LINE
    copy: np.ndarray = room[start : start + array.nbytes].view(array.dtype).reshape(array.shape)
    copy[...] = array
    return copy


class Network:
    """A network: its header and its parameters.

    Attributes:
        header: what it is for.
        parameters: float32, all numbers as one vector, `aligned`; see `kernels.net.network`.
    """

    def __init__(self, header: NetHeader, parameters: np.ndarray) -> None:
        self.header = header
        self.parameters = aligned(parameters)

    def __reduce__(self) -> tuple[type[Network], tuple[NetHeader, np.ndarray]]:  # copies are aligned, too
        return Network, (self.header, self.parameters)

    @classmethod
    def new(cls, header: NetHeader, seed: int = 0) -> Network:
        """A network that knows nothing: even chances but for what is advised, no expectations, its layers drawn from
        `seed`."""
        chance = np.random.default_rng(seed)
        spread = {"first": 0.08, "second": np.sqrt(2 / header.wide), "policy": 0.01, "value": 0.05}
        parts = [
            (chance.standard_normal(shape) * spread.get(name, 0.0)).astype(np.float32).ravel()
            for name, shape in header.shapes().items()
        ]
        if header.advice:
            parts[-1][:] = TRUST
        return cls(header, np.concatenate(parts))

    def parts(self) -> dict[str, np.ndarray]:
        """The parts by name; views."""
        found, start = {}, 0
        for name, shape in self.header.shapes().items():
            stop = start + int(np.prod(shape))
            found[name] = self.parameters[start:stop].reshape(shape)
            start = stop
        return found

    def sees(self, turn: Turn) -> Sparse:
        """What it is shown of each row: the observation, and what the heuristic advises if it is advised."""
        seen = turn.sparse_observation
        if not self.header.advice:
            return seen
        rows, ends = np.arange(len(turn)), seen.starts[1:]
        places = (self.header.observation_size + turn.heuristic_actions()).astype(np.uint16)
        indices = np.insert(seen.indices[: ends[-1]], ends, places)
        values = np.insert(seen.values[: ends[-1]], ends, np.float32(1))
        return Sparse(indices, values, np.concatenate([[0], ends + rows + 1]))

    def think(self, turn: Turn, seen: Sparse) -> tuple[np.ndarray, np.ndarray]:
        """What it thinks of each row, shown what `sees` says.

        Returns:
            chances: float32[n, num_actions], zero where not legal.
            worth: float32[n, outputs], the values; see `kernels.net`.
        """
        from medianoche.agents.kernels.choosing import think_rows

        rows, header = len(turn), self.header
        chances = np.empty((rows, header.num_actions), np.float32)
        worth = np.empty((rows, header.outputs), np.float32)
        roles = np.array(turn.game.roles(turn.num_players), np.int64)[turn.seats]
        direct(think_rows)(self.parameters, header.sizes, *seen, turn.masks, roles, chances, worth, 0, rows)
        return chances, worth

    def save(self, file: Path) -> None:
        """Write it, with numbers of 16 bits; raises AgentError if that cannot be done."""
        halves = {name: part.astype(np.float16) for name, part in self.parts().items()}
        write_tensors(file, halves, {"format": FORMAT, "header": json.dumps(asdict(self.header))}, "network")

    @classmethod
    def load(cls, file: Path) -> Network:
        """Read a file that `save` wrote.

        Raises:
            AgentError: it does not exist, is damaged, or is no network.
        """
        metadata, tensors = read_tensors(file, "network")
        if metadata.get("format") != FORMAT:
            raise AgentError(f"{file} is no network: its format is {metadata.get('format')!r}; accepted: {FORMAT!r}")
        source = f"network {file} is damaged: its header"
        header = files.from_json(TypeAdapter(NetHeader), metadata.get("header", ""), source, AgentError)
        shapes = header.shapes()
        if header.wide % 4 or not 0 < header.wide <= WIDEST or not 0 < header.narrow <= WIDEST:
            raise AgentError(f"network {file} is damaged: layers of {header.wide} and {header.narrow} numbers")
        if {name: tensor.shape for name, tensor in tensors.items()} != shapes or any(
            tensor.dtype.kind != "f" for tensor in tensors.values()
        ):
            raise AgentError(f"network {file} is damaged: its parts do not fit its header")
        with np.errstate(over="ignore"):  # what is too large becomes infinite, and is refused
            parameters = np.concatenate([tensors[name].astype(np.float32).ravel() for name in shapes])
        if not np.isfinite(parameters).all():
            raise AgentError(f"network {file} is damaged: it holds what are no numbers")
        return cls(header, parameters)


class NetAgent(Searcher):
    """Plays a network, by its policy alone or with a search that it guides.

    Args:
        *words: the path of a file, or nothing for the network that comes with the game; then, if wanted, simulations
            for each decision ("64"), time ("50ms"; such play cannot be repeated exactly), or "sample" to draw actions
            by their chances instead of playing the likeliest.
        threads: threads that share the decisions of a turn.
        network: one in memory instead of a file.

    Raises:
        AgentError: the file cannot be used; when it comes to playing: it is not for this game.
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
        """The file that holds the network for `game`; raises AgentError if there is none."""
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
        """Search every row.

        Returns:
            actions: int64[n], the best.
            shares: float32[n, num_actions], the network's chances as the search corrects them; [0, 0] unless `policy`.
            worth: float32[n], what the player to move may expect.
        """
        game, rows, network = turn.game, len(turn), self.network(turn.game)
        packs, states = turn.sample()
        actions, worth, used = np.zeros(rows, np.int64), np.zeros(rows, np.float32), np.zeros(rows, np.int64)
        shares = np.zeros((rows, game.num_actions) if policy else (0, 0), np.float32)
        header = network.header
        kernel = self._kernel(game, header.advice)
        roles, teams = (np.array(of(turn.num_players), np.int64) for of in (game.roles, game.teams))

        def prepare(part: int) -> Any:
            return partial(
                kernel,
                packs,
                states,
                turn.masks,
                turn.seeds,
                network.parameters,
                header.sizes,
                roles,
                teams,
                np.zeros(1, game.state_dtype).view(np.recarray),
                self._tree(part),
                np.zeros(LONGEST_WAY, np.int64),
                used,
                header.explore,
                True if header.advice else None,
                np.float32(header.greed),
                np.float32(header.scale),
                actions,
                shares,
                worth,
            )

        self.spend(rows, prepare)
        return actions, shares, worth

    def nodes(self) -> tuple[np.void, np.ndarray]:
        """The root of the last search and its children, as `kernels.guided.BRANCH`; of many rows, those of one."""
        return root_of(self._trees[0])

    def _choose(self, turn: Turn) -> np.ndarray:
        from medianoche.agents.kernels.choosing import choose_rows

        network, choose = self.network(turn.game), direct(choose_rows)
        seen = network.sees(turn)
        roles = np.array(turn.game.roles(turn.num_players), np.int64)[turn.seats]
        actions = np.zeros(len(turn), np.int64)

        def work(_: int, a: int, b: int) -> None:
            choose(
                network.parameters,
                network.header.sizes,
                *seen,
                turn.masks,
                roles,
                turn.seeds,
                self.sampling,
                actions,
                a,
                b,
            )

        self.threads.share(len(turn), work)
        return actions

    def _kernel(self, game: Game, advice: bool) -> Any:
        from numba import boolean, float32, float64, int64, none, typeof

        from medianoche.agents.kernels import guided

        return self.compiled(
            game,
            guided.guided_rows,
            parameters=float32[::1],
            sizes=int64[::1],
            roles=int64[::1],
            teams=int64[::1],
            nodes=typeof(np.zeros(0, guided.BRANCH)),
            path=int64[::1],
            used=int64[::1],
            explore=float64,
            heuristics=boolean if advice else none,
            greed=float32,
            scale=float32,
            shares=float32[:, ::1],
            worth=float32[::1],
        )

    def _tree(self, part: int) -> np.ndarray:
        from medianoche.agents.kernels.guided import BRANCH

        while len(self._trees) <= part:
            size = min(self.simulations * CHILDREN + 1024, MOST_NODES)
            self._trees.append(np.zeros(size, BRANCH).view(np.recarray))
        return self._trees[part]


def shipped(game: Game) -> Path:
    """The file of the network that comes with `game`; raises AgentError if there is none."""
    file = NETWORKS / f"{game.name}.safetensors"
    if not file.is_file():
        known = choices(sorted(path.stem for path in NETWORKS.glob("*.safetensors"))) or "none"
        raise AgentError(f"no network comes with {game.name} (with: {known}); give net:PATH, or train one")
    return file
