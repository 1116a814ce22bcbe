"""Sweeps: many short trainings over ranges of settings; each is rated in the frozen field, and its cost is measured.

[Optuna](https://optuna.org) chooses the settings (by the tree-structured Parzen estimator, Bergstra et al. 2011) and
keeps its study in the folder's `optuna.log`. `medianoche sweep` is the command.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, Self

import numpy as np
from pydantic import BeforeValidator, ConfigDict, Field, PositiveFloat, TypeAdapter, model_validator

import medianoche
from medianoche import envs
from medianoche.agents import fingerprint, shipped
from medianoche.agents.fingerprints import hash_of
from medianoche.benchmarks import FieldTable, Reference, placed
from medianoche.benchmarks.tournament.intervals import known_ends, stored_ends
from medianoche.envs.core import files
from medianoche.envs.core.errors import choices
from medianoche.training import POLICY, ImitationStage, NetConfig, TrainingError, seeds
from medianoche.training.curve import svg
from medianoche.training.settings import Count, Seed, Settings, differing, tables_in

if TYPE_CHECKING:
    import optuna
    from matplotlib.figure import Figure

SETTINGS = "sweep.toml"
STUDY = "optuna.log"
RESULT = "result.json"
TABLE, PICTURE, BEST = "trials.csv", "sweep.svg", "best.toml"
"""Files in a sweep's folder; RESULT is in each trial's."""
MINUTES = "minutes"
"""The one key of a range that is not a key of the configuration: minutes of the whole training."""
FIXED = "game"
"""The one key of the configuration that is no key of a range: the name of a game may be code to import."""
NUMBER_LIMIT = 2**63
"""Ends of a range are smaller than this."""
COLUMNS = 3
"""Panels in a row of the picture."""


MINUTES_OF = TypeAdapter(dict[str, Annotated[float, Field(gt=0, lt=NUMBER_LIMIT)]])


class Range(Settings):
    """Numbers from low to high; integers if both are."""

    model_config = ConfigDict(allow_inf_nan=True)  # `_in_order` says it in one line

    low: int | float
    high: int | float
    log: bool = False  #: Whether the logarithm is drawn uniformly

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if not self.low < self.high or (self.log and self.low <= 0) or max(-self.low, self.high) >= NUMBER_LIMIT:
            raise ValueError("low has to be below high, and above 0 with log; both are finite")
        return self


def _table_or_list(value: Any) -> Any:
    if not isinstance(value, dict | list | Range):
        raise ValueError("accepted: a table with low and high, or a list of values")
    return value


class SweepSettings(Settings):
    """A sweep: the tables of its TOML file."""

    trials: Count = 20  #: Trainings in all
    minutes: PositiveFloat | None = None  #: Of each training; none: as the configuration says
    games: Count = 400  #: Games of each trained network against the frozen field
    cost: bool = False  #: Whether to look for cheap trainings, too, and not for strong ones alone
    seed: Seed = 0  #: Of the settings that are drawn
    ranges: dict[str, Annotated[Range | list[Any], BeforeValidator(_table_or_list)]] = Field(min_length=1)
    """By key of the configuration, as `stages.1.ent_coef`, or `minutes`: a range, or a list of which one is drawn."""

    @model_validator(mode="after")
    def _drawable(self) -> Self:
        if empty := next((key for key, values in self.ranges.items() if values == []), None):
            raise ValueError(f"ranges: {empty}: an empty list")
        if FIXED in self.ranges:
            raise ValueError(f"ranges: {FIXED}: a sweep is of one game, which the command names")
        return self

    @classmethod
    def read(cls, file: Path) -> Self:
        """Read a TOML file. Raises TrainingError in one line if it is not accepted."""
        return files.tables_to_model(TypeAdapter(cls), tables_in(file), file, TrainingError)


class TrialResult(NamedTuple):
    """What a trial has shown."""

    number: int
    settings: dict[str, Any]  #: by key of `ranges`
    elo: float
    low: float  #: 95% interval
    high: float
    cpu_seconds: float  #: of the training, without measurements


class Sweep:
    """A sweep in a folder, from the beginning or from where it was stopped.

    Args:
        folder: of the sweep; created if necessary.
        settings: see SweepSettings.
        base: the configuration that the ranges change.
        field: of the ratings.

    Raises:
        MedianocheError: a key is not one of the configuration, a value is not accepted, the folder holds another sweep,
            or the field has no such game.
    """

    def __init__(self, folder: Path, settings: SweepSettings, base: NetConfig, field: Path) -> None:
        self.folder = folder
        self.settings = settings
        self.base = base
        self.reference = Reference.read(field)
        self.table = self.reference.table(envs.game(base.game), base.players[0] if base.players else None)
        configs = [
            self.config({key: _drawable(values)[number % len(_drawable(values))] for key, values in self.ranges})
            for number in range(max(len(_drawable(values)) for _, values in self.ranges))
        ]
        self._open(_identity(configs, self.table))
        self.study = self._study()

    @property
    def ranges(self) -> list[tuple[str, Range | list[Any]]]:
        """The ranges with their keys."""
        return list(self.settings.ranges.items())

    # ---- trials

    def unfinished(self) -> list[int]:
        """Numbers of the trials that have begun and are not finished."""
        return [trial.number for trial in self.study.get_trials(deepcopy=False) if not trial.state.is_finished()]

    def begun(self) -> int:
        """How many trials have begun."""
        return len(self.study.get_trials(deepcopy=False))

    def ask(self) -> int:
        """Begin a trial with settings that Optuna chooses; returns its number."""
        return int(self.study.ask({key: _distribution(values) for key, values in self.ranges}).number)

    def drawn(self, number: int) -> dict[str, Any]:
        """The settings of a trial by the keys of the ranges."""
        drawn = self.study.get_trials(deepcopy=False)[number].params
        return {key: _value(self.settings.ranges[key], value) for key, value in drawn.items()}

    def trial_folder(self, number: int) -> Path:
        """The folder of a trial's training."""
        return self.folder / f"trial-{number:03}"

    def config(self, drawn: dict[str, Any], measured: bool = False) -> NetConfig:
        """The configuration with the values of `drawn`; not `measured`: without measurements but for the last."""
        tables = self.base.model_dump(mode="json", exclude_none=True)
        for key, value in drawn.items():
            if key != MINUTES:
                _write(tables, key, value)
        if not measured:
            tables["evaluation"] |= {"every": 1.0, "opponents": [], "final_games": 0}
        minutes = drawn.get(MINUTES, self.settings.minutes)
        if minutes is not None:
            minutes = files.tables_to_model(MINUTES_OF, {MINUTES: minutes}, "ranges", TrainingError)[MINUTES]
        return NetConfig.from_tables("sweep", tables).within(minutes)

    def rate(self, number: int) -> TrialResult:
        """Rate the network of a trial, whose training has ended, and tell Optuna."""
        folder = self.trial_folder(number)
        rating = placed(self.table, self.reference.name, f"net:{folder / POLICY}", self.settings.games)
        ((*_, last),) = seeds.read([folder])
        result = TrialResult(number, self.drawn(number), *rating, last.cpu_seconds)
        low, high = known_ends(result.low, result.high)
        files.write(folder / RESULT, json.dumps({**result._asdict(), "low": low, "high": high}).encode())
        self.study.tell(number, [result.elo, result.cpu_seconds] if self.settings.cost else result.elo)
        return result

    def give_up(self, number: int) -> None:
        """Tell Optuna that the training of a trial failed."""
        import optuna

        self.study.tell(number, state=optuna.trial.TrialState.FAIL)

    def results(self) -> list[TrialResult]:
        """The results so far, by number."""
        files_rated = sorted(self.folder.glob(f"trial-*/{RESULT}"))
        return [_stored(file) for file in files_rated]

    # ---- what is left in the folder

    def write(self) -> TrialResult:
        """Write the table, the picture, and the configuration of the strongest trial, which is returned."""
        rated = self.results()
        best = max(rated, key=lambda result: result.elo)
        with files.replacing(self.folder / TABLE) as new, new.open("w", encoding="utf-8", newline="") as out:
            table = csv.writer(out)
            table.writerow(["trial", *self.settings.ranges, "elo", "low", "high", "cpu_seconds"])
            for result in rated:
                drawn = [result.settings[key] for key in self.settings.ranges]
                figures = f"{result.elo:.1f}", f"{result.low:.1f}", f"{result.high:.1f}", f"{result.cpu_seconds:.3f}"
                table.writerow([result.number, *drawn, *figures])
        draw(self.folder / PICTURE, self.table.title, self.settings, rated)
        files.write(self.folder / BEST, self.config(best.settings, measured=True).to_toml())
        return best

    # ---- inner

    def _open(self, identity: dict[str, Any]) -> None:
        """Create the folder, or compare it with this sweep; the number of trials may change."""
        here = {"sweep": self.settings.model_dump(exclude_none=True), "base": self.base.model_dump(exclude_none=True)}
        here = json.loads(json.dumps({**here, "field": self.reference.name, **identity}, default=str))
        file = self.folder / SETTINGS
        if file.is_file():
            stored = tables_in(file, trusted=True)
            if difference := differing(stored, here, ("sweep.trials",)):
                raise TrainingError(f"{self.folder} holds another sweep ({difference}); choose another --out")
        self.folder.mkdir(parents=True, exist_ok=True)
        import tomli_w

        files.write(file, tomli_w.dumps(here))

    def _study(self) -> optuna.Study:
        import optuna
        from optuna.storages.journal import JournalFileBackend

        optuna.logging.set_verbosity(optuna.logging.WARNING)
        storage = optuna.storages.JournalStorage(JournalFileBackend(str(self.folder / STUDY)))
        directions: list[Any] = ["maximize", "minimize"] if self.settings.cost else ["maximize"]
        study = optuna.create_study(storage=storage, study_name="sweep", directions=directions, load_if_exists=True)
        study.sampler = optuna.samplers.TPESampler(seed=self.settings.seed + len(study.get_trials(deepcopy=False)))
        return study


