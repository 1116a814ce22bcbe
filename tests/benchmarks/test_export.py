"""Tournaments as plain tables, and trajectories: every decision of the kept games."""

import csv
import hashlib
import json
import shutil
import sys
from dataclasses import replace
from itertools import permutations

import numpy as np
import polars as pl
import pytest

from medianoche import envs
from medianoche.benchmarks.tournament import Spec, Store, TournamentError, croissant, run_tournament
from medianoche.benchmarks.tournament import trajectories as module
from medianoche.benchmarks.tournament.export import export
from medianoche.benchmarks.tournament.offline import _episodes
from medianoche.benchmarks.tournament.report import Report
from tests.benchmarks.calls import done, one_line, refused
from tests.benchmarks.conftest import YARDSTICK, altered

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
    report = Report.from_folder(folder)
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


def test_metadata_describe_every_file_and_column(folder, tmp_path):
    done(["export", folder, "--out", tmp_path])
    told = json.loads((tmp_path / croissant.FILE).read_text(encoding="utf-8"))
    for file, table in zip(told["distribution"], told["recordSet"], strict=True):
        data = (tmp_path / file["contentUrl"]).read_bytes()
        assert file["sha256"] == hashlib.sha256(data).hexdigest()
        columns = {field["name"]: field["dataType"] for field in table["field"]}
        assert not [field["name"] for field in table["field"] if "description" not in field]
        assert list(columns) == list(read(tmp_path / file["name"])[0])
    assert [table["name"] for table in told["recordSet"]] == SHEETS
    assert columns == {"agent": "sc:Text", "decisions": "sc:Integer", "seconds": "sc:Float"}
    assert "30 games" in told["description"]
    assert {"rai:dataLimitations", "rai:personalSensitiveInformation"} <= told.keys()


def test_without_mlcroissant_it_is_said_how_to_get_it(folder, tmp_path, monkeypatch):
    monkeypatch.setattr(croissant, "find_spec", lambda name: None)
    told = done(["export", folder, "--out", tmp_path])
    assert "croissant.json needs mlcroissant; install it with: pip install 'medianoche[croissant]'" in told
    assert (tmp_path / "games.csv").is_file()
    assert not (tmp_path / croissant.FILE).exists()


def test_without_polars_it_is_said_how_to_get_it(folder, monkeypatch):
    monkeypatch.setattr(module, "find_spec", lambda name: None)
    with pytest.raises(TournamentError, match="Parquet needs polars; install it with"):
        next(module.played_again(folder))


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
            figures = read_table(files[name])[column]
            assert figures.dtype == polars.Float64
            assert figures.is_nan().any()


def test_an_unknown_format_is_refused_and_a_library_that_is_missing_is_named(folder, tmp_path, monkeypatch):
    with pytest.raises(TournamentError, match="format 'xls' is not accepted; formats: csv, parquet"):
        export(folder, tmp_path, "xls")
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(TournamentError, match=r"pip install 'medianoche\[export\]'"):
        export(folder, tmp_path, "parquet")


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    out = tmp_path_factory.mktemp("tournament")
    run_tournament(Spec.create("misty", ["greedy", "random"], 3), out, 12, save_replays=True)
    return out


def test_they_are_the_games_that_were_played(kept, tmp_path, monkeypatch):
    monkeypatch.setattr(module, "PART", 5)
    assert done(["export", kept, "--trajectories", "--out", tmp_path]).count("written: ") == 4
    table = pl.scan_parquet(tmp_path / "*.parquet").collect()
    misty = envs.game("misty")
    with Store.read(kept) as store:
        results = store.results()
        for number in range(12):
            rows = table.filter(pl.col("game") == number).rows(named=True)
            replay = store.replay(number)
            assert [row["action"] for row in rows] == replay.actions
            assert [row["decision"] for row in rows] == list(range(len(rows)))
            state = misty.new(3, seed=replay.seed)
            for row in rows:
                seat = int(state.to_move)
                assert row["seat"] == seat
                assert row["agent"] == store.spec.agents[results.seats[number, seat]]
                assert row["legal"] == misty.legal_actions(state).tolist()
                seen = np.zeros(misty.observation_size, np.float32)
                seen[row["place"]] = row["value"]
                assert (seen == misty.observe(state, seat)).all()
                assert row["utility"] == np.float32(results.utilities[number, seat])
                assert row["score"] == results.scores[number, seat]
                misty.step(state, row["action"])
            assert state.done
    assert table["utility"].n_unique() > 1


def test_without_kept_games_there_are_none(tmp_path):
    run_tournament(Spec.create("misty", ["greedy", "random"]), tmp_path, 2)
    assert refused(["export", tmp_path, "--trajectories"]).startswith("no game in ")


FAULTY = """
import numpy as np
class Bot:
    name = "bot"
    def act(self, turn):
        chosen = np.array([np.flatnonzero(mask)[0] for mask in turn.action_mask])
        return np.where(turn.seeds % {of} == 0, 999, chosen)
"""


