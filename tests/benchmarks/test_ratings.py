"""Ratings against small cases with known answers."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from medianoche.benchmarks.tournament import ratings
from medianoche.benchmarks.tournament.elo import ELO_SCALE, bradley_terry, elo
from tests.benchmarks.calls import larger
from tests.benchmarks.games import coverage, coverage_of_two, results_of, summary_of
from tests.soak.coverage import ALIKE, GAPS

FREE = (0, 1)


def elo_of(results):
    return elo(summary_of(results).agent_points)


def played(chance, games, odds):
    """Two agents, the first of which wins with probability `odds`; each deal twice."""
    seats = np.tile([[0, 1], [1, 0]], (games // 2, 1))
    wins = chance.random(games) < odds
    utilities = np.where((seats == 0) == wins[:, None], 1.0, -1.0)
    return results_of(seats, utilities, np.arange(games) // 2)


def test_strengths_are_the_odds_and_are_found_again_from_expected_points():
    strength = bradley_terry(np.array([[0.0, 3.0], [1.0, 0.0]]))
    assert strength[0] - strength[1] == pytest.approx(np.log(3))
    true = np.array([0.7, 0.1, -0.3, -0.5])
    games = np.array([[0, 10, 3, 0], [10, 0, 5, 8], [3, 5, 0, 20], [0, 8, 20, 0]])
    points = games / (1 + np.exp(true[None, :] - true[:, None]))
    np.testing.assert_allclose(bradley_terry(points), true, atol=1e-9)


def test_an_agent_alone_has_the_mean_rating():
    assert np.array_equal(elo(np.zeros((4, 1, 1)), np.array([4])), [[1500.0]] * 3)


@given(st.lists(st.floats(0.01, 1000.0), min_size=12, max_size=12))
def test_newton_agrees_with_minorization_maximization(values):
    points = np.zeros((4, 4))
    points[~np.eye(4, dtype=bool)] = values
    weights = np.exp(bradley_terry(points))
    games = points + points.T
    again = points.sum(axis=1) / (games / (weights[:, None] + weights[None, :])).sum(axis=1)  # one MM step
    np.testing.assert_allclose(again / weights, (again / weights).mean(), rtol=1e-6)


def test_many_matrices_at_once_are_as_one_by_one():
    points = np.random.default_rng(3).uniform(1, 50, (7, 3, 3))
    together = bradley_terry(points)
    for one, strength in zip(points, together, strict=True):
        np.testing.assert_allclose(bradley_terry(one), strength, atol=1e-8)


def test_elo_of_a_known_share():
    rng = np.random.default_rng(0)
    ratings = elo_of(played(rng, 20_000, 0.75))
    assert ratings.rating[0] - ratings.rating[1] == pytest.approx(400 * np.log10(3), abs=12)
    assert ratings.rating.mean() == pytest.approx(1500)


@pytest.mark.parametrize("deals", [2, 20, 100])
def test_an_agent_that_won_all_deals_has_an_exact_lower_end_and_no_upper_one(deals):
    ratings = elo_of(played(np.random.default_rng(0), 2 * deals, 1.1))
    least = 0.025 ** (1 / deals)  # wins all of so many deals with a probability of 2.5%
    gap = ELO_SCALE * np.log(least / (1 - least))
    assert ratings.low[0] == pytest.approx(1500 + gap / 2, abs=0.1)
    assert ratings.high[1] == pytest.approx(1500 - gap / 2, abs=0.1)
    assert (ratings.high[0], ratings.low[1]) == (np.inf, -np.inf)
    assert ratings.low[0] < ratings.rating[0] < 2100


def test_an_agent_that_lost_one_deal_of_many_has_two_ends_near_the_exact_ones():
    results = played(np.random.default_rng(0), 400, 1.1)
    results.utilities[:2] *= -1
    ratings = elo_of(results)
    exact = ELO_SCALE * np.log(np.array([0.97246 / 0.02754, 0.999873 / 0.000127]))  # Clopper, Pearson: 619 and 1558
    low, high = 2 * (np.array([ratings.low[0], ratings.high[0]]) - 1500)
    assert low == pytest.approx(exact[0], abs=20)
    assert exact[1] < high < exact[1] + 300


def test_the_ends_of_eight_deals_of_two_agents_are_those_of_the_formula():
    won = np.array([2.0, 2.0, 1.0, 0.0, 1.0, 2.0, 0.0, 2.0])
    points = np.zeros((8, 2, 2))
    points[:, 0, 1] = won
    points[:, 1, 0] = 2 - won
    share = 10.5 / 17  # with the imaginary draw
    information = 17 * share * (1 - share)
    alike = 2 / information  # the variance of the gap if the games of a deal always ended alike: half as many count
    seen = ((won - 2 * share) ** 2).sum() / information**2 * 8 / 7
    spread = (seen / alike + 2 * alike) / (1 + 2 * alike)

    def end(points, low, high):
        """Where the logarithm of the likelihood ratio of a gap is that of Student's t."""
        best = points * np.log(points / 16) + (16 - points) * np.log(1 - points / 16)
        for _ in range(60):
            share = (low + high) / 2
            lost = best - points * np.log(share) - (16 - points) * np.log(1 - share)
            low, high = (share, high) if lost > spread * 2.364624**2 else (low, share)
        return 1500 + ELO_SCALE * np.log(share / (1 - share)) / 2

    ratings = elo(points)
    assert ratings.low[0] == pytest.approx(end(10 - spread, 1e-6, 10 / 16), abs=0.01)
    assert ratings.high[0] == pytest.approx(end(10 + spread, 1 - 1e-6, 10 / 16), abs=0.01)


