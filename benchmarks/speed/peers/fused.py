"""Random play with every position observed, in one call: what pgx's scan is compared with."""

from typing import Any

from medianoche.envs.core.kernels import observe
from medianoche.envs.core.kernels.bits import count_bits, expand_bits, nth_bit
from medianoche.envs.core.kernels.rng import STEP, below, mix
from medianoche.envs.core.kernels.steps import deal, step


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
        state = states[i]
        mask = masks[i]
        pack = packs[state.pack]
        seed = seeds[i]
        legal = count_bits(mask)
        for _ in range(steps):
            seed += STEP
            legal = step(pack, state, nth_bit(mask, below(mix(seed), legal)), mask)
            if legal == 0:
                legal = deal(packs, states, i, blank, mask)
            observe(pack, state, state.to_move, observations[i])
            expand_bits(mask, action_masks[i])
        seeds[i] = seed
