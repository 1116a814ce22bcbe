"""Values of positions in which two sides choose at the same time, and play by their equilibria.

A game declares such positions with `Declaration.duels`. Values come from a file that the training stage `nash-backup`
writes (`training/compiled/backups.py`); they are those of the first side, who maximises, in [-1, 1].
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np
from pydantic import TypeAdapter

from medianoche.agents.base import AgentError
from medianoche.agents.kernels.duels import answer_rows, solve_rows, value_rows
from medianoche.agents.network import Widths, aligned, random_parameters, read_tensors, shapes_of, write_tensors
from medianoche.envs.core import files

if TYPE_CHECKING:
    from medianoche.envs.core.base import BaseGame

FORMAT = "medianoche duel values 1"
CHUNK = 20_000
"""Positions that are spread together."""
ENDS = (24, 12)
"""Widths of the hidden layers of networks for ends, which learn from results of games."""


class DuelRules(Protocol):
    """What a game tells of its positions in which two sides choose at the same time.

    Positions are records of `dtype`, small ones: what comes before and after is left out.
    """

    dtype: np.dtype[Any]
    pair: tuple[int, int]  #: how many choices each side has, at most
    inputs: int  #: numbers that a network sees
    ladders: tuple[tuple[int, int], ...]  #: stretches of them that say one number, one of many: first place, length
    repeats: tuple[tuple[int, ...], int]  #: first places of inputs for like parts, as children, and their length
    networks: tuple[str, ...]  #: names of the networks of values
    played: int  #: how many of them, the first ones, are for positions in which both sides choose
    turns: int  #: positions that can follow one, at most; 0: the game has no kernel `spread_duel`, for exports
    entries: int  #: inputs of a position that are not zero, at most

    def read(self, packs: np.ndarray, states: np.ndarray, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The positions of states[rows], and bool[n]: which of these states ask for a choice in one."""

    def spread(self, pack: Any, positions: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """All positions that follow, and where: after position i and pair of choices c (the first side's times
        pair[1], plus the second's) those from firsts[i, c] to firsts[i, c + 1], among which the side sides[i, c]
        chooses: 1 the first, -1 the second."""

    def see(self, positions: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """The inputs: indices, values and starts as in `Sparse`."""

    def network_of(self, positions: np.ndarray) -> np.ndarray:
        """int64[n]: the network of each position; -1 where the result is known."""

    def results(self, positions: np.ndarray) -> np.ndarray:
        """float64[n]: the first side's results, where they are known."""

    def distance(self, positions: np.ndarray) -> np.ndarray:
        """int64[n]: how far the end is; no position is followed by one that is farther."""

    def asked(self, states: np.ndarray, side: int) -> np.ndarray:
        """Copies of states inside duels, in which a side is asked for its choice."""

    def written(self, states: np.ndarray, positions: np.ndarray) -> np.ndarray:
        """Copies of states inside duels, in which the positions stand in place of their own."""

    def kinds(self, positions: np.ndarray) -> dict[str, np.ndarray]:
        """str[n] each: what positions are told apart by in reports, as the foe, by the name of the kind."""

    def is_start(self, positions: np.ndarray) -> np.ndarray:
        """bool[n]: whether duels begin with a position."""

    def drawn(
        self, pack: Any, rng: np.random.Generator, count: int, network: int, players: tuple[int, ...]
    ) -> np.ndarray:
        """Positions of a network, drawn by chance, in games with so many players."""

    def started(self, pack: Any, rng: np.random.Generator, starts: np.ndarray, count: int) -> np.ndarray:
        """First positions of duels, near the given ones."""

    def nearly_won(self, states: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """States like the given ones in which the pair of choices `won_pair` ends the duels, not the game."""

    won_pair: int

    def choices(self, states: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """int64[n]: the side that is asked in each state, -1 where it is asked for a target; and the actions of the
        choices, which are the same for both sides."""

    def aims(self, pack: Any, positions: np.ndarray, states: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Read the states in which a target is asked for. Returns int64[n], the pair of choices that was made in each
        state, and int64[n, most], the actions that lead to the positions that can follow, in their order; -1 behind the
        last one."""


class Solved(NamedTuple):
    """Positions with their equilibria."""

    mixes: np.ndarray  #: float64[n, 2, choices], of both sides
    values: np.ndarray  #: float64[n]
    cells: np.ndarray  #: float64[n, *pair], values of the pairs of choices
    picks: np.ndarray  #: int64[n, pairs], the position that follows each pair; -1: there is no such pair
    after: np.ndarray  #: the positions that follow
    firsts: np.ndarray  #: int64[n, pairs + 1], see `DuelRules.spread`
    sides: np.ndarray  #: int8[n, pairs]
    results: np.ndarray  #: float64, values of `after`


@dataclass(frozen=True)
class DuelHeader:
    """What identifies a file of values."""

    game: str
    version: int
    inputs: int
    networks: tuple[str, ...]
    hidden: tuple[Widths, ...]  #: widths of the hidden layers of each network

    def sizes(self) -> list[np.ndarray]:
        """int64[5 + hidden layers] for each network, see `kernels.network.Size`."""
        return [np.array([self.inputs, self.inputs, 1, 1, 1, *widths], np.int64) for widths in self.hidden]


class DuelValues:
    """Networks of values for the duels of a game.

    Args:
        header: the game and sizes.
        parameters: float32[n] for each network.
    """

    def __init__(self, header: DuelHeader, parameters: list[np.ndarray]) -> None:
        self.header = header
        self.sizes = header.sizes()
        self.parameters = [aligned(layer) for layer in parameters]

    @classmethod
    def new(cls, game: BaseGame, hidden: tuple[int, ...], seed: int) -> DuelValues:
        """Networks with random weights, whose values are nearly 0; those for ends have the widths ENDS."""
        rules = rules_of(game)
        widths = tuple(hidden if number < rules.played else ENDS for number in range(len(rules.networks)))
        header = DuelHeader(game.content.location, game.version, rules.inputs, rules.networks, widths)
        drawn = []
        for number, sizes in enumerate(header.sizes()):
            vector = random_parameters(sizes, seed + number, 0.0, 0.05)
            width = widths[number][0]
            first = vector[: rules.inputs * width].reshape(rules.inputs, width)
            drawn.append(vector)  # below, neighbours on a ladder get nearly the same weights
            for start, size in rules.ladders:
                first[start : start + size] = first[start : start + size].cumsum(axis=0) / np.sqrt(size)
        return cls(header, drawn)

    def evaluate(self, rules: DuelRules, positions: np.ndarray) -> np.ndarray:
        """float64[n]: the values of positions."""
        values = rules.results(positions)
        networks = rules.network_of(positions)
        if (networks >= 0).any():
            indices, entries, starts = rules.see(positions)
            for number in np.unique(networks[networks >= 0]):
                rows = np.flatnonzero(networks == number)
                value_rows(self.parameters[number], self.sizes[number], indices, entries, starts, rows, values)
        return values

    def solve(self, rules: DuelRules, pack: Any, positions: np.ndarray, turns: int = 1) -> Solved:
        """The equilibria of positions in which both sides choose, by the values so many `turns` ahead."""
        after, firsts, sides = rules.spread(pack, positions)
        if turns == 1:
            results = self.evaluate(rules, after)
        else:
            results = rules.results(after)
            networks = rules.network_of(after)
            on = np.flatnonzero((networks >= 0) & (networks < rules.played))
            ends = np.flatnonzero(networks >= rules.played)
            results[ends] = self.evaluate(rules, after[ends])
            results[on] = self.solve(rules, pack, after[on], turns - 1).values
        return solve(rules, after, firsts, sides, results)

    def save(self, file: Path) -> None:
        """Write a safetensors file, weights as float16; raises AgentError if it cannot be written."""
        tensors = {}
        for name, sizes, vector in zip(self.header.networks, self.sizes, self.parameters, strict=True):
            start = 0
            for layer, shape in shapes_of(sizes).items():
                stop = start + int(np.prod(shape))
                if layer.startswith(("hidden", "value")):
                    tensors[f"{name}.{layer}"] = vector[start:stop].reshape(shape).astype(np.float16)
                start = stop
        write_tensors(file, tensors, {"format": FORMAT, "header": json.dumps(asdict(self.header))}, "file of values")

    @classmethod
    def load(cls, file: Path) -> DuelValues:
        """Read what `save` wrote; raises AgentError if it is missing, damaged or something else."""
        metadata, tensors = read_tensors(file, "file of values")
        if (form := metadata.get("format", "")) != FORMAT:
            raise AgentError(f"{file} is no file of values: its format is {form!r}; accepted: {FORMAT!r}")
        damage = f"file of values {file} is damaged"
        header = files.from_json(
            TypeAdapter(DuelHeader), metadata.get("header", ""), f"{damage}: its header", AgentError
        )
        if len(header.hidden) != len(header.networks):
            raise AgentError(f"{damage}: its header has widths of {len(header.hidden)} networks")
        vectors = []
        for name, sizes in zip(header.networks, header.sizes(), strict=True):
            parts = []
            for layer, shape in shapes_of(sizes).items():
                kept = layer.startswith(("hidden", "value"))
                tensor = tensors.get(f"{name}.{layer}") if kept else np.zeros(shape, np.float16)
                if tensor is None or tensor.shape != shape or not np.isfinite(tensor).all():
                    raise AgentError(f"{damage}: its layers do not fit its header")
                parts.append(tensor.astype(np.float32).ravel())
            vectors.append(np.concatenate(parts))
        return cls(header, vectors)

    def difference(self, game: BaseGame) -> str:
        """Why these values are not for `game`, in words; "" if they are."""
        rules = rules_of(game)
        expected = DuelHeader(game.content.location, game.version, rules.inputs, rules.networks, self.header.hidden)
        for name in ("game", "version", "inputs", "networks"):
            mine = getattr(self.header, name)
            its = getattr(expected, name)
            if mine != its:
                return f"they were made for {name} {mine}, this is {its}"
        return ""


Backup = Callable[["ExactValues", np.ndarray], np.ndarray]
"""The values of positions, from an `ExactValues` that has those of all positions nearer to the end."""


class ExactValues:
    """Exact values of all positions that can follow some starts, by backward induction.

    Positions are found by playing every pair of choices and every target out, and told apart by 64 bits of a hash. It
    has the methods of DuelValues, so that both can be played.

    Args:
        rules: the game's.
        pack: its record.
        starts: positions in which both sides choose.
        backup: the values of positions; None: those of equilibria. `benchmarks.exploit.reply` has best responses.
    """

    def __init__(self, rules: DuelRules, pack: Any, starts: np.ndarray, backup: Backup | None = None) -> None:
        self._weights = np.random.default_rng(0).integers(1, 2**63, rules.dtype.itemsize).astype(np.uint64)
        self._levels: dict[int, tuple[np.ndarray, np.ndarray]] = {}
        backup = backup or (lambda table, positions: table.solve(rules, pack, positions).values)
        levels = self._reached(rules, pack, starts)
        for distance in sorted(levels):
            parts = np.array_split(levels[distance], max(1, len(levels[distance]) // CHUNK))
            values = np.concatenate([backup(self, part) for part in parts])
            keys = self._keys(levels[distance])
            order = np.argsort(keys)
            self._levels[distance] = keys[order], values[order]

    def __len__(self) -> int:
        return sum(len(keys) for keys, _ in self._levels.values())

    def _keys(self, positions: np.ndarray) -> np.ndarray:
        """uint64[n]: a hash of the bytes of each position."""
        numbers = positions.view(np.uint8).reshape(len(positions), -1).astype(np.uint64) + np.uint64(1)
        mixed = numbers * self._weights
        return (mixed ^ (mixed >> np.uint64(29))).sum(axis=1, dtype=np.uint64)

    def _reached(self, rules: DuelRules, pack: Any, starts: np.ndarray) -> dict[int, np.ndarray]:
        """All positions by their distance from the end."""
        waiting: dict[int, list[np.ndarray]] = {}
        keys_by_distance = {}

        def add(positions: np.ndarray) -> None:
            distances = rules.distance(positions)
            for distance in np.unique(distances).tolist():
                waiting.setdefault(distance, []).append(self._distinct(positions[distances == distance]))

        add(starts)
        while waiting:
            distance = max(waiting)
            keys_by_distance[distance] = self._distinct(np.concatenate(waiting.pop(distance)))
            for part in np.array_split(keys_by_distance[distance], max(1, len(keys_by_distance[distance]) // CHUNK)):
                after, _, _ = rules.spread(pack, part)
                networks = rules.network_of(after)
                add(after[(networks >= 0) & (networks < rules.played)])
        return keys_by_distance

    def _distinct(self, positions: np.ndarray) -> np.ndarray:
        return positions[np.unique(self._keys(positions), return_index=True)[1]]

    def evaluate(self, rules: DuelRules, positions: np.ndarray) -> np.ndarray:
        """float64[n]: the values of positions that follow the starts; KeyError for another one."""
        results = rules.results(positions)
        open_ones = np.flatnonzero(rules.network_of(positions) >= 0)
        distances = rules.distance(positions[open_ones])
        for distance in np.unique(distances).tolist():
            rows = open_ones[distances == distance]
            known, values = self._levels[distance]
            keys = self._keys(positions[rows])
            places = np.minimum(np.searchsorted(known, keys), len(known) - 1)
            if (known[places] != keys).any():
                raise KeyError("a position that does not follow the starts")
            results[rows] = values[places]
        return results

    def solve(self, rules: DuelRules, pack: Any, positions: np.ndarray, turns: int = 1) -> Solved:
        """The equilibria of positions."""
        after, firsts, sides = rules.spread(pack, positions)
        return solve(rules, after, firsts, sides, self.evaluate(rules, after))


def rules_of(game: BaseGame) -> DuelRules:
    """The duels that a game declares; raises AgentError if it declares none."""
    rules: DuelRules | None = game.declaration.duels()
    if rules is None:
        raise AgentError(f"{game.name} declares no duels; accepted: a game that does, as nocturna")
    return rules


def solve(rules: DuelRules, after: np.ndarray, firsts: np.ndarray, sides: np.ndarray, results: np.ndarray) -> Solved:
    """Equilibria of positions from the values `results` of those that follow; see `DuelRules.spread`."""
    count = len(firsts)
    rows, columns = rules.pair
    cells = np.zeros((count, rows, columns))
    picks = np.zeros((count, rows * columns), np.int64)
    mixes = np.zeros((count, 2, max(rows, columns)))
    values = np.zeros(count)
    solve_rows(results, firsts, sides, cells, picks, mixes, values)
    return Solved(mixes, values, cells, picks, after, firsts, sides, results)


def answered(solved: Solved, share: float) -> Solved:
    """The same positions with other mixes: each side's is the best one if the other side makes a `share` of its choices
    uniformly at random, and the rest in the worst way for it. With 0 these are equilibria.

    An equilibrium does not use an opponent's mistakes. Here mistakes are expected, so they are used, and a perfect
    opponent gains little: a restricted Nash response (Johanson, Zinkevich, Bowling, "Computing robust
    counter-strategies", 2007) to an opponent whose hand trembles (Selten 1975).
    """
    if share == 0:
        return solved
    mixes = np.zeros_like(solved.mixes)
    answer_rows(solved.cells, solved.picks, share, mixes)
    return solved._replace(mixes=mixes)


def draw(mixes: np.ndarray, numbers: np.ndarray) -> np.ndarray:
    """int64[n]: a choice of each row by its probabilities, with the random numbers `numbers`, from 0 to below 1."""
    reached = mixes.cumsum(axis=1)
    return (reached[:, :-1] <= (numbers * reached[:, -1])[:, None]).sum(axis=1)
