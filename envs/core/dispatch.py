"""Generic names for the kernels of a game: numba picks the game by the type of the record it is given.

`reset(pack, state)` in generic code becomes the `reset` of the game whose STATE record `state` is. The choice is made
while compiling, so it costs nothing later and the result can be cached on disk (functions passed as arguments or
captured by closures could not). In plain Python (NUMBA_DISABLE_JIT=1) the same names look the game up by dtype.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable
from functools import cache
from typing import Any

import numba
import numpy as np
from numba.extending import overload

from medianoche.envs.core.errors import GameError

HOMES = {
    "reset": "rules",
    "legal_mask": "rules",
    "apply": "rules",
    "settle": "rules",
    "observe": "observe",
    "determinize": "observe",
    "heuristic": "heuristic",
    "inconsistency": "invariants",
}
"""The file of a game's folder in which each kernel lives; a small game keeps all of them in `rules`."""

_packages: dict[Any, str] = {}


def register(state_dtype: np.dtype[Any], package: str) -> None:
    """Say that states of `state_dtype` belong to the game in the package (folder) named `package`.

    Raises:
        GameError: another game has the same record, or a field hides an attribute of NumPy's records.
    """
    for field in state_dtype.names or ():
        if hasattr(np.record, field):
            raise GameError(f"{package}: the field {field!r} of STATE is an attribute of np.record; rename it")
    keys = (numba.from_dtype(state_dtype), state_dtype, np.dtype((np.record, state_dtype)))
    for key in keys:
        if _packages.setdefault(key, package) != package:
            raise GameError(f"{package} and {_packages[key]} have the same STATE record; add a field to one of them")


@cache
def kernel_of(package: str, name: str) -> Callable[..., Any]:
    """The kernel `name` of the game in `package`; imports (and so compiles) the file it lives in."""
    home = HOMES[name] if importlib.util.find_spec(f"{package}.{HOMES[name]}") else "rules"
    here = importlib.import_module(f"{package}.{home}") if importlib.util.find_spec(f"{package}.{home}") else None
    kernel: Callable[..., Any] | None = getattr(here, name, None)
    if kernel is None:
        raise GameError(f"{package} has no kernel {name!r}; it belongs in {HOMES[name]}.py")
    return kernel


def _kernel(state: Any, name: str) -> Callable[..., Any]:
    return kernel_of(_packages[state], name)


def reset(pack, state):
    """Deal a new game; keeps `rng`, `pack`, `num_players` and the option fields."""
    _kernel(state.dtype, "reset")(pack, state)


@overload(reset)
def _reset(pack, state):
    kernel = _kernel(state, "reset")
    return lambda pack, state: kernel(pack, state)


def settle(pack, state):
    """Let happen what happens by itself."""
    _kernel(state.dtype, "settle")(pack, state)


@overload(settle)
def _settle(pack, state):
    kernel = _kernel(state, "settle")
    return lambda pack, state: kernel(pack, state)


def legal_mask(pack, state, mask):
    """Fill `mask` with the legal actions of `state.to_move`; returns how many there are."""
    return _kernel(state.dtype, "legal_mask")(pack, state, mask)


@overload(legal_mask)
def _legal_mask(pack, state, mask):
    kernel = _kernel(state, "legal_mask")
    return lambda pack, state, mask: kernel(pack, state, mask)


def apply(pack, state, action):
    """Apply one legal action."""
    _kernel(state.dtype, "apply")(pack, state, action)


@overload(apply)
def _apply(pack, state, action):
    kernel = _kernel(state, "apply")
    return lambda pack, state, action: kernel(pack, state, action)


def observe(pack, state, player, out):
    """Fill `out` with what `player` sees."""
    _kernel(state.dtype, "observe")(pack, state, player, out)


@overload(observe)
def _observe(pack, state, player, out):
    kernel = _kernel(state, "observe")
    return lambda pack, state, player, out: kernel(pack, state, player, out)


def determinize(pack, state, player):
    """Resample everything hidden from `player`; the caller has given `state.rng` a fresh seed."""
    _kernel(state.dtype, "determinize")(pack, state, player)


@overload(determinize)
def _determinize(pack, state, player):
    kernel = _kernel(state, "determinize")
    return lambda pack, state, player: kernel(pack, state, player)


def heuristic(pack, state, mask):
    """The hand-written policy's action; `state` is a determinized copy."""
    return _kernel(state.dtype, "heuristic")(pack, state, mask)


@overload(heuristic)
def _heuristic(pack, state, mask):
    kernel = _kernel(state, "heuristic")
    return lambda pack, state, mask: kernel(pack, state, mask)


def inconsistency(pack, state):
    """0, or which rule of a sound position is broken (index from 1 into the game's INCONSISTENCIES)."""
    return _kernel(state.dtype, "inconsistency")(pack, state)


@overload(inconsistency)
def _inconsistency(pack, state):
    kernel = _kernel(state, "inconsistency")
    return lambda pack, state: kernel(pack, state)
