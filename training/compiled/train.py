"""`medianoche train`: from a configuration to a network that plays alone and guides a search, without torch.

Start reading at `train`. A training is a list of stages, a stage a number of rounds; in a round games are played and
the network learns from their transitions. All chance of a round comes from the seed and the round's number, so a run
that was killed and goes on from its checkpoint gives the same network as one that was not.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import closing
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from medianoche import envs
from medianoche.agents import mixture
from medianoche.agents.network import Network, shipped
from medianoche.envs.core import files
from medianoche.training import checkpoint, curve
from medianoche.training.checkpoint import POLICY
from medianoche.training.compiled.actor import Actors, LocalActors, RoundPart, header_of
from medianoche.training.compiled.config import AnyStage, ExpertStage, NetConfig, SelfPlayStage
from medianoche.training.compiled.critic import Critic
from medianoche.training.compiled.kernels.transitions import Transitions
from medianoche.training.compiled.learner import Learner, LossMeans
from medianoche.training.compiled.rollouts import from_checkpoint, to_checkpoint
from medianoche.training.curve import EvaluationPoint, Rate
from medianoche.training.logs import Log
from medianoche.training.seeds import CPU
from medianoche.training.settings import NetworkConfig, TrainingError

CALIBRATION = 3
"""Rounds whose speed decides how many rounds the minutes of a stage are; the first, which compiles, is not timed."""
ROUNDS_AT_LEAST = 2 * CALIBRATION
EXPLOITER_ROUND = 10**6
"""Number of the first round of exploiters: their games have other seeds than the network's own."""
AVERAGE = "average.safetensors"
"""The average policy in a run's folder, for the agent `mixture:PATH`."""

Evaluate = Callable[[Path], dict[str, Rate]]
"""Measures the network in a file: its rates against opponents, by name."""
Gauge = Callable[[Network, list[Network]], dict[str, float]]
"""Further figures, by name, of the network that is measured and of the average policy's networks, if there are any."""
Promote = Callable[[Path, Path], bool]
"""Whether the network in the first file shall replace the best so far, in the second."""


class TrainingProgress(NamedTuple):
    """How far a training is."""

    stage: str  #: its kind; "trained" after the last
    done: int  #: rounds of the stage; stages after the last
    total: int  #: rounds or stages in all; 0 while the rounds are not known
    decisions: int  #: learned from so far
    speed: float  #: decisions a second, of this stage or until now the one before, playing and learning
    measured: dict[str, Rate]  #: rates of the last evaluation
    place: tuple[int, int] = (1, 1)  #: number of the stage, from 1, and how many there are
    minutes_left: float | None = None  #: of the whole training with its measurements; None: not known yet


def train(
    config: NetConfig,
    folder: Path,
    evaluate: Evaluate,
    promote: Promote,
    report: Callable[[TrainingProgress], None] | None = None,
    actors: Actors | None = None,
    gauge: Gauge | None = None,
    services: Sequence[str] = (),
) -> None:
    """Train the network of `config` in `folder`, from the beginning or from its checkpoint.

    Leaves there `policy.safetensors` (the best that was measured), all measured networks, logs with `curve.svg`, and if
    a stage has `members` their mixture, `average.safetensors`.

    Args:
        config: what to train.
        folder: of the run; created if it does not exist.
        evaluate: measures a network.
        promote: compares a network with the best so far.
        report: called before the first round and after every round.
        gauge: adds further figures to each measurement.
        actors: play the games; this process by default. Sums of floats depend on their number in the last digits.
        services: further logs, see `logs.SERVICES`.

    Raises:
        MedianocheError: the configuration is not accepted, or the folder holds another training.

    Example:
        >>> config = NetConfig.of("example", {"game": "kuhn", "stages": [{"kind": "self-play", "rounds": 2}]})
        >>> train(config, Path("run"), evaluate=lambda file: {}, promote=lambda new, best: True)
    """
    run = TrainingRun(config, folder, actors, services)
    tell = report or (lambda _: None)
    tell(run.progress())
    with closing(run.log):
        while run.stage is not None:
            losses = run.round()
            if run.due():
                run.measure(evaluate, promote, gauge)
            run.advance(losses)
            tell(run.progress())
        run.save()


