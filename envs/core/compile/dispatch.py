"""Generic names for the kernels of a game: numba picks the game by the type of the record it is given.

`reset(pack, state)` in generic code becomes the `reset` of the game whose STATE record `state` is. The choice is made
while compiling, so it costs nothing later and the result can be cached on disk (functions passed as arguments or
captured by closures could not). In plain Python (NUMBA_DISABLE_JIT=1) the same names look the game up by dtype.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
from collections.abc import Callable, Iterable
from functools import cache, partial, wraps
from typing import Any

import numba
import numpy as np
from numba.core import types
from numba.core.types.containers import BaseTuple

from medianoche.envs.core.compile.content import GENERIC, values_hash
from medianoche.envs.core.compile.jit import DISABLED, aligned, inlined, overload
from medianoche.envs.core.compile.noting import NotingRecord
from medianoche.envs.core.compile.sources import KERNELS, code_hash
from medianoche.envs.core.errors import GameError, place_of

HOMES: dict[str, str] = {}
"""The file in a game's folder `kernels` that defines each kernel; a small game may define all in its `rules.py`."""

_first: dict[tuple[str, str], Callable[..., Any]] = {}
"""The kernels that compiled code calls, by module of the game's class and name."""
_modules: dict[Any, str] = {}
_whole: set[Any] = set()
"""numba's types of the STATE records of code that has all kernels in one module: aligned ones, of code for a GPU, and
those of `whole`."""


def register(state_dtype: np.dtype[Any], module: str) -> None:
    """Register `state_dtype` as the STATE record of the game whose class is in `module`.

    Raises:
        GameError: a game with other kernels has the same record, or a field hides an attribute of NumPy's records.
    """
    for field in state_dtype.names or ():
        if hasattr(np.record, field):
            raise GameError(f"{module}: the field {field!r} of STATE is an attribute of np.record; rename it")
    on_device = numba.from_dtype(aligned(state_dtype))
    _whole.add(on_device)
    keys = (on_device, numba.from_dtype(state_dtype), state_dtype, np.dtype((np.record, state_dtype)))
    for key in keys:
        known = _modules.setdefault(key, module)
        if known != module and _defining(known, "reset") is not _defining(module, "reset"):
            raise GameError(f"{module} and {_modules[key]} have the same STATE record; add a field to one of them")


def whole(state_dtype: np.dtype[Any]) -> None:
    """Let loops over states of this dtype contain all kernels from now on. A process that compiles for another machine
    or program needs this."""
    _whole.add(numba.from_dtype(state_dtype))


def package_of(module: str) -> str:
    """The package of the game whose class is in `module`; the module itself if it is in none."""
    return module if hasattr(importlib.import_module(module), "__path__") else module.rpartition(".")[0] or module


def kernel_of(module: str, name: str) -> Callable[..., Any]:
    """The kernel `name` of the game whose class is in `module`; imports the file that defines it. The same at each call
    if kernels are compiled, else the one that the file defines now."""
    kernel: Callable[..., Any] = getattr(_defining(module, name), name)
    return kernel if DISABLED else _first.setdefault((module, name), kernel)


def _defining(module: str, name: str) -> Any:
    """The module that defines the kernel `name` of the game whose class is in `module`."""
    if (function := _found(module, name)) is None:
        raise GameError(f"{module} has no kernel {name!r}; it belongs in its {HOMES[name]}.py, or beside the class")
    return function


@cache
def _found(module: str, name: str) -> Any:
    """`_defining`; None if there is no such kernel."""
    package = package_of(module)
    homes = [f"{package}.{KERNELS}.{HOMES[name]}", f"{package}.{HOMES[name]}", f"{package}.rules"]
    for home in (*filter(_exists, homes), module):
        try:
            function_module = importlib.import_module(home)
        except Exception as error:
            if isinstance(error, GameError) or not (place := place_of(error)):
                raise
            raise GameError(f"{home} cannot be imported: {type(error).__name__}: {error}{place}") from error
        if hasattr(function_module, name):
            return function_module
    return _Automatic if hasattr(_Automatic, name) else None


@cache
def identity(module: str) -> str:
    """A hash of what a game in `module`, which is not the suite's, plays by; "" for one in no file.

    That is its files (`sources.code_hash`), and the values that its kernels read, wherever they come from: from files
    of data and environment variables, too.
    """
    code = code_hash(module)
    homes = ((name, _found(module, name)) for name in HOMES)
    values = values_hash(getattr(home, name) for name, home in homes if home is not None)
    return hashlib.sha256(f"{code} {values}".encode()).hexdigest() if code else ""


