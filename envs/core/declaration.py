"""Declarations of a game: names, records, packs, options, and methods that put its rules into words."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from enum import IntEnum
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, Generic, Self

import numpy as np
from pydantic import BaseModel, ConfigDict, ValidationError
from typing_extensions import TypeVar

from medianoche.envs.core import arrays
from medianoche.envs.core.compile import dispatch
from medianoche.envs.core.compile.sources import home_of, tell_edits
from medianoche.envs.core.content import pack as packs_module
from medianoche.envs.core.content.fields import Record, codes_of, dtype_of, fields_of, names_of, table
from medianoche.envs.core.content.layout import Layout
from medianoche.envs.core.content.pack import Pack, PackModel, PackSource, is_stream, read_only
from medianoche.envs.core.content.stream import Stream, one_of, opened
from medianoche.envs.core.errors import (
    GameError,
    OptionError,
    PackError,
    UnknownOptionError,
    accepted_by,
    choices,
    meant,
    shown,
    values_of,
)
from medianoche.envs.core.guards import guard
from medianoche.envs.core.kernels import NO_CONTENT
from medianoche.envs.core.kernels.loops import Loops
from medianoche.envs.core.show.catalogue import LANGUAGE, Section
from medianoche.envs.core.show.events import Kind
from medianoche.envs.core.show.svg import Box, written
from medianoche.envs.core.show.view import Canvas, View

State = Any
"""A `np.record` of the game's STATE dtype: fields are read and written by name (`state.phase`, `state["hand"][1]`)."""

S = TypeVar("S", bound=Record, default=Any)
"""The class that declares the record of a game, as the type of its states."""


UNREADABLE = (ArithmeticError, LookupError, ValueError)
"""Exceptions of code that computes with a state whose fields hold values that play cannot write."""


