"""Checks of environments: PettingZoo's own tests, the same bytes however a game is played, copies."""

from __future__ import annotations

import contextlib
import copy
import io
import json
import os
import pickle
import subprocess
import sys
import warnings
from typing import Any

import numpy as np

from medianoche.envs.core.contract.promises import allowed_decisions, demand, refusal, refused, trace
from medianoche.envs.core.errors import ReplayError
from medianoche.envs.core.game import Game
from medianoche.envs.core.play.match import Replay


def pettingzoo_accepts_it(game: Game, num_players: int) -> None:
    """PettingZoo's own tests pass, except `max_cycles_test`.

    That test is for environments in which all agents act at once and every action is legal. A game with turns cannot
    pass it: the parallel environment has to end after `max_cycles` steps of one turn each, and every agent has to act
    in each of them.
    """
    from pettingzoo.test import api_test, render_test, seed_test

    def made(**arguments: Any) -> Any:
        return game.aec(num_players=num_players, **arguments)

    with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it prefers plain arrays to the dict that it asks for itself
        api_test(made(), num_cycles=200)
        seed_test(made, num_cycles=50)
        if num_players == game.players[-1]:  # five pictures in pixels, which take most of the time
            render_test(made)


def play_is_reproducible(game: Game, num_players: int, **options: Any) -> None:
    """Same seed and actions, same bytes: AEC, batch with one thread and with several, pickled, replayed."""
    table: dict[str, Any] = {"num_players": num_players, **options}
    one, two = (game.aec(**table) for _ in range(2))
    seeds = game.batch(8, seed=0, **table).seeds  # of games that do not end in the deal
    single, threaded = (game.batch(8, seeds=seeds, threads=t, autoreset=False, **table) for t in (1, 3))
    decisions = allowed_decisions(game, num_players, one.options)
    one.reset(int(single.seeds[5]))
    two.reset(int(single.seeds[5]))
    rows = np.arange(8)
    while not one.terminations[one.agent_selection]:
        next(decisions)
        going = rows[~single.done]
        actions = single.sample_legal()[going]
        action = int(actions[list(going).index(5)])
        for batch in (single, threaded):
            batch.step_rows(going, actions)
        one.step(action)
        two.step(action)
        two = pickle.loads(pickle.dumps(two))
        demand(one.state_bytes() == two.state_bytes(), "a pickled environment goes on differently")
        demand(one.state_bytes() == single.states[5].tobytes(), "AEC and batch differ")
        demand(single.states.tobytes() == threaded.states.tobytes(), "one thread and three differ")
        demand(np.array_equal(single.observation, threaded.observation), "one thread and three see differently")
    replay = one.replay()
    demand(np.array_equal(replay.play().state(), one.state()), "a replay ends elsewhere")
    damaged = Replay(**{**vars(replay), "final": "0" * 16})
    refused(ReplayError, damaged.play, "a replay with a wrong end")


PLAIN = """
import json, sys
import numpy as np
from medianoche.envs.core.contract import BrokenPromiseError, trace
from medianoche.envs.core.errors import MedianocheError
from medianoche.envs.core.making import game
import medianoche.envs
for location, num_players, options in zip(sys.argv[1::3], sys.argv[2::3], sys.argv[3::3]):
    try:
        env = game(location).aec(num_players=int(num_players), **json.loads(options))
        env.reset(11)
        print(trace(env, np.random.default_rng(3)), flush=True)
    except (BrokenPromiseError, MedianocheError) as error:
        sys.exit(str(error))
"""
PlainTable = tuple[str, int, str]
"""A game's location, a player count, options as JSON."""
PLAYED: dict[PlainTable, str] = {}
"""Traces of games without the compiler; see `play_plainly`."""


def plain_python_plays_the_same(game: Game, num_players: int, **options: Any) -> None:
    """With NUMBA_DISABLE_JIT=1 the same game has the same bytes and observations, and no kernel stores a float in an
    integer."""
    table = plain_table(game, num_players, **options)
    error = ""
    if table not in PLAYED:
        counts = [count for count in game.players if not refusal(game, count, options)]
        error = play_plainly([plain_table(game, count, **options) for count in counts])
    demand(table in PLAYED, f"plain Python fails: {error}")
    env = game.aec(num_players=num_players, **options)
    env.reset(11)
    demand(PLAYED[table] == trace(env, np.random.default_rng(3)), "plain Python plays differently")


def plain_table(game: Game, num_players: int, **options: Any) -> PlainTable:
    """A table of `game` for `play_plainly`."""
    return game.content.location, num_players, json.dumps(options)


def play_plainly(tables: list[PlainTable]) -> str:
    """Play a game at each of `tables` in one process without the compiler, up to the first that fails, and note the
    traces in PLAYED; returns the last line that the process wrote to stderr."""
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(sys.path)}
    program = [sys.executable, "-c", PLAIN, *(str(word) for table in tables for word in table)]
    ran = subprocess.run(program, env=environment, capture_output=True, text=True, check=False)
    PLAYED.update(zip(tables, ran.stdout.split(), strict=False))
    return "".join(ran.stderr.strip().splitlines()[-1:])


def copies_go_on_alike(game: Game, num_players: int, **options: Any) -> None:
    """copy(), deepcopy, pickle and restore of an environment in mid-game continue identically."""
    env = game.aec(num_players=num_players, **options)
    env.reset(3)
    for number in range(30):
        if env.terminations[env.agent_selection]:
            env.reset()
        if number % 10 == 9:
            fresh = game.aec(num_players=num_players, **options)
            fresh.reset(77)
            fresh.restore(env.state_bytes())
            twins = [env.copy(), copy.deepcopy(env), pickle.loads(pickle.dumps(env)), fresh]
            ends = {trace(twin, np.random.default_rng(number)) for twin in twins}
            demand(len(ends) == 1, "copies of an environment go on differently")
        env.step(env.sample_legal())
