"""Compiling kernels: one explicit signature for each, cached on disk under a hash of the sources.

numba's own cache checks only the file of the compiled function, not the files of the functions that it calls. Here the
name of the cache folder contains a hash of every source file on which a kernel can depend (`sources.py`), and of the
versions and settings that change machine code; the names of files in it contain a hash of what was compiled, by value
(`content.py`). An edited rule is therefore always compiled again, and the caches of other games stay valid.
`code_cache.py` reads and writes the files.
"""

from __future__ import annotations

import gc
import getpass
import hashlib
import inspect
import os
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
from numba import extending
from numba.core import types
from numba.core.compiler_lock import global_compiler_lock
from numba.core.errors import TypingError
from numba.core.types.containers import BaseTuple
from numba.core.types.misc import NoneType, Optional

from medianoche.envs.core.compile import linking
from medianoche.envs.core.compile.code_cache import CodeCache
from medianoche.envs.core.compile.content import content_hash, has_notes, is_met
from medianoche.envs.core.compile.explaining import STYLE, explained, without_result
from medianoche.envs.core.compile.noting import NotingRecord
from medianoche.envs.core.compile.sources import CORE, home_of, sources_hash
from medianoche.envs.core.compile.stripping import without_notes
from medianoche.envs.core.compile.telling import ask_to_restart, say, warn
from medianoche.envs.core.compile.tuples import as_type
from medianoche.envs.core.errors import GameError

DISABLED: bool = bool(numba.config.DISABLE_JIT)
"""True under NUMBA_DISABLE_JIT=1: kernels are plain Python functions."""

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
    "seed": types.uint64,
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


def settings() -> list[Any]:
    """Values of numba's settings that change machine code; numba's own cache checks only the processor."""
    numba.config.reload_config()
    return [getattr(numba.config, name, None) for name in SETTINGS]


def chosen_cache() -> Path:
    """The preferred folder for compiled code: NUMBA_CACHE_DIR if set, else one in the user's cache folder."""
    if folder := os.environ.get("NUMBA_CACHE_DIR"):
        return Path(folder)
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


@contextmanager
def _announced() -> Iterator[None]:
    """Say once in a process that code is being compiled, if that takes longer than ANNOUNCE_AFTER_S."""
    timer = threading.Timer(ANNOUNCE_AFTER_S, _announce_once)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


@contextmanager
def _without_collector() -> Iterator[None]:
    """Context without Python's search for garbage, which takes 8% of the time of compiling."""
    on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if on:
            gc.enable()


@cache
def _announce_once() -> None:
    say("compiling what is first used, up to 40 seconds for a game; MEDIANOCHE_QUIET=1 silences this line")


def cache_folder(home: Path, source: Path = CORE) -> Path:
    """The cache folder of machine code for the game in `home` (see `sources.py`), compiled from functions of another
    home, `source`. Its name changes with the sources. Existing code is used even if the folder cannot be written."""
    about = numba.__version__, np.__version__, linking.AVAILABLE, settings(), sources_hash(home, source)
    name = f"{home.stem}-{hashlib.sha256(repr(about).encode()).hexdigest()[:16]}"
    filled = chosen_cache() / name
    return filled if os.access(filled, os.R_OK | os.X_OK) else user_cache() / name


