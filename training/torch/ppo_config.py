"""The configuration of PPO in torch; `configs/ppo` has a file for some games."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pydantic import NonNegativeFloat, PositiveFloat, PositiveInt

from medianoche.agents.network import Share
from medianoche.training.settings import NetworkConfig


class PPOConfig(NetworkConfig):
    """Everything that decides a training. The length is `minutes` if given, else `decisions`."""

    folder, learner, free = Path(__file__).parent / "configs" / "ppo", "torch", ("evaluation.final_games",)
    margin: Share = 0.3  #: Weight of the margin of scores, against the utility, in the advantages
    minutes: PositiveFloat | None = None  #: Of playing and learning
    decisions: PositiveInt = 10_000_000
    rows: PositiveInt = 512  #: Games side by side, of all parts together
    steps: PositiveInt = 64  #: Decisions of a row in a round
    threads: PositiveInt = 1  #: That play the games
    learning_rate: PositiveFloat = 1e-3
    last_rate: Share = 0.05  #: Share of the learning rate at the end; it falls linearly
    passes: PositiveInt = 3  #: Over the decisions of a round
    batch_size: PositiveInt = 2048
    clip: PositiveFloat = 0.2
    trust: Share = 0.95  #: Lambda of the advantages and value targets
    entropy: NonNegativeFloat = 0.02  #: Weight, in units of the advantages' standard deviation
    last_entropy: Share = 1.0  #: Share of this weight at the end; it falls linearly
    magnet: NonNegativeFloat = 0.0  #: Weight of the policy's divergence from the magnet, a copy of former weights
    magnet_every: PositiveInt = 20  #: Rounds from one copy to the next
    value: NonNegativeFloat = 0.5  #: Weight of the values in the loss
    max_gradient: PositiveFloat = 0.5
    snapshots: Share = 0.1  #: Share of the rows in which one team learns and a former network plays the others
    every: PositiveInt = 25  #: Rounds from one snapshot to the next
    keep: PositiveInt = 8  #: Snapshots kept, the latest
    bf16: bool = False  #: Whether products are computed in bfloat16; for GPUs
    compile: bool = False  #: Whether torch.compile compiles the network; for GPUs, and long trainings

    def finished(self, state: dict[str, Any]) -> bool:
        """Whether this training has ended; `state` is that of its checkpoint."""
        numbers = [state.get(key) for key in ("seconds", "decisions", "first")]
        seconds, decisions, first = (each if isinstance(each, int | float) else 0 for each in numbers)
        return seconds >= 60 * self.minutes if self.minutes else decisions - first >= self.decisions
