"""The schedule: the agent in each seat of game number g.

A team is one agent's, in all its seats, unless the tournament mixes them; so a place at the table is a team, or a
seat. A *lineup* is the agents at a table: a choice of different agents, or, with more places than agents, every
mixture of at least two; in a gauntlet, those with its hero among them. A *ring* is a lineup seated, turned
round the table by one place after another: each agent has each place equally often. All games of a ring are
played on one deal, so neither a good seat nor a good hand favours an agent. Each next deal takes the next ring,
until every seating of every lineup has had its turn, and then again. Where all seatings would be too many, the rings
are those of a balanced design drawn from the seed (`design.py`).
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations, combinations_with_replacement
from math import perm
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from medianoche.benchmarks.tournament.design import Design

if TYPE_CHECKING:
    from medianoche.benchmarks.tournament.spec import Spec

SEATING_LIMIT = 500_000
"""A schedule is an array in memory; of more seatings than this a balanced subset is drawn."""

Seating = tuple[int, ...]


class Fixture(NamedTuple):
    """Some games of a schedule."""

    deals: np.ndarray  #: int64[n], which deal each is played on
    lineups: np.ndarray  #: int64[n], index into `Schedule.lineups`; the number of the deal's ring in a design
    seats: np.ndarray  #: int64[n, players], the agent in each seat


@dataclass(eq=False)
class Schedule:
    """Every lineup of `num_agents` agents at `places` of a table, in all its seatings, without end.

    Attributes:
        seatings: how many there are.
        design: the choice; None if all of them are played.
    """

    num_agents: int  #: how many take part
    places: int  #: for how many of them there is room at a table
    hero: int | None = None  #: the agent that sits at every table (a gauntlet); None for a round robin
    chairs: tuple[int, ...] = ()  #: the place that each of the game's seats belongs to; a seat each if not given
    seed: int = 0  #: decides the choice where there are too many seatings

    def __post_init__(self) -> None:
        self.seatings = self._count()
        few = self.seatings <= SEATING_LIMIT
        self.design = None if few else Design(self.num_agents, self.places, self.hero, self.seed)
        self._chairs = np.array(self.chairs or range(self.places))

    @classmethod
    @lru_cache(maxsize=8)
    def from_spec(cls, spec: Spec) -> Schedule:
        """The schedule of a tournament."""
        hero = spec.agents.index(spec.gauntlet) if spec.gauntlet else None
        return cls(len(spec.agents), len(set(spec.chairs)), hero, spec.chairs, spec.seed)

    @cached_property
    def lineups(self) -> list[Seating]:
        """The agents of each table, ascending."""
        choose = combinations if self.num_agents >= self.places else combinations_with_replacement
        lineups = choose(range(self.num_agents), self.places)
        return [lineup for lineup in lineups if len(set(lineup)) > 1 and self.hero in (None, *lineup)]

    @cached_property
    def rings(self) -> list[tuple[int, list[Seating]]]:
        """Lineup and seatings of each ring, in the order in which they are played.

        The order is shuffled, always the same way: else a tournament that ends early would leave out the last agents.
        """
        numbered = [(n, ring) for n, lineup in enumerate(self.lineups) for ring in _rings(lineup)]
        random.Random(0).shuffle(numbered)
        return numbered

    @cached_property
    def cycle(self) -> int:
        """Number of games after which every seating of the schedule has been played once."""
        return self.design.rings * self.places if self.design else len(self._seatings)

    def at(self, games: np.ndarray) -> Fixture:
        """The games with these numbers, int64[n]."""
        if self.design:
            deals, turned = np.divmod(games, self.places)
            return Fixture(deals, deals, self.design.at(deals, turned)[:, self._chairs])
        turns, numbers = np.divmod(games, self.cycle)
        ring = self._ring_of[numbers]
        lineup = self._lineup_of[numbers]
        return Fixture(turns * len(self.rings) + ring, lineup, self._seatings[numbers][:, self._chairs])

    def whole(self, games: int) -> int:
        """The number of games, `games` or more, at which the deal of the last of the first `games` has ended."""
        deals = self.at(np.arange(games - 1, games + self.places)).deals
        return games - 1 + int((deals == deals[0]).sum())

    @property
    def words(self) -> str:
        """A sentence about the design; empty if all seatings are played."""
        if not self.design:
            return ""
        return (
            f"All {self.seatings:,} seatings are too many: a balanced choice of {self.cycle:,} is drawn from the seed. "
            "When all of it is played, every two agents have met on equally many deals at every distance round the "
            f"table, within {self.design.within}."
        )

    def _count(self) -> int:
        numbers = (self.num_agents, self.num_agents - 1)
        if self.num_agents >= self.places:
            all_seatings, without_hero = (perm(n, self.places) for n in numbers)
        else:
            all_seatings, without_hero = (int(n**self.places) - n for n in numbers)
        return all_seatings if self.hero is None else all_seatings - without_hero

    @cached_property
    def _seatings(self) -> np.ndarray:
        return np.array([seats for _, ring in self.rings for seats in ring], np.int64)

    @cached_property
    def _ring_of(self) -> np.ndarray:
        return np.repeat(np.arange(len(self.rings)), [len(ring) for _, ring in self.rings])

    @cached_property
    def _lineup_of(self) -> np.ndarray:
        return np.array([lineup for lineup, _ in self.rings], np.int64)[self._ring_of]


def _rings(lineup: Seating) -> Iterator[list[Seating]]:
    """The seatings of `lineup`, those that are turns of one another together."""
    seen: set[Seating] = set()
    for seating in _arrangements(lineup):
        if seating not in seen:
            ring = list(dict.fromkeys(seating[k:] + seating[:k] for k in range(len(seating))))
            seen.update(ring)
            yield ring


def _arrangements(left: Seating) -> Iterator[Seating]:
    """The different orders of `left` (ascending), in lexicographic order."""
    if not left:
        yield ()
    for k, first in enumerate(left):
        if k == 0 or first != left[k - 1]:
            for rest in _arrangements(left[:k] + left[k + 1 :]):
                yield (first, *rest)
