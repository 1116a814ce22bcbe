"""Logs of trainings: JSON lines, CSV, TensorBoard, and the clients of Weights & Biases and MLflow."""

import csv
import errno
import json
import subprocess
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from medianoche.training import checkpoint, logs
from medianoche.training.compiled.config import NetConfig
from medianoche.training.settings import TrainingError
from tests.benchmarks.calls import one_line, refused
from tests.training.conftest import opened
from tests.training.test_net import SELF_PLAY, config_of


def rows(folder):
    with (folder / logs.CSV).open(newline="") as file:
        return list(csv.DictReader(file))


def test_the_table_holds_the_lines_grows_columns_and_loses_lines_after_the_checkpoint(tmp_path):
    log = logs.Log(tmp_path, 0)
    log.write(10, {"policy": 0.25})
    log.write(20, {"policy": 0.5})
    log.write(20, {"against greedy": 0.75})
    log.close()
    assert rows(tmp_path) == [
        {"decisions": "10", "policy": "0.25", "against greedy": ""},
        {"decisions": "20", "policy": "0.5", "against greedy": ""},
        {"decisions": "20", "policy": "", "against greedy": "0.75"},
    ]
    again = logs.Log(tmp_path, 10)
    again.write(25, {"policy": 0.5})
    lines = [json.loads(line) for line in (tmp_path / logs.TABLE).read_text().splitlines()]
    assert [line["decisions"] for line in lines] == [10, 25]
    assert [row["decisions"] for row in rows(tmp_path)] == ["10", "25"]


def test_a_full_disk_at_a_start_leaves_lines_and_configuration(monkeypatch, tmp_path):
    log = logs.Log(tmp_path, 0)
    log.write(10, {"policy": 0.25})
    log.close()
    config = NetConfig.from_tables("small", {"game": "kuhn"})
    checkpoint.open_folder(tmp_path, config)
    before = [(tmp_path / name).read_text() for name in (logs.TABLE, checkpoint.CONFIG)]

    def full(file, text, **words):
        with file.open("w") as out:
            out.write(text[:5])
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    checkpoint.open_folder(tmp_path, config)  # nothing is different, nothing is written
    longer = config.model_copy(update={"evaluation": config.evaluation.model_copy(update={"final_games": 5})})
    for begin in (lambda: logs.Log(tmp_path, 10), lambda: checkpoint.open_folder(tmp_path, longer)):
        with pytest.raises(OSError, match="No space left"):
            begin()
    assert [(tmp_path / name).read_text() for name in (logs.TABLE, checkpoint.CONFIG)] == before


@pytest.mark.skipif(sys.platform == "win32", reason="without locks")
def test_a_second_process_in_the_folder_gets_one_line_and_changes_nothing(tmp_path):
    config = config_of({**SELF_PLAY, "rounds": 4})
    opened(config, tmp_path)
    code = "from pathlib import Path; from medianoche.training import logs; log = logs.Log(Path(), 0); print(); input()"
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    longer = config.model_copy(update={"evaluation": config.evaluation.model_copy(update={"final_games": 5})})
    with subprocess.Popen([sys.executable, "-c", code], cwd=tmp_path, **pipes) as other:
        other.stdout.readline()
        before = {file.name: file.read_bytes() for file in tmp_path.iterdir() if file.is_file()}
        with one_line(TrainingError, f"another process trains in {tmp_path}; wait until it ends, or choose another"):
            opened(longer, tmp_path)
        assert {file.name: file.read_bytes() for file in tmp_path.iterdir() if file.is_file()} == before
        other.kill()
    assert opened(longer, tmp_path).state.rounds == 0


def test_tensorboard_reads_its_scalars(tmp_path):
    pytest.importorskip("tensorboard")
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

    log = logs.Log(tmp_path, 0)
    log.write(10, {"policy": 0.25})
    log.close()
    accumulator = EventAccumulator(str(tmp_path / logs.LOGS))
    accumulator.Reload()
    ((step, value),) = [(event.step, event.value) for event in accumulator.Scalars("policy")]
    assert (step, value) == (10, 0.25)


def library(monkeypatch, name, **members):
    """A stand-in for a client's library, which is not installed here."""
    module = ModuleType(name)
    vars(module).update(members)
    monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.setattr(logs, "installed", lambda wanted: wanted == name)
    return module


