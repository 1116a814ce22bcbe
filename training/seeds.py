"""Learning curves of several seeds of one training: their mean and range."""

from __future__ import annotations

import csv
import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from medianoche.envs.core.files import replacing
from medianoche.training.curve import COLOURS, svg
from medianoche.training.logs import TABLE

if TYPE_CHECKING:
    from matplotlib.figure import Figure

CPU = "cpu_seconds"
"""Key of the log: CPU seconds of all rounds so far."""
NASH_CONV = "NashConv"
"""Beginning of the names of exact figures, which have an axis of their own."""


class SeedPoint(NamedTuple):
    """A measurement in the training of one seed."""

    seed: str  # name of the seed's folder
    decisions: int
    cpu_seconds: float
    figures: dict[str, float]  # by name


def read(folders: Sequence[Path]) -> list[list[SeedPoint]]:
    """The measurements in the logs of some trainings, in the order in which they were made."""
    return [[point for line in _lines(folder) if (point := _point(folder.name, line))] for folder in folders]


def decisions_of(folder: Path) -> int:
    """The decisions that a training has learned from so far."""
    lines = _lines(folder)
    return int(lines[-1]["decisions"]) if lines else 0


def _lines(folder: Path) -> list[dict[str, float]]:
    file = folder / TABLE
    if not file.is_file():
        return []
    text = file.read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines() if line.endswith("}")]


def _point(seed: str, line: dict[str, float]) -> SeedPoint | None:
    """The measurement in a line of a log; None if it is the line of a round."""
    if CPU not in line:
        return None
    figures = {name: value for name, value in line.items() if name not in ("decisions", CPU)}
    return SeedPoint(seed, int(line["decisions"]), line[CPU], figures)


def write(file: Path, seeds: Sequence[Sequence[SeedPoint]]) -> None:
    """Write all measurements as a CSV file: seed, decisions, cpu_seconds, figure, value."""
    with replacing(file) as new, new.open("w", encoding="utf-8", newline="") as out:
        table = csv.writer(out)
        table.writerow(["seed", "decisions", "cpu_seconds", "figure", "value"])
        for point in (point for points in seeds for point in points):
            for name, value in point.figures.items():
                table.writerow([point.seed, point.decisions, f"{point.cpu_seconds:.1f}", name, value])


def names_of(seeds: Sequence[Sequence[SeedPoint]]) -> list[str]:
    """The names of all figures."""
    return list(dict.fromkeys(name for points in seeds for point in points for name in point.figures))


def curve_of(seeds: Sequence[Sequence[SeedPoint]], name: str) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The figure `name` at the measurements that all seeds have made: those of the seed with the fewest, and of each
    other one the nearest by the share of the way. Stages given in minutes differ in their rounds, so one seed may be
    measured once more than another.

    Returns:
        decisions, cpu_seconds: float64[points], means over the seeds.
        values: float64[seeds, points].
    """
    rows = [[point for point in points if name in point.figures] for points in seeds]
    count = min((len(row) for row in rows), default=0)
    if not count:
        return np.zeros(0), np.zeros(0), np.zeros((len(rows), 0))
    fewest = _way(min(rows, key=len))
    rows = [
        row if len(row) == count else [row[k] for k in np.abs(_way(row) - fewest[:, None]).argmin(axis=1)]
        for row in rows
    ]
    table = np.array([[(p.decisions, p.cpu_seconds, p.figures[name]) for p in row] for row in rows])
    return table[:, :, 0].mean(axis=0), table[:, :, 1].mean(axis=0), table[:, :, 2]


def _way(row: Sequence[SeedPoint]) -> np.ndarray:
    """float64[points]: the share of the decisions of the last measurement at each one."""
    return np.array([point.decisions for point in row]) / max(row[-1].decisions, 1)


def summary(seeds: Sequence[Sequence[SeedPoint]]) -> list[str]:
    """A line for each figure: its mean over the seeds at the last measurement, and its least and greatest value."""
    lines = []
    for name in names_of(seeds):
        _, _, values = curve_of(seeds, name)
        if values.shape[1]:
            last = values[:, -1]
            lines.append(f"{name}: {last.mean():.4f} ({last.min():.4f} to {last.max():.4f}, {len(last)} seeds)")
    return lines


def draw(file: Path, title: str, seeds: Sequence[Sequence[SeedPoint]]) -> None:
    """Write the curves as a picture: each figure's mean over the seeds and its range, against decisions and against CPU
    time; exact figures have panels of their own."""
    exact = [name for name in names_of(seeds) if name.startswith(NASH_CONV)]
    rates = [name for name in names_of(seeds) if name not in exact]
    kinds = [(names, label) for names, label in ((exact, NASH_CONV), (rates, "share of the points")) if names]

    def paint(figure: Figure) -> None:
        figure.suptitle(title)
        for row, (names, label) in enumerate(kinds):
            for column, unit in enumerate(("million decisions", "CPU seconds")):
                axes = figure.add_subplot(len(kinds), 2, 2 * row + column + 1)
                for number, name in enumerate(names):
                    decisions, seconds, values = curve_of(seeds, name)
                    x = (decisions / 1e6, seconds)[column]
                    colour = COLOURS[number % len(COLOURS)]
                    axes.plot(x, values.mean(axis=0), color=colour, label=name)
                    axes.fill_between(x, values.min(axis=0), values.max(axis=0), color=colour, alpha=0.2, linewidth=0)
                axes.set(xlabel=unit, ylabel=label)
                axes.set_ylim(bottom=0)
                axes.grid(alpha=0.3)
                axes.legend(frameon=False, fontsize=8, loc="best")

    svg(file, (9, 3.5 * max(len(kinds), 1)), paint)
