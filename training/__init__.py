"""Training: self-play against a league, policies, evaluation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from medianoche.places import later

if TYPE_CHECKING:
    from medianoche.training.adapters.gymnasium import SeatEnv, SeatVectorEnv
    from medianoche.training.adapters.torchrl import SeatsEnv
    from medianoche.training.compiled.config import NetConfig
    from medianoche.training.compiled.train import StagedAlgorithm
    from medianoche.training.logs import Log
    from medianoche.training.options import command_line
    from medianoche.training.run import train
    from medianoche.training.scoring import points
    from medianoche.training.torch.selfplay import make_sb3_vec_env

__all__ = [
    "Log",
    "NetConfig",
    "SeatEnv",
    "SeatVectorEnv",
    "SeatsEnv",
    "StagedAlgorithm",
    "command_line",
    "make_sb3_vec_env",
    "points",
    "train",
]

LATER = {
    "Log": "training.logs",
    "NetConfig": "training.compiled.config",
    "SeatEnv": "training.adapters.gymnasium",
    "SeatVectorEnv": "training.adapters.gymnasium",
    "SeatsEnv": "training.adapters.torchrl",
    "make_sb3_vec_env": "training.torch.selfplay",
    "StagedAlgorithm": "training.compiled.train",
    "command_line": "training.options",
    "points": "training.scoring",
    "train": "training.run",
}
"""What is imported when it is first asked for, and its modules; `SeatsEnv` and `make_sb3_vec_env` need their extras."""
__getattr__ = later(__name__, LATER)
