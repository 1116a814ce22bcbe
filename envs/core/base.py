"""What a user calls on a game: `Game` without its environments, and its parts `rules` and `show`.

`Game` is in `game.py`, which adds batches and environments: they import this file.
"""

from __future__ import annotations

import ctypes
import inspect
from collections.abc import Mapping, Sequence, Set
from difflib import get_close_matches
from enum import IntEnum
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, NoReturn, Self
from unicodedata import combining, normalize

import numpy as np

from medianoche.envs.core import arrays
from medianoche.envs.core.arrays import check_seed
from medianoche.envs.core.compile import dispatch
from medianoche.envs.core.compile.jit import DISABLED
from medianoche.envs.core.compile.plain import uncompiled
from medianoche.envs.core.compile.sources import home_of
from medianoche.envs.core.content.fields import field_value, override, wrong_value
from medianoche.envs.core.content.pack import PackSource
from medianoche.envs.core.contents import GameContent, Packs
from medianoche.envs.core.declaration import UNREADABLE, Declaration, S
from medianoche.envs.core.errors import GameError, IllegalActionError, PositionError, choices, shown
from medianoche.envs.core.kernels.loops import DEAL_LIMIT, Loops
from medianoche.envs.core.renamed import attribute_of_game
from medianoche.envs.core.show.catalogue import LANGUAGE, catalogue
from medianoche.envs.core.show.events import PUBLIC, Event, Note, note_dtype, read_notes
from medianoche.envs.core.show.moments import Moments, play_slowly
from medianoche.envs.core.show.sheet import Svg, sheet
from medianoche.envs.core.show.svg import COLUMN, MARGIN, column
from medianoche.envs.core.show.view import Canvas, HeldChoice, View

WIDTH_LIMIT = 20 * COLUMN
"""Largest width of a picture."""
SEEN = 256
"""States as seats know them that are kept in memory."""
PICTURES = ("", "board")
"""What `only` may be."""
CONCEALED = (
    "a position that shows what a seat knows cannot be played on; play what `match.determinized` or "
    "`game.determinize` gives"
)
"""Why a position is refused of which something is concealed."""


