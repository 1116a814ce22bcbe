"""Compiling kernels: one explicit signature for each, cached on disk under a hash of the sources.

numba's own cache checks only the file of the compiled function, not the files of the functions that it calls. Here the
name of the cache folder contains a hash of every source file on which a kernel can depend, those of `envs/core` and of
the game's folder, and of the versions and settings that change machine code. An edited rule is therefore always
compiled again, and the caches of other games stay valid. `code_cache.py` reads and writes the files.
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
from medianoche.envs.core.compile.stripping import without_notes

DISABLED: bool = bool(numba.config.DISABLE_JIT)
"""True under NUMBA_DISABLE_JIT=1: kernels are plain Python functions."""

CORE = Path(__file__).parents[1]
KERNELS = "kernels"
"""The folder of a game (or of core, or of the agents) that holds its kernels."""
BESIDE_KERNELS = ("pack.py", "state.py", "numbers.py", "compile/*.py", "content/layout.py", "content/pack.py")
"""Patterns of further files on which machine code depends, relative to the parent of that folder."""

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

NO_CONTENT = np.dtype([("nothing", np.int8)])
"""The record of the pack of a game without content."""

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
"""Types of parameters by name, in every kernel. A game may add names; all other names are int64."""


def allow_overflow() -> None:
    """Silence NumPy's overflow warnings in this thread: random generators compute modulo 2**64 by design."""
    if DISABLED:
        np.seterr(over="ignore")


allow_overflow()


def kernel_sources(folder: Path) -> list[Path]:
    """The files in `folder` on which machine code can depend: kernels and BESIDE_KERNELS; all files of a small game
    that has no folder of kernels."""
    inner = folder / KERNELS
    if not inner.is_dir():
        return sorted(folder.glob("*.py"))
    return [*sorted(inner.glob("*.py")), *(file for name in BESIDE_KERNELS for file in sorted(folder.glob(name)))]


IMPORTED = re.compile(rf"^from ([\w.]+)\.{KERNELS}(?:\.\w+)? import", re.MULTILINE)
"""An import of kernels of another folder."""


def rooms(*folders: Path) -> list[Path]:
    """`folders`, core, and all folders whose kernels these import: their machine code depends on the sources of all."""
    found, left = set(), {CORE, *folders}
    while left:
        found.add(folder := left.pop())
        for file in kernel_sources(folder):
            for package in IMPORTED.findall(file.read_text(encoding="utf-8")):
                source = importlib.import_module(package).__file__
                left |= {Path(str(source)).parent} - found
    return sorted(found)


def settings() -> list[Any]:
    """Values of numba's settings that change machine code; numba's own cache checks only the processor."""
    numba.config.reload_config()
    return [getattr(numba.config, name, None) for name in SETTINGS]


