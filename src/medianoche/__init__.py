"""medianoche: night-themed tabletop games for reinforcement learning.

Importing this package registers the games in PettingZoo (`medianoche/misty-v0`) and, one seat of each, in Gymnasium
(`medianoche/Misty-v0`). A game is imported and compiled when it is first made.

`make` gives one game as a PettingZoo AEC environment, `make_batch` many games stepped together;
`medianoche.envs.game` gives the rules themselves, one state at a time.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, overload

if TYPE_CHECKING:
    import numpy as np

    from medianoche.envs.core.content.pack import PackSource
    from medianoche.envs.core.play.aec import AEC
    from medianoche.envs.core.play.batch import Batch
    from medianoche.envs.core.play.device_batch import DeviceBatch
    from medianoche.envs.core.play.driver import Driver

__all__ = ["__version__", "make", "make_batch"]
__version__ = "0.3.0"

if not (_here := Path(__file__).parent).joinpath("envs").is_dir():  # a checkout without symlinks, as on Windows
    __path__.append(str(_here.parents[1]))

from medianoche import envs


def __dir__() -> list[str]:
    return __all__


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


@overload
def make_batch(name: str, num_envs: int, *, device: Literal["cpu"] = "cpu", **arguments: Any) -> Batch: ...


@overload
def make_batch(name: str, num_envs: int, *, device: str | Driver, **arguments: Any) -> Batch | DeviceBatch: ...


def make_batch(
    name: str,
    num_envs: int,
    *,
    device: str | Driver = "cpu",
    num_players: int | None = None,
    seed: int | None = None,
    seeds: Sequence[int] | np.ndarray | None = None,
    pack: PackSource | Sequence[PackSource] = "standard",
    threads: int = 1,
    autoreset: bool = True,
    **options: Any,
) -> Batch | DeviceBatch:
    """Return `num_envs` games of `name`, stepped together; row i begins with the game of seed `batch.seeds[i]`.

    The same as `medianoche.envs.make_batch`. See `medianoche.envs.core.play.batch.Batch` for the arguments. With
    device="cuda" states, masks and observations stay on a GPU: see
    `medianoche.envs.core.play.device_batch.DeviceBatch`; `threads` are for the CPU.

    Raises:
        MedianocheError: there is no such game, or an argument is not accepted.
    """
    given: dict[str, Any] = {"num_players": num_players, "seed": seed, "seeds": seeds, "pack": pack}
    if device == "cpu":
        given["threads"] = threads
    return envs.make_batch(name, num_envs, device=device, autoreset=autoreset, **given, **options)
