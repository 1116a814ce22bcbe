"""The solver of message chains against an exhaustive search in plain Python, and against play."""

import random
from functools import cache
from typing import Any

import numpy as np
import pytest

from medianoche.envs.core.errors import GameError
from tests.envs.correo.boards import CORREO, RESOLVE, legal, table
from tests.envs.correo.pieces import STEPS_NESW
from tests.envs.repeats import repeated

Cell = tuple[int, int]
END_TURN = 901


def brute_force(
    heights: list[list[int]], animals: dict[Cell, int], size: int, before: tuple[int, ...] = ()
) -> tuple[int, int]:
    """Best points and lowest first action over every order of messages; `before` are colours already delivered."""

    @cache
    def best(left: frozenset[tuple[Cell, int]], delivered: tuple[int, ...]) -> tuple[int, int]:
        standing = dict(left)
        options = []
        for (row, col), kind in left:
            for direction, (dr, dc) in enumerate(STEPS_NESW):
                r = row + dr
                c = col + dc
                points = 0
                while 0 <= r < size and 0 <= c < size and (r, c) not in standing:
                    points += heights[r][c]
                    r = r + dr
                    c = c + dc
                if standing.get((r, c)) == kind:
                    rest = best(left - {((row, col), kind)}, tuple(sorted((*delivered, kind))))[0]
                    action = 581 + 4 * (8 * row + col) + direction
                    options.append((points + heights[r][c] + rest, -action))
        if options:
            points, action = max(options)
            return points, -action
        return len(delivered) * len(set(delivered)) if len(delivered) > 1 else 0, END_TURN

    return best(frozenset(animals.items()), tuple(sorted(before)))


def random_board(rng: random.Random, size: int, count: int, colours: int) -> tuple[list[list[int]], dict[Cell, int]]:
    heights = [[rng.choice((0, 1, 1, 2, 3)) for _ in range(size)] for _ in range(size)]
    cells = rng.sample([(r, c) for r in range(size) for c in range(size)], count)
    return heights, {cell: rng.randint(1, colours) for cell in cells}


def position(heights: list[list[int]], animals: dict[Cell, int], **fields: Any) -> Any:
    standing = np.zeros((1, 8, 8), int)
    for cell, kind in animals.items():
        standing[(0, *cell)] = kind
    return table(RESOLVE, heights, animal=standing, **fields)


@repeated(40, 400, "boards")
@pytest.mark.parametrize("count", range(2, 11))
def test_best_chain_is_that_of_an_exhaustive_search(count: int, boards: int) -> None:
    rng = random.Random(count)
    for _ in range(boards):
        heights, animals = random_board(rng, 6, count, rng.randint(1, 5))
        state = position(heights, animals)
        assert CORREO.declaration.best_chain(state, 0) == brute_force(heights, animals, 6), (heights, animals)


@repeated(40, 200)
def test_messages_already_delivered_count_for_the_combo(count: int) -> None:
    rng = random.Random(5)
    for _ in range(count):
        heights, animals = random_board(rng, 6, 6, 3)
        delivered = tuple(rng.randint(1, 5) for _ in range(rng.randint(1, 3)))
        colours = sum(1 << (colour - 1) for colour in set(delivered))
        state = position(heights, animals, msgs=len(delivered), msg_colours=colours)
        assert CORREO.declaration.best_chain(state, 0) == brute_force(heights, animals, 6, delivered)
        assert CORREO.declaration.best_chain(state, 1) == (0, END_TURN)


@repeated(12, 60)
def test_larger_boards(count: int) -> None:
    rng = random.Random(8)
    for _ in range(count):
        heights, animals = random_board(rng, 8, 10, 2)
        state = position(heights, animals, pack="patio")
        assert CORREO.declaration.best_chain(state, 0) == brute_force(heights, animals, 8)


def transformed(grid: np.ndarray, turns: int, flipped: bool) -> np.ndarray:
    return np.rot90(np.fliplr(grid) if flipped else grid, turns)


def test_symmetric_boards_have_the_same_value() -> None:
    rng = random.Random(9)
    for _ in range(30):
        heights, animals = random_board(rng, 6, 14, 4)
        grid = np.zeros((6, 6), int)
        for cell, kind in animals.items():
            grid[cell] = kind
        values = set()
        for turns in range(4):
            for flipped in (False, True):
                kinds = transformed(grid, turns, flipped)
                twins = {(int(r), int(c)): int(kinds[r, c]) for r, c in np.argwhere(kinds)}
                levels = transformed(np.array(heights), turns, flipped).tolist()
                values.add(CORREO.declaration.best_chain(position(levels, twins), 0)[0])
        assert len(values) == 1


@repeated(40, 150)
def test_playing_the_chain_brings_its_value_and_nothing_brings_more(count: int) -> None:
    rng = random.Random(10)
    for _ in range(count):
        heights, animals = random_board(rng, 6, 16, 4)
        start = position(heights, animals)
        value, _ = CORREO.declaration.best_chain(start, 0)
        best = CORREO.copy(start)
        chance = CORREO.copy(start)
        while best.turn == 0:
            CORREO.rules.apply(best, CORREO.declaration.best_chain(best, 0)[1])
        while chance.turn == 0:
            CORREO.rules.apply(chance, rng.choice(sorted(legal(chance))))
        assert best.track[0] + best.combo[0] == value
        assert chance.track[0] + chance.combo[0] <= value


def test_the_receivers_cell_need_not_count() -> None:
    state = table(RESOLVE, [[1, 1, 5]], animal=[[[1, 0, 1]]], count_destination=False)
    assert CORREO.declaration.best_chain(state, 0) == (1, 582)


def test_crowded_boards_are_solved() -> None:
    rng = random.Random(11)
    for _ in range(40):
        heights, animals = random_board(rng, 6, 24, 5)
        value, action = CORREO.declaration.best_chain(position(heights, animals), 0)
        assert (action == END_TURN) == (value == 0)


def test_a_chain_that_is_not_proven_best_is_not_given() -> None:
    rng = random.Random(1)
    heights, animals = random_board(rng, 6, 30, 3)
    state = position(heights, animals)
    with pytest.raises(GameError, match="30 animals on the board of seat 0 have too many chains"):
        CORREO.declaration.best_chain(state, 0)
    assert CORREO.heuristic(state) in legal(state)


def test_a_seat_that_does_not_exist_is_refused() -> None:
    with pytest.raises(GameError, match="no player 2"):
        CORREO.declaration.best_chain(CORREO.new(2), 2)
