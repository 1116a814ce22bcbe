"""`RememberingAgent`: what is kept belongs to one seat of one game, and every agent with a file has a fingerprint."""

import copy

import numpy as np
import pytest

from medianoche import envs
from medianoche.agents.base import ENTRIES, NETWORKS, AgentError
from medianoche.agents.fingerprints import hash_of
from medianoche.agents.remembering import RememberingAgent
from tests.agents.conftest import FOUR


class Counting(RememberingAgent):
    """Plays its first legal action, and counts its decisions in each game."""

    name = "counting"

    def act(self, turn):
        self.keep(turn, [count + 1 for count in self.recall(turn, 0)])
        return turn.action_mask.argmax(axis=1)


def played(agent, decisions):
    """The agent after so many decisions in each of three games."""
    batch = envs.game(FOUR).batch(3, seed=0, autoreset=False)
    rows = np.arange(3)
    for _ in range(decisions):
        batch.step(agent.act(batch.turn(rows, np.zeros(3, np.uint64))))
    return agent


def test_each_seat_of_each_game_has_its_own():
    counting = played(Counting("weights.safetensors"), 5)
    assert len(counting.kept) == 6
    assert sorted(counting.kept.values()) == [2, 2, 2, 3, 3, 3]


def test_games_that_are_over_are_forgotten_and_others_are_not():
    counting = played(Counting("weights.safetensors"), 2)
    ended = min(counting.kept)[0]
    counting.over(np.array([ended]), np.zeros((1, 2)), np.zeros((1, 2)))
    assert len(counting.kept) == 4
    assert ended not in {game for game, _ in counting.kept}


def test_a_copy_goes_on_from_the_same_and_leaves_the_original():
    counting = played(Counting("weights.safetensors"), 2)
    before = dict(counting.kept)
    other = copy.copy(counting)
    assert other.kept == before
    other.over(np.array([game for game, _ in before]), np.zeros((6, 2)), np.zeros((6, 2)))
    assert counting.kept == before
    assert not other.kept


def test_its_file_is_its_source(tmp_path):
    game = envs.game(FOUR)
    marks = set()
    for number in range(2):
        file = tmp_path / f"{number}.safetensors"
        file.write_bytes(bytes([number]))
        marks.add(hash_of(Counting(str(file)).source(game)))
    assert len(marks) == 2
    with pytest.raises(AgentError, match="counting: give the path of a file, counting:PATH"):
        Counting("")


def test_the_agents_that_play_files_are_listed():
    assert {name for name, entry in ENTRIES.items() if "PATH" in entry.usage} == set(NETWORKS)


@pytest.mark.parametrize("name", NETWORKS)
def test_an_agent_that_plays_a_file_says_which(name):
    """Without `source` its fingerprint is empty, and two files count as the same agent."""
    module, _, made = ENTRIES[name].target.partition(":")
    agent = getattr(pytest.importorskip(module), made)  # it may need torch
    assert hasattr(agent, "source") or hasattr(agent, "sources")
