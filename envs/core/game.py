"""One game as an object: for tests, puzzles and analysis, on one state at a time."""

from __future__ import annotations

import ctypes
import inspect
import textwrap
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from enum import IntEnum
from functools import cached_property, wraps
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from pydantic import BaseModel, ConfigDict, ValidationError

from medianoche.envs.core.compile import dispatch
from medianoche.envs.core.compile.plain import uncompiled
from medianoche.envs.core.content import pack as packs_module
from medianoche.envs.core.content.layout import Layout
from medianoche.envs.core.content.pack import Pack, PackModel, PackSource, is_stream, read_only
from medianoche.envs.core.content.stream import Stream, one_of, opened
from medianoche.envs.core.errors import (
    GameError,
    IllegalActionError,
    MedianocheError,
    OptionError,
    PackError,
    PositionError,
    UnknownOptionError,
    choices,
    meant,
    shown,
)
from medianoche.envs.core.kernels.loops import DEAL, Loops
from medianoche.envs.core.kernels.rng import seeded
from medianoche.envs.core.play import arrays
from medianoche.envs.core.show.moments import play_slowly
from medianoche.envs.core.show.svg import COLUMN, Block, Svg, compose, panel, text
from medianoche.envs.core.show.view import Sheet, View

if TYPE_CHECKING:
    from medianoche.envs.core.play.aec import AEC
    from medianoche.envs.core.play.batch import Batch

State = Any
"""A `np.record` of the game's STATE dtype: fields are read and written by name (`state.phase`, `state["hand"][1]`)."""

WIDEST = 20 * COLUMN
"""Width of a picture at most."""

