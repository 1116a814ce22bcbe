"""A position as one seat sees it, and the canvas of its picture; games make texts and pictures from them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import cycle
from typing import Any, NamedTuple
from xml.sax.saxutils import escape

from medianoche.envs.core import arrays
from medianoche.envs.core.compile.plain import plain
from medianoche.envs.core.errors import GameError, shown
from medianoche.envs.core.show import svg
from medianoche.envs.core.show.catalogue import LANGUAGE, Catalogue, catalogue, option_values
from medianoche.envs.core.show.events import Event
from medianoche.envs.core.show.figures import Figures

SEAT_COLOURS = ("blue", "orange", "green", "pink", "yellow", "red")
"""Colours of seats that have none on the board, by seat."""


class Values:
    """The fields of a record as numbers and lists of Python's, each made when it is asked for first."""

    def __init__(self, record: Any) -> None:
        self._record = record

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name not in (self._record.dtype.names or ()):
            raise AttributeError(name)
        vars(self)[name] = value = self._record[name].tolist()
        return value


class View:
    """A position as one seat sees it.

    Attributes:
        game: the `Game`.
        record: the state, concealed for the seat; the whole state for seat None.
        seat: the seat, or None for a view of everything, and for that of a spectator, whose record is concealed.
        lang: the language of its words, one of `catalogue.LANGUAGES`.
        spectator: whether it is that of a spectator.
        called: names of persons by seat; "" or none for a seat that is called by its place.
        addressed: the seat that texts call "you": that of the view, or None if the reader is not its player.
    """

    def __init__(
        self,
        game: Any,  # a `Game`, whose module imports this one
        record: Any,
        seat: int | None,
        lang: str = LANGUAGE,
        spectator: bool = False,
        called: Sequence[str] = (),
        looks_on: bool = False,
    ) -> None:
        if not isinstance(called, list | tuple) or not all(isinstance(name, str) for name in called):
            raise GameError(f"{game.name}: called={shown(called)}: accepted: names of persons by seat, a list of texts")
        self.spectator = spectator
        self.called = tuple(called)
        self.game = game
        self.record = record
        self.seat = seat
        self.addressed = None if arrays.flag(looks_on, f"{game.name}: looks_on =") else seat
        self.lang = lang
        self._fields: dict[str, Any] = {}

    @cached_property
    def sentences(self) -> Catalogue:
        """The game's sentences in the language of the view. Raises OptionError if there is no such language."""
        return catalogue(self.game.content.folder, self.lang)

    def say(self, message: str, **values: Any) -> str:
        """A message of the game's catalogue with these values of its variables. A message with `$who-is` gets "you" for
        it if the value of `who` is the seat that looks, else "other"."""
        for name in self.sentences.names(message):
            who = name.removesuffix("-is")
            if who != name and who in values and name not in values:
                values[name] = "you" if values[who] == self.sentences.format("you", {}) else "other"
        return self.sentences.format(message, values)

    def describe(self, action: int) -> str:
        """An action in words."""
        return self.game.declaration.action_words(self, action)

    def beginnings(self, actions: Iterable[int]) -> str:
        """The first steps of some actions in words, each once: "use the lamp / give the lamp"."""
        return " / ".join(dict.fromkeys(self.game.declaration.steps(self, action)[0] for action in actions))

    def several(self, names: Iterable[str]) -> str:
        """A list in words: "you, player 1 and player 2"."""
        *first, last = names
        return self.say("all-of", first=", ".join(first), last=last) if first else last

    @cached_property
    def state(self) -> Values:
        """The fields of the record by name, as Python's integers and lists: `view.state.hand[1][2]`."""
        return Values(self.record)

    @cached_property
    def fields(self) -> dict[str, Any]:
        """The fields of the record for JSON, as numbers and lists. Values that the seat does not know are None; the
        random generator is left out."""
        return {name: self.field(name) for name in self.record.dtype.names or () if name != "rng"}

    def field(self, name: str) -> Any:
        """One of `fields`."""
        if name not in self._fields:
            code = self.game.declaration.unknown.get(name) if self.seat is not None else None
            self._fields[name] = _known(getattr(self.state, name), code)
        return self._fields[name]

    @cached_property
    def pack(self) -> Any:
        """The record of the pack, for kernels in plain Python."""
        return plain(self.game.content.packs[int(self.record["pack"])].records[0])

    @cached_property
    def tables(self) -> Any:
        """The tables of the pack."""
        return self.game.content.pack_of(self.record)

    @cached_property
    def options(self) -> dict[str, Any]:
        """The options of the game, as messages use them: `max-offers`, 1 for true."""
        return option_values(self.game.content.options_of(self.record))

    @cached_property
    def seats(self) -> range:
        """All seats."""
        return range(int(self.record["num_players"]))

    @cached_property
    def order(self) -> list[int]:
        """All seats, clockwise from the seat of the view, or from seat 0 in a view of everything."""
        first = self.seat or 0
        return [(first + k) % len(self.seats) for k in self.seats]

    @cached_property
    def colours(self) -> list[str]:
        """The colour of each seat, a name of `svg.PALETTE`: the one that it has on the board, as "yellow" in a game of
        yellow and green houses, else the first of `SEAT_COLOURS` that no other seat has."""
        declared = [self.game.declaration.seat_colour(self, seat) for seat in self.seats]
        free = cycle([colour for colour in SEAT_COLOURS if colour not in declared] or SEAT_COLOURS)
        return [colour or next(free) for colour in declared]

    def person(self, seat: int) -> str:
        """The name of the person in a seat; "" if there is none."""
        return self.called[seat] if seat < len(self.called) else ""

    @cached_property
    def names(self) -> list[str]:
        """Name of each seat: "you", "player 1"."""
        return [self.say("you") if seat == self.addressed else self.agents[seat] for seat in self.seats]

    @cached_property
    def agents(self) -> list[str]:
        """Name of each seat for all seats: that of its person, else "player 1", the message "seat-player" for the agent
        player_0. People count from 1."""
        labels = []
        for seat, agent in enumerate(self.game.agents(len(self.seats))):
            if self.person(seat):
                labels.append(self.person(seat))
                continue
            role, _, number = agent.rpartition("_")
            message, values = (
                (f"seat-{role}", {"number": int(number) + 1}) if number.isdecimal() else (f"seat-{agent}", {})
            )
            labels.append(self.say(message, **values) if message in self.sentences else agent.replace("_", " "))
        return labels

    def mention(self, seat: int) -> str:
        """A seat within a sentence, for all seats: the name of a person, else in Spanish with an article,
        "el jugador 1"."""
        return self.person(seat) or self.say("in-sentence", name=self.agents[seat])

    @cached_property
    def mentions(self) -> list[str]:
        """Each seat within a sentence: "you", "player 1"."""
        return [self.say("you") if seat == self.addressed else self.mention(seat) for seat in self.seats]

    @cached_property
    def owners(self) -> list[str]:
        """Possessive form of each name: "your", "player 1's"."""
        other = (self.say("owner", name=name) for name in self.mentions)
        return [self.say("your") if seat == self.addressed else name for seat, name in enumerate(other)]