def test_weights_and_biases_gets_the_run_and_goes_on_with_it(monkeypatch, tmp_path):
    begun = []
    logged = []
    metrics = []
    finished = []

    def init(**words):
        begun.append(words)
        run = SimpleNamespace(id=words["id"] or "abc", log=logged.append, finish=lambda: finished.append(True))
        run.define_metric = lambda name, step_metric=None: metrics.append((name, step_metric))
        return run

    library(monkeypatch, "wandb", init=init)
    monkeypatch.delenv("WANDB_PROJECT", raising=False)
    for decisions in (0, 10):
        log = logs.Log(tmp_path, decisions, ["wandb"], {"stages": [{"entropy": 0.5}], "pack": "standard"})
        log.write(decisions + 10, {"policy": 0.25})
        log.close()
    assert [words["id"] for words in begun] == [None, "abc"]
    assert begun[0]["project"] == "medianoche"
    assert begun[0]["config"] == {"stages": 1, "stages.0.entropy": 0.5, "pack": "standard"}
    assert ("*", "decisions") in metrics
    assert logged == [{"decisions": 10, "policy": 0.25}, {"decisions": 20, "policy": 0.25}]
    assert finished == [True, True]


def test_mlflow_gets_parameters_once_and_figures_by_decisions(monkeypatch, tmp_path):
    batches = []
    runs = []
    ended = []
    info = SimpleNamespace(run_id="r1")
    client = SimpleNamespace(
        get_experiment_by_name=lambda name: None,
        create_experiment=lambda name: f"experiment {name}",
        create_run=lambda *arguments, run_name: runs.append((*arguments, run_name)) or SimpleNamespace(info=info),
        log_batch=lambda run, metrics=(), params=(): batches.append((run, list(metrics), list(params))),
        set_terminated=ended.append,
    )
    entities = ModuleType("mlflow.entities")
    vars(entities).update(Metric=lambda *words: words, Param=lambda *words: words)
    library(monkeypatch, "mlflow", MlflowClient=lambda: client, entities=entities)
    monkeypatch.setitem(sys.modules, "mlflow.entities", entities)
    monkeypatch.setenv("MLFLOW_EXPERIMENT_NAME", "mine")
    for decisions in (0, 10):
        log = logs.Log(tmp_path, decisions, ["mlflow"], {"pack": "standard"})
        log.write(decisions + 10, {"against ismcts:100": 0.25})
        log.close()
    assert runs == [("experiment mine", tmp_path.name)]
    assert [batch[2] for batch in batches if batch[2]] == [[("pack", "standard")]]
    figures = [(name, value, step) for _, figure, _ in batches for name, value, _, step in figure]
    assert figures == [("against ismcts_100", 0.25, 10), ("against ismcts_100", 0.25, 20)]
    assert ended == ["r1", "r1"]


def test_a_service_that_fails_costs_its_log_and_nothing_else(monkeypatch, tmp_path):
    def lost(values):
        raise ConnectionError("no way\nto the server")

    run = SimpleNamespace(id="abc", log=lost, finish=lambda: None, define_metric=lambda *names, **words: None)
    library(monkeypatch, "wandb", init=lambda **words: run)
    log = logs.Log(tmp_path, 0, ["wandb"])
    with pytest.warns(UserWarning, match="goes on without --log wandb: no way to the server"):
        log.write(10, {"policy": 0.25})
    log.write(20, {"policy": 0.5})
    log.close()
    assert [row["policy"] for row in rows(tmp_path)] == ["0.25", "0.5"]
    library(monkeypatch, "wandb", init=lost)
    with pytest.raises(TrainingError, match=r"^--log wandb: "):
        logs.Log(tmp_path, 0, ["wandb"])


def test_a_service_that_fails_at_the_end_leaves_no_lock(monkeypatch, tmp_path):
    def lost():
        raise ConnectionError("no way\nto the server")

    run = SimpleNamespace(id="abc", finish=lost, define_metric=lambda *names, **words: None)
    library(monkeypatch, "wandb", init=lambda **words: run)
    log = logs.Log(tmp_path, 0, ["wandb"])
    with pytest.warns(UserWarning, match="--log wandb could not be finished: no way to the server"):
        log.close()
    assert log._lock is None


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("wandbb", "--log 'wandbb' is not accepted; accepted: tensorboard, wandb, mlflow"),
        ("wandb", "--log wandb: wandb is not installed; pip install wandb"),
    ],
)
def test_a_log_that_cannot_be_is_refused_before_anything_is_written(monkeypatch, tmp_path, name, line):
    monkeypatch.setattr(logs, "installed", lambda wanted: False)
    words = ["train", "misty", "--out", str(tmp_path / "run")]
    assert refused([*words, "--log", name]) == f"{line}\n"
    monkeypatch.setenv("MEDIANOCHE_LOG", name)
    assert refused(words) == f"{line}\n"
    assert not (tmp_path / "run").exists()
