"""Values and equilibria of positions in which two sides choose at the same time, many positions at once.

The value of such a position is that of a matrix game whose entries are the values of the positions that follow each
pair of choices (Shapley, "Stochastic games", 1953); between the two choices and the next such position one side may
choose a target, which is a maximum or a minimum. `solve_matrix` is exact: the simplex method on the linear program of
the column player (Dantzig, "A proof of the equivalence of the programming problem and the game problem", 1951).

Arguments: values and results are those of the first side, who maximises, in [-1, 1]. Side 0 is the first side, its
choices are the rows of a matrix; side 1 has the columns. A pair of choices, or cell, is row * columns + column, from 0.
Position i of a batch is followed by positions k, which are numbered through the whole batch; see `DuelRules.spread` in
`agents/duels.py` for `firsts`, int64[n, pairs + 1], and `sides`, int8[n, pairs]. Of arrays only the first `rows` rows
and `columns` columns are read.
"""

import numpy as np
from numba import float32, float64, int8, int64, uint16

from medianoche.agents.kernels.network import dot, encode, layers_of, workspace
from medianoche.envs.core.kernels import Kernels, inlined

TINY = 1e-11
"""A number below this is zero: values are in [-1, 1], in 64 bits."""
PIVOTS = 200
"""Steps of the simplex method, at most; games of three by three need about three."""

kernel = Kernels(
    parameters=float32[::1],
    sizes=int64[::1],
    indices=uint16[::1],
    entries=float32[::1],
    starts=int64[::1],
    values=float64[::1],
    results=float64[::1],
    firsts=int64[:, ::1],
    sides=int8[:, ::1],
    mixes=float64[:, :, ::1],
    picks=int64[:, ::1],
    cells=float64[:, :, ::1],
    share=float64,
)


@inlined
def value_of(net, indices, entries, start, stop, work):
    """The value of a position whose inputs are entries start..stop-1 of `indices` and `entries`: a float64 in [-1, 1],
    for the first side. `net` is a network of values, a Layers, and `work` its scratch memory."""
    encode(net, indices, entries, start, stop, work)
    return np.tanh(np.float64(net.value_bias[0, 0] + dot(net.value[0, 0], work.last)))


@kernel
def value_rows(parameters, sizes, indices, entries, starts, rows, values):
    """Write the network's value of position i, in [-1, 1], to values[i], float64[n], for each i in `rows`, int64. The
    inputs of position i are entries starts[i]..starts[i + 1]-1 of `indices` (places in the input) and `entries`
    (numbers), see `Sparse`."""
    net = layers_of(parameters, sizes)
    work = workspace(sizes)
    for k in range(len(rows)):
        i = rows[k]
        values[i] = value_of(net, indices, entries, starts[i], starts[i + 1], work)


@inlined
def saddle_point(game, rows, columns, mixes):
    """Write an equilibrium without chance of game[:rows, :columns] to `mixes`, float64[2, choices], if there is one: 1
    for the row of side 0 and for the column of side 1, else 0. Returns whether there is one; if not, `mixes` has no
    meaning."""
    best_row = 0
    best_column = 0
    lower = -np.inf
    upper = np.inf
    for i in range(rows):
        worst = game[i, 0]
        for j in range(1, columns):
            worst = min(worst, game[i, j])
        if worst > lower:
            lower = worst
            best_row = i
    for j in range(columns):
        most = game[0, j]
        for i in range(1, rows):
            most = max(most, game[i, j])
        if most < upper:
            upper = most
            best_column = j
    mixes[:, :] = 0.0
    mixes[0, best_row] = 1.0
    mixes[1, best_column] = 1.0
    return upper - lower <= TINY


@inlined
def pivot(table, height, width, row, column):
    """Make column `column` of the tableau that of `row`'s basic variable: one step of Gauss-Jordan elimination. `table`
    is float64[height, width]; `row` and `column` count from 0."""
    scale = 1.0 / table[row, column]
    for k in range(width):
        table[row, k] *= scale
    for i in range(height):
        share = table[i, column]
        if i != row and share != 0.0:
            for k in range(width):
                table[i, k] -= share * table[row, k]


@inlined
def leaving_row(table, basis, rows, last, column):
    """The row of the variable that leaves the basis, from 0: that with the smallest ratio, of equals the one with the
    lowest variable; -1 if no entry of the column is positive. `last` is the column of the right-hand side; basis[row]
    is the row's basic variable. `table` is the tableau."""
    row = -1
    for i in range(rows):
        if table[i, column] > TINY:
            ratio = table[i, last] / table[i, column]
            if row < 0:
                row = i
                continue
            best = table[row, last] / table[row, column]
            if ratio < best - TINY or (ratio <= best + TINY and basis[i] < basis[row]):
                row = i
    return row


