"""One seat of games as a taskset and an environment of verifiers, for language models that learn or are evaluated.

Needs `pip install 'medianoche[verifiers]'`. The library finds a taskset by the name of a module, so let `seats.py` be

    from medianoche.training.adapters.verifiers import *
    from medianoche.training.adapters.verifiers import __all__

    vf-eval seats --env.taskset.games '["misty"]' --env.taskset.skins true --env.taskset.held_out true ...

A rollout is a game. Its reward is the seat's utility, from -1 to 1; the metrics are how many answers were legal,
illegal, not understood, and cut off, and whether the game was lost by answers, or not finished in the model's turns.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

import verifiers.v1 as vf

from medianoche.training.adapters.text_seat import SeatTask, TextSeat, tasks

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
        names = ("generated", "skins", "held_out", "listed")
        settings = {name: getattr(config, name) for name in names}
        for number, task in enumerate(tasks(config.games, config.count, config.opponents, **settings)):
            yield GameTask(GameTaskData(name=f"{task.game}#{number}", prompt=None, seat=asdict(task)), config.task)


class GamesEnvConfig(vf.EnvConfig):
    """The model in the seat."""

    player: vf.AgentConfig = vf.AgentConfig()


class GamesEnv(vf.Env[GamesEnvConfig]):
    """Asks a model for each decision of its seat; an agent plays the other seats."""

    async def run(self, task: Any, agents: Any) -> None:
        """Play the game of a task."""
        game = await asyncio.to_thread(TextSeat, SeatTask(**task.data.seat))
        async with agents.player.interaction(task) as interaction:
            said = game.prompt
            while not game.done:
                segment = await interaction.turn(said)
                if segment.terminated:
                    break
                said = await asyncio.to_thread(game.answer, segment.last_reply, was_cut_off(interaction.trace))
        trace = interaction.trace
        trace.record_reward("utility", game.reward if game.done else -1.0)
        trace.record_metrics({name: float(game.counts[name]) for name in ANSWERS})
        trace.record_metric("unfinished", float(not game.done))


def was_cut_off(trace: Any) -> bool:
    """Whether the last answer in a trace ended at its greatest length."""
    last = next((call for call in reversed(trace.calls) if call.error is None), None)
    return last is not None and last.finish_reason == "length"
