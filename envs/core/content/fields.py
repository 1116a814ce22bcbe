"""Fields of a game's record: type, accepted values, codes, names and meaning, declared once.

The `state.py` of a game declares its record as a class, which is also the type of its states for editors and mypy:

    class State(Record):
        rng = Number(np.uint64, "the generator; 0 when concealed")
        scores = Numbers(np.int16, SEATS, "rounds won", high=3, blank=0)
        pick = indices(KINDS, SEATS, "kind chosen, or -1", blank=-1, unknown=UNKNOWN, names=Kind)

    STATE = dtype_of(State)

No object of the class is made: a state is a `np.record` of the type STATE.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import EnumType, IntEnum
from functools import cached_property
from typing import Any, ClassVar, Generic, Self, TypedDict, TypeVar, Unpack, overload

import numpy as np
from numpy.typing import NDArray

from medianoche.envs.core import arrays
from medianoche.envs.core.errors import PositionError, choices, shown

T = TypeVar("T", bound=np.generic)
Names = type[IntEnum] | Mapping[str, int] | Callable[[Any], Mapping[str, int]]


class Details(TypedDict, total=False):
    """What else a field declares.

    Attributes:
        low: the least value; 0 by default.
        high: the greatest value; by default that of the type.
        none: a further value, which stands for nothing.
        blank: the value of empty seats; the first dimension of the field is seats, or all seats but the first.
        unknown: the code that `conceal` writes for values that a player does not know.
        names: names of the values, also as a function of the pack's tables.
        option: the option that the field holds.
        codes: the value of the field for values of the option; other words have their number in the list of accepted
            words, other numbers stand for themselves.
    """

    low: int
    high: int
    none: int
    blank: int
    unknown: int
    names: Names
    option: str
    codes: Mapping[Any, Any]


class Declared:
    """A field of the NumPy type `kind`; `meaning` is a cell of the table on the game's page."""

    name: str

    def __init__(self, kind: type[np.generic], shape: tuple[int, ...], meaning: str, about: Details) -> None:
        self.kind = np.dtype(kind)
        self.shape = shape
        self.meaning = meaning
        self.about = about

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __set__(self, state: Any, value: Any) -> None:
        state[self.name] = value

    @cached_property
    def limits(self) -> tuple[int, int]:
        """The least and the greatest accepted value."""
        most = 1 if self.kind.kind == "f" else np.iinfo(self.kind).max
        return self.about.get("low", 0), self.about.get("high", most)

    @cached_property
    def accepted(self) -> str:
        """The accepted values in words, "" for bits and for options."""
        if self.kind.kind == "u" or "option" in self.about:
            return ""
        (low, high), none = self.limits, self.about.get("none")
        low, extra = (low - 1, None) if none == low - 1 else (low, none)
        words = f"{low}" if low == high else f"{low} or {high}" if low + 1 == high else f"{low} to {high}"
        if "high" not in self.about and self.kind.kind != "f":
            words = f"from {low}"
        return words if extra is None else f"{words}, or {extra}"

    def wrong(self, state: Any, empty: int) -> str:
        """A value of the field that is not accepted, in words; "" if there is none. The last `empty` seats are."""
        if not self.accepted:
            return ""
        values, (low, high), none = state[self.name], self.limits, self.about.get("none")
        outside = ~((values >= low) & (values <= high))
        if none is not None:
            outside &= values != none
        if outside.any():
            return self._told(values, outside, self.accepted)
        if empty and (blank := self.about.get("blank")) is not None:
            outside[...] = values != blank
            outside[: len(values) - empty] = False
            if outside.any():
                return self._told(values, outside, f"{blank} for an empty seat")
        return ""

    def _told(self, values: Any, outside: Any, accepted: str) -> str:
        place = tuple(np.argwhere(outside)[0].tolist())
        where = f"[{', '.join(map(str, place))}]" if place else ""
        return f"{self.name}{where} = {values[place]}; accepted: {accepted}"


