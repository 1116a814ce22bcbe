"""Thousands of games at once: no Python per row, arrays allocated once, automatic reset, threads over rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from medianoche.envs.core.errors import GameError, IllegalActionError, OptionError
from medianoche.envs.core.game import Game, check_seed
from medianoche.envs.core.kernels.loops import expand_rows, find_illegal, sample_rows_legal
from medianoche.envs.core.pack import PackSource
from medianoche.envs.core.kernels.rng import spread
from medianoche.envs.core.threads import Threads
from medianoche.envs.core.turn import Turn


class Batch:
    """Many games of one kind stepped together.

    Args:
        game: the game.
        num_envs: how many rows.
        num_players: players of every row; None is the game's default.
        seed: row i plays the game of seed `seed + i`.
        seeds: or the seed of every row, uint64[num_envs].
        pack: a pack, or a list of packs dealt to the rows in turn.
        threads: threads that share the rows of a call; worth it from about 1,000 rows on.
        autoreset: deal a new game in a row as soon as its game ends.
        **options: the game's options.

    Attributes:
        states: the true states, a record array [num_envs]; for analysis, not for agents.
        blank: the state before a deal, one row: all zero but for the player count and the options.
        masks: legal actions as bits, uint64[num_envs, words]; all zero in a row whose game is over.
        ended: bool[num_envs], whether the last step of the row ended its game.
        utility: float32[num_envs, seats], the result of each row's last finished game.
        scores: int32[num_envs, seats], the scores of each row's last finished game.

    Raises:
        GameError, OptionError, PackError: what was given is not accepted.
    """

    def __init__(
        self,
        game: Game,
        num_envs: int,
        *,
        num_players: int | None = None,
        seed: int = 0,
        seeds: Sequence[int] | np.ndarray | None = None,
        pack: PackSource | Sequence[PackSource] = "standard",
        threads: int = 1,
        autoreset: bool = True,
        **options: Any,
    ) -> None:
        if num_envs < 1 or threads < 1:
            raise OptionError(f"num_envs={num_envs}, threads={threads}: both must be at least 1")
        sources = [pack] if isinstance(pack, str | int) or not isinstance(pack, Sequence) else list(pack)
        self.game = game = game.with_packs(sources)
        self.num_envs = num_envs
        self.num_players = game.check_players(num_players)
        self.options = game.options(options)
        self.autoreset = autoreset
        self.threads = threads
        self._threads = Threads(threads)
        self.num_packs = len(sources)
        self.blank = game.blank(self.num_players, self.options)
        self.states = np.zeros(num_envs, game.state_dtype).view(np.recarray)
        self.masks = np.zeros((num_envs, game.mask_words), np.uint64)
        self.ended = np.zeros(num_envs, np.bool_)
        self.utility = np.zeros((num_envs, game.seats), np.float32)
        self.scores = np.zeros((num_envs, game.seats), np.int32)
        self._all = np.arange(num_envs, dtype=np.int64)
        self._seen = self._expanded = False
        self.reset(seed, seeds)

    # ---- playing

    def reset(self, seed: int | None = None, seeds: Sequence[int] | np.ndarray | None = None) -> None:
        """Deal new games in all rows; without a seed each row's generator goes on."""
        if seeds is not None:
            if len(seeds) != self.num_envs:
                raise GameError(f"{len(seeds)} seeds given for {self.num_envs} rows")
            generators = spread(np.asarray(seeds, np.uint64))
        elif seed is not None:
            generators = spread(np.uint64(check_seed(seed) & 0xFFFFFFFFFFFFFFFF) + self._all.astype(np.uint64))
        else:
            generators = self.states["rng"].copy()
        self.states["rng"] = generators
        self.states["pack"] = self._all % self.num_packs
        loops = self.game.loops
        self._share(
            self.num_envs, lambda a, b: loops.reset_rows(self.records, self.states, self.masks, self.blank, a, b)
        )
        self.ended[:] = False
        self._changed()

    def step(self, actions: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Play one action in every row, forced moves included.

        Args:
            actions: int[num_envs].

        Returns:
            utility: float32[num_envs, seats], the result where a game ended now, else 0.
            ended: bool[num_envs], whether the row's game ended (and, with autoreset, a new one is dealt).

        Raises:
            IllegalActionError: some action is not legal; nothing has changed in any row.
        """
        self.step_rows(self._all, actions)
        gained = np.zeros_like(self.utility)
        over = np.flatnonzero(self.ended)
        gained[over] = self.utility[over]
        return gained, self.ended.copy()

    def step_rows(self, rows: np.ndarray, actions: np.ndarray) -> None:
        """Play `actions` in `rows` only (int64[k], each row at most once); results are in `ended`, `utility`, `scores`.

        Raises:
            IllegalActionError: some action is not legal; nothing has changed in any row.
        """
        rows = np.ascontiguousarray(rows, np.int64)
        actions = np.ascontiguousarray(actions, np.int64)
        if len(actions) != len(rows):
            raise GameError(f"{len(actions)} actions given for {len(rows)} rows")
        wrong = find_illegal(self.masks, rows, actions, self.game.num_actions)
        if wrong >= 0:
            row = int(rows[wrong])
            legal = self.legal_actions(row)
            where = f", row {row}"
            raise IllegalActionError(self.game.illegal(self.states[row], int(actions[wrong]), legal, where))
        step = self.game.loops.step_rows
        self._share(
            len(rows),
            lambda a, b: step(
                self.records,
                self.states,
                self.masks,
                self.blank,
                rows,
                actions,
                self.ended,
                self.utility,
                self.scores,
                self.autoreset,
                a,
                b,
            ),
        )
        self._changed()

    # ---- looking

    @property
    def records(self) -> np.ndarray:
        """The packs as kernels read them: records that `states.pack` numbers."""
        return self.game.records

    @property
    def to_move(self) -> np.ndarray:
        """int8[num_envs]: the seat asked in each row; -1 where the game is over. A view."""
        seats: np.ndarray = self.states["to_move"]
        return seats

    @property
    def done(self) -> np.ndarray:
        """bool[num_envs]: whether the row's game is over (never with autoreset)."""
        over: np.ndarray = self.states["done"] != 0
        return over

    @cached_property
    def _observations(self) -> np.ndarray:
        return np.zeros((self.num_envs, self.game.observation_size), np.float32)

    @property
    def observation(self) -> np.ndarray:
        """float32[num_envs, observation_size]: what each row's player to move sees.

        Computed when first asked for after a step, into the same memory each time: copy it to keep it.
        """
        if not self._seen:
            observe = self.game.loops.observe_rows
            out = self._observations
            self._share(self.num_envs, lambda a, b: observe(self.records, self.states, self._all, out, a, b))
            self._seen = True
        return self._observations

    @cached_property
    def _action_masks(self) -> np.ndarray:
        return np.zeros((self.num_envs, self.game.num_actions), np.int8)

    @property
    def action_mask(self) -> np.ndarray:
        """int8[num_envs, num_actions]: `masks` with one number for each action; the same memory each time."""
        if not self._expanded:
            self._share(self.num_envs, lambda a, b: expand_rows(self.masks, self._action_masks, a, b))
            self._expanded = True
        return self._action_masks

    def legal_actions(self, row: int) -> np.ndarray:
        """The legal actions of one row, ascending."""
        bits = np.unpackbits(self.masks[row].view(np.uint8), bitorder="little")
        return np.flatnonzero(bits)

    @cached_property
    def _choosers(self) -> np.ndarray:
        return spread(self._all.astype(np.uint64) + np.uint64(0x5EED))

    def sample_legal(self) -> np.ndarray:
        """int64[num_envs]: a uniformly random legal action for each row; -1 where the game is over."""
        actions = np.empty(self.num_envs, np.int64)
        sample_rows_legal(self.masks, self._choosers, actions)
        return actions

    def turn(self, rows: np.ndarray, seeds: np.ndarray) -> Turn:
        """What the players to move in `rows` (int64[k]) may know, with fresh randomness `seeds` (uint64[k])."""
        rows, seeds = np.ascontiguousarray(rows, np.int64), np.ascontiguousarray(seeds, np.uint64)
        return Turn(self.game, self.num_players, self.records, self.states, self.masks, rows, seeds)

    # ---- inner

    def _changed(self) -> None:
        self._seen = self._expanded = False

    def _share(self, count: int, work: Callable[[int, int], Any]) -> None:
        """Call `work(start, stop)` over `count` rows, in one piece or one piece a thread."""
        self._threads.share(count, lambda _, a, b: work(a, b), least=2)
