"""Declarations of a game: names, records, packs, options; its words are declared by `show.view.Words`."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from functools import cached_property
from typing import Any, ClassVar, Generic

import numpy as np
from pydantic import BaseModel, ConfigDict
from typing_extensions import TypeVar

from medianoche.envs.core.content.fields import Record, codes_of, dtype_of, fields_of, names_of
from medianoche.envs.core.content.layout import Layout
from medianoche.envs.core.content.pack import PackModel
from medianoche.envs.core.content.symmetries import Symmetries
from medianoche.envs.core.errors import values_of
from medianoche.envs.core.kernels import NO_CONTENT
from medianoche.envs.core.show.events import Kind

State = Any
"""A `np.record` of the game's STATE dtype: fields are read and written by name (`state.phase`, `state["hand"][1]`)."""

S = TypeVar("S", bound=Record, default=Any)
"""The class that declares the record of a game, as the type of its states."""


UNREADABLE = (ArithmeticError, LookupError, ValueError)
"""Exceptions of code that computes with a state whose fields hold values that play cannot write."""


class Options(BaseModel):
    """Base of a game's options: one field each, with its default and its accepted values."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Named:
    """The names and sizes of a game."""

    name: ClassVar[str]
    """Short name; also the name of the folder."""
    title: ClassVar[str]
    """The game's full name."""
    version: ClassVar[int] = 0
    """Version of the behaviour; a change of behaviour raises it, with a line in the page's version history."""
    players: ClassVar[tuple[int, ...]]
    """Accepted player counts; the first is the default."""
    layout: ClassVar[Layout]
    """Blocks of the observation."""
    actions: ClassVar[Layout]
    """Ranges of the actions."""


class Declaration(Named, Generic[S]):
    """What a game declares besides its name, players, layout, actions and words: records, packs, options.

    Its rules are the kernels in its folder `kernels` (see `dispatch.HOMES`).
    """

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
    hidden_information: ClassVar[bool] = True
    """Whether players know things that others do not."""
    public_info: ClassVar[bool] = False
    """Whether `info` reads only what all players know. Otherwise it gets a concealed copy at each step."""
    simultaneous: ClassVar[tuple[tuple[int, ...], ...]] = ()
    """Choices that players make at the same time, though the rules ask one after another: for each kind of them its
    phases in the order of play. What is chosen stays hidden until no player is asked in these phases any more."""
    stacks: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """Fields with the order of stacks that are shuffled before they are drawn from, the last dimension of each, for
    what other draws would have changed: the field with their sizes and, if any, that with how many of the first
    places players know."""
    unobserved: ClassVar[Mapping[str, str]] = {}
    """Fields that a seat knows and its observation leaves out, each with the reason; the contract excepts them. Where a
    part of a field is left out, or with some options, the key says so, as "win (sizes of stacks)", and `leave_out`
    overwrites this part."""
    told_phases: ClassVar[frozenset[int]] = frozenset()
    """Further phases, of automatic steps, at which `moments` copies the state; `conceal` must work there."""
    revealing_phases: ClassVar[frozenset[int]] = frozenset()
    """Further phases whose positions show what events tell and later positions do not; the contract looks at them."""
    unknown: ClassVar[Mapping[str, int]] = {}
    """Code that `conceal` writes for unknown values, by field; by default those that `record` declares."""
    variants: ClassVar[tuple[dict[str, Any], ...]] = ({},)
    """Option sets that together use all of the rules; the contract plays each."""

    ends: ClassVar[frozenset[int]] = frozenset()
    """Actions that end or decline something, as "end the turn"; pages have them in one fixed place."""
    has_points: ClassVar[bool] = True
    """Whether the rules count points. Otherwise the score of `info` is a measure for learners, which pages hide."""

    ground: ClassVar[str] = "paper"
    """Colour of the ground of pictures."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "record" in vars(cls):
            cls.state_dtype, cls.unknown = dtype_of(cls.record), codes_of(cls.record)
        declared: Any = cls.simultaneous
        if declared and isinstance(declared[0], int):  # as 0.3 declared it
            cls.simultaneous = (declared,)

    # ---- methods that a game defines

    def derive(self, state: S) -> None:
        """Recompute, in place, the fields that follow from others (scores, owners, counts), for `position`. States of
        play do not change. The other fields may hold any value, so kernels are called through `plain.uncompiled`."""

    def value_names(self, pack: Any) -> dict[str, Mapping[str, int]]:
        """The names that values of fields have besides `phase`, by field, which `position` accepts; `pack` is `pack_of`
        a state. By default those that `record` declares."""
        return names_of(self.record, pack)

    def symmetries(self, pack: Any) -> Symmetries | None:
        """The symmetries of games with this pack, its record, for learners; None: the game declares none."""
        return None

    def leave_out(self, state: S, seat: int) -> None:
        """Overwrite, in place, the parts of fields that the observation of `seat` leaves out; `state` is a copy that is
        concealed for the seat. By default there are none."""

    def max_decisions(self, num_players: int, options: Any) -> int:
        """No game takes more decisions than this."""
        raise NotImplementedError

    def blank(self, num_players: int, options: Any) -> np.ndarray:
        """One state before the deal, the input of `reset`: zero except for the player count and the options."""
        states = np.zeros(1, self.state_dtype).view(np.recarray)
        states[0].num_players = num_players
        for name, option, numbers in self._option_fields:
            value = getattr(options, option)
            states[name] = next((number for number, held in numbers.items() if held == value), value)
        return states

    @cached_property
    def _option_fields(self) -> list[tuple[str, str, dict[Any, Any]]]:
        """Each field that holds an option, the option, and its values by the number that stands for each."""
        given = self.options_model.model_json_schema().get("properties", {})
        found = []
        for name, field in fields_of(self.record).items():
            if (option := field.about.get("option")) is None:
                continue
            values = values_of(given[option], range(max(self.players)))
            words = [value for value in values if isinstance(value, str)]
            codes = {word: number for number, word in enumerate(words)} | dict(field.about.get("codes", {}))
            found.append((name, option, {codes.get(value, value): value for value in values}))
        return found

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
