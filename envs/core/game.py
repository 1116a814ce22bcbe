"""A game as an object: rules on one state at a time, texts and pictures, environments and batches."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence, Set
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any
from unicodedata import combining, normalize

import numpy as np

from medianoche.envs.core import arrays
from medianoche.envs.core.content.pack import PackSource
from medianoche.envs.core.declaration import Options, S, State
from medianoche.envs.core.errors import GameError, PackError, choices, shown
from medianoche.envs.core.show.catalogue import LANGUAGE
from medianoche.envs.core.show.events import PUBLIC, Event, Note
from medianoche.envs.core.show.moments import Moments, play_slowly
from medianoche.envs.core.show.svg import COLUMN, MARGIN, Svg, column, sheet
from medianoche.envs.core.show.view import Canvas, View
from medianoche.envs.core.single import SingleState

if TYPE_CHECKING:
    from medianoche.envs.core.play.aec import AEC
    from medianoche.envs.core.play.batch import Batch

WIDEST = 20 * COLUMN
"""Largest width of a picture."""
PARTS = ("", "board")
"""What `only` may be."""


__all__ = ["Game", "Options", "State"]


NAMED = {"state_dtype": "STATE", "phases": "Phase", "layout": "LAYOUT", "actions": "ACTIONS"}
"""What a game takes by name from the module of its class."""


class Game(SingleState[S]):
    """A game as an object: its rules on one state at a time, its words and pictures, environments and batches of it.
    STATE, Phase, LAYOUT and ACTIONS of the module of its class are taken by their names, unless the class gives others.
    """

    def __init_subclass__(cls) -> None:
        module = sys.modules.get(cls.__module__)
        for field, name in NAMED.items():
            if not hasattr(cls, field) and hasattr(module, name):
                setattr(cls, field, getattr(module, name))
        super().__init_subclass__()

    # ---- as one seat sees it

    def view(self, state: S, seat: int | None = None, lang: str = LANGUAGE) -> View:
        """The view of `seat` (None: everything, PUBLIC: that of a spectator, who knows what all seats know), from which
        texts and pictures are made in the language `lang`."""
        self._check_state(state)
        if _is_public(seat):
            return View(self, self.public(state), None, lang, spectator=True)
        return View(self, self.copy(state) if seat is None else self.known(state, seat), seat, lang)

    def render(self, state: S, seat: int | None = None, lang: str = LANGUAGE) -> str:
        """The position as text: as `seat` sees it, or all of it for None. What the seat does not know is a "?"."""
        return self.text(self.view(state, seat, lang))

    def draw(
        self,
        state: S,
        seat: int | None = None,
        *,
        before: S | None = None,
        actions: Sequence[int] | np.ndarray | None = None,
        weights: Mapping[int, float] | None = None,
        values: Mapping[int, float] | None = None,
        width: int = COLUMN,
        only: str = "",
        lang: str = LANGUAGE,
    ) -> Svg:
        """The position as a picture: as `seat` sees it, or all of it for None.

        Args:
            state: the position.
            seat: the seat whose view is drawn.
            before: an earlier position of the game; changes since then, as the seat sees them, are marked.
            actions: the actions on offer; None: all legal ones if `seat` is to move (any player for seat None).
                An element may stand for several actions; after a click on it, draw again with these actions only.
            weights: the probability, or share of a search's visits, of actions, from 0 to 1; drawn on the board.
            values: values of actions, from -1 to 1; drawn where there is no weight, else in the title.
            width: width that there is, in units of the picture, which is 720 wide if that fits, else 360.
            only: "board" for the common board alone, or the seat's own where there is none, for a paper: without
                panels of players and, unless they are given, without actions.
            lang: language of its words, one of `catalogue.LANGUAGES`.

        Raises:
            GameError: an argument is not accepted.
        """
        view = self.view(state, seat, lang)
        earlier = None if before is None else self.view(before, seat, lang)
        if earlier and earlier.seats != view.seats:
            raise GameError(f"{self.name}: `before` is of a game of {len(earlier.seats)} players")
        if not isinstance(only, str) or only not in PARTS:  # type: ignore[redundant-expr]
            raise GameError(f"{self.name}: only {shown(only)} is not accepted; accepted: {choices(PARTS)}")
        if actions is None:
            asked = not only and not state.done and seat in (None, int(state.to_move))
            actions = self.legal_actions(view.record) if asked else ()
        offered = arrays.rows(actions, self.num_actions, f"{self.name}: actions").tolist()
        judged = [self._judged(given, name) for given, name in ((weights, "weights"), (values, "values"))]
        if not 0 < (width := arrays.integer(width, f"{self.name}: width")) <= WIDEST:
            raise GameError(f"{self.name}: width {width} is not accepted; accepted: 1 to {WIDEST}")
        canvas = Canvas(view, earlier, offered, judged[0], judged[1], width >= 2 * COLUMN and not only)
        table = self.board(view, canvas) if only else column([self.picture(view, canvas), *canvas.buttons()])
        label = view.say("picture", title=self.title)
        return sheet(table, label, self.symbols(view), self.ground, 1 if only else MARGIN)

    def moments(self, state: S, action: int | np.integer[Any], also: Set[int] = frozenset()) -> Moments:
        """The positions through which `step(state, action)` goes, `state` first, each a copy: after every forced move,
        and after each automatic change of the phase at which a player could be asked, or to a phase in `also`; and what
        happens between them. Takes milliseconds.

        Raises:
            IllegalActionError: `action` is not legal.
        """
        record, legal = self.copy(state), self._check_legal(state, action)
        if not isinstance(also, Set):
            raise GameError(f"{self.name}: also {shown(also)} is not accepted; accepted: a set of phases")
        pack, found, notes = self.packs[int(state.pack)].records[0], [self.copy(state)], []
        looked_at = {int(phase) for phase in self.phases if phase < self.last_phase} | self.told_phases | also
        while True:
            watched = play_slowly(self.rules_module, pack, record, int(legal), self.copy, looked_at)
            notes += [Note(kind, values, len(found) + place) for kind, values, place in watched.notes]
            found += [*watched.copies, self.copy(record)]
            choices_left = self.legal_actions(record)
            if record.done or len(choices_left) != 1:
                return Moments(self, found, notes)
            legal = int(choices_left[0])

    def events(
        self, before: S, action: int | np.integer[Any], seat: int | None = None, lang: str = LANGUAGE
    ) -> list[Event]:
        """What happens in `step(before, action)`, in order, as far as `seat` may know it (None: all), with sentences in
        the language `lang`. Takes milliseconds.

        Raises:
            IllegalActionError: `action` is not legal.
        """
        self._check_seat(before, seat)
        return self.moments(before, action).events(seat, lang)

    def tell(
        self, before: S, action: int | np.integer[Any], seat: int | None = None, lang: str = LANGUAGE
    ) -> list[str]:
        """The sentences of `events`."""
        return self.account(self.moments(before, action), seat, lang)

    def stage(self, view: View) -> str:
        """How far the game is, in a few words: "round 3 of 8"; by default "", for no words."""
        return ""

    def account(self, moments: Moments, seat: int | None = None, lang: str = LANGUAGE) -> list[str]:
        """The sentences of the events in `moments`, as far as `seat` may know them (None: all)."""
        self._check_seat(moments[0], seat)
        return [event.words for event in moments.events(seat, lang) if event.words]

    def _check_seat(self, state: S, seat: int | None) -> None:
        self._check_state(state)
        if seat is not None and not _is_public(seat):
            self._check_player(state, seat)

    def explain(self, state: S, what: str | int, seat: int | None = None, lang: str = LANGUAGE) -> str:
        """Explain a card, piece or action in words.

        Args:
            state: the position.
            what: a name of the `glossary`, in upper or lower case, with or without accents, or the number of an action.
            seat: the seat that asks; the text holds nothing that it does not know.
            lang: the language of the text, and of names.

        Raises:
            GameError: there is no such name or action.
        """
        view = self.view(state, seat, lang)
        if not isinstance(what, str):
            return ". ".join([self.describe(view.record, what, lang), *self.effect(view, int(what))])
        words = self.glossary(view)
        known = {_plain(name): name for name in words}
        if (name := known.get(_plain(what.strip()))) is None:
            close = get_close_matches(_plain(what.strip()), known, 6, 0.4) or list(known)
            there = choices(known[each] for each in close) or "nothing to explain"
            raise GameError(f"{self.name}: nothing is called {what!r}; there is {there}")
        return f"{name}: {words[name]}"

    # ---- many states

    def batch(self, num_envs: int, **arguments: Any) -> Batch:
        """Many games at once; see `Batch`."""
        from medianoche.envs.core.play.batch import Batch

        return Batch(self, num_envs, **arguments)

    def aec(self, **arguments: Any) -> AEC:
        """A PettingZoo environment; see `AEC`."""
        from medianoche.envs.core.play.aec import AEC

        return AEC(self, **arguments)

    def _judged(self, given: Any, name: str) -> dict[int, float]:
        """What an action is given in `draw`, by its number."""
        try:
            found = {int(action): float(number) for action, number in (given or {}).items()}
        except Exception:  # noqa: BLE001 - the class of the value may raise anything
            found = {-1: np.nan}
        if not all(action >= 0 and np.isfinite(number) for action, number in found.items()):
            raise GameError(f"{self.name}: {name} = {shown(given)}; accepted: a finite number for each action")
        return found

    def __reduce__(self) -> tuple[Any, ...]:
        from medianoche.envs.core.registry import game

        if game(self.location) is self and len(self.packs) == 1:
            return game, (self.location,)
        if self.stream:
            return _reopen, (self.location, [self.stream.source], self.stream.known())
        packs = [(number, pack.hash) for number, pack in enumerate(self.packs)]
        return _reopen, (self.location, [pack.source for pack in self.packs], packs)

    def __repr__(self) -> str:
        return f"game({self.name!r})"


def _plain(name: str) -> str:
    """`name` in lower case and without accents."""
    return "".join(sign for sign in normalize("NFKD", name.casefold()) if not combining(sign))


def _reopen(location: str, sources: list[PackSource], packs: list[tuple[int, str]]) -> Game:
    """A game and its packs, unpickled, of a stream those that were read; raises PackError where they are others now."""
    from medianoche.envs.core.registry import game

    found = game(location).with_packs(sources)
    for number, known in packs:
        name = f"{number} of {sources[0]}" if found.stream else sources[number]
        if (now := found.packs[number].hash) != known:
            raise PackError(f"pack {name} has changed: {now} here, {known} when it was pickled")
    return found


def _is_public(seat: object) -> bool:
    """Whether `seat`, which may be anything, is that of a spectator."""
    return isinstance(seat, int | np.integer) and int(seat) == PUBLIC
