"""What agents say beside their actions: kept where it is asked for, shown after the game or to the seat itself."""

import json
from contextlib import nullcontext
from dataclasses import replace
from types import SimpleNamespace

import pytest

from medianoche.agents import agent, ask
from medianoche.agents.base import thoughts_of
from medianoche.agents.bots.prompt import choose
from medianoche.agents.engine import mcp_server
from medianoche.agents.seating import Player, Seating
from medianoche.benchmarks import Report, Spec, Store, run_tournament
from medianoche.cli.play import replay_of, run
from medianoche.envs.core.play.match import Match, Replay
from medianoche.envs.core.play.thoughts import LENGTH, thought
from medianoche.envs.core.show.episode import episode
from tests.agents.conftest import FOUR, turn
from tests.benchmarks.calls import Called

SECRET = "sesquipedalian"
BOTS = """
import numpy as np

class Loud:
    def act(self, turn):
        self.thoughts = {row: f"sesquipedalian {row} of {len(turn)}" for row in range(len(turn))}
        return turn.action_mask.argmax(axis=1)

class Once:
    said = 0

    def act(self, turn):
        if not self.said:
            self.thoughts = {0: "first", 1: 7, 99: "of no row"}
        self.said += 1
        return turn.action_mask.argmax(axis=1)
"""


def played(name, players, thoughts, actions=None):
    """A replay of a game in which the first legal action is played, and each mover thinks."""
    match = Match(name, players, seed=5)
    while match.legal_actions and (actions is None or len(match.actions) < actions):
        match.push(match.legal_actions[0])
    said = {place: f"{thoughts} {place}" for place in range(len(match.actions))}
    return replace(match.replay(), thoughts=said), match


def test_a_thought_is_bounded_text():
    assert thought("  Why?\r\nBecause.\x1b[31m\u202e\ud800 ") == "Why?\nBecause.[31m"
    assert len(thought("x" * (LENGTH + 1))) == LENGTH
    assert thought("x" * 10**7).endswith("…")
    assert thought("x" * LENGTH) == "x" * LENGTH
    assert [thought(what) for what in (None, 7, ["x"], "")] == [""] * 4


def test_thoughts_of_an_agent_are_those_of_its_last_call(bots):
    loud = agent(f"{bots}:Loud")
    ask(loud, turn(2))
    assert thoughts_of(loud, 2) == {0: f"{SECRET} 0 of 2", 1: f"{SECRET} 1 of 2"}
    once = agent(f"{bots}:Once")
    ask(once, turn(2))
    assert thoughts_of(once, 2) == {0: "first"}
    ask(once, turn(2))
    assert thoughts_of(once, 2) == {}
    assert thoughts_of(agent("random"), 2) == {}


def test_a_program_says_what_it_thinks(bot):
    who = agent(bot("say(**right, thought='I see\\n' + 'x' * 5000)"))
    ask(who, turn(2))
    kept = thoughts_of(who, 2)
    assert set(kept) == {0, 1}
    assert kept[0].startswith("I see\nxxx")
    assert len(kept[0]) == LENGTH
    who.close()


def test_seating_gives_the_thought_of_the_player_to_move(bots):
    match = Match(FOUR, seed=1)
    choice = Seating().choose(match, f"{bots}:Loud", [0])
    assert choice == (match.legal_actions[0], f"{SECRET} 0 of 1")
    assert Seating().choose(match, "random", [0]).thought == ""


def test_a_language_model_s_answer_is_its_thought():
    from medianoche.agents.bots.prompt import Asked

    game = {"name": "x", "title": "X", "agents": ["player_0"], "players": 1, "glossary": {}, "actions": []}
    decision = {"seat": 0, "match": 1, "news": [], "text": "", "legal": [4], "words": ["go"], "effects": [[]]}
    asked = Asked()
    assert choose(game, decision, lambda _: "Since it pays.\nACTION: 1", asked=asked) == 4
    assert asked.thought == "Since it pays.\nACTION: 1"


# ---- replays


@pytest.mark.parametrize("name", ["leduc", "misty"])
def test_in_a_game_that_is_not_over_a_seat_sees_its_own_thoughts_and_nobody_else_any(name):
    replay, match = played(name, 2, SECRET, actions=3)
    states = match.states
    assert match.to_move >= 0
    for seat in (None, 0, 1):
        shown = replay.shown_thoughts(match, seat)
        mine = [place for place in range(3) if seat is not None and states[place].to_move == seat]
        assert list(shown) == mine
        frames = json.dumps(episode(replay, [seat]))
        assert frames.count(SECRET) == len(mine)
    assert SECRET not in "".join(replay.transcript())


