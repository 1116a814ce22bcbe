"""Compiling only what is called: a kernel that other kernels call keeps its intermediate code and nothing else.

numba optimises every function together with all that it calls, and emits machine code for it, then does the same again
in each of its callers, although Python only ever calls the outermost loops. An `InnerCompiler` leaves both steps to
those loops. It leans on numba's inside, so `AVAILABLE` says whether this numba looks as expected; otherwise, or with
MEDIANOCHE_LINKING=0, kernels are compiled in numba's ordinary way: slower to compile, and slower where `flags` save
the counting of references.
"""

from __future__ import annotations

import os
import weakref
from collections.abc import Callable
from typing import Any

from llvmlite import binding
from numba.core import caching, codegen, compiler, options

USES: dict[Any, tuple[str, ...]] = {
    getattr(codegen, "JITCodeLibrary", None): (
        "_finalize_dynamic_globals",
        "_finalize_final_module",
        "_get_module_for_linking",
        "_optimize_final_module",
        "_verify_declare_only_symbols",
        "enable_object_caching",
        "get_pointer_to_function",
        "serialize_using_bitcode",
        "serialize_using_object_code",
    ),
    getattr(compiler, "Compiler", None): ("compile_extra", "define_pipelines"),
    getattr(compiler, "CompileResult", None): ("_rebuild",),
    getattr(caching, "CompileResultCacheImpl", None): ("get_filename_base", "rebuild"),
    getattr(caching, "FunctionCache", None): ("_impl_class", "load_overload", "save_overload"),
    getattr(options, "DefaultOptions", None): ("_nrt",),
}
"""What is used of numba that it does not promise to keep."""


def found(uses: dict[Any, tuple[str, ...]]) -> bool:
    """Whether all of `uses` is there."""
    return all(owner is not None and hasattr(owner, name) for owner, names in uses.items() for name in names)


AVAILABLE: bool = os.environ.get("MEDIANOCHE_LINKING", "1") != "0" and found(USES)
"""Whether inner kernels are kept as intermediate code."""

ALLOCATORS = {"arange", "array", "copy", "empty", "empty_like", "full", "ones", "zeros", "zeros_like"}
"""Names of what makes an array; a kernel that uses one counts references."""


def flags(function: Callable[..., Any] | None = None) -> dict[str, Any]:
    """numba's options for an inner kernel, if AVAILABLE: an array that it is given is its caller's, who keeps it, so
    unless it makes one itself no references are counted (an atomic step each time, up to half of what a kernel takes).
    """
    if not AVAILABLE:
        return {}
    names = function.__code__.co_names if function else ()
    return {"pipeline_class": InnerCompiler, "_nrt": not ALLOCATORS.isdisjoint(names)}


if AVAILABLE:

    class _NoEnvironment:
        """A code generator for a library without machine code: there is no place to write an environment to."""

        def __init__(self, inner: Any) -> None:
            self._inner = inner

        def set_env(self, name: str, environment: Any) -> None:
            """Do nothing."""

        def __getattr__(self, name: str) -> Any:
            return getattr(self._inner, name)

    class InnerLibrary(codegen.JITCodeLibrary):
        """Code to be linked into other code: neither optimised as a whole nor emitted."""

        @property
        def codegen(self) -> Any:
            """The code generator."""
            return _NoEnvironment(self._codegen)

        def _optimize_final_module(self) -> None:
            pass

        def _finalize_final_module(self) -> None:
            self._finalize_dynamic_globals()
            self._verify_declare_only_symbols()
            self._final_module.__library = weakref.proxy(self)
            self._finalized = True

        def get_pointer_to_function(self, name: str) -> int:
            """0: there is no machine code."""
            self._ensure_finalized()
            return 0

        def serialize_using_object_code(self) -> Any:
            """The intermediate code, for the cache."""
            return self.serialize_using_bitcode()

    class InnerCompiler(compiler.Compiler):
        """numba's compiler, for a function that only compiled code calls."""

        def __init__(self, typing: Any, target: Any, library: Any, *others: Any) -> None:
            super().__init__(typing, target, library, *others)
            self._target = target

        def compile_extra(self, function: Callable[..., Any]) -> Any:
            """Compile `function` into an `InnerLibrary`."""
            inner = InnerLibrary(self._target.codegen(), function.__qualname__)
            inner.enable_object_caching()
            self.state["library"] = inner
            return super().compile_extra(function)

    class _InnerTarget:
        """A target whose libraries from the cache are inner ones."""

        def __init__(self, target: Any) -> None:
            self._target = target

        def codegen(self) -> _InnerTarget:
            """Itself: the one thing asked of it is to read a library."""
            return self

        def unserialize_library(self, stored: Any) -> InnerLibrary:
            """What `serialize_using_object_code` wrote."""
            name, _, code = stored
            library = InnerLibrary(self._target.codegen(), name)
            library._final_module = binding.parse_bitcode(code)
            library._finalize_final_module()
            return library

        def __getattr__(self, name: str) -> Any:
            return getattr(self._target, name)

    class _InnerFiles(caching.CompileResultCacheImpl):
        """Files of inner kernels, beside those of the same function as Python calls it."""

        def get_filename_base(self, fullname: str, abiflags: str) -> str:
            return f"inner.{super().get_filename_base(fullname, abiflags)}"

        def rebuild(self, target: Any, payload: Any) -> Any:
            return compiler.CompileResult._rebuild(_InnerTarget(target), *payload)

    class InnerCache(caching.FunctionCache):
        """The disk cache of an inner kernel."""

        _impl_class = _InnerFiles
