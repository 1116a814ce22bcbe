"""A Turn, the argument of `Agent.act`: observations and masks of many decisions, and samples of hidden information."""

from __future__ import annotations

from copy import copy
from functools import cached_property
from itertools import count
from typing import Annotated, NamedTuple

import numpy as np

from medianoche.envs.core import arrays
from medianoche.envs.core.base import BaseGame
from medianoche.envs.core.errors import GameError
from medianoche.envs.core.kernels.loops import expand_rows, random_rows
from medianoche.envs.core.kernels.rng import mix

BLOCK = 2**24
"""Numbers of games that one call takes; `next` of a counter is the only step that threads must not share."""
_BLOCKS = count()


def new_games(count: int) -> np.ndarray:
    """int64[count]: numbers for games that no other game of this process has, but those of tournaments."""
    first = next(_BLOCKS) * BLOCK
    numbers = np.arange(first, first + min(count, BLOCK))
    return numbers if count <= BLOCK else np.concatenate([numbers, new_games(count - BLOCK)])


class Sparse(NamedTuple):
    """Sparse observations: row k holds values[starts[k]:starts[k + 1]] at the places of the same slice of `indices`."""

    indices: Annotated[np.ndarray, "uint16[entries]"]
    """Places in the observation vector; each at most once in a row, in any order."""
    values: Annotated[np.ndarray, "float32[entries]"]
    """The numbers at these places, none of them zero."""
    starts: Annotated[np.ndarray, "int64[n + 1]"]


class Samples(NamedTuple):
    """Determinized copies of the states of a `Turn`, one for each row; the agent may change them."""

    packs: np.ndarray
    states: np.ndarray


class Turn:
    """A batch of decisions, each from the view of its player to move.

    It makes observations and samples from the true states, which it holds in `_states`. Agents in Python leave names
    with an underscore alone; that is a convention, not a barrier. Programs (`exec:`) are sent messages only.

    Agents get one in `act(turn)`; `Batch.turn`, `AEC.turn` and `Match.turn` make one.

    Args:
        game: the game.
        num_players: number of players.
        packs: the records of the packs, `game.content.records`.
        states: records[k], the true states.
        masks: uint64[k, words], their legal actions as bits.
        rows: int[n], the rows of `states` that are asked, each at most once.
        seeds: uint64[n], a seed for each decision.
        games: int[n], a number for each row's game; None: new ones.

    Attributes:
        game: the game.
        num_players: number of players.
        seats: int64[n], the seat that decides in each row.
        masks: uint64[n, words], the legal actions as bits.
        seeds: uint64[n], a random seed for each decision. An agent that draws its random numbers from it plays a game
            the same way in any batch.
        games: int64[n], a number for the game of each row, unique among games and the same at all decisions of a game.

    Raises:
        GameError: a row does not exist, is given twice or its game is over, or there is not one seed for each row.

    Example:
        >>> import numpy as np
        >>> from medianoche import make_batch
        >>> batch = make_batch("misty", 3, seed=1)
        >>> turn = batch.turn(np.arange(3), seeds=np.arange(3, dtype=np.uint64))
        >>> len(turn), turn.observation.shape, turn.action_mask.shape
        (3, (3, 834), (3, 53))
        >>> batch.step(turn.random_actions())[1].any()
        np.False_
    """

    def __init__(
        self,
        game: BaseGame,
        num_players: int,
        packs: np.ndarray,
        states: np.ndarray,
        masks: np.ndarray,
        rows: np.ndarray,
        seeds: np.ndarray,
        games: np.ndarray | None = None,
    ) -> None:
        rows = arrays.rows(rows, len(states))
        self.games = new_games(len(rows)) if games is None else arrays.integers(games, "games", len(rows))
        self.seeds = mix(arrays.integers(seeds, "seeds", len(rows), arrays.UINT64))
        self.game = game
        self.num_players = num_players
        self.seats = states["to_move"][rows].astype(np.int64)
        if (over := np.flatnonzero(self.seats < 0)).size:
            raise GameError(f"{game.name}, row {rows[over[0]]}: the game is over, no player is to move")
        self.masks = masks[rows]
        for fixed in (self.seats, self.masks, self.seeds):
            fixed.flags.writeable = False
        self._packs = packs
        self._states = states
        self._rows = rows
        self._places = np.arange(len(rows), dtype=np.int64)

    def __len__(self) -> int:
        return len(self._rows)

    @property
    def roles(self) -> np.ndarray:
        """int64[n]: the role of each deciding seat."""
        return np.array(self.game.declaration.roles(self.num_players), np.int64)[self.seats]

    @cached_property
    def observation(self) -> np.ndarray:
        """float32[n, observation_size]: the observation of each deciding player."""
        out = np.empty((len(self), self.game.observation_size), np.float32)
        self.game.rules.loops.observe_rows(self._packs, self._states, self._rows, out, 0, len(self))
        return out

    @cached_property
    def sparse_observation(self) -> Sparse:
        """The observations without their zeros, which are about nine tenths of the numbers."""
        rows = len(self)
        size = self.game.observation_size
        indices = np.empty(rows * size + 1, np.uint16)
        values = np.empty(rows * size + 1, np.float32)
        starts = np.zeros(rows + 1, np.int64)
        self.game.rules.loops.observe_entries(
            self._packs, self._states, self._rows, self.seats, indices, values, starts, 0, rows
        )
        return Sparse(indices[: starts[-1]], values[: starts[-1]], starts)

    @cached_property
    def action_mask(self) -> np.ndarray:
        """int8[n, num_actions]: 1 where legal."""
        out = np.empty((len(self), self.game.num_actions), np.int8)
        expand_rows(self.masks, out, 0, len(self))
        return out

    def part(self, places: np.ndarray) -> Turn:
        """A Turn with the decisions at `places` only (int[k], each at most once), with the same seeds."""
        places = arrays.rows(places, len(self), "places")
        chosen = copy(self)
        for name in ("seats", "masks", "seeds"):
            values = getattr(self, name)[places]
            values.flags.writeable = False
            setattr(chosen, name, values)
        chosen.games = self.games[places]
        for name in vars(self).keys() & {"observation", "sparse_observation", "action_mask"}:
            delattr(chosen, name)
        chosen._rows = self._rows[places]
        chosen._places = np.arange(len(places), dtype=np.int64)
        return chosen

    def sample(self, seeds: np.ndarray | None = None) -> Samples:
        """Copies of the states in which everything hidden from the deciding player is resampled, by `seeds` (uint64[n],
        by default those of the Turn)."""
        samples = np.zeros(len(self), self.game.declaration.state_dtype).view(np.recarray)
        chosen = self.seeds if seeds is None else arrays.integers(seeds, "seeds", len(self), arrays.UINT64)
        self.game.rules.loops.sample_rows(self._packs, self._states, self._rows, chosen, samples)
        return Samples(self._packs, samples)

    def random_actions(self) -> np.ndarray:
        """int64[n]: a uniformly random legal action for each row."""
        actions = np.empty(len(self), np.int64)
        random_rows(self.masks, self._places, self.seeds, actions)
        return actions

    def heuristic_actions(self) -> np.ndarray:
        """int64[n]: the action of the game's hand-written policy for a sample of each row."""
        actions = np.empty(len(self), np.int64)
        packs, states = self.sample()
        self.game.rules.loops.heuristic_rows(packs, states, self.masks, self._places, actions)
        return actions
