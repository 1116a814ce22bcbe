"""NumPy's stand-in in a browser: the part that states, rules in plain Python, texts and pictures use, over bytes.

Scalars are numbers of Python with NumPy's names. Those of 64 bits without a sign compute modulo 2**64; the others grow
as Python's do, and a number that does not fit is refused where it is stored. `tests/ui/test_without_server.py` compares
it with NumPy. What is missing is an AttributeError that names it.
"""

from __future__ import annotations

import math
import operator
import struct
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, cached_property, reduce
from itertools import product
from types import SimpleNamespace
from typing import Any

from numpy import _random

random = _random
__version__ = "stand-in"
inf = math.inf
nan = math.nan
pi = math.pi
_WORD = (1 << 64) - 1


# ---- numbers


class generic:
    """A scalar."""

    __slots__ = ()
    ndim = 0
    shape = ()
    size = 1
    dtype: dtype

    def item(self) -> Any:
        """The number as Python's."""
        return self._plain(self)

    tolist = item

    def tobytes(self) -> bytes:
        """Its bytes."""
        return struct.pack("<" + self.dtype.code, self)

    @property
    def nbytes(self) -> int:
        """The number of bytes of all items."""
        return self.dtype.itemsize

    def astype(self, kind: Any) -> Any:
        """The number in another type."""
        return dtype(kind).type(self)


class number(generic):
    """A number."""

    __slots__ = ()


class integer(number):
    """A whole number."""

    __slots__ = ()


class signedinteger(integer):
    """A whole number with a sign."""

    __slots__ = ()


class unsignedinteger(integer):
    """A whole number without a sign."""

    __slots__ = ()


class floating(number):
    """A float."""

    __slots__ = ()


class flexible(generic):
    """The base of the types whose items have any size: strings, bytes and records."""

    __slots__ = ()


class object_(generic):
    """Anything."""


class str_(flexible, str):
    """A text."""

    __slots__ = ()


def _kind(name: str, base: type, plain: type, code: str, letter: str) -> type:
    """A type of scalars; `code` is that of `struct`, `letter` NumPy's kind."""
    made = type(name, (base, plain), {"__slots__": (), "_plain": plain, "code": code, "letter": letter})
    made.__repr__ = plain.__repr__
    return made


int8 = _kind("int8", signedinteger, int, "b", "i")
int16 = _kind("int16", signedinteger, int, "h", "i")
int32 = _kind("int32", signedinteger, int, "i", "i")
int64 = _kind("int64", signedinteger, int, "q", "i")
uint8 = _kind("uint8", unsignedinteger, int, "B", "u")
uint16 = _kind("uint16", unsignedinteger, int, "H", "u")
uint32 = _kind("uint32", unsignedinteger, int, "I", "u")
float16 = _kind("float16", floating, float, "e", "f")
float64 = _kind("float64", floating, float, "d", "f")
intp = int_ = int64


class bool_(generic, int):
    """A truth value."""

    __slots__ = ()
    _plain, code, letter = bool, "?", "b"

    def __new__(cls, value: Any = False) -> bool_:
        return int.__new__(cls, bool(value))

    def __invert__(self) -> bool_:
        return bool_(not self)

    def __repr__(self) -> str:
        return repr(bool(self))


class float32(floating, float):
    """A float, rounded to 32 bits."""

    __slots__ = ()
    _plain, code, letter = float, "f", "f"

    def __new__(cls, value: Any = 0.0) -> float32:
        return float.__new__(cls, struct.unpack("<f", struct.pack("<f", value))[0])

    def __repr__(self) -> str:
        return float.__repr__(self)


class uint64(unsignedinteger, int):
    """A word of 64 bits, computed modulo 2**64."""

    __slots__ = ()
    _plain, code, letter = int, "Q", "u"

    def __new__(cls, value: Any = 0) -> uint64:
        return int.__new__(cls, int(value) & _WORD)

    def __invert__(self) -> uint64:
        return int.__new__(uint64, ~int(self) & _WORD)

    def __neg__(self) -> uint64:
        return int.__new__(uint64, -int(self) & _WORD)

    def __repr__(self) -> str:
        return int.__repr__(self)


def _modulo(name: str) -> Callable[[Any, Any], Any]:
    compute = getattr(int, name)
    make = int.__new__

    def method(self: Any, other: Any) -> Any:
        return make(uint64, compute(self, other) & _WORD) if isinstance(other, int) else NotImplemented

    return method


for _name in ("add", "sub", "mul", "and", "or", "xor", "lshift", "rshift", "floordiv", "mod"):
    for _method in (f"__{_name}__", f"__r{_name}__"):
        setattr(uint64, _method, _modulo(_method))

True_ = bool_(1)
False_ = bool_(0)
_SCALARS = (int8, int16, int32, int64, uint8, uint16, uint32, uint64, float16, float32, float64, bool_)
_OF_PYTHON = {int: int64, float: float64, bool: bool_}


# ---- types


