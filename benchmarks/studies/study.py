"""What pages have in common: tables of markdown, and curves with intervals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from medianoche.benchmarks.tournament.intervals import Estimate

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def markdown(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """A table as lines of markdown."""
    return ["| " + " | ".join(cells) + " |" for cells in (headings, ("---",) * len(headings), *rows)]


def curve(axes: Axes, x: Sequence[float], estimates: Iterable[Estimate], **style: Any) -> None:
    """Draw estimates over `x`, joined by a line, with their intervals."""
    value, low, high = np.array(list(estimates)).T
    reach = np.maximum([value - low, high - value], 0)
    axes.errorbar(x, value, yerr=reach, marker="o", capsize=2, **style)
