"""Search a pack's numbers for a stated target: Optuna chooses numbers, a short playtest of one agent measures them.

NTBEA, which TAG uses for the same, is a search of small spaces under noise; so is Optuna's tree-structured Parzen
estimator (Bergstra et al., 2011), which the suite has for sweeps. All trials play deals with the same seeds, so that
chance differs less between packs than between games.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from pydantic import ValidationError

from medianoche import envs
from medianoche.benchmarks import Estimate, TournamentError
from medianoche.benchmarks.studies.playtest.measures import estimates, rows
from medianoche.benchmarks.studies.playtest.recording import self_play
from medianoche.benchmarks.studies.playtest.report import PlaytestPlan, critic_of
from medianoche.benchmarks.studies.sweep import NUMBER_LIMIT
from medianoche.envs import PackError
from medianoche.envs.core import files
from medianoche.envs.core.content.pack import to_toml
from medianoche.envs.core.errors import choices

if TYPE_CHECKING:
    import optuna


class PackNumbers(NamedTuple):
    """A number of the pack and its range: `card.3.copies=1..8`; integers if both ends are."""

    path: str
    low: float
    high: float

    @classmethod
    def read(cls, text: str) -> PackNumbers:
        """Read `PATH=LOW..HIGH`; raises TournamentError."""
        path, _, ends = text.partition("=")
        low, dots, high = ends.partition("..")
        try:
            pack_numbers = cls(path, *(int(end) if end.lstrip("-").isdecimal() else float(end) for end in (low, high)))
        except ValueError:
            pack_numbers = cls("", 0, 0)
        if not (
            path
            and dots
            and pack_numbers.low < pack_numbers.high
            and max(-pack_numbers.low, pack_numbers.high) < NUMBER_LIMIT
        ):
            raise TournamentError(f"--tune {text!r} is not accepted; write PATH=LOW..HIGH, as card.3.copies=1..8")
        return pack_numbers

    def suggest(self, trial: optuna.Trial) -> float:
        """A number that Optuna chooses."""
        if isinstance(self.low, int) and isinstance(self.high, int):
            return trial.suggest_int(self.path, self.low, self.high)
        return trial.suggest_float(self.path, self.low, self.high)


def read_numbers(texts: Sequence[str]) -> list[PackNumbers]:
    """Read several of them; raises TournamentError, also if one number is given twice."""
    parsed = [PackNumbers.read(text) for text in texts]
    for number, pack_number in enumerate(parsed):
        if pack_number.path in (other.path for other in parsed[:number]):
            raise TournamentError(f"--tune: {pack_number.path} is given twice")
    return parsed


@dataclass(frozen=True)
class TuningTarget:
    """What the search is for: a measure, and the value it is to have."""

    measure: str
    value: float

    @classmethod
    def read(cls, text: str) -> TuningTarget:
        """Read `MEASURE=VALUE`; raises TournamentError."""
        measure, _, value = text.partition("=")
        try:
            target = cls(measure, float(value))
        except ValueError:
            target = cls(measure, math.nan)
        if not math.isfinite(target.value):
            raise TournamentError(f"--target {text!r} is not accepted; write MEASURE=VALUE, as length=60")
        return target

    def miss(self, measures: dict[str, Estimate]) -> float:
        """The distance of the measure from the target."""
        if self.measure not in measures:
            raise TournamentError(f"--target: no measure {self.measure!r}; there is {choices(sorted(measures))}")
        return abs(measures[self.measure].value - self.value)


class Tuned(NamedTuple):
    """A pack that was tried."""

    numbers: dict[str, float]
    found: Estimate  #: the measure of the target
    miss: float


Report = Callable[[int, Tuned], None]


def changed(tables: dict[str, Any], numbers: dict[str, float]) -> dict[str, Any]:
    """The tables of a pack with other numbers, by dotted paths; `card.3` is the fourth card. Raises TournamentError if
    a path leads to no number."""
    changed_tables = deepcopy(tables)
    for path, value in numbers.items():
        *way, last = path.split(".")
        place: Any = changed_tables
        for step in way:
            place = place[_key(place, step, path)]
        key = _key(place, last, path)
        if isinstance(place[key], bool) or not isinstance(place[key], int | float):
            raise TournamentError(f"--tune {path}: the pack has {place[key]!r} there, which is no number")
        place[key] = value
    return changed_tables


def _key(place: Any, step: str, path: str) -> Any:
    known = range(len(place)) if isinstance(place, list) else place if isinstance(place, dict) else ()
    key = int(step) if isinstance(place, list) and step.isdecimal() else step
    if key not in known:
        raise TournamentError(f"--tune {path}: the pack has no {step!r} there; it has {choices(known) or 'nothing'}")
    return key


def tune(
    plan: PlaytestPlan,
    ranges: Sequence[PackNumbers],
    target: TuningTarget,
    trials: int,
    folder: Path,
    report: Report | None = None,
) -> tuple[Tuned, Path]:
    """Search the pack's numbers; the best pack is written to `folder`.

    Returns:
        The best pack's numbers, and its file.

    Raises:
        TournamentError: a path, the target or the agent is not accepted, or no pack with such numbers is valid.
    """
    import optuna

    optuna.logging.set_verbosity(optuna.logging.WARNING)
    game = envs.game(plan.game)
    tables = game.content.read_pack(plan.pack).model.model_dump(mode="json", exclude_none=True, by_alias=True)
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "tuned.toml"
    best = list[Tuned]()

    def objective(trial: optuna.Trial) -> float:
        numbers = {pack_number.path: pack_number.suggest(trial) for pack_number in ranges}
        trial_file = folder / "trial.toml"
        try:
            files.write(trial_file, to_toml(game.declaration.pack_model.model_validate(changed(tables, numbers))))
            game.content.with_packs([str(trial_file)])
        except (ValidationError, PackError):  # this pack is not valid
            raise optuna.TrialPruned from None
        measures = measured(replace(plan, pack=str(trial_file)))
        if target.measure not in measures:  # no game of this pack has it
            raise optuna.TrialPruned
        tried = Tuned(numbers, measures[target.measure], target.miss(measures))
        if not best or tried.miss < best[0].miss:
            best[:] = [tried]
            trial_file.replace(file)
        if report:
            report(trial.number, tried)
        return tried.miss

    changed(tables, {pack_number.path: pack_number.low for pack_number in ranges})
    target.miss(measured(plan))  # raises before the first trial
    study = optuna.create_study(sampler=optuna.samplers.TPESampler(seed=plan.seed))
    try:
        study.optimize(objective, n_trials=trials)
    finally:
        (folder / "trial.toml").unlink(missing_ok=True)
    if not best:
        raise TournamentError(f"none of {trials} packs with such numbers is valid and has {target.measure}")
    return best[0], file


def measured(plan: PlaytestPlan) -> dict[str, Estimate]:
    """The measures of the plan's last agent in all seats; by default the network alone, else `greedy`."""
    table = plan.table()
    critic = critic_of(table)
    who = plan.agents[-1] if plan.agents else "net" if critic else "greedy"
    played = self_play(table, who, plan.games, critic)
    teams = table.game.teams(table.players)
    return estimates(rows(played, table.game.agents(table.players), teams), len(set(teams)))