def _known(value: Any, code: int | None) -> Any:
    """`value`, a number or nested lists of numbers, with None for each number that equals `code`."""
    if code is None:
        return value
    if isinstance(value, list):
        return [_known(item, code) for item in value]
    return None if value == code else value


class HeldChoice(NamedTuple):
    """The actions of a picture whose seat has chosen before its turn: none is on offer, this one is marked."""

    action: int


class Canvas:
    """The picture of a position: it knows the actions on offer, their values, and the previous position.

    Attributes:
        view: the position.
        before: an earlier view of the same seat, whose differences are marked, or None.
        actions: the actions on offer.
        wide: whether the picture is two columns wide, else one.
        events: what happened since `before`.
        held: an action that the seat has chosen before its turn, or None. It is the only one of `actions`; its place is
            marked, and cannot be clicked.
    """

    def __init__(
        self,
        view: View,
        before: View | None,
        actions: Sequence[int],
        weights: Mapping[int, float],
        values: Mapping[int, float],
        wide: bool = False,
        events: Sequence[Event] = (),
        held: int | None = None,
    ) -> None:
        self.view = view
        self.before = before
        self.held = held
        self.actions = tuple(actions)
        self.wide = wide
        self.events = events
        self._figures = Figures(weights, values)
        self._offered = frozenset(self.actions)
        self._drawn: set[int] = set()

    @property
    def width(self) -> float:
        """Width of the picture without its margins."""
        return svg.COLUMN * (1 + self.wide) - 2 * svg.MARGIN

    def changed(self, *places: int | str) -> bool:
        """Whether a place of the state differs from that in `before`: `changed("win", seat, row, col)`."""
        if self.before is None:
            return False
        here: Any = self.view.state
        after: Any = self.before.state
        for place in places:
            here, after = (getattr(state, place) if isinstance(place, str) else state[place] for state in (here, after))
        return bool(here != after)

    def offered(self, actions: Iterable[int]) -> list[int]:
        """The actions among `actions` that are on offer."""
        return [action for action in actions if action in self._offered]

    def offer(self, actions: Iterable[int], *parts: str, at: tuple[float, float] = (0, 0), title: str = "") -> str:
        """A clickable element of `parts` for those of `actions` that are on offer; the bare parts if none is.

        A click on an element with several actions narrows the choice to these; if they are all actions on offer, it is
        not clickable. Its title is the only action in words, else `title`. The figure of the actions in a hint
        (`Figures`) is drawn left of `at`.
        """
        shown = self.offered(actions)
        if not shown or (len(shown) > 1 and len(shown) == len(self.actions)):  # a click would not narrow the choice
            return "".join(parts)
        self._drawn.update(shown)
        if self.held is not None:
            return self._chosen(self.held, *parts, at=at)
        words = f"{title} {self.view.say('choices', count=len(shown))}".lstrip()
        words = self.words(shown[0]) if len(shown) == 1 else words
        verdict = self._figures.words(shown, self.view.say)
        head = svg.element("title", escape(f"{words} [{verdict}]" if verdict else words))
        numbers = " ".join(map(str, shown))
        return svg.group(head, *parts, self._badge(shown, *at), class_="act", data_action=numbers)

    def words(self, action: int) -> str:
        """An action in words."""
        return self.view.describe(action)

    def buttons(self) -> list[svg.Box]:
        """A button for each action on offer that is not drawn yet."""
        left = [action for action in self.actions if action not in self._drawn]
        made = [button(self, [action], self.words(action)) for action in left]
        return [svg.flow(made, self.width)] if made else []

    def named(self, shown: svg.Box) -> svg.Box:
        """A picture that names each action on offer that is not drawn yet, without drawing it: a page reads from the
        picture what its list of the actions says."""
        left = [action for action in self.actions if action not in self._drawn and action != self.held]
        names = "".join(self.offer([action]) for action in left)
        return shown._replace(body=shown.body + svg.group(names, class_="listed", display="none")) if left else shown

    def _chosen(self, action: int, *parts: str, at: tuple[float, float]) -> str:
        """What stands for the action that waits for its turn, with a tick left of `at`."""
        head = svg.element("title", escape(self.view.say("draw-held", action=self.words(action))))
        x, y = at[0] - 7, at[1] + 3
        tick = svg.circle(x, y, 9, fill="act") + svg.path(
            f"M{x - 4.5:.1f} {y + 0.5:.1f}l3 3.5l6-7", fill="none", stroke="paper", stroke_width=2.2
        )
        return svg.group(head, *parts, tick, class_="held")

    def _badge(self, actions: list[int], x: float, y: float) -> str:
        """A label with the figure of some actions in a hint, left of (x, y); a star marks the best action."""
        figure = self._figures.figure_of(actions)
        if figure is None:
            return ""
        best = self._figures.best in actions
        label = f"★{figure}%" if best else f"{figure}%"
        size = 9
        width = svg.breadth(label, size) + 6
        paint = "act" if best else "faint"
        return svg.group(
            svg.rect(x - width + 2, y - 5, width, 13, rx=6.5, fill=paint),
            svg.text(x - width / 2 + 2, y + 5, label, size, fill="paper", text_anchor="middle"),
            class_="verdict",
        )


