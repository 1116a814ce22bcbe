"""PettingZoo's Connect Four, through its AEC interface."""

from __future__ import annotations

import warnings

from medianoche.benchmarks.speed.measure import Loop
from medianoche.benchmarks.speed.peers.aec_loop import loop


def figures(_cores: int) -> dict[str, Loop]:
    """Its `env()`, and its `raw_env()` without the wrappers that check."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pettingzoo.classic import connect_four_v3

        return {"env()": loop(connect_four_v3.env()), "raw_env()": loop(connect_four_v3.raw_env())}
