"""Ratings against small cases with known answers."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from medianoche.benchmarks.tournament import ratings
from medianoche.benchmarks.tournament.store import Results

FREE = (0, 1)


def results_of(seats, utilities, deals=None):
    seats, utilities = np.array(seats), np.array(utilities, float)
    games = np.arange(len(seats))
    return Results(games, games if deals is None else np.array(deals), seats, (utilities * 10).astype(int), utilities)


def played(chance, games, odds):
    """Two agents, the first of which wins with probability `odds`; each deal twice."""
    seats = np.tile([[0, 1], [1, 0]], (games // 2, 1))
    wins = chance.random(games) < odds
    utilities = np.where((seats == 0) == wins[:, None], 1.0, -1.0)
    return results_of(seats, utilities, np.arange(games) // 2)


# ---- Bradley-Terry


def test_two_agents_have_the_odds_of_their_points():
    strength = ratings.bradley_terry(np.array([[0.0, 3.0], [1.0, 0.0]]))
    assert strength[0] - strength[1] == pytest.approx(np.log(3))


def test_strengths_are_found_again_from_expected_points():
    true = np.array([0.7, 0.1, -0.3, -0.5])
    games = np.array([[0, 10, 3, 0], [10, 0, 5, 8], [3, 5, 0, 20], [0, 8, 20, 0]])
    points = games / (1 + np.exp(true[None, :] - true[:, None]))
    np.testing.assert_allclose(ratings.bradley_terry(points), true, atol=1e-9)


@given(st.lists(st.floats(0.01, 1000.0), min_size=12, max_size=12))
def test_newton_agrees_with_minorization_maximization(values):
    points = np.zeros((4, 4))
    points[~np.eye(4, dtype=bool)] = values
    weights = np.exp(ratings.bradley_terry(points))
    games = points + points.T
    again = points.sum(axis=1) / (games / (weights[:, None] + weights[None, :])).sum(axis=1)  # one MM step
    np.testing.assert_allclose(again / weights, (again / weights).mean(), rtol=1e-6)


def test_many_matrices_at_once_are_as_one_by_one():
    points = np.random.default_rng(3).uniform(1, 50, (7, 3, 3))
    together = ratings.bradley_terry(points)
    for one, strength in zip(points, together, strict=True):
        np.testing.assert_allclose(ratings.bradley_terry(one), strength, atol=1e-8)


# ---- Elo with intervals


def test_elo_of_a_known_share():
    chance = np.random.default_rng(0)
    found = ratings.elo(played(chance, 20_000, 0.75), FREE, 2)
    assert found.rating[0] - found.rating[1] == pytest.approx(400 * np.log10(3), abs=12)
    assert found.rating.mean() == pytest.approx(1500)


def test_the_interval_covers_the_truth_about_as_often_as_it_says():
    true = 200 * np.log10(0.7 / 0.3)
    covered = 0
    for seed in range(40):
        found = ratings.elo(played(np.random.default_rng(seed), 300, 0.7), FREE, 2)
        covered += found.low[0] <= 1500 + true <= found.high[0]
    assert covered >= 34  # 38 expected; fewer than 34 in 1 of 70 such tests


def test_who_never_lost_has_a_finite_rating_and_an_honest_interval():
    found = ratings.elo(played(np.random.default_rng(0), 200, 1.1), FREE, 2)
    assert 1800 < found.rating[0] < 2100
    assert found.low[0] < found.rating[0] < found.high[0] - 50


def test_ties_are_half_a_point():
    results = results_of([[0, 1], [1, 0]] * 50, np.zeros((100, 2)))
    np.testing.assert_allclose(ratings.elo(results, FREE, 2).rating, 1500)
    np.testing.assert_allclose(ratings.head_to_head(results, FREE, 2)[0, 1], 0.5)
    skill = ratings.openskill(results, FREE, 2)
    assert abs(skill[0, 0] - skill[1, 0]) < 1


def test_elo_of_an_agent_that_has_not_played_yet_is_the_mean():
    found = ratings.elo(results_of([[0, 1]], [[1, -1]]), FREE, 3)
    assert found.rating[2] == pytest.approx(1500)


# ---- teams


def test_a_team_is_compared_with_the_other_team_only():
    results = results_of([[0, 1, 2]], [[1, -1, -1]])
    points = ratings.comparisons(results, (0, 1, 1), 3)[0]
    assert points.tolist() == [[0, 1, 1], [0, 0, 0], [0, 0, 0]]


def test_an_agent_is_not_compared_with_itself():
    results = results_of([[0, 0, 1]], [[1, -1, 0]])
    assert ratings.comparisons(results, (0, 1, 2), 2)[0].tolist() == [[0, 1], [1, 0]]


def test_blocks_add_up():
    results = results_of([[0, 1], [1, 0], [0, 1]], [[1, -1], [1, -1], [0, 0]])
    blocks = ratings.comparisons(results, FREE, 2, np.array([0, 1, 1]))
    assert blocks.tolist() == [[[0, 1], [0, 0]], [[0, 0.5], [1.5, 0]]]


@pytest.mark.parametrize(
    ("utilities", "teams", "shares"),
    [
        ([1, -1], (0, 1), [1, 0]),
        ([0, 0, -1], (0, 1, 2), [0.5, 0.5, 0]),
        ([-1, 1, 1], (0, 1, 1), [0, 1, 1]),
        ([0, 0, 0], (0, 1, 1), [0.5, 0.5, 0.5]),
    ],
)
def test_a_tie_shares_the_win(utilities, teams, shares):
    np.testing.assert_allclose(ratings.win_shares(np.array([utilities], float), teams), [shares])


def test_openskill_knows_teams():
    results = results_of([[0, 1, 1]] * 40, [[-1, 1, 1]] * 40)
    skill = ratings.openskill(results, (0, 1, 1), 2)
    assert skill[1, 0] > skill[0, 0]
    assert (skill[:, 1] < 25 / 3).all()


# ---- the rest of the table


def test_seat_utilities():
    results = results_of([[0, 1], [1, 0]], [[1, -1], [0, 0]])
    np.testing.assert_allclose(ratings.seat_utilities(results, 3), [[1, 0], [0, -1], [np.nan] * 2, [0.5, -0.5]])


def test_openskill_sees_whole_deals_of_a_long_tournament():
    results = played(np.random.default_rng(0), 1000, 0.5)
    places = ratings.sample_of_deals(results, 100)
    assert len(places) == 100
    assert set(np.bincount(results.deals[places])) == {0, 2}
    np.testing.assert_array_equal(places, ratings.sample_of_deals(results, 100))
    assert len(ratings.sample_of_deals(results, 5000)) == 1000
