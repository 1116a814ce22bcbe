"""The pictures of a tournament's report, drawn without a display."""

from __future__ import annotations

import base64
import io
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from medianoche.benchmarks.tournament.ratings import Standing
from medianoche.benchmarks.tournament.summary import quantile
from medianoche.training import curve

NIGHT = "#12162b"
INK = "#e8e6f0"
FAINT = "#4a5078"
MOON = "#f5d76e"
HAZE = "#7c83c4"
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
        paint(figure.add_subplot())
        file = io.BytesIO()
        figure.savefig(file, dpi=144, metadata={"Software": None})
    return base64.b64encode(file.getvalue()).decode()


def svg(file: Path, width: float, height: float, paint: Callable[[Figure], None]) -> None:
    """Let `paint` draw on a figure (inches); writes an SVG in the night's colours."""
    curve.svg(file, (width, height), paint, **STYLE)


def bars(value: np.ndarray, low: np.ndarray, high: np.ndarray, axis: str = "y") -> dict[str, Any]:
    """The arguments of matplotlib's `errorbar` for intervals along `axis`; the bar to an infinite end is as long as the
    longest other one, and has an arrow."""
    reach = np.maximum([value - low, high - value], 0)
    finite = reach[np.isfinite(reach)]
    longest = finite.max(initial=0.0) or np.ptp(value) or 1.0
    drawn: dict[str, Any] = {f"{axis}err": np.where(np.isinf(reach), longest, reach)}
    prefix = "x" if axis == "x" else ""
    for name, end in (("uplims", low), ("lolims", high)):
        if np.isinf(end).any():
            drawn[f"{prefix}{name}"] = np.isinf(end)
    return drawn


def ratings(table: list[Standing]) -> str:
    """Elo of each agent with its interval, the best on top."""

    def paint(axes: Axes) -> None:
        places = np.arange(len(table))[::-1]
        elo, low, high = np.array([(line.elo, line.low, line.high) for line in table]).T
        axes.errorbar(elo, places, **bars(elo, low, high, "x"), fmt="o", color=MOON, capsize=4)
        axes.set_yticks(places, [short(line.agent) for line in table])
        axes.set_ylim(-0.7, len(table) - 0.3)
        axes.set_xlabel("Elo (mean of the field 1500), 95% interval")
        axes.grid(axis="x", alpha=0.5)

    return draw(7, 1.1 + 0.4 * len(table), paint)


def scores(held: dict[str, Counter[int]]) -> str:
    """Distribution of the scores of each agent, one above another on the same scale, with the median marked."""
    everything = [score for counts in held.values() for score in counts]
    edges = _edges(min(everything), max(everything))

    def paint(axes: Axes) -> None:
        for place, counts in enumerate(reversed(held.values())):
            heights = np.histogram(list(counts), edges, weights=list(counts.values()))[0]
            axes.stairs(place + 0.85 * heights / heights.max(), edges, baseline=place, fill=True, color=HAZE)
            axes.plot([quantile(counts, 0.5)] * 2, [place, place + 0.85], color=MOON, linewidth=1.6)
        axes.set_yticks(np.arange(len(held)) + 0.2, [short(name) for name in reversed(held)])
        axes.set_ylim(-0.1, len(held))
        axes.set_xlabel("score (line: median; heights to the agent's own scale)")
        axes.grid(axis="x", alpha=0.5)

    return draw(7, 1.1 + 0.55 * len(held), paint)


def lengths(counts: Counter[int]) -> str:
    """Distribution of the lengths of the games."""
    edges = _edges(min(counts), max(counts))

    def paint(axes: Axes) -> None:
        held = np.histogram(list(counts), edges, weights=list(counts.values()))[0]
        axes.stairs(held / held.sum(), edges, fill=True, color=HAZE)
        axes.set_xlabel("decisions in a game")
        axes.set_ylabel("share of games")
        axes.grid(axis="y", alpha=0.5)

    return draw(7, 2.4, paint)


def short(name: str) -> str:
    """An agent's name as it fits beside a plot: the end of a long one; no mathematics."""
    return (name if len(name) <= 24 else "…" + name[-23:]).replace("$", r"\$")


def _edges(low: int, high: int) -> np.ndarray:
    """Edges of at most 60 bins, each as wide as some whole number."""
    step = max(-(-(high - low + 1) // 60), 1)
    return np.arange(low, high + step + 1, step) - 0.5
