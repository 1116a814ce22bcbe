"""Results on disk: `tournament.sqlite`, one row a game, one transaction a shard, one process that writes.

A process may be killed at any moment: what was committed stays, what was not is played again, and as game g
is the same game every time, the file ends up the same. Only the table `shards` holds times.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Annotated, Any, NamedTuple, NoReturn, Self

import numpy as np
from pydantic import Field, FiniteFloat, NonNegativeInt, TypeAdapter, ValidationError

from medianoche import envs
from medianoche.benchmarks.tournament.database import (
    FAILURES,
    FILE,
    FORFEIT,
    SPEC_BYTES,
    THOUGHTS,
    Columns,
    columns_of,
    complaining,
    connect,
    create,
    damaged,
    insert,
    look,
    refuse_code,
    spec_row,
)
from medianoche.benchmarks.tournament.play import Shard
from medianoche.benchmarks.tournament.schedule import Schedule
from medianoche.benchmarks.tournament.spec import Spec, TournamentError
from medianoche.envs.core import files
from medianoche.envs.core.content.pack import PackSource
from medianoche.envs.core.play.forfeit import FORFEIT_JSON, Forfeit
from medianoche.envs.core.play.match import Replay
from medianoche.envs.core.play.replay import FORMAT, Thoughts

FORFEITS = f"SELECT game, decisions, {FORFEIT} FROM games WHERE {FORFEIT} IS NOT NULL AND"
"""Game, number of its decisions and JSON of each forfeit."""
FORFEITS_OF_04 = """SELECT game, decisions, json_object(
        'seat', seat, 'decision', decisions, 'failure', NULL, 'action', NULL, 'detail', reason
    ) FROM forfeits LEFT JOIN games USING (game) WHERE"""
"""The same of the forfeits that version 0.4 stored."""
CHUNK = 50_000
GAME_LIMIT = 2**32
"""Most games of a tournament: a seed has so many deals."""
TEST, MAKER, SALVAGED = "sequential test", "maker", "salvaged"
"""Names of settings of a file: the test that ends the tournament, the command that may remove it, what was lost."""
FORFEITS_LOST = "It is not known of all games whether they were forfeited: the file of version 0.4 was damaged there."
"""Value of SALVAGED."""
THOUGHTS_JSON: TypeAdapter[Thoughts] = TypeAdapter(Thoughts)
TIMES = TypeAdapter(dict[str, tuple[NonNegativeInt, Annotated[FiniteFloat, Field(ge=0)]]])


class GameResults(NamedTuple):
    """Finished games, in order."""

    games: np.ndarray  #: int64[n], their numbers
    deals: np.ndarray  #: int64[n]
    seats: np.ndarray  #: int64[n, players], the agent in each seat
    scores: np.ndarray  #: int64[n, players]
    utilities: np.ndarray  #: float64[n, players]
    decisions: np.ndarray  #: int64[n]


class Speed(NamedTuple):
    """Decisions and seconds of the games over all runs."""

    decisions: int
    seconds: float
    agent_decisions: np.ndarray
    agent_seconds: np.ndarray

    @property
    def milliseconds(self) -> np.ndarray:
        """float64[agents]: mean wall time of a decision."""
        return np.asarray(1000 * self.agent_seconds / np.maximum(self.agent_decisions, 1))


class NotBegunError(TournamentError):
    """A tournament without a description: it was stopped before it began."""


@dataclass(eq=False)
class Store:
    """A tournament's folder. Use `Store.open` to play and `Store.read` to look; both as context managers."""

    folder: Path
    database: sqlite3.Connection
    spec: Spec
    target: int  #: number of games to play in all

    def __reduce__(self) -> NoReturn:
        raise TypeError(f"the store of {self.folder} holds its file open and cannot be copied; open the folder again")

    @classmethod
    def open(cls, folder: Path, spec: Spec, games: int, test: str | None = None, maker: str | None = None) -> Self:
        """Start the tournament `spec` of `games` games in `folder`, or go on with it; `test` is the sequential test
        that decides when it ends, if any; `maker` see `Store.maker`.

        Raises:
            TournamentError: the folder cannot be used, holds another tournament or more games than asked for.
        """
        if not 1 <= games <= GAME_LIMIT:
            raise TournamentError(f"games={games} is not accepted; give at least 1 (and at most {GAME_LIMIT:,})")
        if (size := len(spec.to_json())) > SPEC_BYTES:
            raise TournamentError(
                f"the names of the agents are too long: {size:,} bytes with all else; accepted: up to {SPEC_BYTES:,}"
            )
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise TournamentError(f"{folder}: {error.strerror}") from None
        store = cls(folder, connect(folder / FILE, "mode=rwc"), spec, games)
        try:
            with complaining(folder):
                store.database.execute("PRAGMA journal_mode = WAL")
                store.database.execute("BEGIN IMMEDIATE")
                refuse_code(store.database, folder)
                create(store.database)
                store._admit(test, maker)
                store.database.execute("COMMIT")
        except BaseException:
            store.database.close()
            raise
        return store

    @classmethod
    def read(cls, folder: Path) -> Self:
        """Open the tournament in `folder` for reading, as it is now; a process may go on playing it. The medium may be
        read-only.

        Raises:
            NotBegunError: the tournament was stopped before it began.
            TournamentError: there is no tournament, or it is damaged.
        """
        if not (folder / FILE).is_file():
            raise TournamentError(f"no tournament in {folder}: there is no {FILE}")
        database = look(folder)
        try:
            with complaining(folder):
                database.execute("BEGIN")
                known = database.execute("SELECT 1 FROM sqlite_master WHERE name = 'tournament'").fetchone()
                row = spec_row(database) if known else None
            if row is None:
                raise NotBegunError(f"the tournament in {folder} was stopped before it began; start it again")
            return cls(folder, database, *described(folder, row))
        except BaseException:
            database.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
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
            insert(self.database, "games", _games(self.spec, shard))
            if self.database.total_changes > before:
                insert(self.database, "shards", _taken(self.spec, shard))
            insert(self.database, "replays", _replays(shard))
            self.database.execute("COMMIT")
        except FAILURES as error:
            raise TournamentError(
                f"{self.folder / FILE}: {files.short(str(error))}; what was stored before is kept"
            ) from None

    # ---- reading

    def select(self, statement: str, *values: object) -> Iterator[tuple[Any, ...]]:
        """The rows of a query; raises TournamentError if the file is damaged."""
        with complaining(self.folder):
            yield from self.database.execute(statement, values)

    def damaged(self, what: str) -> TournamentError:
        """The error for a damaged file of this tournament."""
        return damaged(self.folder, what)

    @property
    def test(self) -> str | None:
        """The sequential test that decides when the tournament ends; None if there is none."""
        return self._setting(TEST)

    @property
    def maker(self) -> str | None:
        """The command that began the tournament and may remove it; None if another one began it or went on with it."""
        return self._setting(MAKER)

    @property
    def doubt(self) -> str | None:
        """A sentence about what could not be salvaged of the games that are stored; None if nothing is in doubt."""
        return self._setting(SALVAGED)

    @property
    def played(self) -> int:
        """The number of stored games, of those that were asked for."""
        return int(next(self.select("SELECT COUNT(*) FROM games"))[0])

    @property
    def last(self) -> int:
        """Number of the last game that is stored; -1 if there is none."""
        return self._number(next(self.select("SELECT IFNULL(MAX(game), -1) FROM games"))[0])

    def kept(self) -> np.ndarray:
        """int64[n]: the games that were stored with their actions."""
        games = self.select("SELECT game FROM replays ORDER BY game")
        return np.array([self._number(game) for (game,) in games], np.int64)

    @property
    def listened(self) -> bool:
        """Whether some games were stored with what agents said."""
        if THOUGHTS not in columns_of(self.database, "replays"):
            return False
        return bool(next(self.select(f"SELECT EXISTS (SELECT 1 FROM replays WHERE {THOUGHTS} IS NOT NULL)"))[0])

    def forfeits(self) -> dict[int, Forfeit]:
        """The forfeits of the games that were lost by an agent's failure, by number of the game.

        Version 0.4 stored the seat and a sentence. So kind of failure and illegal action of its games are unknown; the
        decision is known, since the game ended there.
        """
        return self._forfeits("game IS NOT NULL")

    def missing(self) -> list[range]:
        """The games that are still to be played, as ranges."""
        gaps = self.select(
            """WITH known (game) AS (SELECT -1 UNION ALL SELECT game FROM games WHERE game < ?),
                    pairs AS (SELECT game, LEAD(game, 1, ?) OVER (ORDER BY game) AS next FROM known)
               SELECT game + 1, next FROM pairs WHERE next > game + 1 ORDER BY game""",
            self.target,
            self.target,
        )
        return [range(self._number(start), self._number(stop)) for start, stop in gaps]

    def blocks(self, first: int = 0) -> Iterator[GameResults]:
        """The finished games from number `first` on, some at a time: memory does not grow with their number.

        Raises:
            TournamentError: some of them cannot be read.
        """
        # another process may store games meanwhile: those after `last` wait
        before = first - 1
        last = self.last
        ((expected,),) = self.select("SELECT COUNT(*) FROM games WHERE game BETWEEN ? AND ?", first, last)
        columns = "game, scores, utilities, decisions"
        rows = self.select(f"SELECT {columns} FROM games WHERE game BETWEEN ? AND ? ORDER BY game", first, last)
        while block := list(islice(rows, CHUNK)):
            expected -= len(block)
            results = self._results(block)
            if results.games[0] <= before or (np.diff(results.games) <= 0).any() or results.games[-1] > last:
                raise self.damaged("the order of the games")
            before = int(results.games[-1])
            yield results
        if expected > 0:
            raise self.damaged(f"{expected:,} games are missing")

    def _results(self, rows: list[tuple[Any, ...]]) -> GameResults:
        where = f"games {rows[0][0]} to {rows[-1][0]}"
        games, scores, utilities, decisions = zip(*rows, strict=True)
        try:
            numbers = np.array(games)
            points, won = (np.array(json.loads(f"[{','.join(column)}]")) for column in (scores, utilities))
            results = GameResults(numbers, numbers, numbers, points, won, np.array(decisions))
        except (TypeError, ValueError, OverflowError, RecursionError):
            raise self.damaged(f"the results of {where}") from None
        shape = len(rows), self.spec.players
        sound = (
            _whole(results.games, shape[:1], 0, GAME_LIMIT)
            and _whole(results.scores, shape, -(2**31), 2**31)
            and _whole(results.decisions, shape[:1], 0, 2**31)
            and results.utilities.shape == shape
            and results.utilities.dtype.kind in "if"
            and bool((np.abs(results.utilities) <= 1).all())
        )
        if not sound:
            raise self.damaged(f"the results of {where}")
        fixture = Schedule.from_spec(self.spec).at(numbers)
        return results._replace(
            deals=fixture.deals, seats=fixture.seats, utilities=results.utilities.astype(np.float64)
        )

    def results(self) -> GameResults:
        """All finished games at once."""
        return GameResults(*map(np.concatenate, zip(*self.blocks(), strict=True)))

    def replay(self, number: int, location: str = "", pack: PackSource | None = None) -> Replay:
        """A game that was stored with its actions.

        Args:
            number: of the game.
            location, pack: see `Replay.load`.

        Raises:
            TournamentError: it was not stored, or cannot be read.
            ReplayError: the file names a game or a pack that only its reader may name.
        """
        statement = "SELECT seed, actions, final FROM games JOIN replays USING (game) WHERE game = ?"
        row = next(self.select(statement, number), None) if -1 < number < GAME_LIMIT else None
        if row is None:
            ((kept,),) = self.select("SELECT COUNT(*) FROM replays")
            saved = f"{kept} games were played with --save-replays"
            raise TournamentError(f"no replay of game {number} in {self.folder}; {saved}")
        seed, actions, final = row
        spec = self.spec
        where = f"{self.folder / FILE}: game {number}"
        fields = {
            "format": FORMAT,
            "game": spec.game,
            "version": spec.game_version,
            "num_players": spec.players,
            "pack": spec.pack,
            "pack_hash": spec.pack_hash,
            "options": json.loads(spec.options),
            "seed": seed,
            "actions": [],
            "final": final if isinstance(final, str) else None,
        }
        replay = files.tables_to_model(TypeAdapter(Replay), fields, where, TournamentError)
        replay = replay.admitted(where, location, pack)
        game = envs.game(spec.game)  # which is admitted
        kind = np.min_scalar_type(game.num_actions - 1).newbyteorder("<")
        if not isinstance(actions, bytes) or len(actions) % kind.itemsize:
            raise self.damaged(f"the actions of game {number}")
        replay = replace(replay, game=game.content.location, pack_hash=spec.pack_hash_of(replay.seed))
        forfeit = self._forfeits("game = ?", number).get(number)
        numbers = np.frombuffer(actions, kind).tolist()
        return replace(replay, actions=numbers, forfeit=forfeit, thoughts=self._thoughts(number))

    def speed(self) -> Speed:
        """Decisions and seconds over all shards ever played."""
        total = np.zeros((len(self.spec.agents), 2))
        decisions = 0
        seconds = 0.0
        for shard_decisions, shard_seconds, agents in self.select("SELECT decisions, seconds, agents FROM shards"):
            line = {"all": [shard_decisions, shard_seconds]}
            source = f"{self.folder / FILE}: times"
            whole = files.tables_to_model(TIMES, line, source, TournamentError)["all"]
            times = files.from_json(TIMES, agents if isinstance(agents, str) else "", source, TournamentError)
            if missing := set(self.spec.agents) - set(times):
                raise self.damaged(f"the times of {min(missing)}")
            decisions = decisions + whole[0]
            seconds = seconds + whole[1]
            total += [times[name] for name in self.spec.agents]
        if not total.max(initial=0) < 2.0**62:
            raise self.damaged("the times")
        return Speed(decisions, seconds, total[:, 0].astype(np.int64), total[:, 1])

    # ---- inner

    def _setting(self, name: str) -> str | None:
        if not next(self.select("SELECT 1 FROM sqlite_master WHERE name = 'settings'"), None):
            return None  # a file of an older version
        row = next(self.select("SELECT value FROM settings WHERE name = ?", name), None)
        return None if row is None else str(row[0])

    def _forfeits(self, condition: str, *values: object) -> dict[int, Forfeit]:
        """The forfeits of the games for which this is true."""
        rows = list(self.select(f"{FORFEITS_OF_04} {condition}", *values))
        if FORFEIT in columns_of(self.database, "games"):
            rows += self.select(f"{FORFEITS} {condition}", *values)
        return {self._number(game): self._forfeit(game, *row) for game, *row in sorted(rows)}

    def _forfeit(self, game: int, decisions: object, text: object) -> Forfeit:
        """The forfeit of a game with so many decisions; `text` is its JSON."""
        try:
            forfeit = FORFEIT_JSON.validate_json(text if isinstance(text, str) else "", strict=True)
        except ValidationError as error:
            raise self.damaged(f"the forfeit of game {game}: {files.reason(error)}") from None
        if forfeit.seat >= self.spec.players or forfeit.decision != decisions:
            raise self.damaged(f"the forfeit of game {game}")
        return forfeit

    def _thoughts(self, game: int) -> dict[int, str] | None:
        """The texts that agents said in a game, by number of the action; None if nothing was kept."""
        if THOUGHTS not in columns_of(self.database, "replays"):
            return None
        ((text,),) = self.select(f"SELECT {THOUGHTS} FROM replays WHERE game = ?", game)
        if text is None:
            return None
        try:
            return THOUGHTS_JSON.validate_json(text if isinstance(text, str) else "")
        except ValidationError as error:
            raise self.damaged(f"the thoughts of game {game}: {files.reason(error)}") from None

    def _number(self, value: object) -> int:
        if not isinstance(value, int) or not -1 <= value <= GAME_LIMIT:
            raise self.damaged("the numbers of the games")
        return value

    def _admit(self, test: str | None, maker: str | None) -> None:
        """Store the description of the tournament; raises TournamentError if the file holds another one."""
        if played := self.played:
            row = spec_row(self.database)
            if row is None:  # what was salvaged may be all but the description
                self._recognise()
            elif difference := described(self.folder, row)[0].difference(self.spec):
                raise TournamentError(f"{self.folder} holds another tournament ({difference}); choose another folder")
            if (stored_test := self.test) != test:
                words = f"{TEST}: {stored_test or 'none'} there, {test or 'none'} here"
                raise TournamentError(f"{self.folder} holds another tournament ({words}); choose another folder")
            if self.maker != maker:
                self.database.execute("DELETE FROM settings WHERE name = ?", (MAKER,))
        else:
            self.database.execute("DELETE FROM settings")
            if maker:
                insert(self.database, "settings", {"name": [MAKER], "value": [maker]})
        if played > self.target:
            raise TournamentError(
                f"{self.folder} has {played} games already, {self.target} asked for; ask for {played} or more"
            )
        self.database.execute("DELETE FROM tournament")
        if test:
            insert(self.database, "settings", {"name": [TEST], "value": [test]})
        insert(self.database, "tournament", description(self.spec, self.target))

    def _recognise(self) -> None:
        """Check that all stored games belong to this tournament."""
        columns = tuple(fixed(self.spec, np.zeros(1, np.int64)))
        rows = self.select(f"SELECT {', '.join(columns)} FROM games ORDER BY game")
        while block := list(islice(rows, CHUNK)):
            expected = fixed(self.spec, np.array([self._number(row[0]) for row in block]))
            if block != list(zip(*expected.values(), strict=True)):
                raise TournamentError(f"{self.folder} holds games of another tournament; choose another folder")