def hit(x: float, y: float, width: float, height: float, **attributes: svg.Value) -> str:
    """A dashed frame around something that can be clicked, also between its lines."""
    defaults: dict[str, svg.Value] = {"rx": 5, "fill": "transparent", **attributes}
    return svg.rect(x, y, width, height, class_="hit", **defaults)


def button(canvas: Canvas, actions: Iterable[int], label: str, picture: svg.Box | None = None) -> svg.Box:
    """A button for actions on offer, with a label and optionally a picture."""
    most = svg.COLUMN - 2 * svg.MARGIN - 16 - (picture.width + 6 if picture else 0)
    lines = svg.wrap(label, most, svg.SMALL) if label else []
    wide = max((svg.breadth(line, svg.SMALL) for line in lines), default=0)
    words = svg.paragraph(label, wide + 1, svg.SMALL) if lines else svg.Box(0, 0, "")
    left = picture.width + 6 * bool(lines) if picture else 0
    tall = max(words.height, picture.height if picture else 0)
    width, height = left + words.width + 16, max(tall + 12, 30)
    parts = [hit(1, 1, width - 2, height - 2, fill="card")]
    if picture:
        parts.append(svg.moved(8, (height - picture.height) / 2, picture.body))
    parts.append(svg.moved(8 + left, (height - words.height) / 2, words.body))
    return svg.Box(width, height, canvas.offer(actions, *parts, at=(width, 4), title=label))
