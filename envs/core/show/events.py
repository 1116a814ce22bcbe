"""Events: what happens in a step, as one seat may know it.

A game declares its kinds of events in `events.py`, as an enum `News`; its kernels note them (`kernels/notes.py`), and
`words/en.ftl` has a sentence for each kind:

    class News(Kind):
        PICKED = Seat("seat"), Secret("card", "seat")   # only the seat knows the card
        REVEALED = ("picks",)

    note(state, News.PICKED, seat, card)

A kind is a list of fields. A plain name is a number, or a list of numbers, that all seats know.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, NamedTuple

PUBLIC = -1
"""The seat of a spectator, who knows what all seats know."""
Value = int | list[Any] | None
"""The value of a field: None if the seat does not know it."""


class Field(NamedTuple):
    """A field of a kind of events; see `Seat`, `Only` and `Secret`."""

    name: str
    seat: bool = False
    only: bool = False
    to: tuple[str, ...] = ()


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


class Kind(IntEnum):
    """Kinds of events; a member's value is its number."""

    fields: tuple[Field, ...]

    def __new__(cls, *fields: Field | str) -> Kind:  # noqa: D102
        kind = int.__new__(cls, len(cls.__members__))
        kind._value_ = len(cls.__members__)
        kind.fields = tuple(field if isinstance(field, Field) else Field(field) for field in fields)
        return kind

    @property
    def label(self) -> str:
        """The name of the kind in JSON and in the catalogue of sentences."""
        return self.name.lower().replace("_", "-")


@dataclass(frozen=True)
class Event:
    """Something that happened, as one seat knows it.

    Attributes:
        kind: what happened, for example "picked"; "news" in a game that declares no kinds.
        fields: values by name; None for a value that the seat does not know.
        words: the event as a sentence; "" if other events tell it.
    """

    kind: str
    fields: dict[str, Value]
    words: str

    def json(self) -> dict[str, Any]:
        """The event for JSON: {"kind": "picked", "seat": 1, "card": None, "words": "player 1 picked a card"}."""
        return {"kind": self.kind, **self.fields, "words": self.words}


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
        found = dict(zip((field.name for field in self.kind.fields), self.values, strict=True))
        if seat is None:
            return found
        if (owners := [found[field.name] for field in self.kind.fields if field.only]) and seat not in owners:
            return None
        return {
            field.name: found[field.name] if not field.to or _knows(seat, field.to, found) else None
            for field in self.kind.fields
        }


def _knows(seat: int, to: Sequence[str], fields: dict[str, Any]) -> bool:
    if seat == PUBLIC:
        return False
    return any(bool(who[seat]) if isinstance(who := fields[name], list) else who == seat for name in to)
