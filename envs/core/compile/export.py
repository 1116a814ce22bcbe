"""Libraries and WebAssembly modules for programs without Python: from numba's intermediate code for the CPU.

Each function becomes LLVM's text with a wrapper in C's convention: addresses and numbers in, a number out. All of them
are linked into one module, which gets the data layout of the target, is optimised, and becomes an object file; a linker
makes a library of it. Tables of the game (packs, presets, limits of fields) are constants in it. No C compiler
takes part.

The functions allocate nothing and keep nothing between calls. What they need of a C library besides copying and
clearing memory is in `kernels/elementary.py`.
"""

from __future__ import annotations

import hashlib
import inspect
import json
import re
import shutil
import subprocess
import sys
import zlib
from collections.abc import Callable, Iterable, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from llvmlite import binding
from numba.core import types

from medianoche.envs.core.compile import code_cache, linking
from medianoche.envs.core.compile.content import content_hash
from medianoche.envs.core.compile.intermediate import array, whole_text
from medianoche.envs.core.compile.jit import Kernel, cache_folder
from medianoche.envs.core.compile.sources import home_of
from medianoche.envs.core.compile.telling import warn
from medianoche.envs.core.errors import GameError, choices

EXTRA = "medianoche[link]"
"""What installs a linker for every target."""
PREFIX = "mn_"
"""Of the names of functions."""


class Target(NamedTuple):
    """A kind of machine.

    Attributes:
        triple, processor, features: as LLVM calls it; every machine of this kind has the features.
        relocation: LLVM's model of addresses.
        file_name: of what is linked; {} is the game's name.
        linkers: commands that make it, the first that is installed is taken; they are given library, object and
            `shown` for each function, where {} is its name.
        pointer: bytes of an address.
        own_memory: whether functions that copy and clear memory are in the library, since none is linked to it.
    """

    triple: str
    processor: str
    features: str
    relocation: str
    file_name: str
    linkers: tuple[str, ...]
    shown: str = ""
    pointer: int = 8
    own_memory: bool = False


WASM = "+bulk-memory,+mutable-globals,+nontrapping-fptoint,+sign-ext,+simd128"
STACK_FIRST = "--stack-first -z stack-size=262144"
SHARED = "-shared --strip-all --build-id=none --hash-style=gnu"
TARGETS = {
    "x86_64": Target("x86_64-unknown-linux-gnu", "x86-64", "", "pic", "lib{}.so", (f"ld.lld {SHARED}", f"ld {SHARED}")),
    "aarch64": Target("aarch64-unknown-linux-gnu", "generic", "", "pic", "lib{}.so", (f"ld.lld {SHARED}",)),
    "windows": Target(
        "x86_64-pc-windows-msvc",
        "x86-64",
        "",
        "pic",
        "{}.dll",
        ("lld-link /dll /noentry /brepro",),
        "/export:{}",
        own_memory=True,
    ),
    "wasm32": Target(
        "wasm32-unknown-unknown",
        "generic",
        WASM,
        "static",
        "{}.wasm",
        (f"wasm-ld --no-entry --export-memory --export=__heap_base {STACK_FIRST} --gc-sections --strip-all",),
        "--export={}",
        4,
    ),
}

RUNTIME = """
define void @NRT_incref(ptr %p) { ret void }
define void @NRT_decref(ptr %p) { ret void }
define void @NRT_MemInfo_call_dtor(ptr %p) { ret void }
define i32 @numba_attempt_nocopy_reshape(i64 %nd, ptr %dims, ptr %strides, i64 %newnd, ptr %newdims, ptr %newstrides,
                                         i64 %itemsize, i32 %forder) {
  %last = sub i64 %newnd, 1
  br label %loop
loop:
  %k = phi i64 [ %last, %0 ], [ %k1, %body ]
  %step = phi i64 [ %itemsize, %0 ], [ %step1, %body ]
  %out = icmp slt i64 %k, 0
  br i1 %out, label %done, label %body
body:
  %at = getelementptr i64, ptr %newstrides, i64 %k
  store i64 %step, ptr %at
  %dat = getelementptr i64, ptr %newdims, i64 %k
  %d = load i64, ptr %dat
  %step1 = mul i64 %step, %d
  %k1 = sub i64 %k, 1
  br label %loop
done:
  ret i32 1
}
"""
"""numba's runtime, as far as code needs it that makes no array: no reference is counted, and arrays that are given
another shape are contiguous."""


