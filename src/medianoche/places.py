"""Names and folders of upper layers that lower layers use without importing them."""

from __future__ import annotations

from pathlib import Path

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
}
"""Small games whose exploitability is computed exactly: the class of each. `envs.game` finds them by name, but lists of
the games leave them out."""


def has_net(game: str) -> bool:
    """Whether a network comes with the game of this name."""
    return (NETWORKS / f"{game}.safetensors").is_file()
