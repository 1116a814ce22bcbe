"""Sweeps over ranges of settings: trained, rated in a field, continued, drawn (docs/guides/sweeps.md)."""

import csv
import errno
import re
import sys
import tomllib
from pathlib import Path

import pytest

from medianoche import envs
from medianoche.agents.network import NetHeader, Network
from medianoche.training.compiled.config import NetConfig
from medianoche.training.settings import TrainingError
from tests.benchmarks.calls import done, refused
from tests.benchmarks.conftest import YARDSTICK

pytest.importorskip("optuna")

from medianoche.benchmarks.reference.field import Reference, newest
from medianoche.benchmarks.studies.sweep import Range, Sweep, SweepSettings, TrialResult, draw, front
from medianoche.cli import reference
from medianoche.cli.common import new_console

FIELD = Path(__file__).parent / "fields" / "small.toml"
BASE = {
    "game": YARDSTICK,
    "threads": 1,
    "stages": [{"kind": "self-play", "rounds": 3, "num_steps": 300, "minibatch_size": 100}],
    "evaluation": {"games": 4, "simulations": 4},
}
SWEEP = """
trials = 1
games = 40
[ranges]
hidden = [[16, 8], [32, 8, 8]]
"stages.0.ent_coef" = { low = 0.001, high = 0.1, log = true }
"stages.0.update_epochs" = { low = 1, high = 3 }
"""


@pytest.fixture
def files(tmp_path):
    (tmp_path / "base.toml").write_text(NetConfig.from_tables("base", BASE).to_toml())
    (tmp_path / "sweep.toml").write_text(SWEEP)
    words = ["--config", tmp_path / "base.toml", "--field", FIELD, "--out", tmp_path / "out", "--at-once", 2]
    return tmp_path, ["sweep", YARDSTICK, tmp_path / "sweep.toml", *words]


def test_the_guide_s_file_is_accepted():
    text = (Path(__file__).parents[2] / "docs/guides/sweeps.md").read_text(encoding="utf-8")
    settings = SweepSettings(**tomllib.loads(re.search(r"```toml\n(.*?)```", text, re.DOTALL)[1]))
    assert settings.ranges["hidden"] == [[64, 32], [128, 64], [512, 256, 64]]
    assert settings.ranges["stages.1.update_epochs"] == Range(low=1, high=6)


def sweep_of(tmp_path, **changes):
    ranges = {"stages.0.update_epochs": {"low": 1, "high": 3}}
    settings = SweepSettings(**{"ranges": ranges, **changes})
    return Sweep(tmp_path / "out", settings, NetConfig.from_tables("base", BASE), FIELD)


