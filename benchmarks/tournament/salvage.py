"""Copy every game that SQLite can still read from a damaged file to a new one.

The schema is on the file's first page. Where it is damaged, SQLite reads nothing; then the first page of a new
tournament takes its place in a copy, since in every tournament the tables are the same and begin at the same pages.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import numpy as np

from medianoche.benchmarks.tournament.database import (
    FAILURES,
    FILE,
    FORFEIT,
    THOUGHTS,
    columns_of,
    complaining,
    connect,
    create,
    insert,
    look,
    spec_row,
)
from medianoche.benchmarks.tournament.spec import Spec, TournamentError
from medianoche.benchmarks.tournament.store import FORFEITS_LOST, GAME_LIMIT, SALVAGED, described, description, fixed
from medianoche.envs.core.errors import one_line
from medianoche.envs.core.play.forfeit import FORFEIT_JSON, Forfeit

Row = tuple[Any, ...]
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
    FORFEIT: (str, type(None)),
}
REPLAY: Kinds = {"game": WHOLE, "actions": (bytes,), "final": TEXT, THOUGHTS: (str, type(None))}
SHARD: Kinds = {"start": WHOLE, "stop": WHOLE, "decisions": WHOLE, "seconds": (int, float), "agents": TEXT}
SETTING: Kinds = {"name": TEXT, "value": TEXT}
FORFEIT_OF_04: Kinds = {"game": WHOLE, "seat": WHOLE, "reason": TEXT}
FORFEITS_OF_04 = "forfeits"
"""The table in which version 0.4 stored forfeits; they are copied to the rows of their games."""
OTHERS = {"replays": REPLAY, "shards": SHARD, "settings": SETTING}
"""Tables that are copied as they are."""


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
    with _of_full_length(folder) as copied, _opened(copied, folder) as sources:
        return _copied(folder, sources, out)


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
        for source in folder.glob(f"{FILE}*"):
            shutil.copyfile(source, Path(name) / source.name)
        with (Path(name) / FILE).open("r+b") as stream:
            stream.truncate(length)
        yield Path(name)


class Sources(NamedTuple):
    """A damaged file, opened in the ways in which something of it may be read; None: it cannot be opened so."""

    restored: sqlite3.Connection | None  #: a copy with the first page of a new tournament; None: it has such a page
    unchanged: sqlite3.Connection | None

    @property
    def opened(self) -> list[sqlite3.Connection]:
        """Those that are open."""
        return [source for source in self if source]


@contextmanager
def _opened(copied: Path, folder: Path) -> Iterator[Sources]:
    """The file in `folder`, which has its full length in `copied`, opened in all ways that work; none may."""
    with ExitStack() as stack:
        known, first_page = _new(Path(stack.enter_context(TemporaryDirectory())))
        unchanged = None
        restored = None
        with suppress(TournamentError):
            unchanged = stack.enter_context(closing(look(copied)))
        if not unchanged or _schema(unchanged) != known:
            copy = Path(stack.enter_context(TemporaryDirectory()))
            _copy_with(first_page, folder, copy)
            with suppress(TournamentError):
                restored = stack.enter_context(closing(look(copy)))
        yield Sources(restored, unchanged)


def _new(folder: Path) -> tuple[list[Row], bytes]:
    """The schema and the first page of a new tournament, which is made in `folder`."""
    file = folder / FILE
    with closing(connect(file, "mode=rwc")) as database:
        create(database)
        schema = _schema(database)
        ((size,),) = database.execute("PRAGMA page_size").fetchall()
    return schema, file.read_bytes()[:size]


def _schema(database: sqlite3.Connection) -> list[tuple[Any, ...]]:
    """Tables and indices with their text and their first page; empty if they cannot be read."""
    with suppress(*FAILURES):
        return database.execute("SELECT name, rootpage, sql FROM sqlite_master ORDER BY rootpage").fetchall()
    return []


def _copy_with(first_page: bytes, folder: Path, copy: Path) -> None:
    """Copy the file of `folder` and its log, with this first page. Its header says how many pages there are, and
    whether there is a log (bytes 18 and 19)."""
    for part in folder.glob(f"{FILE}*"):
        shutil.copyfile(part, copy / part.name)
    file = copy / FILE
    header = bytearray(first_page)
    header[28:32] = (file.stat().st_size // len(first_page)).to_bytes(4)
    if file.with_name(f"{FILE}-wal").is_file():
        header[18:20] = b"\2\2"
    with file.open("r+b") as stream:
        stream.write(header)


def _copied(folder: Path, sources: Sources, out: Path) -> Salvaged:
    """Copy what can be read of the tournament of `folder`."""
    spec, target = _description(sources, folder)
    most = min(target, (folder / FILE).stat().st_size // ROW_BYTES + 4 * PART)
    forfeits = _best(sources, FORFEITS_OF_04, FORFEIT_OF_04, most)
    games = _sound(_with_forfeits(_best(sources, "games", GAME, most), forfeits), spec)
    if not games and spec is None:
        raise TournamentError(f"{folder / FILE}: neither a game nor the description of the tournament can be read")
    out.mkdir(parents=True, exist_ok=True)
    copy = connect(out / FILE, "mode=rwc")
    with complaining(out):
        copy.execute("BEGIN")
        create(copy)
        _insert(copy, "games", GAME, games)
        for table, kinds in OTHERS.items():
            _insert(copy, table, kinds, _best(sources, table, kinds, most))
        if (spec is None or spec.forfeit) and _lost_forfeits(sources):
            insert(copy, "settings", {"name": [SALVAGED], "value": [FORFEITS_LOST]})
        if spec:
            insert(copy, "tournament", description(spec, max(target, len(games))))
        copy.execute("COMMIT")
    copy.close()
    return Salvaged(len(games), spec is not None)


def _insert(copy: sqlite3.Connection, table: str, kinds: Kinds, rows: list[Row]) -> None:
    columns = zip(*rows, strict=True) if rows else [()] * len(kinds)
    insert(copy, table, dict(zip(kinds, columns, strict=True)))


def _best(sources: Sources, table: str, kinds: Kinds, most: int) -> list[Row]:
    """The readable rows of a table, from the source that has the most. If both have as many, the one whose schema is
    sound goes first: in the other one a column may have lost its name."""
    return max((list(_readable(source, table, kinds, most)) for source in sources.opened), key=len, default=[])


def _description(sources: Sources, folder: Path) -> tuple[Spec | None, int]:
    for source in sources.opened:
        with suppress(*FAILURES, TournamentError):
            if row := spec_row(source):
                return described(folder, row)
    return None, GAME_LIMIT


def _lost_forfeits(sources: Sources) -> bool:
    """Whether forfeits may be lost: the table that holds those of version 0.4 is damaged, and nothing says that the
    file is of a later version."""
    if sources.unchanged and FORFEIT in _columns(sources.unchanged, "games"):
        return False
    for source in sources.opened:
        with suppress(*FAILURES):
            if source.execute(f"PRAGMA integrity_check({FORFEITS_OF_04})").fetchall() == [("ok",)]:
                return False
    return True


def _columns(source: sqlite3.Connection, table: str) -> set[str]:
    """The names of the columns of a table; none if they cannot be read."""
    with suppress(*FAILURES):
        return columns_of(source, table)
    return set()


def _readable(source: sqlite3.Connection, table: str, kinds: Kinds, most: int) -> Iterator[Row]:
    """Readable rows of a table: PART at a time, and one by one if that fails. A column that the table does not have is
    NULL, as in files of version 0.4."""
    present = _columns(source, table)
    names = ", ".join(name if name in present else "NULL" for name in kinds)
    columns = f"SELECT rowid, {names} FROM {table} WHERE rowid"
    last = most
    with suppress(*FAILURES):
        last = min(source.execute(f"SELECT IFNULL(MAX(rowid), -1) FROM {table}").fetchone()[0], most)
    for first in range(0, last + 1, PART):
        rows: dict[int, Row] = {}
        alone = range(first, first + PART)
        try:
            for number, *row in source.execute(f"{columns} >= ? AND rowid < ?", (first, first + PART)):
                rows[number] = tuple(row)
            alone = alone if rows else range(0)
        except FAILURES as error:
            if str(error).startswith("no such"):  # the table
                return
        for number in alone:
            if number not in rows:
                with suppress(*FAILURES):
                    rows.update((n, tuple(row)) for n, *row in source.execute(f"{columns} = ?", (number,)))
        for number in sorted(rows):
            if all(isinstance(value, kind) for value, kind in zip(rows[number], kinds.values(), strict=True)):
                yield rows[number]


def _with_forfeits(games: list[Row], forfeits: list[Row]) -> list[Row]:
    """The rows of `games`, with the forfeits that version 0.4 stored in a table of its own."""
    lost = {game: (seat, one_line(reason)) for game, seat, reason in forfeits}
    return [row if row[-1] or row[0] not in lost else _forfeited(row, *lost[row[0]]) for row in games]


def _forfeited(row: Row, seat: int, detail: str) -> Row:
    """The row of a game which this seat lost by failing."""
    return (*row[:-1], Forfeit(seat, row[-2], failure=None, action=None, detail=detail).to_json())


def _sound(rows: list[Row], spec: Spec | None) -> list[Row]:
    """The rows whose fixed columns and results are possible for the tournament."""
    if spec is None or not rows:
        return [row for row in rows if _results(row, None)]
    expected = zip(*fixed(spec, np.array([row[0] for row in rows])).values(), strict=True)
    return [row for row, known in zip(rows, expected, strict=True) if row[:7] == known and _results(row, spec.players)]


def _results(row: Row, players: int | None) -> bool:
    try:
        forfeit = None if row[10] is None else FORFEIT_JSON.validate_json(row[10], strict=True)
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
        and (forfeit is None or (forfeit.seat < len(scores) and forfeit.decision == row[9]))
    )
