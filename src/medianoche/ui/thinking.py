"""Run agents in threads of their own, so that the server keeps answering other pages.

An agent that keeps something of a game (it has a method `watch` or `over`) gets an instance for each game, which is
shown everything that its seats know, from the beginning: before each of its decisions what has happened since the last.
Where the game does not continue what the instance was shown, because choices were taken back, a new one begins.
"""

from __future__ import annotations

import asyncio
import threading
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import numpy as np

from medianoche.envs.core.kernels import allow_overflow

if TYPE_CHECKING:
    from medianoche.agents import Agent
    from medianoche.agents.judging import Judgement
    from medianoche.envs.core.game import Game, State
    from medianoche.envs.core.play.turn import Turn

Found = TypeVar("Found")
THREADS, WORKERS = 16, 4
"""Threads for agents and threads for other work; separate, so that slow agents do not block the other work."""
FOLLOWERS = 32
"""Most instances that follow a game; the one used longest ago is given up, and made again when it is needed."""


class Course(NamedTuple):
    """A game so far, for agents that follow it."""

    number: str  # of the session
    game: Game
    seats: list[str]  # the player of each seat
    seed: int  # of the deal
    states: Sequence[State]  # the position at each decision, the present one last
    actions: Sequence[int]

    def show(self, who: Agent, name: str, first: int) -> None:
        """Show `who`, which plays the seats of `name`, the positions from number `first` on."""
        from medianoche.agents.following import chance_of, show

        own = [seat for seat, player in enumerate(self.seats) if player == name]
        for place in range(first, len(self.states)):
            now, step = np.array([self.states[place]]), None
            if place:
                before = self.states[place - 1]
                step = np.array([before]), int(before.to_move), self.actions[place - 1]
            show(who, own, self.game, len(self.seats), now, chance_of(self.seed, place), step)


@dataclass
class _Follower:
    """An instance that follows a game."""

    agent: Agent
    actions: list[int] | None = None  # the actions before the last position that it was shown; None: it was shown none

    def continues(self, course: Course) -> bool:
        """Whether `course` begins with what the instance was shown."""
        return self.actions is None or list(course.actions[: len(self.actions)]) == self.actions

    def act(self, name: str, turn: Turn, course: Course) -> int:
        """Show the instance, which plays the seats of `name`, what it was not shown yet, and ask it for its action."""
        from medianoche.agents import ask

        if hasattr(self.agent, "watch"):
            course.show(self.agent, name, 0 if self.actions is None else len(self.actions) + 1)
        self.actions = list(course.actions)
        turn.games = np.zeros(1, np.int64)
        return int(ask(self.agent, turn)[0])


class AgentPool:
    """Instances of agents by their strings; each instance is used by one thread at a time."""

    def __init__(self) -> None:
        self._idle: defaultdict[str, list[Agent]] = defaultdict(list)
        self._followers: OrderedDict[tuple[str, str], _Follower] = OrderedDict()  # by session and agent
        self._thinking, self._working = asyncio.Semaphore(THREADS), asyncio.Semaphore(WORKERS)

    async def act(self, who: str, turn: Turn, course: Course) -> int:
        """The action that agent `who` chooses in a turn of one decision, the last of `course`; raises AgentError if it
        fails."""
        from medianoche.agents import ask

        def think() -> int:
            follower = self._followers.pop((course.number, who), None)
            if follower is None or not follower.continues(course):
                one = self._taken(who)
                if not (hasattr(one, "watch") or hasattr(one, "over")):
                    action = int(ask(one, turn)[0])
                    self._idle[who].append(one)  # an instance that fails is not used again
                    return action
                follower = _Follower(one)
            action = follower.act(who, turn, course)
            self._followers[course.number, who] = follower
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
