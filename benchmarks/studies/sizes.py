"""How large games are, estimated from random play: length, branching, game tree, states, information sets, hidden bits.

Source of the tree's size: Knuth, "Estimating the efficiency of backtrack programs" (Mathematics of Computation, 1975):
a random probe with b_1, b_2, ... legal actions at its decisions estimates 1 + b_1 + b_1 b_2 + ... nodes without bias.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from medianoche import Game
from medianoche.benchmarks import Estimate
from medianoche.benchmarks.studies.playtest.hidden import bits_at_least, bits_at_most, entries, hidden

ROWS = 1000
"""Games that are played at the same time."""
POSITIONS = 60
"""Positions at which hidden information is measured."""
REPLICATES = 1000
"""Bootstrap replicates of the tree's estimate."""
HEADINGS = (
    "game",
    "players",
    "actions",
    "observation",
    "decisions in a game",
    "longest",
    "branching",
    "widest",
    "game tree",
    "states met",
    "states, at most",
    "information sets met",
    "information sets, at most",
    "hidden bits",
)


class Probes(NamedTuple):
    """What random games have shown.

    Attributes:
        decisions: int64[games], how often players were asked.
        branching: float64[games], mean number of legal actions at these decisions.
        widest: int, the most legal actions at a decision.
        tree: float64[games], log10 of Knuth's estimate of the nodes of the game tree.
        states: record array [games], of each game the state at one of its decisions, drawn uniformly.
    """

    decisions: np.ndarray
    branching: np.ndarray
    widest: int
    tree: np.ndarray
    states: np.ndarray


class Count(NamedTuple):
    """How many states or information sets there are, log10 of each number.

    Attributes:
        least, most: bounds of the effective number at a random decision of random play, 10 to the entropy; see
            `bits_at_least` and `bits_at_most`. `least` is a lower bound of how many there are.
        bound: of how many there are: the product of the numbers of values that each entry of the record had.
    """

    least: float
    most: float
    bound: float

    @classmethod
    def from_values(cls, values: np.ndarray) -> Count:
        """Count from the values of one record for each game, int64[games, entries]."""
        values = values[:, np.ptp(values, axis=0) > 0]
        kinds = sum(float(np.log10(len(np.unique(column)))) for column in values.T)
        return cls(np.log10(2) * bits_at_least(values), np.log10(2) * bits_at_most(values), kinds)

    @property
    def cells(self) -> tuple[str, str]:
        """What was met, and the upper bound."""
        return f"10^{self.least:.0f} to 10^{self.most:.0f}", f"10^{self.bound:.0f}"


class GameSize(NamedTuple):
    """How large a game is for a number of players; see `measure`."""

    game: str
    players: int
    actions: int
    observation: int
    decisions: Estimate
    longest: int
    branching: Estimate
    widest: int
    tree: Estimate
    states: Count
    information_sets: Count
    hidden: tuple[float, float]

    @property
    def cells(self) -> tuple[str, ...]:
        """The row of a table as text, under HEADINGS."""
        return (
            *(self.game, str(self.players), f"{self.actions:,}", f"{self.observation:,}"),
            *(self.decisions.words(".1f"), str(self.longest), self.branching.words(".1f"), str(self.widest)),
            f"10^{self.tree.value:.0f} ({self.tree.low:.0f} to {self.tree.high:.0f})",
            *(*self.states.cells, *self.information_sets.cells),
            f"{self.hidden[0]:.0f} to {self.hidden[1]:.0f}",
        )


