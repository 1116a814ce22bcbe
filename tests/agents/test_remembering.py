"""`RememberingAgent`: what is kept belongs to one seat of one game, and every agent with a file has a fingerprint."""

import copy
import re
from pathlib import Path

import numpy as np
import pytest

from medianoche import envs
from medianoche.agents.base import ENTRIES, NETWORKS, AgentError
from medianoche.agents.fingerprints import hash_of
from medianoche.agents.remembering import RememberingAgent
from tests.agents.conftest import FOUR

ROOT = Path(__file__).parents[2]


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
    agent = made_by(ENTRIES[name])
    assert hasattr(agent, "source") or hasattr(agent, "sources")


def made_by(entry):
    """The class of an agent; it may need torch."""
    module, _, made = entry.target.partition(":")
    return getattr(pytest.importorskip(module), made)


FOLLOWING = {"agents/engine/README.md": "Some agents follow games:", "training/README.md": "Some opponents ("}
"""Pages that list the agents that are shown games, and how the list begins."""


@pytest.mark.parametrize("page", FOLLOWING)
def test_a_page_lists_all_agents_that_follow_games(page):
    text = (ROOT / page).read_text(encoding="utf-8").partition(FOLLOWING[page])[2]
    listed = set(re.findall(r"`(\w+):?`", text.partition(".")[0]))
    following = {name for name, entry in ENTRIES.items() if {"watch", "over"} & set(dir(made_by(entry)))}
    assert following <= listed


def test_the_page_on_fingerprints_lists_all_agents_that_play_files():
    text = (ROOT / "benchmarks/reference/README.md").read_text(encoding="utf-8")
    rows = text.partition("| agent | its fingerprint |")[2].partition("\n\n")[0].splitlines()
    of_files = [row.split("|")[1] for row in rows[2:] if "network" in row.split("|")[2]]
    assert set(NETWORKS) <= set(re.findall(r"`(\w+)", " ".join(of_files)))
