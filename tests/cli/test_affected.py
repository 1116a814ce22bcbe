"""`medianoche affected` finds the results of a game in the files themselves, and every shipped one fits its game."""

from pathlib import Path

import pytest

from medianoche import envs
from medianoche.cli import affected
from tests.benchmarks.calls import Called

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", envs.names())
def test_what_is_shipped_fits_the_games(name):
    lines = list(affected.results(envs.game(name), ROOT))
    assert [result for result in lines if result.complaint not in ("", affected.UNTOLD, affected.KEPT)] == []
    files = {result.file for result in lines}
    assert files >= {
        f"training/networks/{name}.safetensors",
        f"training/networks/ppo/{name}.safetensors",
        f"tests/envs/{name}/perft.json",
        f"envs/{name}/README.md",
        "benchmarks/BASELINES.md",
        "benchmarks/LEADERBOARD.md",
        "agents/levels.toml",
        f"src/medianoche/ui/puzzles/{name}.json",
        "benchmarks/reference/1.toml",
    }
    assert {f"tests/envs/{name}/golden/{file.name}" for file in ROOT.glob(f"tests/envs/{name}/golden/*")} <= files


def test_another_version_fits_nothing_that_tells_its_own(monkeypatch):
    misty = envs.game("misty")
    monkeypatch.setattr(misty, "version", 7)
    lines = list(affected.results(misty, ROOT))
    said = {result.complaint for result in lines if result.holds != "levels of play"}  # those are of the network
    assert said == {"version 0, this is 7", "names version 0, this is 7", affected.UNTOLD, affected.KEPT}
    assert {result.file for result in lines if result.complaint == affected.KEPT} == {
        f"benchmarks/reference/{number}.toml" for number in (1, 2, 3)
    }
    assert not [result for result in lines if result.complaint == affected.UNTOLD and "golden" in result.file]


def test_an_observation_of_another_length_is_told(monkeypatch):
    misty = envs.game("misty")
    present = affected.current(misty) | {"observation_size": 1}
    (line,) = affected.network("n", affected.current(misty), misty, present)
    assert line.complaint == f"observation size {misty.observation_size}, this is 1"


def test_puzzles_of_another_pack_are_told():
    misty = envs.game("misty")
    file = ROOT / "src/medianoche/ui/puzzles/misty.json"
    present = affected.current(misty)
    assert affected.puzzles("p", file, misty, present).complaint == ""
    assert affected.puzzles("p", file, misty, present | {"pack_hash": "0" * 16}).complaint == "another pack"


def test_the_command_prints_a_table_and_ends_with_1_if_something_does_not_fit(monkeypatch):
    called = Called(["affected", "misty"])
    assert called.code == 0
    assert "training/networks/misty.safetensors" in called.out
    monkeypatch.setattr(envs.game("misty"), "version", 7)
    assert Called(["affected", "misty"]).code == 1