class dtype:
    """The type of an array's items: numbers, or records of fields with offsets."""

    def __new__(cls, given: Any = float64, align: bool = False) -> dtype:
        if isinstance(given, dtype):
            return given
        if isinstance(given, tuple):
            kind, inner = given
            return dtype(inner)._record if kind is record else _shaped(dtype(kind), _lengths(inner))
        self = object.__new__(cls)
        self.shape = ()
        self.base = self
        self.names = None
        self.fields = None
        if isinstance(given, list):
            self._of_fields(given)
        elif given in (object, object_):
            self.type, self.kind, self.code, self.itemsize = object_, "O", "", 8
        else:
            return _NAMED[given]
        return self

    def _of_fields(self, given: list[Any]) -> None:
        self.fields = {}
        at = 0
        for name, kind, *shape in given:
            inner = _shaped(dtype(kind), _lengths(shape[0])) if shape else dtype(kind)
            self.fields[name] = inner, at
            at += inner.itemsize
        self.names = tuple(self.fields)
        self.type, self.kind, self.code, self.itemsize = void, "V", "", at

    @property
    def name(self) -> str:
        """Its name."""
        return f"void{8 * self.itemsize}" if self.names else self.type.__name__.rstrip("_")

    @property
    def str(self) -> str:
        """Its name with the order of bytes, by size."""
        return f"{'|' if self.itemsize == 1 else '<'}{self.kind}{self.itemsize}"

    @property
    def ndim(self) -> int:
        """The dimensions of a field."""
        return len(self.shape)

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"dtype({self.name!r})"

    def __getitem__(self, name: str) -> dtype:
        return self.fields[name][0]

    @cached_property
    def _key(self) -> Any:
        if self.names:
            return tuple((name, inner._key, at) for name, (inner, at) in self.fields.items()), self.shape
        return self.kind, self.base.itemsize, self.shape

    @cached_property
    def _strides(self) -> tuple[int, ...]:
        """The strides of a field."""
        return _steps(self.shape, self.base.itemsize)

    @cached_property
    def _record(self) -> dtype:
        """The same fields, as attributes."""
        made = _variant(self, type=record)
        made.base = made
        return made

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, dtype):
            try:
                other = dtype(other)
            except (KeyError, TypeError):
                return False
        return self is other or self._key == other._key

    @cached_property
    def _hash(self) -> int:
        return hash(self._key)

    def __hash__(self) -> int:
        return self._hash


def _lengths(given: Any) -> tuple[int, ...]:
    return tuple(map(int, given)) if isinstance(given, (tuple, list)) else (int(given),)


def _variant(kind: dtype, **changed: Any) -> dtype:
    made = object.__new__(dtype)
    told = {name: value for name, value in vars(kind).items() if name not in _MADE_LATER}
    vars(made).update(told | changed)
    return made


_MADE_LATER = {name for name, value in vars(dtype).items() if isinstance(value, cached_property)}


def _shaped(kind: dtype, shape: tuple[int, ...]) -> dtype:
    whole = shape + kind.shape
    return _variant(kind, base=kind.base, shape=whole, itemsize=kind.base.itemsize * math.prod(whole))


_NAMED: dict[Any, dtype] = {}
for _scalar in _SCALARS:
    _made = object.__new__(dtype)
    _made.shape, _made.base, _made.names, _made.fields = (), _made, None, None
    _made.type, _made.kind, _made.code = _scalar, _scalar.letter, _scalar.code
    _made.struct = struct.Struct("<" + _scalar.code)
    _made.itemsize = _made.struct.size
    _scalar.dtype = _made
    for _known in (_scalar, _made.name, _made.str, _made.str[1:]):
        _NAMED[_known] = _made
_NAMED |= {plain: _NAMED[scalar] for plain, scalar in _OF_PYTHON.items()}
_NAMED |= {"int": _NAMED[int64], "float": _NAMED[float64], "?": _NAMED[bool_], None: _NAMED[float64]}
_WORDS = _NAMED[int64]
_TRUTH = _NAMED[bool_]
_FLOATS = _NAMED[float64]


class iinfo:
    """The least and the greatest number of a type of integers."""

    def __init__(self, kind: Any) -> None:
        kind = dtype(kind)
        self.bits = 8 * kind.itemsize
        half = 1 << self.bits - 1
        self.min, self.max = (0, 2 * half - 1) if kind.kind == "u" else (-half, half - 1)


# ---- arrays


@cache
def _steps(shape: tuple[int, ...], size: int) -> tuple[int, ...]:
    """The strides of items of `size` bytes without gaps."""
    found = []
    for length in reversed(shape):
        found.append(size)
        size *= length
    return tuple(reversed(found))


class _ArrayFlags:
    """Whether an array or a record may be written."""

    def __init__(self, owner: Any) -> None:
        self._owner = owner

    @property
    def writeable(self) -> bool:
        return not self._owner._locked and not self._owner._memory.readonly

    @writeable.setter
    def writeable(self, value: bool) -> None:
        self._owner._locked = not value


