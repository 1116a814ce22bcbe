"""medianoche: night-themed tabletop games for reinforcement learning.

Importing this package registers the games in PettingZoo (`medianoche/misty-v0`) and, one seat of each, in Gymnasium
(`medianoche/Misty-v0`). A game is imported and compiled when it is first made.

`make` gives one game as a PettingZoo AEC environment, `make_batch` many games stepped together, `Match` one game to
play, take back and copy; `medianoche.envs.game` gives the rules themselves.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal, Unpack

if TYPE_CHECKING:
    from medianoche.envs.core.content.pack import PackSource
    from medianoche.envs.core.game import Game
    from medianoche.envs.core.play.aec import AEC
    from medianoche.envs.core.play.batch import Batch
    from medianoche.envs.core.play.match import Match
    from medianoche.envs.core.play.turn import Turn
    from medianoche.envs.options import SuiteOptions

__all__ = ["AEC", "Batch", "Game", "Match", "Turn", "__version__", "make", "make_batch"]
__version__ = "0.5.0"

if not (_here := Path(__file__).parent).joinpath("envs").is_dir():  # a checkout without symlinks, as on Windows
    __path__.append(str(_here.parents[1]))

from medianoche import envs
from medianoche.envs import make_batch
from medianoche.places import later

LATER = {
    "AEC": "envs.core.play.aec",
    "Batch": "envs.core.play.batch",
    "Game": "envs.core.game",
    "Match": "envs.core.play.match",
    "Turn": "envs.core.play.turn",
}
"""Classes that are imported when they are first asked for, and their modules."""
__getattr__ = later(__name__, LATER)


def __dir__() -> list[str]:
    return __all__


def make(
    name: str,
    num_players: int | None = None,
    pack: PackSource = "standard",
    render_mode: Literal["ansi", "svg", "rgb_array", "human"] | None = None,
    illegal: Literal["error", "terminate"] = "error",
    **options: Unpack[SuiteOptions],
) -> AEC:
    """Return the game `name` as a PettingZoo AEC environment.

    The same as `pettingzoo.make("aec", "medianoche/<name>-v0", ...)` after `import medianoche`, and for games of your
    own, too.

    Args:
        name: a game (`medianoche.envs.names()`), or `module:Class` for one of your own.
        num_players: number of players; None is the game's default.
        pack: content pack: a name, the path of a TOML file, the seed of a generated pack, or "random:SEED": another
            generated pack for each deal.
        render_mode: what `render` returns: None, "ansi" (text), "svg" (a picture) or "rgb_array" (uint8[960, 1280, 3];
            needs the extra `pixels`); "human" prints the text.
        illegal: what an illegal action does: "error" raises IllegalActionError and changes nothing; "terminate" ends
            the game with reward -1 for the team of the agent and 0 for the others.
        **options: the game's options, see its page.

    Raises:
        MedianocheError: there is no such game, or an argument is not accepted.

    Example:
        >>> env = make("misty", num_players=3)
        >>> env.reset(seed=1)
        >>> for agent in env.agent_iter():
        ...     observation, reward, termination, truncation, info = env.last()
        ...     mask = observation["action_mask"]
        ...     env.step(None if termination else int(mask.argmax()))
        >>> env.agents
        []
    """
    return envs.game(name).aec(num_players=num_players, pack=pack, render_mode=render_mode, illegal=illegal, **options)
