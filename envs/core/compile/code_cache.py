"""Machine code on disk: one file for each kernel, signature and processor, checked before it is loaded.

numba's own cache keeps an index beside the code. There a damaged file makes every later run fail, code with a flipped
bit is executed, and two processes that write at the same time can leave an index that names the other's code. Here the
name of a file follows from what was compiled, its first bytes are a hash of the rest, and it is moved into place
atomically.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import pickle
import sys
import tempfile
from collections.abc import Callable
from operator import attrgetter
from pathlib import Path
from typing import Any

import llvmlite
from numba.core import compiler
from numba.core.registry import cpu_target
from numba.core.runtime import rtsys
from numba.core.serialize import dumps

HASH = hashlib.sha256
LENGTH = HASH().digest_size
machine_code = attrgetter("library")
"""numba's machine code of a result of compiling."""


def read(file: Path, warn: Callable[[str], None]) -> bytes | None:
    """The content of a file of `write`; None if it is not there, or is damaged: then it is removed, with a line for
    `warn`."""
    try:
        data = file.read_bytes()
    except OSError:
        return None
    if HASH(data[LENGTH:]).digest() == data[:LENGTH]:
        return data[LENGTH:]
    warn(f"{file} is damaged: removed, and compiled again")
    with contextlib.suppress(OSError):
        file.unlink()
    return None


def write(file: Path, data: bytes) -> None:
    """Write `data` to `file` after their hash, all at once; on a full or read-only disk nothing is written."""
    with contextlib.suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=file.parent)
        try:
            with os.fdopen(handle, "wb") as out:
                out.write(HASH(data).digest() + data)
            Path(temporary).replace(file)
        except BaseException:
            Path(temporary).unlink(missing_ok=True)
            raise


class CodeCache:
    """The compiled code of one kernel; numba's dispatcher calls it as it calls its own `FunctionCache`.

    Args:
        folder: the folder of the files; its name contains a hash of all sources and settings (see `jit.cache_folder`).
        name: name of the kernel and of the use of its code; file names begin with it.
        content: a hash of what is compiled (see `content.py`).
        warn: called with a line of text when a damaged file is removed.
    """

    def __init__(self, folder: Path, name: str, content: str, warn: Callable[[str], None]) -> None:
        self.cache_path = str(folder)
        self._folder = folder
        self._name = name
        self._content = content
        self._warn = warn

    def file(self, signature: Any) -> Path:
        """The file for the content, `signature`, this Python and this processor."""
        about = self._content, signature, cpu_target.target_context.codegen().magic_tuple()
        versions = llvmlite.__version__, sys.implementation.cache_tag
        return self._folder / f"{self._name}-{HASH(repr((about, versions)).encode()).hexdigest()[:16]}.code"

    def load_overload(self, signature: Any, target_context: Any) -> Any:
        """numba's result of compiling for `signature`, or None if there is no file, or a damaged one, which is
        removed."""
        data = read(self.file(signature), self._warn)
        if data is None:
            return None
        rtsys.initialize(target_context)  # the runtime with which the code is linked
        return compiler.CompileResult._rebuild(target_context, *pickle.loads(data))

    def save_overload(self, signature: Any, result: Any) -> None:
        """Write numba's `result` of compiling for `signature`; on a full or read-only disk nothing is written."""
        if machine_code(result).has_dynamic_globals:  # addresses of this process
            return
        write(self.file(signature), dumps(result._reduce()))

    def flush(self) -> None:
        """Do nothing: no data is kept in memory."""
