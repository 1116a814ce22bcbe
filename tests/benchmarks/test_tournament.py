"""A tournament is the same however it is cut, stopped, killed and continued; kept games, and several seeds."""

import csv
import json
import random
import signal
import sqlite3
import subprocess
import sys
import time
from statistics import mean, stdev

import numpy as np
import pytest

from medianoche import envs
from medianoche.benchmarks.tournament import Schedule, Spec, Store, TournamentError, play_shard, run_tournament
from medianoche.benchmarks.tournament.report import Report
from medianoche.benchmarks.tournament.seeds import over_seeds
from medianoche.benchmarks.tournament.store import FILE
from tests.benchmarks.calls import Called, done, larger, one_line, refused
from tests.benchmarks.conftest import YARDSTICK
from tests.benchmarks.test_reference import SMALL, quoted, rate
from tests.waiting import soon

TWO = ["random", "greedy"]


@pytest.fixture(scope="module")
def spec():
    return Spec.create("misty", TWO, seed=5)


@pytest.fixture(scope="module")
def whole(spec, tmp_path_factory):
    """The folder of a tournament of 300 games played in one go."""
    folder = tmp_path_factory.mktemp("whole")
    run_tournament(spec, folder, 300)
    return folder


def test_a_shard_does_not_depend_on_where_it_is_cut(spec):
    together = play_shard(spec, 0, 40)
    alone = play_shard(spec, 13, 14)
    for name in ("deals", "lineups", "seats", "seeds", "scores", "utilities", "decisions"):
        np.testing.assert_array_equal(getattr(together, name)[13:14], getattr(alone, name))


def test_the_same_deal_is_played_with_the_seats_turned_and_utilities_are_those_of_the_games(spec):
    shard = play_shard(spec, 0, 2)
    assert shard.seeds[0] == shard.seeds[1] == spec.deal_seed(0)
    assert shard.seats[0].tolist() == shard.seats[1].tolist()[::-1]
    shard = play_shard(spec, 0, 64)
    assert shard.scores.shape == shard.utilities.shape == (64, 2)
    np.testing.assert_allclose(shard.utilities.sum(axis=1), 0)
    assert shard.decisions.sum() == shard.agent_decisions.sum()
    assert (shard.decisions > 0).all()
    assert 0 < shard.agent_seconds.sum() < shard.seconds


@pytest.mark.parametrize("players", [larger(2), larger(3), 4])
def test_three_agents_play_at_every_table_size(players, tmp_path, bots):
    spec = Spec.create("misty", [*TWO, f"{bots}:First"], players=players)
    cycle = Schedule(3, players).cycle
    run_tournament(spec, tmp_path / "out", cycle)
    report = Report.from_folder(tmp_path / "out")
    assert len(report.table) == 3
    assert len({line.games for line in report.table}) == 1
    assert report.table[0].agent == "greedy"


def test_rows_and_results_come_back_as_the_games_were_played(spec, whole):
    database = sqlite3.connect(whole / FILE)
    database.row_factory = sqlite3.Row
    row = dict(database.execute("SELECT * FROM games WHERE game = 7").fetchone())
    database.close()
    shard = play_shard(spec, 7, 8)
    assert json.loads(row["seats"]) == [TWO[number] for number in shard.seats[0]]
    assert json.loads(row["scores"]) == shard.scores[0].tolist()
    assert json.loads(row["utilities"]) == pytest.approx(shard.utilities[0].tolist(), abs=1e-6)
    assert json.loads(row["options"]) == envs.game("misty").content.options({}).model_dump(mode="json")
    assert row["pack"] == envs.game("misty").content.read_pack("standard").hash
    assert (row["seed"], row["deal"], row["lineup"]) == (shard.seeds[0], shard.deals[0], shard.lineups[0])
    assert row["decisions"] == shard.decisions[0]
    shard = play_shard(spec, 0, 300)
    with Store.read(whole) as store:
        results = store.results()
        speed = store.speed()
        assert store.played == store.target == 300
        assert store.missing() == []
    np.testing.assert_array_equal(results.seats, shard.seats)
    np.testing.assert_array_equal(results.scores, shard.scores)
    np.testing.assert_array_equal(results.deals, shard.deals)
    np.testing.assert_allclose(results.utilities, shard.utilities, atol=1e-6)
    assert speed.decisions == shard.decisions.sum()


def test_missing_games_are_the_gaps(spec, tmp_path):
    with Store.open(tmp_path, spec, 30) as store:
        assert store.missing() == [range(30)]
        store.add(play_shard(spec, 4, 9))
        store.add(play_shard(spec, 20, 30))
        store.add(play_shard(spec, 8, 10))  # game 8 a second time
        assert store.missing() == [range(4), range(10, 20)]
        assert store.played == 16


def test_asking_for_more_plays_on(spec, whole, rows, tmp_path):
    calls = []
    run_tournament(spec, tmp_path, 100, 7)
    run_tournament(spec, tmp_path, 300, 150, lambda played, asked: calls.append((played, asked)))
    assert calls == [(100, 300), (250, 300), (300, 300)]
    assert rows(tmp_path) == rows(whole)


