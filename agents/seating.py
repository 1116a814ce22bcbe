"""The agents at the seats of a match: they are asked for actions, and those with `watch` and `over` are shown the match
and its result."""

from __future__ import annotations

from collections import OrderedDict, defaultdict
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import NamedTuple

import numpy as np

from medianoche.agents.base import Agent, AgentError, agent, ask, blamed, tell, thoughts_of
from medianoche.envs.core.copying import Copied
from medianoche.envs.core.play.batch import Batch
from medianoche.envs.core.play.forfeit import Lapse
from medianoche.envs.core.play.match import Match, chance_of
from medianoche.envs.core.play.turn import Turn, new_games
from medianoche.envs.core.play.views import VIEWS, Views, views_of

PLAYERS_LIMIT = 32
"""Most instances of agents that follow a match; the one used longest ago is given up, and made again when it is
needed."""


class ChosenAction(NamedTuple):
    """What an agent chooses."""

    action: int
    thought: str = ""  #: what it said beside it


class Player(Copied):
    """An agent in some seats of one match, which has its past. Before each of its decisions, and before it is told the
    result, it is shown what has happened since the last one, as its seats know it.

    Args:
        who: the agent.
        seats: its seats.

    Attributes:
        thought: what it said beside its last action.
    """

    def __init__(self, who: Agent, seats: Iterable[int]) -> None:
        self.thought = ""
        self.agent = who
        self.seats = list(seats)
        self._seen: list[int] | None = None  # the actions before the last position that it was shown

    def continues(self, match: Match) -> bool:
        """Whether the match begins with what the agent was shown."""
        return self._seen is None or match.actions[: len(self._seen)] == self._seen

    def act(self, match: Match) -> int:
        """The agent's action for the player to move.

        Raises:
            GameError: the match is over.
            AgentError: the agent failed.
        """
        turn = match.turn()
        turn.games = np.zeros(1, np.int64)
        self._watch(match)
        action = int(ask(self.agent, turn)[0])
        self.thought = thoughts_of(self.agent, 1).get(0, "")
        return action

    def over(self, match: Match) -> None:
        """Tell the agent the result of the match; raises AgentError if it failed."""
        if self.continues(match):
            self._watch(match)
        end = match.states[-1:]
        results = (end[name][:, : match.num_players] for name in ("scores", "utility"))
        tell([self.agent], np.zeros(1, np.int64), *results)

    def _watch(self, match: Match) -> None:
        """Show the agent the positions that it has not seen."""
        if hasattr(self.agent, "watch"):
            states = match.states
            mine = np.isin(np.arange(match.num_players), self.seats)[None]
            for place in range(0 if self._seen is None else len(self._seen) + 1, len(states)):
                before = slice(place - 1, place)
                step = None
                if place:
                    step = states[before], states["to_move"][before], np.array(match.actions[before])
                chance = np.array([chance_of(match.seed, place)], np.uint64)
                show_rows(self.agent, match, np.array([place]), mine, chance, np.zeros(1, np.int64), step)
        self._seen = match.actions[:]


class Seating(Copied):
    """Agents by their names, for many matches. One that follows its matches has an instance for each match; the others
    are used again in any. Where a match does not continue what an instance was shown, because actions were taken back,
    a new one begins.

    Args:
        make: makes an agent of its name.
    """

    def __init__(self, make: Callable[[str], Agent] = agent) -> None:
        self._make = make
        self._idle: defaultdict[str, list[Agent]] = defaultdict(list)
        self.players: OrderedDict[tuple[str, str, tuple[int, ...]], Player] = OrderedDict()

    def act(self, match: Match, name: str, seats: Sequence[int], number: str = "") -> int:
        """The action of an agent for the player to move; see `choose`."""
        return self.choose(match, name, seats, number).action

    def choose(self, match: Match, name: str, seats: Sequence[int], number: str = "") -> ChosenAction:
        """The action of an agent for the player to move, and what it said beside it.

        Args:
            match: the match, with its past if the agent follows matches.
            name: the agent.
            seats: its seats.
            number: of the match.

        Raises:
            GameError: the match is over.
            AgentError: there is no such agent, or it failed; this instance is not used again.
        """
        key = number, name, tuple(seats)
        player = self.players.pop(key, None)
        if player is None or not player.continues(match):
            who = self.take(name)
            if not (hasattr(who, "watch") or hasattr(who, "over")):
                choice = ChosenAction(int(ask(who, match.turn())[0]), thoughts_of(who, 1).get(0, ""))
                self.give(name, who)
                return choice
            player = Player(who, seats)
        choice = ChosenAction(player.act(match), player.thought)
        self.players[key] = player
        while len(self.players) > PLAYERS_LIMIT:
            self.players.popitem(last=False)
        return choice

    def leave(self, match: Match | None = None, number: str = "") -> None:
        """Give up the instances that follow the match of this number, which end their programs, after telling them its
        result if it is over (`match`); an error of an agent is not reported."""
        for key in list(self.players):
            if key[0] == number and (player := self.players.pop(key, None)) and match:
                with suppress(AgentError):
                    player.over(match)

    def take(self, name: str) -> Agent:
        """A new instance of an agent."""
        try:
            return self._idle[name].pop()
        except IndexError:
            return self._make(name)

    def give(self, name: str, who: Agent) -> None:
        """Let an instance be used again."""
        self._idle[name].append(who)


