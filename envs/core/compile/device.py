"""Loops for a GPU: from numba's intermediate code for the CPU to PTX, by the NVPTX backend in llvmlite.

The same loops are compiled as for the CPU, with two differences: records are aligned, since a GPU reads a number only
at a multiple of its size, and everything is linked into one module. The module gets the data layout of the GPU, hints
to fetch memory are removed, and an entry is added that calls the loop for one row: the row of the thread. Neither a
CUDA toolkit nor a GPU is needed to make PTX.

`DeviceCode.bitcode` is what the backend is given. Tests compile it for the CPU and run it thread by thread, and compare
all bytes with those of the ordinary loops.
"""

from __future__ import annotations

import hashlib
import inspect
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import llvmlite
from llvmlite import binding
from numba.core import types
from numba.core.types.containers import BaseTuple

from medianoche.envs.core.compile import code_cache, linking
from medianoche.envs.core.compile.content import content_hash
from medianoche.envs.core.compile.intermediate import array, whole_text
from medianoche.envs.core.compile.jit import Kernel, cache_folder
from medianoche.envs.core.compile.sources import home_of
from medianoche.envs.core.compile.telling import warn
from medianoche.envs.core.errors import GameError

TRIPLE = "nvptx64-nvidia-cuda"
PROCESSOR = "sm_75"
"""The oldest architecture that CUDA 13 supports; the driver compiles PTX for the GPU that is there."""
INLINED_BELOW = 100
"""Functions of at most about so many instructions become part of their callers."""
THREAD, AFTER = "start", "stop"
"""Parameters of a loop that the entry sets to the thread's row and the row after it."""
ROW = "i"
"""The same of a loop over one row."""

FOREIGN = re.compile(r"llvm\.(?:x86|pow|exp2?|log2?|log10|sin|cos)\.|(?!llvm\.)")
"""Functions that a GPU does not have, or computes with other last bits than a CPU."""
DEPOSIT = "@llvm.x86.bmi.pdep.64"
"""`kernels.bits.deposit`, called with one bit; a GPU has no such instruction."""
DEPOSITED = """
define i64 @t.deposit(i64 %bit, i64 %word) {
  %k = call i64 @llvm.cttz.i64(i64 %bit, i1 true)
  br label %loop
loop:
  %left = phi i64 [ %k, %0 ], [ %fewer, %next ]
  %rest = phi i64 [ %word, %0 ], [ %others, %next ]
  %found = icmp eq i64 %left, 0
  br i1 %found, label %out, label %next
next:
  %fewer = sub i64 %left, 1
  %below = sub i64 %rest, 1
  %others = and i64 %rest, %below
  br label %loop
out:
  %negative = sub i64 0, %rest
  %lowest = and i64 %rest, %negative
  ret i64 %lowest
}
"""
SHORT = re.compile(r"^\t(max|min)\.([su])16 \t(%rs\d+), (%rs\d+), (?:(%rs\d+)|(-?\d+));$", re.MULTILINE)
"""A minimum or maximum of 16 bits in PTX; see `widened`."""
INDEX = """
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
"""
ENTRY = """
define ptx_kernel void @{entry}(i64 %t.threads{declared}) {{
  %t.lane = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %t.width = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %t.block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %t.lane64 = zext i32 %t.lane to i64
  %t.width64 = zext i32 %t.width to i64
  %t.block64 = zext i32 %t.block to i64
  %t.before = mul i64 %t.width64, %t.block64
  %t.thread = add i64 %t.before, %t.lane64
  %t.after = add i64 %t.thread, 1
  %t.inside = icmp ult i64 %t.thread, %t.threads
  br i1 %t.inside, label %t.go, label %t.out
t.go:
  %t.result = alloca [4 x i64]
  %t.error = alloca ptr
{computed}  %t.status = call i32 @"{function}"(ptr %t.result, ptr %t.error{given})
  br label %t.out
t.out:
  ret void
}}
"""


class DeviceCode(NamedTuple):
    """A loop compiled for a GPU.

    Attributes:
        entry: name of the entry.
        parameters: numba's type of each parameter that the entry takes after the number of threads. An array of
            contiguous memory is passed as its address and the length of its first axis; a tuple as its members.
        bitcode: the optimised module.
    """

    entry: str
    parameters: dict[str, types.Type]
    bitcode: bytes

    def ptx(self) -> str:
        """The module as PTX."""
        return widened(str(_machine().emit_assembly(binding.parse_bitcode(self.bitcode))))


def widened(ptx: str) -> str:
    """PTX whose minima and maxima of 16 bits are computed in 32 bits.

    ptxas 13.0 makes them packed instructions of Hopper, which work on two numbers of 16 bits at once, and takes a
    comparison with the result from the wrong half: `max(x, 0) == 0` is true for every x.
    """

    def wide(match: re.Match[str]) -> str:
        which, sign, result, left, right, number = match.groups()
        lines = [".reg .b32 %left, %right", f"cvt.{sign}32.{sign}16 %left, {left}"]
        lines += [f"cvt.{sign}32.{sign}16 %right, {right}"] if right else [f"mov.b32 %right, {number}"]
        lines += [f"{which}.{sign}32 %left, %left, %right", f"cvt.u16.u32 {result}, %left"]
        return "\n".join(["\t{", *(f"\t{line};" for line in lines), "\t}"])

    return SHORT.sub(wide, ptx)


