"""The positions of one game in progress, in memory that compiled loops write."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import Any, NoReturn

import numpy as np

from medianoche.envs.core import arrays
from medianoche.envs.core.base import BaseGame
from medianoche.envs.core.declaration import State
from medianoche.envs.core.errors import GameError

CAPACITY = 4
"""Positions for which a match has memory at first, and a copy at most."""


def push_nothing(*_: object) -> int:
    """`push_one` of a position of which something is concealed: no action is accepted."""
    return -1


class Common:
    """What a match shares with its copies.

    Args:
        game: the game.
        num_players: number of players.
        options: the game's options.
        blank: one state before the deal, zero except for the players, the options and the pack.
        concealed: whether something of the positions is overwritten, so that nothing can be played.

    Attributes:
        size: bytes of a position.
        found: int64[num_actions], memory in which loops leave the legal actions.
        numbers: the same memory as an array of Python's own. A slice of it is a copy, and costs less than numpy's.
        busy: whether a thread is using `found`; see `Threads`, which says why this is no lock.
    """

    __slots__ = (
        "_twin",
        "blank",
        "busy",
        "concealed",
        "found",
        "game",
        "loops",
        "num_players",
        "numbers",
        "options",
        "packs",
        "push",
        "size",
        "stream",
    )

    def __init__(
        self, game: BaseGame, num_players: int, options: Any, blank: np.ndarray, concealed: bool = False
    ) -> None:
        self.game = game
        self.num_players = num_players
        self.options = options
        self.blank = blank
        self.concealed = concealed
        self.loops = game.rules.loops
        self.packs = game.content.records
        self.stream = game.content.stream
        self.push = push_nothing if concealed else game.rules.loops.push_one
        self.size = game.declaration.state_dtype.itemsize
        self.numbers = array("q", bytes(8 * game.num_actions))
        self.found = np.frombuffer(self.numbers, np.int64)
        self.busy = False
        self._twin: Common | None = None

    def variant(self, concealed: bool) -> Common:
        """This for positions of which something is concealed, or for those of which nothing is."""
        if concealed == self.concealed:
            return self
        if self._twin is None:
            self._twin = Common(self.game, self.num_players, self.options, self.blank, concealed)
        return self._twin

    def duplicate(self) -> Common:
        """The same with memory of its own."""
        return Common(self.game, self.num_players, self.options, self.blank.copy(), self.concealed)

    def refuse(self) -> NoReturn:
        """The error for a thread that meets another one."""
        words = "two threads use one match, or its copies without a past, at the same time"
        raise GameError(f"{self.game.name}: {words}; give each thread a copy(past=True)")

    def __reduce__(self) -> tuple[Any, ...]:
        return Common, (self.game, self.num_players, self.options, self.blank, self.concealed)


class MatchPositions:
    """The positions of one game in progress, the present one last; see `Match`, which plays it."""

    __slots__ = ("_actions", "_at", "_common", "_legal", "_memory", "_number", "_rows", "seed", "to_move")
    _actions: list[int]
    _legal: array[int]  # only `legal_actions` makes a list of it, the caller's own
    seed: int | None
    to_move: int
    _rows: tuple[np.ndarray, np.ndarray] | None
    _number: np.ndarray | None  # int64[1], of `Turn.games`

    def __getstate__(self) -> tuple[None, dict[str, Any]]:
        return None, {
            name: None if name in ("_rows", "_number") else getattr(self, name) for name in MatchPositions.__slots__
        }

    @property
    def actions(self) -> list[int]:
        """The actions chosen so far, without forced moves; a list of the caller's own."""
        return self._actions[:]

    @property
    def legal_actions(self) -> list[int]:
        """The legal actions of the player to move, ascending; empty at the end. A list of the caller's own."""
        return self._legal.tolist()

    @property
    def game(self) -> BaseGame:
        """The game."""
        return self._common.game

    @property
    def num_players(self) -> int:
        """Number of players."""
        return self._common.num_players

    @property
    def options(self) -> Any:
        """The game's options."""
        return self._common.options

    @property
    def state(self) -> State:
        """The true position with hidden information, its fields by name, read-only: for analysis, not for agents."""
        return self._row(self._at)[0]

    @property
    def states(self) -> np.ndarray:
        """records[n]: the true positions at the decisions since the match, or this copy of it, began, the present one
        last; read-only."""
        return self._row(0, self._at + 1)

    @property
    def records(self) -> np.ndarray:
        """The game's packs."""
        return self._common.packs

    @property
    def returns(self) -> list[float]:
        """The utility of each player, from -1 to 1; zeros before the end."""
        return (self._rows or self._views())[0]["utility"][self._at, : self.num_players].tolist()

    @property
    def scores(self) -> list[int]:
        """The score of each player so far."""
        return (self._rows or self._views())[0]["scores"][self._at, : self.num_players].tolist()

    def observe(self, seat: int | None = None) -> np.ndarray:
        """float32[observation_size]: the observation of a seat, by default of the player to move (player 0 at the end).

        Raises:
            GameError: there is no such seat.
        """
        out = np.empty(self.game.observation_size, np.float32)
        seat = max(self.to_move, 0) if seat is None else self._seat(seat)
        common = self._common
        common.loops.observe_one(common.packs, (self._rows or self._views())[0], self._at, seat, out)
        return out

    def _seat(self, seat: int) -> int:
        number = arrays.integer(seat, f"{self.game.name}: seat")
        if not 0 <= number < self.num_players:
            raise GameError(f"{self.game.name}: no seat {number}; accepted: 0 to {self.num_players - 1}")
        return number

    # ---- inner

    def _begin(
        self, game: BaseGame, blank: np.ndarray, num_players: int, options: Any, concealed: bool = False
    ) -> None:
        """Make the memory of a match; `blank` is one state before the deal."""
        self._common = Common(game, num_players, options, blank.view(np.ndarray), concealed)
        self._memory = bytearray(CAPACITY * self._common.size)
        self.seed = None
        self._actions = []
        self._at = 0
        self._rows = None
        self._number = None

    def _views(self) -> tuple[np.ndarray, np.ndarray]:
        """The memory of the positions as records[capacity], and their masks, uint64[capacity, words], of which the
        present one is right."""
        common = self._common
        if common.busy:
            common.refuse()
        states, masks = self._arrays()
        common.loops.list_one(common.packs, states, masks, common.found, self._at)
        self._rows = states, masks
        return states, masks

    def _arrays(self) -> tuple[np.ndarray, np.ndarray]:
        game = self._common.game
        capacity = len(self._memory) // self._common.size
        return np.ndarray(capacity, game.declaration.state_dtype, self._memory), np.zeros(
            (capacity, game.rules.mask_words), np.uint64
        )

    def _grow(self) -> tuple[np.ndarray, np.ndarray]:
        self._rows = None
        self._memory = self._memory + bytes(max(CAPACITY * self._common.size, len(self._memory)))
        return self._views()

    def _look(self) -> None:
        """Find the legal actions here."""
        common, (states, masks) = self._common, self._rows or self._views()
        self._take(common.loops.list_one, common.packs, states, masks, common.found, self._at)

    def _take(self, loop: Callable[..., int], *arguments: Any) -> None:
        """Run a loop that finds legal actions, and keep what it says: how many, times 256, + 1 + the player to move."""
        common = self._common
        if common.busy:
            common.refuse()
        common.busy = True
        try:
            outcome = loop(*arguments)
            self._legal = common.numbers[: outcome >> 8]
        finally:
            common.busy = False
        self.to_move = (outcome & 255) - 1

    def _row(self, at: int, count: int = 1) -> np.ndarray:
        """Positions as records[count], read-only."""
        dtype = self.game.content._record_dtype
        return np.ndarray(count, dtype, memoryview(self._memory).toreadonly(), at * dtype.itemsize)
