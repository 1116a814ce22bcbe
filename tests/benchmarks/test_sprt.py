"""Sequential testing against published values, in simulation, and on real games."""

import re

import numpy as np
import pytest

from medianoche.benchmarks.tournament import Hypotheses, Spec, Sprt, Store, TournamentError, play_shard, run_tournament
from medianoche.benchmarks.tournament.report import Report
from medianoche.benchmarks.tournament.sprt import _stretched, normalised_elo
from tests.benchmarks.calls import larger, one_line
from tests.benchmarks.conftest import YARDSTICK

PENTANOMIAL = np.arange(5) / 4
TRINOMIAL = np.arange(3) / 2
WIDE = Hypotheses(elo0=0, elo1=100)


@pytest.fixture(scope="module")
def spec():
    return Spec.create(YARDSTICK, ["greedy", "random"])


@pytest.mark.parametrize(
    ("hypotheses", "counts", "values", "expected"),
    [
        (Hypotheses(0.5, 2.5), [223, 9863, 20279 + 1000, 10037, 246], PENTANOMIAL, -3.07),
        (Hypotheses(0.0, 2.0), [871, 26175, 55003 + 980, 26678, 821], PENTANOMIAL, -4.98),
        (Hypotheses(0.5, 2.5), [21184, 40708, 21404], TRINOMIAL, -1.57),
        (Hypotheses(0.0, 2.0), [57030, 106593, 57433], TRINOMIAL, -2.59),
    ],
)
def test_values_that_fastchess_publishes(hypotheses, counts, values, expected):
    assert hypotheses.llr(np.array(counts), values) == pytest.approx(expected, abs=0.006)


@pytest.mark.parametrize(
    ("elo", "counts", "values", "expected"),
    [
        ((0.0, 2.0), [365, 16618, 36029 + 200, 16974, 390], PENTANOMIAL, 2.25),
        ((-1.75, 0.25), [127, 4883, 10311 + 401, 5150, 104], PENTANOMIAL, 3.01),
        ((0.0, 2.0), [36027, 68692, 36433], TRINOMIAL, 0.92),
        ((-1.75, 0.25), [10650, 20431, 10871], TRINOMIAL, 2.30),
    ],
)
def test_normalised_values_that_fastchess_publishes(elo, counts, values, expected):
    hypotheses = Hypotheses(*elo, model="normalised")
    llr = hypotheses.llr(np.array(counts), values, games=(len(values) - 1) / 2)
    assert llr == pytest.approx(expected, abs=0.006)


@pytest.mark.parametrize(
    ("counts", "values", "expected", "error"),
    [
        ([34, 54, 31 + 32, 64, 75], PENTANOMIAL, 57.94, 28.28),
        ([332, 433, 457 + 41, 333, 334], PENTANOMIAL, -9.17, 10.96),
        ([89, 123, 76], TRINOMIAL, -20.76, 40.13),
        ([96, 111, 136], TRINOMIAL, 49.77, 36.77),
    ],
)
def test_normalised_elo_is_what_fastchess_publishes(counts, values, expected, error):
    estimate = normalised_elo(np.array(counts), values, games=(len(values) - 1) / 2)
    assert estimate == pytest.approx((expected, expected - error, expected + error), abs=0.02)


@pytest.mark.parametrize("t_value", [-0.4, 0.05, 0.4])
def test_the_likeliest_distribution_of_a_t_value_is_the_best_of_all(t_value):
    """Brute force over distributions on three values that have it: one for each share of draws."""
    counts = np.array([5.0, 3.0, 4.0])
    likeliest = counts / counts.sum() / _stretched(counts, TRINOMIAL, t_value)
    mean = likeliest @ TRINOMIAL
    assert likeliest.sum() == pytest.approx(1)
    assert (mean - 0.5) / np.sqrt(likeliest @ (TRINOMIAL - mean) ** 2) == pytest.approx(t_value)
    draws = np.linspace(0.0005, 0.9995, 2000)
    # With gain = mean - 1/2: gain^2 = t^2 * ((1 - draws) / 4 - gain^2)
    gains = t_value * np.sqrt((1 - draws) / 4 / (1 + t_value**2))
    wins = (1 - draws) / 2 + gains
    losses = (1 - draws) / 2 - gains
    fits = (wins > 0) & (losses > 0)
    likelihoods = counts @ np.log([losses[fits], draws[fits], wins[fits]])
    assert counts @ np.log(likeliest) == pytest.approx(likelihoods.max(), abs=1e-4)


def test_bounds_are_those_of_wald_and_the_setting_is_written_as_in_0_2():
    assert Hypotheses().setting == '{"elo0": 0.0, "elo1": 10.0, "alpha": 0.05, "beta": 0.05}'
    assert Hypotheses().bounds == pytest.approx((-2.944439, 2.944439))
    assert Hypotheses(alpha=0.01, beta=0.1).bounds == pytest.approx((np.log(0.1 / 0.99), np.log(0.9 / 0.01)))


