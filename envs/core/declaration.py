"""What the author of a game declares: `Declaration`, the base class of a game of your own."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from enum import IntEnum
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Generic

import numpy as np
from pydantic import BaseModel, ConfigDict
from typing_extensions import TypeVar

from medianoche.envs.core.content.fields import Record, codes_of, dtype_of, fields_of, names_of
from medianoche.envs.core.content.layout import Layout
from medianoche.envs.core.content.pack import PackModel, PackSource
from medianoche.envs.core.content.symmetries import Symmetries
from medianoche.envs.core.errors import values_of
from medianoche.envs.core.kernels import NO_CONTENT
from medianoche.envs.core.renamed import attribute_of_declaration
from medianoche.envs.core.show import svg
from medianoche.envs.core.show.catalogue import LANGUAGE, Section
from medianoche.envs.core.show.events import Kind
from medianoche.envs.core.show.repeating import Repeatable
from medianoche.envs.core.show.view import Canvas, View

State = Any
"""A `np.record` of the game's STATE dtype: fields are read and written by name (`state.phase`, `state["hand"][1]`)."""

S = TypeVar("S", bound=Record, default=Any)
"""The class that declares the record of a game, as the type of its states."""

UNREADABLE = (ArithmeticError, LookupError, ValueError)
"""Exceptions of code that computes with a state whose fields hold values that play cannot write."""
BY_NAME = {"state_dtype": "STATE", "phases": "Phase", "layout": "LAYOUT", "actions": "ACTIONS"}
"""What a declaration takes from its module, by the name there, unless the class gives it."""


