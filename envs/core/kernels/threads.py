"""Loops of a GPU, one thread a row: those of `loops.py` with choices, errors and observations on the device.

Arguments are those of `loops.py`; `start` and `stop` bound the rows, or threads, of a call, start <= i < stop.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.core.cgutils import create_struct_proxy
from numba.extending import intrinsic

from medianoche.envs.core.base import BaseGame
from medianoche.envs.core.compile import device, dispatch
from medianoche.envs.core.compile.device import DeviceCode
from medianoche.envs.core.compile.jit import DISABLED, aligned, inlined
from medianoche.envs.core.compile.tuples import tuple_type
from medianoche.envs.core.kernels.bits import count_bits, expand_bits, nth_bit, test_bit
from medianoche.envs.core.kernels.local import local_array
from medianoche.envs.core.kernels.loops import LOOPS, Loops, play_rows, step_rows
from medianoche.envs.core.kernels.rng import STEP, below, mix
from medianoche.envs.core.kernels.sparse import Entries
from medianoche.envs.core.kernels.steps import deal

ONE = np.uint64(1)
NO_ROW = np.iinfo(np.int64).max
"""What `errors[FOUND]` is while no action was illegal."""
FOUND, ACTION, NOTED = 0, 1, 2
"""Places in `errors`: the first row with an illegal action, that action, and whether the action has been written."""
LANES = 32
"""Threads that write the observation of one row together."""


class StepInput(NamedTuple):
    """What a step of a batch is asked to do."""

    rows: Annotated[np.ndarray, "int64[num_envs]"]  # 0, 1, 2 ...
    actions: Annotated[np.ndarray, "int64[num_envs]"]  # or other integers
    errors: Annotated[np.ndarray, "int64[3]"]  # see FOUND


if not DISABLED:

    @intrinsic
    def lower(context, array, place, value):
        """Make array[place] the smaller one of itself and `value`, while other threads do so, too."""

        def build(context, builder, signature, arguments):
            data = create_struct_proxy(signature.args[0])(context, builder, arguments[0]).data
            builder.atomic_rmw("min", builder.gep(data, [arguments[1]]), arguments[2], "monotonic")
            return context.get_dummy_value()

        return types.void(array, types.int64, types.int64), build

    @intrinsic
    def bits_of(context, number):
        """The bits of a float32."""

        def build(context, builder, signature, arguments):
            return builder.bitcast(arguments[0], ir.IntType(32))

        return types.uint32(types.float32), build


for unchanged in (step_rows, play_rows):
    inlined(unchanged)


def begin_rows(packs, states, masks, blank, seeds, choosers, num_packs, from_seeds, start, stop):
    """Deal a new game in rows start..stop-1: the games that `Batch.reset` deals.

    seeds[i], uint64, is the seed of row i; without `from_seeds`, the generator of the last game chooses it.
    choosers[i], uint64, becomes the generator of the row's random choices. Pack i % num_packs is played.
    """
    for i in range(start, stop):
        state = states[i]
        if not from_seeds:
            seeds[i] = mix(state.rng)
        state.rng = mix(seeds[i] + STEP)
        state.pack = i % num_packs
        choosers[i] = mix(seeds[i] + ONE + STEP)
        deal(packs, states, i, blank, masks[i])


def check_rows(masks, actions, num_actions, errors, start, stop):
    """Write the first row whose action is illegal, of start..stop-1, to errors[FOUND]. `errors` is int64[3], see FOUND;
    a legal action is from 0 to num_actions - 1 and set in masks[i]."""
    for i in range(start, stop):
        if actions[i] < 0 or actions[i] >= num_actions or not test_bit(masks[i], actions[i]):
            lower(errors, FOUND, i)


def step_checked(packs, states, masks, blank, asked, results, gained, again, start, stop):
    """`step_rows`, unless `check_rows` has found an illegal action: then nothing changes, and the action is noted in
    `asked.errors`.

    gained[i], float32[seats], becomes the row's utility, in [-1, 1], if its game ended in this step, else zeros.
    """
    rows, actions, errors = asked
    if errors[FOUND] != NO_ROW:
        if errors[FOUND] == start and errors[NOTED] == 0:
            errors[ACTION] = actions[start]
            errors[NOTED] = 1
        return
    step_rows(packs, states, masks, blank, rows, actions, results, again, start, stop)
    for i in range(start, stop):
        for p in range(gained.shape[1]):
            gained[i, p] = results.utility[i, p] if results.ended[i] else np.float32(0)


def play_counted(packs, states, masks, blank, seeds, steps, counts, start, stop):
    """`play_rows`; counts[start], an integer, grows by the number of games ended."""
    counts[start] += play_rows(packs, states, masks, blank, seeds, steps, start, stop)


def choose_rows(masks, seeds, actions, start, stop):
    """`sample_rows_legal`: writes a random legal action for rows start..stop-1 to `actions`, integers[rows], -1 where
    none is legal."""
    for i in range(start, stop):
        seeds[i] += STEP
        actions[i] = nth_bit(masks[i], below(mix(seeds[i]), count_bits(masks[i])))


def expand_masks(masks, action_masks, start, stop):
    """Write the mask of rows start..stop-1 as action_masks[i], int8[num_actions]: 1 legal, 0 not."""
    for i in range(start, stop):
        expand_bits(masks[i], action_masks[i])


def list_entries(packs, states, indices, values, counts, start, stop):
    """Write the sparse observation of the player to move in row i (player 0 at the end) to the first counts[i] entries
    of indices[i] and values[i]. `indices` is uint16[rows, observation_size + 1], `values` float32 of the same shape,
    `counts` int64[rows]."""
    cursor = local_array(1, np.uint64)
    for i in range(start, stop):
        cursor[0] = np.uint64(0)
        state = states[i]
        dispatch.observe(packs[state.pack], state, max(state.to_move, 0), Entries(indices[i], values[i], cursor))
        counts[i] = np.int64(cursor[0])


def write_entries(indices, values, counts, observations, start, stop):
    """Write the entries of `list_entries` to `observations`, float32[rows, observation_size], zero before; LANES
    threads a row, thread t for row t // LANES."""
    for thread in range(start, stop):
        i = thread // LANES
        for k in range(thread % LANES, counts[i], LANES):
            observations[i, indices[i, k]] = values[i, k]


