"""The SQLite file of a tournament: opening it for writing or reading, also if it is damaged or hostile."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from medianoche.benchmarks.tournament.spec import TournamentError
from medianoche.envs.core.files import short

FILE = "tournament.sqlite"
VALUE_BYTES = 2**26
"""Most bytes of a value in the file."""
SPEC_BYTES = 2**20
"""Most bytes of a tournament's spec; that of 10,000 agents has less than half of it."""

FAILURES = (sqlite3.Error, UnicodeDecodeError)
"""Exceptions that a damaged file may raise; the second if SQLite's message quotes bytes of the file."""
HARM = ("SQLITE_CORRUPT", "SQLITE_ERROR", "SQLITE_MISMATCH", "SQLITE_SCHEMA", "SQLITE_TOOBIG")
"""SQLite's names of the errors of a damaged file."""
UNWRITABLE = ("SQLITE_CANTOPEN", "SQLITE_READONLY", "SQLITE_IOERR_SHM", "SQLITE_FULL")
"""SQLite's names of the errors of a read-only or full medium."""
SCHEMA = (
    """CREATE TABLE IF NOT EXISTS tournament (
        spec TEXT NOT NULL, games INTEGER NOT NULL, medianoche TEXT NOT NULL, game_version INTEGER NOT NULL
    )""",
    """CREATE TABLE IF NOT EXISTS games (
        game INTEGER PRIMARY KEY, deal INTEGER NOT NULL, lineup INTEGER NOT NULL, seed INTEGER NOT NULL,
        seats TEXT NOT NULL, options TEXT NOT NULL, pack TEXT NOT NULL,
        scores TEXT NOT NULL, utilities TEXT NOT NULL, decisions INTEGER NOT NULL, forfeit TEXT
    )""",
    """CREATE TABLE IF NOT EXISTS shards (
        start INTEGER NOT NULL, stop INTEGER NOT NULL, decisions INTEGER NOT NULL, seconds REAL NOT NULL,
        agents TEXT NOT NULL
    )""",
    """CREATE TABLE IF NOT EXISTS replays (
        game INTEGER PRIMARY KEY, actions BLOB NOT NULL, final TEXT NOT NULL, thoughts TEXT
    )""",
    # only 0.4 wrote to it; the table stays, so that every table begins at the same page in files of all versions
    "CREATE TABLE IF NOT EXISTS forfeits (game INTEGER PRIMARY KEY, seat INTEGER NOT NULL, reason TEXT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
)

FORFEIT = "forfeit"
"""The column of `games` with a game's forfeit as JSON; NULL if no agent failed. Files of 0.4 do not have it."""
THOUGHTS = "thoughts"
"""The column of `replays` with what agents said, as JSON; NULL if they said nothing. Files of 0.4 do not have it."""

Columns = dict[str, Iterable[object]]
"""Rows to store: the values of each column."""


def insert(database: sqlite3.Connection, table: str, columns: Columns) -> None:
    """Insert rows; a row whose key exists is skipped."""
    marks = ", ".join("?" * len(columns))
    statement = f"INSERT OR IGNORE INTO {table} ({', '.join(columns)}) VALUES ({marks})"
    database.executemany(statement, zip(*columns.values(), strict=True))


def create(database: sqlite3.Connection) -> None:
    """Create the tables that a file lacks; a file of 0.4 gets the columns of forfeits and of thoughts."""
    for statement in SCHEMA:
        database.execute(statement)
    if FORFEIT not in columns_of(database, "games"):
        database.execute(f"ALTER TABLE games ADD COLUMN {FORFEIT} TEXT")
    if THOUGHTS not in columns_of(database, "replays"):
        database.execute(f"ALTER TABLE replays ADD COLUMN {THOUGHTS} TEXT")


def columns_of(database: sqlite3.Connection, table: str) -> set[str]:
    """The names of a table's columns; none if there is no such table."""
    return {name for (name,) in database.execute("SELECT name FROM pragma_table_info(?)", (table,))}


