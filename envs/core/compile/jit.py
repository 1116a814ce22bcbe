"""Compiling: one explicit signature for each kernel, cached on disk under a name made of the sources.

numba's own cache looks only at the file of the function it stores, not at the files of the functions called from
there. So the cache folder is named after a hash of every source file that can reach a kernel: those of `envs/core`
and those of the game's own folder, plus the versions and settings that change machine code. Editing a rule
therefore always compiles it anew, and editing one game leaves the others' caches alone. `code_cache.py` has the files.
"""

from __future__ import annotations

import getpass
import hashlib
import importlib
import inspect
import os
import re
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from functools import cache, cached_property, partial, update_wrapper
from itertools import zip_longest
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba.core import types
from numba.core.compiler_lock import global_compiler_lock
from numba.core.errors import TypingError
from numba.core.types.containers import BaseTuple
from numba.extending import overload, register_jitable

from medianoche.envs.core.compile import linking
from medianoche.envs.core.compile.code_cache import CodeCache

DISABLED: bool = bool(numba.config.DISABLE_JIT)
"""True under NUMBA_DISABLE_JIT=1: kernels are plain Python functions."""

CORE = Path(__file__).parents[1]
KERNELS = "kernels"
"""The folder of a game (or of core, or of the agents) that holds its kernels."""
BESIDE_KERNELS = ("pack.py", "state.py", "compile/*.py", "content/layout.py", "content/pack.py")
"""Files beside that folder on which machine code depends, as patterns."""

SETTINGS = (
    "BOUNDSCHECK",
    "CPU_FEATURES",
    "CPU_NAME",
    "DEBUGINFO_DEFAULT",
    "DISABLE_INTEL_SVML",
    "ENABLE_AVX",
    "LOOP_VECTORIZE",
    "OPT",
    "SLP_VECTORIZE",
)
"""Names in numba.config (environment: NUMBA_...)."""

NAMED_TYPES: dict[str, types.Type] = {
    "mask": types.uint64[::1],
    "masks": types.uint64[:, ::1],
    "action_mask": types.int8[::1],
    "action_masks": types.int8[:, ::1],
    "out": types.float32[::1],
    "observations": types.float32[:, ::1],
    "utility": types.float32[:, ::1],
    "scores": types.int32[:, ::1],
    "ended": types.boolean[::1],
    "actions": types.int64[::1],
    "rows": types.int64[::1],
    "viewers": types.int64[::1],
    "counts": types.int64[::1],
    "seeds": types.uint64[::1],
    "indices": types.uint16[::1],
    "values": types.float32[::1],
    "starts": types.int64[::1],
    "word": types.uint64,
}
"""Types of parameters by name, in every kernel. A name that is neither here nor one of the game's own is int64."""


def allow_overflow() -> None:
    """Silence NumPy's overflow warnings in this thread: random generators compute modulo 2**64 by design."""
    if DISABLED:
        np.seterr(over="ignore")


allow_overflow()


def kernel_sources(folder: Path) -> list[Path]:
    """The files of a game's folder that machine code can depend on: its kernels, the records they read and core's
    means to compile them; every file of a small game without a folder of kernels."""
    inner = folder / KERNELS
    if not inner.is_dir():
        return sorted(folder.glob("*.py"))
    return [*sorted(inner.glob("*.py")), *(file for name in BESIDE_KERNELS for file in sorted(folder.glob(name)))]


IMPORTED = re.compile(rf"^from ([\w.]+)\.{KERNELS}(?:\.\w+)? import", re.MULTILINE)
"""How kernels import those of another folder."""


def rooms(*folders: Path) -> list[Path]:
    """`folders`, core, and the folders whose kernels theirs import: all whose sources their machine code depends on."""
    found, left = set(), {CORE, *folders}
    while left:
        found.add(folder := left.pop())
        for file in kernel_sources(folder):
            for package in IMPORTED.findall(file.read_text(encoding="utf-8")):
                source = importlib.import_module(package).__file__
                left |= {Path(str(source)).parent} - found
    return sorted(found)


def settings() -> list[Any]:
    """numba's settings that change machine code (its own cache looks at the processor alone)."""
    numba.config.reload_config()
    return [getattr(numba.config, name, None) for name in SETTINGS]


@cache
def sources_hash(*folders: Path) -> str:
    """Hash of all sources of kernels in `folders` and of what else decides machine code."""
    digest = hashlib.sha256()
    digest.update(f"{numba.__version__} {np.__version__} {linking.AVAILABLE} {settings()}".encode())
    for folder in folders:
        for file in kernel_sources(folder):
            digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def chosen_cache() -> Path:
    """The folder that compiled code should be in: NUMBA_CACHE_DIR if set, else one in the user's cache folder."""
    if given := os.environ.get("NUMBA_CACHE_DIR"):
        return Path(given)
    try:
        if os.name == "nt":
            root = os.environ.get("LOCALAPPDATA") or str(Path.home() / "AppData" / "Local")
        else:
            root = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    except RuntimeError:  # this user has no home
        root = os.sep
    return Path(root) / "medianoche"


