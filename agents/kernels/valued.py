"""Duels by values for programs without Python: what `agents.valued` plays, one position at a time, in given memory.

The values are bytes behind those of the network, from the next multiple of eight on: VALUES, a row for each network of
values (how many hidden layers it has, then its sizes, see Size), and the parameters of all (float32).

Arguments: `network` are the bytes of a network and its values, uint8[n], `at` the offset in bytes at which the values
begin. `row` is int64[ROW]: the number of hidden layers, then the sizes, see Size. `numbers` is the table of Fact.
Values and results are those of the first side, who maximises, in [-1, 1]. A pair of choices is row * columns + column,
from 0; an action counts from 0. `duel` is a DuelMemory.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from medianoche.agents.kernels.duels import fill_cells, solve_matrix, value_of, write_trembling
from medianoche.agents.kernels.network import Size, Workspace, layers_of
from medianoche.agents.sampling import EQUILIBRIUM
from medianoche.envs.core.kernels import inlined, inlined_arrays, spread_duel
from medianoche.envs.core.kernels.bits import test_bit
from medianoche.envs.core.kernels.exported import Fact, Refusal
from medianoche.envs.core.kernels.local import placed
from medianoche.envs.core.kernels.rng import mix
from medianoche.envs.core.kernels.sparse import Entries

MAGIC = int.from_bytes(b"MNvalue\1", "little")
"""The first bytes of values; the last of them is the version of this format."""
VALUES = np.dtype(
    [
        ("magic", np.int64),
        ("networks", np.int64),
        ("count", np.int64),  # of the parameters of all networks
        ("trembles", np.float64),  # see `answer_rows`
    ]
)
VALUES_BYTES = VALUES.itemsize
LAYERS, WIDTH = 8, 4096
"""Hidden layers of a network of values, and units of one, at most."""
ROW = 1 + Size.HIDDEN + LAYERS
"""Numbers of a network's row."""
HEADS = 3
"""Heads of a network of values with a weight for each unit of the last layer: policy and advice are not used."""
NOTHING = -1
"""In place of an action: none follows from the values."""


class DuelMemory(NamedTuple):
    """Memory for one duel; `spread_duel` of the game writes the fields from `about` to `inputs`."""

    about: Any  # int64[3]: side that chooses, first action, number of choices; for a target -1, pair, number of targets
    aims: Any  # int64[turns]: the action that leads to each of the positions that follow the pair
    firsts: Any  # int64[1, pairs + 1]: the positions that follow each pair, see `DuelRules.spread`
    sides: Any  # int8[1, pairs]: who chooses among them
    networks: Any  # int64[turns]: the network of each position that follows; -1: its result is known
    results: Any  # float64[turns]: of positions whose result is known; the other values are added
    starts: Any  # int64[turns + 1]: where the inputs of each position begin
    inputs: Entries
    cells: Any  # float64[1, rows, columns]
    picks: Any  # int64[1, pairs]
    game: Any  # float64[most, most]
    table: Any  # float64[most + 1, 2 * most + 1]
    basis: Any  # int64[most]
    mixes: Any  # float64[2, most]: that of the side that chooses comes first
    work: Workspace
    end: int  # of the memory


@inlined
def padded(size):
    """`size`, as the next multiple of eight. In bytes."""
    return (size + 7) // 8 * 8


@inlined_arrays
def rows_of(network, at):
    """The rows of the networks of values that begin at byte `at`. The result is a view, int64[networks, ROW]."""
    return placed(network, at + VALUES_BYTES, (placed(network, at, (1,), VALUES)[0].networks, ROW), np.int64)


@inlined
def count_of(row):
    """The number of parameters (float32) of a network of values with the sizes `row`."""
    count = 0
    before = row[1 + Size.INPUTS]
    for k in range(row[0]):
        width = row[1 + Size.HIDDEN + k]
        count += (before + 1) * width
        before = width
    return count + HEADS * (before + 1)


@inlined
def units_of(row):
    """The number of units of all its hidden layers together."""
    units = 0
    for k in range(row[0]):
        units += row[1 + Size.HIDDEN + k]
    return units


