"""Intervals over deals: against tables, and against how often they hold the truth."""

import json

import numpy as np
import pytest

from medianoche.benchmarks.tournament.intervals import known_ends, share_interval, stored_ends, student

SHARES = np.arange(5) / 4


@pytest.mark.parametrize(
    ("freedom", "tail", "expected", "limit"),
    [
        (1, 0.025, 12.7062, 1.95996),
        (2, 0.025, 4.3027, 1.95996),
        (5, 0.0005, 6.8688, 3.29053),
        (10, 0.05, 1.8125, 1.64485),
        (30, 0.025, 2.0423, 1.95996),
    ],
)
def test_students_t_is_that_of_the_tables(freedom, tail, expected, limit):
    assert student(freedom, tail) == pytest.approx(expected, abs=2e-4)
    assert student(10**6, tail) == pytest.approx(limit, abs=1e-4)


@pytest.mark.parametrize("deals", [3, 10, 30, 200])
@pytest.mark.parametrize(
    "odds", [[0.1, 0.2, 0.3, 0.2, 0.2], [0.45, 0, 0.1, 0, 0.45], [0.02, 0.03, 0.1, 0.15, 0.7], [0.25, 0, 0.5, 0, 0.25]]
)
def test_the_truth_is_inside_as_often_as_it_says(odds, deals):
    """Also where the two games of a deal mostly end alike, so that they are worth little more than one."""
    won = 2 * np.random.default_rng(deals).choice(SHARES, (deals, 4000), p=odds)
    interval = share_interval(won, np.full(won.shape, 2.0))
    inside = (interval.low <= SHARES @ odds) & (SHARES @ odds <= interval.high)
    assert inside.mean() > 0.935  # of 0.95; shares of few deals have few values
    np.testing.assert_allclose(interval.share, won.mean(axis=0) / 2)


def test_games_counted_one_by_one_would_promise_too_much():
    """What the unit is for: both games of a deal end alike."""
    won = 2.0 * np.random.default_rng(0).integers(0, 2, (100, 2000))
    deals = share_interval(won, np.full(won.shape, 2.0))
    games = share_interval(won.repeat(2, axis=0) / 2, np.ones((200, 2000)))
    inside = [float(((interval.low <= 0.5) & (interval.high >= 0.5)).mean()) for interval in (deals, games)]
    assert inside[0] > 0.935
    assert inside[1] < 0.87


def test_deals_of_different_sizes_weigh_by_their_points():
    rng = np.random.default_rng(1)
    sizes = rng.integers(1, 5, (60, 3000))
    won = rng.binomial(sizes, 0.6).astype(float)
    interval = share_interval(won, sizes.astype(float))
    assert ((interval.low <= 0.6) & (interval.high >= 0.6)).mean() == pytest.approx(0.95, abs=0.015)


def test_two_deals_prove_nothing_and_none_have_no_interval():
    interval = share_interval(np.array([2.0, 2.0]), np.array([2.0, 2.0]))
    assert interval.share == 1
    assert interval.low < 0.5
    assert np.isnan(share_interval(np.zeros((3, 1)), np.zeros((3, 1)))).all()


@pytest.mark.parametrize("ends", [(-1.0, 2.0), (-np.inf, 2.0), (-1.0, np.inf), (-np.inf, np.inf)])
def test_ends_survive_json_which_has_no_infinity(ends):
    text = json.dumps(known_ends(*ends), allow_nan=False)
    assert stored_ends(*json.loads(text)) == ends
