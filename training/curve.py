"""The learning curve: win rates against fixed agents by the number of the learner's decisions."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from medianoche.envs.core.files import replacing
from medianoche.training.logs import TABLE

if TYPE_CHECKING:
    from matplotlib.figure import Figure

FILE = "curve.svg"
POINTS = "points/"
"""How the names of shares of the points begin in the log of a recipe."""
COLOURS = ("#2f6fb0", "#c8553d", "#3a8f5c", "#8a5fb0", "#b08a2f")


class Rate(NamedTuple):
    """Mean share of the points over games, with its 95% confidence interval over deals."""

    mean: float
    low: float
    high: float
    games: int

    def __str__(self) -> str:
        return f"{self.mean:.1%} ({self.low:.1%} to {self.high:.1%})"


class EvaluationPoint(NamedTuple):
    """An evaluation of the learner against fixed agents."""

    decisions: int
    rates: dict[str, Rate]


def svg(file: Path, size: tuple[float, float], paint: Callable[[Figure], None], **style: Any) -> None:
    """Let `paint` draw on a figure, `size` in inches, in a style of matplotlib, and write it as SVG, always the same
    bytes."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    settings: Any = {"svg.fonttype": "none", "svg.hashsalt": "medianoche", "font.size": 10, **style}
    with rc_context(settings):
        figure = Figure(figsize=size, layout="constrained")
        paint(figure)
        with replacing(file) as new:
            figure.savefig(new, format="svg", metadata={"Date": None})


def points_of_log(folder: Path) -> list[EvaluationPoint]:
    """The measurements in the log of a recipe, by `medianoche.training.measure`. It keeps means alone, so their
    intervals have no width."""
    rows = [json.loads(line) for line in (folder / TABLE).read_text(encoding="utf-8").splitlines()]
    points = []
    for row in rows:
        means = {name.removeprefix(POINTS): mean for name, mean in row.items() if name.startswith(POINTS)}
        if means:
            rates = {name: Rate(mean, mean, mean, 0) for name, mean in means.items()}
            points.append(EvaluationPoint(row["decisions"], rates))
    return points


def draw(file: Path, title: str, points: list[EvaluationPoint]) -> None:
    """Draw the learning curve as an SVG file."""

    def paint(figure: Figure) -> None:
        axes = figure.add_subplot()
        done = np.array([point.decisions for point in points]) / 1e6
        for number, opponent in enumerate(points[0].rates if points else ()):
            rates = np.array([point.rates[opponent][:3] for point in points])
            colour = COLOURS[number % len(COLOURS)]
            axes.plot(done, rates[:, 0], color=colour, label=f"against {opponent}", marker="o", markersize=3)
            axes.fill_between(done, rates[:, 1], rates[:, 2], color=colour, alpha=0.2, linewidth=0)
        axes.axhline(0.5, color="grey", linewidth=0.8, linestyle=":")
        axes.set(xlabel="million decisions of the learner", ylabel="share of the points", title=title, ylim=(0, 1.02))
        axes.grid(alpha=0.3)
        if points and points[0].rates:
            axes.legend(frameon=False, loc="lower right")

    svg(file, (7, 4), paint)
