"""The share of the points in quick matches, without torch."""

from medianoche.training import points, scoring
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
