"""The log of a training: JSON lines and a CSV table in its folder; TensorBoard, Weights & Biases and MLflow."""

from __future__ import annotations

import csv
import importlib.util
import json
import os
import re
import time
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn, Protocol

from medianoche.envs.core import files
from medianoche.envs.core.errors import choices, one_line
from medianoche.training.settings import TrainingError, dotted_keys

LOGS, TABLE, CSV, IDS = "logs", "log.jsonl", "log.csv", "log_ids.json"
"""In a run's folder: files of TensorBoard, lines and table of the log, and the names that services gave to this run."""
LOCK = "lock"
"""An empty file in a run's folder, locked while a process trains there."""
PROJECT = "medianoche"
"""Project of Weights & Biases, experiment of MLflow, if their own environment variables name no other."""
MLFLOW_PARAMETERS = 100
"""Parameters in one call of MLflow, at most."""


class LogWriter(Protocol):
    """A destination for the figures of a training."""

    def write(self, decisions: int, values: Mapping[str, float]) -> None:
        """Write `values`, measured after `decisions` decisions of the learner."""

    def close(self) -> None:
        """Finish the log."""


class Log:
    """The log of a training: a JSON line for each round in `log.jsonl`, the same in `log.csv`, and what else is wanted.

    Args:
        folder: folder of the training; it is made if there is none.
        decisions: number of decisions at which the training continues, -1 if it begins; later lines are removed.
        services: further writers by name, of SERVICES; TensorBoard is always used if it is installed.
        facts: the configuration, for services.

    Raises:
        TrainingError: see `check`; another process trains in the folder; or a service refuses.
    """

    def __init__(
        self, folder: Path, decisions: int, services: Sequence[str] = (), facts: Mapping[str, Any] | None = None
    ) -> None:
        check(services)
        folder.mkdir(parents=True, exist_ok=True)
        self._lock = locked(folder)
        self.folder = folder
        self._table = folder / TABLE
        if self._table.exists():
            lines = self._table.read_text(encoding="utf-8").splitlines()
            kept = [line for line in lines if line.endswith("}") and json.loads(line)["decisions"] <= decisions]
            files.write(self._table, "".join(f"{line}\n" for line in kept))
        wanted = dict.fromkeys([*(["tensorboard"] if installed("tensorboard") else []), *services])
        known = {name: value for name, value in dotted_keys(dict(facts or {})).items() if value is not None}
        if self._table.exists():
            write_csv(folder)
        self._writers = {name: _begun(name, folder, known) for name in wanted}

    def __reduce__(self) -> NoReturn:
        raise TypeError("a log holds the files of its training and cannot be copied; make a Log of another folder")

    def write(self, decisions: int, values: Mapping[str, float]) -> None:
        """Write `values`, measured after `decisions` decisions of the learner."""
        line = {"decisions": decisions, **{name: round(float(value), 6) for name, value in values.items()}}
        with self._table.open("a", encoding="utf-8") as table:
            table.write(json.dumps(line) + "\n")
        write_csv(self.folder)
        for name, writer in list(self._writers.items()):
            try:
                writer.write(decisions, values)
            except Exception as error:  # noqa: BLE001 - a service that cannot be reached ends no training
                del self._writers[name]
                warnings.warn(f"the training goes on without --log {name}: {one_line(str(error))}", stacklevel=2)

    def close(self) -> None:
        """Finish the logs of all services; other processes may train in the folder."""
        try:
            for name, writer in self._writers.items():
                try:
                    writer.close()
                except Exception as error:  # noqa: BLE001 - nor does one whose end cannot be told
                    warnings.warn(f"--log {name} could not be finished: {one_line(str(error))}", stacklevel=2)
        finally:
            if self._lock is not None:
                os.close(self._lock)
                self._lock = None


def write_csv(folder: Path) -> None:
    """Write `log.csv` anew, the lines of `log.jsonl` as a table: a column for every name, in the order of the lines."""
    rows = [json.loads(line) for line in (folder / TABLE).read_text(encoding="utf-8").splitlines()]
    columns = dict.fromkeys(name for row in rows for name in row)
    with (folder / CSV).open("w", encoding="utf-8", newline="") as out:
        table = csv.DictWriter(out, list(columns))
        table.writeheader()
        table.writerows(rows)


def kinds_told(folder: Path) -> list[str]:
    """A line for each kind of decision in the last round of a log that tells them, the rarest first."""
    lines = (folder / TABLE).read_text(encoding="utf-8").splitlines() if (folder / TABLE).is_file() else []
    last: dict[str, float] = next((row for row in map(json.loads, reversed(lines)) if "entropy" in row), {})
    counts = {name.partition("/")[2]: value for name, value in last.items() if name.startswith("decisions/")}
    return [
        f"{kind}: {counts[kind]:,.0f} decisions, entropy {last[f'entropy/{kind}']:.2f}, "
        f"likeliest action {last[f'likeliest/{kind}']:.0%}"
        for kind in sorted(counts, key=lambda kind: counts[kind])
    ]