def compiled(
    loop: Callable[..., Any], named: Mapping[str, types.Type], home: Path, inner: Mapping[str, tuple[int, ...]]
) -> DeviceCode:
    """`loop` for a GPU, from the cache on disk if it is there.

    Args:
        loop: a function of `core/kernels`.
        named: types of parameter names, as for `Kernel`, with aligned records.
        home: where the game's kernels are.
        inner: lengths of the axes after the first, of each parameter that is an array of more than one axis.

    Raises:
        GameError: this version of numba has not what is needed, or the loop needs what a GPU has not.
    """
    if not linking.AVAILABLE:
        raise GameError("code for a GPU needs a numba whose code can be linked, and MEDIANOCHE_LINKING not 0")
    kernel = Kernel(loop, dict(named), home)
    kinds = dict(zip(inspect.signature(loop).parameters, kernel.signature, strict=True))
    parameters = {name: kind for name, kind in kinds.items() if name not in (THREAD, AFTER, ROW)}
    about = kernel.signature, sorted(inner.items()), llvmlite.__version__, PROCESSOR, INLINED_BELOW
    key = hashlib.sha256(repr((content_hash(loop, kernel.signature), about)).encode()).hexdigest()[:16]
    file = cache_folder(home, home_of(loop.__module__)) / f"device.{loop.__module__}.{loop.__qualname__}-{key}.code"
    bitcode = code_cache.read(file, warn)
    if bitcode is None:
        bitcode = _optimised(_module(kernel, kinds, inner), loop.__name__)
        code_cache.write(file, bitcode)
    return DeviceCode(loop.__name__, parameters, bitcode)


@cache
def _machine() -> Any:
    """LLVM's description of the GPU."""
    binding.initialize_all_targets()
    binding.initialize_all_asmprinters()
    return binding.Target.from_triple(TRIPLE).create_target_machine(cpu=PROCESSOR, opt=3)


def _module(kernel: Kernel, kinds: dict[str, types.Type], inner: Mapping[str, tuple[int, ...]]) -> str:
    """LLVM's text of the kernel, all that it calls, and its entry."""
    text, function = whole_text(kernel)
    if DEPOSIT in text:
        text = (
            re.sub(rf"^declare .*{DEPOSIT}.*$", "", text, flags=re.MULTILINE).replace(DEPOSIT, "@t.deposit") + DEPOSITED
        )
    entry = _entry(kernel.py_func.__name__, function, kinds, inner)
    return f'target triple = "{TRIPLE}"\ntarget datalayout = "{_machine().target_data}"\n{text}{INDEX}{entry}'


def _entry(entry: str, function: str, kinds: dict[str, types.Type], inner: Mapping[str, tuple[int, ...]]) -> str:
    """LLVM's text of the entry: numba's arguments of the loop from addresses, lengths and the number of the thread."""
    declared = []
    computed = []
    parameters = []
    for name, kind in kinds.items():
        if name in (THREAD, ROW):
            parameters.append("i64 %t.thread")
        elif name == AFTER:
            parameters.append("i64 %t.after")
        else:
            for part, part_type in _parts(name, kind):
                if isinstance(part_type, types.Array):
                    declared.append(f"ptr noalias %{part}, i64 %{part}.length")
                    lines, made = array(part, part_type, inner.get(part, ()))
                    computed += lines
                    parameters += made
                else:
                    declared.append(f"i64 %{part}")
                    parameters.append(f"i64 %{part}")
    return ENTRY.format(
        entry=entry,
        function=function,
        declared="".join(f", {parameter}" for parameter in declared),
        computed="".join(f"  {line}\n" for line in computed),
        given="".join(f", {parameter}" for parameter in parameters),
    )


def _parts(name: str, kind: Any) -> Iterator[tuple[str, types.Type]]:
    """The arrays and numbers that a parameter consists of, by name."""
    if isinstance(kind, BaseTuple):
        for field, part_type in zip(kind.fields, kind, strict=True):
            yield from _parts(field, part_type)
    elif isinstance(kind, types.Array) or kind in (types.int64, types.uint64):
        yield name, kind
    else:
        raise GameError(f"parameter {name} of type {kind} cannot be given to a GPU; accepted: arrays, int64")


def _optimised(text: str, entry: str) -> bytes:
    """The module of `text`, optimised for the GPU, as bitcode; only `entry` is visible from outside."""
    machine = _machine()
    module = binding.parse_assembly(text)
    for symbol in (*module.functions, *module.global_variables):
        if not symbol.is_declaration and symbol.name != entry:
            symbol.linkage = "internal"
    options = binding.create_pipeline_tuning_options(speed_level=3)
    options.loop_vectorization = options.slp_vectorization = options.loop_interleaving = False
    options.inlining_threshold = INLINED_BELOW
    builder = binding.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)
    module.verify()
    called = {function.name for function in module.functions if function.is_declaration}
    if foreign := sorted(filter(FOREIGN.match, called)):
        raise GameError(f"{entry}: a GPU has no {', '.join(foreign)}; kernels.local makes arrays that it can have")
    return module.as_bitcode()