def user_cache() -> Path:
    """The folder where compiled code is written: `chosen_cache`, or, where that cannot be written, a private one among
    the temporary files. If that cannot be written either, it is `chosen_cache`, and code is compiled in each process.
    """
    return _writable(chosen_cache())


@cache
def _writable(folder: Path) -> Path:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError:
        pass
    try:
        private = _private()
    except OSError:
        say(f"neither {folder} nor a temporary folder can be written: every start compiles again")
        return folder
    say(f"{folder} cannot be written: compiled code goes to {private}; NUMBA_CACHE_DIR names another folder")
    return private


def _private() -> Path:
    """A folder among the temporary files that no other user can write to; the same one in every process if possible.

    Raises:
        OSError: none can be written.
    """
    folder = Path(tempfile.gettempdir()) / f"medianoche-{getpass.getuser() if os.name == 'nt' else os.getuid()}"
    with suppress(OSError):
        folder.mkdir(mode=0o700, exist_ok=True)
        about = folder.lstat()
        if os.name == "nt" or (folder.is_dir() and about.st_uid == os.getuid() and not about.st_mode & 0o077):
            return folder
    return Path(tempfile.mkdtemp(prefix="medianoche-"))


ANNOUNCE_AFTER_S = 1.0
"""Seconds of compiling before a line says so."""


def say(line: str) -> None:
    """Write one line to stderr, unless MEDIANOCHE_QUIET is set (0, false, no and nothing leave it unset)."""
    if os.environ.get("MEDIANOCHE_QUIET", "").strip().lower() in ("", "0", "false", "no"):
        warn(line)


def warn(line: str) -> None:
    """Write one line to stderr."""
    sys.stderr.write(f"medianoche: {line}\n")


@contextmanager
def _announced(folder: Path) -> Iterator[None]:
    """Say once that `folder` is being compiled, if it takes longer than ANNOUNCE_AFTER_S."""
    line = f"compiling {folder.name}, 5 to 40 seconds (once: later runs load it; MEDIANOCHE_QUIET=1 silences this line)"
    timer = threading.Timer(ANNOUNCE_AFTER_S, lambda: _announce_once(folder, line))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


@cache
def _announce_once(_folder: Path, line: str) -> None:
    say(line)


def cache_folder(folder: Path, source: Path | None = None) -> Path:
    """Where machine code made for the game in `folder` (from functions in the folder `source`) is kept, as long as
    no source changes. Code that is there already is used even if the folder cannot be written."""
    name = f"{folder.name}-{sources_hash(*rooms(folder, source or folder))}"
    filled = chosen_cache() / name
    return filled if os.access(filled, os.R_OK | os.X_OK) else user_cache() / name


def dispatcher_of(function: Callable[..., Any], folder: Path, python: bool, linked: bool = False) -> Any:
    """A numba dispatcher of `function` with the cache of `folder`.

    Args:
        function: to compile.
        folder: the folder of the game.
        python: for Python to call; else for compiled code.
        linked: its code is to become part of its callers': kept by them, not in the cache.
    """
    flags: dict[str, Any] = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}
    if not python:
        flags["no_cpython_wrapper"] = True
    if linking.AVAILABLE and python:
        flags["pipeline_class"] = linking.KernelCompiler
    else:
        flags |= linking.flags(function, linked)
    dispatcher = numba.njit(**flags)(function)
    if linking.CACHED and not (linked and linking.AVAILABLE):
        called = "" if python else "linked." if linked else "called."
        name = f"{called}{function.__module__}.{function.__qualname__}"
        dispatcher._cache = CodeCache(cache_folder(folder, room_of(function)), name, warn)
    return dispatcher