def first_network(config: NetworkConfig) -> Network:
    """The network from which a training begins.

    Raises:
        MedianocheError: its file cannot be used, or is not of this game or size.
    """
    header = header_of(config)
    if not config.start:
        return Network.new(header, config.seed)
    game = envs.game(config.game).content.with_packs([config.pack])
    file = shipped(game) if config.start == "shipped" else Path(config.start)
    found = Network.load(file)
    if difference := found.header.difference(game):
        raise TrainingError(f"network {file} is no start for {game.name}: {difference}")
    for name in ("hidden", "advice"):
        there, here = getattr(found.header, name), getattr(header, name)
        if there != here:
            raise TrainingError(f"network {file} is no start for this training: its {name} is {there}, here {here}")
    return Network(replace(header, decisions=found.header.decisions), found.parameters)


def policy_file(folder: Path, decisions: int) -> Path:
    """The file of the network that was measured after so many decisions."""
    return folder / checkpoint.POLICIES / f"{decisions:012}.safetensors"


def record(folder: Path, network: Network, evaluate: Evaluate, promote: Promote) -> EvaluationPoint:
    """Write a network to the folder of its training, make it the best if `promote` says so, and measure it."""
    best, file = folder / POLICY, policy_file(folder, network.header.decisions)
    network.save(file)
    if not best.exists() or promote(file, best):
        files.write(best, file.read_bytes())
    return EvaluationPoint(network.header.decisions, evaluate(file))


