"""A training in its folder: what all learners have in common.

An `Algorithm` plays and learns, a round at a time. `Run` counts and times its rounds, writes checkpoints and says what
is being done; `train` adds what trainings of networks leave: configuration, log, measured networks, and their curve.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from math import isfinite
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from medianoche.agents import mixture
from medianoche.agents.network import Network
from medianoche.envs.core import files
from medianoche.envs.core.copying import Copied
from medianoche.envs.core.game import Game
from medianoche.training import checkpoint, curve
from medianoche.training.checkpoint import POLICY
from medianoche.training.curve import EvaluationPoint, Rate
from medianoche.training.logs import Log
from medianoche.training.seeds import CPU
from medianoche.training.settings import NetworkConfig, SelfPlayConfig, TrainingError

Evaluate = Callable[[Path], dict[str, Rate]]
"""Measures the network in a file: its rates against opponents, by name."""
Gauge = Callable[[Network, list[Network]], dict[str, float]]
"""Further figures, by name, of the network that is measured and of the average policy's networks, if there are any."""
Promote = Callable[[Path, Path], bool]
"""Whether the network in the first file shall replace the best so far, in the second."""
Report = Callable[["TrainingProgress"], None]
AVERAGE = "average.safetensors"
"""The average policy in a run's folder, for the agent `mixture:PATH`."""
RARITY_LIMIT = 100.0
"""The largest rarity of a kind of decision: few decisions say little about how rare it is."""
ROUNDING = 1e-9
"""Shares of a stage are this exact: three thirds are the whole."""


class TrainingProgress(NamedTuple):
    """The progress of a training."""

    doing: str  #: in words: "compiling and playing round 1", "measuring"; empty at the end
    stage: str  #: its kind; "trained" after the last
    done: int  #: rounds of the stage, or thousandths; stages after the last
    total: int  #: of these in all; 0 while it is not known
    decisions: int  #: learned from so far
    speed: float  #: decisions a second, of this stage or until now the one before, playing and learning
    measured: dict[str, Rate]  #: rates of the last evaluation
    place: tuple[int, int] = (1, 1)  #: number of the stage, from 1, and how many there are
    minutes_left: float | None = None  #: of the whole training with its measurements; None: not known yet


@dataclass
class RunState:
    """The numbers that a run counts and times; a checkpoint holds all fields."""

    decisions: int  #: that the network has learned from
    first: int  #: those of the network from which it began
    stage: int = 0  #: number of the stage
    rounds: int = 0  #: of this stage
    seconds: float = 0.0  #: of these rounds, playing and learning
    warmup: float = 0.0  #: of these the first round, which compiles
    learned: int = 0  #: decisions of these rounds but the first
    speed_before: float = 0.0  #: decisions a second of the stage before
    cpu: float = 0.0  #: CPU seconds of all rounds
    measuring: float = 0.0  #: seconds of the last measurement
    finished: bool = False
    history: list[EvaluationPoint] = field(default_factory=list)  #: evaluations so far

    @property
    def speed(self) -> float:
        """Decisions a second, playing and learning."""
        seconds = self.seconds - self.warmup
        return self.learned / seconds if seconds and self.learned else self.speed_before

    def count(self, decisions: int, seconds: float, cpu: float) -> None:
        """Count a round."""
        self.decisions = self.decisions + decisions
        self.rounds = self.rounds + 1
        self.seconds = self.seconds + seconds
        self.cpu = self.cpu + cpu
        if self.rounds == 1:
            self.warmup = seconds
        else:
            self.learned += decisions

    def begin(self) -> None:
        """Begin the next stage."""
        self.stage = self.stage + 1
        self.speed_before = self.speed
        self.rounds = 0
        self.seconds = 0.0
        self.warmup = 0.0
        self.learned = 0