UNREADABLE = (ArithmeticError, LookupError, ValueError)
"""What code that computes with a state raises where a field holds what no play writes."""


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
    """What `state.phase` holds."""
    layout: ClassVar[Layout]
    """Blocks of the observation."""
    actions: ClassVar[Layout]
    """Ranges of the actions."""
    hidden_information: ClassVar[bool] = True
    """Whether players know things that others do not."""
    public_info: ClassVar[bool] = False
    """Whether `info` reads nothing that anybody does not know. Else it is given what the agent knows, a copy a step."""
    secret_phases: ClassVar[frozenset[int]] = frozenset()
    """Phases in which a choice stays hidden from everybody else for as long as the phase lasts."""
    told_phases: ClassVar[frozenset[int]] = frozenset()
    """Phases of what happens by itself at which `moments` looks, too: `conceal` is made for them."""
    unknown: ClassVar[Mapping[str, int]] = {}
    """Fields in which `conceal` writes a code for what the player does not know, and the code."""
    variants: ClassVar[tuple[dict[str, Any], ...]] = ({},)
    """Option sets that together show all of the rules; the contract plays each."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        for name, checked in (("describe", _of_an_action), ("options_of", _of_a_state)):
            if method := vars(cls).get(name):
                setattr(cls, name, checked(method))

    # ---- what a room says of itself

    def configure(self, state: State, options: Any) -> None:
        """Write the option fields of a zeroed state."""

    def options_of(self, state: State) -> dict[str, Any]:
        """The options `state` is played with: the reverse of `configure`. A room may take it for a state of its own."""
        self._check_state(state)
        return {}

    def derive(self, state: State) -> None:
        """Write, in place, the fields that follow from the others (scores, owners, counts), for `position`. It leaves
        every state of play as it is. The others may hold anything: a kernel is called through `plain.uncompiled`."""

    def value_names(self, pack: Any) -> dict[str, Mapping[str, int]]:
        """The names that values of fields have besides `phase`, by field, which `position` accepts; `pack` is `pack_of`
        a state."""
        return {}

    def max_decisions(self, num_players: int, options: Any) -> int:
        """No game takes more decisions than this."""
        raise NotImplementedError

    def describe(self, state: State, action: int) -> str:
        """`action` in words; it need not be legal. What is no action or no state is refused before a room sees it."""
        raise NotImplementedError

    def text(self, view: View) -> str:
        """The position as text: what `render` returns."""
        raise NotImplementedError

    def picture(self, view: View, sheet: Sheet) -> list[Block]:
        """The position as parts of a picture: what `draw` puts together. By default its text. Actions that no part
        offers become buttons below."""
        lines = [
            part
            for line in self.text(view).splitlines()
            for part in textwrap.wrap(line, 66, subsequent_indent="      ") or [""]
        ]
        size = min(11.0, (COLUMN - 32) / (0.62 * max(map(len, lines), default=1)))
        shown = (
            text(0, 1.4 * size * (row + 0.8), line, size, font_family="monospace", style="white-space:pre")
            for row, line in enumerate(lines)
        )
        return [panel(Block(COLUMN - 32, 1.4 * size * len(lines), "".join(shown)))]

    def symbols(self, view: View) -> Mapping[str, str]:
        """What the picture draws again and again, by name: see `svg.use`."""
        return {}

    def news(self, before: View, after: View) -> list[str]:
        """What has happened between two positions, one thing a line: what `tell` returns. By default scores alone."""
        pairs = list(zip(before.state.scores, after.state.scores, strict=True))
        return [f"{after.names[p]}: {pairs[p][1]} points" for p in after.seats if pairs[p][0] != pairs[p][1]]

    def glossary(self, state: State) -> dict[str, str]:
        """What every kind of card, tile, space, token and action does, by its name; see `explain`."""
        return {}

    def effect(self, view: View, action: int) -> list[str]:
        """What a legal `action` brings besides what `describe` says, and names of the `glossary` that it is about."""
        return []

    def steps(self, view: View, action: int) -> tuple[str, ...]:
        """A legal `action` as choices that are made one after the other, in words: a tile, how it is turned, where it
        is laid. Where many actions are on offer, they are asked for like this. By default in one step."""
        return (self.describe(view.record, action),)

    def chart(self, view: View, options: Sequence[Sequence[int]]) -> list[str]:
        """A drawing in letters that helps to choose among `options`, each of them the legal actions that it leads to:
        what they look like, or where they lie, by their numbers from 1 on. By default none."""
        return []

    def info(self, state: State, player: int) -> dict[str, int]:
        """What `infos[agent]` holds, at least `score`."""
        return {"score": state.scores.item(player)}

    def agents(self, num_players: int) -> list[str]:
        """Name of each seat, as PettingZoo calls its agents."""
        return [f"player_{p}" for p in range(num_players)]

    def teams(self, num_players: int) -> list[int]:
        """Team of each seat; a team shares its utility."""
        return list(range(num_players))

    def roles(self, num_players: int) -> list[int]:
        """Role of each seat, from 0: seats whose choices are of another kind have another role. A learner gives each
        role a policy of its own."""
        return [0] * num_players

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
    def num_roles(self) -> int:
        """How many roles there are with the most players."""
        return max(self.roles(max(self.players))) + 1

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
    def packs(self) -> list[Pack] | Stream:
        """The packs read so far, in the order in which `state.pack` numbers them, or a stream of them."""
        return [self.read_pack("standard")]

    @property
    def stream(self) -> Stream | None:
        """The stream this game's packs are dealt from, if they are."""
        return self.packs if isinstance(self.packs, Stream) else None

    @cached_property
    def records(self) -> np.ndarray:
        """The packs as kernels read them."""
        if self.stream:
            return self.stream.records
        return read_only(b"".join(pack.records.tobytes() for pack in self.packs), self.pack_dtype)

    def read_pack(self, source: PackSource) -> Pack:
        """Read a pack by name, path or generator seed; raises PackError."""
        return packs_module.read(self.package, self.pack_model, self.pack_dtype, source)

    def pack_of(self, state: State) -> Any:
        """The tables of the pack `state` is played with; raises GameError if it is not a state of this game."""
        self._check_state(state)
        return self.packs[int(state.pack)].model

    def with_packs(self, sources: Sequence[PackSource]) -> Game:
        """This game with just the packs that `state.pack` numbers, or one stream: what an environment plays with.

        Raises:
            PackError: a pack that cannot be read, a stream among other packs, none at all, or more than
                `state.pack` can number.
        """
        other = type(self)()
        vars(other).update(packs=self._read_packs(sources), loops=self.loops)
        return other

    def _read_packs(self, sources: Sequence[PackSource]) -> list[Pack] | Stream:
        if len(sources) == 1 and is_stream(sources[0]):
            stream = opened(self.package, self.pack_model, self.pack_dtype, str(sources[0]))
            self._check_pack_count(len(stream))
            return stream
        self._check_pack_count(len(sources))
        return [self.read_pack(source) for source in sources]

    def _check_pack_count(self, count: int) -> None:
        most = np.iinfo(self.state_dtype["pack"]).max + 1
        if not 0 < count <= most:
            raise PackError(f"{self.name}: {count} packs; accepted: 1 to {most}")

    def _pack_index(self, source: PackSource, seed: int) -> int:
        """The number of the pack that `source` holds now, or of the one that a stream deals to a game with `seed`."""
        if isinstance(self.packs, Stream):
            if source != self.packs.source:
                raise PackError(f"this {self.name} is played with the packs {self.packs.source}, not with {source!r}")
            return int(self.packs.deal(np.array([seed], np.uint64))[0])
        pack = self.read_pack(one_of(source, seed))
        for number, known in enumerate(self.packs):
            if (known.hash, known.model) == (pack.hash, pack.model):
                return number
        self._check_pack_count(len(self.packs) + 1)
        self.packs.append(pack)
        self.__dict__.pop("records", None)
        return len(self.packs) - 1

    def options(self, given: dict[str, Any]) -> Any:
        """Validated options.

        Raises:
            OptionError: an option that does not exist or a value that is not accepted.
        """
        fields = self.options_model.model_fields
        if unknown := [name for name in given if name not in fields]:
            known = choices(fields) or "none"
            words = f"{self.name} has no option {shown(unknown[0])}{meant(unknown[0], fields)}; options: {known}"
            raise UnknownOptionError(words, unknown[0])
        try:
            made = self.options_model(**given)
        except ValidationError as error:
            wrong = str(error.errors()[0]["loc"][0])
        else:
            alike = (name for name in given if isinstance(given[name], bool | float))
            wrong = next((name for name in alike if type(getattr(made, name)) is not type(given[name])), "")
        if wrong:
            schema = self.options_model.model_json_schema()["properties"][wrong]
            raise OptionError(
                f"{self.name}: option {wrong} = {shown(given[wrong])}; accepted: {choices(_accepted(schema))}"
            )
        return made

    def check_players(self, num_players: int | None) -> int:
        """The player count, or the default for None; raises GameError if the game is not for that many."""
        if num_players is None:
            return self.players[0]
        count = arrays.integer(num_players, "num_players =")
        if count not in self.players:
            raise GameError(f"{self.name} is not for {count} players; accepted: {choices(self.players)}")
        return count

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
        seed = check_seed(seed)
        states[0].pack, states[0].rng = self._pack_index(pack, seed), seeded(seed)
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
        """A fresh deal with fields (or options) overridden; what follows from them is derived, and what play could not
        reach is refused. Without `check` the fields are taken as they are: kernels may crash on nonsense.

        A value is an integer, an array (one shorter than its field sets the beginning), or, where values have names
        (`value_names`), a name: `phase="PICK"`.

        Raises:
            PositionError: an unknown field, a value that does not fit, or (with `check`) a position that play
                could not reach.
        """
        options = {name: fields.pop(name) for name in list(fields) if name in self.options_model.model_fields}
        state = self.new(num_players, seed, pack, **options)
        words = {"phase": self.phases.__members__, **self.value_names(self.pack_of(state))}
        values = {name: self._value(name, value, words.get(name, {})) for name, value in fields.items()}
        for name, value in values.items():
            self._override(state, name, value)
        if check:
            try:
                with np.errstate(over="ignore"):
                    self.derive(state)
            except UNREADABLE as error:
                raise PositionError(f"{self.name}: a field is out of range: {error}") from None
            for name, value in values.items():  # what was given is not derived
                self._override(state, name, value)
            if reason := self.inconsistency(state):
                raise PositionError(f"{self.name}: {reason}")
        return state

    def _value(self, name: str, value: Any, names: Mapping[str, int]) -> np.ndarray:
        """What `position` was given for a field whose values have `names`, as an array of numbers that fit it."""
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
    def _override(state: State, name: str, value: np.ndarray) -> None:
        field = state[name]
        if not field.ndim:
            state[name] = value
        elif not value.ndim:
            field[...] = value
        else:
            field[tuple(slice(0, size) for size in value.shape)] = value

    def copy(self, state: State) -> State:
        """The same state in memory of its own."""
        return self._rows(state).copy().view(np.recarray)[0]

    def legal_actions(self, state: State) -> np.ndarray:
        """The legal actions of `state.to_move`, int64, ascending; empty at the end."""
        mask = self._mask()
        self.loops.legal_one(self.records, self._rows(state), 0, mask[0])
        bits = np.unpackbits(mask.view(np.uint8), bitorder="little")
        return np.flatnonzero(bits).astype(np.int64)

    def step(self, state: State, action: int | np.integer[Any]) -> None:
        """Apply `action` and then every forced one, in place.

        Raises:
            IllegalActionError: nothing has changed.
        """
        rows = self._rows(state, writable=True)
        self._turn(rows, self._check_legal(state, action), rows)

    def apply(self, state: State, action: int | np.integer[Any]) -> None:
        """Apply `action` alone, in place: no forced moves.

        Raises:
            IllegalActionError: nothing has changed.
        """
        rows = self._rows(state, writable=True)
        self.loops.apply_one(self.records, rows, 0, self._check_legal(state, action))

    def advance(self, state: State) -> None:
        """Let happen what happens by itself, and forced moves, in place, until there is a choice or the end."""
        self.loops.advance_one(self.records, self._rows(state, writable=True), 0, self._mask()[0])

    def observe(self, state: State, player: int) -> np.ndarray:
        """What `player` sees: float32[observation_size]."""
        rows, out = self._rows(state), np.zeros(self.observation_size, np.float32)
        self.loops.observe_one(self.records, rows, 0, self._check_player(state, player), out)
        return out

    def determinize(self, state: State, player: int, seed: int) -> None:
        """Resample in place everything hidden from `player`."""
        rows = self._rows(state, writable=True)
        player, seed = self._check_player(state, player), check_seed(seed)
        rows["rng"] = seeded(seed)
        self.loops.determinize_one(self.records, rows, 0, player)

    def conceal(self, state: State, player: int) -> None:
        """Make everything that `player` does not know unknown, in place: the player's information set is left."""
        rows = self._rows(state, writable=True)
        self.loops.conceal_one(self.records, rows, 0, self._check_player(state, player))

    def known(self, state: State, player: int) -> State:
        """What `player` knows of `state`: a copy, concealed."""
        copy = self.copy(state)
        self.conceal(copy, player)
        return copy

    # ---- as one seat sees it

    def view(self, state: State, seat: int | None = None) -> View:
        """What words and pictures of `state` are made from: what `seat` knows, or everything for None."""
        self._check_state(state)
        return View(self, self.copy(state) if seat is None else self.known(state, seat), seat)

    def render(self, state: State, seat: int | None = None) -> str:
        """The position as text: as `seat` sees it, or all of it for None. What the seat does not know is a "?"."""
        return self.text(self.view(state, seat))

    def draw(
        self,
        state: State,
        seat: int | None = None,
        *,
        before: State | None = None,
        actions: Sequence[int] | np.ndarray | None = None,
        weights: Mapping[int, float] | None = None,
        values: Mapping[int, float] | None = None,
        width: int = COLUMN,
    ) -> Svg:
        """The position as a picture: as `seat` sees it, or all of it for None.

        Args:
            state: the position.
            seat: who looks.
            before: an earlier position of the game; what has changed since, as the seat sees it, is marked.
            actions: those on offer; None is all legal ones, if it is `seat` who is asked (or anybody for seat None).
                An element may stand for several, which are then the choice that is left: draw again with these.
            weights: what share of the search, or which probability, an action has, from 0 to 1; drawn on the board.
            values: what an action is worth, from -1 to 1; drawn where there is no weight, else in the title.
            width: in the picture's own units: as many columns of 360 as fit.

        Raises:
            GameError: what was given is not accepted.
        """
        view = self.view(state, seat)
        earlier = None if before is None else self.view(before, seat)
        if earlier and earlier.seats != view.seats:
            raise GameError(f"{self.name}: `before` is of a game of {len(earlier.seats)} players")
        if actions is None:
            asked = not state.done and seat in (None, int(state.to_move))
            actions = self.legal_actions(view.record) if asked else ()
        offered = arrays.rows(actions, self.num_actions, f"{self.name}: actions").tolist()
        judged = [self._judged(given, name) for given, name in ((weights, "weights"), (values, "values"))]
        if not 0 < (width := arrays.integer(width, f"{self.name}: width")) <= WIDEST:
            raise GameError(f"{self.name}: width {width} is not accepted; accepted: 1 to {WIDEST}")
        sheet = Sheet(view, earlier, offered, *judged)
        blocks = self.picture(view, sheet)
        return compose([*blocks, *sheet.buttons()], f"{self.title}: the position", width, self.symbols(view))

    def moments(self, state: State, action: int | np.integer[Any]) -> list[State]:
        """The positions through which `step(state, action)` goes, `state` first, each a copy: after every forced move,
        and after what happens by itself as far as somebody might be asked then. Computed in milliseconds.

        Raises:
            IllegalActionError: `action` is not legal.
        """
        record, legal = self.copy(state), self._check_legal(state, action)
        pack, found = self.packs[int(state.pack)].records[0], [self.copy(state)]
        end = int(self.phases["END"]) if "END" in self.phases.__members__ else int(max(self.phases))
        looked_at = {int(phase) for phase in self.phases if phase < end} | self.told_phases
        while True:
            found += play_slowly(self.package, pack, record, int(legal), self.copy, looked_at)
            found.append(self.copy(record))
            choices_left = self.legal_actions(record)
            if record.done or len(choices_left) != 1:
                return found
            legal = int(choices_left[0])

    def tell(self, before: State, after: State, seat: int | None = None) -> list[str]:
        """What has happened between two positions of a game, one thing a line, as far as `seat` may know it (None: all
        of it). The closer they are, the more can be told: take neighbours of `moments`, or `account`."""
        return self.account([before, after], seat)

    def account(self, states: Sequence[State], seat: int | None = None) -> list[str]:
        """What `tell` says from each of `states` to the next one."""
        views = [self.view(state, seat) for state in states]
        if any(view.seats != views[0].seats for view in views):
            raise GameError(f"{self.name}: positions of games of different numbers of players")
        return [line for before, after in pairwise(views) for line in self.news(before, after)]

    def explain(self, state: State, what: str | int, seat: int | None = None) -> str:
        """What something does, in words.

        Args:
            state: the position, as far as it matters.
            what: a name of the `glossary`, in whatever letters, or the number of an action.
            seat: who asks; what it does not know is not used.

        Raises:
            GameError: there is no such thing.
        """
        if not isinstance(what, str):
            view = self.view(state, seat)
            return ". ".join([self.describe(view.record, what), *self.effect(view, int(what))])
        words = self.glossary(state)
        known = {name.casefold(): name for name in words}
        if (name := known.get(what.strip().casefold())) is None:
            close = get_close_matches(what.strip().casefold(), known, 6, 0.4) or list(known)
            there = choices(known[each] for each in close) or "nothing to explain"
            raise GameError(f"{self.name}: nothing is called {what!r}; there is {there}")
        return f"{name}: {words[name]}"

    # ---- policies and consistency

    def heuristic(self, state: State, seed: int = 0) -> int:
        """The hand-written policy's action for the player to move, who does not see what is hidden."""
        sample = self.copy(state)
        if state.done:
            raise GameError(f"{self.name}: the game is over")
        self.determinize(sample, int(state.to_move), seed)
        mask, actions = self._mask(), np.zeros(1, np.int64)
        self.loops.legal_one(self.records, self._rows(state), 0, mask[0])
        self.loops.heuristic_rows(self.records, self._rows(sample), mask, np.zeros(1, np.int64), actions)
        return int(actions[0])

    def inconsistency(self, state: State) -> str:
        """Why no play could reach `state`, in words; empty if nothing speaks against it.

        Computed without the compiler (in milliseconds), so that whatever bytes a state holds are read safely.
        `loops.find_inconsistency` is the quick way for states that come from play.
        """
        self._check_record(state)
        if reason := self._out_of_range(state):
            return reason
        look = uncompiled(dispatch.kernel_of(self.package, "inconsistency"))
        try:
            found = int(look(self.packs[int(state.pack)].records[0], state))
        except UNREADABLE as error:
            return f"a field is out of range: {error}"
        if found:
            return self.reasons[found - 1]
        if state.phase not in {int(phase) for phase in self.phases}:
            return f"phase {state.phase} is not one of {choices(self.phases.__members__)}"
        if state.done not in (0, 1) or state.to_move not in ([-1] if state.done else range(state.num_players)):
            return f"to_move {state.to_move} is not a seat, or not -1 at the end (done {state.done})"
        return ""

    def unsound(self, state: State, num_players: int, options: Any) -> str:
        """Why `state` does not belong to a game of so many players with these options; empty if it does."""
        if reason := self.inconsistency(state):
            return reason
        if state.num_players != num_players:
            return f"a state of {state.num_players} players, not of {num_players}"
        theirs = self.options_of(state)
        for name, value in options.model_dump().items():
            if theirs.get(name, value) != value:
                return f"a state of a game with {name} = {theirs[name]!r}, not {value!r}"
        return ""

    @cached_property
    def reasons(self) -> tuple[str, ...]:
        """The game's INCONSISTENCIES."""
        kernel = inspect.getmodule(dispatch.kernel_of(self.package, "inconsistency"))
        reasons: tuple[str, ...] = vars(kernel)["INCONSISTENCIES"]
        return reasons

    # ---- many states

    def batch(self, num_envs: int, **arguments: Any) -> Batch:
        """Many games at once; see `Batch`."""
        from medianoche.envs.core.play.batch import Batch

        return Batch(self, num_envs, **arguments)

    def aec(self, **arguments: Any) -> AEC:
        """A PettingZoo environment; see `AEC`."""
        from medianoche.envs.core.play.aec import AEC

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

    def _check_legal(self, state: State, action: int | np.integer[Any]) -> int:
        chosen = arrays.integer(action, f"{self.name}: action", IllegalActionError)
        legal = self.legal_actions(state)
        if not 0 <= chosen < self.num_actions or chosen not in legal:
            raise IllegalActionError(self.illegal(state, chosen, legal))
        return chosen

    def _judged(self, given: Any, name: str) -> dict[int, float]:
        """What an action is given in `draw`, by its number."""
        try:
            found = {int(action): float(number) for action, number in (given or {}).items()}
        except Exception:  # noqa: BLE001 - a stranger's class may do anything
            found = {-1: np.nan}
        if not all(action >= 0 and np.isfinite(number) for action, number in found.items()):
            raise GameError(f"{self.name}: {name} = {shown(given)}; accepted: a finite number for each action")
        return found

    def _check_player(self, state: State, player: int) -> int:
        self._check_state(state)
        player = arrays.integer(player, f"{self.name}: player")
        if not 0 <= player < state.num_players:
            raise GameError(f"{self.name}: no player {player}; accepted: 0 to {state.num_players - 1}")
        return player

    @cached_property
    def _record_dtype(self) -> np.dtype[Any]:
        return np.dtype((np.record, self.state_dtype))

    def _check_record(self, state: State) -> None:
        if not isinstance(state, np.record) or state.dtype != self._record_dtype:
            accepted = "a np.record of its states' dtype, array.view(np.recarray)[k]"
            raise GameError(f"not a state of {self.name}: {type(state).__name__}; accepted: {accepted}")

    def _check_state(self, state: State) -> None:
        """Whether `state` is a record of this game whose pack and players there are: without them nothing is read."""
        self._check_record(state)
        if reason := self._out_of_range(state):
            raise GameError(f"{self.name}: {reason}")

    def _out_of_range(self, state: State) -> str:
        pack, count = int(state["pack"]), int(state["num_players"])
        if 0 <= pack < len(self.packs) and count in self.players:
            return ""
        return f"pack {pack} or num_players {count} is out of range"

    def _rows(self, state: State, writable: bool = False) -> np.ndarray:
        """`state` as an array of one row over the same memory."""
        self._check_state(state)
        if writable and not state.flags.writeable:
            raise GameError(f"{self.name}: the state is read-only; give a copy")
        if self.stream:
            self.stream.read([int(state["pack"])])
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
        if self.stream:
            return _reopen_stream, (self.location, self.stream.source, self.stream.known())
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


