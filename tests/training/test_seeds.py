"""Several seeds of one training side by side, and the curves of their mean and range (docs/guides/equilibrium.md)."""

import csv
import json
import re

import numpy as np
import pytest

from medianoche.training import seeds
from tests.benchmarks.calls import done, larger, refused

KUHN = "medianoche.toys.poker:Kuhn"
CONFIG = """
game = "medianoche.toys.poker:Kuhn"
hidden = [16, 8]
margin = 0.0
threads = 1
seed = 3
[[stages]]
kind = "self-play"
rounds = 4
num_steps = 400
minibatch_size = 100
members = 4
[evaluation]
every = 0.5
games = 20
final_games = 0
opponents = ["random"]
simulations = 0
"""


@pytest.fixture
def config(tmp_path):
    file = tmp_path / "kuhn.toml"
    file.write_text(CONFIG)
    return file


@pytest.mark.parametrize("fails", [False, larger(True)])
def test_seeds_are_trained_side_by_side_and_drawn_and_one_that_fails_ends_the_command(config, tmp_path, fails):
    alone = tmp_path / "alone"
    out = tmp_path / "out"
    words = ["train", KUHN, "--config", config, "--out"]
    done([*words, alone])  # two processes that find the code compiled take half as long
    output = done([*words, out, "--seeds", 2])
    for file in ("policy.safetensors", "average.safetensors"):
        assert (out / "seed-3" / file).read_bytes() == (alone / file).read_bytes()
    assert re.search(r"NashConv in chips: [\d.]+ \([\d.]+ to [\d.]+, 2 seeds\)", output)
    assert "NashConv of the average policy in chips: " in output
    with (out / "curves.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert {row["seed"] for row in rows} == {"seed-3", "seed-4"}
    assert len({row["decisions"] for row in rows if row["seed"] == "seed-3"}) == 3
    assert (out / "curves.svg").read_text().startswith("<?xml")
    assert (out / "seed-4" / "average.safetensors").is_file()
    if fails:
        kept = (out / "seed-4" / "checkpoint.safetensors").read_bytes()
        (out / "seed-3" / "checkpoint.safetensors").write_bytes(b"nothing")
        assert refused([*words, out, "--seeds", 2]).startswith("seed 3 failed (exit code 2): checkpoint ")
        assert (out / "seed-4" / "checkpoint.safetensors").read_bytes() == kept


@pytest.mark.parametrize("more", [["--workers", "2"], ["--learner", "ppo"]])
def test_options_that_do_not_fit_seeds_are_refused(config, tmp_path, more):
    refused(["train", KUHN, "--seeds", "2", "--out", tmp_path / "out", *more], "--seeds")
    assert not (tmp_path / "out").exists()


def log_of(folder, points):
    """A training's log: a line for each round, and one for each measurement."""
    folder.mkdir()
    lines = [{"decisions": 50, "policy": 0.1}]
    lines += [{"decisions": decisions, seeds.CPU: cpu, "NashConv": value} for decisions, cpu, value in points]
    (folder / "log.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines) + '{"decisions": 9')
    return folder


def test_curves_are_means_over_the_measurements_that_all_have_at_the_same_points(tmp_path):
    one = log_of(tmp_path / "seed-0", [(100, 1.0, 0.5), (200, 2.0, 0.3)])
    other = log_of(tmp_path / "seed-1", [(110, 1.5, 0.7), (210, 2.5, 0.1)])
    stored = seeds.read([one, other])
    decisions, seconds, values = seeds.curve_of(stored, "NashConv")
    assert decisions.tolist() == [105, 205]
    assert seconds.tolist() == [1.25, 2.25]
    assert values.tolist() == [[0.5, 0.3], [0.7, 0.1]]
    assert seeds.summary(stored) == ["NashConv: 0.2000 (0.1000 to 0.3000, 2 seeds)"]
    assert seeds.decisions_of(one) == 200
    assert seeds.decisions_of(tmp_path / "none") == 0
    one = log_of(tmp_path / "seed-2", [(25, 1.0, 0.8), (50, 2.0, 0.6), (75, 3.0, 0.4), (100, 4.0, 0.2)])
    more = [(26, 1.0, 0.8), (52, 2.0, 0.6), (78, 3.0, 0.4), (104, 4.0, 0.3), (105, 4.1, 0.2)]
    stored = seeds.read([one, log_of(tmp_path / "seed-3", more)])
    decisions, _, values = seeds.curve_of(stored, "NashConv")
    assert decisions.tolist() == [25.5, 51, 76.5, 102.5]
    assert values.tolist() == [[0.8, 0.6, 0.4, 0.2]] * 2
    stored = seeds.read([log_of(tmp_path / "seed-4", []), tmp_path / "none"])
    assert seeds.names_of(stored) == []
    assert seeds.curve_of(stored, "NashConv")[2].shape == (2, 0)
    seeds.draw(tmp_path / "curves.svg", "kuhn", stored)
    assert np.all([point == [] for point in stored])
