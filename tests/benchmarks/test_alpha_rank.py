"""Alpha-Rank against published examples."""

import numpy as np
import pytest

from medianoche.benchmarks.tournament.alpha_rank import alpha_rank, fixation, stationary


def test_the_published_example_of_five_strategies():
    """Han et al., 2013, with the values that OpenSpiel's tests give for it."""
    r, t, p, s, delta, eps = 1.0, 2.0, 0.0, -1.0, 4.0, 0.25
    payoffs = [
        [r - eps / 2, r - eps, 0, s + delta - eps, r - eps],
        [r, r, s, s, s],
        [0, t, p, p, p],
        [t - delta, t, p, p, p],
        [r, t, p, p, p],
    ]
    expected = [0.40966787, 0.07959841, 0.20506998, 0.08505983, 0.2206039]
    np.testing.assert_allclose(alpha_rank(np.array(payoffs), alpha=0.1, population=20), expected, atol=1e-6)


def test_rock_paper_scissors_is_a_cycle():
    payoffs = np.array([[0.5, 1, 0], [0, 0.5, 1], [1, 0, 0.5]])
    np.testing.assert_allclose(alpha_rank(payoffs), [1 / 3] * 3)


def test_a_zero_sum_game_has_the_closed_form():
    """Omidshafiei et al., 2019: (1 - exp(-u)) / (1 - exp(-m u)) with u = alpha m / (m - 1) (payoff - sum / 2)."""
    payoffs, alpha, m = np.array([[0.5, 0.6, 0.3], [0.4, 0.5, 0.5], [0.7, 0.5, 0.5]]), 2.0, 20
    u = alpha * m / (m - 1) * (payoffs.T - 0.5)
    with np.errstate(invalid="ignore"):
        expected = np.where(np.isclose(u, 0), 1 / m, (1 - np.exp(-u)) / (1 - np.exp(-m * u)))
    np.testing.assert_allclose(fixation(payoffs, alpha, m), expected)


def test_an_agent_that_beats_all_others_has_all_mass():
    payoffs = np.array([[0.5, 0.9, 0.8], [0.1, 0.5, 0.6], [0.2, 0.4, 0.5]])
    assert alpha_rank(payoffs)[0] == pytest.approx(1)


def test_equals_share():
    np.testing.assert_allclose(alpha_rank(np.full((4, 4), 0.5)), [0.25] * 4)


def test_a_payoff_that_is_not_known_leaves_no_ranking():
    assert np.isnan(alpha_rank(np.array([[0.5, np.nan], [np.nan, 0.5]]))).all()


def test_a_stationary_distribution_stays():
    chain = np.random.default_rng(0).random((6, 6))
    chain /= chain.sum(axis=1, keepdims=True)
    share = stationary(chain)
    np.testing.assert_allclose(share @ chain, share)
