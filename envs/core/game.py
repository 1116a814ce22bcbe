"""One game as an object: for tests, puzzles and analysis, on one state at a time."""

from __future__ import annotations

import ctypes
import inspect
from collections.abc import Sequence
from enum import IntEnum
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from pydantic import BaseModel, ConfigDict, ValidationError

from medianoche.envs.core import pack as packs_module
from medianoche.envs.core.errors import (
    GameError,
    IllegalActionError,
    OptionError,
    PackError,
    PositionError,
    choices,
)
from medianoche.envs.core.kernels import dispatch
from medianoche.envs.core.kernels.loops import DEAL, Loops
from medianoche.envs.core.kernels.rng import seeded
from medianoche.envs.core.layout import Layout
from medianoche.envs.core.pack import Pack, PackModel, PackSource

if TYPE_CHECKING:
    from medianoche.envs.core.aec import AEC
    from medianoche.envs.core.batch import Batch

State = Any
"""A `np.record` of the game's STATE dtype: fields are read and written by name (`state.phase`, `state["hand"][1]`)."""


class Options(BaseModel):
    """Base of a game's options: one field each, with its default and its accepted values."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Game:
    """What the suite knows of a game. A room subclasses it, names its parts and tells its rules in words.

    The rules themselves are the kernels in the room's folder `kernels` (see `dispatch.HOMES`).
    """

    name: ClassVar[str]
    """Short name, that of the folder."""
    title: ClassVar[str]
    """The game's name for people."""
    version: ClassVar[int] = 0
    """Raised, with a line of history in the README, when behaviour changes."""
    players: ClassVar[tuple[int, ...]]
    """Accepted player counts; the first is the default."""
    state_dtype: ClassVar[np.dtype[Any]]
    pack_dtype: ClassVar[np.dtype[Any]]
    pack_model: ClassVar[type[PackModel]] = PackModel
    """The tables of a pack; a game without content has none."""
    options_model: ClassVar[type[Options]] = Options
    phases: ClassVar[type[IntEnum]]
    layout: ClassVar[Layout]
    """Blocks of the observation."""
    actions: ClassVar[Layout]
    """Ranges of the actions."""
    hidden_information: ClassVar[bool] = True
    """Whether players know things that others do not."""
    secret_phases: ClassVar[frozenset[int]] = frozenset()
    """Phases in which a choice stays hidden from everybody else for as long as the phase lasts."""
    variants: ClassVar[tuple[dict[str, Any], ...]] = ({},)
    """Option sets that together show all of the rules; the contract plays each."""

    # ---- what a room says of itself

    def configure(self, state: State, options: Any) -> None:
        """Write the option fields of a zeroed state."""

    def options_of(self, state: State) -> dict[str, Any]:
        """The options `state` is played with: the reverse of `configure`."""
        return {}

    def derive(self, state: State) -> None:
        """Write the fields that follow from the others; `position` keeps what it was given."""

    def max_decisions(self, num_players: int, options: Any) -> int:
        """No game takes more decisions than this."""
        raise NotImplementedError

    def describe(self, state: State, action: int) -> str:
        """`action` in words; it need not be legal."""
        raise NotImplementedError

    def render(self, state: State) -> str:
        """The whole position as text."""
        raise NotImplementedError

    def info(self, state: State, player: int) -> dict[str, int]:
        """What `infos[agent]` holds, at least `score`."""
        return {"score": int(state.scores[player])}

    def agents(self, num_players: int) -> list[str]:
        """Name of each seat, as PettingZoo calls its agents."""
        return [f"player_{p}" for p in range(num_players)]

    def teams(self, num_players: int) -> list[int]:
        """Team of each seat; a team shares its utility."""
        return list(range(num_players))

    # ---- sizes

    @cached_property
    def observation_size(self) -> int:
        """Length of the observation vector, the same for every player count."""
        return self.layout.size

    @cached_property
    def num_actions(self) -> int:
        """How many actions there are, the same for every player count."""
        return self.actions.size

    @cached_property
    def mask_words(self) -> int:
        """Length of an action mask in words of 64 bits."""
        return (self.num_actions + 63) // 64

    @cached_property
    def seats(self) -> int:
        """The greatest number of players; per-seat arrays have this length."""
        return max(self.players)

    # ---- packs and options

    @cached_property
    def package(self) -> str:
        """The import name of the game's folder."""
        module = type(self).__module__
        return module if Path(inspect.getfile(type(self))).stem == "__init__" else module.rpartition(".")[0]

    @cached_property
    def location(self) -> str:
        """The game's name in the registry, or where its class is (`module:Class`)."""
        from medianoche.envs.core.registry import entries

        here = f"{type(self).__module__}:{type(self).__qualname__}"
        return next((entry.name for entry in entries() if entry.location == here), here)

    @cached_property
    def folder(self) -> Path:
        """The game's folder."""
        return Path(inspect.getfile(type(self))).parent

    @cached_property
    def loops(self) -> Loops:
        """The generic loops compiled for this game."""
        dispatch.register(self.state_dtype, self.package)
        return Loops(self.state_dtype, self.pack_dtype, self.folder)

    @cached_property
    def packs(self) -> list[Pack]:
        """The packs read so far, in the order in which `state.pack` numbers them."""
        return [self.read_pack("standard")]

    @cached_property
    def records(self) -> np.ndarray:
        """The packs as kernels read them."""
        records: np.ndarray = np.concatenate([pack.records for pack in self.packs]).view(np.recarray)
        records.flags.writeable = False
        return records

    def read_pack(self, source: PackSource) -> Pack:
        """Read a pack by name, path or generator seed; raises PackError."""
        return packs_module.read(self.package, self.pack_model, self.pack_dtype, source)

    def pack_of(self, state: State) -> Any:
        """The tables of the pack `state` is played with."""
        return self.packs[int(state.pack)].model

    def with_packs(self, sources: Sequence[PackSource]) -> Game:
        """This game with just the packs that `state.pack` numbers: what an environment plays with.

        Raises:
            PackError: a pack that cannot be read.
        """
        other = type(self)()
        vars(other).update(packs=[self.read_pack(source) for source in sources], loops=self.loops)
        return other

    def _pack_index(self, source: PackSource) -> int:
        known = [pack.source for pack in self.packs]
        if source in known:
            return known.index(source)
        self.packs.append(self.read_pack(source))
        self.__dict__.pop("records", None)
        return len(self.packs) - 1

    def options(self, given: dict[str, Any]) -> Any:
        """Validated options.

        Raises:
            OptionError: an option that does not exist or a value that is not accepted.
        """
        try:
            return self.options_model(**given)
        except ValidationError as error:
            first = error.errors()[0]
            name = ".".join(str(part) for part in first["loc"])
            if first["type"] == "extra_forbidden":
                known = choices(self.options_model.model_fields) or "none"
                raise OptionError(f"{self.name} has no option {name!r}; options: {known}") from None
            raise OptionError(f"{self.name}: option {name} = {first['input']!r}: {first['msg']}") from None

    def check_players(self, num_players: int | None) -> int:
        """The player count, or the default for None; raises GameError if the game is not for that many."""
        if num_players is None:
            return self.players[0]
        if num_players not in self.players:
            raise GameError(f"{self.name} is not for {num_players} players; accepted: {choices(self.players)}")
        return int(num_players)

    def blank(self, num_players: int, options: Any) -> np.ndarray:
        """One state before the deal, which `reset` begins from: all zero but for the player count and the options."""
        states = np.zeros(1, self.state_dtype).view(np.recarray)
        self.configure(states[0], options)
        states[0].num_players = num_players
        return states

    # ---- one state

    def new(
        self, num_players: int | None = None, seed: int = 0, pack: PackSource = "standard", **options: Any
    ) -> State:
        """Deal a game; forced moves are made.

        Raises:
            GameError, OptionError, PackError: what was given is not accepted.
        """
        states = self.blank(self.check_players(num_players), self.options(options))
        blank = states.copy()
        states[0].pack = self._pack_index(pack)
        states[0].rng = seeded(check_seed(seed))
        self._turn(states, DEAL, blank)
        return states[0]

    def position(
        self,
        num_players: int | None = None,
        seed: int = 0,
        pack: PackSource = "standard",
        check: bool = True,
        **fields: Any,
    ) -> State:
        """A fresh deal with fields (or options) overridden; an array shorter than its field sets the beginning, and what
        follows from other fields need not be given.

        Raises:
            PositionError: an unknown field, a value that does not fit, or (with `check`) a position that play
                could not reach.
        """
        options = {name: fields.pop(name) for name in list(fields) if name in self.options_model.model_fields}
        state = self.new(num_players, seed, pack, **options)
        for name, value in fields.items():
            self._override(state, name, value)
        self.derive(state)
        for name, value in fields.items():
            self._override(state, name, value)
        if check and (reason := self.inconsistency(state)):
            raise PositionError(f"{self.name}: {reason}")
        return state

    def _override(self, state: State, name: str, value: Any) -> None:
        if name not in (self.state_dtype.names or ()):
            raise PositionError(f"{self.name} has no field {name!r}; fields: {choices(self.state_dtype.names or ())}")
        field = state[name]
        given = np.asarray(value)
        if given.ndim == 0:
            part: Any = ...
        elif given.ndim == field.ndim and all(g <= f for g, f in zip(given.shape, field.shape, strict=True)):
            part = tuple(slice(0, size) for size in given.shape)
        else:
            raise PositionError(f"{self.name}: {name} has shape {field.shape}, given {given.shape}")
        with np.errstate(all="ignore"):
            cast = given.astype(field.dtype)
        if not np.array_equal(cast, given):
            raise PositionError(f"{self.name}: {name} does not fit {field.dtype}: {value}")
        if field.ndim:
            field[part] = cast
        else:
            state[name] = cast

    def copy(self, state: State) -> State:
        """The same state in memory of its own."""
        return self._rows(state).copy().view(np.recarray)[0]

    def legal_actions(self, state: State) -> np.ndarray:
        """The legal actions of `state.to_move`, int64, ascending; empty at the end."""
        mask = self._mask()
        self.loops.legal_one(self.records, self._rows(state), 0, mask[0])
        bits = np.unpackbits(mask.view(np.uint8), bitorder="little")
        return np.flatnonzero(bits).astype(np.int64)

    def step(self, state: State, action: int) -> None:
        """Apply `action` and then every forced one, in place.

        Raises:
            IllegalActionError: nothing has changed.
        """
        self._check_legal(state, action)
        rows = self._rows(state)
        self._turn(rows, action, rows)

    def apply(self, state: State, action: int) -> None:
        """Apply `action` alone, in place: no forced moves.

        Raises:
            IllegalActionError: nothing has changed.
        """
        self._check_legal(state, action)
        self.loops.apply_one(self.records, self._rows(state), 0, int(action))

    def advance(self, state: State) -> None:
        """Let happen what happens by itself, and forced moves, in place, until there is a choice or the end."""
        self.loops.advance_one(self.records, self._rows(state), 0, self._mask()[0])

    def observe(self, state: State, player: int) -> np.ndarray:
        """What `player` sees: float32[observation_size]."""
        out = np.zeros(self.observation_size, np.float32)
        self.loops.observe_one(self.records, self._rows(state), 0, self._check_player(state, player), out)
        return out

    def determinize(self, state: State, player: int, seed: int) -> None:
        """Resample in place everything hidden from `player`."""
        player = self._check_player(state, player)
        state.rng = seeded(check_seed(seed))
        self.loops.determinize_one(self.records, self._rows(state), 0, player)

    def conceal(self, state: State, player: int) -> None:
        """Make unknown, in place, what `player` does not know: what is left is the player's information set."""
        self.loops.conceal_one(self.records, self._rows(state), 0, self._check_player(state, player))

    def heuristic(self, state: State, seed: int = 0) -> int:
        """The hand-written policy's action for the player to move, who does not see what is hidden."""
        if state.done:
            raise GameError(f"{self.name}: the game is over")
        sample = self.copy(state)
        self.determinize(sample, int(state.to_move), seed)
        mask, actions = self._mask(), np.zeros(1, np.int64)
        self.loops.legal_one(self.records, self._rows(state), 0, mask[0])
        self.loops.heuristic_rows(self.records, self._rows(sample), mask, np.zeros(1, np.int64), actions)
        return int(actions[0])

    def inconsistency(self, state: State) -> str:
        """Why no play could reach `state`, in words; empty if nothing speaks against it."""
        if state.pack >= len(self.packs) or state.num_players not in self.players:
            return f"pack {state.pack} or num_players {state.num_players} is out of range"
        found = self.loops.find_inconsistency(self.records, self._rows(state), 0, 1)
        return "" if found < 0 else self.reasons[int(found) % 256 - 1]

    @cached_property
    def reasons(self) -> tuple[str, ...]:
        """The game's INCONSISTENCIES."""
        kernel = inspect.getmodule(dispatch.kernel_of(self.package, "inconsistency"))
        reasons: tuple[str, ...] = vars(kernel)["INCONSISTENCIES"]
        return reasons

    # ---- many states

    def batch(self, num_envs: int, **arguments: Any) -> Batch:
        """Many games at once; see `Batch`."""
        from medianoche.envs.core.batch import Batch

        return Batch(self, num_envs, **arguments)

    def aec(self, **arguments: Any) -> AEC:
        """A PettingZoo environment; see `AEC`."""
        from medianoche.envs.core.aec import AEC

        return AEC(self, **arguments)

    # ---- inner

    def illegal(self, state: State, action: int, legal: Sequence[int] | np.ndarray, where: str = "") -> str:
        """The line that says why `action` cannot be played and what could."""
        if state.done:
            return f"{self.name}{where}: the game is over, action {action} cannot be played"
        agent = self.agents(int(state.num_players))[int(state.to_move)]
        words = f" ({self.describe(state, int(action))})" if 0 <= action < self.num_actions else ""
        some = "; ".join(f"{a} ({self.describe(state, int(a))})" for a in legal[:4])
        more = ", ..." if len(legal) > 4 else ""
        return f"{self.name}{where}: action {action}{words} is not legal for {agent}; {len(legal)} legal: {some}{more}"

    def _turn(self, states: np.ndarray, action: int, blank: np.ndarray) -> None:
        results = np.zeros(1, np.bool_), np.zeros((1, self.seats), np.float32), np.zeros((1, self.seats), np.int32)
        where, chosen = np.zeros(1, np.int64), np.array([action], np.int64)
        self.loops.step_rows(self.records, states, self._mask(), blank, where, chosen, *results, False, 0, 1)

    def _check_legal(self, state: State, action: int) -> None:
        legal = self.legal_actions(state)
        if action not in legal:
            raise IllegalActionError(self.illegal(state, action, legal))

    def _check_player(self, state: State, player: int) -> int:
        if not 0 <= player < state.num_players:
            raise GameError(f"{self.name}: no player {player}; accepted: 0 to {state.num_players - 1}")
        return int(player)

    def _rows(self, state: State) -> np.ndarray:
        """`state` as an array of one row over the same memory."""
        if getattr(state, "dtype", None) not in (self.state_dtype, np.dtype((np.record, self.state_dtype))):
            raise GameError(f"not a state of {self.name}: {type(state).__name__}")
        address = np.frombuffer(state, np.uint8).ctypes.data
        memory = (ctypes.c_char * self.state_dtype.itemsize).from_address(address)
        rows: np.ndarray = np.ndarray(1, self.state_dtype, memoryview(memory)).view(np.recarray)
        return rows

    def _mask(self) -> np.ndarray:
        return np.zeros((1, self.mask_words), np.uint64)

    def __reduce__(self) -> tuple[Any, ...]:
        from medianoche.envs.core.registry import game

        if game(self.location) is self and len(self.packs) == 1:
            return game, (self.location,)
        return _reopen, (self.location, [(pack.source, pack.hash) for pack in self.packs])

    def __repr__(self) -> str:
        return f"game({self.name!r})"


def _reopen(location: str, packs: list[tuple[PackSource, str]]) -> Game:
    """A game and its packs, unpickled; raises PackError where they are others now."""
    from medianoche.envs.core.registry import game

    found = game(location).with_packs([source for source, _ in packs])
    for pack, (source, known) in zip(found.packs, packs, strict=True):
        if pack.hash != known:
            raise PackError(f"pack {source} has changed: {pack.hash} here, {known} when it was pickled")
    return found


def check_seed(seed: Any) -> int:
    """`seed` if it is a non-negative integer, else a GameError."""
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer) or seed < 0:
        raise GameError(f"seed {seed!r} is not accepted; give a non-negative integer")
    return int(seed)
