"""medianoche: night-themed tabletop games for reinforcement learning.

Importing this registers the games in PettingZoo (`medianoche/misty-v0`) and, one seat of each, in Gymnasium
(`medianoche/Misty-v0`); no game is imported, and nothing compiled, before it is made.

`make` gives one game as a PettingZoo AEC environment, `make_batch` many games stepped together;
`medianoche.envs.game` gives the rules themselves, one state at a time.
"""

from __future__ import annotations

import os
import signal
import sys
from itertools import pairwise


def _leave(_number: int, _frame: object) -> None:
    os.write(2, b"stopped: the same command starts again\n")
    os._exit(130)


def _answer_signals() -> None:
    """Let Ctrl-C be one line from now on if this process is `medianoche` or `python -m medianoche`: what is imported
    below takes a quarter of a second. Then `benchmarks.cli` answers."""
    program = "".join(sys.argv[:1]).replace("\\", "/").rpartition("/")[2]
    module = program == "-m" and ("-m", "medianoche") in pairwise(sys.orig_argv)
    if module or program.removesuffix(".exe") == "medianoche":
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, _leave)


_answer_signals()

from pathlib import Path  # noqa: E402 - after the lines above
from typing import TYPE_CHECKING, Any  # noqa: E402 - after the lines above

if TYPE_CHECKING:
    from medianoche.envs.core.play.aec import AEC
    from medianoche.envs.core.play.batch import Batch

__all__ = ["__version__", "make", "make_batch"]
__version__ = "0.2.0"

# Where those below find what lies above them: folders and modules know only what is under them.
BASELINES = "training/baselines"
"""The folder, in this package, of the policies that come with the games: GAME.safetensors."""
NETWORKS = "training/networks"
"""The folder of the networks that come with the games: GAME.safetensors."""
SEATS = "medianoche.training.adapters.gymnasium"
"""The module in which a seat of a game becomes a Gymnasium environment; imported when one is made."""
VIEWER = "medianoche.envs.core.show.page:show"
"""What makes a page of a replay; imported when one is shown."""


if not (_here := Path(__file__).parent).joinpath("envs").is_dir():  # a checkout without symlinks, as on Windows
    __path__.append(str(_here.parents[1]))

from medianoche import envs  # noqa: E402 - the registry reads the lines above


def make(name: str, **kwargs: Any) -> AEC:
    """Return the game `name` as a PettingZoo AEC environment.

    The same as `pettingzoo.make("aec", "medianoche/<name>-v0", **kwargs)` after `import medianoche`, and for games
    of your own (`module:Class`) too. See `medianoche.envs.core.play.aec.AEC` for the arguments.

    Raises:
        MedianocheError: there is no such game, or an argument is not accepted.
    """
    return envs.game(name).aec(**kwargs)


def make_batch(name: str, num_envs: int, **kwargs: Any) -> Batch:
    """Return `num_envs` games of `name`, stepped together; row i begins with the game of seed `batch.seeds[i]`.

    The same as `medianoche.envs.make_batch`. See `medianoche.envs.core.play.batch.Batch` for the arguments.

    Raises:
        MedianocheError: there is no such game, or an argument is not accepted.
    """
    return envs.make_batch(name, num_envs, **kwargs)
