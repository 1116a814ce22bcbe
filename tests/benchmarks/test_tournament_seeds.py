"""`medianoche tournament --seeds`: the summary over seeds."""

import csv
from statistics import mean, stdev

import pytest

from medianoche.benchmarks.tournament.report import Report
from medianoche.benchmarks.tournament.seeds import over_seeds
from tests.benchmarks.calls import Called
from tests.benchmarks.conftest import YARDSTICK


def test_means_over_seeds_have_intervals_of_student(tmp_path):
    words = ["tournament", YARDSTICK, "--agents", "random", "greedy", "--games", "8", "--seed", "5", "--seeds", "3"]
    called = Called([*words, "--out", tmp_path])
    assert called.code == 0, called.err
    assert "3 seeds" in called.out
    reports = [Report.of(tmp_path / f"seed-{seed}") for seed in (5, 6, 7)]
    assert [report.spec.seed for report in reports] == [5, 6, 7]
    rows = over_seeds(reports)
    utilities = [next(line.utility for line in report.table if line.agent == "greedy") for report in reports]
    assert len(set(utilities)) > 1
    found = next(row for row in rows if row.agent == "greedy").figures["utility"]
    middle, reach = mean(utilities), 4.302653 * stdev(utilities) / 3**0.5  # Student's t, 2 degrees of freedom
    assert found == pytest.approx((middle, middle - reach, middle + reach), rel=1e-4)
    with (tmp_path / "seeds.csv").open(encoding="utf-8", newline="") as file:
        stored = {(line["agent"], line["figure"]): float(line["value"]) for line in csv.DictReader(file)}
    assert stored["greedy", "utility"] == found.value
    assert rows[0].figures["elo"].value >= rows[1].figures["elo"].value


def test_one_seed_has_a_folder_without_a_summary_and_none_is_refused(tmp_path):
    words = ["tournament", YARDSTICK, "--games", "2", "--out", tmp_path]
    assert Called([*words, "--seeds", "0"]).code == 2
    assert Called(words).code == 0
    assert not (tmp_path / "seeds.csv").exists()
