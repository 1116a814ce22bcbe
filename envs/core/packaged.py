"""A declaration whose records, words and pictures are found by name in modules of its package, as its kernels are::

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
                      standing_of(view, seat) -> str, outcome(view) -> str, repeats(view) -> Repeatable | None,
                      brief(view, action) -> str
    draw.py           picture(view, canvas) -> Box, board(view, canvas) -> Box, symbols(view) -> Mapping[str, str];
                      optional: seat_colour(view, seat) -> str

Parameters and results are those of the methods of `Declaration` that have the same names; `render` is its `text`.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from medianoche.envs.core.content.pack import PackSource
from medianoche.envs.core.declaration import Declaration, S
from medianoche.envs.core.errors import GameError, shown
from medianoche.envs.core.show.catalogue import LANGUAGE, Section, catalogue, option_values, rules_card
from medianoche.envs.core.show.events import Kind
from medianoche.envs.core.show.telling import Telling
from medianoche.envs.core.show.view import View
from medianoche.places import later

FUNCTIONS = {
    "text": "words.text.render",
    "action_words": "words.text.describe",
    "steps": "words.text.steps",
    "chart": "words.text.chart",
    "stage": "words.text.stage",
    "paints": "words.text.paints",
    "seat_name": "words.tell.name",
    "glossary": "words.explain.glossary",
    "effect": "words.explain.effect",
    "brief": "words.explain.brief",
    "standing": "words.explain.standing_of",
    "outcome": "words.explain.outcome",
    "repeats": "words.explain.repeats",
    "picture": "draw.picture",
    "board": "draw.board",
    "symbols": "draw.symbols",
    "seat_colour": "draw.seat_colour",
}
"""Methods of a declaration, and the function of the package that each calls; without it, the method has its default."""


class PackagedDeclaration(Declaration[S]):
    """A declaration whose class is that of its package, and which takes the rest from there; see the module's
    docstring."""

    def __init_subclass__(cls) -> None:
        if PackagedDeclaration in cls.__bases__:
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
        return import_module(f"{self.game.content.package}.{name}")

    @property
    def ground(self) -> str:  # type: ignore[override]
        """Colour of the ground of pictures: `draw.GROUND`."""
        return str(self._module("draw").GROUND)

    def sentence(self, view: View, kind: Kind, fields: dict[str, Any]) -> str:
        """An event in words: the message of the catalogue. Raises GameError for other fields than the event's."""
        if missing := [field.name for field in kind.fields if field.name not in fields]:
            raise GameError(f"{self.name}: the event {kind.label} has no {missing[0]} in {shown(fields)}")
        return Telling(view, self._module("words.tell"), fields, kind).event(kind.label)

    def rules_card(self, lang: str = LANGUAGE, pack: PackSource = "standard") -> list[Section]:
        """The rules card: messages `rules-goal`, `rules-turn-1`, `rules-turn-2` and so on of the catalogue."""
        options = option_values(self.options_model().model_dump())
        words = catalogue(self.game.content.folder, lang)
        return rules_card(words, self._rule_values(self.game.content.read_pack(pack).model) | options)

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


def _calling(method: str, place: str) -> Callable[..., Any]:
    """A method that calls the function at `place` in the package, or what `Declaration` does by default."""
    module, _, function = place.rpartition(".")

    def call(self: PackagedDeclaration[Any], *arguments: Any) -> Any:
        default = getattr(super(PackagedDeclaration, self), method)
        return getattr(self._module(module), function, default)(*arguments)

    call.__name__ = method
    call.__doc__ = f"See `Declaration.{method}`: `{place}` of the package."
    return call


for method_name, function_place in FUNCTIONS.items():
    setattr(PackagedDeclaration, method_name, _calling(method_name, function_place))

if not TYPE_CHECKING:
    __getattr__ = later(
        __name__, {"PackagedDeclaration": "envs.core.packaged"}, {"PackagedGame": "PackagedDeclaration"}
    )
