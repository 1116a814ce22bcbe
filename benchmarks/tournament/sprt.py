"""Sequential probability ratio tests of whether a new agent is stronger than an old one.

Source: the generalised sequential probability ratio test as chess engine testers use it (fishtest, fastchess): Van den
Bergh, "The generalized maximum likelihood ratio for the expectation value of a distribution", 2019. What is counted
are whole deals with the seats turned; of two players' games these are pairs, and the test is the pentanomial one.
The likelihoods are of the observed distribution moved to the expected score of either hypothesis, or, if Elo is
normalised, to its t-value: Van den Bergh, "Normalized Elo" and "Comments on Normalized Elo", 2020-21.

Normalised Elo divides the difference in score by the standard deviation of a game, which is sqrt(games of a deal) times
that of a deal's share. It alone determines how many deals a test takes, in any game, with any rate of draws.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Literal, get_args

import numpy as np
from pydantic import TypeAdapter

from medianoche.benchmarks.tournament.database import FILE
from medianoche.benchmarks.tournament.elo import ELO_SCALE
from medianoche.benchmarks.tournament.intervals import Estimate, share_interval
from medianoche.benchmarks.tournament.schedule import Schedule
from medianoche.benchmarks.tournament.spec import Spec, TournamentError
from medianoche.benchmarks.tournament.stopping import Rule
from medianoche.benchmarks.tournament.store import TEST, GameResults, Store
from medianoche.benchmarks.tournament.summary import comparisons
from medianoche.envs.core.errors import choices
from medianoche.envs.core.files import from_json

Model = Literal["logistic", "normalised"]
ELO_LIMIT = {"logistic": 1000.0, "normalised": 100.0}
NORMALISED_SCALE = 800.0 / np.log(10.0)
"""Normalised Elo of a gain of one spread a game; so near equality it is the logistic Elo of games without draws."""
UNSEEN = 1e-3
"""Count that replaces 0 for a result that never occurred, so that no likelihood is zero."""
NO_SHARE = 1e-6
"""Share of the points that replaces 0 and 1, whose Elo is infinite."""
HALVINGS = 60
ROUNDS = 20
NEAR = 1e-9


@dataclass(frozen=True)
class Hypotheses:
    """H0: the new agent is `elo0` Elo above the old one. H1: it is `elo1` above.

    Raises:
        TournamentError: settings with which no test makes sense.
    """

    elo0: float = 0.0  #: Elo difference of H0
    elo1: float = 10.0  #: Elo difference of H1
    alpha: float = 0.05  #: probability of accepting H1 where H0 holds
    beta: float = 0.05  #: probability of accepting H0 where H1 holds
    model: Model = "logistic"  #: which Elo it is, "logistic" or "normalised"
    fewest: int = 0  #: deals before which there is no verdict; the Elo found by a test that stops early is too large

    def __post_init__(self) -> None:
        if self.model not in get_args(Model):
            raise TournamentError(f"model {self.model!r} is not accepted; models: {choices(get_args(Model))}")
        largest = ELO_LIMIT[self.model]
        if not -largest <= self.elo0 < self.elo1 <= largest:
            raise TournamentError(
                f"elo0={self.elo0:g}, elo1={self.elo1:g} are not accepted; elo0 must be less than elo1, "
                f"both from {-largest:g} to {largest:g}"
            )
        if self.fewest < 0:
            raise TournamentError(f"fewest={self.fewest} is not accepted; give a number of deals, at least 0")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise TournamentError(
                f"alpha={self.alpha:g}, beta={self.beta:g} are not accepted; both must be above 0 and below 0.5"
            )

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which H0 and H1 are accepted (Wald)."""
        return float(np.log(self.beta / (1 - self.alpha))), float(np.log((1 - self.beta) / self.alpha))

    def llr(self, counts: np.ndarray, values: np.ndarray, games: float = 1.0) -> np.ndarray:
        """The log-likelihood ratio of H1 to H0 where score values[k] was seen counts[..., k] times, a score being that
        of so many games."""
        seen = np.where(counts == 0, UNSEEN, counts)
        if self.model == "normalised":
            root = np.sqrt(games) / NORMALISED_SCALE
            low, high = (_stretched(seen, values, elo * root) for elo in (self.elo0, self.elo1))
        else:
            low, high = (_moved(seen, values - 1 / (1 + np.exp(-elo / ELO_SCALE))) for elo in (self.elo0, self.elo1))
        return (seen * (np.log(low) - np.log(high))).sum(axis=-1)

    @property
    def unit(self) -> str:
        """The name of the Elo unit."""
        return "Elo" if self.model == "logistic" else "normalised Elo"

    @property
    def setting(self) -> str:
        """The hypotheses as JSON, without later fields that have their default, so that old files compare equal."""
        later = {"model": "logistic", "fewest": 0}
        return json.dumps({key: value for key, value in asdict(self).items() if value != later.get(key)})


