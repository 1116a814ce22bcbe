"""Run agents in threads of their own, so that the server keeps answering other pages."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, ClassVar, Protocol, TypeVar

import numpy as np

from medianoche.agents.base import Agent, agent, ask
from medianoche.agents.seating import ChosenAction, Seating
from medianoche.envs.core.kernels import allow_overflow

if TYPE_CHECKING:
    from medianoche.agents.judging import Judgement
    from medianoche.envs.core.play.match import Match
    from medianoche.envs.core.play.turn import Turn

Found = TypeVar("Found")
THREADS, WORKERS = 16, 4
"""Threads for agents and threads for other work; separate, so that slow agents do not block the other work."""


class Agents(Protocol):
    """A place where agents choose, and other slow work is done, while the page goes on."""

    #: whether code is compiled before something is done for the first time
    compiles: ClassVar[bool]

    async def choose(self, who: str, match: Match, seats: Sequence[int], number: str) -> ChosenAction:
        """See `AgentPool`."""

    def end(self, number: str, match: Match | None = None) -> None:
        """See `AgentPool`."""

    async def judge(self, who: str, turn: Turn) -> Judgement:
        """See `AgentPool`."""

    async def answer(self, who: str, turn: Turn) -> int:
        """See `AgentPool`."""

    async def values(self, who: str, turn: Turn) -> np.ndarray | None:
        """See `AgentPool`."""

    async def run(self, work: Callable[[], Found]) -> Found:
        """See `AgentPool`."""

    def make(self, who: str) -> None:
        """See `AgentPool`."""


class AgentPool:
    """Instances of agents by their strings; each instance is used by one thread at a time."""

    compiles: ClassVar[bool] = True

    def __init__(self) -> None:
        self.seating = Seating()
        self._thinking, self._working = asyncio.Semaphore(THREADS), asyncio.Semaphore(WORKERS)

    async def choose(self, who: str, match: Match, seats: Sequence[int], number: str) -> ChosenAction:
        """What agent `who` in these seats chooses in `match`, the game of session `number`, which must not change
        meanwhile; raises AgentError if it fails."""
        async with self._thinking:
            return await in_thread(lambda: self.seating.choose(match, who, seats, number))

    def end(self, number: str, match: Match | None = None) -> None:
        """Give up the instances that followed session `number`, after telling them its result, if it has ended:
        `match`, which must not change meanwhile."""
        threading.Thread(target=self.seating.leave, args=(match, number), daemon=True).start()

    async def judge(self, who: str, turn: Turn) -> Judgement:
        """The judgement of agent `who` on a turn of one decision; raises AgentError if it fails."""
        from medianoche.agents.judging import judge

        return await self._of_one(who, lambda one: judge(one, turn))

    async def answer(self, who: str, turn: Turn) -> int:
        """The action of agent `who`, which has seen nothing before, on a turn of one decision."""
        return await self._of_one(who, lambda one: int(ask(one, turn)[0]))

    async def values(self, who: str, turn: Turn) -> np.ndarray | None:
        """float32[n]: what the player to move in each row may expect, from -1 to 1, by the network of agent `who`; None
        if `who` is no network."""
        from medianoche.agents.net import NetAgent

        def look(one: Agent) -> np.ndarray | None:
            if not isinstance(one, NetAgent):
                return None
            return NetAgent(network=one.network(turn.game), threads=1).search(turn)[2]

        return await self._of_one(who, look)

    async def _of_one(self, who: str, work: Callable[[Agent], Found]) -> Found:
        def think() -> Found:
            one = self.seating.take(who)
            thought = work(one)
            self.seating.give(who, one)
            return thought

        async with self._thinking:
            return await in_thread(think)

    async def run(self, work: Callable[[], Found]) -> Found:
        """Run other slow work in a thread: dealing, replays, compiling."""
        async with self._working:
            return await in_thread(work)

    def make(self, who: str) -> None:
        """Make an instance of agent `who`; raises AgentError if there is no such agent."""
        self.seating.give(who, agent(who))


async def in_thread(work: Callable[[], Found]) -> Found:
    """Run `work` in a daemon thread and return its result; the process may exit before the thread ends."""
    loop = asyncio.get_running_loop()
    future: asyncio.Future[Found] = loop.create_future()

    def tell(result: Found | None, error: BaseException | None) -> None:
        if not future.done():
            future.set_exception(error) if error else future.set_result(result)  # type: ignore[arg-type]

    def run() -> None:
        allow_overflow()
        result = None
        wrong = None
        try:
            result = work()
        except BaseException as error:  # noqa: BLE001 - raised again where it is waited for
            wrong = error
        with suppress(RuntimeError):  # the event loop is closed
            loop.call_soon_threadsafe(tell, result, wrong)

    threading.Thread(target=run, daemon=True).start()
    return await future
