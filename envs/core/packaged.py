"""A game whose records, words and pictures are found by name in modules of its package, as its kernels are::

    state.py          State, Phase, ACTIONS, LAYOUT
    observation.py    optional: LAYOUT
    pack.py           PACK
    words/text.py     render(view) -> str, describe(view, action) -> str;
                      optional: steps(view, action), chart(view, options), stage(view), paints(view)
    events.py         News, the kinds of events
    words/en.ftl      all sentences in English: of events, by their kinds, of the modules named here, of the rules card
                      (rules-goal, rules-turn-1, ...) and of a guided game (guide-pick for the phase PICK)
    words/es.ftl      the same in Spanish
    words/tell.py     FIELDS, DERIVED; optional: name(view, seat); see `show/catalogue.py`
    words/explain.py  glossary(view) -> dict[str, str], effect(view, action) -> list[str];
                      optional: rule_values(tables) -> dict[str, Any], numbers of the rules card and the guide,
                      which may also use the game's options, `$max-offers` for max_offers;
                      standing_of(view, seat) -> str, outcome(view) -> str
    draw.py           picture(view, canvas) -> Box, board(view, canvas) -> Box, symbols(view) -> Mapping[str, str]

Parameters and results are those of the methods of `Declaration` that have the same names; `render` is its `text`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from medianoche.envs.core.content.pack import PackSource
from medianoche.envs.core.declaration import S
from medianoche.envs.core.errors import GameError, shown
from medianoche.envs.core.game import DeclaredGame
from medianoche.envs.core.show.catalogue import LANGUAGE, Section, catalogue, option_values, rules_card
from medianoche.envs.core.show.events import Kind
from medianoche.envs.core.show.svg import Box
from medianoche.envs.core.show.telling import Telling
from medianoche.envs.core.show.view import Canvas, View


class PackagedGame(DeclaredGame[S]):
    """A game whose class is that of its package, and which takes the rest from there; see the module's docstring."""

    def __init_subclass__(cls) -> None:
        if PackagedGame in cls.__bases__:
            state = import_module(f"{cls.__module__}.state")
            cls.record = state.State
            cls.phases = state.Phase
            cls.actions = state.ACTIONS
            seen = "observation" if find_spec(f"{cls.__module__}.observation") else "state"
            cls.layout = import_module(f"{cls.__module__}.{seen}").LAYOUT
            events = f"{cls.__module__}.events"
            cls.kinds = import_module(events).News if find_spec(events) else None
            cls.pack_dtype = import_module(f"{cls.__module__}.pack").PACK
        super().__init_subclass__()

    def _module(self, name: str) -> Any:
        return import_module(f"{self.content.package}.{name}")

    def text(self, view: View) -> str:
        """The position as text: `words.text.render`."""
        return str(self._module("words.text").render(view))

    def action_words(self, view: View, action: int) -> str:
        """An action in words: `words.text.describe`."""
        return str(self._module("words.text").describe(view, action))

    def steps(self, view: View, action: int) -> tuple[str, ...]:
        """A legal action as choices that are made one after the other: `words.text.steps`, else one step."""
        steps = getattr(self._module("words.text"), "steps", super().steps)
        return tuple(steps(view, action))

    def chart(self, view: View, groups: Sequence[Sequence[int]]) -> list[str]:
        """A drawing of the options of a step, each a group of actions, as text: `words.text.chart`, else none."""
        chart = getattr(self._module("words.text"), "chart", super().chart)
        return list(chart(view, groups))

    def stage(self, view: View) -> str:
        """How far the game is: `words.text.stage`, else no words."""
        return str(getattr(self._module("words.text"), "stage", super().stage)(view))

    def paints(self, view: View) -> dict[str, str]:
        """Colours of the text at a terminal: `words.text.paints`, else none."""
        return dict(getattr(self._module("words.text"), "paints", super().paints)(view))

    def seat_name(self, view: View, seat: int) -> str:
        """What a seat is called: `words.tell.name`, else the name of the view."""
        return str(getattr(self._module("words.tell"), "name", super().seat_name)(view, seat))

    def standing(self, view: View, seat: int) -> str:
        """How a seat stands in a game without points: `words.explain.standing_of`, else nothing."""
        return str(getattr(self._module("words.explain"), "standing_of", super().standing)(view, seat))

    def outcome(self, view: View) -> str:
        """Why the game ended as it did: `words.explain.outcome`, else no words."""
        return str(getattr(self._module("words.explain"), "outcome", super().outcome)(view))

    def picture(self, view: View, canvas: Canvas) -> Box:
        """The position as a table: `draw.picture`."""
        return self._module("draw").picture(view, canvas)

    def board(self, view: View, canvas: Canvas) -> Box:
        """The board alone: `draw.board`."""
        return self._module("draw").board(view, canvas)

    @property
    def ground(self) -> str:  # type: ignore[override]
        """Colour of the ground of pictures: `draw.GROUND`."""
        return str(self._module("draw").GROUND)

    def symbols(self, view: View) -> Mapping[str, str]:
        """The drawings that the picture uses by name: `draw.symbols`."""
        return dict(self._module("draw").symbols(view))

    def sentence(self, view: View, kind: Kind, fields: dict[str, Any]) -> str:
        """An event in words: the message of the catalogue. Raises GameError for other fields than the event's."""
        if missing := [field.name for field in kind.fields if field.name not in fields]:
            raise GameError(f"{self.name}: the event {kind.label} has no {missing[0]} in {shown(fields)}")
        return Telling(view, self._module("words.tell"), fields, kind).event(kind.label)

    def glossary(self, view: View) -> dict[str, str]:
        """The rules of every named thing, by its name: `words.explain.glossary`."""
        return dict(self._module("words.explain").glossary(view))

    def rules_card(self, lang: str = LANGUAGE, pack: PackSource = "standard") -> list[Section]:
        """The rules card: messages `rules-goal`, `rules-turn-1`, `rules-turn-2` and so on of the catalogue."""
        options = option_values(self.options_model().model_dump())
        words = catalogue(self.content.folder, lang)
        return rules_card(words, self._rule_values(self.content.read_pack(pack).model) | options)

    def rules_of(self, view: View) -> list[Section]:
        """The rules card with the numbers of the view's pack and the options of its game."""
        return rules_card(view.sentences, self._rule_values(view.tables) | view.options)

    def _rule_values(self, tables: Any) -> dict[str, Any]:
        return dict(getattr(self._module("words.explain"), "rule_values", lambda _: {})(tables))

    def guide(self, view: View) -> str:
        """What the player to move is asked now and what to think of: the message `guide-` and the name of the phase."""
        message = f"guide-{self.phases(int(view.record['phase'])).name.lower().replace('_', '-')}"
        if message not in view.sentences:
            return ""
        values = self._rule_values(view.tables) | view.options
        return view.say(message, **{name: values[name] for name in view.sentences.names(message)})

    def effect(self, view: View, action: int) -> list[str]:
        """Effects of an action that `describe` does not mention: `words.explain.effect`."""
        return list(self._module("words.explain").effect(view, action))