@inlined
def values_fault(network, at, numbers):
    """Why the bytes from `at` on are no values of this game, 0 if they are; reads nothing outside of them. The answer
    is 0 or Refusal.DAMAGED."""
    damaged = np.int64(Refusal.DAMAGED)
    if numbers[Fact.DUEL_ROWS] == 0 or len(network) < at + VALUES_BYTES:
        return damaged
    header = placed(network, at, (1,), VALUES)[0]
    networks = numbers[Fact.DUEL_NETWORKS]
    if header.magic != MAGIC or header.networks != networks or not 0 <= header.trembles < 1:
        return damaged
    if len(network) < at + VALUES_BYTES + 8 * networks * ROW:
        return damaged
    rows = rows_of(network, at)
    count = 0
    fits = True
    for n in range(networks):
        row = rows[n]
        if row[0] < 1 or row[0] > LAYERS:
            return damaged
        fits = fits and row[1 + Size.INPUTS] == numbers[Fact.DUEL_INPUTS]
        fits = fits and row[1 + Size.ROLES] == 1 and row[1 + Size.ACTIONS] == 1 and row[1 + Size.OUTPUTS] == 1
        for k in range(row[0]):
            fits = fits and 0 < row[1 + Size.HIDDEN + k] <= WIDTH
        if not fits:
            return damaged
        count += count_of(row)
    whole = at + VALUES_BYTES + 8 * networks * ROW + 4 * count
    return 0 if header.count == count and len(network) == whole else damaged


@inlined_arrays
def value_parameters(network, at):
    """The parameters of all networks of values, one after the other: a view, float32[count]."""
    header = placed(network, at, (1,), VALUES)[0]
    return placed(network, at + VALUES_BYTES + 8 * header.networks * ROW, (header.count,), np.float32)


@inlined_arrays
def duel_memory_in(work, at, network, values_at, numbers):
    """The DuelMemory of a duel in `work` from byte `at` on; of no size if there are no values (`values_at` is 0).
    `values_at` is an offset in bytes within `network`."""
    here = 1 if values_at else 0
    rows = numbers[Fact.DUEL_ROWS] * here
    columns = numbers[Fact.DUEL_COLUMNS] * here
    turns = numbers[Fact.DUEL_TURNS] * here
    entries = (turns * numbers[Fact.DUEL_ENTRIES] + 1) * here
    most = max(rows, columns)
    pairs = rows * columns
    units = 0
    last = 0
    if values_at:
        sizes = rows_of(network, values_at)
        for n in range(len(sizes)):
            units = max(units, units_of(sizes[n]))
    aims = at + 8 * 3 * here
    firsts = aims + 8 * turns
    networks = firsts + 8 * (pairs + here)
    results = networks + 8 * turns
    starts = results + 8 * turns
    cursor = starts + 8 * (turns + here)
    cells = cursor + 8 * here
    picks = cells + 8 * pairs
    game = picks + 8 * pairs
    table = game + 8 * most * most
    basis = table + 8 * (most + here) * (2 * most + here)
    mixes = basis + 8 * most
    hidden = mixes + 8 * 2 * most
    values = padded(hidden + 4 * units)
    indices = padded(values + 4 * entries)
    sides = padded(indices + 2 * entries)
    return DuelMemory(
        placed(work, at, (3 * here,), np.int64),
        placed(work, aims, (turns,), np.int64),
        placed(work, firsts, (here, pairs + here), np.int64),
        placed(work, sides, (here, pairs), np.int8),
        placed(work, networks, (turns,), np.int64),
        placed(work, results, (turns,), np.float64),
        placed(work, starts, (turns + here,), np.int64),
        Entries(
            placed(work, indices, (entries,), np.uint16),
            placed(work, values, (entries,), np.float32),
            placed(work, cursor, (here,), np.uint64),
        ),
        placed(work, cells, (here, rows, columns), np.float64),
        placed(work, picks, (here, pairs), np.int64),
        placed(work, game, (most, most), np.float64),
        placed(work, table, (most + here, 2 * most + here), np.float64),
        placed(work, basis, (most,), np.int64),
        placed(work, mixes, (2 * here, most), np.float64),
        Workspace(
            placed(work, hidden, (units,), np.float32),
            placed(work, hidden, (last,), np.float32),
            placed(work, indices, (0,), np.uint16),
            placed(work, values, (0,), np.float32),
            placed(work, values, (0,), np.float32),
        ),
        padded(sides + pairs),
    )


