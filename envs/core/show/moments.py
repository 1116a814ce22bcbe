"""What happens within one step: the rules run without the compiler, the state is copied at the start of phases, and the
notes of the kernels are kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from functools import cache
from typing import Any, overload

import numpy as np

from medianoche.envs.core.compile import dispatch
from medianoche.envs.core.compile.plain import PlainRecord, PlainView, uncompiled
from medianoche.envs.core.show.catalogue import LANGUAGE
from medianoche.envs.core.show.events import Event, Note, changed
from medianoche.envs.core.show.view import View

Copier = Callable[[Any], Any]


class Watched(PlainRecord):
    """A record that keeps the notes of kernels, and is copied when one of the given phases begins: phases in which a
    player may be asked, and further ones that the game names.

    The rules set a phase after everything of the previous phase is done, so `conceal` can be applied to each copy.

    Attributes:
        copies: the copies, in order.
        notes: kinds and values of the notes, each with the number of copies before it.
    """

    __slots__ = ("_copy", "_phases", "copies", "notes")
    copies: list[Any]
    notes: list[tuple[Any, tuple[Any, ...], int]]

    def __init__(self, record: Any, copy: Copier = lambda record: record, phases: Set[int] = frozenset()) -> None:
        super().__init__(record)
        for name, value in (("_copy", copy), ("_phases", phases), ("copies", []), ("notes", [])):
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: Any) -> None:
        super().__setattr__(name, value)
        if name == "phase" and value in self._phases:
            self.copies.append(self._copy(self._of))

    def keep_note(self, kind: Any, values: tuple[Any, ...]) -> None:
        """Keep a note; see `kernels/notes.py`."""
        kept = tuple(np.asarray(value._of).tolist() if isinstance(value, PlainView) else int(value) for value in values)
        self.notes.append((kind, kept, len(self.copies)))


class Moments(Sequence[Any]):
    """The positions through which a step goes, each a copy, and the notes of what happened between them.

    Attributes:
        game: the `Game`.
        notes: the notes, in order.
    """

    def __init__(self, game: Any, states: list[Any], notes: list[Note]) -> None:
        self.game = game
        self.notes = notes
        self._states = states

    @overload
    def __getitem__(self, place: int) -> Any: ...
    @overload
    def __getitem__(self, place: slice) -> Moments: ...
    def __getitem__(self, place: int | slice) -> Any:
        if isinstance(place, int):
            return self._states[place]
        start, stop, _ = place.indices(len(self))
        notes = [note._replace(place=note.place - start) for note in self.notes if start < note.place < stop]
        return Moments(self.game, self._states[start:stop], notes)

    def __len__(self) -> int:
        return len(self._states)

    def events(
        self, seat: int | None = None, lang: str = LANGUAGE, called: Sequence[str] = (), looks_on: bool = False
    ) -> list[Event]:
        """The events in order, as `seat` may know them (None: all), with sentences in the language `lang`, in which
        persons are `called` so. With `looks_on` the reader is not the seat's player, and sentences do not call the seat
        "you". Events that tell the seat nothing are left out."""
        self.game.rules._check_seat(self._states[0], seat)
        views = cache(lambda place: self.game.view(self._states[place], seat, lang, called, looks_on))
        events = []
        for place in range(1, len(self)):
            noted = []
            told = set[tuple[Any, ...]]()
            looks = cache(lambda name, place=place: (views(place - 1).field(name), views(place).field(name)))
            for note in self.notes:
                if note.place == place and (fields := note.known(seat)) is not None:
                    changes = changed(note.kind, fields, looks)
                    now = tuple(change for change in changes if change not in told)
                    told.update(now)
                    words = self.game.declaration.sentence(views(place), note.kind, fields)
                    if words or now or any(not field.seat for field in note.kind.fields):
                        noted.append(Event(note.kind.label, fields, words, now))
            events += noted if self.game.declaration.kinds else _points(views(place - 1), views(place))
        return events


def _points(before: View, after: View) -> list[Event]:
    """Changes of scores, for a game that declares no kinds of events."""
    pairs = list(zip(before.state.scores, after.state.scores, strict=True))
    changed = [seat for seat in after.seats if pairs[seat][0] != pairs[seat][1]]
    words = [after.say("points-of", seat=after.names[seat], points=pairs[seat][1]) for seat in changed]
    return [Event("news", {}, line) for line in words]


def preview(view: View, action: int) -> list[str]:
    """The sentences of what `action` alone does, without forced moves, for the seat of the view; chance and what the
    seat does not know must play no part in it."""
    record = view.game.copy(view.record)
    game = view.game
    watched = play_slowly(
        game.rules.module, game.content.packs[int(record.pack)].records[0], record, action, game.copy, frozenset()
    )
    after = View(game, record, view.seat, view.lang, view.spectator, view.called, view.addressed != view.seat)
    told = [(kind, Note(kind, values, 1).known(view.seat)) for kind, values, _ in watched.notes]
    words = [game.declaration.sentence(after, kind, fields) for kind, fields in told if fields is not None]
    return [word for word in words if word]


def play_slowly(module: str, pack: Any, record: Any, action: int, copy: Copier, phases: Set[int]) -> Watched:
    """Apply a legal `action` in place; returns the watched record, whose copies are the positions on the way without
    the final one.

    Args:
        module: name of the module of the game's class.
        pack: record of the pack.
        record: the state.
        action: the action.
        copy: makes a copy of a record.
        phases: a copy is made at the start of each of these phases.
    """
    watched = Watched(record, copy, phases)
    uncompiled(dispatch.kernel_of(module, "apply"))(pack, watched, int(np.int64(action)))
    return watched
