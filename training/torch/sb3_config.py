"""The configuration of MaskablePPO of stable-baselines3; `configs/sb3` has a file for each game."""

from __future__ import annotations

from pathlib import Path

from pydantic import Field, NonNegativeFloat, PositiveFloat

from medianoche.training.league import LeagueSettings
from medianoche.training.settings import Count, Decisions, NetEvaluation, Rows, SelfPlayConfig, Settings


class PPOSettings(Settings):
    """The algorithm. Rows and batches are large because a small network is fastest on many rows at once."""

    num_envs: Rows = 256  #: Games played side by side
    num_steps: Count = 64  #: The learner's decisions in each row between two updates
    minibatch_size: Count = 4096
    update_epochs: Count = 4
    learning_rate: PositiveFloat = 3e-4  #: At the start; it falls linearly to zero at the end
    gamma: float = Field(default=1.0, gt=0, le=1)
    gae_lambda: float = Field(default=0.95, ge=0, le=1)
    clip_coef: PositiveFloat = 0.2
    ent_coef: NonNegativeFloat = 0.01
    vf_coef: NonNegativeFloat = 0.5
    max_grad_norm: PositiveFloat = 0.5
    target_kl: PositiveFloat | None = None
    """No further pass over a batch once the divergence from the policy that played is larger."""


class SB3Config(SelfPlayConfig):
    """Everything that decides a training."""

    folder = Path(__file__).parent / "configs" / "sb3"
    learner = "ppo"
    shelf = "ppo"
    free = ("total_decisions", "threads", "evaluation.final_games")
    total_decisions: Decisions = 2_000_000  #: Decisions of the learner in all
    ppo: PPOSettings = PPOSettings()
    league: LeagueSettings = LeagueSettings()
    evaluation: NetEvaluation = NetEvaluation(every=0.1, games=200, simulations=0)

    def games(self) -> tuple[int, dict[str, float]]:
        """See `SelfPlayConfig`."""
        shares = {"itself": self.league.latest, "former networks": self.league.snapshots, **self.league.agents}
        return self.ppo.num_envs, {name: share / sum(shares.values()) for name, share in shares.items()}
