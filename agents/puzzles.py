"""Puzzles: positions in which one choice is worth much more than all others, and is not the obvious one.

Agents play a game against themselves. At each decision a deeper search judges the choices. A position is a puzzle if
the best choice leads by `LEAST_LEAD`, and neither the game's heuristic nor the network without a search chooses it.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import numpy as np
from pydantic import ConfigDict, Field, TypeAdapter

from medianoche.agents.base import Agent, AgentError, agent
from medianoche.agents.greedy import GreedyAgent
from medianoche.agents.judging import Judgement, judge
from medianoche.agents.net import NetAgent, check_networks
from medianoche.envs.core import files
from medianoche.envs.core.errors import GameError
from medianoche.envs.core.play.match import Match, Replay
from medianoche.envs.core.play.replay import FORMAT as REPLAY_FORMAT
from medianoche.envs.core.play.replay import Small

if TYPE_CHECKING:
    from medianoche.envs.core.base import BaseGame
    from medianoche.envs.core.content.pack import PackSource

FORMAT = 1
CHOICES_FROM, CHOICES_TO = 3, 16
"""Choices of a puzzle. A search with a network tries no more than 16 of them, and each one is to have its value."""
LEAST_LEAD = 0.1
"""Utility by which the best choice leads, at least: 5 of 100 games."""
LINE_LENGTH = 12
"""Actions of the line after a puzzle, at most."""
PUZZLES_OF_A_GAME = 2
"""Puzzles of the same game, at most."""
DEALS = 2**32
"""Seeds of deals are below this."""


@dataclass(frozen=True)
class Solution:
    """What is asked in a position, and the answer."""

    seat: Annotated[int, Field(ge=0, lt=16)]  # the seat that chooses
    values: dict[Small, Annotated[float, Field(ge=-1, le=1)]]  # the expected utility of each choice, by action
    answer: Small  # the action with the greatest value
    line: list[Small]  # the answer, and what was played after it until the seat chose again
    judge: Annotated[str, Field(max_length=1000)]  # the agent that judged the choices

    __pydantic_config__ = ConfigDict(extra="forbid")

    @property
    def lead(self) -> float:
        """The value of the answer less that of the best other choice."""
        others = [value for action, value in self.values.items() if action != self.answer]
        return self.values[self.answer] - max(others)

    def check(self, match: Match) -> None:
        """Raise GameError if this does not fit the position of `match`."""
        if match.to_move != self.seat:
            raise GameError(f"the puzzle asks seat {self.seat}, to move is seat {match.to_move}")
        if set(self.values) != set(match.legal_actions):
            raise GameError(f"the puzzle has values of the actions {sorted(self.values)}, others are legal")
        if self.answer != max(self.values, key=lambda action: self.values[action]):
            raise GameError(f"the puzzle's answer {self.answer} has not the greatest value")
        if self.line[:1] != [self.answer]:
            raise GameError(f"the puzzle's line does not begin with its answer {self.answer}")
        played = match.copy()
        for action in self.line:
            played.push(action)


@dataclass(frozen=True)
class Puzzle:
    """A game up to the position in which a seat is asked, and the answer."""

    replay: Replay
    solution: Solution

    __pydantic_config__ = ConfigDict(extra="forbid")

    def match(self) -> Match:
        """The position. Raises MedianocheError if it cannot be reached, or the answer does not fit it."""
        match = self.replay.match(played=True)
        self.solution.check(match)
        return match

    def fields(self) -> dict[str, Any]:
        """The fields of a file of puzzles."""
        return {"replay": self.replay.fields(), "solution": asdict(self.solution)}


@dataclass(frozen=True)
class PuzzleFile:
    """What a file of puzzles holds."""

    format: Small
    puzzles: Annotated[list[Puzzle], Field(min_length=1, max_length=10_000)]

    __pydantic_config__ = ConfigDict(extra="forbid", defer_build=True)


PUZZLE_FILE: TypeAdapter[PuzzleFile] = TypeAdapter(PuzzleFile)


def read(file: Path, game: str = "") -> list[Puzzle]:
    """The puzzles of a file, which may be untrusted.

    Args:
        file: the file.
        game: location of its game, `module:Class`, if that is not a registered one; the module is imported.

    Raises:
        GameError: the file is missing, damaged or of another format.
        ReplayError: it names a module or file that the caller did not name.
    """
    content = files.from_json(PUZZLE_FILE, files.read(file, GameError), f"{file} is no file of puzzles", GameError)
    if content.format != FORMAT:
        raise GameError(f"{file} has format {content.format}; accepted: {FORMAT}")
    for puzzle in content.puzzles:
        if puzzle.replay.format != REPLAY_FORMAT:
            raise GameError(f"{file} has a replay of format {puzzle.replay.format}; accepted: {REPLAY_FORMAT}")
        puzzle.replay.admitted(file, game)
    return content.puzzles


def as_text(puzzles: Iterable[Puzzle]) -> str:
    """The content of a file of puzzles: one puzzle a line."""
    lines = ",\n".join(json.dumps(puzzle.fields(), separators=(",", ":")) for puzzle in puzzles)
    return f'{{"format":{FORMAT},"puzzles":[\n{lines}\n]}}\n'


# ---- making


@dataclass(frozen=True)
class PuzzlePlan:
    """The games and agents with which puzzles are looked for."""

    game: BaseGame
    agent: str  # who plays all seats
    judge: str  # who judges the choices; it sees further than `agent`
    games: int
    seed: int  # of the deals
    players: int | None = None
    pack: PackSource = "standard"
    options: tuple[tuple[str, Any], ...] = ()

    def check(self) -> None:
        """Raise MedianocheError if an agent cannot judge this game, or the game cannot be dealt."""
        match = self.deal(self.seed)
        for name in (self.agent, self.judge):
            who = agent(name)
            check_networks(self.game, who)
            if not getattr(who, "judge", None):
                raise AgentError(f"{name} gives no values of choices; accepted: searches such as net:64 and ismcts:500")
            if match.legal_actions and not judge(who, match.turn()).values:
                raise AgentError(f"{name} gives no values of choices: it does not search; accepted: {name}:64")

    def deal(self, seed: int) -> Match:
        """The game of a seed."""
        return Match(self.game, self.players, seed, self.pack, **dict(self.options))

    def deals(self) -> list[int]:
        """The seed of each game."""
        return [int(seed) for seed in np.random.default_rng(self.seed).integers(DEALS, size=self.games)]


def puzzles_of_games(plan: PuzzlePlan) -> Iterator[list[Puzzle]]:
    """Play the games of a plan; yields the puzzles of each game, in the order of its decisions."""
    player = agent(plan.agent)
    deep = agent(plan.judge)
    for seed in plan.deals():
        yield list(_puzzles_of(plan.deal(seed), player, deep, plan.judge))


def _puzzles_of(match: Match, player: Agent, deep: Agent, name: str) -> Iterator[Puzzle]:
    """Play a game to its end; returns its puzzles."""
    positions = dict[int, tuple[int, dict[int, float], Replay]]()
    movers = list[int]()
    while match.legal_actions:
        thought = judge(player, match.turn())
        place = len(movers)
        if is_promising(match, thought, player):
            values = judge(deep, match.turn()).values
            if is_puzzle(match, thought.best, values):
                positions[place] = match.to_move, values, match.replay()
        movers.append(match.to_move)
        match.push(thought.best)
    for place, (seat, values, replay) in positions.items():
        again = next((later for later in range(place + 1, len(movers)) if movers[later] == seat), len(movers))
        line = match.actions[place : min(again, place + LINE_LENGTH)]
        rounded = {action: round(value, 3) for action, value in sorted(values.items())}
        yield Puzzle(replay, Solution(seat, rounded, line[0], line, name))


def is_promising(match: Match, thought: Judgement, player: Agent) -> bool:
    """Whether a position may be a puzzle: it has enough choices, the best one leads a little, and is not obvious."""
    if not CHOICES_FROM <= len(match.legal_actions) <= CHOICES_TO:
        return False
    others = [value for action, value in thought.values.items() if action != thought.best]
    leads = thought.best in thought.values and thought.values[thought.best] - max(others, default=-1) > LEAST_LEAD / 2
    return leads and thought.best not in first_ideas(match, player)


def first_ideas(match: Match, player: Agent) -> set[int]:
    """The obvious choices: that of the game's heuristic, and that of the player's network without a search."""
    quick = list[Agent]([GreedyAgent()])
    if isinstance(player, NetAgent):
        quick.append(NetAgent(network=player.network(match.game), threads=1))
    return {judge(who, match.turn()).best for who in quick}


def is_puzzle(match: Match, best: int, values: dict[int, float]) -> bool:
    """Whether every choice has a value, and `best` leads by enough."""
    if set(values) != set(match.legal_actions):
        return False
    return values[best] - max(value for action, value in values.items() if action != best) >= LEAST_LEAD


def chosen(puzzles: Iterable[Puzzle], count: int) -> list[Puzzle]:
    """The `count` puzzles with the greatest leads, the greatest first, at most `PUZZLES_OF_A_GAME` of each game."""
    of_a_game = Counter[int]()
    kept = list[Puzzle]()
    for puzzle in sorted(puzzles, key=lambda puzzle: (-puzzle.solution.lead, puzzle.replay.seed)):
        of_a_game[puzzle.replay.seed] += 1
        if of_a_game[puzzle.replay.seed] <= PUZZLES_OF_A_GAME and len(kept) < count:
            kept.append(puzzle)
    return kept
