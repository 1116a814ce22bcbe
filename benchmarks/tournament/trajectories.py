"""The games that a tournament kept, as tables of decisions for offline learning: Parquet by polars (extra `export`)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from medianoche import envs
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
PART = 500
"""Games to a file, which are in memory together."""


def trajectories(
    folder: Path, out: Path, location: str = "", pack: PackSource | None = None, events: bool = False
) -> Iterator[Path]:
    """Play the kept games of the tournament in `folder` again and write every decision to files in `out`.

    A row is a decision, in the order of games and of play:

    | column | type | what it is |
    |---|---|---|
    | game, decision | u32, u16 | which game, which decision in it |
    | seat, agent | u8, categorical | who decides |
    | place, value | list of u16, of f32 | the observation without its zeros: its indices and the numbers there |
    | legal | list of u16 | the legal actions |
    | action | u16 | what was chosen |
    | utility, score | f32, i32 | what the game brought to that seat |
    | events | text, if asked for | what the seat has learned since its last decision: a JSON list of `Event.json` |

    Args:
        folder: a tournament that was played with --save-replays.
        out: where the files go, PART games to each.
        location, pack: see `Replay.load`.
        events: whether to write events; that takes milliseconds for each decision.

    Yields:
        the files, as they are written.

    Raises:
        TournamentError: no game was kept, polars is not installed, the file is damaged, or `out` holds other files.
        ReplayError: a game's final state is different, or its file names a module or a path.
        OSError: a file cannot be written; it names the file.
    """
    out.mkdir(parents=True, exist_ok=True)
    written: set[Path] = set()
    for number, (table, _) in enumerate(played_again(folder, location, pack, events)):
        file = out / f"{number:05}.parquet"
        with replacing(file) as new:
            table.write_parquet(new)
        written.add(file)
        yield file
    if others := sorted(set(out.glob("[0-9]*.parquet")) - written):
        raise TournamentError(f"all games are written, but {others[0]} is of another export; remove it")


def played_again(
    folder: Path, location: str = "", pack: PackSource | None = None, events: bool = False
) -> Iterator[tuple[pl.DataFrame, Batch]]:
    """The decisions of PART games at a time, see `trajectories`, and the same games at their end, in the same order.
    Games without a decision are left out."""
    if find_spec("polars") is None:
        raise TournamentError("Parquet needs polars; install it with: pip install 'medianoche[export]'")
    with Store.read(folder) as store:
        kept = store.kept()
        if not len(kept):
            raise TournamentError(f"no game in {folder} was kept; play with --save-replays")
        if not store.played or not np.isin(kept, (results := store.results()).games).all():
            raise store.damaged("replays of games that were not played")
        kept = kept[results.decisions[np.searchsorted(results.games, kept)] > 0]  # a game can be forfeited before
        if not len(kept):
            raise TournamentError(f"no decision was made in the kept games of {folder}: all were forfeited")
        for first in range(0, len(kept), PART):
            games = kept[first : first + PART]
            replays = [store.replay(int(game), location, pack) for game in games]
            yield _decisions(store, games, replays, results, events)


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


def _decisions(
    store: Store, games: np.ndarray, replays: list[Replay], results: GameResults, events: bool
) -> tuple[pl.DataFrame, Batch]:
    """The decisions of some games as a table, and the games at their end."""
    import polars as pl

    spec = store.spec
    found = np.searchsorted(results.games, games)
    batch = _deal(replays)
    heard = _Heard(batch) if events else None
    parts = []
    lengths = np.array([len(replay.actions) for replay in replays])
    for step in range(int(lengths.max(initial=0))):
        rows = np.flatnonzero(lengths > step)
        if batch.done[rows].any():
            raise store.damaged(f"game {games[rows[batch.done[rows].argmax()]]} goes on after its end")
        actions = np.array([replays[row].actions[step] for row in rows])
        turn = batch.turn(rows, rows.astype(np.uint64))
        seats = turn.seats
        seen = turn.sparse_observation
        places = found[rows]
        cuts = seen.starts[1:-1]
        columns: dict[str, Any] = {
            "game": games[rows].astype(np.uint32),
            "decision": np.full(len(rows), step, np.uint16),
            "seat": seats.astype(np.uint8),
            "agent": [spec.agents[agent] for agent in results.seats[places, seats]],
            "place": _lists(np.split(seen.indices, cuts), pl.UInt16()),
            "value": _lists(np.split(seen.values, cuts), pl.Float32()),
            "legal": _lists([np.flatnonzero(mask) for mask in turn.action_mask], pl.UInt16()),
            "action": actions.astype(np.uint16),
            "utility": results.utilities[places, seats].astype(np.float32),
            "score": results.scores[places, seats].astype(np.int32),
        }
        if heard:
            columns["events"] = heard.taken(rows, seats)
        parts.append(pl.DataFrame(columns, schema_overrides={"agent": pl.Categorical}))
        try:
            if heard:
                heard.add(rows, actions)
            batch.step_rows(rows, actions)
        except IllegalActionError as error:
            raise store.damaged(f"games {games[0]} to {games[-1]}: {error}") from None
    for game, replay, state in zip(games.tolist(), replays, batch.states, strict=True):
        if state_hash(state) != replay.final:
            raise store.damaged(f"game {game} ends elsewhere than it did")
    return pl.concat(parts).sort("game", "decision"), batch


def _lists(rows: list[np.ndarray], inner: pl.DataType) -> pl.Series:
    import polars as pl

    return pl.Series([row.tolist() for row in rows], dtype=pl.List(inner))  # arrays alike in length would be no lists


def _deal(replays: list[Replay]) -> Batch:
    """The games at their beginning."""
    first = replays[0]
    first.match()  # checks version and pack
    given = {"num_players": first.num_players, "pack": first.pack, **first.options}
    seeds = np.array([replay.seed for replay in replays], np.uint64)
    return envs.game(first.game).batch(len(replays), seeds=seeds, autoreset=False, **given)
