"""agents/seating: agents that follow a match are shown and told the same wherever it is played."""

import copy
import json

import numpy as np
import pytest

from medianoche import envs
from medianoche.agents import AgentError, agent
from medianoche.agents.engine.engine import Engine
from medianoche.agents.engine.mcp_server import Table
from medianoche.agents.judging import judge
from medianoche.agents.network import NetHeader, Network
from medianoche.agents.seating import Player
from medianoche.benchmarks.exploit import attack, measure
from medianoche.benchmarks.exploit.exact import Tree
from medianoche.benchmarks.exploit.setup import AttackSetup
from medianoche.benchmarks.tournament.play import Playing, play_shard
from medianoche.benchmarks.tournament.run import run_tournament
from medianoche.benchmarks.tournament.spec import Spec
from medianoche.envs.core.play.match import Match
from medianoche.training import points
from medianoche.training.adapters.gymnasium import SeatEnv, SeatVectorEnv
from medianoche.training.compiled import rollouts
from tests.agents.test_mmd import network_of
from tests.cli.running import invoke
from tests.matches import dealt_again
from tests.toys.remembering import HEARD, PROBES, install

DUEL = "tests.toys.duel:Duel"
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
        self.heard.append((views.seats.tolist(), views.acted.tolist(), [len(event) for event in views.events()]))


def test_the_chance_of_a_decision_is_another_one_in_every_deal_and_repeats():
    matches = [Match("misty", 3, seed) for seed in range(20)]
    seeds = [int(match.turn().seeds[0]) for match in matches]
    assert len(set(seeds)) == 20
    assert seeds == [int(Match("misty", 3, seed).turn().seeds[0]) for seed in range(20)]
    matches[0].push(matches[0].legal_actions[0])
    assert int(matches[0].turn().seeds[0]) not in seeds


def test_an_agent_in_several_seats_is_shown_each_and_its_own_actions():
    match = Match("misty", 3, seed=4)
    who = Listener()
    player = Player(who, [0, 2])
    movers = []
    while match.legal_actions:
        if match.to_move == 1 and len(movers) % 3:
            match.push(match.legal_actions[0])
        else:
            match.push(player.act(match))
            assert len(who.heard) == len(match.actions)
        movers.append(int(match.states[-2].to_move))
    player.over(match)
    assert who.heard[0] == ([0, 2], [-1, -1], [0, 0])
    assert len(who.heard) == len(movers)  # the beginning, and all decisions but the last
    for (seats, acted, _), mover, action in zip(who.heard[1:], movers, match.actions, strict=False):
        assert dict(zip(seats, acted, strict=True)) == {seat: action if seat == mover else -1 for seat in (0, 2)}
    assert any(any(counts) for _, _, counts in who.heard)


def test_what_is_shown_holds_nothing_that_the_seat_does_not_know():
    known = []

    class Reader(Listener):
        def watch(self, views):
            known.append(views.known().tobytes())

    match = Match("misty", seed=7)
    for position in (match, dealt_again(match, 1, seed=5)):
        Player(Reader(), [1]).act(position)
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
    match = Match("leduc", seed=seed)
    players = [who and Player(who, [seat]) for seat, who in enumerate(agents)]
    while match.legal_actions:
        who = players[match.to_move]
        match.push(who.act(match) if who else match.legal_actions[0])
    return match.actions


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
        table = Table("leduc", 0, mmd, num_players=2, seed=seed, pack="standard", options={})
        while table.match.legal_actions:
            table.act(min(table.legal()))
        assert table.match.actions == followed(seed, [None, agent(mmd)])


def test_the_engine_shows_an_instance_each_game_and_tells_it_the_result(tmp_path):
    (tmp_path / "ear.py").write_text(EAR)
    talk = EngineTalk("medianoche.toys.connect_four:ConnectFour", True)
    ear = f"{tmp_path / 'ear.py'}:Ear"

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


# ---- everywhere the same


def on_the_page(tmp_path):
    pytest.importorskip("uvicorn")
    from tests.ui.pages import offered, serving
    from tests.waiting import soon

    with serving(tmp_path / "games") as server:
        _, (token, *_) = server.new(game="leduc", seats=["you", "probe"], seed="3")
        while not (frame := server.get("/api/frame", token))["ended"]:
            if frame["asked"]:
                server.choose(token, offered(frame["svg"])[0])
        assert soon(lambda: "over" in HEARD)
        return len(server.table(token).actions)


def in_the_engine(tmp_path):
    talk = EngineTalk("leduc")
    talk.ask(type="new", seed=3)
    while not (position := talk.ask(type="position"))["done"]:
        best = talk.ask(type="best", agent=("random", "probe")[position["to_move"]])
        talk.ask(type="apply", action=best["action"])
    return position["decisions"]


def at_a_table_of_mcp(tmp_path):
    table = Table("leduc", 0, "probe", num_players=2, seed=3, pack="standard", options={})
    while table.match.legal_actions:
        table.act(min(table.legal()))
    return len(table.match.actions)


def at_the_terminal(tmp_path):
    words = ["play", "leduc", "--against", "probe", "--seed", "3", "--save", str(tmp_path / "game.json")]
    invoke(*words, input="1\n" * 20)
    return len(json.loads((tmp_path / "game.json").read_text())["actions"])


def in_a_tournament(tmp_path):
    spec = Spec.create("leduc", ["random", "probe"], seed=3)
    return int(play_shard(spec, 0, 1).decisions.sum())


