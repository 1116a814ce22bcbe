"""A device in host memory: the module that goes to the GPU's compiler, run on this CPU thread by thread."""

import ctypes
import re
from functools import cached_property

import numpy as np
from llvmlite import binding

WIDTH = 128
"""Threads of a block."""
REGISTER = re.compile(r"@llvm\.nvvm\.read\.ptx\.sreg\.(tid|ntid|ctaid)\.x\b")
RUN = """
@emulated.thread = internal global i64 0
define i32 @emulated.tid() {{
  %thread = load i64, ptr @emulated.thread
  %lane = urem i64 %thread, {width}
  %number = trunc i64 %lane to i32
  ret i32 %number
}}
define i32 @emulated.ntid() {{
  ret i32 {width}
}}
define i32 @emulated.ctaid() {{
  %thread = load i64, ptr @emulated.thread
  %block = udiv i64 %thread, {width}
  %number = trunc i64 %block to i32
  ret i32 %number
}}
define void @emulated.run(i64 %all, ptr %given) {{
entry:
{loaded}  br label %next
next:
  %thread = phi i64 [0, %entry], [%after, %next]
  store i64 %thread, ptr @emulated.thread
  call void @{entry}(i64 %all{passed})
  %after = add i64 %thread, 1
  %more = icmp ult i64 %thread, %last
  br i1 %more, label %next, label %out
out:
  ret void
}}
"""


class Function:
    """An entry of a module, which runs for all threads one after another. The last block has threads too many, as on a
    GPU."""

    def __init__(self, code):
        binding.initialize_native_target()
        binding.initialize_native_asmprinter()
        triple = binding.get_process_triple()
        text = str(binding.parse_bitcode(code.bitcode))
        text = re.sub(r"^declare.*@llvm\.nvvm\..*$", "", text, flags=re.MULTILINE)
        text = re.sub(r"^target .*$", "", REGISTER.sub(r"@emulated.\1", text), flags=re.MULTILINE)
        text = text.replace("ptx_kernel ", "")
        (kinds,) = re.findall(rf"^define [^@]*@{code.entry}\((.*)\) ", text, flags=re.MULTILINE)
        kinds = [re.match(r"\s*(\w+)", kind).group(1) for kind in re.sub(r"\([^()]*\)", "", kinds).split(",")][1:]
        loaded = f"  %blocks = add i64 %all, {WIDTH - 1}\n  %past = urem i64 %blocks, {WIDTH}\n"
        loaded += "  %threads = sub i64 %blocks, %past\n  %last = sub i64 %threads, 1\n"
        for k, kind in enumerate(kinds):
            loaded += f"  %at{k} = getelementptr i64, ptr %given, i64 {k}\n  %value{k} = load {kind}, ptr %at{k}\n"
        passed = "".join(f", {kind} %value{k}" for k, kind in enumerate(kinds))
        text += RUN.format(width=WIDTH, entry=code.entry, loaded=loaded, passed=passed)
        module = binding.parse_assembly(f'target triple = "{triple}"\n{text}')
        module.verify()
        self.count = len(kinds)
        machine = binding.Target.from_triple(triple).create_target_machine(opt=1)
        self._engine = binding.create_mcjit_compiler(module, machine)
        self._engine.finalize_object()
        address = self._engine.get_function_address("emulated.run")
        self._run = ctypes.CFUNCTYPE(None, ctypes.c_int64, ctypes.c_void_p)(address)

    def __call__(self, threads, arguments):
        assert len(arguments) == self.count, (len(arguments), self.count)
        words = np.array([int(argument) for argument in arguments], np.uint64)
        self._run(threads, words.ctypes.data)


class EmulatedDriver:
    """`play.driver.Driver` in host memory, which does everything at once. New memory holds no zeros, as on a GPU."""

    device = (1, 0)  # DLPack's CPU
    name = "emulated"

    def __init__(self):
        self._loaded = {}

    def load(self, code):
        if code.bitcode not in self._loaded:
            self._loaded[code.bitcode] = Function(code)
        return self._loaded[code.bitcode]

    def launch(self, function, threads, arguments, stream):
        if threads:
            function(threads, arguments)

    def allocate(self, size):
        return Memory(size)

    def clear(self, address, size, stream):
        ctypes.memset(address, 0, size)

    def upload(self, address, array, stream):
        ctypes.memmove(address, array.ctypes.data, array.nbytes)

    def download(self, array, address, stream):
        ctypes.memmove(array.ctypes.data, address, array.nbytes)

    def synchronize(self, stream):
        pass

    def figures(self, function):
        return {"parameters": function.count}

    def follow(self, stream, other):
        pass


class Memory:
    """Memory at an address that is a multiple of 256, as on a GPU."""

    def __init__(self, size):
        self._all = np.full(size + 256, 0xA5, np.uint8)

    @cached_property
    def address(self):
        start = self._all.ctypes.data
        return start + -start % 256
