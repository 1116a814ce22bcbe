"""The loops around the kernels, written once for all games; `Loops(game)` compiles them for one game when first used.

From Python they are called with whole arrays and row numbers, never with one record (four times as dear).
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import numpy as np

from medianoche.envs.core.bits import clear_bits, count_bits, expand_bits, nth_bit, test_bit
from medianoche.envs.core.dispatch import (
    apply,
    determinize,
    heuristic,
    inconsistency,
    legal_mask,
    observe,
    reset,
    settle,
)
from medianoche.envs.core.jit import Kernels, compiled, inlined
from medianoche.envs.core.rng import STEP, below, mix

kernel = Kernels()


@inlined
def step(pack, state, action, mask):
    """Apply `action`, then every forced one; `mask` is left as the next choice's, all zero at the end."""
    while True:
        apply(pack, state, action)
        if state.done:
            clear_bits(mask)
            return
        if legal_mask(pack, state, mask) != 1:
            return
        action = nth_bit(mask, 0)


@inlined
def advance(pack, state, mask):
    """Apply forced actions until there is a choice or the end."""
    if state.done:
        clear_bits(mask)
    elif legal_mask(pack, state, mask) == 1:
        step(pack, state, nth_bit(mask, 0), mask)


def reset_rows(packs, states, masks, start, stop):
    """Deal new games in rows start..stop-1."""
    for i in range(start, stop):
        state = states[i]
        pack = packs[state.pack]
        reset(pack, state)
        advance(pack, state, masks[i])


def step_rows(packs, states, masks, rows, actions, ended, utility, scores, again, start, stop):
    """Step rows[start..stop-1] with the actions at the same places; a game that ends leaves its result, and is
    dealt anew if `again`. Actions are legal."""
    for k in range(start, stop):
        i = rows[k]
        state = states[i]
        pack = packs[state.pack]
        step(pack, state, actions[k], masks[i])
        ended[i] = state.done != 0
        if state.done:
            for p in range(utility.shape[1]):
                utility[i, p] = state.utility[p]
                scores[i, p] = state.scores[p]
            if again:
                reset(pack, state)
                advance(pack, state, masks[i])


def step_one(packs, states, masks, action, observations, action_masks, scores):
    """Step the single game of an AEC environment and show it to the next player.

    Returns 0 if the action is illegal (nothing changed), else 1, + 2 if a score changed, + 4 at the end,
    + 8 times the player to move.
    """
    if action < 0 or action >= action_masks.shape[1] or not test_bit(masks[0], action):
        return np.int64(0)
    state = states[0]
    pack = packs[state.pack]
    step(pack, state, action, masks[0])
    observe(pack, state, max(np.int64(state.to_move), 0), observations[0])
    expand_bits(masks[0], action_masks[0])
    happened = np.int64(1)
    for p in range(scores.shape[1]):
        if scores[0, p] != state.scores[p]:
            scores[0, p] = state.scores[p]
            happened |= 2
    if state.done:
        return happened | 4
    return happened | np.int64(state.to_move) << 3


def observe_rows(packs, states, rows, observations, start, stop):
    """What the player to move sees (player 0 at the end) in rows[start..stop-1], at the same places."""
    for k in range(start, stop):
        state = states[rows[k]]
        observe(packs[state.pack], state, max(np.int64(state.to_move), 0), observations[k])


def observe_one(packs, states, i, player, out):
    """What `player` sees of row i."""
    state = states[i]
    observe(packs[state.pack], state, player, out)


def sample_rows(packs, states, rows, seeds, samples):
    """Copy each of `rows` to `samples` with everything hidden from its player to move resampled."""
    for k in range(len(rows)):
        samples[k] = states[rows[k]]
        sample = samples[k]
        sample.rng = seeds[k]
        determinize(packs[sample.pack], sample, np.int64(sample.to_move))


def heuristic_rows(packs, samples, masks, rows, actions):
    """The heuristic's action for each sample; its mask is that of the row it was copied from."""
    for k in range(len(rows)):
        sample = samples[k]
        actions[k] = heuristic(packs[sample.pack], sample, masks[rows[k]])


