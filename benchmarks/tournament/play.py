"""Play some games of a tournament to their end, together in one batch."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np

from medianoche import envs
from medianoche.agents import Agent, AgentError, agent, ask, tell
from medianoche.agents.base import thoughts_of
from medianoche.agents.seating import ask_alone, show_rows
from medianoche.benchmarks.tournament.schedule import Schedule
from medianoche.benchmarks.tournament.spec import Spec, first_deal
from medianoche.envs.core.errors import one_line
from medianoche.envs.core.game import Game
from medianoche.envs.core.kernels.rng import spread
from medianoche.envs.core.play.batch import Batch
from medianoche.envs.core.play.forfeit import Forfeit, Lapse
from medianoche.envs.core.play.replay import state_hash


@dataclass(frozen=True)
class Shard:
    """The results of games start..stop-1 of a tournament. All but the times is determined by the spec."""

    start: int
    stop: int
    deals: np.ndarray  #: int64[n], see `schedule.Fixture`
    lineups: np.ndarray  #: int64[n], see `schedule.Fixture`
    seats: np.ndarray  #: int64[n, players], the agent in each seat
    seeds: np.ndarray  #: int64[n], the game seed of each deal
    scores: np.ndarray  #: int32[n, players]
    utilities: np.ndarray  #: float32[n, players], in [-1, 1]
    decisions: np.ndarray  #: int64[n], number of decisions
    seconds: float  #: wall time of all games
    agent_decisions: np.ndarray  #: int64[agents]
    agent_seconds: np.ndarray  #: float64[agents], wall time inside `act`
    forfeits: dict[int, Forfeit] = field(default_factory=dict)  #: of the games that a failing agent lost, by number
    #: the actions of all games, one game after another, `decisions` of each; None if not recorded
    actions: np.ndarray | None = None
    finals: list[str] | None = None  #: hash of each game's final state; None if not recorded
    #: what agents said beside their actions: of each game, by its number, by number of the action; see `thoughts.py`
    thoughts: dict[int, dict[int, str]] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Arena:
    """A table and who plays at it. A process keeps it between shards."""

    game: Game
    agents: list[Agent]
    schedule: Schedule
    players: int  # seats at the table
    table: dict[str, Any]  # what a batch is made with, besides seeds: pack and options
    seed: int  # of the deals and of the agents' chance
    forfeit: bool = False  # whether an agent that fails loses that game alone

    @property
    def teams(self) -> tuple[int, ...]:
        """Team of each seat."""
        return tuple(self.game.declaration.teams(self.players))

    def play(self, start: int, stop: int, record: bool = False, thoughts: bool = False) -> Shard:
        """Play games start..stop-1; see `play_shard`."""
        began = time.perf_counter()
        fixture = self.schedule.at(np.arange(start, stop, dtype=np.int64))
        seeds = first_deal(self.seed) + fixture.deals
        batch = self.deal(seeds)
        playing = Playing(batch, fixture.seats, self.chance(start, stop), start, record, self.forfeit, thoughts)
        playing.play(self.agents)
        return Shard(
            start=start,
            stop=stop,
            deals=fixture.deals,
            lineups=fixture.lineups,
            seats=fixture.seats,
            seeds=seeds,
            scores=batch.states["scores"][:, : self.players].astype(np.int32),
            utilities=playing.utilities,
            decisions=playing.decisions,
            seconds=time.perf_counter() - began,
            agent_decisions=playing.agent_decisions,
            agent_seconds=playing.agent_seconds,
            forfeits={start + row: playing.forfeits[row] for row in sorted(playing.forfeits)},
            actions=playing.actions() if record else None,
            finals=[state_hash(state) for state in batch.states] if record else None,
            thoughts={start + row: playing.thoughts[row] for row in sorted(playing.thoughts)},
        )

    def deal(self, seeds: np.ndarray, autoreset: bool = False) -> Batch:
        """The games with these seeds, int64[n], at their first decisions."""
        seeds = seeds.astype(np.uint64)
        return self.game.batch(len(seeds), num_players=self.players, seeds=seeds, autoreset=autoreset, **self.table)

    def chance(self, start: int, stop: int) -> np.ndarray:
        """uint64[n]: seed of the agents' chance in games start..stop-1; that of a decision is this plus its number."""
        games = np.arange(start, stop, dtype=np.uint64)
        return spread(spread(np.full(stop - start, self.seed, np.uint64)) + games)


