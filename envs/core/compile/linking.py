"""Faster compiling of kernels, and symbols named by content.

numba optimises every function together with the functions that it calls and emits machine code for it, and repeats both
in each caller, although Python calls only the outermost loops. This module avoids the repetition:

- `InnerCompiler` keeps only intermediate code; the kernel that contains the code optimises and emits it;
- `by_symbol` calls existing machine code, so that all loops of a game share its `apply` instead of containing a copy;
- `KernelCompiler`, the base class of `InnerCompiler`, runs only the numba passes that kernels need;
- `flags` switch off reference counting in kernels that make no array.

All this uses private parts of numba. `AVAILABLE` says whether this version of numba has them; if not, or with
MEDIANOCHE_LINKING=0, kernels are compiled in numba's ordinary way, which takes longer and gives slower code with the
same results.

In both cases `NamedCompiler` names symbols by their content: byte code and the values of globals (`content.py`).
numba names functions and records by counters of the process, so cached code of two processes can have equal names for
different functions; in a process that loads both, the linker uses the first for both. With names by content, equal
names mean equal code. `KernelLibrary` also makes all symbols except its own function internal, including numba's
helper functions.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Mapping
from operator import attrgetter
from pathlib import Path
from types import CodeType, MappingProxyType
from typing import Any

from llvmlite import binding
from numba.core import bytecode, cgutils, codegen, compiler, dispatcher, options, typed_passes, untyped_passes
from numba.core.types.containers import StarArgTuple
from numba.core.typing import signature
from numba.extending import intrinsic

from medianoche.envs.core.compile.content import content_hash

USES: dict[Any, tuple[str, ...]] = {
    getattr(codegen, "JITCodeLibrary", None): (
        "_finalize_dynamic_globals",
        "_get_module_for_linking",
        "_optimize_final_module",
        "_optimize_functions",
        "add_llvm_module",
        "get_pointer_to_function",
    ),
    getattr(compiler, "Compiler", None): ("compile_extra", "define_pipelines"),
    getattr(compiler, "CompileResult", None): ("fndesc", "library", "reload_init"),
    getattr(compiler, "Flags", None): ("_values", "copy"),
    untyped_passes: (
        "TranslateByteCode",
        "FixupArgs",
        "IRProcessing",
        "RewriteSemanticConstants",
        "DeadBranchPrune",
        "GenericRewrites",
        "ReconstructSSA",
    ),
    typed_passes: ("NopythonTypeInference", "PreLowerStripPhis", "IRLegalization", "NativeLowering", "NoPythonBackend"),
    getattr(options, "DefaultOptions", None): ("_nrt",),
}
"""Private attributes of numba that this module uses, by their owner; passes in the order in which they run."""


def exports(uses: dict[Any, tuple[str, ...]]) -> bool:
    """Whether all attributes of `uses` exist."""
    return all(owner is not None and hasattr(owner, name) for owner, names in uses.items() for name in names)


AVAILABLE: bool = os.environ.get("MEDIANOCHE_LINKING", "1") != "0" and exports(USES)
"""Whether kernels are compiled with this module's compilers."""

CACHED: bool = exports(
    {
        getattr(bytecode, "FunctionIdentity", None): ("_unique_ids", "from_function"),
        getattr(compiler, "CompileResult", None): ("_rebuild", "_reduce"),
        getattr(dispatcher, "NullCache", None): ("load_overload", "save_overload"),
    }
)
"""Whether compiled code may be cached on disk: this numba has the expected attributes for names and caches."""

EARLY_PASSES: bool = os.environ.get("MEDIANOCHE_EARLY_PASSES", "1") != "0"
"""Whether functions are simplified before they are linked. These passes compute with this machine's sizes of pointers,
so code for machines with others must not have gone through them (`export.py`)."""

ALLOCATORS = {"arange", "array", "copy", "empty", "empty_like", "full", "ones", "zeros", "zeros_like"}
"""Names of functions that make arrays; a kernel that uses one counts references."""


class NamedCompiler(compiler.Compiler):
    """numba's compiler with symbols that follow from function, types and use, and so are the same in every process."""

    def define_pipelines(self) -> Any:
        """numba's pipelines; before, the function's unique number is replaced by a hash of its content."""
        function = self.state.func_id
        code = self.state.func_id.code
        use = type(self).__name__
        source = (Path(code.co_filename).name, code.co_firstlineno)
        about = use, source, content_hash(function.func, self.state.args), str(self.state.args)
        function.unique_id = hashlib.sha256(repr(about).encode()).hexdigest()[:16]
        function.unique_name = f"{function.func_qualname}${function.unique_id}"
        return super().define_pipelines()


def flags(function: Callable[..., Any] | None = None, linked: bool = True) -> dict[str, Any]:
    """numba's options for a kernel that compiled code calls.

    The caller keeps the arrays that it passes alive, so a kernel that makes no array needs no reference counting, whose
    atomic operations can take half of a kernel's time. With `linked` the code becomes part of the callers' code.
    """
    if not AVAILABLE:
        return {"pipeline_class": NamedCompiler}
    names = function.__code__.co_names if function else ()
    return {"pipeline_class": InnerCompiler if linked else KernelCompiler, "_nrt": not ALLOCATORS.isdisjoint(names)}


