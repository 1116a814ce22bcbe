"""The door to `compile/export.py`: a game's functions as an object file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import numba
import numpy as np

from medianoche.envs.core.compile import dispatch, export
from medianoche.envs.core.kernels import elementary
from medianoche.envs.core.kernels.exported import LIMIT

target_of = export.target_of
linker = export.linker
link = export.link

if TYPE_CHECKING:
    from medianoche.envs.core.game import Game


def begin(game: Game) -> None:
    """Let all code of `game` contain its kernels from now on. Code that was compiled before calls kernels by symbols
    that only this process has."""
    dispatch.whole(game.declaration.state_dtype)


def compile_engine(
    game: Game,
    functions: Mapping[str, Callable[..., Any]],
    named: Mapping[str, Any],
    constants: Mapping[str, np.ndarray],
    target: str,
) -> bytes:
    """The object file of `functions` for `game`; see `export.EngineSource`. `begin` was called before anything of the
    game was compiled."""
    loops = game.rules.loops.named
    one = (1,)
    types_by_name = {"blanks": loops["states"], "limits": numba.typeof(np.zeros(0, LIMIT)), "mask": numba.uint64[::1]}
    lengths = {"states": one, "mask": (game.rules.mask_words,), "out": (game.observation_size,)}
    lengths["judged"] = (2 * game.num_actions + 1,)
    engine = export.EngineSource(
        functions,
        {**loops, **types_by_name, **named, **elementary.NAMED},
        game.rules.home,
        constants,
        lengths,
        {function.__name__: function for function in elementary.FUNCTIONS},
    )
    return export.object_code(engine, export.target_of(target))