def measure(game: Game, players: int | None = None, games: int = 20_000, seed: int = 0) -> GameSize:
    """Measure a game by `games` random games from different deals.

    Decisions and branching are means over games with 95% intervals (Student's t). The tree is log10 of the mean of
    Knuth's estimates with a bootstrap interval; it counts sequences of the players' actions after one deal. Information
    sets are concealed states of the player to move (`conceal`). Hidden bits are the entropy of what that player does
    not know, at least and at most, means over POSITIONS positions.
    """
    seats = game.content.check_players(players)
    probed = probe(game, seats, games, seed)
    concealed = probed.states.copy().view(np.recarray)
    for state in concealed:
        game.conceal(state, int(state.to_move))
    some = game.batch(POSITIONS, num_players=seats, autoreset=False)
    some.restore(probed.states[:POSITIONS])
    unknown = hidden(some, np.arange(min(POSITIONS, games)))
    return GameSize(
        game=game.name,
        players=seats,
        actions=game.num_actions,
        observation=game.observation_size,
        decisions=Estimate.mean(probed.decisions),
        longest=int(probed.decisions.max()),
        branching=Estimate.mean(probed.branching),
        widest=probed.widest,
        tree=mean_of_powers(probed.tree, seed),
        states=Count.from_values(numbers(probed.states)),
        information_sets=Count.from_values(numbers(concealed)),
        hidden=(float(unknown.least.mean()), float(unknown.most.mean())),
    )


def probe(game: Game, players: int, games: int, seed: int) -> Probes:
    """Play random games to their end; `players` at each table."""
    parts = [_probed(game, players, min(ROWS, games - first), seed, first) for first in range(0, games, ROWS)]
    return Probes(
        decisions=np.concatenate([part.decisions for part in parts]),
        branching=np.concatenate([part.branching for part in parts]),
        widest=max(part.widest for part in parts),
        tree=np.concatenate([part.tree for part in parts]),
        states=np.concatenate([part.states for part in parts]),
    )


def _probed(game: Game, players: int, rows: int, seed: int, first: int) -> Probes:
    seeds = np.random.default_rng([seed, first]).integers(2**64, size=rows, dtype=np.uint64)
    seeds = game.batch(rows, num_players=players, seeds=seeds).seeds  # of games that do not end in the deal
    batch = game.batch(rows, num_players=players, seeds=seeds, autoreset=False)
    rng = np.random.default_rng(seeds)
    decisions = np.zeros(rows, np.int64)
    offered = np.zeros(rows)
    widest = 0
    path = np.zeros(rows)
    tree = np.zeros(rows)
    states = batch.states.copy()
    while len(live := np.flatnonzero(~batch.done)):
        decisions[live] += 1
        kept = live[rng.random(len(live)) * decisions[live] < 1]  # each decision of a game with the same chance
        states[kept] = batch.states[kept]
        legal = np.bitwise_count(batch.masks[live]).sum(axis=1).astype(np.int64)
        offered[live] += legal
        widest = max(widest, int(legal.max()))
        path[live] += np.log(legal)
        tree[live] = np.logaddexp(tree[live], path[live])
        turn = batch.turn(live, rng.integers(2**64, size=len(live), dtype=np.uint64))
        batch.step_rows(live, turn.random_actions())
    return Probes(decisions, offered / decisions, widest, tree / np.log(10), states)


def numbers(states: np.ndarray) -> np.ndarray:
    """int64[states, entries]: the numbers of the records' fields but the generator's; of bit boards every bit."""
    boards = [name for name in states.dtype.names or () if states.dtype[name].base == np.uint64 and name != "rng"]
    others = [name for name in states.dtype.names or () if name not in (*boards, "rng")]
    columns = [np.ascontiguousarray(states[name]).view(np.uint8).reshape(len(states), -1) for name in boards]
    return np.concatenate([entries(states, others), *(np.unpackbits(column, axis=1) for column in columns)], axis=1)


def mean_of_powers(powers: np.ndarray, seed: int = 0) -> Estimate:
    """log10 of the mean of 10^powers, float64[n], with a 95% interval by bootstrap."""
    highest = powers.max()
    rng = np.random.default_rng(seed)
    parts = 10.0 ** (powers - highest)
    means = [parts[rng.integers(len(parts), size=len(parts))].mean() for _ in range(REPLICATES)]
    low, high = np.quantile(means, (0.025, 0.975))
    return Estimate(*(float(highest + np.log10(mean)) for mean in (parts.mean(), low, high)))
