"""The games that agents of a tournament lost by failing: sentences of its report, columns of its exported tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from medianoche.benchmarks.tournament.schedule import Schedule
from medianoche.benchmarks.tournament.spec import Spec
from medianoche.envs.core.files import short
from medianoche.envs.core.play.forfeit import UNKNOWN, Failure, Forfeit
from medianoche.envs.core.show.forfeits import forfeit_in_words, utilities


class ForfeitColumn(NamedTuple):
    """A column of exported tables, whose cells are empty where the game was played to its end."""

    name: str
    kind: str  #: "Integer" or "Text", as Croissant calls it
    meaning: str


COLUMNS = (
    ForfeitColumn("forfeit_seat", "Text", "the seat that lost the game because its agent failed; empty: none failed"),
    ForfeitColumn("forfeit_decision", "Integer", "number of the decision at which it failed, from 0"),
    ForfeitColumn("forfeit_reason", "Text", f"why: {', '.join(Failure)}; {UNKNOWN}: version 0.4 stored no kind"),
    ForfeitColumn("forfeit_action", "Integer", "the illegal action"),
    ForfeitColumn("forfeit_detail", "Text", "what happened, in words"),
)
"""`forfeit_seat` is the name of the seat where a row is a game, and its number where a row is a decision."""


def cells(forfeit: Forfeit | None, seats: tuple[Any, ...]) -> list[Any]:
    """The values of COLUMNS for a game; `seats` are the seats as the table has them."""
    if forfeit is None:
        return [None] * len(COLUMNS)
    return [seats[forfeit.seat], forfeit.decision, forfeit.reason, forfeit.action, forfeit.detail]


class ForfeitedGame(NamedTuple):
    """A game that an agent lost by failing."""

    game: int
    agent: str
    forfeit: Forfeit


def forfeited_games(spec: Spec, forfeits: Mapping[int, Forfeit]) -> list[ForfeitedGame]:
    """The games of `Store.forfeits` with the agents that failed."""
    if not forfeits:
        return []
    seats = Schedule.from_spec(spec).at(np.array(list(forfeits))).seats.tolist()
    rows = zip(forfeits.items(), seats, strict=True)
    return [ForfeitedGame(game, spec.agents[sat[forfeit.seat]], forfeit) for (game, forfeit), sat in rows]


def summaries(spec: Spec, games: list[ForfeitedGame]) -> Iterator[str]:
    """A line for each agent that lost games by failing: how many, why, and what happened in the first."""
    for agent in spec.agents:
        lost = [game for game in games if game.agent == agent]
        if lost:
            reasons = Counter(game.forfeit.reason for game in lost)
            why = ", ".join(f"{count:,} by {reason}" for reason, count in reasons.items())
            count = "1 game" if len(lost) == 1 else f"{len(lost):,} games"
            yield f"{agent} forfeited {count} ({why}). Game {lost[0].game}: {told(spec, lost[0].forfeit)}"


def told(spec: Spec, forfeit: Forfeit) -> str:
    """A forfeit in a sentence, and what the seats are given."""
    shortened = replace(forfeit, detail=short(forfeit.detail))
    return f"{forfeit_in_words(shortened, spec.seat_names)} {utilities(forfeit, spec.seat_names, spec.teams)}"
