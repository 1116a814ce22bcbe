"""The agent `matrix`: equilibria of matrices, and which decisions are drawn from them."""

from types import SimpleNamespace

import numpy as np
import pytest

from medianoche import envs
from medianoche.agents import AgentError, agent, ask
from medianoche.agents.kernels import guided
from medianoche.agents.kernels import matrix as kernels
from medianoche.agents.kernels.network import choose_place
from medianoche.agents.matrix import MatrixAgent
from medianoche.agents.net import NetAgent
from medianoche.envs.core.kernels import uncompiled
from tests.agents.test_net import small
from tests.agents.test_search import turn_at
from tests.benchmarks.calls import larger, one_line

KNOWN = [
    (
        [[0, -2, 1], [2, 0, -1], [-1, 1, 0]],
        [1 / 4, 1 / 4, 1 / 2],
        [1 / 4, 1 / 4, 1 / 2],
    ),  # rock, paper, scissors: stakes
    ([[3, -1], [-2, 1]], [3 / 7, 4 / 7], [2 / 7, 5 / 7]),
    ([[1, 2, 3], [0, 5, 1]], [1, 0], [1, 0, 0]),  # a saddle point
    ([[-1]], [1], [1]),
]


@pytest.mark.parametrize(("matrix", "row", "column"), KNOWN)
def test_the_equilibria_of_known_matrices_are_found(matrix, row, column):
    duel = uncompiled(kernels.duel_memory)()
    duel.counts[:] = len(row), len(column)
    duel.matrix[: len(row), : len(column)] = matrix
    uncompiled(kernels.find_equilibrium)(duel)
    assert duel.mixes[0, : len(row)] == pytest.approx(row, abs=0.02)
    assert duel.mixes[1, : len(column)] == pytest.approx(column, abs=0.02)


@pytest.mark.parametrize("name", [larger("nocturna")])
def test_cards_are_drawn_from_the_equilibrium_and_all_else_is_the_networks(name):
    game = envs.game(name)
    network = small(game)
    phase = game.declaration.simultaneous[0][0]
    batch = game.batch(1, num_players=2, seed=4, autoreset=False)
    duels = []
    others = []
    while len(duels) < 3 or len(others) < 3:
        state = batch.states[0].copy()
        (duels if state["phase"] == phase else others).append(state)
        batch.step(batch.sample_legal())
    who = MatrixAgent("2", network=network, threads=1)
    rows = 400
    for state in (*duels[:3], *others[:3]):
        turn = turn_at(game, [state] * rows)
        actions, policy, values = who.search(turn, policy=True)
        assert policy.sum(axis=1) == pytest.approx(1, abs=1e-5)
        assert (np.abs(values) <= 1).all()
        assert (policy[np.arange(rows), actions] > 0).all()
        best = NetAgent(network=network).act(turn)
        if state["phase"] != phase:
            assert np.array_equal(actions, best)
        elif best[0] in range(1, 4):
            shares = np.bincount(actions, minlength=game.num_actions) / rows
            assert shares[1:4] == pytest.approx(
                policy[:, 1:4].mean(axis=0) / policy[:, 1:4].mean(axis=0).sum(), abs=0.1
            )


@pytest.mark.parametrize("name", [larger("nocturna")])
def test_a_search_leaves_the_second_of_two_simultaneous_choices_to_the_policy(name):
    """It would reply to a first choice drawn evenly; see `kernels.guided`."""
    game = envs.game(name)
    network = small(game, advice=False)
    replying = game.declaration.simultaneous[0][1]
    batch = game.batch(30, num_players=3, seed=4, autoreset=False)
    states = []
    while len(states) < 400:
        states += [state.copy() for state in batch.states]
        batch.step(batch.sample_legal())
    turn = turn_at(game, states)
    replies = np.array([state["phase"] == replying for state in states])
    alone = NetAgent("best", network=network, threads=1).act(turn)
    actions, policy, _ = NetAgent("20", "best", network=network, threads=1).search(turn, policy=True)
    assert np.array_equal(actions[replies], alone[replies])
    assert (actions[~replies] != alone[~replies]).any()
    np.testing.assert_allclose(policy[replies], network.evaluate(turn, network.inputs(turn))[0][replies], atol=1e-5)
    assert len(set(NetAgent("20", "sample", network=network, threads=1).search(turn)[0][replies])) > 1


@pytest.mark.parametrize("min_p", [0.0, 0.5, 1.0])
def test_an_action_of_the_root_is_drawn_as_without_a_search(min_p):
    nodes = np.zeros(8, guided.BRANCH).view(np.recarray)
    shares = np.float32([0.5, 0.1, 0.4])
    for k, action in enumerate((3, 5, 9)):
        uncompiled(guided.append_branch)(nodes, k + 1, 0, 0, action, shares[k])
    work = SimpleNamespace(legal=np.zeros(8, np.uint16), probabilities=np.zeros(8, np.float32))
    seeds = np.random.default_rng(2).integers(2**64, size=50, dtype=np.uint64)
    decisions = SimpleNamespace(seeds=seeds, actions=np.zeros(50, np.int64))
    for row, seed in enumerate(seeds):
        uncompiled(guided.choose_by_policy)(nodes, row, work, np.float32(min_p), decisions)
        assert decisions.actions[row] == (3, 5, 9)[uncompiled(choose_place)(shares, 3, np.float32(min_p), seed)]
    assert set(decisions.actions) == {0.0: {3, 5, 9}, 0.5: {3, 9}, 1.0: {3}}[min_p]


@pytest.mark.parametrize("words", ["matrix:50ms", "matrix:sample", "matrix:missing.safetensors:8"])
def test_what_it_does_not_understand_is_refused_in_one_line(words):
    with one_line(AgentError):
        agent(words)


def test_a_game_without_simultaneous_choices_is_refused_in_one_line(misty):
    who = MatrixAgent(network=small(misty), threads=1)
    with one_line(AgentError, "misty declares no simultaneous choices"):
        ask(who, misty.batch(1, seed=1).turn(np.zeros(1, np.int64), np.zeros(1, np.uint64)))
