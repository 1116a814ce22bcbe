"""Names and folders of upper layers that lower layers use without importing them; names imported at first use."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

_here = Path(__file__).parent
_root = _here if (_here / "envs").is_dir() else _here.parents[1]  # a checkout without symlinks, as on Windows

NETWORKS = _root / "training" / "networks"
"""The folder of the networks that come with the games: GAME.safetensors for `net`, ppo/GAME.safetensors for `ppo`."""
SEATS = "medianoche.training.adapters.gymnasium"
"""The module in which a seat of a game becomes a Gymnasium environment; imported when one is made."""
_EXPLOIT = "medianoche.benchmarks.exploit"
YARDSTICKS = {
    "kuhn": f"{_EXPLOIT}.kuhn:Kuhn",
    "leduc": f"{_EXPLOIT}.leduc:Leduc",
    "liars_dice": f"{_EXPLOIT}.liars_dice:LiarsDice",
    "phantom_tic_tac_toe": f"{_EXPLOIT}.boards:PhantomTicTacToe",
    "abrupt_phantom_tic_tac_toe": f"{_EXPLOIT}.boards:AbruptPhantomTicTacToe",
    "dark_hex": f"{_EXPLOIT}.boards:DarkHex",
    "abrupt_dark_hex": f"{_EXPLOIT}.boards:AbruptDarkHex",
    "strong_wing": f"{_EXPLOIT}.strong_wing:StrongWing",
}
"""Small games whose exploitability is computed exactly: the class of each. `envs.game` finds them by name, but lists of
the games leave them out."""


def has_net(game: str) -> bool:
    """Whether a network comes with the game of this name."""
    return (NETWORKS / f"{game}.safetensors").is_file()


def later(package: str, homes: Mapping[str, str], renamed: Mapping[str, str] | None = None) -> Callable[[str], Any]:
    """The `__getattr__` of `package`, which imports the names in `homes` when they are first asked for.

    Args:
        package: the import name of the package.
        homes: the module of each name, from `medianoche` on.
        renamed: the name in `homes` for each name that the package had in 0.4; it goes on with a warning.
    """

    def find(name: str) -> Any:
        if renamed and name in renamed:
            line = f"{package}.{name} is {renamed[name]} now; the old name goes with 0.6"
            warnings.warn(line, DeprecationWarning, 2)
            name = renamed[name]
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(f"medianoche.{homes[name]}"), name)

    return find