def _reopen_stream(location: str, source: str, packs: list[tuple[int, str]]) -> Game:
    """A game and the packs that were read of its stream, unpickled; raises PackError where they are others now."""
    from medianoche.envs.core.registry import game

    found = game(location).with_packs([source])
    for number, known in packs:
        if (now := found.packs[number].hash) != known:
            raise PackError(f"pack {number} of {source} has changed: {now} here, {known} when it was pickled")
    return found


def _of_a_state(method: Callable[..., Any]) -> Callable[..., Any]:
    """A method of a game, called with states of this game alone; one with a field out of range is a GameError."""

    @wraps(method)
    def call(self: Game, state: State, *arguments: Any) -> Any:
        self._check_state(state)
        try:
            return method(self, state, *arguments)
        except MedianocheError:
            raise
        except UNREADABLE as error:
            raise GameError(f"{self.name}: a field of the state is out of range: {error}") from None

    return call


def _of_an_action(words: Callable[[Any, State, int], str]) -> Callable[[Any, State, int], str]:
    """A game's `describe`, called with states and numbers of actions alone."""
    described = _of_a_state(words)

    @wraps(words)
    def describe(self: Game, state: State, action: int) -> str:
        number = arrays.integer(action, f"{self.name}: action")
        if not 0 <= number < self.num_actions:
            raise GameError(f"{self.name} has no action {number}; accepted: 0 to {self.num_actions - 1}")
        found: str = described(self, state, number)
        return found

    return describe


def check_seed(seed: Any) -> int:
    """`seed` if it is an integer of 64 bits, not negative, else a GameError."""
    try:
        if 0 <= (number := arrays.integer(seed, "seed")) < 2**64:
            return number
    except GameError:
        pass
    raise GameError(f"seed {shown(seed)} is not accepted; give a non-negative integer below 2**64")


def _accepted(schema: dict[str, Any]) -> list[str]:
    """What an option accepts, in words, from its JSON schema."""
    if "anyOf" in schema:
        return [words for kind in schema["anyOf"] for words in _accepted(kind)]
    if "enum" in schema or "const" in schema:
        return [repr(value) for value in schema.get("enum") or [schema["const"]]]
    if schema.get("type") == "boolean":
        return ["True", "False"]
    bounds = [f"{word} {schema[key]}" for word, key in (("from", "minimum"), ("to", "maximum")) if key in schema]
    return [
        " ".join([{"integer": "an integer", "number": "a number"}.get(schema["type"], f"a {schema['type']}"), *bounds])
    ]