@inlined
def evaluate_positions(network, at, duel, count):
    """Write the values of those of the first `count` positions that follow whose results are not known to
    duel.results[k], float64 in [-1, 1], by the network duel.networks[k]."""
    sizes = rows_of(network, at)
    parameters = value_parameters(network, at)
    first = 0
    for n in range(len(sizes)):
        row = sizes[n]
        layers = row[0]
        stop = first + count_of(row)
        net = layers_of(parameters[first:stop], row[1 : 1 + Size.HIDDEN + layers])
        units = units_of(row)
        last = row[Size.HIDDEN + layers]
        hidden = duel.work.hidden[:units]
        _, _, legal, probabilities, values = duel.work
        work = Workspace(hidden, hidden[units - last :], legal, probabilities, values)
        for k in range(count):
            if duel.networks[k] == n:
                start = duel.starts[k]
                end = duel.starts[k + 1]
                duel.results[k] = value_of(net, duel.inputs.indices, duel.inputs.values, start, end, work)
        first = stop


@inlined
def solved_duel(packs, state, network, at, duel):
    """Solve the duel that `state` is in: `mixes[0]` are the probabilities of the choices of the side that chooses, of
    which 0 is its first action (duel.about[1]). Returns whether it is in one; `at` is 0 if the network has no
    values."""
    if at == 0:
        return False
    duel.inputs.cursor[0] = np.uint64(0)
    count = np.int64(spread_duel(packs[state.pack], state, duel))
    if count == 0:
        return False
    evaluate_positions(network, at, duel, count)
    duel.cells[:, :, :] = 0.0
    rows, columns = fill_cells(0, duel.results, duel.firsts, duel.sides, duel.picks, duel.cells)
    side = duel.about[0]
    if side < 0:
        return True
    trembles = placed(network, at, (1,), VALUES)[0].trembles
    if trembles > 0:
        choices = rows if side == 0 else columns
        other = columns if side == 0 else rows
        write_trembling(duel.cells[0], side, choices, other, trembles, duel.game)
        solve_matrix(duel.game, choices, other, duel.table, duel.basis, duel.mixes)
    else:
        solve_matrix(duel.cells[0], rows, columns, duel.table, duel.basis, duel.mixes)
        if side == 1:
            for k in range(duel.mixes.shape[1]):
                duel.mixes[0, k] = duel.mixes[1, k]
    return True


@inlined
def is_choice(duel, action):
    """Whether an action is a choice of the duel. It counts from 0."""
    return duel.about[0] >= 0 and duel.about[1] <= action < duel.about[1] + duel.about[2]


@inlined
def network_is_asked(duel, mask):
    """Whether something else than a choice of the duel can be played. `mask` are the legal actions, uint64[words]."""
    if duel.about[0] < 0:
        return False
    for action in range(64 * len(mask)):
        if test_bit(mask, action) and not is_choice(duel, action):
            return True
    return False


@inlined
def chosen_by_values(duel, word):
    """The action: a choice drawn from the mix with the random bits `word`, or the target with the best value; NOTHING
    if no target follows. A number of an action counts from 0; NOTHING is -1."""
    if duel.about[0] < 0:
        pair = duel.about[1]
        number = duel.picks[0, pair] - duel.firsts[0, pair]
        return duel.aims[number] if 0 <= number < duel.about[2] else NOTHING
    total = 0.0
    for k in range(duel.about[2]):
        total += duel.mixes[0, k]
    limit = np.float64(mix(word ^ EQUILIBRIUM) >> np.uint64(11)) * 2.0**-53 * total
    reached = 0.0
    for k in range(duel.about[2] - 1):
        reached += duel.mixes[0, k]
        if limit < reached:
            return duel.about[1] + k
    return duel.about[1] + duel.about[2] - 1


@inlined
def weigh_by_values(duel, weights):
    """Share what the choices of the duel weigh together by the mix; a target has all the weight. `weights` is
    float32[num_actions]."""
    if duel.about[0] < 0:
        action = chosen_by_values(duel, np.uint64(0))
        if action >= 0:
            for k in range(len(weights)):
                weights[k] = np.float32(k == action)
        return
    total = np.float32(0)
    for k in range(duel.about[2]):
        total += weights[duel.about[1] + k]
    for k in range(duel.about[2]):
        weights[duel.about[1] + k] = np.float32(total * duel.mixes[0, k])
