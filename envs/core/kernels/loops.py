"""The loops around the kernels, written once for all games; `Loops(game)` compiles them for one game when first used.

Python calls them with whole arrays and row numbers. Passing a single record would take four times as long.

Arguments: a row is the place of a game in a batch, from 0: states[i], masks[i]. `rows` is int64[n], rows to treat; k
counts them, from start to stop - 1. `masks` is uint64[rows, words], the legal actions of each row; `mask` is one of
them. `action_mask` is int8[num_actions], 1 legal, 0 not; `out` is float32[observation_size]. `seeds` are uint64, 64
random bits each. `blank` is STATE[1], the state before a deal. `player` is a seat, from 0. An action counts from 0;
DEAL and SHOW are negative.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import numba
import numpy as np

from medianoche.envs.core.compile import dispatch
from medianoche.envs.core.compile.jit import DISABLED, Kernel, Kernels, direct, inlined
from medianoche.envs.core.compile.plain import plain
from medianoche.envs.core.compile.tuples import as_type
from medianoche.envs.core.kernels.bits import clear_bits, count_bits, expand_bits, list_bits, nth_bit, test_bit
from medianoche.envs.core.kernels.local import local_array
from medianoche.envs.core.kernels.prefetch import prefetch
from medianoche.envs.core.kernels.rng import STEP, below, mix
from medianoche.envs.core.kernels.sparse import Entries
from medianoche.envs.core.kernels.steps import advance, deal, determinize, step

kernel = Kernels()
ONE = np.uint64(1)
DEAL, SHOW = -2, -3
"""Given as actions to the loops: deal a new game; show the game as it stands."""
DEAL_LIMIT = 1000
"""An environment deals no other game after so many in a row that ended in the deal. Such a game has no decision that
its result could be for, so it counts nowhere."""
NO_STOP, NO_CHOICE, NO_END = 253, 254, 255
"""Reasons besides a game's own inconsistencies: forced moves follow each other for ever; a player is asked who has no
legal action; a game takes more decisions than it may."""


class Results(NamedTuple):
    """The results of the games of a batch that have just ended; rows of other games hold older values."""

    ended: Annotated[np.ndarray, "bool[rows]"]
    """Whether the row's game ended in the last step."""
    utility: Annotated[np.ndarray, "float32[rows, seats]"]
    scores: Annotated[np.ndarray, "int32[rows, seats]"]

    @classmethod
    def blank(cls, rows: int, seats: int) -> Results:
        """Results of `rows` games, all zero."""
        return cls(np.zeros(rows, np.bool_), np.zeros((rows, seats), np.float32), np.zeros((rows, seats), np.int32))


def step_rows(packs, states, masks, blank, rows, actions, results, again, start, stop):
    """Step rows[start:stop] with actions[start:stop], each legal or DEAL.

    The result of a game that ends is written to `results`; if `again`, a new game is dealt in its row. `blank` is one
    state before the deal: zero except for the options. Returns how many games ended in the deal.
    """
    ended, utility, scores = results
    undealt = 0
    for k in range(start, stop):
        prefetch(states, rows[min(k + 1, stop - 1)])
        i = rows[k]
        state = states[i]
        fresh = actions[k] == DEAL
        ended[i] = False
        if not fresh:
            step(packs[state.pack], state, actions[k], masks[i])
            if state.done:
                ended[i] = True
                for p in range(utility.shape[1]):
                    utility[i, p] = state.utility[p]
                    scores[i, p] = state.scores[p]
                fresh = again
        if fresh:
            undealt += deal(packs, states, i, blank, masks[i]) == 0
    return undealt


@inlined
def show(pack, state, mask, out, action_mask):
    """Show the game of an AEC environment, whose mask is ready, to the player to move (player 0 at the end).

    Returns 1, + 2 at the end, + 4 times the player to move.
    """
    dispatch.observe(pack, state, max(state.to_move, 0), out)
    expand_bits(mask, action_mask)
    if state.done:
        return 3
    return 1 | state.to_move << 2


