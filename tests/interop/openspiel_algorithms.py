"""OpenSpiel's algorithms and own checks on our games: which run, and why the others do not.

`python -m tests.interop.openspiel_algorithms [GAME ...]` runs all of them, in minutes, and writes the table of
docs/guides/libraries.md (or the rows of some games). `test_openspiel_algorithms.py` compares this table with what it
finds.
"""

import re
import sys
from collections import deque
from dataclasses import dataclass
from functools import cache

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import (
    cfr,
    exploitability,
    external_sampling_mccfr,
    generate_playthrough,
    ismcts,
    mcts,
    outcome_sampling_mccfr,
)
from open_spiel.python.tests.games_sim_test import GamesSimTest

from docs import pages
from medianoche import envs
from medianoche.openspiel import register, resampler
from medianoche.places import YARDSTICKS
from tests.interop.openspiel_learner import learn

PAGE = pages.ROOT / "docs" / "guides" / "libraries.md"
HEAD = "| game |"
"""How the table on the page begins."""
DEALS = 16
LARGE = 250_000
"""Algorithms that visit every history run on games of at most so many."""
MIDDLE = 10_000
"""On games with fewer histories CFR+ has the time to come near an equilibrium."""
SOLVED = 0.2
"""A share of the NashConv of uniform play: below it is a policy that CFR+ has learnt in 30 iterations."""

YES = "yes"
HIDDEN = "no: hidden"
SEEN = "no: open"
TREE = "no: large"

register("connect_four", "medianoche.toys.connect_four:ConnectFour")
NAMES = [*envs.names(), *YARDSTICKS, "connect_four"]
"""The five games, the yardsticks, and a game without hidden information."""
QUICK = ("kuhn", "leduc", "connect_four")
"""Games on which everything runs in seconds."""


def text_of(name):
    """What OpenSpiel loads: the five games with explicit deals, without which it cannot write them down."""
    return f"medianoche_{name}(deals={DEALS})" if name in envs.names() else f"medianoche_{name}"


def load(name):
    """The game in OpenSpiel."""
    return pyspiel.load_game(text_of(name))


def dealt(game, chance):
    """A state at its first decision."""
    state = game.new_initial_state()
    while state.is_chance_node():
        outcomes, shares = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(int(chance.choice(outcomes, p=shares)))
    return state


# ---- the algorithms


def simulate(game):
    """OpenSpiel's simulations, in C++ and in its tests of all games: clones, pickles, strings."""
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    GamesSimTest("test_pig").sim_game(game)


def write_down(game):
    """A game in OpenSpiel's form of a text, twice the same."""
    name = str(game)
    once, again = (generate_playthrough.playthrough(name, action_sequence=None, seed=3) for _ in range(2))
    assert once == again
    assert "GameType.chance_mode = ChanceMode." in once


def search(game):
    """Search of information sets in Python, which deals again by our resampler."""
    chance = np.random.RandomState(0)
    evaluator = mcts.RandomRolloutEvaluator(1, chance)
    bot = ismcts.ISMCTSBot(game, evaluator, 2.0, 10, random_state=chance, use_observation_string=True)
    bot.set_resampler(resampler(1))
    play(bot, dealt(game, chance))


def search_states(game):
    """Search of the true states, in Python and in C++."""
    chance = np.random.RandomState(0)
    evaluator = mcts.RandomRolloutEvaluator(1, chance)
    play(mcts.MCTSBot(game, 2.0, 10, evaluator, random_state=chance), dealt(game, chance))
    drawn = pyspiel.RandomRolloutEvaluator(1, 0)
    play(pyspiel.MCTSBot(game, drawn, 2.0, 10, 10, False, 0, False), dealt(game, chance))


def play(bot, state):
    """Three decisions of a bot, each of which leaves the state alone."""
    for _ in range(3):
        if state.is_terminal():
            return
        before = str(state)
        action = bot.step(state)
        assert str(state) == before
        assert action in state.legal_actions()
        state.apply_action(action)


def sample(game):
    """MCCFR with outcome sampling: its policy is one of the game."""
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    for _ in range(4):
        solver.iteration()
    state = dealt(game, np.random.default_rng(0))
    policy = solver.average_policy().action_probabilities(state)
    assert set(policy) == set(state.legal_actions())
    assert abs(sum(policy.values()) - 1) < 1e-9


def sample_externally(game):
    """MCCFR with external sampling: of chance and of the other player."""
    solver = external_sampling_mccfr.ExternalSamplingSolver(game)
    for _ in range(2):
        solver.iteration()
    assert solver._infostates


