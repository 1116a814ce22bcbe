"""Agents on the page that follow a game: what they are shown, also after choices were taken back, and results."""

import json

import pytest

pytest.importorskip("uvicorn")

from medianoche.agents import seating
from tests.agents.test_seating import EAR
from tests.ui.pages import YARDSTICK
from tests.waiting import soon


@pytest.fixture
def ear(tmp_path):
    (tmp_path / "ear.py").write_text(EAR)
    return f"{tmp_path / 'ear.py'}:Ear"


def heard(tmp_path):
    file = tmp_path / "heard"
    return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []


def play(server, token, *columns):
    """Choose columns one after another, each when this seat is asked."""
    for column in columns:
        server.choose(token, column)
        server.until("asked", token)


def test_after_choices_were_taken_back_a_new_instance_is_shown_all_that_counts(server, ear, tmp_path):
    _, (token, *_) = server.new(game=YARDSTICK, seats=["you", ear])
    play(server, token, 3)
    server.post("/api/back", token)
    play(server, token, 4)
    numbers = [line[0] for line in heard(tmp_path)]
    assert numbers == [numbers[0]] * 3 + [numbers[-1]] * 3
    assert numbers[0] != numbers[-1]
    assert [line[1] for line in heard(tmp_path)] == ["watch", "watch", "act"] * 2


def test_two_tables_have_an_instance_each_and_the_results_are_told(server, ear, tmp_path):
    _, (_, _, first) = server.new(game=YARDSTICK, seats=[ear, ear])
    _, (_, _, second) = server.new(game=YARDSTICK, seats=[ear, ear])
    for token in (first, second):
        server.until("over", token)
    assert soon(lambda: [line[1] for line in heard(tmp_path)].count("over") == 2)
    results = {line[0]: line[3] for line in heard(tmp_path) if line[1] == "over"}
    assert len(results) == 2
    for token in (first, second):
        session = server.table(token)
        assert session.state["utility"][:2].tolist() in [utilities[0] for utilities in results.values()]
    for number in results:
        lines = [line for line in heard(tmp_path) if line[0] == number]
        acts = [line for line in lines if line[1] == "act"]
        assert len([line for line in lines if line[1] == "watch"]) == len(acts)  # one before each decision
        assert not server.sessions.agents.seating.players


def test_the_follower_that_was_used_longest_ago_is_given_up(server, ear, monkeypatch, tmp_path):
    monkeypatch.setattr(seating, "PLAYERS_LIMIT", 1)
    tokens = [server.new(game=YARDSTICK, seats=["you", ear])[1][0] for _ in range(2)]
    for token in (*tokens, tokens[0]):
        play(server, token, 0)
        assert len(server.sessions.agents.seating.players) == 1
    assert [line[1] for line in heard(tmp_path)].count("watch") == 2 + 2 + 4
