"""The render modes: a position as text, as a picture or as pixels."""

from __future__ import annotations

import sys
from functools import cache
from importlib.util import find_spec

import numpy as np

from medianoche.envs.core.base import BaseGame
from medianoche.envs.core.declaration import State
from medianoche.envs.core.errors import OptionError, shown
from medianoche.envs.core.show.sheet import PIXELS_MISSING, Svg
from medianoche.envs.core.show.svg import COLUMN

MODES = ("ansi", "human", "svg", "rgb_array")
FRAME = (960, 1280)
"""Height and width of `rgb_array`; all frames have the same size, so that they make a video."""


@cache
def available() -> list[str]:
    """The modes that work in this installation: `rgb_array` needs the extra `pixels`."""
    return [mode for mode in MODES if mode != "rgb_array" or find_spec("resvg_py")]


def check(mode: str | None) -> None:
    """Raise OptionError unless `mode` can be used."""
    if mode is not None and (not isinstance(mode, str) or mode not in MODES):  # type: ignore[redundant-expr]
        known = ", ".join(map(repr, (None, *MODES)))
        raise OptionError(f"render_mode {shown(mode)} is not accepted; accepted: {known}")
    if mode is not None and mode not in available():
        raise OptionError(f"render_mode {mode!r}: {PIXELS_MISSING}")


def show(game: BaseGame, state: State, mode: str | None, seat: int | None = None) -> str | Svg | np.ndarray | None:
    """The position in a mode, as `seat` sees it (None: all of it). "ansi" gives text, "human" prints text, "svg" gives
    a picture and "rgb_array" uint8[960, 1280, 3]."""
    if mode == "human":
        sys.stdout.write(game.render(state, seat) + "\n")
    if mode == "ansi":
        return game.render(state, seat)
    if mode == "svg":
        return game.draw(state, seat)
    if mode == "rgb_array":
        return game.draw(state, seat, actions=(), width=3 * COLUMN).pixels(*FRAME)
    return None