def write_halves(indices, values, counts, halves, start, stop):
    """`write_entries` to `halves`, uint16[rows, observation_size]: the bits of bfloat16, rounded to the nearest, ties
    to even."""
    for thread in range(start, stop):
        i = thread // LANES
        for k in range(thread % LANES, counts[i], LANES):
            word = np.int64(bits_of(values[i, k]))
            halves[i, indices[i, k]] = np.uint16((word + 0x7FFF + (word >> 16 & 1)) >> 16)


def determinize_rows(packs, states, samples, seeds, start, stop):
    """Copy every row to `samples` with everything hidden from its player to move resampled; finished games as they are.
    seeds[i], uint64, becomes the copy's generator."""
    for i in range(start, stop):
        samples[i] = states[i]
        sample = samples[i]
        sample.rng = seeds[i]
        if not sample.done:
            dispatch.determinize(packs[sample.pack], sample, sample.to_move)


def conceal_rows(packs, states, samples, viewers, start, stop):
    """Copy every row to `samples` with everything overwritten that player viewers[i], a seat from 0, does not know."""
    for i in range(start, stop):
        samples[i] = states[i]
        sample = samples[i]
        dispatch.conceal(packs[sample.pack], sample, viewers[i])


def heuristic_choices(packs, samples, masks, actions, start, stop):
    """Write the heuristic's action, from 0, for each determinized copy to actions[i]; -1 where the game is over."""
    for i in range(start, stop):
        sample = samples[i]
        actions[i] = -1
        if not sample.done:
            actions[i] = dispatch.heuristic(packs[sample.pack], sample, masks[i])


THREADS = {
    loop.__name__: loop
    for loop in (
        begin_rows,
        check_rows,
        step_checked,
        play_counted,
        choose_rows,
        expand_masks,
        list_entries,
        write_entries,
        write_halves,
        determinize_rows,
        conceal_rows,
        heuristic_choices,
    )
}


class DeviceLoops:
    """The loops above, and those of `loops.LOOPS`, compiled for a GPU for one game, each when it is first asked for.

    Args:
        game: the game.

    Attributes:
        states: dtype of the states on the device: STATE, aligned.
        packs: dtype of the packs on the device.
    """

    def __init__(self, game: BaseGame) -> None:
        dispatch.register(game.declaration.state_dtype, game.rules.module)
        self.states, self.packs = aligned(game.declaration.state_dtype), aligned(game.declaration.pack_dtype)
        self._home: Path = game.rules.home
        self._inner: Mapping[str, tuple[int, ...]] = {
            "masks": (game.rules.mask_words,),
            "action_masks": (game.num_actions,),
            "observations": (game.observation_size,),
            "halves": (game.observation_size,),
            "indices": (game.observation_size + 1,),
            "values": (game.observation_size + 1,),
            **dict.fromkeys(("utility", "scores", "gained"), (game.rules.seats,)),
        }

    def code(self, name: str, **named: types.Type) -> DeviceCode:
        """The loop `name` for a GPU; `named` are types of parameters that are not the usual ones.

        Raises:
            GameError: it cannot be compiled; see `device.compiled`.
        """
        loop: Callable[..., Any] = THREADS[name] if name in THREADS else LOOPS[name]
        types_by_name = {**Loops(self.states, self.packs, self._home).named, "choosers": types.uint64[::1]}
        if name in THREADS:
            rows = {"indices": types.uint16[:, ::1], "values": types.float32[:, ::1], "halves": types.uint16[:, ::1]}
            line = types.int64[::1]
            asked = tuple_type(StepInput, **{name: kind for name, kind in named.items() if name == "actions"})
            types_by_name |= {**rows, "gained": types.float32[:, ::1], "errors": line, "asked": asked}
        return device.compiled(loop, {**types_by_name, **named}, self._home, self._inner)
