"""A bot in Python in a process of its own: what it is sent, and what it cannot reach."""

import numpy as np
import pytest

from medianoche import Match, envs
from medianoche.agents import agent
from medianoche.agents.base import AgentError, ForfeitError
from medianoche.agents.bots.isolated import IsolatedTurn, isolated

BOTS = """
import numpy as np

class First:
    def act(self, turn):
        assert turn.observation.shape == (1, 834), turn.observation.shape
        assert (len(turn), turn.num_players, turn.seats.tolist()) == (1, 2, [0])
        return turn.action_mask.argmax(axis=1)

class Chance:
    def act(self, turn):
        return turn.random_actions()

class Spy:
    def act(self, turn):
        return np.array([int(turn._states["stones"][0])])

class Follower(First):
    def watch(self, views):
        pass
"""
NIM = "tests.toys.nim:Nim"


@pytest.fixture
def bots(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bots.py").write_text(BOTS)
    return lambda name: agent(isolated(f"bots.py:{name}", envs.game("misty")))


def test_an_isolated_bot_plays_by_observations_and_masks(bots):
    match = Match("misty", seed=3)
    first = bots("First")
    chance = bots("Chance")
    try:
        while match.to_move == 0:
            assert first.act(match.turn())[0] == match.legal_actions[0]
            match.push(match.legal_actions[0])
        assert chance.act(match.turn())[0] in match.legal_actions
    finally:
        first.close()
        chance.close()


def test_true_states_are_not_in_its_process(bots):
    spy = bots("Spy")
    with pytest.raises(ForfeitError, match="ended with exit code 1"):
        spy.act(Match("misty", seed=3).turn())
    spy.close()


def test_its_fingerprint_is_that_of_the_bot(bots):
    from medianoche.agents import fingerprint

    first = bots("First")
    assert first.fingerprint() == fingerprint("bots.py:First", envs.game("misty"))
    first.close()


def test_a_bot_that_follows_games_and_an_agent_of_the_suite_are_refused(bots):
    with pytest.raises(AgentError, match="greedy cannot be isolated; accepted: a bot in Python"):
        isolated("greedy", envs.game("misty"))
    with pytest.raises(AgentError):
        bots("Follower").act(Match("misty", seed=3).turn())


def test_a_turn_says_what_it_does_not_have():
    message = {"seat": 1, "match": 5, "seed": 7, "observation": [0.0, 1.0], "legal": [0, 2]}
    turn = IsolatedTurn(envs.game(NIM), 2, message)
    assert turn.action_mask.tolist() == [[1, 0, 1]]
    assert turn.observation.dtype == np.float32
    assert turn.random_actions()[0] in (0, 2)
    with pytest.raises(AttributeError, match="observations and masks only: its turn has no 'sample'"):
        turn.sample()
