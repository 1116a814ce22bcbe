"""Seats of games as a taskset and an environment of verifiers, for language models that learn or are evaluated.

Needs `pip install 'medianoche[verifiers]'`. The library finds a taskset by the name of a module, so let `seats.py` be

    from medianoche.training.adapters.verifiers import *
    from medianoche.training.adapters.verifiers import __all__

    vf-eval seats --env.taskset.games '["misty"]' --env.taskset.skins true --env.taskset.held_out true ...

A rollout is a game. Its reward is the seat's utility, from -1 to 1; the metrics are how many answers were legal,
illegal, not understood, and cut off, and whether the game was lost by answers, or not finished in the model's turns.

With `--env.taskset.learners 2` (0: all) several seats of each game learn at once. Each is a role, `seat_0` to `seat_5`,
with a trace and a reward of its own: `--env.seat_1.model OTHER` puts another model there. Seats that choose at the same
time are asked at the same time (`--env.max-concurrent-agents` says how many answer together).
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import AsyncExitStack
from dataclasses import asdict
from typing import Any

import verifiers.v1 as vf

from medianoche.training.adapters.text_seat import Reply, SeatTask, TextGame, tasks

__all__ = ["GamesConfig", "GamesEnv", "GamesEnvConfig", "GamesTaskset"]
ANSWERS = ("legal", "illegal", "not_understood", "cut_off", "lost")


class GamesConfig(vf.TasksetConfig):
    """Which games; see `text_seat.tasks`."""

    games: list[str] = ["misty"]  # noqa: RUF012 - Pydantic copies it
    count: int = 1000
    opponents: list[str] = []  # noqa: RUF012
    generated: bool = False
    skins: bool = False
    held_out: bool = False
    listed: bool = True
    learners: int = 1


class GameTaskData(vf.TaskData):
    """A game to play."""

    seat: dict[str, Any]
    """The fields of `text_seat.SeatTask`."""


class GameTask(vf.Task[GameTaskData, vf.State, vf.TaskConfig]):
    """A game to play; the environment asks, and gives the reward."""


class GamesTaskset(vf.Taskset[GameTask, GamesConfig]):
    """A curriculum of games, or games for evaluation."""

    def load(self) -> Iterator[GameTask]:
        """The tasks in their order."""
        config = self.config
        names = ("generated", "skins", "held_out", "listed", "learners")
        settings: dict[str, Any] = {name: getattr(config, name) for name in names}
        for number, task in enumerate(tasks(config.games, config.count, config.opponents, **settings)):
            yield GameTask(GameTaskData(name=f"{task.game}#{number}", prompt=None, seat=asdict(task)), config.task)


class GamesEnvConfig(vf.EnvConfig):
    """The models in the seats."""

    player: vf.AgentConfig = vf.AgentConfig()
    """The model of a task in which one seat learns."""
    seat_0: vf.AgentConfig = vf.AgentConfig()
    seat_1: vf.AgentConfig = vf.AgentConfig()
    seat_2: vf.AgentConfig = vf.AgentConfig()
    seat_3: vf.AgentConfig = vf.AgentConfig()
    seat_4: vf.AgentConfig = vf.AgentConfig()
    seat_5: vf.AgentConfig = vf.AgentConfig()


class GamesEnv(vf.Env[GamesEnvConfig]):
    """Asks models for the decisions of their seats; an agent plays the other seats."""

    async def run(self, task: Any, agents: Any) -> None:
        """Play the game of a task."""
        fields = task.data.seat
        game = await asyncio.to_thread(TextGame, SeatTask(**{**fields, "also": tuple(fields["also"])}))
        alone = len(game.seats) == 1
        async with AsyncExitStack() as stack:
            models = {}
            for seat in game.seats:
                role = agents.player if alone else getattr(agents, f"seat_{seat}")
                models[seat] = await stack.enter_async_context(role.interaction(task))
            stopped = await _play(game, models)
        for seat, model in models.items():
            trace = model.trace
            trace.record_reward("utility", game.rewards[seat])
            trace.record_metrics({name: float(game.counts[seat][name]) for name in ANSWERS})
            trace.record_metric("unfinished", float(seat in stopped))


async def _play(game: TextGame, models: dict[int, Any]) -> list[int]:
    """Ask the models of all seats that are to choose, until the game has ended. Returns the seats whose models answer
    no more, because their turns are used up; they lose the game."""
    while not game.done:
        asked = game.asked
        segments = await asyncio.gather(*(models[seat].turn(said) for seat, said in asked.items()))
        told = dict(zip(asked, segments, strict=True))
        if stopped := [seat for seat, segment in told.items() if segment.terminated]:
            game.give_up(stopped)
            return stopped
        replies = {seat: Reply(told[seat].last_reply, was_cut_off(models[seat].trace)) for seat in told}
        await asyncio.to_thread(game.answer, replies)
    return []


def was_cut_off(trace: Any) -> bool:
    """Whether the last answer in a trace ended at its greatest length."""
    last = next((call for call in reversed(trace.calls) if call.error is None), None)
    return last is not None and last.finish_reason == "length"