class Algorithm(Copied, ABC):
    """The algorithm that plays and learns, a round at a time. A new learner is one such class.

    Args:
        game: that is played.
        state: the run's, to be read.
    """

    KEPT: ClassVar[tuple[str, ...]]
    """Names of the attributes that a checkpoint holds: networks, optimisers and tensors of torch, batches and other
    objects with `state_dict`, random generators of torch and NumPy, lists of these, or what `checkpoint.save` takes."""
    goes_on_exactly: ClassVar[bool] = True
    """Whether a training that goes on after a stop ends with the same weights as one without a stop. If so, `KEPT` has
    the games that are being played, and all that the algorithm remembers of them. If not, `KEPT` has no games: all
    begin anew. Both are tested (`tests/training/test_learners.py`)."""
    stages = 1
    folder: Path | None = None
    """Of the run, where an algorithm may write what it found when it breaks off; None: nothing is kept."""

    def __init__(self, game: Game, state: RunState) -> None:
        self.game = game
        self.state = state

    @abstractmethod
    def round(self) -> tuple[int, dict[str, float]]:
        """Play and learn from what was played: the number of decisions, and figures for the log."""

    @property
    @abstractmethod
    def done(self) -> float:
        """The share of the stage that is done; 1 or more at its end."""

    @property
    def progress(self) -> tuple[str, int, int]:
        """The progress of the stage: its kind, the amount that is done, and the amount of all; 0 if that is not
        known."""
        return "self-play", min(round(1000 * self.done), 1000), 1000

    @property
    def is_measured(self) -> bool:
        """Whether the networks of this stage are measured."""
        return True

    def begin(self) -> None:
        """Begin the stage whose number the state has, the next one."""
        raise NotImplementedError

    def remaining(self, every: float) -> tuple[float | None, float]:
        """Minutes of the later stages, None if they are not known; and the number of their measurements, with one after
        each share `every` of a stage. While no share of this stage is done, its own minutes are among them."""
        return (0.0 if self.done else None), 0.0

    def leave(self, folder: Path) -> None:
        """Write files of its own to the run's folder, with each checkpoint."""

    def from_checkpoint(self, name: str, value: Any) -> Any:
        """What a checkpoint has for the attribute `name`, before `checkpoint.restored` gives it to the attribute. Only
        tensors in a dictionary need it: they are arrays there."""
        return value


class NetworkAlgorithm(Algorithm):
    """An algorithm that trains a network of `agents.network`.

    Args:
        config: of the training.

    Attributes:
        network: that it begins with.
        players: player counts, by turns.
    """

    def __init__(self, config: NetworkConfig) -> None:
        self.config = config
        self.network: Network = config.first_network()
        super().__init__(config.game_with_pack(), RunState(first := self.network.header.decisions, first))
        self.players = config.players or (self.game.players[0],)

    def batch_options(self, num_players: int, seed: int) -> dict[str, Any]:
        """The arguments of `Game.batch` for the games of the configuration, which are also those that are measured."""
        return {"num_players": num_players, "seed": seed, "pack": self.config.pack, **self.config.options}

    @abstractmethod
    def trained(self) -> Network:
        """The network to be measured."""

    def average(self) -> list[Network]:
        """The networks of the average policy, if there is one."""
        return []


class SelfPlayAlgorithm(NetworkAlgorithm):
    """An algorithm that does nothing but self-play, for some minutes or decisions."""

    config: SelfPlayConfig

    @property
    def done(self) -> float:
        """The share of the training that is done."""
        minutes = self.config.minutes
        decisions = self.state.decisions - self.state.first
        return self.state.seconds / 60 / minutes if minutes else decisions / self.config.total_decisions