def forfeiting(tmp_path, of):
    """A tournament in which a bot forfeits one of `of` decisions; 16 games."""
    (tmp_path / "bot.py").write_text(FAULTY.format(of=of))
    spec = Spec.create(YARDSTICK, [f"{tmp_path / 'bot.py'}:Bot", "random"], forfeit=True)
    run_tournament(spec, tmp_path / "out", 16, save_replays=True)
    return tmp_path / "out"


def test_the_forfeited_decision_is_a_row_also_if_it_was_the_first(tmp_path):
    kept = forfeiting(tmp_path, 4)
    with Store.read(kept) as store:
        decisions = store.results().decisions
        lost = store.forfeits()
    assert 0 in decisions[:-1]
    ((table, batch),) = module.played_again(kept, YARDSTICK)
    assert batch.num_envs == 16
    for game, forfeit in lost.items():
        rows = table.filter(pl.col("game") == game)
        last = rows.row(-1, named=True)
        assert len(rows) == decisions[game] + 1
        assert (last["decision"], last["seat"]) == (forfeit.decision, forfeit.seat)
        assert (last["action"], last["forfeit_action"]) == (None, 999)
        assert len(last["legal"])
        assert rows["action"].null_count() == 1
        assert rows["forfeit_detail"].drop_nulls().to_list() == [forfeit.detail], "others would see what a seat knew"
        assert rows["forfeit_seat"].to_list() == [forfeit.seat] * len(rows)
    assert table.filter(pl.col("action").is_null())["game"].to_list() == list(lost)
    for episode in _episodes(table, batch):
        game = episode["options"]["game"]
        seat = episode["options"]["seat"]
        end = Store.read(kept).replay(game, YARDSTICK).play()
        assert (episode["observations"]["observation"][-1] == batch.game.observe(end.record, seat)).all()
        assert len(episode["actions"]) == len(episode["observations"]["observation"]) - 1 > 0
        assert episode["truncations"][-1] == (game in lost)
        assert episode["terminations"][-1] == (game not in lost)
        assert (game not in lost) == episode["rewards"].any()


def test_without_a_game_there_are_none(tmp_path):
    kept = forfeiting(tmp_path, 1)
    with pytest.raises(TournamentError, match="all kept games were forfeited"):
        list(module.trajectories(kept, tmp_path / "none", YARDSTICK, forfeits=False))
    with Store.open(tmp_path / "begun", Spec.create(YARDSTICK, ["greedy", "random"]), 4):
        pass
    with pytest.raises(TournamentError, match=r"no game in .* was kept"):
        list(module.trajectories(tmp_path / "begun", tmp_path / "none", YARDSTICK))


def test_files_of_another_export_are_named(kept, tmp_path, monkeypatch):
    monkeypatch.setattr(module, "PART", 5)
    assert len(list(module.trajectories(kept, tmp_path))) == 3
    monkeypatch.setattr(module, "PART", 6)
    with pytest.raises(TournamentError, match=r"00002.parquet is of another export; remove it"):
        list(module.trajectories(kept, tmp_path))


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE replays SET actions = x'ff' || SUBSTR(actions, 2) WHERE game = 3",
        "UPDATE replays SET actions = actions || actions WHERE game = 3",
        "UPDATE replays SET final = '0123456789abcdef' WHERE game = 3",
        "DELETE FROM games WHERE game = 3",
        "UPDATE games SET seed = 5 WHERE game = 3",
    ],
)
def test_a_damaged_file_is_one_line(kept, tmp_path, change):
    shutil.copytree(kept, tmp_path, dirs_exist_ok=True)
    altered(tmp_path, change)
    with one_line(TournamentError):
        list(module.trajectories(tmp_path, tmp_path / "out"))


def test_events_are_those_that_the_seat_has_learned_since_its_last_decision(kept, tmp_path, monkeypatch):
    monkeypatch.setattr(Store, "kept", lambda _: np.array([3]))
    (file,) = module.trajectories(kept, tmp_path, events=True)
    with Store.read(kept) as store:
        replay = store.replay(3)
    misty = envs.game("misty")
    state = misty.new(3, seed=replay.seed)
    heard = [[], [], []]
    for row in pl.read_parquet(file).rows(named=True):
        assert json.loads(row["events"]) == heard[row["seat"]]
        heard[row["seat"]] = []
        for seat in range(3):
            heard[seat] += [event.json() for event in misty.show.events(state, row["action"], seat)]
        misty.step(state, row["action"])
    assert state.done


@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_infinite_ends_of_intervals_are_numbers(folder, tmp_path, monkeypatch, kind):
    report = Report.from_folder(folder)
    table = [replace(line, low=-np.inf, high=np.inf) for line in report.table]
    monkeypatch.setattr(Report, "from_folder", lambda _: replace(report, table=table))
    files = {file.stem: file for file in export(folder, tmp_path / "out", kind)}
    read_table = pl.read_csv if kind == "csv" else pl.read_parquet
    rows = read_table(files["table"])
    assert set(rows["low"]) == {-np.inf}
    assert set(rows["high"]) == {np.inf}
