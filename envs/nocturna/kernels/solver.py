"""The exact equilibrium of one turn of combat: a zero-sum matrix game of three cards against three, in integers.

Method: L. S. Shapley and R. N. Snow, "Basic solutions of discrete games", Contributions to the Theory of Games I,
Princeton, 1950. Every extreme pair of optimal mixtures solves some square submatrix: with A that submatrix and C its
cofactors, the row weights are the row sums of C, the column weights are its column sums, and the value is det(A) /
sum(C). So it is enough to try the 9 entries, the 9 submatrices of size 2 and the whole matrix, and to keep the first
solution that is an equilibrium of the whole game. The same 19 candidates always contain one, so no linear program is
needed, and integers make the result exact.

Arguments: `game` has three rows of three integers, the results of the row player in any unit. `rows` and `cols` are
three integer weights each, not negative, with the sum `total`: a row is played with probability weight / total. `top`,
`left` and `pair` are one of PAIRS. `entries` and `weights` are triples of integers.
"""

from medianoche.envs.nocturna.kernels import kernel

PAIRS = ((0, 1), (0, 2), (1, 2))  # the rows, or the columns, of the submatrices of size 2


@kernel
def weighted(entries, weights):
    """Sum of three products: the inner product of two triples of integers."""
    return entries[0] * weights[0] + entries[1] * weights[1] + entries[2] * weights[2]


@kernel
def holds(game, rows, cols, value, total):
    """Whether weights `rows` and `cols`, both of sum `total`, are an equilibrium with the value `value / total`."""
    if total == 0 or min(rows) < 0 or min(cols) < 0:
        return False
    for k in range(3):
        # No row may yield more than the value against `cols`, and no column less against `rows`.
        column = (game[0][k], game[1][k], game[2][k])
        if weighted(game[k], cols) > value or weighted(column, rows) < value:
            return False
    return True


@kernel
def spread(one, other, pair):
    """Weights of three cards: `one` and `other` for the cards of `pair`, one of PAIRS, 0 for the third."""
    return (
        one if pair[0] == 0 else 0,
        one if pair[0] == 1 else (other if pair[1] == 1 else 0),
        other if pair[1] == 2 else 0,
    )


@kernel
def solve_pair(game, top, left):
    """Row weights, column weights, value and total of the submatrix of rows `top` and columns `left`, one of PAIRS
    each, by its cofactors. The value of the game is value / total; weights may be negative, then it is no equilibrium,
    and total 0 means that there is none."""
    s = game[top[0]][left[0]]
    t = game[top[0]][left[1]]
    u = game[top[1]][left[0]]
    v = game[top[1]][left[1]]
    total = s + v - t - u
    sign = -1 if total < 0 else 1
    rows = spread((v - u) * sign, (s - t) * sign, top)
    cols = spread((v - t) * sign, (s - u) * sign, left)
    return rows, cols, (s * v - t * u) * sign, total * sign


@kernel
def solve_whole(game):
    """Row weights, column weights, value and total of the solution in which all three rows and columns appear, by the
    cofactors of the matrix: the value of the game is value / total."""
    (a, b, c), (d, e, f), (g, h, i) = game
    # The cofactors of the three rows of entries.
    first = (e * i - f * h, f * g - d * i, d * h - e * g)
    second = (c * h - b * i, a * i - c * g, b * g - a * h)
    third = (b * f - c * e, c * d - a * f, a * e - b * d)
    total = sum(first) + sum(second) + sum(third)
    sign = -1 if total < 0 else 1
    rows = (sum(first) * sign, sum(second) * sign, sum(third) * sign)
    x = (first[0] + second[0] + third[0]) * sign
    y = (first[1] + second[1] + third[1]) * sign
    z = (first[2] + second[2] + third[2]) * sign
    return rows, (x, y, z), weighted(game[0], first) * sign, total * sign


@kernel
def equilibrium(a, b, c, d, e, f, g, h, i):
    """An equilibrium of the game [[a, b, c], [d, e, f], [g, h, i]], whose entries the row player maximises.

    Returns the weights of the three rows and of the three columns, then value and total: both triples have the sum
    `total`, and the value of the game is `value / total`. Entries up to 10**5 in size do not overflow.
    """
    game = ((a, b, c), (d, e, f), (g, h, i))
    # 1. A saddle point: one row against one column.
    for row in range(3):
        for col in range(3):
            rows = (1 if row == 0 else 0, 1 if row == 1 else 0, 1 if row == 2 else 0)
            cols = (1 if col == 0 else 0, 1 if col == 1 else 0, 1 if col == 2 else 0)
            value = game[row][col]
            if holds(game, rows, cols, value, 1):
                return rows, cols, value, 1
    # 2. A mixture of two rows against a mixture of two columns.
    for top in PAIRS:
        for left in PAIRS:
            rows, cols, value, total = solve_pair(game, top, left)
            if holds(game, rows, cols, value, total):
                return rows, cols, value, total
    # 3. All three rows and columns.
    return solve_whole(game)