@cache
def sources_hash(*folders: Path) -> str:
    """Hash of all sources of kernels in `folders`, and of the versions and settings that change machine code."""
    digest = hashlib.sha256()
    digest.update(f"{numba.__version__} {np.__version__} {linking.AVAILABLE} {settings()}".encode())
    for folder in folders:
        for file in kernel_sources(folder):
            digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def chosen_cache() -> Path:
    """The preferred folder for compiled code: NUMBA_CACHE_DIR if set, else one in the user's cache folder."""
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
    """The folder for compiled code: `chosen_cache` if it can be written, else a private folder among the temporary
    files.

    If neither can be written, it is `chosen_cache`, and every process compiles its code.
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
    """A folder among the temporary files that no other user can write to; if possible the same one in every process.

    Raises:
        OSError: no such folder can be written.
    """
    folder = Path(tempfile.gettempdir()) / f"medianoche-{getpass.getuser() if os.name == 'nt' else os.getuid()}"
    with suppress(OSError):
        folder.mkdir(mode=0o700, exist_ok=True)
        about = folder.lstat()
        if os.name == "nt" or (folder.is_dir() and about.st_uid == os.getuid() and not about.st_mode & 0o077):
            return folder
    return Path(tempfile.mkdtemp(prefix="medianoche-"))


ANNOUNCE_AFTER_S = 1.0
"""Seconds of compiling after which a line on stderr says so."""


def say(line: str) -> None:
    """Write one line to stderr, unless MEDIANOCHE_QUIET is set to anything but "", 0, false or no."""
    if os.environ.get("MEDIANOCHE_QUIET", "").strip().lower() in ("", "0", "false", "no"):
        warn(line)


def warn(line: str) -> None:
    """Write one line to stderr."""
    sys.stderr.write(f"medianoche: {line}\n")


@contextmanager
def _announced(folder: Path) -> Iterator[None]:
    """Say once that the game in `folder` is being compiled, if that takes longer than ANNOUNCE_AFTER_S."""
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
    """The cache folder of machine code for the game in `folder`, compiled from functions in the folder `source`. Its
    name changes with the sources. Existing code is used even if the folder cannot be written."""
    name = f"{folder.name}-{sources_hash(*rooms(folder, source or folder))}"
    filled = chosen_cache() / name
    return filled if os.access(filled, os.R_OK | os.X_OK) else user_cache() / name


def dispatcher_of(function: Callable[..., Any], folder: Path, python: bool, linked: bool = False) -> Any:
    """A numba dispatcher of `function` with the cache of `folder`.

    Args:
        function: the function to compile; without its notes.
        folder: the folder of the game.
        python: True for calls from Python, False for calls from compiled code.
        linked: the code is linked into its callers; it is cached with them, not separately.
    """
    function = without_notes(function)
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
    """A function with one signature, compiled when a kernel that calls it is compiled or when Python calls it.

    Cached code of a loop contains the code of the kernels that it calls, so most kernels are never loaded separately.

    Args:
        function: a function at module level; other functions would be compiled again in every process.
        named: types of parameter names; see NAMED_TYPES.
        folder: the game's folder; the name of the cache folder contains a hash of its sources and core's.
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
        """The numba type of this kernel in calls of other kernels: a function compiled for this signature only."""
        inner = dispatcher_of(self.py_func, self._folder, python=False, linked=True)
        self._inner = inner  # kept alive here: its numba type holds only a weak reference
        template = inner.get_call_template

        def get_call_template(args: Any, kws: Any) -> Any:
            for name, given, own in zip(inspect.signature(self.py_func).parameters, args, self.signature, strict=False):
                if isinstance(given, types.Float) and isinstance(own, types.Integer):
                    raise TypingError(f"{self!r}: {name} is an integer, given {given}; declare its type in Kernels")
            signature = self._signature_for(args)
            _make(inner, signature)
            made = inner.overloads[signature].signature
            if isinstance(made.return_type, types.Array):  # references to it would not be counted
                raise TypingError(f"{self!r} returns an array; kernels fill those that they are given")
            found = template(args, kws)
            found[0].cases = [made]  # no code for another layout of the records
            return found

        inner.get_call_template = get_call_template
        return types.Dispatcher(inner)

    def _signature_for(self, args: Any) -> tuple[types.Type, ...]:
        """The signature, with tuple types where the caller passes tuples instead of arrays (see `sparse.Entries`), and
        aligned records where it passes these."""
        pairs = zip_longest(args, self.signature)
        return tuple(given if isinstance(given, BaseTuple) or is_aligned(own, given) else own for given, own in pairs)

    @cached_property
    def shared(self) -> Any:
        """The function that loops of a game call: one machine code for all of them, found by its symbol.

        A copy in each loop would not be faster and would be compiled again for each loop.
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
        """numba's compile result of the function for calls from compiled code."""
        dispatcher = dispatcher_of(self.py_func, self._folder, python=False)
        _make(dispatcher, self.signature)
        (result,) = dispatcher.overloads.values()
        return result

    @cached_property
    def executable(self) -> Any:
        """The dispatcher for calls from Python; it checks the types of arguments."""
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
        """Call the kernel from Python."""
        return self.executable(*arguments)

    def __reduce__(self) -> str:  # cached code of a loop refers to the kernels that it needs by name
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
    """A compiled kernel for fast calls from Python, without numba's check of each argument's type. That check takes 0.3
    us for an array and 3 us for an np.recarray, longer than the step of a game.

    Arrays must be contiguous and have exactly the declared types; only item sizes and dimensions are checked.
    """
    return kernel if DISABLED else kernel.entry_point


def aligned(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """`dtype`, a record, with every field at a multiple of the size of its numbers, where a GPU can read it."""
    return np.dtype([(name, dtype[name].base, dtype[name].shape) for name in dtype.names or ()], align=True)


@cache
def is_aligned(own: Any, given: Any) -> bool:
    """Whether numba's type `given` is that of the record `own`, aligned."""
    both = isinstance(own, types.Record) and isinstance(given, types.Record)
    return both and own != given and numba.from_dtype(aligned(own.dtype)) == given


def _as_type(given: Any) -> types.Type:
    return given if isinstance(given, types.Type) else numba.from_dtype(np.dtype(given))


class Kernels:
    """A game's decorator: `@kernel` compiles a function; the names of its parameters determine their types.

    Args:
        pack: dtype of the pack's record, NO_CONTENT for a game without content.
        **named: dtype or numba type of each parameter name that the game adds, at least `state`.

    `@kernel.entry` is for functions that only Python calls (see `direct`).
    """

    def __init__(self, pack: Any = NO_CONTENT, **named: Any) -> None:
        self.named = {name: _as_type(given) for name, given in {"pack": pack, **named}.items()}

    def __call__(self, function: Callable[..., Any]) -> Any:
        """Make a kernel that kernels and Python may call; it is compiled at its first use."""
        return function if DISABLED else Kernel(function, self.named, room_of(function))

    def entry(self, function: Callable[..., Any]) -> Any:
        """Compile a kernel that only Python calls, at once."""
        return direct(self(function))


def room_of(function: Callable[..., Any]) -> Path:
    """The folder of the game (or of core or agents) whose file defines `function`."""
    folder = Path(function.__code__.co_filename).parent
    return folder.parent if folder.name == KERNELS else folder


chosen = partial(overload, jit_options={"no_cfunc_wrapper": True, **linking.flags()})
"""numba's `overload`: it selects the implementation of a generic name by the type of the record."""

inlined = register_jitable(no_cfunc_wrapper=True, error_model="numpy", **linking.flags())
"""Decorator for generic helpers that take any game's record: they are compiled into each caller only."""

making = register_jitable(
    no_cfunc_wrapper=True, error_model="numpy", **{**linking.flags(), **({"_nrt": True} if linking.AVAILABLE else {})}
)
"""`inlined` for helpers that make arrays or return views of their arguments."""

summed = register_jitable(
    no_cfunc_wrapper=True, error_model="numpy", fastmath={"contract", "reassoc", "nsz"}, **linking.flags()
)
"""`inlined` for arithmetic with float32 vectors; the compiler may reorder the terms of sums."""
