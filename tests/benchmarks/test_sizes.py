"""Sizes of games: estimates against games that can be counted."""

import numpy as np
import pytest

from docs import pages
from medianoche import envs
from medianoche.benchmarks.studies import sizes
from medianoche.benchmarks.studies.study import markdown
from tests.benchmarks.calls import done


def nodes(game, state):
    """The nodes of the tree below a state, the state included."""
    if state.done:
        return 1
    count = 1
    for action in game.legal_actions(state):
        after = game.copy(state)
        game.step(after, action)
        count += nodes(game, after)
    return count


def test_a_tree_and_information_sets_that_can_be_counted_are_estimated():
    kuhn = envs.game("kuhn")
    found = sizes.probe(kuhn, 2, 3000, seed=1)
    estimate = sizes.mean_of_powers(found.tree)
    assert estimate.low < np.log10(nodes(kuhn, kuhn.new())) < estimate.high
    assert found.widest == 2
    assert set(found.decisions) == {2, 3}
    found = sizes.measure(envs.game("kuhn"), games=3000).information_sets
    assert found.least < np.log10(12) < found.bound  # with random play some are met more often than others
    assert found.least < found.most < found.bound


def test_each_decision_of_a_game_has_the_same_chance(four):
    found = sizes.probe(four, 2, 2000, seed=2)
    assert (found.states["ply"] / (found.decisions - 1)).mean() == pytest.approx(0.5, abs=0.03)
    assert sizes.numbers(found.states).shape[1] > 2 * 64


def test_means_of_powers_do_not_overflow():
    found = sizes.mean_of_powers(np.array([900.0, 900.0, 900.0, 0.0]))
    assert found.value == pytest.approx(900 + np.log10(0.75))
    assert found.low <= found.value <= found.high


def test_the_page_has_the_table_of_the_command():
    text = (pages.ROOT / "benchmarks" / "SUITE.md").read_text(encoding="utf-8")
    heading = markdown(sizes.HEADINGS, [])[0]
    assert done(["sizes", "kuhn", "--probes", "100"]).startswith(heading)
    table = text.partition(heading)[2].partition("\n\n")[0]
    assert [line.split(" | ")[0] for line in table.splitlines()[2:]] == [f"| {name}" for name in envs.names()]