def test_many_counts_at_once_are_as_one_by_one():
    counts = np.random.default_rng(0).integers(0, 30, (20, 5))
    together = WIDE.llr(counts, PENTANOMIAL)
    np.testing.assert_array_equal(together, [WIDE.llr(one, PENTANOMIAL) for one in counts])


@pytest.mark.parametrize(
    ("elo", "tests", "least"), [(0, 25, 21), larger(60, 25, 21), larger(0, 100, 88), larger(60, 100, 88)]
)
def test_errors_of_the_normalised_test_are_about_as_rare_as_asked_for(elo, tests, least):
    """Deals of four games, whose shares have nine values."""
    rng = np.random.default_rng(2)
    values = np.arange(9) / 8
    test = Hypotheses(0, 60, model="normalised")
    shares = np.array([4, 2, 3, 5, 9, 5, 3, 2, 4]) / 37
    tilted = shares * np.exp(np.linspace(0, 3, 3001)[:, None] * values)
    tilted /= tilted.sum(axis=1, keepdims=True)
    means = tilted @ values
    t_values = (means - 0.5) / np.sqrt((tilted * (values - means[:, None]) ** 2).sum(axis=1))
    odds = tilted[np.abs(t_values - elo * 2 / (800 / np.log(10))).argmin()]
    right = 0
    for _ in range(tests):
        llr = test.llr(np.eye(9, dtype=int)[rng.choice(9, 700, p=odds)].cumsum(axis=0), values, games=4)
        lower, upper = test.bounds
        first = llr[np.flatnonzero((llr < lower) | (llr > upper))[0]]
        right += (first > 0) == (elo == 60)
    assert right >= least  # 95% expected; fewer than 88% in 1 of 300 tests of 100


@pytest.mark.parametrize(
    ("elo", "tests", "least"), [(0, 50, 43), (100, 50, 43), larger(0, 200, 180), larger(100, 200, 180)]
)
def test_errors_are_about_as_rare_as_asked_for(elo, tests, least):
    rng = np.random.default_rng(1)
    mean = 1 / (1 + 10 ** (-elo / 400))
    shares = np.array([0.15, 0.2, 0.3, 0.2, 0.15])
    tilted = shares * np.exp(np.linspace(-3, 3, 2001)[:, None] * PENTANOMIAL)
    tilted /= tilted.sum(axis=1, keepdims=True)
    odds = tilted[np.abs(tilted @ PENTANOMIAL - mean).argmin()]
    right = 0
    for _ in range(tests):
        seen = np.eye(5, dtype=int)[rng.choice(5, 600, p=odds)].cumsum(axis=0)
        llr = WIDE.llr(seen, PENTANOMIAL)
        lower, upper = WIDE.bounds
        first = llr[np.flatnonzero((llr < lower) | (llr > upper))[0]]
        right += (first > 0) == (elo == 100)
    assert right >= least  # 95% expected; fewer than 90% in 1 of 1000 tests of 200


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"elo0": 5, "elo1": 5}, "elo0=5, elo1=5 are not accepted; elo0 must be less than elo1"),
        ({"elo0": 10, "elo1": 0}, "elo0 must be less than elo1"),
        ({"elo0": 0, "elo1": 2000}, "both from -1000 to 1000"),
        ({"elo0": float("nan")}, "elo0=nan"),
        ({"alpha": 0}, "alpha=0, beta=0.05 are not accepted; both must be above 0 and below 0.5"),
        ({"beta": 0.5}, "below 0.5"),
        ({"alpha": float("nan")}, "alpha=nan"),
        ({"model": "bayesian"}, "model 'bayesian' is not accepted; models: logistic, normalised"),
        ({"model": "normalised", "elo1": 500}, "both from -100 to 100"),
        ({"fewest": -1}, "fewest=-1 is not accepted"),
    ],
)
def test_nonsensical_settings_are_refused_in_one_line(settings, words):
    with one_line(TournamentError, words):
        Hypotheses(**settings)


def test_a_test_is_between_two_and_other_hypotheses_in_the_same_folder_are_refused(spec, tmp_path):
    with pytest.raises(TournamentError, match="is between 2 agents; given: greedy random flat:1"):
        Sprt.from_spec(Spec.create(YARDSTICK, ["greedy", "random", "flat:1"]), WIDE)
    run(spec, tmp_path, games=6)
    with pytest.raises(TournamentError, match=r"sequential test: .* there, .* here"):
        run(spec, tmp_path, hypotheses=Hypotheses(elo1=50))


def run(spec, folder, games=2000, hypotheses=WIDE, **how):
    test = Sprt.from_spec(spec, hypotheses)
    run_tournament(spec, folder, games, sprt=test, **how)
    return test


def test_it_stops_when_the_answer_is_known(spec, tmp_path):
    test = run(spec, tmp_path, shard=2)
    assert test.verdict == "H1"
    assert test.llr >= test.hypotheses.bounds[1]
    assert test.values.tolist() == PENTANOMIAL.tolist()
    with Store.read(tmp_path) as store:
        assert store.played == 2 * test.deals < 100
    assert "H1 accepted: greedy is more than 0 Elo above random (error 0.05)" in test.words
    assert "LLR +" in test.words
    assert test.elo[1] < test.elo[0] <= test.elo[2]


