"""What a function is compiled from, by value: its byte code, its constants, the globals that it reads, and the same of
every function that it calls.

numba makes constants of globals. They can come from anywhere: another module, an environment variable, a file of data.
So machine code on disk, and symbols of the linker, are named by a hash of the functions and values that are in this
process. They need not be those of the source files (`sources.py`), which may have been edited since.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from enum import Enum, EnumMeta
from functools import cache
from types import CodeType, FunctionType, ModuleType
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from numba.core import types

from medianoche.envs.core.compile.sources import is_versioned
from medianoche.envs.core.compile.stripping import NOTE
from medianoche.envs.core.compile.telling import ask_to_restart

GENERIC: dict[Any, Callable[[Iterable[Any]], Any]] = {}
"""Functions that stand for a kernel of a game; the value finds that kernel by the types of a signature, or None."""
SUITE_PACKAGE = "medianoche"
PLAIN = (bool, int, float, complex, str, bytes, type(None), type(...))
CHANGING = (np.ndarray, list, dict, set)
"""Types of values that can change without another name."""

_met: WeakKeyDictionary[FunctionType, _Contents] = WeakKeyDictionary()
"""What each function was in this process."""


def content_hash(function: Any, signature: Iterable[Any]) -> str:
    """A hash of what `function` is compiled from for `signature`: 32 hexadecimal digits.

    If globals of a function have changed since it was first met in this process, all its contents are hashed, since
    code in memory may have been compiled from any of them, and a line on stderr says so.

    Args:
        function: a Python function, or a kernel or other object of numba that holds one.
        signature: numba's types of its parameters, which decide which game is meant by a generic name.
    """
    return hashlib.sha256(repr(_reached(function, signature)[1]).encode()).hexdigest()[:32]


def values_hash(functions: Iterable[Any]) -> str:
    """A hash of the values that `functions` and all that they call read, without their code and types: the same in all
    versions of Python, with and without the compiler. Functions of the suite are left out, its version says what they
    are."""
    called = [python_function(function) for function in functions]
    values_by_function = []
    for function in called:  # which grows
        if function.__module__.partition(".")[0] != SUITE_PACKAGE:
            contents = _Contents(function, typed=False)
            values_by_function.append((function.__qualname__, contents.values))
            called += dict.fromkeys(other for other in contents.called if other not in called)
    return hashlib.sha256(repr(sorted(values_by_function, key=repr)).encode()).hexdigest()


def has_notes(function: Any, signature: Iterable[Any]) -> bool:
    """Whether `function` or a kernel that it calls has a statement `note(...)`; the arguments are those of
    `content_hash`."""
    return any(NOTE in callee.__code__.co_names for callee in _reached(function, signature)[0])


def _reached(function: Any, signature: Iterable[Any]) -> tuple[list[Any], list[Any]]:
    """`function` and all that it calls, and for each its content and the numbers of those that it calls."""
    called = [python_function(function)]
    numbers = {called[0]: 0}
    contents_by_function = []
    for callee in called:  # which grows
        contents = _met.get(callee)
        if contents is None:
            contents = _met[callee] = _Contents(callee)
        elif contents.has_changed():
            contents.read(callee)
        meant = (GENERIC[other](signature) if other in GENERIC else other for other in contents.called)
        callees = [python_function(other) for other in meant if other]
        for other in callees:
            if numbers.setdefault(other, len(called)) == len(called):
                called.append(other)
        contents_by_function.append((contents.texts, [numbers[other] for other in callees]))
    return called, contents_by_function


def is_met(kernel: Any) -> bool:
    """Whether code of `kernel` was compiled or looked for in this process."""
    return python_function(kernel) in _met


def python_function(value: Any) -> Any:
    """The function in a kernel, a dispatcher of numba or an intrinsic; `value` itself if it holds none."""
    return value if isinstance(value, FunctionType) else getattr(value, "__wrapped__", value)


class _Contents:
    """What a function was when it was met: byte code, constants and values of globals.

    Attributes:
        texts: hashes of its contents; more than one if globals changed.
        values: what it read when it was last met: the values of globals, closure and defaults.
        called: the functions that it names.

    Args:
        function: the function.
        typed: whether the compiled types of functions that it names count.
    """

    def __init__(self, function: FunctionType, typed: bool = True) -> None:
        self._typed = typed
        self.texts: list[str] = []
        self.read(function)

    def read(self, function: FunctionType) -> None:
        """Add the content that `function` has now."""
        self.called: list[FunctionType] = []
        self._looked_up: list[tuple[dict[str, Any], str, Any]] = []
        code, self._names = _code(function.__code__)
        names = {} if _is_versioned(function.__module__) else function.__globals__
        read = self._named(names, [name for name in self._names if name != NOTE], ())
        cells = [self._value(_held(cell)) for cell in function.__closure__ or ()]
        defaults = self._value((function.__defaults__, function.__kwdefaults__))
        self.values = sorted(read, key=repr), cells, defaults
        about = function.__module__, function.__qualname__, code, read, cells, defaults
        text = hashlib.sha256(repr(about).encode()).hexdigest()
        if text not in self.texts:
            self.texts.append(text)
            if len(self.texts) > 1:
                ask_to_restart(f"constants of {function.__module__} have changed")

    def has_changed(self) -> bool:
        """Whether a name may have another value now than when it was read."""
        looked_up = self._looked_up
        return any(names.get(name) is not value or isinstance(value, CHANGING) for names, name, value in looked_up)

    def _named(self, names: dict[str, Any], wanted: Iterable[str], within: tuple[Any, ...]) -> list[tuple[str, Any]]:
        bound = [(names, name, names[name]) for name in wanted if name in names]
        self._looked_up += bound
        return [(name, self._value(value, within)) for _, name, value in bound]

    def _value(self, value: Any, within: tuple[Any, ...] = ()) -> Any:
        """`value` in a form that has the same `repr` in all processes; of an object the attributes that the function
        names."""
        if type(value) in PLAIN:
            return value
        if isinstance(value, EnumMeta):
            return _enum(value)
        if isinstance(value, Enum):
            return _name(type(value)), value.name, self._value(value.value)
        if isinstance(value, np.ndarray | np.generic):
            content = b"" if value.dtype.hasobject else value.tobytes()
            return str(value.dtype), value.shape, hashlib.sha256(content).hexdigest()
        if any(value is outer for outer in within):
            return "itself"
        within = *within, value
        if isinstance(value, tuple | list | set | frozenset | dict):
            return self._members(value, within)
        if isinstance(value, types.Type | np.dtype):
            return self._value(value.dispatcher, within) if isinstance(value, types.Dispatcher) else _type(value)
        if isinstance(function := python_function(value), FunctionType):
            if not _is_versioned(function.__module__):
                self.called.append(function)
            return function.__module__, function.__qualname__, _signature(value) if self._typed else []
        if isinstance(value, ModuleType):
            return value.__name__, self._named(
                {} if _is_versioned(value.__name__) else vars(value), self._names, within
            )
        kind = value if isinstance(value, type) else type(value)
        held = {} if _is_versioned(kind.__module__) else getattr(value, "__dict__", {})
        names = (*getattr(value, "_fields", ()), *self._names)
        return _name(kind), getattr(value, "_fields", ()), self._named(held, names, within)

    def _members(self, value: Any, within: tuple[Any, ...]) -> Any:
        pairs = value.items() if isinstance(value, dict) else enumerate(value)
        members = [(key if isinstance(value, dict) else "", self._value(member, within)) for key, member in pairs]
        ordered = members if isinstance(value, tuple | list) else sorted(members, key=repr)
        return _name(type(value)), getattr(value, "_fields", ()), ordered


_types: dict[int, tuple[Any, str]] = {}
"""numba's types, by their numbers in this process, and hashes of their descriptions."""


