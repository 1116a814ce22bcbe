"""Error rates of sequential tests, and how often Elo intervals hold the truth, in thousands of simulated tournaments.

`python -m tests.soak.statistics [--quick] [--seed N]`. Exit status: 1 if a rate is worse than it is said to be.
"""

import numpy as np

from medianoche.benchmarks.tournament.elo import ELO_SCALE
from medianoche.benchmarks.tournament.sprt import NORMALISED_SCALE, Hypotheses
from tests.benchmarks.games import coverage
from tests.soak.frame import finish, options_of

STEP = 64
"""Deals that are simulated together; a test is looked at after each of them."""
DEALS = {
    "five shares": (2, [0.15, 0.2, 0.3, 0.2, 0.15]),
    "games alike": (2, [0.45, 0.02, 0.06, 0.02, 0.45]),
    "draws": (2, [0.005, 0.045, 0.9, 0.045, 0.005]),
    "one game": (1, [0.5, 0.5]),
    "four seats": (4, [0.11, 0.05, 0.08, 0.14, 0.24, 0.14, 0.08, 0.05, 0.11]),
}
"""Games of a deal, and how often each share of its points is seen where the agents are equal."""
TESTS = [Hypotheses(0, 100), Hypotheses(0, 30), Hypotheses(200, 300), Hypotheses(0, 60, model="normalised")]
FIELDS = [(0, 0), (0, 200, 100), (0, 200, 400), (0, 100, 200, 300), (0, 0, 0, 0, 0), (0, 0, 1500), (0, 300, 900, 920)]
COVERED = 0.93
"""Least share of intervals of 95% that hold the truth, in tournaments of 20 to 100 deals."""


def odds_at(elo, test, games, shares):
    """How often each share of the points is seen when the first agent is `elo` stronger: `shares`, tilted."""
    values = np.linspace(0, 1, len(shares))
    tilted = np.array(shares) * np.exp(np.linspace(-40, 40, 40001)[:, None] * values)
    tilted /= tilted.sum(axis=1, keepdims=True)
    means = tilted @ values
    if test.model == "logistic":
        away = means - 1 / (1 + np.exp(-elo / ELO_SCALE))
    else:
        spreads = np.sqrt((tilted * (values - means[:, None]) ** 2).sum(axis=1))
        away = (means - 0.5) / spreads - elo * np.sqrt(games) / NORMALISED_SCALE
    return tilted[np.abs(away).argmin()]


def accepted(test, games, odds, count, chance):
    """The share of `count` simulated tests that accept H1."""
    values = np.linspace(0, 1, len(odds))
    kinds = np.eye(len(odds), dtype=np.int64)
    counts = np.zeros((count, len(odds)), np.int64)
    better = 0
    lower, upper = test.bounds
    while len(counts):
        seen = counts[:, None] + kinds[chance.choice(len(odds), (len(counts), STEP), p=odds)].cumsum(axis=1)
        llr = test.llr(seen, values, games)
        ends = (llr <= lower) | (llr >= upper)
        ended = ends.any(axis=1)
        better += int((llr[np.arange(len(llr)), ends.argmax(axis=1)] > 0)[ended].sum())
        counts = seen[~ended, -1]
    return better / count


def main(settings):
    """Simulate and compare; returns the faults."""
    rng = np.random.default_rng(settings.seed)
    count = 500 if settings.quick else 4000
    wrong = []

    def told(line, bad):
        print(f"{line}{' <--' * bad}", flush=True)
        wrong.extend([line] * bad)

    errors = 3 if settings.quick else 2  # standard errors: of 500 tests one in forty is beyond two by chance
    limit = 0.05 + errors * np.sqrt(0.05 * 0.95 / count)
    for name, (games, shares) in DEALS.items():
        for test in TESTS:
            odds = [odds_at(elo, test, games, shares) for elo in (test.elo0, test.elo1)]
            first, second = (accepted(test, games, odds_given, count, rng) for odds_given in odds)
            errors_said = f"errors {first:.3f} and {1 - second:.3f}, limit {limit:.3f}"
            told(f"{name}, {test.setting}: {errors_said}", bool(max(first, 1 - second) > limit))
    for elo in FIELDS:
        for deals in (20, 40, 100):
            for alike in (0.0, 0.6, 1.0):
                held = coverage(np.array(elo, float), deals, alike, count // 4, settings.seed * count).min()
                bad = bool(held < COVERED - errors * np.sqrt(0.05 * 0.95 / (count // 4)))
                told(f"Elo {elo}, {deals} deals, alike {alike:g}: {held:.3f} of intervals hold or more", bad)
    return wrong


if __name__ == "__main__":
    tried = f"{len(DEALS) * len(TESTS)} tests and {len(FIELDS) * 9} fields"
    finish(tried, main(options_of(__doc__, "an eighth of the tests")))
