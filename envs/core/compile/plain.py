"""Views of records and arrays for kernels in plain Python (NUMBA_DISABLE_JIT=1): every integer is a Python int.

`uncompiled` runs one kernel this way while others are compiled: slow, but every index is checked.

Compiled kernels compute with signed integers in 64 bits. NumPy's int8 scalars would overflow at 8 bits, so kernels in
plain Python get these views of the same memory. Bit boards and generators (uint64) and floats need no view: their
arithmetic is the same in both cases.

A float that a kernel stores in an integer is a mistake that compiled code does not tell: `state.coins[seat] += 0.5`
changes nothing. Here it is an error.
"""

from __future__ import annotations

import linecache
import sys
from collections.abc import Callable
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from medianoche.envs.core.compile.jit import DISABLED, Kernel
from medianoche.envs.core.errors import GameError

IN_PYTHON: list[tuple[Any, Callable[..., Any]]] = []
"""Pairs of a function that only compiled code can call and the same function in Python."""
ELSEWHERE = (IndexError, NotImplementedError, TypeError, ValueError)
"""What a buffer raises for a place or a value that only NumPy may understand."""


def plain(value: Any) -> Any:
    """A view of `value` for kernels in plain Python; `value` itself if kernels are compiled."""
    return _view(value) if DISABLED else value


def uncompiled(kernel: Callable[..., Any]) -> Callable[..., Any]:
    """`kernel` and all that it calls as plain Python functions, in which NumPy checks every index."""

    def call(*arguments: Any) -> Any:
        with np.errstate(over="ignore"):
            return _uncompiled(kernel)(*map(_view, arguments))

    return call


_plain: dict[Any, FunctionType] = {}
"""The plain function of each kernel; stored before its callees are converted, since kernels may call each other."""


def _uncompiled(kernel: Any) -> FunctionType:
    if kernel not in _plain:
        source: FunctionType = getattr(kernel, "py_func", kernel)
        names = dict(source.__globals__)
        _plain[kernel] = FunctionType(source.__code__, names, source.__name__, source.__defaults__, source.__closure__)
        for name in source.__code__.co_names:
            if name in names:
                names[name] = _called(names[name])
    return _plain[kernel]


def _called(value: Any) -> Any:
    """The plain Python version of `value`, a global name of a kernel."""
    if isinstance(value, ModuleType):
        return _Module(value) if any(isinstance(member, Kernel) for member in list(vars(value).values())) else value
    for compiled, in_python in IN_PYTHON:
        if value is compiled:
            return in_python
    return _uncompiled(value) if isinstance(value, Kernel | FunctionType) else value


class _Module:
    """A module of kernels whose attributes are plain functions."""

    def __init__(self, module: ModuleType) -> None:
        self._of = module

    def __getattr__(self, name: str) -> Any:
        return _called(getattr(self._of, name))


def _view(value: Any) -> Any:
    if isinstance(value, np.signedinteger):
        return int(value)
    if isinstance(value, np.ndarray):
        if value.dtype.names:
            return Rows(value)
        return Integers(value) if value.dtype.kind == "i" else value
    if isinstance(value, np.void):
        return PlainRecord(value)
    if isinstance(value, tuple) and hasattr(value, "_fields"):  # a NamedTuple
        return type(value)(*map(_view, value))
    return value


def _stored(value: Any, kind: np.dtype[Any]) -> Any:
    """`value` as it is stored in numbers of this `kind`. Raises GameError for a float in an integer."""
    if isinstance(value, float | np.floating) and kind.kind in "iu":
        raise GameError(_lost(value, kind))
    return value._of if isinstance(value, PlainView) else value


def _lost(value: float | np.floating[Any], kind: np.dtype[Any]) -> str:
    """The line about a float that a kernel stores in an integer: where, and what compiled code makes of it."""
    frame = sys._getframe(1)
    while frame.f_globals is globals() and frame.f_back:
        frame = frame.f_back
    file = frame.f_code.co_filename
    line = frame.f_lineno
    place = f"{frame.f_globals.get('__name__')}.{frame.f_code.co_qualname}"
    source = linecache.getline(file, line).strip()
    return f"{place} stores {value} in an integer ({kind}), which loses its fraction ({file}, line {line}: {source})"


class PlainView:
    """A view of an array or a record."""

    __slots__ = ("_of",)
    _of: Any

    def __init__(self, of: Any) -> None:
        object.__setattr__(self, "_of", of)

    def __getitem__(self, place: Any) -> Any:
        return _view(self._of[place])

    def __setitem__(self, place: Any, value: Any) -> None:
        self._of[place] = _stored(value, self._of.dtype)

    def __len__(self) -> int:
        return len(self._of)

    @property
    def dtype(self) -> Any:
        """NumPy's dtype."""
        return self._of.dtype

    @property
    def shape(self) -> tuple[int, ...]:
        """Lengths of all dimensions."""
        return self._of.shape


class Rows(PlainView):
    """An array of records."""

    __slots__ = ()


def _buffer_of(array: np.ndarray) -> memoryview | None:
    """The numbers of an array; None where only NumPy reaches them."""
    try:
        return array.data if array.size else None
    except BufferError:
        return None


class Integers(PlainView):
    """An array of signed integers, with the methods of NumPy's: `counts.max()`, `cells.view(np.uint64)`.

    Python reads and writes single numbers through the array's buffer, which takes a fraction of the time that NumPy
    takes. All else, and every error, is NumPy's.
    """

    __slots__ = ("_cells", "_place")
    _cells: Any
    _place: Any

    def __init__(self, of: Any) -> None:
        super().__init__(of)
        self._cells = _buffer_of(of)
        self._place = int if len(of.shape) == 1 else tuple  # what the place of a single number is

    def __getitem__(self, place: Any) -> Any:
        if place.__class__ is self._place:
            try:
                return self._cells[place]
            except ELSEWHERE:
                pass
        return _view(self._of[place])

    def __setitem__(self, place: Any, value: Any) -> None:
        if place.__class__ is self._place:
            try:
                self._cells[place] = value
                return
            except ELSEWHERE:
                pass
        super().__setitem__(place, value)

    def __getattr__(self, name: str) -> Any:
        attribute = getattr(self._of, name)
        if not callable(attribute):
            return _view(attribute)

        def call(*arguments: Any, **named: Any) -> Any:
            return _view(attribute(*arguments, **named))

        return call


class PlainRecord(PlainView):
    """A record: its fields are read and written by name."""

    def __getattr__(self, name: str) -> Any:
        try:
            field = _view(self._of[name])
        except (KeyError, ValueError):
            raise AttributeError(name) from None
        if isinstance(field, PlainView | np.ndarray):
            vars(self)[name] = field  # an array stays where it is, and is found here the next time
        return field

    def __setattr__(self, name: str, value: Any) -> None:
        self._of[name] = _stored(value, self._of.dtype[name].base)
