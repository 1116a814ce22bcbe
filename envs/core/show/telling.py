"""Sentences of events, from the messages of a catalogue and the view of a seat."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from medianoche.envs.core.show.events import Kind, Value
from medianoche.envs.core.show.view import View


class Telling:
    """Makes sentences from the view of a seat.

    Attributes:
        view: a position as the seat sees it: the next one after the event that it can look at.
        fields: the fields of the event; see `Event.fields`.
    """

    def __init__(self, view: View, module: Any, fields: Mapping[str, Value] = {}, kind: Kind | None = None) -> None:
        self.view = view
        self.fields = fields
        self._module = module
        self._seats = {field.name for field in kind.fields if field.seat} if kind is not None else set()
        self.say = view.say

    def event(self, name: str) -> str:
        """The sentence of the event; "" if the catalogue has none."""
        words = self.view.sentences
        return (
            self.say(name, **{name_of_value: self._value(name_of_value) for name_of_value in words.names(name)})
            if name in words
            else ""
        )

    def number(self, name: str) -> int:
        """The value of a field that holds one number."""
        return int(self.fields[name])  # type: ignore[arg-type]

    def name(self, seat: int) -> str:
        """A seat in words."""
        called: Callable[[View, int], str] | None = getattr(self._module, "name", None)
        if seat < 0:
            return self.say("nobody")  # the catalogue's word for a field that holds no seat's number
        return called(self.view, seat) if called and seat != self.view.addressed else self.view.mentions[seat]

    def owner(self, seat: int) -> str:
        """The possessive of `name`."""
        if seat == self.view.addressed:
            return self.view.owners[seat]
        return self.say("owner", name=self.name(seat))

    def each(self, values: Any, message: str = "seat-value") -> str:
        """A list of one value a seat in words: "you 3, player 1 4"."""
        return ", ".join(self.say(message, seat=self.name(seat), value=values[seat]) for seat in self.view.seats)

    def names(self, seats: Any) -> str:
        """Several seats in words."""
        return self.view.several(map(self.name, seats))

    def _value(self, name: str) -> Any:
        """What the catalogue's sentence gets for `name`: a value in words, or of a seat the variant to choose."""
        if name in (derived := getattr(self._module, "DERIVED", {})):
            return derived[name](self)
        if name in self.fields:
            value = self.fields[name]
            if value is None:
                return "unknown"
            if name in self._seats:
                return self.name(int(value))  # type: ignore[arg-type]
            made = getattr(self._module, "FIELDS", {}).get(name)
            return made(self, value) if made else value
        base, _, form = name.rpartition("-")
        seat = self.number(base)
        if form == "of":
            return self.owner(seat)
        if seat < 0:
            return "nobody"
        return "you" if seat == self.view.addressed else "other"
