"""Configurations of the learner with torch: one TOML file a game in `configs/`, with defaults for every key."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Self

from pydantic import Field, NonNegativeFloat, PositiveFloat, PositiveInt

from medianoche.envs.core.files import Word
from medianoche.training.settings import Settings, TrainingConfig


class PPO(Settings):
    """The algorithm. Rows and batches are large because a small network is fastest on many rows at once."""

    rows: PositiveInt = 256  #: Games played side by side
    steps: PositiveInt = 64  #: The learner's decisions in each row between two updates
    batch_size: PositiveInt = 4096
    epochs: PositiveInt = 4
    learning_rate: PositiveFloat = 3e-4  #: At the start; it falls linearly to zero at the end
    gamma: float = Field(default=0.997, gt=0, le=1)
    gae_lambda: float = Field(default=0.95, ge=0, le=1)
    clip: PositiveFloat = 0.2
    entropy: NonNegativeFloat = 0.01
    value: NonNegativeFloat = 0.5
    max_gradient: PositiveFloat = 0.5
    target_kl: PositiveFloat | None = None
    """No further pass over a batch once the divergence from the policy that played is larger."""
    shaping: NonNegativeFloat = 0.0  #: Weight of the potential on the score margin; 0: rewards are the utility alone
    shaping_scale: PositiveFloat = 10.0  #: The margin that counts as a full one


class LeagueSettings(Settings):
    """Opponents in the other seats. Shares need not add up to 1."""

    latest: NonNegativeFloat = 0.5  #: Share of the network as it is now
    snapshots: NonNegativeFloat = 0.25
    """Share of the snapshots, former networks; the share of the latest until there is one."""
    agents: dict[Word, NonNegativeFloat] = {"greedy": 0.2, "random": 0.05}  # noqa: RUF012 - Pydantic copies it
    """Shares of agents by their strings."""
    every: PositiveInt = 20  #: Updates from one snapshot to the next
    keep: PositiveInt = 8  #: Snapshots kept; a new one replaces the one that loses most to the learner
    power: NonNegativeFloat = 2.0  #: Snapshots are drawn in proportion to (1 - win rate against them) ** power
    memory: PositiveFloat = 500.0  #: Games after which a result counts half in a win rate


class ImitationSettings(Settings):
    """Supervised learning of another agent's choices, before self-play."""

    agent: Word | None = None  #: The agent: greedy, ismcts:200, ...; None begins with self-play
    chunks: PositiveInt = 20  #: Chunks: games are played, then the network is fitted to their decisions
    games: PositiveInt = 128  #: Games of a chunk
    epochs: PositiveInt = 4  #: Passes over each chunk
    batch_size: PositiveInt = 512
    learning_rate: PositiveFloat = 1e-3  #: In the first chunk; it falls linearly to zero after the last
    student: float = Field(default=0.5, ge=0, le=1)
    """Share of the games, from the second chunk on, in which the network plays and the agent only labels its decisions:
    so the network also learns what to do after its own mistakes."""


class Evaluation(Settings):
    """Measurements during the training."""

    every: PositiveInt = 20  #: Updates from one evaluation, and checkpoint, to the next
    games: PositiveInt = 200  #: Games against each opponent
    final_games: PositiveInt = 1000  #: Games of the tournament at the end
    opponents: tuple[Word, ...] = ("random", "greedy")


class Config(TrainingConfig):
    """Everything that decides a training."""

    folder, free = Path(__file__).parent / "configs", ("decisions", "evaluation.final_games")
    seed: int = Field(default=0, ge=0, lt=2**31)
    decisions: PositiveInt = 2_000_000  #: Decisions of the learner in all
    hidden: tuple[PositiveInt, ...] = (256, 128)  #: Widths of the hidden layers that policy and value share
    ppo: PPO = PPO()
    league: LeagueSettings = LeagueSettings()
    imitation: ImitationSettings = ImitationSettings()
    evaluation: Evaluation = Evaluation()

    @classmethod
    def of(cls, source: str, tables: dict[str, Any], **changes: Any) -> Self:
        """Check tables, see `TrainingConfig.of`; `imitation_agent` is another change."""
        if agent := changes.pop("imitation_agent", None):
            changes["imitation"] = {**tables.get("imitation", {}), "agent": agent}
        return super().of(source, tables, **changes)
