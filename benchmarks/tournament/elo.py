"""Elo from the points of pairs: the model of Bradley and Terry, with 95% intervals by profile likelihood.

The rating of an agent is a gap between its strength and the mean strength of the others. An end of its interval is the
gap at which the games are just too unlikely, with the strengths of all others chosen as well as they fit that gap
(profile likelihood: Venzon, Moolgavkar 1988; Cox, Hinkley 1974). If no gap is too unlikely, that end is infinite.

- The unit is the deal. As many deals count as a binomial variable of the same variance would have trials (effective
  sample size: Korn, Graubard 1998): fewer than games, if the games of a deal end alike. The variance over deals is
  drawn towards that of deals whose games all end alike, the more, the less the games say.
- The threshold is that of Student's t, squared.
- Results are whole deals, the likelihood is smooth: half a deal is moved against each end before it is looked for
  (correction for continuity), among the games that decide about this gap.
- An agent that won all points has no upper end. Its lower end is the gap at which the chance of that is 2.5% (Clopper,
  Pearson 1934): with one opponent and n deals, that of a share of 0.025 to the power 1/n.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from medianoche.benchmarks.tournament.intervals import TAIL, student

ELO_MEAN = 1500.0
ELO_SCALE = 400.0 / np.log(10.0)
ROUNDS = 200
"""Steps of Newton's method at most; each changes a strength by 1 at most."""
FAR = 30.0
"""Gap from the estimate, as a natural logarithm, beyond which an end is infinite: 5,212 Elo."""
TRACE = 1e-9
"""Points of the imaginary games of `imagined` in the likelihood, so that it has a maximum where strengths are not
bounded; beside real points it is nothing."""
FLAT = 1e-12
"""Curvature at least, so that it can be inverted where strengths are far apart."""
SURE = 2.0
"""The variance over deals counts as much as its greatest value if the games hold this much information on a gap: as
much as 8 deals with a share of one half."""
PRECISION = 1e-4
"""Of an end, in standard errors."""
CELLS = 4_000_000
"""Numbers in an array at most, about: of hundreds of agents the ends are looked for in parts."""

Curve = Callable[[np.ndarray], np.ndarray]


class Elo(NamedTuple):
    """Ratings of all: three float64[n]. An end of an interval may be infinite."""

    rating: np.ndarray
    low: np.ndarray
    high: np.ndarray


class _Evidence(NamedTuple):
    """What the games say about the gap between each agent and the mean of the others."""

    strength: np.ndarray  # float64[n], the estimate
    contrast: np.ndarray  # float64[n, n]: gap i is contrast[i] @ strength
    pull: np.ndarray  # float64[n, n]: how much gap i grows with a point of k more
    information: np.ndarray  # float64[n, n], of the games of each pair on the difference of the two
    weight: np.ndarray  # float64[n]: deals that a point of the agent's games stands for
    spread: np.ndarray  # float64[n]: variance over deals, relative to that of deals whose games all end alike
    blocks: np.ndarray  # int64[n], in which the agent met others


