"""Games of agents as a source of positions for Nash backups: what is met in them, and what follows an end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from medianoche.agents import Agent, ask
from medianoche.agents.duels import DuelRules
from medianoche.envs.core.game import Game
from medianoche.envs.core.kernels.rng import mix
from medianoche.envs.core.play.batch import Batch


class Met(NamedTuple):
    """What games met."""

    positions: np.ndarray  #: all positions in which the first side chose
    states: np.ndarray  #: records of the game there
    utilities: np.ndarray  #: float64[games], the first side's results


def play(
    batch: Batch,
    agents: Sequence[Agent],
    seats: np.ndarray,
    chance: np.random.Generator,
    visit: Callable[[np.ndarray], np.ndarray],
) -> None:
    """Play all games of a batch to their ends, or until `visit` takes them out.

    Args:
        batch: the games, without autoreset.
        agents: the players.
        seats: int64[games, players], the agent in each seat.
        chance: of the agents' decisions.
        visit: called with the rows that are to decide; returns those that go on.
    """
    rows = visit(np.flatnonzero(~batch.done))
    while len(rows):
        actions = np.zeros(len(rows), np.int64)
        movers = batch.to_move[rows]
        seeds = mix(chance.integers(2**63, size=len(rows)).astype(np.uint64))
        for number, who in enumerate(agents):
            places = np.flatnonzero(seats[rows, movers] == number)
            if places.size:
                actions[places] = ask(who, batch.turn(rows[places], seeds[places], rows[places]))
        batch.step_rows(rows, actions)
        rows = visit(rows[~batch.done[rows]])


def met(
    game: Game,
    rules: DuelRules,
    agents: Sequence[Agent],
    players: int,
    games: int,
    chance: np.random.Generator,
    share: float = 1.0,
) -> Met:
    """The positions of games in which agents[0] has the first team's seats and agents[1] all others; of the positions a
    `share` is kept."""
    seeds = chance.integers(2**64, size=games, dtype=np.uint64)
    batch = game.batch(games, num_players=players, seeds=seeds, autoreset=False)
    teams = np.array(game.declared.teams(players))
    seats = np.tile((teams != teams[0]).astype(np.int64), (games, 1))
    positions = []
    states = []

    def visit(rows: np.ndarray) -> np.ndarray:
        here, asked = rules.read(batch.records, batch.states, rows)
        side, _ = rules.choices(batch.states[rows])
        kept = asked & (side == 0) & (chance.random(len(rows)) < share)
        positions.append(here[kept])
        states.append(np.array(batch.states[rows[kept]]))
        return rows

    play(batch, agents, seats, chance, visit)
    return Met(np.concatenate(positions), np.concatenate(states), batch.utility[:, 0].astype(np.float64))


def followed(
    game: Game,
    rules: DuelRules,
    agents: Sequence[Agent],
    players: int,
    states: np.ndarray,
    value: Callable[[np.ndarray], np.ndarray],
    chance: np.random.Generator,
) -> np.ndarray:
    """float64[n]: what `states` are worth to the first side: `value` of the first position in which both sides choose
    afterwards, or the result if the game ends before. The agents play until then."""
    batch = game.batch(len(states), num_players=players, seed=0, autoreset=False)
    batch._states[:] = states
    batch._states["rng"] = chance.integers(1, 2**63, size=len(states)).astype(np.uint64)
    for row in range(len(states)):
        game.rules.loops.legal_one(batch.records, batch._states, row, batch._masks[row])
    batch._changed()
    teams = np.array(game.declared.teams(players))
    seats = np.tile((teams != teams[0]).astype(np.int64), (len(states), 1))
    found = np.full(len(states), np.nan)

    def visit(rows: np.ndarray) -> np.ndarray:
        here, asked = rules.read(batch.records, batch.states, rows)
        if asked.any():
            found[rows[asked]] = value(here[asked])
        return rows[~asked]

    play(batch, agents, seats, chance, visit)
    over = np.isnan(found)
    found[over] = batch.states["utility"][over, 0]
    return found
