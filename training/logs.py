"""The log of a training: JSON lines, and files for TensorBoard if that is installed."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

LOGS, TABLE = "logs", "log.jsonl"


class Log:
    """The log of a training: one JSON line for each round in `log.jsonl`, and scalars for TensorBoard.

    Args:
        folder: folder of the training.
        decisions: number of decisions at which the training continues; lines of later rounds are removed.
    """

    def __init__(self, folder: Path, decisions: int) -> None:
        self._table = folder / TABLE
        if self._table.exists():
            lines = self._table.read_text(encoding="utf-8").splitlines()
            kept = [line for line in lines if line.endswith("}") and json.loads(line)["decisions"] <= decisions]
            self._table.write_text("".join(f"{line}\n" for line in kept), encoding="utf-8")
        self._writer: Any = None
        try:
            from tensorboard.summary.writer.event_file_writer import EventFileWriter
        except ImportError:
            return
        self._writer = EventFileWriter(str(folder / LOGS))

    def write(self, decisions: int, values: dict[str, float]) -> None:
        """Write `values`, measured after `decisions` decisions of the learner."""
        line = {"decisions": decisions, **{name: round(float(value), 6) for name, value in values.items()}}
        with self._table.open("a", encoding="utf-8") as table:
            table.write(json.dumps(line) + "\n")
        if self._writer:
            from tensorboard.compat.proto.event_pb2 import Event
            from tensorboard.compat.proto.summary_pb2 import Summary

            scalars = [Summary.Value(tag=name, simple_value=float(value)) for name, value in values.items()]
            self._writer.add_event(Event(wall_time=time.time(), step=decisions, summary=Summary(value=scalars)))
            self._writer.flush()
