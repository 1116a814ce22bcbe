"""Agents that think in threads of their own, so that the server answers other pages meanwhile."""

from __future__ import annotations

import asyncio
import threading
from collections import defaultdict
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar

from medianoche.envs.core.kernels import allow_overflow

if TYPE_CHECKING:
    from medianoche.agents import Agent
    from medianoche.agents.judging import Judgement
    from medianoche.envs.core.play.turn import Turn

Found = TypeVar("Found")
THREADS, WORKERS = 16, 4
"""Agents that think at a time, and other work; those that never end would keep the others waiting."""


class AgentPool:
    """Agents by their strings, each used by one thread at a time."""

    def __init__(self) -> None:
        self._idle: defaultdict[str, list[Agent]] = defaultdict(list)
        self._thinking, self._working = asyncio.Semaphore(THREADS), asyncio.Semaphore(WORKERS)

    async def act(self, who: str, turn: Turn) -> int:
        """What an agent chooses at the one decision of a turn; raises AgentError if it fails."""
        from medianoche.agents import ask

        return await self._lend(who, lambda agent: int(ask(agent, turn)[0]))

    async def judge(self, who: str, turn: Turn) -> Judgement:
        """What an agent thinks of the one decision of a turn; raises AgentError if it fails."""
        from medianoche.agents.judging import judge

        return await self._lend(who, lambda agent: judge(agent, turn))

    async def run(self, work: Callable[[], Found]) -> Found:
        """Something else that takes long: deals, replays, what is compiled."""
        async with self._working:
            return await in_thread(work)

    def make(self, who: str) -> None:
        """See that there is such an agent; raises AgentError if not."""
        from medianoche.agents import agent

        self._idle[who].append(agent(who))

    async def _lend(self, who: str, work: Callable[[Any], Found]) -> Found:
        def think() -> Found:
            if not self._idle[who]:
                self.make(who)
            one = self._idle[who].pop()
            try:
                return work(one)
            finally:
                self._idle[who].append(one)

        async with self._thinking:
            return await in_thread(think)


async def in_thread(work: Callable[[], Found]) -> Found:
    """What `work` returns, called in a thread that keeps nobody from leaving: the process may end before it."""
    loop = asyncio.get_running_loop()
    future: asyncio.Future[Found] = loop.create_future()

    def tell(found: Found | None, error: BaseException | None) -> None:
        if not future.done():
            future.set_exception(error) if error else future.set_result(found)  # type: ignore[arg-type]

    def run() -> None:
        allow_overflow()
        found, wrong = None, None
        try:
            found = work()
        except BaseException as error:  # noqa: BLE001 - raised again where it is waited for
            wrong = error
        with suppress(RuntimeError):  # nobody waits any more
            loop.call_soon_threadsafe(tell, found, wrong)

    threading.Thread(target=run, daemon=True).start()
    return await future