class BaseGame(Generic[S]):
    """A game without its environments, as turns, batches, matches and views know theirs: every one is a `Game`.

    Attributes:
        declaration: what the game declares; few users need more of it than is here.
        name: its short name.
        title: its full name.
        version: version of its behaviour.
        players: accepted player counts; the first is the default.
        layout: the blocks of the observation.
        actions: the ranges of the actions.
        num_actions: how many actions there are, the same for every player count.
        observation_size: length of the observation vector, the same for every player count.
    """

    def __init__(self, declaration: type[Declaration[S]]) -> None:
        self.declaration = declaration(self)
        self.name = declaration.name
        self.title = declaration.title
        self.version = declaration.version
        self.players = declaration.players
        self.layout = declaration.layout
        self.actions = declaration.actions
        self.num_actions = declaration.actions.size
        self.observation_size = declaration.layout.size

    if not TYPE_CHECKING:  # type checkers refuse the old names
        __getattr__ = attribute_of_game

    @cached_property
    def rules(self) -> GameRules[S]:
        """Part: rules that few callers need, the loops compiled for the game, and sizes of arrays."""
        return GameRules(self)

    @cached_property
    def content(self) -> GameContent[S, Self]:
        """Part: packs and options."""
        return GameContent(self.declaration, self._copy_with)

    @cached_property
    def show(self) -> GameShow[S]:
        """Part: what happens in a step, as positions, events and sentences."""
        return GameShow(self)

    # ---- seats

    def agents(self, num_players: int | None = None) -> list[str]:
        """Name of each seat, as PettingZoo calls its agents; raises GameError for a player count of no game."""
        return self.declaration.agents(self.content.check_players(num_players))

    def teams(self, num_players: int | None = None) -> list[int]:
        """Team of each seat; a team shares its utility."""
        return self.declaration.teams(self.content.check_players(num_players))

    def roles(self, num_players: int | None = None) -> list[int]:
        """Role of each seat, from 0. Seats with different kinds of choices have different roles."""
        return self.declaration.roles(self.content.check_players(num_players))

    def info(self, state: S, player: int) -> dict[str, int]:
        """What environments tell `player` besides the observation, at least `score`."""
        return self.declaration.info(state, self.rules._check_player(state, player))

    # ---- one state

    def new(self, num_players: int | None = None, seed: int = 0, pack: PackSource = "standard", **options: Any) -> S:
        """Deal a game and play its forced moves.

        Raises:
            GameError, OptionError, PackError: an argument is not accepted.
        """
        blank = self.declaration.blank(self.content.check_players(num_players), self.content.options(options))
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
        accepted = self.declaration.options_model.model_fields
        options = {name: fields.pop(name) for name in list(fields) if name in accepted}
        for name, option, numbers in self.declaration.option_fields:
            number = options.get(option)
            if name == option and isinstance(number, int) and not isinstance(number, bool):
                options[option] = numbers.get(number, number)
        state = self.new(num_players, seed, pack, **options)
        names = {
            "phase": self.declaration.phases.__members__,
            **self.declaration.value_names(self.content.pack_of(state)),
        }
        dtype = self.declaration.state_dtype
        values = {name: field_value(self.name, dtype, name, value, names) for name, value in fields.items()}
        for name, value in values.items():
            override(state, name, value)
        if not arrays.flag(check, f"{self.name}: check =", PositionError):
            return state
        try:
            with np.errstate(over="ignore"):
                self.declaration.derive(state)
        except UNREADABLE as error:
            raise PositionError(f"{self.name}: a field is out of range: {error}") from None
        for name, value in values.items():  # the caller's values override derived ones
            override(state, name, value)
        if reason := self.rules.inconsistency(state):
            raise PositionError(f"{self.name}: {reason}")
        return state

    def copy(self, state: S) -> S:
        """The same state in memory of its own."""
        self.content._check_state(state)
        return self._record_over(state.tobytes())

    def _record_over(self, data: bytes) -> S:
        """A state of these bytes in memory of its own."""
        return np.ndarray(1, self.content._record_dtype, bytearray(data))[0]

    def legal_actions(self, state: S) -> np.ndarray:
        """The legal actions of `state.to_move`, int64, ascending; empty at the end."""
        actions = np.empty(self.num_actions, np.int64)
        rows = self.rules._rows(state)
        counted = self.rules.loops.list_one(self.content.records, rows, self.rules._mask(), actions, 0)
        return actions[: counted >> 8].copy()

    def step(self, state: S, action: int | np.integer[Any]) -> None:
        """Apply `action` and then every forced one, in place.

        Raises:
            IllegalActionError: nothing has changed.
            GameError: something of the position is concealed; nothing has changed.
        """
        rules = self.rules
        rows = rules._playable(state)
        chosen = arrays.integer(action, f"{self.name}: action", IllegalActionError)
        play = rules.loops.play_one
        if not -1 < chosen < self.num_actions or not play(self.content.records, rows, rules._mask()[0], chosen):
            rules._refuse_action(state, chosen, self.legal_actions(state))

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
        return self._in_words(state, number, lang)

    def _in_words(self, state: S, number: int, lang: str = LANGUAGE) -> str:
        """`describe` for arguments that have been checked."""
        try:
            return self.declaration.action_words(View(self, state, None, lang), number)
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

    def view(
        self,
        state: S,
        seat: int | None = None,
        lang: str = LANGUAGE,
        called: Sequence[str] = (),
        looks_on: bool = False,
    ) -> View:
        """The view of `seat` (None: everything, PUBLIC: that of a spectator, who knows what all seats know), from which
        texts and pictures are made in the language `lang`; persons are `called` so, by seat. Texts call the seat "you".
        With `looks_on` the reader is not the seat's player; then texts call the seat by its name."""
        self.content._check_state(state)
        spectator = is_public(seat)
        if seat is None:
            record = self.copy(state)
        else:
            known = _concealed(self, state.tobytes(), PUBLIC if spectator else self.rules._seat(state, seat))
            record = self._record_over(known)
        return View(self, record, None if spectator else seat, lang, spectator, called, looks_on)

    def render(self, state: S, seat: int | None = None, lang: str = LANGUAGE) -> str:
        """The position as text: as `seat` sees it, or all of it for None. What the seat does not know is a "?"."""
        return self.declaration.text(self.view(state, seat, lang))

    def draw(  # noqa: PLR0913 - a picture has more to choose from than a call should have
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
        listed: bool = False,
        looks_on: bool = False,
    ) -> Svg:
        """The position as a picture: as `seat` sees it, or all of it for None.

        Args:
            state: the position.
            seat: the seat whose view is drawn.
            before: an earlier position of the game; changes since then, as the seat sees them, are marked.
            actions: the actions on offer; None: all legal ones if `seat` is to move (any player for seat None).
                An element may stand for several actions; after a click on it, draw again with these actions only.
                `HeldChoice(action)`: an action that the seat has chosen before its turn; what stands for it is marked,
                and nothing is on offer.
            weights: the probability, or share of a search's visits, of actions, from 0 to 1.
            values: values of actions, from -1 to 1, for a search. With values, the board and titles show the chance to
                win after each action that was tried often (`Figures`); without, how often each action is chosen. A star
                marks the action with the greatest figure.
            width: width that there is, in units of the picture, which is 720 wide if that fits, else 360.
            only: "board" for the common board alone, or the seat's own where there is none, for a paper: without
                panels of players and, unless they are given, without actions.
            lang: language of its words, one of `catalogue.LANGUAGES`.
            called: names of persons by seat; "" for a seat that is called by its place.
            events: what happened since `before`, as the seat knows it; ways that pieces have gone are drawn.
            listed: whether a page lists the actions beside the picture. Then an action that no part of the picture
                offers has no button below it, except where the picture is a text.
            looks_on: whether the reader is not the seat's player. Then texts call the seat by its name, not "you".

        Raises:
            GameError: an argument is not accepted.
        """
        view = self.view(state, seat, lang, called, looks_on)
        earlier = None if before is None else self.view(before, seat, lang, called, looks_on)
        if earlier and earlier.seats != view.seats:
            raise GameError(f"{self.name}: `before` is of a game of {len(earlier.seats)} players")
        if not isinstance(only, str) or only not in PICTURES:  # type: ignore[redundant-expr]
            raise GameError(f"{self.name}: only {shown(only)} is not accepted; accepted: {choices(PICTURES)}")
        held = actions.action if isinstance(actions, HeldChoice) else None
        if actions is None:
            asked = not only and not state.done and seat in (None, int(state.to_move))
            actions = self.legal_actions(view.record) if asked else ()
        offered = arrays.rows(actions, self.num_actions, f"{self.name}: actions").tolist()
        shares = self._judged(weights, "weights")
        worths = self._judged(values, "values")
        if not 0 < (width := arrays.integer(width, f"{self.name}: width")) <= WIDTH_LIMIT:
            raise GameError(f"{self.name}: width {width} is not accepted; accepted: 1 to {WIDTH_LIMIT}")
        listed = arrays.flag(listed, f"{self.name}: listed")
        canvas = Canvas(view, earlier, offered, shares, worths, width >= 2 * COLUMN and not only, events, held)
        declaration = self.declaration
        if only:
            table = declaration.board(view, canvas)
        else:
            table = declaration.picture(view, canvas)
            bare = listed and type(declaration).picture is not Declaration.picture
            table = canvas.named(table) if bare else column([table, *canvas.buttons()])
        label = view.say("picture", title=self.title)
        return sheet(table, label, declaration.symbols(view), declaration.ground, 1 if only else MARGIN)

    def account(self, moments: Moments, seat: int | None = None, lang: str = LANGUAGE) -> list[str]:
        """The sentences of the events in `moments`, as far as `seat` may know them (None: all)."""
        if not isinstance(moments, Moments):
            accepted = "game.show.moments(state, action)"  # type: ignore[unreachable]
            raise GameError(f"{self.name}: {shown(moments)} is not the moments of a step; accepted: {accepted}")
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
            named = self.describe(view.record, what, lang)
            effects = [words[:1].upper() + words[1:] for words in self.declaration.effect(view, int(what))]
            return ". ".join([named, *effects])
        words = self.declaration.glossary(view)
        known = {_plain(name): name for name in words}
        if (name := known.get(_plain(what.strip()))) is None:
            close = get_close_matches(_plain(what.strip()), known, 6, 0.4) or list(known)
            accepted = choices(known[word] for word in close) or "nothing to explain"
            raise GameError(f"{self.name}: nothing is called {what!r}; there is {accepted}")
        return f"{name}: {words[name]}"

    def _copy_with(self, packs: Packs) -> Self:
        """A copy of this game with these packs."""
        other = type(self)(type(self.declaration))
        vars(other.content)["packs"] = packs
        vars(other.rules)["loops"] = self.rules.loops
        return other

    def _judged(self, judgements: Mapping[int, float] | None, what: str) -> dict[int, float]:
        """The weights or values that `draw` is given, by action."""
        try:
            numbers = {int(action): float(number) for action, number in (judgements or {}).items()}
        except Exception:  # noqa: BLE001 - the class of the value may raise anything
            numbers = {-1: np.nan}
        if not all(action >= 0 and np.isfinite(number) for action, number in numbers.items()):
            raise GameError(f"{self.name}: {what} = {shown(judgements)}; accepted: a finite number for each action")
        return numbers

    def __repr__(self) -> str:
        return f"game({self.name!r})"


