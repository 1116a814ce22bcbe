"""Programs that fail in each way in which an agent can, and the tournaments in which they do."""

import contextlib
import sqlite3
import sys
from pathlib import Path
from typing import NamedTuple

from medianoche.benchmarks.tournament import Spec, run_tournament
from medianoche.benchmarks.tournament.store import FILE, Store
from medianoche.envs.core.play.forfeit import Failure, Forfeit
from tests.agents.conftest import HEAD
from tests.benchmarks.conftest import YARDSTICK

WAYS = {
    Failure.ILLEGAL_ACTION: ("60s", "say(**(right | {'action': 99}))", "chose an illegal action: "),
    Failure.TIME_LIMIT: ("500ms", "time.sleep(60)", "took longer than 0.5 s"),
    Failure.CRASH: ("60s", "sys.exit(3)", "ended with exit code 3"),
    Failure.NO_ANSWER: ("60s", "write('nonsense\\n')", "wrote 'nonsense', no answer"),
}
"""A program's time for a decision, what it does at some decisions, and how that is called."""


def failing(folder, failure):
    """A program in `folder` that fails so at one of eight decisions; its agent string."""
    limit, line, _ = WAYS[failure]
    file = folder / f"{failure.name.lower()}.py"
    file.write_text(f"{HEAD}        if message['seed'] % 8 == 3:\n            {line}\n        else: say(**right)\n")
    return f"exec:{limit}:{sys.executable} -IS {file}"


class Lost(NamedTuple):
    """A tournament with games that an agent lost by failing, and one of these games."""

    folder: Path
    spec: Spec
    agent: str
    failure: Failure
    game: int
    forfeit: Forfeit


def lost_by(folder, failure, games=8, name=YARDSTICK):
    """A tournament, and the game in it that was forfeited last, as the table `games` has it."""
    agent = failing(folder, failure)
    spec = Spec.create(name, [agent, "random"], 2, forfeit=True)
    run_tournament(spec, folder / "out", games, save_replays=True)
    with Store.read(folder / "out") as store:
        forfeits = store.forfeits()
    game = max(forfeits, key=lambda number: forfeits[number].decision)
    return Lost(folder / "out", spec, agent, failure, game, forfeits[game])


TABLES_OF_04 = (
    """CREATE TABLE tournament (
        spec TEXT NOT NULL, games INTEGER NOT NULL, medianoche TEXT NOT NULL, game_version INTEGER NOT NULL
    )""",
    """CREATE TABLE games (
        game INTEGER PRIMARY KEY, deal INTEGER NOT NULL, lineup INTEGER NOT NULL, seed INTEGER NOT NULL,
        seats TEXT NOT NULL, options TEXT NOT NULL, pack TEXT NOT NULL,
        scores TEXT NOT NULL, utilities TEXT NOT NULL, decisions INTEGER NOT NULL
    )""",
    """CREATE TABLE shards (
        start INTEGER NOT NULL, stop INTEGER NOT NULL, decisions INTEGER NOT NULL, seconds REAL NOT NULL,
        agents TEXT NOT NULL
    )""",
    "CREATE TABLE replays (game INTEGER PRIMARY KEY, actions BLOB NOT NULL, final TEXT NOT NULL)",
    "CREATE TABLE forfeits (game INTEGER PRIMARY KEY, seat INTEGER NOT NULL, reason TEXT NOT NULL)",
    "CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
)
"""The tables of a tournament of version 0.4."""


def as_of_04(folder, new):
    """Write the tournament in `folder` to `new` as version 0.4 did: of forfeits it has game, seat and a sentence."""
    with Store.read(folder) as store:
        forfeits = store.forfeits()
    new.mkdir()
    with contextlib.closing(sqlite3.connect(new / FILE)) as database:
        database.execute("ATTACH ? AS now", (str(folder / FILE),))
        with database:
            for statement in TABLES_OF_04:
                database.execute(statement)
            for table in ("tournament", "games", "shards", "replays", "settings"):
                columns = ", ".join(row[1] for row in database.execute(f"PRAGMA main.table_info({table})"))
                database.execute(f"INSERT INTO main.{table} SELECT {columns} FROM now.{table}")
            rows = [(game, forfeit.seat, forfeit.detail) for game, forfeit in forfeits.items()]
            database.executemany("INSERT INTO main.forfeits VALUES (?, ?, ?)", rows)
    return new
