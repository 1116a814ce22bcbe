"""A training that is broken off goes on as if nothing had happened: every file of it has the same bytes."""

import json
import time
from contextlib import suppress
from types import SimpleNamespace

import numpy as np
import pytest

from medianoche.envs.core.contents import GameContent
from medianoche.envs.core.play import threads
from medianoche.training import checkpoint
from medianoche.training.run import Run, policy_file
from medianoche.training.settings import TrainingError
from tests.benchmarks.calls import larger
from tests.training.conftest import plain, train
from tests.training.test_net import (
    EXPERT,
    IMITATION,
    SELF_PLAY,
    StoppedError,
    always,
    config_of,
    stop_after,
    unmeasured,
)

EVERYTHING = {
    **SELF_PLAY,
    "rounds": 12,
    "snapshot_every": 2,
    "snapshots_kept": 3,
    "members": 5,
    "average_last": 0.5,
    "critic": True,
}
EVERYTHING |= {"snapshots": 0.3, "heuristic": 0.1, "random": 0.1, "value_only_share": 0.2}
EVERYTHING |= {"exploiter_every": 3, "exploiter_rounds": 2, "exploiter_restart": 2}
EVERYTHING |= {"magnet": 0.1, "magnet_every": 2, "magnet_pace": 0.5, "members_from": 0.0}
"""Self-play with all that it may keep."""


def left_in(folder):
    """The networks and the checkpoint of a training, without times."""
    files = {file.relative_to(folder): file.read_bytes() for file in folder.rglob("*.safetensors")}
    del files[next(file for file in files if file.name == checkpoint.FILE)]
    state = plain(checkpoint.load(folder))
    return files, state["algorithm"], state["run"]


@pytest.mark.parametrize("count", [larger(1), 2])
def test_self_play_with_snapshots_exploiters_and_averages_goes_on_exactly(count, tmp_path, monkeypatch):
    held = {**EXPERT, "policy_phases": ["end"]}  # no decision is searched; all keep the policy of the stage's start
    config = config_of(IMITATION, EVERYTHING, EXPERT, held, threads=count, evaluation={"every": 0.25})
    train(config, tmp_path / "straight", unmeasured, always)
    monkeypatch.setattr(checkpoint, "SAVE_EVERY", 0.0)
    breaks = 0
    while True:
        try:
            train(config, tmp_path / "broken", unmeasured, always, stop_after(4 + breaks % 3))
        except StoppedError:
            breaks += 1
        else:
            break
    assert breaks >= 5
    logs = [(tmp_path / way / "log.jsonl").read_text().splitlines() for way in ("straight", "broken")]
    assert len({tuple(json.loads(line)["decisions"] for line in log) for log in logs}) == 1
    straight, broken = (left_in(tmp_path / way) for way in ("straight", "broken"))
    assert len(straight[0]) > 8
    assert len(straight[1]["snapshots"]) == 3
    assert straight[1]["critic"]["parameters"]
    for one, other in zip(straight, broken, strict=True):
        assert one.keys() == other.keys()
        assert [name for name in one if one[name] != other[name]] == []


def test_a_training_that_is_broken_off_before_its_first_round_measures_its_beginning_again(tmp_path):
    config = config_of({**SELF_PLAY, "rounds": 2})
    for report in (stop_after(2), None):  # the first measurement, the first round
        with suppress(StoppedError):
            train(config, tmp_path, unmeasured, always, report)
        log = [json.loads(line)["decisions"] for line in (tmp_path / "log.jsonl").read_text().splitlines()]
        assert log.count(0) == 1
    assert len(log) > 1
    assert len((tmp_path / "log.csv").read_text().splitlines()) == len(log) + 1


def test_a_training_of_a_game_whose_code_has_changed_does_not_go_on(tmp_path, monkeypatch):
    monkeypatch.setattr(checkpoint, "SAVE_EVERY", 0.0)
    config = config_of({**SELF_PLAY, "rounds": 4})
    with suppress(StoppedError):
        train(config, tmp_path, unmeasured, always, stop_after(4))
    monkeypatch.setattr(GameContent, "code", "another")
    with pytest.raises(TrainingError, match="with other code; choose another folder"):
        train(config, tmp_path, unmeasured, always)


def test_a_clock_that_is_set_back_changes_nothing(tmp_path, monkeypatch):
    now = iter(range(10**9, 0, -3600))
    config = config_of({**SELF_PLAY, "rounds": None, "minutes": 0.01}, {**SELF_PLAY, "rounds": 3})
    monkeypatch.setattr(time, "time", lambda: float(next(now)))
    seen = []
    train(config, tmp_path, unmeasured, always, seen.append)
    assert checkpoint.load(tmp_path)["run"]["finished"]
    assert all(report.speed > 0 for report in seen[3:-1])
    assert all(report.minutes_left is None or report.minutes_left >= 0 for report in seen)


def test_without_compiled_code_one_thread_does_all(monkeypatch):
    """Others would compute on after a signal, for minutes: Python cannot stop them."""
    monkeypatch.setattr(threads, "DISABLED", True, raising=False)
    rows = np.zeros(8, int)

    def work(part, start, stop):
        rows[start:stop] += 1 + 100 * part

    threads.Threads(4).share(8, work)
    assert rows.tolist() == [1] * 8


def test_a_network_that_a_stopped_process_was_measuring_does_not_stay_beside_those_of_the_curve(tmp_path):
    config = config_of({**SELF_PLAY, "rounds": 2})
    with suppress(StoppedError):
        train(config, tmp_path, unmeasured, always, stop_after(2))
    policy_file(tmp_path, 10**9).write_bytes(b"of a learner that goes on with other games")
    train(config, tmp_path, unmeasured, always)
    kept = checkpoint.load(tmp_path)["run"]["history"]
    assert [policy_file(tmp_path, decisions) for decisions, _ in kept] == sorted((tmp_path / "policies").iterdir())


@pytest.mark.parametrize("loss", ["policy_loss", "value_loss"])
def test_a_training_whose_losses_are_no_numbers_stops_in_a_line(tmp_path, monkeypatch, loss):
    monkeypatch.setattr("medianoche.training.compiled.train.StagedAlgorithm.round", lambda self: (1, {loss: np.nan}))
    with pytest.raises(TrainingError, match="the losses are no longer finite numbers"):
        train(config_of({**SELF_PLAY, "rounds": 2}), tmp_path, unmeasured, always)


@pytest.mark.parametrize(
    ("done", "remaining", "measured", "minutes"),
    [
        (0.25, (0.0, 0), False, 0.5),  # 15 of 20 rounds, 2 seconds each
        (0.25, (3.0, 4), False, 3 + 0.5 + 4 * 0.1),  # and later stages
        (0.25, (3.0, 4), True, 3 + 0.5 + 7 * 0.1),
        (0.25, (None, 4), True, None),
        (1.0, (0.0, 0), True, 0.0),
        (0.0, (5.0, 2), False, 5 + 2 * 0.1),
    ],
)
def test_the_minutes_left_are_those_of_rounds_and_measurements_like_the_last(done, remaining, measured, minutes):
    state = SimpleNamespace(seconds=18.0, warmup=10.0, rounds=5, measuring=6.0)  # the first round compiles
    algorithm = SimpleNamespace(done=done, remaining=lambda every: remaining, is_measured=measured)
    left = Run.minutes_left(SimpleNamespace(state=state, algorithm=algorithm, every=0.25))
    assert left == (minutes if minutes is None else pytest.approx(minutes))
