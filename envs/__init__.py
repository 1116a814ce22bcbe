"""The games: five night-themed tabletop games, each in a folder of its own, over a common core.

Importing this registers them by name, here and in PettingZoo (`medianoche/misty-v0`); a game is imported when it is
first made.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, Unpack, overload

from medianoche.envs.core import making
from medianoche.envs.core.errors import (
    GameError,
    IllegalActionError,
    MedianocheError,
    OptionError,
    PackError,
    PositionError,
    ReplayError,
)
from medianoche.envs.core.registry import entries, names, register
from medianoche.places import later

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np

    from medianoche.envs.core.base import BaseGame
    from medianoche.envs.core.content.layout import Block, Layout
    from medianoche.envs.core.content.pack import PackSource
    from medianoche.envs.core.declaration import Declaration, Options
    from medianoche.envs.core.game import Game
    from medianoche.envs.core.packaged import PackagedDeclaration
    from medianoche.envs.core.play.batch import Batch
    from medianoche.envs.core.play.device_batch import DeviceBatch
    from medianoche.envs.core.play.driver import Driver
    from medianoche.envs.core.play.forfeit import Lapse
    from medianoche.envs.core.play.match import Replay
    from medianoche.envs.core.play.turn import Samples
    from medianoche.envs.correo.state import State as CorreoState
    from medianoche.envs.halloween.state import State as HalloweenState
    from medianoche.envs.medianokte.state import State as MedianokteState
    from medianoche.envs.misty.state import State as MistyState
    from medianoche.envs.nocturna.state import State as NocturnaState
    from medianoche.envs.options import SuiteOptions

    @overload
    def game(name: Literal["correo"]) -> Game[CorreoState]: ...
    @overload
    def game(name: Literal["misty"]) -> Game[MistyState]: ...
    @overload
    def game(name: Literal["halloween"]) -> Game[HalloweenState]: ...
    @overload
    def game(name: Literal["nocturna"]) -> Game[NocturnaState]: ...
    @overload
    def game(name: Literal["medianokte"]) -> Game[MedianokteState]: ...
    @overload
    def game(name: str) -> Game: ...
    def game(name: str) -> Game:
        """See `making.game`."""
        return making.game(name)

    @overload
    def make_batch(
        name: str,
        num_envs: int,
        *,
        device: Literal["cpu"] = "cpu",
        num_players: int | None = None,
        seed: int | None = None,
        seeds: Sequence[int] | np.ndarray | None = None,
        pack: PackSource | Sequence[PackSource] = "standard",
        threads: int = 1,
        autoreset: bool = True,
        events: bool = False,
        **options: Unpack[SuiteOptions],
    ) -> Batch: ...
    @overload
    def make_batch(
        name: str,
        num_envs: int,
        *,
        device: str | Driver,
        num_players: int | None = None,
        seed: int | None = None,
        seeds: Sequence[int] | np.ndarray | None = None,
        pack: PackSource | Sequence[PackSource] = "standard",
        autoreset: bool = True,
        checked: bool = True,
        stream: Any = None,
        **options: Unpack[SuiteOptions],
    ) -> Batch | DeviceBatch: ...
    def make_batch(name: str, num_envs: int, *, device: str | Driver = "cpu", **arguments: Any) -> Batch | DeviceBatch:
        """See `making.make_batch`."""
        return making.make_batch(name, num_envs, device=device, **arguments)
else:
    game = making.game
    make_batch = making.make_batch


register(
    "correo",
    "medianoche.envs.correo:Correo",
    title="Correo de Medianoche",
    players="1-4",
    summary="lay tiles with animals on a board of your own and send messages in chains",
)
register(
    "misty",
    "medianoche.envs.misty:Misty",
    title="Misty",
    players="2-4",
    summary="draft cards into a window, then move them to score",
)
register(
    "halloween",
    "medianoche.envs.halloween:Halloween",
    title="La noche de Halloween",
    players="4-5",
    summary="trick or treat: lies, witnesses, sealed bids and secret children",
)
register(
    "nocturna",
    "medianoche.envs.nocturna:Nocturna",
    title="Camino a Nocturna",
    players="2-5",
    summary="children against the Nightmare Master: secret cards, simultaneous combat, three bosses",
    version=2,
)
register(
    "medianokte",
    "medianoche.envs.medianokte:Medianokte",
    title="Medianokte: Exploración",
    players="2-6",
    summary="one Enemy who runs the ship against a crew that explores it",
    version=1,
)

LATER = {
    "BaseGame": "envs.core.base",
    "Block": "envs.core.content.layout",
    "Declaration": "envs.core.declaration",
    "Layout": "envs.core.content.layout",
    "DeviceBatch": "envs.core.play.device_batch",
    "Lapse": "envs.core.play.forfeit",
    "Options": "envs.core.declaration",
    "PackSource": "envs.core.content.pack",
    "Samples": "envs.core.play.turn",
    "PackagedDeclaration": "envs.core.packaged",
    "Replay": "envs.core.play.match",
}
"""Classes that are imported when they are first asked for, and their modules."""
__getattr__ = later(__name__, LATER, {"DeclaredGame": "Declaration", "PackagedGame": "PackagedDeclaration"})

__all__ = [
    "BaseGame",
    "Block",
    "Declaration",
    "DeviceBatch",
    "GameError",
    "IllegalActionError",
    "Lapse",
    "Layout",
    "MedianocheError",
    "OptionError",
    "Options",
    "PackError",
    "PackSource",
    "PackagedDeclaration",
    "PositionError",
    "Replay",
    "ReplayError",
    "Samples",
    "entries",
    "game",
    "make_batch",
    "names",
    "register",
]
