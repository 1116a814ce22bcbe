"""Run agents in threads of their own, so that the server keeps answering other pages.

An agent that keeps something of a game (it has a method `watch` or `over`) gets an instance for each game, which is
shown everything that its seats know, from the beginning: before each of its decisions what has happened since the last.
Where the game does not continue what the instance was shown, because choices were taken back, a new one begins.
"""

from __future__ import annotations

import asyncio
import threading
from collections import OrderedDict, defaultdict
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from medianoche.envs.core.kernels import allow_overflow

if TYPE_CHECKING:
    from medianoche.agents import Agent
    from medianoche.agents.following import Course, Follower
    from medianoche.agents.judging import Judgement
    from medianoche.envs.core.play.turn import Turn

Found = TypeVar("Found")
THREADS, WORKERS = 16, 4
"""Threads for agents and threads for other work; separate, so that slow agents do not block the other work."""
FOLLOWERS = 32
"""Most instances that follow a game; the one used longest ago is given up, and made again when it is needed."""


class AgentPool:
    """Instances of agents by their strings; each instance is used by one thread at a time."""

    def __init__(self) -> None:
        self._idle: defaultdict[str, list[Agent]] = defaultdict(list)
        self._followers: OrderedDict[tuple[str, str], Follower] = OrderedDict()  # by session and agent
        self._thinking, self._working = asyncio.Semaphore(THREADS), asyncio.Semaphore(WORKERS)

    async def act(self, who: str, turn: Turn, number: str, course: Course) -> int:
        """The action that agent `who` chooses in a turn of one decision, the last of `course`, the game of session
        `number`; raises AgentError if it fails."""
        from medianoche.agents import ask
        from medianoche.agents.following import Follower, follows

        def think() -> int:
            follower = self._followers.pop((number, who), None)
            if follower is None or not follower.continues(course):
                one = self._taken(who)
                if not follows(one):
                    action = int(ask(one, turn)[0])
                    self._idle[who].append(one)  # an instance that fails is not used again
                    return action
                follower = Follower(one, who)
            action = follower.act(turn, course)
            self._followers[number, who] = follower
            while len(self._followers) > FOLLOWERS:
                self._followers.popitem(last=False)
            return action

        async with self._thinking:
            return await in_thread(think)

    def end(self, number: str, results: tuple[np.ndarray, np.ndarray] | None = None) -> None:
        """Give up the instances that followed session `number`, after telling them its `results`, if it has ended:
        scores, int[1, players], and utilities, float[1, players]."""
        from medianoche.agents import AgentError, tell

        gone = [self._followers.pop(key) for key in list(self._followers) if key[0] == number]

        def say() -> None:
            for follower in gone if results else ():
                with suppress(AgentError):
                    tell([follower.agent], np.zeros(1, np.int64), *results)  # type: ignore[misc]
            gone.clear()  # ends programs

        if gone:
            threading.Thread(target=say, daemon=True).start()

    async def judge(self, who: str, turn: Turn) -> Judgement:
        """The judgement of agent `who` on a turn of one decision; raises AgentError if it fails."""
        from medianoche.agents.judging import judge

        def think() -> Judgement:
            one = self._taken(who)
            found = judge(one, turn)
            self._idle[who].append(one)
            return found

        async with self._thinking:
            return await in_thread(think)

    async def run(self, work: Callable[[], Found]) -> Found:
        """Run other slow work in a thread: dealing, replays, compiling."""
        async with self._working:
            return await in_thread(work)

    def make(self, who: str) -> None:
        """Make an instance of agent `who`; raises AgentError if there is no such agent."""
        from medianoche.agents import agent

        self._idle[who].append(agent(who))

    def _taken(self, who: str) -> Agent:
        """Remove an idle instance of agent `who` from the pool and return it; where there is none, make one."""
        from medianoche.agents import agent

        try:
            return self._idle[who].pop()
        except IndexError:
            return agent(who)


async def in_thread(work: Callable[[], Found]) -> Found:
    """Run `work` in a daemon thread and return its result; the process may exit before the thread ends."""
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
        with suppress(RuntimeError):  # the event loop is closed
            loop.call_soon_threadsafe(tell, found, wrong)

    threading.Thread(target=run, daemon=True).start()
    return await future