@inlined
def solve_matrix(game, rows, columns, table, basis, mixes):
    """Write an equilibrium of the zero-sum game `game`, float64[rows, columns] or larger, to `mixes`, float64[2,
    choices]: probabilities, [0] those of the rows, who maximise. Returns its value, in the unit of the entries.

    Entering variables are chosen by Bland's rule, so the method ends. `table`, float64[rows + 1, rows + columns + 1],
    is memory for the tableau, `basis`, int64[rows], for the numbers of the basic variables: 0 to columns - 1 the column
    player's weights, the slack variables of the rows after them.
    """
    if saddle_point(game, rows, columns, mixes):
        for i in range(rows):
            for j in range(columns):
                if mixes[0, i] > 0 and mixes[1, j] > 0:
                    return game[i, j]
    # maximise the sum of y where shifted @ y <= 1 and y >= 0, with all entries of `shifted` at least 1
    low = game[0, 0]
    for i in range(rows):
        for j in range(columns):
            low = min(low, game[i, j])
    last = rows + columns
    table[:, :] = 0.0
    for i in range(rows):
        for j in range(columns):
            table[i, j] = game[i, j] - low + 1.0
        table[i, columns + i] = 1.0
        table[i, last] = 1.0
        basis[i] = columns + i
    for j in range(columns):
        table[rows, j] = 1.0
    for _ in range(PIVOTS):
        column = 0
        while column < last and table[rows, column] <= TINY:
            column += 1
        if column == last:
            break
        row = leaving_row(table, basis, rows, last, column)
        pivot(table, rows + 1, last + 1, row, column)
        basis[row] = column
    value = -1.0 / table[rows, last]
    mixes[:, :] = 0.0
    for i in range(rows):
        mixes[0, i] = max(-table[rows, columns + i] * value, 0.0)
        if basis[i] < columns:
            mixes[1, basis[i]] = max(table[i, last] * value, 0.0)
    for side in range(2):
        total = 0.0
        for k in range(mixes.shape[1]):
            total += mixes[side, k]
        for k in range(mixes.shape[1]):
            mixes[side, k] /= total
    return value + low - 1.0


@inlined
def fill_cells(i, results, firsts, sides, picks, cells):
    """Write the values of the pairs of choices at position i to cells[i], float64[rows, columns], and to picks[i],
    int64[pairs], the positions k that follow where the side that chooses the target chooses its best; -1 for a pair
    that cannot be chosen. results[k] are the values of the positions that follow. Returns how many choices each side
    has."""
    columns = cells.shape[2]
    own_rows = 0
    own_columns = 0
    for cell in range(len(sides[i])):
        picks[i, cell] = -1
        for k in range(firsts[i, cell], firsts[i, cell + 1]):
            best = picks[i, cell]
            better = best < 0 or (results[k] > results[best] if sides[i, cell] > 0 else results[k] < results[best])
            if better:
                picks[i, cell] = k
        if picks[i, cell] >= 0:
            cells[i, cell // columns, cell % columns] = results[picks[i, cell]]
            own_rows = max(own_rows, cell // columns + 1)
            own_columns = max(own_columns, cell % columns + 1)
    return own_rows, own_columns


@kernel
def solve_rows(results, firsts, sides, cells, picks, mixes, values):
    """Solve all positions: write the values of the pairs of choices to `cells`, float64[n, rows, columns], equilibria
    of both sides to `mixes`, float64[n, 2, choices], and values to `values`, float64[n]. `results` and `picks` are as
    in `fill_cells`. A side with fewer choices has the first ones, one without a choice the first one alone."""
    most = cells.shape[1]
    table = np.empty((most + 1, most + cells.shape[2] + 1), np.float64)
    basis = np.empty(most, np.int64)
    for i in range(len(values)):
        rows, columns = fill_cells(i, results, firsts, sides, picks, cells)
        values[i] = solve_matrix(cells[i], rows, columns, table, basis, mixes[i])


@inlined
def count_choices(picks, columns):
    """The numbers of choices of both sides at a position; the second side has at most `columns`. `picks` is
    int64[pairs], a row of those of `fill_cells`."""
    first = 0
    second = 0
    for cell in range(len(picks)):
        if picks[cell] >= 0:
            first = max(first, cell // columns + 1)
            second = max(second, cell % columns + 1)
    return first, second


@inlined
def write_trembling(cells, side, rows, columns, share, game):
    """Write to `game`, float64[rows, columns], the results of the choices of `side` (0 or 1; its choices are the rows,
    and it maximises) against each choice of its opponent (columns), if the opponent makes a `share` of its choices
    evenly. `share` is from 0 to below 1; `cells` are results of side 0."""
    for i in range(rows):
        total = 0.0
        for j in range(columns):
            game[i, j] = cells[i, j] if side == 0 else -cells[j, i]
            total += game[i, j]
        for j in range(columns):
            game[i, j] = (1.0 - share) * game[i, j] + share * total / columns


@kernel
def answer_rows(cells, picks, share, mixes):
    """Write to `mixes`, float64[n, 2, choices], the probabilities that each side plays if its opponent makes a `share`,
    from 0 to below 1, of its choices evenly: the best mix against the worst that the opponent can do with the rest.
    `cells` and `picks` are those of `solve_rows`."""
    columns = cells.shape[2]
    most = max(cells.shape[1], columns)
    game = np.empty((most, most), np.float64)
    both = np.empty((2, most), np.float64)
    table = np.empty((most + 1, 2 * most + 1), np.float64)
    basis = np.empty(most, np.int64)
    for i in range(len(cells)):
        choices = count_choices(picks[i], columns)
        for side in range(2):
            write_trembling(cells[i], side, choices[side], choices[1 - side], share, game)
            solve_matrix(game, choices[side], choices[1 - side], table, basis, both)
            for k in range(most):
                mixes[i, side, k] = both[0, k]
