"""Nash backups: a game whose values are known is learned, and the values of boss fights come near exact ones."""

import numpy as np
import pytest

from medianoche.agents.duels import DuelHeader, DuelValues, solve
from medianoche.agents.network import random_parameters
from medianoche.benchmarks.exploit.reply import equilibrium_policy, reply
from medianoche.training.compiled.backups import Ladder, NashBackups, SweepSettings, consistency
from tests.toys.oshi_zumo import OshiZumo

RULES = OshiZumo()
HIDDEN = (48, 24)


def new(seed):
    """Random values."""
    header = DuelHeader("oshi_zumo", 0, RULES.inputs, RULES.networks, HIDDEN)
    sizes = np.array([RULES.inputs, RULES.inputs, 1, 1, 1, *HIDDEN], np.int64)
    return DuelValues(header, [random_parameters(sizes, seed, 0.0, 0.05)])


class Table:
    """Exact values by position, in place of networks."""

    def __init__(self):
        self.known = {}

    def evaluate(self, rules, positions):
        """The values of positions."""
        found = rules.results(positions)
        for i in np.flatnonzero(rules.network_of(positions) >= 0):
            found[i] = self.known[positions[i].tobytes()]
        return found


def swept(value):
    """A table of all positions, filled from those nearest to the end: `value(table, positions)` are their values."""
    table = Table()
    positions = RULES.all()
    distances = RULES.distance(positions)
    for distance in np.unique(distances):
        level = positions[distances == distance]
        table.known |= dict(zip([each.tobytes() for each in level], value(table, level), strict=True))
    return table


def exact():
    """The values of the game."""

    def value(table, positions):
        after, firsts, sides = RULES.spread(None, positions)
        return solve(RULES, after, firsts, sides, table.evaluate(RULES, after)).values

    return swept(value)


def replies(policy, side):
    """The values of best responses of one side to a policy."""
    return swept(lambda table, positions: reply(policy(positions), RULES, table, side).values)


def nash_conv(values):
    """The mean sum, over all positions, of what best responses of both sides gain."""
    policy = equilibrium_policy(values, RULES, None)
    positions = RULES.all()
    first, second = (replies(policy, side).evaluate(RULES, positions) for side in range(2))
    return float((first - second).mean())


def test_the_exact_values_are_an_equilibrium():
    table = exact()
    table.solve = lambda rules, pack, positions, turns=1: solve(
        rules, *(spread := rules.spread(pack, positions)), table.evaluate(rules, spread[0])
    )
    assert nash_conv(table) == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("seed", range(3))
def test_sweeps_find_the_equilibria_of_a_game(seed):
    values = new(seed)
    before = nash_conv(values)
    learning = NashBackups(values, RULES, None, 0, np.random.default_rng(seed))
    positions = RULES.all()
    for _ in range(3):
        learning.sweep(positions, SweepSettings(batches=60, full=1, learning_rate=4e-3, last=150))
    after = nash_conv(values)
    assert after < 0.12 * before
    error = values.evaluate(RULES, positions) - exact().evaluate(RULES, positions)
    assert np.sqrt((error**2).mean()) < 0.05
    first, drift, results = consistency(values, RULES, None, positions[-40:], np.random.default_rng(seed))
    assert abs(drift.mean()) < 0.1
    assert len(first) == len(results) == 40


def test_a_ladder_is_the_same_function():
    chance = np.random.default_rng(1)
    vector = new(1).parameters[0]
    ladder = Ladder(RULES.ladders, RULES.inputs, HIDDEN[0])
    again = np.zeros_like(vector)
    ladder.spread(ladder.climbed(vector), again)
    assert again == pytest.approx(vector, abs=1e-5)
    # the gradient by the differences, along a direction, is that by the weights along its image
    differences = chance.normal(size=len(vector)).astype(np.float32)
    gradient = chance.normal(size=len(vector)).astype(np.float32)
    image = np.zeros_like(vector)
    ladder.spread(differences, image)
    expected = float(gradient @ image)
    ladder.gather(gradient)
    assert float(gradient @ differences) == pytest.approx(expected, rel=1e-3)
