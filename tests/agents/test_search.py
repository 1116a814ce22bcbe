"""Tree search and flat search: known best moves, nothing hidden is used, any batch and threads give the same."""

import signal

import numpy as np
import pytest

from medianoche import envs
from medianoche.agents import AgentError, agent, search
from medianoche.agents.judging import judge
from medianoche.agents.kernels import guided
from medianoche.agents.mmd import MmdAgent
from medianoche.agents.net import NetAgent
from medianoche.agents.network import NetHeader, Network
from medianoche.agents.search import FlatAgent, SearchAgent, root_of
from medianoche.envs.core import contract
from medianoche.envs.core.kernels import uncompiled
from medianoche.envs.core.play.threads import Threads
from tests.agents.conftest import FOUR
from tests.benchmarks.calls import larger, one_line

NIM = "tests.toys.nim:Nim"


def turn_at(game, states, seeds=None):
    """A Turn with one decision for each of `states`."""
    batch = game.batch(len(states), num_players=int(states[0].num_players), seed=0)
    batch.restore(states)
    rows = np.arange(len(states))
    return batch.turn(rows, np.asarray(rows if seeds is None else seeds, np.uint64))


def four_after(columns):
    game = envs.game(FOUR)
    state = game.new()
    for column in columns:
        game.step(state, column - 1)
    return game, state


# Columns played, X first, and the only move that does not lose or that wins at once.
PUZZLES = {
    "three in a column: win": ([4, 1, 4, 1, 4, 2], 4),
    "three of the other's: block": ([4, 1, 4, 1, 7, 1], 1),
    "two on an open row: make three with both ends open": ([3, 3, 4, 4], {2, 5}),
}


@pytest.mark.parametrize("name", PUZZLES)
@pytest.mark.parametrize("solve", [True, False])
def test_search_finds_the_known_best_move(name, solve):
    columns, best = PUZZLES[name]
    game, state = four_after(columns)
    searcher = SearchAgent("3000", solve=solve, threads=1)
    actions = searcher.act(turn_at(game, [state] * 4))
    accepted = best if isinstance(best, set) else {best}
    assert {int(action) + 1 for action in actions} <= accepted


def test_flat_search_takes_a_win_and_stops_a_loss():
    for name in ("three in a column: win", "three of the other's: block"):
        columns, best = PUZZLES[name]
        game, state = four_after(columns)
        assert FlatAgent("700").act(turn_at(game, [state]))[0] + 1 == best


def test_a_proven_win_is_played_against_the_statistics():
    # An open row of three moves ahead: the proof needs three plies.
    game, state = four_after([3, 3, 4, 4])
    actions, shares = SearchAgent("400", threads=1).search(turn_at(game, [state] * 8), policy=True)
    assert set(actions + 1) <= {2, 5}
    assert np.allclose(shares.sum(axis=1), 1)


def test_nothing_is_proven_after_a_chance_event():
    """One lucky die is no proof: the action that wins nine times of ten is always found."""
    game = envs.game("tests.toys.coin:Coin")
    turn = game.batch(100, autoreset=False, seed=0).turn(np.arange(100), np.arange(100, dtype=np.uint64))
    assert not SearchAgent("300", threads=1).act(turn).any()


def last_choices(game, seeds):
    """The last decision of random games with the smallest number of players."""
    players = min(count for count in game.players if count > 1)
    batch = game.batch(len(seeds), seeds=seeds.astype(np.uint64), num_players=players, autoreset=False)
    last = batch.states.copy()
    while len(rows := np.flatnonzero(~batch.done)):
        last[rows] = batch.states[rows]
        batch.step_rows(rows, batch.sample_legal()[rows])
    return last


def known_values(game, state, samples=40):
    """Mean utility of the player to move after each legal action, over determinizations; None unless every action ends
    the game in all of them."""
    mover = int(state.to_move)
    action_values = {}
    for action in game.legal_actions(state).tolist():
        action_values[action] = 0.0
        for number in range(samples):
            sample = game.copy(state)
            game.determinize(sample, mover, seed=number)
            game.step(sample, action)
            if not sample.done:
                return None
            action_values[action] += float(sample.utility[mover]) / samples
    return action_values


def last_decisions(game):
    """Positions in which every action ends the game, with values of the actions that differ clearly."""
    decisions_met = []
    for first in range(0, 5000, 50):
        for state in last_choices(game, np.arange(first, first + 50)):
            known = known_values(game, state)
            if known and max(known.values()) - min(known.values()) > 0.5:
                decisions_met.append((state, known))
            if len(decisions_met) == 3:
                return decisions_met
    raise AssertionError("no such position")


