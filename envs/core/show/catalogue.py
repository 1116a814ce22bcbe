"""Sentences of a game in one language, read from a catalogue in Fluent's format (https://projectfluent.org).

A message may use, for an event's field `seat` that holds a seat: `$seat`, its name ("you", "player 1"); `$seat-of`, the
possessive ("your", "player 1's"); `$seat-is`, one of you, other and nobody, for a selection. Other fields are numbers,
"unknown" if the seat does not know the value, or what the game's `words/tell.py` makes of them:

    FIELDS   words of the field with this name: function of the Telling and the value
    DERIVED  values that are no field, by name: function of the Telling
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from medianoche.envs.core.show.events import Kind, Value
    from medianoche.envs.core.show.view import View

LANGUAGE = "en"
UNKNOWN, NOBODY = "unknown", "nobody"


class Catalogue:
    """Messages of one file by name."""

    def __init__(self, file: Path, language: str) -> None:
        from fluent.runtime import FluentBundle, FluentResource

        self._bundle = FluentBundle([language], use_isolating=False)
        self._bundle.add_resource(FluentResource(file.read_text(encoding="utf-8")))
        self._names: dict[str, frozenset[str]] = {}

    def __contains__(self, name: str) -> bool:
        return bool(self._bundle.has_message(name))

    def names(self, name: str) -> frozenset[str]:
        """Names of the variables that a message needs, also in other messages that it contains."""
        if name not in self._names:
            self._names[name] = frozenset(self._found(self._bundle.get_message(name).value))
        return self._names[name]

    def _found(self, part: Any) -> set[str]:
        from fluent.runtime import resolver

        if isinstance(part, resolver.VariableReference):
            return {part.id.name}
        if isinstance(part, resolver.MessageReference | resolver.TermReference):
            inner = self._bundle.get_message(part.id.name).value
            return self._found(inner)
        parts = [*getattr(part, "elements", ()), *getattr(part, "variants", ())]
        parts += [getattr(part, name) for name in ("selector", "value", "expression") if hasattr(part, name)]
        return set().union(*(self._found(each) for each in parts if not isinstance(each, str)))

    def format(self, name: str, values: dict[str, Any]) -> str:
        """The message with these values of its variables.

        Raises:
            ReferenceError, ValueError: the message does not exist, or needs a variable that is not given.
        """
        pattern = self._bundle.get_message(name).value
        assert pattern is not None
        text, errors = self._bundle.format_pattern(pattern, values)
        if errors:
            raise errors[0]
        return str(text)


@cache
def catalogue(folder: Path, language: str = LANGUAGE) -> Catalogue:
    """The sentences of the game in `folder`."""
    return Catalogue(folder / "words" / f"{language}.ftl", language)


class Telling:
    """Makes sentences from the view of a seat.

    Attributes:
        view: a position as the seat sees it: the next one after the event that it can look at.
        fields: the fields of the event; see `Event.fields`.
    """

    def __init__(self, view: View, module: Any, fields: Mapping[str, Value] = {}, kind: Kind | None = None) -> None:
        self.view, self.fields, self._module = view, fields, module
        self._seats = {field.name for field in kind.fields if field.seat} if kind is not None else set()
        self._catalogue = catalogue(view.game.folder)

    def event(self, name: str) -> str:
        """The sentence of the event; "" if the catalogue has none."""
        if name not in self._catalogue:
            return ""
        return self._catalogue.format(name, {each: self._value(each) for each in self._catalogue.names(name)})

    def say(self, message: str, **values: Any) -> str:
        """A message with these values."""
        return self._catalogue.format(message, values)

    def name(self, seat: int) -> str:
        """A seat in words."""
        called: Callable[[View, int], str] | None = getattr(self._module, "name", None)
        if seat < 0 or seat == self.view.seat:
            return NOBODY if seat < 0 else "you"
        return called(self.view, seat) if called else self.view.names[seat]

    def owner(self, seat: int) -> str:
        """The possessive of `name`."""
        return "your" if seat == self.view.seat else f"{self.name(seat)}'s"

    def each(self, values: Any, message: str = "seat-value") -> str:
        """A list of one value a seat in words: "you 3, player 1 4"."""
        return ", ".join(self.say(message, seat=self.name(seat), value=values[seat]) for seat in self.view.seats)

    def names(self, seats: Any) -> str:
        """Several seats in words."""
        return " and ".join(map(self.name, seats))

    def _value(self, name: str) -> Any:
        if name in (derived := getattr(self._module, "DERIVED", {})):
            return derived[name](self)
        if name in self.fields:
            value = self.fields[name]
            if value is None:
                return UNKNOWN
            if name in self._seats:
                return self.name(int(value))  # type: ignore[arg-type]
            made = getattr(self._module, "FIELDS", {}).get(name)
            return made(self, value) if made else value
        base, _, form = name.rpartition("-")
        seat = int(self.fields[base])  # type: ignore[arg-type]
        if form == "of":
            return self.owner(seat)
        return NOBODY if seat < 0 else "you" if seat == self.view.seat else "other"