class GameRules(Generic[S]):
    """The rules of a game: `game.rules`.

    Args:
        game: the game.
    """

    def __init__(self, game: BaseGame[S]) -> None:
        self.game = game
        self.name = game.name
        self._declaration = game.declaration
        self._content = game.content

    @cached_property
    def mask_words(self) -> int:
        """Length of an action mask in words of 64 bits."""
        return (self.game.num_actions + 63) // 64

    @cached_property
    def num_roles(self) -> int:
        """The number of roles with the largest number of players."""
        return max(self._declaration.roles(max(self._declaration.players))) + 1

    @cached_property
    def seats(self) -> int:
        """The greatest number of players; per-seat arrays have this length."""
        return max(self._declaration.players)

    @cached_property
    def last_phase(self) -> IntEnum:
        """The phase of a finished game."""
        return next((phase for phase in self._declaration.phases if phase.name == "END"), max(self._declaration.phases))

    @cached_property
    def module(self) -> str:
        """The module of the class to which its kernels belong: its own, or the first base class's that has kernels."""
        modules = [base.__module__ for base in type(self._declaration).__mro__]
        return next(filter(dispatch.has_kernels, modules), modules[0])

    @cached_property
    def home(self) -> Path:
        """The folder or file of the game's kernels, as the functions of `core/compile` take it that hash their
        sources."""
        return home_of(self.module)

    @cached_property
    def loops(self) -> Loops:
        """The generic loops compiled for this game."""
        dispatch.register(self._declaration.state_dtype, self.module)
        return Loops(self._declaration.state_dtype, self._declaration.pack_dtype, self.home)

    def apply(self, state: S, action: int | np.integer[Any]) -> None:
        """Apply `action` alone, in place: no forced moves.

        Raises:
            IllegalActionError: nothing has changed.
            GameError: something of the position is concealed.
        """
        rows = self._playable(state)
        self.loops.apply_one(self._content.records, rows, 0, self._check_legal(state, action))

    def advance(self, state: S) -> None:
        """Settle the state and play forced moves, in place, until there is a choice or the game ends.

        Raises:
            GameError: something of the position is concealed.
        """
        self.loops.advance_one(self._content.records, self._playable(state), 0, self._mask()[0])

    def public(self, state: S) -> S:
        """A copy of `state` that is concealed for all players: what a spectator knows of it."""
        copy = self.game.copy(state)
        for player in range(int(state.num_players)):
            self.game.conceal(copy, player)
        return copy

    def illegal(self, state: S, number: int, legal: Sequence[int] | np.ndarray, where: str = "") -> str:
        """The error line for action `number`, which is not legal, with some legal actions."""
        self._content._check_record(state)
        number = arrays.integer(number, f"{self.name}: action")
        legal = arrays.rows(legal, self.game.num_actions, f"{self.name}: legal")
        if not isinstance(where, str):
            raise GameError(f"{self.name}: where = {shown(where)}; accepted: a str")
        return self._why_illegal(state, number, legal, where)

    def _refuse_action(self, state: S, number: int, legal: np.ndarray, row: int | None = None) -> NoReturn:
        """Refuse action `number`, which is not legal, in a `row` of a batch: the error of every environment."""
        where = "" if row is None else f", row {row}"
        error = IllegalActionError(self._why_illegal(state, number, legal, where))
        error.row = row
        raise error

    def _why_illegal(self, state: S, number: int, legal: np.ndarray, where: str) -> str:
        """`illegal` for arguments that have been checked."""
        if state.done:
            return f"{self.name}{where}: the game is over, action {number} cannot be played"
        agent = self._declaration.agents(int(state.num_players))[int(state.to_move)]
        words = f" ({self.game._in_words(state, number)})" if 0 <= number < self.game.num_actions else ""
        some = "; ".join(f"{a} ({self.game._in_words(state, int(a))})" for a in legal[:4])
        more = ", ..." if len(legal) > 4 else ""
        return f"{self.name}{where}: action {number}{words} is not legal for {agent}; {len(legal)} legal: {some}{more}"

    def all_end_in_the_deal(self) -> str:
        """The error line for environments, which begin where a player has a choice, if no game reaches one."""
        return f"{self.name}: {DEAL_LIMIT} games in a row ended in the deal, before a player had a choice"

    def inconsistency(self, state: S) -> str:
        """The reason why play cannot reach `state`, in words; empty if no invariant is broken.

        Runs without the compiler (some milliseconds), so that a state with arbitrary bytes is read safely.
        `loops.find_inconsistency` is the fast version for states that come from play.
        """
        self._content._check_record(state)
        wrong = self._content._out_of_range(state) or wrong_value(self._declaration.record, state)
        if reason := wrong or self._content._held_options(state)[1]:
            return reason
        end = int(self.last_phase)
        if not 0 <= state.phase <= end or state.done != (state.phase == end):
            return f"phase {state.phase} with done {state.done}; accepted: 0 to {end}, and done 1 in {end} alone"
        if state.to_move not in ([-1] if state.done else range(state.num_players)):
            return f"to_move {state.to_move}; accepted: a seat, or -1 at the end (done {state.done})"
        check = uncompiled(dispatch.kernel_of(self.module, "inconsistency"))
        pack = self._content.packs[int(state.pack)].records[0]
        try:
            broken = int(check(pack, state))
        except UNREADABLE as error:
            return f"a field is out of range: {error}"
        return self.reasons[broken - 1] if broken else ""

    def unsound(self, state: S, num_players: int, options: Any) -> str:
        """The reason why `state` is not one of a game with these players and options; empty if it is."""
        num_players = self._content.check_players(num_players)
        if not isinstance(options, self._declaration.options_model):
            accepted = "game.content.options({...})"
            raise GameError(f"{self.name}: {shown(options)} is not options; accepted: {accepted}")
        self._content._check_record(state)
        if self._is_concealed(state):
            return CONCEALED
        if reason := self.inconsistency(state):
            return reason
        if state.num_players != num_players:
            return f"a state of {state.num_players} players, not of {num_players}"
        held = self._content.options_of(state)
        for name, value in options.model_dump().items():
            if held.get(name, value) != value:
                return f"a state of a game with {name} = {held[name]!r}, not {value!r}"
        return ""

    @cached_property
    def reasons(self) -> tuple[str, ...]:
        """The sentences of the game's `Broken`, or the INCONSISTENCIES of a small game."""
        names = vars(inspect.getmodule(dispatch.kernel_of(self.module, "inconsistency")))
        return tuple(reason.meaning for reason in names["Broken"]) if "Broken" in names else names["INCONSISTENCIES"]

    def _check_legal(self, state: S, action: int | np.integer[Any]) -> int:
        """The number of `action`; raises IllegalActionError if it is not legal."""
        chosen = arrays.integer(action, f"{self.name}: action", IllegalActionError)
        legal = self.game.legal_actions(state)
        if not 0 <= chosen < self.game.num_actions or chosen not in legal:
            raise IllegalActionError(self.illegal(state, chosen, legal))
        return chosen

    def _check_player(self, state: S, player: int) -> int:
        """The number of the seat `player`; raises GameError for a state of another game or a seat that is not in it."""
        self._content._check_state(state)
        return self._seat(state, player)

    def _seat(self, state: S, player: int) -> int:
        """`_check_player` for a state that has been checked."""
        player = arrays.integer(player, f"{self.name}: player")
        count = int(state["num_players"])
        if not 0 <= player < count:
            raise GameError(f"{self.name}: no player {player}; accepted: 0 to {count - 1}")
        return player

    def _check_seat(self, state: S, seat: int | None) -> None:
        """Raise GameError unless `seat` is None, PUBLIC or one of the game of `state`."""
        self._content._check_state(state)
        if seat is not None and not is_public(seat):
            self._seat(state, seat)

    def _rows(self, state: S, writable: bool = False) -> np.ndarray:
        """`state` as an array of one row over the same memory."""
        self._content._check_state(state)
        if writable and not state.flags.writeable:
            raise GameError(f"{self.name}: the state is read-only; give a copy")
        if self._content.stream:
            self._content.stream.read([int(state["pack"])])
        memory: Any = state
        dtype = self._declaration.state_dtype
        rows = np.frombuffer(memory, dtype)
        if not DISABLED:  # compiled loops write to it, though NumPy takes the memory of a record for read-only
            return rows
        if state.flags.writeable and not rows.flags.writeable:
            address = np.frombuffer(memory, np.uint8).ctypes.data
            memory = (ctypes.c_char * dtype.itemsize).from_address(address)
            rows = np.ndarray(1, dtype, memoryview(memory))
        return rows.view(np.recarray)

    def _playable(self, state: S) -> np.ndarray:
        """`_rows` for a step; raises GameError if something of the position is concealed."""
        rows = self._rows(state, writable=True)
        if self._is_concealed(state):
            self._refuse_concealed()
        return rows

    @staticmethod
    def _is_concealed(state: S) -> bool:
        """Whether something of `state` is concealed: then its generator is zero, which no deal leaves it (but for one
        seed in 2**64)."""
        record: Any = state
        return not np.void.__getitem__(record, "rng")  # a third of the time of `state.rng`

    def _refuse_concealed(self) -> NoReturn:
        """Raise the error for a step from a position of which something is concealed."""
        raise GameError(f"{self.name}: {CONCEALED}")

    def _mask(self) -> np.ndarray:
        """An empty mask of actions: uint64[1, mask_words]."""
        return np.zeros((1, self.mask_words), np.uint64)