@pytest.mark.parametrize("name", ["misty", *(larger(name) for name in envs.names() if name != "misty")])
def test_search_finds_the_best_last_decision_of_every_game(name):
    game = envs.game(name)
    puzzles = last_decisions(game)
    actions = SearchAgent("400", threads=1).act(turn_at(game, [state for state, _ in puzzles]))
    for action, (_, known) in zip(actions, puzzles, strict=True):
        assert known[int(action)] > max(known.values()) - 0.25


def misty_positions(count=12):
    return list(contract.positions(envs.game("misty"), 3, seed=5, count=count))


def planted_positions(game, states):
    """Copies of positions in which what is hidden from the player to move is something else."""
    planted = []
    for number, state in enumerate(states):
        other = game.copy(state)
        game.determinize(other, int(state.to_move), seed=1000 + number)
        other.rng = 99
        planted.append(other)
    return planted


@pytest.mark.parametrize("text", ["ismcts:60", "flat:60"])
def test_what_is_hidden_changes_no_choice(text):
    game = envs.game("misty")
    states = misty_positions()
    planted = planted_positions(game, states)
    assert any(a.tobytes() != b.tobytes() for a, b in zip(states, planted, strict=True))
    assert np.array_equal(agent(text).act(turn_at(game, states)), agent(text).act(turn_at(game, planted)))


@pytest.mark.parametrize("text", ["ismcts:60", "flat:60"])
def test_a_choice_does_not_depend_on_the_other_rows_or_on_threads(text):
    game = envs.game("misty")
    states = misty_positions()
    single = agent(text)
    single.threads = Threads(1)
    together = single.act(turn_at(game, states))
    threaded = agent(text)
    threaded.threads = Threads(3)
    assert np.array_equal(threaded.act(turn_at(game, states)), together)
    alone = [int(agent(text).act(turn_at(game, [state], [row]))[0]) for row, state in enumerate(states)]
    assert alone == together.tolist()


@pytest.mark.parametrize("text", ["ismcts:20", "ismcts:3:greedy", "ismcts:1ms", "flat:20"])
def test_choices_are_legal_with_every_player_count(text):
    game = envs.game("misty")
    for players in game.players:
        states = [game.new(players, seed=seed) for seed in range(3)]
        turn = turn_at(game, states)
        actions = agent(text).act(turn)
        assert turn.action_mask[np.arange(3), actions].all()


def test_a_full_tree_has_no_further_child():
    nodes = np.zeros(2, guided.BRANCH).view(np.recarray)
    mask = np.array([0b110], np.uint64)
    select = uncompiled(guided.select_by_puct)
    assert select(nodes, 2, 1, 0, mask, mask.copy(), 1.0) == (0, 2)
    nodes = np.zeros(3, guided.BRANCH).view(np.recarray)  # room for one of the two
    assert select(nodes, 2, 1, 0, mask, mask.copy(), 1.0) == (2, 3)
    assert nodes[2].action == 1


def test_visits_are_shared_among_legal_actions():
    game = envs.game("misty")
    turn = turn_at(game, misty_positions())
    actions, shares = SearchAgent("100").search(turn, policy=True)
    assert np.allclose(shares.sum(axis=1), 1)
    assert not shares[turn.action_mask == 0].any()
    assert np.array_equal(shares.max(axis=1), shares[np.arange(len(turn)), actions])
    nim = envs.game(NIM)
    turn = turn_at(nim, [nim.position(stones=stones) for stones in (1, 2, 3, 6)])
    _, shares = SearchAgent("100").search(turn, policy=True)
    assert (shares[[0, 1, 2, 3], [0, 1, 2, 1]] > 0.8).all()  # what wins


@pytest.mark.parametrize(
    "text",
    ["ismcts:many", "ismcts:0", "ismcts:99999999", "ismcts:10:clever", "ismcts:1:greedy:2", "flat:5ms", "flat:-1"],
)
def test_a_wrong_budget_gets_one_line(text):
    with one_line(AgentError, "accepted"):
        agent(text)


@pytest.mark.parametrize("words", ["x", "-1", "1.5", "10000"])
def test_a_wrong_number_of_threads_gets_one_line(words, monkeypatch):
    monkeypatch.setenv("MEDIANOCHE_THREADS", words)
    with one_line(AgentError, f"MEDIANOCHE_THREADS='{words}' is not accepted; accepted: a number of threads"):
        agent("ismcts:2")


@pytest.mark.parametrize("name", ["ismcts:40", "ismcts:40:greedy", "flat:60", "net:40", larger("mmd:8")])
def test_results_do_not_depend_on_the_length_of_a_call(name, misty, four, monkeypatch):
    turn = turn_at(misty, misty_positions())
    if "greedy" in name:  # simulations that are quick
        turn = turn_at(four, list(contract.positions(four, 2, seed=5, count=12)))
    expected = agent(name).act(turn)
    for call in (16, 48):
        monkeypatch.setattr(search, "CALL", call)
        np.testing.assert_array_equal(agent(name).act(turn), expected)


