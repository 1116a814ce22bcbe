"""A tournament is the same however it is cut, stopped, killed and continued."""

import json
import random
import signal
import sqlite3
import subprocess
import sys
import time

import numpy as np
import pytest

from medianoche import envs
from medianoche.agents import AgentError
from medianoche.benchmarks.tournament import (
    Schedule,
    Spec,
    Store,
    TournamentError,
    play_shard,
    run_tournament,
)
from medianoche.benchmarks.tournament.page import write_page
from medianoche.benchmarks.tournament.report import Report
from medianoche.benchmarks.tournament.store import FILE
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


# ---- playing


def test_a_shard_does_not_depend_on_where_it_is_cut(spec):
    together, alone = play_shard(spec, 0, 40), play_shard(spec, 13, 14)
    for name in ("deals", "lineups", "seats", "seeds", "scores", "utilities", "decisions"):
        np.testing.assert_array_equal(getattr(together, name)[13:14], getattr(alone, name))


def test_the_same_deal_is_played_with_the_seats_turned(spec):
    shard = play_shard(spec, 0, 2)
    assert shard.seeds[0] == shard.seeds[1] == spec.deal_seed(0)
    assert shard.seats[0].tolist() == shard.seats[1].tolist()[::-1]


def test_a_game_can_be_dealt_again_from_its_seed(spec):
    shard = play_shard(spec, 8, 9)
    game = envs.game("misty")
    batch = game.batch(1, num_players=2, seeds=shard.seeds, autoreset=False)
    state = game.new(2, seed=int(shard.seeds[0]))
    assert batch.states[0].tobytes() == state.tobytes()


def test_utilities_and_decisions_are_those_of_the_games(spec):
    shard = play_shard(spec, 0, 64)
    assert shard.scores.shape == shard.utilities.shape == (64, 2)
    np.testing.assert_allclose(shard.utilities.sum(axis=1), 0)
    assert shard.decisions.sum() == shard.agent_decisions.sum()
    assert (shard.decisions > 0).all()
    assert 0 < shard.agent_seconds.sum() < shard.seconds


@pytest.mark.parametrize("players", [2, 3, 4])
def test_three_agents_play_at_every_table_size(players, tmp_path, bots):
    spec = Spec.create("misty", [*TWO, f"{bots}:First"], players=players)
    cycle = Schedule(3, players).cycle
    run_tournament(spec, tmp_path / "out", cycle)
    report = Report.of(tmp_path / "out")
    assert len(report.table) == 3
    assert len({line.games for line in report.table}) == 1
    assert report.table[0].agent == "greedy"


def test_greedy_beats_random(whole):
    best, worst = Report.of(whole).table
    assert (best.agent, worst.agent) == ("greedy", "random")
    assert best.win_rate > 0.9
    assert best.low > worst.high
    assert best.win_rate + worst.win_rate == pytest.approx(1)


@pytest.mark.parametrize(
    ("bot", "words"),
    [
        ("Wrong", "Wrong chose an illegal action: misty, row 0: action 1000000 is not legal"),
        ("Short", "Short returned float64[0] for 1 decisions; accepted: int64[1]"),
        ("Broken", "Broken failed: KeyError: 'no idea'"),
    ],
)
def test_a_bad_bot_is_named(bots, bot, words):
    spec = Spec.create("misty", ["random", f"{bots}:{bot}"])
    with pytest.raises(AgentError) as error:
        play_shard(spec, 0, 1)
    assert words in str(error.value)
    assert "\n" not in str(error.value)


# ---- storing


def test_a_row_says_all_about_its_game(spec, whole):
    database = sqlite3.connect(whole / FILE)
    database.row_factory = sqlite3.Row
    row = dict(database.execute("SELECT * FROM games WHERE game = 7").fetchone())
    database.close()
    shard = play_shard(spec, 7, 8)
    assert json.loads(row["seats"]) == [TWO[number] for number in shard.seats[0]]
    assert json.loads(row["scores"]) == shard.scores[0].tolist()
    assert json.loads(row["utilities"]) == pytest.approx(shard.utilities[0].tolist(), abs=1e-6)
    assert json.loads(row["options"]) == envs.game("misty").options({}).model_dump(mode="json")
    assert row["pack"] == envs.game("misty").read_pack("standard").hash
    assert (row["seed"], row["deal"], row["lineup"]) == (shard.seeds[0], shard.deals[0], shard.lineups[0])
    assert row["decisions"] == shard.decisions[0]


def test_results_come_back_as_they_were_played(spec, whole):
    shard = play_shard(spec, 0, 300)
    with Store.read(whole) as store:
        results, speed = store.results(), store.speed()
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


