"""Forfeits: the ways in which an agent fails at a decision, and what is kept of a game that a seat lost by it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, ClassVar, NamedTuple

from pydantic import ConfigDict, Field, TypeAdapter

from medianoche.envs.core.files import Word

if TYPE_CHECKING:
    from medianoche.envs.core.base import BaseGame
    from medianoche.envs.core.declaration import State

UNKNOWN = "unknown"
"""The reason of a forfeit that version 0.4 stored: it kept a sentence alone."""
SEAT_LIMIT = 2**8
DECISION_LIMIT = 2**31
ACTION_LIMIT = 2**63


class Failure(StrEnum):
    """Each way in which an agent fails at a decision; its value is the reason in tables and files."""

    ILLEGAL_ACTION = "illegal action"  #: It chose an action that is not legal
    TIME_LIMIT = "time limit"  #: It did not answer in time
    CRASH = "crash"  #: It ended, or closed its input or output
    NO_ANSWER = "no answer"  #: It wrote something else than an answer to the decision


class Lapse(NamedTuple):
    """An agent's failure at one decision."""

    failure: Failure
    detail: str  #: one printable line, which follows the agent's name: "took longer than 0.3 s"
    action: int | None = None  #: the illegal action


@dataclass(frozen=True)
class Forfeit:
    """The end of a game whose seat failed at a decision.

    The game stays as it was before this decision. The failing team has utility -1, every other team 1; scores are those
    of that moment.
    """

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid", defer_build=True)

    seat: Annotated[int, Field(ge=0, lt=SEAT_LIMIT)]
    decision: Annotated[int, Field(ge=0, lt=DECISION_LIMIT)]  #: its number, from 0: so many were made before it
    failure: Failure | None  #: None: unknown, of a game that 0.4 stored
    #: the illegal action; None for another failure, and unknown of a game that 0.4 stored
    action: Annotated[int, Field(ge=-ACTION_LIMIT, lt=ACTION_LIMIT)] | None
    detail: Word  #: see `Lapse.detail`

    @property
    def reason(self) -> str:
        """Why, as tables have it: the failure's value, or UNKNOWN."""
        return UNKNOWN if self.failure is None else self.failure.value

    def to_json(self) -> str:
        """One line of JSON, as `FORFEIT_JSON` reads it."""
        return FORFEIT_JSON.dump_json(self).decode()

    def utilities(self, teams: Sequence[int]) -> list[float]:
        """The utility that each seat is given, where `teams` are those of the seats."""
        return [-1.0 if team == teams[self.seat] else 1.0 for team in teams]

    def contradiction(self, game: BaseGame, state: State, decisions: int) -> str:
        """Why a game that stands at `state` after so many decisions cannot have been forfeited so; empty if it can."""
        if state.done:
            return "it is over, and cannot be forfeited"
        if self.decision != decisions:
            return f"it was forfeited at decision {self.decision}, but has {decisions} decisions"
        if self.seat != int(state.to_move):
            return f"it was forfeited by seat {self.seat}, but seat {int(state.to_move)} is to move"
        if self.action is not None and self.action in game.legal_actions(state):
            return f"it was forfeited by action {self.action}, which is legal"
        return ""


FORFEIT_JSON = TypeAdapter(Forfeit)
"""How a forfeit is stored: in the table `games` of a tournament, in a replay, in a bundle."""
