"""The first lines of `medianoche train`: what is trained against whom, how it is measured, and when it will be done."""

from __future__ import annotations

import time
from pathlib import Path

from medianoche.envs.core.game import Game
from medianoche.training.compiled.config import (
    AnyStage,
    ExpertStage,
    ImitationStage,
    NashBackupStage,
    NetConfig,
    SelfPlayStage,
)
from medianoche.training.settings import NetworkConfig, SelfPlayConfig


def of_net(config: NetConfig, game: Game, folder: Path) -> list[str]:
    """The lines for a training of the compiled learner."""
    stages = [f"{number}. {of_stage(stage)}" for number, stage in enumerate(config.stages, 1)]
    return of_network(config, game, stages, f"in {folder}: {config.threads} threads", length(config.stages))


def of_self_play(config: SelfPlayConfig, game: Game, folder: Path, device: str) -> list[str]:
    """The lines for a training of a learner with torch."""
    rows, shares = config.games()
    opponents = ", ".join(f"{name} {share:.0%}" for name, share in shares.items() if share)
    stages = [f"self-play: against {opponents}; {rows} rows"]
    where = f"in {folder}: on {device}"
    return of_network(config, game, stages, where, until(config.minutes, config.total_decisions))


def of_network(config: NetworkConfig, game: Game, stages: list[str], where: str, until: str) -> list[str]:
    """The lines for a training of a network: its game and size, its stages, its measurements, where and until when."""
    counts = "/".join(map(str, config.players or (game.players[0],)))
    start = {"": "random weights", "shipped": "the network that comes with the game"}.get(config.start, config.start)
    advice = ", with the heuristic's action as an input" if config.advice else ""
    evaluation = config.evaluation
    search = f", alone and with {evaluation.simulations} simulations" if evaluation.simulations else ""
    measured = (
        [f"{evaluation.games} games each against {', '.join(evaluation.opponents)}{search}"]
        if evaluation.opponents
        else []
    )
    measured += [f"then a tournament of {evaluation.final_games:,} games"] if evaluation.final_games else []
    widths = "of its own" if "hidden" in config.refused else "-".join(map(str, config.hidden))
    network = f"a network {widths}{advice}, from {start}"
    return [
        f"{game.name}, {counts} players, pack {config.pack}: {network}",
        *stages,
        f"measured during the training: {'; '.join(measured) or 'nothing'}",
        f"{where}, seed {config.seed}, {until}",
    ]


def of_stage(stage: AnyStage) -> str:
    """A stage in words: its kind, its length, and who plays."""
    long = f"{stage.minutes:g} minutes" if stage.minutes else f"{stage.rounds:,} rounds" if stage.rounds else ""
    long = long or f"{stage.total_decisions:,} decisions"
    taught = "" if stage.policy_coef else ", only values learn"
    match stage:
        case ImitationStage():
            who = f"of {stage.agent}, which labels every decision"
        case SelfPlayStage():
            others = {"former networks": stage.snapshots, "the heuristic": stage.heuristic, "random": stage.random}
            shares = {"itself": 1 - sum(others.values()), **others}
            who = "against " + ", ".join(f"{name} {share:.0%}" for name, share in shares.items() if share > 0)
        case ExpertStage():
            where = f" in {', '.join(stage.policy_phases)}" if stage.policy_phases else ""
            twice = ", twice" if stage.agreeing else ""
            who = f"learns from its own search{where} with {stage.simulations} simulations{twice}"
        case NashBackupStage():
            who = f"values of duels, {stage.network or 'the first network'}"
            taught = ""
    return f"{stage.kind}, {long}: {who}{taught}"


def length(stages: tuple[AnyStage, ...]) -> str:
    """The training's length in words, before anything was measured."""
    if any(stage.rounds for stage in stages):
        return "of a fixed number of rounds"
    minutes = sum(stage.minutes or 0.0 for stage in stages)
    return until(minutes or None, sum(stage.total_decisions or 0 for stage in stages))


def until(minutes: float | None, decisions: int) -> str:
    """The length of a training in words: minutes, and the time at which they are over; without minutes, decisions."""
    if minutes is None:
        return f"{decisions:,} decisions"
    return f"{minutes:g} minutes and the measurements: after {clock(minutes)}"


def clock(minutes: float) -> str:
    """The time of day in so many minutes, with the date if it is another day."""
    now = time.localtime()
    then = time.localtime(time.time() + 60 * minutes)
    return time.strftime("%H:%M" if now.tm_yday == then.tm_yday else "%H:%M on %d %B", then)
