"""Strength over work: networks of several sizes and seeds, rated while they learn."""

import re
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from medianoche.benchmarks.studies.scaling import POINTS, main
from medianoche.training.settings import TrainingError
from tests.benchmarks.conftest import YARDSTICK

FIELD = Path(__file__).parent / "fields" / "small.toml"


def test_sizes_and_seeds_are_rated_over_decisions_and_time(tmp_path):
    app = typer.Typer()
    app.command()(main)
    sizes, numbers = ["--sizes", "16-8"], ["--seed", "3", "--seed", "4"]
    effort = ["--decisions", "1000", "--field-games", "100"]
    words = [YARDSTICK, *sizes, *numbers, *effort, "--field", str(FIELD), "--out", str(tmp_path)]
    first = CliRunner().invoke(app, words, catch_exceptions=False).stdout
    rows = re.findall(r"^\| \S+ \| ([\d-]+) \| 2 \| (\S+) \| \S+ \| -?\d+ ± \d+ \|$", first, re.MULTILINE)
    assert [size for size, _ in rows] == ["16-8"] * POINTS
    decisions = [float(each) for _, each in rows]
    assert decisions == sorted(decisions)
    assert len(list(tmp_path.glob("*/ratings-small-100.json"))) == 2
    assert "CPU minutes" in (tmp_path / "scaling.svg").read_text(encoding="utf-8")
    again = CliRunner().invoke(app, [*words, *numbers], catch_exceptions=False).stdout  # a seed twice counts once
    assert again == first[first.index("| game") :]
    words[words.index("1000")] = "2000"
    with pytest.raises(TrainingError, match="holds another training"):
        CliRunner().invoke(app, words, catch_exceptions=False)


def test_sizes_that_are_none_are_refused():
    app = typer.Typer()
    app.command()(main)
    found = CliRunner().invoke(app, [YARDSTICK, "--sizes", "big", "--field", str(FIELD)])
    assert found.exit_code == 2
    assert "'big'" in found.stderr
