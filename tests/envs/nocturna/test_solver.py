"""The equilibrium of a 3x3 zero-sum game, exactly."""

import random
from fractions import Fraction

import pytest

from medianoche.envs.nocturna.kernels.solver import equilibrium

KNOWN = [
    ("rock, paper, scissors", [[0, -1, 1], [1, 0, -1], [-1, 1, 0]], (1, 1, 1), (1, 1, 1), 0),
    ("rock counts double", [[0, -1, 2], [1, 0, -1], [-2, 1, 0]], (1, 2, 1), (1, 2, 1), 0),
    ("a saddle point", [[1, 2, 3], [0, 9, -9], [-5, 5, 5]], (1, 0, 0), (1, 0, 0), 1),
    ("matching pennies and a bad card", [[1, -1, 5], [-1, 1, 5], [-9, -9, -9]], (1, 1, 0), (1, 1, 0), 0),
    ("a two by two mixture", [[3, 0, 9], [1, 2, 9], [0, 0, 0]], (1, 3, 0), (1, 1, 0), Fraction(3, 2)),
    ("all alike", [[7, 7, 7], [7, 7, 7], [7, 7, 7]], (1, 0, 0), (1, 0, 0), 7),
]


def solved(matrix):
    """The rows' and the columns' mixture and the value of a matrix, as fractions."""
    rows, cols, value, total = equilibrium(*(entry for row in matrix for entry in row))
    shares = [[Fraction(int(weight), int(total)) for weight in weights] for weights in (rows, cols)]
    return *shares, Fraction(int(value), int(total))


@pytest.mark.parametrize(("name", "matrix", "rows", "cols", "value"), KNOWN, ids=str)
def test_known_games(name, matrix, rows, cols, value):
    solution = solved(matrix)
    assert solution[0] == [Fraction(weight, sum(rows)) for weight in rows]
    assert solution[1] == [Fraction(weight, sum(cols)) for weight in cols]
    assert solution[2] == value


@pytest.mark.parametrize("size", [1, 2, 5, 1000, 100_000])
def test_no_mixture_of_either_side_yields_more(size):
    rng = random.Random(size)
    for _ in range(400):
        matrix = [[rng.randint(-size, size) for _ in range(3)] for _ in range(3)]
        rows, cols, value = solved(matrix)
        assert min(*rows, *cols) >= 0
        assert sum(rows) == sum(cols) == 1
        against_rows = [sum(rows[i] * matrix[i][j] for i in range(3)) for j in range(3)]
        against_cols = [sum(cols[j] * matrix[i][j] for j in range(3)) for i in range(3)]
        assert min(against_rows) == value == max(against_cols)
