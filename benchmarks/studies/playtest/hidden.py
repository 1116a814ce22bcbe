"""How much a player does not know: the entropy of what `determinize` draws for it, in bits."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from medianoche.envs.core.kernels.rng import spread

if TYPE_CHECKING:
    from medianoche import Batch

SAMPLES = 400
"""Samples of what is hidden at each position."""


class HiddenBits(NamedTuple):
    """What the seat to move does not know at some positions: float64[positions] each.

    Attributes:
        least: bits of entropy, at least: Renyi's entropy of order 2, from how often two samples are the same; without
            any such pair, the logarithm of the number of pairs.
        most: bits of entropy, at most: the entropies of all entries of the record, added as if they were independent.
        share: share of the record's entries that vary at any position which the seat does not know.
    """

    least: np.ndarray
    most: np.ndarray
    share: np.ndarray


def hidden(batch: Batch, rows: np.ndarray, samples: int = SAMPLES) -> HiddenBits:
    """Measure the positions in `rows` of a batch, int64[positions], whose games are not over."""
    game = batch.game
    bounds = []
    sampled = np.zeros(samples, game.declaration.state_dtype).view(np.recarray)
    fields = [name for name in game.declaration.state_dtype.names or () if name != "rng"]
    moving = np.ptp(entries(batch.states[rows], fields), axis=0) > 0
    for row in rows.tolist():
        seeds = spread(np.arange(samples, dtype=np.uint64) + np.uint64(row << 32))
        game.rules.loops.sample_rows(batch.records, batch.states, np.full(samples, row), seeds, sampled)
        values = entries(sampled, fields)
        bounds.append((bits_at_least(values), bits_at_most(values), np.ptp(values, axis=0) > 0))
    least, most, varies = (np.array(column) for column in zip(*bounds, strict=True))
    moving = moving | varies.any(axis=0)
    return HiddenBits(least, most, varies.sum(axis=1) / max(moving.sum(), 1))


def entries(states: np.ndarray, fields: list[str]) -> np.ndarray:
    """int64[states, entries]: the numbers of the records' fields, one after another."""
    return np.concatenate([states[name].astype(np.int64).reshape(len(states), -1) for name in fields], axis=1)


def bits_at_most(values: np.ndarray) -> float:
    """An upper bound of the entropy of the rows of int64[samples, entries], in bits: the entropies of the entries added
    up, each with Miller's and Madow's correction for few samples."""
    total = 0.0
    for column in values.T:
        counts = np.unique(column, return_counts=True)[1]
        shares = counts / len(values)
        total += float(-(shares * np.log2(shares)).sum() + (len(counts) - 1) / (2 * len(values) * np.log(2)))
    return total


def bits_at_least(values: np.ndarray) -> float:
    """A lower bound of the entropy of the rows of int64[samples, entries], in bits: Renyi's entropy of order 2, from
    pairs of equal rows. Without such a pair it is the logarithm of the number of pairs."""
    counts = np.unique(values, axis=0, return_counts=True)[1]
    pairs = len(values) * (len(values) - 1)
    return float(np.log2(pairs / max((counts * (counts - 1)).sum(), 2)))
