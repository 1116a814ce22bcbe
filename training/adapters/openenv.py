"""Seats of games as environments of OpenEnv, for language models that learn behind a server.

Needs `pip install 'medianoche[openenv]'`. A server of your own is a file `seats.py`, started by `uvicorn seats:app`:

    from medianoche.training.adapters.openenv import serve

    app = serve(["misty"], count=1000, skins=True)

A client gives `reset` the number of a task as its seed, without one it gets the next one; nothing else, since the names
of games and agents can run code. `step` takes an answer, and whether it was cut off.

With `serve(..., learners=2)` (0: all) several seats of each game learn at once. `reset` and `step` then give, by the
number of the seat, what each seat that is to choose is asked, and `step` takes an answer of each of them. Seats that
choose at the same time are asked at the same time. Rewards and counts come by seat. The client must show each model the
questions of its own seat only.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar
from uuid import uuid4

from openenv.core.env_server import Action, Environment, Observation, State, create_fastapi_app
from pydantic import Field

from medianoche.training.adapters.text_seat import Reply, SeatTask, TextGame, TextSeat, tasks

ANSWERS = ("legal", "illegal", "not_understood", "cut_off", "lost")
Answered = TypeVar("Answered", bound=Action)
Asked = TypeVar("Asked", bound=Observation)
Played = TypeVar("Played", TextSeat, TextGame)


class ModelAnswer(Action):
    """An answer of the model."""

    text: str = Field(max_length=1_000_000)  #: its last `ACTION: n` counts
    cut_off: bool = False  #: whether it ended at its greatest length, as its `finish_reason` says


class SeatQuestion(Observation):
    """What is said to the model; the reward comes at the end, the seat's utility."""

    prompt: str = ""
    legal: int = 0  #: answers of the game so far that were legal
    illegal: int = 0  #: that named a choice that there was not
    not_understood: int = 0  #: that named no choice
    cut_off: int = 0  #: that were cut off before they named a choice
    lost: bool = False  #: whether the game was lost by such answers


class ModelAnswers(Action):
    """Answers of the models, by seat."""

    answers: dict[int, ModelAnswer]  #: one of each seat that was asked; a seat that is left out is asked again


class Questions(Observation):
    """What is said to the model of each seat; `rewards` come at the end, the utilities of the seats."""

    prompts: dict[int, str] = {}  # noqa: RUF012 - Pydantic copies it
    rewards: dict[int, float] = {}  # noqa: RUF012
    counts: dict[int, dict[str, int]] = {}  # noqa: RUF012 - as those of `SeatQuestion`, by seat


class GameEnvironment(Environment[Answered, Asked, State], Generic[Answered, Asked, Played]):
    """Asks models for decisions of one game after the other; an agent plays the other seats.

    A subclass says with `make` what plays a task, and with `first` what is asked at its beginning.

    Args:
        seat_tasks: the tasks; a seed is a place among them.
        following: says which task comes next where none is named.
    """

    SUPPORTS_CONCURRENT_SESSIONS = True
    make: Callable[[SeatTask], Played]

    def __init__(self, seat_tasks: Sequence[SeatTask], following: Callable[[], int]) -> None:
        super().__init__()
        self._tasks = seat_tasks
        self._following = following
        self._state = State()
        self._game: Played | None = None

    def first(self, game: Played) -> Asked:
        """What is asked at the beginning of a game."""
        raise NotImplementedError

    def reset(self, seed: int | None = None, episode_id: str | None = None, **_ignored: Any) -> Asked:
        """The beginning of the task with number `seed`, counted round."""
        number = self._following() if seed is None else seed
        self._game = self.make(self._tasks[number % len(self._tasks)])
        self._state = State(episode_id=episode_id or str(uuid4()), step_count=0)
        return self.first(self._game)

    @property
    def state(self) -> State:
        """The episode and its number of steps."""
        return self._state

    def game(self) -> Played:
        """The game that is played; the next task's if none was begun."""
        if self._game is None:
            self.reset()
        assert self._game
        return self._game


class SeatEnvironment(GameEnvironment[ModelAnswer, SeatQuestion, TextSeat]):
    """Asks a model for each decision of its seat; an agent plays the other seats. See GameEnvironment."""

    make = TextSeat

    def first(self, game: TextSeat) -> SeatQuestion:
        """The first question."""
        return self._question(game, game.prompt)

    def step(self, action: ModelAnswer, timeout_s: float | None = None, **_ignored: Any) -> SeatQuestion:
        """Play what an answer names; an answer after the end changes nothing."""
        game = self.game()
        said = "" if game.done else game.answer(action.text, action.cut_off)
        self._state.step_count += 1
        return self._question(game, said)

    def _question(self, game: TextSeat, said: str) -> SeatQuestion:
        counts = {name: game.counts[name] for name in ("legal", "illegal", "not_understood", "cut_off")}
        reward = game.reward if game.done else 0.0
        return SeatQuestion(prompt=said, done=game.done, reward=reward, lost=bool(game.counts["lost"]), **counts)


class TableEnvironment(GameEnvironment[ModelAnswers, Questions, TextGame]):
    """Asks models for the decisions of several seats; an agent plays the other seats. See GameEnvironment."""

    make = TextGame

    def first(self, game: TextGame) -> Questions:
        """The first questions."""
        return self._questions(game)

    def step(self, action: ModelAnswers, timeout_s: float | None = None, **_ignored: Any) -> Questions:
        """Play what the answers name; answers of seats that are not asked, and those after the end, change nothing."""
        game = self.game()
        asked = game.asked
        replies = {seat: Reply(said.text, said.cut_off) for seat, said in action.answers.items() if seat in asked}
        if replies:
            game.answer(replies)
        self._state.step_count += 1
        return self._questions(game)

    def _questions(self, game: TextGame) -> Questions:
        counts = {seat: {name: game.counts[seat][name] for name in ANSWERS} for seat in game.seats}
        return Questions(prompts=game.asked, done=game.done, rewards=game.rewards, counts=counts)


def serve(
    games: Sequence[str],
    count: int = 1000,
    opponents: Sequence[str] = (),
    sessions: int = 64,
    learners: int = 1,
    **settings: bool,
) -> Any:
    """The application of a server.

    Args:
        games, count, opponents, learners: see `text_seat.tasks`.
        sessions: clients at the same time, at most.
        **settings: generated, skins, held_out, listed of `text_seat.tasks`.
    """
    drawn = tasks(games, count, opponents, learners=learners, **settings)
    numbers = itertools.count()
    alone = learners == 1
    environment = SeatEnvironment if alone else TableEnvironment
    action, observation = (ModelAnswer, SeatQuestion) if alone else (ModelAnswers, Questions)

    def make() -> SeatEnvironment | TableEnvironment:
        return environment(drawn, numbers.__next__)

    return create_fastapi_app(make, action, observation, max_concurrent_envs=sessions)