def test_an_agent_that_lost_to_all_leaves_the_others_without_an_upper_end():
    """The mean of the field is as unknown as that agent."""
    points = np.zeros((60, 3, 3))
    points[:20, 0, 1] = points[20:40, 1, 0] = 2.0
    points[40:50, 0, 2] = points[50:, 1, 2] = 2.0
    ratings = elo(points)
    assert np.isfinite(ratings.low[:2]).all()
    assert (ratings.high[:2] == np.inf).all()
    assert ratings.low[2] == -np.inf
    assert np.isfinite(ratings.high[2])


def test_in_a_chain_of_agents_that_each_beat_only_the_next_two_ends_are_finite():
    points = np.zeros((8, 18, 18))
    points[:, np.arange(17), np.arange(1, 18)] = 1.0
    rated = elo(points)  # strengths lie so far apart that powers overflow
    assert (np.diff(rated.rating) < 0).all()
    assert np.isfinite(rated.low).tolist() == [True] + 17 * [False]
    assert np.isfinite(rated.high).tolist() == 17 * [False] + [True]


@pytest.mark.parametrize("seed", [1, 9, 11])
def test_who_lost_nothing_has_no_upper_end_and_who_won_nothing_no_lower_one_also_in_a_field_of_few_games(seed):
    rng = np.random.default_rng(seed)
    strength = rng.normal(0, 4, 12)
    points = np.zeros((40, 12, 12))
    for block in points:
        first, second = rng.choice(12, 2, replace=False)
        won = rng.random() < 1 / (1 + np.exp(strength[second] - strength[first]))
        block[first, second] = won
        block[second, first] = not won
    rated = elo(points)
    assert np.isinf(rated.high[points.sum(axis=(0, 1)) == 0]).all()
    assert np.isinf(rated.low[points.sum(axis=(0, 2)) == 0]).all()


def test_agents_that_never_met_have_no_ends():
    points = np.zeros((40, 4, 4))
    points[:20, 0, 1] = points[:20, 1, 0] = points[20:, 2, 3] = points[20:, 3, 2] = 1.0
    ratings = elo(points)
    assert ratings.rating == pytest.approx([1500] * 4)
    assert np.isinf([ratings.low, ratings.high]).all()


def test_deals_that_were_drawn_together_count_one_by_one():
    """All of 4,000 deals are won: what the deals of a block of four say is not lost."""
    points = np.zeros((1000, 2, 2))
    points[:, 0, 1] = 8.0
    ratings = elo(points, np.array([4000, 4000]))
    least = 0.025 ** (1 / 4000)
    assert ratings.low[0] == pytest.approx(1500 + ELO_SCALE * np.log(least / (1 - least)) / 2, abs=0.1)
    whole = np.tile([[[0.0, 2.0], [0.0, 0.0]]], (4000, 1, 1))
    assert ratings == pytest.approx(np.array(elo(whole)), abs=0.1)


