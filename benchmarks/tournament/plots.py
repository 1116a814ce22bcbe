"""The pictures of a tournament's report, drawn without a display."""

from __future__ import annotations

import base64
import io
from collections.abc import Callable
from typing import Any

import numpy as np
from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from medianoche.benchmarks.tournament.ratings import Standing, head_to_head, seat_utilities
from medianoche.benchmarks.tournament.summary import Summary

NIGHT, INK, FAINT, MOON = "#12162b", "#e8e6f0", "#4a5078", "#f5d76e"
STYLE: dict[Any, Any] = {
    "figure.facecolor": NIGHT,
    "axes.facecolor": NIGHT,
    "axes.edgecolor": FAINT,
    "axes.labelcolor": INK,
    "text.color": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "grid.color": FAINT,
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
}


def draw(width: float, height: float, paint: Callable[[Axes], None]) -> str:
    """Let `paint` draw on one pair of axes (inches); returns a PNG as base64."""
    with rc_context(STYLE):
        figure = Figure(figsize=(width, height), layout="constrained")
        FigureCanvasAgg(figure)
        paint(figure.add_subplot())
        file = io.BytesIO()
        figure.savefig(file, dpi=144, metadata={"Software": None})
    return base64.b64encode(file.getvalue()).decode()


def ratings(table: list[Standing]) -> str:
    """Elo of each agent with its interval, the best on top."""

    def paint(axes: Axes) -> None:
        places = np.arange(len(table))[::-1]
        elo = np.array([line.elo for line in table])
        reach = np.array([[line.elo - line.low, line.high - line.elo] for line in table]).T
        axes.errorbar(elo, places, xerr=np.maximum(reach, 0), fmt="o", color=MOON, capsize=4)
        axes.set_yticks(places, [short(line.agent) for line in table])
        axes.set_ylim(-0.7, len(table) - 0.3)
        axes.set_xlabel("Elo (mean of the field 1500), 95% interval")
        axes.grid(axis="x", alpha=0.5)

    return draw(7, 1.1 + 0.4 * len(table), paint)


def matrix(summary: Summary) -> str:
    """Share of the points of the agent in the row against the agent in the column."""
    names = [short(name) for name in summary.spec.agents]
    return _grid(head_to_head(summary), names, names, (0.0, 1.0), "{:.2f}", "share of points against")


def seats(summary: Summary) -> str:
    """Mean utility by agent and seat: is the first seat better?"""
    names = [*(short(name) for name in summary.spec.agents), "all"]
    seats = list(summary.spec.seat_names)
    return _grid(seat_utilities(summary), names, seats, (-1.0, 1.0), "{:+.2f}", "mean utility in each seat")


def scores(summary: Summary) -> str:
    """Distribution of the scores of each agent, as a curve of its own."""

    def paint(axes: Axes) -> None:
        everything = [score for counts in summary.scores for score in counts]
        low, high = min(everything), max(everything)
        step = max((high - low + 1) / 60, 1.0)
        edges = np.arange(low - 0.5, high + 0.5 + step, step)
        for name, counts in zip(summary.spec.agents, summary.scores, strict=True):
            if counts:
                held = np.histogram(list(counts), edges, weights=list(counts.values()))[0]
                axes.stairs(held / held.sum(), edges, label=short(name), linewidth=1.6)
        axes.set_xlabel("score")
        axes.set_ylabel("share of seats")
        axes.grid(axis="y", alpha=0.5)
        axes.legend(frameon=False, fontsize=9, loc="upper left", bbox_to_anchor=(1.0, 1.0))

    return draw(7.5, 3.2, paint)


def short(name: str, length: int = 24) -> str:
    """An agent's name at a length that fits beside a plot: the end of a long one."""
    return name if len(name) <= length else "…" + name[1 - length :]


def _grid(
    values: np.ndarray,
    rows: list[str],
    columns: list[str],
    bounds: tuple[float, float],
    words: str,
    label: str,
) -> str:
    def paint(axes: Axes) -> None:
        axes.imshow(values, vmin=bounds[0], vmax=bounds[1], cmap="PuOr", aspect="auto")
        axes.set_xticks(np.arange(len(columns)), [short(name, 14) for name in columns], rotation=30, ha="right")
        axes.set_yticks(np.arange(len(rows)), rows)
        axes.set_xlabel(label)
        middle, half = sum(bounds) / 2, (bounds[1] - bounds[0]) / 2
        for (row, column), value in np.ndenumerate(values):
            if np.isfinite(value):
                colour = NIGHT if abs(value - middle) < half * 0.6 else INK
                axes.text(column, row, words.format(value), ha="center", va="center", color=colour, fontsize=9)

    return draw(2.6 + 0.8 * len(columns), 1.4 + 0.42 * len(rows), paint)