def _for_each_byte(head: str, body: str) -> str:
    """LLVM code of a function: the lines of `head`, then those of `body` for each byte %k below %size. It returns
    %to."""
    return f"""define ptr {head}
  br label %loop
loop:
  %k = phi i64 [ 0, %0 ], [ %next, %body ]
  %more = icmp ult i64 %k, %size
  br i1 %more, label %body, label %done
body:
{body}
  %next = add i64 %k, 1
  br label %loop
done:
  ret ptr %to
}}
"""


MEMSET = _for_each_byte(
    """@memset(ptr %to, i32 %value, i64 %size) "no-builtins" {
  %byte = trunc i32 %value to i8""",
    """  %at = getelementptr i8, ptr %to, i64 %k
  store volatile i8 %byte, ptr %at""",
)
MEMMOVE = _for_each_byte(
    """@memmove(ptr %to, ptr %from, i64 %size) "no-builtins" {
  %forward = icmp ult ptr %to, %from
  %last = sub i64 %size, 1""",
    """  %back = sub i64 %last, %k
  %place = select i1 %forward, i64 %k, i64 %back
  %source = getelementptr i8, ptr %from, i64 %place
  %goal = getelementptr i8, ptr %to, i64 %place
  %byte = load volatile i8, ptr %source
  store volatile i8 %byte, ptr %goal""",
)
MEMCPY = """define ptr @memcpy(ptr %to, ptr %from, i64 %size) "no-builtins" {
  %done = call ptr @memmove(ptr %to, ptr %from, i64 %size)
  ret ptr %done
}
"""
MEMORY = f"\n@_fltused = global i32 0\n{MEMSET}{MEMMOVE}{MEMCPY}"
"""What code generators call, byte by byte; volatile, so that no loop becomes a call of itself. Windows also asks for a
mark of code with floats."""
LATE = ("memcpy", "memmove", "memset", "_fltused")
ALLOCATION = re.compile(r"call .*@NRT_(?:MemInfo_alloc|Allocate)\w*")
ERROR_TEXT = re.compile(r"^@\.const\.pickle(?:buf|data)\S* = .*$\n?", re.MULTILINE)
ERROR_USE = re.compile(r"ptr @\.const\.picklebuf[^\s,)]*")
"""Texts of exceptions, which hold paths of this machine, and their uses."""
SHARED_CODE = re.compile(r'^declare [^\n]*@"?([\w.]+-[0-9a-f]{32})', re.MULTILINE)
"""A kernel's machine code in this process, see `Kernel.shared`."""
LOADED = re.compile(r"\s*(%\S+) = load \[(\d+) x i8\], ptr (%[^,\s]+)")
STORED = re.compile(r"\s*store \[(\d+) x i8\] (%\S+), ptr (%[^,\s]+)")
MOVE = "declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)\n"
LARGE = 64
"""Bytes from which on a record is copied as memory, not as that many values."""
WORDS: dict[types.Type, str] = {
    types.int64: "i64",
    types.uint64: "i64",
    types.float64: "double",
    types.float32: "float",
}


class EngineSource(NamedTuple):
    """What is to be made.

    Attributes:
        functions: kernels by their names without PREFIX; all are given numbers, addresses and `constants` by name, and
            return a number.
        named: numba's types of parameters that are not int64, see `Kernel`.
        home: where the game's kernels are.
        constants: tables by the names of the parameters that hold them.
        lengths: shapes of the arrays that the caller gives. Bytes whose length is not here are given with it.
        elementary: functions of a C library, by name, with numbers only.
    """

    functions: Mapping[str, Callable[..., Any]]
    named: Mapping[str, types.Type]
    home: Path
    constants: Mapping[str, np.ndarray]
    lengths: Mapping[str, tuple[int, ...]]
    elementary: Mapping[str, Callable[..., Any]]


def target_of(name: str) -> Target:
    """A target by name; raises GameError."""
    if name not in TARGETS:
        raise GameError(f"there is no target {name!r}; accepted: {choices(TARGETS)}")
    return TARGETS[name]


