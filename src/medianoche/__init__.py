"""medianoche: night-themed tabletop games for reinforcement learning.

Importing this package registers the games in PettingZoo (`medianoche/misty-v0`) and, one seat of each, in Gymnasium
(`medianoche/Misty-v0`). A game is imported and compiled when it is first made.

`make` gives one game as a PettingZoo AEC environment, `make_batch` many games stepped together, `Match` one game to
play, take back and copy; `medianoche.envs.game` gives the rules themselves.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from medianoche.envs.core.content.pack import PackSource
    from medianoche.envs.core.game import Game
    from medianoche.envs.core.play.aec import AEC
    from medianoche.envs.core.play.match import Match
    from medianoche.envs.core.play.turn import Turn

__all__ = ["Game", "Match", "Turn", "__version__", "make", "make_batch"]
__version__ = "0.3.0"

if not (_here := Path(__file__).parent).joinpath("envs").is_dir():  # a checkout without symlinks, as on Windows
    __path__.append(str(_here.parents[1]))

from medianoche import envs
from medianoche.envs import make_batch

LATER = {"Game": "envs.core.game", "Match": "envs.core.play.match", "Turn": "envs.core.play.turn"}
"""Classes that are imported when they are first asked for, and their modules."""


def __dir__() -> list[str]:
    return __all__


def __getattr__(name: str) -> Any:
    if name not in LATER:
        raise AttributeError(f"module 'medianoche' has no attribute {name!r}")
    return getattr(import_module(f"medianoche.{LATER[name]}"), name)


def make(
    name: str,
    num_players: int | None = None,
    pack: PackSource = "standard",
    render_mode: Literal["ansi", "svg", "rgb_array", "human"] | None = None,
    illegal: Literal["error", "terminate"] = "error",
    **options: Any,
) -> AEC:
    """Return the game `name` as a PettingZoo AEC environment.

    The same as `pettingzoo.make("aec", "medianoche/<name>-v0", ...)` after `import medianoche`, and for games of your
    own (`module:Class`) too. See `medianoche.envs.core.play.aec.AEC` for the arguments.

    Raises:
        MedianocheError: there is no such game, or an argument is not accepted.
    """
    return envs.game(name).aec(num_players=num_players, pack=pack, render_mode=render_mode, illegal=illegal, **options)
