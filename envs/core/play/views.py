"""What seats know of games in progress, for agents that follow a game between their own decisions."""

from __future__ import annotations

from typing import Any

import numpy as np

from medianoche.envs.core import arrays
from medianoche.envs.core.base import BaseGame
from medianoche.envs.core.errors import GameError
from medianoche.envs.core.kernels.rng import mix
from medianoche.envs.core.kernels.worlds import imagine_rows, view_rows
from medianoche.envs.core.play.batch import Batch
from medianoche.envs.core.play.match import Match
from medianoche.envs.core.play.turn import Turn
from medianoche.envs.core.show.events import Event

WORLDS_LIMIT = 1_000_000
"""Copies of one position at most."""
VIEWS = np.uint64(1 << 40)
"""Distance between the seeds of the views of two seats."""


def loops_of(game: BaseGame) -> tuple[Any, Any]:
    """`imagine_rows` and `view_rows`, compiled for `game`."""
    return game.rules.loops.compile(imagine_rows), game.rules.loops.compile(view_rows)


class Views:
    """Positions from the view of one seat each; agents cannot read the true states.

    Args:
        batch: the games; of a match, the positions of one game.
        rows: int64[n], rows of the batch; a row may be given several times, with other seats.
        seats: int64[n], the seats that look.
        acted: int64[n], the seat's own action if it made the last decision of the game, else -1.
        seeds: uint64[n], a random seed for each view.
        games: int64[n], the number of each row's game, as in `Turn.games`.
        steps: the states before the last decisions and the actions (int64[n]) taken there, if games are not new.

    Attributes:
        game, num_players: as of a Turn.
        seats, acted, seeds, games: as given.
    """

    def __init__(
        self,
        batch: Batch | Match,
        rows: np.ndarray,
        seats: np.ndarray,
        acted: np.ndarray,
        seeds: np.ndarray,
        games: np.ndarray,
        steps: tuple[np.ndarray, np.ndarray] | None = None,
    ) -> None:
        self.game: BaseGame = batch.game
        self.num_players = batch.num_players
        self.seats, self.acted = arrays.integers(seats, "seats", len(rows)), arrays.integers(acted, "acted", len(rows))
        self.games = arrays.integers(games, "games", len(rows))
        self.seeds = mix(arrays.integers(seeds, "seeds", len(rows), arrays.UINT64))
        self._packs = batch.records
        self._states = batch.states
        self._rows = rows
        self._steps = steps

    def __len__(self) -> int:
        return len(self._rows)

    def known(self) -> np.ndarray:
        """uint8[n, bytes]: each position without what its seat does not know; equal bytes are one information set."""
        records = np.zeros(len(self), self.game.declaration.state_dtype).view(np.recarray)
        loops_of(self.game)[1](self._packs, self._states, self._rows, self.seats, records)
        return records.view(np.uint8).reshape(len(self), records.itemsize)

    def events(self) -> list[list[Event]]:
        """What has just happened in each game, as the seat of the view knows it: n lists. Takes milliseconds each."""
        if self._steps is None:
            return [[] for _ in range(len(self))]
        steps = zip(*self._steps, self.seats.tolist(), strict=True)
        return [self.game.show.events(state, int(action), seat) for state, action, seat in steps]

    def worlds(self, count: int, places: np.ndarray) -> np.ndarray:
        """Copies of the positions at `places` (int64[k]), `count` of each, in which everything hidden from the seat is
        dealt again, uniformly: records[k * count]."""
        places = arrays.rows(places, len(self), "places")
        count = arrays.integer(count, "count")
        if not 1 <= count <= WORLDS_LIMIT:
            raise GameError(f"count {count} is not accepted; accepted: 1 to {WORLDS_LIMIT}")
        chosen = np.repeat(places, count)
        records = np.zeros(len(chosen), self.game.declaration.state_dtype).view(np.recarray)
        masks = np.zeros((len(chosen), self.game.rules.mask_words), np.uint64)
        seeds = mix(self.seeds[chosen] + np.tile(np.arange(count, dtype=np.uint64), len(places)))
        rows = self._rows[chosen]
        viewers = self.seats[chosen]
        loops_of(self.game)[0](self._packs, self._states, rows, viewers, seeds, records, masks)
        return records


def views_of(turn: Turn) -> Views:
    """What the seats of a turn know, as games that begin there."""
    views = Views.__new__(Views)
    views.game = turn.game
    views.num_players = turn.num_players
    views.seats = turn.seats
    views.acted = np.full(len(turn), -1)
    views.games = turn.games
    views.seeds = turn.seeds
    views._rows = turn._rows
    views._steps = None
    views._packs = turn._packs
    views._states = turn._states
    return views