def object_code(engine: EngineSource, target: Target) -> bytes:
    """The object file of `engine` for `target`.

    Raises:
        GameError: the intermediate code would be of another machine, or a function allocates memory.
    """
    if not linking.AVAILABLE:
        raise GameError("an engine needs a numba whose code can be linked, and MEDIANOCHE_LINKING not 0")
    if linking.EARLY_PASSES and target.pointer != np.dtype(np.intp).itemsize:
        raise GameError(
            f"code of this process was simplified for addresses of {np.dtype(np.intp).itemsize} bytes, "
            f"{target.triple} has {target.pointer}; set MEDIANOCHE_EARLY_PASSES=0 before the start"
        )
    kernels = {
        name: Kernel(function, dict(engine.named), engine.home)
        for name, function in {**engine.functions, **engine.elementary}.items()
    }
    texts = _texts(engine, kernels)
    machine = _machine(target)
    head = f'target triple = "{target.triple}"\ntarget datalayout = "{machine.target_data}"\n'
    tables = "".join(_table(name, rows) for name, rows in engine.constants.items())
    module = binding.parse_assembly(head + RUNTIME + MEMORY * target.own_memory + tables)
    for name, kernel in kernels.items():
        text, symbol = texts[name]
        if name in engine.elementary:
            wrapper = _elementary(name, symbol, kernel)
        else:
            wrapper = _wrapper(name, symbol, kernel, engine)
        module.link_in(binding.parse_assembly(head + _plain(text, name) + wrapper))
    shown = {PREFIX + name for name in engine.functions}
    late = {*engine.elementary, *LATE}
    for value in (*module.functions, *module.global_variables):
        if not value.is_declaration and value.name not in shown:
            if value.name in late:  # calls of these appear as late as in the code generator
                value.visibility = "hidden"
            else:
                value.linkage = "internal"
    options = binding.create_pipeline_tuning_options(speed_level=3)
    options.inlining_threshold = 100
    builder = binding.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)
    module.verify()
    return machine.emit_object(module)


def _texts(engine: EngineSource, kernels: Mapping[str, Kernel]) -> dict[str, tuple[str, str]]:
    """What `whole_text` says of each kernel, from the cache on disk if it is there."""
    contents = [(name, content_hash(kernel, kernel.signature)) for name, kernel in kernels.items()]
    key = hashlib.sha256(repr((contents, linking.EARLY_PASSES)).encode()).hexdigest()[:16]
    source = home_of(list(engine.functions.values())[-1].__module__)
    file = cache_folder(engine.home, source) / f"export.{key}.code"
    if (data := code_cache.read(file, warn)) is None:
        made = {name: whole_text(kernel) for name, kernel in kernels.items()}
        if match := next(filter(None, (SHARED_CODE.search(text) for text, _ in made.values())), None):
            raise GameError(f"{match[1]} is called by a symbol; nothing of the game may be compiled before")
        data = zlib.compress(json.dumps(made).encode())
        code_cache.write(file, data)
    return json.loads(zlib.decompress(data))


def link(code: bytes, target: Target, file: Path, names: Iterable[str]) -> None:
    """Write the library of an object file with functions of these `names` to `file`; raises GameError if no linker is
    installed, or if it fails."""
    command = linker(target)
    part = file.with_name(file.name + ".o")
    part.write_bytes(code)
    try:
        files = [f"/out:{file}", str(part)] if "/dll" in command else ["-o", str(file), str(part)]
        shown = [target.shown.format(PREFIX + name) for name in names if target.shown]
        ran = subprocess.run([*command, *shown, *files], capture_output=True, text=True, check=False)
        if ran.returncode:
            raise GameError(f"{command[0]} cannot link {file.name}: {ran.stderr or ran.stdout}")
    finally:
        part.unlink()


def linker(target: Target) -> list[str]:
    """The command that links for `target`; raises GameError if no linker is installed."""
    for command in target.linkers:
        program, *arguments = command.split()
        if find_spec("ziglang") and program != "ld":
            return [sys.executable, "-m", "ziglang", program, *arguments]
        if path := shutil.which(program):
            return [path, *arguments]
    names = choices(command.split()[0] for command in target.linkers)
    raise GameError(f'no linker for {target.triple} ({names}): pip install "{EXTRA}" has one')


