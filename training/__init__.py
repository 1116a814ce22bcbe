"""Training: self-play against a league, policies, evaluation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from medianoche.places import later

if TYPE_CHECKING:
    from medianoche.training.adapters.gymnasium import SeatEnv, SeatVectorEnv
    from medianoche.training.adapters.torchrl import SeatsEnv
    from medianoche.training.checkpoint import POLICY
    from medianoche.training.compiled.config import ImitationStage, NetConfig, SelfPlayStage
    from medianoche.training.compiled.train import StagedAlgorithm
    from medianoche.training.curve import Rate
    from medianoche.training.learners import LEARNERS, LearnerName
    from medianoche.training.logs import Log
    from medianoche.training.options import command_line
    from medianoche.training.resume import Checkpoint
    from medianoche.training.run import NetworkAlgorithm, TrainingProgress, policy_file, train
    from medianoche.training.scoring import DealResults, measure, points, points_of_deals, results_of_deals
    from medianoche.training.settings import NetworkConfig, TrainingConfig, TrainingError
    from medianoche.training.torch.selfplay import make_sb3_vec_env

__all__ = [
    "LEARNERS",
    "POLICY",
    "Checkpoint",
    "DealResults",
    "ImitationStage",
    "LearnerName",
    "Log",
    "NetConfig",
    "NetworkAlgorithm",
    "NetworkConfig",
    "Rate",
    "SeatEnv",
    "SeatVectorEnv",
    "SeatsEnv",
    "SelfPlayStage",
    "StagedAlgorithm",
    "TrainingConfig",
    "TrainingError",
    "TrainingProgress",
    "command_line",
    "make_sb3_vec_env",
    "measure",
    "points",
    "points_of_deals",
    "policy_file",
    "results_of_deals",
    "train",
]

LATER = {
    "LEARNERS": "training.learners",
    "POLICY": "training.checkpoint",
    "Checkpoint": "training.resume",
    "DealResults": "training.scoring",
    "ImitationStage": "training.compiled.config",
    "LearnerName": "training.learners",
    "Log": "training.logs",
    "NetConfig": "training.compiled.config",
    "NetworkAlgorithm": "training.run",
    "NetworkConfig": "training.settings",
    "Rate": "training.curve",
    "SeatEnv": "training.adapters.gymnasium",
    "SeatVectorEnv": "training.adapters.gymnasium",
    "SeatsEnv": "training.adapters.torchrl",
    "SelfPlayStage": "training.compiled.config",
    "StagedAlgorithm": "training.compiled.train",
    "TrainingConfig": "training.settings",
    "TrainingError": "training.settings",
    "TrainingProgress": "training.run",
    "command_line": "training.options",
    "make_sb3_vec_env": "training.torch.selfplay",
    "measure": "training.scoring",
    "points": "training.scoring",
    "points_of_deals": "training.scoring",
    "policy_file": "training.run",
    "results_of_deals": "training.scoring",
    "train": "training.run",
}
"""What is imported when it is first asked for, and its modules; `SeatsEnv` and `make_sb3_vec_env` need their extras."""
__getattr__ = later(__name__, LATER)
