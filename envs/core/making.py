"""Games and batches by name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from medianoche.envs.core.registry import find

if TYPE_CHECKING:
    from medianoche.envs.core.game import Game
    from medianoche.envs.core.play.batch import Batch
    from medianoche.envs.core.play.device_batch import DeviceBatch
    from medianoche.envs.core.play.driver import Driver


def game(name: str) -> Game:
    """The game or toy called `name`, or the game at `module:Class`; the same object at every call.

    `module:Class` imports that module, so it must come from the user and never from a file.

    Raises:
        GameError: there is no such game.
    """
    return find(name)


def make_batch(name: str, num_envs: int, *, device: str | Driver = "cpu", **arguments: Any) -> Batch | DeviceBatch:
    """Return `num_envs` games of `name`, stepped together; row i begins with the game of seed `batch.seeds[i]`.

    Args:
        name: a game (`medianoche.envs.names()`), or `module:Class` for one of your own.
        num_envs: number of rows, at least 1.
        device: "cpu" for a `Batch`; "cuda" for a `DeviceBatch`, whose states, masks and observations stay on a GPU.
        **arguments: those of `Batch` (`num_players`, `seed`, `seeds`, `pack`, `threads`, `autoreset`, `events` and the
            game's options); `DeviceBatch` has `checked` and `stream` besides, and does not look at `threads`.

    Raises:
        MedianocheError: there is no such game, or an argument is not accepted.

    Example:
        >>> batch = make_batch("misty", 4, num_players=2, seed=1)
        >>> batch.observation.shape, batch.action_mask.shape
        ((4, 834), (4, 53))
        >>> utility, ended = batch.step(batch.sample_legal())
        >>> utility.shape, ended.tolist()
        ((4, 4), [False, False, False, False])
    """
    if isinstance(device, str) and device == "cpu":
        return game(name).batch(num_envs, **arguments)
    from medianoche.envs.core.play.device_batch import DeviceBatch

    arguments.pop("threads", None)
    return DeviceBatch(game(name), num_envs, device=device, **arguments)