def described(folder: Path, row: tuple[Any, ...]) -> tuple[Spec, int]:
    """Parse a row of the table `tournament`: the spec and the number of games to play."""
    text, games = row
    if not isinstance(text, str) or not isinstance(games, int) or not 1 <= games <= GAME_LIMIT:
        raise damaged(folder, "the description of the tournament")
    return Spec.from_json(text, folder / FILE), games


def _whole(values: np.ndarray, shape: tuple[int, ...], least: int, most: int) -> bool:
    """Whether these are integers from `least` up to below `most`."""
    fits = values.shape == shape and values.dtype.kind == "i"
    return fits and bool(((values >= least) & (values < most)).all())


def fixed(spec: Spec, games: np.ndarray) -> Columns:
    """The columns of the table `games` that are known before the games are played."""
    deals, lineups, seats = Schedule.from_spec(spec).at(games)
    seatings = [tuple(who) for who in seats.tolist()]
    names = {who: json.dumps([spec.agents[number] for number in who]) for who in set(seatings)}
    return {
        "game": games.tolist(),
        "deal": deals.tolist(),
        "lineup": lineups.tolist(),
        "seed": (spec.deal_seed(0) + deals).tolist(),
        "seats": [names[who] for who in seatings],
        "options": [spec.options] * len(seatings),
        "pack": [spec.pack_hash] * len(seatings),
    }


