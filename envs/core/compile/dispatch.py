"""Generic names for the kernels of a game: numba picks the game by the type of the record it is given.

`reset(pack, state)` in generic code becomes the `reset` of the game whose STATE record `state` is. The choice is made
while compiling, so it costs nothing later and the result can be cached on disk (functions passed as arguments or
captured by closures could not). In plain Python (NUMBA_DISABLE_JIT=1) the same names look the game up by dtype.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable, Iterable
from functools import cache, partial
from typing import Any

import numba
import numpy as np
from numba.core import types

from medianoche.envs.core.compile.content import GENERIC
from medianoche.envs.core.compile.jit import DISABLED, aligned, chosen
from medianoche.envs.core.compile.sources import KERNELS
from medianoche.envs.core.errors import GameError

HOMES = {
    "reset": "rules",
    "legal_mask": "rules",
    "apply": "rules",
    "settle": "rules",
    "observe": "observe",
    "conceal": "observe",
    "determinize": "observe",
    "heuristic": "heuristic",
    "inconsistency": "invariants",
}
"""The file in a game's folder `kernels` that defines each kernel; a small game may define all in its `rules.py`."""

_first: dict[tuple[str, str], Callable[..., Any]] = {}
"""The kernels that compiled code calls, by module of the game's class and name."""
_modules: dict[Any, str] = {}
_aligned: set[Any] = set()
"""numba's types of the STATE records of code for a GPU, which has all kernels in one module."""


def register(state_dtype: np.dtype[Any], module: str) -> None:
    """Register `state_dtype` as the STATE record of the game whose class is in `module`.

    Raises:
        GameError: a game with other kernels has the same record, or a field hides an attribute of NumPy's records.
    """
    for field in state_dtype.names or ():
        if hasattr(np.record, field):
            raise GameError(f"{module}: the field {field!r} of STATE is an attribute of np.record; rename it")
    on_device = numba.from_dtype(aligned(state_dtype))
    _aligned.add(on_device)
    keys = (on_device, numba.from_dtype(state_dtype), state_dtype, np.dtype((np.record, state_dtype)))
    for key in keys:
        known = _modules.setdefault(key, module)
        if known != module and _defining(known, "reset") is not _defining(module, "reset"):
            raise GameError(f"{module} and {_modules[key]} have the same STATE record; add a field to one of them")


def package_of(module: str) -> str:
    """The package of the game whose class is in `module`; the module itself if it is in none."""
    return module if hasattr(importlib.import_module(module), "__path__") else module.rpartition(".")[0] or module


def kernel_of(module: str, name: str) -> Callable[..., Any]:
    """The kernel `name` of the game whose class is in `module`; imports the file that defines it. The same at each call
    if kernels are compiled, else the one that the file defines now."""
    kernel: Callable[..., Any] = getattr(_defining(module, name), name)
    return kernel if DISABLED else _first.setdefault((module, name), kernel)


@cache
def _defining(module: str, name: str) -> Any:
    """The module that defines the kernel `name` of the game whose class is in `module`."""
    package = package_of(module)
    homes = [f"{package}.{KERNELS}.{HOMES[name]}", f"{package}.{HOMES[name]}", f"{package}.rules"]
    for home in (*filter(_exists, homes), module):
        found = importlib.import_module(home)
        if hasattr(found, name):
            return found
    raise GameError(f"{module} has no kernel {name!r}; it belongs in {KERNELS}/{HOMES[name]}.py, or beside the class")


def has_kernels(module: str) -> bool:
    """Whether there are kernels of a game whose class is in `module`; imports those of the rules."""
    try:
        return bool(_defining(module, "reset"))
    except GameError:
        return False


def _exists(module: str) -> bool:
    try:
        return importlib.util.find_spec(module) is not None
    except ModuleNotFoundError:  # its parent does not exist either
        return False


def _kernel(state: Any, name: str) -> Callable[..., Any]:
    return kernel_of(_modules[state], name)


