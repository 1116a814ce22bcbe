"""The rules of a game on one state: what agents, learners and tests need besides the methods of `Game`."""

from __future__ import annotations

import ctypes
import inspect
from collections.abc import Mapping, Sequence
from enum import IntEnum
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, Generic, NoReturn, Protocol

import numpy as np

from medianoche.envs.core import arrays
from medianoche.envs.core.compile import dispatch
from medianoche.envs.core.compile.jit import DISABLED
from medianoche.envs.core.compile.plain import uncompiled
from medianoche.envs.core.compile.sources import home_of
from medianoche.envs.core.content.fields import wrong_value
from medianoche.envs.core.contents import GameContent
from medianoche.envs.core.declaration import UNREADABLE, Declaration, S
from medianoche.envs.core.errors import GameError, IllegalActionError, PositionError, choices, shown
from medianoche.envs.core.kernels.loops import DEAL_LIMIT, Loops
from medianoche.envs.core.show.events import PUBLIC

CONCEALED = (
    "a position that shows what a seat knows cannot be played on; play what `match.determinized` or "
    "`game.determinize` gives"
)
"""Why a position is refused of which something is concealed."""


class Ruled(Protocol[S]):
    """What this module asks of a game."""

    name: ClassVar[str]

    @property
    def num_actions(self) -> int:
        """See `Game`."""

    @property
    def declared(self) -> Declaration[S]:
        """See `Game`."""

    @property
    def content(self) -> GameContent[S, Any]:
        """See `Game`."""

    def copy(self, state: S) -> S:
        """See `Game`."""

    def conceal(self, state: S, player: int) -> None:
        """See `Game`."""

    def legal_actions(self, state: S) -> np.ndarray:
        """See `Game`."""

    def describe(self, state: S, action: int) -> str:
        """See `Game`."""


class GameRules(Generic[S]):
    """The rules of a game: `game.rules`.

    Args:
        game: the game.
    """

    def __init__(self, game: Ruled[S]) -> None:
        self.game = game
        self.name = game.name
        self._declared = game.declared
        self._content = game.content

    @cached_property
    def mask_words(self) -> int:
        """Length of an action mask in words of 64 bits."""
        return (self.game.num_actions + 63) // 64

    @cached_property
    def num_roles(self) -> int:
        """The number of roles with the largest number of players."""
        return max(self._declared.roles(max(self._declared.players))) + 1

    @cached_property
    def seats(self) -> int:
        """The greatest number of players; per-seat arrays have this length."""
        return max(self._declared.players)

    @cached_property
    def last_phase(self) -> IntEnum:
        """The phase of a finished game."""
        return next((phase for phase in self._declared.phases if phase.name == "END"), max(self._declared.phases))

    @cached_property
    def module(self) -> str:
        """The module of the class to which its kernels belong: its own, or the first base class's that has kernels."""
        modules = [each.__module__ for each in type(self.game).__mro__]
        return next(filter(dispatch.has_kernels, modules), modules[0])

    @cached_property
    def home(self) -> Path:
        """Where its kernels are, as functions of `core/compile` that hash their sources want it."""
        return home_of(self.module)

    @cached_property
    def loops(self) -> Loops:
        """The generic loops compiled for this game."""
        dispatch.register(self._declared.state_dtype, self.module)
        return Loops(self._declared.state_dtype, self._declared.pack_dtype, self.home)

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
        if state.done:
            return f"{self.name}{where}: the game is over, action {number} cannot be played"
        agent = self._declared.agents(int(state.num_players))[int(state.to_move)]
        words = f" ({self.game.describe(state, int(number))})" if 0 <= number < self.game.num_actions else ""
        some = "; ".join(f"{a} ({self.game.describe(state, int(a))})" for a in legal[:4])
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
        wrong = self._content._out_of_range(state) or wrong_value(self._declared.record, state)
        if reason := wrong or self._content._held_options(state)[1]:
            return reason
        end = int(self.last_phase)
        if not 0 <= state.phase <= end or state.done != (state.phase == end):
            return f"phase {state.phase} with done {state.done}; accepted: 0 to {end}, and done 1 in {end} alone"
        if state.to_move not in ([-1] if state.done else range(state.num_players)):
            return f"to_move {state.to_move}; accepted: a seat, or -1 at the end (done {state.done})"
        look = uncompiled(dispatch.kernel_of(self.module, "inconsistency"))
        try:
            found = int(look(self._content.packs[int(state.pack)].records[0], state))
        except UNREADABLE as error:
            return f"a field is out of range: {error}"
        return self.reasons[found - 1] if found else ""

    def unsound(self, state: S, num_players: int, options: Any) -> str:
        """The reason why `state` is not one of a game with these players and options; empty if it is."""
        self._content._check_record(state)
        if self._is_concealed(state):
            return CONCEALED
        if reason := self.inconsistency(state):
            return reason
        if state.num_players != num_players:
            return f"a state of {state.num_players} players, not of {num_players}"
        theirs = self._content.options_of(state)
        for name, value in options.model_dump().items():
            if theirs.get(name, value) != value:
                return f"a state of a game with {name} = {theirs[name]!r}, not {value!r}"
        return ""

    def _value_of(self, name: str, value: Any, names: Mapping[str, int]) -> np.ndarray:
        """A value given to `position` as an array of the field's dtype; `names` are names of values of the field."""
        if name not in (self._declared.state_dtype.names or ()):
            known = choices(self._declared.state_dtype.names or ())
            raise PositionError(f"{self.name} has no field {name!r}; fields: {known}")
        dtype = self._declared.state_dtype[name]
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
        """Write a value of `_value_of` to the field `name`, or to its first places."""
        field = state[name]
        if not field.ndim:
            state[name] = value
        elif not value.ndim:
            field[...] = value
        else:
            field[tuple(slice(0, size) for size in value.shape)] = value

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
        rows = np.frombuffer(memory, self._declared.state_dtype)
        if not DISABLED:  # compiled loops write to it, though NumPy takes the memory of a record for read-only
            return rows
        if state.flags.writeable and not rows.flags.writeable:
            address = np.frombuffer(memory, np.uint8).ctypes.data
            memory = (ctypes.c_char * self._declared.state_dtype.itemsize).from_address(address)
            rows = np.ndarray(1, self._declared.state_dtype, memoryview(memory))
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


def is_public(seat: object) -> bool:
    """Whether `seat`, which may be anything, is that of a spectator."""
    return isinstance(seat, int | np.integer) and int(seat) == PUBLIC