class Options(BaseModel):
    """Base of a game's options: one field each, with its default and its accepted values."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Declaration(Generic[S]):
    """What a game declares: names, records, packs, options, words. A game is a subclass of `Game`.

    Its rules are the kernels in its folder `kernels` (see `dispatch.HOMES`).
    """

    name: ClassVar[str]
    """Short name; also the name of the folder."""
    title: ClassVar[str]
    """The game's full name."""
    version: ClassVar[int] = 0
    """Version of the behaviour; a change of behaviour raises it, with a line in the page's version history."""
    players: ClassVar[tuple[int, ...]]
    """Accepted player counts; the first is the default."""
    record: ClassVar[type[Record]] = Record
    """The declared fields of the state; a game may declare none, and give the NumPy type alone."""
    state_dtype: ClassVar[np.dtype[Any]]
    pack_dtype: ClassVar[np.dtype[Any]] = NO_CONTENT
    pack_model: ClassVar[type[PackModel]] = PackModel
    """The tables of a pack; a game without content has none."""
    options_model: ClassVar[type[Options]] = Options
    phases: ClassVar[type[IntEnum]]
    """What `state.phase` holds."""
    kinds: ClassVar[type[Kind] | None] = None
    """The kinds of events that the kernels note; without them changes of scores are told."""
    layout: ClassVar[Layout]
    """Blocks of the observation."""
    actions: ClassVar[Layout]
    """Ranges of the actions."""
    hidden_information: ClassVar[bool] = True
    """Whether players know things that others do not."""
    public_info: ClassVar[bool] = False
    """Whether `info` reads only what all players know. Otherwise it gets a concealed copy at each step."""
    secret_phases: ClassVar[frozenset[int]] = frozenset()
    """Phases in which a choice is hidden from all other players until the phase ends."""
    simultaneous: ClassVar[tuple[int, int] | None] = None
    """Two phases: a player chooses in the first, and the next one in the second without seeing it; None: no such."""
    unobserved: ClassVar[Mapping[str, str]] = {}
    """Fields that a seat knows and its observation leaves out, each with the reason; the contract excepts them."""
    told_phases: ClassVar[frozenset[int]] = frozenset()
    """Further phases, of automatic steps, at which `moments` copies the state; `conceal` must work there."""
    revealing_phases: ClassVar[frozenset[int]] = frozenset()
    """Further phases whose positions show what events tell and later positions do not; the contract looks at them."""
    unknown: ClassVar[Mapping[str, int]] = {}
    """Code that `conceal` writes for unknown values, by field; by default those that `record` declares."""
    variants: ClassVar[tuple[dict[str, Any], ...]] = ({},)
    """Option sets that together use all of the rules; the contract plays each."""

    ground: ClassVar[str] = "paper"
    """Colour of the ground of pictures."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "record" in vars(cls):
            cls.state_dtype, cls.unknown = dtype_of(cls.record), codes_of(cls.record)
        guard(cls)

    # ---- methods that a game defines

    def derive(self, state: S) -> None:
        """Recompute, in place, the fields that follow from others (scores, owners, counts), for `position`. States of
        play do not change. The other fields may hold any value, so kernels are called through `plain.uncompiled`."""

    def value_names(self, pack: Any) -> dict[str, Mapping[str, int]]:
        """The names that values of fields have besides `phase`, by field, which `position` accepts; `pack` is `pack_of`
        a state. By default those that `record` declares."""
        return names_of(self.record, pack)

    def max_decisions(self, num_players: int, options: Any) -> int:
        """No game takes more decisions than this."""
        raise NotImplementedError

    def action_words(self, view: View, action: int) -> str:
        """`action` in words, in the language of the view; it need not be legal. What `describe` returns."""
        raise NotImplementedError

    def text(self, view: View) -> str:
        """The position as text: what `render` returns."""
        raise NotImplementedError

    def picture(self, view: View, canvas: Canvas) -> Box:
        """The position as a table `canvas.width` wide, on which everything stays at its place. By default its text.
        Actions that it does not offer become buttons below."""
        return written(self.text(view))

    def board(self, view: View, canvas: Canvas) -> Box:
        """The common board alone, or that of the view's seat. By default the whole table."""
        return self.picture(view, canvas)

    def symbols(self, view: View) -> Mapping[str, str]:
        """Drawings that the picture uses repeatedly, by name: see `svg.use`."""
        return {}

    def sentence(self, view: View, kind: Kind, fields: dict[str, Any]) -> str:
        """An event in words, for the seat of `view`, a position after it; "" if other events tell it."""
        return ""

    def glossary(self, view: View) -> dict[str, str]:
        """Explanations of every kind of card, tile, space, token and action by name; see `explain`."""
        return {}

    def rules_card(self, lang: str = LANGUAGE, pack: PackSource = "standard") -> list[Section]:
        """The rules card, one screen: goal, a turn, the end, scoring, with the numbers of a pack. By default empty."""
        return []

    def guide(self, view: View) -> str:
        """What the player to move is asked now and what to think of, in one or two sentences. By default "" for no
        advice."""
        return ""

    def effect(self, view: View, action: int) -> list[str]:
        """Effects of a legal `action` that `describe` does not mention, and explanations of the names in it."""
        return []

    def steps(self, view: View, action: int) -> tuple[str, ...]:
        """A legal `action` as a sequence of choices in words, for example tile, rotation, place. A person chooses among
        many actions in these steps. By default one step."""
        return (view.describe(action),)

    def chart(self, view: View, groups: Sequence[Sequence[int]]) -> list[str]:
        """A drawing as text that shows `groups` of legal actions, each of which is an option with a number from 1, as
        they look or where they lie. By default none."""
        return []

    def info(self, state: S, player: int) -> dict[str, int]:
        """The content of `infos[agent]`, at least `score`; raises GameError for a state of another game or a seat that
        does not exist."""
        return {"score": state.scores.item(player)}

    def agents(self, num_players: int) -> list[str]:
        """Name of each seat, as PettingZoo calls its agents."""
        return [f"player_{p}" for p in range(num_players)]

    def teams(self, num_players: int) -> list[int]:
        """Team of each seat; a team shares its utility."""
        return list(range(num_players))

    def roles(self, num_players: int) -> list[int]:
        """Role of each seat, from 0. Seats with different kinds of choices have different roles; a learner has a policy
        for each role."""
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
        """The number of roles with the largest number of players."""
        return max(self.roles(max(self.players))) + 1

    @cached_property
    def seats(self) -> int:
        """The greatest number of players; per-seat arrays have this length."""
        return max(self.players)

    # ---- packs and options

    def state_table(self) -> str:
        """The fields of the state as the Markdown table of the game's page."""
        words = {}
        for name, option, numbers in self._option_fields:
            told = [f"{number} {value}" for number, value in numbers.items() if isinstance(value, str)]
            words[name] = f"option `{option}`" + ": " * bool(told) + ", ".join(told)
        return table(self.record, words)

    @cached_property
    def last_phase(self) -> IntEnum:
        """The phase of a finished game."""
        return next((phase for phase in self.phases if phase.name == "END"), max(self.phases))

    @cached_property
    def package(self) -> str:
        """The import name of the game's folder; of its module if it is a game in one file."""
        return dispatch.package_of(type(self).__module__)

    @cached_property
    def location(self) -> str:
        """The game's name in the registry, or where its class is (`module:Class`)."""
        from medianoche.envs.core.registry import name_of

        return name_of(f"{type(self).__module__}:{type(self).__qualname__}")

    @cached_property
    def folder(self) -> Path:
        """The game's folder; the current one for a class that is in no file."""
        return Path(getattr(sys.modules[type(self).__module__], "__file__", None) or "file").parent

    @cached_property
    def rules_module(self) -> str:
        """The module of the class to which its kernels belong: its own, or the first base class's that has kernels."""
        modules = [each.__module__ for each in type(self).__mro__]
        return next(filter(dispatch.has_kernels, modules), modules[0])

    @cached_property
    def home(self) -> Path:
        """Where its kernels are, as functions of `core/compile` that hash their sources want it."""
        return home_of(self.rules_module)

    @cached_property
    def loops(self) -> Loops:
        """The generic loops compiled for this game."""
        dispatch.register(self.state_dtype, self.rules_module)
        return Loops(self.state_dtype, self.pack_dtype, self.home)

    @cached_property
    def packs(self) -> list[Pack] | Stream:
        """The packs read so far, in the order in which `state.pack` numbers them, or a stream of them."""
        return [self.read_pack("standard")]

    @property
    def stream(self) -> Stream | None:
        """The stream from which this game's packs are dealt, or None."""
        return self.packs if isinstance(self.packs, Stream) else None

    @cached_property
    def records(self) -> np.ndarray:
        """The packs as records for kernels."""
        if self.stream:
            return self.stream.records
        return read_only(b"".join(pack.records.tobytes() for pack in self.packs), self.pack_dtype)

    def read_pack(self, source: PackSource) -> Pack:
        """Read a pack by name, path or generator seed; raises PackError."""
        return packs_module.read(self.package, self.pack_model, self.pack_dtype, source)

    def pack_of(self, state: S) -> Any:
        """The tables of the pack `state` is played with; raises GameError if it is not a state of this game."""
        self._check_state(state)
        return self.packs[int(state.pack)].model

    def with_packs(self, sources: Sequence[PackSource]) -> Self:
        """A copy of this game with these packs only, which `state.pack` numbers, or with one stream; for environments.

        Raises:
            PackError: a pack cannot be read, a stream is among other packs, or there are no packs or more than
                `state.pack` can number.
        """
        tell_edits()
        other = type(self)()
        vars(other).update(packs=self._read_packs(sources), loops=self.loops)
        return other

    def _read_packs(self, sources: Sequence[PackSource]) -> list[Pack] | Stream:
        if not isinstance(sources, Sequence) or isinstance(sources, str | bytes):  # type: ignore[redundant-expr]
            raise PackError(f"{self.name}: packs {shown(sources)} are not accepted; accepted: a list of packs")
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
            OptionError: an option does not exist or its value is not accepted.
        """
        fields = self.options_model.model_fields
        if not isinstance(given, Mapping):
            raise OptionError(f"{self.name}: options {shown(given)} are not accepted; accepted: a dict of options")
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
                f"{self.name}: option {wrong} = {shown(given[wrong])}; accepted: {choices(accepted_by(schema))}"
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
        """One state before the deal, the input of `reset`: zero except for the player count and the options."""
        states = np.zeros(1, self.state_dtype).view(np.recarray)
        states[0].num_players = num_players
        for name, option, numbers in self._option_fields:
            value = getattr(options, option)
            states[name] = next((number for number, held in numbers.items() if held == value), value)
        return states

    def options_of(self, state: S) -> dict[str, Any]:
        """The options of the game of `state`; raises GameError for a state of another game or with a field out of
        range."""
        self._check_state(state)
        found, reason = self._held_options(state)
        if reason:
            raise GameError(f"{self.name}: {reason}")
        return found

    def _held_options(self, state: S) -> tuple[dict[str, Any], str]:
        """The options that fields of `state` hold, and why they hold none, else ""."""
        found: dict[str, Any] = {}
        for name, option, numbers in self._option_fields:
            number = state[name].tolist()
            held = numbers.get(tuple(number) if isinstance(number, list) else number)
            if held is None:
                return {}, f"{name} = {number}; accepted: {choices(numbers)} (option {option})"
            if found.setdefault(option, held) != held:
                return {}, f"{name} = {number} does not fit option {option} = {found[option]!r}"
        return {option: found[option] for option in self.options_model.model_fields if option in found}, ""

    @cached_property
    def _option_fields(self) -> list[tuple[str, str, dict[Any, Any]]]:
        """Each field that holds an option, the option, and its values by the number that stands for each."""
        given = self.options_model.model_json_schema().get("properties", {})
        found = []
        for name, field in fields_of(self.record).items():
            if (option := field.about.get("option")) is None:
                continue
            values = values_of(given[option], range(self.seats))
            words = [value for value in values if isinstance(value, str)]
            codes = {word: number for number, word in enumerate(words)} | dict(field.about.get("codes", {}))
            found.append((name, option, {codes.get(value, value): value for value in values}))
        return found

    @cached_property
    def _record_dtype(self) -> np.dtype[Any]:
        return np.dtype((np.record, self.state_dtype))

    def _check_record(self, state: Any) -> None:
        own = self._record_dtype
        if not isinstance(state, np.record) or (state.dtype is not own and state.dtype != own):
            accepted = "a np.record of its states' dtype, array.view(np.recarray)[k]"
            raise GameError(f"not a state of {self.name}: {type(state).__name__}; accepted: {accepted}")

    def _check_state(self, state: S) -> None:
        """Raise GameError unless `state` is a record of this game with a known pack and a valid player count."""
        self._check_record(state)
        if reason := self._out_of_range(state):
            raise GameError(f"{self.name}: {reason}")

    def _out_of_range(self, state: S) -> str:
        pack, count = int(state["pack"]), int(state["num_players"])
        if 0 <= pack < len(self.packs) and count in self.players:
            return ""
        return f"pack {pack} or num_players {count} is out of range"


guard(Declaration)
