"""A result belongs to a player: a retrained bot does not go on with the results of its former weights."""

import json

import pytest

from tests.benchmarks.calls import Called, done, refused
from tests.benchmarks.conftest import YARDSTICK
from tests.benchmarks.test_reference import SMALL, quoted, rate

PLAYER = """
import json
from pathlib import Path

class Mine:
    def __init__(self):
        self.weights = json.loads(Path(__file__).with_suffix(".json").read_text())

    def act(self, turn):
        return (turn.action_mask * self.weights).argmax(axis=1)
"""
WEIGHTS = [[1, 2, 4, 8, 4, 2, 1], [8, 4, 2, 1, 2, 4, 8]]


@pytest.fixture
def player(tmp_path):
    (tmp_path / "mine.py").write_text(PLAYER)
    train(tmp_path, WEIGHTS[0])
    return f"{tmp_path / 'mine.py'}:Mine"


def train(folder, weights):
    (folder / "mine.json").write_text(json.dumps(weights))


def test_a_retrained_bot_is_rated_anew(tmp_path, player, monkeypatch):
    monkeypatch.chdir(tmp_path)
    words = ["rate", player, YARDSTICK, "--field", SMALL, "--games", 60]
    before = quoted(Called(words))
    assert quoted(Called(words)) == before
    train(tmp_path, WEIGHTS[1])
    after = quoted(Called(words))
    assert after.partition(": ")[2] != before.partition(": ")[2]
    assert len(list((tmp_path / "runs" / "rate").iterdir())) == 2
    train(tmp_path, WEIGHTS[0])
    assert quoted(Called(words)) == before


@pytest.mark.parametrize("command", ["tournament", "sprt", "rate"])
def test_a_folder_of_results_refuses_a_retrained_bot_in_one_line(tmp_path, player, command):
    words = [command, YARDSTICK, "--agents", player, "greedy", "--games", 40, "--out", tmp_path / "rated"]
    words = rate(tmp_path, "--games", 40, bot=player) if command == "rate" else words
    done(words)
    train(tmp_path, WEIGHTS[1])
    refused(words, "holds another tournament (fingerprints: ")