@pytest.mark.larger
@pytest.mark.parametrize("trials", [2, 3])
def test_a_sweep_trains_rates_draws_and_goes_further(files, trials):
    folder, words = files
    out = done(words)
    assert "best: trial 0" in out
    assert out.count("CPU seconds: hidden") == 2  # the trial, and the best
    (folder / "sweep.toml").write_text(SWEEP.replace("trials = 1", f"trials = {trials}"))
    assert done(words).count("CPU seconds: hidden") == trials  # side by side, where there are several more
    with (folder / "out" / "trials.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [int(row["trial"]) for row in rows] == list(range(trials))
    for row in rows:
        config = NetConfig.read(folder / "out" / f"trial-00{row['trial']}" / "config.toml")
        assert str(list(config.hidden)) == row["hidden"]
        assert config.stages[0].ent_coef == float(row["stages.0.ent_coef"])
        assert config.stages[0].update_epochs == int(row["stages.0.update_epochs"])
        assert float(row["low"]) < float(row["elo"]) < float(row["high"])
        assert float(row["cpu_seconds"]) > 0
    best = NetConfig.read(folder / "out" / "best.toml")
    assert best.evaluation.games == 4  # measured as the configuration says, unlike the trials
    assert best.evaluation.final_games == 1000
    text = (folder / "out" / "sweep.svg").read_text()
    assert all(f">{name}<" in text for name in ("CPU seconds", "hidden", "stages.0.ent_coef", "stages.0.update_epochs"))
    (folder / "sweep.toml").write_text(SWEEP.replace("games = 40", "games = 50"))
    refused(words, "holds another sweep (sweep.games: 40 there, 50 here)")


def test_a_game_that_is_in_no_field_gets_one_of_its_own_once(tmp_path, monkeypatch, four):
    monkeypatch.setattr(reference, "OWN_GAMES", 12)
    assert reference.field_of(new_console(), envs.game("misty"), 2, tmp_path) == newest()
    file = reference.field_of(new_console(), four, None, tmp_path / "out")
    table = Reference.read(file).table(four, 2)
    assert [member.agent for member in table.members] == ["random", "greedy", "ismcts:100"]
    assert table.games == 12
    before = file.read_bytes()
    assert reference.field_of(new_console(), four, None, tmp_path / "out") == file
    assert file.read_bytes() == before
    settings = SweepSettings(ranges={"stages.0.update_epochs": {"low": 1, "high": 3}})
    assert Sweep(tmp_path / "out", settings, NetConfig.from_tables("base", BASE), file).table == table


def test_a_trial_that_was_stopped_goes_on_with_its_settings(tmp_path):
    first = sweep_of(tmp_path)
    number = first.ask()
    later = sweep_of(tmp_path)
    assert later.unfinished() == [number]
    assert later.drawn(number) == first.drawn(number)
    later.give_up(number)
    assert sweep_of(tmp_path).unfinished() == []
    assert sweep_of(tmp_path).ask() == number + 1


def test_a_full_disk_leaves_the_settings_of_a_sweep(tmp_path, monkeypatch):
    sweep_of(tmp_path)
    file = tmp_path / "out" / "sweep.toml"
    before = file.read_text()

    def full(file, text, **words):
        with file.open("w") as out:
            out.write(text[:5])
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    with pytest.raises(OSError, match="No space left"):
        sweep_of(tmp_path, trials=30)
    assert file.read_text() == before


def test_minutes_and_lists_are_drawn(tmp_path):
    base = {**BASE, "stages": [{"kind": "self-play", "minutes": 1}, {"kind": "self-play", "minutes": 3}]}
    ranges = {"minutes": {"low": 2.0, "high": 2.5}, "evaluation.opponents": [["random"], ["greedy"]]}
    sweep = Sweep(tmp_path, SweepSettings(ranges=ranges), NetConfig.from_tables("base", base), FIELD)
    drawn = sweep.drawn(sweep.ask())
    assert 2 <= drawn["minutes"] <= 2.5
    assert drawn["evaluation.opponents"] in (["random"], ["greedy"])
    config = sweep.config(drawn, measured=True)
    assert list(config.evaluation.opponents) == drawn["evaluation.opponents"]
    assert [stage.minutes for stage in config.stages] == pytest.approx([drawn["minutes"] / 4, drawn["minutes"] * 3 / 4])


@pytest.mark.parametrize(
    ("ranges", "line"),
    [
        (
            {"stages.1.update_epochs": [1, 2]},
            r"ranges: stages\.1\.update_epochs: no '1' in the configuration; there are 0",
        ),
        ({"stages.0.passion": [1, 2]}, "stages.0.passion: Extra inputs are not permitted"),
        (
            {"stages.0.update_epochs": {"low": 0, "high": 2}},
            "stages.0.update_epochs: accepted: 1 to 1,000,000,000",
        ),
        ({"stages": [1, 2]}, "stages: "),
        ({"stages.0.update_epochs": [1, 0, 2]}, "stages.0.update_epochs: accepted: 1 to 1,000,000,000"),
        ({"minutes": ["a", 2.0]}, r"ranges: minutes: Input should be a valid number \(given 'a'\)"),
        ({"minutes": [-1.0, 1.0]}, "ranges: minutes: Input should be greater than 0"),
        ({"minutes": [True]}, "ranges: minutes: Input should be a valid number"),
        ({"stages.0": [1, 2]}, r"ranges: stages\.0: no key of the configuration"),
    ],
)
def test_keys_and_values_that_cannot_be_are_refused_before_anything_is_trained(tmp_path, ranges, line):
    with pytest.raises(TrainingError, match=line):
        sweep_of(tmp_path, ranges=ranges)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("trials = 2", "ranges: Field required"),
        ("[ranges]", "ranges: "),
        ("[ranges]\nwide = { low = 3, high = 2 }", "low has to be below high"),
        ("[ranges]\nwide = { low = 3, high = 2 }", "sweep.toml: ranges.wide: low has"),
        ("[ranges]\nwide = 3", r"sweep.toml: ranges.wide: accepted: a table with low and high, or a list of values"),
        ("[ranges]\nwide = { low = 'a', high = 2 }", "sweep.toml: ranges.wide.low: Input should be a valid"),
        ("[ranges]\nwide = { low = 1 }", "sweep.toml: ranges.wide.high: Field required"),
        ("[ranges]\nwide = { low = 1, high = 2, step = 1 }", "sweep.toml: ranges.wide.step: Extra inputs"),
        ("[ranges]\nwide = { low = 0, high = 2, log = true }", "above 0 with log"),
        ("[ranges]\nwide = { low = 0, high = inf }", "both are finite"),
        ("[ranges]\nwide = { low = -inf, high = 1.0 }", "both are finite"),
        ("[ranges]\nx = []", "ranges: x: an empty list"),
        ('[ranges]\n"game" = ["evil:X"]', "ranges: game: a sweep is of one game"),
        ("trails = 2\n[ranges]\nwide = [4]", "trails"),
    ],
)
def test_a_wrong_file_is_one_line(files, text, line):
    folder, words = files
    (folder / "sweep.toml").write_text(text)
    refused(words, line)


