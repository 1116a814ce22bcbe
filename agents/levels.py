"""Levels of play in words, from beginner to strongest, for every game that comes with a network: `level:easy`.

The table `levels.toml` has for each game and level the agent behind it, its rating on the frozen field, and its time
for a decision. Ratings of a game's levels are evenly spread: the agents change when its network changes, the ratings
stay. `medianoche levels` chooses the agents anew and measures them.

Below `strongest` a level plays the game's network with blurred sight: of the legal actions whose probability is at
least e^-BLUR times the best one's, it plays each equally often (`level:2.5` plays so with BLUR 2.5). Blur 0 is the
network, infinite blur the random player. Such a player does not see small differences, but never plays an action whose
probability is far below the best one's; sampling the policy at a high temperature plays every action now and then.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, ClassVar

import numpy as np
from pydantic import AfterValidator, ConfigDict, Field, FiniteFloat, TypeAdapter

from medianoche.agents.base import AgentError, agent
from medianoche.agents.net import NetAgent
from medianoche.agents.sampling import draw_actions, uniform
from medianoche.envs.core import files
from medianoche.envs.core.errors import choices, shown
from medianoche.envs.core.files import Word

if TYPE_CHECKING:
    from medianoche.agents.base import Agent
    from medianoche.envs.core.base import BaseGame
    from medianoche.envs.core.play.turn import Turn

Share = Annotated[FiniteFloat, Field(ge=0, le=1)]
TABLE = Path(__file__).with_name("levels.toml")
WORDS = {
    "beginner": "knows the rules, and little more",
    "easy": "leaves out the worst moves",
    "medium": "sees what is good, and misses what is better",
    "strong": "plays what the trained network likes best, or nearly",
    "strongest": "the trained network, and a search that looks ahead with it",
}
"""The names of the levels, weakest first, and what each one is, in words."""
QUICK = 50.0
"""Milliseconds of a decision that a person does not notice."""


@dataclass(frozen=True)
class Level:
    """A level of a game."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid")

    name: Word  #: one of WORDS
    agent: Word  #: the string of the agent that plays it
    elo: FiniteFloat  #: its rating on the frozen field, at the game's default player count, and the 95% interval
    low: float
    high: float
    milliseconds: Annotated[FiniteFloat, Field(ge=0)]  #: for a decision asked alone, on the machine that measured it
    #: its share of the points against the level below, and the 95% interval; none of the weakest
    below: tuple[Share, Share, Share] | None = None

    @property
    def words(self) -> str:
        """The level in words."""
        return WORDS[self.name]

    @property
    def quick(self) -> bool:
        """Whether its decisions are too short for a person to notice."""
        return self.milliseconds < QUICK


def all_levels(levels: tuple[Level, ...]) -> tuple[Level, ...]:
    """`levels` if they are those of WORDS in this order; else a ValueError."""
    names = [level.name for level in levels]
    if names != list(WORDS):
        raise ValueError(f"the levels are {choices(names) or 'none'}; accepted: {choices(WORDS)}, in this order")
    return levels


@dataclass(frozen=True)
class MeasuredLevels:
    """The levels of a game, and what they were measured with."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid")

    players: int  #: seats at a table
    field: Word  #: name of the frozen field
    against: tuple[Word, ...]  #: the members of the field that the levels met
    network: Word  #: fingerprint of the game's network
    levels: Annotated[tuple[Level, ...], AfterValidator(all_levels)]  #: those of WORDS, weakest first


def measured_levels(file: Path = TABLE) -> dict[str, MeasuredLevels]:
    """The measured levels of each game, by its name. Raises AgentError if the table in `file` is damaged."""
    tables = files.from_toml(files.read(file, AgentError), file, AgentError)
    return files.tables_to_model(TypeAdapter(dict[Word, MeasuredLevels]), tables, file, AgentError)


def levels(game: str) -> tuple[Level, ...]:
    """The levels of the game of this name, weakest first; none if the suite has no levels for it."""
    measured = _shipped().get(game)
    return measured.levels if measured else ()


@cache
def _shipped() -> dict[str, MeasuredLevels]:
    return measured_levels()


class BlurredAgent(NetAgent):
    """Plays one of the actions with nearly the probability of the best one, each equally often.

    Args:
        blur: an action is as good as the best one if its logit is at most so much lower.
        *words: the path of a network's file (without one: the network that comes with the game).

    Raises:
        AgentError: as `NetAgent`.
    """

    name = "blurred"

    def __init__(self, blur: float, *words: str) -> None:
        super().__init__(*words)
        self.blur = blur

    def act(self, turn: Turn) -> np.ndarray:
        """int64[len(turn)]."""
        return draw_actions(self.probabilities(turn) > 0, uniform(turn.seeds))

    def probabilities(self, turn: Turn) -> np.ndarray:
        """float32[n, num_actions]: of each action in each row."""
        network = self.network(turn.game)
        policy, _ = network.evaluate(turn, network.inputs(turn))
        near = (turn.action_mask != 0) & (policy >= np.exp(-self.blur) * policy.max(axis=1, keepdims=True))
        return (near / near.sum(axis=1, keepdims=True)).astype(np.float32)


class LevelAgent:
    """Plays a level of the game that it is asked about.

    Args:
        level: one of WORDS, or the blur of a `BlurredAgent`, a number of at least 0.

    Raises:
        AgentError: there is no such level; from `act`: the game has no levels.
    """

    name = "level"

    def __init__(self, level: str) -> None:
        self.level = level
        self._blurred = BlurredAgent(float(level)) if re.fullmatch(r"\d+(\.\d+)?", level) else None
        if not self._blurred and level not in WORDS:
            raise AgentError(f"level {shown(level)} is not accepted; accepted: {choices(WORDS)}, or a blur, 2.5")
        self._players: dict[str, Agent] = {}

    def act(self, turn: Turn) -> np.ndarray:
        """int64[len(turn)]."""
        return self.player(turn.game).act(turn)

    def player(self, game: BaseGame) -> Agent:
        """The agent that plays this level of `game`; raises AgentError if the game has no levels."""
        if self._blurred:
            return self._blurred
        if game.name not in self._players:
            agents_of_levels = {level.name: level.agent for level in levels(game.name)}
            if not agents_of_levels:
                raise AgentError(f"no levels come with {game.name}; with: {choices(_shipped())}")
            self._players[game.name] = agent(agents_of_levels[self.level])
        return self._players[game.name]

    def source(self, game: BaseGame) -> Path:
        """The file on which its play depends: the table, which names agents and network; of a blur the network's."""
        return self._blurred.source(game) if self._blurred else TABLE
