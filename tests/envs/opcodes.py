"""Which opcodes or scopes a compiled function names: one that has no branch is taken for another, without an error."""

import inspect
import re


def named(ops, *kernels):
    """The members of the enum `ops`, such as `Op`, that the sources of kernels or modules name."""
    text = "".join(inspect.getsource(getattr(part, "py_func", part)) for part in kernels)
    return {ops[name] for name in re.findall(rf"\b{ops.__name__}\.([A-Z_]+)", text)}
