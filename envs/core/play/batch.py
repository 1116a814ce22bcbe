"""Many games stepped together, without Python code for each row: automatic reset, threads that divide the rows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from operator import itemgetter
from typing import Any

import numpy as np

from medianoche.envs.core import arrays
from medianoche.envs.core.arrays import check_seed
from medianoche.envs.core.base import BaseGame
from medianoche.envs.core.content.pack import PackSource
from medianoche.envs.core.copying import Copied
from medianoche.envs.core.errors import GameError, OptionError, shown
from medianoche.envs.core.kernels.bits import find_illegal
from medianoche.envs.core.kernels.loops import DEAL, DEAL_LIMIT, Results, expand_rows, sample_rows_legal
from medianoche.envs.core.kernels.rng import STEP, mix, seeded, spread
from medianoche.envs.core.play.eventlog import EventLog, asked
from medianoche.envs.core.play.threads import Threads
from medianoche.envs.core.play.turn import Sparse, Turn, new_games


class Batch(Copied):
    """Many games with the same players and options, stepped together.

    Args:
        game: the game.
        num_envs: number of rows.
        num_players: number of players in every row; None is the game's default.
        seed: the seeds of the rows are mixed from this one and the row's number: see `seeds`. Without it and without
            `seeds`, one from the operating system: other games each time.
        seeds: instead of `seed`, the seed of every row, uint64[num_envs].
        pack: a pack, a list of packs dealt to the rows in turn, or "random:SEED": another generated pack for each
            deal (see `Stream`).
        threads: number of threads that divide the rows of a call; useful from about 1,000 rows on.
        autoreset: deal a new game in a row as soon as its game ends. A game that ends in the deal is then followed by
            the next one, without a result, until a player has a choice; else its row is `done` at once.
        events: keep what happens in each step, see `batch.events`; the first step then compiles the rules once more.
        **options: the game's options.

    Attributes:
        seeds: uint64[num_envs], the seeds of the last `reset`: row i began with the game that `game.new(seed=seeds[i])`
            and `env.reset(seeds[i])` deal, with the same players, pack and options; `seeds=batch.seeds` repeats all.
            Later games of a row are dealt with the row's generator, which goes on.
        states: the true states, a record array [num_envs], read-only (`restore` replaces them); for analysis, not for
            agents. The next step writes into the same memory: copy what you keep.
        masks: legal actions as bits, uint64[num_envs, words], read-only; all zero in a row whose game is over.
        games: int64[num_envs], the number of each row's game, as in `Turn.games`; a new deal, and a copy of the batch,
            has others.
        ended: bool[num_envs], whether the last step of the row ended its game.
        utility: float32[num_envs, seats], the result of each row's last finished game.
        scores: int32[num_envs, seats], the scores of each row's last finished game.

    One thread of a program may use a batch at a time; a call that meets another thread's is a GameError.

    Raises:
        GameError, OptionError, PackError: an argument is not accepted.

    Example:
        >>> from medianoche.envs import game
        >>> batch = game("misty").batch(8, num_players=2, seed=1, autoreset=False)
        >>> while not batch.done.all():
        ...     rows = (~batch.done).nonzero()[0]
        ...     batch.step_rows(rows, batch.sample_legal()[rows])
        >>> batch.utility.shape, batch.scores.shape, batch.to_move.tolist()
        ((8, 4), (8, 4), [-1, -1, -1, -1, -1, -1, -1, -1])
    """

    def __init__(
        self,
        game: BaseGame,
        num_envs: int,
        *,
        num_players: int | None = None,
        seed: int | None = None,
        seeds: Sequence[int] | np.ndarray | None = None,
        pack: PackSource | Sequence[PackSource] = "standard",
        threads: int = 1,
        autoreset: bool = True,
        events: bool = False,
        **options: Any,
    ) -> None:
        num_envs, threads = (
            arrays.integer(value, what, OptionError)
            for value, what in ((num_envs, "num_envs ="), (threads, "threads ="))
        )
        if num_envs < 1 or threads < 1:
            raise OptionError(f"num_envs={num_envs}, threads={threads}: both must be at least 1")
        several = isinstance(pack, Sequence) and not isinstance(pack, str | bytes | bytearray | memoryview)
        sources: Any = pack if several else [pack]
        self.game = game = game.content.with_packs(sources)
        self.num_envs = num_envs
        self.num_players = game.content.check_players(num_players)
        self.options = game.content.options(options)
        self.autoreset = arrays.flag(autoreset, "autoreset =", OptionError)
        self.threads = threads
        self._threads = Threads(threads)
        self.num_packs = len(sources)
        self._streaming = game.content.stream is not None
        told = asked(game, events)
        self._blank = game.declaration.blank(self.num_players, self.options)
        try:
            self._states = np.zeros(num_envs, game.declaration.state_dtype).view(np.recarray)
            self._masks = np.zeros((num_envs, game.rules.mask_words), np.uint64)
            self._results = Results.blank(num_envs, game.rules.seats)
            self.ended, self.utility, self.scores = self._results
            self._all = np.arange(num_envs, dtype=np.int64)
            self.games = self._all.copy()
            self._log = EventLog(game, num_envs) if told else None
        except (MemoryError, ValueError):
            raise OptionError(f"num_envs={num_envs}: more than the memory holds") from None
        self._seen = self._expanded = False
        self.reset(arrays.system_seed() if seed is None and seeds is None else seed, seeds)

    # ---- playing

    def reset(self, seed: int | None = None, seeds: Sequence[int] | np.ndarray | None = None) -> None:
        """Deal new games in all rows; without a seed each row's generator chooses one.

        Args:
            seed: an integer; the seeds of the rows are mixed from it and the row's number.
            seeds: instead of `seed`, the seed of every row, uint64[num_envs].

        Raises:
            GameError: an argument is not accepted, or both were given; nothing has changed.
        """
        if seed is not None and seeds is not None:
            raise GameError(f"{self.game.name}: both seed and seeds given; accepted: one of them")
        with self._threads:
            if seeds is not None:
                self.seeds = arrays.integers(seeds, "seeds", self.num_envs, arrays.UINT64)
            elif seed is not None:
                self.seeds = spread(seeded(check_seed(seed)) + self._all.astype(np.uint64) * STEP)
            else:
                self.seeds = mix(self._states["rng"])
            if not self._streaming:
                self._states["pack"] = self._all % self.num_packs
            self._deal(self._all, self.seeds)
            self._choosers = spread(self.seeds + np.uint64(1))

    def deal(self, rows: Sequence[int] | np.ndarray, seeds: Sequence[int] | np.ndarray | None = None) -> None:
        """Deal new games in some rows only.

        Args:
            rows: int[k], numbers of the rows, each at most once.
            seeds: uint64[k]; without them each row's generator chooses one.

        Raises:
            GameError: an argument is not accepted; nothing has changed.
        """
        rows = arrays.rows(rows, self.num_envs)
        if seeds is None:
            chosen = mix(self._states["rng"][rows])
        else:
            chosen = arrays.integers(seeds, "seeds", len(rows), arrays.UINT64)
        with self._threads:
            self._deal(rows, chosen)

    def restore(self, states: Any, rows: Sequence[int] | np.ndarray | None = None) -> None:
        """Replace states by copies of `states`, which are of games with the same players, options and packs.

        Every state is checked without the compiler, which takes some milliseconds each.

        Args:
            states: records[num_envs], or [k] with `rows`; a list of states is accepted, too.
            rows: int[k], the rows to replace, each at most once; all by default.

        Raises:
            GameError: another number of states, a state of another game, or one that play cannot reach; nothing has
                changed.
        """
        rows = self._all if rows is None else arrays.rows(rows, self.num_envs)
        accepted = f"{self.game.name}'s records[{len(rows)}]"
        records = arrays.array(states, "states", accepted)
        if records.shape != (len(rows),):
            raise GameError(f"states: {list(records.shape)} given; accepted: {accepted}")
        restored = records.copy().view(np.recarray)
        for place, row in enumerate(rows.tolist()):
            if reason := self.game.rules.unsound(restored[place], self.num_players, self.options):
                raise GameError(f"{self.game.name}, row {row}: not a state of this batch: {reason}")
        with self._threads:
            self._states[rows] = restored
            for row in rows.tolist():
                self.game.rules.loops.legal_one(self.records, self._states, row, self._masks[row])
            self.ended[rows], self.games[rows] = False, new_games(len(rows))
            self._forget(rows)
            self._changed()

    def state_dict(self) -> dict[str, np.ndarray]:
        """Copies of all that decides how the games go on, for `load_state_dict`: their states, the seeds of the rows,
        and the generators of `sample_legal`."""
        states = self._states.view(np.ndarray)
        return {
            "states": states.view(np.uint8).reshape(self.num_envs, -1).copy(),
            "seeds": self.seeds.copy(),
            "choosers": self._choosers.copy(),
        }

    def load_state_dict(self, kept: Mapping[str, np.ndarray]) -> None:
        """Go on from what `state_dict` of a batch with the same arguments has returned.

        Raises:
            GameError: it is of another game or number of rows, or holds states that play cannot reach; nothing has
                changed.
        """
        accepted = f"the state of {self.num_envs} rows of {self.game.name}"
        if not isinstance(kept, Mapping):
            raise GameError(f"{shown(kept)} is not accepted; accepted: {accepted}")
        present = self.state_dict()
        kept = {name: arrays.array(kept.get(name, ()), name, accepted) for name in present}
        for name, value in present.items():
            if kept[name].shape != value.shape or kept[name].dtype != value.dtype:
                raise GameError(f"{name}: {kept[name].dtype}{list(kept[name].shape)} given; accepted: {accepted}")
        self.restore(kept["states"].copy().view(self.game.declaration.state_dtype).reshape(-1))
        self.seeds = kept["seeds"].copy()
        self._choosers = kept["choosers"].copy()

    def step(self, actions: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Play one action in every row, and the forced moves after it.

        Args:
            actions: int[num_envs].

        Returns:
            utility: float32[num_envs, seats], the result of the games that ended in this step, 0 in other rows.
            ended: bool[num_envs], whether the row's game ended (with autoreset a new one is then dealt).

        Raises:
            GameError: `actions` are not num_envs integers; nothing has changed in any row.
            IllegalActionError: an action is not legal; nothing has changed in any row.
        """
        threads = self._threads
        if threads.busy:
            threads.refuse()
        threads.busy = True  # as `with threads`, in a third of the time
        try:
            left = self._play(self._all, actions)
            gained = np.zeros(self.utility.shape, np.float32)
            over = self.ended.nonzero()[0]
            if len(over):
                if self.autoreset:
                    self._deal_on(over, left)
                gained[over] = self.utility.take(over, axis=0)
            return gained, self.ended.copy()
        finally:
            threads.busy = False

    def step_rows(self, rows: np.ndarray, actions: np.ndarray) -> None:
        """Play `actions` (int[k]) in `rows` only (int[k], each row at most once); results are in `ended`, `utility` and
        `scores`.

        Raises:
            GameError: a row does not exist or is given twice, or there is not one action for each; nothing has changed.
            IllegalActionError: an action is not legal; nothing has changed in any row.
        """
        rows = arrays.rows(rows, self.num_envs)
        with self._threads:
            left = self._play(rows, actions)
            if self.autoreset:
                self._deal_on(rows[self.ended[rows]], left)

    def _play(self, rows: np.ndarray, actions: np.ndarray) -> bool:
        """Check and play `actions`; whether there may be rows in which a game is yet to be dealt."""
        actions = arrays.integers(actions, "actions", len(rows))
        wrong = find_illegal(self._masks, rows, actions, self.game.num_actions)
        if wrong >= 0:
            row = int(rows[wrong])
            self.game.rules._refuse_action(self._states[row], int(actions[wrong]), self.legal_actions(row), row)
        if self._log:
            arguments = self._states, self._masks, rows, actions, self._results
            self._log.play(self.game.rules.loops, self._threads, self.records, *arguments)
            self._changed()
            return self.autoreset
        return self._turn(rows, actions) or (self._streaming and self.autoreset)

    def _deal_on(self, over: np.ndarray, left: bool) -> None:
        """Number the next games in the rows `over`, whose games have ended, and deal them where none with a choice was
        dealt yet, if any is `left`."""
        self.games[over] = new_games(len(over))
        if not left:
            return
        if not self._streaming:
            over = over[self._states["done"][over] != 0]
        if len(over):
            self._deal(over)
            self.ended[over] = True

    def _turn(self, rows: np.ndarray, actions: np.ndarray) -> bool:
        """Play or deal; whether a game ended in the deal."""
        step = self.game.rules.loops.step_rows
        again = self.autoreset and not self._streaming
        undealt: list[int] = []
        arguments = self.records, self._states, self._masks, self._blank, rows, actions, self._results, again
        self._threads.share(len(rows), lambda _, begin, end: undealt.append(step(*arguments, begin, end)), least=2)
        self._changed()
        return any(undealt)

    def _deal(self, rows: np.ndarray, seeds: np.ndarray | None = None) -> None:
        """Deal the games of `seeds`, or of the rows' generators as they are; with autoreset, others where a game ends
        in the deal."""
        self.games[rows] = new_games(len(rows))
        for _ in range(DEAL_LIMIT):
            drawn = mix(self._states["rng"][rows]) if seeds is None else seeds
            if seeds is not None:
                self._forget(rows)
                self.seeds[rows], self._states["rng"][rows] = seeds, spread(seeds)
            if self.game.content.stream:
                self._states["pack"][rows] = self.game.content.stream.deal(drawn)
            if not self._turn(rows, np.full(len(rows), DEAL)) or not self.autoreset:
                return
            rows = rows[self._states["done"][rows] != 0]
            seeds = None if seeds is None else mix(self._states["rng"][rows])
        raise GameError(f"{self.game.rules.all_end_in_the_deal()}, row {rows[0]}")

    # ---- looking

    @cached_property
    def _views(self) -> tuple[Any, np.ndarray, np.ndarray]:
        return arrays.locked(self._states), arrays.locked(self._masks), arrays.locked(self._blank)

    @property
    def states(self) -> np.recarray[Any, Any]:
        """The true states, a record array [num_envs], read-only: see the class."""
        return self._views[0]

    @property
    def masks(self) -> np.ndarray:
        """Legal actions as bits, uint64[num_envs, words], read-only: see the class."""
        return self._views[1]

    @property
    def blank(self) -> np.ndarray:
        """The state before a deal, records[1], read-only."""
        return self._views[2]

    @property
    def events(self) -> np.ndarray:
        """What happened in the last step of each row, in order, without the deal of the next game.

        records[num_envs, n] with `kind` (int64: a number of `News`, -1 after the last) and `values` (int64[m]: of its
        fields, at `News.X.at`), read-only, until the next step. All is true; `game.show.notes` says what a seat knows.

        Raises:
            GameError: the batch was made without `events=True`.
        """
        if not self._log:
            raise GameError(f"{self.game.name}: no events are kept; accepted: a batch with events=True")
        return self._log.records

    @property
    def records(self) -> np.ndarray:
        """The packs as records for kernels; `states.pack` holds their numbers."""
        return self.game.content.records

    @property
    def to_move(self) -> np.ndarray:
        """int8[num_envs]: the seat to move in each row; -1 where the game is over. A read-only view."""
        return self.states["to_move"]

    @property
    def done(self) -> np.ndarray:
        """bool[num_envs]: whether the row's game is over (never with autoreset)."""
        return self._states["done"] != 0

    @cached_property
    def _observations(self) -> np.ndarray:
        return np.zeros((self.num_envs, self.game.observation_size), np.float32)

    @property
    def observation(self) -> np.ndarray:
        """float32[num_envs, observation_size]: the observation of each row's player to move.

        It is computed at the first access after a step, into the same memory each time: copy it to keep it.
        """
        if not self._seen:
            observe = self.game.rules.loops.observe_rows
            out = self._observations
            with self._threads:
                self._share(
                    self.num_envs, lambda begin, end: observe(self.records, self._states, self._all, out, begin, end)
                )
                self._seen = True
        return self._observations

    @property
    def sparse_observation(self) -> Sparse:
        """The observations without their zeros: `sparse.indices`, `sparse.values`, `sparse.starts` (see `Sparse`).

        It is computed at each call, into the same memory: copy it to keep it.
        """
        size = self.game.observation_size
        observe = self.game.rules.loops.observe_entries
        indices, values = self._entries
        seats = np.maximum(self.to_move, 0).astype(np.int64)
        parts: list[tuple[int, int, np.ndarray]] = []

        def work(_: int, begin: int, end: int) -> None:
            starts = np.full(end - begin + 1, begin * size, np.int64)  # room for rows without any zero
            rows = self._all[begin:end]
            observe(self.records, self._states, rows, seats[begin:end], indices, values, starts, 0, len(rows))
            parts.append((begin, end, starts))

        self._threads.share(self.num_envs, work, least=2)
        starts = np.zeros(self.num_envs + 1, np.int64)
        # Move the entries of each part to the front, behind those of the rows before it.
        for begin, end, starts_of_part in sorted(parts, key=itemgetter(0)):
            first_entry, entry_stop = starts[begin], starts[begin] + starts_of_part[-1] - starts_of_part[0]
            if first_entry < starts_of_part[0]:
                indices[first_entry:entry_stop] = indices[starts_of_part[0] : starts_of_part[-1]]
                values[first_entry:entry_stop] = values[starts_of_part[0] : starts_of_part[-1]]
            starts[begin + 1 : end + 1] = first_entry + starts_of_part[1:] - starts_of_part[0]
        return Sparse(indices[: starts[-1]], values[: starts[-1]], starts)

    @cached_property
    def _entries(self) -> tuple[np.ndarray, np.ndarray]:
        length = self.num_envs * self.game.observation_size + 1
        return np.empty(length, np.uint16), np.empty(length, np.float32)

    @cached_property
    def _action_masks(self) -> np.ndarray:
        return np.zeros((self.num_envs, self.game.num_actions), np.int8)

    @property
    def action_mask(self) -> np.ndarray:
        """int8[num_envs, num_actions]: `masks` with one number for each action, in the same memory each time."""
        if not self._expanded:
            with self._threads:
                self._share(self.num_envs, lambda begin, end: expand_rows(self._masks, self._action_masks, begin, end))
                self._expanded = True
        return self._action_masks

    def legal_actions(self, row: int) -> np.ndarray:
        """The legal actions of one row, ascending; raises GameError for a row that does not exist."""
        bits = np.unpackbits(self._masks[arrays.row(row, self.num_envs)].view(np.uint8), bitorder="little")
        return np.flatnonzero(bits)

    def sample_legal(self) -> np.ndarray:
        """int64[num_envs]: a uniformly random legal action for each row; -1 where the game is over."""
        actions = np.empty(self.num_envs, np.int64)
        sample_rows_legal(self._masks, self._choosers, actions)
        return actions

    def turn(self, rows: np.ndarray, seeds: np.ndarray, games: np.ndarray | None = None) -> Turn:
        """A Turn with the decisions in `rows` (int[k], each row at most once).

        Args:
            rows: int[k].
            seeds: uint64[k], seeds of the agents' random choices.
            games: int64[k], other numbers of the rows' games than `batch.games`.

        Raises:
            GameError: a row does not exist, is given twice or its game is over, or there is not one seed for each.
        """
        if games is None:
            games = self.games[arrays.rows(rows, self.num_envs)]
        return Turn(self.game, self.num_players, self.records, self.states, self._masks, rows, seeds, games)

    # ---- inner

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "_views"}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        vars(self).update(kept, games=new_games(len(kept["games"])))

    def _forget(self, rows: np.ndarray) -> None:
        if self._log:
            self._log.forget(rows)

    def _changed(self) -> None:
        self._seen = self._expanded = False

    def _share(self, count: int, work: Callable[[int, int], Any]) -> None:
        """Call `work(start, stop)` for all of `count` rows, divided among the threads."""
        self._threads.share(count, lambda _, begin, end: work(begin, end), least=2)
