"""The share of the points in quick matches, without torch."""

import numpy as np

from medianoche.training import points, results_of_deals, scoring
from tests.training.conftest import NIM

BRISCA = "medianoche.toys.brisca:Brisca"


def test_points_are_shares_of_what_can_be_won():
    assert points("greedy", "greedy", NIM, 20) == 0.5
    assert points("greedy", "random", NIM, 200) > 0.8
    assert points("greedy", "random", "misty", 20, players=3) > 0.8


def test_a_draw_is_half_a_point():
    """The same agent on both sides of every deal: what one side wins the other loses."""
    shares = scoring.points_of_deals("greedy", "greedy", BRISCA, 200)
    assert (shares == 0.5).sum() >= 4
    assert shares.mean() == 0.5


def test_returns_are_utilities_of_the_same_games():
    """In Nim a win is worth 1 and a loss -1, so the return says the same as the share; in Leduc it counts the chips."""
    won = results_of_deals("greedy", "random", NIM, 60)
    np.testing.assert_allclose(won.returns, 2 * won.points - 1)
    np.testing.assert_array_equal(won.points, scoring.points_of_deals("greedy", "random", NIM, 60))
    chips = results_of_deals("random", "random", "leduc", 200)
    assert len(np.unique(np.abs(chips.returns))) > 2
    other = results_of_deals("greedy", "random", "leduc", 200).returns
    assert not np.array_equal(other, chips.returns)