class ndarray:
    """Items of one type in memory that others may share."""

    __slots__ = ("__weakref__", "_at", "_locked", "_memory", "dtype", "shape", "strides")
    __hash__ = None

    def __new__(
        cls, shape: Any, dtype: Any = float64, buffer: Any = None, offset: int = 0, strides: Any = None
    ) -> ndarray:
        kind = _dtype(dtype)
        shape = _lengths(shape) + kind.shape
        size = kind.base.itemsize
        memory = memoryview(bytearray(math.prod(shape) * size)) if buffer is None else _bytes_of(buffer)
        return _over(cls, memory, offset, kind.base, shape, strides)

    # ---- what it is

    @property
    def flags(self) -> _ArrayFlags:
        return _ArrayFlags(self)

    @property
    def ndim(self) -> int:
        return len(self.shape)

    @property
    def size(self) -> int:
        return math.prod(self.shape)

    @property
    def nbytes(self) -> int:
        return self.size * self.dtype.itemsize

    @property
    def data(self) -> memoryview:
        """A view of its items, which lie without gaps."""
        kind = self.dtype
        if not kind.code or not self._whole:
            raise BufferError("items with gaps, or records")
        cells = self._memory[self._at : self._at + self.nbytes].cast(kind.code, self.shape)
        return cells.toreadonly() if self._locked else cells

    @property
    def T(self) -> ndarray:
        return _over(type(self), self._memory, self._at, self.dtype, self.shape[::-1], self.strides[::-1])

    @property
    def flat(self) -> _Flat:
        return _Flat(self)

    def __len__(self) -> int:
        return self.shape[0]

    def __iter__(self) -> Iterator[Any]:
        if len(self.shape) == 1 and self.dtype.code:
            return map(self.dtype.type, self._values())
        return (self[place] for place in range(self.shape[0]))

    def __bool__(self) -> bool:
        (value,) = self._values()
        return bool(value)

    def __int__(self) -> int:
        return int(self.item())

    __index__ = __int__

    def __float__(self) -> float:
        return float(self.item())

    def __repr__(self) -> str:
        return f"array({self.tolist()})"

    def __format__(self, form: str) -> str:
        return format(self.item(), form) if not self.shape else format(str(self), form)

    def __contains__(self, value: Any) -> bool:
        return value in self._values()

    # ---- memory

    @property
    def _whole(self) -> bool:
        """Whether its items lie without gaps."""
        return self.strides == _steps(self.shape, self.dtype.itemsize)

    def _places(self) -> list[int]:
        """The offset of each item, in order."""
        found = [self._at]
        for length, step in zip(self.shape, self.strides, strict=True):
            found = [at + k * step for at in found for k in range(length)]
        return found

    def _values(self) -> list[Any]:
        """All items in order, numbers as Python's."""
        kind = self.dtype
        if not kind.code:
            return [self._read(at) for at in self._places()]
        if self._whole:
            size = self.size
            return list(struct.unpack_from(f"<{size}{kind.code}", self._memory, self._at)) if size else []
        one = kind.struct.unpack_from
        return [one(self._memory, at)[0] for at in self._places()]

    def _read(self, at: int) -> Any:
        kind = self.dtype
        if kind.code:
            return kind.type(kind.struct.unpack_from(self._memory, at)[0])
        kind_of_row = record if isinstance(self, recarray) or kind.type is record else void
        return _row_over(kind_of_row, self._memory, at, kind, self._locked)

    def _write(self, at: int, value: Any) -> None:
        kind = self.dtype
        if kind.code:
            try:
                kind.struct.pack_into(self._memory, at, value if kind.kind == "f" else operator.index(value))
            except (struct.error, TypeError):
                self._convert(at, value)
        else:
            row = value.tobytes() if hasattr(value, "tobytes") else _bytes_of_fields(kind, value)
            self._memory[at : at + kind.itemsize] = row

    def _convert(self, at: int, value: Any) -> None:
        """Write what is no number of Python's of this type, as far as NumPy does."""
        kind = self.dtype
        value = kind.type._plain(value)
        try:
            kind.struct.pack_into(self._memory, at, value)
        except struct.error:
            raise OverflowError(f"Python integer {value} out of bounds for {kind.name}") from None

    def _writable(self) -> None:
        if self._locked or self._memory.readonly:
            raise ValueError("assignment destination is read-only")

    def __buffer__(self, _: int) -> memoryview:
        return self._memory[self._at : self._at + self.nbytes]

    def tobytes(self) -> bytes:
        if self._whole:
            return bytes(self._memory[self._at : self._at + self.nbytes])
        size = self.dtype.itemsize
        return b"".join(bytes(self._memory[at : at + size]) for at in self._places())

    def tolist(self) -> Any:
        if self.dtype.code and self._whole and self.size:
            return self.data.tolist()
        values = self._values()
        if not self.dtype.code:
            values = [row.item() for row in values]
        return _nested(values, self.shape)

    def item(self, *place: int) -> Any:
        if not place:
            (value,) = self._values()
            return value
        return (self if len(place) > 1 else self.ravel())[place].item()

    # ---- other views and copies

    def copy(self) -> ndarray:
        memory = memoryview(bytearray(self.tobytes()))
        return _over(type(self), memory, 0, self.dtype, self.shape)

    __copy__ = copy

    def view(self, kind: Any) -> ndarray:
        memory = self._memory, self._at
        if isinstance(kind, type) and issubclass(kind, ndarray):
            own = self.dtype._record if kind is recarray and self.dtype.type is void else self.dtype
            return _over(kind, *memory, own, self.shape, self.strides, self._locked)
        kind = dtype(kind)
        if kind.itemsize == self.dtype.itemsize:
            return _over(type(self), *memory, kind, self.shape, self.strides, self._locked)
        length = self.shape[-1] * self.dtype.itemsize // kind.itemsize
        return _over(ndarray, *memory, kind, (*self.shape[:-1], length), None, self._locked)

    def reshape(self, *shape: Any) -> ndarray:
        given = _lengths(shape[0] if len(shape) == 1 else shape)
        if -1 in given:
            known = math.prod(length for length in given if length != -1)
            given = tuple(self.size // max(known, 1) if length == -1 else length for length in given)
        source = self if self._whole else self.copy()
        return _over(type(self), source._memory, source._at, self.dtype, given, None, source._locked)

    def ravel(self) -> ndarray:
        return self.reshape(self.size)

    def flatten(self) -> ndarray:
        return self.copy().ravel()

    def astype(self, kind: Any, copy: bool = True) -> ndarray:
        return _filled([_cast(value, dtype(kind)) for value in self._values()], self.shape, dtype(kind))

    # ---- places

    def __getitem__(self, place: Any) -> Any:
        if place.__class__ is int or isinstance(place, int):
            shape = self.shape
            length = shape[0]
            if not -length <= place < length:
                raise IndexError(f"index {place} is out of bounds for axis 0 with size {length}")
            at = self._at + place % length * self.strides[0]
            if len(shape) == 1:
                return self._read(at)
            return _over(type(self), self._memory, at, self.dtype, shape[1:], self.strides[1:], self._locked)
        if place.__class__ is str:
            inner, at = self.dtype.fields[place]
            strides = self.strides + inner._strides
            return _over(
                ndarray, self._memory, self._at + at, inner.base, self.shape + inner.shape, strides, self._locked
            )
        if place.__class__ is tuple and len(place) == len(self.shape):
            at = self._at
            for index, length, step in zip(place, self.shape, self.strides, strict=True):
                if index.__class__ is not int or not -length <= index < length:
                    break
                at += index % length * step
            else:
                return self._read(at)
        return self._part(place if isinstance(place, tuple) else (place,))

    def _part(self, places: tuple[Any, ...]) -> Any:
        if any(isinstance(place, (list, ndarray)) for place in places):
            found = self._selected(places)
            values = [_item(self, at) for at in found._values()]
            return _filled(values, found.shape, self.dtype, type(self))
        at = self._at
        shape = []
        strides = []
        axis = 0
        for place in self._for_all_axes(places):
            if place is None:
                shape.append(1)
                strides.append(0)
                continue
            length, step = self.shape[axis], self.strides[axis]
            if isinstance(place, slice):
                start, stop, by = place.indices(length)
                count = len(range(start, stop, by))
                at += start * step if count else 0
                shape.append(count)
                strides.append(by * step)
            else:
                at += _within(place, length, axis) * step
            axis += 1
        if shape:
            return _over(type(self), self._memory, at, self.dtype, tuple(shape), tuple(strides), self._locked)
        return self._read(at)

    def _for_all_axes(self, places: tuple[Any, ...]) -> list[Any]:
        """`places` with a whole slice for every axis that they leave out."""
        named = sum(place is not None and place is not Ellipsis for place in places)
        if named > len(self.shape):
            raise IndexError(f"too many indices for an array of {len(self.shape)} dimensions")
        missing = [slice(None)] * (len(self.shape) - named)
        found = []
        for place in places if any(place is Ellipsis for place in places) else (*places, Ellipsis):
            found += missing if place is Ellipsis else [place]
        return found

    def _selected(self, places: tuple[Any, ...]) -> ndarray:
        """The offsets of the items that lists or arrays of numbers, or of truth values, select."""
        axes = []
        for place in places:
            if isinstance(place, (list, ndarray)):
                chosen = asarray(place)
                axes += chosen.nonzero() if chosen.dtype.kind == "b" else [chosen]
            else:
                axes.append(place)
        starts = _filled(self._places(), self.shape, _WORDS)
        axes = starts._for_all_axes(tuple(axes))
        lists = [axis for axis, place in enumerate(axes) if not isinstance(place, slice)]
        together = broadcast_shapes(*(asarray(axes[axis]).shape for axis in lists))
        columns = [broadcast_to(asarray(axes[axis]), together)._values() for axis in lists]
        rest = [
            range(*place.indices(starts.shape[axis])) for axis, place in enumerate(axes) if isinstance(place, slice)
        ]
        first = lists == list(range(lists[0], lists[-1] + 1)) and lists[0]  # where the selected dimensions stand
        before = [
            each
            for each, axis in zip(rest, (k for k in range(len(axes)) if k not in lists), strict=True)
            if axis < first
        ]
        after = rest[len(before) :]
        found = []
        for head in product(*before):
            for row in zip(*columns, strict=True):
                for tail in product(*after):
                    others = iter((*head, *tail))
                    selected = iter(row)
                    whole = [next(selected) if axis in lists else next(others) for axis in range(len(axes))]
                    found.append(starts[tuple(whole)])
        return _filled(found, (*map(len, before), *together, *map(len, after)), _WORDS)

    def __setitem__(self, place: Any, value: Any) -> None:
        self._writable()
        shape = self.shape
        if isinstance(place, int) and len(shape) == 1:
            self._write(self._at + _within(place, shape[0], 0) * self.strides[0], value)
            return
        if isinstance(place, str):
            self[place][...] = value
            return
        places = place if isinstance(place, tuple) else (place,)
        if any(isinstance(each, (list, ndarray)) for each in places):
            selected = self._selected(places)
            targets, shape = selected._values(), selected.shape
        else:
            part = self._part((*places, Ellipsis) if Ellipsis not in places else places) if shape else self
            if not isinstance(part, ndarray):
                at = self._at + sum(_within(p, n, 0) * s for p, n, s in zip(places, shape, self.strides, strict=False))
                self._write(at, value)
                return
            targets, shape = part._places(), part.shape
        if not self.dtype.code:
            self._write_rows(targets, value)
            return
        if isinstance(value, (int, float)):
            for at in targets:
                self._write(at, value)
            return
        values = broadcast_to(asarray(value), shape)._values()
        for at, each in zip(targets, values, strict=True):
            self._write(at, each)

    def _write_rows(self, targets: list[int], value: Any) -> None:
        rows = value._values() if isinstance(value, ndarray) else value if isinstance(value, list) else [value]
        for number, at in enumerate(targets):
            self._write(at, rows[number % len(rows)])

    def fill(self, value: Any) -> None:
        self[...] = value

    # ---- numbers from many

    def sum(self, axis: Any = None, dtype: Any = None) -> Any:
        kind = self.dtype
        out = _dtype(dtype) if dtype else _WORDS if kind.kind in "bi" else _NAMED[uint64] if kind.kind == "u" else kind
        return _reduced(self, axis, math.fsum if kind is _FLOATS and axis is None else sum, out)

    def prod(self, axis: Any = None) -> Any:
        return _reduced(self, axis, math.prod, _WORDS if self.dtype.kind in "bi" else self.dtype)

    def max(self, axis: Any = None, initial: Any = None) -> Any:
        return _reduced(self, axis, lambda row: max(row if initial is None else [*row, initial]), self.dtype)

    def min(self, axis: Any = None, initial: Any = None) -> Any:
        return _reduced(self, axis, lambda row: min(row if initial is None else [*row, initial]), self.dtype)

    def any(self, axis: Any = None) -> Any:
        return _reduced(self, axis, any, _TRUTH)

    def all(self, axis: Any = None) -> Any:
        return _reduced(self, axis, all, _TRUTH)

    def mean(self, axis: Any = None) -> Any:
        return _reduced(
            self, axis, lambda row: sum(row) / len(row), _FLOATS if self.dtype.kind in "biu" else self.dtype
        )

    def argmax(self, axis: Any = None) -> Any:
        return _reduced(self, axis, lambda row: row.index(max(row)), _WORDS)

    def cumsum(self, axis: int = 0, dtype: Any = None) -> ndarray:
        return _accumulated(
            self, axis, operator.add, _dtype(dtype) if dtype else _WORDS if self.dtype.kind in "bi" else self.dtype
        )

    def nonzero(self) -> tuple[ndarray, ...]:
        found = [place for place, value in zip(product(*map(range, self.shape)), self._values(), strict=True) if value]
        return tuple(
            _filled([place[axis] for place in found], (len(found),), _WORDS) for axis in range(len(self.shape))
        )

    def repeat(self, times: int) -> ndarray:
        return _filled([value for value in self._values() for _ in range(times)], (self.size * times,), self.dtype)

    def sort(self) -> None:
        self[...] = sorted(self._values())

    def argsort(self, kind: str = "") -> ndarray:
        values = self._values()
        return _filled(sorted(range(len(values)), key=values.__getitem__), (len(values),), _WORDS)


class recarray(ndarray):
    """Records whose fields are attributes."""

    __slots__ = ()

    def __getattr__(self, name: str) -> ndarray:
        if name in (self.dtype.fields or ()):
            return self[name]
        raise AttributeError(name)

    def __setattr__(self, name: str, value: Any) -> None:
        if name in ndarray.__slots__:
            object.__setattr__(self, name, value)
        else:
            self[name][...] = value


class void(flexible):
    """A record."""

    __slots__ = ("_at", "_locked", "_memory", "dtype")
    __hash__ = None

    @property
    def flags(self) -> _ArrayFlags:
        return _ArrayFlags(self)

    def __getitem__(self, name: str) -> Any:
        try:
            inner, at = self.dtype.fields[name]
        except KeyError:
            raise ValueError(f"no field of name {name}") from None
        base, at = inner.base, self._at + at
        if inner.shape:
            return _over(ndarray, self._memory, at, base, inner.shape, inner._strides, self._locked)
        if base.code:
            return base.type(base.struct.unpack_from(self._memory, at)[0])
        return _row_over(type(self), self._memory, at, base, self._locked)

    def __setitem__(self, name: str, value: Any) -> None:
        inner, at = self.dtype.fields[name]
        _over(ndarray, self._memory, self._at + at, inner.base, inner.shape, inner._strides, self._locked)[...] = value

    def __buffer__(self, _: int) -> memoryview:
        memory = self._memory[self._at : self._at + self.dtype.itemsize]
        return memory.toreadonly() if self._locked else memory

    def tobytes(self) -> bytes:
        return bytes(self._memory[self._at : self._at + self.dtype.itemsize])

    def item(self) -> tuple[Any, ...]:
        return tuple(self[name].tolist() for name in self.dtype.names)

    tolist = item

    def copy(self) -> void:
        return _row_over(type(self), memoryview(bytearray(self.tobytes())), 0, self.dtype)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, void) and self.tobytes() == other.tobytes()


