"""A bot in Python in a process of its own: what it is sent, and what it cannot reach."""

import json
import sys
import zipfile

import numpy as np
import pytest

from medianoche import Match, envs
from medianoche.agents import agent
from medianoche.agents.base import AgentError, ForfeitError
from medianoche.agents.bots.isolated import IsolatedTurn, isolated
from tests.benchmarks.calls import done, refused

BOTS = """
import numpy as np

class First:
    def act(self, turn):
        assert turn.observation.shape == (1, 834), turn.observation.shape
        assert (len(turn), turn.num_players, turn.seats.tolist()) == (1, 2, [0])
        return turn.action_mask.argmax(axis=1)

class Lowest:
    def act(self, turn):
        return turn.action_mask.argmax(axis=1)

class Chance:
    def act(self, turn):
        return turn.random_actions()

class Spy:
    def act(self, turn):
        return np.array([int(turn._states["stones"][0])])

class Seeds(First):
    def act(self, turn):
        with open("seeds.txt", "a") as file:
            print(int(turn.seeds[0]), file=file)
        return turn.action_mask.argmax(axis=1)

class Dealer(First):
    # It knows the suite: it deals the games of the default seed, and compares them with what it is shown.

    def act(self, turn):
        from medianoche import envs
        from medianoche.benchmarks.tournament.spec import first_deal

        game = envs.game("misty")
        for deal in range(4):
            state = game.new(num_players=2, seed=first_deal(1) + deal)
            if np.array_equal(game.observe(state, int(turn.seats[0])), turn.observation[0]):
                open("dealt.txt", "a").write(f"{deal} ")
        return turn.action_mask.argmax(axis=1)

class Follower(First):
    def watch(self, views):
        pass
"""
NIM = "tests.toys.nim:Nim"
RATED = ["misty", "--against", "random", "--games", 4, "--isolate", "--out"]


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


def test_the_seed_of_a_decision_does_not_follow_from_the_tournament(bots, tmp_path):
    turn = Match("misty", seed=3).turn()
    player = bots("Seeds")
    for _ in range(3):
        player.act(turn)
    player.close()
    sent = [int(line) for line in (tmp_path / "seeds.txt").read_text().split()][-3:]  # trials of the file come before
    assert len(set(sent)) == 3
    assert int(turn.seeds[0]) >> 11 not in sent
    assert max(sent) < 2**53


def test_a_bot_that_deals_the_default_seed_finds_its_own_game_only_if_that_seed_is_asked_for(bots, tmp_path):
    said = done(["rate", "bots.py:Dealer", *RATED, tmp_path / "secret"])
    assert not (tmp_path / "dealt.txt").exists()
    assert ", drawn for this rating; after a stop, --seed " in said
    assert ", seed 1," not in said
    done(["rate", "bots.py:Dealer", *RATED, tmp_path / "public", "--seed", 1])
    assert (tmp_path / "dealt.txt").read_text()


def test_a_stopped_rating_goes_on_by_the_seed_that_was_drawn(bots, tmp_path):
    said = done(["rate", "bots.py:Lowest", *RATED, tmp_path / "rated"])
    seed = said.split("--seed ")[1].split()[0]
    assert f", seed {seed}, " in said.splitlines()[-1]
    again = done(["rate", "bots.py:Lowest", *RATED, tmp_path / "rated", "--seed", seed])
    assert again.splitlines()[-1] == said.splitlines()[-1]


def test_a_bundle_says_that_its_bot_was_isolated_by_the_same_name_everywhere(bots, tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", "")  # no program "python": the interpreter is the one that runs the rating
    file = tmp_path / "rating.zip"
    done(["rate", "bots.py:Lowest", *RATED, tmp_path / "rated", "--bundle", file])
    with zipfile.ZipFile(file) as archive:
        name = json.loads(archive.read("rating.json"))["spec"]["agents"][0]
    assert name == "exec:python -m medianoche.agents.bots.isolated bots.py:Lowest misty"
    assert agent(name).command[0] == sys.executable
    assert name in done(["verify", file])


def test_its_fingerprint_is_that_of_the_bot(bots):
    from medianoche.agents import fingerprint

    first = bots("First")
    assert first.fingerprint() == fingerprint("bots.py:First", envs.game("misty"))
    first.close()


def test_a_bot_that_follows_games_and_an_agent_of_the_suite_are_refused(bots):
    with pytest.raises(AgentError, match="greedy cannot be isolated; accepted: a bot in Python"):
        isolated("greedy", envs.game("misty"))
    with pytest.raises(AgentError, match=r"bots.py:Follower follows games \(`watch`\)"):
        bots("Follower")


@pytest.mark.parametrize(("name", "said"), [("nofile.py:X", "bot file nofile.py"), ("bots.py:Missing", "Missing")])
def test_a_bot_that_cannot_be_loaded_is_refused_in_one_line(bots, tmp_path, capfd, name, said):
    refused(["rate", name, *RATED, tmp_path / "rated"], said)
    assert capfd.readouterr().err == ""


def test_a_turn_says_what_it_does_not_have():
    message = {"seat": 1, "match": 5, "seed": 7, "observation": [0.0, 1.0], "legal": [0, 2]}
    turn = IsolatedTurn(envs.game(NIM), 2, message)
    assert turn.action_mask.tolist() == [[1, 0, 1]]
    assert turn.observation.dtype == np.float32
    assert turn.random_actions()[0] in (0, 2)
    with pytest.raises(AttributeError, match="observations and masks only: its turn has no 'sample'"):
        turn.sample()
