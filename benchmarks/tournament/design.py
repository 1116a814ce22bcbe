"""A balanced choice of seatings, for a field whose full list of seatings would be too long.

A *ring* is a table seen as a circle: one agent for each place. The agents have the numbers 0 to n-1, modulo n. A
*block* is n rings: a first ring, and this ring with 1, 2, ..., n-1 added to all its numbers. So the number of times
that agent b sits d places after agent a depends on the difference b - a alone.

Blocks are built one after another, and each block place by place. A place gets the agent whose differences to the
agents before it have occurred least often. The design ends with a block after which, for every distance d, the counts
of any two differences differ by at most 1. (Equal counts would be a cyclic perfect Mendelsohn design, which need not
exist.) In a gauntlet the hero has the first place of every ring; all this holds for the other agents.
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
        rings: number of rings of a cycle; the next cycle has the same rings, with the agents numbered anew.
        within: after a cycle, the largest difference between the counts of two pairs of agents at the same distance.
            It is 1, unless agents and places are many and about as many as each other.
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
        """int64[n, places]: the agent at each place of the rings with the numbers `rings` (int64[n]), each turned by
        `turns` (int64[n]) places."""
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
        """int64[others]: the agent behind each number in cycle number `cycle`."""
        return np.array(random.Random(f"{self.seed} {cycle}").sample(self.others, len(self.others)), np.int64)


@lru_cache(maxsize=8)
def _blocks(count: int, places: int, first: int, seed: int) -> tuple[np.ndarray, int]:
    """The first ring of every block, int64[blocks, places], and `Design.within`.

    Places from `first` (0 or 1) on hold numbers below `count`, the number of agents without the hero. The place before
    it is the hero's, and holds 0.
    """
    rng = random.Random(seed)
    seen = np.zeros((places // 2 + 1, 2 * count), np.int64)
    """`[distance, difference]`: how often it has occurred; twice over, so that a slice can begin at any difference."""
    blocks: list[list[int]] = []
    spreads: list[int] = []
    while len(blocks) < BLOCKS:
        tries = [_block(seen, count, places, first, rng) for _ in range(TRIES)]
        _, block = min(tries, key=lambda one: one[0])
        _count(seen, block, count, places, first)
        blocks.append(block)
        counts = seen[1:, _least(count, places, first) : count]
        spreads.append(int(np.ptp(counts, axis=1).max()) if counts.size else 0)
    within = max(min(spreads), 1)
    last = max(number for number, spread in enumerate(spreads, 1) if spread <= within)
    return np.array(blocks[:last], np.int64), within


def _least(count: int, places: int, first: int) -> int:
    """The least difference that counts: 0, an agent beside itself, only where there are too few for a table."""
    return 1 if count >= places - first else 0


def _block(seen: np.ndarray, count: int, places: int, first: int, rng: random.Random) -> tuple[int, list[int]]:
    """The first ring of a block, and its price: how often its differences have occurred before. See `_blocks`."""
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
    """Add the differences of `block` to `seen`; with `only` those between this place and the places before it."""
    for place in range(first + 1, places) if only is None else (only,):
        for other in range(first, place):
            for distance, sign in _distances(other, place, places):
                difference = sign * (block[place] - block[other]) % count
                seen[distance, [difference, difference + count]] += 1


def _distances(other: int, place: int, places: int) -> list[tuple[int, int]]:
    """Distances up to half the table between two places: +1 from `other` to `place`, -1 the other way round."""
    ahead = place - other
    return [(d, sign) for d, sign in ((ahead, 1), (places - ahead, -1)) if d <= places // 2]
