"""Nash backups: values of positions in which two sides choose at the same time, learned from the values behind them.

The target of a position is the value of the matrix game of all pairs of choices, whose entries are the network's values
one turn ahead: Shapley, "Stochastic games", 1953 (the operator and its fixed point); Littman, "Markov games as a
framework for multi-agent reinforcement learning", 1994 (minimax-Q); Ding et al., "A deep reinforcement learning
approach for finding non-exploitable strategies in two-player Atari games", 2022 (Nash-DQN). All pairs are played out,
so targets hold no chance but that of the game.

Positions come from play by the equilibria of the values so far, from players with a bias, which go where equilibria
never go, from games of other agents, and from chance. A sweep goes through them from those at the end to those at the
beginning: the values behind a position have been learned before its target is computed.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from medianoche.agents.duels import DuelRules, DuelValues, Solved, draw
from medianoche.training.compiled.kernels.backups import add_value_gradients
from medianoche.training.compiled.optimiser import Optimiser

BIAS = ((0.05, 0.05, 0.36), (0.05, 0.6, 0.22), (0.6, 0.05, 0.22), (0.6, 0.6, 0.2))
"""Shares of the two sides' choices that a biased player makes by a mix of its own, and the share of the games."""
LEVELS = 4
"""Newest levels of a sweep, from which half of each batch is drawn."""
BATCH = 1024
CHUNK = 4096
"""Positions that are solved together."""
ADAM_EPS = 1e-7


class BackupSettings(NamedTuple):
    """Settings of a sweep."""

    batches: int = 60  # after each level with full size
    full: int = 1500  # positions of a level from which on it gets all of its batches
    learning_rate: float = 1e-3
    last: int = 1200  # batches after the last level, on all positions
    turns: int = 1  # turns ahead of the targets


class Seen(NamedTuple):
    """The inputs of positions."""

    indices: np.ndarray
    entries: np.ndarray
    starts: np.ndarray


class Steps:
    """Learns the weights of the first layer in other coordinates, in which neighbours and like parts learn together.

    Inputs that are one of many, in order, are a *ladder*: their weights are learned as differences between neighbours.
    With one input for each number a network knows thresholds, but learns each number for itself; with an input for "at
    least 1", "at least 2" and so on it learns what neighbours have in common, and has many more inputs that are not
    zero. Inputs that repeat for several like parts, as children, have a common weight and one of their own. The
    function that is computed stays the same; only the steps of learning differ.

    Args:
        ladders: first place and length of each ladder.
        repeats: first places of like parts, and their length.
        width: of the first hidden layer.
    """

    def __init__(self, ladders: Sequence[tuple[int, int]], repeats: tuple[Sequence[int], int], width: int) -> None:
        self.ladders = [(first * width, size, width) for first, size in ladders]
        firsts, size = repeats
        self.parts = [slice(first * width, (first + size) * width) for first in firsts]
        self.common = size * width

    def coordinates(self, parameters: np.ndarray) -> np.ndarray:
        """The coordinates of weights: the same number, then common weights, which are 0."""
        expanded = np.concatenate([parameters, np.zeros(self.common, np.float32)])
        for first, size, width in self.ladders:
            rows = parameters[first : first + size * width].reshape(size, width)
            expanded[first + width : first + size * width] = np.diff(rows, axis=0).ravel()
        return expanded

    def gather(self, gradient: np.ndarray) -> None:
        """Change a gradient by the weights, with room for the common ones, into one by the coordinates."""
        for first, size, width in self.ladders:
            rows = gradient[first : first + size * width].reshape(size, width)
            rows[:] = rows[::-1].cumsum(axis=0)[::-1]
        for part in self.parts:
            gradient[-self.common :] += gradient[part]

    def spread(self, coordinates: np.ndarray, parameters: np.ndarray) -> None:
        """Write the weights with these coordinates to `parameters`."""
        parameters[:] = coordinates[: len(parameters)]
        for part in self.parts:
            parameters[part] += coordinates[-self.common :]
        for first, size, width in self.ladders:
            rows = parameters[first : first + size * width].reshape(size, width)
            np.cumsum(rows, axis=0, out=rows)