def test_after_the_game_they_stand_beside_the_moves():
    replay, match = played("leduc", 2, SECRET)
    count = len(match.actions)
    whole = episode(replay)
    everything, *seats = whole["views"]
    assert sum("thought" in frame for frame in everything["frames"]) == count
    for seat in seats:
        told = [frame["thought"] for frame in seat["frames"] if "thought" in frame]
        movers = match.states["to_move"][:count]
        assert len(told) == (movers == seat["seat"]).sum()
        assert all(frame["choice"] for frame in seat["frames"] if "thought" in frame)
    lines = replay.transcript()
    assert f"    Thought: {SECRET} 0" == lines[2]
    assert f"    Pensamiento: {SECRET} 0" in replay.transcript("es")


def test_a_replay_file_keeps_them_and_one_without_them_is_as_before(tmp_path):
    replay, _ = played("misty", 2, SECRET, actions=3)
    replay.save(tmp_path / "game.json")
    assert Replay.load(tmp_path / "game.json") == replay
    silent = replace(replay, thoughts=None)
    assert "thoughts" not in silent.fields()
    hostile = json.loads((tmp_path / "game.json").read_text())
    hostile["thoughts"] = {"0": "\x1b]0;x\x07<b>", "1": "\u202e", "77": SECRET}
    (tmp_path / "game.json").write_text(json.dumps(hostile))
    loaded = Replay.load(tmp_path / "game.json")
    match = loaded.match(played=True)
    seats = range(match.num_players)
    assert {text for seat in seats for text in loaded.shown_thoughts(match, seat).values()} == {"]0;x<b>"}
    hostile["thoughts"] = {"0": "x" * (LENGTH + 1)}
    (tmp_path / "game.json").write_text(json.dumps(hostile))
    with pytest.raises(Exception, match="thoughts"):
        Replay.load(tmp_path / "game.json")


# ---- tournaments


@pytest.mark.parametrize("kept", [True, False])
def test_a_tournament_keeps_them_where_it_is_asked_to(bots, tmp_path, kept):
    spec = Spec.create(FOUR, [f"{bots}:Loud", "random"], seed=1)
    run_tournament(spec, tmp_path / "out", 4, save_replays=True, thoughts=kept)
    with Store.read(tmp_path / "out") as store:
        for number in range(4):
            replay = store.replay(number, FOUR)
            loud = [place for place in range(len(replay.actions)) if place % 2 == number % 2]
            assert sorted(replay.thoughts or {}) == (loud if kept else [])
        assert store.listened == kept
    assert ("--thoughts" in Report.from_folder(tmp_path / "out").command) == kept


def test_the_command_keeps_and_shows_them(bots, tmp_path):
    out = tmp_path / "out"
    words = ["tournament", FOUR, "--agents", f"{bots}:Loud", "random", "--games", "2", "--thoughts", "--out", str(out)]
    assert Called(words).code == 0
    shown = Called(["replay", str(out), "--game", "0", "--game", FOUR])
    assert shown.code == 0
    assert f"Thought: {SECRET} 0 of" in shown.out


# ---- the terminal


def test_a_game_at_the_terminal_keeps_what_agents_think_and_tells_the_person_nothing(bots):
    match = Match(FOUR, seed=1)
    heard = []
    person = SimpleNamespace(
        seat=0,
        lang="en",
        thoughts={},
        console=SimpleNamespace(status=lambda _: nullcontext()),
        say=lambda *_, **_more: "",
        choose=lambda _: match.legal_actions[0],
        hear=heard.extend,
    )
    run(match, person, {1: Player(agent(f"{bots}:Loud"), [1])})
    kept = replay_of(match, person).thoughts
    assert kept == dict.fromkeys(range(1, len(match.actions), 2), f"{SECRET} 0 of 1")
    assert SECRET not in "".join(heard)


# ---- MCP


def test_what_a_client_of_mcp_thinks_is_kept_for_the_replay_and_told_to_no_agent():
    tools = mcp_server.TableTools(seed=3)
    table = tools.new_game("leduc", opponents="greedy")["table"]
    asked = []
    others = tools._tables[table].others
    act = others.act
    others.act = lambda match: asked.append(match) or act(match)
    while not (seen := tools.see(table))["done"]:
        assert SECRET not in json.dumps(seen)
        action = tools.legal_actions(table)[-1]["action"]
        assert SECRET not in json.dumps(tools.act(table, action, f"{SECRET}!"))
    kept = json.loads(tools.replay(table))["thoughts"]
    assert set(kept.values()) == {f"{SECRET}!"}
    assert all(SECRET not in repr(vars(match)) for match in asked if hasattr(match, "__dict__"))
