"""Where the lower layers find what the upper ones provide: names and folders, so that no import goes upwards."""

from __future__ import annotations

from pathlib import Path

_here = Path(__file__).parent
_root = _here if (_here / "envs").is_dir() else _here.parents[1]  # a checkout without symlinks, as on Windows

NETWORKS = _root / "training" / "networks"
"""The folder of the networks that come with the games: GAME.safetensors."""
BASELINES = _root / "training" / "baselines"
"""The folder of the policies that come with the games: GAME.safetensors."""
SEATS = "medianoche.training.adapters.gymnasium"
"""The module in which a seat of a game becomes a Gymnasium environment; imported when one is made."""