class TrainingRun:
    """A training in progress.

    Attributes:
        learner: the network and its optimiser.
        number: of the stage.
        rounds: done in this stage.
        total: rounds of this stage, 0 until it is known.
        decisions: learned from so far.
        snapshots: former networks, the latest last.
        mean: float32, mean of the parameters after the last `averaged` rounds of this stage.
        magnet: float32, parameters that self-play stays near; the network's own at the beginning of a stage.
        exploiter: float32, parameters of the last exploiter; zeros before the first.
        members: float16 each, copies of the parameters that were taken so far for the average policy of this stage.
        window: transitions of the rounds that are learned from, the latest last.
        history: evaluations so far.
    """

    def __init__(
        self, config: NetConfig, folder: Path, actors: Actors | None = None, services: Sequence[str] = ()
    ) -> None:
        self.config, self.folder = config, folder
        self.game = envs.game(config.game).content.with_packs([config.pack])
        self.players = config.players or (self.game.players[0],)
        self.game.content.options(config.options)
        self.actors = actors or LocalActors(config)
        self.learner = Learner(first_network(config), config.threads)
        self.number = self.rounds = self.total = 0
        self.decisions = self.network.header.decisions
        self.speed_before = 0.0  # of the stage before
        self.seconds = 0.0  # of the rounds of this stage but the first
        self.learned = 0  # decisions of those
        self.cpu = 0.0  # CPU seconds of all rounds
        self.measuring = 0.0  # seconds of the last measurement
        self.mean, self.averaged = self.network.parameters.copy(), 0
        self.magnet = self.network.parameters.copy()
        self.exploiter = np.zeros_like(self.network.parameters)
        self.members: list[np.ndarray] = []
        self.critic: Critic | None = None
        self.snapshots: list[Network] = []
        self.window: list[list[Transitions]] = []
        self.history: list[EvaluationPoint] = []
        self._saved: float | None = None  # when this process wrote the last checkpoint
        self._begin()
        if found := checkpoint.open_run(folder, config, self.game):
            self._restore(*found)
        self.log = Log(folder, self.decisions, services, config.model_dump(mode="json"))

    # ---- the stages

    @property
    def stage(self) -> AnyStage | None:
        """The current stage; None after the last."""
        return self.config.stages[self.number] if self.number < len(self.config.stages) else None

    @property
    def network(self) -> Network:
        """The network that learns."""
        return self.learner.network

    def round(self) -> LossMeans:
        """Play a round of the stage and learn from it."""
        began, cpu, stage = time.perf_counter(), time.process_time(), self.stage
        chance = np.random.default_rng([self.config.seed, self.number, self.rounds])
        players = self.players[self.rounds % len(self.players)]
        assert stage
        rival = self.snapshots[chance.integers(len(self.snapshots))].parameters if self.snapshots else None
        played = self._play(self.rounds, self.network.parameters, rival)
        self.decisions += sum(int(each.size[0]) for each in played)
        self.window = [*self.window, played][-(stage.window if isinstance(stage, ExpertStage) else 1) :]
        learned = [each for part in self.window for each in part]
        seats = [count for part, count in zip(self.window, self._window_players(), strict=True) for _ in part]
        self_play = stage if isinstance(stage, SelfPlayStage) else None
        if self_play and self_play.critic:
            self._learn_critic(self_play, learned, players, chance)
        done = self.rounds / self.total if self.total else 0.0
        losses = self.learner.learn(learned, seats, chance, stage, done, self.magnet)
        if self_play:
            self._keep_copies(self_play)
        if self.total and self.rounds >= (1 - stage.average) * self.total:
            self.averaged += 1
            self.mean += (self.network.parameters - self.mean) / self.averaged
        self.cpu += time.process_time() - cpu
        if self.rounds:
            self.seconds += time.perf_counter() - began
            self.learned += sum(int(each.size[0]) for each in played)
        return losses

    def advance(self, losses: LossMeans) -> None:
        """Count and log the round that was played; after the last round of a stage, begin the next stage."""
        stage = self.stage
        assert stage
        self.rounds += 1
        if not self.total and self.rounds == CALIBRATION and stage.minutes:
            each = self.seconds / (CALIBRATION - 1)
            self.total = max(round(stage.minutes * 60 / each), ROUNDS_AT_LEAST)
        self.log.write(self.decisions, {**losses._asdict(), "decisions_per_second": self._speed()})
        if self.rounds == self.total:
            self.number += 1
            self._begin()
        if checkpoint.due(self._saved) or self.rounds == 0:
            self.save()

    def due(self) -> bool:
        """Whether the network is measured after this round: the first after each multiple of `every`, and the last."""
        if not self.total or not (self.stage and self.stage.policy):
            return False
        each = self.config.evaluation.every * self.total
        before, now = (int(rounds / each + 1e-9) for rounds in (self.rounds, self.rounds + 1))
        return now > before or self.rounds + 1 == self.total

    def measure(self, evaluate: Evaluate, promote: Promote, gauge: Gauge | None = None) -> None:
        """Write the network, measure it, make it the best if `promote` says so, and draw the curve."""
        began = time.perf_counter()
        header = replace(self.network.header, decisions=self.decisions)
        network = Network(header, self.mean if self.averaged else self.network.parameters)
        point = record(self.folder, network, evaluate, promote)
        self.history.append(point)
        figures = {f"against {name}": rate.mean for name, rate in point.rates.items()}
        if gauge:
            average = self.average(self.stage) if isinstance(self.stage, SelfPlayStage) else []
            figures |= gauge(Network.load(policy_file(self.folder, self.decisions)), average)
        self.log.write(self.decisions, {**figures, CPU: self.cpu})
        curve.draw(self.folder / curve.FILE, self.game.title, self.history)
        self.measuring = time.perf_counter() - began

    def progress(self) -> TrainingProgress:
        """How far this training is."""
        measured = self.history[-1].rates if self.history else {}
        if self.stage is None:
            return TrainingProgress("trained", self.number, self.number, self.decisions, 0.0, measured)
        place = (self.number + 1, len(self.config.stages))
        counts = (self.rounds, self.total, self.decisions, self._speed())
        return TrainingProgress(self.stage.kind, *counts, measured, place, self._minutes_left())

    # ---- inner

    def _minutes_left(self) -> float | None:
        """Of this stage and the later ones with their measurements, each as long as the last one; None if unknown."""
        stage, later = self.stage, self.config.stages[self.number + 1 :]
        minutes = [each.minutes for each in later]
        if stage and self.total and self.rounds > 1:
            minutes.append(self.seconds / 60 / (self.rounds - 1) * (self.total - self.rounds))
        elif stage:
            minutes.append(stage.minutes)
        done = self.rounds / self.total if self.total else 0.0
        shares = [1 - done if stage and stage.policy else 0.0, *(1.0 for each in later if each.policy)]
        measurements = round(sum(shares) / self.config.evaluation.every)
        if None in minutes:
            return None
        return sum(each for each in minutes if each) + measurements * self.measuring / 60

    def average(self, stage: SelfPlayStage) -> list[Network]:
        """The networks of the average policy so far."""
        header = replace(self.network.header, decisions=self.decisions)
        first = int(stage.members_from * len(self.members))
        return [Network(header, each.astype(np.float32)) for each in self.members[first:]]

    def _play(
        self, number: int, parameters: np.ndarray, rival: np.ndarray | None, against: float | None = None
    ) -> list[Transitions]:
        """Play the games of a round with the actors, see RoundPart."""
        count = self.actors.count
        parts = [
            RoundPart(self.config, self.number, number, k, count, parameters, rival, against) for k in range(count)
        ]
        return [each for part in self.actors.play(parts) for each in part]

    def _window_players(self) -> list[int]:
        """The player count of each round in `window`, whose last round is number `rounds`."""
        first = self.rounds + 1 - len(self.window)
        return [self.players[number % len(self.players)] for number in range(first, self.rounds + 1)]

    def _train_exploiter(self, stage: SelfPlayStage) -> Network:
        """A copy of the network, or of the last exploiter, that has learned against the present network: a main
        exploiter of Vinyals et al., "Grandmaster level in StarCraft II using multi-agent reinforcement learning".
        """
        count = (self.rounds + 1) // stage.exploiter_every  # of the exploiter in this stage, from 1
        learner = Learner(deepcopy(self.network), self.config.threads)
        if (count - 1) % stage.exploiter_restart:
            learner.network.parameters[:] = self.exploiter
        own = stage.model_copy(update={"magnet": 0.0, "entropy": stage.exploiter_entropy, "last_entropy": 1.0})
        first = EXPLOITER_ROUND + count * stage.exploiter_rounds
        for number in range(first, first + stage.exploiter_rounds):
            played = self._play(number, learner.network.parameters, self.network.parameters, 1.0)
            chance = np.random.default_rng([self.config.seed, self.number, number])
            learner.learn(played, self.players[number % len(self.players)], chance, own, 0.0)
        self.exploiter[:] = learner.network.parameters
        return learner.network

    def _learn_critic(
        self, stage: SelfPlayStage, transitions: list[Transitions], players: int, chance: np.random.Generator
    ) -> None:
        """Let the critic write the advantages of `transitions`, then learn from them."""
        if self.critic is None:
            self.critic = self._new_critic()
        targets = self.critic.estimate(self.network, transitions, players, stage.trust, self.config.margin)
        self.critic.learn(transitions, targets, chance, stage.passes, stage.batch_size, stage.critic_rate)

    def _new_critic(self) -> Critic:
        return Critic(self.game, self.network.header, self.config.seed, self.config.threads)

    def _keep_copies(self, stage: SelfPlayStage) -> None:
        """After a round of self-play, where due: a snapshot, the next magnet, a member of the average policy."""
        done = self.rounds + 1
        if done % stage.every == 0:
            self.snapshots = [*self.snapshots, deepcopy(self.network)][-stage.keep :]
        if stage.exploiter_every and done % stage.exploiter_every == 0:
            self.snapshots = [*self.snapshots, self._train_exploiter(stage)][-stage.keep :]
        if done % stage.magnet_every == 0:
            self.magnet += np.float32(stage.magnet_pace) * (self.network.parameters - self.magnet)
        if self.total and done * stage.members // self.total > len(self.members):
            self.members.append(self.network.parameters.astype(np.float16))
            mixture.save(self.folder / AVERAGE, self.average(stage))

    def _speed(self) -> float:
        return self.learned / self.seconds if self.seconds else self.speed_before

    def _begin(self) -> None:
        """Begin a stage."""
        self.speed_before = self._speed()
        self.rounds = 0
        self.seconds = 0.0
        self.learned = 0
        self.total = (self.stage.rounds or 0) if self.stage else 0
        self.window = []
        if self.averaged:
            self.network.parameters[:] = self.mean
        self.averaged = 0
        self.magnet = self.network.parameters.copy()
        if self.stage:
            self.members = []
        self.learner.optimiser.reset()

    # ---- checkpoints

    def save(self) -> None:
        """Write the checkpoint."""
        arrays = {
            "parameters": self.network.parameters,
            "first": self.learner.optimiser.first_moment,
            "second": self.learner.optimiser.second_moment,
            "mean": self.mean,
            "magnet": self.magnet,
            "exploiter": self.exploiter,
        }
        if self.critic:
            own = self.critic.optimiser
            arrays |= {"critic": self.critic.parameters, "critic_first": own.first_moment}
            arrays |= {"critic_second": own.second_moment}
        arrays |= checkpoint.prefixed("member", {str(k): each for k, each in enumerate(self.members)})
        arrays |= checkpoint.prefixed("snapshot", {str(k): each.parameters for k, each in enumerate(self.snapshots)})
        if isinstance(self.stage, ExpertStage):
            for number, part in enumerate(self.window):
                for k, each in enumerate(part):
                    arrays |= checkpoint.prefixed(f"window/{number}/{k}", to_checkpoint(each))
        state = {
            "version": self.game.version,
            "stage": self.number,
            "rounds": self.rounds,
            "total": self.total,
            "seconds": self.seconds,
            "learned": self.learned,
            "cpu": self.cpu,
            "measuring": self.measuring,
            "speed_before": self.speed_before,
            "decisions": self.decisions,
            "steps": self.learner.optimiser.steps,
            "critic_steps": self.critic.optimiser.steps if self.critic else 0,
            "averaged": self.averaged,
            "history": [point.to_json() for point in self.history],
        }
        checkpoint.save(self.folder, arrays, state)
        self._saved = time.monotonic()

    def _restore(self, arrays: dict[str, np.ndarray], state: dict[str, Any]) -> None:
        self.network.parameters[:] = arrays["parameters"]
        optimiser = self.learner.optimiser
        optimiser.first_moment[:], optimiser.second_moment[:] = arrays["first"], arrays["second"]
        optimiser.steps = state["steps"]
        self.mean[:], self.averaged = arrays["mean"], state["averaged"]
        self.magnet[:] = arrays["magnet"]
        self.exploiter[:] = arrays.get("exploiter", self.exploiter)  # older checkpoints have none
        if "critic" in arrays:
            self.critic = self._new_critic()
            self.critic.parameters[:] = arrays["critic"]
            own = self.critic.optimiser
            own.first_moment[:], own.second_moment[:] = arrays["critic_first"], arrays["critic_second"]
            own.steps = state["critic_steps"]
        members = checkpoint.part(arrays, "member")
        self.members = [members[str(k)] for k in range(len(members))]
        self.number, self.rounds, self.total = state["stage"], state["rounds"], state["total"]
        self.seconds, self.learned, self.decisions = state["seconds"], state["learned"], state["decisions"]
        self.cpu, self.measuring = state["cpu"], state.get("measuring", 0.0)
        self.speed_before = state.get("speed_before", 0.0)
        self.history = [EvaluationPoint.from_json(point) for point in state["history"]]
        snapshots = checkpoint.part(arrays, "snapshot")
        self.snapshots = [Network(self.network.header, snapshots[str(k)]) for k in range(len(snapshots))]
        window = checkpoint.part(arrays, "window")
        numbers = sorted({tuple(map(int, name.split("/")[:2])) for name in window})
        for number, _ in numbers:
            if number == len(self.window):
                self.window.append([])
            k = len(self.window[number])
            self.window[number].append(from_checkpoint(checkpoint.part(window, f"{number}/{k}")))
