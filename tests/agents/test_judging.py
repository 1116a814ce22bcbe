"""Weights and values of actions as agents report them for hints."""

import numpy as np
import pytest

from medianoche.agents import agent
from medianoche.agents.judging import judge
from medianoche.agents.mmd import MmdAgent
from medianoche.agents.net import NetAgent
from medianoche.agents.network import NetHeader, Network
from tests.agents.test_search import PUZZLES, four_after, turn_at


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
    game, state = four_after([4, 4])
    turn = turn_at(game, [state])
    network = Network.new(NetHeader.made_for(game, hidden=(16, 8)), seed=3)
    alone = judge(NetAgent(network=network), turn)
    assert set(alone.weights) == set(range(7))
    assert sum(alone.weights.values()) == pytest.approx(1)
    assert (alone.values, alone.best) == ({}, NetAgent(network=network).act(turn)[0])
    searched = judge(NetAgent("64", network=network), turn)
    assert searched.best == NetAgent("64", network=network).act(turn)[0]
    assert searched.values
    assert -1 <= searched.value <= 1


def test_an_agent_that_searches_without_a_tree_reports_its_policy_and_value():
    game, state = four_after([4, 4])
    network = Network.new(NetHeader.made_for(game, hidden=(16, 8)), seed=3)
    found = judge(MmdAgent("8", network=network), turn_at(game, [state]))
    assert set(found.weights) == set(range(7))
    assert sum(found.weights.values()) == pytest.approx(1)
    assert found.values == {}
    assert -1 <= found.value <= 1


def test_other_agents_report_their_choice_and_of_many_decisions_the_first_counts():
    game, state = four_after([1])
    _, other = four_after([])
    turn = turn_at(game, [state, other], seeds=[7, 8])
    who = agent("random")
    assert judge(who, turn) == ({int(who.act(turn)[0]): 1.0}, {}, None)
    assert np.isclose(sum(judge(agent("ismcts:20"), turn).weights.values()), 1)
