"""OpenSpiel's Connect Four: its Python loop, its C++ search, and a match of that search against ours."""

from __future__ import annotations

import random
import time
from typing import Any

import numpy as np
import pyspiel

from medianoche.benchmarks.speed.measure import Loop

SIMULATIONS = 1000
UCT_C = 2.0
"""OpenSpiel's own usual weight."""
MEGABYTES = 1000


def figures(_cores: int) -> dict[str, Loop]:
    """Decisions of random play, and simulations of the search through whole games that it plays against itself."""
    return {
        "Python loop": play(),
        "Python loop, observations": play(observe=True),
        "Python loop, copies": play(copy=True),
        "C++ MCTSBot": search(solve=False),
        "C++ MCTSBot, solver": search(solve=True),
    }


def play(observe: bool = False, copy: bool = False) -> Loop:
    """One random game after another, with an observation or a copy of each position."""
    game = pyspiel.load_game("connect_four")
    choose = random.Random(0).random

    def run() -> int:
        state = game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            legal = state.legal_actions()
            if observe:
                state.observation_tensor()
            if copy:
                state.clone()
            state.apply_action(legal[int(choose() * len(legal))])
            decisions += 1
        return decisions

    return run


def bot(game: Any, simulations: int, solve: bool, seed: int) -> Any:
    """OpenSpiel's search with one random game at each leaf."""
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    return pyspiel.MCTSBot(game, evaluator, UCT_C, simulations, MEGABYTES, solve, seed, False)


def search(solve: bool) -> Loop:
    """One move after another of games that it plays against itself."""
    game = pyspiel.load_game("connect_four")
    searcher = bot(game, SIMULATIONS, solve, seed=3)
    state = game.new_initial_state()

    def run() -> int:
        nonlocal state
        if state.is_terminal():
            state = game.new_initial_state()
        state.apply_action(searcher.step(state))
        return SIMULATIONS

    return run


def match(games: int, simulations: int, solve: bool) -> dict[str, Any]:
    """Our search against theirs at equal simulations, each beginning every other game; both sets of rules must agree.

    Returns:
        wins, draws and losses of ours; seconds per move of each.
    """
    from medianoche import Game
    from medianoche.agents import SearchAgent
    from medianoche.toys.connect_four import ConnectFour

    game = pyspiel.load_game("connect_four")
    theirs = bot(game, simulations, solve, seed=11)
    ours = SearchAgent(str(simulations), threads=1)
    env = Game(ConnectFour).aec()
    env.reset(seed=0)
    ours.act(env.turn())  # compiled before the clock starts
    results = [0, 0, 0]
    seconds = [0.0, 0.0]
    moves = [0, 0]
    for number in range(games):
        state = game.new_initial_state()
        env.reset(seed=number)
        while not state.is_terminal():
            who = (state.current_player() + number) % 2
            began = time.process_time()
            action = int(ours.act(env.turn())[0]) if who == 0 else theirs.step(state)
            seconds[who] += time.process_time() - began
            moves[who] += 1
            state.apply_action(action)
            env.step(action)
            while len(legal := state.legal_actions()) == 1:  # what is forced, our environment has played by itself
                state.apply_action(legal[0])
        result = int(state.returns()[number % 2])
        if result != int(np.sign(env.rewards[env.possible_agents[number % 2]])):
            raise RuntimeError(f"the rules disagree: {state.history()}")
        results[1 - result] += 1
    per_move = [total / count for total, count in zip(seconds, moves, strict=True)]
    return {"wins_draws_losses": results, "seconds_per_move": per_move}
