"""How a check says that a game breaks a promise, and the states of random games that checks look at."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from itertools import cycle
from typing import Any

import numpy as np

from medianoche.envs.core.declaration import State
from medianoche.envs.core.errors import MedianocheError
from medianoche.envs.core.game import Game
from medianoche.envs.core.kernels.loops import DEAL_LIMIT
from medianoche.envs.core.play.aec import AEC


class BrokenPromiseError(AssertionError):
    """A game does not keep a promise."""


def demand(kept: Any, promise: str) -> None:
    """Raise `BrokenPromiseError` unless `kept`."""
    if not kept:
        raise BrokenPromiseError(promise)


def refused(error: type[MedianocheError], attempt: Callable[[], Any], what: str) -> str:
    """The one-line message of the `error` that `attempt` must raise."""
    try:
        attempt()
    except error as caught:
        demand(str(caught) and "\n" not in str(caught), f"{what}: the message is not one line: {caught}")
        return str(caught)
    raise BrokenPromiseError(f"{what} is accepted")


def positions(game: Game, num_players: int, seed: int = 0, count: int = 12, **options: Any) -> Iterator[State]:
    """Copies of `count` states of random games in which a player has a choice, from all parts of the games."""
    rng = np.random.default_rng(seed)
    state = game.new(num_players, seed, **options)
    found = 0
    while found < count:
        for _ in range(DEAL_LIMIT):
            if not state.done:
                break
            seed += 1
            state = game.new(num_players, seed, **options)
        demand(not state.done, game.rules.all_end_in_the_deal())
        if rng.random() < 0.2:
            found += 1
            yield game.copy(state)
        game.step(state, int(rng.choice(game.legal_actions(state))))


def same(one: State, two: State) -> bool:
    """Whether two states have the same bytes."""
    return bool(one.tobytes() == two.tobytes())


def trace(env: AEC, choose: np.random.Generator) -> str:
    """Play `env` to the end with random actions; a hash of all states and of the observations of two players each."""
    digest = hashlib.sha256()
    for other in cycle(env.possible_agents):
        if env.terminations[env.agent_selection]:
            return digest.hexdigest()
        seen = env.observe(env.agent_selection)
        digest.update(env.state_bytes())
        digest.update(seen["observation"].tobytes())
        digest.update(env.observe(other)["observation"].tobytes())
        env.step(int(choose.choice(np.flatnonzero(seen["action_mask"]))))
    raise AssertionError("no players")


def bases(dtype: np.dtype[Any]) -> Iterator[tuple[str, np.dtype[Any]]]:
    """Each number in a record: (field, dtype)."""
    for name in dtype.names or ():
        base = dtype[name].base
        yield from bases(base) if base.names else [(name, base)]


def broken(game: Game, state: State) -> str:
    """`game.rules.inconsistency` of a state that comes from play, by the compiled kernel."""
    found = int(game.rules.loops.find_inconsistency(game.content.records, game.rules._rows(state), 0, 1))
    return "" if found < 0 else game.rules.reasons[found % 256 - 1]
