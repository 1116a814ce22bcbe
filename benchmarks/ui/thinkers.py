"""Agents that think in threads of their own, so that nobody else waits for them."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, TypeVar

from medianoche.envs.core.jit import allow_overflow

if TYPE_CHECKING:
    from medianoche.agents import Agent
    from medianoche.agents.judging import Judgement
    from medianoche.envs.core.turn import Turn

Found = TypeVar("Found")
THREADS = 16
"""Agents that think at a time; those that never end would keep the others waiting."""


class Thinkers:
    """Agents by their strings, each used by one thread at a time, and the threads."""

    def __init__(self) -> None:
        self._idle: defaultdict[str, list[Agent]] = defaultdict(list)
        self._threads = ThreadPoolExecutor(THREADS, "thinker", initializer=allow_overflow)
        self._others = ThreadPoolExecutor(4, "worker", initializer=allow_overflow)

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
        return await asyncio.get_running_loop().run_in_executor(self._others, work)

    def make(self, who: str) -> None:
        """See that there is such an agent; raises AgentError if not."""
        from medianoche.agents import agent

        self._idle[who].append(agent(who))

    def close(self) -> None:
        """Wait for nobody."""
        for threads in (self._threads, self._others):
            threads.shutdown(wait=False, cancel_futures=True)

    async def _lend(self, who: str, work: Callable[[Any], Found]) -> Found:
        def think() -> Found:
            if not self._idle[who]:
                self.make(who)
            one = self._idle[who].pop()
            try:
                return work(one)
            finally:
                self._idle[who].append(one)

        return await asyncio.get_running_loop().run_in_executor(self._threads, think)