def play_rows(packs, states, masks, seeds, steps, start, stop):
    """Play `steps` random decisions in each row, starting games anew as they end; returns the games ended.

    The choices come from `seeds`, not from the games' own generators.
    """
    games = np.int64(0)
    for i in range(start, stop):
        state = states[i]
        pack = packs[state.pack]
        mask = masks[i]
        for _ in range(steps):
            seeds[i] += STEP
            action = nth_bit(mask, below(mix(seeds[i]), count_bits(mask)))
            step(pack, state, action, mask)
            if state.done:
                games += 1
                reset(pack, state)
                advance(pack, state, mask)
    return games


def apply_one(packs, states, i, action):
    """The kernel alone: no forced actions."""
    state = states[i]
    apply(packs[state.pack], state, action)


def advance_one(packs, states, i, mask):
    """What happens by itself, then forced actions."""
    state = states[i]
    pack = packs[state.pack]
    if not state.done:
        settle(pack, state)
    advance(pack, state, mask)


def legal_one(packs, states, i, mask):
    """The legal actions of row i; returns how many."""
    state = states[i]
    if state.done:
        clear_bits(mask)
        return np.int64(0)
    return legal_mask(packs[state.pack], state, mask)


def determinize_one(packs, states, i, player):
    """Resample everything hidden from `player`; the row's generator has its fresh seed."""
    state = states[i]
    determinize(packs[state.pack], state, player)


def find_inconsistency(packs, states, start, stop):
    """The first unsound row and its reason as `row * 256 + reason`; -1 if all are sound."""
    for i in range(start, stop):
        state = states[i]
        reason = inconsistency(packs[state.pack], state)
        if reason != 0:
            return np.int64(i * 256 + reason)
    return np.int64(-1)


@kernel
def find_illegal(masks, rows, actions, count):
    """The first place k at which actions[k] is not legal in row rows[k] (there are `count` actions); -1 if none."""
    for k in range(len(rows)):
        if actions[k] < 0 or actions[k] >= count or not test_bit(masks[rows[k]], actions[k]):
            return np.int64(k)
    return np.int64(-1)


@kernel
def expand_rows(masks, action_masks, start, stop):
    """Each row's mask as int8."""
    for i in range(start, stop):
        expand_bits(masks[i], action_masks[i])


@kernel
def random_rows(masks, rows, seeds, actions):
    """A uniformly random legal action for each of `rows` from its seed; -1 where none is legal."""
    for k in range(len(rows)):
        mask = masks[rows[k]]
        actions[k] = nth_bit(mask, below(mix(seeds[k]), count_bits(mask)))


@kernel
def sample_rows_legal(masks, seeds, actions):
    """A uniformly random legal action for every row, from generators that move on; -1 where none is legal."""
    for i in range(len(masks)):
        seeds[i] += STEP
        actions[i] = nth_bit(masks[i], below(mix(seeds[i]), count_bits(masks[i])))


@kernel
def sample_one_legal(masks, seeds):
    """The same for row 0 alone, returned."""
    seeds[0] += STEP
    return nth_bit(masks[0], below(mix(seeds[0]), count_bits(masks[0])))


LOOPS = {
    loop.__name__: loop
    for loop in (
        reset_rows,
        step_rows,
        step_one,
        observe_rows,
        observe_one,
        sample_rows,
        heuristic_rows,
        play_rows,
        apply_one,
        advance_one,
        legal_one,
        determinize_one,
        find_inconsistency,
    )
}


class Loops:
    """The generic loops above compiled for one game, each when it is first used: `loops.step_rows(...)`.

    Args:
        state: the game's STATE dtype.
        pack: its PACK dtype.
        folder: its folder, whose sources name the compile cache.
    """

    def __init__(self, state: np.dtype[Any], pack: np.dtype[Any], folder: Path) -> None:
        states = numba.typeof(np.zeros(0, state))
        packs = numba.typeof(np.zeros(0, pack)).copy(readonly=True)
        self._named = {"states": states, "samples": states, "packs": packs}
        self._folder = folder

    def compile(self, loop: Callable[..., Any], **named: Any) -> Any:
        """Any other loop over the generic names, compiled for this game; `named` are types of further parameters."""
        return compiled(loop, {**self._named, **named}, self._folder)

    def __getattr__(self, name: str) -> Any:
        if name not in LOOPS:
            raise AttributeError(name)
        loop = self.compile(LOOPS[name])
        setattr(self, name, loop)
        return loop