class Number(Declared, Generic[T]):
    """A field that holds one number."""

    def __init__(self, kind: type[T], meaning: str, **about: Unpack[Details]) -> None:
        super().__init__(kind, (), meaning, about)

    @overload
    def __get__(self, state: None, owner: Any) -> Self: ...
    @overload
    def __get__(self, state: object, owner: Any) -> T: ...
    def __get__(self, state: Any, owner: Any) -> Any:
        return self if state is None else state[self.name]


class Numbers(Declared, Generic[T]):
    """A field that holds an array of numbers."""

    def __init__(self, kind: type[T], shape: int | tuple[int, ...], meaning: str, **about: Unpack[Details]) -> None:
        super().__init__(kind, shape if isinstance(shape, tuple) else (shape,), meaning, about)

    @overload
    def __get__(self, state: None, owner: Any) -> Self: ...
    @overload
    def __get__(self, state: object, owner: Any) -> NDArray[T]: ...
    def __get__(self, state: Any, owner: Any) -> Any:
        return self if state is None else state[self.name]


def index(count: int, meaning: str, **about: Unpack[Details]) -> Number[np.int8]:
    """A field that holds one of `count` things by its number from 0, or -1 for none of them."""
    details: Details = {"none": -1, "high": count - 1, **about}
    return Number(np.int8, meaning, **details)


def indices(count: int, shape: int | tuple[int, ...], meaning: str, **about: Unpack[Details]) -> Numbers[np.int8]:
    """A field that holds an array of such numbers, see `index`."""
    details: Details = {"none": -1, "high": count - 1, **about}
    return Numbers(np.int8, shape, meaning, **details)


def member_of(values: type[IntEnum], meaning: str, **about: Unpack[Details]) -> Number[np.int8]:
    """A field that holds a member of an enumeration, or 0 where no member has this number."""
    details: Details = {"low": min(0, *values), "high": max(values), "names": values, **about}
    return Number(np.int8, meaning, **details)


def phase_of(phases: type[IntEnum]) -> Number[np.int8]:
    """The field `phase`: a question, or END."""
    asked = [phase.name for phase in phases if phase <= phases["END"]]
    words = f"what is asked: {', '.join(asked)}, numbered from 0; higher numbers stand for what happens by itself"
    return Number(np.int8, words, high=len(asked) - 1)


class Record:
    """Base of the class that declares the record of a game: what every `np.record` of a game has."""

    dtype: np.dtype[Any]
    flags: Any
    tobytes: Callable[[], bytes]
    rng: Number[np.uint64]
    utility: Numbers[np.float32]
    scores: Numbers[np.int16]
    pack: Number[np.int16]
    num_players: Number[np.int8]
    to_move: Number[np.int8]
    phase: Number[np.int8]
    done: Number[np.int8]

    _fields: ClassVar[dict[str, Declared]] = {}

    def __init_subclass__(cls) -> None:
        cls._fields = {name: field for name, field in vars(cls).items() if isinstance(field, Declared)}

    def __getitem__(self, field: str) -> Any:
        return getattr(self, field)

    def __setitem__(self, field: str, value: Any) -> None:
        setattr(self, field, value)


def shared_fields(seats: int) -> list[tuple[Any, ...]]:
    """The fields that every record has, for the NumPy type of a game that declares none."""
    numbers = [("pack", np.int16), *((name, np.int8) for name in ("num_players", "phase", "to_move", "done"))]
    return [("rng", np.uint64), ("utility", np.float32, seats), ("scores", np.int16, seats), *numbers]


def fields_of(record: type[Record]) -> dict[str, Declared]:
    """The declared fields by name, in their order."""
    return record._fields


def dtype_of(record: type[Record]) -> np.dtype[Any]:
    """The NumPy type of the record."""
    return np.dtype([(name, field.kind, field.shape) for name, field in fields_of(record).items()])


