"""What happens in a step of a game, for texts and pictures: positions, events, sentences."""

from __future__ import annotations

from collections.abc import Set
from typing import Any, Generic

import numpy as np

from medianoche.envs.core.declaration import S
from medianoche.envs.core.errors import GameError, shown
from medianoche.envs.core.show.catalogue import LANGUAGE
from medianoche.envs.core.show.events import Event, Note, note_dtype, read_notes
from medianoche.envs.core.show.moments import Moments, play_slowly
from medianoche.envs.core.show.view import Shown


class GameShow(Generic[S]):
    """What happens in a step of a game: `game.show`.

    Args:
        game: the game.
    """

    def __init__(self, game: Shown) -> None:
        self.game = game
        self._declared = game.declared

    def moments(self, state: S, action: int | np.integer[Any], also: Set[int] = frozenset()) -> Moments:
        """The positions through which `step(state, action)` goes, `state` first, each a copy: after every forced move,
        and after each automatic change of the phase at which a player could be asked, or to a phase in `also`; and what
        happens between them. Takes milliseconds.

        Raises:
            IllegalActionError: `action` is not legal.
            GameError: something of the position is concealed.
        """
        record = self.game.copy(state)
        self.game.rules._playable(record)
        legal = self.game.rules._check_legal(state, action)
        if not isinstance(also, Set):
            raise GameError(f"{self.game.name}: also {shown(also)} is not accepted; accepted: a set of phases")
        pack = self.game.content.packs[int(state.pack)].records[0]
        found = [self.game.copy(state)]
        notes = []
        own = self._declared
        last = self.game.rules.last_phase
        looked_at = {int(phase) for phase in own.phases if phase < last} | own.told_phases | also
        while True:
            watched = play_slowly(self.game.rules.module, pack, record, int(legal), self.game.copy, looked_at)
            notes += [Note(kind, values, len(found) + place) for kind, values, place in watched.notes]
            found += [*watched.copies, self.game.copy(record)]
            choices_left = self.game.legal_actions(record)
            if record.done or len(choices_left) != 1:
                return Moments(self.game, found, notes)
            legal = int(choices_left[0])

    def events(
        self, before: S, action: int | np.integer[Any], seat: int | None = None, lang: str = LANGUAGE
    ) -> list[Event]:
        """What happens in `step(before, action)`, in order, as far as `seat` may know it (None: all), with sentences in
        the language `lang`. Takes milliseconds.

        Raises:
            IllegalActionError: `action` is not legal.
        """
        self.game.rules._check_seat(before, seat)
        return self.moments(before, action).events(seat, lang)

    def tell(
        self, before: S, action: int | np.integer[Any], seat: int | None = None, lang: str = LANGUAGE
    ) -> list[str]:
        """The sentences of `events`."""
        return [event.words for event in self.events(before, action, seat, lang) if event.words]

    def notes(self, events: np.ndarray) -> list[Note]:
        """The events in a row of `Batch.events`; `Note.known(seat)` is what a seat learns of one.

        Raises:
            GameError: it is no such row of this game.
        """
        kinds = self._declared.kinds
        if not kinds or getattr(events, "dtype", None) != note_dtype(kinds) or events.ndim != 1:
            raise GameError(f"{self.game.name}: {shown(events)} is not accepted; accepted: a row of batch.events")
        return read_notes(kinds, events)
