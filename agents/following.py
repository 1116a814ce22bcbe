"""One game in an environment: the decisions of its players, and what agents with a method `watch` are shown of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from medianoche.agents.base import Agent, ask, blamed
from medianoche.envs.core.play.match import chance_of
from medianoche.envs.core.play.views import VIEWS, Views

if TYPE_CHECKING:
    from medianoche.envs.core.game import Game, State
    from medianoche.envs.core.play.aec import AEC
    from medianoche.envs.core.play.batch import Batch
    from medianoche.envs.core.play.turn import Turn


class FollowedGame(NamedTuple):
    """A game as `Views` reads it."""

    game: Game
    num_players: int
    records: np.ndarray
    states: np.ndarray


def turn_of(env: AEC, game: int | None = 0) -> Turn:
    """The decision of the player to move, in a game of this number, with the seed `chance_of`. Raises GameError after
    the end."""
    return env.turn(chance_of(env.seed, len(env.history)), game)


def begin(env: AEC, agents: Sequence[Agent | None]) -> None:
    """Show each agent with a method `watch` the start of the game, which has the number 0, as its seats know it.

    Args:
        env: the environment.
        agents: by seat; one in several seats is one object. None is a person.

    Raises:
        AgentError: an agent failed.
    """
    _show(env, agents, -1, -1, None)


def play_on(env: AEC, agents: Sequence[Agent | None], action: int) -> None:
    """Play an action, and show the agents what has happened if the game goes on; see `begin`.

    Raises:
        IllegalActionError: it is not legal; nothing has changed.
        AgentError: an agent failed; the action has been played.
    """
    mover, before = int(env.record.to_move), np.array([env.record])
    env.step(action)
    _show(env, agents, mover, action, before)


def _show(env: AEC, agents: Sequence[Agent | None], mover: int, action: int, before: np.ndarray | None) -> None:
    if env.record.done:
        return
    now, step = np.array([env.record]), None if before is None else (before, mover, action)
    for who in {id(who): who for who in agents if hasattr(who, "watch")}.values():
        seats = [seat for seat, other in enumerate(agents) if other is who]
        show(who, seats, env.game, env.num_players, now, chance_of(env.seed, len(env.history)), step)  # type: ignore[arg-type]


def show_rows(
    who: Agent,
    batch: Batch,
    rows: np.ndarray,
    mine: np.ndarray,
    seeds: np.ndarray,
    games: np.ndarray,
    step: tuple[np.ndarray, np.ndarray, np.ndarray] | None = None,
) -> None:
    """Show an agent with a method `watch` the games in some rows of a batch, as its seats know them; not those that are
    over.

    Args:
        who: the agent.
        batch: the games.
        rows: int64[k].
        mine: bool[k, players], its seats.
        seeds: uint64[k], of which the seeds of the views are made.
        games: int64[k], the numbers of the games.
        step: the positions before (records[k]), the seats that decided there and their actions (int64[k] each); None:
            the games begin.

    Raises:
        AgentError: the agent failed.
    """
    places, seats = np.nonzero(mine & ~batch.done[rows][:, None])
    if not len(places):
        return
    acted, steps = np.full(len(places), -1), None
    if step is not None:
        before, movers, actions = (column[places] for column in step)
        acted, steps = np.where(movers == seats, actions, -1), (before, actions)
    own = seeds[places] + seats.astype(np.uint64) * VIEWS
    with blamed(getattr(who, "name", type(who).__name__)):
        who.watch(Views(batch, rows[places], seats, acted, own, games[places], steps))  # type: ignore[attr-defined]


def show(
    who: Agent,
    seats: Sequence[int],
    game: Game,
    num_players: int,
    now: np.ndarray,
    chance: int,
    step: tuple[np.ndarray, int, int] | None,
) -> None:
    """Show an agent with a method `watch` a position of the game with the number 0, as `seats` know it.

    Args:
        who: the agent.
        seats: its seats.
        game, num_players: of the position.
        now: records[1], the position; the game is not over.
        chance: a seed, of which the seeds of the views are made.
        step: the position before (records[1]), the seat that decided there, and its action; None at the start.

    Raises:
        AgentError: the agent failed.
    """
    before, mover, action = step or (None, -1, -1)
    there = FollowedGame(game, num_players, game.content.records, now.view(np.recarray))
    own = np.array(seats, np.int64)
    rows, acted = np.zeros(len(own), np.int64), np.where(own == mover, action, -1)
    seeds = np.full(len(own), chance, np.uint64) + own.astype(np.uint64) * VIEWS
    steps = None if before is None else (before.view(np.recarray)[rows], np.full(len(own), action))
    with blamed(getattr(who, "name", type(who).__name__)):
        who.watch(Views(there, rows, own, acted, seeds, rows, steps))  # type: ignore[attr-defined]


# ---- games whose decisions are not all made by agents: pages, engines


def follows(who: Agent) -> bool:
    """Whether an agent keeps something of a game (it has a method `watch` or `over`): each game has an instance."""
    return hasattr(who, "watch") or hasattr(who, "over")


class Course(NamedTuple):
    """A game so far."""

    game: Game
    players: Sequence[str]  # the name of the agent in each seat
    seed: int | None  # of the deal; None: the position was set up
    states: Sequence[State]  # the position at each decision, the present one last
    actions: Sequence[int]


@dataclass
class Follower:
    """An instance of an agent that follows one game: before each of its decisions it is shown what has happened since
    the last one, as its seats know it.

    Attributes:
        agent: the agent; see `follows`.
        name: of the agent in `Course.players`.
        actions: the actions before the last position that it was shown; None: it was shown none.
    """

    agent: Agent
    name: str
    actions: list[int] | None = None

    def continues(self, course: Course) -> bool:
        """Whether `course` begins with what the agent was shown."""
        return self.actions is None or list(course.actions[: len(self.actions)]) == self.actions

    def act(self, turn: Turn, course: Course) -> int:
        """Show the agent what it was not shown yet, and ask it for its action in `turn`, the last decision of `course`.

        Raises:
            AgentError: the agent failed.
        """
        if hasattr(self.agent, "watch"):
            own = [seat for seat, player in enumerate(course.players) if player == self.name]
            for place in range(0 if self.actions is None else len(self.actions) + 1, len(course.states)):
                now, step = np.array([course.states[place]]), None
                if place:
                    before = course.states[place - 1]
                    step = np.array([before]), int(before.to_move), course.actions[place - 1]
                chance = chance_of(course.seed, place)
                show(self.agent, own, course.game, len(course.players), now, chance, step)
        self.actions = list(course.actions)
        turn.games = np.zeros(1, np.int64)
        return int(ask(self.agent, turn)[0])
