"""A game without environments: rules on one state at a time, texts and pictures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from functools import cached_property
from operator import attrgetter
from typing import Any, Generic, Self
from unicodedata import combining, normalize

import numpy as np

from medianoche.envs.core import arrays
from medianoche.envs.core.arrays import check_seed
from medianoche.envs.core.content.pack import Pack, PackSource
from medianoche.envs.core.content.stream import Stream
from medianoche.envs.core.contents import GameContent
from medianoche.envs.core.declaration import UNREADABLE, Declaration, Named, S
from medianoche.envs.core.errors import GameError, IllegalActionError, PositionError, choices, shown
from medianoche.envs.core.guards import guard
from medianoche.envs.core.rules import GameRules, is_public
from medianoche.envs.core.show.catalogue import LANGUAGE, catalogue
from medianoche.envs.core.show.events import Event
from medianoche.envs.core.show.moments import Moments
from medianoche.envs.core.show.svg import COLUMN, MARGIN, Svg, column, sheet
from medianoche.envs.core.show.view import Canvas, View, Words
from medianoche.envs.core.showing import GameShow

WIDEST = 20 * COLUMN
"""Largest width of a picture."""
PARTS = ("", "board")
"""What `only` may be."""


class BaseGame(Named, Generic[S]):
    """A game without environments, as turns, batches, matches and views know theirs: every one is a `Game`."""

    @cached_property
    def rules(self) -> GameRules[S]:
        """Part: the rules on one state, as far as they are not here, the loops compiled for the game, and sizes."""
        return GameRules(self)

    @cached_property
    def content(self) -> GameContent[S, Self]:
        """Part: packs and options."""
        return GameContent(self, self.declared)

    @cached_property
    def show(self) -> GameShow[S]:
        """Part: what happens in a step, as positions, events and sentences."""
        return GameShow(self)

    @property
    def declared(self) -> Words[S]:
        """This game as what its class declares: fields, teams and roles, functions for its words and pictures."""
        assert isinstance(self, Words)
        return self

    @cached_property
    def observation_size(self) -> int:
        """Length of the observation vector, the same for every player count."""
        return self.layout.size

    @cached_property
    def num_actions(self) -> int:
        """How many actions there are, the same for every player count."""
        return self.actions.size

    def new(self, num_players: int | None = None, seed: int = 0, pack: PackSource = "standard", **options: Any) -> S:
        """Deal a game and play its forced moves.

        Raises:
            GameError, OptionError, PackError: an argument is not accepted.
        """
        blank = self.declared.blank(self.content.check_players(num_players), self.content.options(options))
        seed = check_seed(seed)
        blank["pack"] = self.content._pack_index(pack, seed)
        states = np.ndarray(1, self.content._record_dtype, bytearray(blank.tobytes()))
        actions = np.empty(self.num_actions, np.int64)
        self.rules.loops.begin_one(self.content.records, states, self.rules._mask(), blank, actions, seed)
        return states[0]

    def position(
        self,
        num_players: int | None = None,
        seed: int = 0,
        pack: PackSource = "standard",
        check: bool = True,
        **fields: Any,
    ) -> S:
        """Deal a game and override fields or options of its state.

        With `check`, fields that follow from others are derived, and positions that play cannot reach are refused.
        Without it fields are only set; kernels may crash on an unsound state.

        A value is an integer, an array (one shorter than its field sets the first places), or a name where values have
        names (`value_names`): `phase="PICK"`. A field with the name of an option may be given as the option or as
        its number: the fields of a state (`game.view(state).fields`) give the position again.

        Raises:
            PositionError: an unknown field, a value that does not fit, or (with `check`) a position that play
                cannot reach.
        """
        options = {name: fields.pop(name) for name in list(fields) if name in self.declared.options_model.model_fields}
        for name, option, numbers in self.declared._option_fields:
            given = options.get(option)
            if name == option and isinstance(given, int) and not isinstance(given, bool):
                options[option] = numbers.get(given, given)
        state = self.new(num_players, seed, pack, **options)
        words = {"phase": self.declared.phases.__members__, **self.declared.value_names(self.content.pack_of(state))}
        values = {name: self.rules._value_of(name, value, words.get(name, {})) for name, value in fields.items()}
        for name, value in values.items():
            self.rules._override(state, name, value)
        if arrays.flag(check, f"{self.name}: check =", PositionError):
            try:
                with np.errstate(over="ignore"):
                    self.declared.derive(state)
            except UNREADABLE as error:
                raise PositionError(f"{self.name}: a field is out of range: {error}") from None
            for name, value in values.items():  # given values override derived ones
                self.rules._override(state, name, value)
            if reason := self.rules.inconsistency(state):
                raise PositionError(f"{self.name}: {reason}")
        return state

    def copy(self, state: S) -> S:
        """The same state in memory of its own."""
        self.content._check_state(state)
        return np.ndarray(1, self.content._record_dtype, bytearray(state.tobytes()))[0]

    def legal_actions(self, state: S) -> np.ndarray:
        """The legal actions of `state.to_move`, int64, ascending; empty at the end."""
        actions = np.empty(self.num_actions, np.int64)
        found = self.rules.loops.list_one(self.content.records, self.rules._rows(state), self.rules._mask(), actions, 0)
        return actions[: found >> 8].copy()

    def step(self, state: S, action: int | np.integer[Any]) -> None:
        """Apply `action` and then every forced one, in place.

        Raises:
            IllegalActionError: nothing has changed.
        """
        rows = self.rules._rows(state, writable=True)
        rules = self.rules
        chosen = arrays.integer(action, f"{self.name}: action", IllegalActionError)
        play = rules.loops.play_one
        if not -1 < chosen < self.num_actions or not play(self.content.records, rows, rules._mask()[0], chosen):
            raise IllegalActionError(rules.illegal(state, chosen, self.legal_actions(state)))

    def observe(self, state: S, player: int) -> np.ndarray:
        """The observation of `player`: float32[observation_size]."""
        rows = self.rules._rows(state)
        out = np.empty(self.observation_size, np.float32)
        self.rules.loops.observe_one(self.content.records, rows, 0, self.rules._seat(state, player), out)
        return out

    def determinize(self, state: S, player: int, seed: int) -> None:
        """Resample in place everything hidden from `player`."""
        rows = self.rules._rows(state, writable=True)
        player = self.rules._seat(state, player)
        seed = check_seed(seed)
        self.rules.loops.determinize_one(self.content.records, rows, self.rules._mask(), 0, player, seed)

    def conceal(self, state: S, player: int) -> None:
        """Overwrite everything that `player` does not know, in place; the state then represents what it knows."""
        rows = self.rules._rows(state, writable=True)
        self.rules.loops.conceal_one(self.content.records, rows, 0, self.rules._seat(state, player))

    def known(self, state: S, player: int) -> S:
        """A concealed copy of `state`: what `player` knows of it."""
        copy = self.copy(state)
        self.conceal(copy, player)
        return copy

    def describe(self, state: S, action: int, lang: str = LANGUAGE) -> str:
        """`action` in words, e.g. "pick flower"; it need not be legal.

        Raises:
            GameError: no state of this game, or no number of an action.
            OptionError: there is no such language.
        """
        self.content._check_state(state)
        number = arrays.integer(action, f"{self.name}: action")
        if not 0 <= number < self.num_actions:
            raise GameError(f"{self.name} has no action {number}; accepted: 0 to {self.num_actions - 1}")
        catalogue(self.content.folder, lang)  # raises for a language that there is not
        try:
            return self.declared.action_words(View(self, state, None, lang), number)
        except UNREADABLE as error:
            raise GameError(f"{self.name}: a field of the state is out of range: {error}") from None

    def heuristic(self, state: S, seed: int = 0) -> int:
        """The hand-written policy's action for the player to move, on a determinized copy of the state."""
        sample = self.copy(state)
        if state.done:
            raise GameError(f"{self.name}: the game is over")
        self.determinize(sample, int(state.to_move), seed)
        rules = self.rules
        packs = self.content.records
        mask = rules._mask()
        actions = np.zeros(1, np.int64)
        rules.loops.legal_one(packs, rules._rows(state), 0, mask[0])
        rules.loops.heuristic_rows(packs, rules._rows(sample), mask, np.zeros(1, np.int64), actions)
        return int(actions[0])

    def view(self, state: S, seat: int | None = None, lang: str = LANGUAGE, called: Sequence[str] = ()) -> View:
        """The view of `seat` (None: everything, PUBLIC: that of a spectator, who knows what all seats know), from which
        texts and pictures are made in the language `lang`; persons are `called` so, by seat."""
        self.content._check_state(state)
        if is_public(seat):
            return View(self, self.rules.public(state), None, lang, spectator=True, called=called)
        return View(self, self.copy(state) if seat is None else self.known(state, seat), seat, lang, called=called)

    def render(self, state: S, seat: int | None = None, lang: str = LANGUAGE) -> str:
        """The position as text: as `seat` sees it, or all of it for None. What the seat does not know is a "?"."""
        return self.declared.text(self.view(state, seat, lang))

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
        called: Sequence[str] = (),
        events: Sequence[Event] = (),
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
            called: names of persons by seat; "" for a seat that is called by its place.
            events: what happened since `before`, as the seat knows it; ways that pieces have gone are drawn.

        Raises:
            GameError: an argument is not accepted.
        """
        view = self.view(state, seat, lang, called)
        earlier = None if before is None else self.view(before, seat, lang, called)
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
        canvas = Canvas(view, earlier, offered, judged[0], judged[1], width >= 2 * COLUMN and not only, events)
        own = self.declared
        table = own.board(view, canvas) if only else column([own.picture(view, canvas), *canvas.buttons()])
        label = view.say("picture", title=self.title)
        return sheet(table, label, own.symbols(view), own.ground, 1 if only else MARGIN)

    def account(self, moments: Moments, seat: int | None = None, lang: str = LANGUAGE) -> list[str]:
        """The sentences of the events in `moments`, as far as `seat` may know them (None: all)."""
        self.rules._check_seat(moments[0], seat)
        return [event.words for event in moments.events(seat, lang) if event.words]

    def explain(
        self, state: S, what: str | int, seat: int | None = None, lang: str = LANGUAGE, called: Sequence[str] = ()
    ) -> str:
        """Explain a card, piece or action in words.

        Args:
            state: the position.
            what: a name of the `glossary`, in upper or lower case, with or without accents, or the number of an action.
            seat: the seat that asks; the text holds nothing that it does not know.
            lang: the language of the text, and of names.
            called: names of persons by seat.

        Raises:
            GameError: there is no such name or action.
        """
        view = self.view(state, seat, lang, called)
        if not isinstance(what, str):
            return ". ".join([self.describe(view.record, what, lang), *self.declared.effect(view, int(what))])
        words = self.declared.glossary(view)
        known = {_plain(name): name for name in words}
        if (name := known.get(_plain(what.strip()))) is None:
            close = get_close_matches(_plain(what.strip()), known, 6, 0.4) or list(known)
            there = choices(known[each] for each in close) or "nothing to explain"
            raise GameError(f"{self.name}: nothing is called {what!r}; there is {there}")
        return f"{name}: {words[name]}"

    def _with(self, packs: list[Pack] | Stream) -> Self:
        """A copy of this game with these packs."""
        other = type(self)()
        vars(other.content)["packs"] = packs
        vars(other.rules)["loops"] = self.rules.loops
        return other

    def _judged(self, given: Any, name: str) -> dict[int, float]:
        """What an action is given in `draw`, by its number."""
        try:
            found = {int(action): float(number) for action, number in (given or {}).items()}
        except Exception:  # noqa: BLE001 - the class of the value may raise anything
            found = {-1: np.nan}
        if not all(action >= 0 and np.isfinite(number) for action, number in found.items()):
            raise GameError(f"{self.name}: {name} = {shown(given)}; accepted: a finite number for each action")
        return found

    def __repr__(self) -> str:
        return f"game({self.name!r})"


def _plain(name: str) -> str:
    """`name` in lower case and without accents."""
    return "".join(sign for sign in normalize("NFKD", name.casefold()) if not combining(sign))


for each in (BaseGame, Declaration, Words):
    guard(each)
guard(GameRules, attrgetter("game"))