class record(void):
    """A record whose fields are attributes."""

    __slots__ = ()

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except ValueError:
            raise AttributeError(name) from None

    def __setattr__(self, name: str, value: Any) -> None:
        if name in void.__slots__:
            object.__setattr__(self, name, value)
        else:
            self[name] = value


class _Flat:
    """The items of an array, one after another."""

    def __init__(self, array: ndarray) -> None:
        self._array = array.ravel()

    def __iter__(self) -> Iterator[Any]:
        return iter(self._array)

    def __getitem__(self, place: Any) -> Any:
        return self._array[place]

    def __setitem__(self, place: Any, value: Any) -> None:
        self._array[place] = value


_dtype = dtype  # where a parameter has its name
_new = object.__new__
_set = object.__setattr__


def _over(
    cls: type,
    memory: memoryview,
    at: int,
    kind: dtype,
    shape: tuple[int, ...],
    strides: Any = None,
    locked: bool = False,
) -> Any:
    """An array over memory."""
    made = _new(cls)
    if strides is None:
        strides = _steps(shape, kind.itemsize)
    if cls is ndarray:
        made._memory, made._at, made.dtype, made.shape, made.strides, made._locked = (
            memory,
            at,
            kind,
            shape,
            strides,
            locked,
        )
        return made
    for name, value in zip(_OF_ARRAYS, (memory, at, kind, shape, strides, locked), strict=True):
        _set(made, name, value)
    return made


