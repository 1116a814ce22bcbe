"""Numbers over time: a table that anything reads, and TensorBoard's own files where it is installed."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

LOGS, TABLE = "logs", "log.jsonl"


class Log:
    """What a training writes down: a line of JSON for each round, and scalars for TensorBoard.

    Args:
        folder: of the training.
        decisions: where it goes on; what was written of rounds after that, before it was killed, is left out.
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
        """Note `values` after `decisions`."""
        line = {"decisions": decisions, **{name: round(float(value), 6) for name, value in values.items()}}
        with self._table.open("a", encoding="utf-8") as table:
            table.write(json.dumps(line) + "\n")
        if self._writer:
            from tensorboard.compat.proto.event_pb2 import Event
            from tensorboard.compat.proto.summary_pb2 import Summary

            scalars = [Summary.Value(tag=name, simple_value=float(value)) for name, value in values.items()]
            self._writer.add_event(Event(wall_time=time.time(), step=decisions, summary=Summary(value=scalars)))
            self._writer.flush()
