"""Sums over the games for the tables and the report; their size does not depend on the number of games.

A *side* is an agent in a role; in a game without roles it is the agent. Its number is agent * roles + role.
"""

from __future__ import annotations

from collections import Counter
from typing import Self

import numpy as np

from medianoche.benchmarks.tournament.schedule import Schedule
from medianoche.benchmarks.tournament.spec import Spec, TournamentError
from medianoche.benchmarks.tournament.store import GameResults, Store
from medianoche.envs.core.copying import Copied
from medianoche.envs.core.renamed import OldName

BLOCKS = 1000
"""The bootstrap draws deals; with more deals than this, neighbouring ones are drawn together."""
CELLS, BLOCK_FLOOR = 25_000_000, 50
"""So are they in a field of hundreds: the points of all pairs in all blocks are in memory, at most about so many."""
SAMPLE = 20_000
"""OpenSkill goes through games one by one in Python; of a longer tournament it sees about this many."""


class Summary(Copied):
    """The finished games of a tournament, added up; the same however they are cut into blocks.

    Args:
        spec: the tournament.
        games: how many games there will be, and
        deals: on deals below this number.

    Attributes:
        games, deals: how many games were added, on how many deals.
        decisions: number of decisions in them.
        points: float64[blocks, sides, sides], points of one side against another in each block of deals.
        played: int64[agents], games in which the agent had a seat.
        seats: float64[agents, players], games in each seat.
        wins, utility, score: float64[agents, players], sums over those games; a tie shares the win.
        squares: float64[agents, players], sums of squared utilities.
        scores: how often each agent had which score.
        lengths: how many games had which number of decisions.
        met: int64[agents, agents], games in which the two sat in different teams.
        agent_deals, side_deals: int64[agents], int64[sides], deals on which each had a seat.
    """

    def __init__(self, spec: Spec, games: int, deals: int) -> None:
        sides = len(spec.agents) * len(spec.roles)
        agents = len(spec.agents)
        self.spec = spec
        self.games = self.deals = self.decisions = 0
        blocks = min(BLOCKS, deals, max(CELLS // sides**2, BLOCK_FLOOR))
        self.points = np.zeros((blocks, sides, sides))
        self.played = np.zeros(agents, np.int64)
        self.seats, self.wins, self.utility, self.squares, self.score = np.zeros((5, agents, spec.players))
        self.scores: list[Counter[int]] = [Counter() for _ in range(agents)]
        self.lengths: Counter[int] = Counter()
        self.met = np.zeros((agents, agents), np.int64)
        self.agent_deals, self._agent_last = _no_deals(agents)
        self.side_deals, self._side_last = _no_deals(sides)
        self._last_deal = -1
        self._deals = deals
        self._chosen = sample_of_deals(games, deals)
        self._sample: list[GameResults] = []

    of = OldName("from_store")

    @classmethod
    def from_store(cls, store: Store) -> Self:
        """Add up what is stored.

        Raises:
            TournamentError: nothing is.
        """
        if (games := store.played) == 0:
            raise TournamentError(f"no game of the tournament in {store.folder} is finished yet")
        last = Schedule.from_spec(store.spec).at(np.array([store.last]))
        summary = cls(store.spec, games, int(last.deals[0]) + 1)
        for block in store.blocks():
            summary.add(block)
        return summary

    def add(self, block: GameResults) -> None:
        """Add finished games, later ones than before."""
        agents = len(self.spec.agents)
        spec = self.spec
        self.games += len(block.games)
        self.deals += len(np.unique(block.deals)) - int(block.deals[0] == self._last_deal)
        self._last_deal = int(block.deals[-1])
        self.decisions += int(block.decisions.sum())
        sides = block.seats * len(spec.roles) + np.array(spec.seat_roles)
        places = block.deals * len(self.points) // self._deals
        self.points += comparisons(sides, block.utilities, spec.teams, self.points.shape, places)
        self.seats += self._by_seat(block, np.ones(block.seats.shape))
        self.wins += self._by_seat(block, win_shares(block.utilities, spec.teams))
        self.utility += self._by_seat(block, block.utilities)
        self.squares += self._by_seat(block, block.utilities.astype(float) ** 2)
        self.score += self._by_seat(block, block.scores)
        for agent in range(agents):
            mine = block.seats == agent
            self.played[agent] += mine.any(axis=1).sum()
            self.scores[agent].update(_counts(block.scores[mine]))
        self.lengths.update(_counts(block.decisions))
        self.met += meetings(block.seats, spec.teams, agents)
        _count_deals(block.deals, block.seats, self.agent_deals, self._agent_last)
        _count_deals(block.deals, sides, self.side_deals, self._side_last)
        chosen = slice(None) if self._chosen is None else np.isin(block.deals, self._chosen)
        self._sample.append(GameResults(*(field[chosen] for field in block)))

    def _by_seat(self, block: GameResults, values: np.ndarray) -> np.ndarray:
        """Sums of values[n, players] for each agent in each seat."""
        where = block.seats * self.spec.players + np.arange(self.spec.players)
        return np.bincount(where.ravel(), values.ravel(), self.seats.size).reshape(self.seats.shape)

    @property
    def sample(self) -> GameResults:
        """Some of the games, in order: whole deals, chosen at random but always the same."""
        return GameResults(*map(np.concatenate, zip(*self._sample, strict=True)))

    @property
    def side_points(self) -> np.ndarray:
        """float64[blocks, sides, sides]: `points` where something was played."""
        return self.points[self.points.any(axis=(1, 2))]

    @property
    def agent_points(self) -> np.ndarray:
        """float64[blocks, agents, agents]: the same without roles; an agent is not compared with itself."""
        agents = len(self.spec.agents)
        roles = len(self.spec.roles)
        points = self.side_points.reshape(-1, agents, roles, agents, roles).sum(axis=(2, 4))
        return points * (1.0 - np.eye(agents))

    def by_role(self, values: np.ndarray) -> np.ndarray:
        """[agents, players] added up to [agents, roles]."""
        roles = np.array(self.spec.seat_roles)
        return np.stack([values[:, roles == role].sum(axis=1) for role in range(len(self.spec.roles))], axis=1)


def _no_deals(count: int) -> tuple[np.ndarray, np.ndarray]:
    """Numbers of deals, none, and the last deal of each, before the first."""
    return np.zeros(count, np.int64), np.full(count, -1, np.int64)


def _count_deals(deals: np.ndarray, seated: np.ndarray, counts: np.ndarray, last: np.ndarray) -> None:
    """Add to `counts` the deals on which each is in seated[n, players], in games of later deals[n] than before; `last`
    is the last deal of each so far."""
    deal, who = np.divmod(np.unique(deals[:, None] * len(counts) + seated), len(counts))
    counts += np.bincount(who[deal > last[who]], minlength=len(counts))
    np.maximum.at(last, who, deal)


def _counts(values: np.ndarray) -> dict[int, int]:
    """The number of times that each value occurs."""
    distinct, counts = np.unique(values, return_counts=True)
    return dict(zip(distinct.tolist(), counts.tolist(), strict=True))


def quantile(counts: Counter[int], share: float) -> int:
    """The least value that at least `share` of all are not above."""
    values = sorted(counts)
    return values[int(np.searchsorted(np.cumsum([counts[value] for value in values]), counts.total() * share))]


def meetings(seats: np.ndarray, teams: tuple[int, ...], agents: int) -> np.ndarray:
    """int64[agents, agents]: in how many games of seats[n, players] the two sat in different teams."""
    one, other = _opponents(teams)
    pairs = np.sort(seats[:, one] * agents + seats[:, other], axis=1)
    first = np.ones(pairs.shape, np.bool_)
    first[:, 1:] = pairs[:, 1:] != pairs[:, :-1]
    return np.bincount(pairs[first], minlength=agents**2).reshape(agents, agents)


def _opponents(teams: tuple[int, ...]) -> np.ndarray:
    """int64[2, pairs]: all pairs of seats in different teams, both ways round."""
    return np.array([(p, q) for p in range(len(teams)) for q in range(len(teams)) if teams[p] != teams[q]]).T


def win_shares(utilities: np.ndarray, teams: tuple[int, ...]) -> np.ndarray:
    """float64[n, players]: 1 for the winning team's seats, shared by teams that tie for the first place."""
    firsts, team_of = np.unique(teams, return_index=True, return_inverse=True)[1:]
    results = utilities[:, firsts]
    best = results == results.max(axis=1, keepdims=True)
    return (best / best.sum(axis=1, keepdims=True))[:, team_of]


def comparisons(
    sides: np.ndarray,
    utilities: np.ndarray,
    teams: tuple[int, ...],
    shape: tuple[int, ...],
    blocks: np.ndarray,
    neither: float = 0.0,
) -> np.ndarray:
    """float64[shape]: points of one side against another in each block, over seats in different teams.

    A seat scores 1 against every opposing seat with a lower utility, and 1/2 with one that shares the first place;
    equal seats that both lost to a third score `neither`: half a point for both would pull the ratings of games with
    many seats together, since most pairs have lost (Azari Soufiani, Parkes, Xia 2014, on breaking first places into
    pairs). Seats of the same side are not compared. `sides` is int64[n, players]; `blocks` is int64[n], the block of
    each game.
    """
    one, other = _opponents(teams)
    mine = sides[:, one]
    its = sides[:, other]
    ahead = utilities[:, one] - utilities[:, other]
    first = utilities[:, one] == utilities.max(axis=1, keepdims=True)
    value = np.where(ahead == 0.0, np.where(first, 0.5, neither), ahead > 0.0)
    value[mine == its] = 0.0
    places = (blocks[:, None] * shape[1] + mine) * shape[2] + its
    return np.bincount(places.ravel(), value.ravel(), int(np.prod(shape))).reshape(shape)


def sample_of_deals(games: int, deals: int) -> np.ndarray | None:
    """The deals of about SAMPLE games out of `games`; None for all of them."""
    if games <= SAMPLE:
        return None
    return np.random.default_rng(0).choice(deals, max(deals * SAMPLE // games, 1), replace=False)
