"""A training that is broken off goes on as if nothing had happened: every file of it has the same bytes."""

import os
import subprocess
import sys
import time

import numpy as np
import pytest

from medianoche.envs.core.play import threads
from medianoche.training import checkpoint
from medianoche.training.compiled.train import TrainingRun, train
from medianoche.training.settings import TrainingError
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
    "every": 2,
    "keep": 3,
    "snapshots": 0.3,
    "heuristic": 0.1,
    "random": 0.1,
    "views": 0.2,
    "exploiter_every": 3,
    "exploiter_rounds": 2,
    "exploiter_restart": 2,
    "magnet": 0.1,
    "magnet_every": 2,
    "magnet_pace": 0.5,
    "members": 5,
    "average": 0.5,
    "critic": True,
}
"""Self-play with all that it may keep."""


def left_in(folder):
    """The networks and the checkpoint of a training, without times."""
    arrays, state = checkpoint.load(folder)
    times = {"seconds", "cpu", "measuring", "speed_before"}
    files = {file.relative_to(folder): file.read_bytes() for file in folder.rglob("*.safetensors")}
    del files[next(file for file in files if file.name == checkpoint.FILE)]
    kept = {name: (array.dtype, array.tobytes()) for name, array in arrays.items()}
    return files, kept, {name: value for name, value in state.items() if name not in times}


@pytest.mark.parametrize("count", [1, 2])
def test_self_play_with_snapshots_exploiters_and_averages_goes_on_exactly(count, tmp_path, monkeypatch):
    config = config_of(IMITATION, EVERYTHING, EXPERT, threads=count, evaluation={"every": 0.25})
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
    straight, broken = (left_in(tmp_path / way) for way in ("straight", "broken"))
    assert len(straight[0]) > 8
    assert {"snapshot/2", "critic", "exploiter", "magnet"} <= straight[1].keys()
    for one, other in zip(straight, broken, strict=True):
        assert one.keys() == other.keys()
        assert [name for name in one if one[name] != other[name]] == []


def test_a_clock_that_is_set_back_changes_nothing(tmp_path, monkeypatch):
    now = iter(range(10**9, 0, -3600))
    config = config_of({**SELF_PLAY, "rounds": None, "minutes": 0.01}, {**SELF_PLAY, "rounds": 3})
    monkeypatch.setattr(time, "time", lambda: float(next(now)))
    seen = []
    train(config, tmp_path, unmeasured, always, seen.append)
    assert config.finished(checkpoint.load(tmp_path)[1])
    assert all(each.speed > 0 for each in seen[2:-1])
    assert all(each.minutes_left is None or each.minutes_left >= 0 for each in seen)


@pytest.mark.skipif(sys.platform == "win32", reason="without locks")
def test_a_second_process_in_the_folder_gets_one_line_and_changes_nothing(tmp_path):
    config = config_of({**SELF_PLAY, "rounds": 4})
    (tmp_path / "small.toml").write_text(config.to_toml())
    code = (
        "import sys; from pathlib import Path; from medianoche.training.compiled.config import NetConfig\n"
        "from medianoche.training.compiled.train import TrainingRun\n"
        "run = TrainingRun(NetConfig.read(Path('small.toml')), Path('out')); print(flush=True); input()\n"
    )
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "env": environment, "cwd": tmp_path}
    longer = config.model_copy(update={"evaluation": config.evaluation.model_copy(update={"final_games": 5})})
    with subprocess.Popen([sys.executable, "-c", code], **pipes) as other:
        other.stdout.readline()
        before = {file.name: file.read_bytes() for file in (tmp_path / "out").iterdir() if file.is_file()}
        with pytest.raises(
            TrainingError, match=r"^another process trains in \S+; wait until it ends, or choose another"
        ):
            TrainingRun(longer, tmp_path / "out")
        assert {file.name: file.read_bytes() for file in (tmp_path / "out").iterdir() if file.is_file()} == before
        other.kill()
    assert TrainingRun(longer, tmp_path / "out").rounds == 0


def test_without_compiled_code_one_thread_does_all(monkeypatch):
    """Others would compute on after a signal, for minutes: Python cannot stop them."""
    monkeypatch.setattr(threads, "DISABLED", True, raising=False)
    rows = np.zeros(8, int)

    def work(part, start, stop):
        rows[start:stop] += 1 + 100 * part

    threads.Threads(4).share(8, work)
    assert rows.tolist() == [1] * 8
