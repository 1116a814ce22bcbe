"""CFR+ reaches known values."""

import pytest

from medianoche import envs
from medianoche.benchmarks.exploit import cfr
from medianoche.benchmarks.exploit.exact import Tree


@pytest.mark.parametrize(("name", "value"), [("kuhn", -1 / 18), ("leduc", -0.0856)])
def test_it_solves_poker_to_a_thousandth_of_a_chip(name, value):
    """Leduc's value: Lanctot et al., "OpenSpiel", 2019, and others."""
    tree = Tree(envs.game(name))
    stake = tree.stake
    earlier, policy = cfr.policies(tree, (50, 1000))
    assert tree.nash_conv(policy) * stake < 0.001 < tree.nash_conv(earlier) * stake
    assert tree.values(policy)[0] * stake == pytest.approx(value, abs=1e-3 if name == "leduc" else 1e-4)


def test_its_iterations_are_those_of_a_plain_loop():
    """The first regrets of Kuhn poker, by best responses to choices one by one."""
    tree = Tree(envs.game("kuhn"))
    solver = cfr.CFR(tree)
    uniform = tree.uniform
    solver.learn(0, 1)
    for key, info_set in tree.sets.items():
        reach = 1.0  # of player 0 towards the set, where all play uniformly
        before = info_set.before
        while info_set.player == 0 and before >= 0:
            place = next(
                other for other in tree.sets.values() if other.first <= before < other.first + len(other.actions)
            )
            reach = reach / len(place.actions)
            before = place.before
        mean = tree.values(uniform)[0]
        for number in range(len(info_set.actions)):
            pure = {**uniform, key: [float(number == other) for other in range(len(info_set.actions))]}
            gained = (tree.values(pure)[0] - mean) / reach if info_set.player == 0 else 0.0
            assert solver.regrets[info_set.first + number] == pytest.approx(max(gained, 0.0), abs=1e-12)
