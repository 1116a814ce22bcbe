"""Sequential testing: is the new agent stronger? The test stops as soon as the answer is known.

Source: the generalised sequential probability ratio test as chess engine testers use it (fishtest, fastchess): Van den
Bergh, "The generalized maximum likelihood ratio for the expectation value of a distribution", 2019. What is counted
are whole deals with the seats turned; of two players' games these are pairs, and the test is the pentanomial one.
The likelihoods are of the observed distribution moved to the expected score of either hypothesis.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass

import numpy as np
from pydantic import TypeAdapter

from medianoche.benchmarks.tournament.database import FILE
from medianoche.benchmarks.tournament.ratings import ELO_SCALE
from medianoche.benchmarks.tournament.schedule import Schedule
from medianoche.benchmarks.tournament.spec import Spec, TournamentError
from medianoche.benchmarks.tournament.store import TEST, Results, Store
from medianoche.benchmarks.tournament.summary import comparisons
from medianoche.envs.core.files import from_json

LARGEST_ELO = 1000.0
UNSEEN = 1e-3
"""What counts for a result that was never seen, so that no likelihood is zero."""
HALVINGS = 60


@dataclass(frozen=True)
class Hypotheses:
    """H0: the new agent is `elo0` Elo above the old one. H1: it is `elo1` above.

    Attributes:
        elo0, elo1: logistic Elo differences.
        alpha: probability of accepting H1 where H0 holds.
        beta: probability of accepting H0 where H1 holds.

    Raises:
        TournamentError: settings with which no test makes sense.
    """

    elo0: float = 0.0
    elo1: float = 10.0
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not -LARGEST_ELO <= self.elo0 < self.elo1 <= LARGEST_ELO:
            raise TournamentError(
                f"elo0={self.elo0:g}, elo1={self.elo1:g} are not accepted; elo0 must be less than elo1, "
                f"both from {-LARGEST_ELO:g} to {LARGEST_ELO:g}"
            )
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise TournamentError(
                f"alpha={self.alpha:g}, beta={self.beta:g} are not accepted; both must be above 0 and below 0.5"
            )

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which H0 and H1 are accepted (Wald)."""
        return float(np.log(self.beta / (1 - self.alpha))), float(np.log((1 - self.beta) / self.alpha))

    def llr(self, counts: np.ndarray, values: np.ndarray) -> np.ndarray:
        """The log-likelihood ratio of H1 to H0 where score values[k] was seen counts[..., k] times."""
        seen = np.where(counts == 0, UNSEEN, counts)
        low, high = (_moved(seen, values, 1 / (1 + np.exp(-elo / ELO_SCALE))) for elo in (self.elo0, self.elo1))
        ratio: np.ndarray = (seen * (np.log(low) - np.log(high))).sum(axis=-1)
        return ratio


def _moved(counts: np.ndarray, values: np.ndarray, mean: float) -> np.ndarray:
    """By what the shares of `counts` are divided in the likeliest distribution whose mean is `mean`.

    It is 1 + x * (values - mean) with x such that the mean fits: the root of a falling function, by bisection.
    """
    away = values - mean
    low = np.full(counts.shape[:-1], -1 / away.max())
    high = np.full(counts.shape[:-1], -1 / away.min())
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        above = (counts * away / (1 + middle[..., None] * away)).sum(axis=-1) > 0
        low, high = np.where(above, middle, low), np.where(above, high, middle)
    factors: np.ndarray = 1 + ((low + high) / 2)[..., None] * away
    return factors