def _identity(configs: list[NetConfig], table: FieldTable) -> dict[str, Any]:
    """What decides results beside the settings: versions, the field's table, networks to begin from, agents to learn
    from."""
    game = envs.game(configs[0].game)
    agents = {stage.agent for config in configs for stage in config.stages if isinstance(stage, ImitationStage)}
    starts = {config.start for config in configs if config.start}
    marks = {name: fingerprint(name, game) for name in sorted(agents)}
    marks |= {name: hash_of(shipped(game) if name == "shipped" else Path(name)) for name in sorted(starts)}
    versions = {"medianoche": medianoche.__version__, "game": game.version}
    versions |= {"code": game.content.code} if game.content.code else {}
    return {"table": table.hash, "versions": versions, "fingerprints": marks}


def _distribution(values: Range | list[Any]) -> optuna.distributions.BaseDistribution:
    """What Optuna draws from; lists in a list of choices as JSON."""
    from optuna.distributions import CategoricalDistribution, FloatDistribution, IntDistribution

    if isinstance(values, list):
        return CategoricalDistribution([_text(value) for value in values])
    if isinstance(values.low, int) and isinstance(values.high, int):
        return IntDistribution(values.low, values.high, log=values.log)
    return FloatDistribution(values.low, values.high, log=values.log)


