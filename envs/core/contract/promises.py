"""How a check says that a game breaks a promise, and the states of random games that checks look at."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from itertools import cycle, islice
from typing import Any

import numpy as np

from medianoche.envs.core.base import BaseGame
from medianoche.envs.core.declaration import State
from medianoche.envs.core.errors import MedianocheError, OptionError
from medianoche.envs.core.game import Game
from medianoche.envs.core.kernels.loops import DEAL_LIMIT
from medianoche.envs.core.play.aec import AEC


class BrokenPromiseError(AssertionError):
    """A game does not keep a promise."""


class EndlessGameError(BrokenPromiseError):
    """A game takes more decisions than `max_decisions`, or its forced moves never come to a choice."""


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


def refusal(game: Game, num_players: int, options: dict[str, Any]) -> str:
    """The line in which a game refuses its options with this player count, or "" if it does not."""
    if not options:
        return ""
    try:
        game.new(num_players, **options)
    except OptionError as error:
        return str(error)
    except Exception:  # noqa: BLE001 - the checks meet it again, and report it
        pass
    return ""


def decisions(game: Game, num_players: int, seed: int, choose: np.random.Generator, **options: Any) -> Iterator[State]:
    """The positions of random games in which a player has a choice, in the order of play, without end: one game follows
    another. It is one record, which is played on after each of them."""
    state = game.new(num_players, seed, **options)
    while True:
        for _ in range(DEAL_LIMIT):
            if not state.done:
                break
            seed += 1
            state = game.new(num_players, seed, **options)
        demand(not state.done, game.rules.all_end_in_the_deal())
        yield state
        game.step(state, int(choose.choice(game.legal_actions(state))))


def positions(game: Game, num_players: int, seed: int = 0, count: int = 12, **options: Any) -> Iterator[State]:
    """Copies of `count` states of random games in which a player has a choice, from all parts of the games."""
    rng = np.random.default_rng(seed)
    all_states = decisions(game, num_players, seed, rng, **options)
    yield from islice((game.copy(state) for state in all_states if rng.random() < 0.2), count)


def allowed_decisions(game: BaseGame, num_players: int, options: Any) -> Iterator[int]:
    """The numbers of the decisions that a game with these validated options may take, to be drawn before each; raises
    EndlessGameError after the last."""
    most = game.declaration.max_decisions(num_players, options)
    yield from range(most)
    raise EndlessGameError(f"a game takes more than {most} decisions (max_decisions)")


def same(one: State, two: State) -> bool:
    """Whether two states have the same bytes."""
    return bool(one.tobytes() == two.tobytes())


def trace(env: AEC, choose: np.random.Generator) -> str:
    """Play `env` to the end with random actions; a hash of all states and of the observations of two players each."""
    digest = hashlib.sha256()
    decisions = allowed_decisions(env.game, env.num_players, env.options)
    for other in cycle(env.possible_agents):
        if env.terminations[env.agent_selection]:
            return digest.hexdigest()
        next(decisions)
        seen = env.observe(env.agent_selection)
        digest.update(env.state_bytes())
        digest.update(seen["observation"].tobytes())
        digest.update(env.observe(other)["observation"].tobytes())
        legal = np.flatnonzero(seen["action_mask"])
        if len(legal) < 2:
            raise EndlessGameError("a player is asked without a choice, after many forced moves")
        env.step(int(choose.choice(legal)))
    raise AssertionError("no players")


def bases(dtype: np.dtype[Any]) -> Iterator[tuple[str, np.dtype[Any]]]:
    """Each number in a record: (field, dtype)."""
    for name in dtype.names or ():
        base = dtype[name].base
        yield from bases(base) if base.names else [(name, base)]


def broken(game: Game, state: State) -> str:
    """`game.rules.inconsistency` of a state that comes from play, by the compiled kernel."""
    fault = int(game.rules.loops.find_inconsistency(game.content.records, game.rules._rows(state), 0, 1))
    return "" if fault < 0 else game.rules.reasons[fault % 256 - 1]