@pytest.mark.parametrize("shard", [1, 7, 1000])
def test_shards_of_any_size_give_the_same_file(spec, whole, rows, tmp_path, shard):
    run_tournament(spec, tmp_path, 60, shard)
    assert rows(tmp_path)[1] == rows(whole)[1][:60]


def test_asking_for_more_plays_on(spec, whole, rows, tmp_path):
    calls = []
    run_tournament(spec, tmp_path, 100)
    run_tournament(spec, tmp_path, 300, 150, lambda played, asked: calls.append((played, asked)))
    assert calls == [(100, 300), (250, 300), (300, 300)]
    assert rows(tmp_path) == rows(whole)


@pytest.mark.parametrize("workers", [1, 2])
def test_killed_at_any_moment_it_goes_on_to_the_same_end(workers, whole, rows, tmp_path, environment):
    folder, chance = tmp_path / "killed", random.Random(1)
    words = ["tournament", "misty", "--agents", *TWO, "--seed", "5", "--shard", "2", "--workers", str(workers)]
    command = [sys.executable, "-m", "medianoche", *words, "--games", "300", "--out", str(folder)]
    for kept in (1, 150):
        process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        wait_for(folder, kept, process)
        time.sleep(chance.random() / 50)
        process.send_signal(signal.SIGKILL)
        process.communicate()
        with Store.read(folder) as store:
            assert kept <= store.played < 300
    run_tournament(Spec.create("misty", TWO, seed=5), folder, 300, workers=workers)
    assert rows(folder) == rows(whole)
    assert Report.of(folder).cells() == Report.of(whole).cells()


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


# ---- large fields


def test_forty_agents_at_five_seats_are_resumed_and_played_by_workers_alike(rows, tmp_path):
    spec = Spec.create("tests.toys.duel:Duel", ["random", "greedy", *(f"flat:{n}" for n in range(1, 39))], players=5)
    assert Schedule.of(spec).design
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    run_tournament(spec, whole, 400)
    for games in (37, 210):
        run_tournament(spec, parts, games)
    run_tournament(spec, parts, 400, workers=2)
    assert rows(parts) == rows(whole)
    report = Report.of(parts)
    assert report.cells() == Report.of(whole).cells()
    assert len(report.table) == 40
    assert {line.games for line in report.table} == {50}  # two blocks of 40 rings, five games each
    assert "All 78,960,960 seatings are too many" in report.notes
    assert write_page(report).is_file()


# ---- refusing


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
    given = {"agents": TWO, "seed": 5, **change}
    with pytest.raises(TournamentError) as error:
        run_tournament(Spec.create("misty", **given), whole, 1000)
    assert words in str(error.value)
    assert "\n" not in str(error.value)


def test_a_changed_bot_is_another_tournament(bots, tmp_path):
    agents = ["random", f"{bots}:First"]
    run_tournament(Spec.create("misty", agents), tmp_path / "out", 4)
    bots.write_text(bots.read_text() + "# changed\n")
    with pytest.raises(TournamentError, match="fingerprints"):
        run_tournament(Spec.create("misty", agents), tmp_path / "out", 8)


def test_a_tournament_without_games_may_be_replaced(spec, tmp_path):
    Store.open(tmp_path, Spec.create("misty", TWO, players=3), 10).database.close()
    run_tournament(spec, tmp_path, 4)
    assert Report.of(tmp_path).summary.games == 4


def test_fewer_games_than_there_are_is_refused(spec, whole):
    with pytest.raises(TournamentError, match="has 300 games already, 100 asked for; ask for 300 or more"):
        run_tournament(spec, whole, 100)


@pytest.mark.parametrize(
    ("given", "words"),
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
def test_what_cannot_be_played_is_refused_in_one_line(given, words):
    with pytest.raises(ValueError, match=r".+") as error:
        Spec.create(**{"game": "misty", "agents": TWO, **given})
    assert words in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(("games", "shard"), [(0, None), (-5, None), (10, 0)])
def test_senseless_numbers_are_refused(spec, tmp_path, games, shard):
    with pytest.raises(TournamentError, match="is not accepted; give at least 1"):
        run_tournament(spec, tmp_path, games, shard)


def test_what_is_no_tournament_is_refused(spec, tmp_path):
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


def test_a_tournament_that_was_stopped_before_it_began_says_so(spec, tmp_path):
    sqlite3.connect(tmp_path / FILE).close()
    with pytest.raises(TournamentError, match="was stopped before it began"):
        Store.read(tmp_path)
    Store.open(tmp_path, spec, 4).database.close()
    with pytest.raises(TournamentError, match=r"no game of the tournament in .* is finished yet"):
        Report.of(tmp_path)


def test_a_spec_survives_json(spec):
    assert Spec.from_json(spec.to_json()) == spec
    assert spec.difference(Spec.from_json(spec.to_json())) == ""
