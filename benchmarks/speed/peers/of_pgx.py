"""pgx's Connect Four on JAX's device: a jitted call for each step, as is common, and a scan of 100 steps.

A step samples a random legal action for every row and plays it, with automatic reset. pgx always computes the
observation; inside the scan XLA may leave out values that are not read.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import jax
import jax.numpy as jnp
import pgx
from pgx.experimental import auto_reset

from medianoche.benchmarks.speed.measure import Loop

SCAN = 100
BATCHES = (1, 1024, 8192)


def figures(_cores: int, batches: Sequence[int] = BATCHES) -> dict[str, Loop]:
    """Both ways, for each batch size."""
    env: Any = pgx.make("connect_four")
    step = jax.vmap(auto_reset(env.step, env.init))

    def one(state: Any, key: Any) -> Any:
        choosing, stepping = jax.random.split(key)
        logits = jnp.where(state.legal_action_mask, 0.0, -1e30)
        actions = jax.random.categorical(choosing, logits, axis=-1)
        return step(state, actions, jax.random.split(stepping, len(actions)))

    def scanned(state: Any, key: Any) -> Any:
        return jax.lax.scan(lambda s, k: (one(s, k), None), state, jax.random.split(key, SCAN))[0]

    init = jax.jit(jax.vmap(env.init))
    loops_by_name: dict[str, Loop] = {}
    for rows in batches:
        loops_by_name[f"step, batch {rows}"] = loop(jax.jit(one), init, rows, 1)
        loops_by_name[f"scan, batch {rows}"] = loop(jax.jit(scanned), init, rows, SCAN)
    return loops_by_name


def loop(play: Callable[[Any, Any], Any], init: Callable[[Any], Any], rows: int, steps: int) -> Loop:
    """Calls `play` and waits until it is done."""
    state = init(jax.random.split(jax.random.PRNGKey(0), rows))
    key = jax.random.PRNGKey(1)

    def run() -> int:
        nonlocal state, key
        key, now = jax.random.split(key)
        state = jax.block_until_ready(play(state, now))
        return rows * steps

    return run
