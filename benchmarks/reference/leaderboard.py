"""The page of a field: ratings in every game, and rating against time for each decision."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from medianoche.benchmarks.reference.field import FieldMember, FieldTable, Reference
from medianoche.benchmarks.studies.study import curve, markdown
from medianoche.benchmarks.studies.study import draw as draw_study
from medianoche.benchmarks.tournament.elo import ELO_MEAN, ELO_SCALE, bradley_terry
from medianoche.benchmarks.tournament.intervals import Estimate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes

COLUMNS = 3
"""Columns of the picture."""
WIDTH, HEIGHT = 4.0, 3.2
"""Size of a game's axes in inches."""
REPLICATES, NORMAL_REACH = 2000, 1.96
"""Random draws for the intervals of the ratings over all games; half of a normal distribution's interval of 95%."""
ENDLESS = 4000.0
"""Elo from a rating to an infinite end of its interval, for the ratings over all games: nearly all points or none."""
OVERALL = """## All games

One Bradley-Terry model of the expected results in {games} games. All games have the same weight, and so have all player
counts of a game.
Intervals: {replicates:,} draws of all ratings from normal distributions with the intervals of their tables.
"""
AXIS_START_MS = 1e-4
"""Milliseconds; quicker members are drawn here, since the axis is logarithmic."""
INTRODUCTION = """# Leaderboard

This page has the ratings of field {name} of the suite. `medianoche leaderboard` writes it from the field's file.
`medianoche rate my_bot.py:MyBot GAME` rates your own bot against this field ([how](reference/README.md)). Ratings are
Bradley-Terry on the Elo scale with mean 1500 in each table, with 95% intervals over deals. Compare ratings inside one
table only. Milliseconds for a decision are wall time on the machine that froze the field, with many games at a time. A
network is identified by the first 16 digits of its file's sha256.
"""
RENAMED = """The field was frozen before `net` had values of duels. In a game with such values its `net` and `net:64`
are the agents `net:plain` and `net:64:plain` of today ([more](reference/README.md)), and its tables have these names. A
table of all games keeps the names of the field.
"""


def page(reference: Reference, picture: str) -> str:
    """The page as markdown; `picture` is the name of the picture's file beside it."""
    lines = [INTRODUCTION.format(name=reference.name)]
    if any(table.played(member) != member.agent for table in reference.tables for member in table.members):
        lines.append(RENAMED)
    lines += [f"![Strength against time]({picture})", ""]
    if (games := len({table.game for table in reference.tables})) > 1:
        ranked_overall = sorted(overall(reference.tables).items(), key=lambda member: -member[1].value)
        overall_rows = [(f"`{agent}`", rating.words(".0f")) for agent, rating in ranked_overall]
        lines += [OVERALL.format(games=games, replicates=REPLICATES), *markdown(("agent", "rating"), overall_rows), ""]
    for table in reference.tables:
        lines += [f"## {table.title}", "", about(table), ""]
        roles = tuple(table.members[0].roles)
        headings = ("agent", "rating", *(f"as {role}" for role in roles), "ms a decision", "policy")
        ranked = sorted(table.members, key=lambda member: (-member.elo, member.agent))
        rows = [
            (
                f"`{table.played(member)}`",
                member.rating.words,
                *(member.roles[role].words for role in roles),
                f"{member.milliseconds:g}",
                f"`{member.fingerprint}`" if member.fingerprint else "",
            )
            for member in ranked
        ]
        lines += [*markdown(headings, rows), ""]
    return "\n".join(lines)


def overall(tables: Sequence[FieldTable]) -> dict[str, Estimate]:
    """The ratings over all games of the agents that are members of every table, mean 1500.

    In each table the ratings say how many points an agent is expected to get against each other one. The ratings over
    all games are those of a Bradley-Terry model of the mean of these points: over a game's tables, then over games.
    """
    agents = [member.agent for member in tables[0].members]
    agents = [agent for agent in agents if all(agent in {member.agent for member in table.members} for table in tables)]
    count = Counter(table.game for table in tables)
    rng = np.random.default_rng(0)
    points = np.zeros((1 + REPLICATES, len(agents), len(agents)))
    for table in tables:
        members = {member.agent: member.rating for member in table.members}
        elo, low, high = np.array([(members[agent].elo, members[agent].low, members[agent].high) for agent in agents]).T
        drawn = elo + _drawn(elo, low, high, rng.standard_normal((REPLICATES, len(agents))))
        strength = np.concatenate([elo[None], drawn]) / ELO_SCALE
        points += 1 / (1 + np.exp(strength[:, None, :] - strength[:, :, None])) / (len(count) * count[table.game])
    points *= 1 - np.eye(len(agents))
    rating, *others = ELO_MEAN + ELO_SCALE * bradley_terry(points)
    ends = np.quantile(others, [0.025, 0.975], axis=0).T
    return {agent: Estimate(value, *reach) for agent, value, reach in zip(agents, rating, ends, strict=True)}


def _drawn(elo: np.ndarray, low: np.ndarray, high: np.ndarray, normal: np.ndarray) -> np.ndarray:
    """Errors of ratings from standard normal numbers, float64[replicates, agents]; an end that is infinite is ENDLESS
    Elo away on its side."""
    half = (high - low) / 2
    below, above = (np.where(np.isfinite(half), half, np.minimum(side, ENDLESS)) for side in (elo - low, high - elo))
    errors: np.ndarray = np.where(normal < 0, below, above) / NORMAL_REACH * normal
    return errors


def about(table: FieldTable) -> str:
    """One line with the conditions of a table: version, games, deals, seed, hash."""
    return (
        f"Version {table.game_version} of the game, {table.games:,} games on {table.deals:,} deals, seed {table.seed}, "
        f"medianoche {table.medianoche}; table `{table.hash}`."
    )


def draw(file: Path, reference: Reference) -> None:
    """Write the picture (SVG): Elo over milliseconds a decision, a pair of axes for each game's first table."""
    firsts: dict[str, FieldTable] = {}
    for table in reference.tables:
        firsts.setdefault(table.game, table)
    tables = list(firsts.values())
    columns = min(COLUMNS, max(len(tables), 1))
    rows = -(-len(tables) // columns) or 1

    def paint(axes: Axes, row: int, column: int) -> None:
        place = columns * row + column
        axes.set_visible(place < len(tables))
        if place < len(tables):
            _paint(axes, tables[place])

    draw_study(file, (WIDTH, HEIGHT), range(rows), range(columns), paint)


def _paint(axes: Axes, table: FieldTable) -> None:
    families: dict[str, list[FieldMember]] = {}
    for member in table.members:
        families.setdefault(member.agent.partition(":")[0], []).append(member)
    for number, (name, unsorted) in enumerate(families.items()):
        members = sorted(unsorted, key=lambda member: member.milliseconds)
        above = -10 if number % 2 else 4
        side, beside = ("right", (-4, above)) if len(members) == 1 else ("left", (4, above))
        times = [max(member.milliseconds, AXIS_START_MS) for member in members]
        ratings = [Estimate(member.elo, member.low, member.high) for member in members]
        curve(axes, times, ratings, markersize=4, color=f"C{number}", label=name)
        for time, member in zip(times, members, strict=True):
            axes.annotate(
                table.played(member), (time, member.elo), beside, textcoords="offset points", fontsize=7, ha=side
            )
    axes.set_xscale("log")
    axes.margins(0.2)
    axes.set(xlabel="ms a decision", ylabel="Elo, 95%", title=table.title)