def test_the_verdict_does_not_depend_on_how_the_games_are_cut_and_there_is_one_the_other_way_round(spec, tmp_path):
    one = run(spec, tmp_path / "one", shard=1)
    other = run(spec, tmp_path / "other", shard=999)
    np.testing.assert_array_equal(one.counts, other.counts)
    assert one.words == other.words
    test = run(Spec.create(YARDSTICK, ["random", "greedy"]), tmp_path / "turned")
    assert test.verdict == "H0"
    assert "H0 accepted: random is less than 100 Elo above greedy (error 0.05)" in test.words


def test_games_that_come_out_of_order_wait_for_those_before(spec, tmp_path):
    with Store.open(tmp_path, spec, 40) as store:
        test = Sprt.from_spec(spec, WIDE)
        for start, stop, deals in [(10, 20, 0), (0, 5, 2), (5, 9, 4), (9, 10, 10), (20, 21, 10)]:
            store.add(play_shard(spec, start, stop))
            test.update(store)
            assert test.deals == deals


def test_stopped_it_goes_on_to_the_same_verdict(spec, tmp_path):
    whole = run(spec, tmp_path / "whole")
    first = run(spec, tmp_path / "parts", games=6)
    assert (first.verdict, first.deals) == ("", 3)
    assert "undecided" in first.words
    second = run(spec, tmp_path / "parts")
    assert second.words == whole.words
    with Store.read(tmp_path / "parts") as store:
        assert Sprt.stored(store).words == whole.words
        played = store.played
    report = Report.from_folder(tmp_path / "parts")
    assert "Sequential test: LLR" in report.notes
    assert report.command.startswith("medianoche sprt ")
    assert "--elo0 0.0 --elo1 100.0 --alpha 0.05 --beta 0.05" in report.command
    run(spec, tmp_path / "parts")
    with Store.read(tmp_path / "parts") as store:
        assert store.played == played


def test_deals_of_three_players_count_as_a_whole(tmp_path):
    spec = Spec.create("misty", ["greedy", "random"], players=3, variant="introductory")
    test = run(spec, tmp_path, games=30, hypotheses=Hypotheses(0, 1))
    assert test.deals == 10
    assert test.values.tolist() == [k / 12 for k in range(13)]
    assert (test.counts @ test.values) / test.deals > 0.8


def test_a_normalised_test_says_so_and_waits(spec, tmp_path):
    test = run(spec, tmp_path, hypotheses=Hypotheses(0, 100, model="normalised", fewest=25))
    assert (test.verdict, test.deals) == ("H1", 25)
    assert "greedy is more than 0 normalised Elo above random" in test.words
    assert ", normalised +" in test.words
    assert "--model normalised --fewest 25" in Report.from_folder(tmp_path).command
    with Store.read(tmp_path) as store:
        assert Sprt.stored(store).words == test.words


@pytest.mark.parametrize(("counts", "sign"), [([0, 0, 0, 0, 74], 1), ([74, 0, 0, 0, 0], -1), ([0, 0, 0, 74, 0], 1)])
def test_deals_that_all_end_alike_are_infinitely_many_normalised_elo(counts, sign):
    estimate = normalised_elo(np.array(counts), PENTANOMIAL, games=2)
    ends = sorted([sign * estimate.low, sign * estimate.high])
    assert estimate.value == sign * np.inf
    assert ends[1] == np.inf
    assert 50 < ends[0] < 1500
    nearly = np.array(counts) + np.eye(5, dtype=int)[2]  # one deal more, a draw
    assert ends[0] < sign * normalised_elo(nearly, PENTANOMIAL, games=2).value < np.inf


def test_two_deals_alike_leave_normalised_elo_unknown_and_draws_are_none():
    assert normalised_elo(np.array([0, 0, 0, 0, 2]), PENTANOMIAL, games=2) == (np.inf, -np.inf, np.inf)
    assert normalised_elo(np.array([0, 0, 74, 0, 0]), PENTANOMIAL, games=2).value == pytest.approx(0, abs=1e-6)


def test_both_kinds_of_elo_are_printed_one_sided(spec):
    test = Sprt.from_spec(spec, WIDE)
    test.counts[-1] = 74
    elo, normalised = re.findall(r"[+-]inf \(\+[\d.]+ to \+inf\)", test.words)
    assert elo != normalised


def test_all_deals_won_are_infinitely_many_elo(spec):
    test = Sprt.from_spec(spec, WIDE)
    test.counts[-1] = 12
    value = test.elo_words.split(" (")[0]
    low = test.elo_words.split("(")[1].split(" ")[0]
    assert value == "+inf"
    assert 100 < float(low) < 1000
    assert test.elo_words.endswith("to +inf)")
    test.counts[0] = 12
    test.counts[-1] = 0
    assert test.elo_words.startswith("-inf (-inf to -")
    test.counts[:] = 50
    assert "inf" not in test.elo_words