class Options(BaseModel):
    """Base of a game's options: one field each, with its default and its accepted values."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Declaration(Generic[S]):
    """What a game declares. `Game` reads it and plays; the rules are kernels beside the class (see `dispatch.HOMES`).

    A game of your own is a class derived from this one. It declares `name`, `title`, `players`, and the methods
    `max_decisions`, `action_words` and `text`; all else has a default. STATE, Phase, LAYOUT and ACTIONS of its module
    are taken by their names. `envs.game("module:Class")` makes the `Game` of it. In your methods, `self.game` is that
    game: `self.game.content.records[state.pack]` is the record of the pack.

    Attributes:
        game: the `Game` that this declaration belongs to.
    """

    # ---- names and sizes

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

    # ---- records, packs, options

    record: ClassVar[type[Record]] = Record
    """The declared fields of the state; a game may declare none, and give the NumPy type alone."""
    state_dtype: ClassVar[np.dtype[Any]]
    pack_dtype: ClassVar[np.dtype[Any]] = NO_CONTENT
    pack_model: ClassVar[type[PackModel]] = PackModel
    """The tables of a pack; a game without content has none."""
    options_model: ClassVar[type[Options]] = Options
    variants: ClassVar[tuple[dict[str, Any], ...]] = ({},)
    """Option sets that together use all of the rules; the contract plays each."""
    phases: ClassVar[type[IntEnum]]
    """What `state.phase` holds."""

    chance: ClassVar[bool] = True
    """Whether anything is left to chance. If not, all deals are the same but for the generator, which nothing reads."""

    # ---- what players know

    hidden_information: ClassVar[bool] = True
    """Whether players know things that others do not."""
    perfect_recall: ClassVar[bool] = False
    """Whether what a player knows of a position tells all that it has seen and done in the game, and in which order."""
    public_info: ClassVar[bool] = False
    """Whether `info` reads only what all players know. Otherwise it gets a concealed copy at each step."""
    simultaneous: ClassVar[tuple[tuple[int, ...], ...]] = ()
    """Choices that players make at the same time, though the rules ask one after another: for each kind of them its
    phases in the order of play. What is chosen stays hidden until no player is asked in these phases any more, or until
    a player who has chosen is asked again: in a game of bids, a round may follow at once."""
    stacks: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """Fields with the order of stacks that are shuffled before they are drawn from, the last dimension of each, for
    what other draws would have changed: the field with their sizes and, if any, that with how many of the first
    places players know."""
    unobserved: ClassVar[Mapping[str, str]] = {}
    """Fields that a seat knows and its observation leaves out, each with the reason; the contract excepts them. Where a
    part of a field is left out, or with some options, the key says so, as "win (sizes of stacks)", and `leave_out`
    overwrites this part."""
    unknown: ClassVar[Mapping[str, int]] = {}
    """Code that `conceal` writes for unknown values, by field; by default those that `record` declares."""

    # ---- what is told and shown

    kinds: ClassVar[type[Kind] | None] = None
    """The kinds of events that the kernels note; without them changes of scores are told."""
    retold: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """Kinds of events that other kinds tell again when they follow: {"chose": ("placed",)}. Where pages have few lines
    for what has just happened, they leave out the first ones."""
    headlines: ClassVar[frozenset[str]] = frozenset()
    """Kinds of events that pages tell before all else: {"round-over"}."""
    asides: ClassVar[frozenset[str]] = frozenset()
    """Kinds of events that pages leave out where they have few lines, unless they name the reader: {"refilled"}."""
    told_phases: ClassVar[frozenset[int]] = frozenset()
    """Further phases, of automatic steps, at which `moments` copies the state; `conceal` must work there."""
    revealing_phases: ClassVar[frozenset[int]] = frozenset()
    """Further phases whose positions show what events tell and later positions do not; the contract looks at them."""
    ends: ClassVar[frozenset[int]] = frozenset()
    """Actions that end or decline something, as "end the turn"; pages have them in one fixed place."""
    has_points: ClassVar[bool] = True
    """Whether the rules count points. Otherwise the score of `info` is a measure for learners, which pages hide."""
    ground: ClassVar[str] = "paper"
    """Colour of the ground of pictures."""

    def __init__(self, game: Any) -> None:  # a `Game`, whose module imports this one
        self.game = game

    def __init_subclass__(cls) -> None:
        module = sys.modules.get(cls.__module__)
        for field, name in BY_NAME.items():
            if not hasattr(cls, field) and hasattr(module, name):
                setattr(cls, field, getattr(module, name))
        super().__init_subclass__()
        if "record" in vars(cls):
            cls.state_dtype = dtype_of(cls.record)
            cls.unknown = codes_of(cls.record)

    if not TYPE_CHECKING:  # type checkers refuse the old names
        __getattr__ = attribute_of_declaration

    # ---- play

    def leave_out(self, state: S, seat: int) -> None:
        """Overwrite, in place, the parts of fields that the observation of `seat` leaves out; `state` is a copy that is
        concealed for the seat. By default there are none."""

    def max_decisions(self, num_players: int, options: Any) -> int:
        """No game takes more decisions than this."""
        raise NotImplementedError

    def utility_sum(self, num_players: int) -> float | None:
        """The sum of the utilities of all seats if it is the same at every end, as 0; None, the default: it is not."""
        return None

    def blank(self, num_players: int, options: Any) -> np.ndarray:
        """One state before the deal, the input of `reset`: zero except for the player count and the options."""
        states = np.zeros(1, self.state_dtype).view(np.recarray)
        states[0].num_players = num_players
        for name, option, numbers in self.option_fields:
            value = getattr(options, option)
            states[name] = next((number for number, held in numbers.items() if held == value), value)
        return states

    @cached_property
    def option_fields(self) -> list[tuple[str, str, dict[Any, Any]]]:
        """Each field that holds an option, the option, and its values by the number that stands for each."""
        schema = self.options_model.model_json_schema().get("properties", {})
        listed = []
        for name, field in fields_of(self.record).items():
            if (option := field.about.get("option")) is None:
                continue
            values = values_of(schema[option], range(max(self.players)))
            words = [value for value in values if isinstance(value, str)]
            codes = {word: number for number, word in enumerate(words)} | dict(field.about.get("codes", {}))
            listed.append((name, option, {codes.get(value, value): value for value in values}))
        return listed

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

    def duels(self) -> Any:
        """Positions in which two sides choose at the same time, for solvers: an `agents.duels.DuelRules`; None: the
        game declares none."""
        return None

    # ---- seats

    def info(self, state: S, player: int) -> dict[str, int]:
        """The content of `infos[agent]`, at least `score`. Environments give the fields of the state as attributes."""
        return {"score": state.scores.item(player)}

    def score_parts(self, state: S, player: int) -> dict[str, int]:
        """What the score of a seat is made of at the end, for the table of scores; by default all else in `info`."""
        return {name: value for name, value in self.info(state, player).items() if name not in ("score", "round")}

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

    # ---- words; each gets the position as one seat sees it

    def action_words(self, view: View, action: int) -> str:
        """`action` in words, in the language of the view; it need not be legal. What `describe` returns."""
        raise NotImplementedError

    def text(self, view: View) -> str:
        """The position as text: what `render` returns."""
        raise NotImplementedError

    def paints(self, view: View) -> dict[str, str]:
        """Colours of the text at a terminal, by kind of piece: regular expressions and colours. By default none."""
        return {}

    def stage(self, view: View) -> str:
        """How far the game is, in a few words: "round 3 of 8"; by default "", for no words."""
        return ""

    def seat_name(self, view: View, seat: int) -> str:
        """What a seat is called in sentences, with the name of its role or character if it has one."""
        return view.names[seat]

    def seat_colour(self, view: View, seat: int) -> str:
        """The colour that a seat has on the board, a name of `svg.PALETTE`: pages paint its bar, its chip and its graph
        in it. By default "", for a colour that no seat has on the board."""
        return ""

    def standing(self, view: View, seat: int) -> str:
        """How a seat stands in a game without points, in a few letters: "19/20"; by default "", for nothing."""
        return ""

    def outcome(self, view: View) -> str:
        """Why a game that is over ended as it did, in one sentence; by default ""."""
        return ""

    def sentence(self, view: View, kind: Kind, fields: dict[str, Any]) -> str:
        """An event in words, for the seat of `view`, a position after it; "" if other events tell it."""
        return ""

    def effect(self, view: View, action: int) -> list[str]:
        """Effects of a legal `action` that `describe` does not mention, and explanations of the names in it."""
        return []

    def brief(self, view: View, action: int) -> str:
        """What a legal `action` may do, in a few letters for its row in a list: "kills 34%"; by default "", for
        nothing."""
        return ""

    def glossary(self, view: View) -> dict[str, str]:
        """Explanations of every kind of card, tile, space, token and action by name; see `explain`."""
        return {}

    def rules_card(self, lang: str = LANGUAGE, pack: PackSource = "standard") -> list[Section]:
        """The rules card, one screen: goal, a turn, the end, scoring, with the numbers of a pack. By default empty."""
        return []

    def rules_of(self, view: View) -> list[Section]:
        """The rules card of the game that a view is of, with its pack and its options. By default `rules_card` with its
        pack."""
        return self.rules_card(view.lang, self.game.content.packs[int(view.record["pack"])].source)

    def guide(self, view: View) -> str:
        """What the player to move is asked now and what to think of, in one or two sentences. By default "" for no
        advice."""
        return ""

    def repeats(self, view: View) -> Repeatable | None:
        """What pages may choose again and again for the player to move. By default nothing."""
        return None

    def steps(self, view: View, action: int) -> tuple[str, ...]:
        """A legal `action` as a sequence of choices in words, for example tile, rotation, place. A person chooses among
        many actions in these steps. By default one step."""
        return (view.describe(action),)

    def chart(self, view: View, groups: Sequence[Sequence[int]]) -> list[str]:
        """A drawing as text that shows `groups` of legal actions, each of which is an option with a number from 1, as
        they look or where they lie. By default none."""
        return []

    # ---- pictures

    def picture(self, view: View, canvas: Canvas) -> svg.Box:
        """The position as a table `canvas.width` wide, on which everything stays at its place. By default its text.
        Actions that it does not offer become buttons below, except on a page that lists all actions beside it."""
        return svg.written(self.text(view))

    def board(self, view: View, canvas: Canvas) -> svg.Box:
        """The common board alone, or that of the view's seat. By default the whole table."""
        return self.picture(view, canvas)

    def symbols(self, view: View) -> Mapping[str, str]:
        """Drawings that the picture uses repeatedly, by name: see `svg.use`."""
        return {}