def damaged(folder: Path, what: str) -> TournamentError:
    """The error for a damaged file, which names the command that salvages it."""
    return TournamentError(f"{folder / FILE}: {what}; `medianoche salvage {folder}` copies what can still be read")


def spec_row(database: sqlite3.Connection) -> tuple[Any, ...] | None:
    """Spec and number of games of the tournament in a file, None if it holds none. A spec of more than SPEC_BYTES is
    not read: it is one of FAILURES."""
    before = database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, SPEC_BYTES)
    try:
        row: tuple[Any, ...] | None = database.execute("SELECT spec, games FROM tournament").fetchone()
        return row
    finally:
        database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, before)


@contextmanager
def complaining(folder: Path) -> Iterator[None]:
    """Turn an error of SQLite into a TournamentError with one line that names the file."""
    try:
        yield
    except FAILURES as error:
        if error_name(error).startswith(HARM):
            raise damaged(folder, short(str(error))) from None
        raise TournamentError(f"{folder / FILE}: {short(str(error))}") from None


def error_name(error: Exception) -> str:
    """SQLite's name of an error; "SQLITE_ERROR" for errors of Python's module, such as text that is not UTF-8."""
    return str(getattr(error, "sqlite_errorname", "SQLITE_ERROR"))


def connect(file: Path, how: str) -> sqlite3.Connection:
    """Open a database that is not trusted.

    Args:
        file: the file.
        how: parameters of sqlite's URI.

    Raises:
        TournamentError: it cannot be opened.
    """
    with complaining(file.parent):
        database = sqlite3.connect(f"{file.resolve().as_uri()}?{how}", timeout=60, isolation_level=None, uri=True)
        database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, VALUE_BYTES)
        database.execute("PRAGMA trusted_schema = OFF")
        return database


def look(folder: Path) -> sqlite3.Connection:
    """Open the database in `folder` for reading; the medium may be read-only or full. Raises TournamentError if it
    cannot be opened, is not a database, or holds views or triggers."""
    file = folder / FILE
    database = connect(file, "mode=rw")
    try:
        with complaining(folder):
            try:
                database.execute("SELECT 1 FROM sqlite_master").fetchone()
            except sqlite3.OperationalError as error:
                if not error_name(error).startswith(UNWRITABLE):
                    raise
                database.close()
                database = _look_read_only(file)
            refuse_code(database, folder)
    except BaseException:
        database.close()
        raise
    return database


def _look_read_only(file: Path) -> sqlite3.Connection:
    """Open a file on a medium that cannot be written: immutable, or a copy in memory if it has a write-ahead log."""
    log = file.with_name(f"{FILE}-wal")
    if not log.is_file() or log.stat().st_size == 0:
        return connect(file, "mode=ro&immutable=1")
    memory = sqlite3.connect(":memory:", isolation_level=None)
    with TemporaryDirectory() as place:
        for part in (file, log):
            shutil.copyfile(part, Path(place) / part.name)
        copy = connect(Path(place) / FILE, "mode=rw")
        copy.backup(memory)
        copy.close()
    return memory


COMPUTED = """
SELECT columns.name FROM sqlite_master, pragma_table_xinfo(sqlite_master.name) AS columns
WHERE sqlite_master.type = 'table' AND columns.hidden <> 0
"""
"""Columns whose values SQLite computes when they are read."""


def refuse_code(database: sqlite3.Connection, folder: Path) -> None:
    """Raise TournamentError if a file holds views, triggers or computed columns, which are code of its author."""
    known = database.execute("SELECT type, sql FROM sqlite_master WHERE type <> 'index'").fetchall()
    for kind, sql in known:
        if kind != "table" or not str(sql).startswith("CREATE TABLE "):
            raise TournamentError(f"{folder / FILE} is no tournament: it holds a {kind} of another kind")
    if computed := database.execute(COMPUTED).fetchone():
        raise TournamentError(f"{folder / FILE} is no tournament: it holds a column that is computed, {computed[0]}")
