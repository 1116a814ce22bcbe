"""Operations on one state of a game: deal, step, observe, determinize, conceal, check."""

from __future__ import annotations

import ctypes
import inspect
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from medianoche.envs.core import arrays
from medianoche.envs.core.arrays import check_seed
from medianoche.envs.core.compile import dispatch
from medianoche.envs.core.compile.jit import DISABLED
from medianoche.envs.core.compile.plain import uncompiled
from medianoche.envs.core.content.fields import wrong_value
from medianoche.envs.core.content.pack import PackSource
from medianoche.envs.core.declaration import UNREADABLE, Declaration, S
from medianoche.envs.core.errors import GameError, IllegalActionError, PositionError, choices, shown
from medianoche.envs.core.kernels.loops import DEAL_LIMIT
from medianoche.envs.core.show.catalogue import LANGUAGE, catalogue
from medianoche.envs.core.show.view import View

if TYPE_CHECKING:
    from medianoche.envs.core.game import Game


class SingleState(Declaration[S]):
    """A game's rules, applied to one state at a time."""

    # ---- one state

    def new(self, num_players: int | None = None, seed: int = 0, pack: PackSource = "standard", **options: Any) -> S:
        """Deal a game and play its forced moves.

        Raises:
            GameError, OptionError, PackError: an argument is not accepted.
        """
        blank = self.blank(self.content.check_players(num_players), self.content.options(options))
        seed = check_seed(seed)
        blank["pack"] = self.content.pack_index(pack, seed)
        states = np.ndarray(1, self.rules.record_dtype, bytearray(blank.tobytes()))
        actions = np.empty(self.num_actions, np.int64)
        self.rules.loops.begin_one(self.content.records, states, self.rules.mask(), blank, actions, seed)
        dealt: S = states[0]
        return dealt

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
        options = {name: fields.pop(name) for name in list(fields) if name in self.options_model.model_fields}
        for name, option, numbers in self.content.option_fields:
            given = options.get(option)
            if name == option and isinstance(given, int) and not isinstance(given, bool):
                options[option] = numbers.get(given, given)
        state = self.new(num_players, seed, pack, **options)
        words = {"phase": self.phases.__members__, **self.value_names(self.content.pack_of(state))}
        values = {name: self._value(name, value, words.get(name, {})) for name, value in fields.items()}
        for name, value in values.items():
            self._override(state, name, value)
        if arrays.flag(check, f"{self.name}: check =", PositionError):
            try:
                with np.errstate(over="ignore"):
                    self.derive(state)
            except UNREADABLE as error:
                raise PositionError(f"{self.name}: a field is out of range: {error}") from None
            for name, value in values.items():  # given values override derived ones
                self._override(state, name, value)
            if reason := self.rules.inconsistency(state):
                raise PositionError(f"{self.name}: {reason}")
        return state

    def _value(self, name: str, value: Any, names: Mapping[str, int]) -> np.ndarray:
        """A value given to `position` as an array of the field's dtype; `names` are names of values of the field."""
        if name not in (self.state_dtype.names or ()):
            raise PositionError(f"{self.name} has no field {name!r}; fields: {choices(self.state_dtype.names or ())}")
        dtype = self.state_dtype[name]
        accepted = str(dtype.base) + "".join(f"[{size}]" for size in dtype.shape)
        given = arrays.array(value, f"{self.name}: {name}", accepted, PositionError)
        if given.dtype.kind in "UO" and names:
            accepted += f", or of {choices(names)}"
            given = np.array(value, object)
            numbers = [names.get(item, item) if isinstance(item, str) else item for item in given.ravel().tolist()]
            if all(isinstance(number, int) for number in numbers):
                given = np.array(numbers).reshape(given.shape)
        if given.dtype.kind not in ("biuf" if dtype.base.kind == "f" else "biu"):
            raise PositionError(f"{self.name}: {name} = {shown(value)}; accepted: {accepted}")
        if given.ndim and (
            given.ndim != len(dtype.shape) or not all(g <= f for g, f in zip(given.shape, dtype.shape, strict=True))
        ):
            raise PositionError(f"{self.name}: {name} has shape {dtype.shape}, given {given.shape}")
        with np.errstate(all="ignore"):
            cast = given.astype(dtype.base)
        if not np.array_equal(cast, given):
            raise PositionError(f"{self.name}: {name} does not fit {dtype.base}: {shown(value)}")
        return cast

    @staticmethod
    def _override(state: S, name: str, value: np.ndarray) -> None:
        field = state[name]
        if not field.ndim:
            state[name] = value
        elif not value.ndim:
            field[...] = value
        else:
            field[tuple(slice(0, size) for size in value.shape)] = value

    def copy(self, state: S) -> S:
        """The same state in memory of its own."""
        self.rules.check_state(state)
        copy: S = np.ndarray(1, self.rules.record_dtype, bytearray(state.tobytes()))[0]
        return copy

    def legal_actions(self, state: S) -> np.ndarray:
        """The legal actions of `state.to_move`, int64, ascending; empty at the end."""
        actions = np.empty(self.num_actions, np.int64)
        found = self.rules.loops.list_one(self.content.records, self.rules.rows(state), self.rules.mask(), actions, 0)
        return actions[: found >> 8].copy()

    def step(self, state: S, action: int | np.integer[Any]) -> None:
        """Apply `action` and then every forced one, in place.

        Raises:
            IllegalActionError: nothing has changed.
        """
        rows, chosen = (
            self.rules.rows(state, writable=True),
            arrays.integer(action, f"{self.name}: action", IllegalActionError),
        )
        if not -1 < chosen < self.num_actions or not self.rules.loops.play_one(
            self.content.records, rows, self.rules.mask()[0], chosen
        ):
            raise IllegalActionError(self.rules.illegal(state, chosen, self.legal_actions(state)))

    def apply(self, state: S, action: int | np.integer[Any]) -> None:
        """Apply `action` alone, in place: no forced moves.

        Raises:
            IllegalActionError: nothing has changed.
        """
        rows = self.rules.rows(state, writable=True)
        self.rules.loops.apply_one(self.content.records, rows, 0, self.rules.check_legal(state, action))

    def advance(self, state: S) -> None:
        """Settle the state and play forced moves, in place, until there is a choice or the game ends."""
        self.rules.loops.advance_one(
            self.content.records, self.rules.rows(state, writable=True), 0, self.rules.mask()[0]
        )

    def observe(self, state: S, player: int) -> np.ndarray:
        """The observation of `player`: float32[observation_size]."""
        rows, out = self.rules.rows(state), np.empty(self.observation_size, np.float32)
        self.rules.loops.observe_one(self.content.records, rows, 0, self._seat(state, player), out)
        return out

    def determinize(self, state: S, player: int, seed: int) -> None:
        """Resample in place everything hidden from `player`."""
        rows = self.rules.rows(state, writable=True)
        player, seed = self._seat(state, player), check_seed(seed)
        self.rules.loops.determinize_one(self.content.records, rows, 0, player, seed)

    def conceal(self, state: S, player: int) -> None:
        """Overwrite everything that `player` does not know, in place; the state then represents what it knows."""
        rows = self.rules.rows(state, writable=True)
        self.rules.loops.conceal_one(self.content.records, rows, 0, self._seat(state, player))

    def known(self, state: S, player: int) -> S:
        """A concealed copy of `state`: what `player` knows of it."""
        copy = self.copy(state)
        self.conceal(copy, player)
        return copy

    def public(self, state: S) -> S:
        """A copy of `state` that is concealed for all players: what a spectator knows of it."""
        copy = self.copy(state)
        for player in range(int(state.num_players)):
            self.conceal(copy, player)
        return copy

    # ---- actions in words

    def describe(self, state: S, action: int, lang: str = LANGUAGE) -> str:
        """`action` in words, e.g. "pick flower"; it need not be legal.

        Raises:
            GameError: no state of this game, or no number of an action.
            OptionError: there is no such language.
        """
        self.rules.check_state(state)
        number = arrays.integer(action, f"{self.name}: action")
        if not 0 <= number < self.num_actions:
            raise GameError(f"{self.name} has no action {number}; accepted: 0 to {self.num_actions - 1}")
        catalogue(self.content.folder, lang)  # raises for a language that there is not
        try:
            return self.action_words(View(cast("Game", self), state, None, lang), number)
        except UNREADABLE as error:
            raise GameError(f"{self.name}: a field of the state is out of range: {error}") from None

    def illegal(self, state: S, number: int, legal: Sequence[int] | np.ndarray, where: str = "") -> str:
        """The error line for action `number`, which is not legal, with some legal actions."""
        if state.done:
            return f"{self.name}{where}: the game is over, action {number} cannot be played"
        agent = self.agents(int(state.num_players))[int(state.to_move)]
        words = f" ({self.describe(state, int(number))})" if 0 <= number < self.num_actions else ""
        some = "; ".join(f"{a} ({self.describe(state, int(a))})" for a in legal[:4])
        more = ", ..." if len(legal) > 4 else ""
        return f"{self.name}{where}: action {number}{words} is not legal for {agent}; {len(legal)} legal: {some}{more}"

    def all_end_in_the_deal(self) -> str:
        """The error line for environments, which begin where a player has a choice, if no game reaches one."""
        return f"{self.name}: {DEAL_LIMIT} games in a row ended in the deal, before a player had a choice"

    # ---- policies and consistency

    def heuristic(self, state: S, seed: int = 0) -> int:
        """The hand-written policy's action for the player to move, on a determinized copy of the state."""
        sample = self.copy(state)
        if state.done:
            raise GameError(f"{self.name}: the game is over")
        self.determinize(sample, int(state.to_move), seed)
        mask, actions = self.rules.mask(), np.zeros(1, np.int64)
        self.rules.loops.legal_one(self.content.records, self.rules.rows(state), 0, mask[0])
        self.rules.loops.heuristic_rows(
            self.content.records, self.rules.rows(sample), mask, np.zeros(1, np.int64), actions
        )
        return int(actions[0])

    def inconsistency(self, state: S) -> str:
        """The reason why play cannot reach `state`, in words; empty if no invariant is broken.

        Runs without the compiler (some milliseconds), so that a state with arbitrary bytes is read safely.
        `loops.find_inconsistency` is the fast version for states that come from play.
        """
        self.rules.check_record(state)
        if (
            reason := self._out_of_range(state)
            or wrong_value(self.record, state)
            or self.content.held_options(state)[1]
        ):
            return reason
        end = int(self.rules.last_phase)
        if not 0 <= state.phase <= end or state.done != (state.phase == end):
            return f"phase {state.phase} with done {state.done}; accepted: 0 to {end}, and done 1 in {end} alone"
        if state.to_move not in ([-1] if state.done else range(state.num_players)):
            return f"to_move {state.to_move}; accepted: a seat, or -1 at the end (done {state.done})"
        look = uncompiled(dispatch.kernel_of(self.rules.module, "inconsistency"))
        try:
            found = int(look(self.content.packs[int(state.pack)].records[0], state))
        except UNREADABLE as error:
            return f"a field is out of range: {error}"
        return self.rules.reasons[found - 1] if found else ""

    def unsound(self, state: S, num_players: int, options: Any) -> str:
        """The reason why `state` is not one of a game with these players and options; empty if it is."""
        if reason := self.rules.inconsistency(state):
            return reason
        if state.num_players != num_players:
            return f"a state of {state.num_players} players, not of {num_players}"
        theirs = self.content.options_of(state)
        for name, value in options.model_dump().items():
            if theirs.get(name, value) != value:
                return f"a state of a game with {name} = {theirs[name]!r}, not {value!r}"
        return ""

    @cached_property
    def reasons(self) -> tuple[str, ...]:
        """The sentences of the game's `Broken`, or the INCONSISTENCIES of a small game."""
        names = vars(inspect.getmodule(dispatch.kernel_of(self.rules.module, "inconsistency")))
        return tuple(reason.meaning for reason in names["Broken"]) if "Broken" in names else names["INCONSISTENCIES"]

    def _check_legal(self, state: S, action: int | np.integer[Any]) -> int:
        chosen = arrays.integer(action, f"{self.name}: action", IllegalActionError)
        legal = self.legal_actions(state)
        if not 0 <= chosen < self.num_actions or chosen not in legal:
            raise IllegalActionError(self.rules.illegal(state, chosen, legal))
        return chosen

    def _check_player(self, state: S, player: int) -> int:
        self.rules.check_state(state)
        return self._seat(state, player)

    def _seat(self, state: S, player: int) -> int:
        player, count = arrays.integer(player, f"{self.name}: player"), int(state["num_players"])
        if not 0 <= player < count:
            raise GameError(f"{self.name}: no player {player}; accepted: 0 to {count - 1}")
        return player

    def _rows(self, state: S, writable: bool = False) -> np.ndarray:
        """`state` as an array of one row over the same memory."""
        self.rules.check_state(state)
        if writable and not state.flags.writeable:
            raise GameError(f"{self.name}: the state is read-only; give a copy")
        if self.content.stream:
            self.content.stream.read([int(state["pack"])])
        memory: Any = state
        if not DISABLED:  # compiled loops write to it, though NumPy takes the memory of a record for read-only
            return np.frombuffer(memory, self.state_dtype)
        address = np.frombuffer(memory, np.uint8).ctypes.data
        memory = (ctypes.c_char * self.state_dtype.itemsize).from_address(address)
        rows: np.ndarray = np.ndarray(1, self.state_dtype, memoryview(memory)).view(np.recarray)
        return rows

    def _mask(self) -> np.ndarray:
        return np.zeros((1, self.rules.mask_words), np.uint64)
