"""`medianoche train`: from a configuration to a network that plays alone and guides a search, without torch.

Start reading at `StagedAlgorithm.round`. A training is a list of stages, a stage a number of rounds; in a round games
are played and the network learns from their transitions. All chance of a round comes from the seed and the round's
number, so a run that was killed and goes on from its checkpoint gives the same network as one that was not.
"""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from medianoche.agents.network import Network
from medianoche.envs.core.game import Game
from medianoche.training.compiled.actor import Actor, Actors, RoundPart
from medianoche.training.compiled.config import AnyStage, ExpertStage, NashBackupStage, NetConfig, SelfPlayStage
from medianoche.training.compiled.critic import Critic
from medianoche.training.compiled.duel_games import DuelLearner
from medianoche.training.compiled.kernels.transitions import Transitions
from medianoche.training.compiled.learner import Learner
from medianoche.training.league import prioritized
from medianoche.training.run import NetworkAlgorithm

VALUES = "values.safetensors"
"""The values of duels in a run's folder, for the agent `nash:PATH`."""
CALIBRATION = 3
"""Rounds that decide how many rounds the minutes or decisions of a stage are; the first, which compiles, counts not."""
ROUNDS_AT_LEAST = 2 * CALIBRATION
MEMORY = 500.0
"""Games after which a result against a rival counts half."""
EXPLOITER_SETTINGS = {"magnet": 0.0, "anneal_ent": 1.0, "mirror_step": 0.0, "epsilon": 0.0}
"""An exploiter learns by PPO's objective, without a magnet and without exploration."""
EXPLOITER_ROUND = 10**6
"""Number of the first round of exploiters: their games have other seeds than the network's own."""