class Run:
    """A training in progress.

    Args:
        algorithm: plays and learns.
        folder: of the checkpoint, from which the algorithm goes on; None: nothing is kept.
        every: share of a stage from one measurement to the next.
        report: called before the first round, before each measurement, and after each round.

    Raises:
        TrainingError: the checkpoint is damaged, of an older version, or of another version of the game.
    """

    def __init__(self, algorithm: Algorithm, folder: Path | None, every: float, report: Report | None = None) -> None:
        self.algorithm = algorithm
        self.state = algorithm.state
        self.folder = algorithm.folder = folder
        self.every = every
        self.report = report
        self.log: Log | None = None
        self._saved: float | None = None  # when this process wrote the last checkpoint
        if folder and (stored := checkpoint.load(folder)):
            self._restore(stored)

    def play(self) -> Iterator[None]:
        """Play and learn to the end; yields when a measurement is due. A checkpoint follows each measurement."""
        algorithm = self.algorithm
        state = self.state
        if state.finished and algorithm.done < 1:  # now more decisions are wanted
            state.finished = False
            self.save()
        doing = "compiling and playing"
        while not self.over():
            if algorithm.done >= 1 - ROUNDING:
                state.begin()
                algorithm.begin()
            self.tell(f"{doing} round {state.rounds + 1}")
            doing = "playing"
            before = algorithm.done
            self.round()
            if algorithm.is_measured and self.due(before):
                self.tell("measuring")
                began = time.perf_counter()
                yield
                state.measuring = time.perf_counter() - began
                self.save()
            elif algorithm.done >= 1 - ROUNDING or checkpoint.due(self._saved):
                self.save()
        self.tell("")

    def over(self) -> bool:
        """Whether the last stage is done."""
        return self.state.stage + 1 >= self.algorithm.stages and self.algorithm.done >= 1 - ROUNDING

    def round(self) -> None:
        """Play a round, learn from it, count and log it."""
        began = time.perf_counter()
        cpu = time.process_time()
        decisions, figures = self.algorithm.round()
        if not isfinite(figures.get("policy_loss", 0.0) + figures.get("value_loss", 0.0)):
            raise TrainingError("the losses are no longer finite numbers; lower learning_rate and begin again")
        self.state.count(decisions, time.perf_counter() - began, time.process_time() - cpu)
        if self.log:
            speed = {"decisions_per_second": self.state.speed} if self.state.speed else {}  # the first round compiles
            self.log.write(self.state.decisions, {**figures, **speed})

    def due(self, before: float) -> bool:
        """Whether a measurement is due after a round that began with the share `before` of the stage: after the first
        one that reaches a multiple of `every`, and after the last."""
        now = self.algorithm.done
        reached = int(now / self.every + ROUNDING) > int(before / self.every + ROUNDING)
        return reached or now >= 1 - ROUNDING

    def tell(self, doing: str) -> None:
        """Report how far the training is, and what it is doing; nothing at its end."""
        if not self.report:
            return
        state = self.state
        stages = self.algorithm.stages
        measured = state.history[-1].rates if state.history else {}
        if not doing:
            self.report(TrainingProgress("", "trained", stages, stages, state.decisions, state.speed, measured))
            return
        about = (*self.algorithm.progress, state.decisions, state.speed, measured)
        self.report(TrainingProgress(doing, *about, (state.stage + 1, stages), self.minutes_left()))

    def minutes_left(self) -> float | None:
        """Minutes of this stage and the later ones, with their measurements, each as long as the last one; None if
        unknown."""
        state = self.state
        done = min(self.algorithm.done, 1.0)
        minutes, measurements = self.algorithm.remaining(self.every)
        if minutes is None:
            return None
        if done:
            seconds_of_round = (
                (state.seconds - state.warmup) / (state.rounds - 1) if state.rounds > 1 else state.seconds
            )
            minutes += seconds_of_round * state.rounds * (1 / done - 1) / 60
        measurements += (1 - done) / self.every if self.algorithm.is_measured else 0
        return minutes + round(measurements) * state.measuring / 60

    # ---- checkpoints

    def save(self) -> None:
        """Write the checkpoint. Raises TrainingError if it cannot be written."""
        if not self.folder:
            return
        self.folder.mkdir(parents=True, exist_ok=True)
        self.state.finished = self.over()
        values = {name: getattr(self.algorithm, name) for name in self.algorithm.KEPT}
        state_values = {name: checkpoint.state_of(value) for name, value in values.items()}
        game = self.algorithm.game
        about = {"version": game.version, "code": game.content.code}
        checkpoint.save(self.folder, {**about, "run": vars(self.state), "algorithm": state_values})
        self.algorithm.leave(self.folder)
        self._saved = time.monotonic()

    def _restore(self, stored: dict[str, Any]) -> None:
        game = self.algorithm.game
        known = stored["run"]
        if (version := stored["version"]) != game.version:
            raise TrainingError(f"{self.folder} trains version {version} of {game.name}, this is {game.version}")
        if stored.get("code", game.content.code) != game.content.code:
            raise TrainingError(f"{self.folder} trains {game.name} with other code; choose another folder")
        history = [EvaluationPoint(when, {k: Rate(*v) for k, v in rates.items()}) for when, rates in known["history"]]
        vars(self.state).update(known, history=history)
        for name in self.algorithm.KEPT:
            if name not in stored["algorithm"]:  # a checkpoint of 0.4
                continue
            here = getattr(self.algorithm, name)
            state = self.algorithm.from_checkpoint(name, stored["algorithm"][name])
            now = checkpoint.restored(here, state)
            if now is not here:
                setattr(self.algorithm, name, now)