_OF_ARRAYS = ("_memory", "_at", "dtype", "shape", "strides", "_locked")


def _row_over(cls: type, memory: memoryview, at: int, kind: dtype, locked: bool = False) -> Any:
    """A record over memory."""
    made = _new(cls)
    _set(made, "_memory", memory)
    _set(made, "_at", at)
    _set(made, "dtype", kind)
    _set(made, "_locked", locked)
    return made


def _within(place: Any, length: int, axis: int) -> int:
    place = operator.index(place)
    if not -length <= place < length:
        raise IndexError(f"index {place} is out of bounds for axis {axis} with size {length}")
    return place % length


def _item(array: ndarray, at: int) -> Any:
    kind = array.dtype
    return kind.struct.unpack_from(array._memory, at)[0] if kind.code else array._read(at)


def _bytes_of(buffer: Any) -> memoryview:
    if isinstance(buffer, (ndarray, void)):
        return buffer.__buffer__(0)
    memory = memoryview(buffer)
    return memory if memory.format == "B" and memory.ndim == 1 else memory.cast("B")


def _bytes_of_fields(kind: dtype, value: Any) -> bytes:
    row = _row_over(void, memoryview(bytearray(kind.itemsize)), 0, kind)
    values = value if isinstance(value, tuple) else (value,) * len(kind.names)
    for name, each in zip(kind.names, values, strict=True):
        row[name] = each
    return row.tobytes()


