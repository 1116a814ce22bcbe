"""The yardsticks, on tiny slices: the harness with a peer of our own and, where there is a compiler, the loops in C."""

import json

import numpy as np
import pytest

from medianoche import envs
from medianoche.benchmarks.speed import actors, games, measure, peers
from medianoche.benchmarks.speed.peers import Comparison, Peer, of_c, of_ours
from medianoche.benchmarks.speed.peers.worker import PeerError, PeerProcess
from medianoche.training.compiled.config import NetConfig
from tests.benchmarks.calls import done

FOUR = of_ours.LOCATION
SLEEPERS = """
import time

def figures(cores):
    return {"quick": sleeper(0.001), "slow": sleeper(0.004), "cores": lambda: cores}

def sleeper(seconds):
    def work():
        print("not an answer")
        until = time.process_time() + seconds
        while time.process_time() < until:
            pass
        return 10
    return work

def match(games, simulations, solve):
    return {"wins_draws_losses": [games - 1, 1, 0], "seconds_per_move": [1.0, 8.0]}
"""


@pytest.fixture
def sleepers(tmp_path, monkeypatch):
    """A module that can be measured."""
    (tmp_path / "sleepers.py").write_text(SLEEPERS)
    (tmp_path / "broken.py").write_text("def figures(cores):\n    raise ValueError('it cannot play')\n")
    monkeypatch.syspath_prepend(tmp_path)
    return "sleepers"


@pytest.fixture
def worker():
    """Starts workers and ends them after the test."""
    started = []

    def start(*arguments):
        started.append(PeerProcess(*arguments))
        return started[-1]

    yield start
    for process in started:
        process.close()


def test_a_worker_measures_by_its_own_time_and_a_broken_peer_says_its_last_words(sleepers, worker):
    process = worker(sleepers)
    assert process.figures == ["quick", "slow", "cores"]
    rates = {name: process.measure(name, 0.02) for name in ("quick", "slow")}
    assert rates["quick"] > rates["slow"] > 0
    assert process.call("match", games=3, simulations=1, solve=True)["wins_draws_losses"] == [2, 1, 0]
    with pytest.raises(PeerError, match="broken failed: ValueError: it cannot play"):
        PeerProcess("broken")


def test_what_is_missing_is_said_and_left_out(sleepers):
    said = []
    table = {"theirs": Peer("sleepers", ("no_such_package",)), "many": Peer("sleepers", (), (10_000,))}
    assert peers.start(table, said.append) == {}
    assert "theirs: not compared, missing: no_such_package" in said
    assert said[1].startswith("many, 10000 cores: not compared, this machine has")


def test_ratios_are_taken_inside_each_round_of_figures_that_exist():
    rates = {"ours: a": [10.0, 100.0, 12.0], "them: a": [1.0, 10.0, 2.0], "them: b": [0.1, 0.1, 0.1]}
    (ratio,) = peers.compare(rates, [Comparison("?", "ours: a", "them: *", 5), Comparison("?", "ours: a", "nobody: *")])
    assert ratio == ("?", "ours: a", "them: a", 10.0, 5)
    names = {f"ours: {name}" for name in of_ours.figures(1)}
    assert {our.ours for our in peers.COMPARISONS if our.ours.startswith("ours:")} <= names


def test_the_interval_of_a_match():
    score, width = peers.interval(30, 0, 10)
    assert score == 0.75
    assert width == pytest.approx(1.96 * np.sqrt(0.75 * 0.25 / 40))


@pytest.fixture
def few_peers(monkeypatch, sleepers):
    """A comparison whose only rivals are processes that sleep."""
    monkeypatch.setattr(
        peers, "PEERS", {"ours": Peer(sleepers), "OpenSpiel": Peer(sleepers), "absent": Peer("x", ("x",))}
    )
    compared = [Comparison("which is quicker", "ours: quick", "OpenSpiel: slow", 2.0)]
    monkeypatch.setattr(peers.compare, "__defaults__", (compared,))


def test_peers_are_compared_from_the_command_line(few_peers, tmp_path):
    out = tmp_path / "peers.json"
    plot = tmp_path / "peers.png"
    words = ["--rounds", "3", "--seconds", "0.01", "--games", "4", "--out", str(out), "--plot", str(plot)]
    output = done(["bench", "peers", *words])
    for line in ("absent: not compared, missing: x", "which is quicker", "score 0.875"):
        assert line in output
    report = json.loads(out.read_text())
    assert set(report["per_second"]) == {f"{p}: {f}" for p in ("ours", "OpenSpiel") for f in ("quick", "slow", "cores")}
    assert all(len(values["rounds"]) == 3 for values in report["per_second"].values())
    assert report["ratios"][0]["ratio"] > 1
    assert [match["their_solver"] for match in report["matches"]] == [False, True]
    assert report["machine"]["cores"] >= 1
    assert plot.read_bytes()[:4] == b"\x89PNG"