class GameShow(Generic[S]):
    """What happens in a step of a game: `game.show`.

    Args:
        game: the game.
    """

    def __init__(self, game: BaseGame[S]) -> None:
        self.game = game
        self._declaration = game.declaration

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
        positions = [self.game.copy(state)]
        notes = []
        last = self.game.rules.last_phase
        questions = {int(phase) for phase in self._declaration.phases if phase < last}
        copied = questions | self._declaration.told_phases | also
        while True:
            watched = play_slowly(self.game.rules.module, pack, record, int(legal), self.game.copy, copied)
            notes += [Note(kind, values, len(positions) + place) for kind, values, place in watched.notes]
            positions += [*watched.copies, self.game.copy(record)]
            choices_left = self.game.legal_actions(record)
            if record.done or len(choices_left) != 1:
                return Moments(self.game, positions, notes)
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
        kinds = self._declaration.kinds
        if not kinds or getattr(events, "dtype", None) != note_dtype(kinds) or events.ndim != 1:
            raise GameError(f"{self.game.name}: {shown(events)} is not accepted; accepted: a row of batch.events")
        return read_notes(kinds, events)


@lru_cache(SEEN)
def _concealed(game: BaseGame[Any], data: bytes, seat: int) -> bytes:
    """The bytes of a state as a seat, or the public, knows it. Words and pictures look at the same few states again and
    again."""
    state = game._record_over(data)
    return bytes((game.rules.public(state) if seat == PUBLIC else game.known(state, seat)).tobytes())


def is_public(seat: object) -> bool:
    """Whether `seat`, which may be anything, is that of a spectator."""
    return isinstance(seat, int | np.integer) and int(seat) == PUBLIC


def _plain(name: str) -> str:
    """`name` in lower case and without accents."""
    return "".join(sign for sign in normalize("NFKD", name.casefold()) if not combining(sign))
