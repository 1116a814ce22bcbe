"""A tournament as plain tables: CSV, or Parquet by polars (extra `export`)."""

from __future__ import annotations

import csv
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, NamedTuple

from medianoche.benchmarks.tournament import offline
from medianoche.benchmarks.tournament.forfeits import COLUMNS, cells
from medianoche.benchmarks.tournament.ratings import head_to_head, seat_utilities
from medianoche.benchmarks.tournament.report import Report
from medianoche.benchmarks.tournament.schedule import Schedule
from medianoche.benchmarks.tournament.spec import TournamentError
from medianoche.benchmarks.tournament.store import Store
from medianoche.envs.core.files import replacing

FORMATS = ("csv", "parquet")
GAMES = "games"
"""Name of the table with a row for each game."""


class ExportTable(NamedTuple):
    """A table: its file's name, its columns, and its rows, which may be many."""

    name: str
    columns: Sequence[str]
    rows: Iterator[Sequence[Any]]


def export(folder: Path, out: Path, kind: str, forfeits: bool = True) -> list[Path]:
    """Write the tournament in `folder` to files in `out`, one a table; returns their paths.

    Without `forfeits` the table `games` leaves out the games that an agent lost by failing; the figures count them.

    Raises:
        TournamentError: there is no tournament, the format is not known or its library is not installed.
        OSError: a file cannot be written; it names the file.
    """
    if kind not in FORMATS:
        raise TournamentError(f"format {kind!r} is not accepted; formats: {', '.join((*FORMATS, *offline.FORMATS))}")
    convert = _parquet() if kind == "parquet" else None
    report = Report.from_folder(folder)
    out.mkdir(parents=True, exist_ok=True)
    files = []
    with Store.read(folder) as store:
        for sheet in (_games(store, forfeits), *_figures(report)):
            file = out / f"{sheet.name}.csv"
            with replacing(file) as new, new.open("w", newline="", encoding="utf-8") as text:
                writer = csv.writer(text)
                writer.writerow(sheet.columns)
                writer.writerows(map(_cells, sheet.rows))
            files.append(convert(file) if convert else file)
    return files


def _games(store: Store, forfeits: bool) -> ExportTable:
    """One row a game: who sat where, with what result, and who failed."""
    schedule = Schedule.from_spec(store.spec)
    spec = store.spec
    seats = [f"{column}_{seat}" for column in ("agent", "score", "utility") for seat in spec.seat_names]
    lost = store.forfeits()

    def rows() -> Iterator[Sequence[Any]]:
        for block in store.blocks():
            columns = (block.games, block.deals, schedule.at(block.games).lineups, *block[2:])
            for game, deal, lineup, who, scores, utilities, decisions in zip(
                *(column.tolist() for column in columns), strict=True
            ):
                if forfeits or game not in lost:
                    names = [spec.agents[number] for number in who]
                    failed = cells(lost.get(game), spec.seat_names)
                    yield [game, deal, lineup, spec.deal_seed(deal), decisions, *names, *scores, *utilities, *failed]

    failed = [column.name for column in COLUMNS]
    return ExportTable(GAMES, ["game", "deal", "lineup", "seed", "decisions", *seats, *failed], rows())


def _figures(report: Report) -> Iterator[ExportTable]:
    """What the report shows, as numbers."""
    spec = report.spec
    summary = report.summary
    lines = [asdict(line) for line in report.table]
    yield ExportTable("table", list(lines[0]), (list(line.values()) for line in lines))
    if report.roles:
        lines = [asdict(line) for line in report.roles]
        yield ExportTable("roles", list(lines[0]), (list(line.values()) for line in lines))
    shares = head_to_head(summary).tolist()
    pairs = ([a, b, shares[i][j]] for i, a in enumerate(spec.agents) for j, b in enumerate(spec.agents) if i != j)
    yield ExportTable("head_to_head", ["agent", "against", "share"], pairs)
    utilities = seat_utilities(summary).tolist()
    games = summary.seats.astype(int).tolist()
    seats = (
        [agent, seat, utilities[i][p], games[i][p]]
        for i, agent in enumerate(spec.agents)
        for p, seat in enumerate(spec.seat_names)
    )
    yield ExportTable("seats", ["agent", "seat", "utility", "games"], seats)
    counts = zip(spec.agents, summary.scores, strict=True)
    held = ([agent, score, seats] for agent, scores in counts for score, seats in sorted(scores.items()))
    yield ExportTable("scores", ["agent", "score", "seats"], held)
    pace = zip(spec.agents, report.speed.agent_decisions.tolist(), report.speed.agent_seconds.tolist(), strict=True)
    yield ExportTable("pace", ["agent", "decisions", "seconds"], pace)


def _cells(row: Sequence[Any]) -> list[Any]:
    """A row for the CSV file; "nan", as Python writes it, would be text to other programs."""
    return ["NaN" if isinstance(value, float) and math.isnan(value) else value for value in row]


def _parquet() -> Callable[[Path], Path]:
    try:
        import polars as pl
    except ImportError:
        raise TournamentError("Parquet needs polars; install it with: pip install 'medianoche[export]'") from None

    types = {"Integer": pl.Int64, "Text": pl.String}

    def convert(file: Path) -> Path:
        """Replace a CSV file, a part at a time."""
        parquet_file = file.with_suffix(".parquet")
        with replacing(parquet_file) as new:
            # of a column whose first cells are empty no type can be inferred
            known = {column.name: types[column.kind] for column in COLUMNS} if file.stem == GAMES else {}
            pl.scan_csv(file, infer_schema_length=10_000, schema_overrides=known).sink_parquet(new)
        file.unlink()
        return parquet_file

    return convert