@pytest.mark.parametrize("play", [on_the_page, in_the_engine, at_a_table_of_mcp, at_the_terminal, in_a_tournament])
def test_every_position_is_shown_and_the_result_told_wherever_an_agent_plays(play, tmp_path, monkeypatch):
    install(monkeypatch)
    monkeypatch.chdir(tmp_path)
    decisions = play(tmp_path)
    assert ["watch"] * decisions + ["over"] == HEARD
    assert not any(probe.memory for probe in PROBES)


def with_points(tmp_path):
    points("probe", "random", DUEL, 20)


def with_a_warmed_up_tournament(tmp_path):
    run_tournament(Spec.create(DUEL, ["probe", "random", "greedy"]), tmp_path / "games", 12)


def with_an_attack(tmp_path):
    table = AttackSetup.create(envs.game("leduc"))
    probe = agent("probe")
    list(attack.search(table, probe, 64, 4))


def with_exact_exploitability(tmp_path):
    tree = Tree(envs.game("kuhn"))
    probe = agent("probe")
    tree.policy_of(probe, asked=2)
    measure.self_play(tree, probe, lambda *_: None)


def with_imitation(tmp_path):
    game = envs.game(DUEL)
    who = agent("probe")
    network = Network.new(NetHeader.made_for(game, hidden=(8,)))
    rng = np.random.default_rng(1)
    supervise = rollouts.imitate_agent(who, agent("random"), 0.5)
    for _ in range(2):
        rollouts.play_supervised(game, 2, "standard", {}, 4, rng, supervise, network, 0.0, who)


def with_the_ppo_recipe(tmp_path):
    pytest.importorskip("torch")
    from medianoche.training.recipes import ppo

    numbers = {"num_envs": 8, "num_steps": 8, "evaluate_games": 4, "evaluate_every": 10**9, "out": str(tmp_path)}
    ppo.train(DUEL, 200, 1, opponent="probe", opponent_share=0.5, **numbers)


def with_hints(tmp_path):
    for place in range(2):
        judge(agent("probe"), Match("leduc", seed=place).turn())


def with_gymnasium(tmp_path):
    env = SeatEnv(DUEL, opponents=["probe"], num_players=3)
    for seed in range(4):
        over = False
        info = env.reset(seed=seed)[1]
        while not over:
            *_, over, _, info = env.step(int(info["action_mask"].argmax()))


def with_a_vector(tmp_path):
    env = SeatVectorEnv(DUEL, 4, opponents=["probe"], num_players=3)
    _, info = env.reset(seed=1)
    for _ in range(30):
        *_, info = env.step(info["action_mask"].argmax(axis=1))
    env.matches.reset()  # gives up the games under way


DOORS = [with_points, with_a_warmed_up_tournament, with_an_attack, with_exact_exploitability, with_imitation]
DOORS += [pytest.param(with_the_ppo_recipe, marks=pytest.mark.larger), with_hints, with_gymnasium, with_a_vector]


@pytest.mark.parametrize("door", DOORS, ids=lambda door: door.__name__)
def test_an_agent_with_a_memory_is_shown_and_told_all_of_its_games(door, tmp_path, monkeypatch):
    """The probe fails if it is not, see `Probe`; what it remembers at the end are games that are under way."""
    install(monkeypatch)
    door(tmp_path)
    assert sum(probe.asked for probe in PROBES) > 1
    under_way = {place[0] for probe in PROBES for place in probe.memory}
    assert len(under_way) <= {with_a_vector: 4, with_the_ppo_recipe: 4, with_gymnasium: 0}.get(door, 0)


def test_games_are_numbered_anew_after_a_deal_a_copy_and_a_move_taken_back():
    batch = envs.game(DUEL).batch(4, seed=1)
    rows = np.arange(4)
    seen = batch.turn(rows, rows).games
    for actions in range(20):
        _, ended = batch.step(np.full(4, actions % 4))
        now = batch.turn(rows, rows).games
        np.testing.assert_array_equal(now != seen, ended)
        seen = now
    for change in (batch.reset, lambda: batch.deal(rows), lambda: batch.restore(batch.states.copy())):
        change()
        now = batch.turn(rows, rows).games
        assert not set(seen) & set(now)
        seen = now
    assert not set(seen) & set(copy.deepcopy(batch).games)
    match = Match(DUEL, seed=1)
    numbers = [match.turn().games[0], match.copy().turn().games[0]]
    match.push(match.legal_actions[0])
    assert match.turn().games[0] == numbers[0]
    match.pop()
    numbers.append(match.turn().games[0])
    env = envs.game(DUEL).aec()
    for _ in range(2):
        env.reset(seed=1)
        assert env.turn().games[0] == env.turn().games[0]
        numbers += [env.turn().games[0], env.copy().turn().games[0]]
    assert len(set(numbers)) == 7


def test_after_an_error_the_games_of_the_others_are_given_up(monkeypatch):
    class Ill:
        name = "ill"

        def act(self, turn):
            raise ValueError

    install(monkeypatch)
    probe = agent("probe")
    batch = envs.game(DUEL).batch(3, seed=1, autoreset=False)
    seats = np.array([[0, 1]] * 3)
    with pytest.raises(AgentError, match="ill failed"):
        Playing(batch, seats, np.zeros(3, np.uint64)).play([probe, Ill()])
    assert probe.asked
    assert not probe.memory
