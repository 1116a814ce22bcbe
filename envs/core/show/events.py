"""Events: what happens in a step, as one seat may know it.

A game declares its kinds of events in `events.py`, as an enum `News`; its kernels note them (`kernels/notes.py`), and
`words/en.ftl` has a sentence for each kind:

    class News(Kind):
        PICKED = Seat("seat"), Secret("card", "seat")   # only the seat knows the card
        REVEALED = ("picks",)

    note(state, News.PICKED, seat, card)

A kind is a list of fields. A plain name is a number that all seats know. `Now` names a field of
the state that has changed: kernels do not note its value, an event holds it as its seat sees it afterwards. So events
are enough to draw the next position of a seat from the last one (`Event.now`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cache, cached_property
from itertools import accumulate
from math import prod
from typing import Any, NamedTuple

import numpy as np

PUBLIC = -1
"""The seat of a spectator, who knows what all seats know."""
Value = int | list[Any] | None
"""The value of a field: None if the seat does not know it."""


class Field(NamedTuple):
    """A field of a kind of events; see `Seat`, `Only`, `Secret`, `Dice` and `List`."""

    name: str
    seat: bool = False
    only: bool = False
    to: tuple[str, ...] = ()
    dice: bool = False
    shape: tuple[int, ...] = ()

    @property
    def size(self) -> int:
        """How many numbers it holds."""
        return prod(self.shape)


def Seat(name: str) -> Field:  # noqa: N802 - reads like a type
    """A field that holds a seat; -1 is no seat."""
    return Field(name, seat=True)


def Only(name: str) -> Field:  # noqa: N802
    """A field that holds a seat; no other seat learns of the event."""
    return Field(name, seat=True, only=True)


def Secret(name: str, *to: str) -> Field:  # noqa: N802
    """A field whose value is known only to the seats in the fields `to`; such a field holds a seat, or a list with a
    number other than 0 for each seat that knows the value."""
    return Field(name, to=to)


def Dice(name: str) -> Field:  # noqa: N802
    """A field that holds a list of dice. A kernel notes one number, four bits for each die, each 1 or more."""
    return Field(name, dice=True)


def List(name: str, *shape: int) -> Field:  # noqa: N802
    """A field that holds numbers in lists of these lengths; a kernel notes an array."""
    return Field(name, shape=shape)


class FieldChange(NamedTuple):
    """Fields of the state that an event changes; see `Now`."""

    names: tuple[str, ...]
    at: str


def Now(*names: str, at: str = "") -> FieldChange:  # noqa: N802
    """Fields of the state that have changed: whole ones, or only the place in each that the field `at` holds."""
    return FieldChange(names, at)


class Kind(IntEnum):
    """Kinds of events; a member's value is its number."""

    fields: tuple[Field, ...]
    changes: tuple[FieldChange, ...]

    def __new__(cls, *fields: Field | FieldChange | str) -> Kind:  # noqa: D102
        kind = int.__new__(cls, len(cls.__members__))
        kind._value_ = len(cls.__members__)
        plain = (
            Field(field) if isinstance(field, str) else field for field in fields if not isinstance(field, FieldChange)
        )
        kind.fields = tuple(plain)
        kind.changes = tuple(field for field in fields if isinstance(field, FieldChange))
        return kind

    @cached_property
    def label(self) -> str:
        """The name of the kind in JSON and in the catalogue of sentences."""
        return self.name.lower().replace("_", "-")

    @classmethod
    @cache
    def labelled(cls) -> dict[str, Kind]:
        """The kinds by label."""
        return {kind.label: kind for kind in cls}

    @classmethod
    def longest(cls) -> int:
        """The most words of a note: the number of its kind and those of its fields."""
        return 1 + max(sum(field.size for field in kind.fields) for kind in cls)

    @property
    def at(self) -> dict[str, int]:
        """The place at which the values of each field begin in `values` of `Batch.events`, by name."""
        ends = accumulate((field.size for field in self.fields), initial=0)
        return dict(zip((field.name for field in self.fields), ends, strict=False))