@pytest.mark.skipif(of_c.compiler() is None, reason="no C compiler")
def test_the_loops_in_c_play_connect_four():
    import ctypes

    c = of_c.shared_object()
    for loop in of_c.loops(c).values():
        assert loop() == of_c.ROWS * of_c.STEPS
    seed = ctypes.c_uint64(5)
    steps = 400_000
    c.play_boards.restype = ctypes.c_uint64
    played = c.play_boards(ctypes.byref(seed), ctypes.c_uint64(steps))
    game = envs.game(FOUR)
    batch = game.batch(100, seed=0)
    seeds = np.arange(100, dtype=np.uint64)
    ours = game.rules.loops.play_rows(
        batch.records, batch._states, batch._masks, batch.blank, seeds, steps // 100, 0, 100
    )
    assert steps / played == pytest.approx(21.3, abs=0.2)  # random games last as long
    assert steps / ours == pytest.approx(21.3, abs=0.2)


@pytest.mark.skipif(of_c.compiler() is None, reason="no C compiler")
def test_c_is_a_worker_like_any_other(worker):
    process = worker("medianoche.benchmarks.speed.peers.of_c")
    assert process.measure("rows with masks", 0.01) > 0


def test_every_figure_of_ours_runs():
    for threads in (1, 2):
        for name, loop in of_ours.figures(threads).items():
            assert loop() > 0, name


def test_fused_play_with_observations_is_the_same_play():
    game = envs.game(FOUR)
    plain = game.batch(3, seed=0)
    seen = game.batch(3, seed=0)
    seeds = np.arange(3, dtype=np.uint64)
    game.rules.loops.play_rows(plain.records, plain._states, plain._masks, plain.blank, seeds.copy(), 50, 0, 3)
    kernel = game.rules.loops.compile(of_ours.play_rows_seen)
    observations = np.zeros((3, game.observation_size), np.float32)
    action_masks = np.zeros((3, 7), np.int8)
    kernel(seen.records, seen._states, seen._masks, seen.blank, seeds.copy(), observations, action_masks, 50, 0, 3)
    assert plain.states.tobytes() == seen.states.tobytes()
    assert not plain.done.any()  # a game that ended with the last decision is dealt anew
    assert np.array_equal(observations, plain.observation)
    assert np.array_equal(action_masks, plain.action_mask)


def test_games_are_measured_from_the_command_line(tmp_path):
    file = tmp_path / "speed.json"
    words = ["--rounds", "1", "--seconds", "0.001", "--rows", "8", "--threads", "2", "--out", str(file)]
    output = done(["bench", "games", FOUR, *words])
    for words in ("decisions/s", "masks alone", "with observations, 2 threads", "256 rows", "search", " kB"):
        assert words in output
    report = json.loads(file.read_text())
    rates = report["decisions_per_second"][FOUR]
    assert set(rates) == {"AEC", "Match", "Match, copies", "masks alone"} | {
        f"{what}, {threads}" for what in ("batch", "with observations") for threads in ("1 thread", "2 threads")
    }
    assert all(value > 0 for value in (*rates.values(), *report["scaling"][FOUR].values()))
    assert report["simulations_per_second"][FOUR] > 0


def test_memory_is_that_of_the_arrays_and_the_clock_of_several_threads_is_the_walls():
    game = envs.game(FOUR)
    bytes_of_a_game = game.declaration.state_dtype.itemsize + 4 * game.observation_size + game.num_actions + 8
    assert 1 < games.kilobytes_per_1000(game) / bytes_of_a_game < 2
    slice_measured = measure.Slice(100, wall=2.0, cpu=0.5)
    assert slice_measured.rate(1) == 200
    assert slice_measured.rate(2) == 50


def test_a_round_costs_playing_learning_and_carrying():
    costs = actors.Costs(decisions=1000, playing=100.0, learning=500.0, transition=10.0, network=50)
    assert costs.rate(1, np.inf) == pytest.approx(1000 / (10 + 2))
    assert costs.rate(100, np.inf) == pytest.approx(1000 / (0.1 + 2))
    assert costs.rate(100, 1000.0) == pytest.approx(1000 / (0.1 + 2 + 15))


def test_actors_are_measured():
    config = NetConfig.of_game("tests.toys.nim:Nim")
    ticks = []
    costs = actors.costs(config, 400, 1, lambda: ticks.append(1))
    assert costs.decisions >= 200
    assert costs.network > 10_000
    assert 10 < costs.transition < 1000
    assert min(costs.playing, costs.learning) > 0
    assert actors.measured(config, 1, 400, 1, lambda: ticks.append(1)) > 0
    assert len(ticks) == 4
    assert list(actors.table(costs, {1: 5.0}, (1, 10))) == ["1 actor", "10 actors"]