def description(spec: Spec, games: int) -> Columns:
    """A tournament of so many games as a row of the table `tournament`."""
    row = {"spec": spec.to_json(), "games": games, "medianoche": spec.medianoche, "game_version": spec.game_version}
    return {name: [value] for name, value in row.items()}


def _games(spec: Spec, shard: Shard) -> Columns:
    """The shard as rows of the table `games`."""
    games = range(shard.start, shard.stop)
    return {
        **fixed(spec, np.array(games)),
        "scores": map(str, shard.scores.tolist()),  # a list of numbers in Python is one in JSON
        "utilities": map(str, np.round(shard.utilities.astype(np.float64), 6).tolist()),
        "decisions": shard.decisions.tolist(),
        FORFEIT: [shard.forfeits[game].to_json() if game in shard.forfeits else None for game in games],
    }


def _taken(spec: Spec, shard: Shard) -> Columns:
    """The times of the shard as a row of the table `shards`."""
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
        return {"game": (), "actions": (), "final": (), THOUGHTS: ()}
    actions = shard.actions.astype(shard.actions.dtype.newbyteorder("<"))
    games = np.split(actions, np.cumsum(shard.decisions)[:-1])
    numbers = range(shard.start, shard.stop)
    said = shard.thoughts
    return {
        "game": numbers,
        "actions": (game.tobytes() for game in games),
        "final": shard.finals,
        THOUGHTS: [json.dumps(said[number]) if number in said else None for number in numbers],
    }
