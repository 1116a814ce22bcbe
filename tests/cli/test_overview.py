"""The first lines of a training."""

import time

import pytest
from typer.testing import CliRunner

from medianoche import envs
from medianoche.cli import overview
from medianoche.cli.app import app
from medianoche.training.compiled.config import NetConfig
from medianoche.training.settings import TrainingError


def test_the_first_lines_say_what_is_trained_against_whom_and_until_when(monkeypatch, tmp_path):
    noon = time.mktime((2026, 11, 24, 12, 0, 0, 0, 0, -1))
    monkeypatch.setattr(overview.time, "time", lambda: noon)
    monkeypatch.setattr(overview.time, "localtime", lambda now=noon, real=time.localtime: real(now))
    stages = [
        {"kind": "imitation", "minutes": 2, "agent": "ismcts:100"},
        {"kind": "self-play", "minutes": 7.5, "snapshots": 0.15, "heuristic": 0.25},
        {"kind": "expert", "minutes": 0.5, "simulations": 32},
    ]
    config = NetConfig.from_tables("here", {"game": "misty", "stages": stages, "seed": 4})
    measured = "measured during the training: 100 games each against random, greedy, alone and with 64 simulations; "
    measured += "then a tournament of 1,000 games"
    assert overview.of_net(config, envs.game("misty"), tmp_path) == [
        "misty, 2 players, pack standard: a network 128-64, from random weights",
        "1. imitation, 2 minutes: of ismcts:100, which labels every decision",
        "2. self-play, 7.5 minutes: against itself 60%, former networks 15%, the heuristic 25%",
        "3. expert, 0.5 minutes: learns from its own search with 32 simulations",
        measured,
        f"in {tmp_path}: 2 threads, seed 4, 10 minutes and the measurements: after 12:10",
    ]
    unmeasured = {"game": "misty", "evaluation": {"opponents": [], "final_games": 0}}
    lines = overview.of_net(NetConfig.from_tables("here", unmeasured), envs.game("misty"), tmp_path)
    assert "measured during the training: nothing" in lines
    assert overview.clock(13 * 60) == "01:00 on 25 November"
    rounds = NetConfig.from_tables(
        "here", {"game": "misty", "stages": [{"kind": "self-play", "rounds": 2000, "policy_coef": 0}]}
    )
    assert overview.of_stage(rounds.stages[0]).endswith(
        "2,000 rounds: against itself 90%, former networks 10%, only values learn"
    )
    tables = {"game": "correo", "stages": [{**stages[2], "policy_phases": ["take", "place"], "agreeing": True}]}
    twice = NetConfig.from_tables("here", tables).stages[0]
    assert overview.of_stage(twice).endswith("learns from its own search in take, place with 32 simulations, twice")
    assert overview.length(rounds.stages) == "of a fixed number of rounds"


@pytest.mark.parametrize(
    ("hidden", "line"),
    [
        ("256;64", "--hidden '256;64' is not accepted; give integers with commas: 256,64"),
        ("0,64", "--hidden '0,64' is not accepted"),
        ("8,8,8,8,8,8,8,8,8", "hidden: Tuple should have at most 8 items"),
        ("30,5000", "hidden.1: Input should be less than or equal to 4096"),
    ],
)
def test_widths_that_cannot_be_are_refused_in_one_line(hidden, line, tmp_path):
    words = ["train", "misty", "--hidden", hidden, "--out", str(tmp_path / "run")]
    result = CliRunner().invoke(app, words)
    assert isinstance(result.exception, TrainingError)
    assert line in str(result.exception)
    assert not (tmp_path / "run").exists()
