"""The loop that PettingZoo's pages show, with a random legal action from the mask: the same for every environment."""

from __future__ import annotations

import random
from typing import Any

from medianoche.benchmarks.speed.measure import Loop


def loop(env: Any) -> Loop:
    """One game after another; counts decisions."""
    choose = random.Random(0).random
    seeds = iter(range(10**9))

    def play() -> int:
        env.reset(seed=next(seeds))
        decisions = 0
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            legal = observation["action_mask"].nonzero()[0]
            env.step(int(legal[int(choose() * len(legal))]))
            decisions += 1
        return decisions

    return play
