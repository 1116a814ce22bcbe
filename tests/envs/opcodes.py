"""Which opcodes a compiled function names: one that has no branch is taken for another opcode, without an error."""

import inspect
import re


def named(ops, *kernels):
    """The members of the enum `ops` that the sources of kernels or modules name."""
    text = "".join(inspect.getsource(getattr(part, "py_func", part)) for part in kernels)
    return {ops[name] for name in re.findall(r"\bOp\.([A-Z_]+)", text)}
