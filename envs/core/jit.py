"""Compiling: one explicit signature for each kernel, cached on disk under a name made of the sources.

numba's own cache looks only at the file of the function it stores, not at the files of the functions called from
there. So the cache folder is named after a hash of every source file that can reach a kernel: those of `envs/core`
and those of the game's own folder, plus the versions and settings that change machine code. Editing a rule
therefore always compiles it anew, and editing one game leaves the others' caches alone.
"""

from __future__ import annotations

import hashlib
import inspect
import os
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba.core import types
from numba.core.compiler_lock import global_compiler_lock
from numba.extending import register_jitable

DISABLED: bool = bool(numba.config.DISABLE_JIT)
"""True under NUMBA_DISABLE_JIT=1: kernels are plain Python functions."""

CORE = Path(__file__).parent
SETTINGS = ("NUMBA_BOUNDSCHECK", "NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES", "NUMBA_OPT", "NUMBA_DEBUGINFO")

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
    "counts": types.int64[::1],
    "seeds": types.uint64[::1],
    "word": types.uint64,
}
"""What a parameter of a given name is, in every kernel; a name that is not here and not the game's is int64."""


def allow_overflow() -> None:
    """Let plain Python's kernels compute modulo 2**64, as generators do by design, without a warning in this thread."""
    if DISABLED:
        np.seterr(over="ignore")


allow_overflow()


@cache
def sources_hash(*folders: Path) -> str:
    """Hash of all Python sources in `folders` (not their subfolders) and of what else decides machine code."""
    digest = hashlib.sha256()
    digest.update(f"{numba.__version__} {np.__version__} {[os.environ.get(s) for s in SETTINGS]}".encode())
    for folder in folders:
        for file in sorted(folder.glob("*.py")):
            digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def user_cache() -> Path:
    """The folder that holds compiled code: NUMBA_CACHE_DIR if set, else the user's cache folder."""
    if given := os.environ.get("NUMBA_CACHE_DIR"):
        return Path(given)
    if os.name == "nt":
        root = os.environ.get("LOCALAPPDATA") or str(Path.home() / "AppData" / "Local")
    else:
        root = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(root) / "medianoche"


def cache_folder(folder: Path, source: Path | None = None) -> Path:
    """Where machine code made for the game in `folder` (from functions in the folder `source`) is kept, as long as
    no source changes."""
    return user_cache() / f"{folder.name}-{sources_hash(*sorted({CORE, folder, source or folder}))}"


def compiled(function: Callable[..., Any], named: dict[str, Any], folder: Path, **flags: Any) -> Any:
    """`function` compiled for the types its parameter names stand for, or loaded from the cache of `folder`.

    Args:
        function: a kernel at module level; anything else would miss the cache in every process.
        named: types or dtypes of further parameter names.
        folder: the game's folder, whose sources (with core's) name the cache.
        **flags: further flags of `numba.njit`.
    """
    if DISABLED:
        return function
    signature = tuple(
        _as_type(named[name] if name in named else NAMED_TYPES.get(name, types.int64))
        for name in inspect.signature(function).parameters
    )
    with global_compiler_lock:  # the cache folder is a global setting of numba
        before = numba.config.CACHE_DIR
        numba.config.CACHE_DIR = str(cache_folder(folder, source_folder(function)))
        try:
            kernel = numba.njit(cache=True, nogil=True, error_model="numpy", **flags)(function)
        finally:
            numba.config.CACHE_DIR = before
    return _when_needed(kernel, signature)


def _when_needed(kernel: Any, signature: tuple[types.Type, ...]) -> Any:
    """Compile or load `kernel`, for `signature` and no other, when a kernel that calls it is compiled or Python calls
    it. A loop from the cache brings along all that it calls, so most kernels of a game are never loaded by themselves.
    """
    template = kernel.get_call_template

    def entry_point() -> Any:
        with global_compiler_lock:
            if not kernel.overloads:
                kernel.compile(signature)
                kernel.disable_compile()
        (result,) = kernel.overloads.values()
        return result.entry_point

    def get_call_template(args: Any, kws: Any) -> Any:
        entry_point()
        return template(args, kws)

    def first_call(*_: Any, **__: Any) -> Any:
        entry_point()
        return kernel  # called again, it checks the types given

    kernel.get_call_template = get_call_template
    kernel._compile_for_args = first_call
    kernel.entry_point = entry_point
    return kernel


def direct(kernel: Any) -> Any:
    """A compiled kernel as Python calls it quickest: without numba's look at the type of every argument, which takes
    longer than the step of a game (0.3 us for an array, 3 us for one of np.recarray).

    Arrays must be contiguous and of exactly the types declared: only their item sizes and dimensions are checked.
    """
    return kernel if DISABLED else kernel.entry_point()


def _as_type(given: Any) -> types.Type:
    return given if isinstance(given, types.Type) else numba.from_dtype(np.dtype(given))


class Kernels:
    """A game's decorator: `@kernel` compiles a function whose parameter names say their types.

    Args:
        **named: dtype or numba type of each parameter name of the game's own, at least `state` and `pack`.

    `@kernel.helper` is the same for functions that only other kernels call (no Python wrapper, quicker to compile),
    `@kernel.entry` for those that only Python calls (see `direct`).
    """

    def __init__(self, **named: Any) -> None:
        self.named = {name: _as_type(given) for name, given in named.items()}

    def __call__(self, function: Callable[..., Any]) -> Any:
        """Compile a kernel that Python calls too."""
        return compiled(function, self.named, source_folder(function))

    def helper(self, function: Callable[..., Any]) -> Any:
        """Compile a kernel that only kernels call."""
        return compiled(function, self.named, source_folder(function), no_cpython_wrapper=True, no_cfunc_wrapper=True)

    def entry(self, function: Callable[..., Any]) -> Any:
        """Compile a kernel that only Python calls."""
        return direct(self(function))


def source_folder(function: Callable[..., Any]) -> Path:
    """The folder of the file in which `function` is written."""
    return Path(function.__code__.co_filename).parent


inlined = register_jitable
"""For generic helpers that take any game's record: compiled into each caller, never on their own."""