def _nested(values: list[Any], shape: tuple[int, ...]) -> Any:
    if not shape:
        return values[0]
    if len(shape) == 1:
        return values
    step = math.prod(shape[1:])
    return [_nested(values[k * step : (k + 1) * step], shape[1:]) for k in range(shape[0])]


def _cast(value: Any, kind: dtype) -> Any:
    """A number as C converts it."""
    if kind.kind == "f":
        return float(value)
    if kind.kind == "b":
        return bool(value)
    bits = 8 * kind.itemsize
    whole = int(value) & (1 << bits) - 1
    return whole - (1 << bits) if kind.kind == "i" and whole >> bits - 1 else whole


def _filled(values: Sequence[Any], shape: tuple[int, ...], kind: dtype, cls: type = ndarray) -> Any:
    """An array of these values."""
    made = _over(cls, memoryview(bytearray(math.prod(shape) * kind.itemsize)), 0, kind, tuple(shape))
    if kind.code:
        try:
            struct.pack_into(f"<{len(values)}{kind.code}", made._memory, 0, *values)
        except struct.error:
            for at, value in zip(made._places(), values, strict=True):
                made._write(at, value)
    else:
        made._write_rows(made._places(), list(values))
    return made


# ---- making arrays


def _shape_of(given: Any) -> tuple[int, ...]:
    if isinstance(given, (ndarray, generic)):
        return given.shape
    if isinstance(given, (list, tuple, range)):
        return (len(given), *(_shape_of(given[0]) if len(given) else ()))
    return ()


def _flattened(given: Any, found: list[Any]) -> list[Any]:
    if isinstance(given, ndarray):
        found += given._values()
    elif isinstance(given, (list, tuple, range)):
        for each in given:
            _flattened(each, found)
    else:
        found.append(given)
    return found


def _common_kind(values: list[Any], given: Any) -> dtype:
    """The type of numbers of Python and of NumPy together."""
    inner = [each.dtype for each in given if isinstance(each, ndarray)] if isinstance(given, (list, tuple)) else []
    kinds = {type(value) for value in values}
    if inner:
        return reduce(_wider, inner)
    if kinds and kinds <= {bool, bool_}:
        return _TRUTH
    if kinds and all(issubclass(kind, int) for kind in kinds):
        if len(kinds) == 1 and (kind := next(iter(kinds))) in _NAMED and kind is not int:
            return _NAMED[kind]
        return _NAMED[uint64] if uint64 in kinds or max(values) > _WORD >> 1 else _WORDS
    if kinds and any(issubclass(kind, (str, tuple, list, dict)) for kind in kinds):
        return dtype(object)
    return _NAMED[float32] if kinds == {float32} else _FLOATS


def array(given: Any, dtype: Any = None, copy: bool = True) -> ndarray:
    """An array of the items of `given`."""
    kind = None if dtype is None else _dtype(dtype)
    if isinstance(given, ndarray) and kind in (None, given.dtype):
        return given.copy()
    if isinstance(given, void):
        return _over(ndarray, memoryview(bytearray(given.tobytes())), 0, given.dtype, ())
    if isinstance(given, list) and given and isinstance(given[0], void):
        return _filled(given, (len(given),), given[0].dtype)
    if kind is not None and kind.names:
        return _filled(list(given), (len(given),), kind)
    if not isinstance(given, (ndarray, list, tuple, range, int, float, str)) and isinstance(given, Iterable):
        given = list(given)
    values = _flattened(given, [])
    if kind is None:
        kind = given.dtype if isinstance(given, ndarray) else _common_kind(values, given)
    elif isinstance(given, ndarray):
        return given.astype(kind)
    return _filled(values, _shape_of(given), kind)


def asarray(given: Any, dtype: Any = None) -> ndarray:
    """`given` itself if it is an array of the type; else a new array."""
    if isinstance(given, ndarray) and (dtype is None or given.dtype == dtype):
        return given
    return array(given, dtype)


ascontiguousarray = asarray


def zeros(shape: Any, dtype: Any = float64) -> ndarray:
    """Zeros."""
    return ndarray(shape, dtype)


empty = zeros


def full(shape: Any, value: Any, dtype: Any = None) -> ndarray:
    """One value everywhere."""
    made = ndarray(shape, dtype or _common_kind([value], value))
    made.fill(value)
    return made


def zeros_like(given: ndarray, dtype: Any = None) -> ndarray:
    """Zeros in the shape of another array."""
    return zeros(given.shape, dtype or given.dtype)


