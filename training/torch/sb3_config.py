"""The configuration of MaskablePPO of stable-baselines3; `configs/sb3` has a file for each game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pydantic import Field, NonNegativeFloat, PositiveFloat, PositiveInt

from medianoche.envs.core.files import Word
from medianoche.training.settings import NetEvaluation, NetworkConfig, Settings


class PPOSettings(Settings):
    """The algorithm. Rows and batches are large because a small network is fastest on many rows at once."""

    num_envs: PositiveInt = 256  #: Games played side by side
    num_steps: PositiveInt = 64  #: The learner's decisions in each row between two updates
    minibatch_size: PositiveInt = 4096
    update_epochs: PositiveInt = 4
    learning_rate: PositiveFloat = 3e-4  #: At the start; it falls linearly to zero at the end
    gamma: float = Field(default=1.0, gt=0, le=1)
    gae_lambda: float = Field(default=0.95, ge=0, le=1)
    clip_coef: PositiveFloat = 0.2
    ent_coef: NonNegativeFloat = 0.01
    vf_coef: NonNegativeFloat = 0.5
    max_grad_norm: PositiveFloat = 0.5
    target_kl: PositiveFloat | None = None
    """No further pass over a batch once the divergence from the policy that played is larger."""


class LeagueSettings(Settings):
    """Opponents in the other seats. Shares need not add up to 1."""

    latest: NonNegativeFloat = 0.5  #: Share of the network as it is now
    snapshots: NonNegativeFloat = 0.25
    """Share of the snapshots, former networks; the share of the latest until there is one."""
    agents: dict[Word, NonNegativeFloat] = {"greedy": 0.2, "random": 0.05}  # noqa: RUF012 - Pydantic copies it
    """Shares of agents by their strings."""
    snapshot_every: PositiveInt = 20  #: Updates from one snapshot to the next
    snapshots_kept: PositiveInt = 8  #: Snapshots kept; a new one replaces the one that loses most to the learner
    power: NonNegativeFloat = 2.0  #: Snapshots are drawn in proportion to (1 - win rate against them) ** power
    memory: PositiveFloat = 500.0  #: Games after which a result counts half in a win rate


class SB3Config(NetworkConfig):
    """Everything that decides a training."""

    folder, learner = Path(__file__).parent / "configs" / "sb3", "ppo"
    free = ("total_decisions", "evaluation.final_games")
    total_decisions: PositiveInt = 2_000_000  #: Decisions of the learner in all
    ppo: PPOSettings = PPOSettings()
    league: LeagueSettings = LeagueSettings()
    evaluation: NetEvaluation = NetEvaluation(every=0.1, games=200, simulations=0)

    def finished(self, state: dict[str, Any]) -> bool:
        """Whether this training has ended; `state` is that of its checkpoint."""
        done = state.get("decisions")
        return isinstance(done, int) and done >= self.total_decisions
