"""PPO in self-play on one device, CPU or GPU, in one file: read it from top to bottom, copy it, change it.

`medianoche train GAME --learner torch` calls `train`. In a round every row of the batches makes `steps` decisions; then
the network learns from them. The rows are two parts, each with games of its own: while the device computes the actions
of one part, the processor plays those of the other. `rows.py` also has games that the device plays itself.

Sources: Schulman et al., "Proximal Policy Optimization Algorithms", 2017; Schulman et al., "High-Dimensional Continuous
Control Using Generalized Advantage Estimation", 2016; Sokota et al., "A Unified Approach to Reinforcement Learning,
Quantal Response Equilibria, and Two-Player Zero-Sum Games", 2023 (the magnet); the form: Huang et al., "CleanRL", 2022.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import closing
from copy import deepcopy
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import nn

from medianoche import envs
from medianoche.envs.core.play.driver import Driver
from medianoche.training import checkpoint, curve
from medianoche.training.compiled.learner import falling
from medianoche.training.compiled.train import Evaluate, Gauge, Promote, TrainingProgress, first_network, record
from medianoche.training.curve import EvaluationPoint
from medianoche.training.logs import Log
from medianoche.training.seeds import CPU
from medianoche.training.settings import TrainingError
from medianoche.training.torch.network import DecisionTensors, TorchNetwork, joined
from medianoche.training.torch.ppo_config import PPOConfig
from medianoche.training.torch.rows import final_values, learner_rows

KEPT = ("decisions", "first", "rounds", "seconds", "cpu")  # what a checkpoint keeps as numbers
LOSSES = ("policy", "value", "entropy", "divergence", "clipped", "magnet")
NOTHING = torch.zeros(0)


def train(
    config: PPOConfig,
    folder: Path,
    evaluate: Evaluate,
    promote: Promote,
    report: Callable[[TrainingProgress], None] | None = None,
    gauge: Gauge | None = None,
    services: Sequence[str] = (),
    device: str = "cpu",
) -> None:
    """Train the network of `config` in `folder`, from the beginning or from its checkpoint; the games that were played
    at a stop are dealt anew. For arguments, errors and the folder see `training.compiled.train.train`."""
    run = SelfPlayRun(config, folder, device, services)
    tell = report or (lambda _: None)
    tell(run.progress())
    with closing(run.log):
        while run.done < 1:
            losses = run.round()
            run.log.write(run.decisions, {**losses, "decisions_per_second": run.speed})
            if run.done >= (len(run.history) + 1) * config.evaluation.every or run.done >= 1:
                run.measure(evaluate, promote, gauge)
                run.save()
            elif checkpoint.due(run.saved):
                run.save()
            tell(run.progress())


class PlayedStep(NamedTuple):
    """A decision in every row of a part, and what followed."""

    seen: DecisionTensors
    actions: torch.Tensor  # int64[rows]
    chances: torch.Tensor  # float32[rows], log probabilities of the actions
    seats: torch.Tensor  # int64[rows], the seats that decide
    mine: torch.Tensor  # bool[rows], whether the learner decides
    values: torch.Tensor  # float32[rows, outputs], estimated
    over: torch.Tensor = NOTHING  # bool[rows], whether the row's game has ended
    results: torch.Tensor = NOTHING  # float32[rows, players, outputs], the values of these games for each seat


class Part:
    """A part of the rows, with games of its own.

    Attributes:
        rivals: int64[guests], the number of the former network in the game of each of the first rows, 0 without one. It
            is drawn when the game begins, and stays to its end.
        learns: bool[rows, players], the seats for which the learner decides; the former network decides for the others.
        steps: of this round so far.
    """

    def __init__(self, run: SelfPlayRun, players: int, rows: int, seed: int) -> None:
        config, game = run.config, run.game
        kinds = {"num_players": players, "seed": seed, "pack": config.pack, **config.options}
        self.rows = learner_rows(run.games, game, rows, config.threads, run.shell, run.device, kinds)
        self.run, self.players, guests = run, players, round(rows * config.snapshots)
        self.numbers = torch.arange(rows, device=run.device)
        self.rivals = torch.zeros(guests, dtype=torch.int64, device=run.device)
        self.teams = torch.tensor(game.teams(players), device=run.device)
        self.learns = torch.ones((rows, players), dtype=torch.bool, device=run.device)
        self.steps: list[PlayedStep] = []
        self.begin(torch.ones(rows, dtype=torch.bool, device=run.device))
        self.ask()

    def ask(self) -> None:
        """Let the device choose an action in every row, without waiting for it."""
        run, (seen, seats) = self.run, self.rows.look()
        mine = self.learns[self.numbers, seats]
        with torch.no_grad(), run.precision():
            logits, values = run.model(seen)
            guests = slice(0, len(self.rivals))
            for number in run.playing:  # each in all of these rows: which of them are its own, only the device knows
                theirs = run.snapshots[number](seen.part(guests))[0]
                own = ~mine[guests] & (self.rivals == number)
                logits[guests] = torch.where(own[:, None], theirs, logits[guests])
        noise = torch.empty_like(logits).exponential_(generator=run.generator).log()
        actions = (logits - noise).argmax(dim=1)  # sampled by probability: the Gumbel-max trick
        chances = torch.log_softmax(logits, dim=1).gather(1, actions[:, None]).squeeze(1)
        self.rows.choose(actions)
        self.asked = PlayedStep(seen, actions, chances, seats, mine, values)

    def step(self) -> None:
        """Play the actions, and remember what followed."""
        over, utility, scores = self.rows.step()
        results = final_values(utility, scores, self.teams, self.run.header)
        self.steps.append(self.asked._replace(over=over.clone(), results=results))
        self.begin(over)

    def begin(self, new: torch.Tensor) -> None:
        """In the rows `new` (bool[rows]) games begin. Those of guests are against the run's rival: a team is drawn that
        learns, the rival plays the others."""
        if self.run.rival:
            chosen = {"device": self.run.device, "generator": self.run.generator}
            alone = torch.randint(int(self.teams.max()) + 1, new.shape, **chosen)
            guests = slice(0, len(self.rivals))
            begun, learns = new[guests], self.teams == alone[guests, None]
            self.rivals = torch.where(begun, self.run.rival, self.rivals)
            self.learns[guests] = torch.where(begun[:, None], learns, self.learns[guests])

    def rollout(self) -> tuple[DecisionTensors, list[torch.Tensor]]:
        """The learner's decisions of the round, and for each: action, log probability, value targets, advantage."""
        self.rows.check()
        steps, self.steps = self.steps, []
        gains, known = lambda_returns(steps, self.asked, self.run.config.trust)
        advantage = gains[..., 0] + self.run.config.margin * (gains[..., -1] - gains[..., 0])
        targets = torch.stack([step.values for step in steps]) + gains
        targets[..., self.players : -1] = torch.nan  # of seats without a player
        seen, actions, chances = list(zip(*steps, strict=True))[:3]
        columns = torch.cat(actions), torch.cat(chances), targets.flatten(0, 1), advantage.flatten()
        rows = known.flatten().nonzero().squeeze(1)
        return joined(seen).part(rows), [each[rows] for each in columns]


