"""Compiling ahead, measuring it, and the tables of a game's page on the command line."""

import json

from typer.testing import CliRunner

from medianoche import envs
from medianoche.benchmarks.speed import compiling
from medianoche.cli.app import app

FOUR = "medianoche.benchmarks.speed.connect_four:ConnectFour"


def test_warmup_compiles_every_part():
    result = CliRunner().invoke(app, ["warmup", FOUR, "--processes", "2"])
    assert result.exit_code == 0, result.output
    assert "compiled code is in" in result.output


def test_every_part_is_reported_once():
    done = list(compiling.warm_up([envs.game(FOUR)], 2))
    assert sorted(done) == sorted(("connect_four", part) for part in compiling.PARTS)


def test_compiling_is_measured_by_part(tmp_path, monkeypatch):
    figures = dict.fromkeys(compiling.FULL_USE, (2.0, 3.0))
    monkeypatch.setattr(compiling, "cold_and_warm", lambda location: (figures, figures))
    file = tmp_path / "compile.json"
    result = CliRunner().invoke(app, ["bench", "compile", FOUR, "--out", str(file)])
    assert result.exit_code == 0, result.output
    assert f"{2.0 * len(figures):.1f}" in result.output
    assert json.loads(file.read_text())[FOUR]["empty"]["batch"] == [2.0, 3.0]
    assert set(compiling.measure(FOUR)) == set(compiling.FULL_USE)


def test_check_prints_the_tables_of_the_page():
    result = CliRunner().invoke(app, ["check", FOUR, "--tables"])
    assert result.exit_code == 0
    assert "| 42 | 42 | `other_discs` |" in result.output
