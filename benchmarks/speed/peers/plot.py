"""The picture of a comparison."""

from __future__ import annotations

import statistics
from collections.abc import Mapping
from pathlib import Path

from matplotlib import rc_context
from matplotlib.figure import Figure

from medianoche.benchmarks.tournament.plots import INK, STYLE

COLOURS = {"ours": "#f5d76e", "C": "#8a8fb5", "PettingZoo": "#d98c6a", "pgx": "#7fb8a4", "OpenSpiel": "#9ab0e0"}
OTHER = "#8a8fb5"


def save(rates: Mapping[str, list[float]], file: Path) -> None:
    """Draw the median of every figure, the quickest on top, on a logarithmic scale; least and greatest as whiskers."""
    names = sorted(rates, key=lambda name: statistics.median(rates[name]))
    medians = [statistics.median(rates[name]) for name in names]
    whiskers = [[m - min(rates[n]) for n, m in zip(names, medians, strict=True)]]
    whiskers.append([max(rates[n]) - m for n, m in zip(names, medians, strict=True)])
    with rc_context(STYLE):
        figure = Figure(figsize=(9, 1.2 + 0.26 * len(names)), layout="constrained")
        axes = figure.add_subplot()
        colours = [COLOURS.get(name.partition(":")[0].partition(",")[0], OTHER) for name in names]
        axes.barh(names, medians, color=colours, xerr=whiskers, ecolor=INK)
        axes.set_xscale("log")
        axes.set_xlabel("Connect Four: decisions (search: simulations) per second")
        axes.grid(axis="x", alpha=0.5)
        axes.margins(y=0.01)
        figure.savefig(file, dpi=144)
