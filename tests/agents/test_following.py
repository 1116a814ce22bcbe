"""agents/following: one game in an environment, for agents that follow it; the same agents in the engine and MCP."""

import json

import numpy as np
import pytest

from medianoche import envs
from medianoche.agents import agent, ask, following
from medianoche.agents.engine.engine import Engine
from medianoche.agents.engine.game import EngineGame
from medianoche.agents.engine.mcp_server import Table
from tests.agents.test_mmd import network_of

EAR = """
import json, pathlib, secrets
FILE = pathlib.Path(__file__).with_name("heard")

class Ear:
    def __init__(self):
        self.number = secrets.token_hex(8)

    def write(self, *what):
        with FILE.open("a") as file:
            file.write(json.dumps([self.number, *what]) + "\\n")

    def watch(self, views):
        acted = dict(zip(views.seats.tolist(), views.acted.tolist()))
        self.write("watch", views.games.tolist(), acted)

    def act(self, turn):
        self.write("act", turn.games.tolist())
        return turn.random_actions()

    def over(self, games, scores, utilities):
        self.write("over", games.tolist(), utilities.tolist())
"""
"""A bot that writes all that it is told to a file."""


class Listener:
    name = "listener"

    def __init__(self):
        self.heard = []

    def act(self, turn):
        return turn.random_actions()

    def watch(self, views):
        self.heard.append((views.seats.tolist(), views.acted.tolist(), [len(each) for each in views.events()]))


def dealt(seed, players=3):
    env = envs.game("misty").aec(num_players=players)
    env.reset(seed)
    return env


def test_the_chance_of_a_decision_is_another_one_in_every_deal_and_repeats():
    seeds = [int(following.turn_of(dealt(seed)).seeds[0]) for seed in range(20)]
    assert len(set(seeds)) == 20
    assert seeds == [int(following.turn_of(dealt(seed)).seeds[0]) for seed in range(20)]
    env = dealt(0)
    env.step(int(following.turn_of(env).random_actions()[0]))
    assert int(following.turn_of(env).seeds[0]) not in seeds
    tables = EngineGame(envs.game("misty")), EngineGame(envs.game("misty"))
    for seed, table in enumerate(tables):
        table.new(2, seed, "standard", {})
    assert tables[0].turn().seeds != tables[1].turn().seeds


def test_an_agent_in_several_seats_is_shown_each_and_its_own_actions():
    env, who, other = dealt(4), Listener(), Listener()
    agents = [who, None, who]
    following.begin(env, agents)
    assert who.heard == [([0, 2], [-1, -1], [0, 0])]
    while env.record.to_move == 1:
        following.play_on(env, agents, int(env.sample_legal()))
    mover, action = int(env.record.to_move), int(env.sample_legal())
    following.play_on(env, agents, action)
    seats, acted, _ = who.heard[-1]
    assert dict(zip(seats, acted, strict=True))[mover] == action
    assert sorted(acted) == [-1, action]
    while not env.record.done:
        following.play_on(env, agents, int(env.sample_legal()))
    told = len(who.heard)
    assert told == len(env.history)  # the beginning, and all decisions but the last
    assert any(any(counts) for _, _, counts in who.heard)
    assert not other.heard


def test_what_is_shown_holds_nothing_that_the_seat_does_not_know():
    known = []

    class Reader(Listener):
        def watch(self, views):
            known.append(views.known().tobytes())

    env = dealt(7, 2)
    for place in (0, 1):
        there = env.copy()
        state = env.game.copy(env.record)
        if place:
            env.game.determinize(state, 1, seed=5)
        there.restore(state.tobytes(), check=False)
        following.begin(there, [None, Reader()])
    assert known[0] == known[1]
    assert np.frombuffer(known[0], np.uint8).any()


@pytest.fixture(scope="module")
def mmd(tmp_path_factory):
    """An agent that follows games: its choices depend on what it was shown."""
    file = tmp_path_factory.mktemp("network") / "leduc.safetensors"
    network_of(envs.game("leduc")).save(file)
    return f"mmd:{file}:8"


def followed(seed, agents):
    """The actions of a game in which agents are shown everything; None takes the first legal action."""
    env = envs.game("leduc").aec()
    env.reset(seed)
    following.begin(env, agents)
    while not env.record.done:
        who = agents[int(env.record.to_move)]
        turn = following.turn_of(env)
        following.play_on(env, agents, int((ask(who, turn) if who else np.flatnonzero(turn.action_mask[0]))[0]))
    return env.history


class EngineTalk:
    """An engine that is asked in the same thread."""

    def __init__(self, name, allow_programs=False):
        self.found = []
        self.engine = Engine(envs.game(name), self.found.append, allow_programs)

    def ask(self, **request):
        self.found.clear()
        self.engine.run([json.dumps(request)])
        answer = json.loads(self.found[-1])
        assert answer["type"] != "error", answer
        return answer


def test_an_agent_that_follows_games_plays_in_the_engine_as_elsewhere(mmd):
    talk = EngineTalk("leduc")
    for seed in range(3):
        talk.ask(type="new", seed=seed)
        while not talk.ask(type="position")["done"]:
            talk.ask(type="apply", action=talk.ask(type="best", agent=mmd)["action"])
        assert talk.ask(type="replay")["replay"]["actions"] == followed(seed, [agent(mmd), agent(mmd)])


def test_an_agent_that_follows_games_plays_at_a_table_of_mcp_as_elsewhere(mmd):
    for seed in range(3):
        table = Table("leduc", 0, mmd, players=2, seed=seed, pack="standard", options={})
        while table.played.to_move() is not None:
            table.act(min(table.legal()))
        assert table.played.saved()["actions"] == followed(seed, [None, agent(mmd)])


def test_the_engine_shows_an_instance_each_game_and_tells_it_the_result(tmp_path):
    (tmp_path / "ear.py").write_text(EAR)
    talk, ear = EngineTalk("medianoche.benchmarks.speed.connect_four:ConnectFour", True), f"{tmp_path / 'ear.py'}:Ear"

    def choose(count):
        for _ in range(count):
            talk.ask(type="apply", action=talk.ask(type="best", agent=ear)["action"])

    def heard():
        lines = [json.loads(line) for line in (tmp_path / "heard").read_text().splitlines()]
        (tmp_path / "heard").unlink()
        return lines

    talk.ask(type="new", seed=1)
    choose(3)
    first = heard()
    by = {number: [line[1] for line in first if line[0] == number] for number, *_ in first}
    assert list(by.values()) == [["watch", "act", "watch", "watch", "act"], ["watch", "watch", "act"]]
    talk.ask(type="undo")
    choose(1)
    again = heard()
    assert [line[1] for line in again] == ["watch"] * 3 + ["act"]
    assert again[0][0] not in by
    talk.ask(type="new", seed=1)
    choose(1)
    assert heard()[0][0] not in {*by, again[0][0]}
    while not talk.ask(type="position")["done"]:
        choose(1)
    results = [line[2:] for line in heard() if line[1] == "over"]
    assert len(results) == 2
    assert results[0] == results[1]