def test_deals_are_counted_once_also_over_the_edges_of_blocks():
    seats = [[0, 1], [1, 0], [0, 2], [2, 0], [1, 2]]
    deals = [0, 0, 1, 1, 2]
    whole = results_of(seats, [[1, -1]] * 5, deals)
    parts = [type(whole)(*(field[some] for field in whole)) for some in (slice(0, 1), slice(1, 3), slice(3, 5))]
    for blocks in ([whole], parts):
        summary = summary_of(*blocks, agents=4)
        assert summary.agent_deals.tolist() == summary.side_deals.tolist() == [2, 2, 2, 0]


def test_the_middle_of_the_field_has_the_interval_of_a_large_sample():
    """Where all is well known, an interval is 1.96 standard errors on either side."""
    rng = np.random.default_rng(4)
    points = np.zeros((1000, 2, 2))
    points[:, 0, 1] = rng.binomial(2, 0.6, 1000)
    points[:, 1, 0] = 2 - points[:, 0, 1]
    ratings = elo(points)
    share = points[:, 0, 1].mean() / 2
    error = ELO_SCALE / 2 * points[:, 0, 1].std(ddof=1) / 2 / np.sqrt(1000) / (share * (1 - share))
    reach = [ratings.rating[0] - ratings.low[0], ratings.high[0] - ratings.rating[0]]
    assert reach == pytest.approx([1.96 * error] * 2, rel=0.05)


def test_ties_are_half_a_point():
    results = results_of([[0, 1], [1, 0]] * 50, np.zeros((100, 2)))
    np.testing.assert_allclose(elo_of(results).rating, 1500)
    np.testing.assert_allclose(ratings.head_to_head(summary_of(results))[0, 1], 0.5)
    skill = ratings.openskill(results, FREE, 2)
    assert abs(skill[0, 0] - skill[1, 0]) < 1


def test_openskill_knows_teams_and_seats_of_one_kind_have_no_table_by_role():
    results = results_of([[0, 1, 1]] * 40, [[-1, 1, 1]] * 40)
    skill = ratings.openskill(results, (0, 1, 1), 2)
    assert skill[1, 0] > skill[0, 0]
    assert (skill[:, 1] < 25 / 3).all()
    assert ratings.role_standings(summary_of(results_of([[0, 1]], [[1, -1]]))) == []


def test_two_agents_in_two_roles_are_told_apart():
    # The enemy always wins if the first agent plays it, and half of its games if the second does.
    seats = [[0, 1, 1], [1, 0, 1], [1, 1, 0]] * 40
    utilities = [[1, -1, -1], [1, -1, -1], [-1, 1, 1]] * 40
    summary = summary_of(results_of(seats, utilities), teams=(0, 1, 1), names=("enemy", "crew_0", "crew_1"))
    table = {(line.role, line.agent): line for line in ratings.role_standings(summary)}
    assert list(table) == [("enemy", "a0"), ("enemy", "a1"), ("crew", "a0"), ("crew", "a1")]
    assert table["enemy", "a0"].win_rate == 1
    assert table["enemy", "a1"].win_rate == 0.5
    assert table["crew", "a1"].games == 40 * 2
    assert table["crew", "a1"].win_rate == 0.25
    assert table["enemy", "a0"].elo > table["enemy", "a1"].elo + 100
    assert sum(line.games for line in table.values()) == 240


def test_a_team_counts_as_much_as_a_single_seat():
    # One agent alone wins every other game, its team of two wins every game.
    summary = summary_of(
        results_of([[0, 1, 1], [1, 0, 0]] * 2, [[1, -1, -1], [-1, 1, 1], [-1, 1, 1], [-1, 1, 1]]), teams=(0, 1, 1)
    )
    table = {line.agent: line for line in ratings.standings(summary)}
    assert table["a0"].win_rate == 0.75
    assert table["a0"].utility == 0.5
    assert table["a1"].win_rate == 0.25


def test_a_standing_is_made_of_plain_means():
    best, worst = ratings.standings(summary_of(results_of([[0, 1], [1, 0], [0, 1]], [[1, -1], [-0.5, 0.5], [0, 0]])))
    assert (best.agent, worst.agent) == ("a0", "a1")
    assert (best.games, worst.games) == (3, 3)
    assert best.win_rate == pytest.approx(2.5 / 3)
    assert best.utility == -worst.utility == pytest.approx(0.5)
    assert best.score == pytest.approx(5)
    assert best.alpha_rank > worst.alpha_rank
    assert best.lottery > worst.lottery


