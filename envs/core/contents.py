"""The content of a game: its packs and options, and where its files are."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Generic

import numpy as np
from pydantic import ValidationError
from typing_extensions import TypeVar

from medianoche.envs.core import arrays
from medianoche.envs.core.compile import dispatch
from medianoche.envs.core.compile.sources import tell_edits
from medianoche.envs.core.content import pack as packs_module
from medianoche.envs.core.content.fields import table
from medianoche.envs.core.content.pack import Pack, PackSource, is_stream, read_only
from medianoche.envs.core.content.stream import Stream, one_of, opened
from medianoche.envs.core.declaration import Declaration, S
from medianoche.envs.core.errors import (
    GameError,
    OptionError,
    PackError,
    UnknownOptionError,
    accepted_by,
    choices,
    meant,
    shown,
)
from medianoche.envs.core.registry import name_of

G = TypeVar("G", default=Any)
"""The class of the game."""
Packs = list[Pack] | Stream


class GameContent(Generic[S, G]):
    """Packs and options of a game: `game.content`.

    Args:
        declaration: what the game declares.
        copy_with: makes a copy of the game with other packs.
    """

    def __init__(self, declaration: Declaration[S], copy_with: Callable[[Packs], G]) -> None:
        self.name = declaration.name
        self._declaration = declaration
        self._copy_with = copy_with

    @cached_property
    def package(self) -> str:
        """The import name of the game's folder; of its module if it is a game in one file."""
        return dispatch.package_of(type(self._declaration).__module__)

    @cached_property
    def location(self) -> str:
        """The game's name in the registry, or where its class is (`module:Class`)."""
        return name_of(f"{type(self._declaration).__module__}:{type(self._declaration).__qualname__}")

    @property
    def code(self) -> str:
        """16 digits of a hash of the files of a game that is not the suite's, without those of its tests, and of the
        values that its kernels read, also from files of data and environment variables; "" for the suite's games:
        versions say what they are. Games that were played with other code or values are not continued."""
        module = type(self._declaration).__module__
        return "" if module.partition(".")[0] == "medianoche" else dispatch.identity(module)[:16]

    @cached_property
    def folder(self) -> Path:
        """The game's folder; the current one for a class that is in no file."""
        return Path(getattr(sys.modules[type(self._declaration).__module__], "__file__", None) or "file").parent

    def state_table(self) -> str:
        """The fields of the state as the Markdown table of the game's page."""
        words = {}
        for name, option, numbers in self._declaration.option_fields:
            told = [f"{number} {value}" for number, value in numbers.items() if isinstance(value, str)]
            words[name] = f"option `{option}`" + ": " * bool(told) + ", ".join(told)
        return table(self._declaration.record, words)

    @cached_property
    def packs(self) -> Packs:
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
        return read_only(b"".join(pack.records.tobytes() for pack in self.packs), self._declaration.pack_dtype)

    def read_pack(self, source: PackSource) -> Pack:
        """Read a pack by name, path or generator seed; raises PackError."""
        return packs_module.read(self.package, self._declaration.pack_model, self._declaration.pack_dtype, source)

    def pack_of(self, state: S) -> Any:
        """The tables of the pack `state` is played with; raises GameError if it is not a state of this game."""
        self._check_state(state)
        return self.packs[int(state.pack)].model

    def with_packs(self, sources: Sequence[PackSource]) -> G:
        """A copy of this game with these packs only, which `state.pack` numbers, or with one stream; for environments.

        Raises:
            PackError: a pack cannot be read, a stream is among other packs, or there are no packs or more than
                `state.pack` can number.
        """
        tell_edits()
        return self._copy_with(self._read_packs(sources))

    def _read_packs(self, sources: Sequence[PackSource]) -> Packs:
        if not isinstance(sources, Sequence) or isinstance(sources, str | bytes):  # type: ignore[redundant-expr]
            raise PackError(f"{self.name}: packs {shown(sources)} are not accepted; accepted: a list of packs")
        if len(sources) == 1 and is_stream(sources[0]):
            stream = opened(self.package, self._declaration.pack_model, self._declaration.pack_dtype, str(sources[0]))
            self._check_pack_count(len(stream))
            return stream
        self._check_pack_count(len(sources))
        return [self.read_pack(source) for source in sources]

    def _check_pack_count(self, count: int) -> None:
        most = np.iinfo(self._declaration.state_dtype["pack"]).max + 1
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

    def options(self, chosen: dict[str, Any]) -> Any:
        """All options of a game, of those that are chosen: an object of the game's `options_model`.

        Raises:
            OptionError: an option does not exist or its value is not accepted.
        """
        fields = self._declaration.options_model.model_fields
        if not isinstance(chosen, Mapping):
            raise OptionError(f"{self.name}: options {shown(chosen)} are not accepted; accepted: a dict of options")
        if unknown := [name for name in chosen if name not in fields]:
            known = choices(fields) or "none"
            words = f"{self.name} has no option {shown(unknown[0])}{meant(unknown[0], fields)}; options: {known}"
            raise UnknownOptionError(words, unknown[0])
        try:
            made = self._declaration.options_model(**chosen)
        except ValidationError as error:
            wrong = str(error.errors()[0]["loc"][0])
        else:
            alike = (name for name in chosen if isinstance(chosen[name], bool | float))
            wrong = next((name for name in alike if type(getattr(made, name)) is not type(chosen[name])), "")
        if wrong:
            schema = self._declaration.options_model.model_json_schema()["properties"][wrong]
            raise OptionError(
                f"{self.name}: option {wrong} = {shown(chosen[wrong])}; accepted: {choices(accepted_by(schema))}"
            )
        return made

    def check_players(self, num_players: int | None) -> int:
        """The player count, or the default for None; raises GameError if the game is not for that many."""
        if num_players is None:
            return self._declaration.players[0]
        count = arrays.integer(num_players, "num_players =")
        if count not in self._declaration.players:
            raise GameError(f"{self.name} is not for {count} players; accepted: {choices(self._declaration.players)}")
        return count

    def options_of(self, state: S) -> dict[str, Any]:
        """The options of the game of `state`; raises GameError for a state of another game or with a field out of
        range."""
        self._check_state(state)
        options, reason = self._held_options(state)
        if reason:
            raise GameError(f"{self.name}: {reason}")
        return options

    def _held_options(self, state: S) -> tuple[dict[str, Any], str]:
        """The options that fields of `state` hold, and why they hold none, else ""."""
        options: dict[str, Any] = {}
        for name, option, numbers in self._declaration.option_fields:
            number = state[name].tolist()
            held = numbers.get(tuple(number) if isinstance(number, list) else number)
            if held is None:
                return {}, f"{name} = {number}; accepted: {choices(numbers)} (option {option})"
            if options.setdefault(option, held) != held:
                return {}, f"{name} = {number} does not fit option {option} = {options[option]!r}"
        order = self._declaration.options_model.model_fields
        return {option: options[option] for option in order if option in options}, ""

    @cached_property
    def _record_dtype(self) -> np.dtype[Any]:
        """STATE as the dtype of records."""
        return np.dtype((np.record, self._declaration.state_dtype))

    def _check_record(self, state: Any) -> None:
        """Raise GameError unless `state` is a record of this game."""
        dtype = self._record_dtype
        if not isinstance(state, np.record) or (state.dtype is not dtype and state.dtype != dtype):
            accepted = "a np.record of its states' dtype, array.view(np.recarray)[k]"
            raise GameError(f"not a state of {self.name}: {type(state).__name__}; accepted: {accepted}")

    def _check_state(self, state: S) -> None:
        """Raise GameError unless `state` is a record of this game with a known pack and a valid player count."""
        self._check_record(state)
        if reason := self._out_of_range(state):
            raise GameError(f"{self.name}: {reason}")

    def _out_of_range(self, state: S) -> str:
        pack = int(state["pack"])
        count = int(state["num_players"])
        if 0 <= pack < len(self.packs) and count in self._declaration.players:
            return ""
        return f"pack {pack} or num_players {count} is out of range"