class AlarmError(Exception):
    pass


def test_a_signal_ends_a_long_search_in_all_threads(four):
    """Between two calls of compiled code, long before all simulations."""
    turn = turn_at(four, [four.new()] * 2)
    count = 1_000_000
    who = SearchAgent(str(count), threads=2)
    SearchAgent("1").act(turn)  # compiles

    def ring(_number, _frame):
        raise AlarmError

    before = signal.signal(signal.SIGALRM, ring)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.3)
        with pytest.raises(AlarmError):
            who.act(turn)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    who.threads._pool.shutdown(wait=True)
    visits = [root_of(nodes)[1]["visits"].sum() for nodes, _ in who._trees]
    assert sum(visits) > 0  # on a busy machine a thread may not have begun
    assert max(visits) < count


def test_a_search_reports_visits_and_values_of_a_win():
    columns, winning = PUZZLES["three in a column: win"]
    game, state = four_after(columns)
    turn = turn_at(game, [state])
    who = agent("ismcts:400")
    thought = judge(who, turn)
    assert thought.best == winning - 1 == who.act(turn)[0]
    assert sum(thought.weights.values()) == pytest.approx(1)
    assert set(thought.weights) <= set(game.legal_actions(state).tolist())  # proven actions are not visited again
    assert thought.values[winning - 1] == 1
    assert all(-1 <= value <= 1 for value in thought.values.values())
    assert thought.value > 0


def test_a_network_reports_probabilities_and_its_value_and_with_a_search_values_of_actions():
    game = envs.game("tests.toys.nim:Nim")
    turn = turn_at(game, [game.position(stones=14)])
    network = Network.new(NetHeader.made_for(game, hidden=(16, 8)), seed=3)
    alone = judge(NetAgent(network=network), turn)
    assert set(alone.weights) == set(range(3))
    assert sum(alone.weights.values()) == pytest.approx(1)
    assert (alone.values, alone.best) == ({}, NetAgent(network=network).act(turn)[0])
    searched = judge(NetAgent("64", network=network), turn)
    assert searched.best == NetAgent("64", network=network).act(turn)[0]
    assert searched.values
    assert -1 <= searched.value <= 1


def test_an_agent_that_searches_without_a_tree_reports_its_policy_and_value():
    kuhn = envs.game("kuhn")
    network = Network.new(NetHeader.made_for(kuhn, hidden=(16, 8)), seed=3)
    state = kuhn.new(seed=1)
    judgement = judge(MmdAgent("8", network=network), turn_at(kuhn, [state]))
    assert set(judgement.weights) == set(kuhn.legal_actions(state).tolist())
    assert sum(judgement.weights.values()) == pytest.approx(1)
    assert judgement.values == {}
    assert -1 <= judgement.value <= 1


def test_other_agents_report_their_choice_and_of_many_decisions_the_first_counts():
    game, state = four_after([1])
    _, other = four_after([])
    turn = turn_at(game, [state, other], seeds=[7, 8])
    who = agent("random")
    assert judge(who, turn) == ({int(who.act(turn)[0]): 1.0}, {}, None)
    assert np.isclose(sum(judge(agent("ismcts:20"), turn).weights.values()), 1)


def test_an_action_that_becomes_legal_later_has_a_uniform_prior_and_the_greatest_score_is_taken():
    nodes = np.zeros(6, guided.BRANCH).view(np.recarray)
    unknown = np.zeros(1, np.uint64)
    uncompiled(guided.append_branch)(nodes, 1, 0, 0, 2, 0.1)
    select = uncompiled(guided.select_by_puct)
    best, count = select(nodes, 2, 0, 0, np.array([0b10110], np.uint64), unknown, 1.0)
    assert (count, nodes.action[1:4].tolist()) == (4, [2, 1, 4])
    assert nodes.prior[1:4] == pytest.approx([0.1, 1 / 3, 1 / 3])
    assert best in {2, 3}
    assert nodes.available[1:4].tolist() == [1, 1, 1]
    nodes.visits[2:4] = 1
    nodes.total[2:4] = (-1, -0.5)
    assert select(nodes, count, 0, 0, np.array([0b10110], np.uint64), unknown, 0.1) == (1, 4)
    nodes.visits[1] = 1
    nodes.total[1] = -2
    assert select(nodes, count, 0, 0, np.array([0b10110], np.uint64), unknown, 0.1) == (3, 4)
    assert select(nodes, count, 0, 0, np.array([0b00010], np.uint64), unknown, 0.1) == (2, 4)
