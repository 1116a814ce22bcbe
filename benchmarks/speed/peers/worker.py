"""A process that measures one peer, so that no library disturbs another.

`python -m medianoche.benchmarks.speed.peers.worker MODULE CORES` imports MODULE and calls its `figures(cores)`, which
gives the loops by name. Each line it then reads is a request as JSON, and each line it writes the answer:
`{"figure": NAME, "seconds": S}` is answered by a `Slice`, `{"call": NAME, "arguments": {...}}` by what that function of
the module returns. The first line it writes is `{"figures": [...]}`.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import subprocess
import sys
from typing import Any

from medianoche.benchmarks.speed.measure import Slice, run_slice
from medianoche.envs import MedianocheError


class PeerError(MedianocheError):
    """A peer's process failed."""


class PeerProcess:
    """Handle of a worker process.

    Args:
        module: the module whose `figures` it measures.
        cores: how many cores it may use.

    Raises:
        PeerError: the process ended; the error has the last line of its stderr.
    """

    def __init__(self, module: str, cores: int = 1) -> None:
        self.module = module
        self.cores = cores
        command = [sys.executable, "-m", "medianoche.benchmarks.speed.peers.worker", module, str(cores)]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "JAX_PLATFORMS": "cpu"}
        self._process = subprocess.Popen(
            command,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )
        self.figures: list[str] = self._answer()["figures"]

    def measure(self, figure: str, seconds: float) -> float:
        """Decisions per second of one of `figures` in one slice."""
        return Slice(*self._ask(figure=figure, seconds=seconds)).rate(self.cores)

    def call(self, function: str, **arguments: Any) -> Any:
        """What a function of the module returns."""
        return self._ask(call=function, arguments=arguments)

    def close(self) -> None:
        """End the process."""
        self._process.communicate()

    def _ask(self, **request: Any) -> Any:
        assert self._process.stdin is not None
        with contextlib.suppress(BrokenPipeError):  # it has ended: reading says why
            self._process.stdin.write(json.dumps(request) + "\n")
            self._process.stdin.flush()
        return self._answer()

    def _answer(self) -> Any:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            words = self._process.communicate()[1].strip().splitlines() or ["no word"]
            raise PeerError(f"{self.module} failed: {words[-1]}")
        return json.loads(line)


def serve(module: str, cores: int) -> None:
    """Be a worker process until there are no more requests."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8", buffering=1)
    os.dup2(2, 1)  # what libraries print is no answer
    if hasattr(os, "sched_setaffinity"):  # before anything starts threads
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[-cores:])
    peer_module = importlib.import_module(module)
    figures = peer_module.figures(cores)
    for loop in figures.values():
        loop()
    answers.write(json.dumps({"figures": list(figures)}) + "\n")
    for line in sys.stdin:
        request = json.loads(line)
        if "call" in request:
            answer = getattr(peer_module, request["call"])(**request["arguments"])
        else:
            answer = run_slice(figures[request["figure"]], request["seconds"])
        answers.write(json.dumps(answer) + "\n")


if __name__ == "__main__":
    serve(sys.argv[1], int(sys.argv[2]))