@dataclass(eq=False)
class NashBackups:
    """Learns the values of one network.

    Args:
        values: changed in place.
        rules: the game's.
        pack: its record.
        network: the number of the network that learns.
        rng: a random generator.
    """

    values: DuelValues
    rules: DuelRules
    pack: Any
    network: int
    rng: np.random.Generator

    def __post_init__(self) -> None:
        hidden = self.values.header.hidden[self.network]
        self.steps = Steps(self.rules.ladders, self.rules.repeats, hidden[0])
        self.optimiser = Optimiser(self.steps.coordinates(self.values.parameters[self.network]), 1)

    def solved(self, values: DuelValues, positions: np.ndarray, turns: int = 1) -> Solved:
        """Choices of both sides and targets at positions, by `values`."""
        return values.solve(self.rules, self.pack, positions, turns)

    # ---- positions

    def played(self, starts: np.ndarray) -> np.ndarray:
        """The positions of games from `starts` to the end of this network's positions, each by two players of BIAS."""
        share = np.array([part for *_, part in BIAS])
        kinds = self.rng.choice(len(BIAS), len(starts), p=share / share.sum())
        bias = np.array([pair for *pair, _ in BIAS])[kinds]
        mixes = self.rng.dirichlet([0.5] * max(self.rules.pair), (len(starts), 2))
        met_positions = []
        positions = starts
        while len(positions):
            met_positions.append(positions)
            solved = self.solved(self.values, positions)
            after = self.step(positions, solved, bias, mixes)
            on = self.rules.network_of(after) == self.network
            positions, bias, mixes = after[on], bias[on], mixes[on]
        return np.concatenate(met_positions)

    def step(self, positions: np.ndarray, solved: Solved, bias: np.ndarray, mixes: np.ndarray) -> np.ndarray:
        """The positions after a turn of players with shares of `bias`, float64[n, 2], by the mixes `mixes`."""
        count = len(positions)
        rng = self.rng
        drawn = [
            np.where(
                rng.random(count) < bias[:, side],
                draw(mixes[:, side], rng.random(count)),
                draw(solved.mixes[:, side], rng.random(count)),
            )
            for side in range(2)
        ]
        rows = np.arange(count)
        columns = self.rules.pair[1]
        pairs = drawn[0] * columns + drawn[1]
        pairs = np.where(solved.picks[rows, pairs] < 0, drawn[0] * columns, pairs)
        first = solved.firsts[rows, pairs]
        wide = solved.firsts[rows, pairs + 1] - first
        other = first + (rng.random(count) * wide).astype(np.int64)
        erring = rng.random(count) < bias.max(axis=1) / 3
        return solved.after[np.where(erring, other, solved.picks[rows, pairs])]

    def see(self, positions: np.ndarray) -> Seen:
        """The inputs of positions."""
        return Seen(*self.rules.see(positions))

    # ---- learning

    def targets(self, positions: np.ndarray, turns: int = 1) -> np.ndarray:
        """float64[n]: the values of the matrix games at positions."""
        parts = [
            self.solved(self.values, positions[a : a + CHUNK], turns).values for a in range(0, len(positions), CHUNK)
        ]
        return np.concatenate(parts)

    def learn(self, seen: Seen, targets: np.ndarray, order: np.ndarray, rate: float) -> float:
        """Take a step towards the targets of the positions in `order`; returns the mean squared error before."""
        weights = self.values.parameters[self.network]
        gradient = self.optimiser.gradients[0][: len(self.optimiser.parameters)]
        squares = add_value_gradients(
            weights, gradient[: len(weights)], self.values.sizes[self.network], *seen, targets, order
        )
        self.steps.gather(gradient)
        self.optimiser.step(rate, 1.0, ADAM_EPS)
        self.steps.spread(self.optimiser.parameters, weights)
        return float(squares) / len(order)

    def sweep(self, positions: np.ndarray, settings: BackupSettings) -> dict[str, float]:
        """Learn from `positions`, those nearest to the end first; returns figures.

        The *residual* is the root of the mean squared difference between a target and the value before it was learned,
        the *drift* its mean.
        """
        began = time.process_time()
        distances = self.rules.distance(positions)
        order = np.argsort(distances, kind="stable")
        positions = positions[order]
        distances = distances[order]
        seen = self.see(positions)
        targets = np.zeros(len(positions))
        levels, firsts = np.unique(distances, return_index=True)
        stops = np.append(firsts[1:], len(positions))
        squares, drift = 0.0, 0.0
        for level in range(len(levels)):
            begin, end = firsts[level], stops[level]
            targets[begin:end] = self.targets(positions[begin:end], settings.turns)
            now = self.values.evaluate(self.rules, positions[begin:end])
            squares += ((targets[begin:end] - now) ** 2).sum()
            drift += (targets[begin:end] - now).sum()
            recent = firsts[max(level - LEVELS + 1, 0)]
            rate = settings.learning_rate * (1 - 0.7 * level / len(levels))
            for _ in range(max(5, round(settings.batches * min(1.0, (end - begin) / settings.full)))):
                newest = self.rng.integers(recent, end, BATCH // 2)
                self.learn(seen, targets, np.concatenate([newest, self.rng.integers(0, end, BATCH // 2)]), rate)
        error = self.settle(seen, targets, settings.last, 0.3 * settings.learning_rate)
        count = len(positions)
        return {
            "positions": count,
            "residual": float(np.sqrt(squares / count)),
            "drift": float(drift / count),
            "fit": error,
            "cpu_seconds": time.process_time() - began,
        }

    def settle(self, seen: Seen, targets: np.ndarray, batches: int, rate: float) -> float:
        """Learn fixed targets with a learning rate that falls to 0; returns the root of the mean squared error of the
        last tenth of the batches."""
        last = []
        count = len(targets)
        for number in range(batches):
            left = 1 - number / batches
            error = self.learn(seen, targets, self.rng.integers(0, count, BATCH), rate * left + 1e-5)
            if left <= 0.1 or number == batches - 1:
                last.append(error)
        return float(np.sqrt(np.mean(last)))


def consistency(
    values: DuelValues, rules: DuelRules, pack: Any, starts: np.ndarray, rng: np.random.Generator, turns: int = 1
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Play games from `starts` by the equilibria of both sides. Returns of each game what its first position is worth,
    the sum of (backup - value) along it, and its result: for consistent values the sum is 0 on the mean, and the result
    is what the first position is worth. The end of a network's positions counts as its value."""
    first = values.evaluate(rules, starts)
    drift = np.zeros(len(starts))
    results = np.zeros(len(starts))
    network = rules.network_of(starts)
    positions = starts
    rows = np.arange(len(starts))
    while len(rows):
        solved = values.solve(rules, pack, positions, turns)
        drift[rows] += solved.values - values.evaluate(rules, positions)
        drawn = [draw(solved.mixes[:, side], rng.random(len(rows))) for side in range(2)]
        places = np.arange(len(rows))
        pairs = drawn[0] * rules.pair[1] + drawn[1]
        positions = solved.after[solved.picks[places, pairs]]
        on = rules.network_of(positions) == network[rows]
        results[rows[~on]] = values.evaluate(rules, positions[~on])
        rows = rows[on]
        positions = positions[on]
    return first, drift, results
