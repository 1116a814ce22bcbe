"""The page of an empirical game: its matrix, its equilibrium, what each agent guarantees, and cross-play."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from medianoche.benchmarks import Estimate
from medianoche.benchmarks.metagame.equilibrium import Equilibrium, equilibrium
from medianoche.benchmarks.metagame.game import MetaGame, estimate
from medianoche.benchmarks.studies.study import markdown

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

SHARE = 0.01
"""Smaller shares of a mixture are not told."""


class Guarantee(NamedTuple):
    """What an agent wins in a role."""

    agent: str
    role: str
    worst: Estimate  # against the opponent against whom it wins least
    against: str
    mixture: Estimate  # against the other side's equilibrium


class SolvedGame(NamedTuple):
    """An empirical game with its equilibrium."""

    sides: tuple[list[str], list[str]]
    points: np.ndarray  # float64[deals, rows, columns]
    mix: Equilibrium
    value: Estimate  # of the game to the first team
    guarantees: list[Guarantee]  # the first team's, then the second's; the best first


def solve(meta: MetaGame, names: Sequence[str], deals: int) -> SolvedGame:
    """The equilibrium of the game of the agents `names`, from the first `deals` deals of each cell.

    The interval of the value is that of the points of the two mixtures against each other: where a payoff changes a
    little the value changes by as much as the mixtures weigh it, whatever they become.
    """
    first, second = meta.sides(names)
    points = meta.payoffs(names, deals)
    mix = equilibrium(points.mean(axis=0))
    value = estimate(np.einsum("r,drc,c->d", mix.rows, points, mix.columns))
    against_columns = points @ mix.columns
    against_rows = 1 - np.einsum("r,drc->dc", mix.rows, points)
    guarantees = [_guarantees(meta.roles[0], first, second, points, against_columns)]
    if not meta.symmetric:
        guarantees.append(_guarantees(meta.roles[1], second, first, 1 - points.transpose(0, 2, 1), against_rows))
    return SolvedGame((first, second), points, mix, value, [guarantee for side in guarantees for guarantee in side])


def _guarantees(
    role: str, own_agents: list[str], other: list[str], points: np.ndarray, mixture: np.ndarray
) -> list[Guarantee]:
    guarantees = []
    for row, name in enumerate(own_agents):
        worst = int(points[:, row].mean(axis=0).argmin())
        least = estimate(points[:, row, worst])
        guarantees.append(Guarantee(name, role, least, other[worst], estimate(mixture[:, row])))
    return sorted(guarantees, key=lambda guarantee: -guarantee.worst.value)


def percent(estimate: Estimate) -> str:
    """A share with its interval."""
    return f"{100 * estimate.value:.0f} ({100 * estimate.low:.0f} to {100 * estimate.high:.0f})"


def mixture(names: list[str], shares: np.ndarray) -> str:
    """A mixture in words, the greatest share first."""
    told = [(share, name) for name, share in zip(names, shares, strict=True) if share >= SHARE]
    return ", ".join(
        f"{share:.0%} {name}" for share, name in sorted(told, key=lambda weighted: (-weighted[0], weighted[1]))
    )


def summary(meta: MetaGame, solved: SolvedGame) -> list[str]:
    """The equilibrium in lines of text."""
    (one, other), mix = meta.roles, solved.mix
    if meta.symmetric:
        return [f"The best mixture, which no agent beats: {mixture(solved.sides[0], mix.rows)}."]
    return [
        f"Value of the game to {one}: {percent(solved.value)}% of the games.",
        f"Mixture of {one}: {mixture(solved.sides[0], mix.rows)}.",
        f"Mixture of {other}: {mixture(solved.sides[1], mix.columns)}.",
    ]


def page(meta: MetaGame, solved: SolvedGame, cross: tuple[str, list[str]] | None, picture: str) -> str:
    """The page as markdown.

    Args:
        meta: the game.
        solved: its solution.
        cross: the heading of cross-play, and its table.
        picture: name of the picture's file beside it.
    """
    played = meta.played
    deals = len(solved.points)
    (rows, columns), (one, other) = solved.sides, meta.roles

    def told(row: int, column: int) -> str:
        itself = meta.symmetric and row == column
        return "-" if itself else percent(estimate(solved.points[:, row, column]))

    cells = [[f"`{name}`", *(told(row, column) for column in range(len(columns)))] for row, name in enumerate(rows)]
    both = ", in both seatings" if meta.symmetric else ""
    about = (
        f"Wins in percent with 95% intervals, ties half; {deals:,} deals for each pair, the same for all{both}, seed "
        f"{played.seed}, version {played.version} of the game. Written by `medianoche metagame`."
    )
    lines = [
        f"# Empirical game: {meta.setup.game.title}, {played.players} players",
        "",
        about,
        "",
        *(f"- {line}" for line in summary(meta, solved)),
        "",
        f"![The matrix and the mixtures]({picture})",
        "",
        "## What each agent guarantees",
        "",
        "Wins in percent against the known opponent against whom it wins least (these games choose it, so rather too",
        "little), and against the other side's mixture.",
        "",
        *markdown(
            ("agent", "role", "guarantees", "against", "against the mixture"),
            [
                (f"`{g.agent}`", g.role, percent(g.worst), f"`{g.against}`", percent(g.mixture))
                for g in solved.guarantees
            ],
        ),
        "",
        f"## Wins of {one} against {other}",
        "",
        *markdown((f"{one} (rows)", *(f"`{name}`" for name in columns)), cells),
        "",
    ]
    if cross:
        lines += [f"## {cross[0]}", "", *cross[1], ""]
    names = dict.fromkeys(rows + columns)
    lines += ["Agents:", "", *(f"- `{name}`: `{played.members[name].agent}`" for name in names), ""]
    return "\n".join(lines)


def crossplay(meta: MetaGame, names: Sequence[str], team: int, against: str, deals: int) -> tuple[str, list[str]]:
    """Heading and lines of cross-play: wins of teams whose seats two agents share, against one agent."""
    partners = meta.sides(names)[team]
    cells = {frozenset(cell[team]): cell for cell in meta.mixed_cells(names, team, against)}

    def won(*group: str) -> np.ndarray:
        points = meta.points(cells[frozenset(group)], deals)
        return points if team == 0 else 1 - points

    rows = [[f"`{one}`", *(percent(estimate(won(one, other))) for other in partners)] for one in partners]
    apart = [(won(one, other), (won(one, one) + won(other, other)) / 2) for one, other in combinations(partners, 2)]
    lines = markdown((f"{meta.roles[team]} of", *(f"and `{name}`" for name in partners)), rows)
    if apart:
        lost = np.mean([mixed - alone for mixed, alone in apart], axis=0)
        told = Estimate.mean(100 * lost).words("+.1f")
        lines += ["", f"A mixed team wins {told} percentage points more than the mean of its two agents' own teams."]
    return f"Cross-play: {meta.roles[team]} of two agents against `{against}`", lines


def draw(file: Path, meta: MetaGame, solved: SolvedGame) -> None:
    """Write the picture (SVG): the matrix of win rates, and the shares of the equilibrium beside and above it."""
    from medianoche.benchmarks.tournament.plots import FAINT, MOON, NIGHT, svg

    means, (rows, columns) = solved.points.mean(axis=0), solved.sides
    size = 0.55 * len(columns) + 4, 0.4 * len(rows) + 2.5

    def shares(axes: Axes, values: np.ndarray, upright: bool) -> None:
        places = np.arange(len(values))
        bars = (axes.bar if upright else axes.barh)(places, values, color=MOON)
        axes.bar_label(bars, [f"{value:.0%}" if value >= SHARE else "" for value in values], fontsize=8)
        axes.margins(0.2)
        axes.tick_params(bottom=False, left=False, labelbottom=False, labelleft=False)

    def paint(figure: Figure) -> None:
        grid = figure.add_gridspec(2, 2, width_ratios=(len(columns), 2), height_ratios=(2, len(rows)))
        axes = figure.add_subplot(grid[1, 0])
        axes.imshow(means, cmap="coolwarm", vmin=0, vmax=1, aspect="auto")
        for row, column in np.ndindex(means.shape):
            ink = NIGHT if 0.2 < means[row, column] < 0.8 else "white"
            axes.text(column, row, f"{100 * means[row, column]:.0f}", ha="center", va="center", color=ink, fontsize=8)
        axes.set_yticks(range(len(rows)), rows, fontsize=8)
        axes.set_xticks(range(len(columns)), columns, fontsize=8, rotation=60, ha="right", rotation_mode="anchor")
        axes.set(ylabel=meta.roles[0], xlabel=meta.roles[1])
        above = figure.add_subplot(grid[0, 0], sharex=axes)
        beside = figure.add_subplot(grid[1, 1], sharey=axes)
        shares(above, solved.mix.columns, upright=True)
        shares(beside, solved.mix.rows, upright=False)
        above.set_ylabel("mixture", fontsize=8)
        beside.axvline(0, color=FAINT)

    svg(file, *size, paint)
