"""Random play with every position observed, in one call: what pgx's scan is compared with."""

from typing import Any

from medianoche.envs.core.kernels.bits import count_bits, expand_bits, nth_bit
from medianoche.envs.core.kernels.dispatch import observe
from medianoche.envs.core.kernels.loops import DEAL, turn
from medianoche.envs.core.kernels.rng import STEP, below, mix


def play_rows_seen(
    packs: Any,
    states: Any,
    masks: Any,
    blank: Any,
    seeds: Any,
    observations: Any,
    action_masks: Any,
    steps: int,
    start: int,
    stop: int,
) -> None:
    """`play_rows` with what the player to move sees, and its mask as int8, written at every decision."""
    for i in range(start, stop):
        state, mask, seed, left = states[i], masks[i], seeds[i], steps
        legal = count_bits(mask)
        while left > 0 or legal == 0:
            action = DEAL
            if legal > 0:
                left -= 1
                seed += STEP
                action = nth_bit(mask, below(mix(seed), legal))
            legal = turn(packs, states, i, blank, mask, action)
            if legal > 0:
                observe(packs[state.pack], state, state.to_move, observations[i])
                expand_bits(mask, action_masks[i])
        seeds[i] = seed
