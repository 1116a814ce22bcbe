"""Results on disk: `tournament.sqlite`, one row a game, one transaction a shard.

A process may be killed at any moment: what was committed stays, what was not is played again, and as game g
is the same game every time, the file ends up the same. Only the table `shards` holds times.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Self

import numpy as np

from medianoche.benchmarks.tournament.play import Shard
from medianoche.benchmarks.tournament.schedule import Schedule
from medianoche.benchmarks.tournament.spec import Spec, TournamentError

FILE = "tournament.sqlite"
CHUNK = 50_000

SCHEMA = (
    """CREATE TABLE IF NOT EXISTS tournament (
        spec TEXT NOT NULL, games INTEGER NOT NULL, medianoche TEXT NOT NULL, game_version INTEGER NOT NULL
    )""",
    """CREATE TABLE IF NOT EXISTS games (
        game INTEGER PRIMARY KEY, deal INTEGER NOT NULL, lineup INTEGER NOT NULL, seed INTEGER NOT NULL,
        seats TEXT NOT NULL, options TEXT NOT NULL, pack TEXT NOT NULL,
        scores TEXT NOT NULL, utilities TEXT NOT NULL, decisions INTEGER NOT NULL
    )""",
    """CREATE TABLE IF NOT EXISTS shards (
        start INTEGER NOT NULL, stop INTEGER NOT NULL, decisions INTEGER NOT NULL, seconds REAL NOT NULL,
        agents TEXT NOT NULL
    )""",
)


@dataclass(frozen=True)
class Results:
    """Finished games, in order.

    Attributes:
        games: int64[n], their numbers.
        deals: int64[n].
        seats: int64[n, players], the agent in each seat.
        scores: int64[n, players].
        utilities: float64[n, players].
    """

    games: np.ndarray
    deals: np.ndarray
    seats: np.ndarray
    scores: np.ndarray
    utilities: np.ndarray


class Speed(NamedTuple):
    """What the games took, over all runs."""

    decisions: int
    seconds: float
    agent_decisions: np.ndarray
    agent_seconds: np.ndarray


class Store:
    """A tournament's folder. Use `Store.open` to play and `Store.read` to look; both as context managers."""

    def __init__(self, folder: Path, database: sqlite3.Connection, spec: Spec, target: int) -> None:
        self.folder = folder
        self.database = database
        self.spec = spec
        self.target = target
        """How many games were asked for."""

    @classmethod
    def open(cls, folder: Path, spec: Spec, games: int) -> Self:
        """Start the tournament `spec` of `games` games in `folder`, or go on with it.

        Raises:
            TournamentError: the folder cannot be used, holds another tournament or more games than asked for.
        """
        if games < 1:
            raise TournamentError(f"games={games} is not accepted; give at least 1")
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise TournamentError(f"{folder}: {error.strerror}") from None
        database = _connect(folder)
        try:
            _execute(database, folder, "PRAGMA journal_mode = WAL")
            _execute(database, folder, "BEGIN IMMEDIATE")
            for statement in SCHEMA:
                database.execute(statement)
            _admit(database, folder, spec, games)
            database.execute("COMMIT")
        except BaseException:
            database.close()
            raise
        return cls(folder, database, spec, games)

    @classmethod
    def read(cls, folder: Path) -> Self:
        """The tournament in `folder`, to look at.

        Raises:
            TournamentError: there is none.
        """
        if not (folder / FILE).is_file():
            raise TournamentError(f"no tournament in {folder}: there is no {FILE}")
        database = _connect(folder)
        known = _execute(database, folder, "SELECT name FROM sqlite_master WHERE name = 'tournament'").fetchone()
        row = database.execute("SELECT spec, games FROM tournament").fetchone() if known else None
        if row is None:
            database.close()
            raise TournamentError(f"the tournament in {folder} was stopped before it began; start it again")
        return cls(folder, database, Spec.from_json(row[0]), row[1])

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.database.close()

    # ---- writing

    def add(self, shard: Shard) -> None:
        """Store a shard in one transaction; games that are there already stay as they are.

        Raises:
            TournamentError: the file cannot be written (a full disk, another process that does not let go).
        """
        rows = _rows(self.spec, shard)
        times = {
            name: [int(decisions), float(seconds)]
            for name, decisions, seconds in zip(
                self.spec.agents, shard.agent_decisions, shard.agent_seconds, strict=True
            )
        }
        taken = (shard.start, shard.stop, int(shard.decisions.sum()), shard.seconds, json.dumps(times))
        try:
            self.database.execute("BEGIN IMMEDIATE")
            self.database.executemany("INSERT OR IGNORE INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)
            self.database.execute("INSERT INTO shards VALUES (?, ?, ?, ?, ?)", taken)
            self.database.execute("COMMIT")
        except sqlite3.Error as error:
            raise TournamentError(f"{self.folder / FILE}: {error}; what was stored before is kept") from None

    # ---- reading

    @property
    def played(self) -> int:
        """How many games are stored."""
        count: int = self.database.execute("SELECT COUNT(*) FROM games").fetchone()[0]
        return count

    def missing(self) -> list[range]:
        """The games that are still to be played, as ranges."""
        gaps = self.database.execute(
            """WITH known (game) AS (SELECT -1 UNION ALL SELECT game FROM games WHERE game < :target),
                    pairs AS (SELECT game, LEAD(game, 1, :target) OVER (ORDER BY game) AS next FROM known)
               SELECT game + 1, next FROM pairs WHERE next > game + 1 ORDER BY game""",
            {"target": self.target},
        )
        return [range(start, stop) for start, stop in gaps]

    def results(self) -> Results:
        """All finished games."""
        schedule = Schedule(len(self.spec.agents), self.spec.players)
        parts = [_parse(rows) for rows in self._chunks()]
        games, deals, scores, utilities = (np.concatenate(part) for part in zip(*parts, strict=True))
        seats = schedule.at(games).seats
        return Results(games, deals, seats, scores, utilities)

    def speed(self) -> Speed:
        """Decisions and seconds over all shards ever played."""
        total = np.zeros((len(self.spec.agents), 2))
        decisions, seconds = 0, 0.0
        for shard_decisions, shard_seconds, agents in self.database.execute(
            "SELECT decisions, seconds, agents FROM shards"
        ):
            decisions += shard_decisions
            seconds += shard_seconds
            total += [json.loads(agents)[name] for name in self.spec.agents]
        return Speed(decisions, seconds, total[:, 0].astype(np.int64), total[:, 1])

    def _chunks(self) -> Iterator[list[tuple[int, int, str, str]]]:
        cursor = self.database.execute("SELECT game, deal, scores, utilities FROM games ORDER BY game")
        if not (rows := cursor.fetchmany(CHUNK)):
            raise TournamentError(f"no game of the tournament in {self.folder} is finished yet")
        while rows:
            yield rows
            rows = cursor.fetchmany(CHUNK)


def _connect(folder: Path) -> sqlite3.Connection:
    try:
        return sqlite3.connect(folder / FILE, timeout=60, isolation_level=None)
    except sqlite3.Error as error:
        raise TournamentError(f"{folder / FILE}: {error}") from None


def _execute(database: sqlite3.Connection, folder: Path, statement: str) -> sqlite3.Cursor:
    """A first statement, which is where a file that is no database says so."""
    try:
        return database.execute(statement)
    except sqlite3.DatabaseError as error:
        database.close()
        raise TournamentError(f"{folder / FILE}: {error}") from None


def _admit(database: sqlite3.Connection, folder: Path, spec: Spec, games: int) -> None:
    """Write down what is to be played, or see that it is what is being played here."""
    played: int = database.execute("SELECT COUNT(*) FROM games").fetchone()[0]
    if played:
        (text,) = database.execute("SELECT spec FROM tournament").fetchone()
        if difference := Spec.from_json(text).difference(spec):
            raise TournamentError(f"{folder} holds another tournament ({difference}); choose another folder")
    if played > games:
        raise TournamentError(f"{folder} has {played} games already, {games} asked for; ask for {played} or more")
    database.execute("DELETE FROM tournament")
    values = (spec.to_json(), games, spec.medianoche, spec.game_version)
    database.execute("INSERT INTO tournament VALUES (?, ?, ?, ?)", values)


def _rows(spec: Spec, shard: Shard) -> Iterator[tuple[object, ...]]:
    """The shard as rows of the table `games`."""
    seatings = [tuple(seats) for seats in shard.seats.tolist()]
    names = {seats: json.dumps([spec.agents[number] for number in seats]) for seats in set(seatings)}
    utilities = np.round(shard.utilities.astype(np.float64), 6).tolist()
    return zip(
        range(shard.start, shard.stop),
        shard.deals.tolist(),
        shard.lineups.tolist(),
        shard.seeds.tolist(),
        [names[seats] for seats in seatings],
        [spec.options] * len(seatings),
        [spec.pack_hash] * len(seatings),
        map(str, shard.scores.tolist()),  # a list of numbers in Python is one in JSON
        map(str, utilities),
        shard.decisions.tolist(),
        strict=True,
    )


def _parse(rows: list[tuple[int, int, str, str]]) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    games, deals, scores, utilities = zip(*rows, strict=True)
    return (
        np.array(games, np.int64),
        np.array(deals, np.int64),
        np.array(json.loads(f"[{','.join(scores)}]"), np.int64),
        np.array(json.loads(f"[{','.join(utilities)}]"), np.float64),
    )