def train(
    algorithm: NetworkAlgorithm,
    folder: Path,
    evaluate: Evaluate,
    promote: Promote,
    report: Report | None = None,
    gauge: Gauge | None = None,
    services: Sequence[str] = (),
) -> None:
    """Train a network in `folder`, from the beginning or from its checkpoint.

    The curve begins with the network before the first round. Leaves `policy.safetensors` (the best that was measured
    after it), the networks of all evaluations, `curve.svg`, logs,
    and the average policy, if there is one.

    Args:
        algorithm: plays and learns.
        folder: of the run; created if it does not exist.
        evaluate: measures a network.
        promote: compares a network with the best so far.
        report: called before the first round, before each measurement, and after each round.
        gauge: adds further figures to each measurement.
        services: further logs, see `logs.SERVICES`.

    Raises:
        MedianocheError: the folder holds another training.

    Example:
        >>> from pathlib import Path
        >>> from medianoche.training import NetConfig, StagedAlgorithm
        >>> config = NetConfig.from_tables("example", {"game": "kuhn", "stages": [{"kind": "self-play", "rounds": 2}]})
        >>> train(StagedAlgorithm(config), Path("run"), evaluate=lambda file: {}, promote=lambda new, best: True)
        >>> Path("run", "policy.safetensors").exists()
        True
    """
    config = algorithm.config
    state = algorithm.state
    run = open_run(algorithm, folder, report)
    begun = bool(state.rounds or state.stage)  # else what a stopped process has logged is measured again
    with closing(Log(folder, state.decisions if begun else -1, services, config.model_dump(mode="json"))) as run.log:
        if not begun:
            run.tell("measuring before the first round")
            measure(run, evaluate, None, gauge)
        for _ in run.play():
            measure(run, evaluate, promote, gauge)


def measure(run: Run, evaluate: Evaluate, promote: Promote | None, gauge: Gauge | None) -> None:
    """Measure the network as it is now, log and draw it; without `promote` it cannot become the best. For the others
    see `train`."""
    algorithm = run.algorithm
    state = run.state
    folder = run.folder
    assert isinstance(algorithm, NetworkAlgorithm)
    assert folder
    assert run.log
    file = policy_file(folder, state.decisions)
    best = folder / POLICY
    trained = algorithm.trained()
    trained.save(file)
    if promote and (not best.exists() or promote(file, best)):
        files.write(best, file.read_bytes())
    rates = evaluate(file)
    state.history.append(EvaluationPoint(state.decisions, rates))
    figures = {f"against {name}": rate.mean for name, rate in rates.items()}
    if members := algorithm.average():
        mixture.save(folder / AVERAGE, members)
    if gauge and isinstance(trained, Network):  # a recurrent learner, say, saves something else
        figures |= gauge(Network.load(file), members)
    run.log.write(state.decisions, {**figures, CPU: state.cpu})
    curve.draw(folder / curve.FILE, algorithm.game.title, state.history)


def open_run(algorithm: NetworkAlgorithm, folder: Path, report: Report | None = None) -> Run:
    """The training of `algorithm` in `folder`, which is checked and made. A folder that is refused is left as it is."""
    checkpoint.require_same(folder, algorithm.config)
    run = Run(algorithm, folder, algorithm.config.evaluation.every, report)
    checkpoint.open_folder(folder, algorithm.config)
    for file in (folder / checkpoint.POLICIES).glob("*"):
        if file.name > policy_file(folder, run.state.decisions).name:  # of a process that was stopped while measuring
            file.unlink()
    return run


def policy_file(folder: Path, decisions: int) -> Path:
    """The file of the network that was measured after so many decisions."""
    return folder / checkpoint.POLICIES / f"{decisions:012}.safetensors"


def annealed(value: float, last: float, done: float) -> float:
    """`value`, which falls linearly to the share `last` of it while `done` rises from 0 to 1."""
    return value * (last + (1 - last) * (1 - done))