def _shared(state: Any, name: str) -> Any:
    """The kernel's shared machine code, which loops call instead of containing a copy.

    Loops contain the kernels of a small game, one without a folder of kernels: there calls take a tenth of the time
    of random play, and a copy is compiled quickly.
    """
    kernel: Any = _kernel(state, name)
    return kernel if state in _aligned or is_small(_modules[state]) else kernel.shared


@cache
def is_small(module: str) -> bool:
    """Whether the game whose class is in `module` has no folder of kernels."""
    return not _exists(f"{package_of(module)}.{KERNELS}")


def reset(pack, state):
    """Deal a new game; `state` is zero except for `rng`, `pack`, `num_players` and the option fields."""
    _kernel(state.dtype, "reset")(pack, state)


@chosen(reset)
def _reset(pack, state):
    kernel = _shared(state, "reset")
    return lambda pack, state: kernel(pack, state)


def settle(pack, state):
    """Carry out the steps of the rules that need no choice, until a player is to move or the game ends."""
    _kernel(state.dtype, "settle")(pack, state)


@chosen(settle)
def _settle(pack, state):
    kernel = _shared(state, "settle")
    return lambda pack, state: kernel(pack, state)


def legal_mask(pack, state, mask):
    """Fill `mask` with the legal actions of `state.to_move`; returns how many there are."""
    return _kernel(state.dtype, "legal_mask")(pack, state, mask)


@chosen(legal_mask)
def _legal_mask(pack, state, mask):
    kernel = _kernel(state, "legal_mask")  # linked into each loop: shared, it costs Correo 5% of its random play
    return lambda pack, state, mask: kernel(pack, state, mask)


def apply(pack, state, action):
    """Apply one legal action."""
    _kernel(state.dtype, "apply")(pack, state, action)


@chosen(apply)
def _apply(pack, state, action):
    kernel = _shared(state, "apply")
    return lambda pack, state, action: kernel(pack, state, action)


def observe(pack, state, player, out):
    """Write the observation of `player` to `out`."""
    _kernel(state.dtype, "observe")(pack, state, player, out)


@chosen(observe)
def _observe(pack, state, player, out):
    kernel = _shared(state, "observe") if isinstance(out, types.Array) else _kernel(state, "observe")
    return lambda pack, state, player, out: kernel(pack, state, player, out)


def conceal(pack, state, player):
    """Overwrite everything that `player` does not know: the result represents the player's information set."""
    _kernel(state.dtype, "conceal")(pack, state, player)


@chosen(conceal)
def _conceal(pack, state, player):
    kernel = _shared(state, "conceal")
    return lambda pack, state, player: kernel(pack, state, player)


def determinize(pack, state, player):
    """Resample everything hidden from `player`; the caller has given `state.rng` a fresh seed."""
    _kernel(state.dtype, "determinize")(pack, state, player)


@chosen(determinize)
def _determinize(pack, state, player):
    kernel = _shared(state, "determinize")
    return lambda pack, state, player: kernel(pack, state, player)


def heuristic(pack, state, mask):
    """The hand-written policy's action; `state` is a determinized copy."""
    return _kernel(state.dtype, "heuristic")(pack, state, mask)


@chosen(heuristic)
def _heuristic(pack, state, mask):
    kernel = _shared(state, "heuristic")
    return lambda pack, state, mask: kernel(pack, state, mask)


def inconsistency(pack, state):
    """0 if the position is sound, else the number, from 1, of the broken invariant in the game's INCONSISTENCIES."""
    return _kernel(state.dtype, "inconsistency")(pack, state)


@chosen(inconsistency)
def _inconsistency(pack, state):
    kernel = _shared(state, "inconsistency")
    return lambda pack, state: kernel(pack, state)


def _of_signature(name: str, signature: Iterable[Any]) -> Any:
    """The kernel `name` of the game whose STATE record, or an array of it, is in `signature`; None if none is."""
    records = (getattr(kind, "dtype", kind) if isinstance(kind, types.Array) else kind for kind in signature)
    found = [_modules[record] for record in records if record in _modules]
    return kernel_of(found[0], name) if found else None


GENERIC |= {globals()[name]: partial(_of_signature, name) for name in HOMES}
