"""What all studies write: tables of markdown, curves with intervals, and pictures with an axes for each case."""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import typer

from medianoche.benchmarks import Estimate
from medianoche.envs import MedianocheError

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


def carry_out(main: Callable[..., None]) -> None:
    """Carry out the command `main` of a study's module; an error is a line, as in `medianoche`."""
    try:
        typer.run(main)
    except MedianocheError as error:
        sys.exit(f"{Path(sys.argv[0]).stem}: {error}")


def markdown(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """A table as lines of markdown."""
    return ["| " + " | ".join(cells) + " |" for cells in (headings, ("---",) * len(headings), *rows)]


def curve(axes: Axes, x: Sequence[float], estimates: Iterable[Estimate], band: bool = False, **style: Any) -> Any:
    """Draw estimates over `x`, joined by a line, with intervals as bars or as a band; returns the drawn artist."""
    from medianoche.benchmarks.tournament.plots import bars

    value, low, high = np.array(list(estimates)).T
    drawn = bars(value, low, high)
    if not band:
        return axes.errorbar(x, value, **drawn, marker="o", capsize=2, **style)
    (line,) = axes.plot(x, value, marker="o", **style)
    below, above = drawn["yerr"]
    axes.fill_between(x, value - below, value + above, color=line.get_color(), alpha=0.2, linewidth=0)
    return line


def draw(
    file: Path,
    size: tuple[float, float],
    rows: Sequence[Hashable],
    columns: Sequence[Hashable],
    paint: Callable[[Axes, Any, Any], None],
    share: str = "",
    finish: Callable[[Figure], None] | None = None,
) -> None:
    """Write a picture (SVG) with an axes for each pair of `rows` and `columns`.

    Args:
        file: where to write it.
        size: width and height of an axes in inches.
        rows: keys of the rows.
        columns: keys of the columns.
        paint: draws on the axes of a row and a column.
        share: which axes share their scales: "", "x" or "xy".
        finish: draws what belongs to the whole figure.
    """
    from medianoche.benchmarks.tournament.plots import svg

    def paint_all(figure: Figure) -> None:
        grid = figure.subplots(len(rows), len(columns), sharex="x" in share, sharey="y" in share, squeeze=False)
        for axes, (row, column) in zip(grid.ravel(), product(rows, columns), strict=True):
            axes.grid(alpha=0.5)
            paint(axes, row, column)
        if finish:
            finish(figure)

    svg(file, size[0] * len(columns), size[1] * len(rows), paint_all)