class Kernel:
    """A function with one signature, compiled when a kernel that calls it is compiled or when Python calls it.

    Cached code of a loop contains the code of the kernels that it calls, so most kernels are never loaded separately.

    Args:
        function: a function at module level; other functions would be compiled again in every process.
        named: types of parameter names; see NAMED_TYPES.
        home: where the game's kernels are; the name of the cache folder contains a hash of its sources and core's.

    Attributes:
        result: what it has to return, in words; "" for what may return nothing.
    """

    def __init__(self, function: Callable[..., Any], named: dict[str, types.Type], home: Path) -> None:
        update_wrapper(self, function)
        self.py_func = function
        self.signature = tuple(
            named[name] if name in named else NAMED_TYPES.get(name, types.int64)
            for name in inspect.signature(function).parameters
        )
        self.home = home
        self.result = ""

    def dispatcher(self, python: bool, linked: bool = False, noting: bool = False) -> Any:
        """A numba dispatcher of the function.

        Args:
            python: True for calls from Python, False for calls from compiled code.
            linked: the code is linked into its callers; it is cached with them, not separately.
            noting: the code keeps its notes, for a NotingRecord.
        """
        function = self.py_func if noting else without_notes(self.py_func)
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
            content = content_hash(self, self.signature)
            dispatcher._cache = CodeCache(cache_folder(self.home, home_of(function.__module__)), name, content, warn)
        return dispatcher

    @cached_property
    def _numba_type_(self) -> types.Type:
        """The numba type of this kernel in calls of other kernels: a function compiled for this signature only."""
        inner = self.dispatcher(python=False, linked=True)
        self._alive = [inner]  # numba's types hold only weak references
        template = inner.get_call_template

        def get_call_template(args: Any, kws: Any) -> Any:
            for name, passed, declared in zip(
                inspect.signature(self.py_func).parameters, args, self.signature, strict=False
            ):
                if isinstance(passed, types.Float) and isinstance(declared, types.Integer):
                    raise TypingError(f"{self!r}: {name} is an integer, given {passed}; declare its type in Kernels")
            signature = self._signature_for(args)
            if signature not in inner.overloads and any(
                isinstance(argument_type, NotingRecord) for argument_type in signature
            ):
                noting = self.dispatcher(python=False, linked=True, noting=True)
                self.make(noting, signature)
                inner.overloads[signature] = noting.overloads[signature]
                self._alive.append(noting)
            self.make(inner, signature)
            made = inner.overloads[signature].signature
            if isinstance(made.return_type, types.Array):  # references to it would not be counted
                raise TypingError(f"{self!r} returns an array; kernels fill those that they are given")
            compiled = template(args, kws)
            compiled[0].cases = [made]  # no code for another layout of the records
            return compiled

        inner.get_call_template = get_call_template
        return types.Dispatcher(inner)

    def _signature_for(self, args: Any) -> tuple[types.Type, ...]:
        """The signature, with tuple types where the caller passes tuples instead of arrays (see `sparse.Entries`), and
        aligned records where it passes these; records that take notes only if there are any."""

        def taken(passed: Any, declared: Any) -> bool:
            if isinstance(passed, NotingRecord):
                return has_notes(self, self.signature)
            return isinstance(passed, BaseTuple) or is_aligned(declared, passed)

        return tuple(
            passed if taken(passed, declared) else declared for passed, declared in zip_longest(args, self.signature)
        )

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

    @cached_property
    def _symbol(self) -> str:
        return f"{self.__module__}.{self.py_func.__qualname__}-{content_hash(self, self.signature)}"

    @cached_property
    def _code(self) -> Any:
        """numba's compile result of the function for calls from compiled code."""
        dispatcher = self.dispatcher(python=False)
        self.make(dispatcher, self.signature)
        (result,) = dispatcher.overloads.values()
        return result

    @cached_property
    def executable(self) -> Any:
        """The dispatcher for calls from Python; it checks the types of arguments. Raises GameError if numba cannot
        compile the kernel."""
        outer = self.dispatcher(python=True)
        try:
            with nullcontext() if _is_cached(outer, self.signature) else _announced():
                self.make(outer, self.signature)
        except TypingError as error:
            raise GameError(STYLE.sub("", str(error))) from error.__cause__
        return outer

    def make(self, dispatcher: Any, signature: tuple[types.Type, ...]) -> None:
        """Compile `dispatcher` for `signature`, or load its code; raises numba's TypingError with one line about what
        cannot be compiled."""
        with global_compiler_lock, _without_collector():
            if signature not in dispatcher.overloads:
                dispatcher.disable_compile(False)
                try:
                    dispatcher.compile(signature)
                except Exception as error:
                    raise TypingError(explained(self.py_func, error)) from error
                dispatcher.disable_compile()
            returned = dispatcher.overloads[signature].signature.return_type
        if self.result and isinstance(returned, NoneType | Optional):
            raise TypingError(without_result(self.py_func, self.result, partly=isinstance(returned, Optional)))

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
def is_aligned(declared: Any, passed: Any) -> bool:
    """Whether numba's type `passed` is that of the record `declared`, aligned."""
    both = isinstance(declared, types.Record) and isinstance(passed, types.Record)
    return both and declared != passed and numba.from_dtype(aligned(declared.dtype)) == passed


_made: dict[tuple[str, str], Kernel] = {}
"""The kernels of this process by module and name; of those that were defined again, the one in use."""


class Kernels:
    """A game's decorator: `@kernel` compiles a function; the names of its parameters determine their types.

    Args:
        pack: dtype of the pack's record, NO_CONTENT for a game without content.
        **named: what each parameter name that the game adds is, at least `state`: a dtype, a type of numba, or a
            NamedTuple whose annotations say the types of its fields (see `tuple_type`).

    `@kernel.entry` is for functions that only Python calls (see `direct`).
    """

    def __init__(self, pack: Any = NO_CONTENT, **named: Any) -> None:
        self.named = {name: as_type(declared_type) for name, declared_type in {"pack": pack, **named}.items()}

    def __call__(self, function: Callable[..., Any]) -> Any:
        """Make a kernel that kernels and Python may call; it is compiled at its first use."""
        if DISABLED:
            return function
        made = Kernel(function, self.named, home_of(function.__module__))
        former = _made.get(name := (function.__module__, function.__qualname__))
        if former and is_met(former) and former.py_func.__code__ != function.__code__:
            ask_to_restart(f"kernels of {function.__module__} have been defined again")
        else:
            _made[name] = made
        return made

    def entry(self, function: Callable[..., Any]) -> Any:
        """Compile a kernel that only Python calls, at once."""
        return direct(self(function))


overload = partial(extending.overload, jit_options={"no_cfunc_wrapper": True, **linking.flags()})
"""numba's `overload` with our flags: it selects the implementation of a generic name by the type of the record."""

inlined = extending.register_jitable(no_cfunc_wrapper=True, error_model="numpy", **linking.flags())
"""Decorator for generic helpers that take any game's record: they are compiled into each caller only."""

inlined_arrays = extending.register_jitable(
    no_cfunc_wrapper=True, error_model="numpy", **{**linking.flags(), **({"_nrt": True} if linking.AVAILABLE else {})}
)
"""`inlined` for helpers that make arrays or return views of their arguments."""

inlined_fastmath = extending.register_jitable(
    no_cfunc_wrapper=True, error_model="numpy", fastmath={"contract", "reassoc", "nsz"}, **linking.flags()
)
"""`inlined` for arithmetic with float32 vectors; the compiler may reorder the terms of sums."""