@pytest.mark.parametrize("seed", [0, 1, 2, *map(larger, range(3, 12))])
def test_identical_agents_have_no_sure_winner(seed):
    rng = np.random.default_rng(seed)
    pairs = np.array([[0, 1], [0, 2], [1, 2]]).repeat(100, axis=0)
    wins = rng.random(300) < 0.5
    table = ratings.standings(summary_of(results_of(pairs, np.where(wins[:, None], [1, -1], [-1, 1])), agents=3))
    for shares in ([line.alpha_rank for line in table], [line.lottery for line in table]):
        assert sum(shares) == pytest.approx(1)
        assert max(shares) < 0.97


def test_an_agent_that_beats_all_others_has_nearly_all_shares():
    pairs = np.array([[0, 1], [0, 2], [1, 2]]).repeat(100, axis=0)
    best, *_ = ratings.standings(summary_of(results_of(pairs, np.tile([1, -1], (300, 1))), agents=3))
    assert best.agent == "a0"
    assert best.alpha_rank > 0.999
    assert best.lottery > 0.999


FEW_DEALS = [((0, 100, 200, 300), 20, 40), ((0, 200, 400), 20, 40)]
FEW_DEALS += [larger(*elo, 200) for elo in (((0, 100, 200, 300), 20), ((0, 200, 400), 40), ((0, 0, 0, 0, 0), 100))]


@pytest.mark.parametrize(("elo", "deals", "tournaments"), FEW_DEALS)
def test_elo_intervals_of_few_deals_hold_the_truth_as_often_as_they_say(elo, deals, tournaments):
    assert coverage(np.array(elo, float), deals, alike=1.0, tournaments=tournaments).mean() >= 0.93


@pytest.mark.parametrize("deals", [20, larger(40), larger(100)])
def test_at_least_93_of_100_intervals_hold_the_truth_whatever_the_gap(deals):
    """Of all results, weighed by their probability: nothing is left to chance."""
    assert coverage_of_two(deals, GAPS, ALIKE).min() >= 0.93
    assert coverage_of_two(deals, [0], [1.0]) <= 0.99  # nor are they too wide


@pytest.mark.larger
@pytest.mark.parametrize("alike", [0.0, 1.0])
@pytest.mark.parametrize("deals", [20, 40, 100])
@pytest.mark.parametrize("elo", [(0, 0, 640), (0, 0, 1500), (0, 300, 900, 920), (0, 500, 1000)])
def test_so_do_those_of_every_agent_in_a_field_with_great_gaps(elo, deals, alike):
    tournaments = 200
    chance = 3 * np.sqrt(0.05 * 0.95 / tournaments)
    assert coverage(np.array(elo, float), deals, alike, tournaments).min() >= 0.93 - chance / 2


def test_who_never_met_or_played_has_no_rank_and_the_mean_rating():
    table = ratings.standings(summary_of(results_of([[0, 1], [0, 2]], [[1, -1], [1, -1]]), agents=3))
    assert np.isnan([line.alpha_rank for line in table]).all()
    assert np.isnan(ratings.head_to_head(summary_of(results_of([[0, 1]], [[1, -1]]), agents=3))[0, 2])
    table_of_three = elo(summary_of(results_of([[0, 1]], [[1, -1]]), agents=3).agent_points)
    assert table_of_three.rating[2] == pytest.approx(1500)


def test_seat_utilities_and_their_intervals():
    summary = summary_of(results_of([[0, 1], [1, 0]], [[1, -1], [0, 0]]), agents=3)
    np.testing.assert_allclose(ratings.seat_utilities(summary), [[1, 0], [0, -1], [np.nan] * 2, [0.5, -0.5]])
    rng = np.random.default_rng(2)
    first = rng.choice([-1.0, 0.0, 1.0], 400)
    summary = summary_of(results_of(np.tile([0, 1], (400, 1)), np.stack([first, -first], axis=1)), agents=3)
    reaches = ratings.seat_reaches(summary)
    assert reaches[0, 0] == reaches[1, 1] == reaches[2 + 1, 0] == pytest.approx(1.96 * first.std(ddof=1) / 20)
    assert np.isnan(reaches[[0, 1, 2], [1, 0, 0]]).all()