def lambda_returns(steps: list[PlayedStep], following: PlayedStep, trust: float) -> tuple[torch.Tensor, torch.Tensor]:
    """Advantages, backwards in time, for each seat along its own decisions. Rewards come at the end, without discount.

    Args:
        steps: in the order of play.
        following: the decisions after the last step.
        trust: lambda.

    Returns:
        gains: float32[steps, rows, outputs], lambda-returns minus values; 0 where they are not known.
        known: bool[steps, rows], False where the seat has not been asked since, or the learner did not decide.
    """
    rows, after = torch.arange(len(following.seats), device=following.seats.device), steps[0].results.clone()
    gain, met = torch.zeros_like(after), torch.zeros_like(after[..., 0], dtype=torch.bool)
    after[rows, following.seats], met[rows, following.seats] = following.values, following.mine
    gains, known = [], []
    for step in reversed(steps):
        over, place = step.over[:, None, None], (rows, step.seats)
        after, gain = torch.where(over, step.results, after), gain.masked_fill(over, 0.0)
        met |= step.over[:, None]
        known.append(met[place] & step.mine)
        change = after[place] - step.values + trust * gain[place]
        gains.append(change.masked_fill(~known[-1][:, None], 0.0))
        after[place], gain[place], met[place] = step.values, gains[-1], step.mine
    return torch.stack(gains[::-1]), torch.stack(known[::-1])


class Learned(NamedTuple):
    """The n decisions of a round from which the network learns."""

    seen: DecisionTensors
    actions: torch.Tensor  # int64[n]
    chances: torch.Tensor  # float32[n], log probabilities of the actions under the policy that played
    targets: torch.Tensor  # float32[n, outputs], of the values; NaN for seats without a player
    advantage: torch.Tensor  # float32[n]