@lru_cache(maxsize=4)
def arena(spec: Spec) -> Arena:
    """The table of a tournament; raises MedianocheError if this machine's would be another one."""
    spec.check()
    agents = [agent(name) for name in spec.agents]
    table = {"pack": spec.pack, **json.loads(spec.options)}
    return Arena(envs.game(spec.game), agents, Schedule.from_spec(spec), spec.players, table, spec.seed, spec.forfeit)


def play_shard(spec: Spec, start: int, stop: int, record: bool = False, thoughts: bool = False) -> Shard:
    """Play games start..stop-1; the same result in any process, as often as it is called.

    Args:
        spec: the tournament.
        start: number of the first game.
        stop: the number after the last one.
        record: keep the actions.
        thoughts: keep what agents say beside their actions.

    Raises:
        AgentError: an agent failed or chose an illegal action, and `spec.forfeit` is off.
        TournamentError: this machine would play another tournament, see `Spec.check`.
    """
    return arena(spec).play(start, stop, record, thoughts)


def compile_shard(spec: Spec) -> None:
    """Compile the code that `play_shard` needs; every agent decides once."""
    here = arena(spec)
    batch = here.deal(np.array([spec.deal_seed(0)]), autoreset=True)  # a game in which agents decide
    row = np.zeros(1, np.int64)
    for who in here.agents:
        ask_alone(who, batch.turn(row, here.chance(0, 1)), {} if spec.forfeit else None)
    batch.step_rows(row, batch.sample_legal())


def forfeited(batch: Batch, lost: dict[int, Forfeit]) -> np.ndarray:
    """float32[n, players]: the utilities of games that have ended, or were forfeited (`lost`, by row)."""
    utilities: np.ndarray = batch.states["utility"][:, : batch.num_players].astype(np.float32)
    teams = batch.game.teams(batch.num_players)
    for row, forfeit in lost.items():
        utilities[row] = forfeit.utilities(teams)
    return utilities