def _drawable(values: Range | list[Any]) -> list[Any]:
    """The values that can be drawn: all of a list, the ends of a range."""
    return values if isinstance(values, list) else [values.low, values.high]


def _text(value: Any) -> Any:
    return value if isinstance(value, bool | int | float | str) else json.dumps(value)


def _value(values: Range | list[Any], drawn: Any) -> Any:
    """The value that `_distribution` drew."""
    return next(value for value in values if _text(value) == drawn) if isinstance(values, list) else drawn


def _write(tables: dict[str, Any], key: str, value: Any) -> None:
    """Write a value at a dotted key. Raises TrainingError if a table or a stage on its way does not exist."""
    *way, last = key.split(".")
    place: Any = tables
    for step in way:
        known = range(len(place)) if isinstance(place, list) else place
        index = int(step) if isinstance(place, list) and step.isdecimal() else step
        if index not in known or not isinstance(place[index], dict | list):
            raise TrainingError(f"ranges: {key}: no {step!r} in the configuration; there are {choices(known)}")
        place = place[index]
    if isinstance(place, list):
        raise TrainingError(f"ranges: {key}: no key of the configuration")
    place[last] = value


# ---- the picture


def front(results: Sequence[TrialResult]) -> list[TrialResult]:
    """The results that no other one beats in both cost and Elo, by cost."""
    kept: list[TrialResult] = []
    for result in sorted(results, key=lambda result: (result.cpu_seconds, -result.elo)):
        if not kept or result.elo > kept[-1].elo:
            kept.append(result)
    return kept


def _stored(file: Path) -> TrialResult:
    """The result of a trial, from its file."""
    tables = json.loads(file.read_text(encoding="utf-8"))
    low, high = stored_ends(tables.pop("low"), tables.pop("high"))
    return TrialResult(**tables, low=low, high=high)


def draw(file: Path, title: str, settings: SweepSettings, results: Sequence[TrialResult]) -> None:
    """Draw Elo against cost with its front, and Elo against each range."""
    from medianoche.benchmarks.tournament.plots import bars

    rows = -(-(len(settings.ranges) + 1) // COLUMNS)

    def paint(figure: Figure) -> None:
        figure.suptitle(title)
        panels: list[tuple[str, list[Any], bool]] = [("CPU seconds", [result.cpu_seconds for result in results], False)]
        for key, drawable in settings.ranges.items():
            values = [result.settings[key] for result in results]
            words = [str(value) for value in values] if isinstance(drawable, list) else values
            panels.append((key, words, isinstance(drawable, Range) and drawable.log))
        for number, (name, values, logarithmic) in enumerate(panels, 1):
            axes = figure.add_subplot(rows, COLUMNS, number)
            axes.plot(values, [result.elo for result in results], "o", color="#2f6fb0", markersize=4)
            axes.set(xlabel=name, ylabel="Elo")
            if logarithmic:
                axes.set_xscale("log")
            axes.grid(alpha=0.3)
            if number == 1:
                elo, low, high = np.array([(result.elo, result.low, result.high) for result in results]).T
                axes.errorbar(values, elo, **bars(elo, low, high), fmt="none", color="#2f6fb0", alpha=0.3)
                best = front(results)
                axes.plot([result.cpu_seconds for result in best], [result.elo for result in best], color="#c8553d")

    svg(file, (4 * COLUMNS, 3 * rows), paint, **{"font.size": 9})
