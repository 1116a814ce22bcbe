"""What taking a card, tile, power or action adds to the points, from the decisions of strong agents.

The unit is a decision at which the name is a choice: one legal action has it and another has not. The final points of
the mover are regressed on whether it was taken, on the network's evaluation before the decision (a seat that is ahead
wins more often, whatever it takes), and on the mover's role. Intervals are clustered by game. The agent chooses what it
takes, so this compares like with like only as far as the evaluation knows the position: it is an association.
`without` measures the same by an experiment.
"""

from __future__ import annotations

from math import erfc, sqrt
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from medianoche.benchmarks import Estimate
from medianoche.benchmarks.tournament.intervals import TAIL, student

if TYPE_CHECKING:
    from collections.abc import Sequence

    from medianoche.benchmarks.studies.playtest.recording import SelfPlay

GAMES_MIN = 20
"""A name needs so many games in which it was taken, and as many in which it was left, for a figure."""
DISCOVERIES = 0.05
"""Benjamini and Hochberg's false discovery rate: of the marked names, one in twenty is marked by chance."""


class NameEffect(NamedTuple):
    """A name's numbers."""

    name: str
    kind: bool  #: whether it is a kind of action
    seen: float  #: share of the games whose names were read in which it was on offer
    offers: int  #: decisions at which it was a choice
    taken: float  #: share of these decisions at which it was taken
    adds: Estimate | None  #: points from 0 to 1; None: too few games, or each role has the same points in all
    chance: float  #: probability of so large an effect by chance alone
    marked: bool  #: whether it stays after correcting for the number of names


def effects(play: SelfPlay, roles: Sequence[int]) -> list[NameEffect]:
    """The numbers of all names that were on offer, those that add most first."""
    offers = play.offers
    name_effects = []
    points = (1 + play.utility[play.game, play.seat]) / 2
    role = np.array(roles)[play.seat]
    for number in np.unique(offers.name).tolist():
        of_name = offers.name == number
        choice = of_name & offers.choice
        rows = offers.decision[choice]
        taken = offers.taken[choice]
        adds, chance = added(taken, points[rows], play.value[rows], role[rows], play.game[rows])
        seen = len(np.unique(play.game[offers.decision[of_name]])) / offers.games
        share = float(taken.mean()) if len(taken) else np.nan
        name_effects.append(
            NameEffect(
                play.names.labels[number], play.names.is_kind(number), seen, len(rows), share, adds, chance, False
            )
        )
    marks = discoveries(np.array([effect.chance for effect in name_effects]))
    marked = [effect._replace(marked=bool(mark)) for effect, mark in zip(name_effects, marks, strict=True)]
    return sorted(
        marked, key=lambda effect: (effect.adds is None, -(effect.adds.value if effect.adds else 0), effect.name)
    )


def added(
    taken: np.ndarray, points: np.ndarray, value: np.ndarray, role: np.ndarray, game: np.ndarray
) -> tuple[Estimate | None, float]:
    """Regress the points of n decisions on whether the name was taken, by least squares.

    Args:
        taken: bool[n], whether the name was taken.
        points: float64[n], the mover's at the end of the game, from 0 to 1.
        value: float64[n], the network's evaluation before the decision; left out if there is a NaN.
        role: int64[n], the mover's role.
        game: int64[n], the number of the game; the decisions of a game are one cluster.

    Returns:
        The points that taking it adds, with their 95% interval, and the probability of so large a number by chance.
        (None, NaN) if too few games tell.

    Sources: Frisch and Waugh, "Partial time regressions as compared with individual trends", 1933; the interval by
    clusters: Liang and Zeger, "Longitudinal data analysis using generalized linear models", 1986.
    """
    if min(len(np.unique(game[taken])), len(np.unique(game[~taken]))) < GAMES_MIN:
        return None, np.nan
    controls = np.column_stack([role[:, None] == np.unique(role), *([] if np.isnan(value).any() else [value])])

    # What the controls explain is subtracted from both sides; a regression on one number is left (Frisch and Waugh).
    other_taken, other_points = (
        variable - controls @ np.linalg.lstsq(controls, variable, rcond=None)[0] for variable in (1.0 * taken, points)
    )
    variation = float(other_taken @ other_taken)
    if min(variation, float(other_points @ other_points)) < 1e-9 * len(
        taken
    ):  # one of the two is the same at all decisions of a role
        return None, np.nan

    slope = float(other_taken @ other_points) / variation
    clusters, cluster = np.unique(game, return_inverse=True)
    cluster_scores = np.bincount(cluster, other_taken * (other_points - slope * other_taken))
    count = len(clusters)
    error = float(np.sqrt(count / (count - 1) * (cluster_scores @ cluster_scores))) / variation
    half_width = student(count - 1, TAIL) * error
    return Estimate.around(slope, half_width), erfc(abs(slope) / max(error, 1e-300) / sqrt(2))


def discoveries(chances: np.ndarray, rate: float = DISCOVERIES) -> np.ndarray:
    """bool[n]: which probabilities stay after Benjamini and Hochberg's correction (1995); NaN are no tests."""
    tests = np.flatnonzero(~np.isnan(chances))
    order = tests[np.argsort(chances[tests])]
    below = np.flatnonzero(chances[order] <= rate * np.arange(1, len(order) + 1) / max(len(order), 1))
    discovered = np.zeros(len(chances), bool)
    discovered[order[: below[-1] + 1 if len(below) else 0]] = True
    return discovered
