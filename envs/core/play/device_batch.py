"""Many games on a device: states, masks and observations stay in its memory, and actions are read there."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from functools import cached_property
from math import prod
from typing import Any, NamedTuple

import numpy as np
from numba.core import types
from numba.np.numpy_support import from_dtype

from medianoche.envs.core import arrays
from medianoche.envs.core.arrays import check_seed
from medianoche.envs.core.base import BaseGame
from medianoche.envs.core.content.pack import PackSource
from medianoche.envs.core.errors import GameError, OptionError
from medianoche.envs.core.kernels.rng import STEP, seeded, spread
from medianoche.envs.core.kernels.threads import ACTION, FOUND, LANES, NO_ROW, DeviceLoops
from medianoche.envs.core.play.batch import Batch
from medianoche.envs.core.play.dlpack import DeviceArray, vector
from medianoche.envs.core.play.driver import Driver, opened

SHOWN = ("seeds", "states", "masks", "ended", "utility", "scores")
"""Arrays that are attributes of a batch under their own names."""


class DeviceSparse(NamedTuple):
    """Observations without their zeros: those of row i are the first counts[i] of its entries, in the order of writing.

    Attributes:
        indices: uint16[num_envs, length], places of the numbers that are not zero.
        values: float32[num_envs, length], the numbers.
        counts: int64[num_envs].
    """

    indices: DeviceArray
    values: DeviceArray
    counts: DeviceArray


class DeviceBatch:
    """Many games with the same players and options, stepped together on a device; `make_batch(..., device="cuda")`.

    The same seeds deal the same games as in a `Batch`, and the same actions lead to the same bytes. Arrays are
    `DeviceArray`s: `torch.from_dlpack(batch.observation)` makes a tensor of one without a copy. Each is written again
    by the next call that it comes from.

    Args:
        game: the game.
        num_envs: number of rows.
        device: "cuda", "cuda:NUMBER", or a driver.
        num_players: number of players in every row; None is the game's default.
        seed: the seeds of the rows are mixed from this one and the row's number; without it and without `seeds`, one
            from the operating system.
        seeds: instead of `seed`, the seed of every row, uint64[num_envs].
        pack: a pack, or a list of packs dealt to the rows in turn.
        autoreset: deal a new game in a row as soon as its game ends. If that one ends in the deal, which a `Batch`
            follows by another, the row stays over, and `step` refuses every action in it.
        checked: `step` waits for the device and raises if an action is illegal. False: it returns at once; after an
            illegal action no row changes until `check` raises.
        stream: the CUDA stream of all work, a number or an object of a library (torch, cuda.core). By default PyTorch's
            current stream if it is imported, else the default stream.
        **options: the game's options.

    Attributes:
        seeds: uint64[num_envs], the seeds of the last `reset`.
        states: uint8[num_envs, bytes], the true states, records of dtype `state_dtype`; for analysis, not for agents.
        masks: uint64[num_envs, words], legal actions as bits; all zero in a row whose game is over.
        ended: bool[num_envs], whether the last step of the row ended its game.
        utility: float32[num_envs, seats], the result of each row's last finished game.
        scores: int32[num_envs, seats], the scores of each row's last finished game.

    Raises:
        GameError, OptionError, PackError: an argument is not accepted, or there is no such device.
    """

    def __init__(
        self,
        game: BaseGame,
        num_envs: int,
        *,
        device: str | Driver = "cuda",
        num_players: int | None = None,
        seed: int | None = None,
        seeds: Sequence[int] | np.ndarray | None = None,
        pack: PackSource | Sequence[PackSource] = "standard",
        autoreset: bool = True,
        checked: bool = True,
        stream: Any = None,
        **options: Any,
    ) -> None:
        self.num_envs = rows = arrays.integer(num_envs, "num_envs =", OptionError)
        if rows < 1:
            raise OptionError(f"num_envs={rows}: must be at least 1")
        several = isinstance(pack, Sequence) and not isinstance(pack, str | bytes | bytearray | memoryview)
        sources: Any = pack if several else [pack]
        self.game = game = game.content.with_packs(sources)
        if game.content.stream:
            raise OptionError(f"pack = {pack!r}: packs are not generated on a device; accepted: a list of packs")
        self.num_players, self.options = game.content.check_players(num_players), game.content.options(options)
        self.autoreset, self.checked = (
            arrays.flag(value, what, OptionError)
            for value, what in ((autoreset, "autoreset ="), (checked, "checked ="))
        )
        self.num_packs = len(sources)
        self._given_stream = stream
        self.driver = opened(device)
        self._loops, self._functions = DeviceLoops(game), dict[Any, Any]()
        self._packs = self._copied(_converted(game.content.records, self._loops.packs))
        self._blank = self._copied(
            _converted(game.declaration.blank(self.num_players, self.options), self._loops.states)
        )
        self.states = self._new((rows, self._loops.states.itemsize), np.uint8)
        self.masks = self._new((rows, game.rules.mask_words), np.uint64)
        self._rows = self._copied(np.arange(rows, dtype=np.int64))
        self.seeds, self._choosers = self._new((rows,), np.uint64), self._new((rows,), np.uint64)
        self._errors = self._copied(np.array([NO_ROW, 0, 0]))
        self.ended, self.utility, self.scores, self._gained = (
            self._zeros(shape, dtype)
            for shape, dtype in (
                ((rows,), np.bool_),
                ((rows, game.rules.seats), np.float32),
                ((rows, game.rules.seats), np.int32),
                ((rows, game.rules.seats), np.float32),
            )
        )
        self.driver.clear(self.states.address, self.states.nbytes, self.stream)
        self.reset(arrays.system_seed() if seed is None and seeds is None else seed, seeds)

    # ---- playing

    def reset(self, seed: int | None = None, seeds: Sequence[int] | np.ndarray | None = None) -> None:
        """Deal new games in all rows; without a seed each row's generator chooses one. See `Batch.reset`.

        Raises:
            GameError: an argument is not accepted, or both were given; nothing has changed.
        """
        if seed is not None and seeds is not None:
            raise GameError(f"{self.game.name}: both seed and seeds given; accepted: one of them")
        chosen = None
        if seeds is not None:
            chosen = arrays.integers(seeds, "seeds", self.num_envs, arrays.UINT64)
        elif seed is not None:
            chosen = spread(seeded(check_seed(seed)) + np.arange(self.num_envs, dtype=np.uint64) * STEP)
        if chosen is not None:
            self.driver.upload(self.seeds.address, chosen, self.stream)
        self._run("begin_rows", num_packs=self.num_packs, from_seeds=chosen is not None)

    def step(self, actions: Any) -> tuple[DeviceArray, DeviceArray]:
        """Play one action in every row, and the forced moves after it.

        Args:
            actions: integers of any width, [num_envs], on the device, from any library with DLPack; they are read where
                they are.

        Returns:
            gained: float32[num_envs, seats], the result of the games that ended in this step, 0 in other rows.
            ended: bool[num_envs], whether the row's game ended (with autoreset a new one is then dealt).

        Raises:
            GameError: `actions` are not num_envs integers on the device; nothing has changed.
            IllegalActionError: an action is not legal; nothing has changed in any row. Unless `checked`, see `check`.
        """
        chosen = vector(actions, "actions", self.num_envs, self.driver, self.stream)
        types_by_name = {"actions": types.Array(from_dtype(chosen.dtype), 1, "C")}
        place = {"actions": (chosen.address, self.num_envs)}
        self._run("check_rows", types_by_name, place, num_actions=self.game.num_actions)
        self._run("step_checked", types_by_name, place, again=self.autoreset)
        if self.checked:
            self.check()
        return self._gained, self.ended

    def check(self) -> None:
        """Wait for the device.

        Raises:
            IllegalActionError: an action was illegal. The rows are as they were before that step, and can be stepped
                again.
        """
        errors = self._errors.numpy()
        row = int(errors[FOUND])
        if row == NO_ROW:
            return
        self.driver.upload(self._errors.address, np.array([NO_ROW, 0, 0]), self.stream)
        action = int(errors[ACTION])
        self.game.rules._refuse_action(self.host_states()[row], action, self.legal_actions(row), row)

    def play(self, steps: int) -> int:
        """Play `steps` random decisions in every row, dealing new games as they end; returns how many games ended."""
        counts = self._zeros((self.num_envs,), np.int64)
        place = {"seeds": (self._choosers.address, self.num_envs), "counts": (counts.address, self.num_envs)}
        self._run("play_counted", None, place, steps=arrays.integer(steps, "steps"))
        return int(counts.numpy().sum())

    def restore(self, states: np.ndarray) -> None:
        """Replace all states by copies of `states`, of games with the same players, options and packs.

        Args:
            states: records[num_envs].

        Raises:
            GameError: another number of states, a state of another game, or one that play cannot reach; nothing has
                changed.
        """
        packs = [pack.source for pack in self.game.content.packs]
        host_batch = Batch(self.game, self.num_envs, num_players=self.num_players, pack=packs, **dict(self.options))
        host_batch.restore(states)
        self.driver.upload(self.states.address, _converted(host_batch.states, self._loops.states), self.stream)
        self.driver.upload(self.masks.address, np.ascontiguousarray(host_batch.masks), self.stream)
        self.driver.clear(self.ended.address, self.ended.nbytes, self.stream)

    # ---- looking

    @property
    def stream(self) -> int:
        """The stream of all work; see the class."""
        chosen = self._given_stream
        if chosen is None:
            torch = sys.modules.get("torch")
            live = torch is not None and self.driver.device[0] != 1 and torch.cuda.is_available()
            return int(torch.cuda.current_stream(self.driver.device[1]).cuda_stream) if torch and live else 0
        if hasattr(chosen, "__cuda_stream__"):
            return int(chosen.__cuda_stream__()[1])
        return int(getattr(chosen, "cuda_stream", chosen))

    @stream.setter
    def stream(self, chosen: Any) -> None:
        self._given_stream = chosen

    @property
    def state_dtype(self) -> np.dtype[Any]:
        """The dtype of the records in `states`: the game's, aligned."""
        return self._loops.states

    def field(self, name: str) -> DeviceArray:
        """A field of all states that is one number, [num_envs], where it is; raises GameError for another name."""
        if name in (self.state_dtype.names or ()) and not self.state_dtype[name].shape:
            fields: Any = self.state_dtype.fields
            kind, offset = fields[name][:2]
        else:
            numbers = [name for name in self.state_dtype.names or () if not self.state_dtype[name].shape]
            raise GameError(f"{self.game.name}: no field {name!r} of one number; accepted: {', '.join(numbers)}")
        step = self.state_dtype.itemsize
        memory = self.states._memory
        return DeviceArray(
            self.driver, memory, (self.num_envs,), kind, lambda: self.stream, offset=int(offset), step=step
        )

    @property
    def to_move(self) -> DeviceArray:
        """int8[num_envs]: the seat to move in each row; -1 where the game is over."""
        return self.field("to_move")

    def __reduce_ex__(self, protocol: Any) -> Any:
        raise TypeError("a DeviceBatch is not copied: its states are in the memory of a device")

    def host_states(self) -> np.recarray[Any, Any]:
        """A copy of the true states in host memory: records of the game's own dtype."""
        records = self.states.numpy().view(self.state_dtype).reshape(self.num_envs)
        return _converted(records, self.game.declaration.state_dtype).view(np.recarray)

    def legal_actions(self, row: int) -> np.ndarray:
        """The legal actions of one row, ascending; raises GameError for a row that does not exist."""
        words = np.empty(self.game.rules.mask_words, np.uint64)
        address = self.masks.address + words.nbytes * arrays.row(row, self.num_envs)
        self.driver.download(words, address, self.stream)
        return np.flatnonzero(np.unpackbits(words.view(np.uint8), bitorder="little"))

    @property
    def sparse_observation(self) -> DeviceSparse:
        """The observation of each row's player to move (player 0 at the end), without its zeros."""
        self._run("list_entries")
        return self._entries

    @property
    def observation(self) -> DeviceArray:
        """float32[num_envs, observation_size]: the observation of each row's player to move (player 0 at the end)."""
        return self._dense("write_entries", self._observations)

    @property
    def observation_bfloat16(self) -> DeviceArray:
        """`observation` as bfloat16, each number rounded to the nearest."""
        return self._dense("write_halves", self._halves)

    def _dense(self, loop: str, out: DeviceArray) -> DeviceArray:
        self._run("list_entries")
        self.driver.clear(out.address, out.nbytes, self.stream)
        self._run(loop, threads=self.num_envs * LANES)
        return out

    @property
    def action_mask(self) -> DeviceArray:
        """int8[num_envs, num_actions]: `masks` with one number for each action."""
        self._run("expand_masks")
        return self._action_masks

    def figures(self) -> dict[str, dict[str, int]]:
        """What the device says of each loop that has been run, for example how many registers a thread has."""
        return {key[0]: self.driver.figures(function) for key, (_, function) in self._functions.items()}

    # ---- choosing

    def sample_legal(self) -> DeviceArray:
        """int64[num_envs]: a uniformly random legal action for each row; -1 where the game is over."""
        place = {"seeds": (self._choosers.address, self.num_envs), "actions": self._at(self._actions)}
        self._run("choose_rows", None, place)
        return self._actions

    def determinize(self, seeds: Sequence[int] | np.ndarray) -> DeviceArray:
        """uint8[num_envs, bytes]: copies of the states with all resampled that is hidden from the player to move.

        Args:
            seeds: uint64[num_envs], the generators of the copies.
        """
        chosen = self._copied(arrays.integers(seeds, "seeds", self.num_envs, arrays.UINT64))
        self._run("determinize_rows", None, {"seeds": self._at(chosen)})
        return self._samples

    def conceal(self, viewers: Sequence[int] | np.ndarray) -> DeviceArray:
        """uint8[num_envs, bytes]: copies of the states in which everything is overwritten that player viewers[i] does
        not know."""
        seats = arrays.integers(viewers, "viewers", self.num_envs)
        if len(seats) and not 0 <= seats.min() <= seats.max() < self.num_players:
            raise GameError(f"viewers: seats are 0 to {self.num_players - 1}")
        chosen = self._copied(seats)
        self._run("conceal_rows", None, {"viewers": self._at(chosen)})
        return self._samples

    def heuristic(self, seeds: Sequence[int] | np.ndarray) -> DeviceArray:
        """int64[num_envs]: the action of the game's hand-written policy in `determinize(seeds)`; -1 where the game is
        over."""
        self.determinize(seeds)
        self._run("heuristic_choices")
        return self._actions

    # ---- inner

    def _run(
        self,
        loop: str,
        named: Mapping[str, types.Type] | None = None,
        places: dict[str, tuple[int, int]] | None = None,
        threads: int | None = None,
        **numbers: int,
    ) -> None:
        """Run a loop of `threads.py` for all rows.

        Args:
            loop: its name.
            named: types of parameters that have not their usual type.
            places: address and length of arrays that are not the batch's own.
            threads: number of threads; one a row by default.
            **numbers: the loop's other parameters.
        """
        key = (loop, *sorted((named or {}).items()))
        if key not in self._functions:
            code = self._loops.code(loop, **(named or {}))
            self._functions[key] = code.parameters, self.driver.load(code)
        parameters, function = self._functions[key]
        arguments: list[int] = []
        for name in _flat(parameters):
            arguments += [int(numbers[name])] if name in numbers else (places or {}).get(name) or self._own(name)
        self.driver.launch(function, self.num_envs if threads is None else threads, arguments, self.stream)

    def _own(self, name: str) -> tuple[int, int]:
        """The batch's own array for a parameter of a loop."""
        entries = name in DeviceSparse._fields
        array: DeviceArray = (
            getattr(self._entries, name) if entries else getattr(self, name if name in SHOWN else f"_{name}")
        )
        return self._at(array)

    def _at(self, array: DeviceArray) -> tuple[int, int]:
        return array.address, array.shape[0]

    def _new(self, shape: tuple[int, ...], dtype: Any) -> DeviceArray:
        size = prod(shape) * (2 if dtype == "bfloat16" else np.dtype(dtype).itemsize)
        return DeviceArray(self.driver, self.driver.allocate(size), shape, dtype, lambda: self.stream)

    def _zeros(self, shape: tuple[int, ...], dtype: Any) -> DeviceArray:
        made = self._new(shape, dtype)
        self.driver.clear(made.address, made.nbytes, self.stream)
        return made

    def _copied(self, array: np.ndarray) -> DeviceArray:
        """A copy of a host array on the device; of records only the address and the number matter."""
        flat = array.view(np.uint8).reshape(len(array), -1) if array.dtype.names else array
        made = self._new(flat.shape, flat.dtype)
        self.driver.upload(made.address, array, self.stream)
        return made

    @cached_property
    def _entries(self) -> DeviceSparse:
        table = self.num_envs, self.game.observation_size + 1
        shapes: Any = ((table, np.uint16), (table, np.float32), ((self.num_envs,), np.int64))
        return DeviceSparse(*(self._new(shape, dtype) for shape, dtype in shapes))

    @cached_property
    def _observations(self) -> DeviceArray:
        return self._new((self.num_envs, self.game.observation_size), np.float32)

    @cached_property
    def _halves(self) -> DeviceArray:
        return self._new((self.num_envs, self.game.observation_size), "bfloat16")

    @cached_property
    def _action_masks(self) -> DeviceArray:
        return self._new((self.num_envs, self.game.num_actions), np.int8)

    @cached_property
    def _actions(self) -> DeviceArray:
        return self._new((self.num_envs,), np.int64)

    @cached_property
    def _samples(self) -> DeviceArray:
        return self._new((self.num_envs, self.state_dtype.itemsize), np.uint8)


def _flat(parameters: dict[str, types.Type]) -> list[str]:
    """Names of the arrays and numbers that parameters consist of."""
    return [part for name, kind in parameters.items() for part in getattr(kind, "fields", (name,))]


def _converted(records: np.ndarray, dtype: np.dtype[Any]) -> np.ndarray:
    """A copy of `records` with the same fields at other places."""
    made = np.zeros(len(records), dtype)
    for name in dtype.names or ():
        made[name] = records[name]
    return made