def deal_one(packs, states, mask, blank, out, action_mask, seeds, from_seeds):
    """Deal the game of an AEC environment; returns what `show` says.

    The seed is seeds[0], `seeds` is uint64[2]; without `from_seeds`, the last game's generator chooses one, below
    2**63, and leaves it there. seeds[1] becomes the generator of the environment's own choices.
    """
    state = states[0]
    if not from_seeds:
        seeds[0] = mix(state.rng) >> ONE
    seeds[1] = mix(seeds[0] + ONE + STEP)
    state.rng = mix(seeds[0] + STEP)
    state.pack = blank[0].pack
    deal(packs, states, 0, blank, mask)
    return show(packs[state.pack], state, mask, out, action_mask)


def step_one(packs, states, mask, out, action_mask, action):
    """Step the game of an AEC environment, or SHOW it as it stands.

    Returns 0 if the action is illegal (nothing has changed), else what `show` says.
    """
    state = states[0]
    pack = packs[state.pack]
    if action >= 0:
        if action >= len(action_mask) or not test_bit(mask, action):
            return 0
        step(pack, state, action, mask)
    elif action != SHOW:
        return 0
    elif state.done:
        clear_bits(mask)
    else:
        dispatch.legal_mask(pack, state, mask)
    return show(pack, state, mask, out, action_mask)


def begin_one(packs, states, masks, blank, actions, seed):
    """Deal the game of `seed` in row 0 over the blank one, with its pack; returns what `list_one` says. `actions`,
    int64[num_actions], gets the legal actions."""
    state = states[0]
    state.rng = mix(np.uint64(seed) + STEP)
    state.pack = blank[0].pack
    deal(packs, states, 0, blank, masks[0])
    return list_bits(masks[0], actions) << 8 | state.to_move + 1


def list_one(packs, states, masks, actions, i):
    """Find the legal actions of row i, as bits in masks[i] and as numbers in `actions`, int64[num_actions], from its
    first place on.

    Returns how many, times 256, + 1 + the player to move (-1 at the end).
    """
    state = states[i]
    if state.done:
        clear_bits(masks[i])
    else:
        dispatch.legal_mask(packs[state.pack], state, masks[i])
    return list_bits(masks[i], actions) << 8 | state.to_move + 1


def play_one(packs, states, mask, action):
    """Play `action` and the forced moves after it in row 0, and write the next choice's mask; returns False if it is
    illegal (nothing has changed)."""
    state = states[0]
    pack = packs[state.pack]
    if state.done or action < 0 or action >= 64 * len(mask):
        return False
    dispatch.legal_mask(pack, state, mask)
    if not test_bit(mask, action):
        return False
    step(pack, state, action, mask)
    return True


def push_one(packs, states, masks, actions, i, action):
    """Copy row i to row i + 1, and play `action` and the forced moves after it there.

    Returns -1 if the action is illegal in row i (nothing has changed), else what `list_one` says of row i + 1.
    `actions` gets the legal actions of row i + 1.
    """
    if action < 0 or action >= 64 * masks.shape[1] or not test_bit(masks[i], action):
        return -1
    states[i + 1] = states[i]
    state = states[i + 1]
    step(packs[state.pack], state, action, masks[i + 1])
    return list_bits(masks[i + 1], actions) << 8 | state.to_move + 1


def observe_rows(packs, states, rows, observations, start, stop):
    """Write the observation of the player to move (player 0 at the end) of rows[k] to observations[k],
    float32[observation_size], start <= k < stop."""
    for k in range(start, stop):
        prefetch(states, rows[min(k + 1, stop - 1)])
        state = states[rows[k]]
        dispatch.observe(packs[state.pack], state, max(state.to_move, 0), observations[k])


def observe_entries(packs, states, rows, viewers, indices, values, starts, start, stop):
    """Write the sparse observation of rows[k] for player viewers[k], start <= k < stop: the entries starts[k]:starts[k
    + 1] of `indices` and `values`. The first is written at starts[start]. `indices` are uint16, places in the
    observation; `values` float32, the numbers there; `starts` int64[n + 1]."""
    cursor = local_array(1, np.uint64)
    cursor[0] = starts[start]
    out = Entries(indices, values, cursor)
    for k in range(start, stop):
        prefetch(states, rows[min(k + 1, stop - 1)])
        state = states[rows[k]]
        dispatch.observe(packs[state.pack], state, viewers[k], out)
        starts[k + 1] = cursor[0]


