"""Play games of one agent in all seats, and note every decision: what was offered, what was chosen, who seems ahead."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from medianoche import Batch, Game, Turn
from medianoche.agents import Agent, NetAgent, agent
from medianoche.benchmarks.studies.playtest.names import Names
from medianoche.benchmarks.tournament.play import Playing
from medianoche.envs import PackSource
from medianoche.envs.core.kernels.rng import spread

NAMED_DECISIONS = 40_000
"""Decisions at which the names in every legal action are read, at most: each takes some milliseconds. They are those of
the first games, each from its beginning to its end."""


@dataclass(frozen=True)
class PlaytestTable:
    """A game with a pack, a number of players and options, and the seed of the deals."""

    game: Game
    players: int
    pack: PackSource
    options: dict[str, Any]
    seed: int = 0

    def batch(self, deals: int, autoreset: bool = False) -> Batch:
        """The deals 0..deals-1: the same ones for every agent and every pack. With `autoreset` no game is over."""
        seeds = spread(np.arange(deals, dtype=np.uint64) + np.uint64(self.seed << 32))
        return self.game.batch(
            deals, num_players=self.players, pack=self.pack, seeds=seeds, autoreset=autoreset, **self.options
        )

    def play(self, agents: list[Agent], seats: np.ndarray, batch: Batch | None = None, watch: Any = None) -> Playing:
        """Play the deals with the agents in `seats`, int64[deals, players]."""
        deals = len(seats)
        chance = spread(spread(np.full(deals, self.seed, np.uint64)) + np.arange(deals, dtype=np.uint64))
        playing = Playing(batch or self.batch(deals), seats, chance, watch=watch)
        playing.play(agents)
        return playing


class NameOffers(NamedTuple):
    """Names that were on offer at decisions: one entry for each name and decision.

    Attributes:
        decision: int64[k], index of the decision in `SelfPlay`.
        name: int64[k], see `Names`.
        taken: bool[k], whether the chosen action has the name.
        choice: bool[k], whether another legal action has it not.
        games: number of games, the first ones, at all of whose decisions the names were read.
    """

    decision: np.ndarray
    name: np.ndarray
    taken: np.ndarray
    choice: np.ndarray
    games: int


NO_OFFERS = NameOffers(np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0, bool), np.zeros(0, bool), 0)
"""Of games whose names were not read."""


@dataclass(eq=False)
class SelfPlay:
    """Games of one agent in all seats. Decisions are in the order of play, one game after another.

    Attributes:
        game, seat, action: int64[decisions].
        legal: int64[decisions], number of legal actions.
        value: float64[decisions], the network's estimate of the mover's result, -1 to 1, as the mover knows it.
        entropy: float64[decisions], of the agent's policy in bits; NaN if the agent has no policy.
        scores: int64[decisions, players], of all seats after the decision.
        utility: float64[games, players].
        forced: int64[games], moves that the suite played because there was no other.
        offers: see `NameOffers`; of the first games only, if there are many decisions.
    """

    agent: str
    game: np.ndarray
    seat: np.ndarray
    action: np.ndarray
    legal: np.ndarray
    value: np.ndarray
    entropy: np.ndarray
    scores: np.ndarray
    utility: np.ndarray
    forced: np.ndarray
    offers: NameOffers
    names: Names


def pass_news(to: Agent, who: Agent) -> None:
    """Give `to`, which plays as `who`, the methods `watch` and `over` that `who` has: so `who` is told of the games
    that `to` plays."""
    for method in ("watch", "over"):
        if hasattr(who, method):
            setattr(to, method, getattr(who, method))


@dataclass
class Recorder:
    """Plays as `who`, and notes each decision.

    Args:
        who: the agent.
        critic: whose network's values are noted; None: no values.
    """

    who: Agent
    critic: NetAgent | None = None
    name: str = ""
    columns: list[tuple[np.ndarray, ...]] = field(default_factory=list)

    def __post_init__(self) -> None:
        pass_news(self, self.who)

    def act(self, turn: Turn) -> np.ndarray:
        """int64[len(turn)]."""
        actions, entropy = self._decide(turn)
        value = np.full(len(turn), np.nan)
        if self.critic:
            network = self.critic.network(turn.game)
            value = network.evaluate(turn, network.inputs(turn))[1][:, 0].astype(float).clip(-1, 1)
        legal = turn.action_mask.sum(axis=1, dtype=np.int64)
        self.columns.append((turn.games, turn.seats, actions, legal, value, entropy))
        return actions

    def _decide(self, turn: Turn) -> tuple[np.ndarray, np.ndarray]:
        """Actions, and the entropy of the policy in bits."""
        if not isinstance(self.who, NetAgent):
            return self.who.act(turn), np.full(len(turn), np.nan)
        if self.who.searching:
            actions, policy, _ = self.who.search(turn, policy=True)
        else:
            network = self.who.network(turn.game)
            actions = self.who.act(turn)
            policy = network.evaluate(turn, network.inputs(turn))[0]
        shares = np.where(policy > 0, policy, 1.0).astype(float)
        return actions, -(shares * np.log2(shares)).sum(axis=1)


@dataclass
class NameReader:
    """Plays games again by their actions, and reads the names in every legal action.

    Args:
        names: reads the names in actions.
        actions: int64[decisions], one game after another.
        next: int64[games], index of each game's next decision.
    """

    names: Names
    actions: np.ndarray
    next: np.ndarray
    name: str = "names"
    parts: list[tuple[np.ndarray, ...]] = field(default_factory=list)

    def act(self, turn: Turn) -> np.ndarray:
        """int64[len(turn)]."""
        decisions = self.next[turn.games]
        self.next[turn.games] += 1
        actions: np.ndarray = self.actions[decisions]
        row, *rest = self.names.offered(turn, actions)
        self.parts.append((decisions[row], *rest))
        return actions


def self_play(table: PlaytestTable, name: str, deals: int, critic: NetAgent | None, named: bool = False) -> SelfPlay:
    """Play `deals` games of the agent called `name` in all seats; `named`: read the names in the actions."""
    batch = table.batch(deals)
    names = Names(batch.game, batch.states[0])
    recorder = Recorder(agent(name), critic, name)
    seen: list[np.ndarray] = []
    playing = table.play(
        [recorder],
        np.zeros((deals, table.players), np.int64),
        batch,
        lambda rows, *_: seen.append(batch.states["scores"][rows, : table.players].astype(np.int64)),
    )
    columns = [np.concatenate(part) for part in zip(*recorder.columns, strict=True)]
    order = np.argsort(columns[0], kind="stable")
    games, seats, actions, legal, value, entropy = (column[order] for column in columns)
    return SelfPlay(
        agent=name,
        game=games,
        seat=seats,
        action=actions,
        legal=legal,
        value=value,
        entropy=entropy,
        scores=np.concatenate(seen)[order],
        utility=playing.utilities.astype(float),
        forced=forced_moves(table, games, actions, deals),
        offers=read_names(table, names, games, actions, deals) if named else NO_OFFERS,
        names=names,
    )


def read_names(table: PlaytestTable, names: Names, games: np.ndarray, actions: np.ndarray, deals: int) -> NameOffers:
    """The names on offer in the first games, as many as have NAMED_DECISIONS together, but at least one; `games` and
    `actions` are those of all decisions, one game after another."""
    ends = np.cumsum(np.bincount(games, minlength=deals))
    count = max(int(np.searchsorted(ends, NAMED_DECISIONS, side="right")), 1)
    reader = NameReader(names, actions, np.concatenate([[0], ends[: count - 1]]))
    table.play([reader], np.zeros((count, table.players), np.int64))
    decision, name, taken, choice = (np.concatenate(part) for part in zip(*reader.parts, strict=True))
    return NameOffers(decision, name, taken, choice, count)


def forced_moves(table: PlaytestTable, games: np.ndarray, actions: np.ndarray, deals: int) -> np.ndarray:
    """int64[deals]: how many moves the rules forced in each game, which is played again by its actions."""
    batch = table.batch(deals)
    states = batch.states.copy()
    loops = batch.game.rules.loops
    records = batch.records
    mask = np.zeros(batch.game.rules.mask_words, np.uint64)
    forced = np.zeros(deals, np.int64)
    for game, action in zip(games.tolist(), actions.tolist(), strict=True):
        loops.apply_one(records, states, game, action)
        while loops.legal_one(records, states, game, mask) == 1:
            forced[game] += 1
            word = int(np.flatnonzero(mask)[0])
            loops.apply_one(records, states, game, 64 * word + int(mask[word]).bit_length() - 1)
    return forced