def test_the_settings_of_a_sweep_import_nothing_and_without_optuna_one_line_says_what_to_install(files, monkeypatch):
    folder, words = files
    (folder / "evil.py").write_text("raise SystemExit('imported')\n")
    monkeypatch.syspath_prepend(folder)
    for key in ("game", "pack", "start", "options.game", "stages.0.agent"):
        (folder / "sweep.toml").write_text(f'[ranges]\n"{key}" = ["evil:X", "evil.py:X"]\n')
        refused(words)
    assert "evil" not in sys.modules
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    refused(words, "a sweep needs optuna; install: pip install 'medianoche[sweep]'")


def test_a_sweep_from_another_network_is_another_sweep(tmp_path):
    start = tmp_path / "start.safetensors"
    base = NetConfig.from_tables("base", BASE)
    header = NetHeader.made_for(envs.game(YARDSTICK), hidden=(8,))
    networks = [Network.new(header, seed) for seed in range(2)]
    ranges = {"start": [str(start)]}
    networks[0].save(start)
    for _ in range(2):
        Sweep(tmp_path / "out", SweepSettings(ranges=ranges), base, FIELD)
    networks[1].save(start)
    with pytest.raises(TrainingError, match=r"holds another sweep \(fingerprints\..*start.safetensors: "):
        Sweep(tmp_path / "out", SweepSettings(ranges=ranges), base, FIELD)


def test_the_front_holds_what_nothing_beats_in_cost_and_elo(tmp_path):
    rows = [(10, 100.0), (20, 90.0), (30, 300.0), (40, 250.0), (50, 400.0), (50, 350.0)]
    results = [
        TrialResult(number, {"wide": number, "pace": 0.1}, elo, elo - 50, elo + 50, cost)
        for number, (cost, elo) in enumerate(rows)
    ]
    assert [result.number for result in front(results)] == [0, 2, 4]
    settings = SweepSettings(ranges={"wide": [1, 2], "pace": Range(low=0.1, high=1.0, log=True)})
    draw(tmp_path / "sweep.svg", "a game", settings, results)
    assert "CPU seconds" in (tmp_path / "sweep.svg").read_text()