def observe_one(packs, states, i, player, out):
    """Write the observation of row i for `player`, a seat from 0, to `out`, float32[observation_size]."""
    state = states[i]
    dispatch.observe(packs[state.pack], state, player, out)


def sample_rows(packs, states, rows, seeds, samples):
    """Copy state rows[k] to samples[k] with everything hidden from its player to move resampled; seeds[k], uint64,
    becomes its generator."""
    for k in range(len(rows)):
        samples[k] = states[rows[k]]
        sample = samples[k]
        sample.rng = seeds[k]
        dispatch.determinize(packs[sample.pack], sample, sample.to_move)


def heuristic_rows(packs, samples, masks, rows, actions):
    """Write the heuristic's action, from 0, for samples[k] to actions[k], int64; its mask is that of the row it was
    copied from, masks[rows[k]]."""
    for k in range(len(rows)):
        sample = samples[k]
        actions[k] = dispatch.heuristic(packs[sample.pack], sample, masks[rows[k]])


def play_rows(packs, states, masks, blank, seeds, steps, start, stop):
    """Play `steps` random decisions in each of rows start..stop-1, starting games anew as they end; returns the number
    of games ended.

    The choices come from `seeds`, uint64[rows], which move on, not from the games' own generators. A game that ends in
    the deal takes the place of a decision.
    """
    games = 0
    for i in range(start, stop):
        mask = masks[i]
        seed = seeds[i]
        left = steps
        legal = count_bits(mask)
        state = states[i]
        pack = packs[state.pack]
        while left > 0:
            left -= 1
            seed += STEP
            if legal > 0:
                legal = step(pack, state, nth_bit(mask, below(mix(seed), legal)), mask)
                games += legal == 0
            if legal == 0:
                legal = deal(packs, states, i, blank, mask)
        seeds[i] = seed
    return games


def apply_one(packs, states, i, action):
    """The kernel `apply` alone: plays `action`, a legal one, in row i, no forced actions."""
    state = states[i]
    dispatch.apply(packs[state.pack], state, action)


def advance_one(packs, states, i, mask):
    """Settle row i, then apply forced actions; `mask` gets the legal actions of the next choice, none at the end."""
    state = states[i]
    pack = packs[state.pack]
    if not state.done:
        dispatch.settle(pack, state)
    advance(pack, state, mask)


def legal_one(packs, states, i, mask):
    """Write the legal actions of row i to `mask`, uint64[words]; returns how many, 0 at the end."""
    state = states[i]
    if state.done:
        clear_bits(mask)
        return 0
    return dispatch.legal_mask(packs[state.pack], state, mask)


def determinize_one(packs, states, masks, i, player, seed):
    """Resample everything hidden from `player` in row i by a generator that begins with `rng.seeded(seed)`; masks[i] is
    scratch. `player` is a seat, from 0; `seed` is any number from 0 to 2**64 - 1."""
    state = states[i]
    state.rng = mix(np.uint64(seed) + STEP)
    determinize(packs[state.pack], state, player, masks[i])


def conceal_one(packs, states, i, player):
    """Overwrite everything in row i that `player`, a seat from 0, does not know."""
    state = states[i]
    dispatch.conceal(packs[state.pack], state, player)


def find_inconsistency(packs, states, start, stop):
    """The first unsound row from start to stop - 1 and its reason as `row * 256 + reason`; -1 if all are sound. A
    reason is the number of a broken rule, from 1, see `Reasons`."""
    for i in range(start, stop):
        state = states[i]
        reason = dispatch.inconsistency(packs[state.pack], state)
        if reason != 0:
            return i * 256 + reason
    return -1


def play_soundly(packs, states, masks, seeds, counts, most, start, stop):
    """Play each of rows start..stop-1 at random to its end and check every state; counts[i] becomes the number of its
    decisions.

    The choices come from `seeds`, uint64[rows]. Play stops at the first unsound state, or where a game takes more than
    `most` decisions; the return value is that of `find_inconsistency`: row * 256 + reason, -1 if all are sound.
    """
    for i in range(start, stop):
        mask = masks[i]
        seed = seeds[i]
        legal = count_bits(mask)
        state = states[i]
        pack = packs[state.pack]
        counts[i] = 0
        while True:
            reason = dispatch.inconsistency(pack, state)
            if reason == 0 and (legal < 2) != state.done:
                reason = NO_STOP if legal == 1 else NO_CHOICE
            if reason == 0 and counts[i] > most:
                reason = NO_END
            if reason != 0:
                return i * 256 + reason
            if state.done:
                break
            counts[i] += 1
            seed += STEP
            legal = step(pack, state, nth_bit(mask, below(mix(seed), legal)), mask)
    return -1


