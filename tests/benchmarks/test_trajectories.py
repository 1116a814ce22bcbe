"""Trajectories: every decision of the kept games, as a learner without the suite reads them."""

import json
import shutil

import numpy as np
import polars as pl
import pytest

from medianoche import envs
from medianoche.benchmarks.tournament import Spec, TournamentError, run_tournament
from medianoche.benchmarks.tournament import trajectories as module
from medianoche.benchmarks.tournament.offline import _episodes
from medianoche.benchmarks.tournament.store import Store
from tests.benchmarks.calls import done, one_line, refused
from tests.benchmarks.conftest import YARDSTICK, altered


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    out = tmp_path_factory.mktemp("tournament")
    run_tournament(Spec.create("misty", ["greedy", "random"], 3), out, 12, save_replays=True)
    return out


def test_they_are_the_games_that_were_played(folder, tmp_path, monkeypatch):
    monkeypatch.setattr(module, "PART", 5)
    assert done(["export", folder, "--trajectories", "--out", tmp_path]).count("written: ") == 3
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


def test_games_that_were_forfeited_before_a_decision_are_left_out(tmp_path):
    folder = forfeiting(tmp_path, 4)
    with Store.read(folder) as store:
        decisions = store.results().decisions
    assert 0 in decisions[:-1]
    ((table, batch),) = module.played_again(folder, YARDSTICK)
    games = table["game"].unique(maintain_order=True).to_list()
    assert games == np.flatnonzero(decisions).tolist()
    assert batch.num_envs == len(games)
    for episode in _episodes(table, batch):
        game, seat = episode["options"]["game"], episode["options"]["seat"]
        end = Store.read(folder).replay(game, YARDSTICK).play()
        assert (episode["observations"]["observation"][-1] == batch.game.observe(end.record, seat)).all()


def test_without_a_decision_or_a_game_there_are_none(tmp_path):
    folder = forfeiting(tmp_path, 1)
    altered(folder, "DELETE FROM replays WHERE actions != x''")  # the other agent may have decided before the bot
    with pytest.raises(TournamentError, match="no decision was made"):
        list(module.trajectories(folder, tmp_path / "none", YARDSTICK))
    with Store.open(tmp_path / "begun", Spec.create(YARDSTICK, ["greedy", "random"]), 4):
        pass
    with pytest.raises(TournamentError, match=r"no game in .* was kept"):
        list(module.trajectories(tmp_path / "begun", tmp_path / "none", YARDSTICK))


def test_files_of_another_export_are_named(folder, tmp_path, monkeypatch):
    monkeypatch.setattr(module, "PART", 5)
    assert len(list(module.trajectories(folder, tmp_path))) == 3
    monkeypatch.setattr(module, "PART", 6)
    with pytest.raises(TournamentError, match=r"00002.parquet is of another export; remove it"):
        list(module.trajectories(folder, tmp_path))


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
    shutil.copytree(folder, tmp_path, dirs_exist_ok=True)
    altered(tmp_path, change)
    with one_line(TournamentError):
        list(module.trajectories(tmp_path, tmp_path / "out"))


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