class TensorBoardLog:
    """Scalars for TensorBoard, in `logs/`."""

    def __init__(self, folder: Path, _facts: Mapping[str, Any]) -> None:
        from tensorboard.summary.writer.event_file_writer import EventFileWriter

        self._writer = EventFileWriter(str(folder / LOGS))

    def write(self, decisions: int, values: Mapping[str, float]) -> None:
        """Write a scalar for each value."""
        from tensorboard.compat.proto.event_pb2 import Event
        from tensorboard.compat.proto.summary_pb2 import Summary

        scalars = [Summary.Value(tag=name, simple_value=float(value)) for name, value in values.items()]
        self._writer.add_event(Event(wall_time=time.time(), step=decisions, summary=Summary(value=scalars)))
        self._writer.flush()

    def close(self) -> None:
        """Close the file."""
        self._writer.close()


class WandbLog:
    """A run of Weights & Biases. Its environment variables decide where: WANDB_MODE=offline, WANDB_PROJECT, ..."""

    def __init__(self, folder: Path, facts: Mapping[str, Any]) -> None:
        import wandb

        self._run = wandb.init(
            project=os.environ.get("WANDB_PROJECT", PROJECT),
            name=os.environ.get("WANDB_NAME", folder.name),
            id=_known_id(folder, "wandb"),
            resume="allow",
            dir=str(folder),
            config=dict(facts),
        )
        _keep_id(folder, "wandb", self._run.id)
        self._run.define_metric("decisions")
        self._run.define_metric("*", step_metric="decisions")

    def write(self, decisions: int, values: Mapping[str, float]) -> None:
        """Log the values with the decisions as their axis."""
        self._run.log({"decisions": decisions, **values})

    def close(self) -> None:
        """Finish the run."""
        self._run.finish()


class MlflowLog:
    """A run of MLflow. Its environment variables decide where: MLFLOW_TRACKING_URI, MLFLOW_EXPERIMENT_NAME, ..."""

    def __init__(self, folder: Path, facts: Mapping[str, Any]) -> None:
        from mlflow import MlflowClient
        from mlflow.entities import Metric, Param

        self._client = MlflowClient()
        self._metric = Metric
        self._id = _known_id(folder, "mlflow")
        if self._id:
            return
        name = os.environ.get("MLFLOW_EXPERIMENT_NAME", PROJECT)
        experiment_found = self._client.get_experiment_by_name(name)
        experiment = experiment_found.experiment_id if experiment_found else self._client.create_experiment(name)
        self._id = self._client.create_run(experiment, run_name=folder.name).info.run_id
        parameters = [Param(_mlflow_name(key), str(value)) for key, value in facts.items()]
        for start in range(0, len(parameters), MLFLOW_PARAMETERS):
            self._client.log_batch(self._id, params=parameters[start : start + MLFLOW_PARAMETERS])
        _keep_id(folder, "mlflow", self._id)

    def write(self, decisions: int, values: Mapping[str, float]) -> None:
        """Log the values at the step `decisions`."""
        now = int(time.time() * 1000)
        metrics = [self._metric(_mlflow_name(name), float(value), now, decisions) for name, value in values.items()]
        self._client.log_batch(self._id, metrics=metrics)

    def close(self) -> None:
        """Finish the run."""
        self._client.set_terminated(self._id)


SERVICES: dict[str, Any] = {"tensorboard": TensorBoardLog, "wandb": WandbLog, "mlflow": MlflowLog}
"""Writers by the names that `--log` accepts, which are also the names of their libraries."""


def locked(folder: Path) -> int | None:
    """The lock of a training's folder, see `files.lock`. Raises TrainingError if another process trains there."""
    held = TrainingError(f"another process trains in {folder}; wait until it ends, or choose another --out")
    return files.lock(folder / LOCK, held)


def installed(name: str) -> bool:
    """Whether a library is installed."""
    return importlib.util.find_spec(name) is not None


def check(services: Sequence[str]) -> None:
    """Raise TrainingError if a name is not of SERVICES, or its library is not installed."""
    for name in services:
        if name not in SERVICES:
            raise TrainingError(f"--log {name!r} is not accepted; accepted: {choices(list(SERVICES))}")
        if not installed(name):
            raise TrainingError(f"--log {name}: {name} is not installed; pip install {name}")


def _begun(name: str, folder: Path, facts: Mapping[str, Any]) -> LogWriter:
    """The writer `name`. Raises TrainingError if its service refuses."""
    try:
        writer: LogWriter = SERVICES[name](folder, facts)
    except Exception as error:  # noqa: BLE001 - each library has its own errors
        raise TrainingError(f"--log {name}: {one_line(str(error))}") from None
    return writer


def _mlflow_name(name: str) -> str:
    """`name` with the characters that MLflow accepts in every version."""
    return re.sub(r"[^\w\-. /]", "_", name)


def _known_id(folder: Path, service: str) -> str | None:
    """The name that a service gave to the training in `folder`."""
    file = folder / IDS
    stored_id = json.loads(file.read_text(encoding="utf-8")).get(service) if file.is_file() else None
    return None if stored_id is None else str(stored_id)


def _keep_id(folder: Path, service: str, name: str) -> None:
    file = folder / IDS
    known = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    files.write(file, json.dumps({**known, service: name}))
