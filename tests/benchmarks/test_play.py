"""A person at the terminal: whole games, help, wrong answers, games that are left and gone on with."""

import json
import random
import re
from pathlib import Path

import pytest
from rich.console import Console

from medianoche import envs
from medianoche.agents import AgentError
from medianoche.cli import play
from medianoche.cli.person import ACTIONS_AT_ONCE, options_of
from medianoche.envs.core.errors import GameError, ReplayError
from medianoche.envs.core.play.match import Replay
from medianoche.ui.catalog import hints
from tests.benchmarks.calls import Called, larger
from tests.benchmarks.conftest import YARDSTICK
from tests.cli.test_cli import invoke


@pytest.fixture(autouse=True)
def somewhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def typed(monkeypatch):
    """Has a function answer every question; returns where to put it."""
    hands = {}

    def read(console, prompt):
        number = int(re.match(r"1 to (\d+)", prompt)[1])
        answer = hands["answer"](number)
        console.print(f"{prompt}{answer}")
        return answer

    def answers(*arguments):
        left = iter(arguments)
        hands["answer"] = lambda number: next(left, "q")

    monkeypatch.setattr(Console, "input", read)
    hands["in turn"] = answers
    return hands


def middle(number):
    """An answer that depends on nothing but the question."""
    return str((number + 1) // 2)


@pytest.mark.parametrize("name", ["correo", "misty", *map(larger, ("halloween", "medianokte", "nocturna"))])
def test_a_whole_game_is_played_by_answers_that_are_offered(name, typed):
    rng = random.Random(1)
    asked = []

    def answer(number):
        asked.append(number)
        if len(asked) % 5 == 3:
            others = "0", "?1", "", "?", "? t", str(number + 1), "? no such thing", f"?{number}", "?0"
            return others[len(asked) // 5 % len(others)]
        return str(rng.randint(1, number))

    typed["answer"] = answer
    text = invoke("play", name, "--save", "game.json", "--against", "random", "--seed", 3)
    replay = Replay.load("game.json")
    assert replay.play().record.done
    assert "what has happened" in text
    assert ": your turn" in text
    assert "(you): score" in text
    assert "is not accepted; accepted: 1 to" in text
    assert len(asked) > 10


@pytest.mark.parametrize("name", envs.names())
def test_steps_lead_to_every_action_once(name):
    game = envs.game(name)
    state = game.new(seed=2)
    grouped = 0

    def leaves(view, actions, depth=0):
        options = options_of(game, view, actions, depth)
        words = [option.words for option in options]
        assert len(set(words)) == len(words), words
        for option in options:
            yield from leaves(view, option.actions, depth + 1) if len(option.actions) > 1 else option.actions

    for number in range(60):
        if state.done:
            break
        view = game.view(state, int(state.to_move))
        legal = game.legal_actions(state).tolist()
        assert sorted(leaves(view, legal)) == legal
        grouped += len(options_of(game, view, legal, 0)) < len(legal)
        assert len(legal) > ACTIONS_AT_ONCE or len(options_of(game, view, legal, 0)) == len(legal)
        game.step(state, random.Random(number).choice(legal))
    assert grouped or name not in ("correo", "nocturna")


@pytest.mark.parametrize("name", ["misty", larger("correo")])
def test_a_game_that_was_left_goes_on_to_the_same_end(name, typed):
    asked = []

    def leaving(number):
        asked.append(number)
        return "q" if len(asked) % 7 == 0 else middle(number)

    words = ["play", name, "--against", "random", "--seed", 4]
    typed["answer"] = middle
    invoke(*words, "--save", "straight.json")
    typed["answer"] = leaving
    for _ in range(200):
        text = invoke(*words, "--save", "left.json")
        if "(you): score" in text:
            break
        assert f"the game is in medianoche-{name}.json, and the same command goes on" in text
    assert len(asked) > 7
    one, other = (json.loads(Path(file).read_text(encoding="utf-8")) for file in ("straight.json", "left.json"))
    assert one == other
    assert not Path(f"medianoche-{name}.json").exists()


def test_who_comes_back_sees_what_happened_since_their_last_choice(typed):
    typed["in turn"]("1", "1", "q", "q")
    first, second = (invoke("play", "correo", "--seed", 5) for _ in range(2))
    line = re.findall(r"^· .*", first, re.MULTILINE)[-1]
    assert line in second
    assert "going on with the game in medianoche-correo.json, after " in second


def test_a_kept_game_stays_until_its_replay_is_written(typed):
    typed["in turn"]("1", "q")
    words = ["play", YARDSTICK, "--file", "kept.json", "--against", "random"]
    invoke(*words)

    def occupied(number):  # after the command has seen that it can write there
        Path("taken").mkdir(exist_ok=True)
        return middle(number)

    typed["answer"] = occupied
    with pytest.raises(OSError, match="taken"):
        invoke(*words, "--save", "taken")
    assert Path("kept.json").exists()
    typed["answer"] = middle
    invoke(*words, "--save", "kept.json")  # the replay takes the place of the kept game
    assert Replay.load("kept.json", YARDSTICK).play().record.done


def test_a_game_is_kept_where_an_agent_fails(typed):
    Path("bad.py").write_text(
        "class Bad:\n"
        "    name, calls = 'bad', 0\n"
        "    def act(self, turn):\n"
        "        self.calls += 1\n"
        "        return turn.action_mask.argmax(axis=1) if self.calls < 3 else turn.nothing\n",
        encoding="utf-8",
    )
    typed["answer"] = middle
    with pytest.raises(AgentError, match=r"nothing.*; the game is in kept\.json"):
        invoke("play", YARDSTICK, "--against", "bad.py:Bad", "--file", "kept.json")
    assert len(Replay.load("kept.json", YARDSTICK).actions) == 5


def fails(*_, **__):
    raise KeyError("back-with")


def test_an_error_in_an_explanation_is_a_line_and_the_game_goes_on(typed, monkeypatch):
    monkeypatch.setattr("medianoche.envs.core.base.BaseGame.explain", fails)
    typed["in turn"]("1", "? 2", "h", "1", "q")
    monkeypatch.setattr("medianoche.agents.judging.judge", fails)
    text = invoke("play", YARDSTICK, "--file", "kept.json")
    told = re.findall(r"^this help fails, and the game goes on: unexpected KeyError: 'back-with'", text, re.MULTILINE)
    assert len(told) == 2
    assert len(Replay.load("kept.json", YARDSTICK).actions) >= 3


def test_a_game_is_kept_whatever_goes_wrong(typed, monkeypatch):
    typed["in turn"]("1", "2", "3")
    calls = iter(range(100))
    monkeypatch.setattr("medianoche.cli.play.Person.hear", lambda *_: fails() if next(calls) == 3 else None)
    with pytest.raises(KeyError):
        invoke("play", YARDSTICK, "--file", "kept.json")
    assert len(Replay.load("kept.json", YARDSTICK).actions) == 4


@pytest.mark.parametrize("option", ["--save", "--file"])
def test_a_folder_that_is_missing_is_said_before_the_first_choice(option):
    with pytest.raises(GameError, match=r"nowhere/game\.json cannot be written: there is no folder nowhere"):
        invoke("play", YARDSTICK, option, "nowhere/game.json")


def test_who_leaves_before_choosing_leaves_no_file(typed, tmp_path):
    typed["in turn"]("q")
    assert "left; the same command begins there again" in invoke("play", "misty")
    assert not list(tmp_path.iterdir())


def test_a_file_that_is_no_game_of_this_is_one_line(typed, tmp_path):
    typed["answer"] = middle
    invoke("play", YARDSTICK, "--save", "done.json", "--against", "random")
    for words, line in (
        (
            ["--file", "done.json"],
            r"done.json is a finished game \(medianoche replay done.json shows it\); name another",
        ),
        (["--file", "done.json", "--seed", "1"], r"done.json is another game: seed 0, here 1; name another --file"),
    ):
        with pytest.raises(ReplayError, match=line):
            invoke("play", YARDSTICK, *words)
    (tmp_path / "medianoche-misty.json").write_text("{")
    with pytest.raises(ReplayError, match=r"medianoche-misty\.json is not a replay"):
        invoke("play", "misty")
    assert "(you): score" in invoke("play", YARDSTICK, "--file", "done.json", "--new")


def test_a_hint_is_what_an_agent_would_do(typed):
    typed["in turn"]("h", "h", "q")
    text = invoke("play", "misty", "--hint", "greedy", "--seed", 2)
    env = envs.game("misty").aec()
    env.reset(2)
    hints = re.findall(r"hint: (.*) \((\d+) here\)", text)
    assert len(hints) == 2
    assert len(set(hints)) == 1
    legal = env.game.legal_actions(env.record).tolist()
    assert env.game.describe(env.record, legal[int(hints[0][1]) - 1]) == hints[0][0]


def test_hints_come_from_a_search_without_a_network_and_from_agents_that_there_are():
    assert play.adviser_of(envs.game(YARDSTICK)) == "ismcts:300ms"
    assert play.adviser_of(envs.game("misty")) == "net:300ms"
    on_the_page = {who.partition(":")[0] for who in hints(envs.game("misty"))}
    assert {who.partition(":")[0] for who in play.HINTS} == on_the_page
    with pytest.raises(AgentError, match="unknown agent 'oracle'"):
        invoke("play", "misty", "--hint", "oracle")


def test_what_was_chosen_is_kept_when_the_input_ends(tmp_path):
    called = Called(["play", YARDSTICK], b"1\n2\n")
    assert called.code == 2
    assert called.err.startswith("the input ended before the game did; the game is in medianoche-")
    assert len(list(tmp_path.iterdir())) == 1


def test_things_are_explained_and_a_game_without_names_says_how_to_ask(typed):
    typed["in turn"]("? crow", "? draws?", "?", "? 1", "? cro house", "? 0000000012", "q")
    text = invoke("play", "correo", "--seed", 5)
    assert re.search(r"^crow: walks in a straight line", text, re.MULTILINE)
    assert "nothing here is called 'cro house'; there is crow house" in text
    assert "explains one of: " in text
    assert "card I face up: take" in text
    typed["in turn"]("?", "? disc", "? 1", "q")
    text = invoke("play", YARDSTICK)
    assert text.count("this game has no names to explain; ? and the number of a choice explains the choice") == 2
    assert "nothing here is called" not in text


def test_correos_tile_is_turned_and_its_places_are_marked(typed):
    typed["in turn"]("2", "1", "1", "b", "q")
    text = invoke("play", "correo", "--seed", 5)
    assert re.search(r"1: +2:", text)
    assert re.search(r"\d\| 1\.  2\.", text)
    assert "on (1,1) (1,2) (1,3), level 1" in text  # what has happened: the places have room for numbers alone


def test_mistys_places_are_marked():
    game = envs.game("misty")
    state = game.new(seed=1)
    while state.phase != game.declaration.phases.PLACE or len(game.legal_actions(state)) < 3:
        game.step(state, game.heuristic(state))
    legal = game.legal_actions(state).tolist()
    drawn = "\n".join(game.declaration.chart(game.view(state, int(state.to_move)), [[action] for action in legal]))
    assert [f"[{number}]" in drawn for number in range(1, len(legal) + 2)] == [True] * len(legal) + [False]
