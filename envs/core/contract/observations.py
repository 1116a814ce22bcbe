"""Checks of the observation vector, dense and sparse."""

from __future__ import annotations

import numpy as np

from medianoche.envs.core.contract.promises import demand, positions
from medianoche.envs.core.game import Game


def observations_are_in_bounds(game: Game, num_players: int) -> None:
    """Every number in [-1, 1], everything written, float32 of the declared size."""
    for state in positions(game, num_players):
        for player in range(num_players):
            seen = game.observe(state, player)
            demand(
                np.isfinite(seen).all() and (np.abs(seen) <= 1).all(), f"player {player} sees a number out of [-1, 1]"
            )
            out = np.full(game.observation_size, np.nan, np.float32)
            game.loops.observe_one(game.records, game._rows(state), 0, player, out)
            demand(np.array_equal(out, seen), "observe leaves a part of its output unwritten")


def sparse_observations_are_the_dense_ones(game: Game, num_players: int) -> None:
    """What every seat sees is the same with and without its zeros, in thousands of states of every variant."""
    for options in game.variants:
        batch = game.batch(16, num_players=num_players, seed=5, threads=2, **options)
        rows, size = np.arange(16), game.observation_size
        dense, starts = np.zeros(size, np.float32), np.zeros(17, np.int64)
        indices, values = np.empty(16 * size + 1, np.uint16), np.empty(16 * size + 1, np.float32)
        for _ in range(40):
            seen, sparse = batch.observation, batch.sparse_observation
            turned = batch.turn(rows, rows.astype(np.uint64)).sparse_observation
            demand(all(map(np.array_equal, sparse, turned)), "a turn's sparse observation is not the batch's")
            for seat in range(num_players):
                seats = np.full(16, seat)
                game.loops.observe_entries(
                    batch.records, batch.states, rows, seats, indices, values, starts, 0, len(rows)
                )
                for row in range(16):
                    game.loops.observe_one(batch.records, batch.states, row, seat, dense)
                    own = slice(starts[row], starts[row + 1])
                    places = indices[own]
                    found = np.zeros_like(dense)
                    found[places] = values[own]
                    demand(
                        len(set(places.tolist())) == len(places) and values[own].all(),
                        f"row {row}: a place is written twice, or a zero is kept",
                    )
                    demand(np.array_equal(found, dense), f"seat {seat} sees something else without zeros")
                    if seat == batch.to_move[row]:
                        demand(np.array_equal(seen[row], dense), "a batch shows something else")
            batch.step(batch.sample_legal())
