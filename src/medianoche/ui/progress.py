"""What takes long on the server, how far it is, and for compiling how long it will take on this machine."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Annotated, Any

from pydantic import ConfigDict, Field, TypeAdapter

from medianoche import __version__, envs
from medianoche.envs.core import files
from medianoche.envs.core.errors import GameError, MedianocheError
from medianoche.envs.core.kernels import kernel_files, user_cache

KILOBYTE_S, AGENT_S, PROBE_S, LOADED_S = 0.15, 16.0, 0.12, 2.0
"""CPU seconds of compiling a kilobyte of a game's kernels, of compiling an agent for a game, of compiling the probe on
the same machine, and of what has been compiled before."""
BEGUN_S = 0.5
"""CPU seconds after which it is known how long one of them takes."""
TIMES: TypeAdapter[dict[str, list[Annotated[float, Field(ge=0, le=1e5)]]]] = TypeAdapter(
    dict[str, list[Annotated[float, Field(ge=0, le=1e5)]]], config=ConfigDict(defer_build=True)
)


@dataclass
class LongWork:
    """Something that takes long.

    Attributes:
        what: "compile", "agent", "judge" (an agent that evaluates is compiled), "draw" or "evaluate".
        expected: CPU seconds that it will take in all; 0 if that is not known.
        done, whole: how many parts are done, and of how many; 0 if it has no parts.
        begun, cpu: the time and this process's CPU seconds at its beginning.
    """

    what: str
    expected: float = 0.0
    whole: int = 0
    done: int = 0
    begun: float = field(default_factory=time.monotonic)
    cpu: float = field(default_factory=time.process_time)

    @property
    def used(self) -> float:
        """CPU seconds since its beginning."""
        return time.process_time() - self.cpu

    def advance(self, _: object = None) -> None:
        """One more part is done."""
        self.done += 1

    def json(self) -> dict[str, Any]:
        """The work for the page. The expected time is by the clock: on a busy machine a CPU second takes longer."""
        seconds = time.monotonic() - self.begun
        used = self.used
        left = max(self.expected - used, 0) * max(seconds / used, 1) if used > BEGUN_S else self.expected
        return {"what": self.what, "seconds": round(seconds, 1), "expected": round(seconds + left, 1)} | (
            {"done": self.done, "whole": self.whole} if self.whole else {}
        )


class Progress:
    """All that takes long now, by what a page asks for: the number of a game, or the name of a game that is dealt."""

    def __init__(self) -> None:
        self._works: dict[str, LongWork] = {}

    def work_on(self, key: str) -> dict[str, Any]:
        """What is being done for `key`; empty if nothing is."""
        work = self._works.get(key)
        return work.json() if work else {}

    @contextmanager
    def working(self, key: str, work: LongWork) -> Iterator[LongWork]:
        """Context of something that takes long."""
        self._works[key] = work
        try:
            yield work
        finally:
            if self._works.get(key) is work:
                del self._works[key]

    @contextmanager
    def compiling(self, key: str, game: str, seconds: float, agent: str = "", what: str = "compile") -> Iterator[None]:
        """Context of code that compiles a game, or an agent for it, if that has not been done; pages are told `what` it
        is. It is expected to take `seconds` of CPU time; the time that it takes is noted."""
        with self.working(key, work := LongWork(what, seconds)):
            yield
        note(game, work.used, agent)


def _file() -> Path:
    return user_cache() / "times.json"


def _noted() -> dict[str, list[float]]:
    """Seconds by game and version: of the first time, and of the last."""
    with suppress(MedianocheError):
        return files.from_json(TIMES, files.read(_file(), GameError), "times", GameError)
    return {}


def reference(game: str) -> float:
    """CPU seconds from nothing to the first question of `game`, on the machine that took `PROBE_S` for the probe."""
    return KILOBYTE_S * sum(file.stat().st_size for file in kernel_files(envs.game(game).rules.home)) / 1000


def _key(game: str, agent: str = "") -> str:
    return f"{game} {__version__} {agent}".strip()


def expected(game: str, agent: str = "") -> float:
    """CPU seconds until the first question of `game`, or until the first answer of an agent there: what this machine
    took before, else by its measured speed."""
    noted = _noted()
    if times := noted.get(_key(game, agent)):
        return times[1] if len(times) > 1 else LOADED_S
    if agent:
        return AGENT_S * probe() / PROBE_S
    noted = {name: times for name, times in noted.items() if name.count(" ") == 1}  # those of games
    at_best = reference(game)
    same = [times[0] for name, times in noted.items() if times and name.split()[0] == game]
    if same:
        return same[-1]
    rates = [times[0] / reference(name.split()[0]) for name, times in noted.items() if name.split()[0] in envs.names()]
    return at_best * (sum(rates) / len(rates) if rates else probe() / PROBE_S)


def note(game: str, seconds: float, agent: str = "") -> None:
    """Note how many CPU seconds the first question of a game took, or an agent's first answer there."""
    noted = _noted()
    times = noted.get(_key(game, agent), [])
    noted[_key(game, agent)] = [*times[:1], seconds] if times else [seconds]
    with suppress(OSError):
        files.write(
            _file(), json.dumps({name: [round(seconds, 2) for seconds in times] for name, times in noted.items()})
        )


@cache
def probe() -> float:
    """CPU seconds of compiling a small function on this machine."""
    import numba

    def loop(count):  # type: ignore[no-untyped-def]
        total = 0
        for number in range(count):
            total += number * number % 7
        return total

    numba.njit("int64(int64)")(loop)  # the first function that is compiled pays for more than itself
    begin = time.process_time()
    numba.njit("float64(float64)")(loop)
    return max(time.process_time() - begin, 0.01)
