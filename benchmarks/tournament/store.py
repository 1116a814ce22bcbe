"""Results on disk: `tournament.sqlite`, one row a game, one transaction a shard, one process that writes.

A process may be killed at any moment: what was committed stays, what was not is played again, and as game g
is the same game every time, the file ends up the same. Only the table `shards` holds times.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Self

import numpy as np

from medianoche import envs
from medianoche.benchmarks.tournament.play import Shard
from medianoche.benchmarks.tournament.schedule import Schedule
from medianoche.benchmarks.tournament.spec import Spec, TournamentError
from medianoche.envs.core.replay import FORMAT, Replay

FILE = "tournament.sqlite"
CHUNK = 50_000
MOST_GAMES = 2**32
"""As many deals as a tournament has (see `spec.SEEDS`)."""
TEST = "sequential test"

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
    "CREATE TABLE IF NOT EXISTS replays (game INTEGER PRIMARY KEY, actions BLOB NOT NULL, final TEXT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
)


class Results(NamedTuple):
    """Finished games, in order.

    Attributes:
        games: int64[n], their numbers.
        deals: int64[n].
        seats: int64[n, players], the agent in each seat.
        scores: int64[n, players].
        utilities: float64[n, players].
        decisions: int64[n].
    """

    games: np.ndarray
    deals: np.ndarray
    seats: np.ndarray
    scores: np.ndarray
    utilities: np.ndarray
    decisions: np.ndarray


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
    def open(cls, folder: Path, spec: Spec, games: int, test: str | None = None) -> Self:
        """Start the tournament `spec` of `games` games in `folder`, or go on with it; `test` is the sequential test
        that decides when it ends, if any.

        Raises:
            TournamentError: the folder cannot be used, holds another tournament or more games than asked for.
        """
        if not 1 <= games <= MOST_GAMES:
            raise TournamentError(f"games={games} is not accepted; give at least 1 and at most {MOST_GAMES:,}")
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
            _admit(database, folder, spec, games, test)
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
        """Store a shard in one transaction; games that are there already stay as they are and are not counted again.

        Raises:
            TournamentError: the file cannot be written (a full disk, another process that does not let go).
        """
        try:
            self.database.execute("BEGIN IMMEDIATE")
            before = self.database.total_changes
            _insert(self.database, "games", _games(self.spec, shard))
            if self.database.total_changes > before:
                _insert(self.database, "shards", _taken(self.spec, shard))
            _insert(self.database, "replays", _replays(shard))
            self.database.execute("COMMIT")
        except sqlite3.Error as error:
            raise TournamentError(f"{self.folder / FILE}: {error}; what was stored before is kept") from None

    # ---- reading

    @property
    def test(self) -> str | None:
        """The sequential test that decides when the tournament ends; None if there is none."""
        return _test(self.database)

    @property
    def played(self) -> int:
        """How many of the games asked for are stored."""
        count: int = self.database.execute("SELECT COUNT(*) FROM games").fetchone()[0]
        return count

    @property
    def last(self) -> int:
        """Number of the last game that is stored; -1 if there is none."""
        number: int = self.database.execute("SELECT IFNULL(MAX(game), -1) FROM games").fetchone()[0]
        return number

    def kept(self) -> np.ndarray:
        """int64[n]: the games that were stored with their actions."""
        rows = self.database.execute("SELECT game FROM replays ORDER BY game").fetchall()
        return np.array(rows, np.int64).ravel()

    def missing(self) -> list[range]:
        """The games that are still to be played, as ranges."""
        gaps = self.database.execute(
            """WITH known (game) AS (SELECT -1 UNION ALL SELECT game FROM games WHERE game < :target),
                    pairs AS (SELECT game, LEAD(game, 1, :target) OVER (ORDER BY game) AS next FROM known)
               SELECT game + 1, next FROM pairs WHERE next > game + 1 ORDER BY game""",
            {"target": self.target},
        )
        return [range(start, stop) for start, stop in gaps]

    def blocks(self, first: int = 0) -> Iterator[Results]:
        """The finished games from number `first` on, some at a time: memory does not grow with their number."""
        schedule = Schedule.of(self.spec)
        cursor = self.database.execute(
            "SELECT game, scores, utilities, decisions FROM games WHERE game >= ? ORDER BY game", (first,)
        )
        while rows := cursor.fetchmany(CHUNK):
            games, scores, utilities, decisions = zip(*rows, strict=True)
            numbers = np.array(games, np.int64)
            fixture = schedule.at(numbers)
            yield Results(
                games=numbers,
                deals=fixture.deals,
                seats=fixture.seats,
                scores=np.array(json.loads(f"[{','.join(scores)}]"), np.int64),
                utilities=np.array(json.loads(f"[{','.join(utilities)}]"), np.float64),
                decisions=np.array(decisions, np.int64),
            )

    def results(self) -> Results:
        """All finished games at once."""
        return Results(*map(np.concatenate, zip(*self.blocks(), strict=True)))

    def replay(self, game: int) -> Replay:
        """A game that was stored with its actions.

        Raises:
            TournamentError: it was not.
        """
        row = self.database.execute(
            "SELECT seed, actions, final FROM games JOIN replays USING (game) WHERE game = ?", (game,)
        ).fetchone()
        if row is None:
            (kept,) = self.database.execute("SELECT COUNT(*) FROM replays").fetchone()
            raise TournamentError(
                f"no replay of game {game} in {self.folder}; {kept} games were played with --save-replays"
            )
        seed, actions, final = row
        spec, room = self.spec, envs.game(self.spec.game)
        kind = np.min_scalar_type(room.num_actions - 1).newbyteorder("<")
        return Replay(
            format=FORMAT,
            game=room.location,
            version=spec.game_version,
            num_players=spec.players,
            pack=spec.pack,
            pack_hash=spec.pack_hash,
            options=json.loads(spec.options),
            seed=seed,
            actions=np.frombuffer(actions, kind).tolist(),
            final=final,
        )

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


def _test(database: sqlite3.Connection) -> str | None:
    row = database.execute("SELECT value FROM settings WHERE name = ?", (TEST,)).fetchone()
    return None if row is None else str(row[0])


def _admit(database: sqlite3.Connection, folder: Path, spec: Spec, games: int, test: str | None) -> None:
    """Write down what is to be played, or see that it is what is being played here."""
    played: int = database.execute("SELECT COUNT(*) FROM games").fetchone()[0]
    if played:
        (text,) = database.execute("SELECT spec FROM tournament").fetchone()
        if difference := Spec.from_json(text).difference(spec):
            raise TournamentError(f"{folder} holds another tournament ({difference}); choose another folder")
        if (there := _test(database)) != test:
            words = f"{TEST}: {there or 'none'} there, {test or 'none'} here"
            raise TournamentError(f"{folder} holds another tournament ({words}); choose another folder")
    else:
        database.execute("DELETE FROM settings")
    if played > games:
        raise TournamentError(f"{folder} has {played} games already, {games} asked for; ask for {played} or more")
    database.execute("DELETE FROM tournament")
    if test:
        _insert(database, "settings", {"name": [TEST], "value": [test]})
    row = {"spec": spec.to_json(), "games": games, "medianoche": spec.medianoche, "game_version": spec.game_version}
    _insert(database, "tournament", {name: [value] for name, value in row.items()})


Columns = dict[str, Iterable[object]]
"""Rows to be stored: the values of each column."""


def _insert(database: sqlite3.Connection, table: str, columns: Columns) -> None:
    """Add rows; one whose key is there already stays as it is."""
    marks = ", ".join("?" * len(columns))
    statement = f"INSERT OR IGNORE INTO {table} ({', '.join(columns)}) VALUES ({marks})"
    database.executemany(statement, zip(*columns.values(), strict=True))


def _games(spec: Spec, shard: Shard) -> Columns:
    """The shard as rows of the table `games`."""
    seatings = [tuple(seats) for seats in shard.seats.tolist()]
    names = {seats: json.dumps([spec.agents[number] for number in seats]) for seats in set(seatings)}
    return {
        "game": range(shard.start, shard.stop),
        "deal": shard.deals.tolist(),
        "lineup": shard.lineups.tolist(),
        "seed": shard.seeds.tolist(),
        "seats": [names[seats] for seats in seatings],
        "options": [spec.options] * len(seatings),
        "pack": [spec.pack_hash] * len(seatings),
        "scores": map(str, shard.scores.tolist()),  # a list of numbers in Python is one in JSON
        "utilities": map(str, np.round(shard.utilities.astype(np.float64), 6).tolist()),
        "decisions": shard.decisions.tolist(),
    }


def _taken(spec: Spec, shard: Shard) -> Columns:
    """What the shard took, as a row of the table `shards`."""
    columns = (spec.agents, shard.agent_decisions.tolist(), shard.agent_seconds.tolist())
    times = {name: [decisions, seconds] for name, decisions, seconds in zip(*columns, strict=True)}
    return {
        "start": [shard.start],
        "stop": [shard.stop],
        "decisions": [int(shard.decisions.sum())],
        "seconds": [shard.seconds],
        "agents": [json.dumps(times)],
    }


def _replays(shard: Shard) -> Columns:
    """The shard as rows of the table `replays`: none if it was not recorded."""
    if shard.actions is None or shard.finals is None:
        return {"game": (), "actions": (), "final": ()}
    actions = shard.actions.astype(shard.actions.dtype.newbyteorder("<"))
    games = np.split(actions, np.cumsum(shard.decisions)[:-1])
    return {
        "game": range(shard.start, shard.stop),
        "actions": (game.tobytes() for game in games),
        "final": shard.finals,
    }