def solve(game):
    """One iteration of CFR in Python, and CFR+ in C++, whose policy is then nearer to an equilibrium."""
    cfr.CFRSolver(game).evaluate_and_update_policy()
    solver = pyspiel.CFRPlusSolver(game)
    long = histories(game.get_type().short_name.removeprefix("medianoche_")) < MIDDLE
    for _ in range(30 if long else 4):
        solver.evaluate_and_update_policy()
    uniform = pyspiel.nash_conv(game, pyspiel.UniformRandomPolicy(game))
    assert pyspiel.nash_conv(game, solver.average_policy()) < (SOLVED if long else 1) * uniform


def exploit(game):
    """Exact NashConv of uniform play: Python's and C++'s are the same."""
    from open_spiel.python import policy

    theirs = pyspiel.nash_conv(game, pyspiel.UniformRandomPolicy(game))
    assert theirs > 0
    assert abs(exploitability.nash_conv(game, policy.UniformRandomPolicy(game)) - theirs) < 1e-6


@dataclass(frozen=True)
class Algorithm:
    """A row of work that OpenSpiel does on a game.

    Args:
        name: the head of its column.
        run: does it; fails if anything is wrong.
        hides: whether it may run on games with hidden information.
        shows: whether it runs on games without hidden information.
        walks: whether it visits every history.
    """

    name: str
    run: object
    hides: bool = True
    shows: bool = True
    walks: bool = False


ALGORITHMS = [
    Algorithm("simulations", simulate),
    Algorithm("playthrough", write_down),
    Algorithm("Q-learning", learn),
    Algorithm("`ISMCTSBot`", search, shows=False),
    Algorithm("`MCTSBot`", search_states, hides=False),
    Algorithm("MCCFR, outcome sampling", sample),
    Algorithm("MCCFR, external sampling", sample_externally, walks=True),
    Algorithm("CFR, CFR+", solve, walks=True),
    Algorithm("NashConv", exploit, walks=True),
]


# ---- outcomes of runs


@cache
def histories(name, most=LARGE):
    """How many histories a game has; more than `most` if there are more."""
    game = load(name)
    count = 1
    waiting = deque([(game.new_initial_state(), None)])
    while waiting and count <= most:
        state, action = waiting.popleft()  # the first decisions have the most choices
        state = state if action is None else state.child(action)
        if not state.is_terminal():
            legal = state.legal_actions()
            count += len(legal)
            waiting.extend((state, action) for action in legal)
    return count


def obstacle(algorithm, name):
    """Why an algorithm cannot run on a game; "" if it can. It is tried, and taken from no list."""
    is_open = load(name).get_type().information == pyspiel.GameType.Information.PERFECT_INFORMATION
    if not algorithm.hides and not is_open:
        return HIDDEN
    if not algorithm.shows and is_open:
        with pytest.raises(AssertionError):
            algorithm.run(load(name))
        return SEEN
    if algorithm.walks and histories(name) > LARGE:
        return TREE
    return ""


def outcome(algorithm, name):
    """Run an algorithm on a game: YES, or why not."""
    reason = obstacle(algorithm, name)
    if not reason:
        algorithm.run(load(name))
    return reason or YES


def rows(text):
    """The table of a page: the cells of each game, by its name."""
    lines = text[text.index(HEAD) :].split("\n\n", 1)[0].splitlines()
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    heads = cells[0][1:]
    return {line[0].strip("`"): dict(zip(heads, line[1:], strict=True)) for line in cells[2:]}


def table(outcomes):
    """The table of outcomes, by game and algorithm."""
    heads = [algorithm.name for algorithm in ALGORITHMS]
    lines = [f"{HEAD} {' | '.join(heads)} |", "|---" * (len(heads) + 1) + "|"]
    return "\n".join(
        [*lines, *(f"| `{name}` | {' | '.join(outcomes[name][head] for head in heads)} |" for name in NAMES)]
    )


def main(names):
    """Run all on some games, and write the table."""
    text = PAGE.read_text(encoding="utf-8")
    outcomes = rows(text)
    for name in names:
        outcomes[name] = {}
        for algorithm in ALGORITHMS:
            outcomes[name][algorithm.name] = outcome(algorithm, name)
            sys.stderr.write(f"{name}, {algorithm.name}: {outcomes[name][algorithm.name]}\n")
    made = re.sub(re.escape(HEAD) + r".*?\n\n", lambda _: table(outcomes) + "\n\n", text, count=1, flags=re.DOTALL)
    PAGE.write_text(made, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:] or NAMES)
