"""Commands on a game that some deals end before a player has a choice: each plays it, measures it, or learns it."""

import pytest

from tests.cli.running import invoke

GAME = "tests.toys.natural:Natural"


@pytest.mark.parametrize(
    "words",
    [
        ("bench", "games", GAME, "--rounds", "1", "--seconds", "0.001", "--rows", "16", "--threads", "1"),
        ("tournament", GAME, "--agents", "random", "--agents", "greedy", "--games", "40"),
        ("playtest", GAME, "--agents", "random", "--agents", "greedy", "--games", "20", "--restricted", "2"),
        ("sizes", GAME, "--probes", "200"),
        ("exploit", GAME, "--victim", "greedy", "--budget", "2000", "--deals", "100"),
        ("check", GAME, "--games", "100"),
    ],
    ids=lambda words: words[0],
)
def test_a_command_plays_a_game_that_some_deals_end(words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    invoke(*words)
