"""One tournament with several seeds: means over the seeds, with intervals (`medianoche tournament --seeds N`)."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from medianoche.benchmarks.tournament.intervals import Estimate
from medianoche.benchmarks.tournament.report import Report
from medianoche.envs.core.files import replacing

FIGURES = {"elo": ".0f", "score": ".2f", "win_rate": ".3f", "utility": "+.3f"}
"""Fields of `Standing` that are summarised, and the format of each."""
HEADINGS = ("agent", "Elo", "mean score", "win rate", "utility", "seeds")


class SeedRow(NamedTuple):
    """An agent over all seeds."""

    agent: str
    figures: dict[str, Estimate]
    """By the names of FIGURES: the mean of the seeds' values, with the 95% interval of Student's t over the seeds."""
    seeds: int
    """How many seeds."""

    @property
    def cells(self) -> tuple[str, ...]:
        """The row of a table as text, under HEADINGS."""
        return self.agent, *(self.figures[name].words(form) for name, form in FIGURES.items()), str(self.seeds)


def over_seeds(reports: Sequence[Report]) -> list[SeedRow]:
    """Every agent's means over the `reports` of two or more seeds, the highest Elo first.

    The seeds' deals and all chance are independent, so the seed is the unit. Elo is relative to the field, whose mean
    is 1500 with every seed.
    """
    figures_by_agent: dict[str, list[list[float]]] = {}
    for report in reports:
        for line in report.table:
            figures_by_agent.setdefault(line.agent, []).append([getattr(line, name) for name in FIGURES])
    rows = [
        SeedRow(agent, dict(zip(FIGURES, map(Estimate.mean, np.array(values).T), strict=True)), len(values))
        for agent, values in figures_by_agent.items()
        if len(values) > 1
    ]
    return sorted(rows, key=lambda row: (-row.figures["elo"].value, row.agent))


def write(file: Path, rows: Sequence[SeedRow]) -> None:
    """Write a CSV file: agent, figure, mean, low, high, seeds. Raises OSError, which names the file."""
    with replacing(file) as new, new.open("w", newline="", encoding="utf-8") as text:
        table = csv.writer(text)
        table.writerow(["agent", "figure", *Estimate._fields, "seeds"])
        for row in rows:
            table.writerows([row.agent, name, *value, row.seeds] for name, value in row.figures.items())