@kernel.entry
def ascending(rows, count):
    """Whether `rows`, int64[n], are numbers of rows from 0 to `count` - 1, in ascending order, none twice."""
    last = len(rows) - 1
    if last < 0:
        return True
    falls = 0
    for k in range(last):  # no early exit, so that the compiler can vectorise the loop
        falls += rows[k] >= rows[k + 1]
    return falls == 0 and rows[0] >= 0 and rows[last] < count


@kernel.entry
def expand_rows(masks, action_masks, start, stop):
    """Write the masks of rows start..stop-1, uint64[rows, words], to `action_masks`, int8[rows, num_actions]: 1 legal,
    0 not."""
    for i in range(start, stop):
        expand_bits(masks[i], action_masks[i])


@kernel.entry
def random_rows(masks, rows, seeds, actions):
    """Write a uniformly random legal action of rows[k] to actions[k], from the 64 random bits seeds[k]; -1 where none
    is legal."""
    for k in range(len(rows)):
        mask = masks[rows[k]]
        actions[k] = nth_bit(mask, below(mix(seeds[k]), count_bits(mask)))


@kernel.entry
def sample_rows_legal(masks, seeds, actions):
    """Write a uniformly random action for every row to `actions`, -1 where none is legal. Each row has a generator in
    `seeds`, which moves on. `actions` is int64[rows], `seeds` uint64[rows]."""
    for i in range(len(masks)):
        seeds[i] += STEP
        actions[i] = nth_bit(masks[i], below(mix(seeds[i]), count_bits(masks[i])))


@kernel.entry
def sample_one_legal(mask, seeds):
    """A uniformly random legal action of one mask, uint64[words], from the generator seeds[1], which moves on; -1 if
    none is legal."""
    seeds[1] += STEP
    return nth_bit(mask, below(mix(seeds[1]), count_bits(mask)))


LOOPS = {
    loop.__name__: loop
    for loop in (
        step_rows,
        deal_one,
        step_one,
        begin_one,
        list_one,
        play_one,
        push_one,
        observe_rows,
        observe_entries,
        observe_one,
        sample_rows,
        heuristic_rows,
        play_rows,
        apply_one,
        advance_one,
        legal_one,
        conceal_one,
        determinize_one,
        find_inconsistency,
        play_soundly,
    )
}


class Loops:
    """The generic loops above compiled for one game, each when it is first used: `loops.step_rows(...)`.

    Args:
        state: the game's STATE dtype.
        pack: its PACK dtype.
        home: where its kernels are (`compile/sources.py`); their sources name the compile cache.
    """

    def __init__(self, state: np.dtype[Any], pack: np.dtype[Any], home: Path) -> None:
        states = numba.typeof(np.zeros(0, state))
        packs = numba.typeof(np.zeros(0, pack)).copy(readonly=True)
        self.named = {"states": states, "blank": states, "samples": states, "packs": packs, "results": as_type(Results)}
        self._home = home
        self._compiled: dict[tuple[Any, ...], Any] = {}

    def compile(self, loop: Callable[..., Any], **named: Any) -> Any:
        """Any other loop over the generic names, compiled for this game; `named` are types of further parameters, as
        `Kernels` takes them.

        All copies of a game and all agents share what was loaded once: machine code stays in memory until the process
        ends. The types of the arguments are not checked: see `direct`.
        """
        if DISABLED:
            return lambda *arguments: loop(*map(plain, arguments))
        further = {name: as_type(declared_type) for name, declared_type in named.items()}
        key = (loop, frozenset(further.items()))
        if key not in self._compiled:
            self._compiled[key] = direct(Kernel(loop, {**self.named, **further}, self._home))
        return self._compiled[key]

    def __getattr__(self, name: str) -> Any:
        if name not in LOOPS:
            raise AttributeError(name)
        loop = self.compile(LOOPS[name])
        setattr(self, name, loop)
        return loop