class _Automatic:
    """What a game need not define: its rules may have no steps without a choice, and no duels."""

    @staticmethod
    @inlined
    def settle(pack: Any, state: Any) -> None:
        """Nothing happens."""

    @staticmethod
    @inlined
    def spread_duel(pack: Any, state: Any, duel: Any) -> int:  # noqa: ARG004 - as of all kernels of this name
        """No duel."""
        return 0


def has_kernels(module: str) -> bool:
    """Whether there are kernels of a game whose class is in `module`; imports those of the rules."""
    return _found(module, "reset") is not None


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
    return kernel if state in _whole or is_small(_modules[state]) else getattr(kernel, "shared", kernel)


@cache
def is_small(module: str) -> bool:
    """Whether the game whose class is in `module` has no folder of kernels."""
    return not _exists(f"{package_of(module)}.{KERNELS}")


CALLS: dict[int, Callable[[Any], Any]] = {
    2: lambda kernel: lambda pack, state: kernel(pack, state),
    3: lambda kernel: lambda pack, state, third: kernel(pack, state, third),
    4: lambda kernel: lambda pack, state, third, fourth: kernel(pack, state, third, fourth),
}
"""What compiled code calls for a generic name, by the number of its parameters."""


def generic(home: str, linked: bool = False, result: str = "") -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Decorator of a generic name: its calls are calls of the game's kernel of this name.

    Args:
        home: see HOMES.
        linked: each loop contains a copy of the kernel, not a call of its shared machine code.
        result: what the kernel has to return, in words; "" if nothing.
    """

    def declare(function: Callable[..., Any]) -> Callable[..., Any]:
        name = function.__name__
        HOMES[name] = home

        @wraps(function)
        def call(pack: Any, state: Any, *further: Any) -> Any:
            return _kernel(state.dtype, name)(pack, state, *further)

        def select(*argument_types: Any) -> Any:
            # shared code takes arrays only, and tells nothing
            copied = linked or any(isinstance(kind, BaseTuple | NotingRecord) for kind in argument_types)
            record = getattr(argument_types[1], "record", argument_types[1])
            kernel: Any = _kernel(record, name)
            kernel.result = result
            return CALLS[len(argument_types)]((_kernel if copied else _shared)(record, name))

        overload(call, strict=False)(select)  # not strict: `select` and CALLS name the parameters otherwise
        GENERIC[call] = partial(_of_signature, name)
        return call

    return declare


def _of_signature(name: str, signature: Iterable[Any]) -> Any:
    """The kernel `name` of the game whose STATE record, or an array of it, is in `signature`; None if none is."""
    records = (kind.dtype if isinstance(kind, types.Array) else getattr(kind, "record", kind) for kind in signature)
    kernel_modules = [_modules[record] for record in records if record in _modules]
    return kernel_of(kernel_modules[0], name) if kernel_modules else None


@generic("rules")
def reset(pack, state):
    """Deal a new game; `state` is zero except for `rng`, `pack`, `num_players` and the option fields."""


@generic("rules")
def settle(pack, state):
    """Carry out the steps of the rules that need no choice, until a player is to move or the game ends. A game whose
    rules have none does without it."""


@generic("rules", linked=True, result="how many actions are legal")  # shared, it costs Correo 5% of its random play
def legal_mask(pack, state, mask):
    """Overwrite `mask`, uint64[words], by the legal actions of `state.to_move`: bit a % 64 of word a // 64 is action a.
    Returns how many there are."""


@generic("rules")
def apply(pack, state, action):
    """Play one legal action, from 0, up to the next question or the end of the game."""


@generic("observe")
def observe(pack, state, player, out):
    """Write the observation of `player`, a seat from 0, to `out`: float32[observation_size], which is set to zero
    first, or Entries."""


@generic("observe")
def conceal(pack, state, player):
    """Overwrite everything that `player`, a seat from 0, does not know: the result represents the player's information
    set."""


@generic("observe")
def determinize(pack, state, player):
    """Resample everything hidden from `player`, a seat from 0; the caller has given `state.rng` a fresh seed."""


@generic("heuristic", result="an action")
def heuristic(pack, state, mask):
    """The hand-written policy's action, from 0; `state` is a determinized copy, `mask`, uint64[words], the legal
    actions."""


@generic("duel", result="how many positions follow, or 0")
def spread_duel(pack, state, duel):
    """Write to `duel`, a `DuelMemory` of `agents/kernels/valued.py`, what can follow each pair of choices in the duel
    that `state` is in (`Declaration.duels`). Returns how many positions follow; 0: it is in none. A game without duels
    does without it."""


@generic("invariants", result="the number of what is inconsistent, or 0")
def inconsistency(pack, state):
    """0 if the position is sound, else the number, from 1, of the broken invariant in the game's enum `Broken`, or
    in INCONSISTENCIES of a small game."""
