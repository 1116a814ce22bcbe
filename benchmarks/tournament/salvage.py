"""Copy every game that SQLite can still read from a damaged file to a new one."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import numpy as np

from medianoche.benchmarks.tournament.database import FAILURES, FILE, SCHEMA, complaining, connect, insert, look
from medianoche.benchmarks.tournament.spec import Spec, TournamentError
from medianoche.benchmarks.tournament.store import GAME_LIMIT, described, description, fixed

Kinds = dict[str, tuple[type, ...]]
"""The columns of a table and the Python types of their values."""

PART = 1000
"""Rows read in one query; if it fails, they are read one by one."""
ROW_BYTES = 16
"""Least number of bytes of a row."""
HEADER_BYTES = 100
"""Length of the header of SQLite's files."""
LENGTH_LIMIT = 1 << 40
"""No file is said to be longer."""
TEXT = (str,)
WHOLE = (int,)
GAME: Kinds = {
    **dict.fromkeys(("game", "deal", "lineup", "seed"), WHOLE),
    **dict.fromkeys(("seats", "options", "pack", "scores", "utilities"), TEXT),
    "decisions": WHOLE,
}
REPLAY: Kinds = {"game": WHOLE, "actions": (bytes,), "final": TEXT}
SHARD: Kinds = {"start": WHOLE, "stop": WHOLE, "decisions": WHOLE, "seconds": (int, float), "agents": TEXT}
SETTING: Kinds = {"name": TEXT, "value": TEXT}
FORFEIT: Kinds = {"game": WHOLE, "seat": WHOLE, "reason": TEXT}
TABLES = {"games": GAME, "forfeits": FORFEIT, "replays": REPLAY, "shards": SHARD, "settings": SETTING}


class Salvaged(NamedTuple):
    """Number of copied games, and whether the tournament's description was copied."""

    games: int
    described: bool


def salvage(folder: Path, out: Path) -> Salvaged:
    """Copy all that can be read of the tournament in `folder` to a new one in `out`; `folder` stays as it is. Raises
    TournamentError if nothing can be read, or there is a tournament in `out`."""
    if not (folder / FILE).is_file():
        raise TournamentError(f"no tournament in {folder}: there is no {FILE}")
    if (out / FILE).exists():
        raise TournamentError(f"{out / FILE} exists already; choose another folder")
    with _of_full_length(folder) as there:
        return _copied(folder, there, out)


@contextmanager
def _of_full_length(folder: Path) -> Iterator[Path]:
    """`folder`, or where SQLite would refuse to read anything, since the file's end is missing, a copy with zeros
    there. The header has the size of a page at byte 16 (1 means 65,536) and the number of pages at byte 28
    (https://www.sqlite.org/fileformat.html)."""
    file = folder / FILE
    with file.open("rb") as stream:
        header = stream.read(HEADER_BYTES)
    page = int.from_bytes(header[16:18])
    pages = int.from_bytes(header[28:32])
    length = (1 << 16 if page == 1 else page) * pages
    if len(header) < HEADER_BYTES or not file.stat().st_size < length < LENGTH_LIMIT:
        yield folder
        return
    with TemporaryDirectory() as name:
        for each in folder.glob(f"{FILE}*"):
            shutil.copyfile(each, Path(name) / each.name)
        with (Path(name) / FILE).open("r+b") as stream:
            stream.truncate(length)
        yield Path(name)


def _copied(folder: Path, there: Path, out: Path) -> Salvaged:
    """Copy what can be read in `there`, the tournament of `folder`."""
    source = look(there)
    spec, target = _description(source, folder)
    out.mkdir(parents=True, exist_ok=True)
    copy = connect(out / FILE, "mode=rwc")
    with complaining(out):
        copy.execute("BEGIN")
        for statement in SCHEMA:
            copy.execute(statement)
        most = min(target, (folder / FILE).stat().st_size // ROW_BYTES + 4 * PART)
        for table, kinds in TABLES.items():
            rows = list(_readable(source, table, kinds, most))
            rows = _sound(rows, spec) if table == "games" else rows
            columns = zip(*rows, strict=True) if rows else [()] * len(kinds)
            insert(copy, table, dict(zip(kinds, columns, strict=True)))
        ((games,),) = copy.execute("SELECT COUNT(*) FROM games").fetchall()
        if spec:
            insert(copy, "tournament", description(spec, max(target, games)))
        copy.execute("COMMIT")
    copy.close()
    source.close()
    return Salvaged(games, spec is not None)


def _description(source: sqlite3.Connection, folder: Path) -> tuple[Spec | None, int]:
    with suppress(*FAILURES, TournamentError):
        if row := source.execute("SELECT spec, games FROM tournament").fetchone():
            return described(folder, row)
    return None, GAME_LIMIT


def _readable(source: sqlite3.Connection, table: str, kinds: Kinds, most: int) -> Iterator[tuple[Any, ...]]:
    """Readable rows of a table: PART at a time, and one by one if that fails."""
    columns = f"SELECT rowid, {', '.join(kinds)} FROM {table} WHERE rowid"
    last = most
    with suppress(*FAILURES):
        last = min(source.execute(f"SELECT IFNULL(MAX(rowid), -1) FROM {table}").fetchone()[0], most)
    for first in range(0, last + 1, PART):
        found: dict[int, list[Any]] = {}
        alone = range(first, first + PART)
        try:
            for number, *row in source.execute(f"{columns} >= ? AND rowid < ?", (first, first + PART)):
                found[number] = row
            alone = alone if found else range(0)
        except FAILURES as error:
            if str(error).startswith("no such"):  # the table, or one of its columns
                return
        for number in alone:
            if number not in found:
                with suppress(*FAILURES):
                    found.update((n, row) for n, *row in source.execute(f"{columns} = ?", (number,)))
        for number in sorted(found):
            if all(isinstance(value, kind) for value, kind in zip(found[number], kinds.values(), strict=True)):
                yield tuple(found[number])


def _sound(rows: list[tuple[Any, ...]], spec: Spec | None) -> list[tuple[Any, ...]]:
    """The rows whose fixed columns and results are possible for the tournament."""
    if spec is None or not rows:
        return [row for row in rows if _results(row, None)]
    expected = zip(*fixed(spec, np.array([row[0] for row in rows])).values(), strict=True)
    return [row for row, known in zip(rows, expected, strict=True) if row[:7] == known and _results(row, spec.players)]


def _results(row: tuple[Any, ...], players: int | None) -> bool:
    try:
        scores = json.loads(row[7])
        utilities = json.loads(row[8])
        numbers = [*scores, *utilities]
    except (ValueError, TypeError, RecursionError):
        return False
    return (
        len(scores) == len(utilities) == (players or len(scores))
        and all(isinstance(value, int) and abs(value) < 2**31 for value in scores)
        and all(isinstance(value, int | float) and abs(value) <= 1 for value in numbers[len(scores) :])
        and 0 <= row[9] < 2**31
        and 0 <= row[0] < GAME_LIMIT
    )
