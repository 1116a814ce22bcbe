"""Who plays the games that are learned from: in this process with threads, or in others, each a part of a round."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple, Protocol

import numpy as np

from medianoche import envs
from medianoche.agents import agent
from medianoche.agents.net import NetAgent, NetHeader, Network, aligned
from medianoche.training.compiled import rollouts as lessons
from medianoche.training.compiled.config import Imitation, NetConfig, SelfPlay
from medianoche.training.compiled.kernels.lessons import HEURISTIC, RANDOM, RIVAL, Lessons


class Part(NamedTuple):
    """A part of a round: everything that decides its games.

    Attributes:
        config: of the training.
        stage: number of the stage.
        round: number of the round in it.
        number, of: which part, of how many.
        parameters: of the network that learns.
        rival: of a former self, or none.
    """

    config: NetConfig
    stage: int
    round: int
    number: int
    of: int
    parameters: np.ndarray
    rival: np.ndarray | None


class Actors(Protocol):
    """Whoever plays."""

    count: int
    """Into how many parts to divide a round."""

    def play(self, parts: Sequence[Part]) -> list[list[Lessons]]:
        """The lessons of each part, in the same order."""

    def close(self) -> None:
        """End at once."""


class Here:
    """This process, with the threads of the configuration."""

    count = 1

    def __init__(self, config: NetConfig) -> None:
        self.actor = Actor(config, config.threads)

    def play(self, parts: Sequence[Part]) -> list[list[Lessons]]:
        """Play them one after another."""
        return [self.actor.play(part) for part in parts]

    def close(self) -> None:
        """Nothing goes on."""


class Actor:
    """Plays parts of rounds.

    Args:
        config: of the training.
        threads: how many play, and into how many Lessons.
    """

    def __init__(self, config: NetConfig, threads: int) -> None:
        self.config, self.threads = config, threads
        self.game = envs.game(config.game).with_packs([config.pack])
        self.players = config.players or (self.game.players[0],)
        self.network = Network.new(header_of(config), config.seed)
        self._games: tuple[tuple[int, int, bool], lessons.Games] | None = None
        self._agents: dict[str, NetAgent] = {}

    def play(self, part: Part) -> list[Lessons]:
        """Play a part; its lessons are overwritten by the next."""
        stage = self.config.stages[part.stage]
        players = self.players[part.round % len(self.players)]
        chance = np.random.default_rng([self.config.seed, part.stage, part.round, part.number])
        self.network.parameters = aligned(part.parameters)
        if isinstance(stage, SelfPlay):
            return self._play(stage, players, chance, part)
        if isinstance(stage, Imitation):
            share = stage.student if part.round else 0.0
            advise, found = lessons.of_teacher(agent(stage.agent), self._agent("sample"), share), 0.0
        else:
            searcher, quick = self._agent(str(stage.simulations)), self._agent(str(stage.quick))
            advise, found = lessons.of_search(searcher, quick, stage.taught), stage.found
        games = -(-stage.games // (part.of * self.threads))
        return [self._taught(games, players, chance, advise, found) for _ in range(self.threads)]

    def _taught(
        self, games: int, players: int, chance: np.random.Generator, advise: lessons.Advise, found: float
    ) -> Lessons:
        pack, options = self.config.pack, self.config.options
        return lessons.taught(self.game, players, pack, options, games, chance, advise, self.network, found)

    def _play(self, stage: SelfPlay, players: int, chance: np.random.Generator, part: Part) -> list[Lessons]:
        games = self._room(stage, players, -(-stage.decisions // part.of))
        most = stage.decisions  # games take more than one decision
        snapshots = 0.0 if part.rival is None else stage.snapshots
        shares = {RIVAL: snapshots, HEURISTIC: stage.heuristic, RANDOM: stage.random}
        deciders = np.full((most, self.game.seats), RIVAL, np.int8)
        deciders[:, :players] = lessons.opponents(chance, self.game.teams(players), most, shares)
        seeds = chance.integers(2**64, size=most, dtype=np.uint64)
        rival = self.network if part.rival is None else Network(self.network.header, part.rival)
        return games.play(self.network, rival, seeds, deciders, stage.trust, self.config.margin, stage.views)

    def _room(self, stage: SelfPlay, players: int, decisions: int) -> lessons.Games:
        heuristic = self.config.advice or stage.heuristic > 0
        key = (players, decisions, heuristic)
        if self._games is None or self._games[0] != key:
            made = lessons.Games(
                self.game, players, self.config.options, decisions, self.network, self.threads, heuristic
            )
            self._games = (key, made)
        return self._games[1]

    def _agent(self, words: str) -> NetAgent:
        """The network as it is, as the agent `net:words`."""
        if words not in self._agents:
            self._agents[words] = NetAgent(words, network=self.network, threads=self.threads)
        return self._agents[words]


def header_of(config: NetConfig) -> NetHeader:
    """The header of a network of this training."""
    return NetHeader.made_for(
        envs.game(config.game).with_packs([config.pack]),
        wide=config.wide,
        narrow=config.narrow,
        greed=config.search_margin,
        scale=config.scale,
        explore=config.explore,
        advice=config.advice,
    )


@lru_cache(maxsize=1)
def _actor(text: str) -> Actor:
    return Actor(NetConfig.from_text(text), 1)


def play_elsewhere(part: Part) -> list[Lessons]:
    """Play a part in a process that does nothing else; its lessons are copies without unused room."""
    return [lessons.compact(each) for each in _actor(part.config.to_toml()).play(part)]
