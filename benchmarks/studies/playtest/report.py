"""A playtest: agents of several levels play a game with a pack; the report has the measures of all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from medianoche import envs
from medianoche.agents import NetAgent, agent, ask_alone
from medianoche.benchmarks import Estimate, Schedule, Spec, TournamentError
from medianoche.benchmarks.strength import dealt, rate
from medianoche.benchmarks.studies.playtest.effects import NameEffect, effects
from medianoche.benchmarks.studies.playtest.hidden import hidden
from medianoche.benchmarks.studies.playtest.measures import estimates, mean, rows
from medianoche.benchmarks.studies.playtest.names import Names
from medianoche.benchmarks.studies.playtest.recording import PlaytestTable, SelfPlay, self_play
from medianoche.benchmarks.studies.playtest.without import worth
from medianoche.benchmarks.tournament.spec import SEEDS
from medianoche.envs import MedianocheError, PackSource
from medianoche.envs.core.errors import choices

POSITIONS = 60
"""Positions at which hidden information is measured."""


@dataclass(frozen=True)
class PlaytestPlan:
    """What a playtest does."""

    game: str
    pack: PackSource = "standard"
    players: int | None = None
    options: tuple[tuple[str, Any], ...] = ()
    agents: tuple[str, ...] = ()  #: levels, the weakest first; none: `levels`
    games: int = 200  #: of each level
    restricted: int = 6  #: names in restricted play: those taken most often
    without: tuple[str, ...] = ()  #: further names in restricted play
    seed: int = 0

    def table(self) -> PlaytestTable:
        """The table; raises MedianocheError if something is not accepted."""
        game = envs.game(self.game).content.with_packs([self.pack])
        return PlaytestTable(game, game.content.check_players(self.players), self.pack, dict(self.options), self.seed)

    def check(self) -> None:
        """Have each agent choose once. Raises MedianocheError if something is not accepted."""
        if not 0 <= self.seed < SEEDS - 1:  # the ladder's seed is the next one
            raise TournamentError(f"seed {self.seed} is not accepted; give an integer from 0 to {SEEDS - 2}")
        if self.games < 2:
            raise TournamentError(f"{self.games} games; a playtest needs at least 2")
        batch = self.table().batch(1, autoreset=True)
        labels = Names(batch.game, batch.states[0]).labels
        for name in self.without:
            if name not in labels:
                raise TournamentError(f"pack {self.pack} has no name {name!r}; it has {choices(sorted(labels))}")
        row = np.zeros(1, np.int64)
        for name in self.agents:
            ask_alone(agent(name), batch.turn(row, row.astype(np.uint64)))


class Restricted(NamedTuple):
    """Restricted play: what a side that never takes a name loses."""

    name: str
    loses: Estimate  #: points from 0 to 1


class LadderStep(NamedTuple):
    """A step of the skill ladder: two agents on the same deals, in all seats."""

    lower: str
    higher: str
    share: Estimate  #: of the points that the higher one wins


@dataclass(frozen=True)
class Playtest:
    """The results of a playtest."""

    plan: PlaytestPlan
    title: str
    pack: str  #: name and hash
    players: int
    sides: int  #: teams, or players who each play alone
    levels: dict[str, dict[str, Estimate]]  #: by agent and measure, see `measures.TITLES`
    lengths: dict[str, list[int]]  #: decisions of each game, by agent
    names: list[NameEffect]  #: by the decisions of the strongest agent
    restricted: list[Restricted]
    ladder: list[LadderStep]
    critic: bool  #: whether a network evaluated the positions

    @property
    def strongest(self) -> str:
        """The last level."""
        return list(self.levels)[-1]

    @property
    def measured(self) -> dict[str, Estimate]:
        """All measures with one number: those of the strongest agent."""
        return self.levels[self.strongest]


Tell = Callable[[str, int, int], None]
"""Called with what is done now, and its number out of how many."""


def levels(table: PlaytestTable) -> tuple[str, ...]:
    """The agents of a playtest, the weakest first."""
    return ("random", "greedy", "ismcts:16", *(("net", "net:64") if critic_of(table) else ()))


def critic_of(table: PlaytestTable) -> NetAgent | None:
    """The network that comes with the game as it evaluates positions; None if there is none."""
    critic = NetAgent()
    try:
        critic.network(table.game)
    except MedianocheError:
        return None
    return critic


def playtest(plan: PlaytestPlan, tell: Tell | None = None) -> Playtest:
    """Carry out a playtest. Raises MedianocheError if something is not accepted."""
    plan.check()
    table = plan.table()
    agents = plan.agents or levels(table)
    critic = critic_of(table)
    seat_names = table.game.agents(table.players)
    steps = [*pairwise(agents), *doublings(agents)] if table.players > 1 else []
    stages = len(agents) + 1 + len(steps) + plan.restricted + len(plan.without)
    done = 0

    def next_stage(words: str) -> None:
        nonlocal done
        done += 1
        if tell:
            tell(words, done, stages)

    measured_levels: dict[str, dict[str, Estimate]] = {}
    lengths: dict[str, list[int]] = {}
    for name in agents:
        next_stage(f"{name} in all seats")
        played = self_play(table, name, plan.games, critic, named=name == agents[-1])
        teams = table.game.teams(table.players)
        measured_levels[name] = estimates(rows(played, seat_names, teams), len(set(teams)))
        lengths[name] = np.bincount(played.game, minlength=plan.games).tolist()
    next_stage("what is hidden")
    measured_levels[agents[-1]] |= unknown(table, played)
    ladder = []
    for lower, higher in steps:
        next_stage(f"{higher} against {lower}")
        ladder.append(LadderStep(lower, higher, climbed(plan, table, lower, higher)))
    names = effects(played, table.game.roles(table.players))
    deprived = []
    for number in chosen_names(plan, played, names):
        next_stage(f"without {played.names.labels[number]}")
        deprived.append(restricted_play(table, agents, played, number, plan.games))
    pack = table.game.content.packs[0]
    meta = getattr(pack.model, "meta", None)
    label = f"{meta.name if meta else plan.pack} ({pack.hash})"
    return Playtest(
        replace(plan, agents=agents),
        table.game.title,
        label,
        table.players,
        len(set(table.game.teams(table.players))),
        measured_levels,
        lengths,
        names,
        sorted(deprived, key=lambda restriction: -restriction.loses.value),
        ladder,
        critic is not None,
    )


def doublings(agents: Sequence[str]) -> list[tuple[str, str]]:
    """Two doublings of the budget up to that of the strongest agent, if it is one with simulations."""
    head, _, budget = agents[-1].rpartition(":")
    if not budget.isdecimal() or int(budget) < 4:
        return []
    names = [f"{head}:{int(budget) // part}" for part in (4, 2, 1)]
    return [pair for pair in pairwise(names) if pair not in set(pairwise(agents))]


def climbed(plan: PlaytestPlan, table: PlaytestTable, lower: str, higher: str) -> Estimate:
    """The share of the points that `higher` wins against `lower`."""
    spec = Spec.create(plan.game, [higher, lower], table.players, plan.seed + 1, plan.pack, **table.options)
    cycle = Schedule.from_spec(spec).cycle
    points = dealt(spec, max(plan.games // cycle, 2) * cycle)
    share = rate(points[:, 0], points[:, 1], plan.games)
    return Estimate(share.mean, share.low, share.high)


def unknown(table: PlaytestTable, played: SelfPlay) -> dict[str, Estimate]:
    """What the seat to move does not know, at one random moment of each of the first games that have a decision."""
    games = np.unique(played.game)[:POSITIONS]
    batch = table.batch(len(played.utility))
    rng = np.random.default_rng(table.seed)
    for game in games:
        actions = played.action[played.game == game]
        for action in actions[: rng.integers(len(actions))].tolist():
            batch.step_rows(np.array([game]), np.array([action]))
    measured = hidden(batch, games)
    return {
        "hidden_bits_least": mean(measured.least),
        "hidden_bits": mean(measured.most),
        "hidden_share": mean(measured.share),
    }


def chosen_names(plan: PlaytestPlan, played: SelfPlay, names: list[NameEffect]) -> list[int]:
    """Numbers of the names in restricted play: those asked for, then those taken most often where there is a choice.

    Raises TournamentError if a name asked for was never on offer.
    """
    numbers = {label: number for number, label in enumerate(played.names.labels)}
    offered = {effect.name for effect in names}
    for name in plan.without:
        if name not in offered:
            raise TournamentError(f"{name!r} was never on offer; on offer: {choices(sorted(offered))}")
    often = sorted(
        (effect for effect in names if effect.offers), key=lambda effect: (-effect.taken * effect.offers, effect.name)
    )
    asked = list(dict.fromkeys([*plan.without, *(effect.name for effect in often)]))
    return [numbers[name] for name in asked[: plan.restricted + len(plan.without)]]


def restricted_play(
    table: PlaytestTable, agents: Sequence[str], played: SelfPlay, number: int, games: int
) -> Restricted:
    """What a side that never takes a name loses; played by the network alone if there is one, else by `greedy`."""
    kinds = played.names.carriers[number]
    who = "net" if "net" in agents else "greedy"
    return Restricted(played.names.labels[number], worth(table, who, played.names, number, kinds, games))