def _machine(target: Target) -> Any:
    binding.initialize_all_targets()
    binding.initialize_all_asmprinters()
    made = binding.Target.from_triple(target.triple)
    return made.create_target_machine(cpu=target.processor, features=target.features, opt=3, reloc=target.relocation)


def _table(name: str, rows: np.ndarray) -> str:
    """LLVM's text of a constant."""
    data = "".join(f"\\{byte:02x}" for byte in rows.tobytes())
    return f'@t.{name} = constant [{rows.nbytes} x i8] c"{data}", align 8\n'


def _plain(text: str, name: str) -> str:
    """`text` without what only numba's own loader can link, and without what would be too much for a browser."""
    if match := ALLOCATION.search(text):
        raise GameError(f"{name} allocates memory: {match[0].strip()[:80]}")
    text = ERROR_USE.sub("ptr null", ERROR_TEXT.sub("", text))
    lines = []
    moved = dict[str, str]()
    for line in text.split("\n"):  # a record is copied as memory: it would become a function of a parameter a byte
        if (load := LOADED.match(line)) and int(load[2]) > LARGE:
            moved[load[1]] = load[3]
        elif (store := STORED.match(line)) and store[2] in moved:
            source = moved[store[2]]
            lines.append(f"  call void @llvm.memmove.p0.p0.i64(ptr {store[3]}, ptr {source}, i64 {store[1]}, i1 false)")
        else:
            lines.append(line)
    text = "\n".join(lines)
    return text + MOVE if moved and "declare void @llvm.memmove.p0.p0.i64" not in text else text


def _wrapper(name: str, symbol: str, kernel: Kernel, engine: EngineSource) -> str:
    """LLVM's text of the function as C calls it: it returns numba's result, or Refusal.FAILED after an exception."""
    declared = []
    lines = list[str]()
    parameters = list[str]()
    for part, kind in zip(inspect.signature(kernel.py_func).parameters, kernel.signature, strict=True):
        if kind == types.int64:
            declared.append(f"i32 %{part}.short")
            lines.append(f"%{part} = sext i32 %{part}.short to i64")
            parameters.append(f"i64 %{part}")
            continue
        if not isinstance(kind, types.Array):
            declared.append(f"{WORDS[kind]} %{part}")
            parameters.append(f"{WORDS[kind]} %{part}")
            continue
        if part in engine.constants:
            shape = engine.constants[part].shape
            lines.append(f"%{part} = getelementptr i8, ptr @t.{part}, i64 0")
        else:
            declared.append(f"ptr %{part}")
            shape = engine.lengths.get(part, ())
        if shape:
            lines.append(f"%{part}.length = add i64 {shape[0]}, 0")
        else:
            declared.append(f"i32 %{part}.bytes")
            lines.append(f"%{part}.length = sext i32 %{part}.bytes to i64")
        computed, made = array(part, kind, shape[1:])
        lines += computed
        parameters += made
    used = "".join(
        f"@t.{part} = external constant [{rows.nbytes} x i8]\n"
        for part, rows in engine.constants.items()
        if f"@t.{part}," in "".join(lines)
    )
    body = "".join(f"  {line}\n" for line in lines)
    return f"""
{used}
define i32 @{PREFIX}{name}({", ".join(declared)}) {{
  %t.result = alloca i64
  %t.error = alloca ptr
{body}  %t.status = call i32 @"{symbol}"(ptr %t.result, ptr %t.error, {", ".join(parameters)})
  %t.failed = icmp sgt i32 %t.status, 0
  %t.number = load i64, ptr %t.result
  %t.short = trunc i64 %t.number to i32
  %t.all = select i1 %t.failed, i32 -99, i32 %t.short
  ret i32 %t.all
}}
"""


def _elementary(name: str, symbol: str, kernel: Kernel) -> str:
    """LLVM's text of a function of a C library: one number in, one of the same type out."""
    (kind,) = (WORDS[argument_type] for argument_type in kernel.signature)
    return f"""
define {kind} @{name}({kind} %x) {{
  %t.result = alloca {kind}
  %t.error = alloca ptr
  %t.status = call i32 @"{symbol}"(ptr %t.result, ptr %t.error, {kind} %x)
  %t.number = load {kind}, ptr %t.result
  ret {kind} %t.number
}}
"""