class Sprt:
    """A sequential test between the two agents of a tournament, the first being the new one.

    Games count deal by deal in the order of the schedule, so the verdict does not depend on who played which
    games when; what was played beyond the deal that decided is not counted.

    Attributes:
        counts: how often each of `values` was the new agent's share of the points of a deal.
        llr: the log-likelihood ratio so far.
        verdict: "H0", "H1", or "" while it is open.
    """

    def __init__(self, spec: Spec, hypotheses: Hypotheses) -> None:
        if len(spec.agents) != 2:
            raise TournamentError(f"a sequential test is between 2 agents; given: {' '.join(spec.agents)}")
        self.spec = spec
        self.hypotheses = hypotheses
        self.schedule = Schedule.of(spec)
        cycle = self.schedule.at(np.arange(self.schedule.cycle))
        points = self._points(cycle.deals, cycle.seats, np.zeros(cycle.seats.shape))
        largest = np.unique(points.sum(axis=(1, 2)) * 2).astype(np.int64)
        self.values = np.unique(np.concatenate([np.arange(most + 1) / most for most in largest]))
        self.counts = np.zeros(len(self.values), np.int64)
        self.llr = 0.0
        self.verdict = ""
        self._next = 0

    @classmethod
    def stored(cls, store: Store) -> Sprt | None:
        """The test that is in a tournament's folder, as far as it went; None if there is none."""
        if store.test is None:
            return None
        source = f"{store.folder / FILE}: {TEST}"
        found = cls(store.spec, from_json(TypeAdapter(Hypotheses), store.test, source, TournamentError))
        found.update(store)
        return found

    @property
    def setting(self) -> str:
        """The hypotheses, to be written down: a test goes on as it began, or not at all."""
        return json.dumps(asdict(self.hypotheses))

    def update(self, store: Store) -> None:
        """Count what was stored since the last time, until there is a verdict or a gap."""
        while not self.verdict and (block := next(store.blocks(self._next), None)):
            whole = self._whole_deals(block)
            if whole == 0:
                return
            self._count(Results(*(field[:whole] for field in block)))
            self._next += whole

    def add(self, block: Results) -> None:
        """Count whole deals that were played after those before."""
        if not self.verdict:
            self._count(block)

    @property
    def deals(self) -> int:
        """How many deals were counted."""
        return int(self.counts.sum())

    @property
    def elo(self) -> tuple[float, float, float]:
        """Elo of the new agent above the old one, and its 95% interval, as if the length had been fixed."""
        seen = np.where(self.counts == 0, UNSEEN, self.counts)
        mean = float((seen * self.values).sum() / seen.sum())
        error = float(np.sqrt((seen * (self.values - mean) ** 2).sum())) / float(seen.sum())
        shares = np.clip([mean, mean - 1.96 * error, mean + 1.96 * error], 1e-6, 1 - 1e-6)
        middle, low, high = (ELO_SCALE * np.log(shares / (1 - shares))).tolist()
        return middle, low, high

    @property
    def state(self) -> str:
        """The log-likelihood ratio and the bounds at which the test stops."""
        lower, upper = self.hypotheses.bounds
        return f"LLR {self.llr:+.2f} ({lower:.2f} to {upper:.2f})"

    @property
    def words(self) -> str:
        """Everything in one line; the verdict says what is not so, with the error that was asked for."""
        test, (new, old) = self.hypotheses, self.spec.agents
        elo, low, high = self.elo
        verdicts = {
            "": "undecided",
            "H0": f"H0 accepted: {new} is less than {test.elo1:g} Elo above {old} (error {test.beta:g})",
            "H1": f"H1 accepted: {new} is more than {test.elo0:g} Elo above {old} (error {test.alpha:g})",
        }
        found = f"Elo {elo:+.1f} ({low:+.1f} to {high:+.1f})" if self.deals else "no deal finished"
        return f"{self.state}, {self.deals:,} deals, {found}; {verdicts[self.verdict]}"

    def _whole_deals(self, block: Results) -> int:
        """How many games at the start of `block` go on without a gap, whole deals only."""
        unbroken = int((block.games == self._next + np.arange(len(block.games))).sum())
        ends = np.flatnonzero(self.schedule.at(block.games[:unbroken] + 1).deals != block.deals[:unbroken])
        return int(ends[-1]) + 1 if len(ends) else 0

    def _count(self, games: Results) -> None:
        points = self._points(games.deals - games.deals[0], games.seats, games.utilities)
        mine, all_points = 2 * points[:, 0, 1], 2 * points.sum(axis=(1, 2))
        places = np.searchsorted(self.values, mine / all_points)
        counts = self.counts + np.cumsum(np.eye(len(self.values), dtype=np.int64)[places], axis=0)
        llr = self.hypotheses.llr(counts, self.values)
        lower, upper = self.hypotheses.bounds
        decided = np.flatnonzero((llr <= lower) | (llr >= upper))
        last = decided[0] if len(decided) else -1
        self.counts, self.llr = counts[last], float(llr[last])
        if len(decided):
            self.verdict = "H1" if self.llr > 0 else "H0"

    def _points(self, deals: np.ndarray, seats: np.ndarray, utilities: np.ndarray) -> np.ndarray:
        """float64[deals, 2, 2]: points of either agent against the other on each deal, always the same in all."""
        return comparisons(seats, utilities, self.spec.teams, (int(deals[-1]) + 1, 2, 2), deals, neither=0.5)
