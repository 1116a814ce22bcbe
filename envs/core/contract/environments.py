"""Checks of environments: PettingZoo's own tests, the same bytes however a game is played, copies."""

from __future__ import annotations

import contextlib
import copy
import io
import os
import pickle
import subprocess
import sys
import warnings
from typing import Any

import numpy as np

from medianoche.envs.core.contract.promises import demand, refused, trace
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


def play_is_reproducible(game: Game, num_players: int) -> None:
    """Same seed and actions, same bytes: AEC, batch with one thread and with several, pickled, replayed."""
    one, two = (game.aec(num_players=num_players) for _ in range(2))
    seeds = game.batch(8, num_players=num_players, seed=0).seeds  # of games that do not end in the deal
    single, threaded = (game.batch(8, num_players=num_players, seeds=seeds, threads=t, autoreset=False) for t in (1, 3))
    one.reset(int(single.seeds[5]))
    two.reset(int(single.seeds[5]))
    rows = np.arange(8)
    while not one.terminations[one.agent_selection]:
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
import sys
import numpy as np
from medianoche.envs.core.contract import trace
from medianoche.envs.core.kernels.loops import DEAL
from medianoche.envs.core.content.pack import PackModel
from medianoche.envs.core.making import game
import medianoche.envs
for location, num_players in zip(sys.argv[1::2], sys.argv[2::2]):
    env = game(location).aec(num_players=int(num_players))
    env.reset(11)
    print(trace(env, np.random.default_rng(3)), flush=True)
"""
PLAYED: dict[tuple[str, int], str] = {}
"""Traces of games without the compiler, by location and player count; see `play_plainly`."""


def plain_python_plays_the_same(game: Game, num_players: int) -> None:
    """With NUMBA_DISABLE_JIT=1 the same game has the same bytes and observations."""
    table = (game.content.location, num_players)
    error = ""
    if table not in PLAYED:
        error = play_plainly([(game.content.location, count) for count in game.players])
    demand(table in PLAYED, f"plain Python fails: {error}")
    env = game.aec(num_players=num_players)
    env.reset(11)
    demand(PLAYED[table] == trace(env, np.random.default_rng(3)), "plain Python plays differently")


def play_plainly(tables: list[tuple[str, int]]) -> str:
    """Play a game at each of `tables`, (location, player count), in one process without the compiler, up to the first
    that fails, and note the traces in PLAYED; returns the last line that the process wrote to stderr."""
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(sys.path)}
    program = [sys.executable, "-c", PLAIN, *(str(word) for table in tables for word in table)]
    ran = subprocess.run(program, env=environment, capture_output=True, text=True, check=False)
    PLAYED.update(zip(tables, ran.stdout.split(), strict=False))
    return "".join(ran.stderr.strip().splitlines()[-1:])


def copies_go_on_alike(game: Game, num_players: int) -> None:
    """copy(), deepcopy, pickle and restore of an environment in mid-game continue identically."""
    env = game.aec(num_players=num_players)
    env.reset(3)
    for number in range(30):
        if env.terminations[env.agent_selection]:
            env.reset()
        if number % 10 == 9:
            fresh = game.aec(num_players=num_players)
            fresh.reset(77)
            fresh.restore(env.state_bytes())
            twins = [env.copy(), copy.deepcopy(env), pickle.loads(pickle.dumps(env)), fresh]
            ends = {trace(twin, np.random.default_rng(number)) for twin in twins}
            demand(len(ends) == 1, "copies of an environment go on differently")
        env.step(env.sample_legal())