def _type(kind: Any) -> str:
    if id(kind) not in _types:
        _types[id(kind)] = kind, hashlib.sha256(str(kind).encode()).hexdigest()
    return _types[id(kind)][1]


def _signature(value: Any) -> Any:
    """The types for which `value`, which is or holds a function, is compiled. A function of `numba.vectorize` has no
    signature, one of `numba.guvectorize` has a text."""
    signature = getattr(value, "signature", None) or ()
    return signature if isinstance(signature, str) else [_type(kind) for kind in signature]


@cache
def _enum(kind: EnumMeta) -> tuple[str, list[tuple[str, str]]]:
    members: Mapping[str, Any] = kind.__members__
    return _name(kind), [(name, repr(member.value)) for name, member in members.items()]


@cache
def _code(code: CodeType) -> tuple[str, tuple[str, ...]]:
    """A hash of a byte code with its constants, and all names in it."""
    inner = [_code(constant) for constant in code.co_consts if isinstance(constant, CodeType)]
    constants = [_constant(constant) for constant in code.co_consts if not isinstance(constant, CodeType)]
    names = dict.fromkeys(name for some in (code.co_names, *(names for _, names in inner)) for name in some)
    shape = (
        code.co_argcount,
        code.co_kwonlyargcount,
        code.co_flags,
        code.co_varnames,
        code.co_freevars,
        code.co_cellvars,
    )
    about = code.co_code, code.co_exceptiontable, code.co_names, shape, constants, [text for text, _ in inner]
    return hashlib.sha256(repr(about).encode()).hexdigest(), tuple(names)


def _constant(value: Any) -> str:
    return repr(sorted(map(repr, value))) if isinstance(value, frozenset) else repr(value)


def _held(cell: Any) -> Any:
    try:
        return cell.cell_contents
    except ValueError:  # it is empty
        return None


def _name(kind: type) -> str:
    return f"{kind.__module__}.{kind.__qualname__}"


def _is_versioned(module: str | None) -> bool:
    return module is not None and is_versioned(module.partition(".")[0])