def ask_alone(who: Agent, turn: Turn, lost: dict[int, Lapse] | None = None) -> np.ndarray:
    """`ask` for decisions of games that the agent does not play: warm-up, hints, imagined positions. To an agent with
    `watch` or `over` each is a game of its own, which begins there and is given up after the decision."""
    if not (hasattr(who, "watch") or hasattr(who, "over")):
        return ask(who, turn, lost)
    turn = turn.part(np.arange(len(turn)))
    turn.games = new_games(len(turn))
    nothing = np.zeros((len(turn), turn.num_players), np.float32)
    if hasattr(who, "watch"):
        with blamed(getattr(who, "name", type(who).__name__)):
            who.watch(views_of(turn))
    try:
        return ask(who, turn, lost)
    finally:
        tell([who], turn.games, nothing.astype(np.int32), nothing)


def step_with(
    who: Agent, batch: Batch, actions: np.ndarray, mine: np.ndarray, rng: np.random.Generator
) -> tuple[np.ndarray, np.ndarray]:
    """`batch.step(actions)`, where an agent plays in some rows: with `watch` it is shown the games that go on, with
    `over` it is told the results of those that end. `show_rows` shows it new games.

    Args:
        who: the agent.
        batch: the games, all under way.
        actions: int[num_envs].
        mine: bool[num_envs, players], its seats.
        rng: seeds of what it is shown.

    Returns:
        As `Batch.step`.
    """
    before = batch.states.copy() if hasattr(who, "watch") else batch.states
    movers = batch.to_move.astype(np.int64)
    games = batch.games.copy()
    utility, ended = batch.step(actions)
    rows = np.flatnonzero(mine.any(axis=1) & ~ended)
    over = np.flatnonzero(mine.any(axis=1) & ended)
    step = before[rows], movers[rows], np.asarray(actions)[rows]
    show_rows(who, batch, rows, mine[rows], rng, games[rows], step)
    if len(over):
        players = mine.shape[1]
        tell([who], games[over], batch.scores[over, :players], utility[over, :players])
    return utility, ended


def show_rows(
    who: Agent | None,
    batch: Batch | Match,
    rows: np.ndarray,
    mine: np.ndarray,
    seeds: np.ndarray | np.random.Generator,
    games: np.ndarray,
    step: tuple[np.ndarray, np.ndarray, np.ndarray] | None = None,
) -> None:
    """Show an agent the games in some rows of a batch, as its seats know them; not those that are over, and nothing to
    an agent without a method `watch`.

    Args:
        who: the agent; None: nothing is shown.
        batch: the games; of a match, the positions of one game.
        rows: int64[k].
        mine: bool[k, players], its seats.
        seeds: uint64[k], of which the seeds of the views are made, or what draws them.
        games: int64[k], the numbers of the games.
        step: the positions before (records[k]), the seats that decided there and their actions (int64[k] each); None:
            the games begin.

    Raises:
        AgentError: the agent failed.
    """
    if (watch := getattr(who, "watch", None)) is None:
        return
    if isinstance(seeds, np.random.Generator):
        seeds = seeds.integers(2**64, size=len(rows), dtype=np.uint64)
    places, seats = np.nonzero(mine & (batch.states["done"][rows] == 0)[:, None])
    if not len(places):
        return
    acted = np.full(len(places), -1)
    steps = None
    if step is not None:
        before, movers, actions = (column[places] for column in step)
        acted = np.where(movers == seats, actions, -1)
        steps = (before, actions)
    view_seeds = seeds[places] + seats.astype(np.uint64) * VIEWS
    with blamed(getattr(who, "name", type(who).__name__)):
        watch(Views(batch, rows[places], seats, acted, view_seeds, games[places], steps))
