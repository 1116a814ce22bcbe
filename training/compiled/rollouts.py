"""Decisions to learn from: played by the kernels alone, or by agents that say what should have been chosen."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from medianoche.agents import ask
from medianoche.envs.core.play.threads import Threads
from medianoche.training.compiled.kernels.lessons import LEARNER, Lessons

if TYPE_CHECKING:
    from medianoche.agents import Agent
    from medianoche.agents.net import NetAgent, Network
    from medianoche.envs.core.game import Game
    from medianoche.envs.core.play.turn import Turn

ENTRIES = 512
"""Numbers of an observation that are not zero, on average at most: what rooms are measured for."""

Advise = Callable[["Turn", np.random.Generator], tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]]
"""See `taught`."""


def room(game: Game, decisions: int, outputs: int) -> Lessons:
    """Room for `decisions`, most of it never touched."""
    longest = game.observation_size + 1
    entries = decisions * min(ENTRIES, longest) + longest
    legal = decisions * game.num_actions
    return Lessons(
        indices=np.empty(entries, np.uint16),
        values=np.empty(entries, np.float32),
        starts=np.zeros(decisions + 1, np.int64),
        legal=np.empty(legal, np.uint16),
        targets=np.empty(legal, np.float32),
        legal_starts=np.zeros(decisions + 1, np.int64),
        seat=np.zeros(decisions, np.int8),
        role=np.zeros(decisions, np.int8),
        place=np.zeros(decisions, np.int16),
        chance=np.zeros(decisions, np.float32),
        expected=np.zeros((decisions, outputs), np.float32),
        goal=np.zeros((decisions, outputs), np.float32),
        advantage=np.zeros(decisions, np.float32),
        weight=np.zeros(decisions, np.float32),
        total=np.zeros(1, np.int64),
    )


def compact(found: Lessons) -> Lessons:
    """A copy without the room that is not used."""
    count = int(found.total[0])
    sizes = {
        "indices": int(found.starts[count]),
        "values": int(found.starts[count]),
        "starts": count + 1,
        "legal": int(found.legal_starts[count]),
        "targets": int(found.legal_starts[count]),
        "legal_starts": count + 1,
        "total": 1,
    }
    return Lessons(**{name: values[: sizes.get(name, count)].copy() for name, values in found._asdict().items()})


class Games:
    """Whole games of one kind, played in the kernels, each thread into room of its own.

    Args:
        game: what is played.
        num_players: by how many.
        options: with which options.
        decisions: of a round, about; all threads together.
        network: whose sizes count.
        threads: how many.
        heuristic: whether the heuristic plays or advises.
    """

    def __init__(
        self,
        game: Game,
        num_players: int,
        options: dict[str, Any],
        decisions: int,
        network: Network,
        threads: int,
        heuristic: bool,
    ) -> None:
        self.game, self.num_players = game, num_players
        if game.stream:
            game.stream.read()
        chosen = game.options(options)
        self.blank = game.blank(num_players, chosen)
        self.teams = np.array(game.teams(num_players), np.int64)
        self.roles = np.array(game.roles(num_players), np.int64)
        self.each = -(-decisions // threads)
        longest = 2 * game.max_decisions(num_players, chosen)
        self.rooms = [room(game, self.each + longest, network.header.outputs) for _ in range(threads)]
        self.heuristic = heuristic
        self._threads = Threads(threads)
        self._kernel = self._compiled()

    def play(
        self,
        network: Network,
        rival: Network,
        seeds: np.ndarray,
        deciders: np.ndarray,
        trust: float,
        margin: float,
        views: float,
    ) -> list[Lessons]:
        """Play until there are enough decisions: one Lessons a thread.

        Args:
            network: who learns.
            rival: who plays as RIVAL.
            seeds: uint64[games], more than are needed.
            deciders: int8[games, seats], who decides.
            trust: lambda.
            margin: weight of the margin in advantages.
            views: chance of a look at what an action led to.
        """
        game, header = self.game, network.header
        cuts = [len(seeds) * part // len(self.rooms) for part in range(len(self.rooms) + 1)]

        def work(_: int, a: int, b: int) -> None:
            for part in range(a, b):
                own = slice(cuts[part], cuts[part + 1])
                states = np.zeros((2, 1), game.state_dtype).view(np.recarray)
                self._kernel(
                    game.records,
                    states[0],
                    states[1],
                    np.zeros((1, game.mask_words), np.uint64),
                    self.blank,
                    seeds[own],
                    network.parameters,
                    rival.parameters,
                    header.sizes,
                    self.roles,
                    self.teams,
                    deciders[own],
                    self.rooms[part],
                    True if self.heuristic else None,
                    np.float32(views),
                    np.float32(trust),
                    np.float32(margin),
                    np.float32(header.scale),
                    0,
                    self.each,
                )

        self._threads.share(len(self.rooms), work)
        return self.rooms

    def _compiled(self) -> Any:
        from numba import boolean, float32, int8, int64, none

        from medianoche.training.compiled.kernels.learning import LESSONS
        from medianoche.training.compiled.kernels.lessons import play_lessons

        return self.game.loops.compile(
            play_lessons,
            parameters=float32[::1],
            rivals=float32[::1],
            sizes=int64[::1],
            roles=int64[::1],
            teams=int64[::1],
            deciders=int8[:, ::1],
            lessons=LESSONS,
            heuristics=boolean if self.heuristic else none,
            views=float32,
            trust=float32,
            greed=float32,
            scale=float32,
        )


def opponents(chance: np.random.Generator, teams: list[int], games: int, shares: dict[int, float]) -> np.ndarray:
    """Who decides in each of `games`: in a share of them, drawn, all teams but one are another decider's.

    Returns:
        int8[games, seats].
    """
    seats = np.array(teams)
    deciders = np.full((games, len(seats)), LEARNER, np.int8)
    drawn, alone = chance.random(games), chance.integers(seats.max() + 1, size=games)
    low = 0.0
    for decider, share in shares.items():
        others = (drawn >= low) & (drawn < low + share)
        deciders[others[:, None] & (seats[None, :] != alone[:, None])] = decider
        low += share
    return deciders


def taught(
    game: Game,
    num_players: int,
    pack: str | int,
    options: dict[str, Any],
    games: int,
    chance: np.random.Generator,
    advise: Advise,
    network: Network,
    found: float,
) -> Lessons:
    """Play `games` side by side to their ends; `advise(turn, chance)` says what to play and what that teaches.

    Args:
        game, num_players, pack, options: what is played.
        games: how many.
        chance: decides everything.
        advise: returns actions int64[n]; targets float32[n, num_actions], what the policy should be; weights
            float32[n], 0 where that teaches nothing; worth float32[n], what the player to move may expect, or NaN.
        network: whose sizes count.
        found: weight of `worth` in the goal of the value, against the game's end.
    """
    teams, roles = np.array(game.teams(num_players)), np.array(game.roles(num_players), np.int8)
    seeds = chance.integers(2**64, size=games, dtype=np.uint64)
    batch = game.batch(games, num_players=num_players, seeds=seeds, pack=pack, autoreset=False, **options)
    steps: list[tuple[np.ndarray, ...]] = []
    while (rows := np.flatnonzero(~batch.done)).size:
        turn = batch.turn(rows, chance.integers(2**64, size=rows.size, dtype=np.uint64))
        actions, targets, weights, worth = advise(turn, chance)
        seen = network.inputs(turn)
        legal_row, legal = np.nonzero(turn.action_mask)
        steps.append(
            (
                seen.indices.copy(),
                seen.values.copy(),
                np.diff(seen.starts),
                legal.astype(np.uint16),
                targets[legal_row, legal],
                np.bincount(legal_row, minlength=rows.size),
                rows,
                turn.seats,
                weights,
                worth,
            )
        )
        batch.step_rows(rows, actions)
    indices, values, entries, legal, targets, legals, rows, seats, weights, worth = (
        np.concatenate(column) for column in zip(*steps, strict=True)
    )
    goal = outcomes(batch.states, teams, num_players, network)[rows, seats]
    known = ~np.isnan(worth)
    goal[known, 0] = (1 - found) * goal[known, 0] + found * worth[known]
    return Lessons(
        indices=indices,
        values=values,
        starts=np.concatenate([[0], np.cumsum(entries)]),
        legal=legal,
        targets=targets,
        legal_starts=np.concatenate([[0], np.cumsum(legals)]),
        seat=seats.astype(np.int8),
        role=roles[seats],
        place=np.zeros(rows.size, np.int16),
        chance=np.zeros(rows.size, np.float32),
        expected=np.zeros_like(goal),
        goal=goal,
        advantage=np.zeros(rows.size, np.float32),
        weight=weights,
        total=np.array([rows.size], np.int64),
    )


def outcomes(states: np.ndarray, teams: np.ndarray, num_players: int, network: Network) -> np.ndarray:
    """What the ends of games are to each seat: float32[games, seats, outputs], see `kernels.lessons.outcome`."""
    utility = states["utility"][:, :num_players]
    scores = states["scores"][:, :num_players].astype(np.float64)
    goal = np.zeros((len(states), num_players, network.header.outputs), np.float32)
    for seat in range(num_players):
        goal[:, seat, :num_players] = np.roll(utility, -seat, axis=1)
        best = scores[:, teams != teams[seat]].max(axis=1)
        goal[:, seat, -1] = np.clip((scores[:, seat] - best) / network.header.scale, -1, 1)
    return goal


def one_hot(turn: Turn, actions: np.ndarray) -> np.ndarray:
    """float32[n, num_actions]: 1 at each action."""
    targets = np.zeros((len(turn), turn.game.num_actions), np.float32)
    targets[np.arange(len(turn)), actions] = 1
    return targets


def of_teacher(teacher: Agent, student: Agent, share: float) -> Advise:
    """Advice of another agent; in a `share` of the decisions the student plays what it would itself."""

    def advise(turn: Turn, chance: np.random.Generator) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        actions = ask(teacher, turn)
        targets = one_hot(turn, actions)
        own = chance.random(len(turn)) < share
        played = np.where(own, ask(student, turn), actions) if own.any() else actions
        nothing = np.full(len(turn), np.nan, np.float32)
        return played, targets, np.ones(len(turn), np.float32), nothing

    return advise


def of_search(searcher: NetAgent, quick: NetAgent, share: float) -> Advise:
    """Advice of a search: in a `share` of the decisions a long one, whose visits are the targets, else a quick one."""

    def advise(turn: Turn, chance: np.random.Generator) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        thorough = chance.random(len(turn)) < share
        targets = np.zeros((len(turn), turn.game.num_actions), np.float32)
        worth = np.zeros(len(turn), np.float32)
        for agent, chosen in ((searcher, thorough), (quick, ~thorough)):
            if chosen.any():
                _, targets[chosen], worth[chosen] = agent.search(turn.part(np.flatnonzero(chosen)), policy=True)
        reached = np.cumsum(targets, axis=1, dtype=np.float64)
        drawn = chance.random(len(turn)) * reached[:, -1]
        played = (reached <= drawn[:, None]).sum(axis=1)
        return played, targets, thorough.astype(np.float32), worth

    return advise
