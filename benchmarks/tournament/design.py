"""A balanced choice of seatings, for fields of which all seatings would be too many.

The agents are numbered 0..n-1, modulo n. A *block* is a ring of them, and all the rings that come of it by adding
0, 1, ..., n-1 to all of them; so how often b sits d places after a follows from b - a alone. Blocks are built one after
another, seat by seat, each seat's agent being the one whose differences to the others were had least often. The last
block is one after which, for every d, no two pairs differ by more than one. (Equal counts would be a cyclic perfect
Mendelsohn design, which need not exist.) In a gauntlet the hero has the first seat of every block and all this holds
for the others.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

BLOCKS = 256
"""Most blocks of a design: each is n rings, so the design of 40 agents at 5 seats has about 50,000 games."""
TRIES = 4
"""Blocks that are built for each that is kept."""
NEVER = 2**40
"""The cost of an impossible seating."""


@dataclass(eq=False)
class Design:
    """Rings of `num_agents` agents at `places`, each game's seating by arithmetic.

    Attributes:
        rings: how many rings there are before they come again, to agents who are numbered anew.
        within: how far apart the counts of two pairs at the same distance are after so many rings: at most 1,
            except with about as many agents as places where both are many.
    """

    num_agents: int  # how many take part
    places: int  # places at a table
    hero: int | None = None  # the agent that sits at every table; None for a round robin
    seed: int = 0  # decides the design

    def __post_init__(self) -> None:
        self.others = [agent for agent in range(self.num_agents) if agent != self.hero]
        first = 0 if self.hero is None else 1
        self.blocks, self.within = _blocks(len(self.others), self.places, first, self.seed)
        self.rings = len(self.blocks) * len(self.others)

    def at(self, rings: np.ndarray, turns: np.ndarray) -> np.ndarray:
        """int64[n, places]: the agent at each place of these rings, turned by so many places."""
        again, rings = np.divmod(rings, self.rings)
        block, shift = np.divmod(rings, len(self.others))
        where = (np.arange(self.places) + turns[:, None]) % self.places
        numbers = (np.take_along_axis(self.blocks[block], where, axis=1) + shift[:, None]) % len(self.others)
        seats = np.zeros_like(numbers)
        for cycle in np.unique(again).tolist():
            mine = again == cycle
            seats[mine] = self._names(cycle)[numbers[mine]]
        if self.hero is not None:
            seats[where == 0] = self.hero
        return seats

    def _names(self, cycle: int) -> np.ndarray:
        """int64[others]: the agent of each number in a cycle."""
        return np.array(random.Random(f"{self.seed} {cycle}").sample(self.others, len(self.others)), np.int64)


@lru_cache(maxsize=8)
def _blocks(count: int, places: int, first: int, seed: int) -> tuple[np.ndarray, int]:
    """int64[blocks, places], of which places from `first` on hold numbers below `count`; and `Design.within`."""
    rng = random.Random(seed)
    seen = np.zeros((places // 2 + 1, 2 * count), np.int64)
    """How often each difference was had at each distance, twice over, so that a slice begins anywhere."""
    blocks: list[list[int]] = []
    spreads: list[int] = []
    while len(blocks) < BLOCKS:
        tries = [_block(seen, count, places, first, rng) for _ in range(TRIES)]
        _, block = min(tries, key=lambda one: one[0])
        _count(seen, block, count, places, first)
        blocks.append(block)
        wanted = seen[1:, _least(count, places, first) : count]
        spreads.append(int(np.ptp(wanted, axis=1).max()) if wanted.size else 0)
    within = max(min(spreads), 1)
    last = max(number for number, spread in enumerate(spreads, 1) if spread <= within)
    return np.array(blocks[:last], np.int64), within


def _least(count: int, places: int, first: int) -> int:
    """The least difference that counts: 0, an agent beside itself, only where there are too few for a table."""
    return 1 if count >= places - first else 0


def _block(seen: np.ndarray, count: int, places: int, first: int, rng: random.Random) -> tuple[int, list[int]]:
    """A block, and how often its differences were had already."""
    seen = seen.copy()
    block = [0] * places
    price = 0
    for place in range(first + 1, places):
        cost = np.zeros(count, np.int64)
        for other in range(first, place):
            for distance, sign in _distances(other, place, places):
                at = block[other]
                row = seen[distance]
                cost += row[count - at : 2 * count - at] if sign > 0 else row[at + 1 : at + count + 1][::-1]
        if _least(count, places, first):
            cost[block[first:place]] = NEVER
        best = np.flatnonzero(cost == cost.min())
        block[place] = int(best[rng.randrange(len(best))])
        price += int(cost[block[place]])
        _count(seen, block, count, places, first, place)
    alone = first == 0 and len(set(block)) == 1
    return price + alone * NEVER, block


def _count(seen: np.ndarray, block: list[int], count: int, places: int, first: int, only: int | None = None) -> None:
    """Count the differences of a block, or those of one place to the places before it."""
    for place in range(first + 1, places) if only is None else (only,):
        for other in range(first, place):
            for distance, sign in _distances(other, place, places):
                difference = sign * (block[place] - block[other]) % count
                seen[distance, [difference, difference + count]] += 1


def _distances(other: int, place: int, places: int) -> list[tuple[int, int]]:
    """Distances up to half the table between two places: +1 from `other` to `place`, -1 the other way round."""
    ahead = place - other
    return [(d, sign) for d, sign in ((ahead, 1), (places - ahead, -1)) if d <= places // 2]
