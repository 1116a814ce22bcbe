"""Tournaments as plain tables."""

import csv
import sys
from itertools import permutations

import pytest

from medianoche.benchmarks.tournament import Spec, Store, TournamentError, run_tournament
from medianoche.benchmarks.tournament.export import export
from medianoche.benchmarks.tournament.report import Report

SHEETS = ["games", "table", "roles", "head_to_head", "seats", "scores", "pace"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("played")
    run_tournament(Spec.create("tests.benchmarks.games:Chase", ["random", "greedy"]), folder, 30)
    return folder


def read(file):
    with file.open(newline="") as text:
        return list(csv.DictReader(text))


def test_csv(folder, tmp_path):
    files = {file.stem: read(file) for file in export(folder, tmp_path / "out", "csv")}
    assert list(files) == SHEETS
    report = Report.of(folder)
    assert [float(row["elo"]) for row in files["table"]] == [line.elo for line in report.table]
    assert [int(row["games"]) for row in files["roles"]] == [15] * 4
    assert sum(float(row["share"]) for row in files["head_to_head"]) == pytest.approx(1)
    assert sum(int(row["seats"]) for row in files["scores"]) == 60
    assert sum(int(row["decisions"]) for row in files["pace"]) == report.speed.decisions
    assert {row["seat"] for row in files["seats"]} == {"enemy", "crew_0"}


def test_each_game_is_a_row(folder, tmp_path):
    rows = read(export(folder, tmp_path, "csv")[0])
    with Store.read(folder) as store:
        results = store.results()
    assert [int(row["game"]) for row in rows] == list(range(30))
    assert [[int(row["score_enemy"]), int(row["score_crew_0"])] for row in rows] == results.scores.tolist()
    assert [float(row["utility_enemy"]) for row in rows] == results.utilities[:, 0].tolist()
    assert {(row["agent_enemy"], row["agent_crew_0"]) for row in rows[:2]} == set(permutations(["random", "greedy"]))


def test_parquet(folder, tmp_path):
    polars = pytest.importorskip("polars")
    files = {file.stem: file for file in export(folder, tmp_path, "parquet")}
    assert list(files) == SHEETS
    assert not list(tmp_path.glob("*.csv"))
    games = polars.read_parquet(files["games"])
    assert games["game"].to_list() == list(range(30))
    assert games["utility_enemy"].dtype == polars.Float64
    assert games["score_enemy"].dtype == games["seed"].dtype == polars.Int64
    assert polars.read_parquet(files["table"])["elo"].dtype == polars.Float64


def test_figures_of_agents_that_never_met_are_numbers(tmp_path):
    polars = pytest.importorskip("polars")
    run_tournament(Spec.create("tests.benchmarks.games:Chase", ["random", "random#2", "greedy"]), tmp_path, 2)
    for kind in ("csv", "parquet"):
        files = {file.stem: file for file in export(tmp_path, tmp_path / kind, kind)}
        read_table = polars.read_csv if kind == "csv" else polars.read_parquet
        for name, column in (("head_to_head", "share"), ("table", "alpha_rank"), ("seats", "utility")):
            found = read_table(files[name])[column]
            assert found.dtype == polars.Float64
            assert found.is_nan().any()


def test_an_unknown_format_is_refused_and_a_library_that_is_missing_is_named(folder, tmp_path, monkeypatch):
    with pytest.raises(TournamentError, match="format 'xls' is not accepted; formats: csv, parquet"):
        export(folder, tmp_path, "xls")
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(TournamentError, match=r"pip install 'medianoche\[export\]'"):
        export(folder, tmp_path, "parquet")