def _moved(counts: np.ndarray, away: np.ndarray) -> np.ndarray:
    """Factors that divide the shares of `counts` to give the likeliest distribution in which the mean of `away` is 0.

    It is 1 + x * away with x such that the mean fits: the root of a falling function, by bisection. `away` is one row
    for all, or as many as `counts` has.
    """
    away = np.broadcast_to(away, counts.shape)
    low, high = -1 / away.max(axis=-1), -1 / away.min(axis=-1)
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        above = (counts * away / (1 + middle[..., None] * away)).sum(axis=-1) > 0
        low, high = np.where(above, middle, low), np.where(above, high, middle)
    return 1 + ((low + high) / 2)[..., None] * away


def _stretched(counts: np.ndarray, values: np.ndarray, t_value: float) -> np.ndarray:
    """The same for the condition (mean of `values` - 1/2) / standard deviation = `t_value`.

    The condition is linearised at the present distribution, and this is repeated until it converges.
    """
    shares = counts / counts.sum(axis=-1, keepdims=True)
    weights = np.full(shares.shape, 1 / shares.shape[-1])
    for _ in range(ROUNDS):
        mean = (weights * values).sum(axis=-1, keepdims=True)
        spread = np.sqrt((weights * (values - mean) ** 2).sum(axis=-1, keepdims=True))
        factors = _moved(shares, values - 0.5 - t_value * (spread + (mean - values) ** 2 / spread) / 2)
        before = weights
        weights = shares / factors
        if np.abs(weights - before).max() < NEAR:
            break
    return factors