@pytest.mark.parametrize(("workers", "kept"), [larger(1, 1), (1, 150), larger(2, 1), larger(2, 150)])
def test_killed_at_any_moment_it_goes_on_to_the_same_end(workers, kept, whole, rows, tmp_path, environment):
    folder = tmp_path / "killed"
    rng = random.Random(kept)
    words = ["tournament", "misty", "--agents", *TWO, "--seed", "5", "--shard", "2", "--workers", str(workers)]
    command = [sys.executable, "-m", "medianoche", *words, "--games", "300", "--out", str(folder)]
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    wait_for(folder, kept, process)
    time.sleep(rng.random() / 50)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    with Store.read(folder) as store:
        assert kept <= store.played < 300
    run_tournament(Spec.create("misty", TWO, seed=5), folder, 300)
    assert rows(folder) == rows(whole)
    assert Report.from_folder(folder).cells() == Report.from_folder(whole).cells()


def wait_for(folder, games, process):
    """Wait until so many games are stored."""

    def stored():
        assert process.poll() is None, process.stderr.read().decode()
        try:
            with Store.read(folder) as store:
                return store.played >= games
        except TournamentError:
            return False

    assert soon(stored, every=0.02)  # each look reads the file


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"seed": 6}, "holds another tournament (seed: 5 there, 6 here)"),
        ({"agents": ["greedy", "random"]}, "(agents: random greedy there, greedy random here)"),
        ({"players": 3}, "(players: 2 there, 3 here)"),
        ({"pack": 1}, "(pack: standard there, 1 here)"),
        ({"variant": "introductory"}, "(options: "),
    ],
)
def test_the_folder_of_another_tournament_is_refused(whole, change, words):
    fields = {"agents": TWO, "seed": 5, **change}
    with one_line(TournamentError, words):
        run_tournament(Spec.create("misty", **fields), whole, 1000)


def test_a_tournament_without_games_may_be_replaced(spec, tmp_path):
    Store.open(tmp_path, Spec.create("misty", TWO, players=3), 10).database.close()
    run_tournament(spec, tmp_path, 4)
    assert Report.from_folder(tmp_path).summary.games == 4


def test_fewer_games_than_there_are_and_senseless_numbers_are_refused(spec, whole, tmp_path):
    with pytest.raises(TournamentError, match="has 300 games already, 100 asked for; ask for 300 or more"):
        run_tournament(spec, whole, 100)
    for games, shard in ((0, None), (-5, None), (10, 0)):
        with pytest.raises(TournamentError, match="is not accepted; give at least 1"):
            run_tournament(spec, tmp_path, games, shard)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"agents": ["random"]}, "at least 2 agents, all different; given: random"),
        ({"agents": ["random", "random"]}, "all different; given: random, random; one agent twice: random#1 random#2"),
        ({"agents": ["random", "nobody"]}, "unknown agent 'nobody'"),
        ({"agents": ["random", "bot\udcff.py:Bot"]}, r"'bot\udcff.py:Bot' cannot be kept in a tournament's file; give"),
        ({"pack": "two\nlines.toml"}, r"'two\nlines.toml' cannot be kept in a tournament's file; give"),
        ({"players": 9}, "not for 9 players"),
        ({"seed": -1}, "seed -1 is not accepted"),
        ({"seed": 2**31}, "give an integer from 0 to 2147483647"),
        ({"pack": "none"}, "unknown pack 'none'"),
        ({"colour": "red"}, "no option 'colour'"),
        ({"game": "chess"}, "unknown game 'chess'"),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_line(arguments, words):
    with one_line(ValueError, words):
        Spec.create(**{"game": "misty", "agents": TWO, **arguments})


def test_what_is_no_tournament_or_was_stopped_before_it_began_is_refused(spec, tmp_path):
    with pytest.raises(TournamentError, match="no tournament in"):
        Store.read(tmp_path)
    (tmp_path / FILE).write_text("this is no database, this is no database, this is no database")
    with pytest.raises(TournamentError, match="file is not a database"):
        Store.read(tmp_path)
    with pytest.raises(TournamentError, match="file is not a database"):
        run_tournament(spec, tmp_path, 4)
    file = tmp_path / "file"
    file.touch()
    with pytest.raises(TournamentError, match="File exists"):
        run_tournament(spec, file, 4)
    (tmp_path / FILE).write_bytes(b"")
    with pytest.raises(TournamentError, match="was stopped before it began"):
        Store.read(tmp_path)
    Store.open(tmp_path, spec, 4).database.close()
    with pytest.raises(TournamentError, match=r"no game of the tournament in .* is finished yet"):
        Report.from_folder(tmp_path)


def test_a_spec_survives_json_and_a_game_is_dealt_from_its_seed(spec):
    assert Spec.from_json(spec.to_json()) == spec
    assert spec.difference(Spec.from_json(spec.to_json())) == ""
    shard = play_shard(spec, 8, 9)
    game = envs.game("misty")
    batch = game.batch(1, num_players=2, seeds=shard.seeds, autoreset=False)
    state = game.new(2, seed=int(shard.seeds[0]))
    assert batch.states[0].tobytes() == state.tobytes()


