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
FIRST_GAME = _root / "toys" / "first_game"
"""The folder of the game that `medianoche new-game` copies."""
SEATS = "medianoche.training.adapters.gymnasium"
"""The module in which a seat of a game becomes a Gymnasium environment; imported when one is made."""
_TOYS = "medianoche.toys"
YARDSTICKS = {
    "kuhn": f"{_TOYS}.poker:Kuhn",
    "leduc": f"{_TOYS}.poker:Leduc",
    "liars_dice": f"{_TOYS}.liars_dice:LiarsDice",
    "phantom_tic_tac_toe": f"{_TOYS}.boards:PhantomTicTacToe",
    "abrupt_phantom_tic_tac_toe": f"{_TOYS}.boards:AbruptPhantomTicTacToe",
    "dark_hex": f"{_TOYS}.boards:DarkHex",
    "abrupt_dark_hex": f"{_TOYS}.boards:AbruptDarkHex",
    "strong_wing": f"{_TOYS}.strong_wing:StrongWing",
}
"""Small games whose exploitability is computed exactly: the class of each. `envs.game` finds them by name, but lists of
the games leave them out."""
TOYS = {
    "connect_four": f"{_TOYS}.connect_four:ConnectFour",
    "brisca": f"{_TOYS}.brisca:Brisca",
    "love_letter": f"{_TOYS}.love_letter:LoveLetter",
}
"""Short names that a user may give for a toy. In files its name is `module:Class`, as that of a game of one's own."""
MOVED = {
    "medianoche.benchmarks.exploit.boards": f"{_TOYS}.boards",
    "medianoche.benchmarks.exploit.kuhn": f"{_TOYS}.poker",
    "medianoche.benchmarks.exploit.leduc": f"{_TOYS}.poker",
    "medianoche.benchmarks.exploit.liars_dice": f"{_TOYS}.liars_dice",
    "medianoche.benchmarks.exploit.small": f"{_TOYS}.small",
    "medianoche.benchmarks.exploit.strong_wing": f"{_TOYS}.strong_wing",
    "medianoche.benchmarks.speed.brisca": f"{_TOYS}.brisca",
    "medianoche.benchmarks.speed.connect_four": f"{_TOYS}.connect_four",
    "medianoche.training.conformance.toys": f"{_TOYS}.lessons",
}
"""Modules of 0.4 and where their games are now. The old names go on with a warning until 0.6."""


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


def moved(old: str) -> Callable[[str], Any]:
    """The `__getattr__` of the module `old`, which is in MOVED: its names are those of the new module."""

    def find(name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(f"module {old!r} has no attribute {name!r}")
        warnings.warn(f"{old} is {MOVED[old]} now; the old name goes with 0.6", DeprecationWarning, 2)
        return getattr(import_module(MOVED[old]), name)

    return find