@dataclass(frozen=True)
class Event:
    """Something that happened, as one seat knows it.

    Attributes:
        kind: what happened, for example "picked"; "news" in a game that declares no kinds.
        fields: values by name; None for a value that the seat does not know.
        words: the event as a sentence; "" if other events tell it.
        now: fields of the state that have changed: name, index in each dimension, value; the value as in
            `View.fields`, at the next position on the way. The first event before that position tells a change.
    """

    kind: str
    fields: dict[str, Value]
    words: str
    now: tuple[tuple[Any, ...], ...] = ()

    def json(self) -> dict[str, Any]:
        """The event for JSON: {"kind": "scored", "seat": 1, "points": 4, "now": [["round_points", 1, 4]], "words":
        "player 1 scored 4"}; no "now" if nothing that the seat sees has changed."""
        now = {"now": [list(change) for change in self.now]} if self.now else {}
        return {"kind": self.kind, **self.fields, **now, "words": self.words}


def changed(kind: Kind, fields: dict[str, Value], looks: Callable[[str], tuple[Any, Any]]) -> Iterator[Any]:
    """What an event has changed, as in `Event.now`; `looks` gives a field (`View.field`) before it and after it."""
    for names, at in kind.changes:
        place = (fields[at],) if at else ()
        for name in names:
            was, now = looks(name)
            if place:
                was, now = was[place[0]], now[place[0]]
            yield from _differences((name, *place), was, now)


def _differences(path: tuple[Any, ...], was: Any, now: Any) -> Iterator[tuple[Any, ...]]:
    """The numbers that differ between `was` and `now`, two values of the field at `path`: a number each, or nested
    lists of one shape. Yields (*path, index in each dimension, new number)."""
    if was == now:
        return
    if isinstance(now, list):
        for index, pair in enumerate(zip(was, now, strict=True)):
            yield from _differences((*path, index), *pair)
    else:
        yield (*path, now)


class Note(NamedTuple):
    """A note of a kernel.

    Attributes:
        kind: the kind.
        values: the values of its fields.
        place: index of the first of the step's `Moments` after the note.
    """

    kind: Kind
    values: tuple[Any, ...]
    place: int

    def known(self, seat: int | None) -> dict[str, Value] | None:
        """The fields as `seat` knows them (None: all, PUBLIC: what all seats know); None if the seat does not learn of
        the event."""
        pairs = zip(self.kind.fields, self.values, strict=True)
        values = {field.name: [int(die, 16) for die in f"{value:x}"] if field.dice else value for field, value in pairs}
        if seat is None:
            return values
        if (owners := [values[field.name] for field in self.kind.fields if field.only]) and seat not in owners:
            return None
        return {
            field.name: values[field.name] if not field.to or _knows(seat, field.to, values) else None
            for field in self.kind.fields
        }


def _knows(seat: int, to: Sequence[str], fields: dict[str, Any]) -> bool:
    if seat == PUBLIC:
        return False
    return any(bool(who[seat]) if isinstance(who := fields[name], list) else who == seat for name in to)


def note_dtype(kinds: type[Kind] | None) -> np.dtype[Any]:
    """A note of compiled code: its kind (LAST after the last note) and the values of its fields, then zeros."""
    return np.dtype([("kind", np.int64), ("values", np.int64, (kinds.longest() - 1 if kinds else 0,))])


def read_notes(kinds: type[Kind], notes: np.ndarray) -> list[Note]:
    """Notes of compiled code: a row of `Batch.events`. Of dice there are the last 16 of a throw."""
    members = list(kinds)
    noted = []
    for number, values in zip(notes["kind"].tolist(), notes["values"], strict=True):
        if number < 0:
            break
        held = []
        for field, at in zip(members[number].fields, members[number].at.values(), strict=True):
            value = values[at : at + field.size].reshape(field.shape).tolist()
            held.append(value % (1 << 64) if field.dice else value)
        noted.append(Note(members[number], tuple(held), 1))
    return noted


def secrets(kinds: type[Kind] | None) -> np.ndarray:
    """The seats that know each word of a note of compiled code, for `exported.conceal_notes`: int64[kinds, words, 2].

    Word 0 stands for the whole note. For each word of a kind there are two sets of words, as bits. A word of the first
    set holds the number of a seat that knows it. From a word of the second set on there is a number for each seat, not
    0 if the seat knows it. All seats know a word for which both sets are empty.
    """
    fields_told = np.zeros((len(kinds or "-"), note_dtype(kinds).itemsize // 8, 2), np.int64)
    for kind in kinds or ():
        for field, at in zip(kind.fields, kind.at.values(), strict=True):
            fields_told[kind, 0, 0] |= field.only << 1 + at
            for name in field.to:
                holder = next(field_of_kind for field_of_kind in kind.fields if field_of_kind.name == name)
                fields_told[kind, 1 + at : 1 + at + field.size, len(holder.shape)] |= 1 << 1 + kind.at[name]
    return fields_told
