"""The speed of training against the number of actors: measured here, calculated for more (`medianoche bench actors`).

Rounds are synchronous: all actors play with the same network, one learner learns from all of it, and so on. A round of
D decisions takes D / (N x playing) with N actors, D / learning in the learner, and the time that the decisions take to
reach it (and the network to reach the actors) over its connection; decisions per second are D over the sum.
"""

from __future__ import annotations

import pickle
import statistics
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from medianoche import envs
from medianoche.benchmarks.workers.actors import FleetActors
from medianoche.training import NetConfig, SelfPlayStage
from medianoche.training.compiled.actor import RoundPart, play_elsewhere
from medianoche.training.compiled.kernels.transitions import Transitions
from medianoche.training.compiled.learner import Learner

BANDWIDTH = 1.25e9
"""Bytes per second into the learner: ten gigabits."""


class Costs(NamedTuple):
    """What a round of a training costs."""

    decisions: int  # of the round
    playing: float  # decisions per second of one actor
    learning: float  # decisions per second of the learner
    transition: float  # bytes of a decision on its way to the learner
    network: int  # bytes of the network on its way to an actor

    def rate(self, actors: int, bandwidth: float = BANDWIDTH) -> float:
        """Decisions per second with so many actors on machines of their own, the learner's connection of so many bytes
        per second."""
        carried = (self.decisions * self.transition + actors * self.network) / bandwidth
        return self.decisions / (self.decisions / (actors * self.playing) + self.decisions / self.learning + carried)


class Round:
    """Rounds of the last self-play of a training, with nothing else around them.

    Args:
        config: of the training.
        decisions: of a round, about.
    """

    def __init__(self, config: NetConfig, decisions: int) -> None:
        stage = [stage for stage in config.stages if isinstance(stage, SelfPlayStage)][-1]
        self.stage = stage.model_copy(update={"num_steps": decisions, "target_kl": 0.0})
        self.config = config.model_copy(update={"stages": (self.stage,)})
        self.learner = Learner(config.first_network(), 1)
        self.players = (config.players or envs.game(config.game).players)[0]
        self.chance = np.random.default_rng(0)
        self.count = 0

    def parts(self, actors: int) -> list[RoundPart]:
        """The parts of the next round."""
        self.count += 1
        weights = self.learner.network.parameters
        return [RoundPart(self.config, 0, self.count, k, actors, weights, weights) for k in range(actors)]

    def learn(self, played: list[Transitions]) -> None:
        """Learn as the training does."""
        self.learner.learn(played, self.players, self.chance, self.stage)


def costs(config: NetConfig, decisions: int, rounds: int, advance: Callable[[], None]) -> Costs:
    """What a round costs: medians of CPU time of so many rounds, after one that compiles."""
    round_played = Round(config, decisions)
    playing = []
    learning = []
    sizes = []
    for number in range(rounds + 1):
        (part,) = round_played.parts(1)
        began = time.process_time()
        played = play_elsewhere(part)
        between = time.process_time()
        round_played.learn(played)
        ended = time.process_time()
        made = sum(int(transitions.size[0]) for transitions in played)
        if number:
            playing.append(made / (between - began))
            learning.append(made / (ended - between))
            sizes.append((made, len(pickle.dumps(played)) / made))
        advance()
    made = round(statistics.median(count for count, _ in sizes))
    size = statistics.median(size for _, size in sizes)
    network = round_played.learner.network.parameters.nbytes
    return Costs(made, statistics.median(playing), statistics.median(learning), size, network)


def measured(config: NetConfig, actors: int, decisions: int, rounds: int, advance: Callable[[], None]) -> float:
    """Decisions per second of wall time with so many processes that play, and this one that learns."""
    round_played = Round(config, decisions)
    workers = FleetActors(actors)
    rates: list[float] = []
    try:
        for number in range(rounds + 1):
            began = time.perf_counter()
            played = [transitions for part in workers.play(round_played.parts(actors)) for transitions in part]
            round_played.learn(played)
            if number:
                rates.append(sum(int(transitions.size[0]) for transitions in played) / (time.perf_counter() - began))
            advance()
    finally:
        workers.close()
    return statistics.median(rates)


def table(figures: Costs, measured: dict[int, float], numbers: tuple[int, ...]) -> dict[str, dict[str, Any]]:
    """A line for each number of actors."""
    return {
        f"{count} actors" if count > 1 else "1 actor": {
            "measured": f"{measured[count]:,.0f}" if count in measured else "",
            "calculated": f"{figures.rate(count):,.0f}",
        }
        for count in numbers
    }
