"""Names and folders of upper layers that lower layers use without importing them."""

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
