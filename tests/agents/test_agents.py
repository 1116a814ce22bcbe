"""The suite's agents, the strings that name them, and bots of users."""

import numpy as np
import pytest

from medianoche import envs
from medianoche.agents import AgentError, agent, entries, fingerprint
from medianoche.agents.base import ask, refuse_code
from medianoche.agents.fingerprints import first_decisions
from medianoche.envs.core.errors import GameError
from tests.agents.conftest import FIRST
from tests.benchmarks.calls import larger, one_line

GAME = "misty"
CHI_SQUARE_999 = {1: 10.83, 2: 13.82, 3: 16.27, 4: 18.47, 5: 20.52}


def turn_of(seeds, rows=None, chance=None):
    """The Turn of `rows` of a batch dealt from `seeds`."""
    batch = envs.game(GAME).batch(len(seeds), seeds=seeds, autoreset=False)
    rows = np.arange(len(seeds)) if rows is None else rows
    chance = np.arange(len(seeds), dtype=np.uint64) if chance is None else chance
    return batch.turn(rows, chance[rows])


@pytest.mark.parametrize("seed", [0, larger(1), larger(2)])
def test_random_plays_each_legal_action_equally_often(seed):
    turn = turn_of(np.full(20_000, seed, np.uint64))
    legal = np.flatnonzero(turn.action_mask[0])
    counts = np.bincount(agent("random").act(turn), minlength=turn.game.num_actions)
    assert counts[legal].sum() == 20_000
    expected = 20_000 / len(legal)
    assert ((counts[legal] - expected) ** 2 / expected).sum() < CHI_SQUARE_999[len(legal) - 1]


def test_greedy_plays_the_heuristic():
    turn = turn_of(np.arange(200, dtype=np.uint64))
    np.testing.assert_array_equal(agent("greedy").act(turn), turn.heuristic_actions())


@pytest.mark.parametrize("name", [entry.example for entry in entries()])
def test_a_choice_does_not_depend_on_the_rest_of_the_batch(name):
    seeds = np.arange(100, dtype=np.uint64)
    together = agent(name).act(turn_of(seeds))
    rows = np.array([97, 3, 50])
    np.testing.assert_array_equal(agent(name).act(turn_of(seeds, rows)), together[rows])


@pytest.mark.parametrize("name", [entry.example for entry in entries()])
def test_an_agent_is_called_by_its_string(name):
    assert agent(name).name == name
    assert fingerprint(name, envs.game(GAME)) == ""


def test_a_copy_of_an_agent_plays_as_the_agent_does(tmp_path):
    file = tmp_path / "bot.py"
    seeds = np.arange(9, dtype=np.uint64)
    file.write_text("from medianoche.agents.random import RandomAgent as Mine\n")
    one = agent("random")
    two = agent("random#2")
    assert two.name == "random#2"
    np.testing.assert_array_equal(one.act(turn_of(seeds)), two.act(turn_of(seeds)))
    assert fingerprint(f"{file}:Mine#1", envs.game(GAME)) == fingerprint(f"{file}:Mine", envs.game(GAME)) != ""
    with pytest.raises(AgentError, match="it runs code"):
        refuse_code([f"{file}:Mine#1"], "a file")
    with pytest.raises(AgentError, match="unknown agent 'random#x'"):
        agent("random#x")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("gready", "unknown agent 'gready' (did you mean greedy?); accepted: random, greedy, "),
        ("chess", "unknown agent 'chess'; accepted: random, greedy, "),
        (None, "None is not the name of an agent; accepted: random, greedy, "),
        (b"random", "b'random' is not the name of an agent"),
        (5, "5 is not the name of an agent"),
        ("x" * 10_000, "xxx...; accepted: random, greedy, "),
        ("a\0.py:A", "bot file a\\x00.py: embedded null byte"),
        ("a" * 5_000 + ".py:A", ".py: File name too long"),
        ("", "unknown agent ''"),
        ("random:3", "agent 'random:3': wrong parameters; accepted: random"),
        ("nowhere/bot.py:Bot", "bot file nowhere/bot.py: No such file"),
        ("exec", "wrong parameters; accepted: exec:[TIME:]COMMAND"),
        ("exec:", "names no command"),
        ("exec:5s:", "names no command"),
        ("exec:'unclosed", "is not a command: No closing quotation"),
        ("exec:./nowhere", "there is no program './nowhere'"),
        ("exec:0s:true", "there is no program '0s:true'"),
    ],
)
def test_a_wrong_string_is_answered_with_one_line(text, words):
    with one_line(AgentError, words) as error:
        agent(text)
    assert len(str(error.value)) < 1100


BOTS = f"""{FIRST}
class Needy:
    def __init__(self, strength):
        pass

class Idle:
    pass
"""


def test_a_bot_of_the_user_plays(bots):
    turn = turn_of(np.arange(10, dtype=np.uint64))
    first = agent(f"{bots}:First")
    assert first.name == f"{bots}:First"
    np.testing.assert_array_equal(first.act(turn), turn.action_mask.argmax(axis=1))


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Last", "has no class 'Last'; classes with act: First"),
        ("Needy", "wrong parameters; accepted: a class whose constructor needs no arguments"),
        ("Idle", "has no method act(turn)"),
    ],
)
def test_an_unfit_bot_is_refused(bots, name, words):
    with one_line(AgentError, words):
        agent(f"{bots}:{name}")


def test_a_bot_file_that_fails_says_where(tmp_path):
    file = tmp_path / "broken.py"
    file.write_text("import numpy\n1 / 0\n")
    with one_line(AgentError, "ZeroDivisionError: division by zero", "line 2"):
        agent(f"{file}:Bot")


def test_what_is_wrong_with_a_game_is_not_told_as_an_agent_s_failure(four, monkeypatch):
    def missing(turn):
        raise GameError("four has no kernel 'heuristic'")

    greedy = agent("greedy")
    monkeypatch.setattr(greedy, "act", missing)
    with pytest.raises(GameError, match=r"^four has no kernel 'heuristic'$"):
        ask(greedy, first_decisions(four))
