"""Actors: they play a round's games, in this process with threads, or each a part of the round in other processes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple, Protocol

import numpy as np

from medianoche.agents import Agent, agent
from medianoche.agents.net import NetAgent
from medianoche.agents.network import Network, aligned
from medianoche.envs.core.content.symmetries import Symmetries
from medianoche.training.compiled import rollouts
from medianoche.training.compiled.config import ExpertStage, ImitationStage, NetConfig, SelfPlayStage
from medianoche.training.compiled.kernels import learning
from medianoche.training.compiled.kernels.transitions import HEURISTIC, RANDOM, RIVAL, Transitions


class RoundPart(NamedTuple):
    """A part of a round, with everything that decides its games."""

    config: NetConfig  # of the training
    stage: int  # number of the stage
    round: int  # number of the round in it
    part: int  # its number
    part_count: int  # in which the round is divided
    parameters: np.ndarray  # float32, of the network that learns
    rival: np.ndarray | None  # float32, parameters of a snapshot, or None
    rival_teams: np.ndarray | None = None  # float64[teams], see `rollouts.draw_deciders`
    against: float | None = None  # share of the games against the rival; None: as the stage says
    held: np.ndarray | None = None  # float32, of the network whose policy is held in phases without a search


class Actors(Protocol):
    """Plays the parts of a round."""

    count: int  #: Parts into which a round is divided

    def play(self, parts: Sequence[RoundPart]) -> list[list[Transitions]]:
        """Play parts; returns the transitions of each, in the same order."""

    def close(self) -> None:
        """Stop playing."""


class Actor:
    """Plays in this process.

    Args:
        config: of the training.
        threads: that play; each makes one Transitions.
    """

    count = 1

    def __init__(self, config: NetConfig, threads: int) -> None:
        self.config = config
        self.threads = threads
        self.game = config.game_with_pack()
        self.players = config.players or (self.game.players[0],)
        self.network = Network.new(config.header(), config.seed)
        self._games: tuple[tuple[int, int, bool, bool, bool], rollouts.SelfPlayGames] | None = None
        self._agents: dict[str, NetAgent] = {}

    @cached_property
    def _symmetries(self) -> Symmetries:
        return self.config.game_symmetries()

    def play(self, parts: Sequence[RoundPart]) -> list[list[Transitions]]:
        """See `Actors`; there is one part."""
        return [self.play_part(part) for part in parts]

    def close(self) -> None:
        """See `Actors`; nothing is played outside of `play`."""

    def play_part(self, part: RoundPart) -> list[Transitions]:
        """Play a part; the next call overwrites its transitions."""
        stage = self.config.stages[part.stage]
        players = self.players[part.round % len(self.players)]
        rng = np.random.default_rng([self.config.seed, part.stage, part.round, part.part])
        self.network.parameters = aligned(part.parameters)
        if isinstance(stage, SelfPlayStage):
            return self._self_play(stage, players, rng, part)
        teacher: Agent | None = None
        if isinstance(stage, ImitationStage):
            teacher = agent(stage.agent)
            share = stage.student_share if part.round else 0.0
            supervise = rollouts.imitate_agent(teacher, self._agent("sample"), share)
            search_weight = 0.0
        else:
            assert isinstance(stage, ExpertStage)  # stages of Nash backups play in `duel_games`
            searcher = self._agent(str(stage.simulations))
            fast = self._agent(str(stage.fast_simulations))
            held = self._held(stage, part) if stage.policy_phases else None
            supervise = rollouts.learn_from_search(searcher, fast, stage.policy_target_share, stage.agreeing, held)
            search_weight = stage.search_value_weight
        games = -(-stage.games // (part.part_count * self.threads))
        played = (self.game, players, self.config.pack, self.config.options, games)
        arguments = (rng, supervise, self.network, search_weight, teacher)
        parts = [rollouts.play_supervised(*played, *arguments) for _ in range(self.threads)]
        if stage.symmetries:
            for transitions in parts:
                numbers = rng.integers(len(self._symmetries.inverse), size=int(transitions.size[0]))
                learning.write_images(self._symmetries, numbers, transitions)
        return parts

    def _self_play(
        self, stage: SelfPlayStage, players: int, rng: np.random.Generator, part: RoundPart
    ) -> list[Transitions]:
        heuristic = self.config.advice or stage.heuristic > 0
        decisions = -(-stage.num_steps // part.part_count)
        key = (players, decisions, heuristic, stage.critic, stage.symmetries)
        if self._games is None or self._games[0] != key:
            arguments = (self.config.options, decisions, self.network, self.threads, heuristic, stage.critic)
            symmetries = self._symmetries if stage.symmetries else None
            self._games = key, rollouts.SelfPlayGames(self.game, players, *arguments, symmetries)
        count = stage.num_steps  # enough games: each takes more than one decision
        if part.against is None:
            snapshots = 0.0 if part.rival is None else stage.snapshots
            others = {RIVAL: snapshots, HEURISTIC: stage.heuristic, RANDOM: stage.random}
        else:
            others = {RIVAL: part.against}
        deciders = np.full((count, self.game.rules.seats), RIVAL, np.int8)
        drawn = (rng, self.game.teams(players), count, others, part.rival_teams)
        deciders[:, :players] = rollouts.draw_deciders(*drawn)
        seeds = rng.integers(2**64, size=count, dtype=np.uint64)
        rival = self.network if part.rival is None else Network(self.network.header, part.rival)
        shares = stage.value_only_share, stage.epsilon
        return self._games[1].play(self.network, rival, seeds, deciders, stage.gae_lambda, self.config.margin, *shares)

    def _held(self, stage: ExpertStage, part: RoundPart) -> rollouts.HeldPhases:
        parameters = part.parameters if part.held is None else part.held
        network = Network(self.network.header, parameters)
        return rollouts.HeldPhases(self.config.phases(stage), self._agent(""), network)

    def _agent(self, words: str) -> NetAgent:
        """The network that learns as the agent `net:words`."""
        if words not in self._agents:
            self._agents[words] = NetAgent(words, network=self.network, threads=self.threads)
        return self._agents[words]


@lru_cache(maxsize=1)
def _actor(text: str) -> Actor:
    return Actor(NetConfig.model_validate_json(text), 1)


def play_elsewhere(part: RoundPart) -> list[Transitions]:
    """Play a part in a worker process; returns copies of its transitions, without unused room."""
    return [rollouts.compact(columns) for columns in _actor(part.config.model_dump_json()).play_part(part)]