def test_every_kept_game_is_verified_and_takes_few_bytes(tmp_path):
    spec = Spec.create("misty", TWO, players=3, pack=3, seed=2, variant="introductory")
    run_tournament(spec, tmp_path, 20, save_replays=True)
    shard = play_shard(spec, 0, 20)
    with Store.read(tmp_path) as store:
        for game in range(20):
            replay = store.replay(game)
            assert replay.play().record.scores[:3].tolist() == shard.scores[game].tolist()
            assert len(replay.actions) == shard.decisions[game]
        lengths = store.database.execute("SELECT length(actions), decisions FROM replays JOIN games USING (game)")
        assert all(length == decisions for length, decisions in lengths)


def test_recording_changes_no_game(spec):
    plain = play_shard(spec, 3, 9)
    recorded = play_shard(spec, 3, 9, record=True)
    assert plain.scores.tolist() == recorded.scores.tolist()
    assert plain.actions is None
    assert len(recorded.actions) == recorded.decisions.sum()
    assert recorded.actions.max() < envs.game("misty").num_actions


def test_what_was_not_kept_is_said(spec, tmp_path):
    run_tournament(spec, tmp_path, 3)
    run_tournament(spec, tmp_path, 5, save_replays=True)
    with Store.read(tmp_path) as store:
        assert store.replay(4).play().record.done
        with pytest.raises(TournamentError, match=r"no replay of game 1 in .*; 2 games were played with --save"):
            store.replay(1)


@pytest.mark.usefixtures("quick")
def test_means_over_seeds_have_intervals_of_student(tmp_path):
    words = ["tournament", YARDSTICK, "--agents", "random", "greedy", "--games", "8", "--seed", "5", "--seeds", "3"]
    assert "3 seeds" in done([*words, "--out", tmp_path])
    reports = [Report.from_folder(tmp_path / f"seed-{seed}") for seed in (5, 6, 7)]
    assert [report.spec.seed for report in reports] == [5, 6, 7]
    rows = over_seeds(reports)
    utilities = [next(line.utility for line in report.table if line.agent == "greedy") for report in reports]
    assert len(set(utilities)) > 1
    estimate = next(row for row in rows if row.agent == "greedy").figures["utility"]
    # Student's t, 2 degrees of freedom
    middle = mean(utilities)
    reach = 4.302653 * stdev(utilities) / 3**0.5
    assert estimate == pytest.approx((middle, middle - reach, middle + reach), rel=1e-4)
    with (tmp_path / "seeds.csv").open(encoding="utf-8", newline="") as file:
        stored = {(line["agent"], line["figure"]): float(line["value"]) for line in csv.DictReader(file)}
    assert stored["greedy", "utility"] == estimate.value
    assert rows[0].figures["elo"].value >= rows[1].figures["elo"].value


def test_one_seed_has_a_folder_without_a_summary_and_none_is_refused(tmp_path):
    words = ["tournament", YARDSTICK, "--games", "2", "--out", tmp_path]
    refused([*words, "--seeds", "0"])
    done(words)
    assert not (tmp_path / "seeds.csv").exists()


PLAYER = """
import json
from pathlib import Path

class Mine:
    def __init__(self):
        self.weights = json.loads(Path(__file__).with_suffix(".json").read_text())

    def act(self, turn):
        return (turn.action_mask * self.weights).argmax(axis=1)
"""
WEIGHTS = [[1, 2, 4, 8, 4, 2, 1], [8, 4, 2, 1, 2, 4, 8]]


@pytest.fixture
def player(tmp_path):
    (tmp_path / "mine.py").write_text(PLAYER)
    train(tmp_path, WEIGHTS[0])
    return f"{tmp_path / 'mine.py'}:Mine"


def train(folder, weights):
    (folder / "mine.json").write_text(json.dumps(weights))


def test_a_retrained_bot_is_rated_anew(tmp_path, player, monkeypatch):
    monkeypatch.chdir(tmp_path)
    words = ["rate", player, YARDSTICK, "--field", SMALL, "--games", 60]
    before = quoted(Called(words))
    assert quoted(Called(words)) == before
    train(tmp_path, WEIGHTS[1])
    after = quoted(Called(words))
    assert after.partition(": ")[2] != before.partition(": ")[2]
    assert len(list((tmp_path / "runs" / "rate").iterdir())) == 2
    train(tmp_path, WEIGHTS[0])
    assert quoted(Called(words)) == before


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("command", ["tournament", "sprt", "rate"])
def test_a_folder_of_results_refuses_a_retrained_bot_in_one_line(tmp_path, player, command):
    words = [command, YARDSTICK, "--agents", player, "greedy", "--games", 40, "--out", tmp_path / "rated"]
    words = rate(tmp_path, "--games", 40, bot=player) if command == "rate" else words
    done(words)
    train(tmp_path, WEIGHTS[1])
    refused(words, "holds another tournament (fingerprints: ")