class Sprt(Rule):
    """A sequential test between two agents, the first being the new one; `of` makes that of a tournament.

    Args:
        schedule: of their games.
        teams: of each seat.
        agents: their names.
        hypotheses: of the test.

    Attributes:
        counts: how often each of `values` was the new agent's share of the points of a deal.
        llr: the log-likelihood ratio so far.
        verdict: "H0", "H1", or "" while it is open.
        setting: the hypotheses: a test goes on as it began, or not at all.
    """

    def __init__(
        self, schedule: Schedule, teams: tuple[int, ...], agents: tuple[str, ...], hypotheses: Hypotheses
    ) -> None:
        if len(agents) != 2:
            raise TournamentError(f"a sequential test is between 2 agents; given: {' '.join(agents)}")
        super().__init__(schedule)
        self.teams = teams
        self.agents = agents
        self.hypotheses = hypotheses
        self.setting = hypotheses.setting
        cycle = self.schedule.at(np.arange(self.schedule.cycle))
        self.games_of_deal = self.schedule.cycle / len(np.unique(cycle.deals))
        points = self._points(cycle.deals, cycle.seats, np.zeros(cycle.seats.shape))
        largest = np.unique(points.sum(axis=(1, 2)) * 2).astype(np.int64)
        self.values = np.unique(np.concatenate([np.arange(most + 1) / most for most in largest]))
        self.counts = np.zeros(len(self.values), np.int64)
        self.llr = 0.0

    @classmethod
    def from_spec(cls, spec: Spec, hypotheses: Hypotheses) -> Sprt:
        """The test between the two agents of a tournament."""
        return cls(Schedule.from_spec(spec), spec.teams, spec.agents, hypotheses)

    @classmethod
    def stored(cls, store: Store) -> Sprt | None:
        """The test stored in a tournament's folder, with the deals played so far; None if there is none."""
        if store.test is None:
            return None
        source = f"{store.folder / FILE}: {TEST}"
        sprt = cls.from_spec(store.spec, from_json(TypeAdapter(Hypotheses), store.test, source, TournamentError))
        sprt.update(store)
        return sprt

    @property
    def deals(self) -> int:
        """The number of deals that were counted."""
        return int(self.counts.sum())

    @property
    def elo(self) -> Estimate:
        """Elo of the new agent above the old one, and its 95% interval, as if the length had been fixed."""
        won = np.repeat(self.values, self.counts)
        interval = share_interval(won, np.ones_like(won))
        shares = np.clip([interval.share, interval.low, interval.high], NO_SHARE, 1 - NO_SHARE)
        return Estimate(*(ELO_SCALE * np.log(shares / (1 - shares))).tolist())

    @property
    def elo_words(self) -> str:
        """`elo` in words, infinite where it is that of no share or of all of it."""
        most = ELO_SCALE * np.log(1 / NO_SHARE - 1) - 0.01
        limits = [elo if abs(elo) < most else np.copysign(np.inf, elo) for elo in self.elo]
        return Estimate(*limits).words("+.1f")

    @property
    def normalised_elo(self) -> Estimate:
        """The same for normalised Elo, as fastchess gives it: its error follows from the number of games alone."""
        return normalised_elo(self.counts, self.values, self.games_of_deal)

    @property
    def state(self) -> str:
        """The log-likelihood ratio and the bounds at which the test stops."""
        lower, upper = self.hypotheses.bounds
        return f"LLR {self.llr:+.2f} ({lower:.2f} to {upper:.2f})"

    @property
    def words(self) -> str:
        """State, estimates and verdict in one line; the verdict names the rejected hypothesis and its error."""
        test, (new, old) = self.hypotheses, self.agents
        verdicts = {
            "": "undecided",
            "H0": f"H0 accepted: {new} is less than {test.elo1:g} {test.unit} above {old} (error {test.beta:g})",
            "H1": f"H1 accepted: {new} is more than {test.elo0:g} {test.unit} above {old} (error {test.alpha:g})",
        }
        told = "no deal finished"
        if self.deals:
            told = f"Elo {self.elo_words}, normalised {self.normalised_elo.words('+.1f')}"
        return f"{self.state}, {self.deals:,} deals, {told}; {verdicts[self.verdict]}"

    def _count(self, games: GameResults) -> None:
        points = self._points(games.deals - games.deals[0], games.seats, games.utilities)
        mine = 2 * points[:, 0, 1]
        all_points = 2 * points.sum(axis=(1, 2))
        places = np.searchsorted(self.values, mine / all_points)
        counts = self.counts + np.cumsum(np.eye(len(self.values), dtype=np.int64)[places], axis=0)
        llr = self.hypotheses.llr(counts, self.values, self.games_of_deal)
        lower, upper = self.hypotheses.bounds
        enough = counts.sum(axis=1) >= self.hypotheses.fewest
        decided = np.flatnonzero(enough & ((llr <= lower) | (llr >= upper)))
        last = decided[0] if len(decided) else -1
        self.counts = counts[last]
        self.llr = float(llr[last])
        if len(decided):
            self.verdict = "H1" if self.llr > 0 else "H0"

    def _points(self, deals: np.ndarray, seats: np.ndarray, utilities: np.ndarray) -> np.ndarray:
        """float64[deals, 2, 2]: points of either agent against the other on each deal, always the same in all."""
        return comparisons(seats, utilities, self.teams, (int(deals[-1]) + 1, 2, 2), deals, neither=0.5)


def normalised_elo(counts: np.ndarray, values: np.ndarray, games: float) -> Estimate:
    """Normalised Elo and its 95% interval where a deal of so many games had the score values[k] counts[k] times.

    It is infinite if all deals had the same score, other than 1/2. Then one end of the interval is known: the end of
    the share's interval, with the largest standard deviation that scores of this mean can have.
    """
    if np.count_nonzero(counts) == 1 and (score := float(values[counts.argmax()])) != 0.5:
        return _without_spread(score, int(counts.sum()), games)
    seen = np.where(counts == 0, UNSEEN, counts)
    mean = float(seen @ values / seen.sum())
    spread = float(np.sqrt(seen @ (values - mean) ** 2 / seen.sum()))
    middle = NORMALISED_SCALE * (mean - 0.5) / (spread * np.sqrt(games))
    reach = 1.96 * NORMALISED_SCALE / np.sqrt(counts.sum() * games)
    return Estimate.around(float(middle), float(reach))


def _without_spread(score: float, deals: int, games: float) -> Estimate:
    """Normalised Elo where all deals had the same score."""
    sign = 1.0 if score > 0.5 else -1.0
    better = max(score, 1 - score)
    low = float(share_interval(np.full(deals, better), np.ones(deals)).low)
    end = -np.inf  # the share may be below 1/2, the standard deviation nearly 0
    if low > 0.5:
        end = float(NORMALISED_SCALE * (low - 0.5) / np.sqrt(low * (1 - low) * games))
    low, high = sorted((sign * end, sign * np.inf))
    return Estimate(sign * np.inf, low, high)
