"""Checks of the observation vector, dense and sparse."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from medianoche.envs.core.contract.promises import BrokenPromiseError, bases, demand, positions
from medianoche.envs.core.declaration import State
from medianoche.envs.core.game import Game


def observations_are_in_bounds(game: Game, num_players: int, **options: Any) -> None:
    """Every number in [-1, 1], everything written, float32 of the declared size."""
    for state in positions(game, num_players, **options):
        for player in range(num_players):
            seen = game.observe(state, player)
            demand(
                np.isfinite(seen).all() and (np.abs(seen) <= 1).all(), f"player {player} sees a number out of [-1, 1]"
            )
            out = np.full(game.observation_size, np.nan, np.float32)
            game.rules.loops.observe_one(game.content.records, game.rules._rows(state), 0, player, out)
            demand(np.array_equal(out, seen), "observe leaves a part of its output unwritten")


def sparse_observations_are_the_dense_ones(game: Game, num_players: int) -> None:
    """What every seat sees is the same with and without its zeros, in thousands of states of every variant."""
    for options in game.declaration.variants:
        batch = game.batch(16, num_players=num_players, seed=5, threads=2, **options)
        rows = np.arange(16)
        size = game.observation_size
        dense = np.zeros(size, np.float32)
        starts = np.zeros(17, np.int64)
        indices = np.empty(16 * size + 1, np.uint16)
        values = np.empty(16 * size + 1, np.float32)
        for _ in range(40):
            seen = batch.observation
            sparse = batch.sparse_observation
            turned = batch.turn(rows, rows.astype(np.uint64)).sparse_observation
            demand(all(map(np.array_equal, sparse, turned)), "a turn's sparse observation is not the batch's")
            for seat in range(num_players):
                seats = np.full(16, seat)
                game.rules.loops.observe_entries(
                    batch.records, batch.states, rows, seats, indices, values, starts, 0, len(rows)
                )
                for row in range(16):
                    game.rules.loops.observe_one(batch.records, batch.states, row, seat, dense)
                    entries = slice(starts[row], starts[row + 1])
                    places = indices[entries]
                    restored = np.zeros_like(dense)
                    restored[places] = values[entries]
                    demand(
                        len(set(places.tolist())) == len(places) and values[entries].all(),
                        f"row {row}: a place is written twice, or a zero is kept",
                    )
                    demand(np.array_equal(restored, dense), f"seat {seat} sees something else without zeros")
                    if seat == batch.to_move[row]:
                        demand(np.array_equal(seen[row], dense), "a batch shows something else")
            batch.step(batch.sample_legal())


def symmetries_are_a_group(game: Game, num_players: int) -> None:
    """Declared symmetries are permutations, the identity first, closed under composition, with the inverses that they
    name; an image has the class of its original."""
    tables = game.declaration.symmetries(game.content.records[0])
    if tables is None:
        return
    size, (count, kinds, num_actions) = game.observation_size, tables.actions.shape
    seen = np.broadcast_to(tables.observation[:, None], (count, kinds, size))
    both = np.concatenate([seen, size + tables.actions], axis=2)  # int32[symmetries, classes, size + num_actions]
    same = np.broadcast_to(np.arange(size + num_actions), both.shape[1:])
    demand(all(np.array_equal(np.sort(table), same) for table in both), "a symmetry is not a permutation")
    demand(np.array_equal(both[0], same), "the first symmetry is not the identity")
    group = {table.tobytes() for table in both}
    for number, one in enumerate(both):
        undone = np.take_along_axis(one, both[tables.inverse[number]], axis=1)
        demand(np.array_equal(undone, same), f"symmetry {number} has another inverse")
        products = (np.take_along_axis(one, other, axis=1) for other in both)
        demand(all(table.tobytes() in group for table in products), f"a product with symmetry {number} is none")
    for state in positions(game, num_players):
        places = np.flatnonzero(game.observe(state, int(state.to_move)))
        class_places = tables.key[tables.observation[:, places]].sum(axis=1)
        demand((tables.classes[class_places] == tables.classes[class_places[0]]).all(), "an image has another class")


def what_a_seat_knows_is_observed(
    game: Game, num_players: int, count: int = 6, seed: int = 0, tries: int = 3, **options: Any
) -> None:
    """Check that a seat to move observes all that it knows. Take two positions that it knows to differ: then the
    observations or the legal actions differ, too, except for what `unobserved` leaves out. The second position is the
    first one with one or two numbers changed, if it is sound."""
    named = game.declaration.unobserved
    unknown = {key.partition(" ")[0] for key in named} - {*(game.declaration.state_dtype.names or ())}
    demand(not unknown, f"unobserved names what is no field: {unknown}")
    left_out = {key for key in named if " " not in key}
    rng = np.random.default_rng(seed)
    for state in positions(game, num_players, seed, count, **options):
        seat = int(state.to_move)
        known = to_be_observed(game, state, seat)
        seen = game.observe(state, seat)
        legal = game.legal_actions(state)
        for other in neighbours(game, state, rng, tries, left_out):
            if other.to_move != seat or game.rules.inconsistency(other):
                continue
            its = to_be_observed(game, other, seat)
            differing = [name for name in known.dtype.names if not np.array_equal(known[name], its[name])]
            if not {*differing} - left_out or not np.array_equal(game.observe(other, seat), seen):
                continue
            if np.array_equal(game.legal_actions(other), legal):
                phase = game.declaration.phases(int(state.phase)).name
                words = "; ".join(f"{name} {known[name].tolist()} or {its[name].tolist()}" for name in differing)
                raise BrokenPromiseError(f"not observed in phase {phase}: {words}")


def to_be_observed(game: Game, state: State, seat: int) -> State:
    """What a seat knows, without the parts of fields that its observation leaves out."""
    known = game.known(state, seat)
    game.declaration.leave_out(known, seat)
    return known


def neighbours(game: Game, state: State, rng: np.random.Generator, tries: int, left_out: set[str]) -> Iterator[State]:
    """Copies of `state` with something changed: for each field that is to be observed, so for none of `left_out`,
    `tries` times one number, two numbers that change places, or one unit that goes to another place, perhaps of another
    field of that size."""
    fixed = {
        "rng",
        "pack",
        "num_players",
        *left_out,
        *(field for field, *_ in game.declaration.option_fields),
    }
    names = [name for name, base in bases(game.declaration.state_dtype) if base.kind != "f" and name not in fixed]
    for name in names:
        shape = state[name].shape
        alike = [field for field in names if shape and state[field].shape[-1:] == shape[-1:]]
        for _ in range(tries):
            rows: np.ndarray = np.ndarray(1, state.dtype, bytearray(state.tobytes()))
            other = rows[0]
            numbers = rows[name].reshape(-1)
            limits = np.iinfo(numbers.dtype)
            at, place = rng.integers(len(numbers), size=2)
            way = int(rng.integers(4)) if shape else 0
            if limits.min == 0:  # a bit board
                numbers[at] ^= np.uint64(1) << np.uint64(rng.integers(64))
            elif way == 0:
                near = int(numbers[at]) + int(rng.choice([-1, 1, 2, 3]))
                numbers[at] = min(max(near, limits.min), limits.max)
            elif way == 1:
                numbers[[at, place]] = numbers[[place, at]]
            elif limits.min < numbers[at] < limits.max:
                target = rows[str(rng.choice(alike))].reshape(-1) if way == 3 else numbers
                to = int(at) % shape[-1] + shape[-1] * int(rng.integers(len(target) // shape[-1]))
                to = to if way == 3 else int(place)
                if target[to] < np.iinfo(target.dtype).max:
                    numbers[at] -= 1
                    target[to] += 1
            if other.tobytes() != state.tobytes():
                yield other
