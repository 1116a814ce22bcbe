"""The games that a tournament kept, as tables of decisions for offline learning: Parquet by polars (extra `export`)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from medianoche import envs
from medianoche.benchmarks.tournament.forfeits import COLUMNS, cells
from medianoche.benchmarks.tournament.spec import TournamentError
from medianoche.benchmarks.tournament.store import GameResults, Store
from medianoche.envs.core.content.pack import PackSource
from medianoche.envs.core.errors import IllegalActionError
from medianoche.envs.core.files import replacing
from medianoche.envs.core.play.match import Replay
from medianoche.envs.core.play.replay import state_hash

if TYPE_CHECKING:
    import polars as pl

    from medianoche.envs.core.play.batch import Batch

FOLDER = "trajectories"
SECRET = slice(3, 5)
"""The columns of forfeits that not every seat may know."""
PART = 500
"""Games to a file, which are in memory together."""


def trajectories(
    folder: Path,
    out: Path,
    location: str = "",
    pack: PackSource | None = None,
    events: bool = False,
    forfeits: bool = True,
) -> Iterator[Path]:
    """Play the kept games of the tournament in `folder` again and write every decision to files in `out`.

    A row is a decision, in the order of games and of play:

    | column | type | what it is |
    |---|---|---|
    | game, decision | u32, u16 | which game, which decision in it |
    | seat, agent | u8, categorical | who decides |
    | place, value | list of u16, of f32 | the observation without its zeros: its indices and the numbers there |
    | legal | list of u16 | the legal actions |
    | action | u16 | what was chosen; null where the agent failed |
    | utility, score | f32, i32 | what the game brought to that seat |
    | forfeit_seat | u8 | the seat that lost the game because its agent failed |
    | forfeit_decision | u16 | the decision at which it failed, the last row of the game; `action` is null there |
    | forfeit_reason | categorical | why: a value of `Failure`, or "unknown" in a game that version 0.4 stored |
    | forfeit_action | i64 | the illegal action, in the row of the failure alone |
    | forfeit_detail | text | what happened, in words, in the row of the failure alone |
    | events | text, if asked for | what the seat has learned since its last decision: a JSON list of `Event.json` |

    The columns `forfeit_...` are null in games in which no agent failed.

    Args:
        folder: a tournament that was played with --save-replays.
        out: where the files go, PART games to each.
        location, pack: see `Replay.load`.
        events: whether to write events; that takes milliseconds for each decision.
        forfeits: whether to write games that an agent lost by failing.

    Yields:
        the files, as they are written.

    Raises:
        TournamentError: no game was kept, polars is not installed, the file is damaged, or `out` holds other files.
        ReplayError: a game's final state is different, or its file names a module or a path.
        OSError: a file cannot be written; it names the file.
    """
    out.mkdir(parents=True, exist_ok=True)
    written: set[Path] = set()
    for number, (table, _) in enumerate(played_again(folder, location, pack, events, forfeits)):
        file = out / f"{number:05}.parquet"
        with replacing(file) as new:
            table.write_parquet(new)
        written.add(file)
        yield file
    if others := sorted(set(out.glob("[0-9]*.parquet")) - written):
        raise TournamentError(f"all games are written, but {others[0]} is of another export; remove it")


def played_again(
    folder: Path, location: str = "", pack: PackSource | None = None, events: bool = False, forfeits: bool = True
) -> Iterator[tuple[pl.DataFrame, Batch]]:
    """The decisions of PART games at a time, see `trajectories`, and the same games at their end, in the same order."""
    if find_spec("polars") is None:
        raise TournamentError("Parquet needs polars; install it with: pip install 'medianoche[export]'")
    with Store.read(folder) as store:
        kept = store.kept()
        if not len(kept):
            raise TournamentError(f"no game in {folder} was kept; play with --save-replays")
        if not store.played or not np.isin(kept, (results := store.results()).games).all():
            raise store.damaged("replays of games that were not played")
        if not forfeits:
            kept = np.setdiff1d(kept, list(store.forfeits()))
        if not len(kept):
            raise TournamentError(f"{folder}: all kept games were forfeited, and --without-forfeits leaves them out")
        for first in range(0, len(kept), PART):
            games = kept[first : first + PART]
            replays = [store.replay(int(game), location, pack) for game in games]
            again = _Again(store, games, replays, results, events)
            yield again.decisions(), again.batch


class _Heard:
    """What each seat of each game has learned since its last decision."""

    def __init__(self, batch: Batch) -> None:
        self._batch = batch
        self._events: dict[tuple[int, int], list[dict[str, Any]]] = {}

    def taken(self, rows: np.ndarray, seats: np.ndarray) -> list[str]:
        """The events of the seats that decide, as JSON; they are forgotten."""
        return [json.dumps(self._events.pop(place, [])) for place in zip(rows.tolist(), seats.tolist(), strict=True)]

    def add(self, rows: np.ndarray, actions: np.ndarray) -> None:
        """Add what happens when these actions are played."""
        for row, action in zip(rows.tolist(), actions.tolist(), strict=True):
            moments = self._batch.game.show.moments(self._batch.states[row], action)
            for seat in range(self._batch.num_players):
                self._events.setdefault((row, seat), []).extend(event.json() for event in moments.events(seat))


class _Again:
    """Some games of a tournament, which are played again together, from the beginning."""

    def __init__(
        self, store: Store, games: np.ndarray, replays: list[Replay], results: GameResults, events: bool
    ) -> None:
        places = np.searchsorted(results.games, games)
        self.store = store
        self.games = games
        self.replays = replays
        self.batch = _deal(replays)
        self._heard = _Heard(self.batch) if events else None
        self._agents = results.seats[places]
        self._utilities = results.utilities[places]
        self._scores = results.scores[places]

    def decisions(self) -> pl.DataFrame:
        """All decisions, also those at which an agent failed; afterwards the games are at their end."""
        import polars as pl

        parts = []
        lengths = np.array([len(replay.actions) for replay in self.replays])
        forfeited = np.array([replay.forfeit is not None for replay in self.replays])
        for step in range(int(lengths.max(initial=0)) + 1):
            if len(failed := np.flatnonzero((lengths == step) & forfeited)):
                self._check_forfeits(failed)
                parts.append(self._asked(step, failed, [None] * len(failed)))
            if len(rows := np.flatnonzero(lengths > step)):
                actions = [self.replays[row].actions[step] for row in rows]
                parts.append(self._asked(step, rows, actions))
                self._play(rows, np.array(actions))
        for game, replay, state in zip(self.games.tolist(), self.replays, self.batch.states, strict=True):
            if state_hash(state) != replay.final:
                raise self.store.damaged(f"game {game} ends elsewhere than it did")
        return pl.concat(parts).sort("game", "decision")

    def _asked(self, step: int, rows: np.ndarray, actions: Sequence[int | None]) -> pl.DataFrame:
        """The decisions that the games in `rows` are at, and what was chosen there; None: the agent failed."""
        import polars as pl

        if (over := self.batch.done[rows]).any():
            raise self.store.damaged(f"game {self.games[rows[over.argmax()]]} goes on after its end")
        turn = self.batch.turn(rows, rows.astype(np.uint64))
        seats = turn.seats
        seen = turn.sparse_observation
        cuts = seen.starts[1:-1]
        agents = self.store.spec.agents
        columns: dict[str, Any] = {
            "game": self.games[rows].astype(np.uint32),
            "decision": np.full(len(rows), step, np.uint16),
            "seat": seats.astype(np.uint8),
            "agent": [agents[number] for number in self._agents[rows, seats]],
            "place": _lists(np.split(seen.indices, cuts), pl.UInt16()),
            "value": _lists(np.split(seen.values, cuts), pl.Float32()),
            "legal": _lists([np.flatnonzero(mask) for mask in turn.action_mask], pl.UInt16()),
            "action": pl.Series(actions, dtype=pl.UInt16()),
            "utility": self._utilities[rows, seats].astype(np.float32),
            "score": self._scores[rows, seats].astype(np.int32),
            **self._forfeits(rows, actions),
        }
        if self._heard:
            columns["events"] = self._heard.taken(rows, seats)
        return pl.DataFrame(columns, schema_overrides={"agent": pl.Categorical})

    def _forfeits(self, rows: np.ndarray, actions: Sequence[int | None]) -> dict[str, Any]:
        """The columns about forfeits. Action and detail, which can show what the seat that failed knew, are in the row
        of the failure alone."""
        import polars as pl

        kinds = (pl.UInt8(), pl.UInt16(), pl.Categorical(), pl.Int64(), pl.String())
        seats = tuple(range(self.batch.num_players))
        values = [cells(self.replays[row].forfeit, seats) for row in rows]
        for line, action in zip(values, actions, strict=True):
            line[SECRET] = line[SECRET] if action is None else [None] * len(line[SECRET])
        return {
            column.name: pl.Series([line[number] for line in values], dtype=kind)
            for number, (column, kind) in enumerate(zip(COLUMNS, kinds, strict=True))
        }

    def _check_forfeits(self, rows: np.ndarray) -> None:
        """Raise TournamentError if the games in `rows` cannot have been forfeited as it is stored."""
        for row in rows:
            replay = self.replays[row]
            forfeit = replay.forfeit
            assert forfeit
            if wrong := forfeit.contradiction(self.batch.game, self.batch.states[row], len(replay.actions)):
                raise self.store.damaged(f"game {self.games[row]}: {wrong}")

    def _play(self, rows: np.ndarray, actions: np.ndarray) -> None:
        try:
            if self._heard:
                self._heard.add(rows, actions)
            self.batch.step_rows(rows, actions)
        except IllegalActionError as error:
            raise self.store.damaged(f"games {self.games[0]} to {self.games[-1]}: {error}") from None


def _lists(rows: list[np.ndarray], inner: pl.DataType) -> pl.Series:
    import polars as pl

    return pl.Series([row.tolist() for row in rows], dtype=pl.List(inner))  # arrays alike in length would be no lists


def _deal(replays: list[Replay]) -> Batch:
    """The games at their beginning."""
    first = replays[0]
    first.match()  # checks version and pack
    arguments = {"num_players": first.num_players, "pack": first.pack, **first.options}
    seeds = np.array([replay.seed for replay in replays], np.uint64)
    return envs.game(first.game).batch(len(replays), seeds=seeds, autoreset=False, **arguments)
