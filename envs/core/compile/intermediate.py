"""numba's intermediate code of a kernel and of all that it calls, as LLVM's text, for other machines."""

from __future__ import annotations

import re
from math import prod
from operator import attrgetter

from numba.core import types
from numba.core.cpu import CPUContext
from numba.core.registry import cpu_target

from medianoche.envs.core.compile.jit import Kernel
from medianoche.envs.core.errors import GameError

PREFETCH = re.compile(r"^.*call void @llvm\.prefetch.*$|^declare.*@llvm\.prefetch.*$", re.MULTILINE)
SET_BEFORE = re.compile(r'^target (?:triple|datalayout) = .*$|"target-(?:cpu|features)"="[^"]*"', re.MULTILINE)
parts_of = attrgetter("library", "fndesc")
"""numba's code and description of a compiled function."""


def whole_text(kernel: Kernel) -> tuple[str, str]:
    """LLVM's text of the kernel and all that it calls, without a target and without hints to fetch memory; the name of
    the kernel's function in it."""
    dispatcher = kernel.dispatcher(python=False, linked=True)
    kernel.make(dispatcher, kernel.signature)
    library, about = parts_of(dispatcher.overloads[kernel.signature])
    return SET_BEFORE.sub("", PREFETCH.sub("", str(library._get_module_for_linking()))), about.llvm_func_name


def array(name: str, kind: types.Array, inner: tuple[int, ...]) -> tuple[list[str], list[str]]:
    """Lines that compute, and numba's arguments that make up, the array `name`: address, items, shape, strides."""
    inner = inner if kind.ndim > 1 else ()
    if len(inner) != kind.ndim - 1:
        raise GameError(f"array {name} has {kind.ndim} axes; lengths given of those after the first: {inner}")
    context: CPUContext = cpu_target.target_context
    width = context.get_abi_sizeof(context.get_data_type(kind.dtype))
    lines = [f"%{name}.items = mul i64 %{name}.length, {prod(inner)}"]
    strides = [width * prod(inner[axis:]) for axis in range(kind.ndim)]
    numbers = [f"%{name}.items", width, f"%{name}.length", *inner, *strides]
    return lines, ["ptr null", "ptr null", *(f"i64 {n}" for n in numbers[:2]), f"ptr %{name}"] + [
        f"i64 {n}" for n in numbers[2:]
    ]