@dataclass(eq=False)
class Playing:
    """Games in progress; in each round, every agent decides at once in all games in which it is to move.

    Attributes:
        forfeits: the games lost by a failing agent, by row.
        thoughts: what agents said, by row and number of the decision.
        decisions: int64[n], number of decisions.
        agent_decisions, agent_seconds: of each agent, after `play`.
        utilities: float32[n, players], after `play`.
    """

    batch: Batch  # the games, without autoreset
    seats: np.ndarray  # int64[n, players], the number of the agent in each seat
    chance: np.ndarray  # uint64[n], seed of the agents' chance in each game, see `Arena.chance`
    start: int = 0  # number of the first game
    record: bool = False  # keep the actions
    forfeit: bool = False  # whether an agent that fails loses that game alone
    listens: bool = False  # keep what agents say beside their actions
    # if set, called after each step with rows, movers and actions (int64[k] each)
    watch: Callable[[np.ndarray, np.ndarray, np.ndarray], None] | None = None

    def __post_init__(self) -> None:
        self.games = np.arange(self.start, self.start + len(self.seats))
        self.forfeits: dict[int, Forfeit] = {}
        self.thoughts: dict[int, dict[int, str]] = {}
        self.action_type = np.min_scalar_type(self.batch.game.num_actions - 1)
        self.decisions = np.zeros(len(self.seats), np.int64)
        self.log: list[tuple[np.ndarray, np.ndarray]] = []

    def play(self, agents: Sequence[Agent]) -> None:
        """Play all games to their end, and report the results to the agents that have a method for them.

        Raises:
            AgentError: an agent failed or chose an illegal action, and does not just forfeit its game.
        """
        self.agent_decisions = np.zeros(len(agents), np.int64)
        self.agent_seconds = np.zeros(len(agents))
        self._watchers = {number: who for number, who in enumerate(agents) if hasattr(who, "watch")}
        self.utilities = np.zeros(self.seats.shape, np.float32)
        try:
            self._play_on(agents)
        except BaseException:  # the games are given up
            with suppress(AgentError):
                self._tell(agents)
            raise
        self.utilities = forfeited(self.batch, self.forfeits)
        self._tell(agents)

    def _play_on(self, agents: Sequence[Agent]) -> None:
        rows = np.flatnonzero(~self.batch.done)
        self._show(rows, np.full(len(rows), -1), np.full(len(rows), -1))
        while len(rows):
            deciding = self.seats[rows, self.batch.to_move[rows]]
            for number in np.unique(deciding).tolist():
                self._decide(number, agents[number], rows[deciding == number])
            rows = rows[~self.batch.done[rows]]
            if self.forfeits:
                rows = np.setdiff1d(rows, list(self.forfeits))

    def _tell(self, agents: Sequence[Agent]) -> None:
        """Tell each agent the results of the games in which it sits."""
        scores = self.batch.states["scores"][:, : self.seats.shape[1]]
        for number, who in enumerate(agents):
            takes_part = (self.seats == number).any(axis=1)
            tell([who], self.games[takes_part], scores[takes_part], self.utilities[takes_part])

    def _decide(self, number: int, who: Agent, rows: np.ndarray) -> None:
        seeds = self.chance[rows] + self.decisions[rows].astype(np.uint64)
        turn = self.batch.turn(rows, seeds, self.games[rows])
        lost: dict[int, Lapse] | None = {} if self.forfeit else None
        began = time.perf_counter()
        actions = ask(who, turn, lost)
        self.agent_seconds[number] += time.perf_counter() - began
        self.agent_decisions[number] += len(rows)
        said = thoughts_of(who, len(rows)) if self.listens else {}
        for place, text in said.items():
            if actions[place] >= 0:
                self.thoughts.setdefault(int(rows[place]), {})[int(self.decisions[rows[place]])] = text
        for place, lapse in (lost or {}).items():
            row = int(rows[place])
            self.forfeits[row] = Forfeit(
                seat=int(turn.seats[place]),
                decision=int(self.decisions[row]),
                failure=lapse.failure,
                action=lapse.action,
                detail=one_line(lapse.detail),
            )
        if lost:
            rows = rows[actions >= 0]
            actions = actions[actions >= 0]
        movers = self.batch.to_move[rows].astype(np.int64)
        before = self.batch.states[rows] if self._watchers else None
        self.batch.step_rows(rows, actions)
        if self.watch:
            self.watch(rows, movers, actions)
        self.decisions[rows] += 1
        self._show(rows, movers, actions, before)
        if self.record:
            self.log.append((rows, actions.astype(self.action_type)))

    def _show(
        self, rows: np.ndarray, movers: np.ndarray, actions: np.ndarray, before: np.ndarray | None = None
    ) -> None:
        """Show each agent with a method `watch` what its seats know in the games `rows` that go on, in which seats
        `movers` have just played `actions` (int64[k] each; -1: the games begin) in the states `before`."""
        step = None if before is None else (before, movers, actions)
        seeds = self.chance[rows] + self.decisions[rows].astype(np.uint64)
        for number, who in self._watchers.items():
            began = time.perf_counter()
            show_rows(who, self.batch, rows, self.seats[rows] == number, seeds, self.games[rows], step)
            self.agent_seconds[number] += time.perf_counter() - began

    def actions(self) -> np.ndarray:
        """The recorded actions, one game after another, in the smallest type that holds all actions."""
        if not self.log:
            return np.zeros(0, self.action_type)
        rows, actions = (np.concatenate(part) for part in zip(*self.log, strict=True))
        return actions[np.argsort(rows, kind="stable")]
