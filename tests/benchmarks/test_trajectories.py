"""Trajectories: every decision of the kept games, as a learner without the suite reads them."""

import json
import sqlite3

import numpy as np
import polars as pl
import pytest

from medianoche import envs
from medianoche.benchmarks.tournament import Spec, TournamentError, run_tournament
from medianoche.benchmarks.tournament import trajectories as module
from medianoche.benchmarks.tournament.database import FILE
from medianoche.benchmarks.tournament.store import Store
from tests.benchmarks.calls import Called


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    out = tmp_path_factory.mktemp("tournament")
    run_tournament(Spec.create("misty", ["greedy", "random"], 3), out, 12, save_replays=True)
    return out


def test_they_are_the_games_that_were_played(folder, tmp_path, monkeypatch):
    monkeypatch.setattr(module, "PART", 5)
    called = Called(["export", folder, "--trajectories", "--out", tmp_path])
    assert called.code == 0, called.err
    assert called.out.count("written: ") == 3
    table = pl.scan_parquet(tmp_path / "*.parquet").collect()
    misty = envs.game("misty")
    with Store.read(folder) as store:
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
    called = Called(["export", tmp_path, "--trajectories"])
    assert called.code == 2
    assert called.err.startswith("no game in ")
    assert called.err.count("\n") == 1


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
def test_a_damaged_file_is_one_line(folder, tmp_path, change):
    with sqlite3.connect(folder / FILE) as source, sqlite3.connect(tmp_path / FILE) as copy:
        source.backup(copy)
        copy.execute(change)
    source.close()
    copy.close()
    with pytest.raises(TournamentError) as error:
        list(module.trajectories(tmp_path, tmp_path / "out"))
    assert "\n" not in str(error.value)


def test_events_are_those_that_the_seat_has_learned_since_its_last_decision(folder, tmp_path, monkeypatch):
    monkeypatch.setattr(Store, "kept", lambda _: np.array([3]))
    (file,) = module.trajectories(folder, tmp_path, events=True)
    with Store.read(folder) as store:
        replay = store.replay(3)
    misty = envs.game("misty")
    state, heard = misty.new(3, seed=replay.seed), [[], [], []]
    for row in pl.read_parquet(file).rows(named=True):
        assert json.loads(row["events"]) == heard[row["seat"]]
        heard[row["seat"]] = []
        for seat in range(3):
            heard[seat] += [event.json() for event in misty.events(state, row["action"], seat)]
        misty.step(state, row["action"])
    assert state.done