class Kernel:
    """A compiled function with one signature, made when a kernel that calls it is compiled, or Python calls it.

    A loop from the cache includes the code of what it calls, so most kernels of a game are never loaded separately.

    Args:
        function: a function at module level; anything else would miss the cache in every process.
        named: types of parameter names; see NAMED_TYPES.
        folder: the game's folder, whose sources (with core's) name the cache.
    """

    def __init__(self, function: Callable[..., Any], named: dict[str, types.Type], folder: Path) -> None:
        update_wrapper(self, function)
        self.py_func = function
        self.signature = tuple(
            named[name] if name in named else NAMED_TYPES.get(name, types.int64)
            for name in inspect.signature(function).parameters
        )
        self._folder = folder

    @cached_property
    def _numba_type_(self) -> types.Type:
        """The numba type of this kernel where another kernel calls it: a function compiled for our signature only."""
        inner = dispatcher_of(self.py_func, self._folder, python=False, linked=True)
        self._inner = inner  # its type is a weak link
        template = inner.get_call_template

        def get_call_template(args: Any, kws: Any) -> Any:
            for name, given, own in zip(inspect.signature(self.py_func).parameters, args, self.signature, strict=False):
                if isinstance(given, types.Float) and isinstance(own, types.Integer):
                    raise TypingError(f"{self!r}: {name} is an integer, given {given}; declare its type in Kernels")
            signature = self._signature_for(args)
            _make(inner, signature)
            made = inner.overloads[signature].signature.return_type
            if isinstance(made, types.Array):  # whose references would not be counted
                raise TypingError(f"{self!r} returns an array; kernels fill those that they are given")
            return template(args, kws)

        inner.get_call_template = get_call_template
        return types.Dispatcher(inner)

    def _signature_for(self, args: Any) -> tuple[types.Type, ...]:
        """Our signature, or with tuples where the caller gives some in an array's place (see `sparse.Entries`)."""
        pairs = zip_longest(args, self.signature)
        return tuple(given if isinstance(given, BaseTuple) else own for given, own in pairs)

    @cached_property
    def shared(self) -> Any:
        """What the loops of a game call: machine code that all of them share and find by its symbol.

        A copy in each loop would not be quicker, and would be compiled once for each loop.
        """
        if not linking.AVAILABLE:
            return self
        self.provide()
        return linking.by_symbol(self._symbol, self._code, self.provide)

    def provide(self) -> None:
        """Define the symbol of the machine code that `shared` calls."""
        linking.define(self._symbol, self._code)

    @property
    def _symbol(self) -> str:
        return f"{cache_folder(self._folder).name}.{self.__module__}.{self.py_func.__qualname__}"

    @cached_property
    def _code(self) -> Any:
        """What numba made of the function for compiled code."""
        dispatcher = dispatcher_of(self.py_func, self._folder, python=False)
        _make(dispatcher, self.signature)
        (result,) = dispatcher.overloads.values()
        return result

    @cached_property
    def executable(self) -> Any:
        """The dispatcher that Python calls; it checks the types given."""
        outer = dispatcher_of(self.py_func, self._folder, python=True)
        with nullcontext() if _is_cached(outer, self.signature) else _announced(self._folder):
            _make(outer, self.signature)
        return outer

    @cached_property
    def entry_point(self) -> Any:
        """The compiled function itself; see `direct`."""
        (result,) = self.executable.overloads.values()
        return result.entry_point

    def __call__(self, *arguments: Any) -> Any:
        """Call the executable."""
        return self.executable(*arguments)

    def __reduce__(self) -> str:  # the cache of a loop names the kernels that it needs
        return self.py_func.__qualname__

    def __repr__(self) -> str:
        return f"<kernel {self.py_func.__module__}.{self.py_func.__qualname__}>"


def _make(dispatcher: Any, signature: tuple[types.Type, ...]) -> None:
    with global_compiler_lock:
        if signature not in dispatcher.overloads:
            dispatcher.disable_compile(False)
            dispatcher.compile(signature)
            dispatcher.disable_compile()


def _is_cached(dispatcher: Any, signature: tuple[types.Type, ...]) -> bool:
    """Whether code of `dispatcher` for `signature` is on disk."""
    kept = dispatcher._cache
    return isinstance(kept, CodeCache) and kept.file(signature).exists()


def direct(kernel: Any) -> Any:
    """A compiled kernel as Python calls it quickest: without numba's look at the type of every argument, which takes
    longer than the step of a game (0.3 us for an array, 3 us for one of np.recarray).

    Arrays must be contiguous and of exactly the types declared: only their item sizes and dimensions are checked.
    """
    return kernel if DISABLED else kernel.entry_point


def _as_type(given: Any) -> types.Type:
    return given if isinstance(given, types.Type) else numba.from_dtype(np.dtype(given))


class Kernels:
    """A game's decorator: `@kernel` compiles a function whose parameter names say their types.

    Args:
        **named: dtype or numba type of each parameter name of the game's own, at least `state` and `pack`.

    `@kernel.entry` is for functions that only Python calls (see `direct`).
    """

    def __init__(self, **named: Any) -> None:
        self.named = {name: _as_type(given) for name, given in named.items()}

    def __call__(self, function: Callable[..., Any]) -> Any:
        """Compile a kernel that kernels call, and Python may."""
        return function if DISABLED else Kernel(function, self.named, room_of(function))

    def entry(self, function: Callable[..., Any]) -> Any:
        """Compile a kernel that only Python calls, now."""
        return direct(self(function))


def room_of(function: Callable[..., Any]) -> Path:
    """The folder of a game (or core, or agents) in which `function` is written."""
    folder = Path(function.__code__.co_filename).parent
    return folder.parent if folder.name == KERNELS else folder


chosen = partial(overload, jit_options={"no_cfunc_wrapper": True, **linking.flags()})
"""numba's `overload`: of a generic name, by the type of the record given."""

inlined = register_jitable(no_cfunc_wrapper=True, error_model="numpy", **linking.flags())
"""For generic helpers that take any game's record: compiled into each caller, never on their own."""

making = register_jitable(
    no_cfunc_wrapper=True, error_model="numpy", **{**linking.flags(), **({"_nrt": True} if linking.AVAILABLE else {})}
)
"""`inlined` for helpers that make arrays or return views of those that they are given."""

summed = register_jitable(
    no_cfunc_wrapper=True, error_model="numpy", fastmath={"contract", "reassoc", "nsz"}, **linking.flags()
)
"""`inlined` for arithmetic with vectors of float32, whose sums may be added up in any order."""
