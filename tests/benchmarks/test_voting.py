"""Alpha-Rank, maximal lotteries and cycles: published examples, what defines them, and noise."""

import numpy as np
import pytest

from medianoche.benchmarks.tournament import Store, run_tournament
from medianoche.benchmarks.tournament.alpha_rank import alpha_rank, fixation
from medianoche.benchmarks.tournament.cycles import beats, find_cycles
from medianoche.benchmarks.tournament.maximal_lottery import maximal_lottery
from medianoche.benchmarks.tournament.report import Report
from medianoche.benchmarks.tournament.spec import Spec
from tests.benchmarks.conftest import YARDSTICK


def test_the_published_example_of_five_strategies():
    """Han et al., 2013, with the values that OpenSpiel's tests give for it."""
    r = 1.0
    t = 2.0
    p = 0.0
    s = -1.0
    delta = 4.0
    eps = 0.25
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
    payoffs = np.array([[0.5, 0.6, 0.3], [0.4, 0.5, 0.5], [0.7, 0.5, 0.5]])
    alpha = 2.0
    m = 20
    u = alpha * m / (m - 1) * (payoffs.T - 0.5)
    with np.errstate(invalid="ignore"):
        expected = np.where(np.isclose(u, 0), 1 / m, (1 - np.exp(-u)) / (1 - np.exp(-m * u)))
    np.testing.assert_allclose(fixation(payoffs, alpha, m), expected)


def margins_of(votes, agents="abc"):
    """Margins of the rankings in `votes`, as shares of them."""
    ahead = np.array([[sum(vote.index(a) < vote.index(b) for vote in votes) for b in agents] for a in agents], float)
    return (ahead - ahead.T) / len(votes)


@pytest.mark.parametrize(
    ("margins", "expected"),
    [
        (margins_of(["abc", "acb", "bac"]), [1, 0, 0]),  # a Condorcet winner; so in OpenSpiel's tests
        (margins_of(["abc", "bca", "cab"]), [1 / 3] * 3),  # Condorcet's paradox; so in OpenSpiel's tests
        (np.array([[0, 0.2, -0.5], [-0.2, 0, 0.3], [0.5, -0.3, 0]]), [0.3, 0.5, 0.2]),  # the margin of the others
        (np.array([[0, 0, 0.4], [0, 0, 0.4], [-0.4, -0.4, 0]]), [0.5, 0.5, 0]),  # two equals
        (np.zeros((4, 4)), [0.25] * 4),
        (np.zeros((1, 1)), [1]),
    ],
)
def test_textbook_examples(margins, expected):
    np.testing.assert_allclose(maximal_lottery(margins), expected, atol=1e-6)


@pytest.mark.parametrize("agents", [2, 7, 40])
def test_no_agent_beats_the_lottery_and_the_order_does_not_matter(agents):
    """A lottery that no agent beats is a maximal one."""
    rng = np.random.default_rng(agents)
    upper = np.triu(rng.integers(-2, 3, (agents, agents)) / 2, 1)  # with ties
    margins = upper - upper.T
    share = maximal_lottery(margins)
    assert share.sum() == pytest.approx(1)
    assert share.min() >= 0
    assert (margins @ share).max() < 1e-6
    order = rng.permutation(agents)
    np.testing.assert_allclose(maximal_lottery(margins[np.ix_(order, order)]), share[order], atol=1e-5)


def test_who_never_met_has_no_lottery():
    assert np.isnan(maximal_lottery(np.array([[0, np.nan], [np.nan, 0]]))).all()


def test_cycles_are_found_one_a_group_and_short():
    better = np.zeros((7, 7), bool)
    for one, other in [(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 5), (5, 6), (6, 3), (5, 3)]:
        better[one, other] = True
    assert find_cycles(better) == [[0, 1, 2], [3, 4, 5]]
    better[2, 0] = False
    assert find_cycles(better) == [[3, 4, 5]]
    assert find_cycles(np.triu(np.ones((5, 5), bool), 1)) == []


def ring(chance, deals, share):
    """float64[deals, 3, 3] of pairs of games: each has `share` of the points against the next, the last the first."""
    points = np.zeros((deals, 3, 3))
    for one, other in ((0, 1), (1, 2), (2, 0)):
        points[:, one, other] = chance.binomial(2, share, deals)
        points[:, other, one] = 2 - points[:, one, other]
    return points


def test_a_true_circle_is_found_with_enough_deals_only():
    rng = np.random.default_rng(0)
    assert find_cycles(beats(ring(rng, 400, 0.65))) == [[0, 1, 2]]
    assert find_cycles(beats(ring(rng, 4, 0.65))) == []


def test_noise_makes_no_cycles():
    """The worst case: all is sure but one pair of equals, whose deals go all one way and would close a cycle."""
    false = 0
    for seed in range(400):
        rng = np.random.default_rng(seed)
        points = ring(rng, 60, 0.95)
        points[:, 2, 0] = 2 * rng.integers(0, 2, 60)
        points[:, 0, 2] = 2 - points[:, 2, 0]
        false += bool(find_cycles(beats(points)))
    assert false <= 10  # of 400; 0.05 / 2 / 3 are 3


def test_the_report_warns_of_cycles(tmp_path, monkeypatch):
    """Real agents may have no cycle, so the results of the games are changed into one."""
    spec = Spec.create(YARDSTICK, ["random", "greedy", "flat:1"])
    run_tournament(spec, tmp_path, 240)
    assert "Warning" not in Report.from_folder(tmp_path).notes
    blocks = Store.blocks

    def turned(store, *arguments):
        for block in blocks(store, *arguments):
            first = (block.seats[:, 1] - block.seats[:, 0]) % 3 == 1
            yield block._replace(utilities=np.where(first[:, None], [1.0, -1.0], [-1.0, 1.0]))

    monkeypatch.setattr(Store, "blocks", turned)
    words = "random beats greedy beats flat:1 beats random (test over deals, error 0.05 for all pairs together)"
    assert words in Report.from_folder(tmp_path).notes