class SelfPlayRun:
    """A training in progress.

    Args:
        config, folder, device, services: see `train`.
        games: where they are played: "cpu", or a device for `DeviceBatch`, the network's own.

    Attributes:
        network: that learns; `model` is the same, compiled if the configuration says so.
        snapshots: former networks by number, from 1: the latest ones, and those whose games go on.
        rival: the number of the one that new games are against, drawn for each round; 0: none.
        playing: the numbers of the rival and of all whose games go on.
        magnet: a copy of former weights, or None.
    """

    def __init__(
        self,
        config: PPOConfig,
        folder: Path,
        device: str = "cpu",
        services: Sequence[str] = (),
        games: str | Driver = "cpu",
    ) -> None:
        self.config, self.folder, self.device, self.games = config, folder, torch.device(device), games
        self.game = envs.game(config.game).with_packs([config.pack])
        self.shell = first_network(config)
        self.header = self.shell.header
        self.network = TorchNetwork(self.shell).to(self.device)
        self.optimiser = torch.optim.Adam(self.network.parameters(), config.learning_rate, eps=1e-7)
        self.magnet = deepcopy(self.network).requires_grad_(False) if config.magnet else None
        self.snapshots: dict[int, TorchNetwork] = {}
        self.parts: list[Part] = []
        self.decisions = self.first = self.header.decisions
        self.rounds, self.seconds, self.cpu = 0, 0.0, 0.0
        self.history: list[EvaluationPoint] = []
        self.saved: float | None = None  # when the last checkpoint was written
        if found := checkpoint.open_run(folder, config, self.game):
            self._restore(*found)
        self._draw_rival()
        self.model: Any = torch.compile(self.network, dynamic=True) if config.compile else self.network
        self.log = Log(folder, self.decisions, services, config.model_dump(mode="json"))
        seeds = np.random.SeedSequence([config.seed, self.rounds]).generate_state(64)
        self.generator = torch.Generator(self.device).manual_seed(int(seeds[0]))
        counts = config.players or (self.game.players[0],)
        rows = -(-config.rows // (count := max(2, len(counts))))
        self.parts = [Part(self, counts[k % len(counts)], rows, int(seeds[k + 1])) for k in range(count)]

    @property
    def done(self) -> float:
        """Share of the training that is done."""
        if self.config.minutes:
            return self.seconds / 60 / self.config.minutes
        return (self.decisions - self.first) / self.config.decisions

    @property
    def speed(self) -> float:
        """Decisions a second so far, playing and learning."""
        return (self.decisions - self.first) / self.seconds if self.seconds else 0.0

    def precision(self) -> Any:
        """Inside it torch computes as the configuration says."""
        return torch.autocast(self.device.type, torch.bfloat16, enabled=self.config.bf16)

    def round(self) -> dict[str, float]:
        """Play a round and learn from it; returns the losses, means over the last pass, {} if no decision is known."""
        began, cpu = time.perf_counter(), time.process_time()
        for _ in range(self.config.steps):
            for part in self.parts:
                part.step()
                part.ask()
        seen, columns = zip(*(part.rollout() for part in self.parts), strict=True)
        learned = Learned(joined(seen), *map(torch.cat, zip(*columns, strict=True)))
        losses = self.learn(learned) if len(learned.actions) else {}
        self.rounds += 1
        self._keep_copies()
        self._draw_rival()
        self.decisions += len(learned.actions)
        self.seconds += time.perf_counter() - began
        self.cpu += time.process_time() - cpu
        return losses

    def learn(self, learned: Learned) -> dict[str, float]:
        """Some passes of PPO's clipped objective over the decisions of a round, in random order."""
        config, done = self.config, min(self.done, 1.0)
        self.optimiser.param_groups[0]["lr"] = config.learning_rate * falling(config.last_rate, done)
        entropy = config.entropy * falling(config.last_entropy, done)
        deviation = learned.advantage.std(correction=min(1, len(learned.actions) - 1))  # 0 of one decision
        advantage = (learned.advantage - learned.advantage.mean()) / (deviation + 1e-6)
        for _ in range(config.passes):
            sums: list[torch.Tensor] = []
            order = torch.randperm(len(advantage), device=self.device, generator=self.generator)
            for rows in order.tensor_split(max(1, len(order) // config.batch_size)):
                with self.precision():
                    logits, values = self.model(learned.seen.part(rows))
                found = torch.log_softmax(logits, dim=1)
                own = found.gather(1, learned.actions[rows][:, None]).squeeze(1) - learned.chances[rows]
                ratio, gain = own.exp(), advantage[rows]
                policy = -torch.minimum(ratio * gain, ratio.clamp(1 - config.clip, 1 + config.clip) * gain).mean()
                spread = -(found.exp() * found).sum(dim=1).mean()
                value = (values - learned.targets[rows]).nan_to_num().square().sum(dim=1).mean()
                pull = policy.new_zeros(())
                if self.magnet is not None:
                    with torch.no_grad(), self.precision():
                        held = torch.log_softmax(self.magnet(learned.seen.part(rows))[0], dim=1)
                    pull = (found.exp() * (found - held)).sum(dim=1).mean()
                loss = policy - entropy * spread + config.magnet * pull + config.value / 2 * value
                self.optimiser.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(self.network.parameters(), config.max_gradient)
                self.optimiser.step()
                divergence, clipped = (ratio - 1 - own).mean(), ((ratio - 1).abs() > config.clip).float().mean()
                sums.append(torch.stack([policy, value, spread, divergence, clipped, pull]).detach())
        return dict(zip(LOSSES, torch.stack(sums).mean(dim=0).tolist(), strict=True))

    def measure(self, evaluate: Evaluate, promote: Promote, gauge: Gauge | None = None) -> None:
        """Write the network, measure it, make it the best if `promote` says so, and draw the curve."""
        network = self.network.compiled(decisions=self.decisions)
        self.history.append(record(self.folder, network, evaluate, promote))
        figures = {f"against {name}": rate.mean for name, rate in self.history[-1].rates.items()}
        self.log.write(self.decisions, {**figures, **(gauge(network, []) if gauge else {}), CPU: self.cpu})
        curve.draw(self.folder / curve.FILE, self.game.title, self.history)

    def progress(self) -> TrainingProgress:
        """How far this training is."""
        measured, done = self.history[-1].rates if self.history else {}, min(round(1000 * self.done), 1000)
        left = self.seconds / 60 * (1 / self.done - 1) if self.done else None
        return TrainingProgress("self-play", done, 1000, self.decisions, self.speed, measured, minutes_left=left)

    def save(self) -> None:
        """Write the checkpoint."""
        arrays = _arrays("network", self.network.state_dict())
        for number, moments in self.optimiser.state_dict()["state"].items():
            arrays |= _arrays(f"optimiser/{number}", moments)
        latest = self._latest()
        for number in latest:
            arrays |= _arrays(f"snapshot/{number - latest.start}", self.snapshots[number].state_dict())
        if self.magnet is not None:
            arrays |= _arrays("magnet", self.magnet.state_dict())
        state = {"version": self.game.version, **{name: getattr(self, name) for name in KEPT}}
        state["history"] = [point.to_json() for point in self.history]
        checkpoint.save(self.folder, arrays, state)
        self.saved = time.monotonic()

    # ---- inner

    def _restore(self, arrays: dict[str, np.ndarray], state: dict[str, Any]) -> None:
        def part(name: str) -> dict[str, torch.Tensor]:
            found = checkpoint.part(arrays, name)
            return {name: torch.from_numpy(value.copy()).to(self.device) for name, value in found.items()}

        if not checkpoint.part(arrays, "network").keys() >= self.network.state_dict().keys():
            raise TrainingError(
                f"{self.folder}: its checkpoint is of 0.3, whose layers have other names; give another --out"
            )
        self.network.load_state_dict(part("network"))
        moments = {number: part(f"optimiser/{number}") for number in range(len(self.network.layers))}
        self.optimiser.load_state_dict(self.optimiser.state_dict() | {"state": moments})
        if self.magnet is not None:
            self.magnet.load_state_dict(part("magnet"))
        for name in KEPT:
            setattr(self, name, state[name])
        for number in (latest := self._latest()):
            self.snapshots[number] = deepcopy(self.network).requires_grad_(False)
            self.snapshots[number].load_state_dict(part(f"snapshot/{number - latest.start}"))
        self.history = [EvaluationPoint.from_json(point) for point in state["history"]]

    def _keep_copies(self) -> None:
        """After a round, where due: the next magnet, a snapshot."""
        if self.magnet is not None and self.rounds % self.config.magnet_every == 0:
            self.magnet.load_state_dict(self.network.state_dict())
        if self.rounds % self.config.every == 0:
            self.snapshots[self.rounds // self.config.every] = deepcopy(self.network).requires_grad_(False)

    def _latest(self) -> range:
        """The numbers of the snapshots that new games may be against."""
        made = self.rounds // self.config.every
        return range(max(0, made - self.config.keep) + 1, made + 1)

    def _draw_rival(self) -> None:
        """Draw the rival of the next round, and forget the former networks that are needed no more."""
        latest, self.rival = self._latest(), 0
        if latest and self.config.snapshots:
            chance = np.random.default_rng([self.config.seed, self.rounds])
            self.rival = latest[chance.integers(len(latest))]
        going_on = {number for part in self.parts for number in part.rivals.tolist()}
        self.playing = sorted({self.rival, *going_on} - {0})
        self.snapshots = {number: self.snapshots[number] for number in sorted({*latest, *self.playing})}


def _arrays(prefix: str, tensors: dict[str, torch.Tensor]) -> dict[str, np.ndarray]:
    return checkpoint.prefixed(prefix, {name: value.cpu().numpy() for name, value in tensors.items()})