def elo(points: np.ndarray, deals: np.ndarray | None = None) -> Elo:
    """Ratings with 95% intervals from points[blocks, i, j] of i against j; the mean of the ratings is 1500.

    In the estimate each agent has one more, imaginary game against the field, a draw: so that an agent which never lost
    has a finite rating. The intervals do without.

    Args:
        points: one block is one deal, or several if `deals` says so.
        deals: int64[n], on how many deals each agent met others.
    """
    total = points.sum(axis=0)
    count = len(total)
    strength = bradley_terry(total + imagined(count) / 2)
    rating = ELO_MEAN + ELO_SCALE * strength
    if count == 1:
        return Elo(rating, rating, rating)
    evidence = _evidence(points, strength, deals)
    part = max(CELLS // count**2, 1)
    parts = np.array_split(np.arange(count), -(-count // part))
    ends = [np.concatenate([_ends(total, evidence, agents, sign) for agents in parts]) for sign in (-1, 1)]
    return Elo(rating, *(ELO_MEAN + ELO_SCALE * (1 - 1 / count) * gap for gap in ends))


def imagined(count: int) -> np.ndarray:
    """float64[n, n]: the games of each pair when every agent has one more, imaginary game against the others."""
    return (1.0 - np.eye(count)) / max(count - 1, 1)


def bradley_terry(points: np.ndarray, start: np.ndarray | float = 0.0) -> np.ndarray:
    """Maximum-likelihood strengths (natural logarithm, mean 0) from points[..., i, j] of i against j.

    Newton's method on the concave log-likelihood, for many matrices at once, with bounded steps from the strengths
    `start`. Every agent must have won and lost points against the others, directly or through others; `elo` adds
    imaginary games for that.
    """
    strength = np.zeros(points.shape[:-1]) + start
    for _ in range(ROUNDS):
        gradient, curvature = _slopes(points, strength)
        move = np.linalg.solve(curvature, gradient[..., None])[..., 0]
        move /= np.maximum(1.0, np.abs(move).max(axis=-1, keepdims=True))
        strength += move
        if np.abs(move).max() < 1e-9:
            break
    strength -= strength.mean(axis=-1, keepdims=True)
    return strength


def _with_gap(points: np.ndarray, contrast: np.ndarray, gap: np.ndarray, start: np.ndarray) -> np.ndarray:
    """The likeliest strengths, float64[m, n], with which contrast[k] @ strength is gap[k], from points[m, n, n]."""
    strength = start + ((gap - (start * contrast).sum(axis=1)) / (contrast**2).sum(axis=1))[:, None] * contrast
    for _ in range(ROUNDS):
        gradient, curvature = _slopes(points, strength)
        solved = np.linalg.solve(curvature, np.stack([gradient, contrast], axis=-1))
        free = solved[..., 0]
        bound = solved[..., 1]
        excess = (free * contrast).sum(axis=1) / (bound * contrast).sum(axis=1)
        move = free - excess[:, None] * bound
        move /= np.maximum(1.0, np.abs(move).max(axis=-1, keepdims=True))
        strength += move
        if np.abs(move).max() < 1e-7:
            break
    return strength


def _slopes(points: np.ndarray, strength: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Gradient of the log-likelihood and its curvature, which is made regular in the direction of all strengths."""
    count = points.shape[-1]
    played = points + np.swapaxes(points, -1, -2)
    gain = _expected(strength)
    weight = played * gain * (1.0 - gain)
    curvature = np.eye(count) * (weight.sum(axis=-1)[..., None] + FLAT) - weight + 1.0 / count
    return (points - played * gain).sum(axis=-1), curvature


def _expected(strength: np.ndarray) -> np.ndarray:
    """[..., n, n]: the share of the points that one agent is expected to get against another."""
    with np.errstate(over="ignore"):  # far above 1 the power is infinite, and the share 0
        share: np.ndarray = 1.0 / (1.0 + np.exp(strength[..., None, :] - strength[..., :, None]))
    return share


def _log_likelihood(points: np.ndarray, strength: np.ndarray) -> np.ndarray:
    gap = strength[..., :, None] - strength[..., None, :]
    likelihood: np.ndarray = -(points * np.logaddexp(0.0, -gap)).sum(axis=(-2, -1))
    return likelihood


def _evidence(points: np.ndarray, strength: np.ndarray, deals: np.ndarray | None) -> _Evidence:
    count = points.shape[-1]
    total = points.sum(axis=0)
    blocks = np.maximum((points.any(axis=2) | points.any(axis=1)).sum(axis=0), 1)
    contrast = (count * np.eye(count) - 1.0) / (count - 1)
    share = _expected(strength)
    _, curvature = _slopes(total + imagined(count) / 2, strength)
    pull = np.linalg.solve(curvature, contrast.T).T
    weight = (blocks if deals is None else deals) / np.maximum((total + total.T).sum(axis=1), TRACE)
    surprise = (points - (points + np.swapaxes(points, 1, 2)) * share).sum(axis=2) @ pull.T
    seen = (surprise**2).sum(axis=0) * blocks / np.maximum(blocks - 1, 1)
    most = (pull * contrast).sum(axis=1) / np.maximum(weight, TRACE)
    # seen / most where the information 1 / most is large, 1 where it is small
    spread = (seen / most + SURE * most) / (1 + SURE * most)
    information = (total + total.T) * share * (1.0 - share)
    return _Evidence(strength, contrast, pull, information, weight, spread, blocks)


def _ends(total: np.ndarray, evidence: _Evidence, agents: np.ndarray, sign: int) -> np.ndarray:
    """The lower (`sign` -1) or upper (1) ends of the gaps of `agents`, float64[m]."""
    against = total.sum(axis=0 if sign < 0 else 1)[agents] == 0  # all is lost above the upper end, or won
    blocks = evidence.blocks[agents]
    reach = np.array([student(max(int(number) - 1, 1), TAIL) ** 2 for number in blocks]) * evidence.spread[agents]
    threshold = np.where(against, -2 * np.log(TAIL), reach) / evidence.weight[agents].clip(TRACE)
    points = np.where(against[:, None, None], total, _moved(total, evidence, agents, sign))
    points += TRACE * imagined(len(total))
    contrast = evidence.contrast[agents]
    best = _log_likelihood(points, bradley_terry(points, evidence.strength))
    strength = np.tile(evidence.strength, (len(agents), 1))

    def beyond(gap: np.ndarray) -> np.ndarray:
        """The square root of twice the log likelihood that the gaps cost, less that of the threshold: below 0 inside
        the interval. `gap` is float64[m]."""
        strength[:] = _with_gap(points, contrast, gap, strength)
        lost = np.maximum(best - _log_likelihood(points, strength), 0.0)
        return np.asarray(np.sqrt(2 * lost) - np.sqrt(threshold))

    estimate = contrast @ evidence.strength
    error = np.sqrt((evidence.pull[agents] * contrast).sum(axis=1))
    ends = _crossing(beyond, estimate, sign * np.minimum(np.sqrt(threshold) * error, FAR))
    boundless = total.sum(axis=1 if sign < 0 else 0)[agents] == 0  # no point was won, or lost
    return np.where(boundless, sign * np.inf, ends)


def _moved(total: np.ndarray, evidence: _Evidence, agents: np.ndarray, sign: int) -> np.ndarray:
    """float64[m, n, n]: the points with half a deal moved upwards (`sign` 1) or downwards for the gaps of `agents`, as
    far as there is so much to move."""
    pull = evidence.pull[agents]
    ahead = sign * (pull[:, :, None] - pull[:, None, :])
    part = np.where(ahead > 0, evidence.information * ahead**2, 0.0)
    part /= np.maximum(part.sum(axis=(1, 2), keepdims=True), np.finfo(float).tiny)
    half = evidence.spread[agents] / evidence.weight[agents].clip(TRACE) / 2
    moved = np.minimum(part * half[:, None, None], total.T)
    return np.asarray(total + moved - np.swapaxes(moved, 1, 2))


def _crossing(curve: Curve, inside: np.ndarray, step: np.ndarray) -> np.ndarray:
    """The zeros of `curve`, for m values at once: float64[m]. The curve rises from `inside` in the direction of `step`.
    Infinite where it has no zero within FAR."""
    at_inside = curve(inside)
    known = at_inside >= 0  # the estimate is outside: imaginary games have moved it
    reach = np.where(known, 0.0, step)
    while True:
        at_reach = curve(inside + reach)
        corrected = known & (at_reach < 0)  # Newton's method had not come to its end: the estimate is inside
        known &= ~corrected
        at_inside = np.where(corrected, at_reach, at_inside)
        endless = (at_reach < 0) & (np.abs(reach) >= FAR)
        short = (at_reach < 0) & ~endless
        if not short.any():
            break
        reach = np.where(corrected, step, np.where(short, np.clip(2 * reach, -FAR, FAR), reach))
    crossing = _root(curve, np.stack([inside, inside + reach]), np.stack([at_inside, at_reach]), known | endless)
    return np.where(endless, np.sign(step) * np.inf, crossing)


def _root(curve: Curve, bracket: np.ndarray, values: np.ndarray, known: np.ndarray) -> np.ndarray:
    """The zeros of `curve` between bracket[0] and bracket[1], at which it has values[0] and values[1], each float64[m].
    Where `known`, bracket[1] is returned as it is.

    Regula falsi, as changed in Illinois (Dowell, Jarratt 1971).
    """
    old, new = bracket
    at_old, at_new = values
    for _ in range(ROUNDS):
        if known.all() or np.abs(at_new[~known]).max() < PRECISION:
            break
        with np.errstate(invalid="ignore", divide="ignore"):
            trial = np.where(known, new, new - at_new * (new - old) / (at_new - at_old))
        value = curve(trial)
        kept = (value > 0) == (at_new > 0)
        old = np.where(kept, old, new)
        at_old = np.where(kept, at_old / 2, at_new)
        new = trial
        at_new = value
    return new