if AVAILABLE:
    PASSES = tuple(getattr(module, name) for module in (untyped_passes, typed_passes) for name in USES[module])
    """numba's passes without those for closures, `with`, inlining, unrolling, reports and expressions of arrays."""
    OTHERS = {"literal_unroll", "literally", "objmode", "objmode_context", "parallel_chunksize", "prange"}
    """Names in a function that need the other passes."""

    class _Passes:
        """A pipeline of PASSES with the interface that numba's compiler expects."""

        pipeline_name = "kernel"
        exec_times: Mapping[str, Any] = MappingProxyType({})

        def run(self, state: Any) -> None:
            """Run all passes."""
            for kind in PASSES:
                step = kind()
                step.analysis = {kind: set()}
                step.run_pass(state)

    class _Flags(compiler.Flags):
        """Immutable options, compared by identity: numba compares options at each look-up of a function."""

        __slots__ = ()
        __eq__ = object.__eq__
        __hash__ = object.__hash__

        def __init__(self, flags: Any) -> None:
            super().__init__(flags)
            super().__setattr__("_values", MappingProxyType(flags._values.copy()))

        def copy(self) -> _Flags:
            """Return itself, since it cannot change."""
            return self

    _flags: dict[Any, _Flags] = {}

    class _NoEnvironment:
        """A code generator for a library without machine code; it ignores environments, which have no address there."""

        def __init__(self, inner: Any) -> None:
            self._inner = inner

        def set_env(self, name: str, environment: Any) -> None:
            """Do nothing."""

        def __getattr__(self, name: str) -> Any:
            return getattr(self._inner, name)

    class KernelLibrary(codegen.JITCodeLibrary):
        """numba's library of machine code, without optimisation of functions that are only declared. Only the symbols
        of its own function are visible to the linker."""

        def add_llvm_module(self, module: Any) -> None:
            """Add a module with the library's own function or its wrapper for Python."""
            self._own = {*getattr(self, "_own", ()), *(symbol_value.name for symbol_value in module.functions)}
            super().add_llvm_module(module)

        def _optimize_final_module(self) -> None:
            super()._optimize_final_module()
            for function in self._final_module.functions:
                if not function.is_declaration and function.name not in self._own:
                    function.linkage = "internal"

        def _optimize_functions(self, module: Any) -> None:
            if not EARLY_PASSES:
                return
            module.data_layout = self._codegen._data_layout
            passes, builder = self._codegen._function_pass_manager()
            for function in module.functions:
                if not function.is_declaration:
                    passes.run(function, builder)

    class InnerLibrary(KernelLibrary):
        """Intermediate code to be linked into other code; it is not optimised as a whole, and no machine code is
        made."""

        @property
        def codegen(self) -> Any:
            """The code generator."""
            return _NoEnvironment(self._codegen)

        def finalize(self) -> None:
            """Link the code of called functions into this library."""
            self._raise_if_finalized()
            for library in dict.fromkeys(self._linking_libraries):
                self._reload_init.update(library._reload_init)
                self._final_module.link_in(library._get_module_for_linking(), preserve=True)
            self._finalize_dynamic_globals()
            self._finalized = True

        def get_pointer_to_function(self, name: str) -> int:
            """0, since there is no machine code."""
            self._ensure_finalized()
            return 0

    class KernelCompiler(NamedCompiler):
        """numba's compiler with fewer passes."""

        made: type[KernelLibrary] = KernelLibrary
        """Class of the library that holds the compiled function."""

        def __init__(self, typing: Any, target: Any, library: Any, args: Any, returns: Any, flags: Any, local: Any):
            flags = _flags.setdefault(flags, _Flags(flags))
            super().__init__(typing, target, library, args, returns, flags, local)
            self._target = target

        def define_pipelines(self) -> list[Any]:
            """The passes that the function needs."""
            code = self.state.func_id.code
            plain = not OTHERS.intersection(code.co_names) and not any(isinstance(c, CodeType) for c in code.co_consts)
            ordinary = super().define_pipelines()
            return [_Passes()] if plain else list(ordinary)

        def compile_extra(self, function: Callable[..., Any]) -> Any:
            """Compile `function`."""
            made = self.made(self._target.codegen(), function.__qualname__)
            made.enable_object_caching()
            self.state["library"] = made
            return super().compile_extra(function)

    class InnerCompiler(KernelCompiler):
        """KernelCompiler for functions that only compiled code calls."""

        made = InnerLibrary


def by_symbol(symbol: str, result: Any, provide: Callable[[], Any]) -> Any:
    """An intrinsic with which compiled code calls the existing machine code of `result`.

    Args:
        symbol: the linker's name of that code, the same in every process.
        result: numba's compile result of a function with one signature.
        provide: calls `define(symbol, ...)` if necessary; numba calls it before it loads cached code.
    """
    returns = result.signature.return_type
    argument_types = result.signature.args

    def build(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        function = cgutils.get_or_insert_function(
            builder.module, context.call_conv.get_function_type(returns, argument_types), symbol
        )
        values = cgutils.unpack_tuple(builder, arguments[0], len(argument_types))
        status, value = context.call_conv.call_function(builder, function, returns, argument_types, values)
        with cgutils.if_unlikely(builder, status.is_error):
            context.call_conv.return_status_propagate(builder, status)
        context.active_code_library._reload_init.add(provide)
        return value

    def call(_context: Any, *_given: Any) -> Any:
        return signature(returns, StarArgTuple(argument_types)), build

    return intrinsic(call)


def define(symbol: str, result: Any) -> None:
    """Register the address of the machine code of `result` under `symbol`."""
    code, about = attrgetter("library", "fndesc")(result)
    binding.add_symbol(symbol, code.get_pointer_to_function(about.llvm_func_name))