def frombuffer(memory: Any, dtype: Any = float64) -> ndarray:
    """An array over bytes."""
    kind = _dtype(dtype)
    data = _bytes_of(memory)
    return _over(ndarray, data, 0, kind, (len(data) // kind.itemsize,))


def arange(*given: int, dtype: Any = int64) -> ndarray:
    """The numbers of a range."""
    found = list(range(*map(int, given)))
    return _filled(found, (len(found),), _dtype(dtype))


# ---- numbers by item


def broadcast_shapes(*shapes: tuple[int, ...]) -> tuple[int, ...]:
    """The shape that arrays of these shapes have together."""
    found = []
    for axis in range(1, 1 + max(map(len, shapes), default=0)):
        lengths = {shape[-axis] for shape in shapes if len(shape) >= axis} - {1}
        if len(lengths) > 1:
            raise ValueError(f"operands could not be broadcast together with shapes {shapes}")
        found.append(lengths.pop() if lengths else 1)
    return tuple(reversed(found))


def broadcast_to(given: Any, shape: tuple[int, ...]) -> ndarray:
    """An array repeated to a shape."""
    given = asarray(given)
    if given.shape == tuple(shape):
        return given
    if broadcast_shapes(given.shape, shape) != tuple(shape):
        raise ValueError(f"could not broadcast input array from shape {given.shape} into shape {shape}")
    lead = len(shape) - len(given.shape)
    strides = [0 if length == 1 else step for length, step in zip(given.shape, given.strides, strict=True)]
    return _over(ndarray, given._memory, given._at, given.dtype, tuple(shape), (0,) * lead + tuple(strides))


def _wider(one: dtype, two: dtype) -> dtype:
    """The type of a result of two types."""
    if one.kind == two.kind:
        return one if one.itemsize >= two.itemsize else two
    if "f" in (one.kind, two.kind):
        floats, others = (one, two) if one.kind == "f" else (two, one)
        return floats if others.itemsize < floats.itemsize or others.kind == "b" else _FLOATS
    if "b" in (one.kind, two.kind):
        return two if one.kind == "b" else one
    signed, unsigned = (one, two) if one.kind == "i" else (two, one)
    return (
        signed
        if signed.itemsize > unsigned.itemsize
        else dtype(f"int{16 * unsigned.itemsize}")
        if unsigned.itemsize < 8
        else _FLOATS
    )


def _kind_of_both(one: Any, two: Any, first: ndarray, second: ndarray) -> dtype:
    """The type of a result; numbers of Python take that of the array."""
    for plain, other in ((one, second), (two, first)):
        if type(plain) in (int, bool) and other.dtype.kind in "iuf":
            return other.dtype
        if type(plain) is float and other.dtype.kind == "f":
            return other.dtype
    return _wider(first.dtype, second.dtype)


def _by_item(compute: Callable[[Any, Any], Any], kind: Any = None) -> Callable[[Any, Any], Any]:
    def method(one: Any, two: Any) -> Any:
        first = asarray(one)
        second = asarray(two)
        shape = broadcast_shapes(first.shape, second.shape)
        out = dtype(kind) if kind else _kind_of_both(one, two, first, second)
        left = broadcast_to(first, shape)._values()
        right = broadcast_to(second, shape)._values()
        found = list(map(compute, left, right))
        if out.kind in "iu":
            found = [_cast(value, out) for value in found]
        made = _filled(found, shape, out)
        return made if shape else made._read(0)

    return method


def _with_method(name: str, compute: Callable[[Any, Any], Any], kind: Any = None, reflected: bool = True) -> None:
    """Give arrays an operator."""
    both = _by_item(compute, kind)

    def in_place(self: ndarray, other: Any) -> ndarray:
        self[...] = both(self, other)
        return self

    setattr(ndarray, f"__{name}__", both)
    if reflected:
        setattr(ndarray, f"__r{name}__", lambda self, other: both(other, self))
        setattr(ndarray, f"__i{name}__", in_place)


for _name in ("add", "sub", "mul", "floordiv", "mod", "lshift", "rshift", "xor", "pow"):
    _with_method(_name, getattr(operator, _name))
_with_method("and", operator.and_)
_with_method("or", operator.or_)
_with_method("truediv", operator.truediv, float64)
for _name in ("eq", "ne", "lt", "le", "gt", "ge"):
    _with_method(_name, getattr(operator, _name), bool_, reflected=False)
ndarray.__neg__ = lambda self: _filled([-value for value in self._values()], self.shape, self.dtype)
ndarray.__abs__ = lambda self: _filled([abs(value) for value in self._values()], self.shape, self.dtype)
ndarray.__invert__ = lambda self: _filled(
    [not value if self.dtype.kind == "b" else _cast(~value, self.dtype) for value in self._values()],
    self.shape,
    self.dtype,
)
minimum = _by_item(min)
maximum = _by_item(max)


def where(test: Any, yes: Any, no: Any) -> ndarray:
    """`yes` where the test is true, `no` elsewhere."""
    parts = [asarray(each) for each in (test, yes, no)]
    shape = broadcast_shapes(*(part.shape for part in parts))
    rows = zip(*(broadcast_to(part, shape)._values() for part in parts), strict=True)
    kind = _kind_of_both(yes, no, parts[1], parts[2])
    return _filled([first if chosen else second for chosen, first, second in rows], shape, kind)


def clip(given: Any, low: Any, high: Any) -> Any:
    """Numbers no lower than `low` and no higher than `high`."""
    return minimum(maximum(given, low), high)


def _of_each(compute: Callable[[Any], Any], kind: Any = None) -> Callable[[Any], Any]:
    def method(given: Any) -> Any:
        source = asarray(given)
        made = _filled(
            [compute(value) for value in source._values()], source.shape, dtype(kind) if kind else source.dtype
        )
        return made if source.shape else made._read(0)

    return method


isnan = _of_each(math.isnan, bool_)
isfinite = _of_each(math.isfinite, bool_)
exp = _of_each(math.exp, float64)


def _reduced(given: ndarray, axis: Any, compute: Callable[[list[Any]], Any], out: dtype) -> Any:
    if axis is None:
        return out.type(compute(given._values()))
    shape = given.shape
    along = [each % len(shape) for each in (axis if isinstance(axis, tuple) else (axis,))]
    kept = [each for each in range(len(shape)) if each not in along]
    rows: dict[tuple[int, ...], list[Any]] = {place: [] for place in product(*(range(shape[each]) for each in kept))}
    for place, value in zip(product(*map(range, shape)), given._values(), strict=True):
        rows[tuple(place[each] for each in kept)].append(value)
    found = [compute(row) for row in rows.values()]
    made = _filled(found, tuple(shape[each] for each in kept), out)
    return made if made.shape else made._read(0)


def _accumulated(given: ndarray, axis: int, compute: Callable[[Any, Any], Any], out: dtype) -> ndarray:
    made = given.astype(out)
    rows = made if axis % len(made.shape) == 0 else made.T
    for k in range(1, len(rows)):
        rows[k] = compute(rows[k - 1], rows[k])
    return made


class _Reducing:
    """An operation of two numbers, and of all of an array."""

    def __init__(self, compute: Callable[[Any, Any], Any]) -> None:
        self._compute = compute
        self._both = _by_item(compute)

    def __call__(self, one: Any, two: Any) -> Any:
        return self._both(one, two)

    def reduce(self, given: Any, axis: Any = 0) -> Any:
        source = asarray(given)
        return _reduced(source, axis, lambda row: reduce(self._compute, row), source.dtype)


bitwise_or = _Reducing(operator.or_)


def _free(name: str) -> Callable[..., Any]:
    def function(given: Any, *places: Any, **named: Any) -> Any:
        return getattr(asarray(given), name)(*places, **named)

    return function


nonzero = _free("nonzero")
prod = _free("prod")
ravel = _free("ravel")
repeat = _free("repeat")
_ALSO_PYTHONS = {name: _free(name) for name in ("any", "all", "max", "min", "sum")} | {
    "abs": lambda given: abs(asarray(given)),
    "divmod": lambda one, two: (_by_item(operator.floordiv)(one, two), _by_item(operator.mod)(one, two)),
}
"""Functions whose names are Python's own, which this module uses itself."""


def count_nonzero(given: Any, axis: Any = None) -> Any:
    """The number of items that are not 0."""
    return _reduced(asarray(given), axis, lambda row: sum(map(bool, row)), _WORDS)


def flatnonzero(given: Any) -> ndarray:
    """The places of numbers that are not 0, in a row."""
    return asarray(given).ravel().nonzero()[0]


def argwhere(given: Any) -> ndarray:
    """The places of numbers that are not 0."""
    return stack(asarray(given).nonzero()).T.copy()


def sort(given: Any) -> ndarray:
    """A sorted copy."""
    made = array(given)
    made.sort()
    return made


def unique(given: Any) -> ndarray:
    """The different numbers, sorted."""
    source = asarray(given)
    found = sorted(set(source._values()))
    return _filled(found, (len(found),), source.dtype)


def append(given: Any, more: Any) -> ndarray:
    """Two rows of numbers, one after the other."""
    return concatenate([asarray(given).ravel(), asarray(more).ravel()])


def concatenate(parts: Sequence[Any], axis: int = 0) -> ndarray:
    """Arrays, one after the other."""
    arrays = [asarray(part) for part in parts]
    kinds = [each.dtype for each in arrays if each.size] or [arrays[0].dtype]
    kind = kinds[0] if kinds[0].names else reduce(_wider, kinds)
    rows = [value for each in arrays for value in each._values()]
    return _filled(rows, (sum(len(each) for each in arrays), *arrays[0].shape[1:]), kind)


def stack(parts: Sequence[Any], axis: int = 0) -> ndarray:
    """Arrays of one shape, in a further dimension."""
    arrays = [asarray(part) for part in parts]
    made = concatenate([each.reshape(1, *each.shape) for each in arrays])
    return made if axis == 0 else made.T.copy()  # of rows


def tile(given: Any, times: int) -> ndarray:
    """A row several times."""
    source = asarray(given)
    return _filled(source._values() * times, (source.size * times,), source.dtype)


def array_equal(one: Any, two: Any) -> bool:
    """Whether two arrays hold the same numbers."""
    first = asarray(one)
    second = asarray(two)
    return first.shape == second.shape and first._values() == second._values()


def unpackbits(given: ndarray, bitorder: str = "big") -> ndarray:
    """The bits of bytes."""
    places = range(8) if bitorder == "little" else range(7, -1, -1)
    found = [value >> place & 1 for value in given._values() for place in places]
    return _filled(found, (len(found),), _NAMED[uint8])


# ---- the rest


@contextmanager
def errstate(**_: str) -> Iterator[None]:
    """Nothing warns here."""
    yield


def seterr(**_: str) -> None:
    """Nothing warns here."""


lib = SimpleNamespace()


def __getattr__(name: str) -> Any:
    if name in _ALSO_PYTHONS:
        return _ALSO_PYTHONS[name]
    raise AttributeError(f"the stand-in for NumPy has no {name}")
