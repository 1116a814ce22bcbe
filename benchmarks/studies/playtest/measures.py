"""Measures of games: one number a game, whose mean and interval the report has.

Drama is Browne's: how far behind the winner was, by square roots of the differences ("Automatic Generation and
Evaluation of Recombination Games", 2008, 4.6). Evaluations are those of the network, each by the seat to move from what
it knows; the evaluation of a seat stands until its next decision.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from medianoche.benchmarks import Estimate, share_interval

if TYPE_CHECKING:
    from medianoche.benchmarks.studies.playtest.recording import SelfPlay

OBVIOUS_BITS = 0.1
"""A decision is obvious where the policy's entropy is below this: one action has about 99 of 100."""
MOMENTS = (0.25, 0.5, 0.75)
"""Shares of a game at which the leader by evaluation is compared with the winner."""

Rows = dict[str, np.ndarray]
"""A number for each game, NaN where it has none, by measure."""

TITLES = {
    "length": "decisions in a game",
    "real_choices": "share of moves with a choice",
    "branching": "legal actions at a decision",
    "obvious": "share of obvious decisions",
    "entropy": "entropy of a decision in bits",
    "draws": "share of games without a winner",
    "lead_changes": "changes of the lead by scores",
    "value_changes": "changes of the lead by evaluation",
    "settled": "share of the game after which the winner leads for good",
    "behind": "share of the game in which the winner is behind",
    "drama": "drama: how far the winner was behind",
    **{f"known_{share:.0%}"[:-1]: f"winner leads after {share:.0%} of the game" for share in MOMENTS},
}
"""Titles of measures by key. `seat.NAME` is the share of the points of a seat: 1 for a win, 1/2 for a draw."""


def rows(play: SelfPlay, seats: Sequence[str], teams: Sequence[int]) -> Rows:
    """All measures of each game."""
    starts = np.searchsorted(play.game, np.arange(len(play.utility) + 1))
    values_by_key: dict[str, list[float]] = {}
    for game, (start, stop) in enumerate(pairwise(starts)):
        one = slice(start, stop)
        length = stop - start
        entropy = play.entropy[one]
        known = {
            "length": float(length),
            "real_choices": length / (length + play.forced[game]) if length else np.nan,
            "branching": float(play.legal[one].mean()) if length else np.nan,
            "entropy": float(entropy.mean()) if length else np.nan,
            "obvious": float((entropy < OBVIOUS_BITS).mean()) if length and not np.isnan(entropy).any() else np.nan,
            **{f"seat.{name}": (1 + play.utility[game, seat]) / 2 for seat, name in enumerate(seats)},
            **_course(play, one, play.utility[game], np.array(teams)),
        }
        for key, value in known.items():
            values_by_key.setdefault(key, []).append(value)
    return {key: np.array(values, float) for key, values in values_by_key.items()}


def _course(play: SelfPlay, one: slice, utility: np.ndarray, teams: np.ndarray) -> dict[str, float]:
    """What the course of a game shows, by scores and by evaluation."""
    members = np.unique(teams)[:, None] == teams  # bool[teams, players]
    best = np.array([utility[side].max() for side in members])
    winners = np.flatnonzero(best == best.max())
    figures = {"draws": float(len(winners) > 1)} | dict.fromkeys(
        ("lead_changes", "value_changes", "settled", "behind", "drama"), np.nan
    )
    if len(members) == 1:  # one side has no opponent to lead or to draw with
        return figures | {"draws": np.nan}
    scores = np.stack([play.scores[one][:, side].sum(axis=1) for side in members], axis=1)
    if scores.any():
        figures["lead_changes"] = float(changes(scores))
    standing = evaluations(play.value[one], play.seat[one], members)
    known = {f"known_{share:.0%}"[:-1]: np.nan for share in MOMENTS}
    if not len(standing) or np.isnan(standing).any():
        return figures | known
    figures["value_changes"] = float(changes(standing))
    if len(winners) > 1:
        return figures | known
    winner = standing[:, winners[0]]
    others = np.delete(standing, winners[0], axis=1).max(axis=1)
    ahead = winner > others
    gap = np.maximum(others - winner, 0) / 2
    figures["settled"] = (len(ahead) - int(np.argmax(np.append(~ahead[::-1], True)))) / len(ahead)
    figures["behind"] = float((~ahead).mean())
    figures["drama"] = float(np.sqrt(gap[gap > 0]).mean()) if (gap > 0).any() else 0.0
    return figures | {
        f"known_{share:.0%}"[:-1]: float(ahead[min(int(share * len(ahead)), len(ahead) - 1)]) for share in MOMENTS
    }


def changes(standing: np.ndarray) -> int:
    """The number of changes of the leader; `standing` is [moments, sides]. A side that has caught up does not lead
    yet."""
    leader = -1
    count = 0
    for row in standing:
        top = np.flatnonzero(row == row.max())
        if len(top) == 1 and top[0] != leader:
            count = count + (leader >= 0)
            leader = int(top[0])
    return count


def evaluations(value: np.ndarray, seat: np.ndarray, members: np.ndarray) -> np.ndarray:
    """float64[decisions, teams]: the mean over a team's seats of their last own evaluations, 0 before the first.

    Args:
        value: float64[decisions], by the seat to move.
        seat: int64[decisions], the seat to move.
        members: bool[teams, players].
    """
    last = np.zeros(members.shape[1])
    by_side = np.empty((len(value), len(members)))
    for row, (known, mover) in enumerate(zip(value, seat, strict=True)):
        last[mover] = known
        by_side[row] = members @ last / members.sum(axis=1)
    return by_side


def estimates(rows: Rows, sides: int) -> dict[str, Estimate]:
    """The mean of each measure with its interval; `length_spread`, the standard deviation of the length; and
    `seat_advantage`, by how much the points of the seat farthest from it exceed a fair share, 1 divided by `sides`, if
    there are several."""
    means = {key: mean(values) for key, values in rows.items() if (~np.isnan(values)).sum() > 1}
    if "length" in means:
        squares = mean((rows["length"] - rows["length"].mean()) ** 2)
        means["length_spread"] = Estimate(*(float(np.sqrt(max(end, 0))) for end in squares))
    seats = [seat_mean for key, seat_mean in means.items() if key.startswith("seat.")]
    if sides == 1:
        return means
    most = max(seats, key=lambda seat_mean: abs(seat_mean.value - 1 / sides))
    means["seat_advantage"] = Estimate(*(end - 1 / sides for end in most))
    return means


def mean(values: np.ndarray) -> Estimate:
    """The mean of those that are not NaN. Where all are 0, 1/2 or 1, the interval is that of a share, which has a width
    even if all are the same."""
    kept = values[~np.isnan(values)]
    if not np.isin(kept, (0, 0.5, 1)).all():
        return Estimate.mean(kept)
    return Estimate(*map(float, share_interval(kept, np.ones(len(kept)))))