class StagedAlgorithm(NetworkAlgorithm):
    """Imitation, self-play and expert iteration, as the stages of a configuration say.

    Args:
        config: what to train.
        actors: play the games; None: this process.

    Attributes:
        learner: the network and its optimiser, which is `optimiser`, too.
        kinds: names of the kinds of decisions by role and phase, for the log.
        total: rounds of this stage, 0 until it is known.
        snapshots: float32 each, parameters of former networks and exploiters, the latest last; `fixed` ones stay.
        results: float64[fixed and snapshots, seats, 2], against each, by team: points and games; old ones weigh less.
        mean: float32, mean of the parameters after the last `averaged` rounds of this stage.
        magnet: float32, parameters that self-play stays near; the network's own at the beginning of a stage. In expert
            iteration their policy is held in phases without a search.
        exploiter: float32, parameters of the last exploiter; zeros before the first.
        members: float16 each, copies of the parameters that were taken so far for the average policy of this stage.
        critic: of stages with one, else None.
        duels: of stages of Nash backups, else None.
        window: transitions of the rounds of expert iteration that are learned from, the latest last.
    """

    KEPT = (
        *("optimiser", "total", "mean", "averaged", "magnet", "exploiter", "members", "critic", "snapshots", "results"),
        "kept",
        "duels",
    )

    config: NetConfig

    def __init__(self, config: NetConfig, actors: Actors | None = None) -> None:
        super().__init__(config)
        self.stages = len(config.stages)
        self.game.content.options(config.options)
        if any(stage.symmetries for stage in config.stages):
            config.game_symmetries()
        for stage in config.stages:
            if isinstance(stage, ExpertStage):
                config.phases(stage)
        self.kinds = kind_names(self.game)
        self.actors = actors or Actor(config, config.threads)
        self.learner = Learner(self.network, config.threads)
        self.optimiser = self.learner.optimiser
        self.mean = self.network.parameters.copy()
        self.averaged = 0
        self.exploiter = np.zeros_like(self.mean)
        self.snapshots: list[np.ndarray] = []
        self.fixed = [config.network_like_this(name).parameters for name in config.fixed_snapshots]
        self.results = np.zeros((len(self.fixed), self.game.rules.seats, 2))
        critics = any(isinstance(stage, SelfPlayStage) and stage.critic for stage in config.stages)
        self.critic = Critic(self.game, self.network.header, config.seed, config.threads) if critics else None
        backups = any(isinstance(stage, NashBackupStage) for stage in config.stages)
        self.duels = DuelLearner(config) if backups else None
        self.begin()

    # ---- what the run asks

    @property
    def stage(self) -> AnyStage:
        """The current stage."""
        return self.config.stages[self.state.stage]

    @property
    def done(self) -> float:
        """The share of the stage's rounds that is done; 0 until it is known how many there are."""
        return self.state.rounds / self.total if self.total else 0.0

    @property
    def progress(self) -> tuple[str, int, int]:
        """The kind of the stage, and its rounds."""
        return self.stage.kind, self.state.rounds, self.total

    @property
    def is_measured(self) -> bool:
        """Whether the stage changes the policy."""
        return self.stage.policy_coef > 0

    def begin(self) -> None:
        """Begin a stage: from the averaged weights of the one before, with a new optimiser."""
        self.total = self.stage.rounds or 0
        if self.averaged:
            self.network.parameters[:] = self.mean
        self.averaged = 0
        self.magnet = self.network.parameters.copy()
        self.window: list[list[Transitions]] = []
        self.members: list[np.ndarray] = []
        self.optimiser.reset()

    def remaining(self, every: float) -> tuple[float | None, float]:
        """See `Algorithm.remaining`."""
        stages = self.config.stages[self.state.stage + 1 :]
        minutes = [stage.minutes for stage in stages] + ([] if self.done else [self.stage.minutes])
        measurements = sum(1 / every for stage in stages if stage.policy_coef)
        return (
            None if None in minutes else sum(minutes_of_stage for minutes_of_stage in minutes if minutes_of_stage)
        ), measurements

    def leave(self, folder: Path) -> None:
        """Write the values of duels, if the training has any."""
        if self.duels:
            self.duels.values.save(folder / VALUES)

    def trained(self) -> Network:
        """The network, or the mean of its last weights."""
        header = replace(self.network.header, decisions=self.state.decisions)
        return Network(header, (self.mean if self.averaged else self.network.parameters).copy())

    def average(self) -> list[Network]:
        """The networks of the average policy so far."""
        if not isinstance(self.stage, SelfPlayStage):
            return []
        header = replace(self.network.header, decisions=self.state.decisions)
        first = int(self.stage.members_from * len(self.members))
        return [Network(header, member.astype(np.float32)) for member in self.members[first:]]

    @property
    def kept(self) -> list[list[dict[str, np.ndarray]]]:
        """The window, for checkpoints."""
        return [[columns._asdict() for columns in part] for part in self.window]

    @kept.setter
    def kept(self, rows_kept: list[list[dict[str, np.ndarray]]]) -> None:
        self.window = [[Transitions(**columns) for columns in part] for part in rows_kept]

    def round(self) -> tuple[int, dict[str, Any]]:
        """Play a round of the stage and learn from it."""
        state = self.state
        stage = self.stage
        if isinstance(stage, NashBackupStage):
            assert self.duels
            return self.duels.round(self.network, stage, state.stage, state.rounds)
        if not self.total and stage.minutes and state.rounds >= CALIBRATION:
            seconds_of_round = (state.seconds - state.warmup) / (state.rounds - 1)
            self.total = max(round(stage.minutes * 60 / seconds_of_round), ROUNDS_AT_LEAST)
        if not self.total and stage.total_decisions and state.rounds >= CALIBRATION:
            self.total = max(round(stage.total_decisions * (state.rounds - 1) / state.learned), ROUNDS_AT_LEAST)
        rng = np.random.default_rng([self.config.seed, state.stage, state.rounds])
        rivals = [*self.fixed, *self.snapshots]
        drawn, teams = self._draw_rival(rng) if rivals else (0, None)
        played = self._play(state.rounds, self.network.parameters, rivals[drawn] if rivals else None, teams)
        if rivals:
            met = np.sum([columns.results for columns in played], axis=0)
            self.results[drawn] = self.results[drawn] * 0.5 ** (met[:, 1:] / MEMORY) + met
        decisions = sum(int(columns.size[0]) for columns in played)
        window = [*self.window, played][-(stage.window if isinstance(stage, ExpertStage) else 1) :]
        learned = [columns for part in window for columns in part]
        first = state.rounds + 1 - len(window)
        seats = [self._players(first + k) for k, part in enumerate(window) for _ in part]
        if isinstance(stage, SelfPlayStage) and stage.critic:
            self._learn_critic(stage, learned, seats[-1], rng)
        losses = self.learner.learn(learned, seats, rng, stage, self.done, self.magnet)
        if isinstance(stage, SelfPlayStage):
            self._keep_copies(stage)
        else:
            self.window = window if isinstance(stage, ExpertStage) else []
        if self.total and state.rounds >= (1 - stage.average_last) * self.total:
            self.averaged += 1
            self.mean += (self.network.parameters - self.mean) / self.averaged
        return decisions, losses.figures(self.kinds)

    # ---- inner

    def _players(self, number: int) -> int:
        """The player count of a round."""
        return self.players[number % len(self.players)]

    def _play(
        self,
        number: int,
        parameters: np.ndarray,
        rival: np.ndarray | None,
        rival_teams: np.ndarray | None = None,
        against: float | None = None,
    ) -> list[Transitions]:
        """Play the games of a round with the actors, see RoundPart."""
        count = self.actors.count
        stage = self.state.stage
        arguments = (parameters, rival, rival_teams, against)
        held = self.magnet if isinstance(self.stage, ExpertStage) else None
        parts = [RoundPart(self.config, stage, number, k, count, *arguments, held=held) for k in range(count)]
        return [columns for part in self.actors.play(parts) for columns in part]

    def _draw_rival(self, rng: np.random.Generator) -> tuple[int, np.ndarray | None]:
        """The place of a round's rival in `fixed` and `snapshots`, and `RoundPart.rival_teams`."""
        stage = self.stage
        if not isinstance(stage, SelfPlayStage) or not stage.power:
            return int(rng.integers(len(self.results))), None
        teams = max(self.game.teams(self._players(self.state.rounds))) + 1
        points, games = np.moveaxis(self.results[:, :teams], -1, 0)
        shares = prioritized((points + 1) / (games + 2), stage.power)
        drawn = int(rng.choice(len(shares), p=shares.sum(axis=1)))
        return drawn, shares[drawn] / shares[drawn].sum()

    def _keep_snapshot(self, parameters: np.ndarray, stage: SelfPlayStage) -> None:
        fixed = len(self.fixed)
        first = max(0, len(self.snapshots) + 1 - stage.snapshots_kept)
        self.snapshots = [*self.snapshots, parameters][first:]
        kept = np.delete(self.results, np.s_[fixed : fixed + first], axis=0)
        self.results = np.concatenate([kept, np.zeros((1, *kept.shape[1:]))])

    def _train_exploiter(self, stage: SelfPlayStage) -> np.ndarray:
        """A copy of the network, or of the last exploiter, that has learned against the present network: a main
        exploiter of Vinyals et al., "Grandmaster level in StarCraft II using multi-agent reinforcement learning".
        """
        count = (self.state.rounds + 1) // stage.exploiter_every  # of the exploiter in this stage, from 1
        learner = Learner(deepcopy(self.network), self.config.threads)
        if (count - 1) % stage.exploiter_restart:
            learner.network.parameters[:] = self.exploiter
        exploiter_stage = stage.model_copy(update={**EXPLOITER_SETTINGS, "ent_coef": stage.exploiter_ent_coef})
        first = EXPLOITER_ROUND + count * stage.exploiter_rounds
        for number in range(first, first + stage.exploiter_rounds):
            played = self._play(number, learner.network.parameters, self.network.parameters, against=1.0)
            rng = np.random.default_rng([self.config.seed, self.state.stage, number])
            learner.learn(played, self._players(number), rng, exploiter_stage, 0.0)
        self.exploiter[:] = learner.network.parameters
        return self.exploiter.copy()

    def _learn_critic(
        self, stage: SelfPlayStage, transitions: list[Transitions], players: int, rng: np.random.Generator
    ) -> None:
        """Let the critic write the advantages of `transitions`, then learn from them."""
        assert self.critic
        rules = stage.gae_lambda, self.config.margin, stage.epsilon
        targets = self.critic.estimate(self.network, transitions, players, *rules)
        settings = stage.update_epochs, stage.minibatch_size, stage.critic_learning_rate, stage.adam_eps
        self.critic.learn(transitions, targets, rng, *settings)

    def _keep_copies(self, stage: SelfPlayStage) -> None:
        """Keep the copies of the network that are due after a round of self-play: a snapshot, the next magnet, a member
        of the average policy."""
        done = self.state.rounds + 1
        network = self.network
        if done % stage.snapshot_every == 0:
            self._keep_snapshot(network.parameters.copy(), stage)
        if stage.exploiter_every and done % stage.exploiter_every == 0:
            self._keep_snapshot(self._train_exploiter(stage), stage)
        if done % stage.magnet_every == 0:
            self.magnet += np.float32(stage.magnet_pace) * (network.parameters - self.magnet)
        if self.total and done * stage.members // self.total > len(self.members):
            self.members.append(network.parameters.astype(np.float16))


def kind_names(game: Game) -> dict[tuple[int, int], str]:
    """Names of the kinds of decisions by role and phase: `child/sheet`, the seats of the role without their numbers if
    there are several, and the phase."""
    seats: dict[int, list[str]] = {}
    most = max(game.players)
    for name, role in zip(game.agents(most), game.roles(most), strict=True):
        seats.setdefault(role, []).append(name)
    roles = {role: names[0] if len(names) == 1 else names[0].rstrip("_0123456789") for role, names in seats.items()}
    phases = {int(phase): phase.name.lower() for phase in game.declaration.phases}
    return {(role, phase): f"{name}/{word}" for role, name in roles.items() for phase, word in phases.items()}
