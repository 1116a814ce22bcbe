"""numba's types of the NamedTuples that kernels are given, from the annotations of their fields."""

from __future__ import annotations

from typing import Any, get_type_hints

import numba
import numpy as np
from numba.core import types
from numba.core.types.containers import NamedTuple as TupleType
from numba.core.types.containers import NamedUniTuple as UniformTupleType


def as_type(declared_type: Any) -> types.Type:
    """numba's type of `declared_type`: numba's own, a dtype, a class of numbers, or a NamedTuple (see `tuple_type`)."""
    if isinstance(declared_type, types.Type):
        return declared_type
    if isinstance(declared_type, type) and issubclass(declared_type, tuple):
        return tuple_type(declared_type)
    return numba.from_dtype(np.dtype(declared_type))


def tuple_type(kind: type, **declared_types: Any) -> types.Type:
    """numba's type of the NamedTuple `kind`.

    A field that is a number is annotated with its class: int and float have 64 bits. One that is an array is
    `Annotated[np.ndarray, "float32[rows, seats]"]`: the numbers, and a name or number for the size of each dimension.

    Args:
        declared_types: types of fields whose annotations do not say them, as the states of a game.
    """
    hints = get_type_hints(kind, include_extras=True)
    names: tuple[str, ...] = kind._fields  # type: ignore[attr-defined]
    fields = [as_type(declared_types[name]) if name in declared_types else _declared(hints[name]) for name in names]
    uniform = len(set(fields)) == 1  # numba has a type of its own for tuples whose fields have one type
    return UniformTupleType(fields[0], len(fields), kind) if uniform else TupleType(fields, kind)


def _declared(hint: Any) -> types.Type:
    """numba's type of a field whose annotation is `hint`."""
    if (about := getattr(hint, "__metadata__", None)) is None:
        return as_type(hint)
    numbers, sizes = about[0].removesuffix("]").split("[")
    return types.Array(as_type(numbers), sizes.count(",") + 1, "C")