def codes_of(record: type[Record]) -> dict[str, int]:
    """The code that `conceal` writes, by field."""
    about = {name: field.about for name, field in fields_of(record).items()}
    return {name: field["unknown"] for name, field in about.items() if "unknown" in field}


def names_of(record: type[Record], pack: Any) -> dict[str, Mapping[str, int]]:
    """Names of values by field; `pack` is the pack's tables."""
    members_by_field: dict[str, Mapping[str, int]] = {}
    for name, field in fields_of(record).items():
        if names := field.about.get("names"):
            if isinstance(names, EnumType):
                members_by_field[name] = names.__members__
            else:
                members_by_field[name] = names if isinstance(names, Mapping) else names(pack)
    return members_by_field


def wrong_value(record: type[Record], state: Any) -> str:
    """The first value of `state` that its field does not accept, in words; "" if there is none."""
    empty = len(state["utility"]) - int(state["num_players"]) if fields_of(record) else 0
    return next(filter(None, (field.wrong(state, empty) for field in fields_of(record).values())), "")


def field_value(
    game: str, dtype: np.dtype[Any], name: str, value: Any, names: Mapping[str, Mapping[str, int]]
) -> np.ndarray:
    """A value that a position is given for the field `name`, as an array of the field's type.

    Args:
        game: the game's name, for errors.
        dtype: the NumPy type of the record.
        name: the field's name.
        value: a number, an array, or names.
        names: names of values, by field.

    Raises:
        PositionError: there is no such field, or the value does not fit it.
    """
    if name not in (dtype.names or ()):
        raise PositionError(f"{game} has no field {name!r}; fields: {choices(dtype.names or ())}")
    field = dtype[name]
    accepted = str(field.base) + "".join(f"[{size}]" for size in field.shape)
    numbers = arrays.array(value, f"{game}: {name}", accepted, PositionError)
    words = names.get(name, {})
    if numbers.dtype.kind in "UO" and words:
        accepted += f", or of {choices(words)}"
        items = np.array(value, object)
        translated = [words.get(item, item) if isinstance(item, str) else item for item in items.ravel().tolist()]
        numbers = items
        if all(isinstance(number, int) for number in translated):
            numbers = np.array(translated).reshape(items.shape)
    if numbers.dtype.kind not in ("biuf" if field.base.kind == "f" else "biu"):
        raise PositionError(f"{game}: {name} = {shown(value)}; accepted: {accepted}")
    fits = len(numbers.shape) == len(field.shape) and all(np.less_equal(numbers.shape, field.shape))
    if numbers.ndim and not fits:
        raise PositionError(f"{game}: {name} has shape {field.shape}, given {numbers.shape}")
    with np.errstate(all="ignore"):
        cast = numbers.astype(field.base)
    if not np.array_equal(cast, numbers):
        raise PositionError(f"{game}: {name} does not fit {field.base}: {shown(value)}")
    return cast


def override(state: Any, name: str, value: np.ndarray) -> None:
    """Write a value of `field_value` to the field `name`, or to its first places."""
    field = state[name]
    if not field.ndim:
        state[name] = value
    elif not value.ndim:
        field[...] = value
    else:
        field[tuple(slice(0, size) for size in value.shape)] = value


def table(record: type[Record], options: Mapping[str, str]) -> str:
    """The fields as the Markdown table of a game's page; `options` has words for the values of options, by field."""
    rows = ["| field | type | values | content |", "|---|---|---|---|"]
    for name, field in fields_of(record).items():
        shape = f"[{', '.join(map(str, field.shape))}]" if field.shape else ""
        values = options.get(name, field.accepted)
        if "unknown" in field.about:
            values += f"; {field.about['unknown']} unknown"
        rows.append(f"| `{name}` | {field.kind}{shape} | {values} | {field.meaning} |")
    return "\n".join(rows)
